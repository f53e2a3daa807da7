#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest whose kernel has no perf events: tests oa-top on a stream that it opens itself, of the
# simulated GPU of $PLATFORM. oa-top must show the same as oa-dump under the same load, count no time
# without reports, and name the program that owns the unit.

. "$TOP/tests/guest/lib.sh"

top=$TOP/build/tools/oa-top
dump=$TOP/build/tools/oa-dump
out=/tmp/oa-top.out

# like EXPRESSION...: checks that each is true in Python, where "top" is the array of oa-top, "tree" the object of oa-dump
like()
{
	python3 - "$@" <<'EOT'
import json, sys
top = json.load(open('/tmp/top.json'))
tree = json.load(open('/tmp/tree.json'))

def shares(found):
    return {state['name']: state.get('percent') for state in found['states']}

def counts(found):
    return {counter['event']: counter['count'] for counter in found['counters']}

def scale(found, event):
    return [counter['scale'] for counter in found['counters'] if counter['event'] == event][0]

def near(one, other, slack):
    return one is not None and other is not None and abs(one - other) <= slack

for text in sys.argv[1:]:
    assert eval(text), (text, [(shares(one), counts(one), one) for one in top], tree)
EOT
}

top_json() { expect 0 "$top" --json "$@" && cp $out /tmp/top.json; }

lists()
{
	expect 0 "$top" --list || return 1
	cat $out
	grep -q '^own stream: ' $out && grep -q 'eu-active .*EU.ACTIVE' $out && grep -q 'timer-silences' $out
}

# equals ACTIVITY TOLERANCE: checks for the same shares as oa-dump's, and for a clock for each slot
equals()
{
	sim_set activity "$1"
	expect 0 "$dump" --tree --json --duration 2s && grep '"type":"tree"' $out >/tmp/tree.json || return 1
	top_json --interval 500ms --count 4 || return 1
	like 'len(top) == 4' 'all(one["gpu"]["source"] == "stream" and one["gpu"]["pmu"] is None for one in top)' \
		'all(abs(one["interval_ns"] - 5e8) < 1e7 for one in top)' \
		"all(near(shares(one)[name], share, $2) for one in top for name, share in shares(tree).items() if share is not None)" \
		'all(set(shares(one)) == set(shares(tree)) for one in top)' \
		'all(None not in counts(one).values() for one in top)' \
		'all(one["lost"] == 0 and not one["silent"] for one in top)' \
		'all(near(counts(one)["gpu-time"] * scale(one, "gpu-time"), one["interval_ns"], 1e5) for one in top)'
}

# Check that counts agree with the GPU's clock over a long interval too
long_intervals()
{
	top_json --interval 4s --count 1 || return 1
	like 'near(top[0]["interval_ns"], 4e9, 1e7)' 'top[0]["lost"] == 0' 'None not in counts(top[0]).values()'
}

# Two contexts and an idle GPU by turns: their rows add up to the interval
contexts()
{
	sim_set activity ctxswitch
	top_json --contexts --interval 500ms --count 3
	found=$?
	expect 0 "$top" --contexts --once
	sim_set activity busy
	[ $found = 0 ] && grep -q '^Contexts  *time ' $out && [ "$(grep -c '^  0x' $out)" = 2 ] && grep -q '^  idle ' $out &&
		like 'len(top) == 3' 'all(len(one["contexts"]) == 3 and one["contexts"][2]["id"] is None for one in top)' \
			'all(near(sum(row["ns"] for row in one["contexts"]), counts(one)["gpu-time"] * scale(one, "gpu-time"), 5) for one in top)' \
			'all(sum(row["clocks"] for row in one["contexts"]) == one["clocks"] for one in top)' \
			'all(near(row["active_percent"], 38.147, 0.3) for one in top for row in one["contexts"][:2])' \
			'all(25 < row["time_percent"] < 42 for one in top for row in one["contexts"])'
}

# The frequency that the reports say is that of the clocks while the GPU is busy
frequency()
{
	sim_set activity busy
	top_json --interval 500ms --count 2 || return 1
	like 'all(near(counts(one)["slice-clocks"], one["clocks"], 1e6) for one in top)' \
		'all(counts(one)["unslice-clocks"] == counts(one)["slice-clocks"] for one in top)'
}

overflow() { sleep 1; sim_set fail_overflow 1; }

# Check that only the interval with the loss has no numbers
buffer_lost()
{
	overflow &
	top_json --interval 500ms --count 5 || return 1
	wait
	like '[one for one in top if counts(one)["eu-active"] is None]' \
		'all((shares(one)["EU.ACTIVE"] is None) == (counts(one)["eu-active"] is None) for one in top)' \
		'len([one for one in top if counts(one)["eu-active"] is None]) <= 2' \
		'shares(top[0])["EU.ACTIVE"] and shares(top[-1])["EU.ACTIVE"]'
}

# Stop the reports without an error: on Valleyview the status does not show their loss
stops() { sleep 2; sim_set fail_report_lost 1000000; }
runs_on() { sim_set fail_report_lost 0; }

# Let reports stop during a run, without an error of the driver
timer_silent()
{
	stops &
	"$top" --json --interval 1s --count 6 >/tmp/top.json 2>/tmp/err
	status=$?
	wait
	cat /tmp/err
	[ $status = 0 ] && grep -q 'no report for 1.* s, although the timer runs' /tmp/err || return 1
	like 'not top[0]["silent"] and top[-1]["silent"]' 'counts(top[-1])["eu-active"] is None' \
		'sum(counts(one)["timer-silences"] for one in top) == 1'
}

