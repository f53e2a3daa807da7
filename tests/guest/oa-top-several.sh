#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest with two simulated GPUs of $PLATFORM ("hsw,snb"): oa-top must choose a source for each by
# itself. In the stock kernel hsw has a PMU and snb has none. In user-mode Linux, which has no perf events,
# each gets a stream. A GPU whose unit another program owns must be left out, with a message, and the others
# must be shown.

. "$TOP/tests/guest/lib.sh"

top=$TOP/build/tools/oa-top-static
dump=$TOP/build/tools/oa-dump
out=/tmp/oa-top.out

# source_of GPU: prints the expected source
source_of()
{
	case $(cat "/sys/bus/pci/devices/$1/drm"/card*/device/device) in
	0x01*) echo stream ;;
	*) [ -e /proc/sys/kernel/perf_event_paranoid ] && echo pmu || echo stream ;;
	esac
}
node_of() { echo /dev/dri/"$(basename "/sys/bus/pci/devices/$1/drm/"renderD*)"; }
activity() { for file in /sys/kernel/debug/i915_oa_sim/*/activity; do echo "$1" >"$file"; done; }

# shown GPU SOURCE FILE: prints the number of the GPU's intervals from this source that have EU.ACTIVE
shown() { grep "\"source\":\"$2\",\"pci\":\"$1\"" "$3" | grep -c '"name":"EU.ACTIVE",[^}]*"percent":'; }
# twice GPU SOURCE: checks that $out has two such intervals
twice() { [ "$(shown "$1" "$2" $out)" = 2 ] || { echo "$1 is not twice shown by its $2"; cat $out $out.err; return 1; }; }
absent() { ! grep "\"pci\":\"$1\"" $out; }

each_has_its_source()
{
	expect 0 "$top" --json --interval 500ms --count 2 --record /tmp/recording || return 1
	cat $out.err
	for gpu in $gpus; do
		echo "$gpu: $(source_of "$gpu")"
		twice "$gpu" "$(source_of "$gpu")" || return 1
	done
	[ ! -s $out.err ]
}

replayed()
{
	expect 0 "$top" --json --replay /tmp/recording || return 1
	for gpu in $gpus; do twice "$gpu" "$(source_of "$gpu")" || return 1; done
}

lists_each()
{
	expect 0 "$top" --list || return 1
	grep PCI $out
	for gpu in $gpus; do
		case $(source_of "$gpu") in
		pmu) grep "^i915_oa[^ ]*: .* at $gpu, " $out ;;
		stream) grep "^own stream: .* at $gpu, " $out ;;
		esac || return 1
	done
}

streams_only()
{
	expect 0 "$top" --source stream --json --interval 500ms --count 2 || return 1
	for gpu in $gpus; do twice "$gpu" stream || return 1; done
}

pmus_only()
{
	expect 0 "$top" --source pmu --json --interval 500ms --count 2 || return 1
	for gpu in $gpus; do
		case $(source_of "$gpu") in
		pmu) twice "$gpu" pmu ;;
		stream) absent "$gpu" ;;
		esac || return 1
	done
}

# hold GPU: begins to record it, so that its unit is busy
hold() { "$dump" --device "$(node_of "$1")" --quiet --duration 600s >/tmp/dump 2>&1 & held="$held $!"; }
let_go() { kill -INT $held; wait; held=; }
streams() { [ "$(grep -l '^enabled: 1' /sys/kernel/debug/dri/*/oa_status | wc -l)" -ge "$1" ]; }

# Hold the second GPU, which has a stream as its source in each kernel
one_is_held()
{
	hold "$second"
	wait_until streams 1
	expect 0 "$top" --json --interval 500ms --count 2 --record /tmp/recording
	status=$?
	cat $out.err
	let_go
	[ $status = 0 ] && twice "$first" "$(source_of "$first")" && absent "$second" || return 1
	grep -q "$(node_of "$second").* (another stream is open: oa-dump, process [0-9]*, has it)" $out.err &&
		grep -q " at $second is not shown; the other GPUs are" $out.err || return 1
	expect 0 "$top" --json --replay /tmp/recording && twice "$first" "$(source_of "$first")" && absent "$second"
}

# Hold both units: only a PMU can still be read, beside the stream
both_are_held()
{
	hold "$first"
	hold "$second"
	wait_until streams 2
	case $(source_of "$first") in
	pmu) wanted=0 ;;
	stream) wanted=1 ;;
	esac
	expect $wanted "$top" --json --interval 500ms --count 2
	status=$?
	cat $out.err
	let_go
	[ $status = 0 ] && absent "$second" || return 1
	case $wanted in
	0) grep -q "\"source\":\"pmu\",\"pci\":\"$first\"" $out ;;
	1) absent "$first" && ! grep 'other GPUs' $out.err ;;
	esac
}

closes_all()
{
	grep '^stream: ' /sys/kernel/debug/dri/*/oa_status && ! grep '^stream: ' /sys/kernel/debug/dri/*/oa_status | grep -v ': closed'
}

held=
load_modules
gpus=$(basename -a /sys/bus/pci/drivers/i915_oa/*:*)
for gpu in $gpus; do
	if [ "$(source_of "$gpu")" = pmu ]; then first=$gpu; else second=$gpu; fi
done
# Without a PMU, either GPU can be the first
: "${first:=$(echo "$gpus" | head -n 1)}"
activity busy
check "oa-top-several/each GPU has its source" again each_has_its_source
check "oa-top-several/a recording shows the same" replayed
check "oa-top-several/lists each" lists_each
check "oa-top-several/streams, if wanted" again streams_only
[ "$(source_of "$first")" = stream ] || check "oa-top-several/PMUs, if wanted" again pmus_only
check "oa-top-several/one unit is held" again one_is_held
check "oa-top-several/both units are held" again both_are_held
check "oa-top-several/all streams are closed" closes_all
check "the simulated GPUs saw no violation" no_violations
unload_modules
finish
