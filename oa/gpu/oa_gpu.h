/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_GPU_H_
#define _OA_GPU_H_

#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/jump_label.h>
#include <linux/mutex.h>
#include <linux/sizes.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include <drm/drm_mm.h>

#include "i915_oa_compat.h"

struct drm_i915_gem_context_param_sseu;
struct oa_topology;
struct oa_topology_layout;
struct pci_dev;

/* Lists of registers */

/* A contiguous range of registers */
struct oa_reg_range {
	u32 start;	/* offset of the first register */
	u32 end;	/* offset of the last one, inclusive; both 0 end a list */
};

/* A register and a value for it */
struct oa_reg_value {
	u32 offset;	/* bytes from the start of BAR 0 */
	u32 value;	/* the register's value */
};

/* Registers to write */
struct oa_reg_list {
	u32 count;	/* pairs in @regs */
	struct oa_reg_value *regs;	/* the pairs, in the order of the writes */
};

bool oa_reg_in(const struct oa_reg_range *ranges, u32 offset);

/* Power domains of the GT (oa_forcewake.c) */
enum oa_forcewake_id {
	OA_FW_RENDER,	/* render engine and slices; the whole GT on SNB to BDW except VLV, CHV */
	OA_FW_GT,	/* the common part of the GT, with the OA unit; gen9 and later */
	OA_FW_MEDIA,	/* all media of VLV, CHV and gen9 */
	OA_FW_VDBOX0,	/* first video engine, gen11 */
	OA_FW_VDBOX2,	/* second video engine, gen11; may be fused off */
	OA_FW_VEBOX0,	/* video enhancement engine, gen11 */
	OA_NUM_FW,	/* number of power domains */
};

#define OA_FORCEWAKE_RENDER	BIT(OA_FW_RENDER)
#define OA_FORCEWAKE_GT		BIT(OA_FW_GT)
#define OA_FORCEWAKE_MEDIA	BIT(OA_FW_MEDIA)
#define OA_FORCEWAKE_VDBOX0	BIT(OA_FW_VDBOX0)
#define OA_FORCEWAKE_VDBOX2	BIT(OA_FW_VDBOX2)
#define OA_FORCEWAKE_VEBOX0	BIT(OA_FW_VEBOX0)
/* All domains that every part of the platform has, so none of gen11's media engines */
#define OA_FORCEWAKE_ALL	(OA_FORCEWAKE_RENDER | OA_FORCEWAKE_GT | OA_FORCEWAKE_MEDIA)

/* Registers of one power domain */
struct oa_forcewake_domain {
	const char *name;	/* for messages; NULL if the platform has no such domain */
	u32 request;	/* offset of the masked request register */
	u32 ack;	/* offset of the acknowledge register */
};

/* The power domains of a platform */
struct oa_forcewake_table {
	struct oa_forcewake_domain domains[OA_NUM_FW];	/* by enum oa_forcewake_id */
	const struct oa_forcewake_domain *legacy;	/* IVB's other Render domain, or NULL */
	const struct oa_forcewake_range *ranges;	/* ascending, disjoint; gaps need none */
	unsigned int num_ranges;	/* entries of @ranges */
	/* registers that may be written asleep, but not read; ended by an empty entry, or NULL */
	const struct oa_reg_range *shadowed;
	u32 stream;	/* domains that stay awake while a stream is open */
	bool media_fuse;	/* GEN11_GT_VEBOX_VDBOX_DISABLE shows which media domains exist */
	bool thread_status;	/* wait for GT_THREAD_STATUS after waking */
	bool allow_wake;	/* no domain wakes unless VLV_GTLC_WAKE_CTRL allows it */
	bool fallback;	/* the fallback request bit recovers a lost acknowledge */
};

extern const struct oa_forcewake_table oa_forcewake_snb, oa_forcewake_ivb, oa_forcewake_vlv,
	oa_forcewake_hsw, oa_forcewake_bdw, oa_forcewake_chv, oa_forcewake_gen9, oa_forcewake_gen11,
	oa_forcewake_ehl, oa_forcewake_lkf;

u32 oa_forcewake_domains(const struct oa_forcewake_table *table, u32 offset, bool write);

/* The power domains that are kept awake on one GPU */
struct oa_forcewake {
	const struct oa_forcewake_table *table;	/* of the platform; set once */
	/* by enum oa_forcewake_id, for those in @all: from @table or its @legacy; set once */
	const struct oa_forcewake_domain *domains[OA_NUM_FW];
	struct mutex lock;	/* guards those below; process context; an ack may take 50 ms */
	unsigned int count[OA_NUM_FW];	/* references by domain */
	u32 held;	/* domains with a reference; read without the lock */
	unsigned long all;	/* domains that the GPU has, without those fused off; set once */
	const struct oa_forcewake_range *last_range;	/* found last: a hint, without a lock */
	u32 found_wake_ctrl;	/* VLV_GTLC_WAKE_CTRL as found at probe; set once */
};

