#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest whose PCI function 0000:00:02.0 is a simulated GPU with a display's class
# (scripts/vm-run -d), driven by the stock kernel's own i915: tests this driver's perf events beside i915,
# with tests/guest/lease.c. If there is a second GPU, no stream can be leased until i915 is unbound from it.

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/pci-gpu.sh"
. "$TOP/tests/guest/recorder.sh"

hold=$TOP/build/tools/oa-hold
client=$TOP/build/tools/lease
lease=/dev/i915_oa_lease
# The number of events of counts() that do not depend on the metric set. Haswell's clocks are a B counter.
fixed=2
[ "${PLATFORM:-}" != hsw ] || fixed=1

# Haswell's stream is taken only with this parameter, because accesses beside i915 may hang the machine
lease_haswell=/sys/module/i915_oa/parameters/lease_haswell
needs_risk()
{
	$hold -- true 2>/tmp/risk.err
	status=$?
	cat /tmp/risk.err
	dmesg | grep 'registers of Haswell are not read beside i915' || return 1
	echo 1 >$lease_haswell
	[ $status = 1 ] && grep -q 'could hang the machine' /tmp/risk.err
}

loads()
{
	insmod "$MODULES/i915_oa.ko" || return 1
	ls -l $lease
	[ "$(stat -c %a $lease)" = 600 ] && bound_to i915 && ! ls /sys/bus/pci/drivers/i915_oa | grep '^0000:'
}

refuses() { $client errors; }
# If the host stops the guest between two reads, the windows differ, so the measurement is repeated.
compares() { again $client compare; }

second=0000:00:03.0
params=/sys/kernel/debug/dri/0/i915_params

# held [WAY]: starts "lease WAY", hold or own, and waits for its first line
held()
{
	rm -f /tmp/held
	$client "${1:-hold}" >/tmp/held 2>/tmp/held.err &
	owner=$!
	wait_until test -s /tmp/held && sleep 1
}

last() { tail -n 1 /tmp/held; }
said() { dmesg | grep "the lease ends: $1"; }

# counts NUMBER [OPTION...]: counts two events, and one that depends on the metric set, with perf stat under oa-hold.
# Checks that NUMBER of them are counted nearly all the time, and the others not at all.
counts() { again counts_once "$@"; }
counts_once()
{
	want=$1
	shift
	$hold "$@" -- $tool/perf stat -a -x, -e i915_oa/gpu-busy/,i915_oa/gpu-clocks/,i915_oa/b0/ sleep 1 >/tmp/stat 2>&1
	status=$?
	cat /tmp/stat
	awk -F, -v want="$want" '/i915_oa\// { n++; if ($5 > 90) all++; else if ($1 == "<not counted>") none++ }
		END { exit n != 3 || all != want || none != 3 - want }' /tmp/stat && return $status
}

statuses()
{
	$hold -- sh -c 'exit 7'
	[ $? = 7 ] || return 1
	$hold -- sh -c 'kill -9 $$'
	[ $? = 137 ] || return 1
	$hold -- /nonexistent
	[ $? = 127 ]
}

# While a program records and so owns the unit, oa-hold must name it, and use its stream with --pid
recorder()
{
	"$TOP/build/tools/oa-dump" --metrics tree --rate 200 >/tmp/dump 2>/tmp/dump.err &
	pid=$!
	wait_until test -s /tmp/dump
	! $hold -- true 2>/tmp/busy && grep "oa-dump, process $pid" /tmp/busy &&
		counts $fixed --pid $pid && grep 'metric set is not known' /tmp/stat && counts 3 --pid $pid --metrics tree
	status=$?
	kill -INT $pid
	wait $pid
	cat /tmp/busy /tmp/dump.err
	[ "$(grep -c . /tmp/dump)" -ge 100 ] && return $status
}

kill_owner() { kill -9 $owner; wait $owner; true; }

# Check that the count never jumps: it advances by no more than the ticks from before a read to after the next
no_jump()
{
	cat /tmp/held
	awk 'NR > 1 && ($1 < a || $3 < r || $1 - a > 4096 * ($5 - c) + 1e6) { wrong++ } { a = $1; r = $3; c = $4 } END { exit wrong > 0 }' /tmp/held
}

lines() { wc -l </tmp/held; }
has_lines() { [ "$(lines)" -ge "$1" ]; }

# running WHAT: checks the share of the next five lines' time in which the events count, and that no count has jumped. The
# first lines may precede a signal, or the host may have stopped the guest, so further windows are tried.
running() { again running_once "$1"; }
running_once()
{
	from=$(($(lines) + 1))
	wait_until has_lines $((from + 5)) || return 1
	awk -v n="$from" 'NR == n { e = $2; r = $3 } NR == n + 5 { share = $3 > r ? ($3 - r) / ($2 - e) : 0; print share; exit }
		END { exit !(share '"$1"') }' /tmp/held && no_jump
}

advances() { held && running '> 0.9'; }

no_unload()
{
	! rmmod i915_oa && ! rmmod i915
}

stands() { running '== 0'; }
runs() { running '> 0.9'; }

tells() { kill -"$1" $owner; }

# Let the stream's owner disable and enable it, with and without a sample in between
toggles()
{
	held own && tells USR1 && stands && tells USR2 && runs && toggles_fast
	status=$?
	kill_owner
	return $status
}

