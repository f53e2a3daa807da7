#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest whose PCI function 0000:00:02.0 is a simulated GPU in a process of its own
# (scripts/vm-run -d): tests/guest/device-igt.sh WAYS [PROGRAM[@SUBTEST]...] checks that the guest has
# WAYS, and runs the test programs. WAYS are words with a comma between them: message or line, the GPU's
# kind of interrupt; iommu, an IOMMU that translates; smp, four processors.

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/pci-gpu.sh"

ways=$1
shift

by_line() { cat /proc/interrupts; grep -q 'IO-APIC.*i915_oa' /proc/interrupts; }
translated() { cat $device/iommu_group/type && grep -q '^DMA$' $device/iommu_group/type; }
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
run_programs "$@"
leave_gpu
finish
