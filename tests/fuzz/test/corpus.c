// SPDX-License-Identifier: GPL-2.0-only
/*
 * Unit tests of the guidance of oa-fuzz: inputs and the corpus. They need neither kernel nor GPU.
 */
#include "../fuzz.h"

#define DRAWS	40u

/* Expectations that failed in the running test, and the first of them */
static unsigned int failures;
static char first_failure[256];

#define expect(condition)							\
	do {									\
		if (!(condition) && !failures++)				\
			snprintf(first_failure, sizeof(first_failure),		\
				 "%s:%d: %s", __FILE__, __LINE__, #condition);	\
	} while (0)

/* Not memcmp(): the padding of the parts may hold anything. */
static bool same_input(const struct fuzz_input *a, const struct fuzz_input *b)
{
	if (a->call != b->call || a->draws != b->draws || a->num != b->num)
		return false;
	for (u32 i = 0; i < a->num; i++)
		if (a->part[i].from != b->part[i].from || a->part[i].state != b->part[i].state)
			return false;
	return true;
}

static const struct fuzz_call calls[] = { { "one", 1, NULL }, { "two-three", 1, NULL } };

const struct fuzz_call *fuzz_calls(unsigned int *num)
{
	*num = ARRAY_LEN(calls);
	return calls;
}

/* A worker before it draws a call */
struct worker {
	struct fuzz_options options;
	struct fuzz_entry entry;
	struct fuzz f;
};

static struct fuzz *worker_init(struct worker *w)
{
	static struct fuzz_shared shared;

	memset(&shared, 0, sizeof(shared));
	*w = (struct worker) { .options.seed = 0x1234 };
	w->f = (struct fuzz) {
		.options = &w->options, .shared = &shared, .entry = &w->entry, .index = 2,
	};
	fuzz_seed(&w->f, 77);
	return &w->f;
}

static void draw(struct fuzz *f, const struct fuzz_input *in, u64 numbers[DRAWS])
{
	f->entry->input = *in;
	fuzz_input_begin(f);
	for (u32 i = 0; i < DRAWS; i++)
		numbers[i] = fuzz_random(f);
}

/* The draws of a seed without coverage must not change; computed independently of this program. */
static void test_fresh(void)
{
	static const u64 known[] = {
		0xb6fab703fe9ac47, 0xb6585d55901b1b27, 0x3c5ab0deee90d395, 0xfdf2b240cb43efa2,
	};
	struct fuzz_input in;
	struct worker w;
	u64 drawn[DRAWS];
	struct fuzz *f = worker_init(&w);

	in = fuzz_input_fresh(f, 1);
	expect(in.call == 1 && in.num == 1);
	for (size_t i = 0; i < ARRAY_LEN(known); i++)
		expect(fuzz_random(f) == known[i]);
	draw(f, &in, drawn);
	for (size_t i = 0; i < ARRAY_LEN(known); i++)
		expect(drawn[i] == known[i]);
}

/* Each draw follows the newest change that covers it, or is unchanged. */
static void test_replace(void)
{
	struct fuzz_input in, fresh;
	u64 was[DRAWS], now[DRAWS], wanted[DRAWS];
	struct worker w;
	struct fuzz *f = worker_init(&w);
	u64 random = 1;

	for (unsigned int times = 0; times < 5000; times++) {
		if (times % 3 == 0)
			in = (struct fuzz_input) { .num = 1, .part = { { 0, random } } };
		const u32 at = (random = fuzz_mix(random, 0)) % DRAWS;
		const u32 end = random >> 62 ? at + 1 + (random >> 32) % 3 : FUZZ_NEVER;

		draw(f, &in, was);
		fresh = (struct fuzz_input) { .num = 1, .part = { { 0, random } } };
		draw(f, &fresh, wanted);
		expect(fuzz_input_replace(&in, at, end, random));
		draw(f, &in, now);
		for (u32 i = 0; i < DRAWS; i++)
			expect(now[i] == (i < at || i >= end ? was[i] : wanted[i - at]));
	}
}

static void test_room(void)
{
	struct fuzz_input in = { .num = 1, .part = { { 0, 5 } } }, before;

	for (u32 at = 1; in.num + 2 <= FUZZ_PARTS; at += 2)
		expect(fuzz_input_replace(&in, at, at + 1, at));
	before = in;
	expect(!fuzz_input_replace(&in, 90, 91, 1));
	expect(same_input(&in, &before));
	expect(fuzz_input_replace(&in, 0, FUZZ_NEVER, 1) && in.num == 1);
}

static void test_text(void)
{
	static const char * const bad[] = {
		"", "one", "one 3", "four 3 0:0x1", "one 3 1:0x1", "one 3 0:0x1 0:0x2",
		"one 3 0:0x1 4294967295:0x2", "one 3 0:0x1 x",
		"one 3 0:1 1:1 2:1 3:1 4:1 5:1 6:1 7:1 8:1",
	};
	struct fuzz_input in = {
		.call = 1, .draws = 7, .num = 2, .part = { { 0, 0xfedcba9876543210 }, { 3, 1 } },
	}, out;
	char line[256] = "";
	FILE *file = fmemopen(line, sizeof(line), "w");

	fuzz_input_print(file, &in);
	fclose(file);
	expect(!strcmp(line, "two-three 7 0:0xfedcba9876543210 3:0x1\n"));
	expect(fuzz_input_parse(line, &out) && same_input(&in, &out));
	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		expect(!fuzz_input_parse(bad[i], &out));
}

static void test_corpus(void)
{
	static struct fuzz_corpus corpus;
	struct fuzz_input in = { .call = 1, .draws = 9, .num = 1, .part = { { 0, 3 } } }, out;
	unsigned int same = 0, seen = 0;

	expect(!fuzz_corpus_draw(&corpus, 1, &out));
	for (u64 pc = 0x60000000; pc < 0x60000000 + 2 * FUZZ_SEEN; pc++)
		seen += fuzz_corpus_see(&corpus, pc);
	expect(seen == FUZZ_SEEN - FUZZ_SEEN / 8 && corpus.num_seen == seen);
	expect(!fuzz_corpus_see(&corpus, 0x60000000));
	/* An input that another process is writing now */
	corpus.taken = 1;
	for (u64 random = 0; random < 100; random++)
		expect(!fuzz_corpus_draw(&corpus, random, &out));
	fuzz_corpus_keep(&corpus, &in);
	for (u64 random = 0; random < 1000; random++)
		if (fuzz_corpus_draw(&corpus, random, &out)) {
			expect(out.call == 1 && out.num >= 1 && out.num <= FUZZ_PARTS);
			same += same_input(&in, &out);
		}
	expect(same > 100 && same < 300);
	for (u32 i = 0; i < FUZZ_CORPUS + 10; i++)
		fuzz_corpus_keep(&corpus, &in);
	expect(corpus.taken == FUZZ_CORPUS);
}

/* Guidance takes no draw from the generator, so fresh calls are the same with it. */
static void test_guide(void)
{
	struct fuzz_input kept = { .num = 1, .part = { { 0, 3 } } }, in;
	unsigned int repeated = 0;
	struct worker w;
	struct fuzz *f = worker_init(&w);
	const u64 random = f->random;
	u64 trace[1];

	fuzz_corpus_keep(&f->shared->corpus, &kept);
	expect(!fuzz_cover_draw(f, &in));
	f->trace = trace;
	w.options.no_guide = true;
	for (u64 number = 0; number < 100; number++) {
		fuzz_seed(f, number);
		expect(!fuzz_cover_draw(f, &in));
	}
	w.options.no_guide = false;
	for (u64 number = 0; number < 3000; number++) {
		fuzz_seed(f, number);
		repeated += fuzz_cover_draw(f, &in);
	}
	expect(repeated > 800 && repeated < 1200 && f->shared->corpus.repeated == repeated);
	f->shared->corpus.given[0] = (struct fuzz_input) { .call = 1, .num = 1 };
	f->shared->corpus.num_given = 1;
	expect(fuzz_cover_draw(f, &in) && in.call == 1);
	fuzz_seed(f, 77);
	fuzz_cover_draw(f, &in);
	expect(f->random == random);
	f->trace = NULL;
	w.options.input = &kept;
	expect(fuzz_cover_draw(f, &in) && same_input(&in, &kept));
}

/* A call that is first to reach an address is kept, once, with its number of draws. */
static void test_trace(void)
{
	u64 trace[] = { 2, 0x60001000, 0x60002000 };
	struct worker w;
	struct fuzz *f = worker_init(&w);
	const struct fuzz_corpus *corpus = &f->shared->corpus;

	f->trace = trace;
	f->entry->input = fuzz_input_fresh(f, 1);
	fuzz_input_begin(f);
	fuzz_random(f);
	fuzz_cover_end(f);
	fuzz_cover_end(f);
	expect(corpus->num_seen == 2 && corpus->taken == 1 && corpus->input[0].draws == 1);
	expect(!corpus->found);
	f->entry->repeated = true;
	trace[2]++;
	fuzz_cover_end(f);
	expect(corpus->num_seen == 3 && corpus->taken == 2 && corpus->found == 1);
	fuzz_cover_begin(f);
	expect(!trace[0]);
}

static bool run(const char *name, void (*test)(void))
{
	failures = 0;
	test();
	printf("%s fuzz-corpus/%s\n", failures ? "not ok" : "ok", name);
	if (failures)
		printf("    # %s, the first of %u\n", first_failure, failures);
	return !failures;
}

int main(void)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} tests[] = {
		{ "fresh", test_fresh },
		{ "replace", test_replace },
		{ "room", test_room },
		{ "text", test_text },
		{ "corpus", test_corpus },
		{ "guide", test_guide },
		{ "trace", test_trace },
	};
	bool passed = true;

	for (size_t i = 0; i < ARRAY_LEN(tests); i++)
		passed &= run(tests[i].name, tests[i].run);
	return !passed;
}