toggles_fast()
{
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		tells USR1
		sleep 0.05
		tells USR2
		sleep 0.05
	done
	runs
}

# Reset the whole GPU. i915 does not restore the unit's registers, so nothing counts until the owner restarts the stream.
full_reset()
{
	held own && echo 1 >$params/reset && echo 0xff >/sys/kernel/debug/dri/0/i915_wedged && stands &&
		tells USR1 && tells USR2 && runs
	status=$?
	kill_owner
	echo 3 >$params/reset
	dmesg | grep 'Resetting chip' || return 1
	return $status
}

two_gpus()
{
	[ "$(basename "$(readlink /sys/bus/pci/devices/$second/driver)")" = i915 ] && $client two
}

one_gpu() { echo $second >/sys/bus/pci/drivers/i915/unbind; }

engine_reset()
{
	from=$(lines)
	echo 1 >/sys/kernel/debug/dri/0/i915_wedged
	wait_until has_lines $((from + 10)) && no_jump
}

owner_dies()
{
	kill_owner
	said "its owner has closed it"
}

# Only the lease holds the stream here, and must release it so that i915's remove can finish
unbinds()
{
	held || return 1
	echo 0000:00:02.0 >/sys/bus/pci/drivers/i915/unbind
	stands && said "i915 is unbound" && [ ! -e $device/driver ] && [ "$(cat /sys/module/i915/refcnt)" = 0 ]
}

# An unbind of i915 under oa-hold, which must end, and not wait for oa-hold. A shell that waits in the kernel can't be killed,
# so it runs in the background, and its end is judged.
unbinds_under_tool()
{
	$hold -- sleep 600 >/tmp/hold 2>&1 &
	pid=$!
	wait_until grep 'perf events: ' /tmp/hold || return 1
	sh -c 'echo 0000:00:02.0 >/sys/bus/pci/drivers/i915/unbind; touch /tmp/unbound' &
	wait_until test -e /tmp/unbound
	status=$?
	cat /tmp/hold
	kill $pid
	wait $pid
	[ $status = 0 ] && said "i915 is unbound" && [ ! -e $device/driver ]
}

# Suspend to memory until the clock's alarm. If the host is so busy that the alarm precedes the suspend, the guest never
# wakes.
to_memory()
{
	echo 0 >/sys/class/rtc/rtc0/wakealarm
	echo +10 >/sys/class/rtc/rtc0/wakealarm
	echo mem >/sys/power/state && dmesg | grep "Waking up from system sleep state S3"
}

# Suspend in test mode. On bdw and hsw i915 itself fails in the devices' part (Documentation/upstream.rst). In 7.3 the
# virtio port of the GPU's knobs is not connected again after that part.
rehearsed()
{
	level=freezer
	case $PLATFORM-$(uname -r) in
	icl-6.*) level=devices ;;
	esac
	echo 0 >/sys/module/suspend/parameters/pm_test_delay
	echo $level >/sys/power/pm_test
	echo mem >/sys/power/state
}

sleeps()
{
	held || return 1
	if [ "${SLEEP:-}" = mem ]; then
		to_memory || return 1
	else
		rehearsed
	fi
	stands && said "the system sleeps"
	status=$?
	kill_owner
	return $status
}

rebinds() { echo 0000:00:02.0 >/sys/bus/pci/drivers/i915/bind && bound_to i915; }
# i915 complains of the resets, which are part of the test, so its complaints are only printed.
clean() { complaints; ! dmesg | grep -E 'BUG|WARNING|Oops|lockdep|refcount'; }

check "load i915" load_i915
check "i915 has bound the GPU" bound_to i915
sim_set activity busy
check "lease/this driver beside it binds nothing" loads
if [ -e /sys/bus/pci/devices/$second ]; then
	check "lease/with two GPUs no stream is taken" two_gpus
	check "lease/i915 leaves the second" one_gpu
fi
[ "${PLATFORM:-}" != hsw ] || check "lease/a stream of Haswell's is only taken at a risk" needs_risk
check "lease/what is refused" refuses
check "lease/events count what the leased stream's reports do" compares
check "lease/perf stat counts by oa-hold" counts 3
check "lease/oa-hold returns its command's status" statuses
check "lease/perf stat counts on a recorder's stream" recorder
check "lease/events advance while only the lease has the stream" advances
check "lease/neither module can be unloaded meanwhile" no_unload
check "lease/a reset of the engine makes no jump" engine_reset
check "lease/it ends with its owner" owner_dies
check "lease/a stream that is disabled is not counted" toggles
check "lease/nor a GPU that was reset" full_reset
check "lease/it samples in a window of the trace" again $client window
check "lease/another metric set is noticed" $client sets
check "lease/it ends before the system sleeps" sleeps
check "lease/an unbind of i915 does not wait for oa-hold" unbinds_under_tool
check "lease/i915 binds it again" rebinds
check "lease/it ends before i915 is unbound" unbinds
kill_owner
check "lease/i915 binds the GPU again" rebinds
check "lease/and events count again" compares
check "lease/i915 can be unloaded" rmmod i915
sim_set activity busy
check "lease/this driver can be unloaded" rmmod i915_oa
check "lease/nothing in the log" clean
finish
