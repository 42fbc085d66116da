//! Writing to standard output and standard error.
//!
//! A reader that goes away (`cegar … | head`) is no error: what cannot be written any more is dropped, and the exit
//! code still tells the answer.

use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};

/// Standard output, buffered, until the end of a command.
pub(crate) struct Output {
    out: BufWriter<StdoutLock<'static>>,
    gone: bool,
}

impl Output {
    pub(crate) fn stdout() -> Self {
        Output {
            out: BufWriter::with_capacity(1 << 16, io::stdout().lock()),
            gone: false,
        }
    }

    pub(crate) fn line(&mut self, line: impl fmt::Display) {
        self.write(format_args!("{line}\n"));
    }

    pub(crate) fn text(&mut self, text: impl fmt::Display) {
        self.write(format_args!("{text}"));
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        if !self.gone {
            self.gone = self.out.write_all(bytes).is_err();
        }
    }

    fn write(&mut self, arguments: fmt::Arguments<'_>) {
        if !self.gone {
            self.gone = self.out.write_fmt(arguments).is_err();
        }
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if self.gone {
            return;
        }
        if let Err(problem) = self.out.flush()
            && problem.kind() != io::ErrorKind::BrokenPipe
        {
            note(&format!("error: cannot write the output: {problem}"));
        }
    }
}

/// Says something to the user, beside the answer.
pub(crate) fn note(text: &str) {
    crate::progress::aside(|| {
        // Nothing can be done if the terminal is gone.
        let _ = writeln!(io::stderr().lock(), "{text}");
    });
}
