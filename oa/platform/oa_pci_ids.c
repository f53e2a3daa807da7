// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Platforms
 *
 * A PCI id leads to a GT level, the GT level to a platform, and the platform to its tables and
 * operations (oa_platform_tables.c). No other code distinguishes generations.
 *
 * Facts: hardware.rst 1.1.
 */
#include <linux/pci.h>

#include "oa_platform.h"

#define GT_INFO(var, platform_var, ...) \
	static const struct oa_gt_info gt_##var = { &oa_platform_##platform_var, ##__VA_ARGS__ }

GT_INFO(snb1, snb, 1, 1, 6);
GT_INFO(snb2, snb, 1, 1, 12);
GT_INFO(ivb1, ivb, 1, 1, 6);
GT_INFO(ivb2, ivb, 1, 2, 8);
GT_INFO(vlv, vlv, 1, 1, 4);
GT_INFO(hsw1, hsw, 1, 1);
GT_INFO(hsw2, hsw, 1, 2);
GT_INFO(hsw3, hsw, 2, 2);
GT_INFO(bdw, bdw);
GT_INFO(chv, chv);
GT_INFO(skl, skl);
GT_INFO(bxt, bxt);
GT_INFO(glk, glk);
GT_INFO(kbl, kbl);
GT_INFO(cfl, cfl);
GT_INFO(icl, icl);
GT_INFO(ehl, ehl);
GT_INFO(lkf, lkf);

