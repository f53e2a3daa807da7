# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Sourced by the scripts of a guest whose PCI function 0000:00:02.0 is a simulated GPU in a process of
# its own (scripts/vm-run -d), after lib.sh.

device=/sys/bus/pci/devices/0000:00:02.0

stays_awake() { for control in /sys/bus/pci/drivers/i915/0000:*/power/control; do echo on >"$control"; done; }

# load_i915 [PARAMETER...]: loads the stock kernel's own i915, without a display, and without firmware for the
# microcontrollers. The i915 of 6.1 dereferences a null pointer when it runtime-suspends a Haswell or Broadwell without a
# display, ten seconds after it has bound it. On a slow host another GPU is not bound by then, so each is kept on at once.
load_i915()
{
	while sleep 1; do stays_awake 2>/dev/null; done &
	waker=$!
	insmod /later/i915.ko disable_display=1 enable_guc=0 "$@" && stays_awake
	loaded=$?
	kill $waker
	return $loaded
}

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
