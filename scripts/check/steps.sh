# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Sourced by scripts/check/run, after lib.sh: runs its steps, and holds verdicts.
#
# A step whose inputs did not change since it last passed does not run again: its verdict is held. The inputs are
#
#   - the words that the caller's inputs() prints for the step: files of the tree (by content, whether or not
#     git tracks them), files of build/, and plain words
#   - scripts/
#   - the machine: its packages, processor and kernel, the user, and the variables that guests get
#
# A stamp, build/stamps/STEP, has a hash of the inputs, and the counts. A step has no stamp if it failed, or if
# its inputs changed while the check ran. A step for which inputs() prints nothing always runs, and with
# CHECK_FRESH=1, or CI set, every step does.
#
# The results of the subtests of tests/igt are in STEP.subtests, a line "RESULT SUBTEST [(REASON)]" for each: in the
# logs, and beside the stamp, from where they come back if the verdict is held.

logs=$BUILD/run/check
minutes=${CHECK_MINUTES:-36}
stamps=$BUILD/stamps
passed=0 failed=0 skipped=0 held=0
# The steps that failed; 1 if the step "build" passed in this check
failures='' built=''
# $CHECK_BEGAN and $CHECK_STEP: of the check and of the step that has started this process
began=${CHECK_BEGAN:-$EPOCHSECONDS}
# Minutes before the limit from which on a long step does not begin any more, or the guests that it calls STEP/long
declare -A earlier=()

lines() { grep -c -E "$1" "$2" || true; }

# late STEP or STEP/long: checks whether the limit of time is over for this step, or for its long guests
late() { [ "$minutes" != 0 ] && [ $((EPOCHSECONDS - began)) -ge $(((minutes - ${earlier[$1]:-0}) * 60)) ]; }

# too_late TEST STEP or STEP/long: reports TEST as skipped, and the step as incomplete
too_late()
{
	local step=${2%/long}
	echo "skip $1: the check has taken $((minutes - ${earlier[$2]:-0})) minutes; make check STEPS=$step MINUTES=0"
	touch "$logs/$step.late"
}

# subtests_of LOG: prints "ran", or "skip" with the reason, for each subtest of tests/igt that LOG has a line about
subtests_of()
{
	sed -nE 's,^(ok|not ok|skip) ([^ ]*/)?(perf_[a-z_]+@[^ ]+)(.*),\1 \3\4,p' "$1" |
		sed -E 's/^(ok|not ok) ([^ ]*).*/ran \2/' | sort -u
}

# Print a line "CONTENT PATH" and a line "MODE PATH" for each file, except the files of builds and editors. A file that goes
# meanwhile, such as that of an editor, has no line.
list_tree()
{
	(cd "$TOP" && find . \( -name .git -o -path ./build -o -path ./out -o -path ./.cache -o -name __pycache__ \) -prune -o \
		\( -type f -o -type l \) ! -name '.checkpatch-camelcase*' ! -name compile_commands.json \
		! -name '*.o' -print0 | sort -z |
		xargs -0 sh -c 'sha256sum -- "$@"; stat -c "%a %n" -- "$@" || true' sh 2>/dev/null) | sed 's,^\([^ ]*\) *\./,\1 ,'
}

# files_of LISTING PATH...: prints the lines of LISTING about these files and folders; ".": all lines; =PATH: only the names
files_of()
{
	awk 'BEGIN {
		for (i = 2; i < ARGC; i++)
			wanted[ARGV[i]]
		ARGC = 2
	}
	{
		if ("." in wanted) { print; next }
		name = $2
		for (path = name; ; ) {
			if (path in wanted) { print; next }
			if ("=" path in wanted) { print name; next }
			if (!sub("/[^/]*$", "", path)) next
		}
	}' "$@"
}

# Print the inputs outside of the tree. They can change during a check, because a step may install packages.
machine()
{
	dpkg-query -W 2>/dev/null
	uname -srm
	grep -E '^(model name|flags)' /proc/cpuinfo
	id -u
	[ ! -w /dev/kvm ] || echo KVM
	guest_environment
	env | grep -E '^(KVM|CC|LLVM|W|V|CFLAGS|KCFLAGS|SANITIZE)=' | sort || true
}

