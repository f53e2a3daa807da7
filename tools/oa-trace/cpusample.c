// SPDX-License-Identifier: GPL-2.0-only
/*
 * A sample of perf as the record that a processor writes for PEBS.
 *
 * Both have the same fields, except IA32_PERF_GLOBAL_STATUS, which stays in the kernel. A field
 * that was not sampled is 0 or "not available" in perf, and absent here. A field with another
 * meaning is absent, too: an address that PEBS writes for an instruction without data, and a weight
 * that is not a latency, such as the cycles of a transaction from Haswell on.
 */
#include <asm/perf_regs.h>
#include <string.h>

#include "cpusample.h"
#include "memsource.h"
#include "tools/common/message.h"

/* perf's numbers of the registers by enum oa_pebs_field; the IP is a field of the sample itself */
static const u8 registers[] = {
	[OA_PEBS_FLAGS] = PERF_REG_X86_FLAGS, [OA_PEBS_IP] = PERF_REG_X86_IP,
	[OA_PEBS_AX] = PERF_REG_X86_AX, [OA_PEBS_BX] = PERF_REG_X86_BX,
	[OA_PEBS_CX] = PERF_REG_X86_CX, [OA_PEBS_DX] = PERF_REG_X86_DX,
	[OA_PEBS_SI] = PERF_REG_X86_SI, [OA_PEBS_DI] = PERF_REG_X86_DI,
	[OA_PEBS_BP] = PERF_REG_X86_BP, [OA_PEBS_SP] = PERF_REG_X86_SP,
	[OA_PEBS_R8] = PERF_REG_X86_R8, [OA_PEBS_R8 + 1] = PERF_REG_X86_R9,
	[OA_PEBS_R8 + 2] = PERF_REG_X86_R10, [OA_PEBS_R8 + 3] = PERF_REG_X86_R11,
	[OA_PEBS_R8 + 4] = PERF_REG_X86_R12, [OA_PEBS_R8 + 5] = PERF_REG_X86_R13,
	[OA_PEBS_R8 + 6] = PERF_REG_X86_R14, [OA_PEBS_R15] = PERF_REG_X86_R15,
};

/* The registers that perf samples, as a mask of its numbers. */
u64 cpu_sample_regs(void)
{
	u64 mask = 0;
	size_t i;

	for (i = 0; i < ARRAY_LEN(registers); i++)
		mask |= 1ull << registers[i];
	return mask;
}

static void set(struct oa_pebs_sample *record, u32 field, u64 value)
{
	record->present |= 1u << field;
	record->value[field] = value;
}

/* struct words - the unread rest of a sample */
struct words {
	const u64 *at;
	size_t left;
};

static u64 take(struct words *words)
{
	if (!words->left)
		return 0;
	words->left--;
	return *words->at++;
}

static void take_registers(struct words *words, struct oa_pebs_sample *record)
{
	const u64 abi = take(words), mask = cpu_sample_regs();
	u64 values[64] = { 0 };
	u32 i;

	if (abi == PERF_SAMPLE_REGS_ABI_NONE)
		return;
	for (i = 0; i < 64; i++)
		if (mask >> i & 1)
			values[i] = take(words);
	for (i = 0; i < ARRAY_LEN(registers); i++) {
		/* A 32-bit program does not have R8 to R15. */
		if (abi == PERF_SAMPLE_REGS_ABI_32 && i >= OA_PEBS_R8)
			continue;
		if (i != OA_PEBS_IP)
			set(record, i, values[registers[i]]);
	}
}

static void set_memory(struct oa_pebs_sample *record, const struct cpu_event *event, u64 address,
		       u64 weight, u64 source)
{
	if (!mem_source_known(source))
		return;
	set(record, OA_PEBS_SOURCE, source);
	if (address)
		set(record, OA_PEBS_ADDRESS, address);
	if (weight && event->latency)
		set(record, OA_PEBS_LATENCY, weight);
}

/**
 * cpu_sample_parse() - read a sample of perf
 * @sample: filled in
 * @header: the record, of CPU_SAMPLE_TYPE
 * @event: the sampled event
 *
 * Return: 0, or -1 without a message if it is too short.
 */
int cpu_sample_parse(struct cpu_sample *sample, const struct perf_event_header *header,
		     const struct cpu_event *event)
{
	struct words words = {
		(const u64 *)(header + 1), (header->size - sizeof(*header)) / sizeof(u64),
	};
	struct oa_pebs_sample *record = &sample->record;
	u64 word, address, weight;

	/* All fields before the registers, and the word for their presence */
	if (words.left < 9)
		return -1;
	memset(sample, 0, sizeof(*sample));
	sample->exact = header->misc & PERF_RECORD_MISC_EXACT_IP;
	set(record, OA_PEBS_IP, take(&words));
	word = take(&words);
	sample->pid = (u32)word;
	sample->tid = word >> 32;
	sample->time = take(&words);
	address = take(&words);
	sample->cpu = (u32)take(&words);
	sample->period = take(&words);
	weight = take(&words);
	set_memory(record, event, address, weight, take(&words));
	if (event->faults)
		sample->fault = address;
	take_registers(&words, record);
	return 0;
}

/**
 * cpu_sample_annotate() - make annotations of the fields of a record
 * @record: the record; absent fields have none
 * @source: name of the data source, by its encoding
 * @list: room for OA_PEBS_NUM_FIELDS annotations
 *
 * Return: their number.
 */
size_t cpu_sample_annotate(const struct oa_pebs_sample *record, const char *source,
			   struct annotation *list)
{
	size_t n = 0;
	u32 i;

	for (i = 0; i < OA_PEBS_NUM_FIELDS; i++) {
		if (!(record->present >> i & 1))
			continue;
		list[n].name = i == OA_PEBS_SOURCE ? source : oa_pebs_field_name(i);
		list[n].kind = i == OA_PEBS_LATENCY ? ANNOTATION_NUMBER : ANNOTATION_ADDRESS;
		list[n++].number = record->value[i];
	}
	return n;
}
