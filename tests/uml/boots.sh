#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The init of scripts/uml-kernel's first boot: the kernel boots if it gets here.

echo 'uml-kernel: it boots'
mount -t proc proc /proc
echo o >/proc/sysrq-trigger
sleep 60
