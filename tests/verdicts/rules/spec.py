"""Specifications: an abstract syntax, written as a `.spec` file, and as the C of a monitor.

The monitor is made of what docs/spec-language.md says, not of what cegar makes of it: it follows all objects at once, in a
table with one state for each address that was seen, and one for all that were not.

Text of handlers has marks, which the two ways of writing read differently: `@x` is a variable of the state, `%X` one of its
enumerators, `abort#3` a violation. A violation does not end the monitor's run: what else there would be to see is seen too.
That tells the truth for every choice of violations that a specification may have.
"""

import re
from dataclasses import dataclass, field

from text import TYPES


@dataclass
class Handler:
    functions: list
    event: str
    body: str
    watch: str = ""
    pattern: str = ""
    # What `$watched` is compared with.
    touches: list = field(default_factory=list)


@dataclass
class Spec:
    state: list  # Lines as `enum { %A, %B } @s = %A;`
    handlers: list
    helpers: str = ""
    opaque: bool = False
    # The name of a built-in rule, whose text is the tool's own.
    rule: str = ""

    def wholes(self):
        """The functions whose own calls are no events."""
        around = [h for h in self.handlers if self.opaque and not h.pattern and h.event in ("call", "return")]
        return {f for h in around for f in h.functions}

    def aborts(self):
        text = " ".join(h.body for h in self.handlers)
        return sorted(int(n) for n in re.findall(r"abort#(\d+)", text))


def written(spec, kept):
    """The `.spec` file in which these violations are left."""
    def clean(text):
        text = re.sub(r"abort#(\d+)", lambda m: f'abort "m{m[1]}"' if int(m[1]) in kept else "", text)
        return re.sub(r"[@%](?=[A-Za-z])", "", text)

    lines = ["opaque;"] if spec.opaque else []
    if spec.state:
        lines += ["state {", *(f"    {clean(s)}" for s in spec.state), "}"]
    if spec.helpers:
        lines.append(clean(spec.helpers))
    for h in spec.handlers:
        names = h.pattern or (h.functions[0] if len(h.functions) == 1 else "[" + ", ".join(h.functions) + "]")
        watch = f" watch {h.watch}" if h.watch else ""
        lines += [f"{names}.{h.event}{watch} {{", f"    {clean(h.body)}", "}"]
    return "\n".join(lines) + "\n"


def in_c(text):
    text = re.sub(r"abort#(\d+)", r"seen(\1)", text)
    text = re.sub(r"\bhalt;", "{ I->dead = 1; return; }", text)
    text = text.replace("$watched", "((void *)I->watched)").replace("$return", "result")
    text = re.sub(r"\$(\d)", r"a\1", text)
    text = re.sub(r"@([A-Za-z]\w*)", r"I->state.\1", text)
    text = re.sub(r"%([A-Za-z]\w*)", r"E_\1", text)
    return re.sub(r"\bbool\b", "_Bool", text).replace("true", "1").replace("false", "0")


def monitor(spec, functions, main):
    """The C of the monitor: a hook for each event of each function."""
    fields = [in_c(re.sub(r"@(\w+) = [^;]*;", r"\1;", s)) for s in spec.state]
    starts = [re.sub(r".*@(\w+) = ([^;]*);", r".\1 = \2", s) for s in spec.state]
    enums = "".join(f"enum {{ {in_c(m)} }};\n" for s in spec.state for m in re.findall(r"enum \{ (.*?) \}", s))
    fields = [re.sub(r"enum \{.*?\}", "int", f) for f in fields]
    text = enums + "struct monitored { unsigned long watched; int dead; "
    text += "struct { %s int unused; } state; };\n" % " ".join(fields)
    text += "static struct monitored all[64]; static int known, hidden;\n"
    text += f"static const struct monitored start = {{ .watched = 0xdead000000000001, .state = {{ {in_c(', '.join(starts))} }} }};\n"
    text += "void monitor_reset(void) { all[0] = start; known = 1; hidden = 0; }\n"
    text += "static struct monitored *of(unsigned long w)\n{\n    int i;\n    interest(w);\n"
    text += "    for (i = 1; i < known; i++) if (all[i].watched == w) return &all[i];\n"
    text += "    if (known == 64) cut_here();\n"
    text += "    all[known] = all[0]; all[known].watched = w;\n"
    if any("@own" in s for s in spec.state):
        # What was kept of the watched one is this one's address, too.
        text += "    if (all[0].state.own) all[known].state.own = (void *)w;\n"
    text += "    return &all[known++];\n}\n"
    text += in_c(spec.helpers) + "\n"
    for f in functions:
        hide, show = ("hidden++;", "hidden--;") if f.name in spec.wholes() else ("", "")
        text += f"#define HIDE_{f.name} {hide}\n#define SHOW_{f.name} {show}\n"
        for event in ("call", "entry", "exit", "return"):
            text += hook(spec, f, event, main)
    return text


def hook(spec, f, event, main):
    """What the monitor does at an event of a function."""
    name = f"on_{event}_{f.name}"
    fits = [h for h in spec.handlers if h.event == event
            and (f.name in h.functions or f.name == main and "$main" in h.functions)]
    values = [f"a{n}" for n in range(1, len(f.params) + 1)]
    # Callers pass an int where a function takes a narrower number, and `call` and `return` see that.
    wide = {"byte": "int", "short": "int"} if event in ("call", "return") else {}
    params = [f"{wide.get(p, TYPES[p])} {v}" for p, v in zip(f.params, values)]
    if event in ("exit", "return") and f.result != "void":
        values, params = values + ["result"], params + [f"{TYPES[f.result]} result"]
    if not fits:
        return f"#define {name}({', '.join(values)})\n"
    text, calls = "", ""
    for n, h in enumerate(fits):
        body = re.sub(r"if \(([^{};]*)\) abort#(\d+)", r"if (tried(\2), (\1)) abort#\2", h.body)
        text += f"static void {name}_{n}({', '.join(['struct monitored *I', *params])}) {{ {in_c(body)} }}\n"
        act = f"if (!I->dead) {name}_{n}({', '.join(['I', *values])});"
        touch = "".join(f"of((unsigned long)({in_c(e)})); " for e in h.touches)
        if h.watch:
            calls += f"    {{ {touch}struct monitored *I = of((unsigned long)({in_c(h.watch)})); {act} }}\n"
        else:
            calls += f"    {{ {touch}for (int i = 0; i < known; i++) {{ struct monitored *I = &all[i]; {act} }} }}\n"
    head = f"static void {name}({', '.join(params) or 'void'})"
    return f"{text}{head}\n{{\n    if (hidden) return;\n    monitoring = 1;\n{calls}    monitoring = 0;\n}}\n"
