//! Results of library functions that the environment chooses: how much there is to read, what time it is. Not every
//! number is a possible result.

use super::super::fault::Step;
use super::super::machine::{Arg, Machine};
use super::super::value::Value;
use super::{arg, size_arg};
use ir::FuncId;

/// Whether the function can return this value; if so, its effect on memory takes place.
pub(super) fn accept(
    machine: &mut Machine<'_>,
    func: FuncId,
    args: &[Arg],
    value: Value,
) -> Step<bool> {
    let name = &*machine.program.funcs[func].name;
    if name == "time" && arg(args, 0).addr() != 0 {
        machine.put_word(arg(args, 0), value, false)?;
    }
    let Some(max) = max_result(name, args) else {
        return Ok(true);
    };
    let ty = machine.program.return_type(func);
    let width = 8 * machine.program.types.size_of(ty).unwrap_or(8).min(8) as u32;
    let failed = u128::MAX >> (128 - width);
    Ok(value.bits <= u128::from(max) || value.bits == failed)
}

/// The greatest result of a function that does not fail.
fn max_result(name: &str, args: &[Arg]) -> Option<u64> {
    let rest = |named: usize| Some(args.len().saturating_sub(named) as u64);
    match name {
        "fread" | "fwrite" | "read" | "pread" | "recv" | "recvfrom" | "write" if args.len() > 2 => {
            Some(size_arg(args, 2))
        }
        "copy_from_user" | "__copy_from_user" | "_copy_from_user" if args.len() > 2 => {
            Some(size_arg(args, 2))
        }
        "scanf" | "__isoc99_scanf" => rest(1),
        "fscanf" | "__isoc99_fscanf" => rest(2),
        _ => None,
    }
}
