#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest: runs tools/oa-dump on the simulated GPU of $PLATFORM. oa-dump must print
# exactly the reports that the driver delivered, and the accounting must balance.

. "$TOP/tests/guest/lib.sh"

dump=$TOP/build/tools/oa-dump
platform=${PLATFORM:-hsw}
out=/tmp/oa-dump.out

# says STATUS PATTERN ARGUMENTS...: checks that oa-dump ends with STATUS, and that one of its messages matches PATTERN
says()
{
	wanted=$1 pattern=$2
	shift 2
	expect "$wanted" "$dump" "$@" || return 1
	grep -q -e "$pattern" $out.err && return 0
	echo "no '$pattern' in the last line"
	return 1
}

bad_arguments()
{
	says 64 "'x' is no rate from 1 to 1000000000 Hz" --rate x &&
		says 64 "'0' is no number from 1 to 1000000000" --count 0 &&
		says 64 "'32' is no number" --exponent 32 &&
		says 64 "'-1' is no number" --count=-1 &&
		says 64 'is no time' --duration 5parsec &&
		says 64 'is no time' --period 0 &&
		says 64 'is not known' --platform i740 &&
		says 64 'goes with' --platform hsw &&
		says 64 'reads a file' --decode x --raw y &&
		says 64 'is no option' 1 &&
		says 64 'has a stream of its own' --self-test --list &&
		says 64 'has a stream of its own' --self-test --event a=always &&
		says 64 'goes with --self-test' --report /tmp/x &&
		says 64 'needs the name of a file' --self-test --report - &&
		says 64 '.event does not go with it' --decode x --event a=always &&
		says 64 'goes with --decode' --html x &&
		says 64 'unrecognized option' --nonsense
}

refusals()
{
	says 1 'no report format' --format nonsense &&
		says 1 'no counter' --counters A0,Z9 &&
		says 1 'no counter' --counters A63 &&
		says 1 'no metric set' --metrics 01234567-0123-0123-0123-0123456789ab &&
		says 1 'no stream' --metrics 9999 --count 1 &&
		says 1 'is no GPU' --device /dev/null &&
		says 1 'No such file' --device /nonexistent &&
		says 1 'the longest period is 3..\.. s' --period 400s --count 1 &&
		says 0 'longer than the run' --rate 1 --duration 200ms &&
		says 0 'longer than the run' --exponent 31 --duration 200ms &&
		says 1 'No such file' --decode /nonexistent &&
		says 1 'is no recording' --decode /proc/version
}

# Reports on request are in the output, beside those that the driver delivered by read(). It does not run the render
# engine of Sandybridge. The driver's count is that of the last stream.
marks_of_a_program()
{
	[ $platform != snb ] || { marks_by "next report"; return; }
	marks_by request && [ "$(summary reports)" = $(($(oa_value reports_delivered) + 2)) ]
}

keeps_the_newest()
{
	expect 0 "$dump" --quiet --rate 1000 --duration 2s --raw /tmp/last --last 300ms &&
		expect 0 "$dump" --json --decode /tmp/last && ns=$(summary time_ns) || return 1
	echo "$ns ns"
	# The oldest part is of a tenth of the time, and the recording begins within it
	[ "$ns" -ge 290000000 ] && [ "$ns" -lt 1000000000 ] && [ "$(summary out_of_order)" = 0 ] && [ "$(summary time_unknown)" = 0 ]
}

# A program chooses its own name. Escape sequences in it must not reach the terminal of a reader.
names_the_owner()
{
	owner=/tmp/$(printf 'a\033[31mb')
	cp "$dump" "$owner"
	"$owner" --duration 60s >/dev/null 2>&1 &
	pid=$!
	wait_until stream_enabled && says 1 "a?.31mb, process $pid, has it" --count 1 &&
		! grep -q "$(printf '\033')" $out.err
	ret=$?
	kill $pid
	wait $pid
	rm "$owner"
	return $ret
}

