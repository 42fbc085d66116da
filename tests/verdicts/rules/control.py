"""Statements that decide what happens next: branches, loops, jumps."""

from objects import Objects
from text import Pair, t


class Control(Objects):
    def s_if(self):
        self.block(2, t("if (%s) {", self.cond()))
        if self.odds(0.4):
            self.block(2, "} else {")
        self.line("}")
        return True

    def s_switch(self):
        self.line("switch (%s) {", self.number(3))
        for case in range(self.pick(1, 2)):
            self.block(1, f"case {case}: {{")
            self.line("}" if self.odds(0.25) else "} break;")
        self.block(1, "default: {")
        self.line("}")
        self.line("}")
        return True

    def s_loop(self):
        if self.loops:
            return False
        name, most = self.name("i"), self.pick(2, 2, 3)
        bound = self.pick(str(most), str(most), None)
        if bound is None:
            bound = self.name("n")
            self.line("int %s = %s;", bound, self.number(most + 1))
        self.scope.ints.append((t(name), most - 1))
        self.loops += 1
        self.body(f"for (int {name} = 0; {name} < {bound}; {name}++)")
        self.loops -= 1
        self.scope.ints.pop()
        return True

    def s_open_loop(self):
        """A loop that may go on for ever."""
        if self.loops:
            return False
        self.sites += 1
        self.outside("nondet", (), "int")
        self.loops += 1
        self.body(Pair("while (nondet())", f"while (more({self.sites}))"))
        self.loops -= 1
        return True

    def s_walk(self):
        """Along a list."""
        if self.loops or not self.has("*next") or not self.stored:
            return False
        name, self.loops = self.name("w"), self.loops + 1
        self.sites += 1
        start = t(self.object("g_list")) if "g_list" in self.stored else self.maybe()
        self.scope.devs.append(t(name))
        # A list may be a ring: the run that learns the truth gives up on it, and the program with it.
        self.body(Pair(t("for (struct dev *%s = %s; %s; %s = %s->next)", name, start, name, name, name).plain,
                       t("for (struct dev *%s = %s; lap(%s), %s; %s = %s->next)", name, start, self.sites, name, name,
                         name).truth))
        self.scope.devs.pop()
        self.loops -= 1
        return True

    def s_do(self):
        if self.loops:
            return False
        self.sites += 1
        self.outside("nondet", (), "int")
        self.loops += 1
        self.block(2, "do {")
        self.loops -= 1
        self.line("%s", Pair("} while (nondet());", f"}} while (more({self.sites}));"))
        return True

    def s_spin(self):
        """Tries until it succeeds."""
        if "lock" not in self.families:
            return False
        self.sites += 1
        f, lock = self.locking("attempt"), self.lock()
        bad = "!" if f.name != "down_trylock" else ""
        self.line("%s", Pair(f"while ({bad}{self.call(f, lock).plain}) ;",
                             f"while ({bad}{self.call(f, lock).truth}) turn({self.sites});"))
        if self.odds(0.8):
            self.inside()
            self.line("%s;", self.call(self.locking("release"), lock))
        return True

    def s_retry(self):
        """Back to a label, as long as something fails."""
        if self.loops or self.indent > 1:
            return False
        self.sites += 1
        label = self.name("retry")
        self.line("%s:;", label)
        self.loops += 1
        self.block(2, "do {")
        self.line("} while (0);")
        self.loops -= 1
        self.line("if (%s) %s", self.cond(), Pair(f"goto {label};", f"{{ turn({self.sites}); goto {label}; }}"))
        return True

    def s_leave(self):
        if self.indent == 1:
            return False
        if self.loops and self.odds(0.4):
            self.line(self.pick("break;", "continue;"))
        elif self.odds(0.1):
            self.line("%s;", self.call(self.outside("exit", ("int",)), "1"))
        elif self.goes_out and self.odds(0.5):
            self.line("goto out;")
        else:
            self.line("%s", self.leaving())
        return True
