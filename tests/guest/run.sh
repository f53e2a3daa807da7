#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest: tests/guest/run.sh DIRECTORY PROGRAM [ARGS...] loads the driver for the simulated GPU, runs
# PROGRAM in DIRECTORY and ends with its status. A last line on standard error counts the GPU's reports and the
# rules of the hardware that the driver broke. $DRIVER=i915 selects the stock kernel's own driver. If $ROOT, the
# host's file system, is set, PROGRAM runs there, with the host's libraries; $GUEST_DIRS has the directories
# below the host's /tmp that it needs.

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

load || { echo "run: no driver for the simulated GPU" >&2; exit 125; }
sim_set activity "${ACTIVITY:-burst}" || exit 125
dir=$1
shift
if [ -n "${ROOT:-}" ]; then
	enter_root || { echo "run: the host's files can't be mounted" >&2; exit 125; }
	PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp \
		chroot "$ROOT" /bin/sh -c 'cd "$0" && exec "$@"' "$dir" "$@"
else
	(cd "$dir" && exec "$@")
fi
status=$?
echo "run: $PLATFORM: $(count produced) reports written, $(violations) rules of the hardware broken" >&2
exit $status
