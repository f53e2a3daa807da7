# SPDX-License-Identifier: GPL-2.0-only
#
# Converts KUnit's KTAP, without time stamps, to one line for each test case, with the reason of a
# skip in parentheses. The messages of a failed case follow its line. The status is 0 if all cases passed.

/^    # Subtest: / { suite = $3; next }
/^    (not )?ok [0-9]+ / {
	bad = $1 == "not"
	line = $0
	sub(/^    (not )?ok [0-9]+ (- )?/, "", line)
	name = line
	sub(/ *#.*/, "", name)
	skipped = match(line, /# SKIP */)
	reason = skipped ? substr(line, RSTART + RLENGTH) : ""
	print (bad ? "not ok" : skipped ? "skip" : "ok") " kunit/" suite "." name (reason ? " (" reason ")" : "")
	if (bad)
		printf "%s", said
	cases++
	failed += bad
	said = ""
	next
}
{ said = suite ? said "    " $0 "\n" : "" }
END {
	if (!cases)
		print "not ok kunit: no test case ran"
	exit failed || !cases
}
