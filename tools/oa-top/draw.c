// SPDX-License-Identifier: GPL-2.0-only
/*
 * The live screen: from top to bottom two lines about the GPU, its rows, history, and two lines
 * that explain the selected row. On a low terminal history is dropped first, then the explanation.
 *
 * Only ASCII is drawn, and each colour has a letter or an attribute beside it, so that any terminal
 * can show it.
 */
#include <curses.h>
#include <string.h>

#include "draw.h"
#include "sources.h"

#define HEADER_LINES	2
#define HISTORY_BARS	4
#define HISTORY_LINES	(HISTORY_BARS + 1)
#define EXPLAIN_LINES	2
#define LABEL_COLUMNS	29
#define VALUE_COLUMNS	10
/* Bars need this many columns */
#define COLUMNS_BARS	(LABEL_COLUMNS + 1 + VALUE_COLUMNS + 11)
/* History, and an explanation, need this many lines */
#define LINES_HISTORY	18
#define LINES_EXPLAIN	13

enum { PAIR_ACTIVE = 1, PAIR_STALL, PAIR_IDLE, PAIR_WRONG };

/* Choose the colours, once. */
void draw_colours(void)
{
	use_default_colors();
	init_pair(PAIR_ACTIVE, COLOR_GREEN, -1);
	init_pair(PAIR_STALL, COLOR_YELLOW, -1);
	init_pair(PAIR_IDLE, COLOR_CYAN, -1);
	init_pair(PAIR_WRONG, COLOR_RED, -1);
}

static attr_t colour(const struct screen *screen, int pair)
{
	return screen->colours ? COLOR_PAIR(pair) : A_NORMAL;
}

/* Break lines at spaces. Return: the line after the last one. */
static int put_wrapped(int line, int last, const char *text)
{
	size_t rest = strlen(text), fits, width = COLS;

	for (; rest && line <= last; line++) {
		fits = rest < width ? rest : width;
		if (rest > width) {
			while (fits && text[fits] != ' ')
				fits--;
			if (!fits)
				fits = width;
		}
		mvaddnstr(line, 0, text, fits);
		text += fits;
		rest -= fits;
		for (; *text == ' '; rest--)
			text++;
	}
	return line;
}

static void draw_too_small(void)
{
	char text[128];

	snprintf(text, sizeof(text), "oa-top: %dx%d is too small a terminal, it takes %dx%d",
		 COLS, LINES, SCREEN_MIN_COLUMNS, SCREEN_MIN_LINES);
	put_wrapped(0, LINES - 1, text);
}

static u32 num_not_counted(const struct top_watch *watch)
{
	u32 i, num = 0;

	for (i = 0; i < watch->gpu.num_events; i++)
		num += !watch->interval.counted[i] && !*watch->gpu.events[i].why;
	return num;
}

/* Leave out a count that does not fit, since a part of its digits would be another number. */
static void append_if_fits(char *text, size_t bytes, const char *more)
{
	const size_t length = strlen(text);

	if (length + strlen(more) <= (size_t)COLS && length + strlen(more) < bytes)
		strcpy(text + length, more);
}

static void format_status(const struct top_watch *watch, char *text, size_t bytes)
{
	const bool narrow = COLS < COLUMNS_BARS;
	const char *unknown = narrow ? "?" : "not known";
	char busy[32], clock[32], lost[32], more[64];
	const u32 missing = num_not_counted(watch);
	u64 value;

	snprintf(busy, sizeof(busy), "%s", unknown);
	snprintf(clock, sizeof(clock), "%s", unknown);
	snprintf(lost, sizeof(lost), "%s", unknown);
	if (top_metric(watch, "GPU.UTILIZATION", &value))
		snprintf(busy, sizeof(busy), "%.1f %%", 100.0 * value / OA_WHOLE);
	if (top_metric(watch, "GPU.FREQUENCY", &value))
		format_number(clock, sizeof(clock), value, "Hz");
	if (watch->interval.has_lost)
		snprintf(lost, sizeof(lost), "%llu", (unsigned long long)watch->totals.lost);
	snprintf(text, bytes, narrow ? "busy %s clock %s" : "busy %s  clock %s", busy, clock);
	snprintf(more, sizeof(more), narrow ? " lost %s" : "  reports lost %s", lost);
	append_if_fits(text, bytes, more);
	snprintf(more, sizeof(more), "  %u of %u events not counted", missing, watch->gpu.num_events);
	if (missing)
		append_if_fits(text, bytes, more);
}

