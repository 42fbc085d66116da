"""The file tests of the suite, and programs of the oracles, as commands whose answers are known."""

import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROVED, BUG, UNKNOWN = 0, 10, 5
CODES = {"proved": PROVED, "bug": BUG, "unknown": UNKNOWN}
BP_CODES = {"unreachable": 0, "holds": 0, "reachable": 10, "fails": 10}
BP_ENGINES = ["summaries", "post", "pre"]


@dataclasses.dataclass
class Case:
    """A command, and the exit code that is right."""

    kind: str
    name: str
    folder: str
    arguments: list
    right: int
    seconds: float = 20.0

    def run(self, cegar, mutant=""):
        """The exit code (None if it does not end) and what is said."""
        limit = max(4, round(4 * self.seconds + 3))
        command = [cegar, *self.arguments]
        if self.kind != "bp":
            command += ["--stats", "--time-limit", str(limit), "--memory-limit", "2500"]
        environment = {**os.environ, "CEGAR_MUTANT": mutant}
        try:
            run = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True,
                                 errors="replace", timeout=limit + 10, check=False)
        except subprocess.TimeoutExpired:
            return None, "takes too long"
        return run.returncode, run.stdout + run.stderr

    def outcome(self, cegar, mutant=""):
        """What became of the answer; see `judged`."""
        return judged(self.right, *self.run(cegar, mutant))


def judged(right, code, said):
    """`right`, `wrong`, or who refused: the second look, a run against a proof, a replay; `crash`, `lost`, or `slow`,
    which says nothing."""
    if "a run spoke against a proof" in said or "an execution contradicts" in said:
        return "runs"
    if "a second look spoke against a proof" in said:
        return "second look"
    if code == right:
        return "right"
    if code in (0, 10) and right in (0, 10):
        return "wrong"
    if code in (0, 10):
        return "more"
    if "could not be reproduced" in said:
        return "replay"
    if code is None or re.search(r"the (time|memory) limit of .* is reached", said):
        return "slow"
    if code not in (0, 1, 2, 5, 10) or "panicked" in said or "internal error" in said:
        return "crash"
    return "lost"


def header(text):
    """The fields `// key: value` in the first lines."""
    for line in text.splitlines():
        if not line.startswith("//"):
            return
        key, colon, value = line[2:].strip().partition(":")
        if colon:
            yield key, value.strip()


def of_c():
    for file in sorted(ROOT.glob("tests/c/check/*/*.c")):
        for key, arguments in header(file.read_text()):
            if key in CODES:
                name = f"{file.parent.name}/{file.name} {arguments}"
                yield Case("c", name, str(file.parent), ["check", file.name, *arguments.split()], CODES[key])


def of_faults():
    for file in sorted(ROOT.glob("tests/faults/*.c")):
        verdict = dict(header(file.read_text()))["verdict"]
        if verdict in CODES:
            yield Case("faults", file.name, str(file.parent), ["check", file.name], CODES[verdict])


def of_bp():
    for file in sorted(ROOT.glob("tests/bp/*.bp")):
        fields = dict(header(file.read_text()))
        right = BP_CODES.get(fields.get("expect"))
        if "check" not in fields or right is None:
            continue
        engines = ["post", "pre"] if "--reach" in fields["check"] else BP_ENGINES
        for engine in engines:
            arguments = ["bp", "check", file.name, *fields["check"].split(), "--engine", engine]
            yield Case("bp", f"{file.name} {engine}", str(file.parent), arguments, right)


def of_corpus(cegar):
    listed = subprocess.run([cegar, "batch", "corpus", "--list=json"], cwd=ROOT, capture_output=True, text=True, check=True)
    for line in filter(None, listed.stdout.splitlines()):
        task = json.loads(line)
        arguments = ["check", *task["files"], *task["arguments"]]
        for option, key in [("--property", "property"), ("--entry", "entry"), ("--data-model", "data_model")]:
            arguments += [option, task[key]] if task[key] else []
        if task["expected"] in CODES and "corpus/open/" not in task["name"]:
            yield Case("corpus", task["name"], str(ROOT), arguments, CODES[task["expected"]])


def of_oracle(folder):
    for line in (folder / "cases.jsonl").read_text().splitlines():
        case = json.loads(line)
        yield Case(folder.name, case["name"], str(folder), case["arguments"], case["right"])


def known(cegar, cases, file):
    """Those that are answered rightly without a mutation, the quickest first; what was found before is in a file."""
    before = [Case(**json.loads(line)) for line in file.read_text().splitlines()] if file.exists() else []
    before = {(case.kind, case.name): case for case in before}
    found = []
    for case in cases:
        if (case.kind, case.name) in before:
            found.append(before[case.kind, case.name])
            continue
        began = time.monotonic()
        outcome = case.outcome(cegar)
        case.seconds = round(time.monotonic() - began, 2)
        if outcome == "right":
            found.append(case)
        elif outcome != "lost" or not re.match("soup|rules", case.kind):
            print(f"without a mutation: {outcome}: {case.kind} {case.name}", file=sys.stderr, flush=True)
    found.sort(key=lambda case: case.seconds)
    file.write_text("".join(json.dumps(dataclasses.asdict(case)) + "\n" for case in found))
    return found
