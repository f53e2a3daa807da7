# SPDX-License-Identifier: GPL-2.0-only
#
# See "make help". The modules themselves are described in Kbuild.

# The kernel to build against: the newest with installed headers
KDIR ?= $(shell printf '%s\n' /lib/modules/*/build | sort -V | tail -n 1)
RELEASE := $(shell sed -n 's/.*UTS_RELEASE "\(.*\)"/\1/p' \
	     $(KDIR)/include/generated/utsrelease.h 2>/dev/null)
# Each kernel flavour is built in its own copy of the sources, so that objects of
# different flavours never mix
FLAVOUR ?= $(RELEASE)
ARCH_ARG := $(if $(shell grep -s ^CONFIG_UML=y $(KDIR)/.config),ARCH=um)
# Kbuild's additional warnings, except for user-mode Linux, which is for tests only. The code has none.
W ?= $(if $(ARCH_ARG),,1)
ifneq ($(words $(CURDIR)),1)
$(error Kbuild can't build in a path with a space: $(CURDIR))
endif
BUILD := $(CURDIR)/build
MOD := $(BUILD)/modules/$(FLAVOUR)
JOBS ?= $(shell nproc)

# Use ccache if it is installed and no other compiler was requested. Debian's headers name
# their own compiler, and have a switch for ccache.
ifeq ($(origin CC)$(LLVM),default)
ifneq ($(shell command -v ccache),)
USER_CC := CC='ccache gcc'
KERNEL_CC := $(if $(shell grep -s USE_CCACHE $(KDIR)/.kernelvariables),DEBIAN_KERNEL_USE_CCACHE=1,$(USER_CC))
endif
endif
# Kbuild lists each object's headers, so ccache need not preprocess what it does not know: a quarter of a first build's time
export CCACHE_DEPEND ?= 1

# A kernel that clang built takes modules of clang only. LLVM= or CC= on the command line or in the environment wins.
ifeq ($(origin CC)$(origin LLVM),defaultundefined)
ifneq ($(shell grep -s ^CONFIG_CC_IS_CLANG=y $(KDIR)/.config),)
KERNEL_CC = $(call llvm_words,$(shell scripts/kernel/llvm $(KDIR)))
llvm_words = $(if $(filter 0,$(.SHELLSTATUS)),$(1),$(error $(1)))
endif
endif

KBUILD_ARGS = -C $(KDIR) M=$(MOD) $(ARCH_ARG) $(KERNEL_CC) $(if $(W),W=$(W)) $(if $(C),C=$(C)) \
	      $(if $(V),V=$(V),--no-print-directory)
SOURCES := Kbuild dkms.conf include oa formats regs \
	   $(wildcard sim tests/kunit tests/kunit-filter)
KEEP := *.o *.ko *.a *.mod *.mod.c *.cmd *.d Module.symvers modules.order .key

all: modules

# Two makes must not write to one directory at the same time
LOCK = flock $(BUILD)/modules/.lock-$(FLAVOUR)

# rsync compares contents and keeps no times, so a changed file is newer than its object, even if an old version came back
sync:
	@command -v rsync >/dev/null || { echo "rsync is not installed: scripts/setup hardware" >&2; exit 1; }
	@mkdir -p $(MOD)
	@$(LOCK) rsync -rlpcR --delete $(foreach k,$(KEEP),--exclude='$(k)') $(SOURCES) $(MOD)/
	@echo $(KDIR) >$(MOD)/.kdir

modules: sync
	@test -e $(KDIR)/Makefile || { echo "no kernel headers at KDIR=$(KDIR): scripts/setup" >&2; exit 1; }
	@scripts/kernel/note-newer '$(RELEASE)'
	+@scripts/kernel/edited-paths $(MOD) $(LOCK) $(MAKE) $(KBUILD_ARGS) -j$(JOBS) modules

# With DESTDIR the modules are files of a package, whose own script runs depmod. With INSTALL_MOD_PATH they belong to a
# system, for which depmod runs here.
INSTALL_MOD_PATH ?= $(DESTDIR)
DEPMOD := $(if $(DESTDIR),,/sbin/depmod $(if $(INSTALL_MOD_PATH),-b $(INSTALL_MOD_PATH)) $(RELEASE))

# The distribution's signing key is not here. The kernel's own modules_install runs depmod only
# if it finds System.map, so depmod is disabled there and runs below.
install modules_install: modules
	+$(MAKE) $(KBUILD_ARGS) CONFIG_MODULE_SIG_ALL= INSTALL_MOD_PATH=$(INSTALL_MOD_PATH) DEPMOD=true modules_install
	$(DEPMOD)
	@$(if $(INSTALL_MOD_PATH),,[ $(RELEASE) = "$$(uname -r)" ] || \
		echo "note: installed for $(RELEASE), the newest kernel with headers; the running one is $$(uname -r), see KDIR=" >&2)

# The directory of the modules depends on the kernel. DKMS installs its modules in another one.
uninstall:
	rm -f $(foreach dir,updates extra,$(INSTALL_MOD_PATH)/lib/modules/$(RELEASE)/$(dir)/i915_oa*.ko*)
	$(DEPMOD)

dkms-install:
	@scripts/dkms install

dkms-remove:
	@scripts/dkms remove

deb:
	@scripts/deb

# KERNEL: another user-mode kernel (scripts/kernel/uml); scripts/uml-run finds it in the environment
UML := uml-$(if $(filter plain% sanitize% smp% kcsan%,$(KERNEL)),$(KERNEL),plain$(KERNEL:%=-%))
uml-modules:
	@scripts/kernel/uml $(KERNEL) >/dev/null
	+@$(MAKE) modules FLAVOUR=$(UML) KDIR=$(BUILD)/$(UML)

sanitize-modules:
	+@$(MAKE) uml-modules KERNEL=sanitize

smp-modules:
	@scripts/kernel/smp >/dev/null
	+@$(MAKE) modules FLAVOUR=smp KDIR=$(BUILD)/smp

igt-programs:
	@mkdir -p $(BUILD)/igt
	+@$(MAKE) -C tests/igt OUT=$(BUILD)/igt $(USER_CC) $(TEST:%=$(BUILD)/igt/%)

# All that tests/igt needs on another machine, in one directory
HARDWARE := out/igt-hardware
igt-hardware: modules igt-programs tools
	@rm -rf $(HARDWARE)
	@install -D -t $(HARDWARE) scripts/igt-hardware scripts/guest/igt-run $(BUILD)/tools/oa-dump $(BUILD)/tools/oa-report
	@install -D -t $(HARDWARE)/igt $(addprefix $(BUILD)/igt/,$(shell $(MAKE) -s --no-print-directory -C tests/igt list))
	@install -D -m 644 -t $(HARDWARE)/$(RELEASE) $(MOD)/i915_oa.ko
	@echo '$(HARDWARE): copy it to a machine with $(RELEASE), and run igt-hardware there as root'

bench-tool:
	@mkdir -p $(BUILD)/igt
	+@$(MAKE) -C tests/bench OUT=$(BUILD)/igt $(USER_CC)

fuzz-tool:
	@mkdir -p $(BUILD)/igt
	+@$(MAKE) -C tests/fuzz OUT=$(BUILD)/igt $(USER_CC)

# Written only if it differs, because a guest that starts meanwhile may copy the tools
OA_REPORT = sed "s/@version@/$$(cat $(BUILD)/tools/version)/" tools/oa-report/oa-report
tools:
	@mkdir -p $(BUILD)/tools
	+@$(MAKE) -C tools/oa-dump OUT=$(BUILD)/tools $(USER_CC)
	+@$(MAKE) -C tools/oa-top OUT=$(BUILD)/tools $(USER_CC)
	+@$(MAKE) -C tools/oa-hold OUT=$(BUILD)/tools $(USER_CC)
	+@$(MAKE) -C tools/oa-trace OUT=$(BUILD)/tools $(USER_CC)
	+@$(MAKE) -C tools/oa-gpu OUT=$(BUILD)/tools $(USER_CC)
	+@$(MAKE) -s -C examples OUT=$(BUILD)/tools $(USER_CC)
	@$(OA_REPORT) | cmp -s - $(BUILD)/tools/oa-report || $(OA_REPORT) | install -m 755 /dev/stdin $(BUILD)/tools/oa-report

# Show the live view of this machine's GPUs
top:
	@scripts/setup tools
	+@$(MAKE) --no-print-directory tools
	@$(BUILD)/tools/oa-top

# The directories of install-tools, below DESTDIR. An empty UNITDIR: no service. GNU's makefiles write prefix in lower case.
PREFIX ?= $(or $(prefix),/usr/local)
BINDIR ?= $(PREFIX)/bin
MANDIR ?= $(PREFIX)/share/man
INCLUDEDIR ?= $(PREFIX)/include
PKGCONFIGDIR ?= $(PREFIX)/share/pkgconfig
DOCDIR ?= $(PREFIX)/share/doc/i915-oa
UNITDIR ?= $(PREFIX)/lib/systemd/system
COMPLETIONDIR ?= $(PREFIX)/share/bash-completion/completions
VERSION := $(shell sed -n 's/^PACKAGE_VERSION="\(.*\)"$$/\1/p' dkms.conf)
INSTALL_DATA := install -D -m 644
TOOLS := oa-dump oa-gpu oa-hold oa-report oa-top oa-trace
install-tools: tools
	install -D -m 755 -t $(DESTDIR)$(BINDIR) $(addprefix $(BUILD)/tools/,$(TOOLS))
	$(INSTALL_DATA) -t $(DESTDIR)$(MANDIR)/man1 tools/*/*.1
	$(INSTALL_DATA) -t $(DESTDIR)$(INCLUDEDIR)/i915-oa tools/oa-gpu/oa_gpu_control.h
	$(INSTALL_DATA) -t $(DESTDIR)$(INCLUDEDIR)/i915-oa/drm include/uapi/drm/i915_oa.h
	$(INSTALL_DATA) -t $(DESTDIR)$(DOCDIR) tools/README $(filter-out %/index.rst,$(wildcard Documentation/*.rst))
	$(INSTALL_DATA) -t $(DESTDIR)$(DOCDIR)/hardware Documentation/hardware/*.rst
	$(INSTALL_DATA) -t $(DESTDIR)$(DOCDIR)/screens Documentation/screens/*
	$(INSTALL_DATA) -t $(DESTDIR)$(DOCDIR)/examples examples/client.c examples/client.py
	$(INSTALL_DATA) -t $(DESTDIR)$(DOCDIR)/prometheus tools/oa-top/i915_oa.rules.yml tools/oa-top/i915_oa-dashboard.json
	$(INSTALL_DATA) tools/completion/i915-oa.bash $(DESTDIR)$(COMPLETIONDIR)/oa-dump
	$(foreach tool,$(filter-out oa-dump,$(TOOLS)),ln -sf oa-dump $(DESTDIR)$(COMPLETIONDIR)/$(tool) &&) true
	sed 's|@includedir@|$(INCLUDEDIR)|; s|@version@|$(VERSION)|' tools/i915-oa.pc.in | \
		$(INSTALL_DATA) /dev/stdin $(DESTDIR)$(PKGCONFIGDIR)/i915-oa.pc
	$(if $(UNITDIR),sed 's|/usr/bin/|$(BINDIR)/|' tools/oa-top/oa-top-prometheus.service | \
		$(INSTALL_DATA) /dev/stdin $(DESTDIR)$(UNITDIR)/oa-top-prometheus.service)

# Remove the files that install-tools installs with the same variables, and the directories that only this project has
uninstall-tools:
	rm -rf $(BUILD)/uninstall
	+@$(MAKE) -s install-tools DESTDIR=$(BUILD)/uninstall >/dev/null
	cd $(BUILD)/uninstall && find . ! -type d -print0 | (cd $(DESTDIR)/ && xargs -0 rm -f)
	cd $(BUILD)/uninstall && find .$(DOCDIR) .$(INCLUDEDIR)/i915-oa -depth -type d -print0 | \
		(cd $(DESTDIR)/ && xargs -0 rmdir --ignore-fail-on-non-empty 2>/dev/null) || true
	rm -rf $(BUILD)/uninstall

# Programs that the tests of the tools need besides the tools
tool-tests: tools
	+@$(MAKE) -C tests/tools OUT=$(BUILD)/tool-tests GUEST=$(BUILD)/igt $(USER_CC)

compile_commands.json: modules
	@scripts/compile-commands >$(BUILD)/$@ && mv $(BUILD)/$@ $@

sim-test:
	+@$(MAKE) --no-print-directory -j$(JOBS) -C tests/sim OUT=$(BUILD)/sim
	@$(BUILD)/sim/sim-test $(PLATFORM)

# FUZZ is the number of mutated messages
FUZZ ?= 100000
gpu-test:
	+@$(MAKE) --no-print-directory -j$(JOBS) -C tests/oa-gpu OUT=$(BUILD)/sim
	@$(BUILD)/sim/oa-gpu-test $(PLATFORM)
	@$(BUILD)/sim/oa-gpu-test --fuzz $(FUZZ)

setup:
	@scripts/setup

hooks:
	@scripts/hooks/install

quick:
	+@scripts/quick $(if $(SUITE),'$(SUITE)')

check:
	@$(if $(STEPS),CHECK_STEPS='$(STEPS)') $(if $(KERNELS),CHECK_KERNELS='$(KERNELS)') \
		$(if $(MINUTES),CHECK_MINUTES='$(MINUTES)') $(if $(FRESH),CHECK_FRESH='$(FRESH)') scripts/check/run

htmldocs:
	@scripts/htmldocs

demo:
	@scripts/demo/$(if $(filter i915,$(DRIVER)),lease,$(if $(APP),app '$(APP)',run))

# ARGS as it was given: the shell expands "$OUT", and make nothing. The exec leaves no shell that SIGINT ends earlier than the program.
run:
	@$(if $(PROGRAM),,echo 'PROGRAM= is missing: make run PROGRAM=./mine [ARGS="..."]' >&2; exit 2;) \
		OUT=/run/out; exec scripts/run '$(PROGRAM)' $(value ARGS)

# The default is virtual time, in which a busy host fails no test. Kernels with two processors don't have it, and sanitizers
# find more in real time, so these run as with TIME=real.
VIRTUAL_TIME := $(if $(filter real,$(TIME))$(filter sanitize% smp% kcsan%,$(KERNEL)),,-v)

kunit: uml-modules
	@scripts/uml-run $(VIRTUAL_TIME) -o build/run/kunit -t $(or $(LIMIT),$(if $(KERNEL),900,120)) \
		tests/guest/kunit.sh $(if $(SUITE),'$(SUITE)')

igt:
	+@VIRTUAL=$(VIRTUAL_TIME) scripts/igt '$(TEST)' '$(SUBTEST)'

dump-uml: uml-modules tools
	@scripts/uml-run $(VIRTUAL_TIME) -o build/run/dump-uml -t 120 tests/guest/oa-dump.sh

# KERNEL: another stock kernel, such as 6.12 or rt, for which scripts/vm-run builds the modules
vm-test: modules igt-programs
	@scripts/vm-run -o build/run/igt-vm -t $(or $(LIMIT),900) tests/guest/igt.sh $(if $(TEST),'$(TEST)$(SUBTEST:%=@%)')

# KERNEL=sanitize: with KASAN, lockdep, kmemleak, and allocations that fail
fuzz: uml-modules igt-programs fuzz-tool
	@scripts/uml-run $(VIRTUAL_TIME) -o build/run/fuzz -t $(or $(LIMIT),3600) \
		tests/guest/fuzz.sh $(if $(CALLS),--calls $(CALLS)) $(if $(SEED),--seed $(SEED)) $(FUZZ_OPTIONS)

soak: uml-modules igt-programs fuzz-tool
	@scripts/soak $(HOURS)

compare: modules tools bench-tool
	@scripts/compare

sanitize: sanitize-modules igt-programs
	@scripts/uml-run -k sanitize -o build/run/sanitize -t 900 tests/guest/sanitize.sh

clean:
	rm -rf build/modules build/igt build/tools build/tool-tests build/sim build/run build/stamps build/htmldocs out compile_commands.json

distclean:
	rm -rf build out

# The commands that most need; help-dev has the rest, and all variables
help:
	@echo 'On Debian 12 or 13, as root: these commands install what they need'
	@echo '  demo          record two seconds of a simulated GPU with i915-perf-recorder, under QEMU [PLATFORM=bdw]'
	@echo '  run           a program of yours with a simulated GPU [PROGRAM=./mine PLATFORM=bdw ARGS=]'
	@echo '  top           show live where the time of this machine'"'"'s GPU goes, with i915 too'
	@echo '  check         build everything, run all tests; ends with "N passed, N failed" [STEPS="kunit demo"]'
	@echo 'To install'
	@echo '  deb           the Debian packages i915-oa-dkms and i915-oa-tools, in out/'
	@echo '  modules       i915_oa.ko and i915_oa_sim.ko, in build/modules/<release> [KDIR=]'
	@echo '  tools         oa-dump, oa-top, oa-trace and the others, in build/tools'
	@echo 'While developing'
	@echo '  quick         modules, checkpatch of what changed, unit tests [SUITE=]'
	@echo '  igt           tests/igt in user-mode Linux [PLATFORM=bdw TEST=perf_loss SUBTEST="overflow*"]'
	@echo '  help-dev      all other commands, and what their variables do'

help-dev: help
	@echo 'More variables of these'
	@echo '  demo          METRIC=, ACTIVITY=; DEVICE=1: the GPU is a PCI device of its own'
	@echo '                APP=eglinfo, gles, vkmark: Mesa on the stock i915, and what the GPU counts of its work'
	@echo '                DRIVER=i915 APP=gles: beside it oa-top, perf stat and a trace (not on hsw)'
	@echo '  run           ACTIVITY=, LIMIT=600; DEBUG=1: why the driver refused a call; VIRTUAL=1: virtual time'
	@echo '                DEVICE=1: the stock kernel; DRIVER=i915: with its own i915'
	@echo '  check         FRESH=1: also the steps whose inputs did not change since they last passed'
	@echo '                MINUTES=0: skips nothing, however long it takes'
	@echo '                KERNELS="6.1 7.3 clang": these, not 6.1, 6.12 and 7.3; KERNELS=all: and more tests there'
	@echo '                DEVICE=all: the driver on a PCI device of its own in all ways'
	@echo '                STEPS=packages: the Debian packages in a fresh Debian 12 and 13'
	@echo '  modules       C=1: sparse, V=1, W=: without Kbuild'"'"'s additional warnings'
	@echo '                LLVM=1, LLVM=-14: clang; by itself for a kernel that clang built'
	@echo '  igt           TIME=real: in real time; INTERLEAVE=0x1234: a seed of pauses in the driver'
	@echo '                TIMES=100: so often each, with no memory that stays behind'
	@echo 'Tests, after "make setup" (the first use builds a kernel, which takes minutes)'
	@echo '  kunit         unit tests in user-mode Linux [SUITE="*oa_ring", SUITE="*oa_ring.*wrap*"]'
	@echo '  sim-test      the simulator'"'"'s core in user space, with ASan and UBSan [PLATFORM=]'
	@echo '  gpu-test      tools/oa-gpu and a client of it, with ASan and UBSan [PLATFORM= FUZZ=1000000]'
	@echo '  dump-uml      oa-dump in user-mode Linux [PLATFORM=]'
	@echo '  vm-test       tests/igt in the stock kernel under QEMU [PLATFORM= TEST= SUBTEST= LIMIT=900;'
	@echo '                KERNEL=6.12: another one; KERNEL=rt: the one with PREEMPT_RT]'
	@echo '  igt-hardware  tests/igt for a machine with a real GPU, in out/igt-hardware [KDIR=]'
	@echo '  sanitize      tests/igt in user-mode Linux with KASAN, lockdep and kmemleak [PLATFORM=]'
	@echo '  fuzz          hostile calls to the driver, in user-mode Linux [CALLS=100000 SEED= PLATFORM=;'
	@echo '                FUZZ_OPTIONS="--only stream": tests/fuzz/README.md]'
	@echo '  soak          hostile calls, races and full rate, on one platform after the other [HOURS=1;'
	@echo '                CALLS=10000000: until so many calls, resuming where it was stopped; GUESTS=fuzz]'
	@echo '  KERNEL= of kunit, igt, dump-uml, fuzz and soak: another user-mode kernel, which the first use builds:'
	@echo '                6.12, 7.3: Debian'"'"'s source of this series; sanitize: KASAN, lockdep, kmemleak, failing'
	@echo '                allocations; sanitize-7.3; smp-7.3: two processors, KASAN, lockdep; kcsan-7.3: and KCSAN'
	@echo 'Figures'
	@echo '  compare       i915 and i915_oa on the same simulated GPU: register writes, cost'
	@echo '                [PLATFORM=bdw WHAT=instructions PARTS=batches; WHAT=calls readers gpus]'
	@echo 'Editing'
	@echo '  setup         installs what the builds and tests need'
	@echo '  hooks         checks before each commit (CONTRIBUTING.md)'
	@echo '  compile_commands.json  for clangd and other editors'
	@echo '  htmldocs      the manual and the comments of the code in build/htmldocs/html/index.html'
	@echo '  igt-programs  the programs of tests/igt, in build/igt [TEST=]'
	@echo '  clean         the modules, tests and results; distclean: the kernels too, but not those that'
	@echo '                all clones share, in ~/.cache/i915-oa [OA_CACHE=DIR in the environment; empty: none]'
	@echo 'Installing'
	@echo '  install       the modules into the tree of the newest kernel with headers [KDIR=; INSTALL_MOD_PATH=; DESTDIR=: without depmod]'
	@echo '  uninstall     removes them'
	@echo '  dkms-install  both modules through DKMS, which builds them for later kernels too; dkms-remove [KVER=]'
	@echo '  install-tools the tools, manual pages, headers, completion for bash and the service [DESTDIR= PREFIX=/usr/local]'
	@echo '  uninstall-tools  removes them'

.PHONY: all sync modules install modules_install uninstall dkms-install dkms-remove deb uml-modules sanitize-modules smp-modules igt-programs igt-hardware bench-tool fuzz-tool tools top install-tools uninstall-tools tool-tests \
	compile_commands.json setup hooks quick check htmldocs demo run kunit sim-test gpu-test igt dump-uml vm-test fuzz soak compare sanitize \
	clean distclean help help-dev
