//! The variable that holds the object which a specification watches.

use ir::{Program, VarId};

/// The variable that holds what a specification watches.
pub(super) fn variable(program: &Program) -> Option<VarId> {
    let mut all = program.vars.iter();
    all.find(|(_, v)| &*v.name == NAME).map(|(id, _)| id)
}

/// The watched object's name in specifications, which no name of C is.
pub(super) const NAME: &str = "$watched";
