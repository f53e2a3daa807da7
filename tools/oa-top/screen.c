// SPDX-License-Identifier: GPL-2.0-only
/*
 * The live screen: its keys and its loop.
 *
 * Events are open only while the screen is live: "p" and Ctrl-Z close them, and the next interval
 * begins when they are opened again. Messages are held back until the terminal is restored.
 */
#include <curses.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "draw.h"
#include "show.h"
#include "sources.h"

/* Last, since it defines words such as "columns" and "lines" as macros. */
#include <term.h>

#define CTRL_L		014
#define SHORTEST_NS	(NS_PER_SEC / 10)
#define LONGEST_NS	(3600 * NS_PER_SEC)

/* struct held - messages that are held until the terminal can show them */
struct held {
	FILE *stderr_was;
	char *text;
	size_t bytes;
};

static void hold_messages(struct held *held)
{
	FILE *file = open_memstream(&held->text, &held->bytes);

	held->stderr_was = file ? stderr : NULL;
	if (file)
		stderr = file;
}

static void release_messages(struct held *held)
{
	if (!held->stderr_was)
		return;
	fclose(stderr);
	stderr = held->stderr_was;
	fputs(held->text, stderr);
	free(held->text);
}

/* Return: as top_measure(), with 1 for a pause that begins or continues */
static int set_pause(struct screen *screen, bool pause)
{
	struct top_state *state = screen->state;

	if (screen->paused == pause)
		return 1;
	screen->paused = pause;
	if (pause) {
		top_pause(state);
		return 1;
	}
	return top_resume(state) ? -1 : top_measure(state);
}

static void set_interval(struct screen *screen, bool longer)
{
	u64 *ns = &screen->state->options.interval_ns;

	*ns = longer ? *ns * 2 : *ns / 2;
	if (*ns < SHORTEST_NS)
		*ns = SHORTEST_NS;
	if (*ns > LONGEST_NS)
		*ns = LONGEST_NS;
	screen->state->progress = *ns > NS_PER_SEC;
}

/* Find the first row from @row on, by @step, that is no title. Return: past an end if none is. */
static long next_row(const struct screen *screen, long row, long step)
{
	while (row >= 0 && row < screen->num && screen->rows[row].kind == ROW_TITLE)
		row += step;
	return row;
}

/* Move the selection, and skip titles. At an end, search back for a row that is no title. */
static void move_selection(struct screen *screen, long by)
{
	const long step = by < 0 ? -1 : 1;
	long to = (long)screen->selected + by;

	if (!screen->num)
		return;
	to = to < 0 ? 0 : to >= screen->num ? screen->num - 1 : to;
	to = next_row(screen, to, step);
	if (to < 0 || to >= screen->num)
		to = next_row(screen, to < 0 ? 0 : screen->num - 1, -step);
	if (to >= 0 && to < screen->num)
		screen->selected = to;
}

/* Return: as top_measure() */
static int handle_key(struct screen *screen, int key)
{
	if (key == 'q' || key == 'Q') {
		top_end();
		return 1;
	}
	if (key == CTRL_L) {
		clearok(curscr, TRUE);
		return 1;
	}
	if (screen->page != PAGE_MAIN) {
		if (key != KEY_RESIZE)
			screen->page = PAGE_MAIN;
		return 1;
	}
	switch (key) {
	case '?':
	case 'h':
		screen->page = PAGE_HELP;
		break;
	case '\n':
	case '\r':
	case KEY_ENTER:
		screen->page = PAGE_EXPLAIN;
		break;
	case 'a':
		screen->all = !screen->all;
		break;
	case 'f':
		screen->clock = !screen->clock;
		break;
	case '+':
	case '-':
		set_interval(screen, key == '+');
		break;
	case '\t':
		screen->gpu = (screen->gpu + 1) % screen->state->num;
		break;
	case KEY_UP:
	case 'k':
		move_selection(screen, -1);
		break;
	case KEY_DOWN:
	case 'j':
		move_selection(screen, 1);
		break;
	case KEY_PPAGE:
		move_selection(screen, -(long)screen->visible);
		break;
	case KEY_NPAGE:
		move_selection(screen, screen->visible);
		break;
	case KEY_HOME:
		move_selection(screen, -(long)TOP_MAX_ROWS);
		break;
	case KEY_END:
		move_selection(screen, TOP_MAX_ROWS);
		break;
	case 'p':
	case ' ':
		return set_pause(screen, !screen->paused);
	default:
		break;
	}
	return 1;
}

