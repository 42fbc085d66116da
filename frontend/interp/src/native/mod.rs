//! Library functions built in: those that do input and output, and those that would be slow.
//!
//! They are found by name among the functions without a body. Behaviour and printed text are those
//! of glibc in the C locale.

mod alloc;
mod bits;
mod ctype;
mod decimal;
mod environment_results;
mod format;
mod math;
mod memory;
mod number;
mod scan;
mod sort;
mod stdio;
mod string;
mod system;

use super::fault::{Limit, Step, Stop};
use super::machine::{Arg, Machine};
use super::memory::ObjectKind;
use super::value::Value;
use ir::library::is_native;
use ir::{FuncId, Program};

/// What a library function answers.
pub(super) enum Reply {
    Value(Value),
    /// A structure.
    Bytes(Vec<u8>),
    /// It needs a function of the program called first.
    Call(FuncId, Vec<Arg>, Box<Pending>),
}

/// A library function that waits for a call to return.
pub(super) struct Pending {
    state: sort::State,
    /// The library function that waits for this one.
    pub(super) outer: Option<Box<Pending>>,
}

pub(super) type NativeFn = fn(&mut Machine<'_>, &[Arg]) -> Step<Reply>;

/// The state of the library.
pub(super) struct Library {
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
    stdin: Vec<u8>,
    stdin_pos: usize,
    /// The addresses of `stdin`, `stdout` and `stderr`.
    pub(super) files: [u64; 3],
    /// Of `atexit`, the last one runs first.
    pub(super) handlers: Vec<FuncId>,
    random: number::Random,
    errno: Option<Value>,
    ctype: [Option<Value>; 3],
    token: Value,
}

impl Library {
    pub(super) fn new(stdin: Vec<u8>) -> Self {
        Self {
            stdout: Vec::new(),
            stderr: Vec::new(),
            stdin,
            stdin_pos: 0,
            files: [0; 3],
            handlers: Vec::new(),
            random: number::Random::new(1),
            errno: None,
            ctype: [None; 3],
            token: Value::ZERO,
        }
    }
}

/// The built-in function of each function of the program that has none of its own.
pub(super) fn resolve(program: &Program) -> Vec<Option<NativeFn>> {
    program
        .funcs
        .values()
        .map(|f| match f.body {
            None => find(&f.name),
            Some(_) => None,
        })
        .collect()
}

/// Only what the other stages know to be built in.
fn find(name: &str) -> Option<NativeFn> {
    match is_native(name) {
        true => implementation(name.strip_prefix("__builtin_").unwrap_or(name)),
        false => None,
    }
}

fn implementation(plain: &str) -> Option<NativeFn> {
    [
        alloc::find,
        bits::find,
        ctype::find,
        math::find,
        memory::find,
        number::find,
        scan::find,
        sort::find,
        stdio::find,
        string::find,
        system::find,
    ]
    .into_iter()
    .find_map(|table: fn(&str) -> Option<NativeFn>| table(plain))
}

/// Whether the function of that name can have answered so; what goes with the answer is done.
pub(super) fn answer(
    machine: &mut Machine<'_>,
    func: FuncId,
    args: &[Arg],
    value: Value,
) -> Step<bool> {
    environment_results::accept(machine, func, args, value)
}

/// Goes on after a call.
pub(super) fn resume(machine: &mut Machine<'_>, pending: Pending, result: Value) -> Step<Reply> {
    sort::resume(machine, pending, result)
}

fn arg(args: &[Arg], n: usize) -> Value {
    args.get(n).map_or(Value::UNDEFINED, |a| a.value)
}

/// An argument of type `int`.
fn int_arg(args: &[Arg], n: usize) -> i32 {
    arg(args, n).bits as u32 as i32
}

/// An argument of type `size_t` or another unsigned one.
fn size_arg(args: &[Arg], n: usize) -> u64 {
    arg(args, n).bits as u64
}

fn value(v: Value) -> Step<Reply> {
    Ok(Reply::Value(v))
}

/// A signed result; the caller cuts it to its type.
fn int(n: i64) -> Step<Reply> {
    value(Value::int(i128::from(n) as u128))
}

fn size(n: u64) -> Step<Reply> {
    value(Value::int(n.into()))
}

fn nothing() -> Step<Reply> {
    value(Value::UNDEFINED)
}

impl Machine<'_> {
    /// Prints to a stream by number, within the limit.
    fn print(&mut self, stream: usize, text: &[u8]) -> Step<()> {
        let limit = self.output_limit();
        let out = match stream {
            2 => &mut self.library.stderr,
            _ => &mut self.library.stdout,
        };
        if out.len().saturating_add(text.len()) > limit {
            return Err(Stop::Limit(Limit::Output));
        }
        out.extend_from_slice(text);
        Ok(())
    }

    /// An object of the library's own.
    fn system_object(&mut self, data: &[u8]) -> Step<Value> {
        let size = data.len() as u64;
        let slot = self.memory.new_static(ObjectKind::System, size, 16)?;
        let pointer = self.memory.pointer_to(slot);
        self.memory.put(pointer, data, self.program)?;
        Ok(pointer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::library::native_names;

    #[test]
    fn what_is_listed_as_built_in_is_built_in() {
        for name in native_names() {
            assert!(implementation(name).is_some(), "{name}");
        }
    }
}
