#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""client.c in Python: what share of the EUs is active and stalled. Usage: client.py [REPORTS [NODE]]"""
import ctypes
import errno
import fcntl
import os
import select
import struct
import sys
import uuid


class Config(ctypes.Structure):  # struct drm_i915_perf_oa_config
    _fields_ = [('uuid', ctypes.c_char * 36), ('n_mux', ctypes.c_uint32), ('n_boolean', ctypes.c_uint32),
                ('n_flex', ctypes.c_uint32), ('mux', ctypes.c_uint64), ('boolean', ctypes.c_uint64),
                ('flex', ctypes.c_uint64)]


class Open(ctypes.Structure):  # struct drm_i915_perf_open_param
    _fields_ = [('flags', ctypes.c_uint32), ('num_properties', ctypes.c_uint32), ('properties', ctypes.c_uint64)]


# For each generation a metric set (boolean and flex registers), a report format, and dwords of a report: clocks, and
# those whose sum is active or stalled
SETS = [([0x2770, 0x3, 0x2774, 0xfffe], [0xe458, 0x5004], 10, ([3], [11], [12])),  # Gen8 to Gen11
        ([0xd940, 0x3, 0xd944, 0xfffe],  # Tiger Lake to Raptor Lake: i915 only
         [0xe458, 0x804704, 0xe558, 0xa04904, 0xe658, 0x805705, 0xe758, 0xa05905], 10,
         ([3], range(11, 15), range(15, 19))),
        ([0x2770, 0x3, 0x2774, 0xfffe], [], 5, ([48], [3], [4])),  # Haswell
        ([0x2390, 0x3, 0x2394, 0xfffe], [], 0x1007, ([48], [3], [4])),  # Ivybridge, Valleyview: i915_oa only
        ([0x2390, 0x3, 0x2394, 0xfffe], [], 0x1004, ([32], [7], [6]))]  # Sandybridge: i915_oa only
SAMPLE = 1


def call(fd, number, argument, direction=1):
    """Make ioctl DRM_COMMAND_BASE + number with a structure, which the kernel may change."""
    request = direction << 30 | ctypes.sizeof(argument) << 16 | ord('d') << 8 | 0x40 + number
    return fcntl.ioctl(fd, request, argument, True)


def open_stream(fd, boolean, flex, report_format):
    registers = (ctypes.c_uint32 * 4)(*boolean), (ctypes.c_uint32 * 8)(*flex)
    # A new uuid, since a set stays if its owner is killed before it removes it
    set_id = call(fd, 0x37, Config(str(uuid.uuid4()).encode(), 0, 2, len(flex) // 2, 0,
                                   ctypes.addressof(registers[0]), ctypes.addressof(registers[1])))
    # SAMPLE_OA, OA_METRICS_SET, OA_FORMAT, OA_EXPONENT: a report every 2^(16 + 1) ticks
    properties = (ctypes.c_uint64 * 8)(2, 1, 3, set_id, 4, report_format, 5, 16)
    try:
        return call(fd, 0x36, Open(1, 4, ctypes.addressof(properties)))  # 1: close on exec
    finally:
        call(fd, 0x38, ctypes.c_uint64(set_id))  # a stream keeps its set


def main(reports=100, node='/dev/dri/renderD128'):
    fd, eus, last = os.open(node, os.O_RDWR | os.O_CLOEXEC), ctypes.c_int(), None
    call(fd, 0x06, (ctypes.c_uint64 * 2)(34, ctypes.addressof(eus)), 3)  # getparam EU_TOTAL
    sets = iter(SETS)
    stream = None
    while stream is None:
        *registers, report_format, dwords = next(sets)
        try:
            stream = open_stream(fd, *registers, report_format)
        except OSError as error:  # EINVAL: a set of another generation
            if error.errno != errno.EINVAL or report_format == SETS[-1][2]:
                sys.exit(f'no stream: {error} (EACCES: be root, or set sysctl dev.i915.perf_stream_paranoid=0)')
    left = int(reports)
    while left > 0:
        select.select([stream], [], [])
        data = os.read(stream, 1 << 16)  # EIO: the stream ended; ENODEV: the GPU is gone
        while data:
            kind, _, size = struct.unpack_from('=IHH', data)
            report = struct.unpack_from(f'={(size - 8) // 4}I', data, 8) if kind == SAMPLE else None
            if report is None:
                print('reports are missing')  # after BUFFER_LOST counters may have begun anew
            elif last:  # counters begin anywhere, and wrap
                ticks, clocks, active, stalled = (sum((report[i] - last[i]) % 2**32 for i in part)
                                                  for part in ([1], *dwords))
                share = 100 / (clocks or 1) / eus.value
                print(f'{ticks} ticks, {clocks} clocks: {active * share:.1f} % active, {stalled * share:.1f} % stalled')
            last, data, left = report, data[size:], left - 1


main(*sys.argv[1:])
