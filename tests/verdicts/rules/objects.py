"""Statements that make objects, hand them around and free them."""

from statements import Statements
from text import Pair, t


class Objects(Statements):
    def s_new(self):
        """A new object, with or without a look at whether there is one."""
        if not self.heap:
            return False
        if self.odds(0.25):
            return self.new_lock()
        name = self.name("p")
        makers = [f for f in self.callable if f.result == "dev"]
        if makers and self.odds(0.6):
            maker, nullable = self.random.choice(makers), True
            self.line("struct dev *%s = %s;", name, self.call(maker, *self.arguments(maker)))
            self.features.add("wrapper")
        else:
            return self.fresh(name, "struct dev *") and self.made(name)
        if nullable and self.odds(0.85):
            self.line("if (!%s) %s", name, self.giving_up())
        return self.made(name)

    def fresh(self, name, head=""):
        """A new object in a variable, which `head` declares, or which is there."""
        call, nullable, zeroed = self.allocation(self.pick("sizeof(struct dev)", f"sizeof *{name}"))
        style = self.random.randrange(4) if nullable else 3
        if style == 0:
            if head:
                self.line("%s%s;", head, name)
            self.line("if (!(%s = %s)) %s", name, call, self.giving_up())
        else:
            self.line("%s%s = %s;", head, name, call)
            if nullable and self.odds(0.85):
                self.line(self.pick("if (!%s) %s", "if (%s == 0) %s"), name, self.giving_up())
        self.fill(t(name), zeroed)
        return True

    def s_renew(self):
        """A variable gets another new object; the one that it had is gone, or somebody else's."""
        names = [d.plain for d in self.live(self.scope.devs) if d.plain in self.owned]
        if not names or not self.heap:
            return False
        name = self.random.choice(names)
        if self.odds(0.3):
            self.line("%s;", self.call(self.freeing(), name))
        self.fresh(name)
        return True

    def made(self, name):
        self.scope.devs.append(t(name))
        self.owned.append(name)
        if self.odds(0.3):
            self.s_store()
        return self.used_at_once(t(name))

    def new_lock(self):
        name = self.name("l")
        call, nullable, zeroed = self.allocation(self.pick("sizeof(struct lock)", f"sizeof *{name}"))
        self.line("struct lock *%s = %s;", name, call)
        if nullable and self.odds(0.85):
            self.line("if (!%s) %s", name, self.giving_up())
        if not zeroed:
            self.line("%s->v = 0;", name)
        self.scope.locks.append(t(name))
        self.owned.append(name)
        return self.used_at_once(t(name))

    def fill(self, dev, zeroed):
        """Sets the members of a new object, all of them unless they are zero."""
        if not zeroed and self.odds(0.2):
            size = self.pick("sizeof(struct dev)", t("sizeof *%s", dev))
            self.line("%s(%s, 0, %s);", Pair("__builtin_memset", "__builtin_memset"), dev, size)
            zeroed = True
        values = {"int id;": "1", "int flag;": self.value(), "struct dev *next;": "0", "struct lock *lp;": None}
        for field in self.fields:
            if field not in values or zeroed and field != "struct lock *lp;" and self.odds(0.6):
                continue
            member, value = field.rstrip(";").split()[-1].lstrip("*"), values[field]
            if value is None:
                value = t("&%s->lock", dev) if self.odds(0.6) else t("&" + self.object("g_lock"))
            self.line("%s->%s = %s;", dev, member, value)

    def giving_up(self):
        """What is done where there is no memory."""
        if self.loops and self.odds(0.5):
            return t(self.pick("break;", "continue;"))
        if self.goes_out and self.odds(0.6):
            return t("goto out;")
        return self.leaving(failing=True)

    def s_store(self):
        """An object is made known elsewhere."""
        near = self.live(self.scope.devs)
        if not near or not self.heap:
            return False
        d = self.random.choice(near)
        kind = self.random.randrange(5)
        if kind == 0 and self.has("*next"):
            self.stored.add(self.object("g_list"))
            self.line("%s->next = g_list; g_list = %s;", d, d)
        elif kind == 1 and self.has("*next") and len(near) > 1:
            self.line("%s->next = %s;", d, self.random.choice(near))
        elif kind == 2:
            self.line("%s[%s] = %s;", self.object("slots"), self.index(2), d)
            self.stored.add("slots")
        elif kind == 3:
            self.line("%s = %s;", self.object("g_lp"), self.lock_of(d))
        else:
            self.line("%s = %s;", self.object("g_p"), d)
            self.stored.add("g_p")
        return True

    def s_borrow(self):
        """An object that was made known elsewhere."""
        if not self.stored and not self.outer and self.odds(0.9):
            return False
        name = self.name("q")
        self.line("struct dev *%s = %s;", name, self.maybe())
        if self.odds(0.5):
            self.scope.devs.append(t(name))
            self.body(f"if ({name})")
            self.scope.devs.pop()
        else:
            self.line("if (!%s) %s", name, self.giving_up())
            self.scope.devs.append(t(name))
            self.used_at_once(t(name))
        return True

    def s_free(self):
        mine = [n for n in self.owned if n not in self.freed and (t(n) in self.scope.devs or t(n) in self.scope.locks)]
        again = [n for n in self.freed if any(t(n) in x for x in (self.scope.devs, self.scope.locks))]
        if again and self.odds(0.15):
            self.line("%s;", self.call(self.freeing(), self.random.choice(sorted(again))))
            return True
        if not mine:
            return False
        name = self.random.choice(mine)
        if self.droppers and t(name) in self.scope.devs:
            self.line("%s;", self.call(self.pick(*self.droppers), name))
        else:
            self.line("%s;", self.call(self.freeing(), name))
        self.freed.add(name)
        self.scope.locks = [l for l in self.scope.locks if l.plain != name]
        return True

    def s_pop(self):
        """The first of a list leaves it."""
        if "g_list" not in self.stored:
            return False
        name = self.name("f")
        self.line("struct dev *%s = g_list;", name)
        self.scope.devs.append(t(name))
        free = self.odds(0.7)

        def act():
            self.line("g_list = %s->next;", name)
            if free:
                self.line("%s;", self.call(self.pick(*self.droppers) if self.droppers else self.freeing(), name))
        self.guarded(f"if ({name})", act)
        self.scope.devs.pop()
        return True

    def s_stack(self):
        """A lock, or a device, on the stack."""
        if self.slots == 3 or self.indent > 1:
            return False
        kind = self.pick("lock", "lock", "dev")
        name = self.name("s")
        place = Pair(name, f"(*{name}_)")
        made = f"struct {kind} *{name}_ = slot({self.number_of_function()}, {self.slots}, sizeof(struct {kind}));"
        self.slots += 1
        start = "{ 0 }"
        self.line("%s", Pair(f"struct {kind} {name} = {start};", f"{made} *{name}_ = (struct {kind}){start};"))
        if kind == "lock":
            self.scope.locks.append(t("&%s", place))
            return self.used_at_once(t("&%s", place))
        if self.has("*lp"):
            self.line("%s.lp = &%s.lock;", place, place)
        self.scope.devs.append(t("(&%s)", place))
        return self.used_at_once(t("(&%s)", place))

    def s_alias(self):
        name = self.name("k")
        if self.odds(0.3) and self.scope.locks:
            self.line("struct lock *%s = %s;", name, self.random.choice(self.scope.locks))
        elif self.odds(0.3):
            two = self.name("k")
            self.line("struct lock *%s = %s, **%s = &%s;", name, self.lock(), two, name)
            self.scope.locks.append(t("*%s", two))
        else:
            cond, one, other = self.cond(), self.lock(), self.lock()
            # gcc computes no condition that decides nothing, and so misses its faults.
            value = t("%s ? %s : %s", cond, one, other) if one != other else one
            self.line("struct lock *%s = %s;", name, value)
        self.scope.locks.append(t(name))
        return self.used_at_once(t(name))

    def s_copy(self):
        near = self.live(self.scope.devs)
        if len(near) < 2:
            return False
        a, b = self.random.sample(near, 2)
        self.line(self.pick("*%s = *%s;", "%s->lock = %s->lock;"), a, b)
        return True

    def s_guess(self):
        """A number that may be any address, also that of an object which is made later."""
        if self.scope.guesses or self.outer:
            return False
        name, guess = self.name("w"), self.call(self.outside("nondet_ulong", (), "size"))
        self.line("struct dev *%s = (struct dev *)%s;", name, guess)
        takers = [f for f in self.callable if "guess" in f.params]
        if takers and self.odds(0.7):
            f = self.random.choice(takers)
            self.line("%s;", self.call(f, name))
        self.scope.guesses.append(t(name))
        return True

    def s_assign(self):
        """A pointer leads elsewhere from now on; a parameter too."""
        names = [d for d in self.live(self.scope.devs) if d.plain.isidentifier() and d.plain not in self.owned]
        if not names:
            return False
        self.line("%s = %s;", self.random.choice(names), self.dev())
        return True

    def s_array(self):
        """Several objects at once."""
        if not self.heap or self.has("*lp") or self.outer:
            return False
        name = self.name("p")
        call, nullable, _ = self.allocation("sizeof(struct dev)", self.pick("calloc", "kcalloc"), count=2)
        self.line("struct dev *%s = %s;", name, call)
        if nullable and self.odds(0.85):
            self.line("if (!%s) %s", name, self.giving_up())
        self.scope.devs += [t(name), t("(&%s[1])", name)]
        return self.used_at_once(t("(&%s[1])", name))

    def s_as_number(self):
        """A pointer that is kept as a number for a while."""
        name, back = self.name("u"), self.name("q")
        dev = self.dev()
        if self.odds(0.5):
            self.line("unsigned long %s = (unsigned long)%s;", name, dev)
            self.line("struct dev *%s = (struct dev *)%s;", back, name)
        else:
            self.line("void *%s = %s;", name, dev)
            self.line("struct dev *%s = %s;", back, name)
        self.scope.devs.append(t(back))
        return self.used_at_once(t(back))

    def s_set(self):
        kind = self.random.randrange(4)
        if kind == 0:
            self.line("%s = %s;", self.object(self.pick("g_n", "g_flag")), self.value())
        elif kind == 1 and self.live(self.scope.devs):
            self.line("%s->%s = %s;", self.dev(), self.pick("flag", "flag" if self.outer else "id"), self.value())
        elif kind == 2:
            self.line("%s++;", self.object("g_n"))
        else:
            name, n = self.name("n"), self.pick(2, 3)
            self.line("int %s = %s;", name, self.number(n))
            self.scope.ints.append((t(name), n - 1))
        return True
