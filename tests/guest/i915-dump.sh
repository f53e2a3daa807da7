#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest whose PCI function 0000:00:02.0 is a simulated GPU with a display's class
# (scripts/vm-run -d), bound by the stock kernel's own i915: tools/oa-dump must work there, print i915's
# limits, and reject options that it does not support. tools/oa-top must show the same as oa-dump, and events named on the
# command line must count as with i915_oa.

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/pci-gpu.sh"
. "$TOP/tests/guest/metrics-lib.sh"

dump=$TOP/build/tools/oa-dump
out=/tmp/out
top=$TOP/build/tools/oa-top-static
trace=$TOP/build/tools/oa-trace
file=$TOP/tests/guest/metrics.xml
case $PLATFORM in
hsw) format=C4_B8 ;;
*) format=A12_B8_C8 ;;
esac

# Check that each report is later than the previous one
in_order()
{
	sed -n 's/.*"type":"report".*"time_ns":\([0-9]*\).*/\1/p' $out |
		awk 'NR > 1 && $1 <= last { wrong++ } { last = $1 } END { print NR " reports, " wrong + 0 " out of order"; exit wrong > 0 }'
}

streams()
{
	expect 0 "$dump" --json --rate 1000 --count 300 --raw /tmp/records || return 1
	in_order && [ "$(summary reports)" = 300 ] && [ "$(summary lost)" = 0 ] &&
		[ "$(summary uncounted)" = "$(summary losses)" ]
}

says_what_is_missing()
{
	# 6.1 has one more line, on the risk of an open stream
	[ "$(grep -vc 'under an open stream' $out.err)" = 1 ] &&
		grep -q 'i915 drives this GPU: losses are announced, but not counted' $out.err
}

decodes()
{
	grep '"type":"report"' $out >/tmp/live
	expect 0 "$dump" --json --decode /tmp/records || return 1
	grep '"type":"report"' $out | cmp - /tmp/live
}

refuses()
{
	while read -r option value; do
		expect 1 "$dump" "$option$value" --count 1 || return 1
		grep -q "i915 has no $option; i915_oa has it" $out.err || return 1
	done <<-EOT
	--buffer-size =131072
	--keep-newest
	--keep-oldest
	--wake-reports =10
	EOT
}

other_format()
{
	expect 0 "$dump" --json --format $format --count 20 && [ "$(summary reports)" = 20 ]
}

own_set()
{
	expect 0 "$dump" --json --metrics selftest --rate 1000 --count 100 || return 1
	[ "$(summary reports)" = 100 ]
}

busy_set_of_a_file() { sim_set work synthetic && sim_set activity busy && set_of_a_file; }

self_test()
{
	expect 0 "$dump" --self-test
	status=$?
	cat $out
	[ $status = 0 ] && grep -q '^skipped work: i915 has neither' $out && ! grep FAILED $out &&
		grep -q '^ok timer: ' $out
}

# percents STATE FILE: prints the state's share in each object of JSON
percents() { sed -n "s/.*\"name\":\"$1\",[^}]*\"percent\":\([0-9.]*\).*/\1/p" "$2"; }

# Without a module of this tree oa-top opens a stream, and must show oa-dump's numbers
live_view()
{
	# Do not count the work that i915 submits on Haswell to clear registers
	sim_set work synthetic && sim_set activity busy || return 1
	# On a busy host the device may pause for longer than an interval, so only most intervals must be complete.
	"$top" --json --interval 1s --count 6 >/tmp/all 2>/tmp/err || { cat /tmp/err; return 1; }
	grep -v -e '"count":null' -e '"silent":true' /tmp/all >/tmp/top
	expect 0 "$dump" --tree --json --duration 1s || return 1
	cat $out.err
	cp /tmp/top "$OUT/top.json"
	[ "$(grep -c '"gpu":{"pmu":null,"source":"stream","pci":"0000:00:02.0"' /tmp/top)" -ge 4 ] || return 1
	for state in EU.ACTIVE EU.STALL EU.IDLE.GPU; do
		percents $state /tmp/out >/tmp/wanted
		awk '{ exit $1 < 1 }' /tmp/wanted || return 1
		percents $state /tmp/top | awk -v name=$state -v wanted="$(cat /tmp/wanted)" '
			{ print name, $1, "oa-dump:", wanted; if ($1 < wanted - 0.5 || $1 > wanted + 0.5) wrong = 1 }
			END { exit NR < 4 || wrong }' || return 1
	done
}

# share_of STATE FILE: prints the state's percentage in the last counters for Prometheus
share_of()
{
	awk -v state="state=\"$1\"}" '/^# HELP i915_oa_eu_slots_total/ { sum = 0 }
		/^i915_oa_eu_slots_total/ { sum += $2; if (index($1, state)) one = $2 }
		END { if (sum) printf "%.4f\n", 100 * one / sum }' "$2"
}
# column NAME FILE: prints the last value in this column of CSV
column() { awk -F , -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) n = i } NR > 1 && $n != "" { found = $n } END { print found }' "$2"; }

