// SPDX-License-Identifier: GPL-2.0-only
/*
 * oa-gpu: a simulated Intel GPU as a PCI device for virtual machines.
 */
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "request.h"
#include "server.h"
#include "sim/core/sim_model.h"
#include "tools/common/arguments.h"
#include "tools/common/stdfiles.h"

static const char doc[] =
	"Serves a simulated Intel GPU at a UNIX socket, by the vfio-user protocol."
	"\vA virtual machine gets it as a PCI device, from QEMU 10.1 on (its memory must be shared):\n\n"
	"  oa-gpu --platform bdw --socket /tmp/gpu &\n"
	"  qemu-system-x86_64 -machine q35,memory-backend=mem -m 1G \\\n"
	"    -object memory-backend-memfd,id=mem,size=1G,share=on \\\n"
	"    -device '{\"driver\":\"vfio-user-pci\",\"addr\":\"02.0\",\"socket\":"
	"{\"type\":\"unix\",\"path\":\"/tmp/gpu\"}}' ...\n\n"
	"One client is served at a time. When it has gone, the counts are printed: reports that the "
	"OA unit wrote, interrupts, rules of the hardware that the driver broke. The next client "
	"gets a GPU that was just turned on. SIGTERM or Ctrl-C ends the program.\n\n"
	"Without --socket the program is a client of another one's control:\n\n"
	"  oa-gpu --control /tmp/control --set activity=busy\n"
	"  oa-gpu --control /tmp/control --get violations\n\n"
	"Status: 0; 1 if a socket can't be opened or a request is refused; 64 if the command line is "
	"wrong.";

/** struct arguments - the command line */
struct arguments {
	/** @server: options of the server */
	struct server_options server;
	/** @stolen: the stolen memory, or NULL */
	const char *stolen;
	/** @request: request of the client, or empty */
	char request[256];
};

static const struct argp_option argp_options[] = {
	{ "platform", 'P', "NAME", 0,
	  "GPU to simulate: snb, ivb, hsw, vlv, bdw, chv, skl, bxt, icl, ehl, lkf, tgl; "
	  "with a PCI id a relative of it, such as skl-5916", 0 },
	{ "socket", 's', "PATH", 0, "The socket to listen at; only this user may connect", 0 },
	{ "class", 'c', "CLASS", 0,
	  "PCI class: accelerator (default), which i915 leaves alone, or display, which it binds; "
	  "that GPU's display is fused off", 0 },
	{ "stolen", 'm', "MIB@ADDRESS", 0,
	  "Stolen memory of this size, where the guest has none; a display is VGA compatible then", 0 },
	{ "trace", 't', "FILE", 0,
	  "Write each access: nanoseconds, r or w, region, offset, bytes, value; and each broken rule", 0 },
	{ "control", 'C', "PATH", 0,
	  "A socket to read counts and inject faults by name; as a client also a virtio port", 0 },
	{ "keep", 'k', NULL, 0,
	  "Keep the GPU's state over the end of a connection, and over a reset", 0 },
	{ "list", 'l', NULL, 0, "List the names at --control: r, w or rw, and the name", 1 },
	{ "get", 'g', "NAME", 0, "Print the value of this name at --control", 1 },
	{ "set", 'S', "NAME=VALUE", 0, "Set the value of this name", 1 },
	{ 0 }
};

static void set_request(struct argp_state *state, const char *verb, const char *what)
{
	struct arguments *a = state->input;
	char *equals;

	if (*a->request)
		argp_error(state, "one of --list, --get, --set at a time");
	if (snprintf(a->request, sizeof(a->request), "%s%s%s", verb, *what ? " " : "", what) >=
	    (int)sizeof(a->request))
		argp_error(state, "%s is too long", what);
	equals = strchr(a->request, '=');
	if (!strcmp(verb, "set") && !equals)
		argp_error(state, "'%s' is no NAME=VALUE", what);
	if (!strcmp(verb, "set"))
		*equals = ' ';
}

static void check_stolen(struct argp_state *state, const struct arguments *a)
{
	const struct device_options *device = &a->server.device;

	if (!sim_stolen_fits(sim_platform_find(device->platform), &device->stolen))
		argp_error(state, "%s can't have stolen memory of this size or address: %s",
			   device->platform, a->stolen);
}

