# SPDX-License-Identifier: GPL-2.0-only
#
# tests/tools/recording.py: makes saved records in which each number is known.

import struct

# Records: hardware.rst 4.2, abi.rst 5, include/uapi/drm/i915_oa.h, tools/common/recording.h
SAMPLE, REPORT_LOST, BUFFER_LOST, LOSS = 1, 2, 3, 0x1000
ORIGIN, COUNTED, PAIR, SOURCE, EVENT, GPU, MARK = 0x4f410001, 0x4f410002, 0x4f410003, 0x4f410004, 0x4f410006, 0x4f410007, 0x4f410008
# In COUNTED: the set for the tree, but for the counters of events
TREE_IN_PART = 4
# Records of i915-perf-recorder
VERSION, DEVICE, TOPOLOGY, CORRELATION = 0x10000, 0x10001, 0x10002, 0x10003
SKL_DEVICE = 0x1912
HSW_DEVICE, A45_B8_C8, HZ = 0x0412, 5, 12500000
BDW_DEVICE, A32_B8_C8 = 0x1616, 10
EUS, PROGRAMMED = 20, 3
REPORTS, TICKS, CLOCKS = 401, 12500, 1000000
# The advances of the counters in each report
STEP = {'A0': 4000000, 'A1': 9000000, 'A2': 400000, 'A27': 3600000, 'A29': 8000000,
        'A41': 900000, 'B0': CLOCKS}
LOST = 7


def record(kind, payload):
    return struct.pack('<IHH', kind, 0, 8 + len(payload)) + payload


def report(number, step, start=0):
    dwords = [0] * 64
    time = (start + number * TICKS) & ((1 << 36) - 1)
    dwords[0:3] = [1 << 19, time & 0xffffffff, time >> 32]
    for key, value in step.items():
        at = {'A': 3, 'B': 48}[key[0]] + int(key[1:])
        # The counters begin shortly before their wrap
        dwords[at] = (0xffff0000 + number * value) & 0xffffffff
    return record(SAMPLE, struct.pack('<64I', *dwords))


def stream(step, lose=True, start=0, between=None):
    """Yield all reports, and before each the records that between(number) returns."""
    for number in range(REPORTS):
        if lose and number == 200:
            yield record(REPORT_LOST, b'')
            yield record(LOSS, struct.pack('<3Q2I', LOST, 0, 0, 1, 0))
        if between:
            yield between(number)
        yield report(number + (LOST if lose and number >= 200 else 0), step, start)


def head(programmed=PROGRAMMED, eus=EUS, version=1):
    return record(ORIGIN, struct.pack('<6I', version, HSW_DEVICE, A45_B8_C8, 13, HZ, 0)) + \
        record(COUNTED, struct.pack('<4I', programmed, eus, 1, 0))


def pair(ns, ticks):
    """Return a pair of the GPU's clock and three clocks, of which two are a minute and a year ahead of the first."""
    return record(PAIR, struct.pack('<4Q', ns, ticks, ns + 60 * 10**9, ns + 31536000 * 10**9))


def bdw_head(exponent=13, programmed=PROGRAMMED, eus=24):
    return record(ORIGIN, struct.pack('<6I', 1, BDW_DEVICE, A32_B8_C8, exponent, HZ, 0)) + \
        record(COUNTED, struct.pack('<4I', programmed, eus, 1, 0))


def head_of(devid):
    return record(ORIGIN, struct.pack('<6I', 1, devid, A32_B8_C8, 13, HZ, 0))


