# SPDX-License-Identifier: GPL-2.0-only
#
# For scripts/htmldocs, which sets the environment. The kernel-doc directive is the kernel's own,
# from the distribution's source, as is the script that reads the comments.

import os
import sys

kernel = os.environ['KERNEL_SOURCE']
sys.path.insert(0, kernel + '/Documentation/sphinx')
# That tree is not ours to write into
sys.dont_write_bytecode = True

project = 'i915-oa'
extensions = ['kerneldoc']
kerneldoc_bin = kernel + '/scripts/kernel-doc'
kerneldoc_srctree = os.environ['TOP']

primary_domain = 'c'
highlight_language = 'none'
# What stands before a name in kernel-doc's declarations and is no part of C
c_id_attributes = ['__init', '__exit', '__user', '__iomem', '__force', '__printf', '__must_check',
                   '__always_unused', '__packed', '__rcu', 'noinline', '__percpu', '__maybe_unused']
c_paren_attributes = ['__printf']

html_theme = 'alabaster'
html_theme_options = {'page_width': '72em', 'sidebar_width': '16em'}
html_copy_source = False
html_show_copyright = False
