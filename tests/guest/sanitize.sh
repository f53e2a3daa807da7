#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside the UML with KASAN, lockdep and kmemleak: everything that runs in the plain
# one, then what only this kernel can tell. What its checkers print while a test runs
# is found by scripts/uml-run, in the kernel's log.

. "$TOP/tests/guest/lib.sh"

leaks=/sys/kernel/debug/kmemleak

lockdep_watches()
{
	grep debug_locks /proc/lockdep_stats
	grep -q 'debug_locks: *1$' /proc/lockdep_stats
}

# An object seen without a reference once may just be on its way: two scans, and
# kmemleak reports none younger than five seconds
nothing_leaked()
{
	sleep 6
	echo scan >$leaks
	sleep 1
	echo scan >$leaks
	cat $leaks
	[ -z "$(cat $leaks)" ]
}

echo scan=off >$leaks
echo scan >$leaks
echo clear >$leaks

sh "$TOP/tests/guest/kunit.sh" || failures=$((failures + 1))
sh "$TOP/tests/guest/igt.sh" "$@" || failures=$((failures + 1))
check "lockdep was on to the end" lockdep_watches
check "kmemleak finds nothing" nothing_leaked
finish
