/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events that the command line defines: --event NAME=EVENT.
 *
 * The parser knows no platform. The events are then assigned to counters of a platform, and
 * programmed by a metric set.
 */
#ifndef _TOOLS_EVENT_H_
#define _TOOLS_EVENT_H_

#include <stdbool.h>

#include "tools/common/named.h"
#include "tools/common/platform.h"

struct metric_set;

#define EVENT_NAME_BYTES	32
#define EVENT_TEXT_BYTES	72
/* Room for the reason of a rejection */
#define EVENT_WHY_BYTES		200

/** enum event_unit - how the count of an event is shown */
enum event_unit {
	/** @EVENT_COUNT: as it is */
	EVENT_COUNT,
	/** @EVENT_SHARE: as a share of the EUs' time, or of the clocks */
	EVENT_SHARE,
	/** @EVENT_PER_CLOCK: per render clock */
	EVENT_PER_CLOCK,
	/** @EVENT_PER_SECOND: per second */
	EVENT_PER_SECOND,
};

/** struct event - an event, and its counter once it has one */
struct event {
	/** @name: the user's */
	char name[EVENT_NAME_BYTES];
	/** @text: the event as it was typed */
	char text[EVENT_TEXT_BYTES];
	/** @meaning: one line, after events_assign() */
	char meaning[160];
	/** @shown: its unit, after events_assign() */
	char shown[24];
	/** @unit: how it is shown */
	enum event_unit unit;
	/** @field: OA_FIELD_A: a flexible event; OA_FIELD_B: a custom event */
	enum oa_field field;
	/** @number: of the counter, if @placed */
	u8 number;
	/** @placed: it has a counter */
	bool placed;
	/** @pinned: the user has chosen the counter */
	bool pinned;
	/** @half: 1 and 2: the lower and the upper half of a register; 0: any counter */
	u8 half;
	/** @previous: the event needs that of the B counter before */
	bool previous;
	/** @flex: increment event and filters, for OA_FIELD_A */
	u16 flex;
	/** @cec: CECn-0 and CECn-1, for OA_FIELD_B */
	u32 cec[2];
};

/** struct event_list - events in the order of the command line */
struct event_list {
	/** @list: allocated, NULL if @num is 0 */
	struct event *list;
	/** @num: entries of @list */
	u32 num;
};

int event_parse(struct event_list *events, const char *arg, char why[EVENT_WHY_BYTES]);
bool event_is_sound(const struct event *event);
int event_append(struct event_list *events, const struct event *event);
void events_free(struct event_list *events);
int events_copy(struct event_list *to, const struct event_list *from);

/* eventset.c */
int events_assign(struct metric_set *set, const struct dump_platform *platform);
u64 events_replaced(const struct event_list *events, const struct dump_platform *platform);
void events_describe(struct event_list *events, const struct dump_platform *platform);
const struct event *events_of_named(const struct named *named);
int events_name(const struct event_list *events, struct named_list *named);

#endif /* _TOOLS_EVENT_H_ */