# key_of LISTING INPUT...: prints a hash of these inputs, with the tree as in LISTING
key_of()
{
	local listing=$1 input paths=()
	shift
	for input; do
		case $input in
		built) ;;
		build/* | word:*) ;;
		*) paths+=("$input") ;;
		esac
	done
	{
		machine
		files_of "$listing" scripts "${paths[@]}"
		for input; do
			case $input in
			word:*) echo "$input" ;;
			build/*) echo "$input $(cat "$TOP/$input" 2>/dev/null || echo is missing)" ;;
			esac
		done
	} | sha256sum | cut -d' ' -f1
}

# descendants PROCESS: prints the processes that it started, and those that they started
descendants()
{
	local child
	for child in $(cat "/proc/$1"/task/*/children 2>/dev/null); do
		echo "$child"
		descendants "$child"
	done
}

# End all steps. The lanes and their guests run in the background, where the terminal's SIGINT is ignored; scripts/uml-run and
# scripts/vm-run end their guests at SIGTERM.
interrupt_steps()
{
	trap '' INT TERM
	# shellcheck disable=SC2046
	kill $(descendants $$) 2>/dev/null
	say "interrupted"
	exit 130
}

# Prepare the check; called once, before the first step
begin_steps()
{
	trap interrupt_steps INT TERM
	rm -rf "$logs"
	mkdir -p "$logs" "$stamps"
	load=$(cut -d' ' -f1 /proc/loadavg)
	kernels_before=$(compgen -G "$BUILD/uml-*/.key" | wc -l) || true
	list_tree >"$logs/tree"
}

# hold NAME INPUT...: if the inputs are those of the step's stamp, reports and counts its verdict; otherwise fails
hold()
{
	local name=$1 key p s since
	shift
	[ -z "${CI:-}${CHECK_FRESH:-}" ] || return 1
	{ read -r key p s && read -r since; } 2>/dev/null <"$stamps/$name" || return 1
	[ "$key" = "$(key_of "$logs/tree" "$@")" ] || return 1
	cp "$stamps/$name.subtests" "$logs/" 2>/dev/null || return 1
	echo "ok $name: $p passed, $s skipped, held from $since"
	passed=$((passed + p)) skipped=$((skipped + s)) held=$((held + 1))
}

# keep NAME PASSED SKIPPED INPUT...: writes the stamp of a step that has passed, if its inputs have not changed since
# the check began, and its programs were built from them
keep()
{
	local name=$1 p=$2 s=$3 key
	shift 3
	[[ -n $built || " $* " != *" built "* ]] || return 0
	list_tree >"$logs/$name.tree"
	key=$(key_of "$logs/tree" "$@")
	if [ "$key" = "$(key_of "$logs/$name.tree" "$@")" ]; then
		printf '%s %s %s\n%s, %s\n' "$key" "$p" "$s" "$(date '+%F %H:%M')" \
			"$(git -C "$TOP" describe --always --dirty 2>/dev/null || echo 'no commit')" >"$stamps/.$name"
		cp "$logs/$name.subtests" "$stamps/"
		mv "$stamps/.$name" "$stamps/$name"
	fi
	rm -f "$logs/$name.tree"
}

