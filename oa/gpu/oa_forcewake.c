// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Forcewake
 *
 * A register behind a sleeping power domain reads zero and drops what is written, without any
 * error. So code that touches the GT first requests the domains of the registers it accesses, and
 * continues only when the hardware acknowledges.
 *
 * oa_forcewake_tables.c says which register needs which domains. Every access is checked against
 * the tables, which costs a search in a sorted table; an access without its domain is a bug of the
 * driver and is warned about once.
 *
 * A new request first waits for the acknowledge of an earlier one to go. If an earlier kernel left
 * a request, that never happens. So the kernel's requests are cleared at probe and after a sleep.
 *
 * From gen9 on an acknowledge may get lost. Toggling another request bit of the same register makes
 * the hardware evaluate all request bits again.
 *
 * Facts: hardware.rst 2.1, 2.2, appendices A and B.
 */
#include <linux/bitfield.h>
#include <linux/cleanup.h>
#include <linux/delay.h>
#include <linux/lockdep.h>
#include <linux/ratelimit.h>

#include <drm/drm_device.h>
#include <drm/drm_print.h>

#include "gpu/oa_gpu.h"
#include "regs/gt_regs.h"

#define OA_FORCEWAKE_ACK_US	50000
#define OA_THREAD_STATUS_US	5000
#define OA_ALLOW_WAKE_US	5000
#define OA_FALLBACK_PASSES	10
/* Hardware answers the fallback bit at once or not at all; ten times 50 ms would be long. */
#define OA_FALLBACK_ACK_US	2000

/* Make the hardware evaluate the request again. Return: true if the ack is as wanted. */
static bool oa_forcewake_toggle_fallback(struct oa_uncore *uncore,
					 const struct oa_forcewake_domain *d, u32 want)
{
	unsigned int pass;
	bool seen;

	for (pass = 1; pass <= OA_FALLBACK_PASSES; pass++) {
		oa_wait32(uncore, d->ack, FORCEWAKE_KERNEL_FALLBACK, 0, OA_FALLBACK_ACK_US);
		oa_write32(uncore, d->request, MASKED_BIT_ENABLE(FORCEWAKE_KERNEL_FALLBACK));
		/* Each pass gives the hardware a little longer. */
		udelay(10 * pass);
		oa_wait32(uncore, d->ack, FORCEWAKE_KERNEL_FALLBACK, FORCEWAKE_KERNEL_FALLBACK,
			  OA_FALLBACK_ACK_US);
		seen = (oa_read32(uncore, d->ack) & FORCEWAKE_KERNEL) == want;
		oa_write32(uncore, d->request, MASKED_BIT_DISABLE(FORCEWAKE_KERNEL_FALLBACK));
		if (seen) {
			drm_dbg(uncore->drm, "forcewake %s: acknowledged in pass %u\n",
				d->name, pass);
			return true;
		}
	}
	return false;
}

static int oa_forcewake_wait_ack(struct oa_uncore *uncore, const struct oa_forcewake_domain *d,
				 u32 want)
{
	if (!oa_wait32(uncore, d->ack, FORCEWAKE_KERNEL, want, OA_FORCEWAKE_ACK_US))
		return 0;
	if (uncore->forcewake.table->fallback && oa_forcewake_toggle_fallback(uncore, d, want))
		return 0;
	return -EIO;
}

/*
 * Firmware normally allows waking already. A missing confirmation is only logged: the
 * acknowledge of the domain will show whether waking is allowed.
 */
static void oa_forcewake_allow_wake(struct oa_uncore *uncore)
{
	oa_rmw32(uncore, VLV_GTLC_WAKE_CTRL, 0, VLV_GTLC_ALLOWWAKEREQ);
	if (oa_wait32(uncore, VLV_GTLC_PW_STATUS, VLV_GTLC_ALLOWWAKEACK, VLV_GTLC_ALLOWWAKEACK,
		      OA_ALLOW_WAKE_US))
		drm_dbg(uncore->drm, "GTLC does not confirm that waking is allowed\n");
}

