#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest whose PCI function 0000:00:02.0 is a simulated GPU in a process of its own:
# tests/guest/compare.sh DRIVER measures the cost of one reader of a stream under DRIVER, i915 or i915_oa:
# for each rate and each way to read, idle and loaded. Its lines in $OUT/cost are "EXPONENT WAY LOAD KEY
# VALUE". EXPONENTS, WAYS, LOADS and SECONDS_EACH are in the environment. Then it measures two slow
# readers: a profiler of one report in 21 ms for 10 seconds, and one that asks to be woken each 2 ms.

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/pci-gpu.sh"

driver=$1
tracing=/sys/kernel/tracing

case $driver in
i915) timers=oa_poll_check_timer_cb ;;
*) timers='oa_wake_expired oa_trim_expired' ;;
esac

# Trace only the expiries of the driver's own timers
trace_timers()
{
	filter=
	for timer in $timers; do
		address=$(awk -v name="$timer" '$3 == name { print "0x" $1; exit }' /proc/kallsyms)
		[ -z "$address" ] || filter="${filter:+$filter || }function == $address"
	done
	[ -n "$filter" ] || return 1
	echo "$filter" >$tracing/events/timer/hrtimer_expire_entry/filter
	echo 1 >$tracing/events/timer/hrtimer_expire_entry/enable
}

timers_expired() { grep -c 'hrtimer_expire_entry' $tracing/trace; }

# cost EXPONENT WAY LOAD [SECONDS]: measures one stream
cost()
{
	blocks=
	case $2 in
	poll) blocks=--poll ;;
	poll-*ms)
		blocks=${2#poll-}
		blocks="--poll --poll-period ${blocks%ms}"
		;;
	esac
	spinners=
	if [ "$3" = loaded ]; then
		for cpu in /sys/devices/system/cpu/cpu[0-9]*; do
			while :; do :; done &
			spinners="$spinners $!"
		done
	fi
	before=$(interrupts_of i915)
	echo >$tracing/trace
	"$IGT/oa-bench" --part cost --exponent "$1" --seconds "${4:-$SECONDS_EACH}" $blocks >/tmp/cost
	status=$?
	{
		cat /tmp/cost
		echo "interrupts: $(($(interrupts_of i915) - before))"
		echo "timers: $(timers_expired)"
	} | sed "s/^/$1 $2 $3 /; s/://" >>"$OUT/cost"
	[ -z "$spinners" ] || kill $spinners
	return $status
}

rm -f "$OUT/cost"
echo 0 >/proc/sys/kernel/kptr_restrict
check "load $driver" load_one "$driver"
check "$driver has bound the GPU" bound_to "$driver"
check "trace the timers of $driver" trace_timers
# The reader is root, for which the limit of the rate does not apply
for exponent in $EXPONENTS; do
	for way in $WAYS; do
		for load in $LOADS; do
			check "cost/$exponent, $way, $load" cost "$exponent" "$way" "$load"
		done
	done
done
if [ "$PROFILERS" != 0 ]; then
	check "cost/17, block, idle" cost 17 block idle 10
	check "cost/17, poll, idle" cost 17 poll idle 10
	check "cost/9, poll-2ms, idle" cost 9 poll-2ms idle 5
fi
cat "$OUT/cost"
check "unload $driver" rmmod "$driver"
finish
