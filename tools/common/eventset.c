// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events on the counters of a platform: which counter counts which event, the registers that
 * program them, and how their counts are shown.
 *
 * The set "tree" leaves all its counters to events. An event that it has keeps its counter; others
 * take its flexible counters from A20 down, so the states of EU time that need the first ones stay.
 * Events beside a set of others take the counters that it does not program. An event that is named
 * twice has one counter.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "formats/oa_codes.h"
#include "formats/oa_events.h"
#include "formats/oa_flex.h"
#include "tools/common/message.h"
#include "tools/common/metricset.h"

#define FLEX_LAST		(OA_FLEX_FIRST + OA_NUM_FLEX_EVENTS - 1)
#define FLEX_MASK		((1u << OA_FLEX_EVENT_BITS) - 1)
/* "No event", from gen11 on; the others count FPU0 where no event is wanted. */
#define FLEX_NO_EVENT		0xfu

/* struct assignment - the state of an assignment */
struct assignment {
	struct metric_set *set;
	const struct dump_platform *platform;
	/* Bit n: An or Bn is in use, by the set or by an event */
	u64 a_taken;
	u32 b_taken;
};

static u32 cec_register(const struct assignment *a, u32 n)
{
	return a->platform->cec + 8 * n;
}

/* Find the counters that the chosen set programs. */
static void find_taken(struct assignment *a)
{
	const struct set_registers *registers = &a->set->registers;
	u32 n;

	/* Reports of this platform have no GPU_TICKS: B0 counts clocks. */
	if (a->set->spare) {
		a->b_taken = !a->platform->counters->has_ticks;
		return;
	}
	for (n = OA_FLEX_FIRST; n <= FLEX_LAST; n++)
		if (set_find(&registers->flex, oa_flex_regs[(n - OA_FLEX_FIRST) / 2]))
			a->a_taken |= 1ull << n;
	for (n = 0; n < a->platform->num_cec; n++)
		if (set_find(&registers->boolean, cec_register(a, n)) ||
		    set_find(&registers->boolean, cec_register(a, n) + 4))
			a->b_taken |= 1u << n;
}

static bool is_free(const struct assignment *a, enum oa_field field, u32 n)
{
	if (field == OA_FIELD_A)
		return n >= OA_FLEX_FIRST && n <= FLEX_LAST && !(a->a_taken >> n & 1);
	return n < a->platform->num_cec && !(a->b_taken >> n & 1);
}

static void place(struct assignment *a, struct event *event, u32 n)
{
	event->number = n;
	event->placed = true;
	if (event->field == OA_FIELD_A)
		a->a_taken |= 1ull << n;
	else
		a->b_taken |= 1u << n;
}

/* The event that has a counter, NULL: none */
static const struct event *holder_of(const struct assignment *a, enum oa_field field, u32 n)
{
	const struct event_list *events = &a->set->events;
	u32 i;

	for (i = 0; i < events->num; i++)
		if (events->list[i].placed && events->list[i].field == field &&
		    events->list[i].number == n)
			return &events->list[i];
	return NULL;
}

static int place_pinned(struct assignment *a, struct event *event)
{
	const char bank = event->field == OA_FIELD_A ? 'A' : 'B';
	const u32 n = event->number;
	const struct event *holder = holder_of(a, event->field, n);

	if (is_free(a, event->field, n)) {
		place(a, event, n);
		return 0;
	}
	if (holder)
		complain("--event %s: %c%u has '%s'", event->name, bank, n, holder->name);
	else if (bank == 'B' && n >= a->platform->num_cec)
		complain("--event %s: %s has B0 to B%u for events", event->name, a->platform->name,
			 a->platform->num_cec - 1);
	else if (a->set->spare)
		complain("--event %s: B0 counts the clocks, which reports of %s do not have",
			 event->name, a->platform->name);
	else
		complain("--event %s: the metric set programs %c%u", event->name, bank, n);
	return -1;
}

static bool same_event(const struct event *a, const struct event *b)
{
	if (a->field != b->field || a->half || b->half || a->previous)
		return false;
	return a->field == OA_FIELD_A ? a->flex == b->flex : !memcmp(a->cec, b->cec, sizeof(a->cec));
}

