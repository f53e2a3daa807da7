# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Sourced by scripts/uml-run and scripts/vm-run, after lib.sh: the console of a guest, and Ctrl-C. Inside the guest
# tests/guest/session.c does the other half.
#
# Without a terminal, or if its script does not read one, the first SIGINT reaches the program in the guest, as the character
# Ctrl-C on the console, and the second one powers the guest off. A guest that is still there after 20 s is killed.
# With a terminal all keys go to the guest, except Ctrl-]: typed twice, it kills the guest.

# guest_program NAME: builds a program from its C file in tests/guest/ if necessary, and prints its path
guest_program()
{
	local program=$BUILD/guest/$1 source=$TOP/tests/guest/$1.c new
	if [ ! "$program" -nt "$source" ]; then
		mkdir -p "$BUILD/guest"
		new=$(mktemp "$BUILD/guest/$1.XXXXXX")
		gcc -static -O2 -Wall -Wextra -o "$new" "$source" && chmod 755 "$new" && mv "$new" "$program" || return
	fi
	echo "$program"
}

# guest_session INTERACTIVE: prints the words before the guest's script
guest_session()
{
	local program
	program=$(guest_program session) || return
	echo "$program ${1:+-i}"
}

# console_environment INTERACTIVE: prints what the guest's script knows of the terminal, as shell lines
console_environment()
{
	[ -z "$1" ] || printf 'export TERM=%q TERMINAL=%q\n' "${TERM:-dumb}" "$(stty size)"
}

console_terminal=''
console_processes=()

# Give the keys of the terminal to the guest. Only Ctrl-] still has an effect here, that of Ctrl-C elsewhere.
take_terminal()
{
	console_terminal=$(stty -g)
	stty raw -echo isig intr '^]' quit undef susp undef
	cat <&0 >&"$console_keys" &
	console_processes+=($!)
}

leave_console()
{
	kill "${console_processes[@]}" 2>/dev/null || true
	console_processes=()
	[ -z "$console_terminal" ] || stty "$console_terminal" || true
	console_terminal=''
}

kill_guest() { kill "$console_guest" 2>/dev/null || true; }

# Handle SIGINT, which the terminal sends to this process; the guest has a process group of its own
interrupt_guest()
{
	console_interrupts=$((console_interrupts + 1))
	if [ -z "$console_terminal" ]; then
		printf '\003' >&"$console_keys"
	fi
	case $console_interrupts$console_terminal in
	1) echo "${0##*/}: SIGINT for the program in the guest; once more ends the guest" >&2 ;;
	2)
		# A read that ends by its limit alone. A sleep would outlive this, and hold the lock of scripts/run meanwhile.
		(exec {never}<> <(:); read -r -t 20 -u "$never" || true; kill_guest) >/dev/null 2>&1 &
		console_processes+=($!)
		;;
	1*) printf '\r\n%s: Ctrl-] once more kills the guest\r\n' "${0##*/}" >&2 ;;
	*) kill_guest ;;
	esac
}

# console_output WORDS LOG: copies the guest's output to LOG, and prints it from the line after the one with WORDS on
console_output()
{
	local line
	trap '' INT
	tee "$2" | if [ -n "$console_terminal" ]; then
		[ -z "$1" ] || while IFS= read -r line && [[ $line != *"$1"* ]]; do :; done
		cat
	else
		# At its end user-mode Linux prints an empty line
		sed -u -e "${1:+1,/$1/d}" -e 's/\r$//' -e ':empty' -e '/^\n*$/ { $d; N; b empty' -e '}'
	fi
}

# run_guest SECONDS INTERACTIVE WORDS LOG COMMAND [ARG...]: runs COMMAND, whose standard input and output are a guest's
# console, for SECONDS at most (0: without a limit), and sets $rc to its status, 124 after SECONDS
run_guest()
{
	local limit=$1 interactive=$2 words=$3 log=$4 waited screen output
	shift 4
	# A pipe that has a writer as long as this shell lives
	exec {console_keys}<> <(:)
	console_interrupts=0
	trap interrupt_guest INT
	trap 'leave_console; kill_guest; exit 143' TERM HUP
	[ -z "$interactive" ] || take_terminal
	exec {screen}> >(console_output "$words" "$log")
	output=$!
	# Its process group is another one, so the terminal's SIGINT does not reach it
	timeout -k 5 "$limit" "$@" <&"$console_keys" >&"$screen" 2>&1 {screen}>&- &
	console_guest=$!
	exec {screen}>&-
	while :; do
		# shellcheck disable=SC2034
		waited=$console_interrupts rc=0
		wait "$console_guest" || rc=$?
		[ $waited != $console_interrupts ] || break
	done
	wait "$output" || true
	trap - INT TERM HUP
	leave_console
}
