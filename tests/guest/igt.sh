#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest: runs the test programs on the simulated GPU. At the end the GPU must have
# counted no violation of the hardware's rules, and both modules must unload.

. "$TOP/tests/guest/lib.sh"

load_modules
run_programs "$@"
leave_gpu
checkers_to_the_end
finish
