#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest like that of tests/guest/mesa.sh: makes the recordings for scripts/demo/screenshots while tests/mesa
# draws on the stock kernel's own i915, with no module of this tree. It leaves the records of oa-dump (tree) and the
# recording of oa-top (top) in $OUT.

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/pci-gpu.sh"

dump=$TOP/build/tools/oa-dump
top=$TOP/build/tools/oa-top-static
in_root() { chroot "$ROOT" /usr/bin/busybox env -i HOME=/tmp PATH=/usr/bin MESA_SHADER_CACHE_DISABLE=true "$@"; }
enter() { for dir in dev proc sys tmp run; do mount --bind "/$dir" "$ROOT/$dir" || return 1; done; }

draws() { in_root /tmp/gles-counts --repeat 100000 >/tmp/gles 2>&1; }
drew() { [ "$(sim_get draws)" -gt 100 ]; }
# Start to draw, and wait, because the program first reads Mesa from the host
begins_to_draw() { draws & wait_until drew || { cat /tmp/gles; return 1; }; }
drew_on() { pid=$(pidof gles-counts) && kill "$pid"; }

records_tree()
{
	"$dump" --metrics tree --rate 1000 --duration 2s --quiet --raw /tmp/tree && cp /tmp/tree "$OUT/tree"
}
records_top() { "$top" --interval 200ms --count 60 --csv --record /tmp/top >/dev/null && cp /tmp/top "$OUT/top"; }

cp "$TOP/build/mesa/bin/gles-counts" /tmp
check "load i915" load_i915 mitigations=off
check "the GPU's counters follow submitted work" sim_set work follow
check "enter the root with Mesa" enter
check "screenshots/a program draws" begins_to_draw
check "screenshots/oa-dump records" records_tree
check "screenshots/oa-top records" records_top
check "screenshots/the program drew on" drew_on
check "i915 complains of nothing" eval '! complaints'
finish
