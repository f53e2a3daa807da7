#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside the stock kernel: tests the OA unit's counters as perf events, first with programs that know the
# counts of the simulated GPU, then with the distribution's own perf, which does not know this driver. Then
# tests the PMU in i915's layout with the distribution's intel_gpu_top, which knows only i915. Up to
# Valleyview there is no PMU, because the counters can't be read in registers.

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/recorder.sh"

export HOME=/tmp
perf="$tool/perf"
# Facts of the platform: it has a PMU; i915's layout; an event that the self-test's metric set excludes
has_pmu=1 as_i915=1 excludes=1
case ${PLATFORM:-hsw} in
snb | ivb | vlv) has_pmu='' ;;
hsw) excludes='' ;;
skl | bxt | icl | ehl | jsl | lkf) as_i915='' ;;
esac
pmu=/sys/bus/event_source/devices/i915_oa

perf_list()
{
	$perf list i915_oa/ >/tmp/list 2>&1
	cat /tmp/list
	for event in gpu-time gpu-clocks gpu-busy eu-active eu-stall b7; do
		grep -q "^ *i915_oa/$event/ " /tmp/list || return 1
	done
}

# Count each event of sysfs by its name: perf must parse it, and the driver must count it. A host that stops the guest makes
# the driver's timer late, and what may have wrapped since is not counted. So only the events that were not counted yet are
# tried again, each time for longer.
all_events()
{
	uncounted=$(ls $pmu/events | grep -v '\.')
	[ "$(echo "$uncounted" | wc -l)" -gt 30 ] || return 1
	for seconds in 0.5 1 2 4 8; do
		events=
		for event in $uncounted; do events="$events -e i915_oa/$event/"; done
		# shellcheck disable=SC2086
		$perf stat -a -x, $events sleep $seconds >/tmp/all 2>&1 || break
		cat /tmp/all
		awk -F, '$1 ~ /^[0-9]+$/ && $5 > 0 && split($3, event, "/") == 3 { print event[2] }' /tmp/all >/tmp/counted
		[ -s /tmp/counted ] || continue
		uncounted=$(echo "$uncounted" | grep -vxFf /tmp/counted) || return 0
	done
	echo "not counted: $uncounted"
	return 1
}

# Check that the GPU counts the same time as the processor, in the event's unit. A busy host may stop the
# guest between the readings of the two clocks, so the measurement is repeated.
interval()
{
	$perf stat -a -I 300 -x, -e i915_oa/gpu-time/,i915_oa/eu-active/ \
		sleep 3 >/tmp/interval 2>&1
	cat /tmp/interval
	awk -F, '$4 == "i915_oa/gpu-time/" { n++; ns += $2; at = $1 * 1e9
			if ($3 != "ns") bad = 1 }
		$4 == "i915_oa/eu-active/" { active += $2 }
		END { exit !(n >= 3 && !bad && active > 0 && ns > 0.97 * at && ns < 1.03 * at) }' \
		/tmp/interval
}

json()
{
	$perf stat -a -j -e i915_oa/gpu-time/ sleep 0.2 >/tmp/json 2>&1
	cat /tmp/json
	grep -q '"unit" : "ns", "event" : "i915_oa/gpu-time/"' /tmp/json
}

# Open a stream that excludes an event: perf must report that event as not counted, and count the others
not_counted()
{
	"$TOP/build/tools/oa-dump" --metrics selftest --raw /dev/null >/tmp/dump 2>&1 &
	dump=$!
	wait_until stream_enabled
	$perf stat -a -x, -e i915_oa/gpu-time/,i915_oa/b0/,i915_oa/eu-active/ \
		sleep 0.5 >/tmp/excluded 2>&1
	cat /tmp/excluded
	kill -TERM $dump
	wait $dump
	grep -q '^<not counted>,,i915_oa/eu-active/,0,' /tmp/excluded &&
		grep -q '^[0-9]*,,i915_oa/b0/,.*,100.00,' /tmp/excluded
}

# Another PMU already has the requested name. The driver must use its default name, with one message, and must not try
# to register the other, because the kernel would print a stack trace.
name_in_use()
{
	dmesg | grep 'perf PMU' >/tmp/said
	cat /tmp/said
	! dmesg | grep 'duplicate filename' || return 1
	[ "$(grep -c "perf PMU i915_oa, not 'software': .*in use" /tmp/said)" = 1 ] && [ -e $pmu/events/eu-active ]
}

# gpu_top OPTION...: prints the output of intel_gpu_top in $patience seconds, which may be too few on a busy host
gpu_top()
{
	# shellcheck disable=SC2086
	timeout -s INT $patience $tool/intel_gpu_top "$@" >/tmp/gpu-top 2>&1
	cat /tmp/gpu-top
}
with_more_patience() { for patience in 6 20 60; do "$@" && return 0; done; return 1; }

# render_between LEAST MOST: checks the render engine's share in the last sample, in percent. The first
# sample of some versions has no valid values.
render_between()
{
	awk -v least="$1" -v most="$2" '
		/"Render\/3D/ { render = 1 }
		render && /"busy":/ { busy = $2 + 0; n++; render = 0 }
		END { exit !(n > 2 && busy >= least && busy <= most) }' /tmp/gpu-top
}

lists_gpu()
{
	gpu_top -L
	grep -q -i "^card.*pci:vendor=8086,device=$(sed s/0x// "/sys/bus/pci/devices/$slot/device")," \
		/tmp/gpu-top
}