static void check_arguments(struct argp_state *state)
{
	const struct arguments *a = state->input;

	if (!*a->request && (!a->server.device.platform || !a->server.path))
		argp_error(state, "--platform and --socket are needed, or --control and a request");
	if (*a->request && (!a->server.control || a->server.path))
		argp_error(state, "a request goes to --control, without --socket");
	if (a->stolen && !*a->request)
		check_stolen(state, a);
}

static void reject_platform(struct argp_state *state, const char *name)
{
	const struct sim_platform *p;
	char names[128];
	size_t length = 0;
	u32 i;

	for (i = 0; (p = sim_platform_get(i)) && length < sizeof(names); i++)
		length += snprintf(names + length, sizeof(names) - length, " %s", p->name);
	argp_error(state, "platform %s is not one of:%s", name, names);
}

static void reject_relative(struct argp_state *state, const struct sim_platform *p, const char *id)
{
	char ids[128] = "";
	size_t length = 0;
	u32 i, other;

	for (i = 0; (other = sim_relative_id(p, i)) && length < sizeof(ids); i++)
		length += snprintf(ids + length, sizeof(ids) - length, " %04x", other);
	argp_error(state, "%s-%s: %s's ids are %04x%s", p->name, id, p->name, p->device_id, ids);
}

/* NAME, or NAME-ID with the PCI id of a relative */
static void parse_platform(struct argp_state *state, char *name, struct device_options *device)
{
	const struct sim_platform *p;
	struct sim_platform relative;
	char *id = strchr(name, '-');
	char *end;

	if (id)
		*id++ = '\0';
	p = sim_platform_find(name);
	if (!p)
		reject_platform(state, name);
	device->platform = name;
	if (!id)
		return;
	device->id = strtoul(id, &end, 16);
	if (*end || end == id || !sim_platform_relative(p, device->id, &relative))
		reject_relative(state, p, id);
}

static bool parse_class(struct argp_state *state, const char *name)
{
	if (strcmp(name, "accelerator") && strcmp(name, "display"))
		argp_error(state, "class %s is neither accelerator nor display", name);
	return !strcmp(name, "display");
}

static void parse_stolen(struct argp_state *state, const char *text, struct sim_stolen *stolen)
{
	unsigned long mib;
	char *end;

	mib = strtoul(text, &end, 10);
	if (*end != '@' || end == text || mib > U32_MAX)
		argp_error(state, "stolen memory %s is not MIB@ADDRESS", text);
	text = end + 1;
	stolen->mib = mib;
	stolen->base = strtoull(text, &end, 0);
	if (*end || end == text)
		argp_error(state, "stolen memory: %s is no address", text);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;
	struct server_options *options = &a->server;

	switch (key) {
	case 'P':
		parse_platform(state, arg, &options->device);
		return 0;
	case 's':
		options->path = arg;
		return 0;
	case 'c':
		options->device.display_class = parse_class(state, arg);
		return 0;
	case 'm':
		a->stolen = arg;
		parse_stolen(state, arg, &options->device.stolen);
		return 0;
	case 't':
		options->device.trace = fopen(arg, "w");
		if (!options->device.trace)
			argp_failure(state, EXIT_FAILURE, errno, "%s", arg);
		return 0;
	case 'C':
		options->control = arg;
		return 0;
	case 'k':
		options->keep = true;
		return 0;
	case 'l':
		set_request(state, "list", "");
		return 0;
	case 'g':
		set_request(state, "get", arg);
		return 0;
	case 'S':
		set_request(state, "set", arg);
		return 0;
	case ARGP_KEY_END:
		check_arguments(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

int main(int argc, char **argv)
{
	static const struct argp argp = { argp_options, parse, NULL, doc };
	struct arguments a = { 0 };
	int status;

	stdfiles_fill();
	argp_err_exit_status = EX_USAGE;
	arguments_parse(&argp, argc, argv, 0, &a);
	if (*a.request)
		return request_run(a.server.control, a.request);
	status = server_run(&a.server);
	if (a.server.device.trace && fclose(a.server.device.trace))
		status = EXIT_FAILURE;
	return status;
}
