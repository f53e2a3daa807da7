#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest of vm-run -m iommu: tests/guest/iommu.sh [PROGRAM[@SUBTEST]...] runs the test
# programs on a simulated GPU whose addresses an Intel IOMMU translates. The IOMMU unmaps at
# once (iommu.strict=1), so an access to memory that the driver has freed counts as a violation.

. "$TOP/tests/guest/lib.sh"

group=/sys/bus/pci/devices/1000:00:02.0/iommu_group

translated()
{
	cat $group/type
	ls $group/devices
	grep -q '^DMA$' $group/type
}

SIM_OPTIONS=dma_as=0000:00:02.0
load_modules
check "iommu/it translates for the simulated GPU" translated
run_programs "$@"
leave_gpu
finish
