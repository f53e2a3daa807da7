// SPDX-License-Identifier: GPL-2.0-only
/*
 * Opening streams: properties of every number and value. Most opens are valid, or nearly.
 * abi.rst 6; abi-extensions.rst 17.
 */
#include "fuzz.h"

#define MAX_PAIRS	24u
#define SMALL_BUFFER	(128u << 10)

/* struct list - pairs of properties */
struct list {
	u64 pairs[2 * MAX_PAIRS];
	u32 num;
};

static void add(struct list *list, u64 id, u64 value)
{
	if (list->num == MAX_PAIRS)
		return;
	list->pairs[2 * list->num] = id;
	list->pairs[2 * list->num + 1] = value;
	list->num++;
}

static u64 exponent(struct fuzz *f)
{
	/* Fast timers cost the simulated GPU much time, and slow ones hardly write a report. */
	if (!f->careful && fuzz_one_in(f, 16))
		return fuzz_near(f, fuzz_below(f, 32));
	return oa_exponent(oa_facts()->fastest > 8 ? oa_facts()->fastest : 8) + fuzz_below(f, 10);
}

static u64 sseu_property(struct fuzz *f)
{
	struct igt_oa_sseu sseu = {
		.class = fuzz_near(f, 0), .instance = fuzz_near(f, 0),
		.slice_mask = fuzz_near(f, 1),
		.subslice_mask = fuzz_near(f, 1 + fuzz_below(f, 255)),
		.min_eus = fuzz_near(f, 8), .max_eus = fuzz_near(f, 8),
	};

	return (uintptr_t)fuzz_put(f, &sseu, sizeof(sseu));
}

static void add_extras(struct fuzz *f, struct list *list)
{
	bool single;

	if (!fuzz_one_in(f, 8))
		add(list, OA_PROP_BUFFER_SIZE, fuzz_one_in(f, 8) ? 0 : SMALL_BUFFER);
	/* An unprivileged process may only sample a context of its own. */
	single = fuzz_one_in(f, f->process->number % 4 == 3 ? 2 : 6);
	if (single)
		add(list, OA_PROP_CTX_HANDLE,
		    f->careful || fuzz_one_in(f, 2) ? 0 : fuzz_below(f, 4));
	if (!f->careful && fuzz_one_in(f, 32))
		add(list, OA_PROP_HOLD_PREEMPTION, fuzz_below(f, 2));
	if (!f->careful && fuzz_one_in(f, 16))
		add(list, OA_PROP_GLOBAL_SSEU, sseu_property(f));
	if (fuzz_one_in(f, 4))
		add(list, OA_PROP_POLL_OA_PERIOD, fuzz_near(f, 100000u << fuzz_below(f, 8)));
	if (fuzz_one_in(f, 16)) {
		add(list, OA_PROP_ENGINE_CLASS, 0);
		add(list, OA_PROP_ENGINE_INSTANCE, 0);
	}
	if (fuzz_one_in(f, 2))
		add(list, OA_PROP_LOSS_RECORDS, fuzz_near(f, 1));
	if (fuzz_one_in(f, 4))
		add(list, OA_PROP_WAKE_REPORTS, fuzz_near(f, 1 + fuzz_below(f, 64)));
	if (fuzz_one_in(f, 3))
		add(list, OA_PROP_OVERFLOW, fuzz_near(f, 2 * fuzz_below(f, 2)));
	if (fuzz_one_in(f, 3))
		add(list, OA_PROP_KEEP_UNREAD, fuzz_near(f, 1));
}

/* Make one open in four slightly wrong. */
static void spoil(struct fuzz *f, struct list *list)
{
	u32 at;

	if (f->careful || !fuzz_one_in(f, 4))
		return;
	at = fuzz_below(f, list->num);
	switch (fuzz_below(f, 6)) {
	case 0:
		list->pairs[2 * at] = fuzz_near(f, list->pairs[2 * at]);
		break;
	case 1:
		list->pairs[2 * at] = fuzz_one_in(f, 2) ? 0x1000 + fuzz_below(f, 8) :
							  fuzz_below(f, 12);
		break;
	case 2:
		list->num = fuzz_below(f, list->num);
		break;
	case 3:
		while (list->num < MAX_PAIRS)
			add(list, list->pairs[2 * at], list->pairs[2 * at + 1]);
		break;
	default:
		list->pairs[2 * at + 1] = fuzz_value(f);
	}
}

static u64 property(const struct list *list, u64 id)
{
	u64 value = 0;

	for (u32 i = 0; i < list->num; i++)
		if (list->pairs[2 * i] == id)
			value = list->pairs[2 * i + 1];
	return value;
}

