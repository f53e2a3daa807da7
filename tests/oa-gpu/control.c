// SPDX-License-Identifier: GPL-2.0-only
/*
 * The control socket: right and wrong requests, with and without a client of the device, and the
 * state that the server keeps between two clients.
 */
#include <errno.h>
#include <linux/vfio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client.h"
#include "tools/oa-gpu/control.h"
#include "tools/oa-gpu/oa_gpu_control.h"

#define ROOM		0x40000

static char answer[ROOM];

/* One request, by a connection of its own. Return as oa_gpu_control_ask(). */
static long ask(struct server_process *server, const char *request)
{
	int fd = oa_gpu_control_open(server->control);
	long bytes;

	if (!EXPECT(fd >= 0))
		return -EPIPE;
	bytes = oa_gpu_control_ask(fd, request, answer, sizeof(answer));
	close(fd);
	return bytes;
}

static void expect_set(struct server_process *server, const char *request)
{
	if (!EXPECT_EQ(ask(server, request), 0))
		printf("    # %s: %s\n", request, answer);
}

static void expect_get(struct server_process *server, const char *request, const char *value)
{
	if (!EXPECT_EQ(ask(server, request), strlen(value)) || !EXPECT(!strcmp(answer, value)))
		printf("    # %s: %s\n", request, answer);
}

static u64 number(struct server_process *server, const char *request)
{
	EXPECT(ask(server, request) > 0);
	return strtoull(answer, NULL, 0);
}

/* Send @bytes of input and a last request. @output: all answers, up to that to the last request */
static void talk(struct server_process *server, const char *input, size_t bytes, char *output,
		 size_t room)
{
	static const char last[] = "\n@last get nothing\n", end[] = "@last error nothing";
	int fd = oa_gpu_control_open(server->control);
	size_t have = 0;
	ssize_t got;

	EXPECT_EQ(send(fd, input, bytes, MSG_NOSIGNAL), bytes);
	EXPECT_EQ(send(fd, last, sizeof(last) - 1, MSG_NOSIGNAL), sizeof(last) - 1);
	*output = 0;
	while (!strstr(output, end)) {
		got = recv(fd, output + have, room - have - 1, 0);
		if (!EXPECT(got > 0))
			break;
		have += got;
		output[have] = 0;
	}
	close(fd);
}

static void requests(struct server_process *server, const struct facts *facts)
{
	static const char form[] = "error a request is list, get NAME or set NAME VALUE\n";
	static const struct {
		const char *input, *output;
	} cases[] = {
		{ "get violations", "ok 9\ntotal: 0\n" },
		{ "  get\tviolations \r", "ok 9\ntotal: 0\n" },
		{ "@7 get activity", "@7 ok 6\nburst\n" },
		{ "set fail_gdrst 0", "ok 0\n" },
		{ "set violations anything", "ok 0\n" },
		{ "", form }, { " ", form }, { "get", form }, { "set", form },
		{ "set activity", form }, { "get activity busy", form }, { "list all", form },
		{ "set activity busy now", form }, { "put activity busy", form },
		{ "GET activity", form }, { "@", "@ error a request is list" },
		{ "@x", "@x error a request is list" }, { "@x @y get activity", "@x error a req" },
		{ "get nonsense", "error nonsense: there is nothing of this name\n" },
		{ "get fail_overflow", "error fail_overflow: can't be read\n" },
		{ "set produced 1", "error produced: can't be set\n" },
		{ "set activity lazy", "error activity: that is no value\n" },
		{ "set fail_gdrst -1", "error fail_gdrst: that is no value\n" },
		{ "set fail_gdrst 0x100000000", "error fail_gdrst: the value is too large\n" },
		{ "set advance 1", "error advance: the clock is not manual\n" },
	};
	static char output[ROOM];
	u32 i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		talk(server, cases[i].input, strlen(cases[i].input), output, sizeof(output));
		if (!EXPECT(!strncmp(output, cases[i].output, strlen(cases[i].output))))
			printf("    # %s: %s\n", cases[i].input, output);
	}
	EXPECT(ask(server, "list") > 0);
	EXPECT(strstr(answer, "rw violations\n") && strstr(answer, "\nr- produced\n") &&
	       strstr(answer, "\n-w advance\n") && strstr(answer, "\nrw fail_alu\n"));
}

