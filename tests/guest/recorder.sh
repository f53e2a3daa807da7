# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Sourced by the guest's scripts that record $metric with Debian's unmodified i915-perf-recorder.
# They define begun, a function that succeeds once the last $seconds of the recording have begun. $period: that of the
# timer in seconds, if set.

# The beginning of a command line that runs a tool with its own libraries, because the guest may have none
loader=$(ls "$TOOLS"/lib/*/ld-linux-*.so.* "$TOOLS"/usr/lib/*/ld-linux-*.so.* "$TOOLS"/lib64/ld-linux-*.so.* 2>/dev/null | head -n 1)
libs=$(echo "$TOOLS"/lib/*-linux-gnu):$(echo "$TOOLS"/usr/lib/*-linux-gnu)
tool="$loader --library-path $libs $TOOLS/usr/bin"

# Check that the recording has more than its header
has_reports() { [ "$(stat -c %s /tmp/recording 2>/dev/null || echo 0)" -ge 16384 ]; }

# Run while the recorder records; a script that measures meanwhile defines its own
recording() { sleep "$seconds"; }

# End the recording by SIGINT. The recorder runs in the foreground, because a shell's background commands
# ignore SIGINT.
interrupt()
{
	tries=0
	while ! begun && [ $tries -lt 1500 ]; do
		sleep 0.2
		tries=$((tries + 1))
	done
	recording
	kill -INT "$(cat /tmp/recorder.pid)"
	sleep 120
	kill -KILL "$(cat /tmp/recorder.pid)"
}

record()
{
	interrupt >/dev/null 2>&1 &
	interrupter=$!
	sh -c "echo \$\$ >/tmp/recorder.pid; exec $tool/i915-perf-recorder -m $metric ${period:+-p $period} -o /tmp/recording"
	status=$?
	kill $interrupter
	return $status
}
