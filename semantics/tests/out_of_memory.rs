//! Memory that Z3 is refused is told from other failures. This is a program of its own: the limit is that of a process.

use std::panic::{AssertUnwindSafe, catch_unwind};

use semantics::solver_is_out_of_memory;
use z3::ast::{Ast, BV};

/// A term that is twice as large in every step, and different everywhere.
fn grow() {
    let mut term = BV::new_const("x", 64);
    for n in 0_u64.. {
        let fresh = BV::new_const(format!("x{n}"), 64);
        for m in 0..10_000 {
            term = term.bvmul(&fresh).bvadd(BV::from_u64(n * 10_000 + m, 64));
        }
        term = term.simplify();
    }
}

#[test]
fn a_solver_without_memory_is_known_as_such() {
    let other = catch_unwind(|| BV::from_u64(1, 8).bvadd(BV::from_u64(1, 16)));
    assert!(other.is_err(), "terms of different sizes have no sum");
    assert!(!solver_is_out_of_memory(), "that was our mistake");
    z3::set_global_param("memory_max_size", "40");
    let refused = catch_unwind(AssertUnwindSafe(grow));
    assert!(refused.is_err(), "there is a limit");
    assert!(solver_is_out_of_memory());
}
