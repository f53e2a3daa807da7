#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# sanitize.sh [kunit] [all | PROGRAM...]: inside the UML with KASAN, lockdep and kmemleak: runs the unit tests, these
# programs or all of tests/igt, by itself both, then the checks that only this kernel has. scripts/uml-run finds
# complaints of the checkers during a test in the kernel's log.

. "$TOP/tests/guest/lib.sh"

leaks=/sys/kernel/debug/kmemleak

# One scan may miss a reference that is just being moved, so scan twice. kmemleak
# reports no object younger than five seconds
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

[ $# != 0 ] || set -- kunit all
if [ "$1" = kunit ]; then
	sh "$TOP/tests/guest/kunit.sh" || failures=$((failures + 1))
	shift
fi
[ "${1:-}" != all ] || set --
sh "$TOP/tests/guest/igt.sh" "$@" || failures=$((failures + 1))
check "kmemleak finds nothing" nothing_leaked
finish
