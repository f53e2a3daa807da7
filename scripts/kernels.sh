# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Sourced by scripts that need the range of kernels (the file KERNELS).

first_kernel() { sed -n 's/^first //p' "$TOP/KERNELS"; }
last_kernel() { sed -n 's/^last //p' "$TOP/KERNELS"; }

# kernel_in_range SERIES: such as 6.12
kernel_in_range()
{
	local sorted
	sorted=$(printf '%s\n' "$(first_kernel)" "$1" "$(last_kernel)" | sort -V)
	[ "$sorted" = "$(printf '%s\n' "$(first_kernel)" "$1" "$(last_kernel)")" ]
}

# require_kernel SERIES
require_kernel()
{
	kernel_in_range "$1" || die "the project is for kernels $(first_kernel) to $(last_kernel), not $1"
}
