#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest whose PCI function 0000:00:02.0 is a simulated GPU in a process of its own (scripts/vm-run -d), with
# GUEST_KEXEC=1: tests/guest/kexec.sh FIRST SECOND... starts a second kernel by kexec while the driver FIRST uses the OA unit:
# i915_oa for a stream and for perf events; i915 for a stream that is leased. That kernel runs this script again, and loads
# each driver SECOND, i915 or i915_oa, in turn. The unit must not run from the first kernel's end on.

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/pci-gpu.sh"
. "$TOP/tests/guest/recorder.sh"

first=$1
shift
word=started-by-kexec

count() { $tool/perf stat -a -e i915_oa/gpu-busy/,i915_oa/gpu-clocks/ sleep 1000; }
has_written() { [ "$(sim_get produced)" -gt 1000 ]; }

use_i915_oa()
{
	insmod "$MODULES/i915_oa.ko" || return 1
	count >/dev/null 2>&1 &
	"$TOP/build/tools/oa-dump" --rate 10000 --quiet >/tmp/dump 2>&1 &
	wait_until has_written || { cat /tmp/dump; return 1; }
}

use_i915()
{
	load_i915 && insmod "$MODULES/i915_oa.ko" lease_haswell=1 || return 1
	"$TOP/build/tools/oa-hold" -- $tool/perf stat -a -e i915_oa/gpu-busy/ sleep 1000 >/tmp/hold 2>&1 &
	wait_until grep 'perf events: ' /tmp/hold || { cat /tmp/hold; return 1; }
}

# Start the second kernel
restart()
{
	sync
	"$TOP/build/tools/kexec" "$OUT/kernel" "$OUT/initramfs" "$(cat /proc/cmdline) $word"
}

# Strobes count whether or not the unit could write the report
writes_nothing()
{
	before=$(strobes)
	sleep 1
	echo "strobes: $before, then $(strobes)"
	[ "$(strobes)" = "$before" ]
}

never_left() { ! dmesg | grep 'left running'; }
load_second() { load_one "$1" && bound_to "$1"; }
records() { "$TOP/build/tools/oa-dump" --rate 1000 --duration 500ms --quiet; }

if ! grep -qw $word /proc/cmdline; then
	check "kexec/$first uses the unit" "use_$first"
	check "kexec/a second kernel starts" restart
	finish
fi
check "kexec/the first kernel has stopped the unit" writes_nothing
before=$(strobes)
[ "$first" != i915_oa ] || check "kexec/it had run" has_written
for second; do
	check "kexec/$second binds the GPU" load_second "$second"
	check "kexec/the unit is still off" writes_nothing
	check "kexec/it was not on meanwhile" test "$(strobes)" = "$before"
	check "kexec/it was not found running" never_left
	check "kexec/$second records" records
	check "kexec/$second can be unloaded" rmmod "$second"
	before=$(strobes)
done
finish
