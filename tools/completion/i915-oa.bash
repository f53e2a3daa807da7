# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Bash completion for the tools. Options come from a tool's --help, platforms and formats from
# oa-dump --list, and metric sets from sysfs, so there is no second list of them. Any other word
# completes to the name of a file.

# _i915_oa_words TOOL OPTION: prints the words that OPTION may have
_i915_oa_words()
{
	case $2 in
	-P | --platform) "$1" --help 2>/dev/null | tr -s '[:space:]' ' ' | grep -o 'snb, [a-z, ]*' | tr -d , ;;
	-f | --format) oa-dump --list 2>/dev/null | sed -n 's/^  \([^ ]*\) *number [0-9].*/\1/p' | sort -u ;;
	-m | --metrics)
		local set
		echo tree selftest
		for set in /sys/class/drm/card*/metrics/*; do
			[[ ! -d $set ]] || echo "${set##*/}"
		done
		[[ -z ${OA_METRICS_PATH:-} ]] || oa-dump --list --metrics-file "${OA_METRICS_PATH%%:*}" 2>/dev/null |
			sed -n -E 's/^([A-Za-z_]\w*) +[0-9a-f-]{36} .*/\1/p'
		;;
	--source) echo pmu stream ;;
	--event) oa-dump --list 2>/dev/null | sed -n 's/^    \(increment\|coarse filter\|fine filter\) *[0-9a-f]  \([a-z0-9_]*\) .*/\2/p' | sort -u ;;
	esac
}

_i915_oa()
{
	local word=$2 option=$3 before='' from i
	COMPREPLY=()
	# Behind "--" is a program with its own arguments
	for ((i = 1; i < COMP_CWORD; i++)); do
		[[ ${COMP_WORDS[i]} == -- ]] || continue
		if declare -F _command_offset >/dev/null; then
			_command_offset $((i + 1))
		elif ((COMP_CWORD == i + 1)); then
			mapfile -t COMPREPLY < <(compgen -c -- "$word")
		fi
		return
	done
	# bash splits --platform=hsw at the equals sign
	[[ $word != = ]] || word=
	[[ $option != = ]] || option=${COMP_WORDS[COMP_CWORD - 2]}
	# "--event NAME=ps.fp" and "--event=NAME=ps.fp": the last word of the event
	from=$((COMP_CWORD > 4 ? COMP_CWORD - 4 : 0))
	if [[ $3 == = && " ${COMP_WORDS[*]:from:3} " == *' --event '* ]]; then
		option=--event
		[[ $word != *.* ]] || before=${word%.*}.
	fi
	if [[ $word == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$("$1" --help 2>/dev/null |
			sed -n -E 's/^ .{1,6}(--[a-z-]+).*/\1/p')" -- "$word")
	else
		mapfile -t COMPREPLY < <(compgen -P "$before" -W "$(_i915_oa_words "$1" "$option")" -- "${word#"$before"}")
	fi
}
complete -o default -F _i915_oa oa-dump oa-gpu oa-hold oa-report oa-top oa-trace
