#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest whose PCI function 0000:00:02.0 is a simulated GPU with a display's class, and whose $ROOT is a
# root with Debian 13's Mesa: tests/guest/demo-i915.sh TIMES EVENT... lets tests/mesa draw on the stock kernel's
# i915 three times: while oa-top measures, while perf stat counts, and while perf stat counts on the stream that
# oa-dump records. The GPU is idle while nothing is drawn, so a window that begins before a run and ends after it
# has all of its work. The files of each part in $OUT: gles.N, the program's output; gpu.N, the GPU's counts of
# that time.

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/pci-gpu.sh"
. "$TOP/tests/guest/recorder.sh"
. "$TOP/tests/guest/mesa-root.sh"

times=$1
shift
hold=$TOP/build/tools/oa-hold
dump=$TOP/build/tools/oa-dump
tree=0a5e1f7e-5700-4d1c-9a60-747265652065
events=$(for event; do printf '%s' ",i915_oa/$event/"; done)
work="draws dispatches work_vertices work_primitives work_threads"

counts() { for count in $work; do echo "$count $(sim_get "$count")"; done; }

# drawn PART COMMAND...: runs COMMAND, which lets the program draw, and writes the GPU's counts of that time
drawn()
{
	part=$1
	shift
	counts >/tmp/before
	"$@" || return 1
	counts >/tmp/after
	awk 'NR == FNR { before[$1] = $2; next } { print $1, $2 - before[$1] }' /tmp/before /tmp/after >"$OUT/gpu.$part"
}

# Write /tmp/draw FILE, which oa-hold and perf run: the program, with its output in FILE
make_program()
{
	cat >/tmp/draw <<-EOT
		#!/bin/sh
		exec $in_root /tmp/gles-counts --repeat $times >"\$1" 2>&1
	EOT
	chmod +x /tmp/draw
}

# The number of intervals that oa-top has printed
intervals() { grep -c '"interval_ns"' /tmp/top.json; }
more_intervals() { [ "$(intervals)" -gt "$1" ]; }

looks_on()
{
	! grep i915_oa /proc/modules || return 1
	"$TOP/build/tools/oa-top-static" --json --interval 500ms >/tmp/top.json 2>/tmp/top.err &
	pid=$!
	wait_until more_intervals 1 && drawn 1 /tmp/draw "$OUT/gles.1" && wait_until more_intervals $(($(intervals) + 1))
	status=$?
	kill -INT $pid
	wait $pid || status=1
	cat /tmp/top.err
	cp /tmp/top.json "$OUT/top.json"
	return $status
}

# whole CONDITION COMMAND...: runs a measurement. If the host stops the guest for long, a part of its time is not counted, and
# CONDITION fails. So it is tried five times.
whole()
{
	condition=$1
	shift
	for try in 1 2 3 4 5; do
		"$@" || return 1
		! $condition || return 0
		echo "try $try: not $condition"
	done
	return 1
}

counts_all() { ! grep -q -e '"count":null' -e '"silent":true' /tmp/top.json; }
# The limit is that of scripts/demo/agree
always_counts()
{
	cat /tmp/stat
	awk -F, '/i915_oa\// { events++; late += $5 < 99.5 } END { exit !events || late }' /tmp/stat
}

# counted PART [OPTION...]: counts with perf stat under oa-hold while the program draws
counted()
{
	part=$1
	shift
	# shellcheck disable=SC2086
	drawn "$part" $hold "$@" -- $tool/perf stat -a -x, -o "/tmp/stat" -e "${events#,}" /tmp/draw "$OUT/gles.$part"
	status=$?
	cp /tmp/stat "$OUT/stat.$part"
	return $status
}

records() { [ "$(stat -c %s /tmp/records 2>/dev/null || echo 0)" -ge 65536 ]; }

recorded()
{
	rm -f /tmp/records
	"$dump" --metrics tree --rate 1000 --quiet --raw /tmp/records 2>/tmp/dump.err &
	pid=$!
	wait_until records && counted 3 --pid $pid --metrics $tree && sleep 1
	status=$?
	kill -INT $pid
	wait $pid || status=1
	cat /tmp/dump.err
	cp /tmp/records "$OUT/records"
	return $status
}

loads()
{
	insmod "$MODULES/i915_oa.ko" || return 1
	bound_to i915 && ! ls /sys/bus/pci/drivers/i915_oa | grep '^0000:'
}

cp "$TOP/build/mesa/bin/gles-counts" /tmp
make_program
check "load i915" load_i915
check "i915 has bound the GPU" bound_to i915
check "the GPU's counters follow the work" follow
# Let each invocation take enough of the EUs' time to be measured
check "an invocation takes an EU's time" sim_set work_eu_clocks 64
check "enter the root with Mesa" enter
check "oa-top looks on, with no module" whole counts_all looks_on
check "this driver beside i915 binds nothing" loads
check "perf stat counts by oa-hold" whole always_counts counted 2
check "perf stat counts on the stream that oa-dump records" whole always_counts recorded
check "this driver can be unloaded" rmmod i915_oa
check "i915 can be unloaded" rmmod i915
check "i915 complains of nothing" eval '! complaints | grep -v "module verification failed"'
finish
