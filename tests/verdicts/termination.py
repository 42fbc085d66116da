#!/usr/bin/env python3
"""Random loops and recursions over a few `unsigned char`s, whose termination is decided here by visiting every state.

    tests/verdicts/termination.py --cegar target/release/cegar --first 1 --count 100

A program is a loop, perhaps with one inside, of assignments, choices and calls; or a function of two parameters that calls
itself. Its graph of states is small: an execution without an end exists exactly if a state that the start reaches is on a
cycle. A recursive call leads to the beginning with its arguments, and to what follows with the values from before: where it
never returns there is a cycle on the first of these ways. Shares no code with the tool, and C's
arithmetic is done here by hand: modulo 256 where a variable is assigned, without bounds in between (ints do not overflow
from such small operands). Prints every answer that is wrong and fails then; don't know is counted.
"""
import argparse, itertools, os, random, subprocess, sys, tempfile

VARS = ['x', 'y']


def expression(rng):
    a, b = rng.choice(VARS), rng.choice(VARS + [str(rng.choice([1, 2, 3, 7, 16]))])
    return (a, rng.choice(['+', '-']), b)


def condition(rng):
    return (rng.choice(VARS), rng.choice(['<', '>', '!=', '>=', '<=', '==']), rng.choice(VARS + ['0', '1', '5', '200']))


def block(rng, depth, form='loop'):
    """Statements: of a loop, of one with calls of functions, or of a recursive function."""
    statements = []
    kinds = ['set', 'set', 'set', 'if', 'choose', 'leave', 'while']
    kinds += {'loop': [], 'calls': ['call', 'call'], 'recursion': ['again', 'again', 'again']}[form]
    for _ in range(rng.randint(1, 2 if form == 'loop' else 3)):
        kind = rng.choice(kinds)
        if kind == 'again':
            statements.append(('again', [expression(rng) for _ in VARS]))
        elif kind == 'call' and depth < 3:
            statements.append(('call', [s for s in block(rng, depth + 1) if s[0] == 'set']))
        elif kind == 'if' and depth < 3:
            statements.append(('if', condition(rng), block(rng, depth + 1, form), block(rng, depth + 1, form)))
        elif kind == 'choose' and depth < 3:
            statements.append(('if', None, block(rng, depth + 1, form), block(rng, depth + 1, form)))
        elif kind == 'leave' and form == 'recursion':
            statements.append(('if', condition(rng), [('return',)], []))
        elif kind == 'leave':
            statements.append(('if', condition(rng), [('break',)], []))
        elif kind == 'while' and depth == 1 and rng.random() < 0.4:
            statements.append(('while', condition(rng), block(rng, depth + 1)))
        else:
            statements.append(('set', rng.choice(VARS), expression(rng)))
    return statements


def text(statements, indent, helpers):
    """Lines of C; functions that are called are added to `helpers`."""
    out, pad = [], '    ' * indent
    for s in statements:
        if s[0] == 'set':
            out.append(f'{pad}{s[1]} = {" ".join(s[2])};')
        elif s[0] == 'break':
            out.append(f'{pad}break;')
        elif s[0] == 'return':
            out.append(f'{pad}return;')
        elif s[0] == 'again':
            out.append(f'{pad}again({", ".join(" ".join(e) for e in s[1])});')
        elif s[0] == 'call':
            name = f'helper{len(helpers)}'
            helpers.append([f'static void {name}(void) {{'] + text(s[1], 1, helpers) + ['}'])
            out.append(f'{pad}{name}();')
        else:
            cond = ' '.join(s[1]) if s[1] else 'nondet_int()'
            out.append(f'{pad}{s[0]} ({cond}) {{')
            out += text(s[2], indent + 1, helpers)
            if s[0] == 'if':
                out.append(f'{pad}}} else {{')
                out += text(s[3], indent + 1, helpers)
            out.append(f'{pad}}}')
    return out


def flat(statements, code, leave):
    """Jumps and assignments; `leave` collects the jumps out of the innermost loop."""
    for s in statements:
        if s[0] in ('set', 'again', 'return'):
            code.append(s)
        elif s[0] == 'call':
            flat(s[1], code, leave)
        elif s[0] == 'break':
            leave.append(len(code))
            code.append(None)
        elif s[0] == 'if':
            at = len(code)
            code.append(None)
            flat(s[2], code, leave)
            over = len(code)
            code.append(None)
            code[at] = ('test', s[1], at + 1, len(code))
            flat(s[3], code, leave)
            code[over] = ('jump', len(code))
        else:
            at, own = len(code), []
            code.append(None)
            flat(s[2], code, own)
            code.append(('jump', at))
            code[at] = ('test', s[1], at + 1, len(code))
            for place in own:
                code[place] = ('jump', len(code))


