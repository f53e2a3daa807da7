// SPDX-License-Identifier: GPL-2.0-only
/*
 * kexec KERNEL INITRAMFS WORDS: starts another kernel at once, with WORDS as its command line.
 * Programs are not stopped first, as by reboot -f. The last lines of this kernel's log are on the
 * console.
 */
#include <fcntl.h>
#include <linux/reboot.h>
#include <stdio.h>
#include <string.h>
#include <sys/klog.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int kernel, initramfs;

	if (argc != 4)
		return 2;
	kernel = open(argv[1], O_RDONLY);
	initramfs = open(argv[2], O_RDONLY);
	if (kernel < 0 || initramfs < 0 ||
	    syscall(SYS_kexec_file_load, kernel, initramfs, strlen(argv[3]) + 1, argv[3], 0ul)) {
		perror("kexec: load");
		return 1;
	}
	klogctl(8, NULL, 8);	/* SYSLOG_ACTION_CONSOLE_LEVEL */
	syscall(SYS_reboot, LINUX_REBOOT_MAGIC1, LINUX_REBOOT_MAGIC2, LINUX_REBOOT_CMD_KEXEC, NULL);
	perror("kexec");
	return 1;
}
