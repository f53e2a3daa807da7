#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest with the stock kernel: tests oa-top on the PMU of the simulated GPU of $PLATFORM. oa-top
# must show the values that follow from the GPU's activity, also beside a profiler's stream, and no event
# may be counted after it has ended. Its JSON goes to $OUT, for scripts/check/top-test, only after the
# measurements, because the guest's clock runs while the host writes.

. "$TOP/tests/guest/lib.sh"

top=$TOP/build/tools/oa-top-static
dump=$TOP/build/tools/oa-dump
out=/tmp/oa-top.out

# activity NAME: sets the activity of all simulated GPUs
activity() { for file in /sys/kernel/debug/i915_oa_sim/*/activity; do echo "$1" >"$file"; done; }

# text_has NAME SHARE: checks that the text in $out shows this share of this state
text_has() { grep -E "^ *$1 +$2" $out || { echo "no $1 of $2"; cat $out; return 1; }; }

# series NAME FILE: prints the value of a metric in node-exporter's format
series() { awk -v name="$1" 'index($0, name) == 1 { print $2 }' "$2"; }

lists()
{
	expect 0 "$top" --list || return 1
	cat $out
	grep -q 'eu-active .*EU.ACTIVE' $out && grep -q 'reports-lost' $out
}

busy()
{
	activity busy
	expect 0 "$top" --once --interval 2s || return 1
	cat $out
	grep -q '<==' $out && ! grep -q -e 'out of range' -e 'EU.*not shown' $out
}

idle()
{
	activity idle
	expect 0 "$top" --once || return 1
	cat $out
	text_has EU.ACTIVE ' *0.0000 %' && text_has EU.IDLE.GPU '100.0000 %.*<=='
}

json()
{
	activity "$1"
	expect 0 "$top" --json --interval 500ms --count 6 || return 1
	cp $out "$OUT/$1.json"
}

# Check that the profiler's records and the PMU count at the same time
beside_a_profiler()
{
	activity busy
	"$dump" --metrics tree --json --rate 500 --duration 6s >/tmp/records 2>&1 &
	sleep 2
	expect 0 "$top" --json --count 2 || return 1
	cp $out "$OUT/beside.json"
	wait
	tail -n 1 /tmp/records
	grep -q '"type":"summary".*"lost":0' /tmp/records &&
		[ "$(grep -c '"type":"report"' /tmp/records)" -gt 500 ]
}

intervals() { grep -c interval_ns /tmp/losses; }
more_intervals() { [ "$(intervals)" -gt "$1" ]; }

# Check that oa-top shows the reports that the unit skipped and those that the driver rejected, as the PMU's file
# and the recording do. A strobe that leaves no report while the unit is started can't be counted, so the
# faults come later.
losses()
{
	file=/sys/bus/event_source/devices/i915_oa/reports_lost
	before=$(cat $file)
	"$top" --json --interval 200ms >/tmp/losses 2>&1 &
	watcher=$!
	wait_until more_intervals 0
	"$dump" --metrics tree --json --rate 500 --duration 3s >/tmp/records 2>&1 &
	recorder=$!
	streamed_a_while
	sim_set fail_report_lost 20
	sim_set fail_zero_id 5
	wait $recorder
	wait_until more_intervals $(($(intervals) + 2 * $(basename -a /sys/bus/pci/drivers/i915_oa/*:* | wc -l)))
	kill -INT $watcher
	wait $watcher
	lost=$(sed -n 's/.*"type":"summary".*"lost":\([0-9]*\).*/\1/p' /tmp/records)
	shown=$(grep -o '"lost":[0-9]*' /tmp/losses | awk -F: '{ sum += $2 } END { print sum + 0 }')
	echo "the recording lost $lost, oa-top shows $shown, the file $(($(cat $file) - before))"
	[ "$lost" = 25 ] && [ "$shown" = 25 ] && [ $(($(cat $file) - before)) = 25 ]
}

