#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a fresh Debian with its own kernel, in which scripts/check/package-test has installed the packages
# and DKMS has built the modules. Checks that the modules load only on demand, that a stream runs, that the
# service starts only on demand, is confined and keeps its file up to date, and that a purge leaves nothing
# behind. $OUT/changes lists the files that the installation made and changed.

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/service.sh"

suite=$(. /etc/os-release; echo "$VERSION_CODENAME")
release=$(uname -r)

quiet_boot() { udevadm trigger --action=add && udevadm settle --timeout=60 && ! grep '^i915_oa' /proc/modules; }
streams() { oa-dump --json --rate 1000 --duration 1s >/tmp/reports && tail -n 1 /tmp/reports && [ "$(grep -c '"type":"report"' /tmp/reports)" -ge 100 ]; }
accounting()
{
	summarize
	[ "$(oa_value reports_delivered)" = "$(grep -c '"type":"report"' /tmp/reports)" ]
}
driver_stays_out() { udevadm settle --timeout=60 && ! grep "^i915_oa " /proc/modules; }
headers() { ls /usr/include/i915-oa/drm/i915_oa.h /usr/include/i915-oa/oa_gpu_control.h /usr/share/pkgconfig/i915-oa.pc; }
man_page() { [ -e "/usr/share/man/man1/$1.1.gz" ]; }
taint() { dmesg | grep 'module verification failed: signature and/or required key missing - tainting kernel'; }

# Check that nothing in the examples is active, and that all names in them exist while the modules are loaded
examples=/usr/share/doc/i915-oa-dkms/examples
commented_out() { ls $examples/modprobe.conf $examples/sysctl.conf && ! grep -v -e '^#' -e '^$' $examples/*.conf; }
has_parameter() { modinfo -F parm "$1" | grep -q "^$2:" || echo "$1 has no parameter $2"; }
has_sysctl() { [ -e "/proc/sys/$(echo "$1" | tr . /)" ] || echo "no sysctl $1"; }
names_exist()
{
	{
		sed -n 's/^#options \([^ ]*\) \([^=]*\)=.*/\1 \2/p' $examples/modprobe.conf |
			while read -r module parameter; do has_parameter "$module" "$parameter"; done
		sed -n 's/^#\([a-z0-9_.]*\) = .*/\1/p' $examples/sysctl.conf | while read -r name; do has_sysctl "$name"; done
	} >/tmp/missing
	cat /tmp/missing
	grep -c '^#options ' $examples/modprobe.conf && grep -c '^#[a-z0-9_.]* = ' $examples/sysctl.conf && ! [ -s /tmp/missing ]
}

# Check that the service is not started by the installation
not_enabled() { ! systemctl is-enabled $service && ! systemctl is-active $service; }
keeps_a_file()
{
	mkdir -p $directory && systemctl start $service || return 1
	for _ in $(seq 60); do
		grep -s '^i915_oa_info{.*} 1$' $prom && return 0
		sleep 1
	done
	systemctl status $service
	return 1
}
purge_tools() { dpkg --purge i915-oa-tools && ! systemctl is-active $service && ! pidof oa-top && [ -z "$(ls $directory)" ]; }
purge() { dpkg --purge i915-oa-dkms && rm -r /var/lib/prometheus; }

# Check that no file of the list is left or changed, and print those that are
no_trace()
{
	cd /
	while read -r sum path; do
		if [ "$sum" != new ]; then
			echo "$sum  $path" | sha256sum --quiet -c || echo "changed: $path"
		elif [ -e "$path" ] || [ -L "$path" ]; then
			echo "left: $path"
		fi
	done <"$OUT/changes" >/tmp/left 2>&1
	cat /tmp/left
	[ -s "$OUT/changes" ] && ! [ -s /tmp/left ]
}

no_status() { dkms status; [ -z "$(dkms status)" ]; }
not_known() { ! grep i915_oa "/lib/modules/$release/modules.dep" && ! modprobe -n "$1"; }
no_directory() { ! ls -d /usr/src/i915-oa* /var/lib/dkms/i915-oa /lib/modules/*/updates/dkms/i915_oa*; }

check "$suite/nothing is loaded by itself, on $release" quiet_boot
check "$suite/modprobe i915_oa_sim" modprobe i915_oa_sim platform="$PLATFORM"
check "$suite/the driver is not loaded for a GPU" driver_stays_out
check "$suite/modprobe i915_oa" modprobe i915_oa
check "$suite/oa-dump streams" streams
check "$suite/the accounting balances" accounting
check "$suite/no rule is broken" no_violations
check "$suite/the kernel says of the signature what the manual says" taint
check "$suite/the examples are commented out" commented_out
check "$suite/what the examples name exists" names_exist
for tool in oa-dump oa-gpu oa-hold oa-report oa-top oa-trace; do
	check "$suite/manual page of $tool" man_page $tool
done
check "$suite/headers for programs" headers
check "$suite/oa-top-prometheus is not enabled" not_enabled
check "$suite/oa-top-prometheus keeps its file" keeps_a_file
check "$suite/oa-top-prometheus is confined" service_is_confined
check "$suite/oa-top-prometheus refreshes its file" service_refreshes_its_file
check "$suite/oa-top-prometheus that does not refresh it is found" stopped_process_is_found
check "$suite/purging the tools stops it" purge_tools
check "$suite/rmmod i915_oa" rmmod i915_oa
check "$suite/rmmod i915_oa_sim" rmmod i915_oa_sim
check "$suite/purge" purge
check "$suite/every file is gone or as it was" no_trace
check "$suite/dkms status is empty" no_status
check "$suite/depmod knows no i915_oa" not_known i915_oa
check "$suite/depmod knows no i915_oa_sim" not_known i915_oa_sim
check "$suite/no directory is left" no_directory
finish
