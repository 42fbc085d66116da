"""Drives random programs through `cegar check` and counts what it says of them: what `soup` and `rules` share."""

import argparse
import collections
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile
import time

PROVED, BUG, UNKNOWN = 0, 10, 5
MISTAKES = ["internal error", "panicked", "a state was found that speaks against it"]


def ask(cegar, file, more, limit):
    """The answer, or None where something went wrong inside; and all that was said."""
    arguments = ["check", str(file), "--time-limit", str(limit), "--memory-limit", "2500", *map(str, more)]
    run = subprocess.run([cegar, *arguments], capture_output=True, text=True, check=False)
    said = run.stdout + run.stderr
    mistaken = any(m in said for m in MISTAKES)
    return (None if mistaken else run.returncode), " ".join(arguments) + "\n" + said


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


def parser_of(doc):
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cegar")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--count", type=int, default=100, help="how many seeds")
    parser.add_argument("--limit", type=int, default=5, help="seconds for one check")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="seconds for all")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="where wrong answers are kept")
    return parser


def main(parser, round_of):
    """Calls `round_of(seed, arguments, folder)` for each seed, which gives what is to be counted and what is wrong."""
    arguments = parser.parse_args()
    folder = arguments.keep or pathlib.Path(tempfile.mkdtemp(prefix="verdicts-"))
    folder.mkdir(parents=True, exist_ok=True)
    counts, wrong, end = collections.Counter(), 0, time.monotonic() + arguments.seconds

    def work(seed):
        return round_of(seed, arguments, folder) if time.monotonic() < end else ({}, [])

    seeds = range(arguments.first, arguments.first + arguments.count)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for seed, (counted, mistakes) in zip(seeds, pool.map(work, seeds)):
            counts.update(counted)
            for what in mistakes:
                print(what, flush=True)
                wrong += 1
            if (seed + 1 - arguments.first) % 500 == 0:
                print(f"{seed}: {summary(counts)}, {wrong} wrong", file=sys.stderr, flush=True)
    for name in sorted(k for k in counts if isinstance(k, str)):
        print(f"  {counts[name]:6} {name}")
    print(f"{summary(counts)}, {wrong} wrong; kept in {folder}")
    sys.exit(wrong > 0 or counts[PROVED] + counts[BUG] == 0)


def summary(counts):
    return f"{counts[PROVED]} proofs, {counts[BUG]} bugs, {counts[UNKNOWN]} without an answer"
