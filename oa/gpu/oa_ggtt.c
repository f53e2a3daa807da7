// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The global GTT, and memory for the CPU and the GPU
 *
 * Up to Gen7.5 an entry holds an address of 40 or 39 bits and a cacheability of its own, from Gen8
 * on an address alone. There the GGTT's entries use index 0 of the PAT: write-back in the LLC, or
 * snooped where GPU and CPU share no cache. i915 programs it, firmware may not have, so the driver
 * programs it from probe to remove. The display, which may be lit, does not use the PAT.
 *
 * No other driver owns this GPU, but firmware may scan out of the low end, so buffers are taken
 * from a window at the top, which is the driver's from probe to remove. Probe saves each entry of
 * the window, and remove restores it. In between, an entry without a buffer leads to a scratch
 * page: the entry found there may name memory that the previous driver has freed, and a late write
 * of the GPU must not go there.
 *
 * A GPU that does not stop keeps all that it can reach: the pages, the entries, the PAT, and the
 * scratch page. They are lost until the machine restarts, but no other memory is overwritten.
 *
 * A buffer is memory that the CPU has mapped and that the GPU reaches through its place in the
 * window. Where CPU and GPU share no last-level cache, a GPU write may leave a stale line in the
 * CPU's cache. VLV's entries enable snooping, and the PAT does on CHV, BXT and GLK. But the
 * hardware never snoops some kinds of access, so on these three the CPU maps the memory
 * write-combined, which is right whether or not the GPU snoops.
 *
 * Facts: hardware.rst 1.4 to 1.7, 15.5. The entries lie in BAR 0, which is mapped uncached, so no
 * access to them is ever wider than requested.
 */
#include <linux/bitops.h>
#include <linux/cleanup.h>
#include <linux/dma-mapping.h>
#include <linux/iosys-map.h>
#include <linux/mm.h>
#include <linux/pci.h>
#include <linux/sched.h>
#include <linux/sizes.h>
#include <linux/vmalloc.h>

#include <drm/drm_cache.h>
#include <drm/drm_device.h>
#include <drm/drm_print.h>

#include "gpu/oa_gpu.h"
#include "gpu/oa_gpu_priv.h"
#include "oa_compat.h"
#include "regs/gt_regs.h"
#include "regs/gtt_regs.h"

/* Entries of the window. No buffer may end at 4 GiB: a 32-bit register can't hold that address. */
#define OA_GGTT_WINDOW	(OA_GGTT_RANGE / SZ_4K - 1)

/* Return the bytes of the entries. The code is MiB; with entries of 64 bits, a power of two. */
u32 oa_ggtt_bytes(const struct oa_ggtt_layout *layout, u16 ggc)
{
	u32 code = (ggc & layout->size_mask) >> __ffs(layout->size_mask);

	return code && layout->pte_bytes == sizeof(u64) ? SZ_1M << code : code * SZ_1M;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ggtt_bytes);

/* Return a valid entry for system memory at a bus address. */
u64 oa_ggtt_pte(const struct oa_ggtt_layout *layout, dma_addr_t dma)
{
	u64 address = dma & DMA_BIT_MASK(layout->dma_bits) & ~(SZ_4K - 1ull);

	/* An entry of 32 bits has the physical bits 39:32 in [11:4]. */
	if (layout->pte_bytes == sizeof(u32))
		address = lower_32_bits(address) | (u64)upper_32_bits(address) << 4;
	return address | layout->flags;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ggtt_pte);

#define OA_GGTT_OPS(gen, _pte_bytes, _dma_bits, _size_mask, _flags, ...) \
const struct oa_ggtt_layout oa_ggtt_##gen = { \
	.pte_bytes = _pte_bytes, \
	.dma_bits = _dma_bits, \
	.size_mask = _size_mask, \
	.flags = _flags, \
	##__VA_ARGS__ \
}; \
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ggtt_##gen)