/* Of any class: a simulated GPU is no display, so that i915 leaves it alone. */
#define ID(id, info) \
	{ PCI_VDEVICE(INTEL, 0x##id), .driver_data = (kernel_ulong_t)&gt_##info }

/* No MODULE_DEVICE_TABLE: these GPUs stay with i915 until this module is loaded by hand. */
const struct pci_device_id oa_pci_ids[] = {
	/* SNB GT1 */
	ID(0102, snb1), ID(0106, snb1), ID(010a, snb1),
	/* SNB GT2 */
	ID(0112, snb2), ID(0116, snb2), ID(0122, snb2), ID(0126, snb2),
	/* IVB GT1 */
	ID(0152, ivb1), ID(0156, ivb1), ID(015a, ivb1),
	/* IVB GT2 */
	ID(0162, ivb2), ID(0166, ivb2), ID(016a, ivb2),
	/* VLV */
	ID(0f30, vlv), ID(0f31, vlv), ID(0f32, vlv), ID(0f33, vlv),
	/* HSW GT1 */
	ID(0402, hsw1), ID(0406, hsw1), ID(040a, hsw1), ID(040b, hsw1), ID(040e, hsw1),
	ID(0a02, hsw1), ID(0a06, hsw1), ID(0a0a, hsw1), ID(0a0b, hsw1), ID(0a0e, hsw1),
	ID(0c02, hsw1), ID(0c06, hsw1), ID(0c0a, hsw1), ID(0c0b, hsw1), ID(0c0e, hsw1),
	ID(0d02, hsw1), ID(0d06, hsw1), ID(0d0a, hsw1), ID(0d0b, hsw1), ID(0d0e, hsw1),
	/* HSW GT2 */
	ID(0412, hsw2), ID(0416, hsw2), ID(041a, hsw2), ID(041b, hsw2), ID(041e, hsw2),
	ID(0a12, hsw2), ID(0a16, hsw2), ID(0a1a, hsw2), ID(0a1b, hsw2), ID(0a1e, hsw2),
	ID(0c12, hsw2), ID(0c16, hsw2), ID(0c1a, hsw2), ID(0c1b, hsw2), ID(0c1e, hsw2),
	ID(0d12, hsw2), ID(0d16, hsw2), ID(0d1a, hsw2), ID(0d1b, hsw2), ID(0d1e, hsw2),
	/* HSW GT3 */
	ID(0422, hsw3), ID(0426, hsw3), ID(042a, hsw3), ID(042b, hsw3), ID(042e, hsw3),
	ID(0a22, hsw3), ID(0a26, hsw3), ID(0a2a, hsw3), ID(0a2b, hsw3), ID(0a2e, hsw3),
	ID(0c22, hsw3), ID(0c26, hsw3), ID(0c2a, hsw3), ID(0c2b, hsw3), ID(0c2e, hsw3),
	ID(0d22, hsw3), ID(0d26, hsw3), ID(0d2a, hsw3), ID(0d2b, hsw3), ID(0d2e, hsw3),
	/* BDW; from here on fuses tell the GT level */
	ID(1602, bdw), ID(1606, bdw), ID(160a, bdw), ID(160b, bdw), ID(160d, bdw), ID(160e, bdw),
	ID(1612, bdw), ID(1616, bdw), ID(161a, bdw), ID(161b, bdw), ID(161d, bdw), ID(161e, bdw),
	ID(1622, bdw), ID(1626, bdw), ID(162a, bdw), ID(162b, bdw), ID(162d, bdw), ID(162e, bdw),
	ID(1632, bdw), ID(1636, bdw), ID(163a, bdw), ID(163b, bdw), ID(163d, bdw), ID(163e, bdw),
	/* CHV */
	ID(22b0, chv), ID(22b1, chv), ID(22b2, chv), ID(22b3, chv),
	/* SKL */
	ID(1902, skl), ID(1906, skl), ID(190a, skl), ID(190b, skl), ID(190e, skl), ID(1913, skl),
	ID(1915, skl), ID(1917, skl),
	ID(1912, skl), ID(1916, skl), ID(191a, skl), ID(191b, skl), ID(191d, skl), ID(191e, skl),
	ID(1921, skl),
	ID(1923, skl), ID(1926, skl), ID(1927, skl), ID(192a, skl), ID(192b, skl), ID(192d, skl),
	ID(1932, skl), ID(193a, skl), ID(193b, skl), ID(193d, skl),
	/* BXT */
	ID(0a84, bxt), ID(1a84, bxt), ID(1a85, bxt), ID(5a84, bxt), ID(5a85, bxt),
	/* GLK */
	ID(3184, glk), ID(3185, glk),
	/* KBL */
	ID(5902, kbl), ID(5906, kbl), ID(5908, kbl), ID(590a, kbl), ID(590b, kbl), ID(590e, kbl),
	ID(5913, kbl), ID(5915, kbl),
	ID(5912, kbl), ID(5916, kbl), ID(5917, kbl), ID(591a, kbl), ID(591b, kbl), ID(591d, kbl),
	ID(591e, kbl), ID(5921, kbl),
	ID(5923, kbl), ID(5926, kbl), ID(5927, kbl),
	ID(593b, kbl),
	/* AML (KBL) */
	ID(591c, kbl), ID(87c0, kbl),
	/* CFL */
	ID(3e90, cfl), ID(3e93, cfl), ID(3e99, cfl), ID(3e9c, cfl),
	ID(3e91, cfl), ID(3e92, cfl), ID(3e94, cfl), ID(3e96, cfl), ID(3e98, cfl), ID(3e9a, cfl),
	ID(3e9b, cfl), ID(3ea9, cfl),
	ID(3ea5, cfl), ID(3ea6, cfl), ID(3ea7, cfl), ID(3ea8, cfl),
	/* WHL */
	ID(3ea1, cfl), ID(3ea4, cfl),
	ID(3ea0, cfl), ID(3ea3, cfl),
	ID(3ea2, cfl),
	/* AML (CFL) */
	ID(87ca, cfl),
	/* CML */
	ID(9b21, cfl), ID(9ba2, cfl), ID(9ba4, cfl), ID(9ba5, cfl), ID(9ba8, cfl), ID(9baa, cfl),
	ID(9bac, cfl),
	ID(9b41, cfl), ID(9bc2, cfl), ID(9bc4, cfl), ID(9bc5, cfl), ID(9bc6, cfl), ID(9bc8, cfl),
	ID(9bca, cfl), ID(9bcc, cfl), ID(9be6, cfl), ID(9bf6, cfl),
	/* ICL */
	ID(8a50, icl), ID(8a51, icl), ID(8a52, icl), ID(8a53, icl), ID(8a54, icl), ID(8a56, icl),
	ID(8a57, icl), ID(8a58, icl), ID(8a59, icl), ID(8a5a, icl), ID(8a5b, icl), ID(8a5c, icl),
	ID(8a5d, icl), ID(8a70, icl), ID(8a71, icl),
	/* EHL */
	ID(4541, ehl), ID(4551, ehl), ID(4555, ehl), ID(4557, ehl), ID(4570, ehl), ID(4571, ehl),
	/* JSL */
	ID(4e51, ehl), ID(4e55, ehl), ID(4e57, ehl), ID(4e61, ehl), ID(4e71, ehl),
	/* LKF */
	ID(9840, lkf), ID(9841, lkf), ID(9842, lkf), ID(9850, lkf),
	{ }
};
