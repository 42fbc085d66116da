"""Random programs about numbers: all integer types, bit-fields, unions, conversions, shifts, divisions."""

import random

TYPES = ["_Bool", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long long",
         "unsigned long long", "char", "enum E"]
FIELDS = "abcdefghijk"
CONSTANTS = ["0", "1", "-1", "2", "7", "31", "127", "128", "255", "256", "-128", "32767", "65535", "2147483647",
             "-2147483647", "4294967295u", "3000000000", "1ll<<40", "-1ll", "0x8000000000000000ull", "1u", "2u"]
PARTS = ["q", "w[0]", "w[1]", "h[0]", "h[3]", "b[7]", "c[0]", "c[7]", "h[n0&3]", "b[(n0*3+n1)&7]"]

HEAD = """enum E { EA, EB = 5, EC = -2 };
struct B {
    unsigned a : 1; int b : 3; unsigned c : 7; int d : 17; unsigned long long e : 33; long long f : 40;
    _Bool g : 1; unsigned char h : 5; short i : 9; unsigned j : 32; int k : 1;
} bf, bg;
union W { unsigned long long q; unsigned w[2]; unsigned short h[4]; unsigned char b[8]; signed char c[8]; } wu;
"""


class Numbers:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.variables = self.random.randint(3, 5)
        self.lines = [HEAD]

    def pick(self, *among):
        return self.random.choice(among)

    def leaf(self):
        return self.pick(
            self.pick(*CONSTANTS),
            "bf." + self.pick(*FIELDS),
            "wu." + self.pick(*PARTS),
            self.pick("n0", "n1"),
            self.pick("n0", "n1"),
            *[self.variable() for _ in range(3)],
        )

    def variable(self):
        return f"v{self.random.randrange(self.variables)}"

    def place(self):
        return self.pick("bf." + self.pick(*FIELDS), "wu." + self.pick("q", "w[1]", "h[1]", "b[7]", "c[2]", "b[n1&7]"),
                         *[self.variable() for _ in range(4)])

    def expr(self, depth):
        if depth == 0:
            return self.leaf()
        a = self.expr(depth - 1)
        b = self.expr(depth - 1) if self.random.random() < 0.5 else self.leaf()
        small, few = self.leaf(), self.pick(3, 7, 15)
        return self.pick(
            f"(({a}) + ({b}))", f"(({a}) + ({b}))", f"(({a}) - ({b}))", f"(({a}) * ({small}))",
            f"(({a}) / (({small} & 7) + 1))", f"(({a}) % (({small} & 7) + 2))",
            f"(({a}) / {self.pick('3', '-3', '7u', '-7ll', '10ull', '(1ll<<33)')})",
            f"(({a}) % {self.pick('3', '-3', '7u', '-7ll', '10ull', '16')})",
            f"(({a}) << (({small}) & {few}))", f"(({a}) >> (({small}) & {self.pick(few, 31)}))",
            f"(({a}) {self.pick('&', '|', '^')} ({b}))", f"(({a}) {self.pick('&&', '||')} ({b}))",
            f"(({a}) {self.pick('<', '<=', '>', '>=', '==', '!=')} ({b}))", f"({self.pick('-', '~', '!', '+')}({a}))",
            f"(({small}) ? ({a}) : ({b}))", *[f"(({self.pick(*TYPES)})({a}))"] * 4)

    def statement(self):
        to = self.place()
        return self.pick(
            *[f"{to} = {self.expr(self.random.randint(1, 3))};"] * 4,
            f"{to} {self.pick('+=', '-=', '*=', '^=', '|=', '&=')} {self.expr(1)};",
            f"{to} {self.pick('<<=', '>>=')} ({self.leaf()}) & 7;",
            self.pick(f"{to}++;", f"--{to};"),
            f"{to} = fn({self.expr(1)}, {self.expr(1)});",
            f"if ({self.expr(1)}) {to} = {self.expr(1)}; else bg = bf, {to} = bg.{self.pick(*FIELDS)};",
            f"switch ({self.expr(1)}) {{ case {self.pick(0, 1, 255)}: {to} = 3; break; "
            f"case {self.pick('-1', '2', '4000000000u')}: {to}++; default: {to} ^= 1; }}")

    def program(self):
        pick = self.pick
        for n in range(self.variables):
            self.lines.append(f"{pick('', 'static ')}{pick(*TYPES)} v{n} = {pick(0, 1, -1, 5, 100, 200)};")
        self.lines.append(f"static {pick(*TYPES)} fn({pick(*TYPES)} x, {pick(*TYPES)} y) "
                          f"{{ x {pick('+=', '-=', '^=')} y; return {pick('x', 'y', 'x + y', 'x * 3')}; }}")
        self.lines.append("int program(void)\n{")
        self.lines.append(f"int n0 = input({self.random.randint(2, 4)}), n1 = input({self.random.randint(2, 3)});")
        self.lines.append(f"wu.q = {pick('0', '0x8899aabbccddeeffull', 'n0 * 0x0101010101010101ull', '-1')};")
        self.lines += [self.statement() for _ in range(self.random.randint(2, 5))]
        for _ in range(self.random.randint(1, 3)):
            self.lines.append(f"CHECK({pick(self.place(), self.expr(1), f'({self.place()}) >> 31')});")
        return "\n".join(self.lines + ["return 0;", "}"]) + "\n"
