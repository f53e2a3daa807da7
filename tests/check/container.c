// SPDX-License-Identifier: GPL-2.0-only
/*
 * container ROOT COMMAND [ARG...]: runs COMMAND as root, with the directory ROOT as its root, with
 * what a container of Docker or Podman takes away by default: all but 14 capabilities, system
 * calls that need one of these, the other values of personality(), and the size of /dev/shm, which
 * is also mounted noexec.
 *
 * Source: the default seccomp profile, capabilities and mounts of github.com/moby/moby
 * (profiles/seccomp, oci/caps, oci/defaults.go).
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

static const int kept_capabilities[] = {
	CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_FSETID, CAP_FOWNER, CAP_MKNOD, CAP_NET_RAW, CAP_SETGID,
	CAP_SETUID, CAP_SETFCAP, CAP_SETPCAP, CAP_NET_BIND_SERVICE, CAP_SYS_CHROOT, CAP_KILL,
	CAP_AUDIT_WRITE,
};

static const unsigned int forbidden_calls[] = {
	__NR_mount, __NR_umount2, __NR_pivot_root, __NR_unshare, __NR_setns, __NR_bpf,
	__NR_perf_event_open, __NR_userfaultfd, __NR_keyctl, __NR_add_key, __NR_request_key,
	__NR_init_module, __NR_finit_module, __NR_delete_module, __NR_kexec_load, __NR_reboot,
	__NR_swapon, __NR_swapoff, __NR_open_by_handle_at, __NR_io_uring_setup,
	__NR_io_uring_enter, __NR_io_uring_register,
};

static const unsigned int allowed_personalities[] = { 0, 0x8, 0x20000, 0x20008, 0xffffffff };

static void enter(const char *root)
{
	unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;

	if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    chroot(root) || chdir("/"))
		err(1, "%s", root);
	if (mount("shm", "/dev/shm", "tmpfs", flags, "mode=1777,size=64m"))
		err(1, "/dev/shm");
}

static unsigned long long kept_mask(void)
{
	unsigned long long mask = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(kept_capabilities); i++)
		mask |= 1ULL << kept_capabilities[i];
	return mask;
}

static void drop_capabilities(void)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[2];
	unsigned long long mask = kept_mask();
	int i;

	/* EINVAL: the kernel has no more capabilities */
	for (i = 0; i < 64; i++)
		if (!(mask >> i & 1) && prctl(PR_CAPBSET_DROP, i, 0, 0, 0) && errno != EINVAL)
			err(1, "capability %d", i);
	for (i = 0; i < 2; i++) {
		data[i].effective = mask >> 32 * i;
		data[i].permitted = data[i].effective;
		data[i].inheritable = 0;
	}
	if (syscall(SYS_capset, &header, data))
		err(1, "capset");
}

/* More than enough */
static struct sock_filter filter[100];
static unsigned short length;

static void add(unsigned short code, unsigned int k, unsigned char if_true, unsigned char if_false)
{
	filter[length++] = (struct sock_filter){ code, if_true, if_false, k };
}

static void load(size_t offset)
{
	add(BPF_LD | BPF_W | BPF_ABS, offset, 0, 0);
}

static void allow(void)
{
	add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
}

static void forbid(void)
{
	add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM, 0, 0);
}

/* The next instruction is only for @value */
static void if_equal(unsigned int value)
{
	add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
}

static void if_not_equal(unsigned int value)
{
	add(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
}

static void filter_calls(void)
{
	struct sock_fprog program = { .filter = filter };
	size_t i;

	load(offsetof(struct seccomp_data, nr));
	for (i = 0; i < ARRAY_SIZE(forbidden_calls); i++) {
		if_equal(forbidden_calls[i]);
		forbid();
	}
	if_not_equal(__NR_personality);
	allow();
	load(offsetof(struct seccomp_data, args[0]));
	for (i = 0; i < ARRAY_SIZE(allowed_personalities); i++) {
		if_equal(allowed_personalities[i]);
		allow();
	}
	forbid();

	program.len = length;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		err(1, "seccomp");
}

int main(int argc, char **argv)
{
	if (argc < 3)
		errx(2, "usage: container ROOT COMMAND [ARG...]");
	enter(argv[1]);
	drop_capabilities();
	filter_calls();
	execvp(argv[2], argv + 2);
	err(127, "%s", argv[2]);
}
