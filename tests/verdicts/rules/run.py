#!/usr/bin/env python3
"""Random driver-like programs times random specifications, checked by cegar and held against the truth.

    run.py CEGAR [--first SEED] [--count N] [--limit SECONDS] [--keep FOLDER] [--seconds N] [--jobs N] [--features]

Of each program and specification, gcc's executable tells which violations some input comes to. It is checked with
violations that never happen, and with one that does. An answer may be missing; it must not be wrong, its message must be
one that is true, and a bug's executable (`--replay`, for some) must show it. What is wrong is printed and kept in the
folder; the exit code is 1 then.
"""

import pathlib
import random
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

import drive
import truth
from drive import BUG, PROVED, UNKNOWN
from program import Program
from rules import Rules
from spec import written

REPLAYED = 0.05


def variants(spec, true, chance):
    """Which violations the specification has, with the answer that is right."""
    if spec.rule:
        if true.reached:
            yield set(spec.aborts()), BUG
        elif true.whole and not true.perhaps and true.never:
            yield set(spec.aborts()), PROVED
        return
    never = set(chance.sample(sorted(true.never), min(len(true.never), chance.choice([1, 2, 3]))))
    if never and true.whole:
        yield never, PROVED
    if true.reached:
        some = chance.choice(sorted(true.reached))
        yield {some} | (never if chance.random() < 0.5 else set()), BUG


def replay(cegar, file, more, limit, folder):
    """What is wrong with the executable of a bug."""
    harness = folder / (file.stem + "-replay")
    drive.ask(cegar, file, [*more, "--replay", harness], limit)
    if not (harness / "build").exists():
        return None
    built = subprocess.run([harness / "build"], capture_output=True, text=True, check=False)
    if built.returncode != 0:
        return "the harness is not built: " + built.stderr
    run = subprocess.run([harness / "replay"], capture_output=True, text=True, check=False, timeout=20)
    if run.returncode == 10:
        shutil.rmtree(harness)
        return None
    return f"the harness ends with {run.returncode}: {run.stdout}{run.stderr}"


def judged(answer, said, right, spec, true):
    """What is wrong with an answer."""
    if answer == UNKNOWN:
        return None
    if answer != right:
        return f"{answer} in place of {right}"
    message = re.search(r"^bug: m(\d+) ", said, re.M)
    if answer == BUG and not spec.rule and message and int(message[1]) not in true.reached | true.perhaps:
        return f"a bug that is none, m{message[1]}, in place of one that is"
    return None


def kept(folder, seed, n, program, spec, wanted):
    """Writes the program and its specification; gives the file and the property."""
    file = folder / f"rules-{seed}-{n}.c"
    file.write_text(program.plain())
    if spec.rule:
        return file, spec.rule
    rule = file.with_suffix(".spec")
    rule.write_text(written(spec, wanted))
    return file, rule


def round_of(seed, arguments, folder):
    """Checks one program; gives what is to be counted, and what is wrong."""
    chance, program = random.Random(seed), Program(seed)
    spec = Rules(program, seed).spec()
    text = program.truth(spec)
    true = truth.of(text, folder)
    if true is None:
        return {"too many runs": 1}, []
    counts, wrong, more = {}, [], drive.options(chance)
    for n, (wanted, right) in enumerate(variants(spec, true, chance)):
        file, rule = kept(folder, seed, n, program, spec, wanted)
        more_ = ["--property", rule, *more, *(["--entry", "run"] if program.start == "run" else [])]
        answer, said = drive.ask(arguments.cegar, file, more_, arguments.limit)
        bad = judged(answer, said, right, spec, true)
        if answer == BUG and bad and program.sites:
            deeper = truth.of(text, folder, 100000, 7)
            bad = bad if deeper and not (deeper.reached | deeper.perhaps) & wanted else None
        apart = "with it, the run stopped" in said
        if answer == BUG and apart:
            counts["bugs with code left out"] = counts.get("bugs with code left out", 0) + 1
        # A harness does not place variables where a number says that something lies, and knows the watched address only
        # when a handler with `watch` has met it.
        unmet = any("$watched" in h.body and not h.watch for h in spec.handlers)
        apart = apart or unmet or "nondet_ulong" in program.functions
        if not bad and answer == BUG and not apart and chance.random() < REPLAYED:
            bad = replay(arguments.cegar, file, more_, arguments.limit, folder)
        counts[answer] = counts.get(answer, 0) + (not bad)
        note(counts, program, spec, answer, right, arguments)
        if bad:
            file.with_suffix(".truth.c").write_text(text)
            wrong.append(f"seed {seed}: {bad}: {said}")
        else:
            file.unlink()
            file.with_suffix(".spec").unlink(missing_ok=True)
    if not counts:
        counts["nothing to check"] = 1
    return counts, wrong


def note(counts, program, spec, answer, right, arguments):
    kind = "proof" if right == PROVED else "bug"
    counts[f"truth: {kind}"] = counts.get(f"truth: {kind}", 0) + 1
    if answer == UNKNOWN:
        counts[f"unknown, truth: {kind}"] = counts.get(f"unknown, truth: {kind}", 0) + 1
    if arguments.features:
        found = set(program.features) | {f"{h.event} watch {h.watch or 'nothing'}" for h in spec.handlers}
        for f in found | ({f"rule {spec.rule}"} if spec.rule else set()):
            name = f"feature {f}" + (", unknown" if answer == UNKNOWN else "")
            counts[name] = counts.get(name, 0) + 1


def main():
    parser = drive.parser_of(__doc__)
    parser.add_argument("--features", action="store_true", help="count what programs and specifications have")
    drive.main(parser, round_of)


if __name__ == "__main__":
    main()
