"""Whole random programs: helpers that lock, make objects, find the structure around a member, call each other and
themselves, tables of them, and a `main` that uses them."""

import outside
from objects import Objects
from spec import monitor
from statements import Scope
from text import TYPES, Function, Pair, declared, t
from world import call_macro, outside_body

RUNTIME = """int in(int), more(int);
void loosely(void), tried(int), seen(int), release(const void *), enter(int), leave(int), stop_here(void), cut_here(void);
void *known_object(void *, int, int);
void lap(int), undefined_here(void), *allocate(int, int), *slot(int, int, int);
"""
CONTAINER = "(struct dev *)((char *)%s - __builtin_offsetof(struct dev, lock))"


class Program(Objects):
    def __init__(self, seed):
        super().__init__(seed)
        self.recursive, self.pieces = set(), []
        kinds = [self.with_lock, self.with_dev, self.with_result, self.recursion, self.ladder]
        kinds += [self.around_member] + [self.maker] * 2 * self.heap
        for kind in self.random.sample(kinds, self.pick(1, 2, 2, 3)):
            self.features.add(kind.__name__)
            kind()
        given = []
        if self.start == "run":
            given = self.random.sample(["dev", "dev", "lock", "int"], self.pick(1, 2, 2))
        self.define(self.start, given, "res", self.pick(4, 5, 6, 7))

    # Functions.

    def define(self, name, params, result, budget, start=None, finish=None):
        """A function of random statements, between what `start` and `finish` write."""
        self.function = Function(name, tuple(params), result, True)
        self.lines, self.scope, self.freed, self.owned = [], Scope(), set(), []
        self.budget, self.slots, self.loops, self.indent = budget, 0, 0, 1
        self.functions[name] = self.function
        self.goes_out = result == "res" and not finish and self.odds(0.3)
        for n, kind in enumerate(params, 1):
            among = {"dev": self.scope.devs, "lock": self.scope.locks, "inner": self.scope.locks}
            among[kind].append(t(f"a{n}")) if kind in among else self.scope.ints.append((t(f"a{n}"), 9))
        if self.goes_out:
            self.line("int ret = 0;")
        if start:
            start()
        while self.budget > 0:
            self.stmt()
        if finish:
            finish()
        if self.goes_out:
            self.end_of_out()
        elif not finish or result == "void":
            self.line("%s", self.leaving() if result != "void" else Pair("", self.told("")))
        self.end()
        if name != self.start:
            self.callable.append(self.function)

    def end_of_out(self):
        """The label at the end, where functions give back what they have taken."""
        self.lines.append(t("out:;"))
        self.goes_out, self.scope, self.budget = False, Scope(), 1
        if self.odds(0.5):
            self.stmt()
        self.line("%s", self.returned("ret"))

    def end(self):
        f = self.function
        head = declared(f) if f.name == self.start else "static " + declared(f)
        enter = f"    enter({self.number_of_function()}); on_entry_{f.name}({self.parameters()});"
        lines = [Pair(head + "\n{", declared(f, "p_") + "\n{\n" + enter), *self.lines, Pair("}", "}")]
        self.pieces += [line for line in lines if line.plain.strip() or line.truth.strip()]

    def number_of_function(self):
        return sum(f.body for f in self.functions.values()) - 1

    def parameters(self, *more):
        return ", ".join([f"a{n}" for n in range(1, len(self.function.params) + 1)] + list(more))

    def told(self, result):
        """The end of a call, as the monitor is told it."""
        return f"on_exit_{self.function.name}({self.parameters(*([result] if result else []))}); " \
               f"leave({self.number_of_function()});"

    def returned(self, value):
        value = t("%s", value)
        kind = TYPES[self.function.result]
        return Pair(f"return {value.plain};", f"{{ {kind} r_ = {value.truth}; {self.told('r_')} return r_; }}")

    def leaving(self, failing=False):
        kind = self.function.result
        if kind == "void":
            return Pair("return;", f"{{ {self.told('')} return; }}")
        if kind == "dev":
            near = [d for d in self.live(self.scope.devs) if "&" not in d.plain]
            return self.returned(self.random.choice(near) if near and not failing and self.odds(0.8) else "0")
        if failing:
            return self.returned(self.pick("-1", "-1", "1", "0"))
        results = [r for r in self.scope.results if self.odds(0.5)]
        return self.returned(self.random.choice(results) if results else self.pick("0", "0", "1"))

    def with_lock(self):
        def act():
            if self.odds(0.5):
                self.line("%s;", self.call(self.locking(self.pick("acquire", "release")), "a1"))
                self.budget -= 1
        self.families.add("lock")
        self.define(self.name("with"), ["lock"], self.pick("void", "void", "res"), self.pick(1, 2), act)

    def with_dev(self):
        self.define(self.name("work"), ["dev"], "void", self.pick(1, 2, 3))

    def with_result(self):
        self.define(self.name("step"), ["dev", "int"], "res", self.pick(2, 3, 4))

    def around_member(self):
        """A function that is given a member, and finds the structure around it."""
        def act():
            self.line("struct dev *d = %s;", CONTAINER % "a1")
            self.scope.devs.append(t("d"))
        self.define(self.name("of"), ["inner"], "void", self.pick(1, 2), act)

    def maker(self):
        """A function that makes devices."""
        def act():
            call, nullable, zeroed = self.allocation("sizeof(struct dev)")
            self.line("struct dev *d = %s;", call)
            if nullable and self.odds(0.9):
                self.line("if (!d) %s", self.leaving(failing=True))
            self.fill(t("d"), zeroed)
            self.scope.devs.append(t("d"))
            if self.odds(0.2):
                self.s_store()

        def kept():
            """What was made before is handed out again."""
            self.stored.add(self.object("g_p"))
            self.line("if (g_p%s) %s", self.pick("", t(" && %s", self.cond())), self.returned("g_p"))
            act()
            self.line("g_p = d;")

        def finish():
            self.line("%s", self.returned("d"))
        cached = act if self.odds(0.7) else kept
        self.define(self.name("make"), self.pick([], [], ["int"]), "dev", self.pick(0, 0, 1), cached, finish)

    def recursion(self):
        name, kind = self.name("again"), self.pick("dev", "lock")
        self.recursive.add(name)

        def act():
            self.line("if (a2 <= 0) %s", self.leaving())

        def finish():
            self.line("%s;", self.call(self.function, "a1", "a2 - 1"))
            self.budget = 1
            self.stmt()
        self.define(name, [kind, "int"], "void", self.pick(1, 2), act, finish)

    def ladder(self):
        """What is taken in steps is given back in the opposite order where a step fails."""
        steps = []

        def act():
            self.line("int ret = -1;")
            for n in range(self.pick(1, 2)):
                lock = self.lock()
                self.line("%s;", self.call(self.locking("acquire"), lock))
                steps.append(lock)
                self.line("if (%s) goto fail%s;", self.cond(), n)
            self.line("ret = 0;")

        def finish():
            for n, lock in reversed(list(enumerate(steps))):
                self.lines.append(t("fail%s:", n))
                if self.odds(0.9):
                    self.line("%s;", self.call(self.locking("release"), lock))
                else:
                    self.line(";")
            self.line("%s", self.returned("ret"))
        self.families.add("lock")
        self.define(self.name("start"), self.pick(["dev"], []), "res", self.pick(0, 1), act, finish)

    # Calls.

    def arguments(self, f):
        found = []
        for kind in f.params:
            if kind == "inner":
                found.append(t("&%s->lock", self.dev()))
            elif kind in ("dev", "lock"):
                found.append(self.dev() if kind == "dev" else self.lock())
            elif f.name in self.recursive:
                found.append(t("%s", self.pick("1", "2", self.number(3))))
            else:
                found.append(self.value())
        return found

    def s_call(self):
        if not self.callable:
            return False
        f = self.random.choice(self.callable)
        return self.used_result(f, self.call(f, *self.arguments(f)))

    def used_result(self, f, call):
        if f.result == "res" and self.odds(0.7):
            name = self.name("r")
            self.line("int %s = %s;", name, call)
            self.scope.results.append(t(name))
            if self.odds(0.5):
                self.line("if (%s) %s", name, self.giving_up())
        else:
            self.line("%s;", call)
        return True

    def s_indirect(self):
        """A call through a table, or a pointer, of functions."""
        ready = [f for f in self.callable if f.name not in self.recursive and f.result != "dev"]
        if self.odds(0.3):
            ready += [self.locking("acquire"), self.locking("release")]
        if not ready:
            return False
        f = self.random.choice(ready)
        alike = [g for g in ready if (g.params, g.result) == (f.params, f.result)]
        chosen = [self.random.choice(alike) for _ in range(2)]
        self.called.update(g.name for g in chosen)
        types = ", ".join(TYPES[p] for p in f.params) or "void"
        name = self.name("table")
        both = Pair(", ".join(g.name for g in chosen), ", ".join("p_" + g.name for g in chosen))
        head = f"static {TYPES[f.result]} (*const {name}[2])({types})"
        self.tables.append(t("%s = { %s };\n", head, both))
        pointer = t("%s[%s]", name, self.index(2))
        arguments = self.arguments(f)
        plain = t(f"%s({', '.join(['%s'] * len(arguments))})", pointer, *arguments).plain
        return self.used_result(f, Pair(plain, self.indirect_truth(pointer, chosen, arguments, types)))

    def indirect_truth(self, pointer, chosen, arguments, types):
        f, values = chosen[0], [f"_x{n}" for n in range(1, len(arguments) + 1)]
        taken = "".join(f"__auto_type {v} = ({a.truth}); " for v, a in zip(values, arguments))
        text = f"({{ {TYPES[f.result]} (*_f)({types}) = {pointer.truth}; {taken}"
        for event in ("call", "return"):
            if event == "return":
                text += ("" if f.result == "void" else f"{TYPES[f.result]} _r = ") + f"_f({', '.join(values)}); "
            more = ["_r"] if event == "return" and f.result != "void" else []
            for g in {g.name: g for g in chosen}.values():
                text += f"if (_f == p_{g.name}) {{ on_{event}_{g.name}({', '.join(values + more)}); }} "
        return text + ("})" if f.result == "void" else "_r; })")

    # The whole.

    def plain(self):
        heads = ""
        if self.tables:
            heads = "".join(f"static {declared(f)};\n" for f in self.functions.values() if f.body and f.name != self.start)
        head = self.types() + self.declarations().plain + heads + self.data().plain
        return head + "\n".join(line.plain for line in self.pieces if line.plain.strip()) + "\n"

    def truth(self, spec):
        known = list(self.functions.values())
        text = RUNTIME + self.types() + self.declarations().truth + self.data().truth
        text += monitor(spec, known, self.start) + "".join(call_macro(f) for f in known)
        text += outside.truth(self) if self.outer else ""
        text += "".join(outside_body(f) for f in known if not f.body)
        text += "\n".join(line.truth for line in self.pieces)
        return text + "\n" + outside.started(self.functions[self.start])
