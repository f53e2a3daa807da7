// SPDX-License-Identifier: GPL-2.0-only
/*
 * Calls of the DRM file that concern neither objects nor streams: parameters, queries, registers,
 * contexts, and unassigned ioctl numbers. abi.rst 2 to 5, 13.
 */
#include "fuzz.h"

/* A DRM file, perhaps of a GPU that is gone, or -1 */
int fuzz_drm(struct fuzz *f)
{
	const int first = __atomic_load_n(&f->process->drm[0], __ATOMIC_RELAXED);
	const int fd = fuzz_pick(f, f->process->drm);

	return fuzz_one_in(f, 4) && (fd >= 0 || fuzz_one_in(f, 8)) ? fd : first;
}

/* Open a node of the GPU; node numbers change when the GPU returns. Return: the file, or -1. */
int fuzz_drm_node(struct fuzz *f, bool card)
{
	char path[32];
	int fd = -1;

	(void)f;
	for (int i = 0; i < 8 && fd < 0; i++) {
		if (card)
			snprintf(path, sizeof(path), "/dev/dri/card%d", i);
		else
			snprintf(path, sizeof(path), "/dev/dri/renderD%d", 128 + i);
		fd = open(path, O_RDWR | O_CLOEXEC);
	}
	return fd;
}

static long replace(int *slot, int fd)
{
	int old;

	if (fd < 0)
		return -1;
	old = __atomic_exchange_n(slot, fd, __ATOMIC_RELAXED);
	if (old >= 0)
		close(old);
	return 0;
}

/* Replace the DRM file of a GPU that is gone. */
void fuzz_drm_again(struct fuzz *f)
{
	replace(&f->process->drm[0], fuzz_drm_node(f, false));
}

static long call_open(struct fuzz *f)
{
	return replace(&fuzz_pick(f, f->process->drm), fuzz_drm_node(f, fuzz_one_in(f, 4)));
}

static long call_close(struct fuzz *f)
{
	/* The first file stays open, for the other calls. */
	int *slot = &f->process->drm[1 + fuzz_below(f, FUZZ_DRMS - 1)], fd;

	fd = __atomic_exchange_n(slot, -1, __ATOMIC_RELAXED);
	return fd < 0 ? -1 : close(fd);
}

static long call_getparam(struct fuzz *f)
{
	static const int params[] = { 4, 17, 18, 32, 33, 34, 37, 40, 46, 47, 50, 51, 54, 56, 57 };
	size_t room;
	struct drm_i915_getparam args = {
		.param = fuzz_near(f, fuzz_pick(f, params)),
		.value = fuzz_place(f, sizeof(int), &room),
	};

	fuzz_note(f, args.param, (uintptr_t)args.value, room, 0);
	return ioctl(fuzz_drm(f), DRM_IOCTL_I915_GETPARAM, fuzz_put(f, &args, sizeof(args)));
}

static long call_reg_read(struct fuzz *f)
{
	static const u64 offsets[] = { 0x2358, 0x2359, 0x2358, 0x2359, 0x2360, 0x44070, 0x145d10 };
	struct drm_i915_reg_read args = { .offset = fuzz_near(f, fuzz_pick(f, offsets)) };

	fuzz_note(f, args.offset, 0, 0, 0);
	return ioctl(fuzz_drm(f), DRM_IOCTL_I915_REG_READ, fuzz_put(f, &args, sizeof(args)));
}

static void make_item(struct fuzz *f, struct drm_i915_query_item *item)
{
	static const s32 lengths[] = { 0, 16, 24, 48, 64, 120, 4096, 65536, -1, 0x7fffffff };
	size_t room;
	u8 *at = fuzz_place(f, 4096, &room);

	/* The part of the buffer that a query reads: zeros, an id, or rubbish */
	if (room >= 128) {
		memset(at, 0, 128);
		if (fuzz_one_in(f, 2))
			*(u64 *)at = fuzz_one_in(f, 4) ? fuzz_value(f) : fuzz_config_id(f);
		for (u32 n = fuzz_below(f, 4); n; n--)
			((u32 *)at)[fuzz_below(f, 32)] = fuzz_value(f);
	}
	*item = (struct drm_i915_query_item) {
		.query_id = fuzz_near(f, 1 + fuzz_below(f, 8)),
		.length = fuzz_near(f, fuzz_pick(f, lengths)),
		.flags = fuzz_near(f, fuzz_below(f, 4)),
		.data_ptr = (uintptr_t)at,
	};
}

/*
 * If the count says more items than there are, they must be at the end of plain memory. Otherwise
 * the remains of earlier calls would be items too, and the answers would go to their addresses,
 * such as this thread's stack.
 */
static void *put_items(struct fuzz *f, const struct drm_i915_query_item *items, size_t size,
		       bool more)
{
	return more ? memcpy(f->plain + FUZZ_PLAIN - size, items, size) : fuzz_put(f, items, size);
}

static long call_query(struct fuzz *f)
{
	struct drm_i915_query_item items[6];
	struct drm_i915_query args = {
		.num_items = fuzz_near(f, fuzz_below(f, ARRAY_LEN(items) + 1)),
		.flags = fuzz_one_in(f, 32) ? fuzz_value(f) : 0,
	};

	for (size_t i = 0; i < ARRAY_LEN(items); i++)
		make_item(f, &items[i]);
	args.items_ptr = (uintptr_t)put_items(f, items, sizeof(items),
					      args.num_items > ARRAY_LEN(items));
	fuzz_note(f, args.num_items, items[0].query_id, items[0].length, items[0].flags);
	return ioctl(fuzz_drm(f), DRM_IOCTL_I915_QUERY, fuzz_put(f, &args, sizeof(args)));
}

