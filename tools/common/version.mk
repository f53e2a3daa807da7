# SPDX-License-Identifier: GPL-2.0-only
#
# Included by the Makefiles of the tools, with TOP and OUT: the version that they print. It is that of the package, in
# dkms.conf, with the commit if this is a repository. $(OUT)/version changes only with it.

VERSION := $(shell sed -n 's/^PACKAGE_VERSION="\(.*\)"$$/\1/p' $(TOP)/dkms.conf)
COMMIT := $(if $(wildcard $(TOP)/.git),$(shell git -C $(TOP) describe --always --dirty --exclude '*' 2>/dev/null))
TOOLS_VERSION := $(VERSION)$(if $(COMMIT),+$(COMMIT))
VERSION_FLAGS := '-DTOOLS_VERSION="$(TOOLS_VERSION)"'

$(OUT)/version: FORCE
	@mkdir -p $(@D)
	@echo '$(TOOLS_VERSION)' | cmp -s - $@ || echo '$(TOOLS_VERSION)' >$@

FORCE:

.PHONY: FORCE
