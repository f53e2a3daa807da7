# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Sourced after lib.sh by scripts in guests with systemd: the service oa-top-prometheus, and checks of it while it runs.

service=oa-top-prometheus
directory=/var/lib/prometheus/node-exporter
prom=$directory/i915_oa.prom

# Print the sum of all series, so that several GPUs make one number
clocks() { sed -n '/^i915_oa_gpu_clocks_total/p' $prom 2>/dev/null | awk '{ sum += $2 } END { printf "%.0f\n", sum }'; }
inode() { stat -c %i $prom 2>/dev/null || echo none; }
# Print the time of the guest's clock, which the service uses too
uptime_seconds() { cut -d . -f 1 /proc/uptime; }
service_state()
{
	pid=$(systemctl show -P MainPID $service)
	echo "$(systemctl is-active $service), process $pid $(sed -n 's/^State:[[:space:]]*//p' "/proc/$pid/status" 2>/dev/null), $(systemctl show -P NRestarts $service) restarts"
}

# refreshed SECONDS: checks that within that time the service replaces its file by another, with more clocks, and prints
# what was expected and seen. The wait ends early if the service has ended.
refreshed()
{
	old=$(inode) before=$(clocks) end=$(($(uptime_seconds) + $1))
	while :; do
		now=$(uptime_seconds) new=$(inode) after=$(clocks)
		if [ "$new" != "$old" ] && [ "$new" != none ] && [ "$after" -gt "$before" ]; then
			echo "inode $old with $before clocks, then inode $new with $after"
			return 0
		fi
		if [ "$now" -ge "$end" ] || ! systemctl is-active --quiet $service; then
			break
		fi
		sleep 1
	done
	echo "expected within $1 s: another file than inode $old, with more than $before clocks"
	echo "seen after $((now - end + $1)) s: inode $new, $after clocks; $service is $(service_state)"
	return 1
}

# service_refreshes_its_file [SECONDS]: checks three refreshes, each within that time. The default is eight intervals of
# 15 s, because an emulated guest on a busy host is slow. The first file has no clock.
service_refreshes_its_file()
{
	for _ in 1 2 3; do
		refreshed "${1:-120}" || return 1
	done
	[ "$(systemctl show -P NRestarts $service)" = 0 ] || { echo "expected no restart; $service is $(service_state)"; return 1; }
}

# stopped_process_is_found [SECONDS]: checks that the check above fails within that time while the service's process is
# stopped, because its file does not change. The default is more than two intervals of 15 s.
stopped_process_is_found()
{
	kill -STOP "$(systemctl show -P MainPID $service)"
	found=$(service_refreshes_its_file "${1:-35}") && found="$found: passed"
	kill -CONT "$(systemctl show -P MainPID $service)"
	echo "$found"
	echo "$found" | grep "^seen after [0-9]* s: .* is active, process [0-9]* T (stopped)" && refreshed 120
}

# Check the confinement, as the kernel reports it of the process and systemd of the unit. Capabilities 1, 21 and 38 are
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