listing()
{
	expect 0 "$dump" --list || return 1
	for key in snb ivb vlv hsw bdw chv skl bxt icl; do
		grep -q "^$key: " $out || { echo "no $key"; return 1; }
	done
	expect 0 "$dump" --list --platform snb || return 1
	grep -q '^  A29_B4 .*192 bytes .*A0-A28 B0-B3' $out &&
		grep -q '^  A21 .*ps_killed.*(counts twice' $out &&
		! grep -q '^  A17 ' $out && ! grep -q '^hsw' $out
}

# accounting_balances BEFORE: compares the reports in $out with the driver's status of their stream
accounting_balances()
{
	before=$1
	delivered=$(oa_value reports_delivered) lost=$(oa_value reports_lost)
	dropped=$(oa_value reports_dropped) discarded=$(oa_value reports_discarded)
	filtered=$(oa_value reports_filtered)
	produced=$(($(sim_get produced) - before))
	lines=$(grep -c '^{"type":"report"' $out)
	echo "produced $produced: delivered $delivered, lost $lost, dropped $dropped," \
		"discarded $discarded, filtered $filtered; printed $lines"
	[ "$produced" -gt 0 ] &&
		[ "$produced" = $((delivered + lost + dropped + discarded + filtered)) ] &&
		[ "$lines" = "$delivered" ] && [ "$(summary reports)" = "$delivered" ]
}

chooses_buffer_and_wake()
{
	before=$(sim_get produced)
	expect 0 "$dump" --json --rate 1000 --duration 300ms --buffer-size 0 --wake-reports 20 ||
		return 1
	accounting_balances "$before" &&
		says 1 'Invalid argument' --rate 1000 --count 1 --buffer-size 12345 &&
		says 1 'Invalid argument' --rate 1000 --count 1 --buffer-size 131072 --wake-reports 2000
}

prints_what_is_delivered()
{
	before=$(sim_get produced)
	expect 0 "$dump" --json --rate 10000 --duration 300ms --raw /tmp/records || return 1
	cp $out /tmp/live.json
	accounting_balances "$before" && [ "$(summary lost)" = "$(oa_value reports_lost)" ]
}

# Record each format of the platform, with default options
every_format()
{
	expect 0 "$dump" --list --platform "$platform" || return 1
	sed -n 's/^  \([A-Za-z0-9_]*\)  *number .*/\1/p' $out >/tmp/formats
	[ -s /tmp/formats ] || return 1
	while read -r format; do
		expect 0 "$dump" --json --format "$format" --count 20 || return 1
		[ "$(summary reports)" = 20 ] || { echo "$format: $(summary reports)"; return 1; }
	done </tmp/formats
}

# Check that every line is an object, and that the header names each counter of each report
json_is_json()
{
	python3 - /tmp/live.json <<'EOT'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
keys = [counter["key"] for counter in lines[0]["counters"]]
assert lines[0]["type"] == "header" and "A0" in keys and "B0" in keys, lines[0]
assert all("name" in counter for counter in lines[0]["counters"]), lines[0]
reports = [line for line in lines if line["type"] == "report"]
assert len(reports) > 100, len(reports)
for before, report in zip(reports, reports[1:]):
    assert all(key in report for key in keys), report
    assert report["time_ns"] > before["time_ns"], report
    assert report["report"] == before["report"] + 1, report
assert lines[-1]["type"] == "summary", lines[-1]
EOT
}

# Select counters by name and by number; they must be printed in the requested order
chooses_counters()
{
	expect 0 "$dump" --counters b1,A1,B0 --count 3 || return 1
	grep -q '^ *report  *time/us  *id  *B1  *A1  *B0$' $out &&
		grep -q '^# B1  *[^ ]*: ' $out && [ "$(grep -c '^ *[123] ' $out)" = 3 ]
}

# The head names the host of a live run only
without_head() { tail -n +2; }

decodes_the_same()
{
	expect 0 "$dump" --json --decode /tmp/records &&
		without_head <$out >/tmp/decoded.json && without_head </tmp/live.json | cmp - /tmp/decoded.json
}

count_is_exact()
{
	expect 0 "$dump" --json --count 100 --rate 5000 || return 1
	[ "$(summary reports)" = 100 ] && [ "$(oa_value reports_delivered)" = 100 ]
}

