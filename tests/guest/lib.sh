# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Sourced by the scripts that run inside a guest, whose environment scripts/uml-run
# describes. POSIX sh: one of the guests has only busybox.

failures=0
ok() { echo "ok $1"; }
not_ok() { echo "not ok $1"; failures=$((failures + 1)); }

# check NAME COMMAND...
check()
{
	name=$1
	shift
	if "$@" >/tmp/check.log 2>&1; then
		ok "$name"
	else
		not_ok "$name"
		sed 's/^/    # /' /tmp/check.log
	fi
}

# SIM_OPTIONS: further parameters of the simulator
load_modules()
{
	# shellcheck disable=SC2086
	check "load i915_oa_sim" insmod "$MODULES/i915_oa_sim.ko" platform="${PLATFORM:-hsw}" ${SIM_OPTIONS:-}
	check "load i915_oa" insmod "$MODULES/i915_oa.ko"
	[ -n "$(oa_status)" ] || { not_ok "the driver has bound a GPU"; finish; }
}

unload_modules()
{
	check "unload i915_oa" rmmod i915_oa
	check "unload i915_oa_sim" rmmod i915_oa_sim
}

sim_file() { ls /sys/kernel/debug/i915_oa_sim/*/"$1" 2>/dev/null | head -n 1; }
oa_status() { ls /sys/kernel/debug/dri/*/oa_status 2>/dev/null | head -n 1; }

# The value of "KEY: VALUE" in the driver's status; 0 if there is none
oa_value() { awk -v key="$1:" '$1 == key { sum += $2 } END { print sum + 0 }' "$(oa_status)"; }

violations() { awk '$1 == "total:" { print $2; exit }' "$(sim_file violations)"; }

no_violations()
{
	cat "$(sim_file violations)"
	[ "$(violations)" = 0 ]
}

# The status of the driver and the simulated GPU, as "KEY: VALUE"
summarize()
{
	cat "$(oa_status)"
	echo "produced: $(cat "$(sim_file produced)")"
	echo "violations: $(violations)"
	sed '1d; s/^/violation_/' "$(sim_file violations)"
}

finish()
{
	[ "$failures" = 0 ]
	exit
}
