"""Objects that a program is given: as parameters where it starts, and by functions without a body.

In the program that is run, a pointer from outside is null, one of the objects that were given before, or a new one; what an
object holds is chosen when it is first given. It may also lead to an object of the program itself that code outside may know:
our checker may take it so, and need not.
"""

TRUTH = """
int most_objects(void);
__attribute__((section("program_data"))) struct dev outer_devs[9];
__attribute__((section("program_data"))) struct lock outer_locks[9];
__attribute__((section("program_data"))) int outer_made, outer_locks_made, given_count;
__attribute__((section("program_data"))) struct dev *given[4];
#define GIVE(d) (d && given_count < 4 ? given[given_count++] = d : 0)
static struct dev *outer_dev(void)
{
    int k = in(outer_made + 1 + (outer_made < most_objects()) + 1);
    if (k == 0) return 0;
    if (k <= outer_made) return &outer_devs[k - 1];
    if (k == outer_made + 1 && outer_made < most_objects()) {
        struct dev *d = &outer_devs[outer_made++];
        d->flag = in(5) - 1;
        FOLLOW
        return d;
    }
    return known_object((void *[]){ DEVS AROUND 0 }, COUNT, sizeof(struct dev), __builtin_offsetof(struct dev, lock));
}
/* What a function without a body returns: also what such functions were given before. */
static struct dev *found_dev(void)
{
    int k = in(given_count + 1);
    return k < given_count ? given[k] : outer_dev();
}
static struct lock *outer_lock(void)
{
    struct lock *known[] = { LOCKS 0 };
    int k = in(outer_locks_made + 3), n;
    if (k == 0) return 0;
    if (k <= outer_locks_made) return &outer_locks[k - 1];
    if (k == outer_locks_made + 1) return outer_locks_made == 9 ? 0 : &outer_locks[outer_locks_made++];
    loosely();
    n = in(outer_made + sizeof known / sizeof *known);
    return n < outer_made ? &outer_devs[n].lock : known[n - outer_made];
}
"""

def truth(program):
    """The C that hands out objects from outside."""
    def used(names):
        return [n for n in names if n[1:].split("[")[0].split(".")[0] in program.used]

    devs = used(["&g_dev", "&g_devs[0]", "&g_devs[1]"])
    locks = used(["&g_lock", "&g_other", "&g_tab[0]", "&g_tab[1]", "&g_tab[2]"])
    members = ["lock"] + ["aux"] * program.has("aux")
    around = [f"(void *)((char *){l} - __builtin_offsetof(struct dev, {m}))" for l in locks for m in members]
    inner = members + ["tab[0]", "tab[1]"] * program.has("tab")
    members = inner + ["flag"]
    around += [f"(void *)-__builtin_offsetof(struct dev, {m})" for m in members]
    text = TRUTH if program.outer else "#define GIVE(d)\n"
    values = {"FOLLOW": "d->next = outer_dev();" if program.has("*next") else "",
              "DEVS": listed(devs), "AROUND": listed(around), "COUNT": str(len(devs) + len(around)),
              "LOCKS": listed(locks + [f"{d}.{m}" for d in devs for m in inner])}
    for name, value in values.items():
        text = text.replace(name, value)
    return text


def listed(values):
    return "".join(v + ", " for v in values)


def started(f):
    """A call of the function that execution starts in, with anything."""
    made = {"dev": "outer_dev()", "lock": "outer_lock()", "inner": "outer_lock()", "int": "in(5) - 1"}
    given = "".join(f"__auto_type _{n} = {made[p]}; " for n, p in enumerate(f.params))
    return f"void program(void) {{ {given}p_{f.name}({', '.join(f'_{n}' for n in range(len(f.params)))}); }}\n"
