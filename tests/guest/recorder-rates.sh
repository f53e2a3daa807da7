#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest: Debian's unmodified i915-perf-recorder at its highest rates. It looks at SIGINT only after a
# read has given EAGAIN, so it ends if a drain ends; otherwise it is killed two minutes later.

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/recorder.sh"

metric=RenderBasic seconds=2

begun() { stream_enabled; }

load_modules
for period in 0.000025 0.00001; do
	check "recorder/ends at a period of $period s" record
	check "recorder/reports at a period of $period s" has_reports
done
unload_modules
finish