static int oa_forcewake_wake(struct oa_uncore *uncore, const struct oa_forcewake_domain *d)
{
	int ret;

	if (uncore->forcewake.table->allow_wake)
		oa_forcewake_allow_wake(uncore);
	/* Wait for an earlier release to complete, or its stale ack is taken for ours. */
	ret = oa_forcewake_wait_ack(uncore, d, 0);
	if (ret)
		return ret;
	oa_write32(uncore, d->request, MASKED_BIT_ENABLE(FORCEWAKE_KERNEL));
	ret = oa_forcewake_wait_ack(uncore, d, FORCEWAKE_KERNEL);
	if (ret) {
		oa_write32(uncore, d->request, MASKED_BIT_DISABLE(FORCEWAKE_KERNEL));
		return ret;
	}
	if (uncore->forcewake.table->thread_status &&
	    oa_wait32(uncore, GEN6_GT_THREAD_STATUS, GEN6_GT_THREAD_STATUS_MASK, 0,
		      OA_THREAD_STATUS_US))
		drm_dbg(uncore->drm, "GT thread status stays busy\n");
	return 0;
}

/* Drop a reference, and with the last one the request. */
static void oa_forcewake_put_domain(struct oa_uncore *uncore, enum oa_forcewake_id id)
{
	struct oa_forcewake *fw = &uncore->forcewake;

	lockdep_assert_held(&fw->lock);
	if (WARN_ON(!fw->count[id]) || --fw->count[id])
		return;
	WRITE_ONCE(fw->held, fw->held & ~BIT(id));
	oa_write32(uncore, fw->domains[id]->request, MASKED_BIT_DISABLE(FORCEWAKE_KERNEL));
}

static int oa_forcewake_wake_or_log(struct oa_uncore *uncore, const struct oa_forcewake_domain *d)
{
	int ret = oa_forcewake_wake(uncore, d);

	if (ret)
		drm_err_ratelimited(uncore->drm, "forcewake %s: no acknowledge in %u us\n",
				    d->name, OA_FORCEWAKE_ACK_US);
	return ret;
}

/*
 * Return those of @domains that this driver holds, but whose requests another driver has cleared.
 * i915 clears all, in the order of their numbers: while the last one is held, so are the others.
 */
static u32 oa_forcewake_lost(struct oa_uncore *uncore, u32 domains)
{
	static DEFINE_RATELIMIT_STATE(limit, DEFAULT_RATELIMIT_INTERVAL, DEFAULT_RATELIMIT_BURST);
	const struct oa_forcewake *fw = &uncore->forcewake;
	unsigned long flags;
	unsigned int id;
	u32 lost = 0;

	lockdep_assert_held(&fw->lock);
	oa_pause();
	raw_spin_lock_irqsave(&uncore->lock, flags);
	for (domains &= fw->held; domains; domains &= ~BIT(id)) {
		id = fls(domains) - 1;
		if (oa_read32_locked(uncore, fw->domains[id]->ack) & FORCEWAKE_KERNEL)
			break;
		lost |= BIT(id);
	}
	raw_spin_unlock_irqrestore(&uncore->lock, flags);
	/* Any caller may find the loss, so the limit is one for all. */
	if (lost && __ratelimit(&limit))
		drm_warn(uncore->drm, "another driver has released the GPU's power domains, as i915 does when the last open file of its card is closed: they are woken again\n");
	return lost;
}

/*
 * Keep power domains awake; those that the platform lacks are ignored. Process context, sleeps.
 * Each domain counts its references; pairs with oa_forcewake_put() of the same domains. A domain
 * that is held already is checked, and woken if another driver has cleared its request, as in
 * oa_forcewake_restore(). Return 0, or -EIO if the GPU does not acknowledge within 50 ms; the call
 * then holds none of the domains.
 */
int oa_forcewake_get(struct oa_uncore *uncore, u32 domains)
{
	struct oa_forcewake *fw = &uncore->forcewake;
	unsigned long wanted = domains & fw->all, got = 0;
	unsigned int id;
	int ret = 0;
	u32 lost;

	if (uncore->read_only)
		return 0;
	guard(mutex)(&fw->lock);
	lost = oa_forcewake_lost(uncore, wanted);
	for_each_set_bit(id, &wanted, OA_NUM_FW) {
		if (!fw->count[id] || lost & BIT(id))
			ret = oa_forcewake_wake_or_log(uncore, fw->domains[id]);
		if (ret)
			break;
		fw->count[id]++;
		WRITE_ONCE(fw->held, fw->held | BIT(id));
		got |= BIT(id);
	}
	if (ret)
		for_each_set_bit(id, &got, OA_NUM_FW)
			oa_forcewake_put_domain(uncore, id);
	return ret;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_forcewake_get);

