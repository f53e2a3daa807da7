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

# The series of the range that Debian has: that of 12, of 13 and of its backports
debian_series() { printf '%s\n' 6.1 6.12 "$(last_kernel)"; }

# unit_test_objects MODULES: what compiles the unit tests for a kernel without KUnit, as arguments of
# make: its headers have all that they need, but nothing would resolve their symbols
unit_test_objects()
{
	printf '%s\n' CONFIG_KUNIT=m KCFLAGS=-DCONFIG_KUNIT_MODULE=1
	(cd "$1" && printf '%s\n' tests/kunit/*.c tests/kunit-filter/*.c | sed 's/\.c$/.o/')
}
