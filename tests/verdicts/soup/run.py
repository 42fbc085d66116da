#!/usr/bin/env python3
"""Random programs of more kinds than `generate/` has, checked by cegar and held against the truth.

    run.py CEGAR [--first SEED] [--count N] [--limit SECONDS] [--keep FOLDER] [--seconds N]

Each program is checked as it is true, and with one condition that some execution violates. An answer may be missing; it
must not be wrong, nothing may go wrong inside, and no proof may be refuted by the second look at it. What is wrong is
printed and kept in the folder; the exit code is 1 then.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import truth
from arithmetic import Numbers
from memory import Memory

PROVED, BUG, UNKNOWN = 0, 10, 5
MISTAKES = ["internal error", "panicked", "a state was found that speaks against it"]


def options(chance):
    """Ways to check that must make no difference."""
    found = []
    if chance.random() < 0.25:
        found.append("--certify")
    if chance.random() < 0.12:
        found += ["--blocks", "statement"]
    if chance.random() < 0.25:
        found += ["--data-model", "ilp32"]
    return found


def variants(seen, chance):
    """Conditions for the points, with the answer that is right."""
    good = [truth.holds(values) for values in seen]
    yield good, PROVED
    reached = [n for n, values in enumerate(seen) if values]
    if reached:
        point = chance.choice(reached)
        bad = good if chance.random() < 0.5 else ["1"] * len(seen)
        value = truth.number(chance.choice(sorted(seen[point])))
        yield [f"v != {value}" if n == point else c for n, c in enumerate(bad)], BUG


def ask(cegar, file, more, limit):
    arguments = ["check", file, "--time-limit", str(limit), "--memory-limit", "2500", *more]
    run = subprocess.run([cegar, *arguments], capture_output=True, text=True, check=False)
    said = run.stdout + run.stderr
    mistaken = any(m in said for m in MISTAKES)
    return (None if mistaken else run.returncode), " ".join(map(str, arguments)) + "\n" + said


def round_of(seed, arguments, folder, counts):
    """Checks one program; gives what is wrong."""
    chance = random.Random(seed)
    kind = Numbers if seed % 4 == 0 else Memory
    text, points = truth.numbered(kind(seed).program())
    seen = truth.values(text, points, folder)
    if seen is None:
        return []
    wrong, more = [], options(chance)
    for n, (conditions, right) in enumerate(variants(seen, chance)):
        file = folder / f"soup-{seed}-{n}.c"
        file.write_text(truth.checked(text, conditions))
        answer, said = ask(arguments.cegar, file, more, arguments.limit)
        if answer in (right, UNKNOWN):
            counts[answer] = counts.get(answer, 0) + 1
            file.unlink()
        else:
            wrong.append(f"seed {seed}: {answer} in place of {right}: {said}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cegar")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--limit", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--keep", type=pathlib.Path)
    arguments = parser.parse_args()
    folder = arguments.keep or pathlib.Path(tempfile.mkdtemp(prefix="soup-"))
    folder.mkdir(parents=True, exist_ok=True)
    counts, wrong, end = {}, 0, time.monotonic() + arguments.seconds
    for seed in range(arguments.first, arguments.first + arguments.count):
        if time.monotonic() > end:
            break
        for what in round_of(seed, arguments, folder, counts):
            print(what, flush=True)
            wrong += 1
    proofs, bugs, unknown = (counts.get(k, 0) for k in (PROVED, BUG, UNKNOWN))
    print(f"{proofs} proofs, {bugs} bugs, {unknown} without an answer, {wrong} wrong; kept in {folder}")
    sys.exit(wrong > 0 or proofs + bugs == 0)


if __name__ == "__main__":
    main()
