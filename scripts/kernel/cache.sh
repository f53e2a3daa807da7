# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Sourced by scripts that build kernels, after lib.sh: a cache of built kernels outside the clone, so that the next
# clone need not compile them. It is $OA_CACHE/kernels, by default ~/.cache/i915-oa/kernels; an empty OA_CACHE turns it
# off.
#
# An entry NAME-KEY is a copy of a build directory; KEY is the beginning of the hash in its file .key. It is copied
# under a temporary name and then renamed, so a half-finished copy is never used. Clones copy an entry and never use it
# in place. The least recently used entries are removed when the cache is larger than $OA_CACHE_MB, by default 2000.

OA_CACHE=${OA_CACHE-${HOME:+${XDG_CACHE_HOME:-$HOME/.cache}/i915-oa}}
OA_CACHE_MB=${OA_CACHE_MB:-2000}
kernel_cache=${OA_CACHE:+$OA_CACHE/kernels}

# cache_entry NAME KEY: prints the entry's directory
cache_entry() { echo "$kernel_cache/$1-${2:0:16}"; }

# cached_kernel DIR NAME KEY: replaces DIR with a copy of the cached kernel, if there is one. The caller locks DIR.
cached_kernel()
{
	local dir=$1 name=$2 key=$3 entry
	[ -n "$kernel_cache" ] || return 1
	entry=$(cache_entry "$name" "$key")
	[ "$(cat "$entry/.key" 2>/dev/null)" = "$key" ] || return 1
	rm -rf "$dir.new"
	# A shared lock, so that the entry is not removed while it is copied
	if flock -s "$kernel_cache/.lock" cp -a "$entry/." "$dir.new" 2>/dev/null &&
		[ "$(cat "$dir.new/.key" 2>/dev/null)" = "$key" ]; then
		touch "$entry" 2>/dev/null || true
		rm -rf "$dir"
		mv "$dir.new" "$dir"
		return 0
	fi
	rm -rf "$dir.new"
	return 1
}

# cache_kernel DIR NAME KEY: adds a copy of DIR, which has been built and booted. Does nothing if the cache can't be
# written.
cache_kernel()
{
	local dir=$1 entry
	[ -n "$kernel_cache" ] || return 0
	entry=$(cache_entry "$2" "$3")
	[ ! -e "$entry" ] || return 0
	mkdir -p "$kernel_cache" 2>/dev/null && [ -w "$kernel_cache" ] || return 0
	(
		flock 6
		# Remove half-finished copies of killed processes
		rm -rf "$kernel_cache"/.new.*
		new=$(mktemp -d "$kernel_cache/.new.XXXXXX")
		if ! cp -a "$dir/." "$new" || ! mv -T "$new" "$entry"; then
			rm -rf "$new"
		fi
		touch "$entry"
		trim_cache "$entry"
	) 6>"$kernel_cache/.lock" 2>/dev/null || true
}

# trim_cache ENTRY: removes the oldest entries, but not this one, until the cache is small enough
trim_cache()
{
	local entry
	find "$kernel_cache" -mindepth 1 -maxdepth 1 -type d -printf '%T@ %p\n' | sort -n | cut -d' ' -f2- |
		while read -r entry; do
			[ "$(du -sm "$kernel_cache" | cut -f1)" -gt "$OA_CACHE_MB" ] || break
			[ "$entry" = "$1" ] || rm -rf "$entry"
		done
}

# uncache_kernel NAME KEY: removes a kernel that does not boot
uncache_kernel() { [ -z "$kernel_cache" ] || rm -rf "$(cache_entry "$1" "$2")"; }
