#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside Debian's user land (vm-run -u debian), which has terminals: tests the live screen of oa-top on the
# PMU of the simulated GPU of $PLATFORM. oa-top must show the GPU, and while it is paused, stopped or ended,
# no event may be counted. Then tests the service for node-exporter, whose unit is in $OUT, with an interval of 1 s.

. "$TOP/tests/guest/lib.sh"
. "$TOP/tests/guest/service.sh"

seen=/tmp/seen

is_on_screen() { grep -a -q -e "$1" $seen; }
stream() { sed -n 's/^stream: //p' "$(oa_status)"; }

# until_true COMMAND...: waits until COMMAND succeeds, for minutes, because the host may be busy
until_true()
{
	for _ in $(seq 1000); do
		"$@" && return 0
		sleep 0.2
	done
	echo "not: $*"
	stream
	tail -c 3000 $seen | cat -v
	return 1
}

counts() { [ "$(stream)" = own ]; }
sleeps() { [ "$(stream)" = closed ]; }
key() { printf %s "$1" >&3; }
# Later frames have only the characters that change, so let oa-top draw the whole screen
draws() { key "$(printf '\014')" && is_on_screen "$1"; }

starts()
{
	mkfifo /tmp/keys
	TERM=vt100 script -q -f -c "stty rows 24 cols 80; exec $TOP/build/tools/oa-top-static --interval 500ms" \
		$seen </tmp/keys >/dev/null 2>&1 &
	exec 3>/tmp/keys
	until_true is_on_screen 'EU.ACTIVE' && until_true draws 'busy 97' && until_true counts
}

pauses() { key p && until_true sleeps && until_true is_on_screen PAUSED; }
resumes() { key p && until_true counts; }
is_stopped() { grep 'State:.*stopped' "/proc/$(pidof "$1")/status"; }
# "script" stops and resumes with its child.
stops()
{
	kill -TSTP "$(pidof oa-top-static)" && until_true sleeps && until_true is_stopped oa-top-static && until_true is_stopped script
}
comes_back() { kill -CONT "$(pidof script)" && kill -CONT "$(pidof oa-top-static)" && until_true counts; }
is_gone() { ! pidof oa-top-static; }
ends() { key q && until_true is_gone && until_true sleeps; }

# Install the service as the package does
installed()
{
	cp "$TOP/build/tools/oa-top-static" /usr/bin/oa-top && cp "$OUT/$service.service" /etc/systemd/system/ &&
		systemd-analyze verify --man=no $service.service && mkdir -p $directory && systemctl daemon-reload
}

# tell COMMAND...: runs COMMAND and, if it fails, prints the messages of systemd and oa-top
tell()
{
	"$@" && return 0
	systemctl status $service
	journalctl --no-pager -u $service
	return 1
}

# The file already exists before the first interval has passed and before any event is open, so wait for both
keeps_a_file() { until_true grep -q '^i915_oa_info{.*} 1$' $prom && until_true counts; }
runs() { systemctl is-active $service && [ "$(systemctl show -P NRestarts $service)" = 0 ]; }
service_keeps_a_file() { systemctl start $service && tell keeps_a_file && tell runs; }
is_confined() { tell service_is_confined; }
refreshes() { tell service_refreshes_its_file; }
# Three intervals of the unit in $OUT
stopped_is_found() { tell stopped_process_is_found 3; }
service_stops()
{
	systemctl stop $service && tell until_true sleeps && ! [ -e $prom ] &&
		systemctl show -P Result $service | grep -x success
}

# once_with CAPABILITY: runs oa-top as root with this capability only
once_with() { setpriv --bounding-set "-all,+$1" --inh-caps "-all,+$1" oa-top --once >/tmp/once 2>&1; }
# The comments of the service's unit claim this about Debian's kernel
paranoid=/proc/sys/kernel/perf_event_paranoid
paranoid_3() { grep -x 3 $paranoid && ! once_with perfmon && once_with sys_admin; }
paranoid_2() { echo 2 >$paranoid && once_with perfmon; }

check "oa-top/load drm" modprobe drm
load_modules
sim_set activity busy
check "oa-top/the screen shows a busy GPU" starts
check "oa-top/paused, nothing counts" pauses
check "oa-top/resumes" resumes
check "oa-top/stopped by Ctrl-Z, nothing counts" stops
check "oa-top/it comes back" comes_back
check "oa-top/ended, nothing counts" ends
cp $seen "$OUT/screen"
check "oa-top/the service is installed" installed
check "oa-top/the service keeps a file" service_keeps_a_file
check "oa-top/the service is confined" is_confined
check "oa-top/the service refreshes its file" refreshes
check "oa-top/a service that does not refresh it is found" stopped_is_found
check "oa-top/the service takes it away" service_stops
check "oa-top/at perf_event_paranoid=3 CAP_PERFMON is not enough" paranoid_3
check "oa-top/at perf_event_paranoid=2 it is" paranoid_2
leave_gpu
finish
