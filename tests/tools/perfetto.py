# SPDX-License-Identifier: GPL-2.0-only
#
# tests/tools/perfetto.py: reads a trace with protoc and the schema of oa-trace, after its packets are
# inflated. Fails on an incomplete trace, and on any field that the schema does not have.

import ast
import collections
import ctypes
import json
import os
import re
import subprocess
import zlib

TOP = os.path.realpath(os.path.dirname(__file__) + '/../..')
SCHEMA = TOP + '/tools/oa-trace'
DUMP = TOP + '/build/tools/oa-dump'
LINE = re.compile(r'\s*([a-z]\w*)(?: \{|: (.*))$')

Event = collections.namedtuple('Event', 'time clock values')
Instant = collections.namedtuple('Instant', 'time clock track name args')
Slice = collections.namedtuple('Slice', 'track begin end args')


# The tag of a packet in a trace; in a packet, the tags of compressed packets, fields 50 and 133
PACKET, ZLIB, ZSTD = b'\x0a', b'\x92\x03', b'\xaa\x08'


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7f) << shift
        at, shift = at + 1, shift + 7
        if not data[at - 1] & 0x80:
            return value, at


def packets_of(data, where):
    """Yield each packet as it is in the file, with its tag and its length, and its contents"""
    at = 0
    while at < len(data):
        if data[at:at + 1] != PACKET:
            raise ValueError('%s: byte %d begins no packet' % (where, at))
        size, begin = varint(data, at + 1)
        if begin + size > len(data):
            raise ValueError('%s: the last packet is cut' % where)
        yield data[at:begin + size], data[begin:begin + size]
        at = begin + size


def inflated_zlib(data):
    stream = zlib.decompressobj()
    plain = stream.decompress(data)
    assert stream.eof and not stream.unused_data
    return plain


def inflated_zstd(data):
    """Decompress with the C library, which dpkg needs, because Python has no zstd before 3.14"""
    library = ctypes.CDLL('libzstd.so.1')
    library.ZSTD_getFrameContentSize.restype = ctypes.c_uint64
    library.ZSTD_findFrameCompressedSize.restype = library.ZSTD_decompress.restype = ctypes.c_size_t
    assert library.ZSTD_findFrameCompressedSize(data, ctypes.c_size_t(len(data))) == len(data)
    size = library.ZSTD_getFrameContentSize(data, ctypes.c_size_t(len(data)))
    assert 0 < size < 1 << 20, size
    plain = ctypes.create_string_buffer(size)
    assert library.ZSTD_decompress(plain, ctypes.c_size_t(size), data, ctypes.c_size_t(len(data))) == size
    return plain.raw


def inflated(data, where='trace'):
    """Return the trace without compression. A packet with a bundle must have nothing else."""
    plain = []
    for whole, packet in packets_of(data, where):
        if packet[:2] in (ZLIB, ZSTD):
            size, begin = varint(packet, 2)
            assert begin + size == len(packet), where
            whole = (inflated_zlib if packet[:2] == ZLIB else inflated_zstd)(packet[begin:])
        plain.append(whole)
    return b''.join(plain)


def text_of(path):
    with open(path, 'rb') as file:
        plain = inflated(file.read(), path)
    done = subprocess.run(['protoc', '--decode=oa.Trace', '--proto_path=' + SCHEMA, 'trace.proto'],
                          input=plain, capture_output=True)
    if done.returncode or done.stderr:
        raise ValueError(path + ': ' + done.stderr.decode())
    return done.stdout.decode()


def value_of(text):
    if text.startswith('"'):
        return ast.literal_eval('b' + text).decode()
    if text in ('true', 'false'):
        return text == 'true'
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text


def parse(lines):
    """Return a message as a dictionary, in which each field is a list"""
    message = {}
    for line in lines:
        if line.strip() == '}':
            break
        match = LINE.match(line)
        if not match:
            raise ValueError('not in the schema: ' + line)
        name, value = match.groups()
        message.setdefault(name, []).append(parse(lines) if value is None else value_of(value))
    return message


def argument(annotation):
    name, = annotation['name']
    value, = [value for key, values in annotation.items() for value in values if key != 'name']
    return name, value


