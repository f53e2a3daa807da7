# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Sourced by the scripts of a guest whose PCI function 0000:00:02.0 is a simulated GPU in a process of
# its own (scripts/vm-run -d), after lib.sh.

device=/sys/bus/pci/devices/0000:00:02.0

# load_i915 [PARAMETER...]: loads the stock kernel's own i915, without a display, and without firmware for the
# microcontrollers. The i915 of 6.1 dereferences a null pointer when it runtime-suspends a Haswell or Broadwell
# without a display, so the device is kept on.
load_i915() { insmod /later/i915.ko disable_display=1 enable_guc=0 "$@" && echo on >$device/power/control; }

# load_one DRIVER: loads i915 or i915_oa
load_one()
{
	case $1 in
	i915) load_i915 ;;
	*) insmod "$MODULES/i915_oa.ko" ;;
	esac
}

# bound_to DRIVER: checks that DRIVER has bound the GPU
bound_to() { [ "$(basename "$(readlink $device/driver)")" = "$1" ]; }

# Print the complaints in the kernel's log; "[^c]hang" does not match "changed"
complaints() { dmesg | grep -E 'WARNING|\*ERROR\*|Call Trace|GPU HANG|wedged|Resetting|i915.*(ailed|lost|[^c]hang|tainted)'; }

no_simulator()
{
	! grep -q '^i915_oa_sim ' /proc/modules && [ ! -e /sys/kernel/debug/i915_oa_sim ] && [ -n "$sim_port" ]
}

by_message() { cat /proc/interrupts; grep -q 'PCI-MSI.*i915_oa' /proc/interrupts; }
