# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Sourced by guests whose GPU is a simulated one that is busy, under i915_oa or i915: tests events that the command line
# of the tools names. While the GPU is busy, which it is in 1000 of 1024 clocks, each event has a rate of its own
# (tests/sim/events.c, simulator.rst), so a wrong one shows. $platform has the GPU's platform.

dump=$TOP/build/tools/oa-dump
top=$TOP/build/tools/oa-top-static
out=${out:-/tmp/events.out}
: "${platform:?}"

has_flex() { case $platform in snb | ivb | vlv | hsw) return 1 ;; esac; }
# The mux of Sandybridge to Valleyview is not documented, so their inputs are constant here
has_mux() { case $platform in snb | ivb | vlv) return 1 ;; esac; }

# The last line of $out that has named values, of oa-dump --tree --json or oa-top --json
named_line() { grep '"named":\[{' "$out" | tail -n 1; }

# value NAME, unit NAME: print a named value, nothing if it has none, and its unit. percent STATE: prints a state's share
value() { named_line | sed -n "s/.*\"named\":\[.*{\"name\":\"$1\",\"unit\":\"[^\"]*\",\"value\":\([0-9.]*\),.*/\1/p"; }
unit() { named_line | sed -n "s/.*\"named\":\[.*{\"name\":\"$1\",\"unit\":\"\([^\"]*\)\".*/\1/p"; }
percent() { named_line | sed -n "s/.*\"states\":\[.*{\"name\":\"$1\",[^}]*\"percent\":\([0-9.]*\),.*/\1/p"; }
clocks() { named_line | sed -n 's/.*"clocks":\([0-9]*\),.*/\1/p'; }

# near VALUE WANTED [PART]: checks that a value is within PART (0.01) of an expression of awk
near()
{
	awk -v is="$1" "BEGIN { wanted = $2; exit is == \"\" || is < wanted * (1 - ${3:-0.01}) || is > wanted * (1 + ${3:-0.01}) }" && return 0
	echo "'$1' is not near $2"
	return 1
}

# counts EVENT...: one tree with these events
counts()
{
	for event; do
		set -- "$@" --event "$event"
		shift
	done
	expect 0 "$dump" --tree --json --rate 1000 --duration 300ms "$@"
}

one_event()
{
	counts pixels=ps.fpu0,share || return 1
	# FPU0 is active in 320 of 1024 busy clocks, half of them, nearly, for the pixel shader: 500 of 1024
	near "$(value pixels)" '100 * 1000 / 1024 * 320 / 1024 * 500 / 1024' && [ "$(unit pixels)" = % ] &&
		near "$(percent EU.ACTIVE)" 47.69 && ! grep -q warning "$out.err" || return 1
	# Gen12 splits each state over four counters, so none is left to divide EU.ACTIVE
	[ "$platform" = tgl ] || near "$(percent EU.ACTIVE.FPU0)" 30.5
}

covered() { named_line | sed -n 's/.*"covered_ns":\([0-9]*\),.*/\1/p'; }

# Of the SENDs of all EUs 150 of 1024 begin, and 254 of 1024 are EU 2's
example_of_the_manual()
{
	counts pixels=ps.fpu0,share sends=send.start,per-second eu2=send.eu2 || return 1
	near "$(value pixels)" '100 * 1000 / 1024 * 320 / 1024 * 500 / 1024' && [ "$(unit eu2)" = 'EU cycles' ] &&
		near "$(value sends)" "$(value eu2) / $(covered) * 1e9 * 150 / 254" 0.03
}

# Fourteen events at once, and every kind of word. No state of EU time is left then
all_counters()
{
	counts a=0/7/0,share b=0/8/0,share c=fpu1,share d=send,share e=fpu_both,share f=0x008,share g=fpu0.mov,share \
		h=send.start,per-second i=eu2.send,share j=hs.fpu0,share k=fpu0.binary,share l=stall.eu0,share \
		m=occupancy.row1,share n=ds.send,share || return 1
	busy='100 * 1000 / 1024 / 1024'
	near "$(value a)" "$busy * 320 * 516 / 1024" && near "$(value b)" "$busy * 320 * 508 / 1024" &&
		near "$(value c)" "$busy * 150" && near "$(value d)" "$busy * 60" && near "$(value e)" "$busy * 80" &&
		near "$(value f)" "$busy * 700" && near "$(value g)" "$busy * 320 * 200 / 1024" &&
		[ "$(unit h)" = events/s ] && [ "$(value h)" -gt 0 ] &&
		near "$(value i)" "$busy * 60 * 254 / 1024" 0.03 && near "$(value j)" "$busy * 320 * 20 / 1024" 0.05 &&
		near "$(value k)" "$busy * 320 * 500 / 1024" && near "$(value l)" "$busy * 300 * 262 / 1024" &&
		near "$(value m)" "$busy * 700 * 508 / 1024" && near "$(value n)" "$busy * 60 * 24 / 1024" 0.1 &&
		[ -z "$(percent EU.ACTIVE)" ] || return 1
	# shellcheck disable=SC2046
	expect 1 "$dump" --count 1 $(seq 0 14 | sed 's|.*|--event e&=0/&/1|') &&
		grep -q 'no flexible counter is free: A7 to A20 for 14 of 14 already' "$out.err"
}

