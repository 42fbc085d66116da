"""Random specifications for a program: of what is taken, used and given back, in the functions that it calls."""

import fnmatch
import random
import re

from builtin import known
from spec import Handler, Spec
from world import ALLOCATORS

# How "it is taken" can be kept: the declaration, taken, not taken, taking, giving back.
SHAPES = [
    ("bool @held = false;", "@held", "!@held", "@held = true;", "@held = false;"),
    ("bool @held = false;", "@held", "!@held", "@held = true;", "@held = false;"),
    ("enum { %Free, %Taken, %Done } @s = %Free;", "@s == %Taken", "@s != %Taken", "@s = %Taken;", "@s = %Done;"),
    ("enum { %Free, %Taken } @s = %Free;", "@s == %Taken", "@s == %Free", "@s = %Taken;", "@s = %Free;"),
    ("int @n = 0;", "@n > 0", "@n == 0", "@n++;", "if (@n > 0) @n--;"),
    ("int @n = 0;", "@n == 1", "@n != 1", "@n = 1;", "@n = @n == 1 ? 2 : @n;"),
]


class Rules:
    def __init__(self, program, seed):
        self.program, self.random = program, random.Random(seed)
        self.present = [f for f in program.functions.values() if f.name in program.called - {"nondet_ulong"}]
        self.count, self.handlers = 0, []
        shape = self.random.choice(SHAPES)
        self.state, self.taken, self.free, self.take, self.give = [shape[0]], *shape[1:]

    def odds(self, p):
        return self.random.random() < p

    def pick(self, *among):
        return self.random.choice(among)

    def abort(self, condition):
        self.count += 1
        return f"if ({condition}) abort#{self.count - 1};"

    def spec(self):
        fitting = [rule for rule in known() if any(f.name in rule.names() for f in self.present)]
        if self.program.start == "run":
            # Its end is where `main` returns.
            fitting = [rule for rule in fitting if rule.spec.rule != "memory"]
        if fitting and self.odds(0.3):
            return self.random.choice(fitting).spec
        subjects = self.subjects()
        if subjects:
            self.random.choice(subjects)()
        for _ in range(self.pick(0, 1, 1, 2) + 2 * (not subjects)):
            self.extra()
        if self.named("hit") and self.odds(0.7):
            self.places()
        if self.odds(0.5):
            end = self.pick("$main", "$main", self.program.start)
            self.handlers.append(Handler([end], "exit", self.abort(self.pick(self.taken, self.taken, self.free))))
        self.one_kind()
        self.hide()
        helpers = "bool both(bool a, bool b) { return a && b; }" if any("both(" in h.body for h in self.handlers) else ""
        spec = Spec(self.state, self.handlers, helpers, self.odds(0.2))
        # What functions with a body do that such functions call is not said to be an event, or not to be.
        bodies = {f.name for f in self.present if f.body}
        if any(self.program.calls.get(f, set()) & bodies for f in spec.wholes()):
            spec.opaque = False
        return spec

    def one_kind(self):
        """Numbers and addresses are not watched at once: whether a number is an address is a matter of placement."""
        first = next((self.numeric(h) for h in self.handlers if self.numeric(h) is not None), None)
        self.handlers = [h for h in self.handlers if self.numeric(h) in (first, None)]

    def numeric(self, handler):
        """Whether a handler compares what is watched with a number; None if it does not compare."""
        what = handler.watch or next((e for e in handler.touches if e != "0"), "")
        if not what:
            return None
        f = self.program.functions.get(handler.functions[0])
        kind = f.result if what == "$return" else f.params[int(what[1]) - 1] if what in ("$1", "$2", "$3") else "dev"
        return kind in ("int", "res", "byte", "short", "size")

    def hide(self):
        """A name of the program, which a variable of the state hides."""
        text = " ".join(h.body + h.watch for h in self.handlers)
        names = [n for n in ("g_n", "g_flag", "g_p") if n in self.program.used and n not in text]
        if names and self.odds(0.1):
            old, new = self.state[0].split("@")[1].split()[0], self.pick(*names)
            self.state = [s.replace(f"@{old} ", f"@{new} ") for s in self.state]
            for h in self.handlers:
                h.body = re.sub(rf"@{old}\b", f"@{new}", h.body)

    # What a specification can be about.

    def subjects(self):
        names = {f.name for f in self.present}
        found = []
        if names & set(self.program.lock_names[:2]):
            found += [self.locks] * 3
        if names & {"dev_open", "dev_close"}:
            found += [self.devices] * 2
        if names & {"get_id", "put_id"}:
            found.append(lambda: self.numbers("get_id", "put_id"))
        if names & {"take_line", "give_line"}:
            found.append(lambda: self.numbers("take_line", "give_line"))
        if names & set(ALLOCATORS):
            found += [self.memory] * 2
        if names & {"note_begin", "note_end"}:
            found.append(self.notes)
        return found

    def named(self, *names):
        return [f.name for f in self.present if f.name in names]

    def add(self, names, event, body, watch="", touches=()):
        names = self.named(*names)
        if not names:
            return
        handler = Handler(names, event, body, watch, touches=list(touches))
        if self.odds(0.1):
            self.widen(handler)
        self.handlers.append(handler)

    def widen(self, handler):
        """A pattern in place of names: it may mean more functions than these."""
        first = handler.functions[0]
        pattern = self.pick(first[:3] + "*", "*" + first[-4:])
        text = handler.body + handler.watch
        fits = [f for f in self.program.functions.values() if fnmatch.fnmatchcase(f.name, pattern)]
        fits = [f for f in fits if ("$return" not in text or f.result != "void") and self.has_all(text, f)]
        if fits and len({(f.params, f.result) for f in fits}) == 1 and set(handler.functions) <= {f.name for f in fits}:
            handler.functions, handler.pattern = [f.name for f in fits], pattern

    def has_all(self, text, f):
        return all(f"${n}" not in text or len(f.params) >= n for n in (1, 2, 3))

    def taking(self, names, event, watch, success=""):
        act = (self.abort(self.taken) + " " if self.odds(0.85) else "") + self.take
        if self.odds(0.15) and len(self.state) == 1:
            self.state.append("void *@last = 0;")
            act += f" @last = (void *){watch};"
        self.add(names, event, f"if ({success}) {{ {act} }}" if success else act, watch)

    def giving(self, names, event, watch, success=""):
        act = (self.abort(self.free) + " " if self.odds(0.85) else "") + self.give
        if any("@last" in s for s in self.state):
            act = self.abort(f"@last != (void *){watch} && {self.taken}") + " " + act
        self.add(names, event, f"if ({success}) {{ {act} }}" if success else act, watch)

    def before(self):
        return self.pick("call", "call", "call", "entry", "exit", "return")

    def locks(self):
        acquire, release, attempt, interruptible = self.program.lock_names
        watch = "$1" if self.odds(0.95) else ""
        self.taking([acquire], self.before(), watch or "$1") if watch else \
            self.add([acquire], "call", self.abort(self.taken) + " " + self.take)
        self.giving([release], self.before(), watch or "$1") if watch else \
            self.add([release], "call", self.abort(self.free) + " " + self.give)
        good = {"mutex_trylock": "$return", "spin_trylock": "$return != 0", "try_acquire": "$return != 0"}
        self.taking([attempt], self.pick("return", "exit"), "$1", good.get(attempt, "$return == 0"))
        if interruptible:
            self.taking([interruptible], "return", "$1", "!$return")

    def devices(self):
        watch = self.pick("$1", "$1", "&$1->lock", "&(*$1).flag")
        self.taking(["dev_open"], self.before(), watch)
        self.giving(["dev_close"], self.before(), watch)
        self.add(["dev_use"], self.before(), self.abort(self.pick(self.free, f"{self.taken} && $2 > 1", "$2 == 0")), watch)

    def numbers(self, take, give):
        if take == "get_id":
            self.taking([take], self.pick("return", "exit"), "$return", self.pick("$return >= 0", ""))
        else:
            self.taking([take], "return", "$1", "$return == 0")
        self.giving([give], self.before(), "$1")

    def memory(self):
        success = self.pick("$return != 0", "$return", "")
        self.taking(sorted(ALLOCATORS), self.pick("return", "exit"), "$return", success)
        self.giving(["kfree", "free", "vfree"], self.pick("call", "call", "entry"), "$1", self.pick("$1 != 0", ""))

    def notes(self):
        self.add(["note_begin"], "call", self.abort(self.taken) + " " + self.take)
        self.add(["note_end"], "call", self.abort(self.free) + " " + self.give)

    def places(self):
        """Whether marked places are come to, at all or in a state."""
        checks = []
        for n in range(self.program.hits):
            checks.append(self.abort(f"$1 == {n}" + self.pick("", "", f" && {self.taken}", f" && {self.free}")))
        self.handlers.append(Handler(["hit"], self.pick("call", "entry", "return"), " ".join(checks)))

    # More events, of anything.

    def extra(self):
        if not self.present:
            return
        f = self.pick(*self.present)
        event = self.pick("call", "entry", "exit", "return")
        watch, touches = self.watched(f, event), []
        condition = self.condition(f, event)
        watching = any(h.watch for h in self.handlers)
        if not watch and f.params and watching and self.odds(0.1):
            condition, touches = f"$watched == (void *)$1 && {condition}", ["$1"]
        elif watching and self.odds(0.05):
            condition, touches = f"$watched {self.pick('!=', '==')} 0 && {condition}", ["0"]
        body = self.abort(condition)
        if self.odds(0.25):
            body += f" if ({self.condition(f, event)}) {{ {self.pick(self.take, self.give)} }}"
        if watching and f.params and f.params[0] != "back" and self.odds(0.1):
            return self.remembered(f, event)
        if self.odds(0.06):
            body = f"if ({self.condition(f, event)}) halt; " + body
        self.add([f.name], event, body, watch, touches)

    def remembered(self, f, event):
        """What is watched is kept in the state, and compared with later."""
        if not any("@own" in s for s in self.state):
            self.state.append("void *@own = 0;")
        g = self.pick(*self.present)
        self.add([g.name], self.pick("call", "entry"), "@own = $watched;")
        self.add([f.name], event, self.abort(f"(void *)$1 == @own && {self.pick(self.taken, self.free)}"), "", ["$1"])

    def watched(self, f, event):
        among = ["", ""]
        for n, kind in enumerate(f.params, 1):
            among += {"dev": [f"${n}", f"&${n}->lock", f"&(*${n}).lock"], "lock": [f"${n}"] * 3,
                      "inner": [f"${n}"] * 3, "guess": [f"${n}"] * 2,
                      "int": [f"${n}"], "byte": [f"${n}"], "short": [f"${n}"], "ptr": [f"${n}"] * 2}.get(kind, [])
        if self.program.has("*lp"):
            among += [f"${n}->lp" for n, kind in enumerate(f.params, 1) if kind == "dev"]
        if not f.params and "g_p" in self.program.used:
            among.append("g_p")
        if event in ("exit", "return") and f.result not in ("void", "res"):
            among += ["$return"] * 3 + ["&(*$return).lock"] * (f.result == "dev")
        return self.pick(*among)

    def condition(self, f, event):
        state = self.pick(self.taken, self.free)
        more = [state, state]
        for n, kind in enumerate(f.params, 1):
            if kind == "dev":
                more.append(f"${n} != 0 && ${n}->flag {self.pick('== 0', '!= 0', '> 1')} && {state}")
            if kind == "int":
                more.append(f"${n} {self.pick('==', '>', '!=')} {self.pick(0, 1, 2)} && {state}")
        if event in ("exit", "return") and f.result != "void":
            more.append(f"{state} && {self.pick('$return == 0', '$return != 0')}")
        for name in sorted(self.program.used & {"g_n", "g_flag"}):
            more.append(f"both({name} {self.pick('==', '!=')} {self.pick(0, 1)}, {state})")
        return self.pick(*more)