# With the metric set of the self-test, B0 counts each clock
clocks_count()
{
	expect 0 "$dump" --json --metrics selftest --counters B0 --count 20 || return 1
	awk -F'"B0":|"time_ns":' '
		/"type":"report".*"B0":/ {
			# At most 2 GHz
			if (0 + $3 <= 0 || 0 + $3 > 2 * ($2 - before)) odd++
			n++
		}
		{ before = $2 }
		END { print n " deltas, " odd + 0 " of them odd"; exit n != 19 || odd }' $out
}

# Stop the reader until the unit has written more than 65536 reports of 256 bytes, which is what the
# largest buffer holds. Then stop the clock until the reader has read to the end. If the host stalls
# after that, the close of the stream may find a further loss, which has no record.
announces_losses()
{
	before=$(sim_get produced)
	{
		"$dump" --json --exponent 7 &
		pid=$!
		strobes_since "$before" 20000
		kill -STOP $pid
		strobes_since "$(strobes)" 70000
		sim_set clock manual
		kill -CONT $pid
		everything_read "$before"
		found=$(counted_lost)
		sim_set clock real
		kill -TERM $pid
		wait $pid
	} >$out 2>$out.err
	cat $out.err
	accounting_balances "$before" || return 1
	[ "$platform" = hsw ] || grep -q '"type":"lost","what":"buffer"' $out || {
		echo "no lost buffer in:"
		grep -v '"type":"report"' $out
		return 1
	}
	announced=$(summary lost)
	counted=$(counted_lost)
	echo "announced $announced, counted $found before the end, $counted after it"
	[ "$found" -gt 0 ] && [ "$announced" -ge "$found" ] && [ "$announced" -le "$counted" ]
}

# Fill a small disk: the records that it had room for must be complete
full_disk()
{
	mkdir -p /tmp/small
	mount -t tmpfs -o size=100k tmpfs /tmp/small || return 1
	says 1 'small/records: No space left on device' --rate 1000 --duration 20 --quiet --raw /tmp/small/records &&
		says 1 'does not fit' --json --decode /tmp/small/records
	found=$?
	umount /tmp/small
	[ $found = 0 ] && [ "$(grep -c '"type":"report"' $out)" -gt 300 ] &&
		[ "$(summary reports)" = "$(grep -c '"type":"report"' $out)" ]
}

# ends_whole REASON: checks that tree and summary in $out are whole, and have the reason of the end
ends_whole()
{
	tail -n 1 $out | grep -q "^{\"type\":\"summary\".*,\"incomplete\":\"$1\"}\$" &&
		grep -q "^{\"type\":\"tree\".*,\"incomplete\":\"$1\".*}\$" $out
}

# A file that can't be written, for the reader of a FIFO has gone or its size has a limit, must not cut the main output
raw_cannot_be_written()
{
	mkfifo /tmp/fifo || return 1
	head -c 300 /tmp/fifo >/dev/null &
	says 1 'fifo: Broken pipe' --rate 1000 --duration 20 --tree --json --raw /tmp/fifo &&
		ends_whole '/tmp/fifo: Broken pipe' || return 1
	rm /tmp/fifo
	(
		ulimit -f 200
		says 1 'limited: File too large' --rate 1000 --duration 20 --tree --json --raw /tmp/limited
	) && ends_whole '/tmp/limited: File too large'
}

interrupt_ends_it()
{
	rm -f /tmp/interruptible.pid
	interrupt_when streamed_a_while &
	expect 0 interruptible "$dump" --rate 100 || return 1
	wait
	grep -q '[1-9][0-9]* reports over' $out.err
}

# Check that the self-test prints a result for each property, and no failure
self_test()
{
	expect 0 "$dump" --self-test || { cat $out; return 1; }
	cat $out
	! grep -q '^FAILED' $out && grep -q '^ok time stamps: ' $out && grep -q '^ok B counters: ' $out ||
		return 1
	case $platform in
	snb | ivb | vlv) grep -q '^skipped work: ' $out ;;
	*) grep -q '^ok arithmetic: ' $out && grep -q '^ok order: ' $out && grep -q '^ok wait: ' $out ;;
	esac
}

