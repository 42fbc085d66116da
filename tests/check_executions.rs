//! `cegar check` where runs decide: the only execution of a program, and trial runs with likely inputs.
//!
//! A program that has a variant that holds and one that does not tells them apart by `-DBROKEN`.

#[path = "support/variants.rs"]
mod variants;

use variants::{both, code};

#[track_caller]
fn broken(name: &str, program: &str) {
    let (bad, bug) = code(name, program, None);
    assert_eq!(bad, Some(10), "{name}\n{bug}");
}

#[test]
fn the_only_execution_may_be_very_long() {
    both(
        "long",
        r"
        extern void __VERIFIER_error(void);
        static unsigned step(unsigned x) { return x + 3; }
        int main(void)
        {
            unsigned x = 1, y;
            unsigned long long rounds = 0;
            while (x < 0xf0000000) {
                for (y = 0; y < 7; y++)
                    ;
                x = step(x);
                rounds += y;
            }
        #ifdef BROKEN
            if (x % 3 == 1)
        #else
            if (x % 3 != 1 || rounds % 7 == 6)
        #endif
                __VERIFIER_error();
            return 0;
        }",
    );
}

#[test]
fn a_bug_may_lie_far_in_a_loop_without_end() {
    broken(
        "endless",
        r"
        extern void __VERIFIER_error(void);
        int main(void)
        {
            unsigned x = 0, y = 0;
            for (;;) {
                x += 2;
                y -= 1;
                if (x == 0x70000000 && y == 0u - 0x38000000)
                    __VERIFIER_error();
            }
        }",
    );
}

#[test]
fn those_who_ask_have_values_of_their_own() {
    broken(
        "own_values",
        r"
        extern void __VERIFIER_error(void);
        extern char __VERIFIER_nondet_char(void);
        static char all[20000];
        int main(void)
        {
            char wanted = __VERIFIER_nondet_char();
            unsigned i;
            for (i = 0; i < sizeof all; i++)
                all[i] = __VERIFIER_nondet_char();
            for (i = 0; i < sizeof all; i++)
                if (all[i] == wanted)
                    return 0;
            __VERIFIER_error();
            return 0;
        }",
    );
}

#[test]
fn values_come_from_the_ranges_that_conditions_tell() {
    broken(
        "ranges",
        r"
        extern void __VERIFIER_error(void);
        extern char __VERIFIER_nondet_char(void);
        int main(void)
        {
            char text[12];
            int i, n = 0;
            for (i = 0; i < 12; i++)
                text[i] = __VERIFIER_nondet_char();
            for (i = 0; i < 12 && text[i] >= 'a' && text[i] <= 'h'; i++)
                n = n + (text[i] == 'c');
            if (i == 12 && n == 2)
                __VERIFIER_error();
            return 0;
        }",
    );
}

#[test]
fn arrays_without_initial_values_hold_anything() {
    broken(
        "arrays",
        r"
        extern void __VERIFIER_error(void);
        extern unsigned __VERIFIER_nondet_uint(void);
        int main(void)
        {
            unsigned size = __VERIFIER_nondet_uint(), i, j;
            if (size > 20)
                return 0;
            int values[size];
            for (i = 0; i + 1 < size; i++)
                for (j = 0; j + 2 < size; j++)
                    if (values[j] > values[j + 1]) {
                        int greater = values[j];
                        values[j] = values[j + 1];
                        values[j + 1] = greater;
                    }
            for (i = 0; i + 1 < size; i++)
                if (values[i] > values[i + 1])
                    __VERIFIER_error();
            return 0;
        }",
    );
}

/// The first member that the path looks at lies behind the start of the object, all of which is written.
#[test]
fn objects_from_outside_begin_where_their_pointer_leads() {
    both(
        "outside_begins",
        r"
        extern void __VERIFIER_error(void);
        extern void *find(void);
        struct inner { long a[100]; };
        struct device { struct inner name; int state; struct device *peer; };
        static struct device template;
        int main(void)
        {
            struct device *d = find(), *other;
            if (!d)
                return 0;
            other = d->peer;
            *d = template;
            d->state = 1;
            d->peer = other;
        #ifdef BROKEN
            if (d->state == 1 && d->peer)
        #else
            if (d->state != 1)
        #endif
                __VERIFIER_error();
            return 0;
        }",
    );
}
