// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Pixels of draws of the simulated GPU
 *
 * Unconditional fills and copies are rectangles whose corners on the screen are in a vertex
 * buffer, so their pixels can be counted exactly. Places of triangles depend on shaders, so
 * triangles cover a share of the viewport, within scissors and the drawing rectangle.
 *
 * The kernel has no floating point: numbers are converted to integers of 1/256 of a pixel.
 *
 * Facts: hardware.rst 18.4. [MODEL] the share.
 */
#include "sim/core/sim_bits.h"
#include "sim_work_commands.h"

#define SIM_MOST_RECTANGLES	256
#define SIM_SUBPIXEL_BITS	8
#define SIM_MOST_SHIFT		14	/* 2^(14 + 24 - 8) pixels: more than any surface has */
#define SIM_LOW			GENMASK(15, 0)
#define SIM_HIGH		GENMASK(31, 16)
/* 3DSTATE_VERTEX_ELEMENTS: the position is the second element, behind the vertex header. */
#define SIM_POSITION_DWORD	3
#define SIM_ELEMENT_BUFFER	GENMASK(31, 26)
#define SIM_ELEMENT_VALID	BIT(25)
#define SIM_ELEMENT_FORMAT	GENMASK(24, 16)
#define SIM_ELEMENT_OFFSET	GENMASK(11, 0)
#define SIM_BUFFER_PITCH	GENMASK(11, 0)
#define SIM_BUFFER_NULL		BIT(13)

/** enum sim_numbers - type of a format's first two components */
enum sim_numbers {
	/* Not 0, which is no format here */
	SIM_FLOATS = 1,
	SIM_SHORTS,
};

static const struct {
	u16 format;
	u8 numbers;
} sim_formats[] = {
	{ 0x000, SIM_FLOATS },	/* R32G32B32A32_FLOAT */
	{ 0x040, SIM_FLOATS },	/* R32G32B32_FLOAT */
	{ 0x085, SIM_FLOATS },	/* R32G32_FLOAT */
	{ 0x0f6, SIM_SHORTS },	/* R16G16_SSCALED */
};

/* A number of 32 bits in 1/256, towards zero */
static s64 sim_float(u32 bits)
{
	const int shift = (int)(bits >> 23 & 0xff) - 127 - 23 + SIM_SUBPIXEL_BITS;
	const s64 mantissa = (bits & GENMASK(22, 0)) | BIT(23);
	s64 value = 0;

	if (shift >= 0)
		value = mantissa << min(shift, SIM_MOST_SHIFT);
	else if (shift > -32)
		value = mantissa >> -shift;
	return bits >> 31 ? -value : value;
}

/* The first pixel whose centre is not before a place */
static s64 sim_pixel(s64 place)
{
	const s64 half = 1 << (SIM_SUBPIXEL_BITS - 1);

	return (place + half - 1) >> SIM_SUBPIXEL_BITS;
}

u64 sim_area_pixels(const struct sim_area *area)
{
	if (area->x[1] <= area->x[0] || area->y[1] <= area->y[0])
		return 0;
	return (u64)(area->x[1] - area->x[0]) * (area->y[1] - area->y[0]);
}

static void sim_intersect(struct sim_area *area, const struct sim_area *with)
{
	area->x[0] = max(area->x[0], with->x[0]);
	area->x[1] = min(area->x[1], with->x[1]);
	area->y[0] = max(area->y[0], with->y[0]);
	area->y[1] = min(area->y[1], with->y[1]);
}

/* Two dwords with corners that are both inside */
static struct sim_area sim_inclusive(u32 from, u32 to)
{
	return (struct sim_area){
		.x = { FIELD_GET(SIM_LOW, from), FIELD_GET(SIM_LOW, to) + 1 },
		.y = { FIELD_GET(SIM_HIGH, from), FIELD_GET(SIM_HIGH, to) + 1 },
	};
}

/* Without a command that sets the drawing rectangle nothing is drawn. */
static struct sim_area sim_drawing_rectangle(const struct oa_sim_gpu *gpu)
{
	const u32 *state = gpu->work.state[SIM_STATE_RECTANGLE];

	return state[0] ? sim_inclusive(state[1], state[2]) : (struct sim_area){ };
}

static s64 sim_magnitude(s64 value)
{
	return value < 0 ? -value : value;
}

/* Scale and offset of a viewport: half its size, and its centre */
static bool sim_viewport(struct sim_run *run, const struct sim_pipeline *p, struct sim_area *area)
{
	const u64 at = sim_state_base(run, p) +
		       (run->gpu->work.state[SIM_STATE_VIEWPORT][p->viewport.dword] &
			p->viewport.mask);
	u32 m00, m11, m30, m31;
	s64 x, y;

	if (!run->gpu->work.state[SIM_STATE_VIEWPORT][0] || !sim_state_read(run, at, &m00) ||
	    !sim_state_read(run, at + 4, &m11) || !sim_state_read(run, at + 12, &m30) ||
	    !sim_state_read(run, at + 16, &m31))
		return false;
	x = sim_magnitude(sim_float(m00));
	y = sim_magnitude(sim_float(m11));
	area->x[0] = sim_pixel(sim_float(m30) - x);
	area->x[1] = sim_pixel(sim_float(m30) + x);
	area->y[0] = sim_pixel(sim_float(m31) - y);
	area->y[1] = sim_pixel(sim_float(m31) + y);
	return true;
}

