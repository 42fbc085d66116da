"""Whole random programs: helpers that lock, make objects, find the structure around a member, call each other and
themselves, tables of them, and a `main` that uses them."""

import outside
from functions import Functions
from spec import monitor
from text import TYPES, Pair, declared, t
from world import call_macro, outside_body

RUNTIME = """int in(int), more(int);
void loosely(void), tried(int), seen(int), release(const void *), enter(int), leave(int), stop_here(void), cut_here(void), turn(int);
extern int monitoring;
unsigned long interest(unsigned long), any_address(int);
void *known_object(void *, int, int, int);
void lap(int), undefined_here(void), *allocate(int, int), *slot(int, int, int);
"""


class Program(Functions):
    def __init__(self, seed):
        super().__init__(seed)
        self.recursive, self.pieces = set(), []
        kinds = [self.with_lock, self.with_dev, self.with_result, self.recursion, self.ladder]
        kinds += [self.around_member, self.finder] + [self.maker, self.maker, self.deliver, self.dropper, self.guesser] * self.heap
        for kind in self.random.sample(kinds, self.pick(1, 2, 2, 3)):
            self.features.add(kind.__name__)
            kind()
        if self.odds(0.15):
            self.callback()
        given = []
        if self.start == "run":
            given = self.random.sample(["dev", "dev", "lock", "int"], self.pick(1, 2, 2))
        self.define(self.start, given, "res", self.pick(4, 5, 6, 7))

    # Calls.

    def arguments(self, f):
        found = []
        for kind in f.params:
            if kind == "inner":
                found.append(t("&%s->lock", self.dev()))
            elif kind in ("dev", "lock"):
                found.append(self.dev() if kind == "dev" else self.lock())
            elif kind == "place":
                found.append(t("&" + self.object("g_p")) if self.odds(0.5) else t("&slots[%s]", self.index(2)))
                self.stored |= {"g_p", self.object("slots")}
            elif kind == "guess":
                self.outside("nondet_ulong", (), "size")
                found.append(Pair("(struct dev *)nondet_ulong()", "(struct dev *)any_address(__builtin_offsetof(struct dev, lock))"))
            elif kind == "back":
                among = [g for g in self.callable if (g.params, g.result) == (("dev",), "void")]
                g = self.random.choice(among)
                found.append(Pair(g.name, "p_" + g.name))
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
        ready = [f for f in self.callable if f.name not in self.recursive and f.result not in ("dev", "lock")]
        ready = [f for f in ready if not {"place", "back", "guess"} & set(f.params)]
        if self.odds(0.3):
            ready += [self.locking("acquire"), self.locking("release")]
        if not ready:
            return False
        f = self.random.choice(ready)
        alike = [g for g in ready if (g.params, g.result) == (f.params, f.result)]
        chosen = [self.random.choice(alike) for _ in range(2)]
        for g in chosen:
            self.called.add(g.name)
            self.calls.setdefault(self.function.name, set()).add(g.name)
        types = ", ".join(TYPES[p] for p in f.params) or "void"
        name = self.name("table")
        both = Pair(", ".join(g.name for g in chosen), ", ".join("p_" + g.name for g in chosen))
        head = f"static {TYPES[f.result]} (*const {name}[2])({types})"
        self.tables.append(t("%s = { %s };\n", head, both))
        return self.used_result(f, self.through(t("%s[%s]", name, self.index(2)), chosen, self.arguments(f)))

    def through(self, pointer, chosen, arguments):
        """A call through a pointer to one of these functions."""
        plain = t(f"%s({', '.join(['%s'] * len(arguments))})", pointer, *arguments).plain
        return Pair(plain, self.indirect_truth(pointer, chosen, arguments))

    def indirect_truth(self, pointer, chosen, arguments):
        types = ", ".join(TYPES[p] for p in chosen[0].params) or "void"
        f, values = chosen[0], [f"_x{n}" for n in range(1, len(arguments) + 1)]
        taken = "".join(f"__auto_type {v} = ({a.truth}); " for v, a in reversed(list(zip(values, arguments))))
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
        text += outside.truth(self)
        text += "".join(outside_body(f) for f in known if not f.body)
        text += "\n".join(line.truth for line in self.pieces)
        return text + "\n" + outside.started(self.functions[self.start])
