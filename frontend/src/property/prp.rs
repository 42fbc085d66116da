//! SV-COMP's property files: `CHECK( init(main()), LTL(G ! call(reach_error())) )`.
//!
//! The properties that say what must not be reached are taken, and the one that says that every execution ends; of others,
//! a message says in words what they ask for, and which this tool checks. The entry in `init` is not used: the command line says where to start.

use super::reach::Target;
use source::{Diagnostic, Sources, Span, UnitId};

/// What a file asks for.
pub(super) enum Asked {
    /// These calls and labels are never reached.
    Never(Vec<Target>),
    /// Every execution ends.
    Ends,
}

/// What the text asks for.
pub(super) fn parse(
    sources: &mut Sources,
    name: &str,
    text: &str,
) -> Result<Asked, Vec<Diagnostic>> {
    let unit = match sources.add(name, text.into()) {
        Ok(unit) => unit,
        Err(error) => return Err(vec![Diagnostic::error(Span::NONE, error.to_string())]),
    };
    let mut reader = Reader {
        words: tokens(text),
        at: 0,
        text,
        unit,
    };
    let mut targets = Vec::new();
    let mut ends = None;
    let mut said = Vec::new();
    while reader.peek().is_some() {
        let start = reader.range();
        match reader.check() {
            Ok(Some(found)) => targets.push(found),
            Ok(None) => ends = Some(start),
            Err((range, message)) => {
                let span = sources.unit(reader.unit).span(range.0, range.1);
                said.push(Diagnostic::error(span, message).with_hint(FORM));
                reader.skip_to_next();
            }
        }
    }
    if let Some((start, end)) = ends.filter(|_| !targets.is_empty()) {
        let span = sources.unit(unit).span(start, end);
        let words = "whether executions end is checked on its own: put it into a file of its own";
        said.push(Diagnostic::error(span, words));
    }
    if targets.is_empty() && ends.is_none() && said.is_empty() {
        let span = sources.unit(unit).span(0, 0);
        said.push(Diagnostic::error(span, "the file has no property").with_hint(FORM));
    }
    match (said.is_empty(), ends) {
        (false, _) => Err(said),
        (true, Some(_)) => Ok(Asked::Ends),
        (true, None) => Ok(Asked::Never(targets)),
    }
}

const FORM: &str = "what can be checked is that a function is never called, CHECK( init(main()), LTL(G ! call(reach_error())) ), \
     or a label never reached, CHECK( init(main()), LTL(G ! label(ERROR)) ), \
     or that every execution ends, CHECK( init(main()), LTL(F end) )";

/// What the other properties of SV-COMP ask, by the words they begin with.
const OTHERS: [(&[&str], &str); 7] = [
    (
        &["LTL", "(", "G", "valid", "-", "free"],
        "memory safety: only valid memory is freed",
    ),
    (
        &["LTL", "(", "G", "valid", "-", "deref"],
        "memory safety: pointers are valid where they are followed",
    ),
    (
        &["LTL", "(", "G", "valid", "-", "memtrack"],
        "memory safety: no memory is lost",
    ),
    (
        &["LTL", "(", "G", "valid", "-", "memcleanup"],
        "memory safety: all memory is freed at the end",
    ),
    (
        &["LTL", "(", "G", "!", "overflow"],
        "overflow: no signed integer overflows",
    ),
    (
        &["LTL", "(", "G", "!", "data", "-", "race"],
        "data races: there are none",
    ),
    (&["FQL"], "tests: they cover the program"),
];

type Range = (u32, u32);
type Wrong = (Range, String);

struct Reader<'t> {
    words: Vec<Range>,
    at: usize,
    text: &'t str,
    unit: UnitId,
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<&'t str> {
        let &(start, end) = self.words.get(self.at)?;
        self.text.get(start as usize..end as usize)
    }

    fn range(&self) -> Range {
        let end = self.text.len() as u32;
        self.words.get(self.at).copied().unwrap_or((end, end))
    }

    fn wrong<T>(&self, message: String) -> Result<T, Wrong> {
        Err((self.range(), message))
    }

    fn expect(&mut self, word: &str) -> Result<(), Wrong> {
        match self.peek() {
            Some(found) if found == word => {
                self.at += 1;
                Ok(())
            }
            Some(found) => self.wrong(format!("expected `{word}` before `{found}`")),
            None => self.wrong(format!("the file ends where `{word}` is expected")),
        }
    }

    fn expect_all(&mut self, words: &[&str]) -> Result<(), Wrong> {
        words.iter().try_for_each(|word| self.expect(word))
    }

    fn name(&mut self) -> Result<String, Wrong> {
        let is_name = |w: &&str| w.starts_with(|c: char| c.is_alphabetic() || c == '_');
        match self.peek().filter(is_name) {
            Some(name) => {
                self.at += 1;
                Ok(name.into())
            }
            None => self.wrong("expected a name".into()),
        }
    }

    /// What a line forbids; none: executions without an end.
    fn check(&mut self) -> Result<Option<Target>, Wrong> {
        self.expect_all(&["CHECK", "(", "init", "("])?;
        self.name()?;
        self.expect_all(&["(", ")", ")", ","])?;
        if let Some((_, what)) = OTHERS.iter().find(|(words, _)| self.begins_with(words)) {
            return self.wrong(format!(
                "this property is about {what}; that cannot be checked yet"
            ));
        }
        self.expect_all(&["LTL", "("])?;
        if self.begins_with(&["F", "end"]) {
            self.expect_all(&["F", "end", ")", ")"])?;
            return Ok(None);
        }
        if !self.begins_with(&["G", "!"]) {
            return self.unknown();
        }
        self.expect_all(&["G", "!"])?;
        let target = match self.peek() {
            Some("call") => {
                self.expect_all(&["call", "("])?;
                let name = self.name()?;
                self.expect_all(&["(", ")", ")"])?;
                Target::Call(name)
            }
            Some("label") => {
                self.expect_all(&["label", "("])?;
                let name = self.name()?;
                self.expect(")")?;
                Target::Label(name)
            }
            _ => return self.unknown(),
        };
        self.expect_all(&[")", ")"])?;
        Ok(Some(target))
    }

    fn begins_with(&self, words: &[&str]) -> bool {
        let next = self.words[self.at..].iter();
        let next = next.map(|&(start, end)| &self.text[start as usize..end as usize]);
        next.take(words.len()).eq(words.iter().copied())
    }

    fn unknown<T>(&self) -> Result<T, Wrong> {
        self.wrong("this property is not one of those that are checked".into())
    }

    fn skip_to_next(&mut self) {
        self.at += 1;
        while self.peek().is_some_and(|word| word != "CHECK") {
            self.at += 1;
        }
    }
}

/// Byte ranges of names and of single other characters; `//` starts a comment.
fn tokens(text: &str) -> Vec<Range> {
    let mut found = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        if c.is_whitespace() {
            continue;
        }
        if c == '/' && chars.peek().is_some_and(|&(_, c)| c == '/') {
            while chars.next_if(|&(_, c)| c != '\n').is_some() {}
            continue;
        }
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let mut end = start + c.len_utf8();
        while is_word(c)
            && let Some((at, next)) = chars.next_if(|&(_, c)| is_word(c))
        {
            end = at + next.len_utf8();
        }
        found.push((start as u32, end as u32));
    }
    found
}
