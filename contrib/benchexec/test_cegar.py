"""What the tool-info module makes of command lines and of answers."""

import unittest

from benchexec import result
from benchexec.tools.template import BaseTool2, UnsupportedFeatureException
from benchexec.util import ProcessExitCode

from cegar import Tool

UNREACH = ("cegar", "check", "--property", "c/properties/unreach-call.prp", "a.c")
LOCK = ("cegar", "check", "--property", "lock.spec", "a.c")


def status(code, *lines, cmdline=UNREACH, signal=None):
    exit_code = ProcessExitCode.create(value=code, signal=signal)
    output = BaseTool2.RunOutput([line + "\n" for line in lines])
    return Tool().determine_result(BaseTool2.Run(cmdline, exit_code, output, None))


def cmdline(*options, files=("a.c",), property_file=None, task_options=None):
    task = BaseTool2.Task(files, None, property_file, task_options)
    limits = BaseTool2.ResourceLimits(cputime=10, memory=10**9)
    return Tool().cmdline("bin/cegar", list(options), task, limits)


class Answers(unittest.TestCase):
    def test_the_three_answers(self):
        self.assertEqual(status(0, "proved: mutex holds, starting in main"), "true")
        bug = "bug: mutex is locked twice (mutex) at a.c:17"
        self.assertEqual(status(10, bug), result.RESULT_FALSE_REACH)
        self.assertEqual(status(10, bug, cmdline=LOCK), "false")
        one_word = ("cegar", "check", "--property=c/unreach-call.prp", "a.c")
        self.assertEqual(status(10, bug, cmdline=one_word), result.RESULT_FALSE_REACH)
        self.assertEqual(status(10, bug, cmdline=("cegar", "check", "a.c")), "false")
        self.assertEqual(status(5, "don't know: no predicate is found"), "unknown")
        self.assertEqual(status(5, "not applicable: nothing happens"), "true")
        self.assertEqual(status(5, "not applicable: nothing", cmdline=LOCK), "unknown")

    def test_limits(self):
        self.assertEqual(status(5, "don't know: the time limit of 5 s is reached"), "TIMEOUT")
        self.assertEqual(status(5, "don't know: the memory limit of 90 MB is reached"), "OUT OF MEMORY")
        space = "don't know: the system's limit of 90 MB on address space is nearly reached"
        self.assertEqual(status(5, space), "OUT OF MEMORY")
        self.assertEqual(status(5, "don't know: a question took the time limit of the solver"), "unknown")

    def test_warnings_may_come_first(self):
        self.assertEqual(status(0, "warning: f is not defined", "", "proved: it holds"), "true")

    def test_failures(self):
        for code in (1, 2, 6):
            self.assertTrue(status(code, "error: something").startswith("ERROR ("))
            self.assertTrue(status(code, "proved: it holds").startswith("ERROR ("))

    def test_code_and_words_must_agree(self):
        self.assertEqual(status(0), result.RESULT_ERROR)
        self.assertEqual(status(0, "bug: x"), result.RESULT_ERROR)
        self.assertEqual(status(10, "proved: x"), result.RESULT_ERROR)
        self.assertEqual(status(0, "it is not proved: x"), result.RESULT_ERROR)
        self.assertEqual(status(101, "proved: x"), result.RESULT_ERROR)
        self.assertEqual(status(None, "proved: x", signal=9), result.RESULT_ERROR)


class CommandLines(unittest.TestCase):
    def test_files_options_and_property(self):
        self.assertEqual(cmdline(), ["bin/cegar", "check", "a.c"])
        self.assertEqual(
            cmdline("--entry", "probe", files=("a.c", "b.c"), property_file="p.prp"),
            ["bin/cegar", "check", "--entry", "probe", "--property", "p.prp", "a.c", "b.c"],
        )
        self.assertEqual(
            cmdline("--property", "mutex", property_file="p.prp"),
            ["bin/cegar", "check", "--property", "mutex", "a.c"],
        )
        self.assertEqual(
            cmdline("--property=mutex", property_file="p.prp"),
            ["bin/cegar", "check", "--property=mutex", "a.c"],
        )

    def test_data_model(self):
        ilp32 = {"language": "C", "data_model": "ILP32"}
        self.assertEqual(
            cmdline(task_options=ilp32), ["bin/cegar", "check", "--data-model", "ilp32", "a.c"]
        )
        self.assertEqual(
            cmdline("--data-model", "lp64", task_options=ilp32),
            ["bin/cegar", "check", "--data-model", "lp64", "a.c"],
        )

    def test_what_cegar_does_not_do(self):
        for options in ({"language": "Java"}, {"data_model": "LLP64"}):
            with self.assertRaises(UnsupportedFeatureException):
                cmdline(task_options=options)


class Columns(unittest.TestCase):
    def test_values(self):
        output = BaseTool2.RunOutput(
            ["proved: mutex holds, starting in main\n", "  with 1 predicate in 8 iterations\n"]
        )
        value = lambda name: Tool().get_value_from_output(output, name)
        self.assertEqual(value("reason"), "mutex holds, starting in main")
        self.assertEqual(value("predicates"), "1")
        self.assertEqual(value("iterations"), "8")
        self.assertIsNone(value("colour"))


if __name__ == "__main__":
    unittest.main()
