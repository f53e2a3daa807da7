// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: System sleep
 *
 * The GPU loses its registers and its GGTT in a suspend. The driver stops an open
 * stream before the suspend and programs it anew after the resume. Reports that
 * were not read before the suspend are announced as lost. Firmware may have turned
 * interrupts on again, and left requests of power domains.
 */
#include <linux/pci.h>
#include <linux/pm.h>

#include "gpu/oa_gpu.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_drv.h"
#include "perf/oa_perf.h"
#include "stream/oa_stream.h"

static int oa_pm_suspend(struct device *dev)
{
	struct oa_device *oa = pci_get_drvdata(to_pci_dev(dev));

	oa_stream_suspend(oa);
	oa_counting_suspend(oa);
	return 0;
}

static int oa_pm_resume(struct device *dev)
{
	struct oa_device *oa = pci_get_drvdata(to_pci_dev(dev));
	int ret;

	oa_forcewake_resume(oa->uncore);
	oa_irq_disable_master(oa->irq);
	ret = oa_ggtt_resume(oa->ggtt);
	oa_counting_resume(oa);
	/* Resume the stream in any case, because it must report that it died. */
	ret = oa_stream_resume(oa) ?: ret;
	oa_counting_stream_resumed(oa);
	return ret;
}

DEFINE_SIMPLE_DEV_PM_OPS(oa_pm_ops, oa_pm_suspend, oa_pm_resume);
