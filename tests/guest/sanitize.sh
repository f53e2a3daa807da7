#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# sanitize.sh [kunit] [all | PROGRAM...]: inside the UML with KASAN, lockdep and kmemleak: runs the unit tests, and these
# programs or all of tests/igt (by default all tests), then the checks that only this kernel has. scripts/uml-run finds
# complaints of the checkers in the kernel's log.

. "$TOP/tests/guest/lib.sh"

kmemleak_begin
[ $# != 0 ] || set -- kunit all
if [ "$1" = kunit ]; then
	sh "$TOP/tests/guest/kunit.sh" || failures=$((failures + 1))
	shift
fi
[ "${1:-}" != all ] || set --
sh "$TOP/tests/guest/igt.sh" "$@" || failures=$((failures + 1))
check "kmemleak finds nothing" nothing_leaked
finish
