#!/usr/bin/env python3
"""Random programs of more kinds than `generate/` has, checked by cegar and held against the truth.

    run.py CEGAR [--first SEED] [--count N] [--limit SECONDS] [--keep FOLDER] [--seconds N] [--jobs N]

Each program is checked as it is true, and with one condition that some execution violates. An answer may be missing; it
must not be wrong, nothing may go wrong inside, and no proof may be refuted by the second look at it. What is wrong is
printed and kept in the folder; the exit code is 1 then.
"""

import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

import drive
import truth
from arithmetic import Numbers
from drive import BUG, PROVED, UNKNOWN
from memory import Memory


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


def round_of(seed, arguments, folder):
    """Checks one program; gives what is to be counted, and what is wrong."""
    chance = random.Random(seed)
    kind = Numbers if seed % 4 == 0 else Memory
    text, points = truth.numbered(kind(seed).program())
    seen = truth.values(text, points, folder)
    if seen is None:
        return {}, []
    counts, wrong, more = {}, [], drive.options(chance)
    for n, (conditions, right) in enumerate(variants(seen, chance)):
        file = folder / f"soup-{seed}-{n}.c"
        file.write_text(truth.checked(text, conditions))
        answer, said = drive.ask(arguments.cegar, file, more, arguments.limit)
        if answer in (right, UNKNOWN):
            counts[answer] = counts.get(answer, 0) + 1
            file.unlink()
        else:
            wrong.append(f"seed {seed}: {answer} in place of {right}: {said}")
    return counts, wrong


if __name__ == "__main__":
    drive.main(drive.parser_of(__doc__), round_of)
