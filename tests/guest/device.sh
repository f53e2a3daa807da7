#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest whose PCI function 0000:00:02.0 is a simulated GPU in a process of its own
# (scripts/vm-run -d): tests/guest/device.sh SECONDS records it as on hardware, without the simulator's
# module and its debugfs. scripts/check/device-test compares the GPU's counts with those of the driver
# in $OUT/summary.

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/pci-gpu.sh"

seconds=$1
dump=$TOP/build/tools/oa-dump

# Record with a small buffer, and a reader that sleeps until it is half full, so that interrupts come
record()
{
	"$dump" --quiet --exponent 12 --buffer-size 131072 --wake-reports 256 --duration "${seconds}s" || return 1
	cp "$(oa_status)" "$OUT/summary"
	echo "handled: $(interrupts_of i915_oa)" >>"$OUT/summary"
	cat "$OUT/summary"
	[ "$(oa_value reports_delivered)" -gt 0 ]
}

load_driver
check "the driver has bound the GPU" bound_to i915_oa
check "the simulator's module is not there" no_simulator
check "the interrupt is a message" by_message
check "record for $seconds s" record
check "unload i915_oa" rmmod i915_oa
finish
