"""What a random program is made of before it does anything: structures, objects, the functions that it may call.

Everything is written twice (`text.py`). In the program that is run, functions have the prefix `p_`, calls are macros that
tell the monitor, and objects on the stack come from the runtime.
"""

import random

from text import Function, Pair, TYPES, declared, t

LOCKS = [("mutex_lock", "mutex_unlock", "mutex_trylock", "mutex_lock_interruptible"),
         ("spin_lock", "spin_unlock", "spin_trylock", None),
         ("down", "up", "down_trylock", "down_interruptible"),
         ("acquire", "release", "try_acquire", None)]
ALLOCATORS = {"kmalloc": ("size", "int"), "kzalloc": ("size", "int"), "malloc": ("size",), "calloc": ("size", "size"),
              "kcalloc": ("size", "size", "int"), "vmalloc": ("size",)}
NEVER_NULL, ZEROED = {"malloc", "calloc"}, {"kzalloc", "calloc", "kcalloc"}
OBJECTS = {
    "g_lock": "struct lock g_lock;", "g_other": "static struct lock g_other;", "g_tab": "struct lock g_tab[3];",
    "g_dev": "struct dev g_dev;", "g_devs": "static struct dev g_devs[2];", "g_p": "struct dev *g_p;",
    "slots": "static struct dev *slots[2];", "g_list": "struct dev *g_list;", "g_lp": "struct lock *g_lp = &g_lock;",
    "g_n": "int g_n;", "g_flag": "static int g_flag = 1;"}


class World:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.used, self.features, self.names, self.sites = set(), set(), 0, 0
        self.functions = {}   # By name; those that are called, and those with a body.
        self.called, self.calls, self.function = set(), {}, None
        fields = ["int id;", "int flag;", "struct lock lock;"]
        more = ["struct lock aux;", "struct dev *next;", "struct lock tab[2];", "struct lock *lp;"]
        self.fields = fields + [f for f in more if self.random.random() < 0.6]
        self.random.shuffle(self.fields)
        self.lock_names = self.pick(*LOCKS)
        self.allocators = self.random.sample(sorted(ALLOCATORS), self.pick(1, 1, 2))
        self.families = set(self.random.sample(["lock", "lock", "dev", "id", "note"], self.pick(1, 2, 2)))
        self.tables = []
        # Where execution starts, and whether objects come from outside.
        self.start = "run" if self.odds(0.15) else "main"
        self.outer = self.start == "run" or self.odds(0.1)
        if self.outer:
            self.fields = [f for f in self.fields if f != "struct lock *lp;"]

    def pick(self, *among):
        return self.random.choice(among)

    def odds(self, p):
        return self.random.random() < p

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def has(self, member):
        return any(member + ";" in f or f" {member}[" in f for f in self.fields)

    def object(self, name):
        """A variable of the program."""
        self.used.add(name)
        if name == "g_lp":
            self.used.add("g_lock")
        return name

    def outside(self, name, params=(), result="void", values=""):
        """A function without a body, which is declared when it is first used."""
        if name not in self.functions:
            self.functions[name] = Function(name, tuple(params), result, False, values)
        return self.functions[name]

    def call(self, function, *arguments):
        self.called.add(function.name)
        self.calls.setdefault(self.function.name, set()).add(function.name)
        list_ = ", ".join(["%s"] * len(arguments))
        both = t(list_, *arguments)
        return Pair(f"{function.name}({both.plain})", f"C_{function.name}({both.truth})")

    def flip(self):
        """A condition that nothing in the program decides."""
        self.outside("nondet", (), "int")
        return Pair("nondet()", "in(2)")

    def number(self, n):
        self.outside("nondet", (), "int")
        if n == 2 and self.odds(0.5):
            return Pair("(nondet() & 1)", "in(2)")
        return Pair(f"(int)((unsigned)nondet() % {n})", f"in({n})")

    def locking(self, what):
        acquire, release, attempt, interruptible = self.lock_names
        name = {"acquire": acquire, "release": release, "attempt": attempt, "interruptible": interruptible}[what]
        result = "void" if what in ("acquire", "release") else "res"
        return self.outside(name, ("lock",), result, "0, 1" if result == "res" else "")

    def allocation(self, size, allocator=None, count=1):
        """A call that makes an object, and whether it may be null and is zero."""
        name = allocator or self.pick(*self.allocators)
        f = self.outside(name, ALLOCATORS[name], "ptr")
        arguments = {"size": size, "int": self.pick("0", "0", "208")}
        values = [arguments[p] for p in f.params]
        if name in ("calloc", "kcalloc"):
            values[:2] = self.pick([count, size], [size, count]) if count == 1 else [count, size]
        self.features.add(name)
        return self.call(f, *values), name not in NEVER_NULL, name in ZEROED

    def freeing(self):
        kernel = any(a.startswith("k") for a in self.allocators)
        name = "kfree" if kernel else "vfree" if "vmalloc" in self.allocators else "free"
        return self.outside(name, ("ptr",))

    def types(self):
        return "struct lock { int v; };\nstruct dev { " + " ".join(self.fields) + " };\n" + \
            ("typedef void (*work_type)(struct dev *);\n" if any("back" in f.params for f in self.functions.values()) else "")

    def data(self):
        """The definitions of the variables: plain, and where the runtime can restore them.

        Pointers that code outside makes up may lead in front of the first one, where the runtime's own variables would
        be: what is written there is written to `program_margin`."""
        order = [n for n in OBJECTS if n in self.used]
        place = '__attribute__((section("program_data"))) '
        plain = "".join(OBJECTS[n] + "\n" for n in order)
        margin = place + "char program_margin[256] = { 1 };\n"
        truth = margin + "".join(place + OBJECTS[n].replace("static ", "") + "\n" for n in order)
        both = [Pair(plain, truth + place + "int program_data_exists = 1;\n"), *self.tables]
        return Pair("".join(b.plain for b in both), "".join(b.truth for b in both))

    def declarations(self):
        outside = [f for f in self.functions.values() if not f.body]
        plain = "".join(declared(f) + ";\n" for f in outside)
        truth = "".join(declared(f, "p_") + ";\n" for f in self.functions.values())
        return Pair(plain, truth)


