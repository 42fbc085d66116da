//! `$end`: where what is checked has come to its end, and nothing may be held any more.
//!
//! What a driver holds, it may hold until its end, and where that is depends on where execution starts. In `main`, which
//! stands for a driver's whole life, it is where `main` returns; a harness may say it by `ldv_check_final_state`; and
//! where execution starts in a routine that sets something up ([`setup_routines`](super::setup_routines)), it is where that fails, since
//! the routine that would clean up is not called then. Other routines are not an end of anything: what they hold may be given
//! back by others.
//!
//! The C of `$end { … }` is a function, and one handler for each of these ways that calls it.

use super::setup_routines::{Fails, sets_up};
use super::{END, End, Handler, Kind, Range};
use ir::{FuncId, Program};

/// By which harnesses of the Linux Driver Verification project say that it is over.
pub(super) const HARNESS: &str = "ldv_check_final_state";

/// In the order of their numbers.
const WAYS: [End; 4] = [End::Harness, End::Main, End::Failure, End::ErrorPointer];

/// The handlers of an `$end` that stands at a place.
pub(super) fn handlers(at: Range) -> impl Iterator<Item = Handler> {
    WAYS.into_iter().map(move |end| Handler {
        functions: vec![(END.into(), at)],
        kind: match end {
            End::Harness => Kind::Call,
            End::Main | End::Failure | End::ErrorPointer => Kind::Exit,
        },
        arguments: Vec::new(),
        result: matches!(end, End::Failure | End::ErrorPointer).then_some(at),
        watch: None,
        end: Some(end),
        role: None,
    })
}

/// Their C, where the first has that number and `end$` with it is what they do.
pub(super) fn handlers_text(first: usize) -> String {
    let mut text = String::new();
    for (n, end) in WAYS.into_iter().enumerate() {
        let condition = match end {
            End::Harness | End::Main => "",
            End::Failure => "if ($return < 0) ",
            // As the kernel's IS_ERR has it.
            End::ErrorPointer => "if ((unsigned long)$return >= -4095ul) ",
        };
        let number = first + n;
        text += &format!(" static void handler${number}(void) {{ {condition}end${first}(); }}");
    }
    text
}

/// Whether a function is the one whose event ends what is checked, in that way.
pub(super) fn is_at(program: &Program, func: FuncId, end: End) -> bool {
    let name = &*program.funcs[func].name;
    let starts = program.entry == Some(func);
    match end {
        End::Harness => name == HARNESS,
        End::Main => starts && name == "main",
        End::Failure => starts && name != "main" && sets_up(program, func) == Some(Fails::Negative),
        End::ErrorPointer => {
            starts && name != "main" && sets_up(program, func) == Some(Fails::ErrorPointer)
        }
    }
}
