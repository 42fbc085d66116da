//! What the C suite and the csmith runner share: gcc's executable as the oracle, our interpreter
//! as the subject, and processes that always end.
//!
//! Both sides give a [`Run`]; they agree when the runs are equal. Everything runs in child
//! processes with a limit on time and memory, the interpreter included: a stack overflow or an
//! endless loop of ours is then one failed case, not the end of the whole run.

pub(crate) mod csmith;
pub(crate) mod gcc;
pub(crate) mod process;
pub(crate) mod subject;

use std::fmt;

/// The data models a program is run under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Model {
    Lp64,
    Ilp32,
}

impl Model {
    pub(crate) const ALL: [Self; 2] = [Self::Lp64, Self::Ilp32];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Lp64 => "lp64",
            Self::Ilp32 => "ilp32",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|m| m.name() == name)
    }
}

/// What can be seen of one execution from outside.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) stdout: Vec<u8>,
    /// As a shell tells it: 128 + n for a program ended by signal n.
    pub(crate) exit: i32,
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "exit {}\n{}",
            self.exit,
            String::from_utf8_lossy(&self.stdout)
        )
    }
}

/// Says where `got` leaves `expected`; nothing when they agree.
pub(crate) fn difference(expected: &Run, got: &Run) -> Option<String> {
    if expected == got {
        return None;
    }
    let mut message = String::new();
    if expected.exit != got.exit {
        message += &format!("exit: gcc {}, got {}\n", expected.exit, got.exit);
    }
    if expected.stdout != got.stdout {
        message += &first_different_line(&expected.stdout, &got.stdout);
    }
    Some(message)
}

fn first_different_line(expected: &[u8], got: &[u8]) -> String {
    let (expected, got) = (
        String::from_utf8_lossy(expected),
        String::from_utf8_lossy(got),
    );
    let mut lines = (expected.split('\n'), got.split('\n'));
    let mut number = 1;
    loop {
        match (lines.0.next(), lines.1.next()) {
            (Some(a), Some(b)) if a == b => number += 1,
            (None, None) => return "stdout: bytes that are not UTF-8 differ\n".to_owned(),
            (a, b) => {
                let (a, b) = (a.unwrap_or("(ends)"), b.unwrap_or("(ends)"));
                return format!("stdout line {number}:\n  gcc {a}\n  got {b}\n");
            }
        }
    }
}
