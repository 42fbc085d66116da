//! What stops a run, and where.

use ir::{EdgeId, FuncId};
use source::Span;
use std::fmt;

/// An execution that C gives no meaning to, with the place it happened at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub kind: FaultKind,
    pub site: Site,
    /// The calls that were active, the innermost first; the first is the site's function.
    pub stack: Vec<Site>,
}

/// An edge of a function. The edge is absent before the first one is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    pub func: FuncId,
    pub edge: Option<EdgeId>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// An access of `width` bytes at `offset` of an object of `size` bytes.
    OutOfBounds {
        object: String,
        size: u64,
        offset: i64,
        width: u64,
        access: Access,
    },
    /// The object has been freed.
    UseAfterFree {
        object: String,
    },
    /// The variable's block or function has been left.
    UseAfterScope {
        object: String,
    },
    NullDeref {
        address: u64,
    },
    /// The address belongs to no object.
    WildPointer {
        address: u64,
    },
    /// A string literal, or an object declared `const`.
    ReadOnly {
        object: String,
    },
    DivisionByZero,
    /// By the width or more.
    ShiftTooLarge,
    /// A call through a pointer that is no function's address.
    BadCall {
        address: u64,
    },
    /// `free` or `realloc` of what `malloc` did not give.
    BadFree {
        address: u64,
    },
    DoubleFree {
        object: String,
    },
    /// `memcpy` and its like between ranges that overlap.
    Overlap,
    /// `__builtin_unreachable`, or a location that no condition leads out of.
    Unreachable,
    /// The run depends on memory that was never initialised, and the configuration makes that a fault.
    Uninitialised,
    /// A library function was called in a way that it has no meaning for.
    BadArgument {
        function: &'static str,
        why: String,
    },
    /// A part of the program that the interpreter cannot run.
    Unsupported {
        what: String,
    },
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "read",
            Self::Write => "write",
        })
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfBounds {
                object,
                size,
                offset,
                width,
                access,
            } => write!(
                f,
                "{access} of {width} bytes at offset {offset} of {object}, which has {size} bytes"
            ),
            Self::UseAfterFree { object } => write!(f, "use of {object} after it was freed"),
            Self::UseAfterScope { object } => write!(f, "use of {object} after its lifetime"),
            Self::NullDeref { address: 0 } => write!(f, "use of a null pointer"),
            Self::NullDeref { address } => {
                write!(f, "use of a null pointer plus {address} bytes")
            }
            Self::WildPointer { address } => {
                write!(f, "use of the address {address:#x}, where no object is")
            }
            Self::ReadOnly { object } => write!(f, "write to {object}, which is read-only"),
            Self::DivisionByZero => write!(f, "division by zero"),
            Self::ShiftTooLarge => write!(f, "shift by the width of the type or more"),
            Self::BadCall { address } => {
                write!(f, "call of the address {address:#x}, which is no function")
            }
            Self::BadFree { address } => {
                write!(
                    f,
                    "free of the address {address:#x}, which malloc did not give"
                )
            }
            Self::DoubleFree { object } => write!(f, "{object} is freed again"),
            Self::Overlap => write!(f, "copy between ranges that overlap"),
            Self::Unreachable => write!(f, "a place declared unreachable is reached"),
            Self::Uninitialised => write!(f, "the run depends on uninitialised memory"),
            Self::BadArgument { function, why } => write!(f, "{function}: {why}"),
            Self::Unsupported { what } => write!(f, "cannot run this: {what}"),
        }
    }
}

/// A resource that ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Steps,
    Memory,
    CallDepth,
    Output,
    /// The run goes round in a loop that never ends.
    Endless,
    /// The observer or the caller's deadline said so.
    Stopped,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Steps => "the limit of steps is reached",
            Self::Memory => "the limit of memory is reached",
            Self::CallDepth => "the limit of nested calls is reached",
            Self::Output => "the limit of output is reached",
            Self::Endless => "the run never ends",
            Self::Stopped => "the run was stopped",
        })
    }
}

/// Why the machine stops, before the place is added.
#[derive(Clone, Debug)]
pub(super) enum Stop {
    Fault(FaultKind),
    Limit(Limit),
    /// `exit` with its status: handlers still run.
    Exit(i32),
    /// `_exit`: they do not.
    QuickExit(i32),
    Abort,
    AssertFailed(Option<Box<str>>),
    Error,
    /// A condition of `__VERIFIER_assume` does not hold.
    AssumeFailed,
    /// The script of inputs has no value left.
    InputExhausted,
    /// The last frame has returned.
    Finished,
}

impl From<FaultKind> for Stop {
    fn from(kind: FaultKind) -> Self {
        Self::Fault(kind)
    }
}

pub(super) type Step<T> = Result<T, Stop>;
