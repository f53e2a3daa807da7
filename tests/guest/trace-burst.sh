#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest, in the stock kernel: runs oa-trace --cpu while the simulated GPU is idle, busy and idle
# again. In each of the three parts it runs a program with a different name. Then it samples page faults, and
# records with i915-perf-recorder. The traces and the recording stay in $OUT, for scripts/check/trace-burst.

. "$TOP/tests/guest/lib.sh"

trace=$TOP/build/tools/oa-trace
metric=RenderBasic
seconds=2
. "$TOP/tests/guest/recorder.sh"

begun() { stream_enabled; }

# program NAME: runs a program that keeps a processor busy for a while; its file, and so its thread, is busybox-NAME
program()
{
	cp /bin/busybox "/tmp/busybox-$1"
	"/tmp/busybox-$1" sh -c 'i=0; while [ $i -lt 30000 ]; do i=$((i + 1)); done'
}

# stops LOG LINE: interrupts oa-trace, process $pid, which must end with status 0 and have written LINE
stops()
{
	kill -INT $pid
	wait $pid
	status=$?
	cat "$1"
	grep -q "$2" "$1" && [ $status = 0 ]
}

burst()
{
	sim_set activity idle
	"$trace" --metrics tree --rate 1000 --cpu=500 -o "$OUT/burst.pftrace" >/tmp/burst.log 2>&1 &
	pid=$!
	wait_until stream_enabled
	# The GPU is idle at both ends of each part
	sleep 0.3
	program before
	sleep 0.2
	sim_set activity busy
	sleep 0.2
	program during
	sleep 0.2
	sim_set activity idle
	sleep 0.2
	program after
	sleep 0.3
	stops /tmp/burst.log 'cpu-clock, precise_ip 0 (a timer of the kernel: not precise)'
}

# Page faults are the only event whose samples have an address without a counter of the processor
faults()
{
	"$trace" --rate 1000 --cpu=100000 --cpu-event page-faults -o "$OUT/faults.pftrace" >/tmp/faults.log 2>&1 &
	pid=$!
	wait_until stream_enabled
	sleep 0.3
	"$IGT/oa-touch" || return 1
	sleep 0.3
	stops /tmp/faults.log 'page-faults, precise_ip 0 (counted by the kernel: not precise)'
}

# Check that a requested event is not replaced by another
refused()
{
	for event in mem-loads cpu/mem-loads,ldlat=30/ msr/tsc/; do
		"$trace" --count 10 --cpu-event "$event" -o /tmp/x.pftrace >/tmp/refused.log 2>&1
		status=$?
		cat /tmp/refused.log
		[ $status = 1 ] && [ "$(wc -l </tmp/refused.log)" = 1 ] || return 1
		grep -q -e "there is no PMU 'cpu'" -e "the kernel refuses $event with precise_ip 3: " \
			/tmp/refused.log || return 1
	done
}

recorder()
{
	record && cp /tmp/recording "$OUT/recording"
}

load_modules
check "trace-burst/samples beside a burst" burst
check "trace-burst/samples of page faults" faults
check "trace-burst/events that there are not" refused
check "trace-burst/the recorder records" recorder
leave_gpu
finish
