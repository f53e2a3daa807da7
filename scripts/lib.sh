# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Sourced by the other scripts: paths, messages, and functions that several scripts use.

set -euo pipefail

TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
BUILD=$TOP/build
OUT=$TOP/out
JOBS=$(nproc)
export TOP BUILD OUT JOBS

say() { printf '== %s\n' "$*"; }
# die MESSAGE...: ends the script with a message that names it with its folder, as in "kernel/uml"
die() { printf '%s: FAILED: %s\n' "${0#"${0%/*/*}/"}" "$*" >&2; exit 1; }

[[ $TOP != *[[:space:]]* ]] || die "Kbuild can't build in a path with a space: $TOP"

# run_logged LOG DESCRIPTION COMMAND...: runs COMMAND with its output in LOG. If it fails, prints the log's end and ends the
# script.
run_logged()
{
	local log=$1 what=$2
	shift 2
	mkdir -p "$(dirname "$log")"
	if ! "$@" >"$log" 2>&1; then
		tail -n 30 "$log" >&2
		die "$what (whole log: $log)"
	fi
}

# apt_get WORD...: runs apt-get, up to five times: a mirror may be out of reach or in the middle of an update, and another
# apt, such as that of the daily upgrades, may have a lock
apt_get()
{
	local tries
	for tries in 4 3 2 1 0; do
		apt-get -q -o DPkg::Lock::Timeout=300 "$@" && return
		[ $tries = 0 ] || sleep 10
	done
	return 1
}

# count NAME FILE: prints the number in the last line "NAME: number"
count() { sed -n "s/^$1: //p" "$2" | tail -n 1; }

# quoted WORD...: prints the words for any POSIX shell; bash's own %q writes a newline in a way that dash does not know
quoted()
{
	local word quote="'\\''"
	for word; do
		printf "'%s' " "${word//"'"/"$quote"}"
	done
}

# verdict NAME COMMAND...: prints a line with the result of COMMAND, and the end of its output; sets $status to 1 if
# COMMAND fails
verdict()
{
	local name=$1 said
	shift
	if said=$("$@" 2>&1); then
		echo "ok $name"
	else
		echo "not ok $name"
		# shellcheck disable=SC2034
		status=1
	fi
	[ -z "$said" ] || tail -n 20 <<<"$said" | sed 's/^ *#* */    # /'
}

# silent COMMAND...: checks that COMMAND succeeds and prints nothing; for a verdict
silent()
{
	local said
	said=$("$@" 2>&1) || said+=${said:+$'\n'}"$1 ended with a failure"
	[ -z "$said" ] || { echo "$said"; return 1; }
}

# that TEXT CONDITION...: prints TEXT and checks CONDITION, an expression of test; for a verdict
that()
{
	echo "$1"
	shift
	[ "$@" ]
}

# broken_by_i915 DIR: the number of rules in DIR/device.log that i915 of 6.1 itself may break, as vm-run left it there.
# When i915 stops its control of the frequency, it reads Gen11's DW 0 with the master on, which locks it
# if an interrupt is pending. It did so 51 times in a guest where i915_oa was never loaded, by the trace, each time with
# none pending. On Haswell, a reset of the whole GPU restores the clock gating, and i915 does not turn it off again before it
# writes OACONTROL for a stream's owner.
broken_by_i915()
{
	awk '$1 == "irq_master_on:" && $4 == "0x190018" { n += $2 }
		$1 == "clock_gating:" && $4 == "0x02360" { n += $2 }
		END { print n + 0 }' "$1/device.log"
}

# The time limit of a guest of the checks, in seconds by the host's clock. It ends a guest that hangs; one that does not hang takes
# minutes, and on a slow or busy host many times as long.
# shellcheck disable=SC2034
guest_limit=3600

# Print the release of the stock kernel that is booted in QEMU. It is the release of the newest
# headers, because the modules are built against these.
stock_release()
{
	local dir
	dir=$(printf '%s\n' /lib/modules/*-amd64/build | grep -v -e -cloud- -e -rt- | sort -V | tail -n 1)
	[ -e "$dir/Makefile" ] || die "no linux-headers-*-amd64 installed; run scripts/setup"
	basename "$(dirname "$dir")"
}

# Print the series of the distribution's linux-source package: 6.1 on Debian 12, 6.12 on 13
source_series()
{
	stock_release | sed -E 's/^([0-9]+\.[0-9]+).*/\1/'
}

# fetch_deb DIR PACKAGE...: downloads packages with apt and unpacks them in DIR, without installing them.
# Needs neither apt's lock nor root.
fetch_deb()
{
	local dir=$1 debs deb
	shift
	debs=$(mktemp -d "$BUILD/debs.XXXXXX")
	(cd "$debs" && apt_get -o APT::Sandbox::User=root download "$@" >log 2>&1) || {
		cat "$debs/log" >&2
		die "apt-get download $* (are the package lists fresh? apt-get update)"
	}
	mkdir -p "$dir"
	for deb in "$debs"/*.deb; do
		# Unpack as dpkg-deb -x does, but keep a link to a directory
		dpkg-deb --fsys-tarfile "$deb" | tar -xpf - -C "$dir" --keep-directory-symlink
	done
	rm -rf "$debs"
}

# with_dependencies PACKAGE...: prints these packages and all their dependencies, as if none were installed, as NAME=VERSION
with_dependencies()
{
	mkdir -p "$BUILD/guest"
	: >"$BUILD/guest/no-packages"
	apt-get -s -o Dir::State::status="$BUILD/guest/no-packages" -o APT::Install-Recommends=0 install "$@" |
		awk '/^Inst/ && $2 !~ /^(debconf|fonts-|fontconfig-)/ { print $2 "=" substr($3, 2) }'
}

# merged_directories ROOT: makes the links that Debian's packages expect, and that on Debian 12 none of them makes
merged_directories()
{
	local name
	for name in bin sbin lib lib64; do
		mkdir -p "$1/usr/$name"
		ln -s "usr/$name" "$1/$name"
	done
}

# complete_essential ROOT: does the work of the essential packages' scripts, as far as programs need it
complete_essential()
{
	local name
	for name in passwd group; do
		cp "$1/usr/share/base-passwd/$name.master" "$1/etc/$name"
	done
	[ -e "$1/bin/sh" ] || ln -s dash "$1/usr/bin/sh"
	[ -e "$1/usr/bin/awk" ] || ln -s mawk "$1/usr/bin/awk"
	mkdir -p "$1"/{proc,sys,dev,run,tmp,root}
}

# uml_memory_place MEGABYTES: sets $TMPDIR to build/tmp if /dev/shm can't have the memory of as many guests as the check runs
# at a time, which user-mode Linux keeps in executable files. In a container it has 64 MB, and is mounted noexec.
uml_memory_place()
{
	local guests=$((JOBS < 31 ? JOBS + 1 : 32))
	if [ "$(df --output=avail -m /dev/shm 2>/dev/null | tail -n 1)" -lt $((guests * $1)) ] 2>/dev/null ||
		findmnt -n -o OPTIONS -T /dev/shm 2>/dev/null | grep -qw noexec; then
		export TMPDIR=$BUILD/tmp
		mkdir -p "$TMPDIR"
	fi
}

# fix_addresses: sets the array $fixed to the first words of a command that has the same addresses in each run. In a container
# with the default profile of Docker or Podman, which forbids this, it prints a line and sets it to none.
fix_addresses()
{
	fixed=(setarch -R)
	if ! setarch -R true 2>/dev/null; then
		fixed=()
		echo "${0##*/}: setarch -R is forbidden here, as in a container: virtual time, but the kernel's addresses differ from run to run" >&2
	fi
}

# uml_flavour [KERNEL]: prints the full name of a user-mode kernel, such as "plain", "sanitize" or, with a series other
# than the distribution's own, "plain-7.3", for which "7.3" suffices
uml_flavour()
{
	case ${1:-plain} in
	[0-9]*) echo "plain-$1" ;;
	*) echo "${1:-plain}" ;;
	esac
}