# Start oa-top while no report comes
never_a_report()
{
	"$top" --json --interval 1s --count 1 >/tmp/top.json 2>/tmp/err
	status=$?
	cat /tmp/err
	runs_on
	[ $status = 0 ] && like 'top[0]["silent"]' 'counts(top[0])["eu-active"] is None'
}

dump_silent()
{
	stops &
	expect 1 "$dump" --metrics tree --json --quiet --duration 6s || return 1
	wait
	runs_on
	cat $out $out.err
	grep -q 'although the timer runs' $out.err &&
		grep -q '"silences":1,"marks":0,"incomplete":"the stream was silent at its end' $out
}

trace_silent()
{
	stops &
	expect 1 "$TOP/build/tools/oa-trace" --metrics tree --duration 6s -o /tmp/silent.pftrace || return 1
	wait
	runs_on
	cat $out.err
	grep -q 'although the timer runs' $out.err && grep -q '1 times no report came' $out.err &&
		"$TOP/tests/tools/trace-check" text /tmp/silent.pftrace |
			grep -q 'no reports, although the timer runs'
}

# Check that a silence in the middle is counted as such, and that no number covers it
dump_goes_on()
{
	{ stops; sleep 3; runs_on; } &
	expect 0 "$dump" --metrics tree --json --duration 8s --raw /tmp/silence || return 1
	wait
	tail -n 1 $out
	grep -q '"type":"silence"' $out && grep -q '"gaps":1,.*"silences":1' $out || return 1
	# The recording has the silence too, and not the host's name
	sed '1s/"host":"[^"]*"/"host":null/' $out >/tmp/silence.json
	expect 0 "$dump" --json --decode /tmp/silence && cmp $out /tmp/silence.json
}

# Check that the program that owns the unit is named
unit_is_busy()
{
	"$dump" --quiet --duration 5s >/tmp/dump 2>&1 &
	wait_until stream_enabled
	expect 1 "$top" --once
	status=$?
	cat $out.err
	kill -INT $!
	wait
	[ $status = 0 ] && grep -q 'another stream is open: oa-dump, process [0-9]*, has it' $out.err
}

no_rights()
{
	su nobody -s /bin/sh -c "$top --once" >/tmp/refused 2>&1
	[ $? = 1 ] || return 1
	cat /tmp/refused
	grep -q -e 'be root or in the node' -e 'CAP_PERFMON' /tmp/refused
}

pmu_only()
{
	expect 1 "$top" --source pmu --once || return 1
	cat $out.err
	grep -q 'no perf events' $out.err
}

records_and_replays()
{
	expect 0 "$top" --csv --count 3 --interval 300ms --record /tmp/recording || return 1
	cp $out /tmp/live.csv
	expect 0 "$top" --replay /tmp/recording --csv && cmp $out /tmp/live.csv
}

textfile()
{
	expect 0 "$top" --prometheus - --count 2 --interval 300ms || return 1
	cat $out
	grep -q '^i915_oa_info{pci=".*",source="stream",' $out && grep -q '^i915_oa_timer_silences_total{.*} 0$' $out &&
		! grep 'pmu=' $out
}

closes_all() { grep -q '^stream: closed' "$(oa_status)"; }
# The metric set must not outlive the stream
leaves_no_set() { ! ls -d /sys/class/drm/card*/metrics/0a5e1f7e-* 2>/dev/null; }

ends_with_the_gpu()
{
	rm -f /tmp/top.json
	"$top" --json --interval 200ms --count 100 >/tmp/top.json 2>/tmp/err &
	pid=$!
	wait_until grep interval_ns /tmp/top.json
	basename -a /sys/bus/pci/drivers/i915_oa/*:* | head -n 1 >/sys/bus/pci/drivers/i915_oa/unbind
	wait $pid
	status=$?
	cat /tmp/err
	[ $status = 1 ] && grep -q 'has ended' /tmp/err && like top
}

load_modules
check "oa-top-stream/lists what can be counted" lists
check "oa-top-stream/a busy GPU, as oa-dump" equals busy 0.3
check "oa-top-stream/an idle GPU, as oa-dump" equals idle 0.05
check "oa-top-stream/a long interval" long_intervals
case ${PLATFORM:-hsw} in
bdw | icl) check "oa-top-stream/contexts" contexts ;;
esac
case ${PLATFORM:-hsw} in
icl) check "oa-top-stream/frequency" frequency ;;
esac
sim_set activity busy
check "oa-top-stream/a lost buffer is not counted" buffer_lost
case ${PLATFORM:-hsw} in
vlv)
	check "oa-top-stream/the timer falls silent" timer_silent
	check "oa-top-stream/and never wrote" never_a_report
	check "oa-top-stream/oa-dump says so" dump_silent
	check "oa-top-stream/oa-dump counts it" dump_goes_on
	check "oa-top-stream/oa-trace says so" trace_silent
	;;
esac
check "oa-top-stream/another program has the unit" unit_is_busy
check "oa-top-stream/an error without permission names it" no_rights
check "oa-top-stream/no PMU" pmu_only
check "oa-top-stream/a recording shows the same" records_and_replays
check "oa-top-stream/text for node-exporter" textfile
check "oa-top-stream/the stream is closed" closes_all
check "oa-top-stream/no metric set is left" leaves_no_set
check "the simulated GPU saw no violation" no_violations
check "oa-top-stream/the GPU goes" ends_with_the_gpu
unload_modules
finish
