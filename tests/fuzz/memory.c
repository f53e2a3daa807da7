// SPDX-License-Identifier: GPL-2.0-only
/*
 * Places for arguments: in plain memory, half behind its end, in memory that can't be written, in
 * a mapped object, or behind a userfaultfd, which serves the page after a while.
 */
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include "fuzz.h"

#define PAGE		4096u
#define TRAP_PAGES	16u
/* Half of the words are below the stack pointer, where returned functions left their frames. */
#define STACK_WORDS	64

static __thread sigjmp_buf touch_jump;
static __thread volatile bool touching;

static void tell_words(const char *what, const u64 *words, int num)
{
	fprintf(stderr, "    # %s:", what);
	for (int i = 0; i < num; i++)
		fprintf(stderr, "%s %#llx", i % 8 ? "" : "\n    #  ", words[i]);
	fprintf(stderr, "\n");
}

/*
 * Print the place of a fatal fault for the supervisor's log. If a function called here faults too,
 * the process dies without the message.
 */
static void tell_fault(int number, const siginfo_t *info, const ucontext_t *context)
{
	char line[512];
	FILE *maps;

	signal(SIGSEGV, SIG_DFL);
	signal(SIGBUS, SIG_DFL);
	fprintf(stderr, "    # thread %ld: signal %d, code %d, address %p\n",
		syscall(SYS_gettid), number, info->si_code, info->si_addr);
	tell_words("registers, as <sys/ucontext.h> orders them",
		   (const u64 *)context->uc_mcontext.gregs, NGREG);
	tell_words("stack", (const u64 *)context->uc_mcontext.gregs[REG_RSP] - STACK_WORDS / 2,
		   STACK_WORDS);
	maps = fopen("/proc/self/maps", "r");
	while (maps && fgets(line, sizeof(line), maps))
		fprintf(stderr, "    #   %s", line);
}

static void on_fault(int number, siginfo_t *info, void *context)
{
	if (touching)
		siglongjmp(touch_jump, 1);
	tell_fault(number, info, context);
	signal(number, SIG_DFL);
	raise(number);
}

static bool touch(const void *at, u64 *value, bool write)
{
	volatile u64 *place = (void *)((uintptr_t)at & ~7ul);
	bool fine = false;

	if (!sigsetjmp(touch_jump, 1)) {
		touching = true;
		if (write)
			*place = *value;
		else
			*value = *place;
		fine = true;
	}
	touching = false;
	return fine;
}

/* Read a word. Return: false if the access faulted. */
bool fuzz_peek(const void *at, u64 *value)
{
	return touch(at, value, false);
}

/* Write a word. Return: false if the access faulted. */
bool fuzz_poke(void *at, u64 value)
{
	return touch(at, &value, true);
}

/* struct trap - a userfaultfd and its memory */
struct trap {
	int fd;
	u8 *at;
};

/* Serve each fault after up to a millisecond, until the process ends. */
static void *trap_thread(void *arg)
{
	const struct trap *trap = arg;
	unsigned int late = 0;
	struct uffd_msg msg;

	while (read(trap->fd, &msg, sizeof(msg)) == sizeof(msg)) {
		struct uffdio_zeropage zero = {
			.range = { msg.arg.pagefault.address & ~(u64)(PAGE - 1), PAGE },
		};

		if (msg.event != UFFD_EVENT_PAGEFAULT)
			continue;
		usleep(late++ % 4 * 300);
		if (ioctl(trap->fd, UFFDIO_ZEROPAGE, &zero))
			ioctl(trap->fd, UFFDIO_WAKE, &zero.range);
	}
	return NULL;
}

