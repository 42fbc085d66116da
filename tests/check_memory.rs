//! `cegar check` where memory and inputs decide: what formulas know of memory, and what can be reproduced.
//!
//! Every program comes in a variant that holds and one that does not, told apart by `-DBROKEN`.

#[path = "support/variants.rs"]
mod variants;

use variants::{both, codes};

#[test]
fn pointers_that_were_never_set_lead_somewhere() {
    both(
        "never_set",
        r"
        extern void __VERIFIER_error(void);
        extern void *malloc(unsigned long);
        struct cipher { int id, bits; };
        struct session { int state; struct cipher *cipher; };
        int main(void)
        {
            struct session *s = malloc(sizeof *s);
            s->state = 0;
            if (s->cipher->bits == 256)
                s->state = 1;
            if (s->cipher->bits != 256 && s->state == 1)
                __VERIFIER_error();
        #ifdef BROKEN
            if (s->cipher->bits == 256 && s->cipher->id == 7 && s->state == 1)
                __VERIFIER_error();
        #endif
            return 0;
        }",
    );
}

#[test]
fn what_is_never_written_is_constant() {
    both(
        "constant",
        r"
        extern void __VERIFIER_error(void);
        extern int __VERIFIER_nondet_int(void);
        struct node { int weight; struct node *next; };
        static struct node last = { 3, 0 }, first = { 2, &last };
        static int limit =
        #ifdef BROKEN
            4;
        #else
            5;
        #endif
        int main(void)
        {
            struct node *at = __VERIFIER_nondet_int() ? &first : &last;
            int sum = at->weight;
            if (at->next)
                sum += at->next->weight;
            if (sum > limit)
                __VERIFIER_error();
            return 0;
        }",
    );
}

#[test]
fn a_call_leaves_alone_what_its_arguments_do_not_name() {
    both(
        "frame",
        r"
        extern void __VERIFIER_error(void);
        extern int __VERIFIER_nondet_int(void);
        struct port { int users, owner; };
        static void set(int *to, int value) { *to = value; }
        static void take(struct port *port, int who) { set(&port->owner, who); }
        int main(void)
        {
            struct port a, b;
            int me = __VERIFIER_nondet_int();
            a.owner = 0;
            take(&b, me);
            take(&a, 1);
        #ifdef BROKEN
            take(&b, 2);
        #endif
            take(&a, me + 1);
            if (b.owner != me)
                __VERIFIER_error();
            return 0;
        }",
    );
}

#[test]
fn the_only_execution_of_a_closed_program_is_run() {
    both(
        "closed",
        r"
        extern void __VERIFIER_error(void);
        static unsigned step(unsigned x) { return x * 1103515245u + 12345u; }
        int main(void)
        {
            unsigned x = 1, n;
            for (n = 0; n < 100000; n++)
                x = step(x);
        #ifdef BROKEN
            if (x != 0)
        #else
            if (n != 100000)
        #endif
                __VERIFIER_error();
            return 0;
        }",
    );
}

/// What must not be taken for the only execution: inputs that a program does not ask for by a call.
#[test]
fn programs_with_inputs_of_any_kind_are_not_closed() {
    for (name, open) in [
        (
            "arguments",
            "int main(int argc, char **argv) { int n = argc, i = 0;",
        ),
        ("uninitialised", "int main(void) { int n, i = 0;"),
        ("elsewhere", "extern int n; int main(void) { int i = 0;"),
        (
            "outside",
            "int get(void); int main(void) { int n = get(), i = 0;",
        ),
    ] {
        let program = format!(
            "extern void __VERIFIER_error(void);\n{open}
            while (i < 6) i++;
            #ifdef BROKEN
            if (n == 77)
            #else
            if (i > 6 && n == 77)
            #endif
                __VERIFIER_error();
            return 0; }}"
        );
        let [(good, proof), (bad, bug)] = codes(name, &program);
        assert_eq!(good, Some(0), "{name}\n{proof}");
        assert_eq!(bad, Some(10), "{name}\n{bug}");
    }
}
