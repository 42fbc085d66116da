"""Formulas of linear temporal logic, and which words satisfy them: by the truth of their parts, guessed position by position.

A node of the tableau is a guess which temporal parts (`X`, `U`) hold at the position that comes next, and what the position
before has promised of it. This is the textbook's construction (Baier and Katoen, section 5.2), not that of the tool.
"""

import itertools

TRUE = ("true",)


def core(formula):
    """The same with `!`, `&`, `X` and `U` only."""
    kind, *parts = formula
    if kind in ("atom", "true"):
        return formula
    inner = [core(part) for part in parts]
    negate = lambda f: f[1] if f[0] == "!" else ("!", f)
    match kind:
        case "!":
            return negate(inner[0])
        case "&" | "X" | "U":
            return (kind, *inner)
        case "|":
            return negate(("&", negate(inner[0]), negate(inner[1])))
        case "->":
            return negate(("&", inner[0], negate(inner[1])))
        case "F":
            return ("U", TRUE, inner[0])
        case "G":
            return negate(("U", TRUE, negate(inner[0])))
        case "R":
            return negate(("U", negate(inner[0]), negate(inner[1])))
        case "W":
            return core(("|", ("U", parts[0], parts[1]), ("G", parts[0])))
    raise ValueError(kind)


def text(formula):
    """As the specification language has it."""
    kind, *parts = formula
    if kind == "atom":
        return parts[0]
    if len(parts) == 1:
        return f"{kind} ({text(parts[0])})"
    return f"({text(parts[0])}) {kind} ({text(parts[1])})"


def random_formula(chance, atoms, depth):
    if depth == 0 or chance.random() < 0.15:
        atom = ("atom", chance.choice(atoms))
        return ("!", atom) if chance.random() < 0.25 else atom
    kind = chance.choice(["&", "|", "->", "->", "F", "F", "G", "G", "U", "W", "R", "X"])
    count = 1 if kind in ("F", "G", "X") else 2
    return (kind, *(random_formula(chance, atoms, depth - 1) for _ in range(count)))


def usual_formula(chance, atoms):
    """One of the kinds that people write."""
    p, q = (("atom", chance.choice(atoms)) for _ in range(2))
    return chance.choice([
        ("G", ("->", p, ("F", q))), ("G", ("->", p, ("F", q))), ("F", p), ("G", ("F", p)), ("F", ("G", ("!", p))),
        ("->", ("G", ("F", p)), ("G", ("F", q))), ("W", ("!", p), q), ("U", ("!", p), q),
        ("G", ("->", p, ("X", ("W", ("!", p), q)))), ("G", ("->", p, ("X", ("F", q)))),
    ])


class Tableau:
    """Of the words that satisfy a formula."""

    def __init__(self, formula):
        self.root = core(formula)
        self.parts = []
        self._collect(self.root)
        self.nexts = [n for n, part in enumerate(self.parts) if part[0] == "X"]
        self.untils = [n for n, part in enumerate(self.parts) if part[0] == "U"]
        self.all = list(itertools.product([False, True], repeat=len(self.parts)))
        self.initial = [(bits, (None,) * len(self.nexts), True) for bits in self.all]
        self.known, self.constant = {}, {}

    def _collect(self, formula):
        for part in formula[1:]:
            if isinstance(part, tuple):
                self._collect(part)
        if formula[0] in ("X", "U") and formula not in self.parts:
            self.parts.append(formula)

    def _value(self, formula, letter, bits):
        match formula[0]:
            case "true":
                return True
            case "atom":
                return formula[1] in letter
            case "!":
                return not self._value(formula[1], letter, bits)
            case "&":
                return self._value(formula[1], letter, bits) and self._value(formula[2], letter, bits)
        return bits[self.parts.index(formula)]

    def step(self, node, letter):
        """What a guess may become after a letter, and which untils are not put off there; none if it was wrong."""
        key = (node, letter)
        if key not in self.known:
            self.known[key] = self._step(node, letter)
        return self.known[key]

    def _step(self, node, letter):
        bits, promised, begins = node
        value = lambda formula: self._value(formula, letter, bits)
        if begins and not value(self.root):
            return [], frozenset()
        for n, wanted in zip(self.nexts, promised):
            if wanted is not None and value(self.parts[n][1]) != wanted:
                return [], frozenset()
        later, settled = {}, set()
        for n in self.untils:
            _, left, right = self.parts[n]
            if value(right):
                if not bits[n]:
                    return [], frozenset()
            elif value(left):
                later[n] = bits[n]
            elif bits[n]:
                return [], frozenset()
            if value(right) or not bits[n]:
                settled.add(n)
        fits = [b for b in self.all if all(b[n] == wanted for n, wanted in later.items())]
        promise = tuple(bits[n] for n in self.nexts)
        return [(b, promise, False) for b in fits], frozenset(settled)

    def accepts_forever(self, node, letter):
        """Whether a guess is right if this letter comes for ever."""
        key = (node, letter)
        if key not in self.constant:
            edges = {}
            work = [node]
            while work:
                at = work.pop()
                if at not in edges:
                    following, settled = self.step(at, letter)
                    edges[at] = [(to, settled, True) for to in following]
                    work += following
            self.constant[key] = has_fair_cycle(edges, set(self.untils))
        return self.constant[key]


def components(edges):
    """Strongly connected components of a graph given by its edges (target, labels, …); Tarjan's, without recursion."""
    index, low, on_stack, stack, found = {}, {}, set(), [], []
    for start in edges:
        if start in index:
            continue
        work = [(start, iter(edges[start]))]
        index[start] = low[start] = len(index)
        stack.append(start)
        on_stack.add(start)
        while work:
            node, rest = work[-1]
            edge = next(rest, None)
            if edge is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component = set()
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        component.add(member)
                        if member == node:
                            break
                    found.append(component)
            elif edge[0] not in index:
                to = edge[0]
                index[to] = low[to] = len(index)
                stack.append(to)
                on_stack.add(to)
                work.append((to, iter(edges[to])))
            elif edge[0] in on_stack:
                low[node] = min(low[node], index[edge[0]])
    return found


def has_fair_cycle(edges, wanted):
    """Whether some cycle has an edge that counts, and all labels that are wanted; edges are (target, labels, counts)."""
    for component in components(edges):
        inside = [edge for node in component for edge in edges[node] if edge[0] in component and edge[2]]
        if inside and wanted <= set().union(*(edge[1] for edge in inside)):
            return True
    return False
