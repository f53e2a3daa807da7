# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Sourced by scripts that need packages of another suite of the distribution. The packages are
# unpacked under build/, with all their dependencies, from the mirror that apt uses on this machine.
# Nothing is installed.

# Print the mirror of the distribution itself in apt's sources, not that of its updates or of other suites
mirror()
{
	local release
	release=$(. /etc/os-release; echo "$VERSION_CODENAME")
	apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' |
		awk -v release="$release" '$2 == release { print $1; exit }'
}

# apt_options DIR: prints options that give apt its own lists, sources and state in DIR, as if nothing were installed
apt_options()
{
	printf '%s\n' -o "Dir::Etc::sourcelist=$1/sources.list" -o Dir::Etc::sourceparts=/dev/null \
		-o Dir::Etc::preferencesparts=/dev/null -o "Dir::State=$1/state" -o "Dir::Cache=$1/cache" \
		-o "Dir::State::status=$1/status" -o APT::Sandbox::User=root -o APT::Install-Recommends=0 \
		-o Acquire::Languages=none
}

# read_suites DIR SUITE...: reads the lists of packages of these suites
read_suites()
{
	local dir=$1 uri suite options
	shift
	uri=$(mirror)
	[ -n "$uri" ] || die "apt is told of no mirror"
	mkdir -p "$dir"/{state/lists/partial,cache/archives/partial}
	: >"$dir/status"
	for suite in "$@"; do
		echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $uri $suite main"
	done >"$dir/sources.list"
	mapfile -t options < <(apt_options "$dir")
	run_logged "$dir.log" "reading the package lists" apt_get "${options[@]}" update
}

# needed_packages DIR SUITE PACKAGE...: prints these packages, from that suite if it has them, and all their
# dependencies, as NAME=VERSION
needed_packages()
{
	local dir=$1 suite=$2 options
	shift 2
	mapfile -t options < <(apt_options "$dir")
	apt-get -s "${options[@]}" -t "$suite" install "$@" |
		awk '/^Inst/ { version = $3; sub(/^\(/, "", version); print $2 "=" version }'
}

# unpack_packages DIR ROOT NAME=VERSION...: downloads these packages and unpacks them in ROOT
unpack_packages()
{
	local dir=$1 root=$2 options debs deb name
	shift 2
	mapfile -t options < <(apt_options "$dir")
	debs=$dir/debs
	mkdir -p "$debs"
	(cd "$debs" && run_logged "$dir.log" "downloading packages" apt_get "${options[@]}" download "$@")
	# The packages expect merged directories
	for name in bin sbin lib lib64; do
		mkdir -p "$root/usr/$name"
		[ -e "$root/$name" ] || ln -s "usr/$name" "$root/$name"
	done
	for deb in "$debs"/*.deb; do
		dpkg-deb --fsys-tarfile "$deb" | tar -xpf - -C "$root" --keep-directory-symlink
	done
	rm -rf "$debs"
}