/* Input that is no line of text: the server and the connection stay up. */
static void no_text(struct server_process *server, const struct facts *facts)
{
	static char input[100000], output[ROOM];

	memset(input, 'x', sizeof(input));
	talk(server, input, CONTROL_LINE - 1, output, sizeof(output));
	EXPECT(!strncmp(output, "error a request is", 18));
	talk(server, input, CONTROL_LINE, output, sizeof(output));
	EXPECT(!strncmp(output, "error the line is too long\n", 27));
	talk(server, input, sizeof(input), output, sizeof(output));
	EXPECT(!strncmp(output, "error the line is too long\n", 27));
	talk(server, "get\0violations", 14, output, sizeof(output));
	EXPECT(!strncmp(output, "error the line is no text\n", 26));
	talk(server, "\xff\xfe", 2, output, sizeof(output));
	EXPECT(!strncmp(output, "error a request is", 18));
	/* Several at once are answered in their order. */
	talk(server, "get activity\nlost\nget clock", 27, output, sizeof(output));
	EXPECT(!strncmp(output, "ok 6\nburst\nerror a request", 26));
	EXPECT(strstr(output, "\nok 5\nreal\n"));
}

/* More clients than are served at a time, one that disconnects, one that reads no answer */
static void clients(struct server_process *server, const struct facts *facts)
{
	static const char request[] = "get registers\n";
	int fd[CONTROL_CLIENTS + 1], deaf;
	u32 i, sent = 0;

	for (i = 0; i < ARRAY_SIZE(fd); i++)
		fd[i] = oa_gpu_control_open(server->control);
	for (i = 0; i < CONTROL_CLIENTS; i++)
		EXPECT_EQ(oa_gpu_control_ask(fd[i], "get clock", answer, ROOM), 5);
	/* The last client is served once another one has disconnected, within a request. */
	EXPECT_EQ(send(fd[0], "get ", 4, MSG_NOSIGNAL), 4);
	close(fd[0]);
	EXPECT_EQ(oa_gpu_control_ask(fd[CONTROL_CLIENTS], "get clock", answer, ROOM), 5);
	for (i = 1; i < ARRAY_SIZE(fd); i++)
		close(fd[i]);
	deaf = oa_gpu_control_open(server->control);
	while (send(deaf, request, sizeof(request) - 1, MSG_NOSIGNAL | MSG_DONTWAIT) > 0)
		sent++;
	EXPECT(sent > 50);
	expect_get(server, "get clock", "real\n");
	close(deaf);
}

static void leave(struct client *c, struct server_process *server)
{
	client_close(c);
	server_count(server, "violations");
}

/* The control sets and reads knobs of a GPU that a client is using. */
static void with_client(struct server_process *server, const struct facts *facts)
{
	struct client c;
	u64 from, made;

	if (!client_ready(&c, server, facts))
		return;
	/* A report each 80 ns times 2^14 */
	oa_start(&c.bench, 13, 5);
	expect_set(server, "set clock manual");
	from = number(server, "get produced");
	expect_set(server, "set advance 131072000");
	made = number(server, "get produced") - from;
	EXPECT(made >= 99 && made <= 110);
	EXPECT((oa_tail(&c.bench) - BASE) / 256 >= 99);
	pause_ms(5);
	EXPECT_EQ(number(server, "get produced"), from + made);
	expect_get(server, "get violations", "total: 0\n");
	/* The same GPU counts an offset that is in no power domain and names no register. */
	from = number(server, "get unknown_registers");
	rd(&c.bench, 0x3ffffc);
	EXPECT_EQ(number(server, "get unknown_registers"), from + 1);
	expect_set(server, "set clock real");
	oa_off(&c.bench);
	leave(&c, server);
}

/* Strobes of the timer, with a report or without room for it */
static u64 moved(struct server_process *server)
{
	return number(server, "get produced") + number(server, "get suppressed");
}

/* A long advance delays neither the guest nor other clients. */
static void meanwhile(struct server_process *server, const struct facts *facts)
{
	int fd = oa_gpu_control_open(server->control);
	struct client c;
	u32 ms = 0;
	u64 from;

	if (!client_ready(&c, server, facts))
		return;
	oa_start(&c.bench, 5, 5);
	expect_set(server, "set clock manual");
	EXPECT_EQ(send(fd, "set advance 3600000000000\n", 26, MSG_NOSIGNAL), 26);
	do
		pause_ms(1);
	while (!(from = moved(server)) && ms++ < PATIENCE_MS);
	EXPECT(from > 0);
	oa_tail(&c.bench);
	EXPECT(moved(server) > from);
	/* A switch to the host's clock ends the advance. */
	expect_set(server, "set clock real");
	EXPECT_EQ(oa_gpu_control_line(fd, answer, ROOM), 0);
	EXPECT(!strcmp(answer, "error advance: the clock is not manual"));
	oa_off(&c.bench);
	close(fd);
	leave(&c, server);
}

/* A knob that is set while no client is connected applies to the next client only. */
static void before_client(struct server_process *server, const struct facts *facts)
{
	struct client c;

	expect_set(server, "set activity freq");
	expect_set(server, "set fail_gdrst 3");
	if (!client_connect(&c, server, facts) || !client_negotiate(&c))
		return;
	expect_get(server, "get activity", "freq\n");
	expect_get(server, "get fail_gdrst", "3\n");
	leave(&c, server);
	expect_get(server, "get activity", "burst\n");
	expect_get(server, "get fail_gdrst", "0\n");
}

