#!/usr/bin/env python3
"""Holds `cegar bp check` against published answers about boolean programs, with every engine.

    contrib/boppo/run.py FOLDER [--cegar target/release/cegar] [--limit SECONDS]

FOLDER has boolean programs and a table `tests.csv` with the columns file, expected (`proved` or `bug`), arguments
(those of Boppo, of which `-l LABEL` counts) and threads (`yes` or `no`).
Programs with threads are asked about once, because they have an engine of their own. The exit code is 1 if an answer differs; a limit that is reached is no difference
and is counted.

This measures against programs of others, which are not part of the repository. What they guard is guarded in the
repository by tests/bp.
"""

import argparse
import csv
import re
import subprocess
import sys
import time
from pathlib import Path

ENGINES = ["summaries", "post", "pre", "ef", "ef-opt"]
PROVED, UNKNOWN, BUG = 0, 5, 10


def expected(row):
    return PROVED if row["expected"] == "proved" else BUG


def ask(cegar, path, row, engine, limit):
    command = [cegar, "bp", "check", "--time-limit", str(limit), str(path)]
    if engine:
        command += ["--engine", engine]
    label = re.search(r"-l (\S+)", row["arguments"])
    if label:
        command += ["--label", label[1]]
    return subprocess.run(command, capture_output=True, text=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cegar", default="target/release/cegar")
    parser.add_argument("--limit", type=int, default=60, metavar="SECONDS")
    arguments = parser.parse_args()
    right = unknown = 0
    wrong = []
    began = time.monotonic()
    with open(arguments.folder / "tests.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        for engine in [None] if row["threads"] == "yes" else ENGINES:
            done = ask(arguments.cegar, arguments.folder / row["file"], row, engine, arguments.limit)
            if done.returncode == expected(row):
                right += 1
            elif done.returncode == UNKNOWN:
                unknown += 1
            else:
                wrong.append(f"{row['file']} with {engine or 'threads'}: exit code {done.returncode}, expected {expected(row)}")
    seconds = time.monotonic() - began
    print(f"{len(rows)} programs, {len(ENGINES)} engines, {seconds:.1f} s:")
    print(f"{right} right, {unknown} unknown, {len(wrong)} wrong")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
