#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest whose clock counts its instructions (scripts/vm-run -i), with four simulated GPUs, each
# in a process of its own: tests/guest/compare-gpus.sh DRIVER measures how many instructions a reader of
# 1, 2 and 4 streams takes, each on its own GPU. Its lines in $OUT/cost are "PART RATE PERIOD FORMAT BYTES
# REPORTS GPUS KEY VALUE". All four GPUs are always bound.

. "$TOP/tests/guest/lib.sh"

driver=$1

# The ports of the controls, in the order of the GPUs' slots
ports=
for name in oa-gpu oa-gpu.1 oa-gpu.2 oa-gpu.3; do
	for port in /sys/class/virtio-ports/*; do
		[ "$(cat "$port/name")" != $name ] || ports="$ports /dev/${port##*/}"
	done
done

bound() { basename -a /sys/bus/pci/drivers/"$driver"/*:*; [ "$(bound_gpus)" = 4 ]; }
bound_gpus() { find /sys/bus/pci/drivers/"$driver"/ -name '*:*' | wc -l; }

# cost GPUS PART EXPONENT PERIOD REPORTS WAKES: measures one cell
cost()
{
	options= left=$1
	for port in $ports; do
		[ "$left" -gt 0 ] || break
		options="$options --control $port"
		left=$((left - 1))
	done
	[ "$5" = 0 ] || options="$options --reports $5"
	# shellcheck disable=SC2086
	"$IGT/oa-bench" --part instructions --exponent "$3" --poll-period "$4" --bytes 4194304 \
		--wakes "$6" $options >/tmp/cost || return 1
	sed "s/^/$2 $3 $4 256 4194304 $5 $1 /; s/://" /tmp/cost >>"$OUT/cost"
}

rm -f "$OUT/cost"
check "load $driver" insmod "$MODULES/$driver.ko"
check "$driver has bound four GPUs" bound
for gpus in 1 2 4; do
	# So many reads that an interrupt in one of them does not matter
	check "gpus/$gpus, 1 report" cost $gpus batches 4 5 1 200
	check "gpus/$gpus, 60 reports" cost $gpus batches 4 5 60 100
	check "gpus/$gpus, 1000 reports" cost $gpus batches 4 5 1000 20
	check "gpus/$gpus, 5 ms" cost $gpus rates 6 5 0 100
	check "gpus/$gpus, 100 ms" cost $gpus rates 6 100 0 20
done
check "unload $driver" rmmod "$driver"
finish
