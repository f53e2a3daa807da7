// SPDX-License-Identifier: GPL-2.0-only
/*
 * i915_oa_kunit_filter.ko: loaded before i915_oa_kunit.ko, it keeps only those of
 * that module's test cases whose suite and name match a glob.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <kunit/test.h>
#include <linux/glob.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/string.h>

/**
 * DOC: Choosing KUnit suites
 *
 * KUnit has a filter of its own, kunit.filter_glob. On older kernels, 6.1 among them, it
 * applies only to suites that are built in, and there is no moment at which the module with
 * the tests could filter itself: KUnit runs the suites before it parses the module's
 * parameters. So the filter is a second module. Its notifier comes before KUnit's, and cuts
 * the list of suites down in place. A glob that matches nothing refuses the module and prints
 * the names there are.
 */

#define TESTS	"i915_oa_kunit"

static char glob[NAME_MAX + 1];
module_param_string(glob, glob, sizeof(glob), 0444);
MODULE_PARM_DESC(glob, "Suites to run, e.g. *oa_ring, or cases: *oa_ring.wrap*");

/* The parts before and after the first period; without a period every case matches */
static char *suite_glob = glob;
static char *case_glob;

static bool case_matches(const struct kunit_case *test_case)
{
	return !case_glob || glob_match(case_glob, test_case->name);
}

/* Moves the suite's matching cases to its front; the rest is zeroed, like the list's end */
static unsigned int keep_cases(struct kunit_suite *suite)
{
	struct kunit_case *from, *to = suite->test_cases;

	for (from = to; from->run_case; from++) {
		if (case_matches(from))
			memmove(to++, from, sizeof(*to));
	}
	if (to != suite->test_cases)
		memset(to, 0, (from - to) * sizeof(*to));
	return to - suite->test_cases;
}

static bool suite_matches(const struct kunit_suite *suite)
{
	return glob_match(suite_glob, suite->name);
}

static int keep_suites(struct module *mod)
{
	struct kunit_suite **suites = mod->kunit_suites;
	unsigned int kept = 0;

	for (unsigned int i = 0; i < mod->num_kunit_suites; i++) {
		if (suite_matches(suites[i]) && keep_cases(suites[i]))
			suites[kept++] = suites[i];
	}
	if (!kept)
		return -EINVAL;
	mod->num_kunit_suites = kept;
	return 0;
}

static void list_cases(const struct kunit_suite *suite)
{
	for (const struct kunit_case *c = suite->test_cases; c->run_case; c++)
		pr_err("case: %s.%s\n", suite->name, c->name);
}

/* Lists the cases of the suites that match or, if none does, all suites */
static void list_tests(const struct module *mod)
{
	bool matched = false;

	pr_err("no test matches\n");
	for (unsigned int i = 0; i < mod->num_kunit_suites; i++) {
		if (!suite_matches(mod->kunit_suites[i]))
			continue;
		list_cases(mod->kunit_suites[i]);
		matched = true;
	}
	for (unsigned int i = 0; i < mod->num_kunit_suites && !matched; i++)
		pr_err("suite: %s\n", mod->kunit_suites[i]->name);
}

static int filter_tests(struct notifier_block *nb, unsigned long state, void *data)
{
	struct module *mod = data;
	int ret;

	if (state != MODULE_STATE_COMING || strcmp(mod->name, TESTS))
		return NOTIFY_DONE;
	ret = keep_suites(mod);
	if (ret)
		list_tests(mod);
	return notifier_from_errno(ret);
}

static struct notifier_block before_kunit = {
	.notifier_call = filter_tests,
	.priority = INT_MAX,
};

static int __init kunit_filter_init(void)
{
	case_glob = glob;
	suite_glob = strsep(&case_glob, ".");
	return register_module_notifier(&before_kunit);
}
module_init(kunit_filter_init);

static void __exit kunit_filter_exit(void)
{
	unregister_module_notifier(&before_kunit);
}
module_exit(kunit_filter_exit);

MODULE_DESCRIPTION("Chooses among the suites of " TESTS);
MODULE_LICENSE("GPL");
