/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The functions of registers.h, in assembly because each register has to stay as it is set.
 */
#include "registers.h"

.macro load_vectors
	cmpb	$0, has_avx(%rip)
	je	10f
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	vmovups	VECTOR_BYTES * \n(%r8), %ymm\n
	.endr
	jmp	11f
10:
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	movups	VECTOR_BYTES * \n(%r8), %xmm\n
	.endr
11:
.endm

.macro store_vectors
	cmpb	$0, has_avx(%rip)
	je	20f
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	vmovups	%ymm\n, VECTOR_BYTES * \n(%r9)
	.endr
	vzeroupper
	jmp	21f
20:
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	movups	%xmm\n, VECTOR_BYTES * \n(%r9)
	.endr
21:
.endm

/* A system call changes rax, rcx and r11 alone, so r9 has @out to the end. */
.macro over name, what:vararg
	.globl	over_\name
	.type	over_\name, @function
over_\name:
	mov	%rdx, %rax
	mov	%r8, %rdx
	mov	%rdi, %r8
	mov	%rsi, %r9
	mov	%rcx, %rdi
	mov	%rdx, %rsi
	ldmxcsr	MXCSR(%r8)
	fldcw	X87(%r8)
	fldl	STACK(%r8)
	load_vectors
	\what
	store_vectors
	fstpl	STACK(%r9)
	stmxcsr	MXCSR(%r9)
	fnstcw	X87(%r9)
	ldmxcsr	usual_mxcsr(%rip)
	fldcw	usual_x87(%rip)
	ret
	.size	over_\name, . - over_\name
.endm

	.text
	over	call, syscall
	over	store, movb $1, (%rax)
	over	wait, 30: cmpl $0, (%rax); je 30b

	.section .note.GNU-stack, "", @progbits