# shows_render ACTIVITY LEAST MOST: checks the share of the render engine under ACTIVITY
shows_render()
{
	sim_set activity "$1"
	gpu_top -J -s 500 -d "pci:slot=$slot"
	render_between "$2" "$3"
}

# Check that exactly one number of the last line is the share
text()
{
	sim_set activity freq
	gpu_top -l -s 500 -d "pci:slot=$slot"
	grep -q RCS /tmp/gpu-top &&
		tail -n 1 /tmp/gpu-top | awk '{ for (i = 1; i <= NF; i++) n += $i >= 60 && $i <= 80 } END { exit n != 1 }'
}

# Count i915's events with perf, beside a stream that owns the unit. Each interrupt must count once, and
# an engine that is always busy must be busy for most of the time.
named()
{
	before=$(interrupts_of i915_oa)
	$perf stat -a -x, -e "$i915/interrupts/,$i915/actual-frequency/,$i915/rcs0-busy/" \
		"$TOP/build/tools/oa-dump" --quiet --period 100us --buffer-size 131072 \
		--wake-reports 256 --duration 2s >/tmp/named 2>&1
	cat /tmp/named
	count=$(awk -F, -v event="$i915/interrupts/" '$3 == event { print $1 }' /tmp/named)
	echo "interrupts: $count, by the kernel's count $(($(interrupts_of i915_oa) - before))"
	[ "$count" -gt 0 ] && [ "$count" = $(($(interrupts_of i915_oa) - before)) ] || return 1
	awk -F, '/actual-frequency/ && $2 == "M" && $1 > 100 { n++ }
		/rcs0-busy/ && $2 == "ns" { share = $1 / $4 * $5 / 100; n += share > 0.9 && share < 1.01 }
		END { print "share", share; exit n != 2 }' /tmp/named
}

# Check that there are no events except those that a register counts
only_proven()
{
	events=$(ls "/sys/bus/event_source/devices/$i915/events" | tr '\n' ' ')
	echo "$events"
	[ "$events" = "actual-frequency actual-frequency.unit interrupts rcs0-busy rcs0-busy.unit " ]
}

# Check that the default layout is kept: from Gen9 on no counter is for the render engine alone, and intel_gpu_top aborts
# if there is no engine
no_layout()
{
	dmesg | grep 'perf PMU' | tail -n 1 >/tmp/said
	cat /tmp/said
	grep -q "perf PMU i915_oa, not 'i915': no counter is the render engine's alone" /tmp/said &&
		[ -e $pmu/events/eu-active ] && ! [ -e "/sys/bus/event_source/devices/$i915" ]
}

in_layout()
{
	check "pmu_name=i915: only what a register proves" only_proven
	sim_set activity busy
	check "pmu_name=i915: perf stat" again named
	check "intel_gpu_top -L" with_more_patience lists_gpu
	check "intel_gpu_top -J: the engine is busy in part" with_more_patience shows_render freq 60 80
	check "intel_gpu_top -J: it is idle" with_more_patience shows_render idle 0 5
	check "intel_gpu_top -l" with_more_patience text
}

# Check that there is no PMU, by the default name or in i915's layout, and no message, because that is no error
no_pmu()
{
	ls /sys/bus/event_source/devices
	! ls /sys/bus/event_source/devices | grep i915 && ! dmesg | grep 'perf PMU'
}

# Check that oa-top opens a stream by itself
live_view()
{
	top=$TOP/build/tools/oa-top-static
	"$top" --json --interval 500ms --count 2 >/tmp/top || return 1
	cat /tmp/top
	[ "$(grep -c '"gpu":{"pmu":null,"source":"stream"' /tmp/top)" = 2 ] && ! grep '"count":null' /tmp/top &&
		! "$top" --once --source pmu
}

without_pmu()
{
	load_modules
	check "no PMU" no_pmu
	sim_set activity busy
	check "oa-top opens a stream" again live_view
	check "unload i915_oa" rmmod i915_oa
	load_driver pmu_name=i915
	check "pmu_name=i915: no PMU" no_pmu
	check "the simulated GPU saw no violation" no_violations
	unload_modules
	finish
}

[ -n "$has_pmu" ] || without_pmu
# Suspend last, because perf and intel_gpu_top are on a file system that does not survive it.
last=
[ $# -gt 0 ] || last=perf_pmu_life
[ $# -gt 0 ] || set -- perf_pmu
load_modules
run_programs "$@"
# Load the driver anew, because a program that unbinds may leave the PMU with the longer name
check "unload i915_oa" rmmod i915_oa
load_driver
sim_set activity busy
check "perf list" perf_list
check "perf stat: every event" all_events
check "perf stat -I: the GPU's time is the processor's" again interval
check "perf stat -j" json
[ -z "$excludes" ] ||
	check "perf stat: an event that a stream excludes is not counted" again not_counted
check "perf record is refused" \
	sh -c "! $perf record -a -o /dev/null -e i915_oa/gpu-time/ sleep 0.1"

check "unload i915_oa" rmmod i915_oa
load_driver pmu_name=software
check "pmu_name: a name that is in use" name_in_use
check "unload i915_oa" rmmod i915_oa
load_driver pmu_name=i915
slot=$(basename /sys/bus/pci/drivers/i915_oa/*:*)
i915=i915_$(echo "$slot" | tr : _)
if [ -n "$as_i915" ]; then
	in_layout
else
	check "pmu_name=i915: the PMU stays i915_oa" no_layout
fi
if [ -n "$last" ]; then
	check "unload i915_oa" rmmod i915_oa
	load_driver
	run_programs "$last"
fi
leave_gpu
finish
