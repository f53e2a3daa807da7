#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest: tests/guest/demo.sh METRIC SECONDS. Debian's unmodified
# i915-perf-recorder records the simulated GPU, i915-perf-reader decodes. The script
# leaves in $OUT the recording, the reader's output for the whole of it (reader) and for
# each report (reports), and the status of the driver and the simulated GPU (summary).

. "$TOP/tests/guest/lib.sh"

metric=$1
seconds=$2

# The prefix of a command line for sh: the tools bring their libraries, the guest may have none
loader=$(ls "$TOOLS"/lib/*/ld-linux-*.so.* "$TOOLS"/usr/lib/*/ld-linux-*.so.* "$TOOLS"/lib64/ld-linux-*.so.* 2>/dev/null | head -n 1)
libs=$(echo "$TOOLS"/lib/*-linux-gnu):$(echo "$TOOLS"/usr/lib/*-linux-gnu)
tool="$loader --library-path $libs $TOOLS/usr/bin"

# SIGINT ends a recording; the seconds count from the stream's start. The recorder
# stays in the foreground: a shell's background commands ignore SIGINT.
interrupt()
{
	tries=0
	while ! grep -q '^enabled: 1' "$(oa_status)" && [ $tries -lt 200 ]; do
		sleep 0.1
		tries=$((tries + 1))
	done
	sleep "$seconds"
	kill -INT "$(cat /tmp/recorder.pid)"
	sleep 20
	kill -KILL "$(cat /tmp/recorder.pid)"
}

record()
{
	interrupt >/dev/null 2>&1 &
	interrupter=$!
	sh -c "echo \$\$ >/tmp/recorder.pid; exec $tool/i915-perf-recorder -m $metric -o /tmp/recording"
	status=$?
	kill $interrupter
	return $status
}

decode()
{
	$tool/i915-perf-reader -c all /tmp/recording >"$OUT/reader" &&
		$tool/i915-perf-reader -c all -r /tmp/recording >"$OUT/reports"
}

load_modules
[ -z "${ACTIVITY:-}" ] || sim_set activity "$ACTIVITY"
check "demo/the recorder records $metric for $seconds s" record
cp /tmp/recording "$OUT/recording"
check "demo/the reader decodes it" decode
summarize >"$OUT/summary"
unload_modules
finish
