"""Places, pointers, expressions and conditions of the programs about memory."""

import random

CASTS = ["unsigned char", "signed char", "short", "unsigned", "unsigned short"]
ATOMS = ["g0", "g1", "g2", "g3", "sh", "uc", "un", "ia[1]", "s0.a", "sp->a", "s1.v[1]", "*ip", "ar[1].a", "s0.u.w",
         "s1.x", "m[0][1]", "ia[2]"]


class Terms:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.points, self.inputs, self.names, self.budget = [], 0, 0, 0, 14
        # Locals that can be seen: numbers, pointers to numbers, structures.
        self.ints, self.pointers, self.structs = [], [], []
        self.callable, self.callable_later, self.indirect = [], [], False

    def pick(self, *among):
        return self.random.choice(among)

    def chance(self, n):
        return self.random.randrange(n) == 0

    def line(self, text):
        self.lines.append(text)

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def local(self, among, kind, prefix, value):
        name = self.name(prefix)
        self.line(f"{kind} {name} = {value};")
        among.append(name)

    def block(self, size, head):
        self.line(head + " {")
        saved = self.ints[:], self.pointers[:], self.structs[:]
        for _ in range(self.random.randint(1, size)):
            self.stmt(size - 1)
        self.ints, self.pointers, self.structs = saved
        self.line("}")

    def struct(self):
        if self.chance(4):
            return f"ar[({self.atom()}) & 1]"
        return self.pick("s0", "s1", "ar[0]", "ar[1]", "(*sp)", "(*s0.n)", "(*sp->n)", *self.structs * 3)

    def int_place(self):
        """An `int` in memory, whose address can be taken."""
        kind, half = self.random.randrange(12), f"({self.atom()}) & 1"
        if kind < 4:
            return self.pick("g0", "g1", "g2", "g3")
        if kind < 7:
            return self.pick(f"ia[({self.atom()}) & 3]", "ia[0]", "ia[2]", "m[1][2]", f"m[{half}][({self.atom()}) & 1]")
        if kind < 10:
            return self.struct() + self.pick(".a", ".v[0]", ".v[1]", ".a", ".u.w", f".v[{half}]")
        return self.pick("*ip", "**ipp", "*s0.p", "*sp->p", "*pa[0]", "*pa[1]", f"*pa[{half}]")

    def pointer(self, local=False):
        """A pointer to `int`: to what stays, unless it is for locals."""
        kind = self.random.randrange(6)
        if local and self.pointers and kind < 2:
            return self.random.choice(self.pointers)
        if local and self.ints and kind == 2:
            return "&" + self.random.choice(self.ints)
        if kind > 3:
            return self.pick("ip", "*ipp", "s0.p", "sp->p", "pa[0]", "pa[1]")
        saved = self.ints, self.pointers, self.structs
        if not local:
            self.structs = []
        place = self.int_place()
        self.ints, self.pointers, self.structs = saved
        return "&" + place

    def place(self):
        kind = self.random.randrange(10)
        if kind < 3 and self.ints:
            return self.random.choice(self.ints)
        if kind < 6:
            return self.int_place()
        if kind == 6:
            return self.pick("sh", "uc", "un", "buf[1]", f"buf[({self.atom()}) & 7]")
        if kind == 7:
            member = self.pick(".b", ".c[1]", ".x", ".y", ".u.b[1]", ".u.h[1]", f".c[({self.atom()}) & 1]")
            return self.struct() + member
        if kind == 8 and self.pointers:
            return "*" + self.random.choice(self.pointers)
        if kind == 9:
            return f"((unsigned char *)&{self.int_place()})[{self.random.randrange(4)}]"
        return self.pick("g0", "g1", "g2", "g3")

    def atom(self):
        kind = self.random.randrange(7)
        if kind == 0:
            return self.pick("0", "1", "2", "3", "-1", "5", "255", "7")
        if kind < 3 and self.ints:
            return self.random.choice(self.ints)
        if kind == 3 and self.chance(2) and self.budget > 0:
            return self.pick(self.place(), f"tab[({self.pick(*ATOMS)}) & 3]")
        return self.pick(*ATOMS)

    def expr(self, depth=2):
        if depth == 0 or self.chance(3):
            return self.place() if self.chance(2) else self.atom()
        a, b = self.expr(depth - 1), self.expr(depth - 1)
        return self.pick(
            f"{a} + {self.pick(1, 2, 3)}", f"({a}) + ({b})", f"({a}) - ({b})", f"({a}) * {self.pick(2, 3, -1)}",
            f"({a}) & ({b})", f"({a}) ^ ({b})", f"({a}) / {self.pick(2, 3, -2)}", f"({a}) % {self.pick(2, 3, 5)}",
            f"({a}) >> {self.pick(1, 2)}", f"({self.cond(1)} ? {a} : {b})", f"({self.pick(*CASTS)})({a})",
            f"(({a}) & 255) << {self.pick(1, 4)}", f"~({a})", f"!({a}) + ({b})", f"({self.cond(0)})", f"-({a})")

    def cond(self, depth=1):
        same, order = self.pick("==", "!="), self.pick("==", "!=", "<", "<=", ">", ">=")
        kind = self.random.randrange(9)
        if kind == 0:
            return f"{self.pointer(True)} {same} {self.pointer(True)}"
        if kind == 1:
            return f"{self.struct()}.f {same} {self.function()}"
        if kind == 2 and depth:
            return f"({self.cond(0)} {self.pick('&&', '||')} {self.cond(0)})"
        if kind == 3:
            return f"sp {same} {self.pick('&s0', '&s1', 's0.n', '&ar[1]')}"
        if kind == 4:
            return f"({self.expr(depth)}) {order} ({self.expr(0)})"
        return f"({self.expr(depth)}) {order} {self.pick(0, 1, 2, 3, 5, -1)}"

    def function(self):
        return self.pick("f0", "f1", "f2", "ft[1]", f"ft[({self.atom()} & 255) % 3]", "s0.f", "sp->f")