static double seconds(u64 ns)
{
	return (double)ns / NS_PER_SEC;
}

/* The length of an interval; of a recording, the recorded length, and the pace of the display. */
static void format_length(const struct screen *screen, char *text, size_t bytes)
{
	const struct top_watch *watch = &screen->state->watches[screen->gpu];
	const u64 wanted = screen->state->options.interval_ns;

	if (!screen->state->options.replay || !watch->has_interval)
		snprintf(text, bytes, "%.2f s", seconds(wanted));
	else if (screen->over || COLS < COLUMNS_BARS)
		snprintf(text, bytes, "%.2f s", seconds(watch->interval.ns));
	else
		snprintf(text, bytes, "%.2f s, each %.2f s", seconds(watch->interval.ns),
			 seconds(wanted));
}

static void draw_header(const struct screen *screen)
{
	const struct top_watch *watch = &screen->state->watches[screen->gpu];
	const char *how = screen->paused ? "PAUSED" : screen->over ? "END" : "";
	const char *pci = watch->gpu.pci + (strncmp(watch->gpu.pci, "0000:", 5) ? 0 : 5);
	char text[160], length[64], right[128];

	snprintf(text, sizeof(text), "oa-top  %s %s, %u EUs, %s", watch->gpu.platform->name,
		 watch->gpu.pci, watch->gpu.machine.eus, *watch->gpu.pmu ? "PMU" : "stream");
	format_length(screen, length, sizeof(length));
	snprintf(right, sizeof(right), " %s%sGPU %u/%u %s", how, *how ? " " : "",
		 screen->gpu + 1, screen->state->num, length);
	/* The end of an address distinguishes GPUs, so the text before it is shortened first. */
	if (strlen(text) + strlen(right) > (size_t)COLS)
		snprintf(text, sizeof(text), "%s %s", watch->gpu.platform->name, pci);
	if (strlen(text) + strlen(right) > (size_t)COLS)
		snprintf(text, sizeof(text), "%s", pci);
	attron(A_REVERSE);
	mvhline(0, 0, ' ', COLS);
	mvaddnstr(0, 0, text, COLS);
	mvaddnstr(0, COLS - (int)strlen(right), right, COLS);
	attroff(A_REVERSE);
	if (watch->refused)
		snprintf(text, sizeof(text), "its %s did not open; Tab: next GPU",
			 *watch->gpu.pmu ? "PMU" : "stream");
	else if (watch->gone)
		snprintf(text, sizeof(text), "gone: the driver was unbound; Tab: next GPU");
	else if (watch->has_interval && watch->interval.silent)
		snprintf(text, sizeof(text), "NO REPORTS, though the timer runs");
	else if (watch->has_interval)
		format_status(watch, text, sizeof(text));
	else if (screen->state->options.replay)
		snprintf(text, sizeof(text), "the recording begins");
	else
		snprintf(text, sizeof(text), "first interval: %.1f s of %.1f s",
			 screen->paused ? 0.0 : seconds(top_now_ns() - watch->last.time_ns),
			 seconds(screen->state->options.interval_ns));
	mvaddnstr(1, 0, text, COLS);
}

/* The letter and the colour of a state */
static char letter_of(const char *name, int *pair)
{
	*pair = !strncmp(name, "EU.STALL", 8) ? PAIR_STALL : !strncmp(name, "EU.IDLE", 7) ?
		PAIR_IDLE : PAIR_ACTIVE;
	return *pair == PAIR_STALL ? '=' : *pair == PAIR_IDLE ? '-' : '#';
}

