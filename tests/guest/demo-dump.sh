#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest: tests/guest/demo-dump.sh SECONDS. For the GPUs that i915's tools cannot
# decode: tools/oa-dump records the simulated GPU and decodes the recording. It
# leaves in $OUT the recording, its reports as a table (reports) and as JSON lines
# (reports.json), the status of the driver and the simulated GPU (summary), and half a second
# for the tree of EU time (tree).

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/demo-tree.sh"

seconds=$1
dump=$TOP/build/tools/oa-dump

decode()
{
	"$dump" --decode /tmp/recording >"$OUT/reports" 2>"$OUT/reader" &&
		"$dump" --decode /tmp/recording --json >"$OUT/reports.json"
}

load_modules
[ -z "${ACTIVITY:-}" ] || sim_set activity "$ACTIVITY"
check "demo/oa-dump records for $seconds s" \
	"$dump" --rate 1000 --duration "${seconds}s" --quiet --raw /tmp/recording
cp /tmp/recording "$OUT/recording"
check "demo/oa-dump decodes it" decode
summarize >"$OUT/summary"
check "demo/half a second for the tree" record_tree
unload_modules
finish
