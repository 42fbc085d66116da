//! Objects that the program was given, by the names under which it meets them first.

use frontend::ir::{BinaryOp, Edge, ExprKind, Program, Stmt};
use frontend::types::TypeId;
use rustc_hash::FxHashMap;

use super::{spelling, values};
use crate::check::Read;

/// How far behind a known pointer another one is told as such.
const NEAR: u128 = 4096;

/// Pointers to objects from outside, by address.
#[derive(Debug, Default)]
pub(super) struct Outside {
    names: FxHashMap<u128, String>,
}

impl Outside {
    /// What to say of a pointer that has this name from now on.
    pub(super) fn pointer(
        &mut self,
        program: &Program,
        ty: TypeId,
        name: &str,
        address: u128,
    ) -> String {
        let plain = values::scalar(program, ty, address);
        if plain != values::VALID {
            return plain;
        }
        if let Some(known) = self.names.get(&address) {
            return format!("the same pointer as {known}");
        }
        let before = self.names.iter().filter(|(start, _)| **start < address);
        let nearest = before.max_by_key(|(start, _)| **start);
        let said = match nearest {
            Some((start, known)) if address - start < NEAR => {
                format!("a pointer to {} bytes behind {known}", address - start)
            }
            _ => "a pointer to an object".into(),
        };
        self.names.insert(address, name.to_owned());
        said
    }

    /// The name and the value of something that the program reads, if it can be told.
    pub(super) fn read(&mut self, program: &Program, read: &Read) -> Option<(String, String)> {
        let name = spelling::place(program, read.place)?;
        let ty = program.place_type(read.place);
        let value = match program.types.is_pointer(ty) {
            true => self.pointer(program, ty, &name, read.bits),
            false => letter(program, ty, read.bits)
                .unwrap_or_else(|| values::scalar(program, ty, read.bits)),
        };
        Some((name, value))
    }
}

/// A character as C would write it, if it is one that can be seen.
fn letter(program: &Program, ty: TypeId, bits: u128) -> Option<String> {
    let byte = u8::try_from(bits).ok().filter(u8::is_ascii_graphic)?;
    (ty == program.types.char()).then(|| format!("'{}'", byte.escape_ascii()))
}

/// Whether a value says more than the branch that depends on it.
pub(super) fn says_more(program: &Program, edge: &Edge, read: &Read) -> bool {
    let terms = &program.terms;
    let pointer = program.types.is_pointer(program.place_type(read.place));
    let Stmt::Assume { cond } = edge.stmt else {
        return !pointer;
    };
    let is_it = |mut e| {
        while let ExprKind::Cast(inner) = terms.expr(e).kind {
            e = inner;
        }
        matches!(terms.expr(e).kind, ExprKind::Load(place) if place == read.place)
    };
    let constant = |e| program.const_value(e).is_some();
    let equal = match terms.expr(cond).kind {
        ExprKind::Binary(BinaryOp::Eq, a, b) => {
            (is_it(a) && constant(b)) || (is_it(b) && constant(a))
        }
        _ => false,
    };
    !pointer && !equal
}

/// The words that a program is started with, as C would write them.
pub(super) fn words(words: &[Vec<u8>]) -> String {
    let quoted = |word: &Vec<u8>| format!("\"{}\"", word.escape_ascii());
    let all: Vec<String> = words.iter().map(quoted).collect();
    format!("{{{}, NULL}}", all.join(", "))
}
