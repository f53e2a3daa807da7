// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: A range of the GGTT for the OA buffer
 *
 * The OA unit writes to addresses of the global GTT. Nobody else drives this
 * GPU, but firmware may scan out of the low end, so ranges are taken from the
 * top. Each entry found there is saved and put back on release: a display
 * engine that prefetches past its surface must find what it found before.
 *
 * Facts: hardware.md 1.4 to 1.6.
 */
#include <linux/dma-mapping.h>
#include <linux/mm.h>
#include <linux/pci.h>
#include <linux/sizes.h>
#include <linux/vmalloc.h>

#include <drm/drm_device.h>
#include <drm/drm_print.h>

#include "oa_compat.h"
#include "oa_ggtt.h"
#include "oa_uncore.h"
#include "regs/gt_regs.h"
#include "regs/gtt_regs.h"

/* Room for two 16 MiB buffers at 16 MiB alignment and some pages beside them. */
#define OA_GGTT_RANGE	SZ_64M

static u32 oa_ggtt_gen6_size(u16 ggc)
{
	return ((ggc & SNB_GMCH_GGMS_MASK) >> SNB_GMCH_GGMS_SHIFT) * SZ_1M;
}

/* Physical 38:32 go to [10:4]; code 2 (write-back in the LLC, age 3) to [3:1]. */
static u32 oa_ggtt_hsw_encode(dma_addr_t addr)
{
	u32 high = ((u64)addr >> 32) << 4;

	return ((u32)addr & GEN6_PTE_ADDR_MASK) | (high & HSW_PTE_ADDR_HI_MASK) |
	       HSW_PTE_WB_LLC_AGE3 | GEN6_PTE_VALID;
}

static void oa_ggtt_gen6_flush(struct oa_uncore *uncore)
{
	oa_write32(uncore, GFX_FLSH_CNTL_GEN6, GFX_FLSH_CNTL_EN);
	oa_read32(uncore, GFX_FLSH_CNTL_GEN6);
}

const struct oa_ggtt_ops oa_ggtt_hsw = {
	.pte_bytes = 4,
	.dma_bits = 39,
	.size = oa_ggtt_gen6_size,
	.encode = oa_ggtt_hsw_encode,
	.flush = oa_ggtt_gen6_flush,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ggtt_hsw);

/**
 * oa_ggtt_init() - take the top of the GGTT
 * @ggtt: to initialise
 * @uncore: registers of the GPU
 * @pdev: the PCI function
 * @ops: of the generation
 *
 * Process context. Return: 0, -ENODEV if firmware left no GGTT or one too
 * small, or the error of dma_set_mask_and_coherent().
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
	mutex_init(&ggtt->lock);
	drm_mm_init(&ggtt->mm, space - OA_GGTT_RANGE, OA_GGTT_RANGE);
	return 0;
}

/**
 * oa_ggtt_fini() - give the range back
 * @ggtt: as initialised, with every buffer freed
 */
void oa_ggtt_fini(struct oa_ggtt *ggtt)
{
	drm_mm_takedown(&ggtt->mm);
	mutex_destroy(&ggtt->lock);
}

static u32 oa_pte_offset(const struct oa_ggtt *ggtt, const struct oa_buffer *buffer, u32 page)
{
	return ggtt->gsm + ((u32)(buffer->node.start / SZ_4K) + page) * ggtt->ops->pte_bytes;
}

static void oa_buffer_bind(struct oa_ggtt *ggtt, struct oa_buffer *buffer)
{
	u32 i, offset;

	for (i = 0; i < buffer->num_pages; i++) {
		offset = oa_pte_offset(ggtt, buffer, i);
		buffer->saved[i] = oa_read32(ggtt->uncore, offset);
		oa_write32(ggtt->uncore, offset, ggtt->ops->encode(buffer->dma[i]));
	}
	ggtt->ops->flush(ggtt->uncore);
}

static void oa_buffer_unbind(struct oa_ggtt *ggtt, struct oa_buffer *buffer)
{
	u32 i;

	for (i = 0; i < buffer->num_pages; i++)
		oa_write32(ggtt->uncore, oa_pte_offset(ggtt, buffer, i), buffer->saved[i]);
	ggtt->ops->flush(ggtt->uncore);
}

/**
 * oa_buffer_restore() - write a buffer's entries anew
 * @ggtt: the GGTT
 * @buffer: an allocated buffer
 *
 * Process context. For when the GPU lost them, as over a system suspend.
 */
void oa_buffer_restore(struct oa_ggtt *ggtt, struct oa_buffer *buffer)
{
	u32 i;

	for (i = 0; i < buffer->num_pages; i++)
		oa_write32(ggtt->uncore, oa_pte_offset(ggtt, buffer, i),
			   ggtt->ops->encode(buffer->dma[i]));
	ggtt->ops->flush(ggtt->uncore);
}

