#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest: Debian's unmodified i915-perf-recorder records two seconds of the
# simulated GPU, i915-perf-reader decodes them. Leaves the recording, what both
# programs printed and the driver's status in $OUT.

. "$TOP/tests/guest/lib.sh"

SECONDS_RECORDED=2
PERIOD=0.001

# With its own libraries: this guest may have none
tool()
{
	program=$1
	shift
	loader=$(ls "$TOOLS"/lib/*/ld-linux-*.so.* "$TOOLS"/usr/lib/*/ld-linux-*.so.* 2>/dev/null | head -n 1)
	libs=$(echo "$TOOLS"/usr/lib/*-linux-gnu):$(echo "$TOOLS"/lib/*-linux-gnu)
	"$loader" --library-path "$libs" "$TOOLS/usr/bin/$program" "$@"
}

# Wake-ups are the stream's, and gone with it: look while it is open
watch_status()
{
	while sleep 0.1; do
		cat "$(oa_status)" >/tmp/status.new
		! grep -q '^stream: open' /tmp/status.new || cp /tmp/status.new "$OUT/oa_status.open"
	done
}

record()
{
	watch_status &
	watcher=$!
	tool i915-perf-recorder -m RenderBasic -p "$PERIOD" -o "$OUT/i915_perf.record" >"$OUT/recorder.log" 2>&1 &
	recorder=$!
	# The two seconds start when the stream is open
	tries=0
	while ! grep -q '^enabled: 1' "$(oa_status)" && [ $tries -lt 100 ]; do
		sleep 0.1
		tries=$((tries + 1))
	done
	sleep "$SECONDS_RECORDED"
	kill -INT "$recorder"
	wait "$recorder"
	status=$?
	kill "$watcher"
	cat "$OUT/recorder.log"
	return $status
}

decode() { tool i915-perf-reader -c all -r "$OUT/i915_perf.record" >"$OUT/reader.txt" 2>"$OUT/reader.log" || { cat "$OUT/reader.log"; return 1; }; }

add_up()
{
	produced=$(cat "$(sim_file produced)")
	delivered=$(oa_value reports_delivered)
	lost=$(oa_value reports_lost)
	dropped=$(oa_value reports_dropped)
	discarded=$(oa_value reports_discarded)
	echo "produced $produced, delivered $delivered, lost $lost, dropped $dropped, discarded $discarded"
	[ "$produced" = $((delivered + lost + dropped + discarded)) ]
}

load_modules
echo "${ACTIVITY:-busy}" >"$(sim_file activity)" || not_ok "set the GPU's activity"
check "i915-perf-recorder records $SECONDS_RECORDED seconds" record
check "i915-perf-reader decodes the recording" decode
cat "$(oa_status)" >"$OUT/oa_status"
cat "$(sim_file produced)" >"$OUT/produced"
cat "$(sim_file violations)" >"$OUT/violations"
check "reports were delivered" [ "$(oa_value reports_delivered)" -gt 0 ]
check "produced = delivered + lost + dropped + discarded" add_up
check "the simulated GPU saw no violation" no_violations
unload_modules
finish
