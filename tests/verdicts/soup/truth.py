"""What is true of a program: what gcc's executable does with every combination of its inputs."""

import pathlib
import re
import subprocess
import tempfile

HARNESS = pathlib.Path(__file__).parent.parent / "harness.c"
FLAGS = ["-std=gnu11", "-O0", "-w", "-fwrapv", "-fno-strict-aliasing", "-fno-builtin"]

PRELUDE = """void *malloc(__SIZE_TYPE__);
void reach_error(void), __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);
int input(int n) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x >= 0 && x < n); return x; }
#define program main
"""


def numbered(text):
    """The text with its points of observation numbered, and how many there are."""
    points = re.findall(r"\bCHECK\(", text)
    for n in range(len(points)):
        text = re.sub(r"\bCHECK\(", f"CHECK_{n}(", text, count=1)
    return text, len(points)


def values(text, points, folder):
    """The values at each point; None if there are too many, or the program does not end well."""
    head = "#include <stdlib.h>\nint input(int);\nvoid observe(int, int);\n"
    head += "".join(f"#define CHECK_{n}(e) observe({n}, (int)(e))\n" for n in range(points))
    with tempfile.TemporaryDirectory(dir=folder) as work:
        source, made = pathlib.Path(work) / "truth.c", pathlib.Path(work) / "truth"
        source.write_text(head + text)
        subprocess.run(["gcc", *FLAGS, "-o", made, source, HARNESS], check=True)
        run = subprocess.run([made], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        return None
    seen = [set() for _ in range(points)]
    for line in run.stdout.splitlines():
        point, value = line.split()
        seen[int(point)].add(int(value))
    return seen


def holds(seen):
    """The strongest condition on `v` that is true of all values, as far as it is short."""
    if not seen:
        return "0"
    if len(seen) <= 6:
        return " || ".join(f"v == {number(v)}" for v in sorted(seen))
    return f"v >= {number(min(seen))} && v <= {number(max(seen))}"


def number(value):
    return "(-2147483647 - 1)" if value == -(2**31) else str(value)


def checked(text, conditions):
    """The program that calls `reach_error` where a condition does not hold."""
    checks = "".join(
        f"#define CHECK_{n}(e) do {{ int v = (int)(e); if (!({c})) reach_error(); }} while (0)\n"
        for n, c in enumerate(conditions))
    return PRELUDE + checks + text