/* Let the power domains that oa_forcewake_get() kept awake sleep again. Process context, sleeps. */
void oa_forcewake_put(struct oa_uncore *uncore, u32 domains)
{
	struct oa_forcewake *fw = &uncore->forcewake;
	unsigned long present = domains & fw->all;
	unsigned int id;

	if (uncore->read_only)
		return;
	guard(mutex)(&fw->lock);
	for_each_set_bit(id, &present, OA_NUM_FW)
		oa_forcewake_put_domain(uncore, id);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_forcewake_put);

/*
 * Request held power domains again that another driver has released. An i915 that was unbound
 * clears all request bits of the kernel once more, when the last open file of its card is closed.
 * No event announces this; registers then read 0, as after a reset. Process context, sleeps. Return
 * true if a domain that is held had been released.
 */
bool oa_forcewake_restore(struct oa_uncore *uncore)
{
	struct oa_forcewake *fw = &uncore->forcewake;
	unsigned long lost;
	unsigned int id;

	guard(mutex)(&fw->lock);
	lost = oa_forcewake_lost(uncore, fw->held);
	for_each_set_bit(id, &lost, OA_NUM_FW)
		oa_forcewake_wake_or_log(uncore, fw->domains[id]);
	return lost;
}

/*
 * A previous owner may have ended without a release: a kernel that crashed and was followed by
 * kexec, or the kernel that loads the image of a hibernated one. Only the kernel's own bits are
 * cleared, and no acknowledge is awaited: oa_forcewake_get() waits for it.
 */
static void oa_forcewake_clear_request(struct oa_uncore *uncore,
				       const struct oa_forcewake_domain *d)
{
	oa_write32(uncore, d->request,
		   MASKED_BIT_DISABLE(FORCEWAKE_KERNEL | FORCEWAKE_KERNEL_FALLBACK));
}

/*
 * Ivybridge has two pairs of request and acknowledge registers, and firmware chooses one. Try the
 * multi-threaded pair: if it is not in use, nothing wakes and ECOBUS reads zero.
 */
static void oa_forcewake_detect_legacy(struct oa_uncore *uncore)
{
	struct oa_forcewake *fw = &uncore->forcewake;
	u32 ecobus;

	oa_forcewake_wake(uncore, fw->domains[OA_FW_RENDER]);
	fw->held = OA_FORCEWAKE_RENDER;
	ecobus = oa_read32(uncore, ECOBUS);
	fw->held = 0;
	oa_write32(uncore, fw->domains[OA_FW_RENDER]->request,
		   MASKED_BIT_DISABLE(FORCEWAKE_KERNEL));
	if (ecobus & FORCEWAKE_MT_ENABLE)
		return;
	fw->domains[OA_FW_RENDER] = fw->table->legacy;
	oa_forcewake_clear_request(uncore, fw->table->legacy);
}

static void oa_forcewake_set_table(struct oa_forcewake *fw, const struct oa_forcewake_table *table)
{
	unsigned int id;

	fw->table = table;
	fw->last_range = NULL;
	fw->all = 0;
	for (id = 0; id < OA_NUM_FW; id++)
		if (table->domains[id].name)
			fw->all |= BIT(id);
}

/*
 * Set up the platform's power domains, and clear requests that a kernel has left. The registers are
 * mapped. Process context, sleeps. Undone by oa_forcewake_fini(). Facts: hardware.rst 2.1.
 */
