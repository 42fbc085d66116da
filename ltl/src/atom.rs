//! What formulas are about: atoms, as text that is not resolved yet.

use std::fmt;

/// An atomic proposition. Which names exist is known where there is a program; here they are text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Atom {
    /// `at L`, `at f:L`: the topmost frame is at a label.
    At {
        procedure: Option<String>,
        label: String,
    },
    /// `in f`: the topmost frame is of a procedure.
    In(String),
    /// `entry f`: the topmost frame is at the beginning of a procedure.
    Entry(String),
    /// `exit f`: the topmost frame is about to leave a procedure.
    Exit(String),
    /// `terminated`: there is no frame left.
    Terminated,
    /// A plain name.
    Name(String),
    /// The text between quotes or braces.
    Expr(String),
}

/// The words that begin an atom of their own where a name follows.
pub(super) const PLACE_WORDS: [&str; 4] = ["at", "in", "entry", "exit"];

pub(super) const TERMINATED: &str = "terminated";

impl Atom {
    /// `at`, `in`, `entry` or `exit` with what stands behind it.
    pub(super) fn place(word: &str, procedure: Option<String>, name: String) -> Option<Atom> {
        match (word, procedure) {
            ("at", procedure) => Some(Atom::At {
                procedure,
                label: name,
            }),
            ("in", None) => Some(Atom::In(name)),
            ("entry", None) => Some(Atom::Entry(name)),
            ("exit", None) => Some(Atom::Exit(name)),
            _ => None,
        }
    }
}

/// Prints what parses as the same atom.
impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom::At { procedure, label } => {
                f.write_str("at ")?;
                if let Some(procedure) = procedure {
                    word(f, procedure)?;
                    f.write_str(":")?;
                }
                word(f, label)
            }
            Atom::In(name) => prefixed(f, "in", name),
            Atom::Entry(name) => prefixed(f, "entry", name),
            Atom::Exit(name) => prefixed(f, "exit", name),
            Atom::Terminated => f.write_str(TERMINATED),
            Atom::Name(name) => f.write_str(name),
            Atom::Expr(text) => {
                let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
                write!(f, "\"{escaped}\"")
            }
        }
    }
}

fn prefixed(f: &mut fmt::Formatter<'_>, prefix: &str, name: &str) -> fmt::Result {
    write!(f, "{prefix} ")?;
    word(f, name)
}

/// A name behind `at`, `in`, …: any word, or text in braces.
fn word(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    if !name.is_empty() && name.chars().all(is_word_char) {
        f.write_str(name)
    } else {
        write!(f, "{{{name}}}")
    }
}

/// What words are made of: the characters of a boolean program's names.
pub(super) fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '@' | '.')
}
