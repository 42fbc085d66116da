//! Objects that the program was given, by the names under which it meets them first.

use std::collections::BTreeMap;

use interp::Input;
use ir::types::TypeId;
use ir::{BinaryOp, Edge, ExprKind, Program, Stmt};
use semantics::Layout;

use super::{place_text, value_text};
use verify::Read;

/// How far from a known pointer another one is told as such.
const MAX_OFFSET_BYTES: u128 = 4096;

/// What is said of a pointer to an object that was not met before.
const OBJECT: &str = "a pointer to an object";

/// Pointers to objects from outside, by address.
#[derive(Debug)]
pub(super) struct Outside<'a> {
    names: BTreeMap<u128, String>,
    layout: &'a Layout,
}

impl<'a> Outside<'a> {
    pub(super) fn new(layout: &'a Layout) -> Self {
        Outside {
            names: BTreeMap::new(),
            layout,
        }
    }

    /// What to say of a pointer that has this name from now on.
    pub(super) fn pointer(
        &mut self,
        program: &Program,
        ty: TypeId,
        name: &str,
        address: u128,
    ) -> String {
        let plain = value_text::scalar(program, ty, address);
        if plain != value_text::VALID {
            return plain;
        }
        if let Some(known) = self.names.get(&address) {
            return format!("the same pointer as {known}");
        }
        let said = function(program, ty, address)
            .or_else(|| self.own(program, ty, address))
            .or_else(|| self.near(address))
            .unwrap_or_else(|| OBJECT.into());
        self.names.insert(address, name.to_owned());
        said
    }

    /// A pointer to a variable of the program.
    fn own(&self, program: &Program, ty: TypeId, address: u128) -> Option<String> {
        let (var, offset) = self.layout.at(u64::try_from(address).ok()?)?;
        let input = Input::Address(var, offset);
        value_text::input(program, ty, &input).filter(|_| program.vars[var].kind.is_static())
    }

    /// A pointer that leads to the middle of an object, or to before it.
    fn near(&self, address: u128) -> Option<String> {
        let (before, behind) = (
            self.names.range(..address).next_back(),
            self.names.range(address..).next(),
        );
        if let Some((start, known)) =
            before.filter(|(start, _)| address - *start < MAX_OFFSET_BYTES)
        {
            return Some(format!(
                "a pointer to {} bytes behind {known}",
                address - start
            ));
        }
        let (start, known) = behind.filter(|(start, _)| *start - address < MAX_OFFSET_BYTES)?;
        Some(format!(
            "a pointer to {} bytes before {known}",
            start - address
        ))
    }

    /// The name and the value of something that the program reads, if it can be told.
    pub(super) fn read(&mut self, program: &Program, read: &Read) -> Option<(String, String)> {
        let name = place_text::place(program, read.place)?;
        let ty = program.place_type(read.place);
        let value = match program.types.is_pointer(ty) {
            true => self.pointer(program, ty, &name, read.bits),
            false => letter(program, ty, read.bits)
                .unwrap_or_else(|| value_text::scalar(program, ty, read.bits)),
        };
        Some((name, value))
    }
}

/// What a pointer to a function leads to.
fn function(program: &Program, ty: TypeId, address: u128) -> Option<String> {
    if !value_text::leads_to_function(program, ty) {
        return None;
    }
    let func = Layout::function_at(program, u64::try_from(address).ok()?);
    Some(match func {
        Some(func) => format!("&{}", program.funcs[func].name),
        None => value_text::FUNCTION.into(),
    })
}

/// A character as C would write it, if it is one that can be seen.
fn letter(program: &Program, ty: TypeId, bits: u128) -> Option<String> {
    let byte = u8::try_from(bits).ok().filter(u8::is_ascii_graphic)?;
    (ty == program.types.char()).then(|| format!("'{}'", byte.escape_ascii()))
}

/// Whether a value says more than the branch that depends on it. Of a pointer, only where else it leads.
pub(super) fn says_more(program: &Program, edge: &Edge, read: &Read, value: &str) -> bool {
    let terms = &program.terms;
    let pointer = program.types.is_pointer(program.place_type(read.place));
    let plain = pointer && (value == OBJECT || value == value_text::FUNCTION || read.bits == 0);
    let Stmt::Assume { cond } = edge.stmt else {
        return !plain;
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
            (is_it(a) && (pointer || constant(b))) || (is_it(b) && (pointer || constant(a)))
        }
        _ => false,
    };
    !plain && !equal
}

/// The words that a program is started with, as C would write them.
pub(super) fn arguments(words: &[Vec<u8>]) -> String {
    let quoted = |word: &Vec<u8>| format!("\"{}\"", word.escape_ascii());
    let all: Vec<String> = words.iter().map(quoted).collect();
    format!("{{{}, NULL}}", all.join(", "))
}
