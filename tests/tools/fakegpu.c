// SPDX-License-Identifier: GPL-2.0-only
/*
 * fakegpu.so: a machine with made-up GPUs, for tests of the tools. It is preloaded.
 *
 * Files of /sys, /dev/dri and the lease are those below the directory FAKE_ROOT. A node there is a
 * file of two words, the name of its DRM driver and the PCI device: "i915 1616". i915 answers what
 * the tools ask before they open a stream, which is a pipe with the records of the file
 * FAKE_RECORDS. FAKE_RELEASE is the kernel's release.
 * If FAKE_BUSY is set, no stream can be opened. FAKE_TOPOLOGY is a file with the answer to the
 * query for the topology, which fails without it. Each ioctl of a node is a line of the file
 * FAKE_LOG, with the uuid of a metric set that is added; the set's registers follow, a line each.
 * The allocation of memory whose number is FAKE_NO_MEMORY fails, which is a line of FAKE_LOG as
 * well.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <drm/drm.h>
#include <drm/i915_drm.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#define HZ			12500000
#define MAX_FDS			256
#define PARAM_TIMESTAMP_HZ	57
#define FIRST_OWN_SET		2

/* The nodes that are open, by descriptor; an empty name: none */
static struct node {
	char driver[16];
	unsigned int devid;
} nodes[MAX_FDS];

#define NEXT(function)	((typeof(function) *)dlsym(RTLD_NEXT, #function))

static int is_faked(const char *path)
{
	return !strncmp(path, "/sys/", 5) || !strncmp(path, "/dev/dri", 8) ||
	       !strncmp(path, "/dev/i915_oa", 12);
}

/* The C library's own names, since dlsym() allocates memory itself */
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t num, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);

/* The driver's answers come without the program's memory. */
static int in_driver;

/* Count an allocation of the program. Return: true if it is the one that fails. */
static int no_memory(void)
{
	static unsigned long number;
	const char *which = getenv("FAKE_NO_MEMORY"), *log = getenv("FAKE_LOG");
	int fd;

	if (in_driver || !which || ++number != strtoul(which, NULL, 10))
		return 0;
	fd = log ? syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT, 0666) : -1;
	if (fd >= 0) {
		syscall(SYS_write, fd, "no memory\n", strlen("no memory\n"));
		syscall(SYS_close, fd);
	}
	errno = ENOMEM;
	return 1;
}

void *malloc(size_t bytes)
{
	return no_memory() ? NULL : __libc_malloc(bytes);
}

void *calloc(size_t num, size_t bytes)
{
	return no_memory() ? NULL : __libc_calloc(num, bytes);
}

void *realloc(void *memory, size_t bytes)
{
	return no_memory() ? NULL : __libc_realloc(memory, bytes);
}

/* Return: the path below FAKE_ROOT, in the buffer, or the path itself */
static const char *below(const char *path, char *buffer)
{
	const char *root = getenv("FAKE_ROOT");

	if (!root || !is_faked(path))
		return path;
	snprintf(buffer, PATH_MAX, "%s%s", root, path);
	return buffer;
}

static int open_at(const char *path, int flags, mode_t mode)
{
	char buffer[PATH_MAX], text[64] = "";
	const char *real = below(path, buffer);
	int fd = NEXT(open)(real, flags, mode);
	struct node node = { .devid = 0 };

	if (fd < 0 || fd >= MAX_FDS)
		return fd;
	nodes[fd] = node;
	if (real != path && !strncmp(path, "/dev/dri/", 9) &&
	    read(fd, text, sizeof(text) - 1) > 0 &&
	    sscanf(text, "%15s %x", node.driver, &node.devid) == 2)
		nodes[fd] = node;
	return fd;
}

