// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Memory for the CPU and the GPU
 *
 * A buffer is memory that the CPU has mapped and that the GPU reaches through its place in the
 * driver's window of the GGTT (oa_ggtt.c).
 *
 * Where CPU and GPU share no last-level cache, a GPU write may leave a stale line
 * in the CPU's cache. VLV's entries ask for snooping, and the PAT does on CHV, BXT and
 * GLK. But the hardware never snoops some kinds of access, so on these three the CPU
 * maps the memory write-combined, which is right whether or not the GPU snoops.
 *
 * Facts: hardware.rst 1.5, 1.7, 15.5.
 */
#include <linux/cleanup.h>
#include <linux/dma-mapping.h>
#include <linux/iosys-map.h>
#include <linux/mm.h>
#include <linux/pci.h>
#include <linux/sizes.h>
#include <linux/vmalloc.h>

#include <drm/drm_cache.h>
#include <drm/drm_device.h>
#include <drm/drm_print.h>

#include "gt/oa_ggtt.h"
#include "gt/oa_uncore.h"
#include "oa_compat.h"

/**
 * oa_buffer_restore() - write a buffer's GGTT entries again
 * @ggtt: the GGTT
 * @buffer: an allocated buffer
 *
 * Process context. For use after the GPU lost the entries, as over a system suspend.
 */
void oa_buffer_restore(struct oa_ggtt *ggtt, struct oa_buffer *buffer)
{
	oa_ggtt_map(ggtt, buffer->node.start, buffer->dma, buffer->num_pages);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_buffer_restore);

/*
 * Memory that the CPU maps uncached must leave no line in the CPU's caches: a line of
 * our zeroes could be written back over a report, and a line of a report over the data
 * of the next owner.
 */
static void oa_buffer_clean(struct oa_ggtt *ggtt, struct oa_buffer *buffer)
{
	if (ggtt->ops->incoherent)
		oa_clflush_pages(buffer->pages, buffer->num_pages);
}

static void oa_buffer_free_pages(struct oa_ggtt *ggtt, struct oa_buffer *buffer, u32 num)
{
	while (num-- && !oa_ggtt_wedged(ggtt)) {
		dma_free_pages(&ggtt->pdev->dev, PAGE_SIZE, buffer->pages[num], buffer->dma[num],
			       DMA_BIDIRECTIONAL);
	}
	kvfree(buffer->dma);
	kvfree(buffer->pages);
}

/*
 * Pages from the DMA API's own allocator. The GPU reaches them by the addresses given, with
 * or without an IOMMU; memory that was mapped afterwards might be bounced instead, and the
 * DMA API has no call that tells. They come zeroed, and one by one: user space may map them,
 * so that each has a life of its own, and no 16 MiB in one piece are to be had.
 */
static int oa_buffer_get_pages(struct oa_ggtt *ggtt, struct oa_buffer *buffer)
{
	const gfp_t gfp = GFP_KERNEL | __GFP_RETRY_MAYFAIL | __GFP_NOWARN;
	u32 i;

	buffer->pages = kvcalloc(buffer->num_pages, sizeof(*buffer->pages), GFP_KERNEL);
	buffer->dma = kvcalloc(buffer->num_pages, sizeof(*buffer->dma), GFP_KERNEL);
	for (i = 0; buffer->pages && buffer->dma; i++) {
		if (i == buffer->num_pages)
			return 0;
		buffer->pages[i] = dma_alloc_pages(&ggtt->pdev->dev, PAGE_SIZE, &buffer->dma[i],
						   DMA_BIDIRECTIONAL, gfp);
		if (!buffer->pages[i])
			break;
	}
	oa_buffer_free_pages(ggtt, buffer, i);
	return -ENOMEM;
}

/**
 * oa_buffer_alloc() - zeroed memory, mapped for the CPU and in the GGTT
 * @ggtt: the GGTT
 * @buffer: to fill in
 * @size: bytes, a multiple of 4 KiB
 * @align: alignment of the GGTT address, bytes
 *
 * Process context, sleeps. Return: 0, -ENOMEM, -ENOSPC if the range is full, or -EIO if the
 * GPU did not stop earlier.
 */
int oa_buffer_alloc(struct oa_ggtt *ggtt, struct oa_buffer *buffer, u32 size, u32 align)
{
	pgprot_t prot = ggtt->ops->incoherent ? pgprot_writecombine(PAGE_KERNEL) : PAGE_KERNEL;
	int ret;

	memset(buffer, 0, sizeof(*buffer));
	if (oa_ggtt_wedged(ggtt)) {
		drm_dbg(ggtt->uncore->drm, "the GPU did not stop earlier: it gets no more memory\n");
		return -EIO;
	}
	buffer->num_pages = size / SZ_4K;
	ret = oa_buffer_get_pages(ggtt, buffer);
	if (ret)
		return ret;
	oa_buffer_clean(ggtt, buffer);
	buffer->vaddr = vmap(buffer->pages, buffer->num_pages, VM_MAP, prot);
	if (!buffer->vaddr) {
		ret = -ENOMEM;
		goto err_pages;
	}

	scoped_guard(mutex, &ggtt->lock) {
		ret = drm_mm_insert_node_generic(&ggtt->mm, &buffer->node, size, align, 0,
						 DRM_MM_INSERT_HIGH);
		if (!ret)
			oa_buffer_restore(ggtt, buffer);
	}
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
 * oa_buffer_fetch() - copy out of a buffer that the CPU does not cache
 * @to: where to
 * @from: in the buffer
 * @bytes: how many
 *
 * Process context. Loads whole lines, if all three are multiples of 16. The caller orders these
 * loads by mb().
 */
void oa_buffer_fetch(void *to, const void *from, u32 bytes)
{
	struct iosys_map cached = IOSYS_MAP_INIT_VADDR(to);
	struct iosys_map combined = IOSYS_MAP_INIT_VADDR((void *)from);

	drm_memcpy_from_wc(&cached, &combined, bytes);
}

/**
 * oa_buffer_free() - take the buffer out of the GGTT and free the memory
 * @ggtt: the GGTT
 * @buffer: allocated, or all zero
 *
 * Process context; the GPU must not write to the buffer any more. If it did not stop, the
 * entries and the pages stay as they are, and only the CPU forgets the buffer.
 */
void oa_buffer_free(struct oa_ggtt *ggtt, struct oa_buffer *buffer)
{
	if (!buffer->vaddr)
		return;
	scoped_guard(mutex, &ggtt->lock) {
		if (!oa_ggtt_wedged(ggtt))
			oa_ggtt_scratch(ggtt, buffer->node.start, buffer->num_pages);
		drm_mm_remove_node(&buffer->node);
	}
	vunmap(buffer->vaddr);
	oa_buffer_clean(ggtt, buffer);
	oa_buffer_free_pages(ggtt, buffer, buffer->num_pages);
	memset(buffer, 0, sizeof(*buffer));
}
