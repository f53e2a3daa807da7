#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest whose clock counts its instructions (scripts/vm-run -i), and whose PCI function
# 0000:00:02.0 is a simulated GPU in a process of its own: tests/guest/compare-instructions.sh DRIVER
# measures how many instructions readers of a stream take under DRIVER, i915 or i915_oa. Its lines in
# $OUT/cost, in the order of the streams, are "PART RATE PERIOD FORMAT BYTES REPORTS KEY VALUE";
# of the calls of a stream, "calls PAUSE RING KEY VALUE".
# In the environment: PARTS.

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/pci-gpu.sh"

driver=$1

# cost PART EXPONENT PERIOD FORMAT BYTES REPORTS WAKES: measures one stream
cost()
{
	part=$1 options=
	[ "$4" != 64 ] || options="$options --small"
	[ "$6" = 0 ] || options="$options --reports $6"
	# shellcheck disable=SC2086
	"$IGT/oa-bench" --part instructions --control "$sim_port" --exponent "$2" --poll-period "$3" \
		--bytes "$5" --wakes "$7" $options >/tmp/cost || return 1
	sed "s/^/$1 $2 $3 $4 $5 $6 /; s/://" /tmp/cost >>"$OUT/cost"
}

# Measure one read() of all reports at each wake-up, with different numbers of reports
batches()
{
	for format in 256 64; do
		for reports in 1 4 18 60 200 400 1000 4000 13000; do
			check "batches/$format bytes, $reports reports" cost batches 4 5 $format 4194304 $reports 20
		done
	done
}

# each_rate PART WAKES BYTES...: measures streams of each rate
each_rate()
{
	each_part=$1 wakes=$2
	shift 2
	for format in 256 64; do
		for exponent in 9 6 4; do
			for period in 5 100; do
				for bytes; do
					check "$each_part/$format bytes, exponent $exponent, $period ms, read $bytes" \
						cost "$each_part" $exponent $period $format "$bytes" 0 "$wakes"
				done
			done
		done
	done
}

# each_ring PAUSE: measures the calls of a stream, with PAUSE ms from close to open, for each size of the OA
# buffer; i915 has only the largest
each_ring()
{
	for ring in 131072 16777216; do
		[ "$ring" = 16777216 ] || [ "$driver" != i915 ] || continue
		check "calls/pause of $1 ms, buffer of $ring bytes" calls "$1" "$ring"
	done
}

# calls PAUSE RING: measures the calls of a stream
calls()
{
	option=
	[ "$driver" = i915 ] || option="--ring $2"
	# shellcheck disable=SC2086
	"$IGT/oa-bench" --part calls --control "$sim_port" --exponent 9 --pace "$1" $option >/tmp/cost || return 1
	sed "s/^/calls $1 $2 /; s/://" /tmp/cost >>"$OUT/cost"
}

rm -f "$OUT/cost"
check "load $driver" load_one "$driver"
check "$driver has bound the GPU" bound_to "$driver"
[ -n "$sim_port" ] || not_ok "there is no control of the GPU"
for part in $PARTS; do
	case $part in
	batches) batches ;;
	rates) each_rate rates 10 1024 4096 1048576 4194304 ;;
	cadence) check "cadence/each 2 ms" cost cadence 9 2 256 4194304 0 200 ;;
	calls)
		each_ring 1
		each_ring 3000
		;;
	*) not_ok "unknown part $part" ;;
	esac
done
check "unload $driver" rmmod "$driver"
finish