OA_GGTT_OPS(snb, 4, 40, SNB_GMCH_GGMS_MASK, GEN6_PTE_LLC | GEN6_PTE_VALID);
OA_GGTT_OPS(vlv, 4, 40, SNB_GMCH_GGMS_MASK, VLV_PTE_SNOOPED | VLV_PTE_WRITEABLE | GEN6_PTE_VALID);
/* Bit 11 is part of the cacheability code, here 2: write-back in the LLC, age 3. */
OA_GGTT_OPS(hsw, 4, 39, SNB_GMCH_GGMS_MASK, HSW_PTE_WB_LLC_AGE3 | GEN6_PTE_VALID);
OA_GGTT_OPS(gen8, 8, 39, BDW_GMCH_GGMS_MASK, GEN8_PTE_PRESENT,
	    .pat = GEN8_PPAT_LLC | GEN8_PPAT_WB);
OA_GGTT_OPS(chv, 8, 39, SNB_GMCH_GGMS_MASK, GEN8_PTE_PRESENT,
	    .incoherent = true, .pat = CHV_PPAT_SNOOP);
OA_GGTT_OPS(bxt, 8, 39, BDW_GMCH_GGMS_MASK, GEN8_PTE_PRESENT,
	    .incoherent = true, .pat = CHV_PPAT_SNOOP);

/* Return the bytes of the GGTT's address space, by GGC; 0 if firmware set up no GGTT. */
u64 oa_ggtt_space(const struct oa_ggtt_layout *layout, u16 ggc)
{
	return (u64)oa_ggtt_bytes(layout, ggc) / layout->pte_bytes * SZ_4K;
}

/* Check whether the GGTT, by GGC, holds the driver's window, and BAR 0 all of its entries. */
bool oa_ggtt_fits(const struct oa_uncore *uncore, const struct oa_ggtt_layout *layout, u16 ggc)
{
	return oa_ggtt_space(layout, ggc) >= OA_GGTT_RANGE &&
	       oa_ggtt_bytes(layout, ggc) <= uncore->size / 2;
}

/* Return the offset of an entry. The entries are the upper half of BAR 0. */
static u32 oa_entry_offset(const struct oa_uncore *uncore, const struct oa_ggtt_layout *layout,
			   u32 entry)
{
	return uncore->size / 2 + entry * layout->pte_bytes;
}

/* Read entry number @entry. */
u64 oa_ggtt_read_entry(struct oa_uncore *uncore, const struct oa_ggtt_layout *layout, u32 entry)
{
	u32 offset = oa_entry_offset(uncore, layout, entry);
	u64 pte = oa_read32(uncore, offset);

	if (layout->pte_bytes == sizeof(u64))
		pte |= (u64)oa_read32(uncore, offset + sizeof(u32)) << 32;
	return pte;
}

/*
 * Find the GGTT, and the driver's window at its top. Process context. Writes nothing;
 * oa_ggtt_init_hw() does. Return 0, -ENODEV if firmware set up no GGTT or too small a one, or the
 * error of dma_set_mask_and_coherent().
 */
int oa_ggtt_init(struct oa_ggtt *ggtt, struct oa_uncore *uncore,
		 struct pci_dev *pdev, const struct oa_ggtt_layout *layout)
{
	u16 ggc;
	int ret;

	ret = dma_set_mask_and_coherent(&pdev->dev, DMA_BIT_MASK(layout->dma_bits));
	if (ret)
		return ret;

	pci_read_config_word(pdev, SNB_GMCH_CTRL, &ggc);
	if (!oa_ggtt_fits(uncore, layout, ggc)) {
		drm_err(uncore->drm, "GGTT of %llu MiB can't hold the OA buffer (GGC 0x%04x)\n",
			oa_ggtt_space(layout, ggc) / SZ_1M, ggc);
		return -ENODEV;
	}

	ggtt->uncore = uncore;
	ggtt->layout = layout;
	ggtt->pdev = pdev;
	ggtt->total = oa_ggtt_space(layout, ggc);
	mutex_init(&ggtt->lock);
	drm_mm_init(&ggtt->mm, oa_ggtt_start(ggtt), OA_GGTT_WINDOW * SZ_4K);
	return 0;
}

