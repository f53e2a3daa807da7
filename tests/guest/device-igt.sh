#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest whose PCI function 0000:00:02.0 is a simulated GPU in a process of its own
# (scripts/vm-run -d): tests/guest/device-igt.sh WAYS [PROGRAM[@SUBTEST]...]. The test programs, after
# a look whether the guest is what WAYS says, words with a comma between them: message or line, how
# the GPU interrupts; iommu, one translates; smp, there are four processors.

. "$TOP/tests/guest/lib.sh"

ways=$1
shift
group=/sys/bus/pci/devices/0000:00:02.0/iommu_group

no_simulator() { ! grep -q '^i915_oa_sim ' /proc/modules && [ -n "$sim_port" ]; }
by_message() { cat /proc/interrupts; grep -q 'PCI-MSI.*i915_oa' /proc/interrupts; }
by_line() { cat /proc/interrupts; grep -q 'IO-APIC.*i915_oa' /proc/interrupts; }
translated() { cat $group/type && grep -q '^DMA$' $group/type; }
four_processors() { cat /proc/cpuinfo; [ "$(grep -c '^processor' /proc/cpuinfo)" = 4 ]; }

load_modules
check "the simulator's module is not there" no_simulator
for way in $(echo "$ways" | tr , ' '); do
	case $way in
	message) check "the interrupt is a message" by_message ;;
	line) check "the interrupt is a line" by_line ;;
	iommu) check "an IOMMU translates" translated ;;
	smp) check "there are four processors" four_processors ;;
	*) not_ok "$way is no way" ;;
	esac
done
"$TOP/scripts/guest/igt-run" "$IGT" "$@" || failures=$((failures + 1))
check "the simulated GPU saw no violation" no_violations
unload_modules
finish