static u8 *map_private(size_t bytes, int prot)
{
	u8 *at = mmap(NULL, bytes, prot, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return at == MAP_FAILED ? NULL : at;
}

/* Make a trap, unless the kernel has no userfaultfd or the process may not use it. */
static void trap_init(struct fuzz *f)
{
	struct uffdio_register range = {
		.mode = UFFDIO_REGISTER_MODE_MISSING, .range.len = TRAP_PAGES * PAGE,
	};
	struct uffdio_api api = { .api = UFFD_API };
	struct trap *trap = malloc(sizeof(*trap));
	pthread_t thread;

	if (!trap)
		return;
	trap->fd = syscall(SYS_userfaultfd, O_CLOEXEC);
	trap->at = map_private(TRAP_PAGES * PAGE, PROT_READ | PROT_WRITE);
	range.range.start = (uintptr_t)trap->at;
	if (trap->fd < 0 || !trap->at || ioctl(trap->fd, UFFDIO_API, &api) ||
	    ioctl(trap->fd, UFFDIO_REGISTER, &range) ||
	    pthread_create(&thread, NULL, trap_thread, trap)) {
		free(trap);
		return;
	}
	f->trap = trap->at;
}

/* Prepare a worker's memory. Return: false if there is none. */
bool fuzz_memory_init(struct fuzz *f)
{
	struct sigaction act = {
		.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK,
	};

	f->plain = map_private(FUZZ_PLAIN + 16 * PAGE, PROT_READ | PROT_WRITE);
	f->readonly = map_private(16 * PAGE, PROT_READ);
	if (!f->plain || !f->readonly || mprotect(f->plain + FUZZ_PLAIN, 16 * PAGE, PROT_NONE))
		return false;
	sigaction(SIGSEGV, &act, NULL);
	sigaction(SIGBUS, &act, NULL);
	trap_init(f);
	return true;
}

/*
 * A task that waits for a userfaultfd can't be frozen once the thread that serves it is frozen. So
 * before a suspend no call may begin to use one, and calls that use one must end.
 */
static bool trap_begin(struct fuzz *f)
{
	if (!f->trap)
		return false;
	if (!f->trapped)
		__atomic_add_fetch(&f->shared->trapped, 1, __ATOMIC_SEQ_CST);
	f->trapped = true;
	return !__atomic_load_n(&f->shared->suspending, __ATOMIC_SEQ_CST);
}

/* Note the end of a call. */
void fuzz_trap_end(struct fuzz *f)
{
	if (f->trapped)
		__atomic_sub_fetch(&f->shared->trapped, 1, __ATOMIC_SEQ_CST);
	f->trapped = false;
}

/* Wait for all calls with a trap. Return: false if some call does not end within two seconds. */
bool fuzz_traps_close(struct fuzz *f)
{
	__atomic_store_n(&f->shared->suspending, 1, __ATOMIC_SEQ_CST);
	for (int i = 0; i < 2000; i++) {
		if (!__atomic_load_n(&f->shared->trapped, __ATOMIC_SEQ_CST))
			return true;
		usleep(1000);
	}
	return false;
}

void fuzz_traps_open(struct fuzz *f)
{
	__atomic_store_n(&f->shared->suspending, 0, __ATOMIC_SEQ_CST);
}

static u8 *place_in_map(struct fuzz *f)
{
	const struct fuzz_map *map = &fuzz_pick(f, f->process->maps);

	return map->at ? map->at + fuzz_below(f, map->length) : NULL;
}

/*
 * A place for an argument of this size. @room: number of bytes that the caller may write there
 * before the call
 */
void *fuzz_place(struct fuzz *f, size_t size, size_t *room)
{
	const size_t fits = size < FUZZ_PLAIN / 2 ? size : FUZZ_PLAIN / 2;
	u8 *at;

	*room = 0;
	switch (f->careful ? 159 : fuzz_below(f, 160)) {
	case 0:
		return NULL;
	case 1:
		return (void *)fuzz_value(f);
	case 2:
		return (void *)(0xffff888000000000ull + fuzz_below(f, 1 << 20));
	case 3:
	case 4:
	case 5:
		/* The last bytes, or all, lie behind the end. */
		*room = fuzz_below(f, fits + 1);
		return f->plain + FUZZ_PLAIN - *room;
	case 6:
	case 7:
		if (!trap_begin(f))
			break;
		madvise(f->trap, TRAP_PAGES * PAGE, MADV_DONTNEED);
		return f->trap + fuzz_below(f, TRAP_PAGES * PAGE);
	case 8:
		return f->readonly + fuzz_below(f, 16 * PAGE);
	case 9:
	case 10:
		at = place_in_map(f);
		if (at)
			return at;
		break;
	case 11:
		*room = fits;
		return f->plain + 1 + fuzz_below(f, 64);
	}
	*room = fits;
	return f->plain + 64 * fuzz_below(f, (FUZZ_PLAIN / 2 - 64) / 64);
}

/* An argument that the kernel is to read */
void *fuzz_put(struct fuzz *f, const void *data, size_t size)
{
	size_t room;
	u8 *at = fuzz_place(f, size, &room);

	if (room)
		memcpy(at, data, room < size ? room : size);
	return at;
}