/* Use the counter of an event that counts the same. */
static bool share_counter(const struct assignment *a, struct event *event)
{
	const struct event_list *events = &a->set->events;
	u32 i;

	for (i = 0; i < events->num; i++) {
		if (!events->list[i].placed || !same_event(&events->list[i], event))
			continue;
		event->number = events->list[i].number;
		event->placed = true;
		return true;
	}
	return false;
}

static int no_counter(const struct assignment *a, const struct event *event)
{
	const bool flex = event->field == OA_FIELD_A;
	u32 n, num = 0;

	for (n = 0; n < 64; n++)
		num += holder_of(a, event->field, n) != NULL;
	complain("--event %s: no %s counter is free: %s for %u of %u already%s", event->name,
		 flex ? "flexible" : "custom", flex ? "A7 to A20" : "B counters", num,
		 flex ? OA_NUM_FLEX_EVENTS : a->platform->num_cec,
		 a->set->spare ? "" : ", and the metric set programs the others");
	return -1;
}

/* Both halves of a register: the lower one is placed first. */
static int place_halves(struct assignment *a, struct event *low)
{
	int n;

	for (n = FLEX_LAST - 1; n >= (int)OA_FLEX_FIRST; n -= 2) {
		if (!is_free(a, OA_FIELD_A, n) || !is_free(a, OA_FIELD_A, n + 1))
			continue;
		place(a, low, n);
		place(a, low + 1, n + 1);
		return 0;
	}
	complain("--event %s: no register has both counters free", low->name);
	return -1;
}

static int place_flex(struct assignment *a, struct event *event)
{
	const struct oa_flex_event *tree = a->set->programmed & OA_PROGRAMMED_TREE ?
		oa_tree_events(a->platform->counters) : NULL;
	int n, best = 0;

	if (share_counter(a, event))
		return 0;
	for (n = OA_FLEX_FIRST; n <= (int)FLEX_LAST; n++) {
		if (!is_free(a, OA_FIELD_A, n))
			continue;
		best = n;
		if (tree && tree[n - OA_FLEX_FIRST].event == event->flex)
			break;
	}
	if (!best)
		return no_counter(a, event);
	place(a, event, best);
	return 0;
}

/* The custom event before this one on the command line, NULL: none */
static const struct event *custom_before(const struct assignment *a, const struct event *event)
{
	const struct event *before = event;

	while (before-- > a->set->events.list)
		if (before->field == OA_FIELD_B)
			return before;
	return NULL;
}

/* Place an event behind the one that it is based on. */
static int place_behind(struct assignment *a, struct event *event)
{
	const struct event *before = custom_before(a, event);

	if (!before) {
		complain("--event %s: no custom event comes before it", event->name);
		return -1;
	}
	if (!is_free(a, OA_FIELD_B, before->number + 1)) {
		complain("--event %s: the counter behind that of '%s', B%u, is not free", event->name,
			 before->name, before->number);
		return -1;
	}
	place(a, event, before->number + 1);
	return 0;
}

/* The number of events that need the counters behind that of this one */
static u32 events_behind(const struct assignment *a, const struct event *event)
{
	const struct event_list *events = &a->set->events;
	u32 num = 0;

	while (++event < events->list + events->num) {
		if (event->field != OA_FIELD_B)
			continue;
		if (!event->previous || event->placed)
			break;
		num++;
	}
	return num;
}

static bool are_free(const struct assignment *a, u32 first, u32 num)
{
	while (num--)
		if (!is_free(a, OA_FIELD_B, first + num))
			return false;
	return true;
}

static int place_custom(struct assignment *a, struct event *event)
{
	const u32 behind = events_behind(a, event);
	u32 n;

	if (event->previous)
		return place_behind(a, event);
	if (!behind && share_counter(a, event))
		return 0;
	for (n = 0; n < a->platform->num_cec; n++) {
		if (are_free(a, n, 1 + behind)) {
			place(a, event, n);
			return 0;
		}
	}
	return no_counter(a, event);
}

