// SPDX-License-Identifier: GPL-2.0-only
/*
 * Text in a buffer that may be too small for it.
 */
#include "sim_print.h"

/**
 * sim_print() - append to a text
 * @text: the text
 * @format: as of printf()
 */
void sim_print(struct sim_text *text, const char *format, ...)
{
	const size_t used = min(text->length, text->size);
	va_list args;

	va_start(args, format);
	text->length += vsnprintf(text->to + used, text->size - used, format, args);
	va_end(args);
}
