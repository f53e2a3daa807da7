#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest: tests/guest/run.sh DIRECTORY PROGRAM [ARGS...] loads the driver for the simulated GPU, runs
# PROGRAM in DIRECTORY and ends with its status. Lines about the run are in $OUT/run.log: reasons of a failure, processes that
# PROGRAM left behind, the count of the GPU's reports and of the rules of the hardware that the driver broke.
# $DRIVER=i915 selects the stock kernel's own driver; $DEBUG=1 adds the driver's reasons for refused calls if PROGRAM
# fails. If $ROOT, the host's file system, is set, PROGRAM runs there, with the host's libraries; $GUEST_DIRS has the
# directories below the host's /tmp that it needs.

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/pci-gpu.sh"

load()
{
	if [ "${DRIVER:-}" = i915 ]; then
		load_i915
		return
	fi
	# shellcheck disable=SC2046
	[ -n "$sim_port" ] || insmod "$MODULES/i915_oa_sim.ko" $(simulated_gpu) || return
	insmod "$MODULES/i915_oa.ko"
}

# The host's file system is read-only, so /dev, /proc, /sys and a writable /tmp and /run are mounted over it
enter_root()
{
	for dir in dev proc sys; do
		mount -o rbind /$dir "$ROOT/$dir" || return
	done
	n=0
	for dir in ${GUEST_DIRS:-}; do
		n=$((n + 1))
		mkdir -p /run/kept/$n && mount -o bind "$ROOT$dir" /run/kept/$n || return
	done
	mount -t tmpfs tmpfs "$ROOT/tmp" && mount -t tmpfs tmpfs "$ROOT/run" || return
	n=0
	for dir in ${GUEST_DIRS:-}; do
		n=$((n + 1))
		[ -d "$ROOT$dir" ] || { mkdir -p "$ROOT$dir" && mount -o bind /run/kept/$n "$ROOT$dir"; } || return
	done
	mkdir "$ROOT/run/out" && mount -o bind "$OUT" "$ROOT/run/out"
}

count() { sim_get "$1" 2>/dev/null || echo '?'; }

note() { echo "run: $*" >>"$OUT/run.log"; }
give_up() { note "$*"; exit 125; }

# Set $processes to the processes of user space; kernel threads have no program
list_processes()
{
	processes=' '
	for exe in /proc/[0-9]*/exe; do
		pid=${exe#/proc/}
		[ ! -e "$exe" ] || processes="$processes${pid%/exe} "
	done
}

# note_left_behind PROCESSES: notes the processes that are not among these
note_left_behind()
{
	list_processes
	for pid in $processes; do
		case $1 in
		*" $pid "*) ;;
		*) note "the program left $(cat "/proc/$pid/comm") ($pid) behind, which ends with the guest" ;;
		esac
	done
}

# What the driver logged since the program began; drivers log a refused call with drm.debug=2 only
note_reasons()
{
	dmesg | sed -n '1,/run: the program starts/d; s/^.*\(\[drm:.*\)/run:   \1/p' | tail -n 30 >>"$OUT/run.log"
}

run_program()
{
	if [ -n "${ROOT:-}" ]; then
		PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp \
			chroot "$ROOT" /bin/sh -c 'cd "$0" && exec "$@"' "$dir" "$@"
	else
		(cd "$dir" && exec "$@")
	fi
}

load || give_up "no driver for the simulated GPU"
sim_set activity "${ACTIVITY:-burst}" || give_up "the activity can't be set"
[ -z "${ROOT:-}" ] || enter_root || give_up "the host's files can't be mounted"
dir=$1
shift
[ -z "${DEBUG:-}" ] || echo 2 >/sys/module/drm/parameters/debug
echo 'run: the program starts' >/dev/kmsg
list_processes
before=$processes
# SIGINT is for the program; this script goes on when that has ended
trap : INT
run_program "$@"
status=$?
note_left_behind "$before"
if [ $status != 0 ] && [ -n "${DEBUG:-}" ]; then
	note "status $status; what the driver refused:"
	note_reasons
elif [ $status != 0 ] && [ $status -lt 124 ] && [ -z "${TERMINAL:-}" ]; then
	note "status $status; DEBUG=1 shows what the driver refused"
fi
note "$PLATFORM: $(count produced) reports written, $(violations) rules of the hardware broken"
exit $status
