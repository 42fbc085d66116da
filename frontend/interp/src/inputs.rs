//! Where the values come from that the program leaves open.

use super::Site;
use ir::types::TypeId;
use ir::{FuncId, Program, VarId, arith, float};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::fmt;

/// A value that the program asks for.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub program: &'a Program,
    pub kind: RequestKind,
    pub ty: TypeId,
    /// The edge that asks.
    pub site: Site,
    /// How many calls are active.
    pub depth: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestKind {
    /// The result of a function without a body.
    Call(FuncId),
    /// The result of a library function that is built in. Only asked if
    /// [`Inputs::wants_library`]; [`Input::Unknown`] lets the function do its work, any other
    /// answer is its result in place of that.
    Library(FuncId),
    /// A place that an edge makes arbitrary.
    Havoc,
    /// A local variable that comes into being, or a parameter of the function that is started. Only asked if
    /// [`Inputs::wants_uninitialised`].
    Uninitialised(VarId),
    /// A variable defined nowhere, at the start. Only asked if the same.
    Undefined(VarId),
    /// So many bytes of a variable-length array or of memory from an allocator that does not clear it. Only asked if
    /// [`Inputs::wants_allocated`].
    Allocated(u64),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// The bits of a scalar; of an aggregate, its first bytes.
    Bits(u128),
    /// The bytes of an aggregate; missing ones are zero.
    Bytes(Vec<u8>),
    /// A pointer to a new object of that many bytes, all zero.
    Fresh(u64),
    /// A pointer to an object at that address, of that many bytes; it comes into being if there is none, and begins
    /// with the bytes given.
    Object(u64, u64, Vec<u8>),
    /// A pointer into a variable that exists always: so many bytes after its start.
    Address(VarId, u64),
    /// Nothing is said: zero (for variables, uninitialised).
    Unknown,
}

/// A source of values.
pub trait Inputs {
    /// The value asked for; None ends the run with
    /// [`Exit::InputExhausted`](super::Exit::InputExhausted).
    fn next(&mut self, request: &Request<'_>) -> Option<Input>;

    /// Whether the results of library functions are asked for: an allocation that fails, a random
    /// number.
    fn wants_library(&self) -> bool {
        false
    }

    /// Whether variables that come into being are asked for.
    fn wants_uninitialised(&self) -> bool {
        false
    }

    /// Whether the contents of new objects without a name are asked for.
    fn wants_allocated(&self) -> bool {
        false
    }
}

/// What happens when the script has no value left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Exhausted {
    #[default]
    Zero,
    Stop,
}

/// Values in the order they are asked for; those with a function's name only answer its calls,
/// also if it is one of the library.
#[derive(Clone, Debug, Default)]
pub struct Script {
    any: VecDeque<Number>,
    named: FxHashMap<Box<str>, VecDeque<Number>>,
    pub exhausted: Exhausted,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Number {
    Int(i128),
    /// The text of a floating constant, read in the format that is asked for.
    Float(Box<str>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// From 1.
    pub line: usize,
    pub text: String,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}: `{}` is no number; expected values such as 5, -1, 0x10, 'a', 1.5, each alone \
             or after a function's name as in `nondet_int: 5`",
            self.line, self.text
        )
    }
}

impl std::error::Error for ScriptError {}

impl Script {
    pub fn new(values: impl IntoIterator<Item = i128>) -> Self {
        Self {
            any: values.into_iter().map(Number::Int).collect(),
            ..Self::default()
        }
    }

    /// Reads a script: numbers separated by blanks, commas or lines, `name:` before those that
    /// answer calls of one function, `#` before comments.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        let mut script = Self::default();
        for (n, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            let (name, values) = match line.split_once(':') {
                Some((name, values)) => (Some(name.trim()), values),
                None => (None, line),
            };
            for word in values.split([' ', '\t', ',', ';', '\r']) {
                if word.is_empty() {
                    continue;
                }
                let number = parse_number(word).ok_or_else(|| ScriptError {
                    line: n + 1,
                    text: word.into(),
                })?;
                match name {
                    Some(name) => script
                        .named
                        .entry(name.into())
                        .or_default()
                        .push_back(number),
                    None => script.any.push_back(number),
                }
            }
        }
        Ok(script)
    }
}

fn parse_number(word: &str) -> Option<Number> {
    if let Some(rest) = word.strip_prefix('\'') {
        let mut chars = rest.strip_suffix('\'')?.chars();
        let c = chars.next()?;
        return chars.next().is_none().then_some(Number::Int(c as i128));
    }
    let (negative, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    let magnitude = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hex) => u128::from_str_radix(hex, 16).ok(),
        None => digits.parse::<u128>().ok(),
    };
    match magnitude {
        Some(m) if negative => Some(Number::Int((m as i128).wrapping_neg())),
        Some(m) => Some(Number::Int(m as i128)),
        None => digits
            .parse::<f64>()
            .is_ok()
            .then(|| Number::Float(word.into())),
    }
}

impl Inputs for Script {
    fn next(&mut self, request: &Request<'_>) -> Option<Input> {
        let named = match request.kind {
            RequestKind::Call(func) | RequestKind::Library(func) => {
                let name = &request.program.funcs[func].name;
                self.named.get_mut(name).and_then(VecDeque::pop_front)
            }
            _ => None,
        };
        let library = matches!(request.kind, RequestKind::Library(_));
        if library && named.is_none() {
            return Some(Input::Unknown);
        }
        match named.or_else(|| self.any.pop_front()) {
            Some(number) => Some(Input::Bits(bits(&number, request))),
            None if self.exhausted == Exhausted::Zero => Some(Input::Unknown),
            None => None,
        }
    }

    fn wants_library(&self) -> bool {
        !self.named.is_empty()
    }
}

/// The number in the format of the type asked for.
fn bits(number: &Number, request: &Request<'_>) -> u128 {
    let types = &request.program.types;
    let (model, double) = (types.model(), ir::types::FloatKind::Double);
    match (number, types.float_kind(request.ty)) {
        (Number::Int(n), Some(kind)) => {
            float::from_int(*n as u128, ir::types::IntKind::Int128, kind, model)
        }
        (Number::Float(text), Some(kind)) => float::parse(text, kind).unwrap_or(0),
        (Number::Int(n), None) => {
            let width = types.bits_kind(request.ty).map_or(128, |k| types.width(k));
            arith::truncate(*n as u128, width)
        }
        (Number::Float(text), None) => {
            let value = float::parse(text, double).unwrap_or(0);
            let kind = types.bits_kind(request.ty);
            kind.map_or(0, |k| float::to_int(value, double, k, model))
        }
    }
}
