# SPDX-License-Identifier: GPL-2.0-only
#
# Converts KUnit's KTAP, without time stamps, to one line for each test case. The messages
# of a failed case follow its line. The status is 0 if all cases passed.

/^    # Subtest: / { suite = $3; next }
/^    (not )?ok [0-9]+ / {
	bad = $1 == "not"
	line = $0
	sub(/^    (not )?ok [0-9]+ (- )?/, "", line)
	name = line
	sub(/ *#.*/, "", name)
	print (bad ? "not ok" : line ~ /# SKIP/ ? "skip" : "ok") " kunit/" suite "." name
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