/* Scissors whose corners are in the wrong order let nothing pass. */
static void sim_scissor(struct sim_run *run, const struct sim_pipeline *p, struct sim_area *area)
{
	const u32 *state = run->gpu->work.state[SIM_STATE_SCISSOR];
	const u64 at = sim_state_base(run, p) + (state[1] & ~31u);
	struct sim_area scissor;
	u32 from, to;

	if (!sim_state_get(run->gpu, &p->scissor) || !state[0] ||
	    !sim_state_read(run, at, &from) || !sim_state_read(run, at + 4, &to))
		return;
	scissor = sim_inclusive(from, to);
	sim_intersect(area, &scissor);
}

/* The most pixels that a draw without rectangles can cover */
u64 sim_draw_area(struct sim_run *run, const struct sim_pipeline *p)
{
	struct sim_area area = sim_drawing_rectangle(run->gpu), viewport;

	if (sim_viewport(run, p, &viewport))
		sim_intersect(&area, &viewport);
	sim_scissor(run, p, &area);
	return sim_area_pixels(&area);
}

static enum sim_numbers sim_numbers(u32 format)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(sim_formats); i++)
		if (sim_formats[i].format == format)
			return sim_formats[i].numbers;
	return 0;
}

/* struct sim_positions - the memory with the corners of rectangles */
struct sim_positions {
	u64 address;
	u32 pitch;
	enum sim_numbers numbers;
};

static bool sim_find_positions(const struct sim_run *run, struct sim_positions *positions)
{
	const struct sim_works *work = &run->gpu->work;
	const u32 element = work->state[SIM_STATE_VERTEX_ELEMENTS][SIM_POSITION_DWORD];
	const u32 index = FIELD_GET(SIM_ELEMENT_BUFFER, element);
	const u32 *buffer;

	if (!(element & SIM_ELEMENT_VALID) ||
	    index >= SIM_STATE_VERTEX_ELEMENTS - SIM_STATE_VERTEX_BUFFER)
		return false;
	buffer = work->state[SIM_STATE_VERTEX_BUFFER + index];
	if (!buffer[0] || buffer[1] & SIM_BUFFER_NULL)
		return false;
	positions->address = (buffer[2] | (run->gen->address_dwords == 2 ?
					   (u64)(buffer[3] & SIM_LOW) << 32 : 0)) +
			     FIELD_GET(SIM_ELEMENT_OFFSET, element);
	positions->pitch = FIELD_GET(SIM_BUFFER_PITCH, buffer[1]);
	positions->numbers = sim_numbers(FIELD_GET(SIM_ELEMENT_FORMAT, element));
	return positions->numbers;
}

static bool sim_corner(struct sim_run *run, const struct sim_positions *positions, u32 vertex,
		       s64 *x, s64 *y)
{
	const u64 at = positions->address + (u64)positions->pitch * vertex;
	u32 first, second = 0;

	if (!sim_state_read(run, at, &first))
		return false;
	if (positions->numbers == SIM_SHORTS) {
		*x = (s16)FIELD_GET(SIM_LOW, first) * (1 << SIM_SUBPIXEL_BITS);
		*y = (s16)FIELD_GET(SIM_HIGH, first) * (1 << SIM_SUBPIXEL_BITS);
		return true;
	}
	if (!sim_state_read(run, at + 4, &second))
		return false;
	*x = sim_float(first);
	*y = sim_float(second);
	return true;
}

/* Three corners make a rectangle whose sides are parallel to the axes. */
static u64 sim_rectangle(struct sim_run *run, const struct sim_positions *positions, u32 vertex)
{
	struct sim_area area, drawing = sim_drawing_rectangle(run->gpu);
	s64 x[3], y[3];
	u32 i;

	for (i = 0; i < 3; i++)
		if (!sim_corner(run, positions, vertex + i, &x[i], &y[i]))
			return 0;
	area.x[0] = sim_pixel(min(x[0], min(x[1], x[2])));
	area.x[1] = sim_pixel(max(x[0], max(x[1], x[2])));
	area.y[0] = sim_pixel(min(y[0], min(y[1], y[2])));
	area.y[1] = sim_pixel(max(y[0], max(y[1], y[2])));
	sim_intersect(&area, &drawing);
	return sim_area_pixels(&area);
}

/* Pixels of a list of rectangles from vertex @first on; 0: their places are unknown */
u64 sim_rectangle_pixels(struct sim_run *run, u32 first, u32 vertices)
{
	const u32 count = vertices / 3, read = min_t(u32, count, SIM_MOST_RECTANGLES);
	struct sim_positions positions;
	u64 pixels = 0;
	u32 i;

	if (!read || !sim_find_positions(run, &positions))
		return 0;
	for (i = 0; i < read; i++)
		pixels += sim_rectangle(run, &positions, first + 3 * i);
	/* [MODEL] rectangles beyond the limit are like these. */
	return div_u64(pixels, read) * (count - read) + pixels;
}
