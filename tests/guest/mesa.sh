#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest whose PCI function 0000:00:02.0 is a simulated GPU with a display's class, and whose
# $ROOT is a root with Debian 13's Mesa (scripts/guest/mesa-root): tests/guest/mesa.sh eglinfo|gles|vkmark
# loads the stock kernel's i915, runs the program on it, and records it with i915's recorder. It leaves
# in $OUT the output of the programs, and the GPU's counts of that time (gpu).

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/pci-gpu.sh"
. "$TOP/tests/guest/recorder.sh"
. "$TOP/tests/guest/mesa-root.sh"

app=$1
metric=RenderBasic
# The recorder runs so many seconds longer than the program
seconds=1

counts() { for count in draws dispatches blits depth_operations; do echo "$count $(sim_get $count)"; done; }

# Run the program, with its output in $OUT/$app and the GPU's counts of that time in $OUT/gpu
application()
{
	counts >/tmp/before
	"run_$app" >"$OUT/$app" 2>&1 || { tail "$OUT/$app"; return 1; }
	counts >/tmp/after
	awk 'NR == FNR { before[$1] = $2; next } { print $1, $2 - before[$1] }' /tmp/before /tmp/after >"$OUT/gpu"
}

run_eglinfo() { $in_root eglinfo.x86_64-linux-gnu -B -p surfaceless; }
run_gles() { $in_root /tmp/gles-counts --repeat 20; }
run_vkmark() { $in_root vkmark --winsys headless -s 64x64 -b vertex:duration=2 -b clear:duration=2; }

renderer() { sed -n 's/.*renderer[^:]*: //p; s/^ *Device Name: *//p' "$OUT/$app" | sort -u; }
on_the_gpu() { renderer; [ "$(renderer | grep -c -i intel)" -ge 1 ] && ! renderer | grep -i llvmpipe; }

# Choose Mesa's queries by the beginning of their names, because the rest depends on the GPU
queries()
{
	$in_root /tmp/gles-counts --list 'Pipeline Statistics' 'Render Metrics Basic' >"$OUT/queries" 2>&1 ||
		{ tail "$OUT/queries"; return 1; }
}

# Run the program once there are reports; then the recorder may end
beside()
{
	until has_reports; do sleep 0.2; done
	application >/tmp/application.log 2>&1 || echo failed >>/tmp/application.log
	touch /tmp/ended
}
begun() { [ -e /tmp/ended ]; }
ran() { cat /tmp/application.log; ! grep -q '^failed' /tmp/application.log; }
# Decode the recording to totals of each time slice of a context, and of the times between
decode() { $tool/i915-perf-reader -c all /tmp/recording >"$OUT/reader"; }

cp "$TOP/build/mesa/bin/gles-counts" /tmp
# mitigations=off: up to Gen7.5 i915 would add dispatches between contexts, which clear registers
check "load i915" load_i915 mitigations=off
check "all users may use i915's perf" paranoid
! sim_get work >/dev/null 2>&1 || check "the GPU's counters follow submitted work" follow
check "enter the root with Mesa" enter
beside &
check "i915's recorder records beside $app" record
check "$app runs" ran
check "$app runs on the simulated GPU" on_the_gpu
check "i915's reader decodes it" decode
[ "$app" != gles ] || check "GL_INTEL_performance_query" queries
check "i915 complains of nothing" eval '! complaints'
finish