class Trace:
    def __init__(self, path):
        self.packets = parse(iter(text_of(path).splitlines())).get('packet', [])
        self.specs, self.groups, self.events, self.snapshots = [], [], [], []
        self.tracks, self.threads, self.processes, self.all_instants = {}, {}, {}, []
        self.slices, self.open = [], {}
        for packet in self.packets:
            self.take(packet)
        self.check_sequences()

    def check_sequences(self):
        """Check that a sequence that describes a thread has only this thread's events: Perfetto assigns all to it"""
        events = collections.defaultdict(set)
        described = {packet['trusted_packet_sequence_id'][0] for packet in self.packets
                     if any('thread' in track for track in packet.get('track_descriptor', []))}
        for packet in self.packets:
            for event in packet.get('track_event', []):
                events[packet['trusted_packet_sequence_id'][0]].add(event['track_uuid'][0])
        for sequence in described:
            assert events[sequence] <= set(self.threads), (sequence, events[sequence] - set(self.threads))

    def take(self, packet):
        time, = packet.get('timestamp', [None])
        clock, = packet.get('timestamp_clock_id', [None])
        for event in packet.get('gpu_counter_event', []):
            for descriptor in event.get('counter_descriptor', []):
                self.specs += descriptor['specs']
                self.groups += descriptor.get('counter_groups', [])
            values = {}
            for counter in event.get('counters', []):
                key, = counter.pop('counter_id')
                (value,), = counter.values()
                values[key] = value
            self.events.append(Event(time, clock, values))
        for snapshot in packet.get('clock_snapshot', []):
            assert snapshot['primary_trace_clock'] == ['MONOTONIC'], snapshot
            self.snapshots.append({one['clock_id'][0]: one['timestamp'][0]
                                   for one in snapshot['clocks']})
        for track in packet.get('track_descriptor', []):
            uuid, = track['uuid']
            self.tracks[uuid], = track.get('name', [None])
            for thread in track.get('thread', []):
                self.threads[uuid] = {key: value for key, (value,) in thread.items()}
            for process in track.get('process', []):
                self.processes[process['pid'][0]] = process['process_name'][0]
        for event in packet.get('track_event', []):
            if event['type'] != ['TYPE_INSTANT']:
                self.take_slice(event, time)
                continue
            self.all_instants.append((event['categories'][0], Instant(
                time, clock, event['track_uuid'][0], event['name'][0],
                dict(map(argument, event.get('debug_annotations', []))))))

    def take_slice(self, event, time):
        """Slices of a track do not overlap, so that each end is that of the only open one"""
        assert event['type'] in (['TYPE_SLICE_BEGIN'], ['TYPE_SLICE_END']), event
        track, = event['track_uuid']
        if event['type'] == ['TYPE_SLICE_BEGIN']:
            assert track in self.tracks and track not in self.open, event
            self.open[track] = time
        else:
            self.slices.append(Slice(self.tracks[track], self.open.pop(track), time,
                                     dict(map(argument, event.get('debug_annotations', [])))))

    def instants(self, category):
        return [instant for found, instant in self.all_instants if found == category]


def dump_lines(path):
    done = subprocess.run([DUMP, '--json', '--decode', path], capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def compare(found, path):
    """
    Compare reports and losses of a trace with oa-dump's of the same recording, in their order; return the reports. Those of
    unknown time are not in the trace.
    """
    lines = dump_lines(path)
    reports = [line for line in lines if line['type'] == 'report']
    timed = [line for line in reports if 'time_unknown' not in line]
    keys = [counter['key'] for counter in lines[0]['counters']]
    names = {spec['counter_id'][0]: spec['name'][0] for spec in found.specs}
    assert [name.split()[0] for name in list(names.values())[:len(keys)]] == keys, names
    assert len(found.events) == len(timed) > 1, (len(found.events), len(timed))
    for number, (event, line) in enumerate(zip(found.events, timed)):
        values = {names[key].split()[0]: value for key, value in event.values.items()}
        for key in keys:
            # The first report has no previous one, so its values are 0. A report after a gap has no values.
            wanted = line.get(key) if number else 0
            assert values.get(key) == wanted, (number, key, values.get(key), wanted)
    assert not found.open, found.open
    wanted = [line['count'] for line in lines if line['type'] == 'loss']
    assert [loss.args['count'] for loss in found.instants('gpu') if 'count' in loss.args] == wanted
    in_order(found)
    return reports


def in_order(found):
    times = [event.time for event in found.events]
    assert times == sorted(times) and len(set(times)) == len(times), 'out of order'
