/* SPDX-License-Identifier: GPL-2.0-only */
#error "an IGT checkout has DRM's headers as drm.h and i915_drm.h, without a directory"