# uml_processors DIR: prints the words of the command line that give the kernel built there two processors, if it has SMP
uml_processors()
{
	! grep -qx CONFIG_SMP=y "$1/.config" || echo "seccomp=on ncpus=2"
}

# choose_processor: sets the array $pinned to the first words of a command that pin it to a processor without another
# guest; to none if each processor has a guest. A lock of the processor's directory in sysfs marks it as taken, until this
# shell and its children end. The guest's kernel and processes take turns at each system call. On one processor they need
# not wake another processor, which takes longer than many a call.
choose_processor()
{
	local processor lock
	pinned=()
	# Expand "0-3,8" to single numbers
	for processor in $(taskset -cp $$ | sed 's/.*: //' | tr , '\n' | awk -F- '{ for (i = $1; i <= $NF; i++) print i }'); do
		[ -r "/sys/devices/system/cpu/cpu$processor" ] || return 0
		exec {lock}<"/sys/devices/system/cpu/cpu$processor"
		if flock -n "$lock"; then
			# shellcheck disable=SC2034
			pinned=(taskset -c "$processor")
			return 0
		fi
		exec {lock}<&-
	done
}

# Print the part of the caller's environment that a guest gets, as shell lines for its init
guest_environment()
{
	local name
	for name in PLATFORM METRIC ACTIVITY DRIVER DEBUG GUEST_DIRS INTERLEAVE SLEEP OA_DEVICE OA_DRM_NAME IGT_OA_TIMEOUT IGT_OA_DEBUG \
		EXPONENTS WAYS LOADS SECONDS_EACH PROFILERS PARTS \
		TIMES; do
		[ -z "${!name:-}" ] || echo "export $name=$(quoted "${!name}")"
	done
}

# Print the commit at which the branch began
fork_point()
{
	local branch
	for branch in '@{upstream}' origin/main main; do
		git merge-base HEAD "$branch" 2>/dev/null && return
	done
	echo HEAD
}

# List the files of the current directory's tree that differ from its fork point, and new ones that git does not track yet
changed_files()
{
	git diff --name-only --diff-filter=d "$(fork_point)"
	git ls-files --others --exclude-standard
}