/* Check whether the platform can count an event at all. */
static int check(const struct assignment *a, const struct event *event)
{
	const struct oa_counter_set *counters = a->platform->counters;
	const struct named_list *named = &a->set->named;
	const char *title;
	u32 n;

	for (n = 0; n < named->num; n++) {
		if (!strcasecmp(named->list[n].name, event->name)) {
			complain("--event %s: this is the name of a value of the metric set",
				 event->name);
			return -1;
		}
	}
	if (event->field == OA_FIELD_A && !counters->has_ticks) {
		complain("--event %s: %s has no flexible EU events; they begin with Broadwell",
			 event->name, a->platform->name);
		return -1;
	}
	for (n = 0; n < OA_MAX_A; n++) {
		title = oa_code_title(counters, OA_FIELD_A, n);
		if (title && !strcasecmp(title, event->name)) {
			complain("--event %s: this is the name of A%u", event->name, n);
			return -1;
		}
	}
	return 0;
}

static int place_all(struct assignment *a)
{
	struct event_list *events = &a->set->events;
	struct event *event;
	int ret = 0;
	u32 i;

	for (i = 0; i < events->num && !ret; i++)
		ret = check(a, &events->list[i]);
	/* Those that have no choice come first. */
	for (i = 0; i < events->num && !ret; i++)
		if (events->list[i].pinned)
			ret = place_pinned(a, &events->list[i]);
	for (i = 0; i < events->num && !ret; i++)
		if (events->list[i].half == 1)
			ret = place_halves(a, &events->list[i]);
	for (i = 0; i < events->num && !ret; i++) {
		event = &events->list[i];
		if (!event->placed)
			ret = event->field == OA_FIELD_A ? place_flex(a, event) :
							   place_custom(a, event);
	}
	return ret;
}

/* Change the value that a list writes to a register. */
static int program(struct set_list *list, u32 address, u32 value)
{
	u32 i;

	for (i = list->num; i-- > 0;) {
		if (list->pairs[i][0] == address) {
			list->pairs[i][1] = value;
			return 0;
		}
	}
	return set_add(list, address, value);
}

static u32 flex_default(const struct assignment *a)
{
	const bool none = oa_flex_word(a->platform->counters, OA_FLEX_INCREMENT, FLEX_NO_EVENT);

	return none ? FLEX_NO_EVENT | FLEX_NO_EVENT << OA_FLEX_EVENT_BITS : 0;
}

static int program_flex(struct assignment *a, const struct event *event)
{
	struct set_list *list = &a->set->registers.flex;
	const u32 n = event->number - OA_FLEX_FIRST, shift = n % 2 * OA_FLEX_EVENT_BITS;
	const u32 *now = set_find(list, oa_flex_regs[n / 2]);
	const u32 value = now ? *now : flex_default(a);

	return program(list, oa_flex_regs[n / 2],
		       (value & ~(FLEX_MASK << shift)) | (u32)event->flex << shift);
}

static int program_custom(struct assignment *a, const struct event *event)
{
	struct set_list *list = &a->set->registers.boolean;
	const u32 address = cec_register(a, event->number);

	return program(list, address, event->cec[0]) || program(list, address + 4, event->cec[1]) ?
	       -1 : 0;
}

/* Warn of filters that the documents do not list with the increment event. */
static void warn_of_flex(const struct event *event, const struct oa_counter_set *counters)
{
	const u32 increment = event->flex & 0xf, coarse = event->flex >> 4 & 0xf;
	const u32 fine = event->flex >> 8 & 0xf;
	const struct oa_flex_rule *rule = oa_flex_rule(counters, increment);
	const struct oa_flex_word *word = oa_flex_word(counters, OA_FLEX_INCREMENT, increment);
	const struct oa_flex_word *filter = oa_flex_word(counters, OA_FLEX_FINE, fine);

	if (!word)
		complain("warning: --event %s: \"%s\" does not define increment event %u",
			 event->name, counters->document, increment);
	else if (!(rule->coarse >> coarse & 1))
		complain("warning: --event %s: \"%s\" does not list coarse filter %u with increment event %u (%s)",
			 event->name, counters->document, coarse, increment, word->word);
	else if (!(rule->fine >> fine & 1))
		complain("warning: --event %s: \"%s\" does not list fine filter %u with increment event %u (%s)",
			 event->name, counters->document, fine, increment, word->word);
	else if (fine && !filter && increment != FLEX_NO_EVENT)
		complain("warning: --event %s: \"%s\" does not define fine filter %u", event->name,
			 counters->document, fine);
	else if (filter && filter->occurrences && increment < 2)
		complain("warning: --event %s: %s", event->name, filter->note);
}