static void draw_bar(const struct screen *screen, const struct top_row *row, int line, int column)
{
	const char *mark = row->look ? " <==" : "";
	const int width = COLS - column - 6;
	int pair, filled;
	char letter;

	if (COLS < COLUMNS_BARS) {
		mvaddstr(line, COLS - (int)strlen(mark), mark);
		return;
	}
	letter = letter_of(row->label + strspn(row->label, " "), &pair);
	filled = (u64)row->share * width / OA_WHOLE;
	mvaddch(line, column, '|');
	attron(colour(screen, pair));
	hline(letter, filled);
	attroff(colour(screen, pair));
	mvaddch(line, column + 1 + width, '|');
	if (row->look)
		attron(A_BOLD);
	addstr(mark);
	attroff(A_BOLD);
}

static void draw_row(const struct screen *screen, u32 index, int line)
{
	const struct top_row *row = &screen->rows[index];
	const attr_t attr = row->kind == ROW_TITLE ? A_UNDERLINE :
			    index == screen->selected ? A_REVERSE : row->look ? A_BOLD : A_NORMAL;
	/* Without bars the last columns have the mark. */
	const int value = LABEL_COLUMNS + (COLS >= COLUMNS_BARS);
	/* In "not shown: REASON" the reason is left out where it does not fit. Enter shows it. */
	const bool whole = (int)strlen(row->value) <= COLS - value;
	const int bytes = whole ? -1 : (int)strcspn(row->value, ":");
	attron(attr);
	mvprintw(line, 0, "%-*.*s", row->kind == ROW_TITLE ? COLS : LABEL_COLUMNS,
		 row->kind == ROW_TITLE ? COLS : LABEL_COLUMNS, row->label);
	attroff(attr);
	if (row->kind == ROW_TITLE)
		return;
	if (row->wrong)
		attron(colour(screen, PAIR_WRONG));
	mvaddnstr(line, value, row->value, bytes);
	attroff(colour(screen, PAIR_WRONG));
	if (row->has_share)
		draw_bar(screen, row, line, value + VALUE_COLUMNS);
}

/* Draw an interval as a column, from the bottom up. */
static void draw_moment(const struct screen *screen, const struct top_moment *moment, int bottom,
			int column)
{
	const int active = oa_fraction(moment->active, OA_WHOLE, HISTORY_BARS);
	const int loaded = oa_fraction(moment->active + moment->stall, OA_WHOLE, HISTORY_BARS);
	int i;

	if (!moment->known)
		mvaddch(bottom, column, '?' | colour(screen, PAIR_WRONG));
	for (i = 0; moment->known && i < loaded; i++)
		mvaddch(bottom - i, column, i < active ? '#' | colour(screen, PAIR_ACTIVE) :
			'=' | colour(screen, PAIR_STALL));
	if (moment->known && !loaded)
		mvaddch(bottom, column, '.' | colour(screen, PAIR_IDLE));
	if (moment->lost)
		mvaddch(bottom - HISTORY_BARS + 1, column, '!' | colour(screen, PAIR_WRONG));
}

/* Draw the clock of an interval as a column, from the bottom up; @most is the highest one. */
static void draw_clock(const struct screen *screen, const struct top_moment *moment, u64 most,
		       int bottom, int column)
{
	/* Rounded up, so that a clock is never invisible */
	const int filled = most ? (moment->hz * HISTORY_BARS + most - 1) / most : 0;
	int i;

	if (!moment->hz)
		mvaddch(bottom, column, '?' | colour(screen, PAIR_WRONG));
	for (i = 0; i < filled; i++)
		mvaddch(bottom - i, column, '#' | colour(screen, PAIR_ACTIVE));
}

/* A moment of the visible history, NULL if there is none so far back */
static const struct top_moment *moment_at(const struct screen *screen, u64 back)
{
	const struct top_history *history = &screen->state->watches[screen->gpu].history;

	return back <= history->num && back <= TOP_HISTORY ?
	       &history->moments[(history->num - back) % TOP_HISTORY] : NULL;
}

