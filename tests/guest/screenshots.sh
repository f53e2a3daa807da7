#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest with the stock kernel: what scripts/demo/screenshots shows, of the simulated GPU of
# $PLATFORM with bursts. It leaves in $OUT half a second of reports (tree) and a recording of oa-top
# (top).

. "$TOP/tests/guest/lib.sh"

record_top()
{
	"$TOP/build/tools/oa-top-static" --interval 50ms --count 80 --csv --record "$OUT/top"
}

load_modules
sim_set activity burst
check "screenshots/half a second for the tree" record_tree
check "screenshots/a recording of oa-top" record_top
leave_gpu
finish
