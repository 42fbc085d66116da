#!/usr/bin/env python3
"""Whether two builds say the same, byte for byte: for changes that must not change any answer.

    tests/same/run.py record target/release/cegar /tmp/before
    ... change the code, build ...
    tests/same/run.py record target/release/cegar /tmp/after
    tests/same/run.py compare /tmp/before /tmp/after

`record` runs the tasks of the corpus (what `cegar batch corpus --list` finds), the programs of tests/c/check with the
arguments in their headers, and the boolean programs of corpus/bp and tests/bp. Of each it keeps the exit code, what was
printed, every report, and all that --save writes. More programs: --svcomp FOLDER takes tasks of a folder with a
`tasks.csv` as SV-COMP's, --bp FOLDER takes boolean programs.

`compare` names what differs. A task that hit its time limit in either build is not compared, and counted.
"""

import argparse
import csv
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REPORTS = ["html", "sarif", "json", "witness"]
MEMORY = 3 << 30

# What tells when, how long, and where, not what.
VARYING = [
    (re.compile(rb'("?(?:creation_time|uuid|startTimeUtc|endTimeUtc)"?: )\S+'), rb"\1*"),
    (re.compile(rb'"(commandLine|arguments)": ?("[^"]*"|\[[^\]]*\])'), rb'"\1": *'),
    (re.compile(rb"--time-limit \d+"), rb"--time-limit *"),
]


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (2 * MEMORY, 2 * MEMORY))


def corpus_tasks(cegar):
    listed = subprocess.run(
        [cegar, "batch", "corpus", "--list=json"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for line in listed.stdout.splitlines():
        task = json.loads(line)
        command = ["check", *task["files"]]
        if task["property"] and task["property"] != "assertions":
            command += ["--property", task["property"]]
        if task["entry"]:
            command += ["--entry", task["entry"]]
        if task["data_model"]:
            command += ["--data-model", task["data_model"].lower()]
        yield task["name"], ROOT, command + task["arguments"]


def header_tasks():
    for path in sorted((ROOT / "tests/c/check").glob("*/*.c")):
        for n, line in enumerate(path.read_text(errors="replace").splitlines()):
            found = re.match(r"// (proved|bug|unknown): ?(.*)", line)
            if found:
                name = f"{path.relative_to(ROOT)}:{n + 1}"
                yield name, path.parent, ["check", path.name, *found[2].split()]


def svcomp_tasks(folder, every):
    with open(folder / "tasks.csv", newline="") as file:
        for n, row in enumerate(csv.DictReader(file)):
            if n % every == 0:
                model = "ilp32" if row["bits"] == "32" else "lp64"
                yield row["path"], folder, ["check", row["path"], "--data-model", model]


def bp_tasks(folder):
    for path in sorted(folder.rglob("*.bp")):
        yield str(path), folder, ["bp", "check", str(path.relative_to(folder))]


def record(cegar, out, time_limit, task):
    """Runs one task and keeps what it says in a folder of its own."""
    name, folder, command = task
    place = out / re.sub(r"[^A-Za-z0-9._-]+", "_", name)
    place.mkdir(parents=True)
    # A folder of the same name for both builds: reports may tell it.
    with tempfile.TemporaryDirectory() as scratch:
        command = [cegar, *command, "--time-limit", str(time_limit), "--memory-limit", str(MEMORY >> 20)]
        if command[1] == "check":
            command += ["--save", "SAVED"] + [f"--report={kind}={scratch}/{kind}" for kind in REPORTS]
            command[command.index("SAVED")] = f"{scratch}/saved"
        done = subprocess.run(command, cwd=folder, capture_output=True, preexec_fn=limit_memory)
        for path in sorted(Path(scratch).rglob("*")):
            if path.is_file():
                to = place / path.relative_to(scratch)
                to.parent.mkdir(parents=True, exist_ok=True)
                to.write_bytes(normal(path.read_bytes(), scratch))
        (place / "stdout").write_bytes(normal(done.stdout, scratch))
        (place / "stderr").write_bytes(normal(done.stderr, scratch))
        (place / "exit").write_text(f"{done.returncode}\n")


def normal(text, scratch):
    text = text.replace(scratch.encode(), b"SCRATCH")
    for pattern, to in VARYING:
        text = pattern.sub(to, text)
    return text


def record_all(args):
    cegar = str(Path(args.cegar).resolve())
    if args.out.exists():
        shutil.rmtree(args.out)
    tasks = [*corpus_tasks(cegar), *header_tasks(), *bp_tasks(ROOT / "corpus/bp"), *bp_tasks(ROOT / "tests/bp")]
    for folder in args.svcomp:
        tasks += svcomp_tasks(folder.resolve(), args.every)
    for folder in args.bp:
        tasks += bp_tasks(folder.resolve())
    with ThreadPoolExecutor(args.jobs) as pool:
        for n, _ in enumerate(pool.map(lambda t: record(cegar, args.out, args.time_limit, t), tasks)):
            print(f"\r{n + 1} of {len(tasks)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def is_timed_out(place):
    text = (place / "stdout").read_bytes()
    return b"time limit" in text or b"memory limit" in text


def files(place):
    return {str(p.relative_to(place)): p for p in place.rglob("*") if p.is_file()}


def compare_all(args):
    before, after = ({p.name: p for p in place.iterdir()} for place in (args.before, args.after))
    differ = limited = 0
    for name in sorted(before.keys() | after.keys()):
        if name not in before or name not in after:
            print(f"{name}: only in one")
            differ += 1
            continue
        if is_timed_out(before[name]) or is_timed_out(after[name]):
            limited += 1
            continue
        a, b = files(before[name]), files(after[name])
        changed = [f for f in sorted(a.keys() | b.keys()) if f not in a or f not in b or a[f].read_bytes() != b[f].read_bytes()]
        if changed:
            print(f"{name}: {', '.join(changed[:6])}{' ...' if len(changed) > 6 else ''}")
            differ += 1
    print(f"{len(before)} tasks, {differ} differ, {limited} hit a limit and were not compared")
    return 1 if differ else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    recording = commands.add_parser("record")
    recording.add_argument("cegar")
    recording.add_argument("out", type=Path)
    recording.add_argument("--jobs", type=int, default=os.cpu_count())
    recording.add_argument("--time-limit", type=int, default=30)
    recording.add_argument("--svcomp", type=Path, action="append", default=[])
    recording.add_argument("--every", type=int, default=3, help="of the tasks of --svcomp, each Nth")
    recording.add_argument("--bp", type=Path, action="append", default=[])
    recording.set_defaults(run=record_all)
    comparing = commands.add_parser("compare")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    comparing.set_defaults(run=compare_all)
    args = parser.parse_args()
    sys.exit(args.run(args))


if __name__ == "__main__":
    main()
