# SPDX-License-Identifier: GPL-2.0-only
"""What the simulated GPU's trace says of the streams of scripts/compare."""

# The readers mark the beginning of each phase by a read of one byte of configuration space.
PHASES = ('open', 'enable', 'read', 'disable', 'close', None, 'poll')
MARK_FIRST = 0xe0
REGION_BAR0, REGION_CONFIG = 0, 7
# The entries of the GGTT are the upper half of BAR 0.
GSM = {'snb': 0x200000, 'ivb': 0x200000, 'vlv': 0x200000, 'hsw': 0x200000}
GSM_GEN8 = 0x800000
# Counted, not aligned: how often a driver wakes the GPU says nothing about the OA unit. From 0xa540 on
# are Gen11's media engines, of which i915 wakes all while a stream is open.
OFTEN = {0xa188, 0xa278, 0xa270, 0xa18c, *range(0xa540, 0xa580, 4)}


class Run:
    """One stream: the writes and the number of reads of each phase, and how often it began"""

    def __init__(self):
        self.writes = {phase: [] for phase in PHASES}
        self.reads = dict.fromkeys(PHASES, 0)
        self.often = dict.fromkeys(PHASES, 0)
        self.entries = dict.fromkeys(PHASES, 0)
        self.begun = dict.fromkeys(PHASES, 0)


def runs_of(trace, platform):
    """The streams, in the order in which they were opened"""
    gsm, runs, phase = GSM.get(platform, GSM_GEN8), [], None
    for line in open(trace):
        _, kind, region, offset, count, value = (line.split() + [''] * 6)[:6]
        if kind not in ('r', 'w'):
            continue
        region, offset = int(region), int(offset, 16)
        if region == REGION_CONFIG and kind == 'r' and count == '1' and \
                MARK_FIRST <= offset < MARK_FIRST + len(PHASES):
            phase = PHASES[offset - MARK_FIRST]
            if offset == MARK_FIRST:
                runs.append(Run())
            runs[-1].begun[phase] += 1
        elif region == REGION_BAR0 and phase:
            run = runs[-1]
            if kind == 'r':
                run.reads[phase] += 1
            elif offset >= gsm:
                run.entries[phase] += 1
            elif offset in OFTEN:
                run.often[phase] += 1
            else:
                run.writes[phase].append((offset, int(value, 16)))
    return runs
