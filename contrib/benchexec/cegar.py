"""How BenchExec runs cegar and reads its answers. See docs/benchexec.md."""

import os
import re

import benchexec.result as result
import benchexec.tools.template

# The exit codes, the words that the line with the answer then starts with, and what they mean to BenchExec.
ANSWERS = {
    0: {"proved": result.RESULT_TRUE_PROP},
    10: {"bug": result.RESULT_FALSE_PROP},
    5: {
        "don't know": result.RESULT_UNKNOWN,
        "not applicable": result.RESULT_UNKNOWN,
    },
}

FAILURES = {
    1: "ERROR (wrong usage)",
    2: "ERROR (input unreadable or ill-formed)",
    6: "ERROR (internal error)",
}

LIMITS = {
    "the time limit of": result.RESULT_TIMEOUT,
    "the memory limit of": "OUT OF MEMORY",
    "the system's limit of": "OUT OF MEMORY",
}

# Results that SV-COMP has for its properties, by the name of the property file. A call that is nowhere in the program is
# not reached.
VIOLATIONS = {"unreach-call": result.RESULT_FALSE_REACH}
NOT_APPLICABLE = {"unreach-call": result.RESULT_TRUE_PROP}

ANSWER = re.compile(r"^(proved|bug|don't know|not applicable): (.*)")
SIZE = re.compile(
    r"^  with (?P<predicates>\d+) predicates? in (?P<iterations>\d+) iterations?$", re.M
)


class Tool(benchexec.tools.template.BaseTool2):
    """
    Tool info for cegar, a software model checker for C drivers and boolean programs.
    The limits of a run are BenchExec's own: they are not passed on.
    Columns may ask for "reason", "predicates" and "iterations".
    """

    def name(self):
        return "cegar"

    def executable(self, tool_locator):
        return tool_locator.find_executable("cegar")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="cegar")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check", *options]
        if task.property_file and _value(options, "--property") is None:
            command += ["--property", task.property_file]
        model = _data_model(task)
        if model and _value(options, "--data-model") is None:
            command += ["--data-model", model]
        return [*command, *task.input_files]

    def determine_result(self, run):
        """Only where exit code and words agree is there an answer."""
        code = run.exit_code.value
        if code in FAILURES:
            return FAILURES[code]
        answer, reason = _answer(run.output)
        status = ANSWERS.get(code, {}).get(answer, result.RESULT_ERROR)
        if status == result.RESULT_FALSE_PROP:
            return VIOLATIONS.get(_property_name(run.cmdline), status)
        if answer == "not applicable":
            return NOT_APPLICABLE.get(_property_name(run.cmdline), status)
        if status == result.RESULT_UNKNOWN:
            reached = (s for words, s in LIMITS.items() if reason.startswith(words))
            return next(reached, status)
        return status

    def get_value_from_output(self, output, identifier):
        if identifier == "reason":
            return _answer(output)[1]
        size = SIZE.search(output.text)
        if size and identifier in size.groupdict():
            return size[identifier]
        return None


def _data_model(task):
    """The value of --data-model for a task, None if it names no model."""
    options = task.options if isinstance(task.options, dict) else {}
    if options.get("language", "C") != "C":
        raise benchexec.tools.template.UnsupportedFeatureException(
            f"cegar checks C programs, not {options['language']}"
        )
    model = options.get("data_model")
    if model not in (None, "ILP32", "LP64"):
        raise benchexec.tools.template.UnsupportedFeatureException(
            f"the data model '{model}' is neither ILP32 nor LP64"
        )
    return model and model.lower()


def _answer(output):
    """The kind of answer and what stands behind it, both empty if there is none."""
    found = (ANSWER.match(line) for line in output)
    return next((match.groups() for match in found if match), ("", ""))


def _property_name(cmdline):
    return os.path.splitext(os.path.basename(_value(cmdline, "--property") or ""))[0]


def _value(words, option):
    """What an option is set to, by the next word or behind a `=`; None if it is not there."""
    words = iter(words)
    for word in words:
        if word == option:
            return next(words, "")
        if word.startswith(option + "="):
            return word[len(option) + 1 :]
    return None
