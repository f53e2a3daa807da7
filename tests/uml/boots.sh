#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The init of scripts/kernel/uml's first boot: the kernel boots if it gets here.

mount -t proc proc /proc
echo "uml-kernel: it boots with processors: $(grep -c ^processor /proc/cpuinfo)"
echo o >/proc/sysrq-trigger
sleep 60
