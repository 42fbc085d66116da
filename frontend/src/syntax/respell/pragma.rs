//! Pragmas: `pack` changes the layout of records, the others change nothing that is modelled.

use super::super::lexer::Pragma;
use super::Respeller;

/// The state of `#pragma pack`.
#[derive(Default)]
pub(super) struct PackState {
    /// How many pragmas have been read.
    read: usize,
    limit: Option<u32>,
    stack: Vec<(Option<String>, Option<u32>)>,
}

impl PackState {
    /// How many pragmas have been read.
    pub(super) fn read(&self) -> usize {
        self.read
    }
}

impl Respeller<'_> {
    /// Reads the pragmas inside the declaration that has just been taken; gives the index of the
    /// first one after it.
    pub(super) fn inner_pragmas(&mut self) -> usize {
        while let Some(pragma) = self.tokens.pragmas.get(self.pack.read) {
            if pragma.before as usize >= self.pos {
                break;
            }
            self.pack.read += 1;
            self.read_pragma(pragma);
        }
        self.pack.read
    }

    /// The largest alignment of members that `#pragma pack` allows here.
    pub(super) fn pack_limit(&mut self) -> Option<u32> {
        self.read_pragmas();
        self.pack.limit
    }

    /// Catches up with the pragmas before the current token.
    pub(super) fn read_pragmas(&mut self) {
        let pragmas = &self.tokens.pragmas;
        while let Some(pragma) = pragmas.get(self.pack.read) {
            if pragma.before as usize > self.pos {
                return;
            }
            self.pack.read += 1;
            self.read_pragma(pragma);
        }
    }

    fn read_pragma(&mut self, pragma: &Pragma) {
        let bytes = &self.unit.text()[pragma.start as usize..pragma.end as usize];
        let text = String::from_utf8_lossy(bytes).into_owned();
        let understood = match text.strip_prefix("pack") {
            Some(rest) => self.pack_pragma(rest.trim()),
            None => !changes_layouts(&text),
        };
        if !understood {
            let span = self.unit.span(pragma.start, pragma.end);
            let message = format!("`#pragma {text}` is not understood and ignored");
            self.diagnostics
                .push(source::Diagnostic::warning(span, message));
        }
    }

    /// `()`, `(n)`, `(push)`, `(push, n)`, `(push, name, n)`, `(pop)`, `(pop, name)`.
    fn pack_pragma(&mut self, arguments: &str) -> bool {
        let Some(inside) = arguments
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'))
        else {
            return false;
        };
        let words: Vec<&str> = inside.split(',').map(str::trim).collect();
        let (first, rest) = match words.as_slice() {
            [first, rest @ ..] => (*first, rest),
            [] => return false,
        };
        match first {
            "" => self.pack.limit = None,
            "push" => {
                let name = rest.iter().find(|word| word.parse::<u32>().is_err());
                self.pack
                    .stack
                    .push((name.map(|name| (*name).to_owned()), self.pack.limit));
                if let Some(limit) = rest.iter().find_map(|word| word.parse().ok()) {
                    return self.set_pack(limit);
                }
            }
            "pop" => return self.pop_pack(rest.first().copied()),
            number => return number.parse().is_ok_and(|limit| self.set_pack(limit)),
        }
        true
    }

    fn set_pack(&mut self, limit: u32) -> bool {
        let valid = matches!(limit, 0 | 1 | 2 | 4 | 8 | 16);
        if valid {
            self.pack.limit = (limit != 0).then_some(limit);
        }
        valid
    }

    fn pop_pack(&mut self, name: Option<&str>) -> bool {
        let stack = &mut self.pack.stack;
        let position = match name {
            None => stack.len().checked_sub(1),
            Some(name) => stack
                .iter()
                .rposition(|(pushed, _)| pushed.as_deref() == Some(name)),
        };
        let Some(position) = position else {
            return false;
        };
        self.pack.limit = stack[position].1;
        stack.truncate(position);
        true
    }
}

/// Pragmas by which objects look otherwise in memory. (Those that say what names are linked to are in the syntax tree.)
fn changes_layouts(pragma: &str) -> bool {
    let word = pragma
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()
        .unwrap_or("");
    word == "scalar_storage_order"
}