int open(const char *path, int flags, ...)
{
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = va_arg(args, int);
	va_end(args);
	return open_at(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = va_arg(args, int);
	va_end(args);
	return open_at(path, flags, mode);
}

FILE *fopen(const char *path, const char *mode)
{
	char buffer[PATH_MAX];

	return NEXT(fopen)(below(path, buffer), mode);
}

DIR *opendir(const char *path)
{
	char buffer[PATH_MAX];

	return NEXT(opendir)(below(path, buffer));
}

int scandir(const char *path, struct dirent ***names, int (*filter)(const struct dirent *),
	    int (*compare)(const struct dirent **, const struct dirent **))
{
	char buffer[PATH_MAX];

	return NEXT(scandir)(below(path, buffer), names, filter, compare);
}

ssize_t readlink(const char *path, char *target, size_t bytes)
{
	char buffer[PATH_MAX];

	return NEXT(readlink)(below(path, buffer), target, bytes);
}

char *realpath(const char *path, char *resolved)
{
	char buffer[PATH_MAX];

	return NEXT(realpath)(below(path, buffer), resolved);
}

int access(const char *path, int mode)
{
	char buffer[PATH_MAX];

	return NEXT(access)(below(path, buffer), mode);
}

/* The next four are what a shell calls. */
int faccessat(int directory, const char *path, int mode, int flags)
{
	char buffer[PATH_MAX];

	return NEXT(faccessat)(directory, below(path, buffer), mode, flags);
}

int stat(const char *path, struct stat *st)
{
	char buffer[PATH_MAX];

	return NEXT(stat)(below(path, buffer), st);
}

int stat64(const char *path, struct stat64 *st)
{
	char buffer[PATH_MAX];

	return NEXT(stat64)(below(path, buffer), st);
}

int lstat64(const char *path, struct stat64 *st)
{
	char buffer[PATH_MAX];

	return NEXT(lstat64)(below(path, buffer), st);
}

int lstat(const char *path, struct stat *st)
{
	char buffer[PATH_MAX];

	return NEXT(lstat)(below(path, buffer), st);
}

int uname(struct utsname *name)
{
	const char *release = getenv("FAKE_RELEASE");
	const int ret = NEXT(uname)(name);

	if (!ret && release)
		snprintf(name->release, sizeof(name->release), "%s", release);
	return ret;
}

static void log_registers(FILE *file, const char *list, uint64_t pairs, unsigned int num)
{
	const uint32_t (*at)[2] = (const void *)(uintptr_t)pairs;

	for (; num--; at++)
		fprintf(file, "register %s 0x%x 0x%x\n", list, (*at)[0], (*at)[1]);
}

static void log_ioctl(const struct node *node, unsigned long request, const void *arg)
{
	const struct drm_i915_perf_oa_config *set = arg;
	const char *path = getenv("FAKE_LOG");
	FILE *file = path ? NEXT(fopen)(path, "a") : NULL;

	if (!file)
		return;
	fprintf(file, "%s 0x%x", node->driver, (unsigned int)(request & 0xff));
	if (request == DRM_IOCTL_I915_PERF_ADD_CONFIG)
		fprintf(file, " %.36s", set->uuid);
	fputc('\n', file);
	if (request == DRM_IOCTL_I915_PERF_ADD_CONFIG) {
		log_registers(file, "mux", set->mux_regs_ptr, set->n_mux_regs);
		log_registers(file, "boolean", set->boolean_regs_ptr, set->n_boolean_regs);
		log_registers(file, "flex", set->flex_regs_ptr, set->n_flex_regs);
	}
	fclose(file);
}

static void copy_text(char *to, __kernel_size_t *bytes, const char *text)
{
	if (to)
		strncpy(to, text, *bytes);
	*bytes = strlen(text);
}

static int version(const struct node *node, struct drm_version *args)
{
	copy_text(args->name, &args->name_len, node->driver);
	copy_text(args->desc, &args->desc_len, "Intel Graphics");
	return 0;
}

static int getparam(const struct node *node, const struct drm_i915_getparam *args)
{
	switch (args->param) {
	case I915_PARAM_CHIPSET_ID:
		*args->value = node->devid;
		return 0;
	case PARAM_TIMESTAMP_HZ:
		*args->value = HZ;
		return 0;
	case I915_PARAM_EU_TOTAL:
		*args->value = 24;
		return 0;
	case I915_PARAM_SLICE_MASK:
		*args->value = 1;
		return 0;
	default:
		errno = EINVAL;
		return -1;
	}
}

static int query(const struct drm_i915_query *args)
{
	struct drm_i915_query_item *item = (void *)(uintptr_t)args->items_ptr;
	const char *path = getenv("FAKE_TOPOLOGY");
	FILE *file = path && item->query_id == DRM_I915_QUERY_TOPOLOGY_INFO ?
		NEXT(fopen)(path, "r") : NULL;
	char answer[256];
	size_t bytes;

	if (!file) {
		errno = EINVAL;
		return -1;
	}
	bytes = fread(answer, 1, sizeof(answer), file);
	fclose(file);
	if (item->length >= (int)bytes)
		memcpy((void *)(uintptr_t)item->data_ptr, answer, bytes);
	item->length = bytes;
	return 0;
}

/* The clock starts with the program, one second after the time stamps of records begin. */
static int read_clock(struct drm_i915_reg_read *args)
{
	static struct timespec start;
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (!start.tv_sec)
		start = now;
	args->val = (uint64_t)(1 + now.tv_sec - start.tv_sec) * HZ +
		    (int64_t)(now.tv_nsec - start.tv_nsec) / (1000000000 / HZ);
	return 0;
}

/* The writing end stays open, so that the stream does not end. */
static int perf_open(void)
{
	const char *path = getenv("FAKE_RECORDS");
	FILE *file = path ? NEXT(fopen)(path, "r") : NULL;
	char records[32768];
	int ends[2];
	size_t bytes;

	if (getenv("FAKE_BUSY")) {
		errno = EBUSY;
		return -1;
	}
	if (pipe2(ends, O_NONBLOCK | O_CLOEXEC))
		return -1;
	bytes = file ? fread(records, 1, sizeof(records), file) : 0;
	if (file)
		fclose(file);
	if (bytes && write(ends[1], records, bytes) != (ssize_t)bytes)
		return -1;
	return ends[0];
}

static int call_i915(const struct node *node, unsigned long request, void *arg)
{
	switch (request) {
	case DRM_IOCTL_I915_GETPARAM:
		return getparam(node, arg);
	case DRM_IOCTL_I915_QUERY:
		return query(arg);
	case DRM_IOCTL_I915_REG_READ:
		return read_clock(arg);
	case DRM_IOCTL_I915_PERF_ADD_CONFIG:
		return FIRST_OWN_SET;
	case DRM_IOCTL_I915_PERF_REMOVE_CONFIG:
		return 0;
	case DRM_IOCTL_I915_PERF_OPEN:
		return perf_open();
	default:
		errno = EINVAL;
		return -1;
	}
}

static int call_driver(const struct node *node, unsigned long request, void *arg)
{
	log_ioctl(node, request, arg);
	if (request == DRM_IOCTL_VERSION)
		return version(node, arg);
	if (!strcmp(node->driver, "i915"))
		return call_i915(node, request, arg);
	errno = EINVAL;
	return -1;
}

int ioctl(int fd, unsigned long request, ...)
{
	va_list args;
	void *arg;
	int ret;

	va_start(args, request);
	arg = va_arg(args, void *);
	va_end(args);
	if (fd < 0 || fd >= MAX_FDS || !nodes[fd].driver[0])
		return NEXT(ioctl)(fd, request, arg);
	in_driver = 1;
	ret = call_driver(&nodes[fd], request, arg);
	in_driver = 0;
	return ret;
}

int close(int fd)
{
	if (fd >= 0 && fd < MAX_FDS)
		nodes[fd].driver[0] = 0;
	return NEXT(close)(fd);
}