def call_macro(f):
    """A call as the program that is run has it: with the events around it."""
    names = [f"x{n}" for n in range(1, len(f.params) + 1)]
    values = [f"_{n}" for n in names]
    # Arguments are evaluated from right to left, as by gcc.
    taken = "".join(f"__auto_type {v} = ({n}); " for n, v in reversed(list(zip(names, values))))
    arguments = ", ".join(values)
    head = f"#define C_{f.name}({', '.join(names)}) ({{ {taken}on_call_{f.name}({arguments}); "
    if f.result == "void":
        return head + f"p_{f.name}({arguments}); on_return_{f.name}({arguments}); }})\n"
    result = ", ".join(values + ["_r"])
    return head + f"{TYPES[f.result]} _r = p_{f.name}({arguments}); on_return_{f.name}({result}); _r; }})\n"


def outside_body(f):
    """What a function without a body does, in the program that is run."""
    arguments = [f"a{n}" for n in range(1, len(f.params) + 1)]
    enter = f"on_entry_{f.name}({', '.join(arguments)});"
    enter += "".join(f" GIVE({a});" for a, kind in zip(arguments, f.params) if kind == "dev")
    if f.result == "void":
        act = f"release(a1);" if f.name in ("kfree", "vfree", "free") else ""
        act = "stop_here();" if f.name == "exit" else act
        return f"{declared(f, 'p_')} {{ {enter} {act} on_exit_{f.name}({', '.join(arguments)}); }}\n"
    if f.name in ALLOCATORS:
        size = "a1 * a2" if "calloc" in f.name else "a1"
        made = f"allocate({size}, {int(f.name in ZEROED)})"
        value = made if f.name in NEVER_NULL else f"in(2) ? {made} : 0"
    elif f.name == "nondet_ulong":
        value = "any_address(__builtin_offsetof(struct dev, lock))"
    else:
        values = f.values or "0, 1"
        value = f"((int[]){{ {values} }})[in({values.count(',') + 1})]" if f.result != "dev" else "found_dev()"
    leave = f"on_exit_{f.name}({', '.join(arguments + ['r'])});"
    return f"{declared(f, 'p_')} {{ {enter} {TYPES[f.result]} r = {value}; {leave} return r; }}\n"
