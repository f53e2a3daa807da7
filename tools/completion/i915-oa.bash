# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Bash completion for the tools. Options come from a tool's --help, so there is no second list of
# them. Any other word completes to the name of a file.

_i915_oa()
{
	COMPREPLY=()
	[[ $2 == -* ]] || return 0
	mapfile -t COMPREPLY < <(compgen -W "$("$1" --help 2>/dev/null |
		sed -n -E 's/^ .{1,6}(--[a-z-]+).*/\1/p')" -- "$2")
}
complete -o default -F _i915_oa oa-dump oa-gpu oa-hold oa-report oa-top oa-trace
