//! Names for large values that a path reads from memory.
//!
//! What a load gives after stores through pointers that may meet is told by cases, and has the addresses in it. A pointer
//! that was loaded so is part of the next address, and that of the next value: without names, a path that goes through
//! memory a hundred times has terms that take seconds to simplify, again with every load. A name is a new symbol that
//! is equal to what was read; the equation is one of the facts of the state. Only watched states, those of single paths,
//! have names: elsewhere terms are compared with each other as they are.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use z3::ast::{Ast, BV, Bool, Dynamic};

use crate::execution::state::State;

/// Values of fewer nodes, as a tree, have no names.
const MAX_UNNAMED_NODES: usize = 150;

/// What has which name; copies of the state share it until they change it.
#[derive(Clone, Debug, Default)]
pub(super) struct NamedValues {
    names: Rc<FxHashMap<BV, BV>>,
    /// In the order in which they were given.
    definitions: Rc<Vec<Bool>>,
}

impl NamedValues {
    pub(super) fn definitions(&self) -> impl Iterator<Item = Bool> + '_ {
        self.definitions.iter().cloned()
    }
}

impl State {
    /// The value, or its name if it is a large one.
    pub(crate) fn short(&mut self, value: BV) -> BV {
        if !self.is_watched() || is_small(&value) {
            return value;
        }
        let value = value.simplify();
        if is_small(&value) {
            return value;
        }
        if let Some(name) = self.named.names.get(&value) {
            return name.clone();
        }
        let name = self.fresh(value.get_size());
        Rc::make_mut(&mut self.named.definitions).push(name.eq(&value));
        Rc::make_mut(&mut self.named.names).insert(value, name.clone());
        name
    }
}

fn is_small(value: &BV) -> bool {
    let mut left = MAX_UNNAMED_NODES;
    let mut open = vec![Dynamic::from_ast(value)];
    while let Some(node) = open.pop() {
        if left == 0 {
            return false;
        }
        left -= 1;
        open.extend(node.children());
    }
    true
}
