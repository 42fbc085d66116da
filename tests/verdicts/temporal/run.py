#!/usr/bin/env python3
"""Random programs and random formulas over their events, checked by cegar and held against the graph of all states.

    run.py CEGAR [--first SEED] [--count N] [--limit SECONDS] [--keep FOLDER] [--seconds N] [--jobs N]

The truth is found without automata of the tool: the states of the program times a tableau of the formula's negation. An
answer may be missing; it must not be wrong. What is wrong is printed and kept in the folder; the exit code is 1 then.
"""

import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import drive
import logic
from drive import BUG, PROVED, UNKNOWN
from program import Program

EVENTS = ["acquire", "release", "toggle"]
# The event `toggle` moves a number of the specification on.
TURNS = 3
CONDITIONS = ["{turn == 1}", "{turn != 0}"]
# Larger products are not looked at.
MAX_NODES = 150_000


def atoms_of(formula):
    return {formula[1]} if formula[0] == "atom" else set().union(set(), *map(atoms_of, formula[1:]))


def conditions(turn):
    return {atom for atom, value in zip(CONDITIONS, [turn == 1, turn != 0]) if value}


def silent(turn, has_ended):
    return frozenset(conditions(turn) | ({"terminated"} if has_ended else set()))


def is_violated(program, formula, named):
    """Whether some execution violates the formula; nothing if there are too many states."""
    tableau = logic.Tableau(("!", formula))
    states, work = {}, [(start, 0) for start in program.starts()]
    while work:
        node, turn = at = work.pop()
        if at in states:
            continue
        states[at] = []
        for following, event in program.steps(node):
            event = event if event in named else None
            after = (turn + 1) % TURNS if event == "toggle" else turn
            states[at].append(((following, after), event))
            work.append((following, after))
    # Those from which an execution goes on for ever without an event.
    quiet = {at: {to for to, event in steps if event is None} for at, steps in states.items()}
    lasting = set(states)
    changed = True
    while changed:
        gone = {at for at in lasting if not quiet[at] & lasting}
        lasting -= gone
        changed = bool(gone)
    edges, work = {}, [((start, 0), guess) for start in program.starts() for guess in tableau.initial]
    while work:
        at, guess = node = work.pop()
        if node in edges:
            continue
        if len(edges) > MAX_NODES:
            return None
        has_ended = not states[at]
        if (has_ended or at in lasting) and tableau.accepts_forever(guess, silent(at[1], has_ended)):
            return True
        edges[node] = []
        for to, event in states[at]:
            if event is None:
                edges[node].append(((to, guess), frozenset(), False))
                continue
            letter = frozenset({event} | conditions(to[1]))
            following, settled = tableau.step(guess, letter)
            edges[node] += [((to, later), settled, True) for later in following]
        work += [edge[0] for edge in edges[node]]
    return logic.has_fair_cycle(edges, set(tableau.untils))


def specification(formula, named):
    lines = ["// What is asked of whole executions.", "state { int turn = 0; }"]
    if "toggle" in named:
        lines.append(f"toggle.call {{ turn = (turn + 1) % {TURNS}; }}")
    return "\n".join([*lines, f'ltl "{logic.text(formula)}";', ""])


def happening(program):
    """The events that some execution comes to."""
    seen, work, found = set(), program.starts(), set()
    while work:
        node = work.pop()
        if node not in seen:
            seen.add(node)
            for following, event in program.steps(node):
                work.append(following)
                found.add(event)
    return found


def made(seed):
    """A program, a formula, and the events that the specification names; most of what is named happens."""
    chance = random.Random(seed)
    atoms = EVENTS[:2] * 2 + chance.choice([[], [], CONDITIONS, ["terminated", "toggle"]])
    usual = chance.random() < 0.6
    formula = logic.usual_formula(chance, atoms) if usual else logic.random_formula(chance, atoms, 3)
    used = atoms_of(formula)
    named = {event for event in EVENTS if event in used}
    if used & set(CONDITIONS) or chance.random() < 0.2:
        named.add("toggle")
    for _ in range(20):
        program = Program(chance, EVENTS)
        if named <= happening(program) or chance.random() < 0.05:
            break
    return program, formula, named


def round_of(seed, arguments, folder):
    """Checks one program; gives what is to be counted, and what is wrong."""
    program, formula, named = made(seed)
    truth = is_violated(program, formula, named)
    if truth is None:
        return {"too large": 1}, []
    file, spec = folder / f"temporal-{seed}.c", folder / f"temporal-{seed}.spec"
    file.write_text(program.c())
    spec.write_text(specification(formula, named))
    answer, said = drive.ask(arguments.cegar, file, ["--property", spec], arguments.limit)
    right = BUG if truth else PROVED
    if answer in (right, UNKNOWN):
        file.unlink()
        spec.unlink()
        return {answer: 1, f"right is {'a bug' if truth else 'a proof'}": 1}, []
    if "every execution satisfies this formula" in said and not truth:
        return {"valid": 1}, []
    return {}, [f"seed {seed}: {answer} in place of {right}: {said}"]


if __name__ == "__main__":
    drive.main(drive.parser_of(__doc__), round_of)
