#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest: runs oa-bench with the given options; its results go to $OUT as bench.txt and
# bench.json. It fails only if it cannot measure, whatever the results are.

. "$TOP/tests/guest/lib.sh"

load_modules
check "load i915_oa_bench" insmod "$MODULES/i915_oa_bench.ko"
"$IGT/oa-bench" --json "$OUT/bench.json" "$@" >"$OUT/bench.txt" || not_ok "oa-bench"
cat "$OUT/bench.txt"
check "the simulated GPU saw no violation" no_violations
check "unload i915_oa_bench" rmmod i915_oa_bench
unload_modules
finish