# report_of NAME [KNOB VALUE]: writes the report of a self-test of a GPU, which breaks the assumption NAME by this knob, to
# $OUT/answers/NAME; tests/tools/answers-test compares what the report says of the assumptions
report_of()
{
	[ $# = 1 ] || sim_set "$2" "$3"
	"$dump" --self-test --report "$OUT/answers/$1" >$out 2>&1
	[ $# = 1 ] || sim_set "$2" 0
	grep -q '^== reports' "$OUT/answers/$1"
}

reports_of_broken_gpus()
{
	rm -rf "$OUT/answers"
	mkdir "$OUT/answers" || return 1
	report_of none && report_of order fail_order 1 && report_of events fail_b_counters 2 &&
		report_of clock fail_clock 1073741824 || return 1
	case $platform in
	icl | ehl | lkf) ;;
	*) report_of phase fail_phase 77 && report_of grid fail_grid 3000 || return 1 ;;
	esac
	case $platform in
	snb | ivb | vlv | hsw) report_of 15 fail_timestamp_high 2654435761 ;;
	*) report_of context fail_context 1 && report_of lines fail_lines 2 ;;
	esac
}

# finds KNOB VALUE PROPERTY: checks that with this knob the self-test fails for this property
finds()
{
	sim_set "$1" "$2"
	expect 1 "$dump" --self-test
	found=$?
	sim_set "$1" 0
	cat $out
	[ $found = 0 ] && grep -q "^FAILED $3: " $out
}

self_test_finds_faults()
{
	# A fault of one counter, then of all; time that steps back
	finds fail_b_counters 2 'B counters' && finds fail_b_counters 255 'B counters' &&
		finds fail_order 1 'time stamps' || return 1
	case $platform in
	snb | ivb | vlv) ;;
	*)
		finds fail_alu 1 arithmetic && finds fail_timestamp 1 work &&
			finds fail_lines 8 'first report'
		;;
	esac
}

# tree_has PYTHON: checks that the tree in $out satisfies the expression; p(NAME) is a state's percentage
tree_has()
{
	python3 - $out "$1" <<'EOT'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
tree = [line for line in lines if line["type"] == "tree"][-1]
states = {state["name"]: state for state in tree["states"]}
def p(name):
    return states[name]["percent"]
def near(name, wanted):
    return abs(p(name) - wanted) < 0.2
assert eval(sys.argv[2]), (sys.argv[2], tree)
EOT
}

# Print the shares of EU.ACTIVE and EU.STALL while the simulated GPU is busy, which it is in 1000 of 1024 clocks (sim/core/)
busy_percents()
{
	case $platform in
	snb) echo 48.83 24.41 ;;
	hsw) echo 48.83 29.30 ;;
	ivb | vlv) echo 48.83 24.41 ;;
	*) echo 47.69 28.61 ;;
	esac
}

# The counts begin with the first report, so the activity is set before it
tree_shows_activity()
{
	sim_set activity busy
	expect 0 "$dump" --tree --json --rate 1000 --duration 500ms || return 1
	cat $out
	# shellcheck disable=SC2046
	set -- $(busy_percents)
	tree_has "round(1e4 * p('EU.ACTIVE')) + round(1e4 * p('EU.STALL')) + round(1e4 * p('EU.IDLE')) == 1e6" &&
		tree_has "near('EU.ACTIVE', $1) and near('EU.STALL', $2) and near('EU.IDLE.GPU', 2.34)" &&
		tree_has "tree['look'].startswith('EU.ACTIVE.')" || return 1
	sim_set activity idle
	expect 0 "$dump" --tree --json --rate 1000 --duration 300ms || return 1
	cat $out
	tree_has "p('EU.ACTIVE') == 0 and p('EU.STALL') == 0 and p('EU.IDLE.GPU') == 100" &&
		tree_has "tree['look'] == 'EU.IDLE.GPU'" || return 1
	sim_set activity burst
}

