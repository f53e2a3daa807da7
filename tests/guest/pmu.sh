#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside the stock kernel: the OA unit's counters as perf events. First by programs that know what
# the simulated GPU must count, then by the distribution's own perf, which knows nothing of it.

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/recorder.sh"

export HOME=/tmp
perf="$tool/perf"
pmu=/sys/bus/event_source/devices/i915_oa

perf_list()
{
	$perf list i915_oa/ >/tmp/list 2>&1
	cat /tmp/list
	for event in gpu-time gpu-clocks gpu-busy eu-active eu-stall b7; do
		grep -q "^ *i915_oa/$event/ " /tmp/list || return 1
	done
}

# All events of sysfs, each by its name: perf parses it, and the driver counts it
all_events()
{
	events=
	for file in "$pmu"/events/*; do
		case $file in
		*.scale | *.unit) ;;
		*) events="$events -e i915_oa/${file##*/}/" ;;
		esac
	done
	# shellcheck disable=SC2086
	$perf stat -a -x, $events sleep 0.5 >/tmp/all 2>&1
	cat /tmp/all
	[ "$(grep -c i915_oa/ /tmp/all)" -gt 30 ] && ! grep -v -q ',100.00,' /tmp/all
}

# The time that the GPU counts is that of the processor, in the unit of the file
interval()
{
	$perf stat -a -I 300 -x, -e i915_oa/gpu-time/,i915_oa/eu-active/ sleep 1 >/tmp/interval 2>&1
	cat /tmp/interval
	awk -F, '$4 == "i915_oa/gpu-time/" { n++; ns += $2; at = $1 * 1e9
			if ($3 != "ns") bad = 1 }
		$4 == "i915_oa/eu-active/" { active += $2 }
		END { exit !(n >= 3 && !bad && active > 0 && ns > 0.97 * at && ns < 1.03 * at) }' /tmp/interval
}

json()
{
	$perf stat -a -j -e i915_oa/gpu-time/ sleep 0.2 >/tmp/json 2>&1
	cat /tmp/json
	grep -q '"unit" : "ns", "event" : "i915_oa/gpu-time/"' /tmp/json
}

# A stream that excludes an event: perf says so, and counts the others
not_counted()
{
	"$TOP/build/tools/oa-dump" --metrics selftest --duration 6s --raw /dev/null >/tmp/dump 2>&1 &
	dump=$!
	for try in 1 2 3 4 5 6 7 8 9; do
		sleep 0.3
		! grep -q '^stream: open' "$(oa_status)" || break
	done
	$perf stat -a -x, -e i915_oa/gpu-time/,i915_oa/b0/,i915_oa/eu-active/ sleep 0.5 >/tmp/excluded 2>&1
	cat /tmp/excluded
	kill -INT $dump
	wait $dump
	grep -q '^<not counted>,,i915_oa/eu-active/,0,' /tmp/excluded &&
		grep -q '^[0-9]*,,i915_oa/b0/,.*,100.00,' /tmp/excluded
}

[ $# -gt 0 ] || set -- perf_pmu perf_pmu_lifetime
load_modules
"$TOP/scripts/igt-run" "$IGT" "$@" || failures=$((failures + 1))
sim_set activity busy
check "perf list" perf_list
check "perf stat: every event" all_events
check "perf stat -I: the GPU's time is the processor's" interval
check "perf stat -j" json
[ "${PLATFORM:-hsw}" = hsw ] || check "perf stat: an event that a stream excludes is not counted" not_counted
check "perf record is refused" sh -c "! $perf record -a -o /dev/null -e i915_oa/gpu-time/ sleep 0.1"
check "the simulated GPU saw no violation" no_violations
unload_modules
finish