# The value of a register: some pipeline is active, and none is
a_register()
{
	counts eu=0x5004,share || return 1
	near "$(value eu.low)" 47.69 && near "$(value eu.high)" 28.61 &&
		near "$(percent EU.ACTIVE)" "$(value eu.low)" && near "$(percent EU.STALL)" "$(value eu.high)"
}

# What the documents do not list counts with a warning, here as without filters (simulator.rst)
not_listed()
{
	counts odd=ps.fpu_both,share || return 1
	grep -q 'warning: --event odd: .* does not list coarse filter 5 with increment event 3' "$out.err" &&
		near "$(value odd)" '100 * 1000 / 1024 * 80 / 1024'
}

# registers_mux: registers a metric set of another program, which only enables NOA, and prints its uuid
registers_mux()
{
	python3 - "$platform" /dev/dri/renderD* <<'EOT'
import array, fcntl, os, struct, sys
address, value = (0xd04, 1 << 9) if sys.argv[1] in ('icl', 'lkf', 'ehl', 'tgl') else (0x9840, 0x80)
pairs = array.array('I', (address, value))
uuid = '01234567-0123-0123-0123-0123456789ac'
args = bytearray(struct.pack('=36sIIIQQQ', uuid.encode(), 1, 0, 0, pairs.buffer_info()[0], 0, 0))
node = os.open(sys.argv[2], os.O_RDWR)
fcntl.ioctl(node, 1 << 30 | len(args) << 16 | ord('d') << 8 | 0x77, args)
print(uuid)
EOT
}

# Input 3 is the lowest bit of the clock, and inputs 5:4 count to three
custom_events()
{
	# It stays when this is tried again
	uuid=$(registers_mux 2>/dev/null) || uuid=01234567-0123-0123-0123-0123456789ac
	expect 0 "$dump" --tree --json --rate 1000 --duration 300ms --metrics "$uuid" \
		--event 'one=inputs[5:4] == 1' --event 'third=inputs[5:4] == 1,per-clock' --event 'low=!input3' \
		--event 'behind=previous' --event 'not=!inputs[5:4] < 1' --event 'any=inputs & 0x38 > 0x10' || return 1
	cat "$out.err"
	# Haswell's clocks are not counted by this set
	all=$(clocks)
	[ "$platform" != hsw ] || all=$(awk "BEGIN { print 3 * $(value one) }")
	near "$(value one)" "$all / 3" && { [ "$platform" = hsw ] || near "$(value third)" '1 / 3'; } && near "$(value low)" "$all / 2" &&
		near "$(value behind)" "$all / 2" && near "$(value not)" "$all * 2 / 3" && near "$(value any)" "$all / 2" || return 1
	! grep -q warning "$out.err"
}

# Without a mux the inputs are 0; the documents' event of each clock needs none
custom_events_without_mux()
{
	counts all=always,per-clock none=never 'zero=!input3,share' || return 1
	grep -q 'warning: --event zero: no mux register' "$out.err" &&
		near "$(value all)" 1 && [ "$(value none)" = 0 ] && near "$(value zero)" 100 && near "$(percent EU.IDLE.GPU)" 2.34 0.1
}

some_event()
{
	if has_flex; then
		echo stalls=stall
	else
		echo stalls=!input0
	fi
}

# Table, CSV and JSON have the user's names
every_form()
{
	event=$(some_event)
	expect 0 "$dump" --rate 1000 --count 5 --event "$event" --event 'rate=always,per-second' || return 1
	grep -q '^# stalls: [A-Za-z ]*; .*\[[AB][0-9]*, 0x' "$out" && grep -q '^ *report .* stalls *rate$' "$out" &&
		[ "$(grep -c '^ *[1-5] .* [1-9][0-9]* *[1-9][0-9]*$' "$out")" = 4 ] || return 1
	expect 0 "$dump" --rate 1000 --count 5 --event "$event" --csv || return 1
	head -n 1 "$out" | grep -q ',stalls$' && [ "$(grep -c ',[1-9][0-9]*$' "$out")" = 4 ] || return 1
	expect 0 "$dump" --rate 1000 --count 5 --event "$event" --json --counters 'st*' || return 1
	grep -q '"counters":\[{"key":"stalls","unit":"' "$out" && [ "$(grep -c '"stalls":[1-9][0-9]*}$' "$out")" = 4 ]
}