# Two contexts and an idle GPU by turns (sim_activity.c): each busy in 800 of 1024 clocks, and their rows add up to the whole
contexts_add_up()
{
	sim_set activity ctxswitch
	expect 0 "$dump" --tree --json --rate 1000 --duration 300ms
	found=$?
	sim_set activity burst
	[ $found = 0 ] && grep '"contexts":' $out | cut -d '[' -f 4- && python3 - $out <<'EOT'
import json, sys
tree = [line for line in map(json.loads, open(sys.argv[1])) if line["type"] == "tree"][-1]
rows = tree["contexts"]
states = {state["name"]: state for state in tree["states"]}
assert len(rows) == 3 and rows[2]["context"] == "idle" and len({row["id"] for row in rows}) == 3, rows
assert sum(row["clocks"] for row in rows) == tree["clocks"], rows
# Each row's time is rounded down to a ns
assert 0 <= tree["covered_ns"] - sum(row["ns"] for row in rows) <= 3 and not tree["uncovered_ns"], (rows, tree)
for key, name in (("active", "EU.ACTIVE"), ("stall", "EU.STALL")):
    assert sum(row[key + "_slots"] for row in rows) == states[name]["slots"], (name, rows)
    assert rows[2][key + "_percent"] == 0, rows
assert all(row["begun"] >= 5 and 25 < row["time_percent"] < 42 for row in rows), rows
assert all(abs(row["active_percent"] - 38.147) < 0.3 for row in rows[:2]), rows
EOT
}

# Between two reports of one frequency as many clocks must pass as it says. No segment of the activity is shorter than two of
# their periods. Clocks and time are the simulated GPU's
says_frequencies()
{
	sim_set activity freq
	expect 0 "$dump" --json --rate 1000 --duration 300ms --counters ticks
	found=$?
	sim_set activity burst
	[ $found = 0 ] && python3 - $out <<'EOT'
import json, sys
reports = [line for line in map(json.loads, open(sys.argv[1])) if line["type"] == "report"]
assert len({report["slice_mhz"] for report in reports}) > 3, {report["slice_mhz"] for report in reports}
pairs = [(one["ticks"] * 1e3 / (one["time_ns"] - before["time_ns"]), one["slice_mhz"]) for before, one in zip(reports, reports[1:])
         if before["slice_mhz"] == one["slice_mhz"] and "ticks" in one]
assert len(pairs) > 50 and all(abs(clock - mhz) < 2 for clock, mhz in pairs), pairs
assert all(report["unslice_mhz"] == report["slice_mhz"] for report in reports)
EOT
}

# If --eus names fewer EUs than are counted as busy, the tree must show the reason instead of values
tree_flags_what_is_wrong()
{
	sim_set activity busy
	expect 0 "$dump" --tree --json --rate 1000 --duration 300ms --eus 1 || return 1
	cat $out
	sim_set activity burst
	tree_has "all('percent' not in state for state in tree['states'])" &&
		tree_has "'out of range' in states['EU.ACTIVE']['wrong']"
}

# The tree of a recording must equal that of the run. From gen8 on the tree needs a metric set that counts EU time.
tree_of_a_recording()
{
	expect 0 "$dump" --tree --json --rate 1000 --duration 300ms --raw /tmp/tree || return 1
	cp $out /tmp/tree.json
	expect 0 "$dump" --tree --json --decode /tmp/tree && cmp $out /tmp/tree.json || return 1
	expect 0 "$dump" --tree --json --rate 1000 --duration 300ms --metrics selftest || return 1
	case $platform in
	snb | ivb | vlv | hsw) tree_has "'percent' in states['EU.ACTIVE']" ;;
	*) tree_has "'percent' not in states['EU.ACTIVE']" ;;
	esac
}

# as_nobody PROGRAM ARGUMENTS...: checks that PROGRAM fails for an unprivileged user; its errors are in $out.err. It runs a
# copy, because the user may have no access to this tree.
as_nobody()
{
	cp "$1" /tmp/program && chmod 755 /tmp/program && shift || return 1
	(cd /tmp && setpriv --reuid=65534 --regid=65534 --clear-groups /tmp/program "$@") >$out 2>$out.err
	status=$?
	cat $out.err
	[ $status = 1 ]
}