/* Warn of inputs that nothing feeds. A comparison with the least value needs none. */
static void warn_of_inputs(const struct event *event, const struct metric_set *set)
{
	const u32 function = event->cec[0] & 7, value = event->cec[0] >> 3 & 0xffff;
	const bool constant = function == OA_CEC_RESERVED ||
		(!value && (function == OA_CEC_NOT_LESS || function == OA_CEC_LESS));

	if (!event->previous && !constant && !set->registers.mux.num)
		complain("warning: --event %s: no mux register routes a signal to these inputs; a metric set that does is chosen by --metrics",
			 event->name);
	if (event->cec[1] >> OA_CEC_INPUTS)
		complain("warning: --event %s: whether bits 31:16 of CECn-1 negate inputs is not confirmed",
			 event->name);
}

/**
 * events_replaced() - counters that count another event than in the set for the tree
 * @events: events that have counters
 * @platform: of the GPU
 *
 * Return: A counters.
 */
u64 events_replaced(const struct event_list *events, const struct dump_platform *platform)
{
	const struct oa_flex_event *tree = oa_tree_events(platform->counters);
	const struct event *event = events->list;
	u64 replaced = 0;

	for (; event < events->list + events->num; event++)
		if (event->field == OA_FIELD_A && event->number >= OA_FLEX_FIRST &&
		    event->number <= FLEX_LAST &&
		    (!tree || event->flex != tree[event->number - OA_FLEX_FIRST].event))
			replaced |= 1ull << event->number;
	return replaced;
}

/**
 * events_assign() - assign the events of a set to counters, and program them
 * @set: with events, and with the registers of the chosen set
 * @platform: of the GPU
 *
 * Return: 0 or -1. Prints warnings, too.
 */
int events_assign(struct metric_set *set, const struct dump_platform *platform)
{
	struct assignment a = { .set = set, .platform = platform };
	const struct event *event;
	u32 i;

	find_taken(&a);
	if (place_all(&a))
		return -1;
	set->a_other |= events_replaced(&set->events, platform);
	events_describe(&set->events, platform);
	for (i = 0; i < set->events.num; i++) {
		event = &set->events.list[i];
		if (event->field == OA_FIELD_A) {
			warn_of_flex(event, platform->counters);
			if (program_flex(&a, event))
				return -1;
		} else {
			warn_of_inputs(event, set);
			if (program_custom(&a, event))
				return -1;
		}
	}
	return 0;
}

static bool counts_occurrences(const struct event *event, const struct oa_counter_set *counters)
{
	const struct oa_flex_word *fine = event->field == OA_FIELD_A ?
		oa_flex_word(counters, OA_FLEX_FINE, event->flex >> 8) : NULL;

	return fine && fine->occurrences;
}

static const char *unit_of(const struct event *event, const struct oa_counter_set *counters)
{
	if (event->unit == EVENT_SHARE)
		return "%";
	if (counts_occurrences(event, counters))
		return "events";
	return event->field == OA_FIELD_A ? "EU cycles" : "clocks";
}

__attribute__((format(printf, 2, 3)))
static void append(struct event *event, const char *format, ...)
{
	const size_t used = strlen(event->meaning);
	va_list args;

	va_start(args, format);
	vsnprintf(event->meaning + used, sizeof(event->meaning) - used, format, args);
	va_end(args);
}

static void describe_flex(struct event *event, const struct oa_counter_set *counters)
{
	const u32 codes[] = { event->flex & 0xf, event->flex >> 4 & 0xf, event->flex >> 8 & 0xf };
	const struct oa_flex_word *word;
	u32 part;

	for (part = OA_FLEX_INCREMENT; part <= OA_FLEX_FINE; part++) {
		word = oa_flex_word(counters, part, codes[part]);
		if (word)
			append(event, "%s%s", *event->meaning ? ", " : "", word->meaning);
		else if (part == OA_FLEX_INCREMENT || codes[part])
			append(event, "%scode %u", *event->meaning ? ", " : "", codes[part]);
	}
	append(event, " [A%u, 0x%03x]", event->number, event->flex);
}

