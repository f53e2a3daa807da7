# SPDX-License-Identifier: GPL-2.0-only
#
# Included by the Makefiles of the tools that share tools/common/ and formats/: OUT, CC, flags, and
# the rules for the objects of both. Tools with the same OUT share these objects.

OUT ?= .
CC ?= gcc
TOP := ../..
QUIET := $(if $(V),,@)

# <drm/i915_drm.h>: where the C library's headers lack it, libdrm-dev has it.
DRM_INCLUDE ?= $(patsubst %/i915_drm.h,%,$(firstword $(wildcard \
	/usr/include/drm/i915_drm.h /usr/include/libdrm/i915_drm.h \
	/usr/src/linux-headers-*/include/uapi/drm/i915_drm.h)))

ifeq ($(DRM_INCLUDE),)
ifneq ($(MAKECMDGOALS),clean)
$(error no i915_drm.h found: run scripts/setup tools, install libdrm-dev or set DRM_INCLUDE)
endif
endif

CFLAGS ?= -O2 -g
TOOL_CFLAGS := -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror
# __user and __packed: for headers of an unpacked kernel tree
TOOL_CFLAGS += -D__user= '-D__packed=__attribute__((packed))'
TOOL_CFLAGS += -I$(TOP)/include/uapi -I$(TOP) -isystem $(OUT)/include

COMMON := $(patsubst $(TOP)/tools/common/%.c,$(OUT)/common-%.o,$(wildcard $(TOP)/tools/common/*.c))
# The parser of metric files
COMMON_LIBS := -lexpat
FORMATS := $(patsubst $(TOP)/formats/%.c,$(OUT)/formats-%.o,$(wildcard $(TOP)/formats/*.c))
HEADERS := $(wildcard *.h $(TOP)/tools/common/*.h $(TOP)/formats/*.h) \
	   $(TOP)/include/uapi/drm/i915_oa.h
RULES := Makefile $(TOP)/tools/common/common.mk

all:

include $(TOP)/tools/common/version.mk

$(OUT)/include/drm/i915_drm.h:
	@mkdir -p $(OUT)/include
	@ln -sfn $(DRM_INCLUDE) $(OUT)/include/drm

$(OUT)/common-%.o: $(TOP)/tools/common/%.c $(HEADERS) $(RULES) | $(OUT)/include/drm/i915_drm.h
	$(QUIET)$(CC) $(CPPFLAGS) $(CFLAGS) $(TOOL_CFLAGS) -c -o $@ $<

$(OUT)/common-arguments.o: CPPFLAGS += $(VERSION_FLAGS)
$(OUT)/common-arguments.o: $(OUT)/version

$(OUT)/formats-%.o: $(TOP)/formats/%.c $(HEADERS) $(RULES) | $(OUT)/include/drm/i915_drm.h
	$(QUIET)$(CC) $(CPPFLAGS) $(CFLAGS) $(TOOL_CFLAGS) -c -o $@ $<

.PHONY: all clean
