# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Sourced by the scripts of a guest whose $ROOT is a root with Debian 13's Mesa (scripts/guest/mesa-root), after
# pci-gpu.sh.

# Let the simulated GPU count submitted work instead of synthetic activity. A GPU without this knob counts only draws and
# dispatches.
follow() { sim_set work follow && sim_get work >"$OUT/work"; }
paranoid() { echo 0 >/proc/sys/dev/i915/perf_stream_paranoid; }

enter()
{
	for dir in dev proc sys tmp run; do mount --bind "/$dir" "$ROOT/$dir" || return 1; done
}

# The command that runs a program in the root. A cache of compiled shaders would be used only once, so it is disabled.
in_root="chroot $ROOT /usr/bin/busybox env -i HOME=/tmp PATH=/usr/bin MESA_SHADER_CACHE_DISABLE=true"
