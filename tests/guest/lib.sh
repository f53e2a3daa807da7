# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Sourced by the scripts that run inside a guest, whose environment scripts/uml-run
# describes. It is POSIX sh, because some guests have only busybox.

failures=0
ok() { echo "ok $1"; }
not_ok() { echo "not ok $1"; failures=$((failures + 1)); }

# check NAME COMMAND...: prints the result of COMMAND, and its output if it fails
check()
{
	name=$1
	shift
	if "$@" >/tmp/check.log 2>&1; then
		ok "$name"
	else
		not_ok "$name"
		sed 's/^/    # /' /tmp/check.log
	fi
}

# Print the virtio port that connects to the process of this guest's GPU, if there is one
sim_port()
{
	for port in /sys/class/virtio-ports/*; do
		[ "$(cat "$port/name" 2>/dev/null)" != oa-gpu ] || echo "/dev/${port##*/}"
	done
}
sim_port=$(sim_port)

# load_driver [PARAMETER...]: loads i915_oa, which must bind a GPU
load_driver()
{
	check "load i915_oa${1:+ $*}" insmod "$MODULES/i915_oa.ko" "$@"
	[ -n "$(oa_status)" ] || { not_ok "the driver has bound a GPU"; finish; }
}

# simulated_gpu: prints the simulator's parameters for PLATFORM, a platform such as skl, or skl-5916 for another PCI id of it
simulated_gpu()
{
	case ${PLATFORM:=hsw} in
	*-*) echo "platform=${PLATFORM%-*} id=0x${PLATFORM#*-}" ;;
	*) echo "platform=$PLATFORM" ;;
	esac
}

# load_modules: loads the simulator, with its further parameters in SIM_OPTIONS and a seed of pauses in the driver in
# INTERLEAVE, and the driver
load_modules()
{
	# shellcheck disable=SC2086
	[ -n "$sim_port" ] ||
		check "load i915_oa_sim" insmod "$MODULES/i915_oa_sim.ko" $(simulated_gpu) \
			${INTERLEAVE:+interleave=$INTERLEAVE} ${SIM_OPTIONS:-}
	load_driver
}

unload_modules()
{
	check "unload i915_oa" rmmod i915_oa
	[ -n "$sim_port" ] || check "unload i915_oa_sim" rmmod i915_oa_sim
}

sim_file() { ls /sys/kernel/debug/i915_oa_sim/*/"$1" 2>/dev/null | head -n 1; }
sim_control() { "$TOP/build/tools/oa-gpu" --control "$sim_port" "$@"; }

# sim_get NAME, sim_set NAME VALUE: read or write a knob of the simulated GPU, in debugfs or through the port
sim_get()
{
	if [ -n "$sim_port" ]; then
		sim_control --get "$1"
	else
		cat "$(sim_file "$1")"
	fi
}

sim_set()
{
	if [ -n "$sim_port" ]; then
		sim_control --set "$1=$2"
	else
		echo "$2" >"$(sim_file "$1")"
	fi
}
oa_status() { ls /sys/kernel/debug/dri/*/oa_status 2>/dev/null | head -n 1; }

# oa_value KEY: prints the value of "KEY: VALUE" in the driver's status; 0 if there is none
oa_value() { awk -v key="$1:" '$1 == key { sum += $2 } END { print sum + 0 }' "$(oa_status)"; }

violations() { sim_get violations | sed -n 's/^total: //p'; }

# Check the simulated GPU of the port, or all in debugfs
no_violations()
{
	if [ -n "$sim_port" ]; then
		sim_get violations
		[ "$(violations)" = 0 ]
	else
		cat /sys/kernel/debug/i915_oa_sim/*/violations && ! grep -q '^total: *[1-9]' /sys/kernel/debug/i915_oa_sim/*/violations
	fi
}

# Check the simulated GPU for violations, and unload both modules
leave_gpu()
{
	check "the simulated GPU saw no violation" no_violations
	unload_modules
}

# run_programs [PROGRAM[@SUBTEST]...]: runs programs of tests/igt
run_programs() { "$TOP/scripts/guest/igt-run" "$IGT" "$@" || failures=$((failures + 1)); }

# interrupts_of DRIVER: prints the kernel's count of its interrupts, on all processors
interrupts_of()
{
	awk -v driver="$1" '$0 ~ driver { for (i = 2; $i ~ /^[0-9]+$/; i++) sum += $i } END { print sum + 0 }' /proc/interrupts
}

