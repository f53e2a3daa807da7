# SPDX-License-Identifier: GPL-2.0-only
#
# tests/tools/runner.py: runs the tests of a program and prints a line for each. A test is a function whose argument is a
# new directory, or another value.

import tempfile


def run_one(name, test, argument):
    try:
        test(argument)
    except Exception as error:  # pylint: disable=broad-except
        print('not ok', name)
        print('    #', type(error).__name__, str(error)[:3000].replace('\n', '\n    # '))
        return False
    print('ok', name)
    return True


def run_tests(prefix, tests, argument=None, names=(), cleanup=None):
    """Run the tests with these names, or all. cleanup(work) ends the processes that a test may have left. Return
    the status of the program."""
    passed = True
    for test in tests:
        if names and test.__name__ not in names:
            continue
        name = prefix + test.__name__.replace('_', ' ')
        if argument is not None:
            passed &= run_one(name, test, argument)
            continue
        with tempfile.TemporaryDirectory() as work:
            passed &= run_one(name, test, work)
            if cleanup:
                cleanup(work)
    return not passed
