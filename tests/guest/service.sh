# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Sourced after lib.sh by scripts in guests with systemd: the service oa-top-prometheus, and what must hold while it runs.

service=oa-top-prometheus
directory=/var/lib/prometheus/node-exporter
prom=$directory/i915_oa.prom

# Of all series, so that several GPUs make one number
clocks() { awk '/^i915_oa_gpu_clocks_total/ { sum += $2 } END { print sum + 0 }' $prom; }

# What a Prometheus sees comes from the newest interval of 15 seconds: another file, with more clocks. An emulated guest
# on a busy host may take minutes for it.
has_clocks() { [ "$(clocks)" != 0 ]; }
is_newer() { [ "$(stat -c %i $prom)" != "$file" ] && awk "BEGIN { exit !($(clocks) > $before) }"; }
wait_long() { wait_until "$@" || wait_until "$@" || wait_until "$@"; }
service_refreshes_its_file()
{
	wait_long has_clocks || return 1
	for _ in 1 2; do
		before=$(clocks) file=$(stat -c %i $prom)
		wait_long is_newer || return 1
		echo "$before clocks, then $(clocks)"
	done
	[ "$(systemctl show -P NRestarts $service)" = 0 ]
}

# By what the kernel says of the running process, and systemd of the unit. Capabilities 1, 21 and 38 are
# CAP_DAC_OVERRIDE, CAP_SYS_ADMIN and CAP_PERFMON. The threshold is ten times the exposure level that systemd prints.
service_is_confined()
{
	pid=$(systemctl show -P MainPID $service)
	root=/proc/$pid/root
	grep -E '^(CapEff|CapBnd|NoNewPrivs|Seccomp):' "/proc/$pid/status" | tr -d '\t' >/tmp/confined
	cat /tmp/confined
	printf '%s\n' CapEff:0000004000200002 CapBnd:0000004000200002 NoNewPrivs:1 Seccomp:2 | cmp - /tmp/confined &&
		[ "$(readlink "/proc/$pid/ns/net")" != "$(readlink /proc/self/ns/net)" ] &&
		! touch "$root/usr/x" && ! touch "$root/etc/x" && touch "$root$directory/x" && rm "$directory/x" &&
		systemd-analyze security --no-pager --threshold=29 $service
}
