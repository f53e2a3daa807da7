#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest that has the distribution's i915 module: tests this driver beside it. i915 is loaded and
# has no GPU, as after the unbind of hardware-owners.rst. It must not bind the simulated GPU, its sysctls
# must take precedence, and the names must change owners when i915 is removed and loaded. A duplicate
# registration leaves a stack trace in the kernel's log, which dmesg-check finds.

. "$TOP/tests/guest/lib.sh"

paranoid=/proc/sys/dev/i915/perf_stream_paranoid

i915_load() { modprobe i915 || insmod /modules/*-i915.ko; }
i915_bound() { ls /sys/bus/pci/drivers/i915/ | grep ^1000:; }
i915_tried() { dmesg | grep 'i915 1000:'; }
value() { [ "$(cat $paranoid)" = "$1" ]; }
open_by_the_file() { "$IGT/perf_privilege" --run-subtest paranoid-file; }

# Offer a PCI function that is no GPU to the driver, by its override
foreign()
{
	for dev in /sys/bus/pci/devices/0000:*; do
		[ -e "$dev/driver" ] || break
	done
	echo i915_oa >"$dev/driver_override"
	! echo "${dev##*/}" >/sys/bus/pci/drivers/i915_oa/bind || return 1
	echo >"$dev/driver_override"
	dmesg | grep 'no GPU that this driver knows'
}

[ -d /sys/module/i915 ] || check "load i915" i915_load
check "i915 has its sysctls" value 1
echo 0 >$paranoid
load_modules
check "i915 leaves the simulated GPU alone" eval '! i915_bound && ! i915_tried'
check "its value is left alone" value 0
check "the file of the manuals counts, i915's" open_by_the_file
check "unload i915" rmmod i915
check "the sysctl is there without i915" value 1
check "the file of the manuals counts, ours" open_by_the_file
check "load i915 again" i915_load
check "i915 has its sysctls again" value 1
check "i915 still leaves the simulated GPU alone" eval '! i915_bound && ! i915_tried'
check "the file of the manuals counts, i915's again" open_by_the_file
check "no function that is no GPU is bound" foreign
leave_gpu
check "i915 keeps its sysctls" value 1
check "unload i915" rmmod i915
check "no sysctl is left" test ! -e $paranoid
finish
