#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest: metric sets of files (--metrics-file). Debian's unmodified i915-perf-recorder records the simulated GPU
# with sets that its i915-perf-reader knows. The reader decodes the recording, and so does oa-dump, which has some counters
# of these sets from metrics.xml: they must agree to the last digit. Then oa-dump programs a set of that file itself, whose
# counters must be those of the tree.
# METRICS_FILE, in the environment: another file, or a folder.

. "$TOP/tests/guest/lib.sh"
: "${TOOLS:=$TOP/build/guest/tools}"
. "$TOP/tests/guest/recorder.sh"
. "$TOP/tests/guest/metrics-lib.sh"

dump=$TOP/build/tools/oa-dump
file=${METRICS_FILE:-$TOP/tests/guest/metrics.xml}
seconds=1
begun() { stream_enabled; }

# The sets that the reader knows for this platform
case ${PLATFORM:=hsw} in
hsw) sets="RenderBasic ComputeBasic MemoryReads" ;;
icl*) sets="RenderBasic ComputeBasic L3_1 TestOa" ;;
*) sets="RenderBasic ComputeBasic MemoryReads L3_1 TestOa" ;;
esac

read_both()
{
	cp /tmp/recording "$OUT/recording-$metric"
	$tool/i915-perf-reader -c all -r /tmp/recording >"$OUT/reader-$metric" &&
		"$dump" --decode /tmp/recording --metrics-file "$file" --json >"$OUT/dump-$metric" 2>/tmp/err &&
		! grep . /tmp/err
}
agree()
{
	awk -f "$TOP/tests/guest/metrics-compare" "$OUT/reader-$metric" "$OUT/dump-$metric" >"$OUT/compared-$metric"
	status=$?
	cat "$OUT/compared-$metric"
	return $status
}

load_modules
sim_set activity burst
for metric in $sets; do
	check "metrics/record $metric" record
	check "metrics/decode $metric" read_both
	check "metrics/$metric: oa-dump and i915-perf-reader agree" agree
done
[ -n "${METRICS_FILE:-}" ] || check "metrics/a set of a file, and the tree" set_of_a_file
leave_gpu
finish