# bound_gpu: prints the PCI function that the driver has bound, for unbind_gpu and bind_gpu
bound_gpu() { basename -a /sys/bus/pci/drivers/i915_oa/*:* | head -n 1; }
unbind_gpu() { echo "$1" >/sys/bus/pci/drivers/i915_oa/unbind; }
bind_gpu() { echo "$1" >/sys/bus/pci/drivers/i915_oa/bind; }

# Print the number of reports that the unit has written, or would have written if there had been room
strobes() { echo $(($(sim_get produced) + $(sim_get suppressed))); }

# Print the time that the simulated GPU's clock has skipped, because the host did not let it keep up
slipped_ns() { sim_get production | sed -n 's/^slipped_ns: //p'; }

# wait_until COMMAND...: waits until COMMAND succeeds, for a minute at most
wait_until()
{
	left=600
	until "$@" >/dev/null 2>&1; do
		[ $left -gt 0 ] || { echo "timed out: $*"; return 1; }
		sleep 0.1
		left=$((left - 1))
	done
}

# again COMMAND...: runs a measurement. In QEMU it tries up to five times, because the host may stop the guest in the
# middle; in user-mode Linux it tries once.
again()
{
	for _ in 1 2 3 4 5; do
		"$@" && return 0
		[ "$GUEST" = vm ] || return 1
		echo "again: $*"
	done
	return 1
}

# strobes_since FROM COUNT: waits until there are FROM + COUNT strobes
strobed() { [ "$(strobes)" -ge "$1" ]; }
strobes_since() { wait_until strobed $(($1 + $2)); }

stream_enabled() { grep -q '^enabled: 1' "$(oa_status)"; }
streamed_a_while() { wait_until stream_enabled && sleep 1; }

# interrupt_when COMMAND...: runs COMMAND, and sends SIGINT to the process that interruptible starts
interrupt_when()
{
	until [ -s /tmp/interruptible.pid ]; do sleep 0.01; done
	"$@"
	kill -INT "$(cat /tmp/interruptible.pid)"
}

# interruptible COMMAND...: runs COMMAND in the foreground, with its process id in a file. In the
# background it would ignore SIGINT until it has a handler.
interruptible()
{
	sh -c 'echo $$ >/tmp/interruptible.pid; exec "$@"' sh "$@"
}

# Print the number of reports of the open stream that the driver has accounted for
accounted()
{
	awk '$1 ~ /^reports_(delivered|lost|dropped|discarded|filtered):$/ { sum += $2 }
		END { print sum + 0 }' "$(oa_status)"
}

# everything_read BEFORE: waits until the driver has accounted for each report produced since BEFORE
all_accounted() { [ $(($(sim_get produced) - $1)) = "$(accounted)" ]; }
everything_read() { wait_until all_accounted "$1"; }

# Print the number of reports that are announced as lost; rejected reports are among them
counted_lost() { echo $(($(oa_value reports_lost) + $(oa_value reports_dropped))); }

# The program marks() of a shell that oa-dump or oa-trace has started: it makes a mark, and waits until the signal was
# delivered, since a second one would be one with it
MARK='mark() { kill -USR1 $PPID; while grep -q "ShdPnd:.*[2367abef]..$" /proc/$PPID/status; do :; done; }'

# marks_by BY: checks the marks of a program that oa-dump runs, and that its recording has the same. A mark whose report is
# the next one is printed behind that, and oa-dump writes what it has printed from time to time. So the program makes the marks
# once a report is in the output, and ends once they are, or after a minute.
marks_by()
{
	expect 7 "$dump" --json --rate 1000 --raw /tmp/marked -- sh -c "$MARK
		within() { left=1200; until grep -q \"\$1\" $out || [ \$left = 0 ]; do sleep 0.05; left=\$((left - 1)); done; }
		within '\"type\":\"report\"'; mark; mark; within '\"type\":\"mark\",.*\"mark 2\"'; exit 7" || return 1
	grep '"type":"mark"' $out >/tmp/marks
	cat /tmp/marks
	[ "$(grep -c "\"by\":\"$1\"" /tmp/marks)" = 2 ] && [ "$(summary marks)" = 2 ] || return 1
	# Time goes on from mark to mark, and each has what was counted since the one before
	sed -n 's/.*"time_ns":\([0-9]*\),.*"since_ns":\([0-9]*\).*/\1 \2/p' /tmp/marks |
		awk '$1 <= last || !$2 && NR == 1 { exit wrong = 1 } { last = $1 } END { exit wrong || NR != 2 }' || return 1
	expect 0 "$dump" --json --decode /tmp/marked && grep '"type":"mark"' $out | cmp - /tmp/marks
}

