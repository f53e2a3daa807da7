# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Sourced by the demo's scripts in the guest.

# From Broadwell on the tree of EU time needs a metric set of its own, so after the recording half a
# second is recorded under it. It leaves in $OUT these records (tree), and the rules of the
# hardware are kept meanwhile.
record_tree()
{
	"$TOP/build/tools/oa-dump" --metrics tree --rate 1000 --duration 500ms --quiet --raw /tmp/tree &&
		cp /tmp/tree "$OUT/tree" && no_violations
}
