"""Random programs about memory: pointers, structures, unions, tables of functions, copies of bytes, recursion.

Every pointer leads to something at all times, and what outlives a function never leads to its locals: any statement may
follow any other.
"""

from odd import Odd

HEAD = """void *memmove(void *, const void *, __SIZE_TYPE__), *memset(void *, int, __SIZE_TYPE__);
void bcopy(const void *, void *, __SIZE_TYPE__);
char *strcpy(char *, const char *); __SIZE_TYPE__ strlen(const char *);
typedef int (*F)(int, int *);
union U { int w; unsigned char b[4]; short h[2]; };
union D { double d; int *p; };
struct P {
    int a; short b; signed char c[3]; int *p; struct P *n; F f; union U u; unsigned x : 3; int y : 5; int v[2];
};
static int f0(int k, int *q), f1(int k, int *q), f2(int k, int *q);
int g0 = 1, g1, g2 = -3; static int g3 = 7; short sh = 2; unsigned char uc = 250; unsigned un = 5;
int ia[4] = { 4, 3, 2, 1 }, m[2][3]; unsigned char buf[8] = "abcd"; static const int tab[4] = { 3, -1, 0, 8 };
int *ip = &g0, **ipp = &ip, *pa[2] = { &g1, &ia[1] };
struct P s0 = { 1, 2, { 3, -4, 5 }, &g1, &s0, f0, { 258 }, 2, -3, { 6, 7 } };
struct P s1 = { .a = 4, .p = &g2, .n = &s0, .f = f1, .v = { [1] = 9 } };
struct P ar[2] = { { .p = &g3, .n = &s1, .f = f2 }, { .a = 2, .p = ia, .n = &ar[0], .f = f0, .x = 5 } };
struct P *sp = &s1; F ft[3] = { f0, f1, f2 }; void *vp = &g1; unsigned long ul;
static int *choose(int k, int *q) { return k & 1 ? q : ip; }
static void with(void (*back)(void *, int), void *context, int k) { back(context, k); }
static void add(void *context, int k) { *(int *)context += k; }
static void mark(void *context, int k) { ((struct P *)context)->a = k; }
static void each(int n, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, n);
    for (int i = 0; i < n; i++) *__builtin_va_arg(list, int *) += i + 1;
    __builtin_va_end(list);
}
"""

POINTS = 6