/* The instance that reads of replicated registers go to (oa_uncore.c). Constant after probe. */
struct oa_steering {
	const struct oa_steering_layout *layout;	/* the platform's; NULL: it can't steer */
	u8 slice;	/* the first slice that is there */
	u8 subslice;	/* the first subslice that is there in @slice */
	bool steered;	/* between oa_steer() and oa_unsteer() */
	u32 before;	/* value of the steering register then */
};

/* Register access of one GPU (oa_uncore.c) */
struct oa_uncore {
	struct drm_device *drm;	/* for messages; set once */
	void __iomem *regs;	/* BAR 0 on hardware, NULL on a simulated GPU; set once */
	struct i915_oa_mmio *sim;	/* a simulated GPU's accessors, else NULL; set once */
	u32 size;	/* bytes of BAR 0; set once */
	bool has_fifo;	/* GT writes pass the write FIFO of gen6 to gen7.5; set once */
	bool read_only;	/* i915 owns the GPU, and keeps it awake; set once */
	/*
	 * held with interrupts off while a register is accessed, and while an engine is reset; any
	 * context, no lock is taken inside. GGTT entries need no lock
	 */
	raw_spinlock_t lock;
	int fifo_room;	/* writes for which the FIFO surely has room; guarded by @lock */
	struct oa_forcewake forcewake;	/* power domains; has its own lock */
	struct oa_steering steering;	/* which copy of a replicated register is read */
};

DECLARE_STATIC_KEY_FALSE(oa_pauses);

void oa_pause_now(void);

/*
 * Mark a race window: the GPU, an interrupt or another task may act here. Any context. Does nothing
 * on hardware. A simulated GPU may let time pass here, to provoke such a race (interleave=); then
 * it may sleep where the caller may.
 */
static inline void oa_pause(void)
{
	if (static_branch_unlikely(&oa_pauses))
		oa_pause_now();
}

int oa_uncore_init(struct oa_uncore *uncore, struct drm_device *drm,
		   struct pci_dev *pdev, bool has_fifo);
void oa_uncore_fini(struct oa_uncore *uncore, struct pci_dev *pdev);

/* guard(oa_uncore)(uncore), for the functions named _locked */
OA_DEFINE_LOCK_GUARD(oa_uncore, struct oa_uncore)

u32 oa_read32_locked(struct oa_uncore *uncore, u32 offset);
void oa_write32_locked(struct oa_uncore *uncore, u32 offset, u32 value);
int oa_wait32_locked(struct oa_uncore *uncore, u32 offset, u32 mask, u32 value,
		     unsigned int timeout_us);
u32 oa_read32(struct oa_uncore *uncore, u32 offset);
void oa_write32(struct oa_uncore *uncore, u32 offset, u32 value);
u32 oa_rmw32(struct oa_uncore *uncore, u32 offset, u32 clear, u32 set);
u64 oa_read64_2x32(struct oa_uncore *uncore, u32 low, u32 high);
int oa_wait32(struct oa_uncore *uncore, u32 offset, u32 mask, u32 value, unsigned int timeout_us);

void oa_forcewake_init(struct oa_uncore *uncore, const struct oa_forcewake_table *table);
void oa_forcewake_resume(struct oa_uncore *uncore);
void oa_forcewake_read_fuses(struct oa_uncore *uncore);
void oa_forcewake_fini(struct oa_uncore *uncore);
int oa_forcewake_get(struct oa_uncore *uncore, u32 domains);
void oa_forcewake_put(struct oa_uncore *uncore, u32 domains);
u32 oa_forcewake_peek(struct oa_uncore *uncore, const struct oa_forcewake_table *table);
bool oa_forcewake_restore(struct oa_uncore *uncore);

extern const struct oa_steering_layout oa_steering_gen8, oa_steering_gen11;

void oa_steering_init(struct oa_uncore *uncore, const struct oa_steering_layout *layout,
		      const struct oa_topology *topology);
void oa_steer(struct oa_uncore *uncore);
void oa_unsteer(struct oa_uncore *uncore);
u32 oa_steered_read32(struct oa_uncore *uncore, u32 offset);

/* The global GTT, and buffers in it (oa_ggtt.c) */

