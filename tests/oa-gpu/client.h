/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A client of oa-gpu, with the bench of tests/sim/ on top of it: registers by messages, guest
 * memory in a file that the server maps, real time. So the sequences of tests/sim/program.c run
 * here unchanged.
 */
#ifndef _OA_GPU_CLIENT_H_
#define _OA_GPU_CLIENT_H_

#include <stdalign.h>

#include "tests/sim/sim_test.h"
#include "tools/oa-gpu/wire.h"

/* Result of exchange() if the server ended the connection */
#define GONE		(-1)
#define MAX_FILES	16
/* Time limit of each wait of a test */
#define PATIENCE_MS	60000

/** struct server_process - an oa-gpu that runs */
struct server_process {
	/** @pid: the process */
	int pid;
	/** @output: its output */
	FILE *output;
	/** @path: its socket */
	char path[64];
	/** @control: its control socket */
	char control[64];
};

/** struct client - a connection to it */
struct client {
	/** @bench: a bench with the server's registers and memory */
	struct bench bench;
	/** @fd: the connection */
	int fd;
	/** @memory: the file of the guest's memory, -1: none */
	int memory;
	/** @guest: its mapping in this process */
	char *guest;
	/** @next_id: of the next message */
	u16 next_id;
};

/** struct message - a message as a client makes it, right or wrong */
struct message {
	/** @command: enum wire_command */
	u16 command;
	/** @flags: of the header */
	u32 flags;
	/** @size: size in the header; 0: the true size */
	u32 size;
	/** @bytes: of the payload */
	u32 bytes;
	/** @num_files: files to send */
	u32 num_files;
	/** @files: these files */
	int files[MAX_FILES];
	/** @payload: the bytes after the header */
	alignas(8) u8 payload[8192];
};

/* process.c */
bool server_start(struct server_process *server, const char *platform, const char *class,
		  bool keep, const char *stolen);
bool server_end(struct server_process *server);
u64 server_count(struct server_process *server, const char *name);

/* client.c */
bool client_connect(struct client *c, struct server_process *server, const struct facts *facts);
void client_close(struct client *c);
bool client_negotiate(struct client *c);
bool client_share_memory(struct client *c);
bool client_ready(struct client *c, struct server_process *server, const struct facts *facts);
bool send_message(struct client *c, const struct message *m);
int receive_reply(struct client *c, void *payload, u32 room, u32 *bytes);
int exchange(struct client *c, const struct message *m, void *reply, u32 room);
int request(struct client *c, u16 command, const void *payload, u32 bytes, void *reply, u32 room);
u64 region_get(struct client *c, u32 region, u64 offset, u32 bytes);
void region_put(struct client *c, u32 region, u64 offset, u32 bytes, u64 value);
void set_command(struct client *c, u16 command);
int set_irqs(struct client *c, u32 flags, u32 index, u32 count, int fd);
u64 take_events(int fd, int ms);
void pause_ms(u32 ms);

/* The lists of tests */
struct device_test {
	/** @name: its name */
	const char *name;
	/** @run: runs it; ends the connection itself */
	void (*run)(struct server_process *server, const struct facts *facts);
};

extern const struct device_test device_tests[], display_tests[], bad_tests[], control_tests[],
				keep_tests[], stolen_tests[];

/* stolen.c */
const char *stolen_option(const struct facts *facts);

/* fuzz.c */
void fuzz(const char *platform, u32 messages, u64 seed);

/* control.c */
void fuzz_control(const char *platform, u32 requests, u64 seed);

#endif /* _OA_GPU_CLIENT_H_ */
