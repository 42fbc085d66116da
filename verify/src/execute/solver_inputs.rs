//! The solver's values, for the program to ask for.
//!
//! Addresses are the difficulty: the solver and the interpreter lay memory out differently. A pointer into a variable
//! that exists always is translated at once; for one into a local variable the address is learnt from a first run, and
//! used in the next.

use std::cell::Cell;
use std::collections::VecDeque;

use interp::{Input, Inputs, Request, RequestKind};
use ir::library::allocation;
use ir::{Program, VarId};
use refiner::InputValue;
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::{InputSource, Layout};

use super::arguments::Started;
use super::asker;
use super::library_results::{LibraryResult, library_result};
use super::listener::Listener;
use super::story_notes::{Note, Noted};

/// Values by who asks for them.
pub(super) struct SolverInputs<'l> {
    pub(super) values: FxHashMap<InputSource, VecDeque<InputValue>>,
    pub(super) layout: &'l Layout,
    pub(super) learnt: &'l FxHashMap<VarId, u64>,
    /// Who asks for the watched address. It is compared and never followed, so that nothing needs to lie there: the object
    /// may come to be later, around that address.
    pub(super) watched: Option<InputSource>,
    /// Addresses that the solver speaks of.
    pub(super) taken: &'l [u64],
    /// Where it has put variables, the interpreter does too: start, size.
    pub(super) places: &'l [(VarId, u64, u64)],
    /// Local variables whose address is wanted.
    pub(super) wanted: FxHashSet<VarId>,
    /// How many edges have been taken.
    pub(super) taken_edges: &'l Cell<usize>,
    pub(super) given: Vec<Note>,
    pub(super) started: Option<&'l Started>,
    pub(super) listener: Option<&'l dyn Listener>,
}

impl SolverInputs<'_> {
    /// What is worth telling of a value that the program is given.
    fn noted(&self, request: &Request<'_>, input: &Input) -> Noted {
        match (request.kind, self.started) {
            (RequestKind::Uninitialised(var), Some(started)) if var == started.strings => {
                Noted::Started(var, started.words.clone())
            }
            _ => Noted::Input(request.kind, request.ty, input.clone()),
        }
    }

    /// What the solver takes for an address, as the interpreter has it. There is an object at it if it is `followed`.
    fn pointer(
        &mut self,
        program: &Program,
        address: u64,
        contents: Vec<u8>,
        followed: bool,
    ) -> Input {
        let placed =
            |&&(_, start, size): &&(VarId, u64, u64)| address >= start && address - start <= size;
        let placed = self.places.iter().find(placed);
        if let Some(&(var, start, _)) = placed {
            return match is_static(program, var) {
                true => Input::Address(var, address - start),
                false => Input::Bits(address.into()),
            };
        }
        match self.layout.at(address) {
            Some((var, offset)) if is_static(program, var) => Input::Address(var, offset),
            Some((var, offset)) => {
                self.wanted.insert(var);
                match self.learnt.get(&var) {
                    Some(start) => {
                        if let Some(listener) = self.listener {
                            listener.local(var, *start);
                        }
                        Input::Bits((start + offset).into())
                    }
                    None => Input::Bits(address.into()),
                }
            }
            None if followed && self.layout.open().contains(&address) => {
                Input::Object(address, room(self.taken, address), contents)
            }
            None => Input::Bits(address.into()),
        }
    }
}

/// Whether a program has a variable from the start. The whole program does not have those that were made for the one
/// that is checked.
pub(super) fn is_static(program: &Program, var: VarId) -> bool {
    let variable = program.vars.get(var);
    variable.is_some_and(|v| v.kind.is_static())
}

/// Pieces laid out in order, zero between them.
fn flat(pieces: &[(u64, Vec<u8>)]) -> Vec<u8> {
    let end = |(start, bytes): &(u64, Vec<u8>)| *start as usize + bytes.len();
    let mut all = vec![0; pieces.iter().map(end).max().unwrap_or(0).min(1 << 20)];
    for (start, bytes) in pieces {
        for (n, &byte) in bytes.iter().enumerate() {
            if let Some(to) = all.get_mut(*start as usize + n) {
                *to = byte;
            }
        }
    }
    all
}

/// The size of objects from outside, where others leave room.
const MAX_OUTSIDE_OBJECT_BYTES: u64 = 0x2_0000;

/// How large an object at an address can be without reaching the next one.
pub(super) fn room(taken: &[u64], address: u64) -> u64 {
    let others = taken.iter().copied();
    let next = others.filter(|&a| a > address).min();
    next.map_or(MAX_OUTSIDE_OBJECT_BYTES, |next| {
        MAX_OUTSIDE_OBJECT_BYTES.min(next - address)
    })
}

/// Whether what is asked for is a new object that the allocator clears, whatever the solver knows of that.
fn is_cleared(request: &Request<'_>) -> bool {
    let RequestKind::Library(func) = request.kind else {
        return false;
    };
    allocation(&request.program.funcs[func].name).is_some_and(|new| new.zeroed)
}

/// Whether the function that asks, if it is one of the library, could have answered so.
fn may_be_told(request: &Request<'_>, given: &InputValue) -> bool {
    let RequestKind::Library(func) = request.kind else {
        return true;
    };
    match library_result(&request.program.funcs[func].name) {
        _ if mutants::is("functions-of-the-library-may-be-told-anything") => true,
        LibraryResult::Anything => true,
        LibraryResult::Null => given.value == Some(0),
        LibraryResult::Computed => false,
    }
}

impl Inputs for SolverInputs<'_> {
    fn next(&mut self, request: &Request<'_>) -> Option<Input> {
        let asker = asker(request)?;
        let value = self.values.get_mut(&asker).and_then(VecDeque::pop_front);
        let pointer = request.program.types.is_pointer(request.ty);
        let Some(given) = value.filter(|given| may_be_told(request, given)) else {
            return Some(Input::Unknown);
        };
        let contents = match is_cleared(request) {
            true => Vec::new(),
            false => flat(&given.contents),
        };
        let input = match given.value {
            Some(bits) if pointer => {
                let followed = self.watched != Some(asker);
                self.pointer(request.program, bits, contents, followed)
            }
            Some(bits) => Input::Bits(bits.into()),
            None if contents.is_empty() => Input::Unknown,
            None => Input::Bytes(contents),
        };
        // What no value is asked for does not matter.
        if input != Input::Unknown {
            self.given.push(Note {
                at: self.taken_edges.get().saturating_sub(1),
                what: self.noted(request, &input),
            });
        }
        Some(input)
    }

    fn wants_uninitialised(&self) -> bool {
        true
    }

    fn wants_library(&self) -> bool {
        true
    }
}