class Memory(Odd):
    def stmt(self, size):
        self.budget -= 1
        if self.budget < -30:
            return self.line(f"{self.place()} = {self.atom()};")
        kind = self.random.randrange(40)
        if kind < 10:
            return self.assign(kind)
        if kind < 18 and size > 0:
            return self.control(kind, size)
        if kind < 22:
            return self.declare(kind)
        if kind < 27:
            return self.retarget(kind)
        if kind < 31 and self.callable:
            return self.call(kind == 30)
        return self.odd()

    def assign(self, kind):
        if kind == 8:
            return self.line(f"{self.place()} {self.pick('+=', '-=', '^=', '|=', '*=')} {self.expr(1)};")
        if kind == 9:
            return self.line(f"{self.place()}{self.pick('++', '--')};")
        return self.line(f"{self.place()} = {self.expr()};")

    def control(self, kind, size):
        name = self.name("i")
        if kind < 14:
            self.block(size, f"if ({self.cond()})")
            if self.chance(2):
                self.block(size, "else")
        elif kind == 14:
            self.block(size, f"for (int {name} = 0; {name} < {self.random.randint(1, 3)}; {name}++)")
        elif kind == 15:
            self.line(f"int {name} = 0;")
            self.line(f"while ({name}++ < {self.random.randint(1, 3)}) {{")
            self.line(f"if ({self.cond()}) {self.pick('break', 'continue')};")
            self.block(size, "if (1)")
            self.line("}")
        elif kind == 16:
            self.switch(size)
        else:
            label = self.name("out")
            self.line(f"if ({self.cond()}) goto {label};")
            self.block(size, "if (1)")
            self.line(f"{label}: ;")

    def switch(self, size):
        self.line(f"switch (({self.expr(1)}) & 3) {{")
        for case in range(self.random.randint(1, 3)):
            self.block(size, f"case {case}:")
            if not self.chance(3):
                self.line("break;")
        if self.chance(2):
            self.block(size, "default:")
        self.line("}")

    def declare(self, kind):
        if kind == 18 and self.inputs < 4:
            self.inputs += 1
            self.local(self.ints, "int", "n", f"input({self.random.randint(2, 3)})")
        elif kind == 20:
            self.local(self.pointers, "int *", "q", self.pointer(True))
        elif kind == 21:
            self.local(self.structs, "struct P ", "t", self.struct())
        else:
            self.local(self.ints, "int", "n", self.expr(1))

    def retarget(self, kind):
        half = f"({self.atom()}) & 1"
        to, value = [
            (self.pick("ip", "*ipp", "s0.p", "sp->p", "ar[0].p", f"pa[{half}]"), self.pointer()),
            (self.pick("sp", "s0.n", "s1.n", "sp->n"), self.pick("&s0", "&s1", "sp->n", "s0.n", f"&ar[{half}]")),
            (self.pick("s0.f", "sp->f", "ft[0]", "ar[1].f", f"ft[({self.atom()} & 255) % 3]"), self.function()),
            ("ipp", self.pick("&ip", "&s0.p", "&pa[0]", "&sp->p", f"&pa[{half}]")),
            (self.struct(), self.struct()),
        ][kind - 22]
        self.line(f"{to} = {value};")

    def call(self, through_pointer):
        if through_pointer and self.indirect:
            callee = self.pick("s0.f", "sp->f", "ft[2]", f"ft[({self.atom()} & 255) % 3]", "ar[0].f")
            return self.local(self.ints, "int", "c", f"{callee}({self.expr(1)}, {self.pointer(True)})")
        name, kind = self.random.choice(self.callable)
        if kind == "by_value":
            return self.local(self.structs, "struct P ", "t", f"{name}({self.struct()}, {self.atom()})")
        first = {"op": self.expr(1), "rec": self.random.randint(0, 2), "link": f"&{self.struct()}"}[kind]
        return self.local(self.ints, "int", "c", f"{name}({first}, {self.pointer(True)})")

    def check(self):
        if self.points < POINTS:
            self.points += 1
            self.line(f"CHECK({self.place() if self.chance(2) else self.expr(1)});")

    def func(self, head, kind, ints=(), pointers=(), structs=()):
        self.ints, self.pointers, self.structs = list(ints), list(pointers), list(structs)
        self.budget = 5
        self.line(head + "\n{")
        if kind == "rec":
            self.line("if (d <= 0) return *q + 1;")
        for _ in range(self.random.randint(1, 4)):
            self.stmt(1)
        if kind == "rec":
            self.line(f"int l_ = {self.atom()};")
            self.ints.append("l_")
            self.line(f"int r_ = rec(d - 1, {self.pick('&l_', 'q', self.pointer(True))});")
            self.ints.append("r_")
            self.stmt(1)
        result = {"rec": "r_ + l_", "by_value": "w"}.get(kind) or self.expr(1)
        self.line(f"return {result};\n}}")
        self.callable_later.append((head.split("(")[0].split()[-1], kind))

    def program(self):
        self.lines = [HEAD]
        self.func("static int rec(int d, int *q)", "rec", pointers=["q"])
        self.callable = list(self.callable_later)
        # The functions of the table call each other neither by name nor through it: no recursion without end.
        for n in range(3):
            self.func(f"static int f{n}(int k, int *q)", "op", ["k"], ["q"])
        self.callable, self.indirect = list(self.callable_later), True
        if self.chance(2):
            self.func("static struct P by_value(struct P w, int k)", "by_value", ["k"], [], ["w"])
        if self.chance(2):
            self.func("static int link(struct P *l, int *q)", "link", [], ["q"], ["(*l)"])
        self.callable = list(self.callable_later)
        self.ints, self.pointers, self.structs, self.budget = ["a0", "a1"], [], [], 14
        self.line("int program(void)\n{")
        self.line(f"int a0 = input({self.random.randint(2, 3)}), a1 = input(2);")
        self.inputs = 2
        for _ in range(self.random.randint(4, 9)):
            self.stmt(2)
        self.check()
        self.check()
        return "\n".join(self.lines + ["return 0;", "}"]) + "\n"
