# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Sourced by the guest's scripts that program a set of a file: "Own" of metrics.xml, whose counters are those of the tree
# of EU time. They have set $dump and $file.

# share NAME: prints the percentage of a state or of a named value
share() { sed -n 's/.*"name":"'"$1"'",[^}]*"\(percent\|value\)":\([0-9.]*\).*/\2/p' /tmp/out; }

set_of_a_file()
{
	rm -f "$OUT/own"
	"$dump" --metrics Own --metrics-file "$file" --rate 1000 --duration 300ms --json --tree >/tmp/out || return 1
	cat /tmp/out
	for names in EU.ACTIVE:Active EU.STALL:Stall EU.IDLE:Idle; do
		echo "$(share ${names%:*}) $(share ${names#*:})" | tee -a "$OUT/own"
	done
	awk 'NF != 2 || $1 < 1 || $1 - $2 > 0.001 || $2 - $1 > 0.001 { wrong = 1 } END { exit wrong || NR != 3 }' "$OUT/own" &&
		leaves_no_metric_set
}
