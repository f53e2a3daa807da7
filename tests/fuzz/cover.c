// SPDX-License-Identifier: GPL-2.0-only
/*
 * Guidance by coverage, in a kernel with kcov. It records the addresses in the two modules, one
 * of each basic block, that a call reaches in its own thread; interrupts and work queues are not
 * recorded. A call that is the first to reach an address is kept, with its input. One call in three
 * repeats a kept one, mostly with changes.
 *
 * The corpus lies in memory that all workers share. It only grows, and needs no lock.
 */
#include <linux/kcov.h>
#include <sys/mman.h>

#include "fuzz.h"

/* Addresses of a trace; a longer trace is cut. */
#define TRACE_WORDS	(1u << 17)
/* One call in CORPUS_ONE_IN is drawn from the corpus; one of these in SAME_ONE_IN is unchanged. */
#define CORPUS_ONE_IN	3
#define SAME_ONE_IN	4

/* Guidance has a random generator of its own, so that it does not change fresh calls. */
#define GUIDE		0x6b636f76ull

static u32 below(u64 *random, u32 limit)
{
	*random = fuzz_mix(*random, GUIDE);
	return (*random >> 32) * limit >> 32;
}

/* Add an address. Return: true if it is new; false also if the table is nearly full. */
bool fuzz_corpus_see(struct fuzz_corpus *corpus, u64 pc)
{
	u64 there;

	for (u32 at = fuzz_mix(pc, 0) % FUZZ_SEEN;; at = (at + 1) % FUZZ_SEEN) {
		there = __atomic_load_n(&corpus->seen[at], __ATOMIC_RELAXED);
		if (!there) {
			if (__atomic_load_n(&corpus->num_seen, __ATOMIC_RELAXED) >=
			    FUZZ_SEEN - FUZZ_SEEN / 8)
				return false;
			if (__atomic_compare_exchange_n(&corpus->seen[at], &there, pc, false,
							__ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
				__atomic_add_fetch(&corpus->num_seen, 1, __ATOMIC_RELAXED);
				return true;
			}
		}
		if (there == pc)
			return false;
	}
}

/* Keep an input, if there is room. The parts come last: an input without parts is not drawn. */
void fuzz_corpus_keep(struct fuzz_corpus *corpus, const struct fuzz_input *in)
{
	const u32 at = __atomic_fetch_add(&corpus->taken, 1, __ATOMIC_RELAXED);
	struct fuzz_input *slot;

	if (at >= FUZZ_CORPUS) {
		__atomic_store_n(&corpus->taken, FUZZ_CORPUS, __ATOMIC_RELAXED);
		return;
	}
	slot = &corpus->input[at];
	slot->call = in->call;
	slot->draws = in->draws;
	memcpy(slot->part, in->part, sizeof(slot->part));
	__atomic_store_n(&slot->num, in->num, __ATOMIC_RELEASE);
}

static u32 num_kept(const struct fuzz_corpus *corpus)
{
	const u32 num = __atomic_load_n(&corpus->taken, __ATOMIC_RELAXED);

	return num < FUZZ_CORPUS ? num : FUZZ_CORPUS;
}

static bool get(const struct fuzz_corpus *corpus, u32 at, struct fuzz_input *in)
{
	if (!__atomic_load_n(&corpus->input[at].num, __ATOMIC_ACQUIRE))
		return false;
	*in = corpus->input[at];
	return true;
}

/* Change up to three times a single draw, or all draws from one on. */
static void change(struct fuzz_input *in, u64 *random)
{
	for (u32 times = 1 + below(random, 3); times && in->draws; times--) {
		const u32 at = below(random, in->draws);

		fuzz_input_replace(in, at, below(random, 4) ? at + 1 : FUZZ_NEVER,
				   fuzz_mix(*random, at));
	}
}

/* Draw two inputs, and take the newer one. Return: false if there is none. */
bool fuzz_corpus_draw(const struct fuzz_corpus *corpus, u64 random, struct fuzz_input *in)
{
	const u32 num = num_kept(corpus), a = below(&random, num), b = below(&random, num);

	if (!num || !get(corpus, a > b ? a : b, in))
		return false;
	if (below(&random, SAME_ONE_IN))
		change(in, &random);
	return true;
}

/* Take the next input of --corpus; each is tried once, unchanged. */
static bool draw_given(struct fuzz_corpus *corpus, struct fuzz_input *in)
{
	u32 at = __atomic_load_n(&corpus->tried, __ATOMIC_RELAXED);

	if (at >= corpus->num_given)
		return false;
	at = __atomic_fetch_add(&corpus->tried, 1, __ATOMIC_RELAXED);
	if (at >= corpus->num_given)
		return false;
	*in = corpus->given[at];
	return true;
}

/* Return: true if the next call gets @in, false if it gets a fresh input */
bool fuzz_cover_draw(struct fuzz *f, struct fuzz_input *in)
{
	struct fuzz_corpus *corpus = &f->shared->corpus;
	u64 random = fuzz_mix(f->random, GUIDE);

	if (f->options->input)
		*in = *f->options->input;
	else if (!f->trace || f->options->no_guide)
		return false;
	else if (!draw_given(corpus, in) &&
		 (below(&random, CORPUS_ONE_IN) || !fuzz_corpus_draw(corpus, random, in)))
		return false;
	__atomic_add_fetch(&corpus->repeated, 1, __ATOMIC_RELAXED);
	return true;
}

/* Open kcov, as root. Return: its file, or -1 if the kernel has none. */
int fuzz_cover_open(void)
{
	return open("/sys/kernel/debug/kcov", O_RDWR | O_CLOEXEC);
}

/* Start recording this thread. Return: false if kcov exists but does not work. */
bool fuzz_cover_init(struct fuzz *f, int fd)
{
	void *at;

	if (fd < 0)
		return true;
	if (ioctl(fd, KCOV_INIT_TRACE, TRACE_WORDS))
		return false;
	at = mmap(NULL, TRACE_WORDS * sizeof(u64), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (at == MAP_FAILED || ioctl(fd, KCOV_ENABLE, KCOV_TRACE_PC))
		return false;
	f->trace = at;
	return true;
}

void fuzz_cover_begin(struct fuzz *f)
{
	if (f->trace)
		__atomic_store_n(f->trace, 0, __ATOMIC_RELAXED);
}

/* Keep the call if it reached a new address. */
void fuzz_cover_end(struct fuzz *f)
{
	struct fuzz_corpus *corpus = &f->shared->corpus;
	u64 num = f->trace ? __atomic_load_n(f->trace, __ATOMIC_RELAXED) : 0;
	bool found = false;

	if (num >= TRACE_WORDS - 1) {
		num = TRACE_WORDS - 1;
		__atomic_add_fetch(&corpus->cut, 1, __ATOMIC_RELAXED);
	}
	for (u64 i = 1; i <= num; i++)
		found |= fuzz_corpus_see(corpus, f->trace[i]);
	if (!found)
		return;
	f->entry->input.draws = f->drawn;
	fuzz_corpus_keep(corpus, &f->entry->input);
	if (f->entry->repeated)
		__atomic_add_fetch(&corpus->found, 1, __ATOMIC_RELAXED);
}

/*
 * Read the inputs of an earlier run, if the file exists. Return: false if the file can't be written
 * later, or the kernel has no kcov.
 */
bool fuzz_corpus_read(struct fuzz_corpus *corpus, const char *path)
{
	const int kcov = fuzz_cover_open();
	FILE *file = kcov < 0 ? NULL : fopen(path, "a+");
	char line[512];

	if (!file) {
		fprintf(stderr, "oa-fuzz: %s: errno %d\n", kcov < 0 ? "kcov" : path, errno);
		return false;
	}
	close(kcov);
	while (corpus->num_given < FUZZ_CORPUS && fgets(line, sizeof(line), file))
		corpus->num_given += fuzz_input_parse(line, &corpus->given[corpus->num_given]);
	fclose(file);
	printf("    # %u inputs of %s\n", corpus->num_given, path);
	return true;
}

/* Write the kept inputs. Return: false if the file can't be written. */
bool fuzz_corpus_write(const struct fuzz_corpus *corpus, const char *path)
{
	FILE *file = fopen(path, "w");
	struct fuzz_input in;

	for (u32 i = 0; file && i < num_kept(corpus); i++)
		if (get(corpus, i, &in))
			fuzz_input_print(file, &in);
	return file && !fclose(file);
}

/* Number of recorded addresses that lie in a module */
static unsigned int seen_in(const struct fuzz_corpus *corpus, const char *module)
{
	FILE *file = fopen("/proc/modules", "r");
	u64 size = 0, first = 0;
	unsigned int num = 0;
	char line[512], name[64];

	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, "%63s %llu %*s %*s %*s %llx", name, &size, &first) == 3 &&
		    !strcmp(name, module))
			break;
	if (file)
		fclose(file);
	for (u32 i = 0; i < FUZZ_SEEN && !strcmp(name, module); i++)
		num += corpus->seen[i] - first < size;
	return num;
}

void fuzz_cover_show(const struct fuzz_corpus *corpus)
{
	if (!corpus->num_seen)
		return;
	printf("    # kcov: %u basic blocks were reached: %u of i915_oa, %u of i915_oa_sim\n",
	       corpus->num_seen, seen_in(corpus, "i915_oa"), seen_in(corpus, "i915_oa_sim"));
	printf("    # kcov: %u calls were kept; %llu repeated one, and %llu of these were kept\n",
	       num_kept(corpus), corpus->repeated, corpus->found);
	printf("    # kcov: %llu traces were longer than %u\n", corpus->cut, TRACE_WORDS - 1);
}