/* Size of a sample by the last format in the list, which may have been spoilt */
static u32 sample_bytes(const struct list *list)
{
	const struct oa_facts *facts = oa_facts();
	u32 bytes = 0;

	for (size_t l = 0; l < facts->num_layouts; l++)
		if (facts->layouts[l].format == property(list, OA_PROP_FORMAT))
			bytes = 8 + facts->layouts[l].bytes;
	return bytes;
}

/* Check whether reports can be counted: without the timer an overflow loses an unknown number. */
static bool countable(const struct list *list)
{
	return property(list, OA_PROP_EXPONENT);
}

static void close_all(struct fuzz *f)
{
	for (size_t i = 0; i < FUZZ_STREAMS; i++)
		fuzz_stream_close(f, &f->process->streams[i]);
}

static long open_stream(struct fuzz *f)
{
	const struct oa_facts *facts = oa_facts();
	struct drm_i915_perf_open_param args = { .flags = I915_PERF_FLAG_FD_CLOEXEC };
	struct fuzz_stream *slot = &fuzz_pick(f, f->process->streams), opened = { .fd = -1 };
	struct list list = {};
	void *at;

	add(&list, OA_PROP_SAMPLE_OA, 1);
	add(&list, OA_PROP_METRICS_SET, fuzz_config_id(f));
	add(&list, OA_PROP_FORMAT, fuzz_one_in(f, 2) ? OA_FORMAT :
		facts->layouts[fuzz_below(f, facts->num_layouts)].format);
	if (f->careful || !fuzz_one_in(f, 8))
		add(&list, OA_PROP_EXPONENT, exponent(f));
	add_extras(f, &list);
	spoil(f, &list);
	if (!fuzz_one_in(f, 6))
		args.flags |= I915_PERF_FLAG_FD_NONBLOCK;
	if (fuzz_one_in(f, 4))
		args.flags |= I915_PERF_FLAG_DISABLED;
	if (!f->careful && fuzz_one_in(f, 32))
		args.flags = fuzz_value(f);
	opened.audited = f->process->root && f->options->threads == 1 && f->shared->quiet &&
			 countable(&list) && fuzz_one_in(f, 2);
	if (opened.audited)
		args.flags |= I915_PERF_FLAG_DISABLED;
	args.num_properties = !f->careful && fuzz_one_in(f, 32) ? fuzz_value(f) : list.num;
	args.properties_ptr = (uintptr_t)fuzz_put(f, list.pairs, 16 * list.num);
	fuzz_note(f, args.flags, args.num_properties, property(&list, OA_PROP_EXPONENT),
		  property(&list, OA_PROP_FORMAT));
	/* Mostly close the open stream first; otherwise the open fails with EBUSY. */
	if (!fuzz_one_in(f, 8))
		close_all(f);
	opened.sample = sample_bytes(&list);
	opened.disturbed = __atomic_load_n(&f->shared->disturbed, __ATOMIC_SEQ_CST);
	errno = 0;
	at = fuzz_put(f, &args, sizeof(args));
	opened.fd = ioctl(fuzz_drm(f), DRM_IOCTL_I915_PERF_OPEN, at);
	if (opened.fd < 0 && errno == ENODEV) {
		/* The GPU has returned as another device. */
		fuzz_drm_again(f);
		opened.fd = ioctl(f->process->drm[0], DRM_IOCTL_I915_PERF_OPEN, at);
	}
	if (opened.fd < 0)
		return -1;
	if (opened.audited)
		fuzz_accounts_open(&opened);
	fuzz_stream_close(f, slot);
	*slot = opened;
	/* A process that takes an audited stream might enable it while its accounting is read. */
	if (!opened.audited)
		fuzz_give(f, opened.fd);
	return 0;
}

/* Open with valid values only; the result still depends on the other processes. */
long fuzz_open_valid(struct fuzz *f)
{
	long ret;

	f->careful = true;
	ret = open_stream(f);
	f->careful = false;
	/* A GPU that was bound again may lack the metric sets. */
	if (ret && errno == EINVAL && f->process->root && fuzz_one_in(f, 4))
		fuzz_config_first(f);
	return ret;
}

/* Without the lease, mostly close all streams instead; with it, begin a new lease. */
static long call_open(struct fuzz *f)
{
	if (!fuzz_owns(f) && !fuzz_one_in(f, 4)) {
		close_all(f);
		errno = ECANCELED;
		return -1;
	}
	if (fuzz_owns(f))
		fuzz_renew(f);
	if (fuzz_one_in(f, 4))
		return fuzz_open_valid(f);
	return open_stream(f);
}

const struct fuzz_call fuzz_open_calls[] = {
	{ "open-stream", 12, call_open },
	{ }
};
