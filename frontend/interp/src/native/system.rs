//! The rest: `atexit`, `errno`, assumptions, time that stands still, and `setjmp`, which never comes back.

use super::super::fault::{FaultKind, Step, Stop};
use super::super::machine::{Arg, Machine};
use super::super::value::Value;
use super::{NativeFn, Reply, arg, int, int_arg, nothing, value};

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "atexit" => atexit,
        "__errno_location" => |m, _| {
            let errno = m.errno_object()?;
            value(errno)
        },
        "__VERIFIER_assume" => assume,
        "getenv" => |_, _| value(Value::ZERO),
        "time" => time,
        "clock" => |_, _| int(0),
        "trap" => |_, _| Err(Stop::Abort),
        "prefetch" | "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end" => |_, _| nothing(),
        "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" => |_, _| int(0),
        "raise" => |_, a| match int_arg(a, 0) {
            6 => Err(Stop::Abort),
            _ => int(0),
        },
        _ => return None,
    })
}

fn atexit(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let address = arg(args, 0).addr();
    let Some(func) = m.function_at(address) else {
        return Err(FaultKind::BadCall { address }.into());
    };
    m.library.handlers.push(func);
    int(0)
}

fn assume(_: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    match arg(args, 0).bits {
        0 => Err(Stop::AssumeFailed),
        _ => nothing(),
    }
}

/// Always the same, so that runs can be repeated.
fn time(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    if arg(args, 0).addr() != 0 {
        m.put_word(arg(args, 0), Value::ZERO, false)?;
    }
    int(0)
}

impl Machine<'_> {
    fn errno_object(&mut self) -> Step<Value> {
        if let Some(known) = self.library.errno {
            return Ok(known);
        }
        let errno = self.system_object(&0i32.to_le_bytes())?;
        self.library.errno = Some(errno);
        Ok(errno)
    }

    pub(super) fn errno(&mut self) -> Step<i32> {
        let errno = self.errno_object()?;
        let bytes = self.memory.view(errno, 4, self.program)?;
        Ok(bytes.try_into().map_or(0, i32::from_le_bytes))
    }

    pub(super) fn set_errno(&mut self, code: i32) -> Step<()> {
        let errno = self.errno_object()?;
        self.memory.put(errno, &code.to_le_bytes(), self.program)
    }
}
