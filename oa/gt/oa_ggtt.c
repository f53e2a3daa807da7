// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: A range of the GGTT for the memory that the GPU must reach
 *
 * The OA unit writes to addresses of the global GTT. Nobody else drives this
 * GPU, but firmware may scan out of the low end, so ranges are taken from the
 * top: a window that is the driver's from probe to remove. Each entry found there is
 * saved, and put back in the end. Until then an entry without a buffer leads to a
 * scratch page. What was found there may name memory that the previous driver has
 * freed, and a write of the GPU that comes too late must not go there.
 *
 * From Gen8 on index 0 of the PAT says how the GPU goes through all entries. i915 programs it,
 * firmware may not have, so it is the driver's as long as the window is. The display, which may
 * be lit, does not go by it.
 *
 * A GPU that does not stop keeps what it can reach: the pages, the entries, the PAT, and the
 * scratch page. They are lost until the machine starts anew, but nobody else's memory is
 * overwritten.
 *
 * Facts: hardware.rst 1.4 to 1.7. The entries lie in BAR 0, which is mapped
 * uncached, so no access to them is ever wider than asked for.
 */
#include <linux/dma-mapping.h>
#include <linux/pci.h>
#include <linux/sizes.h>

#include <drm/drm_device.h>
#include <drm/drm_print.h>

#include "gt/oa_forcewake.h"
#include "gt/oa_ggtt.h"
#include "gt/oa_uncore.h"
#include "oa_compat.h"
#include "regs/gt_regs.h"
#include "regs/gtt_regs.h"

/**
 * oa_ggtt_init() - take the top of the GGTT
 * @ggtt: to initialise
 * @uncore: registers of the GPU
 * @pdev: the PCI function
 * @ops: of the generation
 *
 * Process context. Return: 0, -ENODEV if firmware set up no GGTT or too small a
 * one, or the error of dma_set_mask_and_coherent().
 */
int oa_ggtt_init(struct oa_ggtt *ggtt, struct oa_uncore *uncore,
		 struct pci_dev *pdev, const struct oa_ggtt_ops *ops)
{
	u64 space;
	u16 ggc;
	int ret;

	ret = dma_set_mask_and_coherent(&pdev->dev, DMA_BIT_MASK(ops->dma_bits));
	if (ret)
		return ret;

	pci_read_config_word(pdev, SNB_GMCH_CTRL, &ggc);
	space = (u64)ops->size(ggc) / ops->pte_bytes * SZ_4K;
	ggtt->gsm = uncore->size / 2;
	if (space < OA_GGTT_RANGE || ops->size(ggc) > uncore->size - ggtt->gsm) {
		drm_err(uncore->drm, "GGTT of %llu MiB can't hold the OA buffer (GGC 0x%04x)\n",
			space / SZ_1M, ggc);
		return -ENODEV;
	}

	ggtt->uncore = uncore;
	ggtt->ops = ops;
	ggtt->pdev = pdev;
	ggtt->total = space;
	ggtt->window = OA_GGTT_RANGE / SZ_4K - 1;
	mutex_init(&ggtt->lock);
	/* No buffer may end at 4 GiB: a 32-bit register can't hold that address. */
	drm_mm_init(&ggtt->mm, oa_ggtt_start(ggtt), OA_GGTT_RANGE - SZ_4K);
	return 0;
}

static u32 oa_pte_offset(const struct oa_ggtt *ggtt, u64 address, u32 page)
{
	return ggtt->gsm + ((u32)(address / SZ_4K) + page) * ggtt->ops->pte_bytes;
}

static u64 oa_pte_read(struct oa_ggtt *ggtt, u32 offset)
{
	u64 pte = oa_read32(ggtt->uncore, offset);

	if (ggtt->ops->pte_bytes == sizeof(u64))
		pte |= (u64)oa_read32(ggtt->uncore, offset + sizeof(u32)) << 32;
	return pte;
}

static void oa_pte_write(struct oa_ggtt *ggtt, u32 offset, u64 pte)
{
	if (ggtt->ops->pte_bytes == sizeof(u64))
		oa_write64(ggtt->uncore, offset, pte);
	else
		oa_write32(ggtt->uncore, offset, pte);
}

static void oa_ggtt_flush(struct oa_ggtt *ggtt)
{
	ggtt->ops->flush(ggtt->uncore);
}

/**
 * oa_ggtt_map() - point entries at memory
 * @ggtt: the GGTT
 * @address: GGTT address of the first entry
 * @dma: bus addresses of the pages
 * @pages: how many
 *
 * Process context. The GPU sees the entries when the call returns.
 */
void oa_ggtt_map(struct oa_ggtt *ggtt, u64 address, const dma_addr_t *dma, u32 pages)
{
	u32 i;

	for (i = 0; i < pages; i++)
		oa_pte_write(ggtt, oa_pte_offset(ggtt, address, i), ggtt->ops->encode(dma[i]));
	oa_ggtt_flush(ggtt);
}

/**
 * oa_ggtt_scratch() - point entries at the scratch page
 * @ggtt: the GGTT, its window taken
 * @address: GGTT address of the first entry
 * @pages: how many
 *
 * Process context.
 */
void oa_ggtt_scratch(struct oa_ggtt *ggtt, u64 address, u32 pages)
{
	u64 pte = ggtt->ops->encode(ggtt->scratch_dma);
	u32 i;

	for (i = 0; i < pages; i++)
		oa_pte_write(ggtt, oa_pte_offset(ggtt, address, i), pte);
	oa_ggtt_flush(ggtt);
}

