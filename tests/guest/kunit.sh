#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest whose kernel has KUnit: the unit tests, which run when their module
# is loaded. One line for each test case, from the KTAP that the kernel logs.

. "$TOP/tests/guest/lib.sh"

load_modules
check "load i915_oa_kunit" insmod "$MODULES/i915_oa_kunit.ko"
dmesg | sed 's/^\[[^]]*\] //' | awk '
	/^    # Subtest: / { suite = $3; next }
	/^    (not )?ok [0-9]+ / {
		bad = $1 == "not"
		line = $0
		sub(/^    (not )?ok [0-9]+ (- )?/, "", line)
		name = line
		sub(/ *#.*/, "", name)
		print (bad ? "not ok" : line ~ /# SKIP/ ? "skip" : "ok") " kunit/" suite "." name
		if (bad)
			printf "%s", said
		cases++
		failed += bad
		said = ""
		next
	}
	{ said = suite ? said "    " $0 "\n" : "" }
	END {
		if (!cases)
			print "not ok kunit: no test case ran"
		exit failed || !cases
	}' || failures=$((failures + 1))
check "unload i915_oa_kunit" rmmod i915_oa_kunit
unload_modules
finish
