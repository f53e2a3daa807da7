#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest: runs streams on several different simulated GPUs at the same time.
# PLATFORM is a comma-separated list.

. "$TOP/tests/guest/lib.sh"

one_gpu()
{
	OA_DEVICE=$1 "$IGT/perf_stream" --run-subtest blocking-read &&
		OA_DEVICE=$1 "$IGT/perf_stream" --run-subtest enable-disable &&
		OA_DEVICE=$1 "$IGT/perf_loss" --run-subtest buffer-lost
}

all_at_once()
{
	pids=
	for pci in $gpus; do
		one_gpu "$pci" >"/tmp/several.$pci" 2>&1 &
		pids="$pids $!"
	done
	failed=0
	for pid in $pids; do
		wait "$pid" || failed=1
	done
	cat /tmp/several.*
	return $failed
}

none_violated()
{
	for pci in $gpus; do
		cat "/sys/kernel/debug/i915_oa_sim/$pci/violations"
		grep -q '^total: *0$' "/sys/kernel/debug/i915_oa_sim/$pci/violations" || return 1
	done
}

load_modules
gpus=$(ls /sys/kernel/debug/i915_oa_sim)
wanted=$(echo "$PLATFORM" | tr ',' ' ' | wc -w)
check "several/the driver has bound $wanted GPUs" \
	[ "$(ls -d /sys/bus/pci/drivers/i915_oa/*:* | wc -l)" = "$wanted" ]
check "several/streams on $PLATFORM at once" all_at_once
check "several/no violation on any" none_violated
unload_modules
finish
