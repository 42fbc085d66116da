"""The built-in rules that the random programs can be checked with, as their documentation has them (`cegar rules NAME`)."""

from spec import Handler, Spec


class Rule:
    def __init__(self, name, state, *handlers):
        self.spec = Spec([state], [Handler(f.split(), event, body, watch) for f, event, watch, body in handlers], rule=name)

    def names(self):
        return {f for h in self.spec.handlers for f in h.functions}


LOCKED = "bool @locked = false;"
BLOCK = "enum { %Unknown, %Live, %Freed } @block = %Unknown;"


def known():
    return [
        Rule("mutex", LOCKED,
             ("mutex_lock", "call", "$1", "if (@locked) abort#0; @locked = true;"),
             ("mutex_lock_interruptible mutex_trylock", "call", "$1", "if (@locked) abort#1;"),
             ("mutex_lock_interruptible", "return", "$1", "if ($return == 0) @locked = true;"),
             ("mutex_trylock", "return", "$1", "if ($return) @locked = true;"),
             ("mutex_unlock", "call", "$1", "if (!@locked) abort#2; @locked = false;"),
             ("$main", "exit", "", "if (@locked) abort#3;")),
        Rule("spinlock", LOCKED,
             ("spin_lock", "call", "$1", "if (@locked) abort#0; @locked = true;"),
             ("spin_trylock", "call", "$1", "if (@locked) abort#1;"),
             ("spin_trylock", "return", "$1", "if ($return) @locked = true;"),
             ("spin_unlock", "call", "$1", "if (!@locked) abort#2; @locked = false;"),
             ("$main", "exit", "", "if (@locked) abort#3;")),
        Rule("alloc_spinlock", LOCKED,
             ("spin_lock", "call", "$1", "if (@locked) halt; @locked = true;"),
             ("spin_unlock", "call", "$1", "if (!@locked) halt; @locked = false;"),
             ("spin_trylock", "call", "$1", "if (@locked) halt;"),
             ("spin_trylock", "return", "$1", "if ($return) @locked = true;"),
             ("kmalloc kzalloc", "call", "", "if (@locked && ($2 & 0x4d0)) abort#0;"),
             ("kcalloc", "call", "", "if (@locked && ($3 & 0x4d0)) abort#1;"),
             ("vmalloc", "call", "", "if (@locked) abort#2;")),
        Rule("semaphore", LOCKED,
             ("down down_interruptible", "call", "$1", "if (@locked) abort#0;"),
             ("down", "return", "$1", "@locked = true;"),
             ("down_interruptible", "return", "$1", "if ($return == 0) @locked = true;"),
             ("down_trylock", "return", "$1", "if ($return == 0) { if (@locked) halt; @locked = true; }"),
             ("up", "call", "$1", "if (!@locked) abort#1; @locked = false;"),
             ("$main", "exit", "", "if (@locked) abort#2;")),
        Rule("memory", BLOCK,
             ("kmalloc kzalloc kcalloc vmalloc", "return", "$return",
              "if ($return != 0) { if (@block == %Live) halt; @block = %Live; }"),
             ("kfree vfree", "call", "$1", "if ($1 != 0) { if (@block == %Freed) abort#0; @block = %Freed; }"),
             ("main", "exit", "", "if (@block == %Live) abort#1;")),
    ]