# Check that each option leads to the same error
names_permission()
{
	chmod 600 /dev/dri/*
	as_nobody "$dump" --count 1 && grep -q 'renderD.* denied .*group' $out.err || return 1
	chmod 666 /dev/dri/*
	for asked in --count=1 --tree --self-test --metrics=9999; do
		as_nobody "$dump" $asked && grep -q 'denied .*perf_stream_paranoid' $out.err || return 1
	done
	as_nobody "$TOP/build/tools/oa-trace" --count 1 -o /dev/null && grep -q perf_stream_paranoid $out.err
}

# registers UUID: registers a metric set that counts nothing, and prints its number
registers()
{
	python3 - "$1" "$platform" /dev/dri/renderD* <<'EOT'
import array, fcntl, os, struct, sys
pair = array.array('I', (0x2390 if sys.argv[2] in ('snb', 'ivb', 'vlv') else 0x2770, 0))
args = bytearray(struct.pack('=36sIIIQQQ', sys.argv[1].encode(), 0, 1, 0, 0, pair.buffer_info()[0], 0))
node = os.open(sys.argv[3], os.O_RDWR)
print(fcntl.ioctl(node, 1 << 30 | len(args) << 16 | ord('d') << 8 | 0x77, args))
EOT
}

# A set under the tools' uuid must not be used if another program, or another version of the tools, has registered it
set_is_known_by_its_content()
{
	registers 0a5e1f7e-5700-4d1c-9a60-747265652065 || return 1
	registers 0a5e1f7e-5700-4d1c-9a60-2f6f61647564 || return 1
	sim_set activity busy
	expect 0 "$dump" --tree --json --rate 1000 --duration 300ms || return 1
	sim_set activity burst
	cat $out
	# shellcheck disable=SC2046
	set -- $(busy_percents)
	grep -q 'it is replaced' $out.err && tree_has "near('EU.ACTIVE', $1) and near('EU.STALL', $2)" && clocks_count
}

# Run oa-dump where a part of /sys is hidden, as in a container. It must find the set that a killed run left in the
# driver's own list.
without_sysfs()
{
	"$dump" --metrics tree --rate 100 >/tmp/killed 2>&1 &
	pid=$!
	wait_until grep -q '^ *3 ' /tmp/killed
	kill -KILL $pid
	wait $pid
	for options in '' '--metrics selftest' '--metrics tree' "--metrics $(registers 01234567-0123-0123-0123-0123456789ab)"; do
		# shellcheck disable=SC2086
		expect 0 unshare -m sh -c 'mount -t tmpfs none /sys/dev && exec "$@"' sh "$dump" --json --count 3 $options ||
			return 1
		[ "$(summary reports)" = 3 ] || return 1
	done
	says 1 'registered: .*01234567-0123-0123-0123-0123456789ab' --metrics RenderBasic
}

# examples/client.c, which uses nothing of this tree, must measure the EUs and leave no set behind. It tries the rows of
# its table from the newest generation on.
example_client()
{
	client=$TOP/build/tools/client node=$(echo /dev/dri/renderD*)
	sets=$(ls /sys/class/drm/card*/metrics/)
	sim_set activity busy
	expect 0 "$client" 20 "$node"
	found=$?
	sim_set activity burst
	cat $out
	# shellcheck disable=SC2046
	[ $found = 0 ] && near_shares $(busy_percents) <$out && [ "$(ls /sys/class/drm/card*/metrics/)" = "$sets" ] &&
		as_nobody "$client" 1 "$node" && grep -q perf_stream_paranoid $out.err
}

# near_shares ACTIVE STALLED: checks that there are at least 19 differences, and that each is within 0.5 of these shares
near_shares()
{
	awk -v active="$1" -v stalled="$2" '
		function far(a, b) { return a - b > 0.5 || b - a > 0.5 }
		/ ticks, / { n++; odd += $3 <= 0 || far($5, active) || far($8, stalled) }
		END { print n + 0 " differences, " odd + 0 " of them odd"; exit n < 19 || odd }'
}

# At this rate a buffer of 128 KiB is full too soon for any reader
refuses_what_cannot_be_read()
{
	says 1 'a rate may be too fast' --exponent 4 --count 1 &&
		dmesg | grep -q 'fills half of a buffer of'
}

