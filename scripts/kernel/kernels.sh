# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Sourced by scripts that need the range of kernels that this project is for, or build a kernel, after lib.sh.

# The first series and the last. scripts/check/kernels compares what names them: dkms.conf, the compat headers, README.md and
# the manual.
first_kernel=6.1
last_kernel=7.3

# kernel_in_range SERIES: checks whether a series, such as 6.12, is in the range
kernel_in_range()
{
	local sorted
	sorted=$(printf '%s\n' "$first_kernel" "$1" "$last_kernel" | sort -V)
	[ "$sorted" = "$(printf '%s\n' "$first_kernel" "$1" "$last_kernel")" ]
}

# require_kernel SERIES: fails unless the series is in the range
require_kernel()
{
	kernel_in_range "$1" || die "the project is for kernels $first_kernel to $last_kernel, not $1"
}

# Print the series of the range that Debian has: those of Debian 12, of 13 and of its backports
debian_series() { printf '%s\n' 6.1 6.12 "$last_kernel"; }

# guest_kernel NAME: prints the full name of a stock kernel for a guest, such as 6.12 or 6.1-rt; "rt" is the kernel with
# PREEMPT_RT of the distribution's own series
guest_kernel()
{
	case $1 in
	rt) echo "$(source_series)-rt" ;;
	*) echo "$1" ;;
	esac
}

# unit_test_objects MODULES: prints arguments of make that compile the unit tests for a kernel without KUnit. Its
# headers suffice for that, but it lacks the symbols for a link.
unit_test_objects()
{
	printf '%s\n' CONFIG_KUNIT=m KCFLAGS=-DCONFIG_KUNIT_MODULE=1
	(cd "$1" && printf '%s\n' tests/kunit/*.c tests/kunit-filter/*.c | sed 's/\.c$/.o/')
}

# check_config DIR FRAGMENT...: reports each symbol of the fragments that Kconfig dropped silently in DIR, because the
# kernel does not know or does not allow it. Symbols marked "If there" do not exist in every kernel.
check_config()
{
	local dir=$1 line
	shift
	awk '/^# If there/ { getline; next } /^CONFIG_.*=[ym]$/' "$@" | while read -r line; do
		grep -qx "$line" "$dir/.config" || echo "note: this kernel does not take $line" >&2
	done
}

# kernel_key SOURCE FRAGMENT...: prints a hash of all inputs of a kernel build: the source package, the patches, the
# configuration and the compiler
kernel_key()
{
	local src=$1
	shift
	(make -s --no-print-directory -C "$src" kernelversion; gcc -dumpfullversion
		cat "$src/.unpacked"
		cat "$src/.package" 2>/dev/null || true
		cat "$@") | sha256sum
}

# build_kernel SOURCE DIR ARCH TARGETS FRAGMENT...: builds a kernel source in DIR, configured by
# allnoconfig and the fragments, unless DIR has been built from the same inputs. Modules for the
# previous kernel may not match the new one, so they are removed. With IDLE=1 in the environment it compiles only while a
# processor is idle.
build_kernel()
{
	local src=$1 dir=$2 arch=$3 targets=$4 key make
	shift 4
	key=$(kernel_key "$src" "$@")
	[ "$(cat "$dir/.key" 2>/dev/null)" != "$key" ] || return 0
	echo "building the kernel ${dir##*/}, which takes some minutes" >&2
	rm -rf "$dir/.key" "$BUILD/modules/${dir##*/}"
	cat "$@" >"$dir/fragment"
	make=(make -s "ARCH=$arch" -C "$src" "O=$dir")
	[ -z "${IDLE:-}" ] || make=(chrt -i 0 "${make[@]}")
	# As in the Makefile: ccache takes the lists of headers that Kbuild makes
	if command -v ccache >/dev/null; then make+=(CC='ccache gcc' CCACHE_DEPEND=1); fi
	run_logged "$dir/config.log" "configuring ${dir##*/}" \
		"${make[@]}" KCONFIG_ALLCONFIG="$dir/fragment" allnoconfig
	check_config "$dir" "$@"
	# shellcheck disable=SC2086
	run_logged "$dir/build.log" "building ${dir##*/}" "${make[@]}" -j"$JOBS" $targets
	echo "$key" >"$dir/.key"
	rm -f "$dir/.booted"
	touch "$dir/READY"
}