static void draw_history_title(int line, const char *text)
{
	attron(A_UNDERLINE);
	mvprintw(line, 0, "%-*.*s", COLS, COLS, text);
	attroff(A_UNDERLINE);
}

static void draw_eu_history(const struct screen *screen, int line)
{
	int back;

	draw_history_title(line, "History: # active, = stall, newest on the right, ? not shown, ! lost");
	for (back = 1; back <= COLS && moment_at(screen, back); back++)
		draw_moment(screen, moment_at(screen, back), line + HISTORY_BARS, COLS - back);
}

static void draw_clock_history(const struct screen *screen, int line)
{
	char number[32], text[96];
	u64 most = 0;
	int back;

	for (back = 1; back <= COLS && moment_at(screen, back); back++)
		if (moment_at(screen, back)->hz > most)
			most = moment_at(screen, back)->hz;
	format_number(number, sizeof(number), most, "Hz");
	snprintf(text, sizeof(text), "Clock: highest %s, newest on the right, ? not known",
		 most ? number : "not known");
	draw_history_title(line, text);
	for (back = 1; back <= COLS && moment_at(screen, back); back++)
		draw_clock(screen, moment_at(screen, back), most, line + HISTORY_BARS, COLS - back);
}

static bool is_selectable(const struct screen *screen, u32 i)
{
	return i < screen->num && screen->rows[i].kind != ROW_TITLE;
}

/**
 * draw_rows() - bring the rows up to date
 * @screen: its rows, selected and top are set; the selection stays on the same row
 */
void draw_rows(struct screen *screen)
{
	const struct top_row was = screen->rows[screen->selected];
	const struct top_watch *watch = &screen->state->watches[screen->gpu];
	u32 i;

	screen->num = watch->has_interval ? rows_build(watch, screen->all, screen->rows) : 0;
	for (i = 0; i < screen->num; i++)
		if (is_selectable(screen, i) && screen->rows[i].kind == was.kind &&
		    screen->rows[i].index == was.index)
			screen->selected = i;
	if (screen->selected >= screen->num)
		screen->selected = screen->num ? screen->num - 1 : 0;
	if (!is_selectable(screen, screen->selected) && screen->selected + 1 < screen->num)
		screen->selected++;
}

static void scroll_to_selected(struct screen *screen)
{
	/* Show the title with the first row */
	if (screen->selected <= 1)
		screen->top = 0;
	if (screen->selected < screen->top)
		screen->top = screen->selected;
	if (screen->selected >= screen->top + screen->visible)
		screen->top = screen->selected - screen->visible + 1;
	if (screen->num <= screen->visible)
		screen->top = 0;
	else if (screen->top > screen->num - screen->visible)
		screen->top = screen->num - screen->visible;
}

/* The keys, only the most important ones on a narrow terminal */
static const char *keys_line(void)
{
	static const char all[] =
		"?:help Enter:explain Up/Down a:all f:clock p:pause +/-:interval Tab:GPU q:quit";

	return COLS < (int)strlen(all) ? "?:help a:all p:pause Tab:GPU q:quit" : all;
}

/* The lines below the rows: a risk until the first key, then the explanation of the selected row */
static void draw_below(const struct screen *screen, int line)
{
	const struct top_watch *watch = &screen->state->watches[screen->gpu];
	char text[TOP_EXPLANATION_BYTES];

	if (watch->gpu.risk && !screen->touched) {
		put_wrapped(line, line + EXPLAIN_LINES - 1, watch->gpu.risk);
	} else if (screen->num) {
		rows_explain(watch, &screen->rows[screen->selected], text, sizeof(text));
		put_wrapped(line, line + EXPLAIN_LINES - 1, text);
	}
}

