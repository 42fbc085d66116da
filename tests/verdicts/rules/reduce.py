#!/usr/bin/env python3
"""Makes a wrong answer of `run.py` small: leaves out lines and handlers as long as the answer stays wrong.

    reduce.py CEGAR SEED [--limit SECONDS] [--keep FOLDER] [--variant N]

The program that is checked and the one that tells the truth are reduced together, line by line.
"""

import argparse
import copy
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

import drive
import truth
from drive import BUG, PROVED
from program import Program
from rules import Rules
from run import judged, kept, variants


class Case:
    """A program, a specification, and the violations that are asked about."""

    def __init__(self, program, spec, wanted, more, arguments, folder):
        self.program, self.spec, self.wanted, self.more = program, spec, wanted, more
        self.arguments, self.folder = arguments, folder

    def right(self):
        """The right answer, if there is one."""
        try:
            true = truth.of(self.program.truth(self.spec), self.folder, 200000)
        except truth.Broken:
            return None, None
        if true is None:
            return None, None
        if true.reached & self.wanted:
            return BUG, true
        sure = true.whole and true.never >= self.wanted & true.never and not true.perhaps & self.wanted
        return (PROVED if sure else None), true

    def wrong(self):
        right, true = self.right()
        if right is None:
            return None
        file, rule = kept(self.folder, "reduced", 0, self.program, self.spec, self.wanted)
        start = ["--entry", "run"] if self.program.start == "run" else []
        answer, said = drive.ask(self.arguments.cegar, file, ["--property", rule, *self.more, *start], self.arguments.limit)
        if answer == 2:
            return None
        bad = judged(answer, said, right, self.spec, true)
        return said if bad else None


def without(case, attribute, holder, first, end):
    """Leaves out a range of a list, if the answer stays wrong."""
    whole = getattr(holder, attribute)
    setattr(holder, attribute, whole[:first] + whole[end:])
    if case.wrong():
        return True
    setattr(holder, attribute, whole)
    return False


def shrink(case, attribute, holder):
    """Leaves out ranges, large ones first."""
    size, changed = max(len(getattr(holder, attribute)) // 2, 1), False
    while size:
        first = 0
        while first < len(getattr(holder, attribute)):
            if without(case, attribute, holder, first, first + size):
                changed = True
            else:
                first += 1 if size < 4 else size // 2
        size //= 2
    return changed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cegar")
    parser.add_argument("seed", type=int)
    parser.add_argument("--limit", type=int, default=5)
    parser.add_argument("--variant", type=int, default=0)
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("/tmp/reduced"))
    arguments = parser.parse_args()
    arguments.keep.mkdir(parents=True, exist_ok=True)
    chance, program = random.Random(arguments.seed), Program(arguments.seed)
    spec = Rules(program, arguments.seed).spec()
    true = truth.of(program.truth(spec), arguments.keep)
    more = drive.options(chance)
    wanted = list(variants(spec, true, chance))[arguments.variant][0]
    case = Case(program, copy.deepcopy(spec), wanted, more, arguments, arguments.keep)
    if not case.wrong():
        sys.exit("the answer is not wrong")
    for less in ([], more):
        case.more = less
        if case.wrong():
            break
    while shrink(case, "pieces", program) | (not spec.rule and shrink(case, "handlers", case.spec)):
        pass
    for name in sorted(program.used):
        program.used.discard(name)
        if not case.wrong():
            program.used.add(name)
    for name in sorted(program.functions.keys() - {program.start}):
        gone = program.functions.pop(name)
        if not case.wrong():
            program.functions[name] = gone
    shrink(case, "fields", program)
    said = case.wrong()
    print(f"// {' '.join(map(str, case.more))}; right: {case.right()[0]}\n{program.plain()}")
    print("" if spec.rule else (arguments.keep / "rules-reduced-0.spec").read_text(), said, sep="\n")


if __name__ == "__main__":
    main()