/* A chain of extensions that may end, break off, or lead back to its start */
static u64 make_chain(struct fuzz *f)
{
	struct {
		struct i915_context_param_engines map;
		struct i915_engine_class_instance engines[4];
	} engines = {};
	struct drm_i915_gem_context_create_ext_setparam ext = {
		.base.name = fuzz_near(f, I915_CONTEXT_CREATE_EXT_SETPARAM),
		.base.flags = fuzz_one_in(f, 16) ? fuzz_value(f) : 0,
		.param.param = fuzz_near(f, I915_CONTEXT_PARAM_ENGINES),
		.param.size = fuzz_near(f, sizeof(engines.map) +
					   fuzz_below(f, 5) * sizeof(engines.engines[0])),
	};
	size_t room;
	void *at;

	for (size_t i = 0; i < ARRAY_LEN(engines.engines); i++)
		if (fuzz_one_in(f, 4))
			engines.engines[i].engine_class = fuzz_value(f);
	ext.param.value = (uintptr_t)fuzz_put(f, &engines, sizeof(engines));
	at = fuzz_place(f, sizeof(ext), &room);
	if (fuzz_one_in(f, 4))
		ext.base.next_extension = (uintptr_t)at;
	else if (fuzz_one_in(f, 4))
		ext.base.next_extension = fuzz_value(f);
	if (room)
		memcpy(at, &ext, room < sizeof(ext) ? room : sizeof(ext));
	return (uintptr_t)at;
}

static long call_context_create(struct fuzz *f)
{
	struct drm_i915_gem_context_create_ext args = {
		.flags = fuzz_one_in(f, 2) ? I915_CONTEXT_CREATE_FLAGS_USE_EXTENSIONS : 0,
	};

	if (fuzz_one_in(f, 16))
		args.flags = fuzz_value(f);
	if (args.flags)
		args.extensions = make_chain(f);
	fuzz_note(f, args.flags, args.extensions, 0, 0);
	if (fuzz_one_in(f, 4))
		return ioctl(fuzz_drm(f), DRM_IOCTL_I915_GEM_CONTEXT_CREATE,
			     fuzz_put(f, &args, sizeof(struct drm_i915_gem_context_create)));
	return ioctl(fuzz_drm(f), DRM_IOCTL_I915_GEM_CONTEXT_CREATE_EXT,
		     fuzz_put(f, &args, sizeof(args)));
}

static long call_context_destroy(struct fuzz *f)
{
	struct drm_i915_gem_context_destroy args = {
		.ctx_id = fuzz_near(f, fuzz_below(f, 12)),
		.pad = fuzz_one_in(f, 16) ? fuzz_value(f) : 0,
	};

	fuzz_note(f, args.ctx_id, args.pad, 0, 0);
	return ioctl(fuzz_drm(f), DRM_IOCTL_I915_GEM_CONTEXT_DESTROY,
		     fuzz_put(f, &args, sizeof(args)));
}

static long call_context_param(struct fuzz *f)
{
	struct igt_oa_sseu sseu = {
		.class = fuzz_near(f, 0), .instance = fuzz_near(f, 0),
		.flags = fuzz_near(f, fuzz_below(f, 2)),
	};
	struct drm_i915_gem_context_param args = {
		.ctx_id = fuzz_near(f, fuzz_below(f, 6)),
		.size = fuzz_near(f, fuzz_one_in(f, 4) ? 0 : sizeof(sseu)),
		.param = fuzz_near(f, fuzz_one_in(f, 2) ? I915_CONTEXT_PARAM_SSEU :
							  I915_CONTEXT_PARAM_GTT_SIZE),
		.value = (uintptr_t)fuzz_put(f, &sseu, sizeof(sseu)),
	};

	fuzz_note(f, args.ctx_id, args.size, args.param, args.value);
	return ioctl(fuzz_drm(f), fuzz_one_in(f, 8) ? DRM_IOCTL_I915_GEM_CONTEXT_SETPARAM :
						      DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM,
		     fuzz_put(f, &args, sizeof(args)));
}

/* Any number of the driver's range, with any size and direction */
static long call_raw(struct fuzz *f)
{
	u8 junk[128];
	unsigned int request = _IOC(fuzz_below(f, 4), fuzz_near(f, 'd') & 0xff,
				    DRM_COMMAND_BASE + fuzz_below(f, 0x60),
				    fuzz_one_in(f, 8) ? fuzz_value(f) & 0x3fff :
							8 * fuzz_below(f, 16));

	for (size_t i = 0; i < sizeof(junk); i += 8) {
		u64 value = fuzz_value(f);

		memcpy(junk + i, &value, 8);
	}
	fuzz_note(f, request, 0, 0, 0);
	return ioctl(fuzz_drm(f), request, fuzz_put(f, junk, sizeof(junk)));
}

const struct fuzz_call fuzz_drm_calls[] = {
	{ "drm-open", 20, call_open },
	{ "drm-close", 8, call_close },
	{ "drm-getparam", 10, call_getparam },
	{ "drm-reg-read", 10, call_reg_read },
	{ "drm-query", 20, call_query },
	{ "drm-context-create", 15, call_context_create },
	{ "drm-context-destroy", 8, call_context_destroy },
	{ "drm-context-param", 10, call_context_param },
	{ "drm-raw", 10, call_raw },
	{ }
};
