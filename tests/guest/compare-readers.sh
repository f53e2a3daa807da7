#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest whose PCI function 0000:00:02.0 is a simulated GPU in a process of its own:
# tests/guest/compare-readers.sh PART DRIVER... counts what readers get under each DRIVER, i915 or i915_oa, and in
# how many calls. Its lines in $OUT/DRIVER/cost are "READER RATE KEY VALUE". PART is
#
#   paced     readers with a pace of their own, in a guest whose clock counts its instructions (scripts/vm-run -i)
#   recorder  Debian's recorder at its highest rates, in a guest that runs freely
#
# In the environment: SECONDS_EACH, for each reader (2).

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/pci-gpu.sh"
. "$TOP/tests/guest/recorder.sh"

part=$1 metric=RenderBasic seconds=${SECONDS_EACH:-2}
shift

# reader READER RATE OPTION...: lets a reader of oa-bench read
reader()
{
	reader=$1 rate=$2
	shift 2
	"$IGT/oa-bench" --part "$reader" --control "$sim_port" --seconds "$seconds" "$@" >/tmp/cost || return 1
	sed "s/^/$reader $rate /; s/://" /tmp/cost >>"$OUT/$driver/cost"
}

# paced_at EXPONENT POLL_PERIOD PACE: PACE in milliseconds, of samples and drains, is no multiple of POLL_PERIOD
paced_at()
{
	rate=exponent-$1
	check "$driver/samples/exponent $1" reader samples "$rate" --exponent "$1" --poll-period "$2" --pace "$3"
	check "$driver/edges/exponent $1" reader edges "$rate" --exponent "$1" --poll-period "$2"
	check "$driver/drains/exponent $1" \
		reader drains "$rate" --exponent "$1" --poll-period "$2" --pace "$3" --bytes 65536
}

# On Broadwell 323 reports in the reader's period, and 1001
paced()
{
	paced_at 10 20 53
	paced_at 8 5 41
}

# Debian's recorder has its stream
# shellcheck disable=SC2010 # the names are numbers
begun() { ls -l "/proc/$(cat /tmp/recorder.pid)/fd" | grep -q i915_perf; }

# Print the recorder's calls of read() and its processor time in nanoseconds
recorder_usage()
{
	echo "$(sed -n 's/^syscr: //p' "/proc/$(cat /tmp/recorder.pid)/io")" \
		"$(cut -d ' ' -f 1 "/proc/$(cat /tmp/recorder.pid)/schedstat")"
}

recording()
{
	recorder_usage >/tmp/usage
	sleep "$seconds"
	recorder_usage >>/tmp/usage
}

# record_each PERIOD: the calls and the processor time of i915-perf-recorder in the $seconds after its stream began
record_each()
{
	period=$1
	rm -f /tmp/recording /tmp/recorder.pid /tmp/usage
	record && has_reports && [ "$(wc -l </tmp/usage)" = 2 ] || return 1
	awk -v reader="recorder $period" '{
		if (NR == 2) {
			print reader, "reads", $1 - reads
			print reader, "cpu_us", int(($2 - ns) / 1000)
		}
		reads = $1
		ns = $2
	}' /tmp/usage >>"$OUT/$driver/cost"
}

recorder()
{
	for period in 0.000025 0.00001; do
		check "$driver/recorder/each $period s" record_each $period
	done
}

[ -n "$sim_port" ] || not_ok "there is no control of the GPU"
for driver; do
	mkdir -p "$OUT/$driver"
	rm -f "$OUT/$driver/cost"
	check "load $driver" load_one "$driver"
	check "$driver has bound the GPU" bound_to "$driver"
	case $part in
	paced | recorder) $part ;;
	*) not_ok "unknown part $part" ;;
	esac
	check "unload $driver" rmmod "$driver"
done
finish