static void draw_main(struct screen *screen)
{
	const bool history = LINES >= LINES_HISTORY, explain = LINES >= LINES_EXPLAIN;
	int line = LINES - 1;
	u32 i;

	mvaddnstr(line, 0, keys_line(), COLS);
	if (explain) {
		line -= EXPLAIN_LINES;
		draw_below(screen, line);
	}
	if (history) {
		line -= HISTORY_LINES;
		if (screen->clock)
			draw_clock_history(screen, line);
		else
			draw_eu_history(screen, line);
	}
	draw_header(screen);
	screen->visible = line - HEADER_LINES;
	scroll_to_selected(screen);
	for (i = 0; i < screen->visible && screen->top + i < screen->num; i++)
		draw_row(screen, screen->top + i, HEADER_LINES + i);
}

/* Show the row's value first, and an empty line only where there is room. */
static void draw_explain(const struct screen *screen)
{
	const struct top_watch *watch = &screen->state->watches[screen->gpu];
	char text[TOP_EXPLANATION_BYTES] = "nothing is measured yet";
	int line = 0;

	if (screen->num) {
		const char *value = screen->rows[screen->selected].value;

		rows_explain(watch, &screen->rows[screen->selected], text, sizeof(text));
		line = put_wrapped(0, LINES - 2, value + strspn(value, " "));
		line += LINES >= LINES_EXPLAIN;
	}
	put_wrapped(line, LINES - 2, text);
	mvaddnstr(LINES - 1, 0, "any key: back", COLS);
}

/* Show keys in as many columns as fit. Return: the line after the last one. */
static int put_keys(int line)
{
	static const char * const keys[] = {
		"Up Down PgUp PgDn Home End: select",
		"Enter: explain what is selected",
		"a: also states that are not high",
		"f: history of EU time, or of the clock",
		"p Space: pause; the GPU may sleep",
		"+ -: longer, shorter intervals",
		"Tab: next GPU",
		"q: quit",
	};
	const int across = COLS / SCREEN_MIN_COLUMNS;
	int i;

	for (i = 0; i < (int)ARRAY_LEN(keys); i++)
		mvaddstr(line + i / across, i % across * SCREEN_MIN_COLUMNS, keys[i]);
	return line + (i - 1) / across + 1;
}

/* Show the keys first, then as much of the rest as fits on the terminal. */
static void draw_help(const struct screen *screen)
{
	static const char * const texts[] = {
		"A slot is one EU in one clock. Each is EU.ACTIVE (it executes), EU.STALL (it holds threads, all wait) or EU.IDLE (it holds none). What is inside a state shows while the state is high. <== is where to look first.",
		"In the place of a value that may be wrong is the reason. By the PMU an event is not counted while a profiler's metric set counts something else, or its stream is disabled; by an own stream, in an interval in which the buffer was lost or no reports came.",
	};
	const struct top_watch *watch = &screen->state->watches[screen->gpu];
	char text[512];
	int line;
	u32 i;

	snprintf(text, sizeof(text),
		 "%s at %s, %s%s, PCI device %04x: %u EUs, %u slices, %u threads an EU (0: not known). Counters by \"%s\".",
		 watch->gpu.platform->name, watch->gpu.pci, *watch->gpu.pmu ? "PMU " : "own stream",
		 watch->gpu.pmu, watch->gpu.devid,
		 watch->gpu.machine.eus, watch->gpu.machine.slices, watch->gpu.machine.threads,
		 watch->gpu.machine.counters->document);
	line = put_wrapped(put_keys(0), LINES - 2, text);
	if (watch->gpu.risk)
		line = put_wrapped(line, LINES - 2, watch->gpu.risk);
	for (i = 0; i < ARRAY_LEN(texts); i++)
		line = put_wrapped(line, LINES - 2, texts[i]);
	mvaddnstr(LINES - 1, 0, "any key: back", COLS);
}

/**
 * draw_screen() - draw the screen
 * @screen: its rows are up to date
 */
void draw_screen(struct screen *screen)
{
	erase();
	if (COLS < SCREEN_MIN_COLUMNS || LINES < SCREEN_MIN_LINES)
		draw_too_small();
	else if (screen->page == PAGE_HELP)
		draw_help(screen);
	else if (screen->page == PAGE_EXPLAIN)
		draw_explain(screen);
	else
		draw_main(screen);
	refresh();
}
