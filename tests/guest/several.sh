#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest: runs streams on several different simulated GPUs at the same time.
# PLATFORM is a comma-separated list. Then it probes the same GPUs with probe_only=1, which must
# report their properties and write nothing. Last, the driver binds each GPU while an event that
# firmware enabled is pending: no interrupt may come of it before a stream is open.

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

debugfs=/sys/kernel/debug
reported=/tmp/oa-report.txt

# reported GPU KEY: prints the value of "KEY: VALUE" in the GPU's report
reported() { sed -n "s/^$2: //p" "$debugfs/i915_oa/$1/report"; }

# expects GPU KEY VALUE: checks that the GPU's report has this value
expects()
{
	[ "$(reported "$1" "$2")" = "$3" ] && return
	echo "$1: $2 is '$(reported "$1" "$2")', not '$3'"
	return 1
}

# Check the report of one GPU. Its power domains must sleep, because nothing keeps them awake.
one_report()
{
	case $2 in
	hsw) platform=Haswell id=8086:0412 mib=2048 range='0x7c000000 to 0x7fffffff' ;;
	bdw) platform=Broadwell id=8086:1616 mib=4096 range='0xfc000000 to 0xffffffff' ;;
	skl) platform=Skylake id=8086:1912 mib=4096 range='0xfc000000 to 0xffffffff' ;;
	icl) platform=Icelake id=8086:8a52 mib=4096 range='0xfc000000 to 0xffffffff' ;;
	*) echo "no expectation for $2"; return 1 ;;
	esac
	expects "$1" platform "$platform" && expects "$1" id "$id" &&
		expects "$1" simulated 1 && expects "$1" ggtt_mib "$mib" &&
		expects "$1" top_entries 16384 && expects "$1" top_distinct 1 &&
		expects "$1" ack_render 0x00000000 && expects "$1" rc_control asleep &&
		expects "$1" topology asleep && expects "$1" planes_on 1 &&
		expects "$1" would_take_ggtt "$range" && expects "$1" would_reject '' &&
		expects "$1" would_bind 1
}

# Check all reports. The PCI functions are in the order of the platforms.
all_reports()
{
	set -- $gpus
	for platform_key in $(echo "$PLATFORM" | tr ',' ' '); do
		one_report "$1" "$platform_key" || return 1
		shift
	done
}

writes() { cat "$debugfs"/i915_oa_sim/*/writes; }

nothing_written()
{
	after=$(writes)
	[ "$after" = "$before" ] && return
	printf 'before:\n%s\nafter:\n%s\n' "$before" "$after"
	return 1
}

no_device() { ! ls /sys/class/drm/card* /sys/class/drm/renderD* 2>/dev/null; }

# The version of both modules is that of dkms.conf
version() { sed -n 's/^PACKAGE_VERSION="\(.*\)"$/\1/p' "$TOP/dkms.conf"; }
versions()
{
	cat /sys/module/i915_oa/version /sys/module/i915_oa_sim/version || return 1
	[ "$(cat /sys/module/i915_oa/version)" = "$(version)" ] && [ "$(cat /sys/module/i915_oa_sim/version)" = "$(version)" ]
}

one_file()
{
	"$TOP/tools/oa-report/oa-report" $reported || return 1
	[ "$(grep -c '^would_bind: 1$' $reported)" = "$wanted" ] &&
		grep -q "^$(uname -s) $(uname -r) " $reported && grep -q '^probe_only: Y$' $reported &&
		grep -q "^version: $(version)$" $reported &&
		[ "$(grep -c ' id 0x8086:.* driver i915_oa$' $reported)" = "$wanted" ] &&
		grep -q 'i915_oa .*probe_only, see' $reported &&
		! grep -q -w -e "$(uname -n)" -e /proc/cmdline $reported
}

nothing_to_report()
{
	! "$TOP/tools/oa-report/oa-report" $reported || return 1
	grep -q 'i915_oa is not loaded' $reported
}

interrupts() { cat "$debugfs"/i915_oa_sim/*/interrupts; }

# Earlier streams may have had interrupts, so note the kernel's count
firmware_events()
{
	interrupts_before=$(interrupts)
	for pci in $gpus; do
		echo 0 >"$debugfs/i915_oa_sim/$pci/raise_block" || return 1
	done
}

# Wait long enough for many interrupts of a line that stays up
no_interrupt()
{
	sleep 1
	grep i915_oa /proc/interrupts || return 1
	interrupts_after=$(interrupts)
	[ "$interrupts_after" = "$interrupts_before" ] && return
	printf 'before:\n%s\nafter:\n%s\n' "$interrupts_before" "$interrupts_after"
	return 1
}

load_modules
gpus=$(ls /sys/kernel/debug/i915_oa_sim)
wanted=$(echo "$PLATFORM" | tr ',' ' ' | wc -w)
check "several/the driver has bound $wanted GPUs" \
	[ "$(ls -d /sys/bus/pci/drivers/i915_oa/*:* | wc -l)" = "$wanted" ]
check "several/the modules have the version of the package" versions
check "several/streams on $PLATFORM at once" all_at_once
check "several/no violation on any" none_violated
check "unload i915_oa" rmmod i915_oa
check "probe-only/without the module there is no report" nothing_to_report
before=$(writes)
check "probe-only/load i915_oa probe_only=1" insmod "$MODULES/i915_oa.ko" probe_only=1
check "probe-only/reports of $PLATFORM" all_reports
check "probe-only/one file with all of them" one_file
check "probe-only/no device for streams" no_device
check "unload i915_oa probe_only=1" rmmod i915_oa
check "probe-only/nothing was written" nothing_written
check "firmware's events/raise" firmware_events
check "firmware's events/load i915_oa" insmod "$MODULES/i915_oa.ko"
check "firmware's events/no interrupt before a stream" no_interrupt
check "firmware's events/unload i915_oa" rmmod i915_oa
check "several/no violation on any" none_violated
check "unload i915_oa_sim" rmmod i915_oa_sim
finish