# Check that standard output has only the records
through_a_pipe()
{
	"$dump" --raw - --count 50 2>$out.err | "$dump" --decode - --json >$out
	cat $out.err
	[ "$(summary reports)" = 50 ] && ! grep -q incomplete $out && grep -q ' 50 reports over' $out.err
}

# Unbind the driver: all values until then must be printed, and the reason of the end
ended_by_the_gpu()
{
	gpu=$(bound_gpu)
	for options in --json '--json --tree' --tree; do
		# shellcheck disable=SC2086
		"$dump" $options --rate 1000 --duration 100 >$out 2>$out.err &
		pid=$!
		streamed_a_while
		unbind_gpu "$gpu"
		wait $pid
		status=$?
		bind_gpu "$gpu"
		echo "$options: status $status"
		tail -n 1 $out
		cat $out.err
		[ $status = 1 ] && grep -q 'the stream ends: No such device' $out.err &&
			! grep -q "can't be removed" $out.err || return 1
		case $options in
		*--json*) tail -n 1 $out | grep -q '"type":"summary".*"incomplete":"the stream ends' &&
			[ "$(summary reports)" -gt 0 ] || return 1 ;;
		esac
		case $options in
		'--json --tree') grep -q '"type":"tree".*"incomplete":"the stream ends' $out || return 1 ;;
		--tree) grep -q '^EU time of .* [1-9][0-9]* intervals, .*incomplete: the stream ends' $out || return 1 ;;
		esac
	done
}

load_modules
echo 2 >/sys/module/drm/parameters/debug
check "oa-dump/bad arguments" bad_arguments
check "oa-dump/refusals" refusals
check "oa-dump/names the owner" names_the_owner
check "oa-dump/list" listing
check "oa-dump/chooses buffer and wake" chooses_buffer_and_wake
check "oa-dump/prints what is delivered" prints_what_is_delivered
command -v python3 >/dev/null && check "oa-dump/JSON is JSON" json_is_json
check "oa-dump/chooses counters" chooses_counters
check "oa-dump/decodes what it saved" decodes_the_same
check "oa-dump/through a pipe" through_a_pipe
check "oa-dump/every format" every_format
check "oa-dump/marks of a program" marks_of_a_program
check "oa-dump/--last keeps the newest" keeps_the_newest
check "oa-dump/an exact count" count_is_exact
check "oa-dump/clocks count" clocks_count
check "oa-dump/self-test" self_test
check "oa-dump/self-test finds faults" self_test_finds_faults
check "oa-dump/reports of self-tests" reports_of_broken_gpus
if command -v python3 >/dev/null; then
	check "oa-dump/the tree shows the activity" tree_shows_activity
	check "oa-dump/the tree flags what is wrong" tree_flags_what_is_wrong
	check "oa-dump/the tree of a recording" tree_of_a_recording
	case $platform in
	bdw | skl | icl) check "oa-dump/contexts" contexts_add_up ;;
	esac
	case $platform in
	skl | icl) check "oa-dump/frequencies" says_frequencies ;;
	esac
fi
if command -v setpriv >/dev/null; then
	check "oa-dump/an error without permission names it" names_permission
	check "oa-dump/the example of a client" example_client
fi
check "oa-dump/losses" announces_losses
check "oa-dump/SIGINT" interrupt_ends_it
check "oa-dump/a full disk" full_disk
check "oa-dump/a file that can't be written" raw_cannot_be_written
case $platform in
snb | ivb | vlv) check "oa-dump/a rate beyond readers" refuses_what_cannot_be_read ;;
esac
if command -v python3 >/dev/null; then
	. "$TOP/tests/guest/events-lib.sh"
	sim_set activity busy
	check_events
	sim_set activity burst
fi
check "oa-dump/leaves no metric set" leaves_no_metric_set
if command -v python3 >/dev/null; then
	check "oa-dump/a set is known by its content" set_is_known_by_its_content
	check "oa-dump/without sysfs" without_sysfs
fi
check "oa-dump/the GPU ends it" ended_by_the_gpu
echo 0 >/sys/module/drm/parameters/debug
leave_gpu
finish
