#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest with the host's programs (user-mode Linux): tests tools/oa-trace on the simulated GPU of
# $PLATFORM. protoc reads each trace (tests/tools/trace-check).

. "$TOP/tests/guest/lib.sh"

trace=$TOP/build/tools/oa-trace
dump=$TOP/build/tools/oa-dump
checker=$TOP/tests/tools/trace-check
platform=${PLATFORM:-hsw}
out=/tmp/oa-trace.out log=/tmp/oa-trace.out.err

now_ns() { python3 -c 'import time; print(time.clock_gettime_ns(time.CLOCK_MONOTONIC))'; }

# Print the period of exponent 12: 2^13 ticks
period_ns()
{
	case $platform in
	skl | icl) echo 682667 ;;
	*) echo 655360 ;;
	esac
}

of_a_stream()
{
	from=$(now_ns)
	# User-mode Linux maps each page by itself, 65,530 at most, so the checker reads no longer trace
	expect 0 "$trace" --exponent 12 --duration 1500ms -o /tmp/live.pftrace || return 1
	"$checker" live /tmp/live.pftrace "$(oa_value reports_delivered)" "$from" "$(now_ns)" "$(period_ns)"
}

of_a_file()
{
	expect 0 "$dump" --rate 1000 --duration 1500ms --quiet --metrics tree --raw /tmp/records &&
		expect 0 "$trace" --decode /tmp/records -o /tmp/file.pftrace &&
		! grep -q 'has no times' $log && "$checker" same /tmp/file.pftrace /tmp/records &&
		expect 0 "$trace" --decode /tmp/records --zstd -o /tmp/zstd.pftrace &&
		"$checker" same /tmp/zstd.pftrace /tmp/records || return 1
	sizes=$(stat -c %s /tmp/records /tmp/file.pftrace /tmp/zstd.pftrace | xargs)
	echo "    # recording, trace, trace by zstd: $sizes bytes"
	# shellcheck disable=SC2086
	set -- $sizes
	[ "$3" -lt "$2" ] && [ "$2" -lt $(($1 / 2)) ]
}

counts_exactly()
{
	expect 0 "$trace" --count 77 -o /tmp/count.pftrace && grep -q ' 77 reports' $log &&
		"$checker" whole /tmp/count.pftrace && [ "$(oa_value reports_delivered)" = 77 ]
}

marks_of_a_program()
{
	expect 3 "$trace" --rate 1000 -o /tmp/marks.pftrace -- sh -c "$MARK; sleep 0.1; mark; sleep 0.3; exit 3" &&
		"$checker" text /tmp/marks.pftrace >/tmp/marks.text && grep -q 'name: "mark 1"' /tmp/marks.text &&
		grep -q 'name: "Marks"' /tmp/marks.text
}

# Stop the reader until a small buffer has overflowed, as in oa-dump.sh
of_losses()
{
	before=$(sim_get produced)
	# The buffer holds 512 reports
	"$trace" --exponent 12 --buffer-size 131072 -o /tmp/lost.pftrace >$log 2>&1 &
	pid=$!
	strobes_since "$before" 200
	kill -STOP $pid
	strobes_since "$(strobes)" 800
	sim_set clock manual
	kill -CONT $pid
	everything_read "$before"
	sim_set clock real
	kill -INT $pid
	wait $pid || { cat $log; return 1; }
	cat $log
	lost=$(sed -n 's/.* lost \([0-9]*\) in .*/\1/p' $log)
	[ "${lost:-0}" -gt 0 ] && [ "$lost" -le "$(counted_lost)" ] &&
		"$checker" losses /tmp/lost.pftrace "$lost"
}

# Send SIGINT at several times after the start: before the stream is open, and while it is read
interrupt_ends_it()
{
	for after in "sleep 0.02" "sleep 0.1" "sleep 0.4" streamed_a_while; do
		rm -f /tmp/int.pftrace /tmp/interruptible.pid
		# shellcheck disable=SC2086
		interrupt_when $after &
		interruptible "$trace" --rate 1000 -o /tmp/int.pftrace >$log 2>&1
		status=$?
		wait
		cat $log
		# Before oa-trace has a handler, the signal kills it, and there is no file or an empty one
		[ "$after" != streamed_a_while ] && [ $status = 130 ] && [ ! -s /tmp/int.pftrace ] && continue
		"$checker" text /tmp/int.pftrace >/tmp/int.text || return 1
		[ $status = 0 ] || { echo "status $status after $after"; return 1; }
	done
	"$checker" whole /tmp/int.pftrace
}

full_disk()
{
	mkdir -p /tmp/small
	mount -t tmpfs -o size=64k tmpfs /tmp/small || return 1
	expect 1 "$trace" --rate 2000 --duration 8 -o /tmp/small/full.pftrace
	found=$?
	[ $found = 0 ] && grep -q 'No space left on device: the trace ends here' $log &&
		"$checker" whole /tmp/small/full.pftrace
	found=$?
	umount /tmp/small
	return $found
}

# Unbind the driver: the trace must have all records until then, and the reason of the end
ended_by_the_gpu()
{
	gpu=$(bound_gpu)
	"$trace" --rate 1000 -o /tmp/ended.pftrace >$log 2>&1 &
	pid=$!
	streamed_a_while
	unbind_gpu "$gpu"
	wait $pid
	status=$?
	bind_gpu "$gpu"
	cat $log
	[ $status = 1 ] && [ "$(grep -c 'No such device' $log)" = 1 ] && grep -q ' [1-9][0-9]* reports, ' $log || return 1
	"$checker" text /tmp/ended.pftrace >/tmp/ended.text &&
		grep -q 'name: "incomplete"' /tmp/ended.text &&
		grep -q 'string_value: "the stream ends: No such device"' /tmp/ended.text
}

refusals()
{
	expect 1 "$trace" --device /nonexistent -o /tmp/x && grep -q 'No such file' $log &&
		expect 1 "$trace" --metrics 9999 --count 1 -o /tmp/x && grep -q 'no stream' $log &&
		expect 1 "$trace" --format nonsense -o /tmp/x && grep -q 'no report format' $log &&
		expect 1 "$trace" --count 1 -o /nonexistent/x && grep -q 'No such file' $log
}

load_modules
check "oa-trace/a stream" of_a_stream
check "oa-trace/saved records" of_a_file
check "oa-trace/an exact count" counts_exactly
check "oa-trace/marks of a program" marks_of_a_program
check "oa-trace/losses" of_losses
check "oa-trace/SIGINT" interrupt_ends_it
check "oa-trace/a full disk" full_disk
check "oa-trace/refusals" refusals
check "oa-trace/leaves no metric set" leaves_no_metric_set
check "oa-trace/the GPU ends it" ended_by_the_gpu
leave_gpu
finish
