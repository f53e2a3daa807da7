#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest: tests/guest/demo.sh METRIC SECONDS. Debian's unmodified
# i915-perf-recorder records the simulated GPU, i915-perf-reader decodes. The script
# leaves in $OUT the recording, the reader's output for the whole of it (reader) and for
# each report (reports), the status of the driver and the simulated GPU (summary), and half a
# second for the tree of EU time (tree).

. "$TOP/tests/guest/lib.sh"

metric=$1
seconds=$2

. "$TOP/tests/guest/recorder.sh"
. "$TOP/tests/guest/demo-tree.sh"

# The seconds count from the stream's start.
begun() { stream_enabled; }

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
check "demo/half a second for the tree" record_tree
unload_modules
finish
