"""The functions of the random programs: how one is written, and what kinds of helpers drivers have."""

from control import Control
from statements import Scope, noted
from text import TYPES, Function, Pair, declared, t

CONTAINER = "(struct dev *)((char *)%s - __builtin_offsetof(struct dev, lock))"


class Functions(Control):
    def define(self, name, params, result, budget, start=None, finish=None):
        """A function of random statements, between what `start` and `finish` write."""
        self.function = Function(name, tuple(params), result, True)
        self.lines, self.scope, self.freed, self.owned = [], Scope(), set(), []
        self.budget, self.slots, self.loops, self.indent = budget, 0, 0, 1
        self.functions[name] = self.function
        self.goes_out = result == "res" and not finish and self.odds(0.3)
        among = {"dev": self.scope.devs, "lock": self.scope.locks, "inner": self.scope.locks, "guess": self.scope.guesses}
        for n, kind in enumerate(params, 1):
            if kind in among:
                among[kind].append(t(f"a{n}"))
            elif kind == "int":
                self.scope.ints.append((t(f"a{n}"), 9))
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
        if name.startswith("drop"):
            self.droppers.append(self.function)
        elif name != self.start:
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
        enter = f"    enter({self.number_of_function()}); on_entry_{f.name}({self.parameters()}); HIDE_{f.name}"
        lines = [Pair(head + "\n{", declared(f, "p_") + "\n{\n" + enter), *self.lines, Pair("}", "}")]
        self.pieces += [line for line in lines if line.plain.strip() or line.truth.strip()]

    def number_of_function(self):
        return sum(f.body for f in self.functions.values()) - 1

    def parameters(self, *more):
        return ", ".join([f"a{n}" for n in range(1, len(self.function.params) + 1)] + list(more))

    def told(self, result):
        """The end of a call, as the monitor is told it."""
        return f"SHOW_{self.function.name} on_exit_{self.function.name}({self.parameters(*([result] if result else []))}); " \
               f"leave({self.number_of_function()});"

    def returned(self, value):
        value = t("%s", value)
        kind = TYPES[self.function.result]
        return Pair(f"return {value.plain};", f"{{ {kind} r_ = {value.truth}; {self.told('r_')} return r_; }}")

    def leaving(self, failing=False):
        kind = self.function.result
        if kind == "void":
            return Pair("return;", f"{{ {self.told('')} return; }}")
        if kind == "lock":
            return self.returned("0" if failing or not self.scope.locks else self.random.choice(self.scope.locks))
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

    def deliver(self):
        """A function that makes a device and stores where it is told to."""
        def act():
            call, nullable, zeroed = self.allocation("sizeof(struct dev)")
            self.line("struct dev *d = %s;", call)
            if nullable:
                self.line("if (!d) %s", self.leaving(failing=True))
            self.fill(t("d"), zeroed)
            self.line("*a1 = d;")
            self.scope.devs.append(t("d"))
        self.define(self.name("deliver"), ["place"], "res", self.pick(0, 0, 1), act)

    def callback(self):
        """A function that calls one that it is given."""
        given = [f for f in self.callable if (f.params, f.result) == (("dev",), "void")]
        if not given:
            return
        name = self.name("each")

        def act():
            self.line("%s;", self.through(t("a2"), given, [t("a1")]))
        self.define(name, ["dev", "back"], "void", self.pick(0, 1), act)

    def finder(self):
        """A function that finds the lock of a device."""
        def finish():
            self.line("%s", self.returned(self.lock_of(t("a1"))))
        self.define(self.name("lock_of"), ["dev"], "lock", self.pick(0, 0, 1), finish=finish)

    def dropper(self):
        """A function that frees a device."""
        def act():
            self.line("%s;", self.call(self.freeing(), "a1"))
        self.define(self.name("drop"), ["dev"], "void", self.pick(0, 1), finish=act)

    def guesser(self):
        """A function that is given what may be any address."""
        def act():
            self.s_new()
            made = self.live(self.scope.devs)
            if made and self.odds(0.8):
                self.guarded(t("if (a1 == %s)", noted(made[-1])), self.hit)
            if made and self.odds(0.3):
                self.body(t("if (a1 == %s)", noted(made[-1])))
        self.define(self.name("guess"), ["guess"], "void", self.pick(1, 2), act)
