#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest: runs oa-fuzz with the given arguments, and then checks for leftovers. In a kernel with
# sanitizers, kmemleak must find nothing, and lockdep must still be on at the end. In a kernel with fault
# injection, allocations fail.

. "$TOP/tests/guest/lib.sh"

inject=/sys/kernel/debug

# Let fault injection fail only the allocations that a thread chooses by fail-nth, of every kind, without a message
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
