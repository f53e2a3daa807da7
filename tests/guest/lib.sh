# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Sourced by the scripts that run inside a guest, whose environment scripts/uml-run
# describes. POSIX sh: one of the guests has only busybox.

failures=0
ok() { echo "ok $1"; }
not_ok() { echo "not ok $1"; failures=$((failures + 1)); }

# check NAME COMMAND...
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

# The virtio port that leads to the process of this guest's GPU, if there is one
sim_port()
{
	for port in /sys/class/virtio-ports/*; do
		[ "$(cat "$port/name" 2>/dev/null)" != oa-gpu ] || echo "/dev/${port##*/}"
	done
}
sim_port=$(sim_port)

# load_driver [PARAMETER...]
load_driver()
{
	check "load i915_oa${1:+ $*}" insmod "$MODULES/i915_oa.ko" "$@"
	[ -n "$(oa_status)" ] || { not_ok "the driver has bound a GPU"; finish; }
}

# simulated_gpu: the simulator's parameters for PLATFORM: a platform, or skl-5916: its relative with that id
simulated_gpu()
{
	case ${PLATFORM:=hsw} in
	*-*) echo "platform=${PLATFORM%-*} id=0x${PLATFORM#*-}" ;;
	*) echo "platform=$PLATFORM" ;;
	esac
}

# SIM_OPTIONS: further parameters of the simulator. INTERLEAVE: a seed of pauses in the driver
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

# sim_get NAME, sim_set NAME VALUE: the simulated GPU's knobs, in debugfs or at the port
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

# The value of "KEY: VALUE" in the driver's status; 0 if there is none
oa_value() { awk -v key="$1:" '$1 == key { sum += $2 } END { print sum + 0 }' "$(oa_status)"; }

violations() { sim_get violations | sed -n 's/^total: //p'; }

no_violations()
{
	sim_get violations
	[ "$(violations)" = 0 ]
}

# The last check of the simulated GPU, and the end of both modules
leave_gpu()
{
	check "the simulated GPU saw no violation" no_violations
	unload_modules
}

# run_programs [PROGRAM[@SUBTEST]...]: those of tests/igt
run_programs() { "$TOP/scripts/guest/igt-run" "$IGT" "$@" || failures=$((failures + 1)); }

# interrupts_of DRIVER: by the kernel's count, of all processors
interrupts_of()
{
	awk -v driver="$1" '$0 ~ driver { for (i = 2; $i ~ /^[0-9]+$/; i++) sum += $i } END { print sum + 0 }' /proc/interrupts
}

# The PCI function that the driver has bound; unbind_gpu() and bind_gpu() take its name
bound_gpu() { basename -a /sys/bus/pci/drivers/i915_oa/*:* | head -n 1; }
unbind_gpu() { echo "$1" >/sys/bus/pci/drivers/i915_oa/unbind; }
bind_gpu() { echo "$1" >/sys/bus/pci/drivers/i915_oa/bind; }

# Reports that the unit has written, or would have if there had been room
strobes() { echo $(($(sim_get produced) + $(sim_get suppressed))); }

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

# again COMMAND...: in real time, where the host may stop the guest in the middle of a measurement, tries five times at
# most; in virtual time once
again()
{
	for _ in 1 2 3 4 5; do
		"$@" && return 0
		[ "$GUEST" = vm ] || return 1
		echo "again: $*"
	done
	return 1
}

# strobes_since FROM COUNT: waits until there are COUNT more
strobed() { [ "$(strobes)" -ge "$1" ]; }
strobes_since() { wait_until strobed $(($1 + $2)); }

stream_enabled() { grep -q '^enabled: 1' "$(oa_status)"; }
streamed_a_while() { wait_until stream_enabled && sleep 1; }

# interrupt_when COMMAND...: SIGINT for the process that interruptible starts, once COMMAND has
# succeeded
interrupt_when()
{
	until [ -s /tmp/interruptible.pid ]; do sleep 0.01; done
	"$@"
	kill -INT "$(cat /tmp/interruptible.pid)"
}

# interruptible COMMAND...: runs COMMAND in the foreground, with its number in a file. A shell's
# background commands ignore SIGINT until they have a handler for it.
interruptible()
{
	sh -c 'echo $$ >/tmp/interruptible.pid; exec "$@"' sh "$@"
}

# Reports of the open stream that the driver has accounted for
accounted()
{
	awk '$1 ~ /^reports_(delivered|lost|dropped|discarded|filtered):$/ { sum += $2 }
		END { print sum + 0 }' "$(oa_status)"
}

# everything_read BEFORE: waits until the driver accounts for each report since
all_accounted() { [ $(($(sim_get produced) - $1)) = "$(accounted)" ]; }
everything_read() { wait_until all_accounted "$1"; }

# Rejected reports are announced as lost as well
counted_lost() { echo $(($(oa_value reports_lost) + $(oa_value reports_dropped))); }

leaves_no_metric_set() { [ -z "$(find /sys/class/drm/card*/metrics/ -name "0a5e1f7e*")" ]; }

# record_tree: half a second of records in $OUT/tree, for the tree of EU time. From Broadwell on that needs a
# metric set of its own.
record_tree()
{
	"$TOP/build/tools/oa-dump" --metrics tree --rate 1000 --duration 500ms --quiet --raw /tmp/tree &&
		cp /tmp/tree "$OUT/tree" && no_violations
}

# kcsan_value NAME: one of its counts
kcsan_value() { awk -v key="$1:" '$1 == key { print $2 }' /sys/kernel/debug/kcsan; }

kcsan_watched() { [ "$(kcsan_value enabled)" = 1 ] && [ "$(kcsan_value setup_watchpoints)" -gt 1000 ]; }

# Check that the kernel's checkers were on: lockdep, which switches itself off once it has found one fault, and KCSAN.
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

# kmemleak reports no object younger than five seconds, and one scan may miss a reference that is
# being moved, so it scans twice
nothing_leaked()
{
	sleep 6
	echo scan >$kmemleak
	sleep 1
	echo scan >$kmemleak
	cat $kmemleak
	[ -z "$(cat $kmemleak)" ]
}

# The status of the driver and the simulated GPU, as "KEY: VALUE"
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

# expect STATUS COMMAND...: runs COMMAND, with its output in $out, its errors in $out.err and here
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

# The value of a member of the summary, the last line of JSON in $out
summary() { sed -n "\$s/.*\"type\":\"summary\".*\"$1\":\([0-9]*\).*/\1/p" $out; }
