"""Statements that passes like to get wrong: copies of bytes, pointers in other clothes, jumps, lists of arguments."""

from terms import Terms


class Odd(Terms):
    def odd(self):
        kinds = [self.copies, self.clothes, self.container, self.allocated, self.views, self.expressions, self.calls,
                 self.walks, self.jumps, self.check]
        self.random.choice(kinds)()

    def copies(self):
        s, t, byte = self.struct(), self.struct(), self.name("i")
        size = self.pick(1, 2, 4, "uc & 3")
        self.line(self.pick(
            f"memmove(&{s}, &{t}, sizeof(struct P));",
            f"memmove(ia + {self.pick(0, 1)}, ia + {self.pick(0, 1, 2)}, {self.pick(4, 8, 6)});",
            f"memmove(&ip, &{s}.p, sizeof ip);",
            f"bcopy(&{s}.p, &pa[{self.pick(0, 1)}], sizeof ip);",
            f"memset({self.pick('buf', '&un', '&m[1]', f'&{s}.v', f'&{s}.u')}, {self.pick(0, 1, 255, 'uc')}, {size});",
            f"memmove(buf + {self.pick(0, 1, '(uc & 1)')}, &{self.pick('g0', 'ia[1]', f'{s}.u')}, "
            f"{self.pick(2, 4, 'un & 3')});",
            f"for (unsigned {byte} = 0; {byte} < sizeof ip; {byte}++) "
            f"((char *)&{s}.p)[{byte}] = ((char *)&{self.pick('ip', 'pa[1]', f'{t}.p')})[{byte}];",
            f"{s}.u = {t}.u;"))

    def clothes(self):
        """A pointer as something else."""
        p, to, name = self.pointer(), self.pick("ip", "s0.p", "pa[0]"), self.name("d")
        self.line(self.pick(
            f"ul = (unsigned long){p}; {to} = (int *){self.pick('ul', '(ul ^ 8 ^ 8)', '(ul + 4 - 4)')};",
            f"vp = {p}; *(int *)vp = {self.expr(1)};",
            f"union D {name}, {name}_; {name}.p = {p}; {name}_.d = {name}.d; {to} = {name}_.p;",
            f"long {name} = (char *){p} - (char *)0; {to} = (int *){name};",
            f"int **{name} = {self.pick('ipp', '&ip', '&sp->p')}; *{name} = {p}; **{name} = {self.expr(1)};"))

    def container(self):
        s, name, member = self.struct(), self.name("o"), self.pick("u", "v", "c")
        self.line(f"struct P *{name} = (struct P *)((char *)&{s}.{member} - __builtin_offsetof(struct P, {member}));")
        self.line(f"{name}->a = {self.expr(1)};")
        if not any(local in s for local in self.structs):
            self.line(f"{self.pick('sp', 's0.n')} = {name};")

    def allocated(self):
        name, a, b = self.name("h"), self.atom(), self.atom()
        if self.chance(3):
            self.line(f"int {name}[(uc & 1) + 2]; {name}[0] = {a}; {name}[1] = {b};")
        elif self.chance(2):
            self.line(f"int *{name} = (int[]){{ {a}, {b} }}; {name}[{self.atom()} & 1]++;")
        else:
            self.line(f"int *{name} = malloc(2 * sizeof(int)); {name}[0] = {a}; {name}[1] = {b};")
            if self.chance(2):
                self.line(f"{self.pick('ip', 'pa[0]', 'sp->p')} = {name} + {self.pick(0, 1)};")
        self.pointers.append(name)

    def views(self):
        s, name = self.struct(), self.name("r")
        if self.chance(2):
            place = self.pick("g0", "g1", "ia[1]", f"{s}.a", "un")
            return self.line(f"*(short *)((char *)&{place} + {self.pick(0, 2)}) = {self.expr(1)};")
        self.line(f"struct P {name}[2] = {{ {s}, {self.struct()} }};")
        self.line(f"{name}[{self.atom()} & 1].a = {self.atom()};")
        return self.structs.append(f"{name}[{self.pick(0, 1)}]")

    def expressions(self):
        name = self.name("k")
        if self.chance(3):
            self.line(f"static int {name} = {self.random.randint(0, 2)}; {name} += {self.atom()};")
            return self.ints.append(name)
        return self.line(self.pick(
            f"{self.place()} = ({{ int y_ = {self.expr(1)}; y_ + 1; }});",
            f"{self.cond()} && ({self.pick('g0', 'g1', 'sh')} = {self.expr(1)});",
            f"{self.pick('g0', 'g1', 'sh')} = ({self.pick('g2', 'uc')} = {self.atom()}, {self.atom()});"))

    def calls(self):
        p, name = self.pointer(True), self.name("e")
        self.line(self.pick(
            f"each(2, {p}, {self.pointer(True)});",
            f"with(add, {p}, {self.atom()});",
            f"with(mark, &{self.struct()}, {self.atom()});",
            f"int *{name} = choose({self.atom()}, {p}); *{name} += {self.pick(1, 2)};",
            f"char {name}[8]; strcpy({name}, {self.cond(0)} ? \"ab\" : \"\"); g1 += strlen({name}) + {name}[0];"))

    def walks(self):
        name, count = self.name("w"), self.name("i")
        self.line(f"struct P *{name} = {self.pick('sp', 's0.n', '&ar[1]')};")
        self.line(f"for (int {count} = 0; {count} < {self.pick(1, 2, 3)}; {count}++, {name} = {name}->n) "
                  f"{self.pick('g0', 'g3', 'un')} += {name}->{self.pick('a', 'x', 'v[1]')};")

    def jumps(self):
        table, one, other = self.name("j"), self.name("l"), self.name("l")
        self.line(f"void *{table}[] = {{ &&{one}, &&{other} }};")
        self.line(f"goto *{table}[({self.expr(1)}) & 1];")
        self.line(f"{one}: {self.place()} = {self.atom()};")
        self.line(f"{other}: ;")