/* Write an entry, one of thousands, for each of which a hypervisor may take milliseconds. */
static void oa_ggtt_write_entry(struct oa_ggtt *ggtt, u32 entry, u64 pte)
{
	oa_write_pte(ggtt->uncore, oa_entry_offset(ggtt->uncore, ggtt->layout, entry), pte,
		     ggtt->layout->pte_bytes);
	cond_resched();
}

/* Make written entries visible to the GPU. */
static void oa_ggtt_flush(struct oa_ggtt *ggtt)
{
	oa_write32(ggtt->uncore, GFX_FLSH_CNTL_GEN6, GFX_FLSH_CNTL_EN);
	oa_read32(ggtt->uncore, GFX_FLSH_CNTL_GEN6);
}

/* Point entries at the scratch page. */
static void oa_ggtt_clear_range(struct oa_ggtt *ggtt, u64 address, u32 pages)
{
	u64 pte = oa_ggtt_pte(ggtt->layout, ggtt->scratch_dma);
	u32 i;

	for (i = 0; i < pages; i++)
		oa_ggtt_write_entry(ggtt, address / SZ_4K + i, pte);
	oa_ggtt_flush(ggtt);
}

/* Set index 0 of the PAT. Where entries choose no index there is nothing to do. */
static int oa_ggtt_set_pat(struct oa_ggtt *ggtt, u32 pat, u32 *before)
{
	struct oa_uncore *uncore = ggtt->uncore;
	u32 domains;
	int ret;

	if (!ggtt->layout->pat)
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

static void oa_ggtt_free_window(struct oa_ggtt *ggtt)
{
	if (ggtt->scratch)
		dma_free_pages(&ggtt->pdev->dev, SZ_4K, ggtt->scratch, ggtt->scratch_dma,
			       DMA_BIDIRECTIONAL);
	kvfree(ggtt->found_ptes);
	ggtt->found_ptes = NULL;
}

/* Allocate the copy of the entries found in the window, and the scratch page. */
static int oa_ggtt_alloc_window(struct oa_ggtt *ggtt)
{
	ggtt->found_ptes = kvcalloc(OA_GGTT_WINDOW, sizeof(*ggtt->found_ptes), GFP_KERNEL);
	if (!ggtt->found_ptes)
		return -ENOMEM;
	ggtt->scratch = dma_alloc_pages(&ggtt->pdev->dev, SZ_4K, &ggtt->scratch_dma,
					DMA_BIDIRECTIONAL, GFP_KERNEL);
	return ggtt->scratch ? 0 : -ENOMEM;
}

/*
 * Save the PAT and the window's entries, and write the driver's own. Process context, before the
 * first buffer. All entries then lead to the scratch page. Undone by oa_ggtt_fini(). Return 0,
 * -ENOMEM, or -EIO if the GPU does not wake.
 */
int oa_ggtt_init_hw(struct oa_ggtt *ggtt)
{
	u64 start = oa_ggtt_start(ggtt);
	int ret = oa_ggtt_alloc_window(ggtt);
	u32 i;

	if (!ret)
		ret = oa_ggtt_set_pat(ggtt, ggtt->layout->pat, &ggtt->found_pat);
	if (ret) {
		oa_ggtt_free_window(ggtt);
		return ret;
	}
	for (i = 0; i < OA_GGTT_WINDOW; i++) {
		ggtt->found_ptes[i] = oa_ggtt_read_entry(ggtt->uncore, ggtt->layout,
							 start / SZ_4K + i);
		cond_resched();
	}
	oa_ggtt_clear_range(ggtt, start, OA_GGTT_WINDOW);
	return 0;
}

/*
 * Write the PAT, and point all entries of the window at the scratch page. Process context, after a
 * system suspend, in which the GPU loses both; oa_buffer_bind() follows for each buffer. Return 0,
 * or -EIO if the GPU does not wake for the PAT; oa_ggtt_ensure_pat() tries again.
 */
int oa_ggtt_resume(struct oa_ggtt *ggtt)
{
	oa_ggtt_clear_range(ggtt, oa_ggtt_start(ggtt), OA_GGTT_WINDOW);
	ggtt->pat_missing = true;
	return oa_ggtt_ensure_pat(ggtt);
}

/*
 * Write the PAT if oa_ggtt_resume() could not. Process context, before the OA unit is set up.
 * Return 0, or -EIO if the GPU does not wake.
 */
int oa_ggtt_ensure_pat(struct oa_ggtt *ggtt)
{
	u32 lost;
	int ret;

	if (!ggtt->pat_missing)
		return 0;
	ret = oa_ggtt_set_pat(ggtt, ggtt->layout->pat, &lost);
	ggtt->pat_missing = ret;
	return ret;
}

static void oa_ggtt_restore_window(struct oa_ggtt *ggtt)
{
	u64 start = oa_ggtt_start(ggtt);
	u32 ours, i;

	for (i = 0; i < OA_GGTT_WINDOW; i++)
		oa_ggtt_write_entry(ggtt, start / SZ_4K + i, ggtt->found_ptes[i]);
	oa_ggtt_flush(ggtt);
	/* A GPU that does not wake has lost the PAT anyway. */
	oa_ggtt_set_pat(ggtt, ggtt->found_pat, &ours);
	oa_ggtt_free_window(ggtt);
}

/*
 * Restore the PAT and the window's entries, and free what the GGTT keeps. Every buffer is freed.
 * Process context. A GPU that did not stop keeps the window as it is, and its scratch page.
 */
void oa_ggtt_fini(struct oa_ggtt *ggtt)
{
	if (ggtt->found_ptes && !oa_ggtt_wedged(ggtt))
		oa_ggtt_restore_window(ggtt);
	kvfree(ggtt->found_ptes);
	drm_mm_takedown(&ggtt->mm);
	mutex_destroy(&ggtt->lock);
}

/* Check whether the GPU may bypass the CPU's caches: map write-combined then. Any context. */
bool oa_ggtt_incoherent(const struct oa_ggtt *ggtt)
{
	return ggtt->layout->incoherent;
}

/*
 * Declare the GPU wedged, for good: it keeps the memory that it can reach. @what does not stop, for
 * the log. Process context. From here on nothing that the GPU can reach is freed, nor allocated.
 */
void oa_ggtt_wedge(struct oa_ggtt *ggtt, const char *what)
{
	if (oa_ggtt_wedged(ggtt))
		return;
	WRITE_ONCE(ggtt->wedged, true);
	drm_err(ggtt->uncore->drm,
		"%s does not stop: its memory is left to it, and no stream opens any more\n", what);
}

/* Write a buffer's GGTT entries, again after a suspend, which loses them. Process context. */
void oa_buffer_bind(struct oa_ggtt *ggtt, struct oa_buffer *buffer)
{
	u32 i;

	for (i = 0; i < buffer->num_pages; i++)
		oa_ggtt_write_entry(ggtt, buffer->node.start / SZ_4K + i,
				    oa_ggtt_pte(ggtt->layout, buffer->dma[i]));
	oa_ggtt_flush(ggtt);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_buffer_bind);

/* Check that the GGTT has a buffer's entries, which a GPU without power loses. Process context. */
bool oa_buffer_bound(const struct oa_ggtt *ggtt, const struct oa_buffer *buffer)
{
	return oa_ggtt_read_entry(ggtt->uncore, ggtt->layout, buffer->node.start / SZ_4K) ==
	       oa_ggtt_pte(ggtt->layout, buffer->dma[0]);
}

/*
 * Memory that the CPU maps write-combined must leave no line in the CPU's caches: an old one could
 * be written back over a report, and one of a report over the next owner's data.
 */
static void oa_buffer_clflush(struct oa_ggtt *ggtt, struct oa_buffer *buffer)
{
	if (oa_ggtt_incoherent(ggtt))
		oa_clflush_pages(buffer->pages, buffer->num_pages);
}

static void oa_buffer_free_lists(struct oa_buffer *buffer)
{
	kvfree(buffer->dma);
	kvfree(buffer->pages);
}

/* Return the bytes of the piece of memory that begins with page @first. */
static size_t oa_buffer_piece_bytes(const struct oa_buffer *buffer, u32 first)
{
	return min(buffer->piece_pages, buffer->num_pages - first) * PAGE_SIZE;
}

/* Free the pieces before page @num. */
static void oa_buffer_free_pages(struct oa_ggtt *ggtt, struct oa_buffer *buffer, u32 num)
{
	struct device *dev = &ggtt->pdev->dev;
	struct page **page = buffer->pages;
	u32 i;

	for (i = 0; i < num && !oa_ggtt_wedged(ggtt); i += buffer->piece_pages) {
		const size_t bytes = oa_buffer_piece_bytes(buffer, i);

		if (buffer->mapped) {
			dma_unmap_page(dev, buffer->dma[i], bytes, DMA_BIDIRECTIONAL);
			__free_pages(page[i], get_order(bytes));
		} else {
			dma_free_pages(dev, bytes, page[i], buffer->dma[i], DMA_BIDIRECTIONAL);
		}
	}
}

/* Allocate and map memory. Return NULL without memory, or if the GPU would reach a copy of it. */
static struct page *oa_map_pages(struct device *dev, size_t bytes, dma_addr_t *dma, gfp_t gfp)
{
	struct page *page = alloc_pages(gfp, get_order(bytes));

	if (!page)
		return NULL;
	*dma = dma_map_page_attrs(dev, page, 0, bytes, DMA_BIDIRECTIONAL, DMA_ATTR_NO_WARN);
	if (!dma_mapping_error(dev, *dma)) {
		if (!dma_need_sync(dev, *dma))
			return page;
		dma_unmap_page(dev, *dma, bytes, DMA_BIDIRECTIONAL);
	}
	__free_pages(page, get_order(bytes));
	return NULL;
}

/* Allocate the pages in pieces of buffer->piece_pages. Return: 0 or -ENOMEM. */
static int oa_buffer_get_pieces(struct oa_ggtt *ggtt, struct oa_buffer *buffer, gfp_t gfp)
{
	struct device *dev = &ggtt->pdev->dev;
	u32 first, i, end;

	gfp |= GFP_KERNEL | __GFP_NOWARN |
	       (buffer->piece_pages > 1 ? __GFP_NORETRY : __GFP_RETRY_MAYFAIL);
	for (first = 0; first < buffer->num_pages; first = end) {
		const size_t bytes = oa_buffer_piece_bytes(buffer, first);
		struct page *page;
		dma_addr_t dma;

		page = buffer->mapped ? oa_map_pages(dev, bytes, &dma, gfp) :
			dma_alloc_pages(dev, bytes, &dma, DMA_BIDIRECTIONAL, gfp);
		if (!page) {
			oa_buffer_free_pages(ggtt, buffer, first);
			return -ENOMEM;
		}
		end = first + bytes / PAGE_SIZE;
		for (i = first; i < end; i++) {
			buffer->pages[i] = page + (i - first);
			buffer->dma[i] = dma + (i - first) * PAGE_SIZE;
		}
	}
	return 0;
}

/*
 * Allocate pages, in pieces of 2 MiB, or 64 KiB, or one by one if so much memory is not free in one
 * piece. Where the DMA API would bounce them, as it may with an IOMMU, they come from its own
 * allocator, whose addresses reach the memory itself, but which fills all of it with zeroes.
 */
static int oa_buffer_get_pages(struct oa_ggtt *ggtt, struct oa_buffer *buffer, gfp_t gfp)
{
	static const u32 pieces[] = { SZ_2M / PAGE_SIZE, SZ_64K / PAGE_SIZE, 1 };
	const u32 num = ARRAY_SIZE(pieces);
	int ret = -ENOMEM;
	u32 i;

	buffer->pages = kvcalloc(buffer->num_pages, sizeof(*buffer->pages), GFP_KERNEL);
	buffer->dma = kvcalloc(buffer->num_pages, sizeof(*buffer->dma), GFP_KERNEL);
	for (i = 0; buffer->pages && buffer->dma && ret && i < 2 * num; i++) {
		buffer->mapped = i < num;
		buffer->piece_pages = pieces[i % num];
		ret = oa_buffer_get_pieces(ggtt, buffer, gfp);
	}
	if (ret)
		oa_buffer_free_lists(buffer);
	return ret;
}

/*
 * Allocate @size bytes, a multiple of 4 KiB, mapped for the CPU and, at a multiple of @align bytes,
 * in the GGTT. @zero is __GFP_ZERO for zeroed memory, or 0 for a caller that fills it. Process
 * context, sleeps. Return 0, -ENOMEM, -ENOSPC if the window is full, or -EIO if the GPU is wedged.
 */
int oa_buffer_alloc(struct oa_ggtt *ggtt, struct oa_buffer *buffer, u32 size, u32 align, gfp_t zero)
{
	pgprot_t prot = oa_ggtt_incoherent(ggtt) ? pgprot_writecombine(PAGE_KERNEL) : PAGE_KERNEL;
	int ret;

	memset(buffer, 0, sizeof(*buffer));
	if (oa_ggtt_wedged(ggtt)) {
		drm_dbg(ggtt->uncore->drm, "the GPU did not stop earlier: it gets no more memory\n");
		return -EIO;
	}
	buffer->num_pages = size / SZ_4K;
	ret = oa_buffer_get_pages(ggtt, buffer, zero);
	if (ret)
		return ret;
	oa_buffer_clflush(ggtt, buffer);
	buffer->vaddr = vmap(buffer->pages, buffer->num_pages, VM_MAP, prot);
	if (!buffer->vaddr) {
		ret = -ENOMEM;
		goto err_pages;
	}

	scoped_guard(mutex, &ggtt->lock) {
		ret = drm_mm_insert_node_generic(&ggtt->mm, &buffer->node, size, align, 0,
						 DRM_MM_INSERT_HIGH);
		if (!ret)
			oa_buffer_bind(ggtt, buffer);
	}
	if (ret)
		goto err_vmap;
	return 0;

err_vmap:
	vunmap(buffer->vaddr);
err_pages:
	oa_buffer_free_pages(ggtt, buffer, buffer->num_pages);
	oa_buffer_free_lists(buffer);
	memset(buffer, 0, sizeof(*buffer));
	return ret;
}

/*
 * Copy out of a buffer that the CPU maps write-combined. Process context. Loads whole lines, if
 * both addresses and @bytes are multiples of 16. The caller orders these loads by mb().
 */
void oa_memcpy_from_wc(void *to, const void *from, u32 bytes)
{
	struct iosys_map cached = IOSYS_MAP_INIT_VADDR(to);
	struct iosys_map combined = IOSYS_MAP_INIT_VADDR((void *)from);

	drm_memcpy_from_wc(&cached, &combined, bytes);
}

/*
 * Take a buffer, allocated or all zero, out of the GGTT and free its memory. Process context; the
 * GPU must not write to the buffer any more. If the GPU is wedged, the entries and the pages stay
 * as they are, and only the CPU's mapping goes.
 */
void oa_buffer_free(struct oa_ggtt *ggtt, struct oa_buffer *buffer)
{
	if (!buffer->vaddr)
		return;
	scoped_guard(mutex, &ggtt->lock) {
		if (!oa_ggtt_wedged(ggtt))
			oa_ggtt_clear_range(ggtt, buffer->node.start, buffer->num_pages);
		drm_mm_remove_node(&buffer->node);
	}
	vunmap(buffer->vaddr);
	oa_buffer_clflush(ggtt, buffer);
	oa_buffer_free_pages(ggtt, buffer, buffer->num_pages);
	oa_buffer_free_lists(buffer);
	memset(buffer, 0, sizeof(*buffer));
}