leaves_no_metric_set() { [ -z "$(find /sys/class/drm/card*/metrics/ -name "0a5e1f7e*")" ]; }

# record_tree: records half a second or more in $OUT/tree, with a mark and a named event, for the tree of EU time, which
# from Broadwell on needs the metric set "tree". It ends with the program, so the mark is in it on a slow host too.
record_tree()
{
	mkfifo /tmp/frames &&
		"$TOP/build/tools/oa-dump" --metrics tree --event 'clock_rate=always,per-second' --rate 1000 --quiet \
			--raw /tmp/tree --mark-on /tmp/frames -- sh -c 'sleep 0.25; echo "half time" >/tmp/frames; sleep 0.25' &&
		cp /tmp/tree "$OUT/tree" && no_violations
}

# kcsan_value NAME: prints one of KCSAN's counts
kcsan_value() { awk -v key="$1:" '$1 == key { print $2 }' /sys/kernel/debug/kcsan; }

kcsan_watched() { [ "$(kcsan_value enabled)" = 1 ] && [ "$(kcsan_value setup_watchpoints)" -gt 1000 ]; }

# Check that the kernel's checkers are still on: lockdep, which turns itself off after its first finding, and KCSAN.
# Their findings are in the log.
checkers_to_the_end()
{
	[ ! -e /proc/lockdep_stats ] ||
		check "lockdep was on to the end" grep 'debug_locks: *1$' /proc/lockdep_stats
	[ -e /sys/kernel/debug/kcsan ] || return 0
	check "KCSAN watched to the end" kcsan_watched
	echo "    # KCSAN: $(kcsan_value setup_watchpoints) accesses watched, $(kcsan_value data_races) data races seen"
}

kmemleak=/sys/kernel/debug/kmemleak
kmemleak_begin() { echo scan=off >$kmemleak; echo scan >$kmemleak; echo clear >$kmemleak; }

# kmemleak reports no object younger than five seconds, so wait. One scan may miss a reference that is
# being moved, so scan twice.
nothing_leaked()
{
	sleep 6
	echo scan >$kmemleak
	sleep 1
	echo scan >$kmemleak
	cat $kmemleak
	[ -z "$(cat $kmemleak)" ]
}

port_driver=/sys/bus/virtio/drivers/virtio_console

# hide_knobs, show_knobs: hide the simulated GPU's knobs, behind the port or in debugfs, so that tests take it for a real one
hide_knobs()
{
	if [ -n "$sim_port" ]; then
		port_device=$(basename "$(readlink "/sys/class/virtio-ports/${sim_port#/dev/}/device")")
		echo "$port_device" >$port_driver/unbind
	else
		mount -t tmpfs none /sys/kernel/debug/i915_oa_sim
	fi
}

port_is_back() { [ -n "$(sim_port)" ]; }
show_knobs()
{
	if [ -n "$sim_port" ]; then
		echo "$port_device" >$port_driver/bind
		wait_until port_is_back && sim_port=$(sim_port)
	else
		umount /sys/kernel/debug/i915_oa_sim
	fi
}

# Print the status of the driver and the simulated GPU, as "KEY: VALUE"
summarize()
{
	cat "$(oa_status)"
	echo "produced: $(sim_get produced)"
	echo "violations: $(violations)"
	sim_get violations | sed '1d; s/^/violation_/'
}

finish()
{
	[ "$failures" = 0 ]
	exit
}

# expect STATUS COMMAND...: runs COMMAND, which must end with STATUS. Its output is in $out; its errors are in $out.err, and
# printed.
expect()
{
	wanted=$1
	shift
	"$@" >$out 2>$out.err
	status=$?
	cat $out.err
	[ $status = "$wanted" ] && return 0
	echo "status $status, not $wanted: $*"
	tail -n 5 $out
	return 1
}

# summary NAME: prints the value of a member of the summary, the last line of JSON in $out
summary() { sed -n "\$s/.*\"type\":\"summary\".*\"$1\":\([0-9]*\).*/\1/p" $out; }
