# SPDX-License-Identifier: GPL-2.0-only
#
# tests/tools/machine.py: machines with made-up GPUs, which fakegpu.so shows to the tools. Needs "make tool-tests".

import os
import subprocess

TOP = os.path.realpath(os.path.dirname(__file__) + '/../..')
FAKE = TOP + '/build/tool-tests/fake/'
TOOLS = {tool: FAKE + tool for tool in ('oa-dump', 'oa-hold', 'oa-trace')}
TOOLS.update({tool: TOP + '/build/tools/' + tool for tool in ('oa-top', 'oa-report')})


class Machine:
    """A machine in the directory work: add() a GPU, then run() a tool"""

    def __init__(self, work, release='6.12.1'):
        self.root = work + '/root'
        self.log = work + '/log'
        self.work = work
        self.env = {'FAKE_ROOT': self.root, 'FAKE_LOG': self.log, 'FAKE_RELEASE': release,
                    'LD_PRELOAD': FAKE + 'fakegpu.so'}
        self.write('/sys/kernel/version', '')
        self.write('/dev/dri/by-path', '')

    def write(self, path, text):
        path = self.root + path
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        return path

    def add(self, devid, driver=None, address='0000:00:02.0', vendor=0x8086, minor=128, node=True):
        """Add a function of PCI, with a render node if it has a driver and node is set"""
        device = '/sys/bus/pci/devices/' + address
        for name, form, value in (('vendor', '%04x', vendor), ('device', '%04x', devid), ('class', '%06x', 0x030000),
                                  ('revision', '%02x', 6)):
            self.write('%s/%s' % (device, name), '0x' + form % value + '\n')
        if driver:
            os.makedirs('%s/sys/bus/pci/drivers/%s' % (self.root, driver), exist_ok=True)
            os.symlink('../../drivers/' + driver, self.root + device + '/driver')
        if driver and node:
            self.write('/dev/dri/renderD%d' % minor, '%s %x\n' % (driver, devid))
        return self

    def run(self, *command, status=None, timeout=60, before=(), stdin=subprocess.DEVNULL, stderr=None, **env):
        """Run a tool, by the command before it if there is one. Return what it has said, unless a file stderr gets that"""
        os.makedirs(self.work, exist_ok=True)
        with open(self.work + '/out', 'w', encoding='utf-8') as out, open(stderr or os.devnull, 'w', encoding='utf-8') as err:
            done = subprocess.run([*before, TOOLS[command[0]], *command[1:]], env={**os.environ, **self.env, **env}, cwd=self.work,
                                  stdin=stdin, stdout=out, stderr=err if stderr else subprocess.PIPE, text=True,
                                  timeout=timeout)
        assert status is None or done.returncode == status, (command, done.returncode, done.stderr)
        return done.stderr or ''

    def ioctls(self, driver):
        if not os.path.exists(self.log):
            return []
        with open(self.log, encoding='utf-8') as file:
            return [line.split()[1] for line in file if line.startswith(driver + ' ')]