# Check that text, CSV and the output for Prometheus have oa-dump's numbers, which are in /tmp/out
every_form()
{
	: >"$OUT/forms"
	"$top" --once >/tmp/text && "$top" --csv --count 4 >/tmp/csv &&
		"$top" --prometheus - --count 4 >/tmp/series || return 1
	for state in EU.ACTIVE EU.STALL; do
		wanted=$(percents $state /tmp/out)
		# In the text a counter further down may have the name of a state, so the first match counts
		for got in "$(awk -v name=$state '$1 == name { print $2; exit }' /tmp/text)" \
			"$(column ${state}_percent /tmp/csv)" "$(share_of $state /tmp/series)"; do
			echo "$state '$got', oa-dump: '$wanted'" | tee -a "$OUT/forms"
			awk -v got="$got" -v wanted="$wanted" 'BEGIN { if (got == "" || wanted == "") exit 1
				exit got + 0 < wanted - 0.5 || got + 0 > wanted + 0.5 }' || return 1
		done
	done
	grep -q '^i915_oa_info{pci="0000:00:02.0",source="stream",' /tmp/series
}

# Check that the contexts of each interval in /tmp/all began equally often, add up to the whole, and have EUs active in
# 38.147 % of the clocks in which they ran
contexts_add_up()
{
	grep -v -e '"count":null' -e '"silent":true' /tmp/all | awk '
		function number(text, key) {
			if (!match(text, "\"" key "\":[0-9.]+"))
				return -1
			return substr(text, RSTART + length(key) + 3, RLENGTH - length(key) - 3) + 0
		}
		!/"contexts":\[/ { next }
		{
			list = substr($0, index($0, "\"contexts\":["))
			sub(/\].*/, "", list)
			num = split(list, rows, "{")
			clocks = slots = most = 0
			least = 1e9
			for (i = 2; i <= num; i++) {
				clocks += number(rows[i], "clocks")
				slots += number(rows[i], "active_slots")
				begun = number(rows[i], "begun")
				most = begun > most ? begun : most
				least = begun < least ? begun : least
				share = number(rows[i], "active_percent")
				wrong += rows[i] ~ /"context":"idle"/ ? share != 0 : share < 37.847 || share > 38.447
			}
			active = substr($0, index($0, "\"name\":\"EU.ACTIVE\","))
			wrong += num != 4 || least < 1 || most - least > 1
			wrong += clocks != number($0, "clocks") || slots != number(active, "slots")
			print list, "of", number($0, "clocks"), "clocks and", number(active, "slots"), "slots"
			intervals++
		}
		END { exit wrong || !intervals }'
}

# Two contexts and an idle GPU by turns: each is busy in 800 of 1024 clocks
contexts()
{
	sim_set activity ctxswitch || return 1
	"$top" --contexts --json --interval 500ms --count 3 >/tmp/all 2>/tmp/err && "$top" --contexts --once >/tmp/once
	status=$?
	sim_set activity busy
	cat /tmp/err /tmp/once
	[ $status = 0 ] && grep -q '^Contexts  *time ' /tmp/once && [ "$(grep -c '^  0x' /tmp/once)" = 2 ] &&
		grep -q '^  idle ' /tmp/once && contexts_add_up
}

uptime_ns() { awk '{ printf "%.0f\n", $1 * 1e9 }' /proc/uptime; }

# The trace of a stream and that of a recording; scripts/check/i915-dump reads both. If the host stops the GPU's process for
# so long that its clock slips, or the guest between two readings of its clocks, reports have no known time, or their periods
# are not those of the timer. The next try begins once the GPU keeps up.
traces()
{
	slipped=$(slipped_ns)
	from=$(uptime_ns)
	expect 0 "$trace" --exponent 12 --duration 800ms -o /tmp/live.pftrace || return 1
	[ "$(slipped_ns)" = "$slipped" ] || { echo "the GPU's clock slipped: $slipped, $(slipped_ns) ns"; return 1; }
	! grep 'of unknown time' $out.err || return 1
	sleep 0.02
	echo "$(sed -n 's/.* \([0-9]*\) reports.*/\1/p' $out.err) $from $(uptime_ns)" >"$OUT/live"
	cp /tmp/live.pftrace "$OUT" && "$dump" --metrics tree --rate 1000 --duration 300ms --quiet --raw /tmp/records &&
		"$trace" --decode /tmp/records -o /tmp/file.pftrace && cp /tmp/records /tmp/file.pftrace "$OUT"
}

# The newest fifth of a second, on SIGUSR2 and at the end. The file of a signal is whole as soon as it has its name.
flight_recorder()
{
	rm -f /tmp/kept /tmp/copy
	expect 3 "$dump" --json --metrics tree --rate 1000 --raw /tmp/kept --last 200ms -- sh -c '
		sleep 0.6; kill -USR2 $PPID; until [ -e /tmp/kept ]; do sleep 0.05; done; cp /tmp/kept /tmp/copy; sleep 0.6; exit 3' &&
		grep -q 'kept: written; the stream goes on' $out.err || return 1
	all=$(summary reports)
	for file in /tmp/copy /tmp/kept; do
		expect 0 "$dump" --json --decode $file && [ "$(summary time_ns)" -ge 150000000 ] &&
			[ "$(summary reports)" -lt "$all" ] || return 1
	done
}