# A recording has the names, and decodes to the same; two runs have one uuid, and no set is left
of_a_recording()
{
	event=$(some_event)
	sets=$(ls /sys/class/drm/card*/metrics/)
	expect 0 "$dump" --json --rate 1000 --count 100 --event "$event" --event 'all=always,share' --raw /tmp/named || return 1
	head -n 1 "$out" | grep -q '"metric_set":"events"' || return 1
	grep '"type":"report"' "$out" >/tmp/live
	uuid=$(sed -n 's/.*"metric_set_uuid":"\([^"]*\)".*/\1/p' "$out")
	expect 0 "$dump" --json --decode /tmp/named || return 1
	grep '"type":"report"' "$out" | cmp - /tmp/live && grep -q '"key":"stalls"' "$out" && grep -q '"date":"2' "$out" || return 1
	expect 0 "$dump" --tree --json --decode /tmp/named && near "$(value all)" 100 && [ "$(value stalls)" -gt 0 ] || return 1
	expect 0 "$dump" --json --rate 1000 --count 3 --event "other_$event" --event 'all=always' || return 1
	echo "uuid $uuid"
	[ -n "$uuid" ] && grep -q "\"metric_set_uuid\":\"$uuid\"" "$out" && [ "$(ls /sys/class/drm/card*/metrics/)" = "$sets" ]
}

# oa-top opens a stream for events, and a recording of it has their names
live_view()
{
	event=$(some_event)
	"$top" --json --interval 500ms --count 3 --event "$event,per-second" --event 'all=always,share' --record /tmp/top.record \
		>"$out" 2>"$out.err" || { cat "$out.err"; return 1; }
	near "$(value all)" 100 && [ "$(value stalls)" -gt 0 ] && grep -q '"source":"stream"' "$out" || return 1
	has_flex && { near "$(percent EU.ACTIVE)" 47.69 && near "$(percent EU.STALL)" 28.61 || return 1; }
	"$top" --json --count 3 --replay /tmp/top.record >"$out" && near "$(value all)" 100 && [ "$(value stalls)" -gt 0 ] || return 1
	"$top" --once --replay /tmp/top.record | grep -q '^  all  *\(100.0000\|99.9[0-9]*\) %' &&
		"$top" --csv --replay /tmp/top.record | head -n 1 | grep -q ',stalls,all,' &&
		"$top" --prometheus - --replay /tmp/top.record | grep -q '^i915_oa_named{.*name="stalls",unit=".*/s"} [1-9]'
}

# What can't be counted has one line
refused_events()
{
	while IFS='|' read -r status pattern first second; do
		expect "$status" "$dump" --count 1 --event "$first" ${second:+--event "$second"} || return 1
		[ "$(grep -c 'oa-dump: --event' "$out.err")" = 1 ] && grep -q -e "$pattern" "$out.err" || return 1
	done <<-EOT
	64|'fpu2' is no word|a=fpu2
	64|another event of the name 'a'|a=always|a=never
	64|outside of the inputs|a=inputs[5:4] == 4
	64|0x200000 is more|a=cec:0x200000/0
	1|no custom event comes before|a=previous
	1|has 'a'|a@B1=always|b@B1=never
	EOT
	if has_flex; then
		expect 1 "$dump" --count 1 --event a@A9=stall --event b@A9=active && grep -q "A9 has 'a'" "$out.err"
	else
		expect 1 "$dump" --count 1 --event a=stall && grep -q 'has no flexible EU events' "$out.err" || return 1
		expect 1 "$dump" --count 1 --event a@B0=always && grep -q 'B0 counts the clocks' "$out.err"
	fi
}

check_events()
{
	if has_flex; then
		check "events/one event" again one_event
		check "events/the example of the manual" again example_of_the_manual
		check "events/all counters" again all_counters
		check "events/the value of a register" again a_register
		check "events/what the documents do not list" again not_listed
	fi
	# Only a program that speaks the interface can register a set of others
	has_mux && command -v python3 >/dev/null && check "events/custom events" again custom_events
	check "events/custom events without a mux" again custom_events_without_mux
	check "events/table, CSV and JSON" again every_form
	check "events/a recording" again of_a_recording
	check "events/oa-top" again live_view
	check "events/what is refused" refused_events
}
