"""Statements of the random programs: what drivers do with objects and locks, right or nearly so.

Every pointer is null or leads to something; indices stay inside; memory is set before it is read. What is freed may still be
used by accident: the runtime notices, and such programs are not judged by it.
"""

import re

from text import Pair, t
from world import World


class Scope:
    """What the statements of a block can name."""

    def __init__(self, devs=(), locks=(), ints=(), results=(), guesses=()):
        self.devs, self.locks = list(devs), list(locks)
        self.ints, self.results = list(ints), list(results)
        # Pointers that are made of any number: they are compared and passed on, not followed.
        self.guesses = list(guesses)

    def copy(self):
        return Scope(self.devs, self.locks, self.ints, self.results, self.guesses)


class Statements(World):
    def __init__(self, seed):
        super().__init__(seed)
        self.lines, self.scope, self.freed, self.owned = [], Scope(), set(), []
        self.budget, self.loops, self.slots, self.indent = 0, 0, 0, 1
        # Where devices have been made known.
        self.stored, self.hits = set(), 0
        self.droppers = []
        self.heap, self.callable, self.goes_out = self.odds(0.8), [], False
        # Not every program has every kind of statement: what is rare in most is frequent in some.
        kinds = [self.s_pair, self.s_single, self.s_attempt, self.s_new, self.s_store, self.s_borrow, self.s_if,
                 self.s_loop, self.s_walk, self.s_open_loop, self.s_call, self.s_alias, self.s_set, self.s_leave,
                 self.s_free, self.s_stack, self.s_switch, self.s_indirect, self.s_copy,
                 self.s_assign, self.s_array, self.s_as_number, self.s_do, self.s_spin, self.s_retry, self.s_renew,
                 self.s_pop, self.s_guess]
        self.weights = {k: self.pick(0, 1, 2, 4) for k in kinds}
        for k in (self.s_pair, self.s_single, self.s_new, self.s_if, self.s_call):
            self.weights[k] = self.pick(2, 4, 6)
        self.weights[self.s_new] += 3
        self.weights[self.s_borrow] += 4 * self.outer

    def line(self, pattern, *parts):
        both = t(pattern, *parts)
        self.lines.append(Pair("    " * self.indent + both.plain, "    " * self.indent + both.truth))

    def stmt(self):
        self.budget -= 1
        if self.indent > 4:
            return self.s_single()
        if self.odds(0.35) and self.call_forgotten():
            return
        kinds = list(self.weights)
        for _ in range(8):
            kind = self.random.choices(kinds, [self.weights[k] for k in kinds])[0]
            if kind():
                self.features.add(kind.__name__[2:])
                return
        self.s_single()

    def call_forgotten(self):
        """A call of a helper that nothing has called so far, where it is late for that."""
        if self.function.name != self.start:
            return False
        forgotten = [f for f in self.callable if f.name not in self.called]
        if not forgotten:
            return False
        f = self.random.choice(forgotten)
        if f.result == "dev":
            return self.s_new()
        return self.used_result(f, self.call(f, *self.arguments(f)))

    def used_at_once(self, what):
        """Something is often done with what there is now: a device, or a lock."""
        if self.odds(0.6) and self.budget > -3:
            if what not in self.scope.locks and "dev" in self.families and self.odds(0.6):
                return self.opened(what)
            lock = what if what in self.scope.locks else self.lock_of(what)
            if self.odds(0.3):
                self.attempt(lock)
            else:
                self.pair(lock)
        return True

    def block(self, most=2, head="{"):
        """A block of its own, after `head`."""
        saved = self.scope.copy()
        self.line("%s", head)
        self.indent += 1
        if self.odds(0.2):
            self.hit()
        for n in range(self.random.randint(1, most)):
            if self.budget > 0 or n == 0:
                self.stmt()
        self.indent -= 1
        self.scope = saved

    def hit(self):
        """Marks a place, for specifications that ask whether it is come to."""
        if self.hits < 5:
            self.line("%s;", self.call(self.outside("hit", ("int",)), self.hits))
            self.hits += 1

    def body(self, head, most=2):
        self.block(most, t("%s {", head))
        self.line("}")

    # Expressions.

    def live(self, among):
        return [x for x in among if x.plain not in self.freed]

    def dev(self):
        """A device that is there, or a pointer that may be null."""
        near = self.live(self.scope.devs)
        if near and self.odds(0.8):
            return self.random.choice(near)
        if self.odds(0.08):
            return t("%s", self.maybe())
        if self.odds(0.6):
            return t("(&%s)", self.object("g_dev"))
        return t("(&%s[%s])", self.object("g_devs"), self.index(2))

    def maybe(self):
        """A pointer to a device that may be null."""
        near = self.live(self.scope.devs)
        if near and self.has("*next") and self.odds(0.3):
            return t("%s->next", self.random.choice(near))
        if self.outer and self.odds(0.6):
            return self.call(self.outside("find_dev", (), "dev"))
        known = [n for n in ("g_p", "slots") if n in self.stored]
        name = self.object(self.pick(*(known if known and self.odds(0.9) else ["g_p", "slots"])))
        return t(name) if name == "g_p" else t("slots[%s]", self.index(2))

    def index(self, n):
        fit = [i for i, most in self.scope.ints if most < n]
        if fit and self.odds(0.6):
            return self.random.choice(fit)
        if self.odds(0.15):
            return self.number(n)
        return str(self.random.randrange(n))

    def lock(self):
        kind = self.random.randrange(10)
        if self.scope.guesses and self.odds(0.2):
            return t("&%s->lock", self.random.choice(self.scope.guesses))
        if kind < 3 and self.scope.locks:
            return self.random.choice(self.scope.locks)
        if kind < 8 and (self.scope.devs or self.heap):
            return self.lock_of(self.dev())
        if kind == 8:
            tab = self.object("g_tab")
            return self.pick(t("&%s[%s]", tab, self.index(3)), t("%s + %s", tab, self.index(3)), t("&%s[2] - 1", tab))
        return t(self.pick("&" + self.object("g_lock"), "&g_lock", "&" + self.object("g_other"))) if self.odds(0.8) \
            else t(self.object("g_lp"))

    def lock_of(self, dev):
        members = ["&%s->lock"] * 3 + ["&%s->aux"] * self.has("aux") + ["%s->lp"] * self.has("*lp")
        if self.has("tab") and self.odds(0.3):
            return t("&%s->tab[%s]", dev, self.index(2))
        finders = [f for f in self.callable if f.result == "lock"]
        if finders and self.odds(0.4):
            return self.call(self.random.choice(finders), dev)
        lock = t(self.pick(*members), dev)
        return Pair(plainly(lock.plain), lock.truth)

    def value(self, const=True):
        """A small number."""
        kind = self.random.randrange(5 + const)
        if kind < 2 and self.scope.ints:
            return self.random.choice(self.scope.ints)[0]
        if kind == 2:
            return self.number(self.pick(2, 3))
        if kind == 3:
            return t("%s->%s", self.dev(), self.pick("flag", "flag" if self.outer else "id"))
        if kind == 5:
            return t(str(self.random.randrange(3)))
        return t(self.object(self.pick("g_n", "g_flag")))

    def cond(self):
        kind = self.random.randrange(12)
        if self.scope.guesses and self.odds(0.4):
            return t("%s %s %s", self.random.choice(self.scope.guesses), self.pick("==", "!="), noted(self.dev()))
        if kind < 4:
            return self.flip()
        if kind < 6 and self.scope.results:
            return t(self.pick("%s", "!%s", "%s == 0", "%s != 0"), self.random.choice(self.scope.results))
        if kind == 6:
            return t("%s %s %s", self.maybe(), self.pick("==", "!="), self.pick("0", self.dev()))
        if kind == 7 and self.scope.locks:
            return t("%s %s %s", self.random.choice(self.scope.locks), self.pick("==", "!="), self.lock())
        return t("%s %s %s", self.value(const=False), self.pick("==", "!=", ">", "<"), self.random.randrange(3))

    # Statements: each says whether there was something to write.

    def s_pair(self):
        """Something is taken, used, and usually given back."""
        right = self.odds(0.85)
        if "id" in self.families and self.odds(0.4):
            return self.taken_number(right)
        if "dev" in self.families and self.odds(0.5):
            return self.opened(self.dev())
        return self.pair(self.lock())

    def opened(self, d):
        self.line("%s;", self.call(self.outside("dev_open", ("dev",)), d))
        self.inside()
        if self.odds(0.85):
            self.line("%s;", self.call(self.outside("dev_close", ("dev",)), d))
        return True

    def pair(self, lock):
        self.line("%s;", self.call(self.locking("acquire"), lock))
        self.inside()
        if self.odds(0.85):
            self.line("%s;", self.call(self.locking("release"), lock))
        return True

    def inside(self):
        if self.budget > 0 and self.odds(0.7):
            self.stmt()

    def guarded(self, head, act):
        """What happens between braces: perhaps something, then `act`."""
        saved = self.scope.copy()
        self.line("%s {", head)
        self.indent += 1
        self.inside()
        act()
        self.indent -= 1
        self.line("}")
        self.scope = saved

    def taken_number(self, right):
        name = self.name("id")
        made = self.odds(0.5)
        take = self.outside("get_id", (), "res", "-1, 0, 1, 2, 3") if made else \
            self.outside("take_line", (self.pick("int", "int", "int" if self.outer else "byte"),), "res", "0, -1")
        number = None if made else self.value()
        if made:
            self.line("int %s = %s;", name, self.call(take))
            number = t(name)
        else:
            self.line("int %s = %s;", name, number)
            number = t(name)
            name = self.name("r")
            self.line("int %s = %s;", name, self.call(take, number))
            self.scope.results.append(t(name))
        give = self.outside("put_id" if made else "give_line", (("int",) if made else take.params))
        check = self.pick("if (%s >= 0)", "if (%s >= 0)", "") if made else self.pick("if (%s == 0)", "")
        self.guarded(check.replace("%s", name), lambda: right and self.line("%s;", self.call(give, number)))
        return True

    def s_single(self):
        kind = self.pick(*sorted(self.families))
        if kind == "lock":
            f = self.locking(self.pick("acquire", "release"))
            self.line("%s;", self.call(f, self.lock()))
        elif kind == "dev":
            f = self.pick(self.outside("dev_use", ("dev", "int")), self.outside("dev_close", ("dev",)),
                          self.outside("dev_open", ("dev",)), self.outside("dev_bind", ("dev", "lock")))
            arguments = [self.random.choice(self.scope.guesses) if self.scope.guesses and self.odds(0.3) else self.dev()]
            if len(f.params) == 2:
                arguments.append(self.lock() if f.params[1] == "lock" else t(str(self.random.randrange(3))))
            self.line("%s;", self.call(f, *arguments))
        elif kind == "id":
            self.line("%s;", self.call(self.outside("mark", (self.pick("int", "int" if self.outer else "short"),)), self.value()))
        else:
            self.line("%s;", self.call(self.outside(self.pick("note_begin", "note_end"))))
        return True

    def s_attempt(self):
        return self.attempt(self.lock())

    def attempt(self, lock):
        f = self.locking("interruptible" if self.lock_names[3] and self.odds(0.5) else "attempt")
        good = "== 0" if f.name.startswith("down") or "inter" in f.name else "!= 0"
        wrong = self.odds(0.15)
        if self.odds(0.5):
            name = self.name("r")
            self.line("int %s = %s;", name, self.call(f, lock))
            self.scope.results.append(t(name))
            test = t(name)
        else:
            test = self.call(f, lock)
        first = t("%s && ", self.cond()) if self.odds(0.15) else ""
        head = t("if (%s%s %s)", first, test, good if not wrong else self.pick("== 0", "!= 0"))
        right = self.odds(0.85)
        self.guarded(head, lambda: right and self.line("%s;", self.call(self.locking("release"), lock)))
        return True


def noted(dev):
    """An address that a guess is compared with."""
    return Pair(dev.plain, f"(struct dev *)interest((unsigned long){dev.truth})")


def plainly(text):
    """As people would write it."""
    return re.sub(r"\(&([a-z]\w*(?:\[\w+\])?)\)->", r"\1.", text)
