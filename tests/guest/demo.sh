#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest: tests/guest/demo.sh TOOL METRIC SECONDS records the simulated GPU with Debian's unmodified
# i915-perf-recorder, and decodes the recording with i915-perf-reader. If TOOL is oa-dump, tools/oa-dump does
# both, for the GPUs that i915's tools cannot decode. It leaves in $OUT the recording, the tool's output
# (reader), a table of the reports (reports; of oa-dump also as JSON lines, reports.json), the status of the
# driver and the simulated GPU (summary), and half a second of records for the tree of EU time (tree).

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/recorder.sh"

tool_name=$1 metric=$2 seconds=$3
dump=$TOP/build/tools/oa-dump

# The recording is under way, and its seconds begin, when the stream is enabled
begun() { stream_enabled; }

record_with()
{
	case $tool_name in
	oa-dump) "$dump" --rate 1000 --duration "${seconds}s" --quiet --raw /tmp/recording ;;
	*) record ;;
	esac
}

decode()
{
	case $tool_name in
	oa-dump)
		"$dump" --decode /tmp/recording >"$OUT/reports" 2>"$OUT/reader" &&
			"$dump" --decode /tmp/recording --json >"$OUT/reports.json"
		;;
	*)
		$tool/i915-perf-reader -c all /tmp/recording >"$OUT/reader" &&
			$tool/i915-perf-reader -c all -r /tmp/recording >"$OUT/reports"
		;;
	esac
}

load_modules
[ -z "${ACTIVITY:-}" ] || sim_set activity "$ACTIVITY"
check "demo/$tool_name: record $metric for $seconds s" record_with
cp /tmp/recording "$OUT/recording"
check "demo/$tool_name: decode" decode
summarize >"$OUT/summary"
check "demo/half a second for the tree" record_tree
unload_modules
finish