/* Ctrl-Z: leave the screen and count nothing until the shell resumes the program */
static int stop(struct screen *screen)
{
	const bool paused = screen->paused;

	set_pause(screen, true);
	endwin();
	kill(getpid(), SIGSTOP);
	refresh();
	return paused ? 1 : set_pause(screen, false);
}

static int handle_keys(struct screen *screen)
{
	int key, ret = 1;

	while (ret >= 0 && (key = getch()) != ERR) {
		screen->touched |= key != KEY_RESIZE;
		ret = handle_key(screen, key);
	}
	return ret;
}

static int loop(struct screen *screen)
{
	struct top_state *state = screen->state;
	u64 shown = 0;
	int ret = top_measure(state);

	while (ret >= 0 && !top_ended() &&
	       !(state->options.count && shown == state->options.count)) {
		draw_rows(screen);
		draw_screen(screen);
		if (screen->paused || screen->over) {
			top_wait_until(0, STDIN_FILENO);
		} else if (top_wait(state, STDIN_FILENO)) {
			ret = top_measure(state);
			screen->over = ret == 2;
			shown += !ret;
		}
		if (ret >= 0)
			ret = handle_keys(screen);
		if (ret >= 0 && top_stopped())
			ret = stop(screen);
	}
	return ret < 0 ? -1 : 0;
}

/* Check for cursor movement, which curses needs but does not check. */
static bool can_move_the_cursor(void)
{
	const char *move = tigetstr("cup");

	return move && move != (const char *)-1;
}

static int start_curses(struct screen *screen, SCREEN **terminal)
{
	static const char instead[] = "--once, --json, --csv and --prometheus need none";
	const char *name = getenv("TERM");
	int error;

	if (!isatty(STDOUT_FILENO) || !isatty(STDIN_FILENO)) {
		complain("no terminal; %s", instead);
		return -1;
	}
	if (setupterm(NULL, STDOUT_FILENO, &error)) {
		complain("the terminal '%s' is not known (TERM); %s", name ?: "", instead);
		return -1;
	}
	if (!can_move_the_cursor()) {
		complain("the terminal '%s' can't move its cursor (TERM); %s", name ?: "", instead);
		return -1;
	}
	*terminal = newterm(NULL, stdout, stdin);
	if (!*terminal) {
		complain("the terminal '%s' can't be used (TERM); %s", name ?: "", instead);
		return -1;
	}
	cbreak();
	noecho();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	curs_set(0);
	screen->colours = has_colors() && !getenv("NO_COLOR") && start_color() == OK;
	if (screen->colours)
		draw_colours();
	return 0;
}

/**
 * screen_run() - show intervals on the terminal until the user or a signal ends it
 * @state: the GPUs and options
 *
 * Return: 0 or -1.
 */
int screen_run(struct top_state *state)
{
	static struct screen screen;
	struct held held = { 0 };
	SCREEN *terminal;
	int ret;

	screen.state = state;
	/* The second row, since the first is a title */
	screen.selected = 1;
	screen.rows[1].index = ~0u;
	state->progress = state->options.interval_ns > NS_PER_SEC;
	top_signals(true);
	if (start_curses(&screen, &terminal))
		return -1;
	hold_messages(&held);
	ret = top_resume(state);
	if (!ret)
		ret = loop(&screen);
	/* Stop counting before the terminal is restored, which may block */
	top_pause(state);
	endwin();
	delscreen(terminal);
	release_messages(&held);
	return ret;
}
