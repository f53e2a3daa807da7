#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside Debian's own user land (vm-run -u debian), where udev loads modules and names device
# nodes: lets a simulated GPU appear, first without i915, then with i915 loaded and bound to
# nothing, as after the unbind of hardware-owners.rst. dmesg-check finds any stack trace. Then tests what else needs
# this user land, the screen and the service of oa-top.

. "$TOP/tests/guest/lib.sh"

gpu=/sys/bus/pci/devices/1000:00:02.0

# Simulate a boot, where the devices exist before udev starts
cold_plug() { udevadm trigger --action=add && udevadm settle --timeout=300; }
udev_knows() { udevadm settle --timeout=300 && udevadm info --query=property --path=$gpu | grep '^MODALIAS='; }
not_loaded() { ! [ -e "/sys/module/$1" ]; }
unbound() { ! [ -e $gpu/driver ]; }
silent() { ! dmesg | grep -E "$1"; }
i915_has_no_gpu() { ! ls /sys/bus/pci/drivers/i915 | grep :; }
linked() { udevadm settle --timeout=300 && ls -l /dev/dri/by-path && [ -e "/dev/dri/by-path/pci-1000:00:02.0-card" ]; }

check "debian/systemd is the first process" grep systemd /proc/1/comm
check "debian/load i915_oa_sim" insmod "$MODULES/i915_oa_sim.ko" platform="$PLATFORM"
check "debian/udev has seen the simulated GPU" udev_knows
check "debian/udev sees it again" cold_plug
check "debian/no driver is bound" unbound
check "debian/udev does not load i915 for it" not_loaded i915
rmmod i915 2>/dev/null
check "debian/unload i915_oa_sim" rmmod i915_oa_sim

check "debian/load i915" modprobe i915
load_modules
check "debian/udev has made the device node's link" linked
check "debian/i915 has no GPU" i915_has_no_gpu
check "debian/i915 did not try the simulated GPU" silent 'i915 1000:'
check "debian/no sysctl is registered twice" silent 'sysctl duplicate'
unload_modules
sh "$TOP/tests/guest/demo.sh" i915-perf-reader RenderBasic 1 || failures=$((failures + 1))
check "debian/unload i915" rmmod i915
PLATFORM=bdw sh "$TOP/tests/guest/oa-top-screen.sh" || failures=$((failures + 1))
finish
