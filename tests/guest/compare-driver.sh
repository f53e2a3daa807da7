# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Sourced by the scripts of scripts/compare inside a guest: $driver, i915 or i915_oa, on the GPU at
# 0000:00:02.0.

device=/sys/bus/pci/devices/0000:00:02.0

# No display, and no firmware for the microcontrollers. The i915 of 6.1 dereferences a null pointer
# when it suspends a Haswell or Broadwell without a display, so the device stays on.
load_driver()
{
	# shellcheck disable=SC2154
	case $driver in
	i915) insmod /later/i915.ko disable_display=1 enable_guc=0 && echo on >$device/power/control ;;
	*) insmod "$MODULES/i915_oa.ko" ;;
	esac
}

is_bound() { [ "$(basename "$(readlink $device/driver)")" = "$driver" ]; }