/* Index 0 becomes @pat, the others stay. Where entries choose no index there is nothing to do. */
static int oa_ggtt_set_pat(struct oa_ggtt *ggtt, u32 pat, u32 *before)
{
	struct oa_uncore *uncore = ggtt->uncore;
	u32 domains;
	int ret;

	if (!ggtt->ops->pat)
		return 0;
	domains = oa_uncore_domains(uncore, GEN8_PRIVATE_PAT_LO, false);
	ret = oa_forcewake_get(uncore, domains);
	if (ret)
		return ret;
	*before = oa_rmw32(uncore, GEN8_PRIVATE_PAT_LO, GEN8_PPAT_INDEX0_MASK,
			   pat & GEN8_PPAT_INDEX0_MASK);
	oa_forcewake_put(uncore, domains);
	return 0;
}

static int oa_ggtt_take_memory(struct oa_ggtt *ggtt)
{
	ggtt->found = kvcalloc(ggtt->window, sizeof(*ggtt->found), GFP_KERNEL);
	if (!ggtt->found)
		return -ENOMEM;
	ggtt->scratch = dma_alloc_pages(&ggtt->pdev->dev, SZ_4K, &ggtt->scratch_dma,
					DMA_BIDIRECTIONAL, GFP_KERNEL);
	if (!ggtt->scratch) {
		kvfree(ggtt->found);
		ggtt->found = NULL;
		return -ENOMEM;
	}
	return 0;
}

static void oa_ggtt_drop_memory(struct oa_ggtt *ggtt)
{
	dma_free_pages(&ggtt->pdev->dev, SZ_4K, ggtt->scratch, ggtt->scratch_dma,
		       DMA_BIDIRECTIONAL);
	kvfree(ggtt->found);
	ggtt->found = NULL;
}

/**
 * oa_ggtt_take() - make the window ours
 * @ggtt: the GGTT
 *
 * Process context, before the first buffer; writes entries and the PAT for the first time.
 * Undone by oa_ggtt_fini(). Return: 0, -ENOMEM, or -EIO if the GPU does not wake.
 */
int oa_ggtt_take(struct oa_ggtt *ggtt)
{
	u64 start = oa_ggtt_start(ggtt);
	int ret = oa_ggtt_take_memory(ggtt);
	u32 i;

	if (ret)
		return ret;
	ret = oa_ggtt_set_pat(ggtt, ggtt->ops->pat, &ggtt->found_pat);
	if (ret) {
		oa_ggtt_drop_memory(ggtt);
		return ret;
	}
	for (i = 0; i < ggtt->window; i++)
		ggtt->found[i] = oa_pte_read(ggtt, oa_pte_offset(ggtt, start, i));
	oa_ggtt_scratch(ggtt, start, ggtt->window);
	return 0;
}

/**
 * oa_ggtt_restore() - write the PAT, and point all entries of the window at the scratch page
 * @ggtt: the GGTT, its window taken
 *
 * Process context. For use after the GPU lost them, as over a system suspend; the
 * entries of buffers come next (oa_buffer_restore()). Return: 0, or -EIO if the GPU does not
 * wake, and so has no PAT to write; oa_ggtt_ready() tries again.
 */
int oa_ggtt_restore(struct oa_ggtt *ggtt)
{
	oa_ggtt_scratch(ggtt, oa_ggtt_start(ggtt), ggtt->window);
	ggtt->pat_missing = true;
	return oa_ggtt_ready(ggtt);
}

/**
 * oa_ggtt_ready() - may the GPU use the window?
 * @ggtt: the GGTT, its window taken
 *
 * Process context; while the GPU resumes, or by the one who sets the OA unit up. If the PAT could
 * not be written after the GPU had lost it, it is written now. Return: 0, or -EIO if the GPU does
 * not wake.
 */
int oa_ggtt_ready(struct oa_ggtt *ggtt)
{
	u32 lost;
	int ret;

	if (!ggtt->pat_missing)
		return 0;
	ret = oa_ggtt_set_pat(ggtt, ggtt->ops->pat, &lost);
	ggtt->pat_missing = ret;
	return ret;
}

static void oa_ggtt_give_back(struct oa_ggtt *ggtt)
{
	u64 start = oa_ggtt_start(ggtt);
	u32 ours, i;

	for (i = 0; i < ggtt->window; i++)
		oa_pte_write(ggtt, oa_pte_offset(ggtt, start, i), ggtt->found[i]);
	oa_ggtt_flush(ggtt);
	/* A GPU that does not wake has lost it. */
	oa_ggtt_set_pat(ggtt, ggtt->found_pat, &ours);
	oa_ggtt_drop_memory(ggtt);
}

/**
 * oa_ggtt_fini() - give the window back
 * @ggtt: as initialised, with every buffer freed
 *
 * Process context. A GPU that did not stop keeps the window as it is.
 */
void oa_ggtt_fini(struct oa_ggtt *ggtt)
{
	if (ggtt->found && !oa_ggtt_wedged(ggtt))
		oa_ggtt_give_back(ggtt);
	kvfree(ggtt->found);
	drm_mm_takedown(&ggtt->mm);
	mutex_destroy(&ggtt->lock);
}

/**
 * oa_ggtt_wedge() - a part of the GPU does not stop: leave it what it can reach
 * @ggtt: the GGTT
 * @what: the part, for the log
 *
 * Process context. From here on oa_buffer_free() frees nothing that the GPU can reach, and
 * oa_buffer_alloc() refuses.
 */
void oa_ggtt_wedge(struct oa_ggtt *ggtt, const char *what)
{
	if (oa_ggtt_wedged(ggtt))
		return;
	WRITE_ONCE(ggtt->wedged, true);
	drm_err(ggtt->uncore->drm,
		"%s does not stop: its memory is left to it, and no stream opens any more\n", what);
}
