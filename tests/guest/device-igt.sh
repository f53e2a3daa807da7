#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest whose PCI function 0000:00:02.0 is a simulated GPU in a process of its own
# (scripts/vm-run -d): tests/guest/device-igt.sh WAYS [PROGRAM[@SUBTEST]...] checks that the guest has
# WAYS, and runs the test programs. WAYS are words with a comma between them: message or line, the GPU's
# kind of interrupt; iommu, an IOMMU that translates; smp, four processors; bare: at the end the programs that need perf
# events or kprobes, which user-mode Linux lacks, run as on a real GPU, without the simulated one's knobs.

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/pci-gpu.sh"

ways=$1 bare=''
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
	bare) bare=1 ;;
	*) not_ok "$way is no way" ;;
	esac
done
run_programs "$@"
if [ -n "$bare" ]; then
	check "hide the knobs" hide_knobs
	# Not those that compare the GPU's clock with the guest's: a simulated one falls behind on a busy host
	run_programs perf_pmu@errors perf_pmu@privilege perf_pmu@as-reports perf_pmu@excluded perf_cost
	check "show the knobs" show_knobs
fi
leave_gpu
finish