static void oa_buffer_free_pages(struct oa_ggtt *ggtt, struct oa_buffer *buffer, u32 num)
{
	while (num--) {
		dma_unmap_page(&ggtt->pdev->dev, buffer->dma[num], PAGE_SIZE, DMA_BIDIRECTIONAL);
		__free_page(buffer->pages[num]);
	}
	kvfree(buffer->saved);
	kvfree(buffer->dma);
	kvfree(buffer->pages);
}

static int oa_buffer_get_page(struct oa_ggtt *ggtt, struct oa_buffer *buffer, u32 i)
{
	struct page *page = alloc_page(GFP_KERNEL | __GFP_ZERO | __GFP_RETRY_MAYFAIL);

	if (!page)
		return -ENOMEM;
	buffer->dma[i] = dma_map_page(&ggtt->pdev->dev, page, 0, PAGE_SIZE, DMA_BIDIRECTIONAL);
	if (dma_mapping_error(&ggtt->pdev->dev, buffer->dma[i])) {
		__free_page(page);
		return -ENOMEM;
	}
	/* A bounce buffer would have to be copied after each report: none can be used. */
	if (dma_need_sync(&ggtt->pdev->dev, buffer->dma[i])) {
		drm_err(ggtt->uncore->drm, "the GPU can't reach memory directly\n");
		dma_unmap_page(&ggtt->pdev->dev, buffer->dma[i], PAGE_SIZE, DMA_BIDIRECTIONAL);
		__free_page(page);
		return -ENODEV;
	}
	buffer->pages[i] = page;
	return 0;
}

static int oa_buffer_get_pages(struct oa_ggtt *ggtt, struct oa_buffer *buffer)
{
	u32 i;
	int ret = -ENOMEM;

	buffer->pages = kvcalloc(buffer->num_pages, sizeof(*buffer->pages), GFP_KERNEL);
	buffer->dma = kvcalloc(buffer->num_pages, sizeof(*buffer->dma), GFP_KERNEL);
	buffer->saved = kvcalloc(buffer->num_pages, sizeof(*buffer->saved), GFP_KERNEL);
	for (i = 0; buffer->pages && buffer->dma && buffer->saved; i++) {
		if (i == buffer->num_pages)
			return 0;
		ret = oa_buffer_get_page(ggtt, buffer, i);
		if (ret)
			break;
	}
	oa_buffer_free_pages(ggtt, buffer, i);
	return ret;
}

/**
 * oa_buffer_alloc() - zeroed memory, mapped for the CPU and in the GGTT
 * @ggtt: the GGTT
 * @buffer: to fill in
 * @size: bytes, a multiple of 4 KiB
 * @align: alignment of its GGTT address, bytes
 *
 * Process context, sleeps. Return: 0, -ENOMEM, or -ENOSPC if the range is full.
 */
int oa_buffer_alloc(struct oa_ggtt *ggtt, struct oa_buffer *buffer, u32 size, u32 align)
{
	int ret;

	memset(buffer, 0, sizeof(*buffer));
	buffer->num_pages = size / SZ_4K;
	ret = oa_buffer_get_pages(ggtt, buffer);
	if (ret)
		return ret;
	buffer->vaddr = vmap(buffer->pages, buffer->num_pages, VM_MAP, PAGE_KERNEL);
	if (!buffer->vaddr) {
		ret = -ENOMEM;
		goto err_pages;
	}

	mutex_lock(&ggtt->lock);
	ret = drm_mm_insert_node_generic(&ggtt->mm, &buffer->node, size, align, 0,
					 DRM_MM_INSERT_HIGH);
	if (!ret)
		oa_buffer_bind(ggtt, buffer);
	mutex_unlock(&ggtt->lock);
	if (ret)
		goto err_vmap;
	return 0;

err_vmap:
	vunmap(buffer->vaddr);
err_pages:
	oa_buffer_free_pages(ggtt, buffer, buffer->num_pages);
	memset(buffer, 0, sizeof(*buffer));
	return ret;
}

/**
 * oa_buffer_free() - put the GGTT entries back and free the memory
 * @ggtt: the GGTT
 * @buffer: allocated, or all zero
 *
 * Process context; the GPU must not write to it any more.
 */
void oa_buffer_free(struct oa_ggtt *ggtt, struct oa_buffer *buffer)
{
	if (!buffer->vaddr)
		return;
	mutex_lock(&ggtt->lock);
	oa_buffer_unbind(ggtt, buffer);
	drm_mm_remove_node(&buffer->node);
	mutex_unlock(&ggtt->lock);
	vunmap(buffer->vaddr);
	oa_buffer_free_pages(ggtt, buffer, buffer->num_pages);
	memset(buffer, 0, sizeof(*buffer));
}
