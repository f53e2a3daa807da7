#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest whose PCI function 0000:00:02.0 is a simulated GPU with a display's class
# (scripts/vm-run -d): tests/guest/i915-device.sh SECONDS lets the stock kernel's own i915 bind it,
# and records with i915's perf, Debian's recorder and its reader. scripts/check/i915-test compares
# the recording with the GPU's counts.

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/pci-gpu.sh"
. "$TOP/tests/guest/recorder.sh"

seconds=$1
# A metric set that the recorder knows for each platform
metric=RenderBasic

render_node() { ls $device/drm/ | grep renderD; }
engines() { ls $device/drm/card*/engine; [ "$(ls $device/drm/card*/engine | wc -l)" -ge 4 ]; }

# The recording is under way, and its seconds begin, with the first reports
begun() { has_reports; }

decode() { $tool/i915-perf-reader -c all -r /tmp/recording >"$OUT/reader" && cp /tmp/recording "$OUT"; }

reports()
{
	echo "reports: $(grep -c '^ report[0-9]' "$OUT/reader")" | tee "$OUT/summary"
	# The reader shows differences of two reports, so the number of reports is taken from the recording
	echo "recorded: $(sed -n 's/^Reports: //p' "$OUT/reader")" | tee -a "$OUT/summary"
	[ "$(grep -c '^ report[0-9]' "$OUT/reader")" -ge 100 ]
}

# An idle GPU sleeps in D3hot, if user space lets it, as Debian's udev does
power=/sys/bus/pci/devices/0000:00:02.0/power
asleep() { grep suspended $power/runtime_status; }
sleeps()
{
	echo 50 >$power/autosuspend_delay_ms
	echo auto >$power/control
	wait_until asleep
	status=$?
	echo on >$power/control
	return $status
}

check "load i915" load_i915
check "i915 has bound the GPU" bound_to i915
check "there is a render node" render_node
check "the engines are listed" engines
check "i915 complains of nothing" eval '! complaints'
case $PLATFORM in
# i915 can't suspend these with a display that is fused off (Documentation/upstream.rst)
hsw* | bdw*) ;;
*) check "the GPU sleeps" sleeps ;;
esac
check "i915's recorder records for $seconds s" record
check "i915's reader decodes it" decode
check "there are reports" reports
check "unload i915" rmmod i915
check "i915 complains of nothing to the end" eval '! complaints'
finish
