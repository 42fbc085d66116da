#!/usr/bin/env python3
"""Sizes of the automata of the usual formulas, beside lbt's where it is installed.

    contrib/ltl/sizes.py target/release/cegar [--each] [--negate]

Prints, for each group of formulas.txt, sums of states and transitions: of the generalised Büchi automata with acceptance on
edges, of the Büchi automata with acceptance on states, and of lbt's generalised Büchi automata with acceptance on states. A
transition is a conjunction of literals. With --each, a line for each formula.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys

SECONDS = 60
UNARY = {"!": "!", "X": "X", "F": "F", "G": "G"}
BINARY = {"&": "&", "|": "|", "xor": "^", "->": "i", "<->": "e", "U": "U", "R": "V"}


def groups(path):
    """The formulas of each group."""
    found = {}
    for line in path.read_text().splitlines():
        if line.startswith("["):
            group = found.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            group.append(line)
    return found


def prefix(text):
    """The formula in lbt's notation. `text` is what cegar prints: every operand that has operators stands in parentheses."""
    tokens = re.findall(r"<->|->|[()!&|]|\w+", text)
    atoms = {}

    def operand():
        token = tokens.pop(0)
        if token == "(":
            inner = formula()
            tokens.pop(0)
            return inner
        if token in UNARY:
            return f"{UNARY[token]} {operand()}"
        if token in ("true", "false"):
            return token[0]
        return atoms.setdefault(token, f"p{len(atoms)}")

    def formula():
        left = operand()
        while tokens and tokens[0] != ")":
            operator = tokens.pop(0)
            right = operand()
            if operator == "W":
                left = f"V {right} | {left} {right}"
            elif operator == "M":
                left = f"U {right} & {left} {right}"
            else:
                left = f"{BINARY[operator]} {left} {right}"
        return left

    return formula()


def ours(cegar, formula, options):
    """States and transitions, and the formula as cegar prints it."""
    hoa = subprocess.run([cegar, "ltl", formula, "--hoa", *options], capture_output=True, text=True, check=True, timeout=SECONDS).stdout
    name = re.search(r'^name: "(.*)"$', hoa, re.MULTILINE).group(1)
    states = int(re.search(r"^States: (\d+)$", hoa, re.MULTILINE).group(1))
    cubes = [label.count("|") + 1 for label in re.findall(r"^\[(.*)\]", hoa, re.MULTILINE)]
    return (states, sum(cubes)), name


def lbt(name):
    """lbt's output is `states sets`, and for each state its number, whether it is initial, its sets up to -1, and its
    transitions up to -1: the number of a state and a formula each."""
    text = subprocess.run(["lbt"], input=prefix(name), capture_output=True, text=True, check=True, timeout=SECONDS).stdout
    lines = text.splitlines()
    states = int(lines[0].split()[0])
    transitions = sum(1 for line in lines[1:] if re.match(r"^\d+ [tp!&|]", line))
    return states, transitions


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("cegar")
    arguments.add_argument("--each", action="store_true")
    arguments.add_argument("--negate", action="store_true")
    options = arguments.parse_args()
    with_lbt = shutil.which("lbt") is not None
    if not with_lbt:
        print("lbt is not installed: its columns are empty", file=sys.stderr)
    negate = ["--negate"] if options.negate else []
    print("| group | formulas | generalised, on edges | Büchi, on states | lbt |\n|---|---|---|---|---|")
    for group, formulas in groups(pathlib.Path(__file__).with_name("formulas.txt")).items():
        rows = []
        for formula in formulas:
            edges, name = ours(options.cegar, formula, negate)
            states, _ = ours(options.cegar, formula, [*negate, "--state-based"])
            rows.append((edges, states, lbt(name) if with_lbt else None))
            if options.each:
                print("|", formula.replace("|", "\\|"), "| 1 |", " | ".join(map(show, rows[-1])), "|")
        sums = [show(total(row[column] for row in rows)) for column in range(3)]
        print("|", group, "|", len(rows), "|", " | ".join(sums), "|")


def total(sizes):
    sizes = list(sizes)
    return None if None in sizes else tuple(map(sum, zip(*sizes)))


def show(size):
    return "–" if size is None else f"{size[0]}, {size[1]}"


if __name__ == "__main__":
    main()