# step NAME COMMAND...: runs COMMAND, or holds the step's verdict, and prints and counts the result
step()
{
	local name=$1 log=$logs/$1.log start=$SECONDS status=0 p f s inputs used time
	shift
	case " ${CHECK_STEPS:-$name} " in
	*" $name "*) ;;
	*) return 0 ;;
	esac
	say "$name"
	read -r -a inputs <<<"$(inputs "$name" | xargs)"
	[ ${#inputs[@]} = 0 ] || ! hold "$name" "${inputs[@]}" || return 0
	if late "$name"; then
		too_late "$name" "$name"
		skipped=$((skipped + 1))
		return 0
	fi
	rm -f "$stamps/$name"
	times >"$logs/$name.times"
	CHECK_STEP=$name "$@" >"$log" 2>&1 || status=$?
	times >>"$logs/$name.times"
	# The second line of each has the user and system time of the children
	used=$(awk -F '[ms ]+' 'NR % 2 == 0 { t = $1 * 60 + $2 + $3 * 60 + $4 - t } END { print int(t) }' "$logs/$name.times")
	time="$((SECONDS - start)) s, $used s of processor time"
	p=$(lines '^ok ' "$log") f=$(lines '^not ok ' "$log") s=$(lines '^skip ' "$log")
	subtests_of "$log" >"$logs/$name.subtests"
	# Each failure, with its messages
	awk '/^not ok / { print; shown = 1; next } /^    # / && shown { print; next } { shown = 0 }' "$log" | tee "$logs/$name.failures"
	[ ! -e "$logs/$name.late" ] || grep '^skip .*: the check has taken ' "$log" || true
	if [ $status = 0 ] && [ "$f" = 0 ]; then
		p=$((p + 1))
		[ ${#inputs[@]} = 0 ] || [ -e "$logs/$name.late" ] || [ -n "${CI:-}" ] || keep "$name" $p "$s" "${inputs[@]}"
		[ "$name" != build ] || built=1
		echo "ok $name: $p passed, $s skipped, $time"
	else
		# If a failed step names no test, the end of its log shows why
		[ "$f" != 0 ] || tail -n 30 "$log" | tee "$logs/$name.failures"
		f=$((f + 1))
		failures="$failures $name"
		echo "not ok $name: $p passed, $f failed, $s skipped, $time ($log)" | tee -a "$logs/$name.failures"
	fi
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
}

# together LANE...: runs lanes side by side, because steps with one guest at a time leave processors
# idle. A lane is a function that calls step.
together()
{
	local lane p f s h lanes=()
	for lane; do
		(
			passed=0 failed=0 skipped=0 held=0
			"$lane"
			echo "$passed $failed $skipped $held" >"$logs/$lane.count"
		) &
		lanes+=($!)
	done
	wait "${lanes[@]}" || true
	for lane; do
		# A lane that ended early has no count
		read -r p f s h <"$logs/$lane.count" || { p=0 f=1 s=0 h=0; echo "not ok $lane" | tee "$logs/$lane.failures"; }
		passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s)) held=$((held + h))
	done
}

# Add a line with the time and the machine of a whole check to build/check-times
note_time()
{
	printf '%s, %s: %s, %s processors, %s MB, load %s at the start, %s: %s s, %s steps held; %s passed, %s failed, %s skipped\n' \
		"$(date '+%F %H:%M')" "$(git -C "$TOP" describe --always --dirty 2>/dev/null || echo 'no commit')" \
		"$(sed -n 's/^model name[^:]*: //p;T;q' /proc/cpuinfo)" "$JOBS" \
		"$(awk '/^MemTotal:/ { print int($2 / 1024) }' /proc/meminfo)" "$load" \
		"$([ "$kernels_before" = 0 ] && echo cold || echo "warm, $kernels_before kernels")" \
		"$((EPOCHSECONDS - began))" "$held" "$passed" "$failed" "$skipped" >>"$BUILD/check-times"
}

# whole: checks that every step has passed so far, and that none was left out
whole() { [ -z "${CHECK_STEPS:-}" ] && [ "$failed" = 0 ] && ! compgen -G "$logs/*.late" >/dev/null; }

# The failures are printed once more, because whoever reads a long output, or has only a part of it, looks at its end
finish()
{
	[ -n "${CHECK_STEPS:-}" ] || note_time
	[ "$failed" = 0 ] || { say "failures"; cat "$logs"/*.failures | sed 's/^not ok /failed: /'; }
	{ cat "$logs"/*.subtests 2>/dev/null || true; } | "$TOP/scripts/check/ran-nowhere" count
	say "$((EPOCHSECONDS - began)) s, $held steps held, logs in ${logs#"$TOP/"}"
	echo "$passed passed, $failed failed, $skipped skipped"
	[ "$failed" = 0 ]
	exit
}