def value(word, state):
    return state[VARS.index(word)] if word in VARS else int(word)


def holds(cond, state):
    a, b = value(cond[0], state), value(cond[2], state)
    return {'<': a < b, '>': a > b, '!=': a != b, '>=': a >= b, '<=': a <= b, '==': a == b}[cond[1]]


def successors(code, node):
    at, state = node[0], node[1]
    if at == len(code):
        return []
    s = code[at]
    if s[0] == 'jump':
        return [(s[1], state)]
    if s[0] == 'test':
        if s[1] is None:
            return [(s[2], state), (s[3], state)]
        return [(s[2] if holds(s[1], state) else s[3], state)]
    if s[0] == 'return':
        return []
    if s[0] == 'again':
        return [(0, tuple(result(e, state) for e in s[1])), (at + 1, state)]
    new = list(state)
    new[VARS.index(s[1])] = result(s[2], state)
    return [(at + 1, tuple(new))]


def result(e, state):
    a, b = value(e[0], state), value(e[2], state)
    return (a + b if e[1] == '+' else a - b) % 256


def terminates(program, starts):
    """Depth-first search for a cycle, with a stack of its own."""
    code = []
    flat(program, code, [])
    done, active = set(), set()
    for start in starts:
        if (0, start) in done:
            continue
        stack = [((0, start), iter(successors(code, (0, start))))]
        active.add((0, start))
        while stack:
            node, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                stack.pop()
                active.discard(node)
                done.add(node)
            elif following in active:
                return False
            elif following not in done:
                active.add(following)
                stack.append((following, iter(successors(code, following))))
    return True


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--cegar', required=True)
    ap.add_argument('--first', type=int, default=1)
    ap.add_argument('--count', type=int, default=50)
    ap.add_argument('--time', default='20', help='seconds per program')
    a = ap.parse_args()
    counts, wrong = {'proved': 0, 'bug': 0, "don't know": 0}, []
    for seed in range(a.first, a.first + a.count):
        rng = random.Random(seed)
        form = ['loop', 'loop', 'calls', 'recursion'][seed % 4]
        program = block(rng, 1, form)
        if form == 'recursion':
            # Nothing follows what returns: an empty stack is the end.
            program = [('if', condition(rng), [('return',)], [])] + [s for s in program if s[0] != 'while']
        else:
            program = [('while', condition(rng), program)]
        bounded = rng.random() < 0.5
        starts = itertools.product([0, 1, 200] if bounded else range(256), range(256))
        helpers = []
        body = text(program, 1, helpers)
        lines = ['unsigned char nondet_uchar(void);', 'int nondet_int(void);']
        if form == 'calls':
            lines += [f'unsigned char {v};' for v in VARS]
        for helper in helpers:
            lines += helper
        if form == 'recursion':
            lines += ['static void again(' + ', '.join(f'unsigned char {v}' for v in VARS) + ') {'] + body + ['}']
            body = [f'    again({", ".join(VARS)});']
        lines += ['int main(void) {']
        kind = '' if form == 'calls' else 'unsigned char '
        lines += [f'    {kind}{v} = nondet_uchar();' for v in VARS]
        if bounded:
            lines += ['    if (x != 0 && x != 1 && x != 200)', '        return 0;']
        lines += body + ['    return 0;', '}', '']
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, f'seed{seed}.c')
            with open(path, 'w') as f:
                f.write('\n'.join(lines))
            done = subprocess.run([a.cegar, 'check', path, '--property', 'termination', '--time-limit', a.time],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        said = {0: 'proved', 10: 'bug', 5: "don't know"}.get(done.returncode, 'error')
        truth = 'proved' if terminates(program, starts) else 'bug'
        counts[said] = counts.get(said, 0) + 1
        if said not in (truth, "don't know"):
            wrong.append(seed)
            print(f'seed {seed}: {said}, and it is {truth}\n' + '\n'.join(lines) + done.stdout)
    print(counts, f'wrong: {wrong}')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