void oa_forcewake_init(struct oa_uncore *uncore, const struct oa_forcewake_table *table)
{
	struct oa_forcewake *fw = &uncore->forcewake;
	unsigned int id;

	oa_forcewake_set_table(fw, table);
	mutex_init(&fw->lock);
	for_each_set_bit(id, &fw->all, OA_NUM_FW) {
		fw->domains[id] = &table->domains[id];
		oa_forcewake_clear_request(uncore, fw->domains[id]);
	}
	if (table->allow_wake)
		fw->found_wake_ctrl = oa_read32(uncore, VLV_GTLC_WAKE_CTRL);
	if (table->legacy)
		oa_forcewake_detect_legacy(uncore);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_forcewake_init);

/*
 * Remove the power domains of engines that are fused off. Process context, at probe, with the GPU's
 * common part awake, before any media domain of gen11 is requested: one that is fused off does not
 * acknowledge. Facts: hardware.rst 2.1.
 */
void oa_forcewake_read_fuses(struct oa_uncore *uncore)
{
	struct oa_forcewake *fw = &uncore->forcewake;
	u32 off, vdbox, vebox, gone = 0;

	if (!fw->table->media_fuse)
		return;
	off = oa_read32(uncore, GEN11_GT_VEBOX_VDBOX_DISABLE);
	vdbox = FIELD_GET(GEN11_GT_VDBOX_DISABLE_MASK, off);
	vebox = FIELD_GET(GEN11_GT_VEBOX_DISABLE_MASK, off);
	if (vdbox & BIT(0))
		gone |= OA_FORCEWAKE_VDBOX0;
	if (vdbox & BIT(2))
		gone |= OA_FORCEWAKE_VDBOX2;
	if (vebox & BIT(0))
		gone |= OA_FORCEWAKE_VEBOX0;
	guard(mutex)(&fw->lock);
	fw->all &= ~gone;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_forcewake_read_fuses);

/*
 * Clear stale requests after a system sleep. Process context, before any domain is requested.
 * Firmware, or the kernel that loaded the image of this one, may have left requests. A domain with
 * a reference keeps its request. Facts: hardware.rst 2.1.
 */
void oa_forcewake_resume(struct oa_uncore *uncore)
{
	struct oa_forcewake *fw = &uncore->forcewake;
	unsigned int id;

	guard(mutex)(&fw->lock);
	for_each_set_bit(id, &fw->all, OA_NUM_FW)
		if (!fw->count[id])
			oa_forcewake_clear_request(uncore, fw->domains[id]);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_forcewake_resume);

/*
 * Undo oa_forcewake_init(). No domain has a reference. Process context. VLV and CHV are no longer
 * allowed to wake, if they were not at probe.
 */
void oa_forcewake_fini(struct oa_uncore *uncore)
{
	struct oa_forcewake *fw = &uncore->forcewake;

	WARN_ON(fw->held);
	if (fw->table->allow_wake && !(fw->found_wake_ctrl & VLV_GTLC_ALLOWWAKEREQ))
		oa_write32(uncore, VLV_GTLC_WAKE_CTRL, fw->found_wake_ctrl);
	mutex_destroy(&fw->lock);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_forcewake_fini);

/* Check for an acknowledge of any request, not only the kernel's. A lost GPU reads as all ones. */
static bool oa_forcewake_is_awake(struct oa_uncore *uncore, const struct oa_forcewake_domain *d)
{
	u32 ack = d && d->name ? oa_read32(uncore, d->ack) : 0;

	return ack != ~0u && ack & FORCEWAKE_ACK_MASK;
}

/*
 * Find the power domains that are awake without a request of the driver, before any
 * oa_forcewake_init(). Process context. Requests and writes nothing. Registers of the domains found
 * may be read until the next call. A domain may fall asleep at any time, so a value counts only if
 * a second call still finds the domain awake. Return OA_FORCEWAKE_* bits.
 */
u32 oa_forcewake_peek(struct oa_uncore *uncore, const struct oa_forcewake_table *table)
{
	struct oa_forcewake *fw = &uncore->forcewake;
	unsigned int id;
	u32 awake = 0;

	for (id = 0; id < OA_NUM_FW; id++)
		if (oa_forcewake_is_awake(uncore, &table->domains[id]))
			awake |= BIT(id);
	if (oa_forcewake_is_awake(uncore, table->legacy))
		awake |= OA_FORCEWAKE_RENDER;
	oa_forcewake_set_table(fw, table);
	WRITE_ONCE(fw->held, awake);
	return awake;
}
