#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest whose PCI function 0000:00:02.0 is a simulated GPU with a display's class
# (scripts/vm-run -d), bound by the stock kernel's own i915: tools/oa-dump must work there, say what
# is missing, and refuse what i915 cannot do.

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/pci-gpu.sh"

dump=$TOP/build/tools/oa-dump
out=/tmp/out
case $PLATFORM in
hsw) format=C4_B8 ;;
*) format=A12_B8_C8 ;;
esac

# Each report is after the one before
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
	[ "$(wc -l <$out.err)" = 1 ] && grep -q 'i915 drives this GPU: losses are announced, but not counted' $out.err
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

self_test()
{
	expect 0 "$dump" --self-test
	status=$?
	cat $out
	[ $status = 0 ] && grep -q '^skipped work: i915 has neither' $out && ! grep FAILED $out &&
		grep -q '^ok timer: ' $out
}

check "load i915" load_i915
check "i915 has bound the GPU" bound_to i915
check "i915-dump/oa-dump streams" streams
check "i915-dump/a note says what is missing" says_what_is_missing
check "i915-dump/the recording decodes to the same" decodes
check "i915-dump/what i915 cannot do is refused" refuses
check "i915-dump/another format" other_format
check "i915-dump/the tool's own metric set" own_set
check "i915-dump/--self-test" self_test
check "unload i915" rmmod i915
finish
