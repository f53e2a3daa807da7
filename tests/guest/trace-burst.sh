#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest, in the stock kernel: runs oa-trace and the distribution's perf while the simulated GPU is idle, busy
# and idle again. In each of the three parts it runs a program with a different name. Then oa-trace lets perf record the
# page faults of a program, and i915-perf-recorder records. The traces and the recording stay in $OUT, for
# scripts/check/trace-burst.

. "$TOP/tests/guest/lib.sh"

trace=$TOP/build/tools/oa-trace
metric=RenderBasic
seconds=2
. "$TOP/tests/guest/recorder.sh"

begun() { stream_enabled; }

# The guest has perf's libraries in a place of their own
mkdir -p /tmp/bin
printf '#!/bin/sh\nexec %s/perf "$@"\n' "$tool" >/tmp/bin/perf
chmod +x /tmp/bin/perf
export PATH="/tmp/bin:$PATH" HOME=/tmp

# program NAME: runs a program that keeps a processor busy for a while, on a fast host too, so that perf takes samples of it;
# its file, and so its thread, is busybox-NAME
program()
{
	cp /bin/busybox "/tmp/busybox-$1"
	"/tmp/busybox-$1" sh -c 'ms() { read -r up _ </proc/uptime; now=${up%.*}${up#*.}0; }
		ms; end=$((now + 300)) i=0
		while [ $i -lt 30000 ] || { ms; [ $now -lt $end ]; }; do
			j=0
			while [ $j -lt 3000 ]; do j=$((j + 1)); done
			i=$((i + j))
		done'
}

perf_records() { [ "$(stat -c %s /tmp/burst.data 2>/dev/null || echo 0)" -gt 0 ]; }

burst()
{
	sim_set activity idle
	perf record -k mono -a -e cpu-clock -F 500 -I -m 1024 -o /tmp/burst.data >/tmp/perf.log 2>&1 &
	perf=$!
	wait_until perf_records
	"$trace" --metrics tree --rate 1000 --perf /tmp/burst.data -o "$OUT/burst.pftrace" >/tmp/burst.log 2>&1 &
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
	kill -TERM $perf
	wait $perf
	kill -INT $pid
	wait $pid
	status=$?
	cat /tmp/perf.log /tmp/burst.log
	[ $status = 0 ] && grep -q ' samples of /tmp/burst.data, lost ' /tmp/burst.log
}

# Page faults are the only event whose samples have an address without a counter of the processor
faults()
{
	"$trace" --rate 1000 --perf-record '-e page-faults -c 1 -d -m 1024' -o "$OUT/faults.pftrace" -- "$IGT/oa-touch" \
		>/tmp/faults.log 2>&1
	status=$?
	cat /tmp/faults.log
	[ $status = 0 ] && grep -q ' samples of .*faults.pftrace.perf.data, lost 0, in ' /tmp/faults.log &&
		! [ -e "$OUT/faults.pftrace.perf.data" ]
}

# The status of the program is kept, and so is that of perf if it can't record
statuses()
{
	"$trace" --rate 1000 --perf-record '-e cpu-clock' -o /tmp/x.pftrace -- sh -c 'exit 7' >/tmp/statuses.log 2>&1
	status=$?
	cat /tmp/statuses.log
	[ $status = 7 ] && grep -q ' samples of ' /tmp/statuses.log || return 1
	"$trace" --rate 1000 --perf-record '-e no-such-event' -o /tmp/x.pftrace -- sleep 60 >/tmp/statuses.log 2>&1
	status=$?
	cat /tmp/statuses.log
	[ $status -gt 0 ] && grep -q 'has written no file, so the trace has no samples' /tmp/statuses.log &&
		grep -q ' [1-9][0-9]* reports*, ' /tmp/statuses.log || return 1
	PATH=/bin "$trace" --rate 1000 --perf-record -a -o /tmp/y.pftrace >/tmp/statuses.log 2>&1
	status=$?
	cat /tmp/statuses.log
	[ $status = 127 ] && grep -q 'perf: No such file' /tmp/statuses.log && ! [ -e /tmp/y.pftrace ]
}

# Without a program, perf samples all processors until the stream ends
whole_machine()
{
	"$trace" --rate 1000 --duration 1s --perf-record '-a -e cpu-clock' -o /tmp/all.pftrace >/tmp/all.log 2>&1
	status=$?
	cat /tmp/all.log
	[ $status = 0 ] && grep -q ' [1-9][0-9]* samples of ' /tmp/all.log
}

recorder()
{
	record && cp /tmp/recording "$OUT/recording"
}

load_modules
check "trace-burst/samples beside a burst" burst
check "trace-burst/samples of page faults" faults
check "trace-burst/exit statuses" statuses
check "trace-burst/samples without a program" whole_machine
check "trace-burst/the recorder records" recorder
leave_gpu
finish