const struct device_test control_tests[] = {
	{ "control-requests", requests },
	{ "control-no-text", no_text },
	{ "control-clients", clients },
	{ "control-with-client", with_client },
	{ "control-meanwhile", meanwhile },
	{ "control-before-client", before_client },
	{ }
};

/* A GPU that stays on: registers, entries, knobs and counts outlive the connection and a reset. */
static void keep(struct server_process *server, const struct facts *facts)
{
	struct client c;
	char hash[16];

	if (!client_ready(&c, server, facts))
		return;
	wr(&c.bench, 0x2360, 0x34);
	EXPECT_EQ(rd(&c.bench, 0x2360), 0x34);
	EXPECT(ask(server, "get ggtt_hash") > 0);
	snprintf(hash, sizeof(hash), "%.15s", answer);
	expect_set(server, "set activity idle");
	leave(&c, server);
	expect_get(server, "get ggtt_hash", hash);
	if (!client_connect(&c, server, facts) || !client_negotiate(&c))
		return;
	expect_get(server, "get activity", "idle\n");
	EXPECT_EQ(rd(&c.bench, 0x2360), 0x34);
	EXPECT_EQ(request(&c, WIRE_RESET, NULL, 0, NULL, 0), 0);
	EXPECT_EQ(region_get(&c, VFIO_PCI_CONFIG_REGION_INDEX, 4, 2), 0);
	set_command(&c, 6);
	EXPECT_EQ(rd(&c.bench, 0x2360), 0x34);
	expect_get(server, "get ggtt_hash", hash);
	leave(&c, server);
}

const struct device_test keep_tests[] = {
	{ "keep", keep },
	{ }
};

static u64 next(u64 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state >> 16;
}

/* Make a request about a knob, right or nearly so. */
static u32 make(u64 *state, char *to, u32 room)
{
	static const char * const verbs[] = { "get", "set", "set", "list", "@1 get", "@2 set", "" };
	static const char * const words[] = { "", "0", "1", "Y", "manual", "real", "busy", "full",
					      "0xffffffff", "-1", "99999999999999999999", "x y" };
	const struct sim_knob *knob = sim_knob_get(next(state) % SIM_MAX_KNOBS);
	u32 changes = next(state) % 4 ? 0 : next(state) % 4;
	u32 length = snprintf(to, room, "%s %s %s\n", verbs[next(state) % ARRAY_SIZE(verbs)],
			      knob ? knob->name : "none", words[next(state) % ARRAY_SIZE(words)]);

	while (changes--)
		to[next(state) % length] = next(state);
	return length;
}

static void serve(struct control *control)
{
	struct pollfd files[CONTROL_FILES];
	u32 runs = 8;

	while (runs--) {
		control_files(control, files);
		poll(files, CONTROL_FILES, 0);
		control_run(control, files);
	}
}

/* Rounds in which the server notices that a client is gone, even after advances of seconds */
#define MOST_ROUNDS	1000000u

static bool has_clients(const struct control *control)
{
	u32 i;

	for (i = 0; i < CONTROL_CLIENTS; i++)
		if (control->clients[i].fd >= 0)
			return true;
	return false;
}

/**
 * fuzz_control() - send requests, some of which are mutated
 * @platform: of the GPU
 * @requests: how many
 * @seed: of the pseudo-random numbers, not 0
 */
void fuzz_control(const char *platform, u32 requests, u64 seed)
{
	const struct device_options options = { .platform = platform };
	struct gpu_device *device = device_create(&options);
	struct control control;
	int ends[2] = { -1, -1 };
	u64 state = seed;
	char line[256];
	u32 i, length, connections = 0;
	ssize_t sent;

	control_init(&control, -1);
	control.device = device;
	for (i = 0; i < requests && !test_failed; i++) {
		if (ends[0] < 0 || !(next(&state) % 256)) {
			if (ends[0] >= 0)
				close(ends[0]);
			serve(&control);
			EXPECT(!socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends));
			EXPECT(control_add(&control, ends[1]));
			connections++;
		}
		length = make(&state, line, sizeof(line));
		/* An advance of seconds holds up so many requests that the socket is full. */
		while ((sent = send(ends[0], line, length, MSG_NOSIGNAL | MSG_DONTWAIT)) < 0 &&
		       errno == EAGAIN)
			serve(&control);
		EXPECT_EQ(sent, length);
		serve(&control);
		while (recv(ends[0], answer, sizeof(answer), MSG_DONTWAIT) > 0)
			serve(&control);
	}
	close(ends[0]);
	for (i = 0; i < MOST_ROUNDS && has_clients(&control); i++)
		serve(&control);
	EXPECT(!has_clients(&control));
	control_fini(&control);
	device_destroy(device);
	printf("    # %u requests in %u connections\n", requests, connections);
}