/* Bytes of the window: two 16 MiB buffers at 16 MiB alignment fit, and some more pages. */
#define OA_GGTT_RANGE	SZ_64M

/* The global GTT, and the driver's window at its top */
struct oa_ggtt {
	struct oa_uncore *uncore;	/* registers and GGTT entries; set once */
	const struct oa_ggtt_layout *layout;	/* of the generation; set once */
	struct pci_dev *pdev;	/* the PCI function, for DMA mapping; set once */
	u64 total;	/* bytes of the whole address space; set once */
	struct mutex lock;	/* guards @mm; process context */
	u64 *found_ptes;	/* the window's entries as found at probe; set once */
	bool pat_missing;	/* no PAT: the GPU did not wake in a resume; oa_ggtt_ensure_pat() */
	u32 found_pat;	/* the PAT's register with index 0 as found at probe; set once */
	struct page *scratch;	/* for the entries that no buffer has; never read; set once */
	dma_addr_t scratch_dma;	/* its bus address; set once */
	bool wedged;	/* the GPU did not stop: nothing it can reach is freed; never cleared */
	struct drm_mm mm;	/* the window, in bytes, that buffers are taken from */
};

/* Memory that the GPU reaches through the GGTT. Who allocated it owns it and serialises its use. */
struct oa_buffer {
	struct drm_mm_node node;	/* the buffer's place in the GGTT, bytes */
	void *vaddr;	/* the memory as the CPU sees it */
	u32 num_pages;	/* entries of @pages and @dma */
	u32 piece_pages;	/* pages allocated together; the last piece may have fewer */
	bool mapped;	/* the pieces were mapped for DMA, not allocated by the DMA API */
	struct page **pages;
	dma_addr_t *dma;	/* bus addresses of @pages */
};

extern const struct oa_ggtt_layout oa_ggtt_snb, oa_ggtt_vlv, oa_ggtt_hsw, oa_ggtt_gen8, oa_ggtt_chv,
	oa_ggtt_bxt;

u64 oa_ggtt_space(const struct oa_ggtt_layout *layout, u16 ggc);
bool oa_ggtt_fits(const struct oa_uncore *uncore, const struct oa_ggtt_layout *layout, u16 ggc);
u64 oa_ggtt_read_entry(struct oa_uncore *uncore, const struct oa_ggtt_layout *layout, u32 entry);
int oa_ggtt_init(struct oa_ggtt *ggtt, struct oa_uncore *uncore,
		 struct pci_dev *pdev, const struct oa_ggtt_layout *layout);
int oa_ggtt_init_hw(struct oa_ggtt *ggtt);
void oa_ggtt_fini(struct oa_ggtt *ggtt);
bool oa_ggtt_incoherent(const struct oa_ggtt *ggtt);
void oa_ggtt_wedge(struct oa_ggtt *ggtt, const char *what);
int oa_ggtt_resume(struct oa_ggtt *ggtt);
int oa_ggtt_ensure_pat(struct oa_ggtt *ggtt);
int oa_buffer_alloc(struct oa_ggtt *ggtt, struct oa_buffer *buffer, u32 size, u32 align,
		    gfp_t zero);
void oa_buffer_bind(struct oa_ggtt *ggtt, struct oa_buffer *buffer);
bool oa_buffer_bound(const struct oa_ggtt *ggtt, const struct oa_buffer *buffer);
void oa_memcpy_from_wc(void *to, const void *from, u32 bytes);
void oa_buffer_free(struct oa_ggtt *ggtt, struct oa_buffer *buffer);

/* Check whether the GPU is wedged: it did not stop when it had to. Any context. */
static inline bool oa_ggtt_wedged(const struct oa_ggtt *ggtt)
{
	return READ_ONCE(ggtt->wedged);
}

/* Return the GGTT address at which the driver's window starts. */
static inline u64 oa_ggtt_start(const struct oa_ggtt *ggtt)
{
	return ggtt->total - OA_GGTT_RANGE;
}

/* Return the GGTT address of an allocated buffer. */
static inline u32 oa_buffer_address(const struct oa_buffer *buffer)
{
	return buffer->node.start;
}

/* The interrupt (oa_irq.c). It has one event for other rooms: the OA buffer is half full. */

/* Source of an interrupt */
enum oa_irq_verdict {
	OA_IRQ_NONE,	/* not provably this GPU's: touch nothing, return IRQ_NONE */
	OA_IRQ_OTHER,	/* this GPU's, but not the OA unit's: clear it */
	OA_IRQ_OA,	/* the OA buffer is half full */
	OA_IRQ_STUCK,	/* an engine of this GPU did not give a valid identity (gen11) */
	OA_NUM_IRQ_VERDICTS,	/* number of verdicts */
};

