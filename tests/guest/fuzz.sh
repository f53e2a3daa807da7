#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest: oa-fuzz with the arguments given, and then checks for leftovers. In a kernel with
# sanitizers, kmemleak must find nothing and lockdep have been on to the end; with fault injection
# allocations fail.

. "$TOP/tests/guest/lib.sh"

inject=/sys/kernel/debug

# Fail only the allocations that a thread chooses by fail-nth: every kind, without a message
prepare_failures()
{
	for kind in failslab fail_page_alloc; do
		[ -d $inject/$kind ] || continue
		echo 0 >$inject/$kind/verbose
		echo N >$inject/$kind/ignore-gfp-wait
		[ ! -e $inject/$kind/min-order ] || echo 0 >$inject/$kind/min-order
	done
}

[ ! -e $kmemleak ] || kmemleak_begin
load_modules
if [ -d $inject/failslab ]; then
	prepare_failures
	set -- --fail --limit 60 "$@"
fi
"$IGT/oa-fuzz" "$@" || not_ok "fuzz"
leave_gpu
checkers_to_the_end
[ ! -e $kmemleak ] || check "fuzz/kmemleak finds nothing" nothing_leaked
finish
