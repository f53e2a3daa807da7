// SPDX-License-Identifier: GPL-2.0-only
/*
 * oa-touch: writes to pages that are not mapped yet, at addresses that tests/tools/trace-check
 * knows.
 */
#include <stdio.h>
#include <sys/mman.h>

#define BASE	0x420000000000ul
#define PAGES	300ul
#define PAGE	4096ul

int main(void)
{
	volatile char *pages = mmap((void *)BASE, PAGES * PAGE, PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

	/* One fault for each page */
	if ((void *)pages == MAP_FAILED || madvise((void *)pages, PAGES * PAGE, MADV_NOHUGEPAGE)) {
		perror("oa-touch");
		return 1;
	}
	for (unsigned long i = 0; i < PAGES; i++)
		pages[i * PAGE + i * 8] = 1;
	return 0;
}
