#!/usr/bin/env python3
"""Asks `cegar bp check` about boolean programs with threads, at several bounds, and prints a table.

    contrib/threads/run.py FOLDER... [--cegar target/release/cegar] [--limit SECONDS] [--match TEXT]

Every `*.bp` of the folders is asked about, with at most 2 and 3 threads, within 2, 4 and 6 context switches and without a
bound: whether an assertion can fail, and where there is none, whether the label SLIC_ERROR can be reached. A cell has the
answer and the seconds: `no` (within the bound), `proved` (with any number of switches), `bug 3` (from 3 switches on), `limit 2`
(nothing was found within 2 switches when the time was over), `refused` (the file is not read). Pushdown systems, `*.pds`, are
asked about by `cegar pds check` where that is able to.

This measures programs of others, which are not part of the repository.
"""

import argparse
import json
import re
import subprocess
import sys
import time
from pathlib import Path

BOUNDS = [2, 4, 6, None]


def question(text):
    """What is asked about a program."""
    without_comments = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
    if re.search(r"\bassert\b", without_comments):
        return []
    label = re.search(r"\bSLIC_ERROR\s*:", without_comments)
    return ["--label", "SLIC_ERROR"] if label else []


def cell(cegar, path, threads, bound, limit):
    command = [cegar, "bp", "check", str(path), "--json", "--no-trace", "--time-limit", str(limit)]
    command += question(path.read_text(errors="replace"))
    command += ["--threads", str(threads)]
    if bound is not None:
        command += ["--context-bound", str(bound)]
    began = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    seconds = time.monotonic() - began
    if done.returncode in (1, 2):
        return "refused"
    if done.returncode not in (0, 5, 10):
        return f"exit code {done.returncode}"
    answer = json.loads(done.stdout)
    if answer["verdict"] == "unknown":
        if "goals" in answer:
            return f"open {seconds:.1f}"
        explored = re.search(r"within (\d+) ", answer["reason"])
        return f"limit {explored[1] if explored else '-'}"
    goal = answer["goals"][0]
    if goal["verdict"] == "reachable":
        return f"bug {goal.get('bound', {}).get('switches', 0)} {seconds:.1f}"
    words = "no" if goal.get("scope", {}).get("bound") else "proved"
    return f"{words} {seconds:.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--cegar", default="target/release/cegar")
    parser.add_argument("--limit", type=float, default=30, metavar="SECONDS")
    parser.add_argument("--match", default="", help="only files whose name has this in it")
    arguments = parser.parse_args()
    heads = [f"{n} threads, {'any' if k is None else k}" for n in (2, 3) for k in BOUNDS]
    print("| program | " + " | ".join(heads) + " |")
    print("|---" * (len(heads) + 1) + "|")
    for folder in arguments.folders:
        for path in sorted(folder.glob("*.bp")):
            if arguments.match not in path.name:
                continue
            row = []
            for threads in (2, 3):
                for bound in BOUNDS:
                    row.append("refused" if row and row[0] == "refused" else cell(arguments.cegar, path, threads, bound, arguments.limit))
            print(f"| {path.name} | " + " | ".join(row) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