/**
 * events_describe() - give events their meaning and unit
 * @events: events that have counters
 * @platform: of the GPU
 */
void events_describe(struct event_list *events, const struct dump_platform *platform)
{
	static const char * const suffix[] = { "", "", "/clock", "/s" };
	struct event *event = events->list;

	for (; event < events->list + events->num; event++) {
		snprintf(event->shown, sizeof(event->shown), "%s%s",
			 unit_of(event, platform->counters), suffix[event->unit]);
		event->meaning[0] = 0;
		if (event->field == OA_FIELD_A)
			describe_flex(event, platform->counters);
		else
			append(event, "%s [B%u, 0x%08x/0x%08x]", event->text, event->number,
			       event->cec[0], event->cec[1]);
	}
}

/* The count of an interval. Return: OA_WRONG_*. */
static u32 count(const struct event *event, const struct oa_increments *sum, u64 *value)
{
	const u8 n = event->number;
	u32 wrong;

	*value = event->field == OA_FIELD_A ? sum->a[n] : sum->b[n];
	if (!sum->pairs)
		return OA_WRONG_NOTHING;
	if (event->field == OA_FIELD_B) {
		wrong = sum->b_mask >> n & 1 ? 0 : OA_WRONG_ABSENT;
		wrong |= sum->back ? OA_WRONG_RANGE : 0;
		return wrong | (sum->clocks_wrapped ? OA_WRONG_WRAPPED : 0);
	}
	wrong = sum->a_mask >> n & 1 ? 0 : OA_WRONG_ABSENT;
	wrong |= sum->a_wrapped >> n & 1 ? OA_WRONG_WRAPPED : 0;
	return wrong | (sum->a_beyond >> n & 1 ? OA_WRONG_RANGE : 0);
}

/* Divide by clocks, and for a share of the EUs' time by their number. */
static struct named_value per_clock(const struct event *event, u64 value,
				    const struct oa_increments *sum,
				    const struct oa_machine *machine)
{
	const bool share = event->unit == EVENT_SHARE, eus = share && event->field == OA_FIELD_A;
	struct named_value out = { .wrong = 0 };
	u64 clocks;

	out.wrong = oa_clocks(sum, machine, &clocks);
	if (eus && !machine->eus)
		out.wrong |= OA_WRONG_TOPOLOGY;
	if (!out.wrong && !clocks)
		out.wrong = OA_WRONG_NOTHING;
	if (!out.wrong)
		out.real = (share ? 100.0 : 1.0) * value / clocks / (eus ? machine->eus : 1);
	return out;
}

static struct named_value event_value(const struct named *named, const struct oa_increments *sum,
				      const struct oa_machine *machine)
{
	const struct event *event = named->arg;
	struct named_value out = { .wrong = 0 };

	out.wrong = count(event, sum, &out.whole);
	if (out.wrong || event->unit == EVENT_COUNT)
		return out;
	if (event->unit != EVENT_PER_SECOND)
		return per_clock(event, out.whole, sum, machine);
	if (!sum->time)
		out.wrong = OA_WRONG_NOTHING;
	else
		out.whole = oa_fraction(out.whole, sum->time, machine->timestamp_hz);
	return out;
}

/* The event of a named value, NULL: it is none of an event. */
const struct event *events_of_named(const struct named *named)
{
	return named->value == event_value ? named->arg : NULL;
}

/**
 * events_name() - add the values of events to a list
 * @events: after events_describe(); they must outlive the list
 * @named: the list
 *
 * Return: 0 or -1.
 */
int events_name(const struct event_list *events, struct named_list *named)
{
	static const u8 decimals[] = {
		[EVENT_SHARE] = 4, [EVENT_PER_CLOCK] = 6, [EVENT_PER_SECOND] = 0,
	};
	const struct event *event = events->list;

	for (; event < events->list + events->num; event++) {
		const struct named one = {
			.name = event->name, .meaning = event->meaning, .unit = event->shown,
			.group = "events", .decimals = decimals[event->unit],
			.value = event_value, .arg = event,
		};

		if (named_add(named, &one))
			return -1;
	}
	return 0;
}