/* Largest number of a platform's enable registers for sources outside of the OA unit */
#define OA_IRQ_MAX_OTHERS	8

/* The interrupt of one GPU */
struct oa_irq {
	struct oa_uncore *uncore;	/* registers; set once */
	const struct oa_irq_ops *ops;	/* of the generation; set once */
	int number;	/* Linux interrupt number, 0 if there is none; set once */
	void *owner;	/* for @half_full; set once */
	void (*half_full)(struct oa_irq *irq);	/* in hard IRQ, at half full; set once */
	spinlock_t handler_lock;	/* guards @overdue; held while serving; outside mask_lock */
	bool overdue;	/* the last poll found a latched event, and no interrupt came since */
	spinlock_t mask_lock;	/* guards @masked and the IMR behind it; taken in hard IRQ */
	bool enabled;	/* between enable and disable; changes with both locks held */
	bool masked;	/* the half-full event is masked, in the first IMR that it passes */
	atomic64_t verdicts[OA_NUM_IRQ_VERDICTS];	/* by verdict, since the stream's open */
	atomic64_t unannounced;	/* events served by a poll, since the stream was opened */
	atomic64_t handled;	/* interrupts that were this GPU's, since probe */
	u32 unserved;	/* master bits of the dwords with an engine that does not answer (gen11) */
	u32 found_master;	/* the master's writable bits at probe; set once */
	/* registers before enable; guarded by the lock of the stream that owns the unit */
	u32 saved_others[OA_IRQ_MAX_OTHERS];
	union {
		struct {
			u32 engine_imr, gt_imr, gt_ier, master;
		} gen6;
		struct {
			u32 oa_imr, gt_imr, gt_ier[4], master;
		} gen8;
		struct {
			u32 oa_imr, enable, mask, master;
		} gen11;
	} saved;
};

extern const struct oa_irq_ops oa_irq_snb, oa_irq_gen6, oa_irq_vlv, oa_irq_gen8, oa_irq_gen9_lp,
	oa_irq_chv, oa_irq_gen11;

void oa_irq_init(struct oa_irq *irq, struct oa_uncore *uncore, const struct oa_irq_ops *ops,
		 void (*half_full)(struct oa_irq *irq));
void oa_irq_save_master(struct oa_irq *irq);
void oa_irq_disable_master(struct oa_irq *irq);
void oa_irq_restore_master(struct oa_irq *irq);
void oa_irq_request(struct oa_irq *irq, struct pci_dev *pdev);
void oa_irq_free(struct oa_irq *irq, struct pci_dev *pdev);
bool oa_irq_has_event(const struct oa_irq *irq);
void oa_irq_enable(struct oa_irq *irq);
void oa_irq_disable(struct oa_irq *irq);
bool oa_irq_mask(struct oa_irq *irq, bool masked);
void oa_irq_poll(struct oa_irq *irq);
const char *oa_irq_verdict_name(enum oa_irq_verdict verdict);

/* Frequencies of the GPU's render clock (oa_rps.c) */
enum oa_freq_id {
	OA_FREQ_ACTUAL,	/* the current one */
	OA_FREQ_REQUEST,	/* the requested one; has no register where none can be requested */
	OA_FREQ_RP0,	/* the highest */
	OA_FREQ_RP1,	/* the most efficient */
	OA_FREQ_RPN,	/* the lowest */
	OA_NUM_FREQS,	/* number of frequencies */
};

/* Register that holds a frequency */
struct oa_freq_source {
	u32 reg;	/* offset of the register; 0: there is none, the frequency is always @mhz */
	u32 mask;	/* its field */
	u32 mhz;	/* MHz per unit of the field */
	u32 divisor;	/* that unit is divided by this; 0: by 1 */
};

/* Bounds of the request, which user space sets in sysfs */
enum oa_rps_bound {
	OA_RPS_MIN,	/* lowest frequency to request */
	OA_RPS_MAX,	/* highest frequency to request */
	OA_RPS_BOOST,	/* the frequency to request, within the other two */
	OA_NUM_RPS_BOUNDS,	/* number of bounds */
};

/* The render clock of one GPU */
struct oa_rps {
	struct oa_uncore *uncore;	/* registers; set once */
	const struct oa_freq_source *sources;	/* of the platform, by enum oa_freq_id; set once */
	u32 lowest;	/* the hardware's limit, in units of the request; set once */
	u32 highest;	/* likewise; 0: the limits make no sense, nothing is requested; set once */
	struct mutex lock;	/* guards those below; process context; outside forcewake's lock */
	u32 bound[OA_NUM_RPS_BOUNDS];	/* by enum oa_rps_bound, in units of the request */
	bool requested;	/* a stream is open, and the register holds this driver's request */
	u32 saved_request;	/* the register before that */
};

