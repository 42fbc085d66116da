"""Text that is written twice at once: as the program that is checked, and as the one that is run to learn the truth."""

from typing import NamedTuple


class Pair(NamedTuple):
    plain: str
    truth: str


def t(pattern, *parts):
    """The pattern with its `%s` filled in, in both texts."""
    both = [p if isinstance(p, Pair) else Pair(str(p), str(p)) for p in parts]
    return Pair(pattern % tuple(p.plain for p in both), pattern % tuple(p.truth for p in both))


class Function(NamedTuple):
    """What there is to know of a function in order to call it and to speak of it in a specification.

    The types of parameters and results are those of `TYPES`; `argument` are the types that callers pass, which may be
    wider. `values` are what a function without a body returns in truth, one of each kind that the program can tell apart.
    """
    name: str
    params: tuple = ()
    result: str = "void"
    body: bool = False
    values: str = ""


TYPES = {"dev": "struct dev *", "lock": "struct lock *", "inner": "struct lock *",
         "guess": "struct dev *", "int": "int", "res": "int", "void": "void", "ptr": "void *",
         "size": "unsigned long", "byte": "unsigned char", "short": "short", "place": "struct dev **", "back": "work_type "}


def declared(function, prefix=""):
    """The head of the function's declaration."""
    params = ", ".join(f"{TYPES[p]} a{n}" for n, p in enumerate(function.params, 1)) or "void"
    return f"{TYPES[function.result]} {prefix}{function.name}({params})"