def bdw(ticks, clocks, reason=1, **counters):
    """Return a report of Broadwell, with 32 bits of time and of clocks, and 40 bits of A counters"""
    dwords = [0] * 64
    dwords[0:4] = [reason << 19, ticks & 0xffffffff, 0, clocks & 0xffffffff]
    for key, value in counters.items():
        number = int(key[1:])
        if key[0] == 'A':
            dwords[4 + number] = value & 0xffffffff
            dwords[40 + number // 4] |= (value >> 32 & 0xff) << 8 * (number % 4)
        else:
            dwords[{'B': 48, 'C': 56}[key[0]] + number] = value & 0xffffffff
    return record(SAMPLE, struct.pack('<64I', *dwords))


def gen9(ticks, clocks, reason=1, context=None, ratios=(0, 0), more=0, **counters):
    """Return a report of Skylake: with the context that runs, the ratios of slice and unslice clock, and more bits of RPT_ID"""
    found = bytearray(bdw(ticks, clocks, reason, **counters))
    ratio, unslice = ratios
    struct.pack_into('<I', found, 8, reason << 19 | (context is not None) << 16 | (ratio & 0x7f) << 25 | (ratio >> 7) << 9 | unslice | more)
    struct.pack_into('<I', found, 16, context or 0)
    return bytes(found)


def with_contexts():
    """Return a recording of Skylake of two contexts in 13 ms, of which the buffer of two was lost, with each one's ms and begins. In a ms
    there are 10,000 clocks, and 24,000 slots with an active EU of 0x20, or 48,000 of 0x48, or none of an idle GPU."""
    plan = [(0, 1, 0x20), (1, 1, 0x20), (2, 8, 0x48), (4, 1, 0x48), (5, 0x10, None), (6, 1, None), (8, 8, 0x20), (10, 8, 0x48), (13, 1, 0x48)]
    lost = record(BUFFER_LOST, b'') + record(LOSS, struct.pack('<3Q2I', 1, 0, 0, 1, 0))
    data, active, before, rate = [head_of(SKL_DEVICE), record(COUNTED, struct.pack('<4I', PROGRAMMED, 24, 1, 0)), pair(10**9, TICKS - 1)], 0, 0, 0
    for ms, reason, context in plan:
        active += (ms - before) * rate
        data += [lost] * (ms == 8) + [gen9(TICKS * (ms + 1), 10000 * ms, reason, context, A7=active)]
        before, rate = ms, {0x20: 24000, 0x48: 48000}.get(context, 0)
    return b''.join(data), {'0x48': (3 + 3, 2), '0x20': (2 + 2, 2), 'idle': (1, 1)}


def topology(subslices, eus):
    """Return i915's answer for a GPU of one slice; subslices: their mask; eus: for each place of one the mask of its EUs"""
    return struct.pack('<8H', 0, 1, len(eus), 16, 1, 1, 2, 2) + bytes([1, subslices]) + struct.pack('<%dH' % len(eus), *eus)


def recorder_head(devid, hz, form, name, uuid, subslices, eus):
    """Return what i915-perf-recorder saves of the GPU, the set and the topology"""
    device = struct.pack('<Q4I2II256s40sI', hz, devid, 6, 200 * 10**6, 1150 * 10**6, 0, 0, form, name.encode(), uuid.encode(), 0)
    return record(VERSION, struct.pack('<2I', 1, 0)) + record(DEVICE, device) + record(TOPOLOGY, topology(subslices, eus))


def event(name, text, counter, unit, *values):
    """Return an event of --event; unit 0 to 3: count, share, per clock, per second"""
    return record(EVENT, struct.pack('<32s72sc3B3I', name.encode(), text.encode(), counter[0].encode(), int(counter[1:]), unit, 0,
                                     *values, *(0,) * (3 - len(values))))


def mark(number, text, ns, ticks, own=b''):
    """Return a mark at these times; own: a record whose report was written on request, of which the first dword is the id"""
    body = b'' if not own else struct.pack('<I', 0x4d4b0000 | number) + own[12:]
    return record(MARK, struct.pack('<4Q2I120s', ns, ticks, ns, ns, number, 0, text.encode('latin-1')) + body)


def with_events(*others):
    """Return a recording of Broadwell of 5 reports, 1 ms and 10,000 clocks apart, with three events: a quarter of 24 EUs' time,
    1234 in each interval, and a quarter of the clocks"""
    return b''.join([bdw_head(programmed=1 | TREE_IN_PART), pair(10**9, TICKS - 1),
                     event('pixels', 'ps.fpu0', 'A20', 1, 0x050), event('sends', 'send.start', 'A19', 0, 0x502), *others,
                     event('high', 'inputs[5:4] == 3', 'B1', 2, 0x182, 0xffcf)] +
                    [bdw(TICKS * (n + 1), 10000 * n, A7=120000 * n, A8=24000 * n, A19=1234 * n, A20=60000 * n, A14=n, B1=2500 * n)
                     for n in range(5)])


def recording(path, step, programmed=PROGRAMMED, eus=EUS, lose=True):
    with open(path, 'wb') as file:
        file.write(head(programmed, eus))
        file.writelines(stream(step, lose))
