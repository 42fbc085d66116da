//! Which handlers of a specification run where: for callers that run them beside the program, not woven into it.

use ir::FuncId;
use ir::types::TypeId;
use std::collections::{BTreeMap, BTreeSet};

/// The handlers and their events. Handler `n` is the function `handler$n` of the C that the specification has become.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hooks {
    pub handlers: Vec<Hook>,
    /// The handlers of each function that has any, in order.
    pub functions: BTreeMap<FuncId, Vec<usize>>,
    /// The handlers that do not look at what a function calls.
    pub opaque: BTreeMap<FuncId, Vec<usize>>,
    /// The types of the arguments that the first call of a function has.
    pub passed: BTreeMap<FuncId, Vec<TypeId>>,
    /// Functions with a call where a handler sees more of an argument than the function does.
    pub narrowed: BTreeSet<FuncId>,
}

/// A handler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hook {
    pub point: HookPoint,
    /// The arguments that it speaks of, from 1.
    pub arguments: Vec<usize>,
    /// Whether it speaks of what the function returns.
    pub result: bool,
}

/// When a handler runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookPoint {
    Call,
    Return,
    Entry,
    Exit,
}
