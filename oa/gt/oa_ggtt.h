/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_GGTT_H_
#define _OA_GGTT_H_

#include <linux/mutex.h>
#include <linux/sizes.h>
#include <linux/types.h>

#include <drm/drm_mm.h>

/* Room for two 16 MiB buffers at 16 MiB alignment, and some more pages. */
#define OA_GGTT_RANGE	SZ_64M

struct oa_uncore;
struct page;
struct pci_dev;

/**
 * struct oa_ggtt_ops - how a generation writes GGTT entries
 */
struct oa_ggtt_ops {
	/** @pte_bytes: bytes of one entry, 4 or 8; each is written in one access */
	u32 pte_bytes;
	/** @dma_bits: width of the addresses an entry can hold */
	u32 dma_bits;
	/** @incoherent: GPU accesses may bypass the CPU's caches: map memory uncached */
	bool incoherent;
	/** @pat: what index 0 of the PAT must be; 0: entries have a cacheability of their own */
	u8 pat;
	/** @size: bytes of the entries, from config space (GGC) */
	u32 (*size)(u16 ggc);
	/** @encode: a valid entry for system memory at a bus address */
	u64 (*encode)(dma_addr_t addr);
	/** @flush: make written entries visible to the GPU */
	void (*flush)(struct oa_uncore *uncore);
};

/**
 * struct oa_ggtt - the part of the global GTT that is ours
 */
struct oa_ggtt {
	/** @uncore: registers, through which the entries are written; set once */
	struct oa_uncore *uncore;
	/** @ops: of the generation; set once */
	const struct oa_ggtt_ops *ops;
	/** @pdev: the PCI function, for DMA mapping; set once */
	struct pci_dev *pdev;
	/** @gsm: offset of the entries in BAR 0; set once */
	u32 gsm;
	/** @total: bytes of the whole address space; set once */
	u64 total;
	/** @lock: guards @mm; process context */
	struct mutex lock;
	/** @window: entries of @mm's range, which are ours from probe to remove; set once */
	u32 window;
	/** @found: those entries as they were before; set once */
	u64 *found;
	/**
	 * @pat_missing: the GPU did not wake to take the PAT after it had lost it. Written while it
	 * resumes, then by whoever sets the OA unit up.
	 */
	bool pat_missing;
	/** @found_pat: the PAT's register with index 0 as it was before; set once */
	u32 found_pat;
	/** @scratch: a page for the entries that no buffer has; nobody reads it; set once */
	struct page *scratch;
	/** @scratch_dma: its bus address; set once */
	dma_addr_t scratch_dma;
	/** @wedged: the GPU did not stop: nothing that it can reach is freed; never cleared */
	bool wedged;
	/** @mm: the range at the top of the address space that we hand out, in bytes */
	struct drm_mm mm;
};

/**
 * struct oa_buffer - memory that the GPU reaches through the GGTT
 *
 * The caller that allocated it owns it and serialises its use.
 */
struct oa_buffer {
	/** @node: the buffer's place in the GGTT, bytes */
	struct drm_mm_node node;
	/** @vaddr: the memory as the CPU sees it, zeroed when allocated */
	void *vaddr;
	/** @num_pages: entries of @pages, @dma and @saved */
	u32 num_pages;
	/** @pages: the pages */
	struct page **pages;
	/** @dma: bus addresses of @pages */
	dma_addr_t *dma;
};

extern const struct oa_ggtt_ops oa_ggtt_snb;
extern const struct oa_ggtt_ops oa_ggtt_vlv;
extern const struct oa_ggtt_ops oa_ggtt_hsw;
extern const struct oa_ggtt_ops oa_ggtt_gen8;
extern const struct oa_ggtt_ops oa_ggtt_chv;
extern const struct oa_ggtt_ops oa_ggtt_bxt;
extern const struct oa_ggtt_ops oa_ggtt_gen11;

int oa_ggtt_init(struct oa_ggtt *ggtt, struct oa_uncore *uncore,
		 struct pci_dev *pdev, const struct oa_ggtt_ops *ops);
int oa_ggtt_take(struct oa_ggtt *ggtt);
void oa_ggtt_fini(struct oa_ggtt *ggtt);
void oa_ggtt_wedge(struct oa_ggtt *ggtt, const char *what);
int oa_ggtt_restore(struct oa_ggtt *ggtt);
int oa_ggtt_ready(struct oa_ggtt *ggtt);
void oa_ggtt_map(struct oa_ggtt *ggtt, u64 address, const dma_addr_t *dma, u32 pages);
void oa_ggtt_scratch(struct oa_ggtt *ggtt, u64 address, u32 pages);
int oa_buffer_alloc(struct oa_ggtt *ggtt, struct oa_buffer *buffer, u32 size, u32 align);
void oa_buffer_restore(struct oa_ggtt *ggtt, struct oa_buffer *buffer);
void oa_buffer_fetch(void *to, const void *from, u32 bytes);
void oa_buffer_free(struct oa_ggtt *ggtt, struct oa_buffer *buffer);

/**
 * oa_ggtt_wedged() - did the GPU once not stop?
 * @ggtt: the GGTT
 *
 * Any context.
 */
static inline bool oa_ggtt_wedged(const struct oa_ggtt *ggtt)
{
	return READ_ONCE(ggtt->wedged);
}

/**
 * oa_ggtt_start() - start of the range that the driver takes
 * @ggtt: the GGTT
 *
 * Return: GGTT address.
 */
static inline u64 oa_ggtt_start(const struct oa_ggtt *ggtt)
{
	return ggtt->total - OA_GGTT_RANGE;
}

/**
 * oa_buffer_address() - GGTT address of a buffer
 * @buffer: an allocated buffer
 *
 * Return: bytes from the start of the GGTT's address space.
 */
static inline u32 oa_buffer_address(const struct oa_buffer *buffer)
{
	return buffer->node.start;
}

#endif /* _OA_GGTT_H_ */
