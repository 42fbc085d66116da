#!/usr/bin/env python3
"""Breaks the verifier on purpose, one thing after another, and counts who notices.

    run.py [--only NAME,…] [--jobs N] [--quick] [--phases suite,soup,rules,tests] [--uncaught] [--table]

Builds `cegar` with the feature `mutants` into target/mutants. Each mutation of list.txt is then run on the file tests
of the suite (`suite`), on programs of the oracles whose truth gcc has told (`soup`, `rules`), and with the tests of crates
(`tests`). Outcomes are kept in target/mutants/results.json, so that a run can be continued; `--table` prints them.

A mutation is caught by an answer that is wrong (or missing, or more than is expected) where the suite or an oracle knows
the right one; by the second look, by runs against a proof, or by a replay where the tool itself refuses to answer.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import time

import cases
from cases import ROOT
from table import table

MADE = ROOT / "target/mutants"
CEGAR = MADE / "release/cegar"
ORACLES = {"soup": ("tests/verdicts/soup", 150), "rules": ("tests/verdicts/rules", 150)}
TESTS = {
    "semantics": ["--lib"],
    "abstractor": ["--lib", "--test", "claims", "--test", "steps"],
    "refiner": ["--test", "unroll"],
    "cegar": ["--test", "check_entry", "--test", "check_memory", "--test", "check_certify", "--test", "check_executions"],
    "ir": ["--lib"],
    "analysis": ["--lib", "--test", "against_runs", "--test", "prophecy"],
    "interp": ["--lib", "--test", "leaps"],
    "frontend": ["--lib", "--test", "property", "--test", "models", "--test", "run_suite"],
    "checker": ["--lib", "--test", "differential"],
}
PHASES = ["suite", "soup", "rules", "tests"]

# Where to look first for what is broken in a part; only boolean programs know nothing of the other parts.
FIRST = {
    "What is taken for granted of addresses": "watch/ pointers/ memory/",
    "Memory in formulas": "memory/ pointers/ structs/",
    "What calls change": "pointers/ memory/",
    "Arithmetic in formulas": "integers/ structs/ pointers/",
    "The checker of boolean programs": ".bp",
    "What pointers lead to": "pointers/ memory/ structs/",
    "Slicing and other program-to-program passes": "control/ .c pointers/",
    "Properties": "rules/ watch/ corpus/rules",
    "C's types and operators": "integers/ structs/ control/",
    "Runs": "control/ memory/ .c",
}

SYNONYMS = {"assembly": "asm", "copies": "cop", "copied": "cop", "recursive": "recursi", "bits": "bitfield", "bit": "bitfield",
            "unions": "union", "structures": "struct", "watched": "watch", "pointers": "pointer", "calls": "call",
            "integers": "integer", "numbers": "number", "loops": "loop", "allocators": "alloc", "elements": "array",
            "arrays": "array", "elsewhere": "extern", "that": "", "what": "", "with": ""}


def mutations():
    """Name, what it breaks, the part it is in, and what it is run together with."""
    part = ""
    for line in (ROOT / "tests/mutants/list.txt").read_text().splitlines():
        if line.startswith("# "):
            part = line[2:]
        elif line:
            name, what = line.split(": ", 1)
            partner = re.match(r"\(with (\S+)\) ", what)
            what = what[partner.end():] if partner else what
            yield {"name": name, "what": what, "part": part, "with": partner[1] if partner else None}


def build():
    command = ["cargo", "build", "--release", "--offline", "--features", "mutants", "--target-dir", str(MADE)]
    subprocess.run(command, cwd=ROOT, check=True)


def build_tests():
    """The executables of the tests of crates."""
    found = []
    for crate, which in TESTS.items():
        # With the whole tool, so that what it was built of is used again.
        command = ["cargo", "test", "--release", "--offline", "--no-run", "--message-format=json", "-p", "cegar", "-p", crate,
                   *which, "--features", "mutants", "--target-dir", str(MADE)]
        made = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
        for line in made.stdout.splitlines():
            message = json.loads(line)
            if message.get("executable") and message["profile"]["test"]:
                folder = pathlib.Path(message["manifest_path"]).parent
                found.append((f"{crate}: {message['target']['name']}", message["executable"], str(folder)))
    return found


def gathered(phase):
    """The cases of a phase that are answered rightly without a mutation."""
    file = MADE / f"{phase}.jsonl"
    if phase == "suite":
        found = [*cases.of_bp(), *cases.of_c(), *cases.of_faults(), *cases.of_corpus(CEGAR)]
        return cases.known(CEGAR, found, file)
    folder, (oracle, count) = MADE / phase, ORACLES[phase]
    if not (folder / "cases.jsonl").exists():
        folder.mkdir(exist_ok=True)
        subprocess.run([sys.executable, ROOT / "tests/mutants/oracle.py", ROOT / oracle, str(count), folder], check=True)
    return cases.known(CEGAR, cases.of_oracle(folder), file)


def ordered(all_cases, mutation, telling):
    """The cases that tell something of a mutation, those first that are likely to: what told of this one or of others
    before, by name, by part."""
    part = mutation["part"]
    words = FIRST.get(part, "").split()
    names = [SYNONYMS.get(word, word) for word in mutation["name"].split("-")]
    names = [word for word in names if len(word) > 3 or word == "asm"]
    found = [case for case in all_cases if case.kind != "bp" or part == "The checker of boolean programs"]

    def far(case):
        told = telling.get(f"{case.kind}: {case.name}", set())
        named = sum(word in case.name for word in names)
        # Most mutations prove too much.
        return mutation["name"] not in told, not told, -named, not any(word in case.name for word in words), case.right != cases.BUG

    return sorted(found, key=far)


def telling(results):
    """Which mutations each case has told of."""
    found = {}
    for name, phases in results.items():
        for phase in phases.values():
            for outcome, case in phase.get("examples", {}).items():
                if outcome not in ("right", "slow"):
                    found.setdefault(case, set()).add(name)
    return found


def examine(names, all_cases, more, most):
    """How often each outcome was met, and where first. It ends so long after an answer was wrong, three times as long
    after the tool refused to answer, or after so long at most."""
    counts, examples = {}, {}
    end = time.monotonic() + most
    for case in all_cases:
        outcome = case.outcome(CEGAR, names)
        counts[outcome] = counts.get(outcome, 0) + 1
        examples.setdefault(outcome, f"{case.kind}: {case.name}")
        if outcome not in ("right", "slow"):
            end = min(end, time.monotonic() + (1 if outcome == "wrong" else 3) * more)
        if time.monotonic() > end:
            break
    return {"counts": counts, "examples": examples}


def tested(names, executables, most):
    """The tests of crates that fail."""
    failed = []
    for name, executable, folder in executables:
        environment = {**os.environ, "CEGAR_MUTANT": names, "RUST_BACKTRACE": "0"}
        try:
            run = subprocess.run([executable, "--test-threads=1"], cwd=folder, env=environment, capture_output=True,
                                 timeout=most, check=False)
            if run.returncode != 0:
                failed.append(name)
        except subprocess.TimeoutExpired:
            failed.append(f"{name} (takes too long)")
    return {"failed": failed}


def wanted(arguments, results):
    for mutation in mutations():
        if arguments.only and mutation["name"] not in arguments.only.split(","):
            continue
        if arguments.uncaught and any(was_wrong(found) for found in results.get(mutation["name"], {}).values()):
            continue
        yield mutation


def was_wrong(found):
    return found.get("failed") or found.get("counts", {}).get("wrong")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="names of mutations, with commas in between")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="each phase ends soon after the first wrong answer")
    parser.add_argument("--phases", default=",".join(PHASES))
    parser.add_argument("--most", type=float, default=300, help="seconds for one mutation in one phase")
    parser.add_argument("--uncaught", action="store_true", help="only what no answer was wrong for so far")
    parser.add_argument("--again", action="store_true", help="also what was run before")
    parser.add_argument("--no-build", action="store_true")
    parser.add_argument("--table", action="store_true", help="print the table of what was found, and nothing else")
    arguments = parser.parse_args()
    file = MADE / "results.json"
    results = json.loads(file.read_text()) if file.exists() else {}
    if arguments.table:
        return print(table(list(mutations()), results))
    MADE.mkdir(parents=True, exist_ok=True)
    if not arguments.no_build:
        build()
    for phase in arguments.phases.split(","):
        executables = build_tests() if phase == "tests" else None
        all_cases = [] if executables else gathered(phase)

        def work(mutation, phase=phase, executables=executables, all_cases=all_cases):
            names = ",".join(filter(None, [mutation["name"], mutation["with"]]))
            if executables:
                return tested(names, executables, arguments.most)
            return examine(names, ordered(all_cases, mutation, told), 4 if arguments.quick else 30, arguments.most)

        told = telling(results)
        todo = [m for m in wanted(arguments, results) if arguments.again or phase not in results.get(m["name"], {})]
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            for mutation, found in zip(todo, pool.map(work, todo)):
                results.setdefault(mutation["name"], {})[phase] = found
                seen = {k: v for k, v in found.get("counts", found).items() if k != "right" and v}
                print(f"{phase:6} {mutation['name']}: {seen or 'nobody notices'}", flush=True)
                file.write_text(json.dumps(results, indent=1))
    return None


if __name__ == "__main__":
    main()
