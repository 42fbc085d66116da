//! Writing to standard output and standard error.
//!
//! A reader that goes away (`cegar … | head`) is no error: what cannot be written any more is dropped, and the exit
//! code still tells the answer.

use std::borrow::Cow;
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
            let text = arguments.to_string();
            self.gone = self.out.write_all(plain(&text).as_bytes()).is_err();
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

/// Text that a terminal shows and does not act upon: names of files and lines of programs may have anything in them.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    let acts = |c: char| c.is_control() && c != '\n' && c != '\t';
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\r\n", "\n");
    Cow::Owned(text.replace(acts, "\u{fffd}"))
}

/// Says something to the user, beside the answer.
pub(crate) fn note(text: &str) {
    note_drawn(&plain(text));
}

/// The same of a picture, which may have colours.
pub(crate) fn note_drawn(text: &str) {
    crate::progress::aside(|| {
        // Nothing can be done if the terminal is gone.
        let _ = writeln!(io::stderr().lock(), "{text}");
    });
}