# three_intervals FILE: checks for three intervals of each GPU
three_intervals()
{
	set -- "$1" /sys/kernel/debug/i915_oa_sim/*/activity
	[ "$(grep -o interval_ns "$1" | wc -l)" -ge $((3 * ($# - 1))) ]
}

# Check that SIGINT closes the array
interrupted()
{
	"$top" --json --interval 200ms >/tmp/interrupted.json &
	pid=$!
	wait_until three_intervals /tmp/interrupted.json
	kill -INT $pid
	wait $pid || return 1
	cp /tmp/interrupted.json "$OUT/"
}

counted() { [ "$(series i915_oa_gpu_clocks_total /tmp/oa.prom | head -n 1)" -gt 0 ]; }

textfile()
{
	activity busy
	"$top" --prometheus /tmp/oa.prom --interval 300ms &
	wait_until counted
	first=$(series i915_oa_gpu_clocks_total /tmp/oa.prom | head -n 1)
	sleep 2
	cp /tmp/oa.prom /tmp/oa.prom.second
	kill -TERM $!
	wait $! && [ ! -e /tmp/oa.prom ] || return 1
	cp /tmp/oa.prom.second "$OUT/oa.prom"
	second=$(series i915_oa_gpu_clocks_total /tmp/oa.prom.second | head -n 1)
	echo "clocks $first, $second"
	[ "$second" -gt "$first" ] && [ "$first" -gt 0 ]
}

records_and_replays()
{
	expect 0 "$top" --csv --count 3 --interval 300ms --record /tmp/recording || return 1
	cp $out /tmp/live.csv
	cp /tmp/recording /tmp/live.csv "$OUT/"
	expect 0 "$top" --replay /tmp/recording --csv && cmp $out /tmp/live.csv
}

# Close standard output, as a daemon does: output that can't be printed must be a failure, and must not get into the
# recording
closed_standard_output()
{
	"$top" --json --count 3 --interval 200ms --record /tmp/closed >&- 2>$out.err
	status=$?
	cat $out.err
	[ $status = 1 ] && ! grep '"pmu"' /tmp/closed || return 1
	"$top" --prometheus /tmp/closed.prom --count 3 --interval 200ms --record /tmp/closed <&- >&- 2>&- &&
		expect 0 "$top" --replay /tmp/closed --csv && [ "$(wc -l <$out)" -ge 4 ]
}

# Check that a user without CAP_PERFMON gets an error that names it
refused()
{
	mkdir -p /etc
	echo 'nobody:x:65534:65534:nobody:/:/bin/sh' >>/etc/passwd
	chmod 755 "$top"
	su nobody -s /bin/sh -c "$top --once" >$out 2>&1
	status=$?
	cat $out
	[ $status = 1 ] && grep -q 'CAP_PERFMON' $out
}

# Check in the driver's status that the unit has no owner
sleeps() { grep -q '^stream: closed' "$(oa_status)"; }

unbound_while_watched()
{
	"$top" --json --interval 200ms --count 100 >/tmp/unbound.json 2>/tmp/unbound.err &
	wait_until grep interval_ns /tmp/unbound.json
	watcher=$!
	# oa-top runs until the last GPU has gone
	for gpu in $(basename -a /sys/bus/pci/drivers/i915_oa/*:*); do
		sleep 1
		unbind_gpu "$gpu"
	done
	wait $watcher
	status=$?
	cat /tmp/unbound.err
	cp /tmp/unbound.json "$OUT/"
	echo "status $status"
	[ $status = 1 ] && grep -q 'i915_oa is gone' /tmp/unbound.err
}

load_modules
check "oa-top/lists what can be counted" lists
check "oa-top/a busy GPU" busy
check "oa-top/an idle GPU" idle
check "oa-top/JSON of a busy GPU" json busy
check "oa-top/JSON of a GPU with bursts" json burst
check "oa-top/beside a profiler" beside_a_profiler
check "oa-top/reports that a stream lost" losses
check "oa-top/SIGINT" interrupted
check "oa-top/a file for node-exporter" textfile
check "oa-top/a recording shows the same" records_and_replays
check "oa-top/standard output is closed" closed_standard_output
check "oa-top/an error without permission names it" refused
check "oa-top/nothing counts afterwards" sleeps
check "oa-top/the GPUs go while they are watched" unbound_while_watched
check "the simulated GPUs saw no violation" no_violations
unload_modules
finish
