#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest: tests/guest/hardware.sh WORDS... runs scripts/igt-hardware with these words, as the owner of a GPU does, on
# a simulated GPU that hides its knobs: no test can see that it is simulated. The report is $OUT/report. Then it runs
# programs of which one makes the kernel crash. At the end the GPU must have seen no violation.

. "$TOP/tests/guest/lib.sh"

walk() { IGT=$IGT MODULE=$MODULES/i915_oa.ko "$TOP/scripts/igt-hardware" --report "$OUT/report" "$@"; }

report_has() { grep -q -E "$1" "$OUT/report"; }

# No user namespace can be made in a chroot
skips_in_a_chroot()
{
	mkdir -p /run/chroot && mount -o rbind / /run/chroot &&
		chroot /run/chroot "$IGT/perf_privilege" --run-subtest user-namespace >/tmp/chroot.log
	status=$?
	umount -l /run/chroot
	cat /tmp/chroot.log
	[ $status = 77 ]
}

# Three programs, of which the second one ends as after an oops: a result, a message of the kernel's, and then nothing stops it.
# A dmesg before the real one in $PATH has the message, because a kernel that had crashed would fail this test.
make_programs()
{
	mkdir -p /tmp/crash/bin
	for program in perf_before perf_crash perf_later; do
		cat >/tmp/crash/$program <<-EOT
			#!/bin/sh
			[ "\$1" != --list-effects ] || { echo "reads only"; exit; }
			echo 'Subtest only: SUCCESS (0.001s)'
		EOT
	done
	cat >>/tmp/crash/perf_crash <<-EOT
		trap : TERM
		cat >/tmp/crash/oops <<EOF
		BUG: kernel NULL pointer dereference, address: 0000000000000008
		#PF: supervisor read access in kernel mode
		Oops: 0000 [#1] PREEMPT SMP NOPTI
		---[ end trace 0000000000000000 ]---
		EOF
		while :; do sleep 60; done
	EOT
	cat >/tmp/crash/bin/dmesg <<-EOT
		#!/bin/sh
		$(command -v dmesg)
		cat /tmp/crash/oops 2>/dev/null
	EOT
	chmod +x /tmp/crash/perf_* /tmp/crash/bin/dmesg
}

crash() { PATH=/tmp/crash/bin:$PATH IGT=/tmp/crash "$TOP/scripts/igt-hardware" --report /tmp/crash/report --limit 600; }
crash_has() { grep -q -E "$1" /tmp/crash/report; }

stops_at_a_crash()
{
	make_programs
	begun=$(date +%s)
	crash
	status=$?
	# As the kernel's own crash it would never end
	pkill -9 -f /tmp/crash/perf_crash
	tail -n 30 /tmp/crash/report
	[ $status = 3 ] && [ $(($(date +%s) - begun)) -lt 120 ] && crash_has '^ok igt/perf_before@only' &&
		crash_has '^kernel: Oops: 0000' && crash_has 'the kernel crashed in perf_crash' &&
		! crash_has perf_later && [ -e /sys/module/i915_oa ]
}

# A program that waits until a signal ends it
make_waiting_program()
{
	mkdir -p /tmp/waits
	cat >/tmp/waits/perf_waits <<-EOT
		#!/bin/sh
		[ "\$1" != --list-effects ] || { echo "reads only"; exit; }
		exec 3</sys/module/i915_oa/refcnt
		while :; do sleep 60; done
	EOT
	chmod +x /tmp/waits/perf_waits
}

waits_for_program() { grep -q '^== perf_waits' /tmp/waits/report; }

# Check that the script puts everything back when a signal ends it
puts_back_at_a_signal()
{
	make_waiting_program
	IGT=/tmp/waits MODULE=$MODULES/i915_oa.ko "$TOP/scripts/igt-hardware" --report /tmp/waits/report >/tmp/waits/log 2>&1 &
	walker=$!
	wait_until waits_for_program
	kill -TERM $walker
	wait $walker
	status=$?
	cat /tmp/waits/log
	ls /tmp/waits
	[ $status = 143 ] && [ ! -e /sys/module/i915_oa ] && [ "$(echo /tmp/waits/report*)" = /tmp/waits/report ] &&
		! pgrep -f /tmp/waits/perf_waits
}

# Check that the last line counts the subtests, and nothing else that is "ok"
counts_subtests()
{
	passed=$(grep -c '^ok igt/' "$OUT/report")
	skipped=$(grep -c '^skip igt/' "$OUT/report")
	report_has "^$passed passed, 0 failed, $skipped skipped, the self-test passed; "
}

[ -n "$sim_port" ] || check "load i915_oa_sim" insmod "$MODULES/i915_oa_sim.ko" "platform=${PLATFORM:-hsw}"
check "hide the knobs" hide_knobs
walk "$@"
check "igt-hardware ends with 0" [ $? = 0 ]
check "the report has the bring-up report" report_has '^would_bind: 1'
check "the report has the self-test" report_has '^ok timer reports: '
check "the last line counts the subtests" counts_subtests
# The self-test's report has it as well
check "the report has the driver's status once" [ "$(grep -c '^irq_stuck: ' "$OUT/report")" = 2 ]
check "the report has a second of reports" [ "$(grep -c -E '^([0-9a-f]+ ){47,63}[0-9a-f]+$' "$OUT/report")" = 1000 ]
check "the report names what did not run" report_has '^suspends perf_lifetime@suspend$'
check "the module was unloaded" [ ! -e /sys/module/i915_oa ]
check "igt-hardware puts everything back at a signal" puts_back_at_a_signal
load_driver
check "user-namespace skips in a chroot" skips_in_a_chroot
check "igt-hardware stops at a crash, and its report is whole" stops_at_a_crash
check "show the knobs" show_knobs
leave_gpu
finish
