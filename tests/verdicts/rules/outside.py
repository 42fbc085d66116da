"""Objects that a program is given: as parameters where it starts, and by functions without a body.

In the program that is run, a pointer from outside is null, one of the objects that were given before, or a new one; what an
object holds is chosen when it is first given. It may also lead to an object of the program itself that code outside may know:
our checker may take it so, and need not.
"""

TRUTH = """
int most_objects(void);
__attribute__((section("program_data"))) struct dev outer_devs[9];
__attribute__((section("program_data"))) struct lock outer_locks[9];
__attribute__((section("program_data"))) int outer_made, outer_locks_made;
static struct dev *outer_dev(void)
{
    int k = in(outer_made + 1 + (outer_made < most_objects()) + 1);
    if (k == 0) return 0;
    if (k <= outer_made) return &outer_devs[k - 1];
    if (k == outer_made + 1 && outer_made < most_objects()) {
        struct dev *d = &outer_devs[outer_made++];
        d->flag = in(3);
        %s
        return d;
    }
    return known_object(%s);
}
static struct lock *outer_lock(void)
{
    int k = in(outer_locks_made + 3), n;
    if (k == 0) return 0;
    if (k <= outer_locks_made) return &outer_locks[k - 1];
    if (k == outer_locks_made + 1) return outer_locks_made == 9 ? 0 : &outer_locks[outer_locks_made++];
    loosely();
    n = in(outer_made + 4);
    if (n < outer_made) return &outer_devs[n].lock;
    n -= outer_made;
    return %s;
}
"""


def truth(program):
    """The C that hands out objects from outside."""
    follow = "d->next = outer_dev();" if program.has("*next") else ""
    devs = [n for n in ("&g_dev", "&g_devs[0]", "&g_devs[1]") if n.strip("&")[:6].rstrip("[") in program.used]
    locks = [n for n in ("&g_lock", "&g_other", "&g_tab[0]", "&g_tab[1]", "&g_tab[2]") if n[1:].split("[")[0] in program.used]
    locks += [d + "->lock" if "[" not in d else d + ".lock" for d in devs]
    locks = [l.replace("&g_dev->", "&g_dev.") for l in locks]
    text = " : ".join(f"n == {i} ? {l}" for i, l in enumerate(locks)) + (" : 0" if locks else "0")
    around = [f"(void *)((char *){l} - __builtin_offsetof(struct dev, lock))" for l in locks if l.count(".") == 0]
    devs = devs + around
    return TRUTH.replace("n = in(outer_made + 4)", f"n = in(outer_made + {len(locks) + 1})") % (
        follow, f"(void *[]){{ {', '.join(devs + ['0'])} }}, {len(devs)}, sizeof(struct dev), __builtin_offsetof(struct dev, lock)", text)


def started(f):
    """A call of the function that execution starts in, with anything."""
    made = {"dev": "outer_dev()", "lock": "outer_lock()", "inner": "outer_lock()", "int": "in(5) - 1"}
    given = "".join(f"__auto_type _{n} = {made[p]}; " for n, p in enumerate(f.params))
    return f"void program(void) {{ {given}p_{f.name}({', '.join(f'_{n}' for n in range(len(f.params)))}); }}\n"