# Both files of the busy GPU have the same share, which one of an idle GPU has not
compares()
{
	expect 0 "$dump" --compare /tmp/copy /tmp/kept -C EU.ACTIVE --fail-over 5% || return 1
	grep '^EU.ACTIVE ' $out | awk '{ print; exit $2 < 40 || $3 < 40 }' || return 1
	sim_set activity idle
	"$dump" --quiet --metrics tree --rate 1000 --count 100 --raw /tmp/idle
	status=$?
	sim_set activity busy
	[ $status = 0 ] && expect 2 "$dump" --compare /tmp/kept /tmp/idle -C EU.ACTIVE --fail-over 5% &&
		grep '^EU.ACTIVE .* points  %  <== over' $out
}

# A mark by a signal and one by a line, in the trace of a stream; scripts/check/i915-dump reads it
marks_in_a_trace()
{
	rm -f /tmp/frames
	mkfifo /tmp/frames &&
		expect 5 "$trace" --rate 1000 --mark-on /tmp/frames -o /tmp/marks.pftrace -- sh -c "$MARK
			sleep 0.2; mark; echo 'frame one' >/tmp/frames; sleep 0.2; exit 5" && cp /tmp/marks.pftrace "$OUT"
}

someone_streams() { ls -l /proc/[0-9]*/fd 2>/dev/null | grep -q i915_perf; }

busy()
{
	"$dump" --quiet --duration 300s >/dev/null 2>&1 &
	wait_until someone_streams
	"$top" --once >/tmp/out 2>/tmp/err
	status=$?
	kill -INT $!
	wait
	cat /tmp/err
	[ $status = 1 ] && grep -q 'another stream is open: oa-dump, process [0-9]*, has it' /tmp/err
}

# Reset the whole GPU, not one engine. The i915 of 6.1 panics if a stream is open then.
full_reset() { sleep 2; echo 0xff >/sys/kernel/debug/dri/0/i915_wedged; }
survives_a_reset() { [ "$(uname -r | cut -d. -f1)" -gt 6 ] || [ "$(uname -r | cut -d. -f2)" -ge 12 ]; }

# Check that the stream continues, or that oa-dump reports its end
reset_is_told()
{
	full_reset &
	"$dump" --metrics tree --json --duration 8s >/tmp/out 2>/tmp/err
	status=$?
	wait
	tail -n 1 /tmp/out | tee "$OUT/reset"
	cat /tmp/err
	if grep -q '"silences":0' /tmp/out; then
		[ $status = 0 ] && [ "$(summary reports)" -gt 4000 ]
	else
		[ $status = 1 ] && grep -q '"silences":1,"marks":0,"incomplete":"the stream was silent at its end' /tmp/out
	fi
}

reset_is_shown()
{
	full_reset &
	"$top" --json --interval 1s --count 8 >/tmp/top 2>/tmp/err || return 1
	wait
	cat /tmp/err
	if grep -q 'although the timer runs' /tmp/err; then
		tail -n 2 /tmp/top | grep '"silent":true' | grep '"event":"eu-active",[^}]*"count":null'
	else
		! tail -n 2 /tmp/top | grep '"count":null'
	fi
}

check "load i915" load_i915
check "i915 has bound the GPU" bound_to i915
check "i915-dump/oa-dump streams" streams
check "i915-dump/a note says what is missing" says_what_is_missing
check "i915-dump/the recording decodes to the same" decodes
check "i915-dump/marks of a program" marks_by "next report"
check "i915-dump/what i915 cannot do is refused" refuses
check "i915-dump/another format" other_format
check "i915-dump/the tool's own metric set" own_set
check "i915-dump/a metric set of a file, and the tree" again busy_set_of_a_file
check "i915-dump/--self-test" self_test
check "i915-dump/the newest of a stream" again flight_recorder
check "i915-dump/two recordings side by side" compares
check "i915-dump/marks in a trace" marks_in_a_trace
check "i915-dump/oa-top, with no module" again live_view
check "i915-dump/oa-top as text, CSV and for Prometheus" again every_form
case $PLATFORM in
tgl)
	check "i915-dump/oa-top --contexts" again contexts
	check "i915-dump/oa-trace" again traces
	;;
esac
platform=$PLATFORM
. "$TOP/tests/guest/events-lib.sh"
check_events
check "i915-dump/oa-top names the program that has the unit" busy
check "i915-dump/no stream is left" eval '! someone_streams'
check "unload i915" rmmod i915
if survives_a_reset; then
	check "load i915 with whole resets" load_i915 reset=1
	check "i915-dump/a whole reset is told" reset_is_told
	check "i915-dump/a whole reset is shown" reset_is_shown
	check "unload i915 again" rmmod i915
fi
finish
