# SPDX-License-Identifier: GPL-2.0-only
#
# tests/tools/runner.py: runs the tests of a program and prints a line for each. A test is a function whose argument is a
# new directory, or another value.

import ctypes
import fcntl
import os
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time

# The number of the system call on x86-64
PERF_EVENT_OPEN = 298


def lose_the_reader(command, path):
    """Run a program that writes to a new FIFO, whose reader goes after the first byte. Return the completed process."""
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    # The smallest pipe, so that the program can't write everything before the reader goes
    fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, 4096)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        select.select([reader], [], [], 60)
        assert os.read(reader, 1)
        os.close(reader)
        out, err = process.communicate(timeout=60)
    os.unlink(path)
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def perf_events():
    """Check whether perf events of whole processors work here. Containers, and users without privilege, mostly have none."""
    # Of the kernel's software clock
    attr = struct.pack('IIQQQQQIIQ', 1, 64, 0, 0, 0, 0, 0, 0, 0, 0)
    event = ctypes.CDLL(None).syscall(PERF_EVENT_OPEN, attr, -1, 0, -1, 0)
    if event >= 0:
        os.close(event)
    return event >= 0


def unread(pipe):
    """Return the number of bytes that are in a pipe"""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def until_written(process, pipe, size):
    """Wait until the process has written so much that nobody has read"""
    while process.poll() is None and unread(pipe) < size:
        time.sleep(0.01)


def run_one(name, test, argument):
    try:
        test(argument)
    except Exception as error:  # pylint: disable=broad-except
        print('not ok', name)
        print('    #', type(error).__name__, str(error)[:3000].replace('\n', '\n    # '))
        return False
    print('ok', name)
    return True


def run_tests(prefix, tests, argument=None, names=(), cleanup=None):
    """Run the tests with these names, or all. cleanup(work) ends the processes that a test may have left. Return
    the status of the program."""
    passed = True
    for test in tests:
        if names and test.__name__ not in names:
            continue
        name = prefix + test.__name__.replace('_', ' ')
        if argument is not None:
            passed &= run_one(name, test, argument)
            continue
        with tempfile.TemporaryDirectory() as work:
            passed &= run_one(name, test, work)
            if cleanup:
                cleanup(work)
    return not passed