void oa_rps_init(struct oa_rps *rps, struct oa_uncore *uncore,
		 const struct oa_freq_source *sources);
void oa_rps_read_limits(struct oa_rps *rps);
int oa_rps_read(struct oa_rps *rps, enum oa_freq_id id, u32 *mhz);
u32 oa_rps_bound_mhz(struct oa_rps *rps, enum oa_rps_bound which);
int oa_rps_set_bound(struct oa_rps *rps, enum oa_rps_bound which, u32 mhz);
int oa_rps_request(struct oa_rps *rps);
void oa_rps_restore(struct oa_rps *rps);

/* Check whether the driver can request a frequency. The limits were read. Any context. */
static inline bool oa_rps_can_request(const struct oa_rps *rps)
{
	return rps->highest;
}

/* Slices, subslices, EUs (oa_topology.c) */

#define OA_MAX_SLICES		3
#define OA_MAX_SUBSLICES	8

/* Set at probe. The maxima are the widths of user space's masks; up to Haswell all are there. */
struct oa_topology {
	u8 max_slices;	/* slices that the platform can have */
	u8 max_subslices;	/* subslices that a slice can have */
	u8 max_eus;	/* EUs that a subslice can have */
	u8 slice_mask;	/* slices that are there */
	u8 subslice_mask[OA_MAX_SLICES];	/* those there, by slice; 0 for an absent slice */
	u16 eu_mask[OA_MAX_SLICES][OA_MAX_SUBSLICES];	/* those there, by slice and subslice */
};

void oa_topology_uniform(struct oa_topology *topology, u8 slices, u8 subslices, u8 eus);
void oa_topology_read(struct oa_uncore *uncore, const struct oa_topology_layout *layout,
		      struct oa_topology *topology);
unsigned int oa_topology_subslices(const struct oa_topology *topology);
unsigned int oa_topology_eus(const struct oa_topology *topology);

extern const struct oa_topology_layout oa_topology_hsw, oa_topology_bdw, oa_topology_chv,
	oa_topology_gen9, oa_topology_gen9_lp, oa_topology_icl, oa_topology_ehl;

/* Frequency of the time stamp, in Hz (oa_clock.c). Process context, the GPU is awake. */

u32 oa_clock_gen9(struct oa_uncore *uncore);
u32 oa_clock_gen9_lp(struct oa_uncore *uncore);
u32 oa_clock_gen11(struct oa_uncore *uncore);

/* Slices, subslices and EUs that contexts get (oa_topology.c). The functions are pure. */
struct oa_sseu {
	u8 slices;	/* number of slices */
	u8 max_slices;	/* slices that the GPU has */
	u8 subslices;	/* subslices in each slice */
	u8 max_subslices;	/* subslices that a slice has */
	u8 min_eus;	/* least number of EUs in a subslice */
	u8 max_eus;	/* greatest number of EUs in a subslice */
};

void oa_sseu_default(struct oa_sseu *sseu, const struct oa_topology *topology, bool halves);
void oa_sseu_requested(struct oa_sseu *sseu, const struct oa_topology *topology,
		       const struct drm_i915_gem_context_param_sseu *request);
u32 oa_rpcs_gen9(const struct oa_sseu *sseu);
u32 oa_rpcs_gen9_lp(const struct oa_sseu *sseu);
u32 oa_rpcs_gen11(const struct oa_sseu *sseu);

/* Planes that scan out (oa_display.c) */

#define OA_MAX_PLANES	24	/* largest number of a platform's, cursors included */

/* A plane that scans out */
struct oa_plane {
	u32 control;	/* offset of its control register */
	u32 mode;	/* value of that register */
	u32 base;	/* GGTT address of its first byte */
};

extern const struct oa_display_layout oa_display_snb, oa_display_ivb, oa_display_vlv,
	oa_display_chv, oa_display_gen9, oa_display_gen11;

bool oa_display_fused_off(struct oa_uncore *uncore, const struct oa_display_layout *layout);
u32 oa_display_find_planes(struct oa_uncore *uncore, const struct oa_display_layout *layout,
			   struct oa_plane found[OA_MAX_PLANES]);
bool oa_plane_may_overlap(const struct oa_plane *plane, u64 start, u64 end);
int oa_display_check(struct oa_uncore *uncore, const struct oa_display_layout *layout,
		     u64 start, u64 end);

#endif /* _OA_GPU_H_ */
