"""What is true of a program and a specification: which violations an executable of gcc's comes to, over all inputs."""

import pathlib
import subprocess
import tempfile
import threading
import zlib

HERE = pathlib.Path(__file__).parent
FLAGS = ["-std=gnu11", "-O0", "-w", "-fwrapv", "-fno-strict-aliasing", "-fno-builtin", "-fno-common"]


class Broken(Exception):
    """The program is none: a mistake of the generator's."""


class Truth:
    """`reached` has violations that happen, `perhaps` those that depend on what C leaves open, `never` those that were
    looked at and did not happen. `whole` says that all runs came to an end that means something."""

    def __init__(self, lines):
        self.reached, self.perhaps, self.never, self.whole, self.runs = set(), set(), set(), False, 0
        among = {"yes": self.reached, "perhaps": self.perhaps, "no": self.never}
        for line in lines:
            word, *rest = line.split()
            if word == "runs":
                self.runs, self.whole = int(rest[0]), rest[3:] == ["0", "0"]
            else:
                among[rest[1]].add(int(rest[0]))


def runtime(folder):
    """The compiled runtime, made once for a folder."""
    source = HERE / "runtime.c"
    made = folder / f"runtime-{zlib.crc32(source.read_bytes())}.o"
    if not made.exists():
        fresh = folder / f"runtime-{threading.get_ident()}.o"
        subprocess.run(["gcc", "-O1", "-w", "-c", "-o", fresh, source], check=True)
        fresh.rename(made)
    return made


def of(text, folder, runs=50000, turns=3):
    """None where there are too many runs."""
    with tempfile.TemporaryDirectory(dir=folder) as work:
        source, made = pathlib.Path(work) / "truth.c", pathlib.Path(work) / "truth"
        source.write_text(text)
        compiler = ["gcc", *FLAGS, "-o", made, source, runtime(folder)]
        built = subprocess.run(compiler, capture_output=True, text=True, check=False)
        if built.returncode != 0:
            raise Broken(built.stderr)
        run = subprocess.run([made, str(runs), str(turns)], capture_output=True, text=True, check=False)
    return Truth(run.stdout.splitlines()) if run.returncode == 0 else None
