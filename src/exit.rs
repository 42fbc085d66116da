//! How a run ends. The codes are those of CBMC, which scripts already know.

use std::process::ExitCode;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The answer is the good one: proved, unreachable, all assertions hold. Also: nothing was asked, all went well.
    Good,
    /// The answer is the bad one: a bug, reachable, an assertion fails.
    Bad,
    /// There is no answer, and the reason was given.
    Unknown,
    /// The command line makes no sense.
    Usage,
    /// The input cannot be read or is not well formed.
    Input,
    /// A mistake of ours.
    Internal,
    /// A program was run, and this is its exit code.
    Program(u8),
}

impl Exit {
    /// What the exit code of a check means.
    pub(crate) fn of_check(code: u8) -> Option<Self> {
        let all = [
            Exit::Good,
            Exit::Usage,
            Exit::Input,
            Exit::Unknown,
            Exit::Internal,
            Exit::Bad,
        ];
        all.into_iter().find(|exit| exit.code() == code)
    }

    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Good => 0,
            Exit::Usage => 1,
            Exit::Input => 2,
            Exit::Unknown => 5,
            Exit::Internal => 6,
            Exit::Bad => 10,
            Exit::Program(code) => code,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit.code())
    }
}
