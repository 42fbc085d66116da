#!/usr/bin/env python3
"""Programs of an oracle, with their truths, kept to be checked again and again.

    oracle.py FOLDER-OF-THE-ORACLE COUNT FOLDER

Runs the rounds of `tests/verdicts/soup` or `tests/verdicts/rules` with nobody to answer, and keeps what would be asked.
"""

import json
import pathlib
import shutil
import sys
import types


def main():
    oracle, count, kept = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]), pathlib.Path(sys.argv[3]).resolve()
    sys.path[:0] = [str(oracle), str(oracle.parent)]
    import run  # pylint: disable=import-error,import-outside-toplevel
    work = kept / "work"
    work.mkdir(parents=True, exist_ok=True)
    right, cases, variants = [], [], run.variants

    def noted(*arguments):
        for variant in variants(*arguments):
            right[:] = [variant[1]]
            yield variant

    def ask(_cegar, file, more, _limit):
        file = pathlib.Path(file)
        shutil.copy(file, kept / file.name)
        arguments = ["check", file.name]
        for argument in map(str, more):
            path = pathlib.Path(argument)
            if path.suffix == ".spec" and path.exists():
                shutil.copy(path, kept / path.name)
                argument = path.name
            arguments.append(argument)
        cases.append({"name": file.name, "arguments": arguments, "right": right[0]})
        return run.UNKNOWN, ""

    run.variants = noted
    module = run if hasattr(run, "ask") else run.drive
    module.ask = ask
    options = types.SimpleNamespace(cegar="", limit=1, features=False)
    takes_counts = run.round_of.__code__.co_argcount == 4
    for seed in range(1, count + 1):
        run.round_of(*([seed, options, work, {}] if takes_counts else [seed, options, work]))
    shutil.rmtree(work)
    (kept / "cases.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases))


if __name__ == "__main__":
    main()
