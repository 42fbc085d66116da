#!/usr/bin/env python3
"""Whether C files, parsed and printed again, give gcc the same object code as before.

    cargo build --release -p frontend --example parse
    contrib/reprint/run.py FOLDER [--parse target/release/examples/parse] [-m32] [--jobs N]

Takes every .c and .i file below FOLDER, which is preprocessed first. A file that gcc refuses is left out and counted.
Without optimisation gcc puts a `nop` here and there to tell lines apart, so that a difference counts only if it is there
with -O1 too. The exit code is 1 if a file differs.

This measures with programs of others, which are not part of the repository. What they guard is guarded in the repository by
frontend/tests/syntax_files.rs.
"""

import argparse
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def run(*command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)


def dump(text, folder, name, level, model):
    """Code, data, symbols and relocations, without the symbol of the source file; None if gcc refuses the text."""
    source, made = folder / f"{name}.i", folder / f"{name}.o"
    source.write_bytes(text)
    if run("gcc", "-w", level, model, "-g0", "-c", source, "-o", made).returncode != 0:
        return None
    lines = run("objdump", "-d", "-r", "-s", "-t", made).stdout.splitlines()
    # The first lines name the file.
    return [line for line in lines[3:] if b"*ABS*" not in line]


def compare(path, parse, model):
    """What differs: nothing, or a few words; None if gcc refuses the file."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        text = run("gcc", "-E", model, path).stdout
        (folder / "text.i").write_bytes(text)
        parsed = run(parse, folder / "text.i")
        for level in ["-O0", "-O1"]:
            before = dump(text, folder, "before", level, model)
            if before is None:
                return None
            if parsed.stderr:
                return parsed.stderr.decode(errors="replace").splitlines()[0]
            if before == dump(parsed.stdout, folder, "after", level, model):
                return ""
        return "the object code differs"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--parse", default="target/release/examples/parse")
    parser.add_argument("-m32", dest="model", action="store_const", const="-m32", default="-m64")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    files = sorted(path for path in arguments.folder.rglob("*") if path.suffix in (".c", ".i"))
    if not files:
        sys.exit(f"{arguments.folder}: no C files")
    with ThreadPoolExecutor(arguments.jobs) as pool:
        results = list(pool.map(lambda path: compare(path, arguments.parse, arguments.model), files))
    for path, result in zip(files, results):
        if result:
            print(f"{path}: {result}")
    counts = [sum(test(result) for result in results) for test in (lambda r: r == "", bool, lambda r: r is None)]
    print("{} the same, {} different, {} refused by gcc".format(*counts))
    sys.exit(1 if counts[1] else 0)


if __name__ == "__main__":
    main()
