//! The text that tree-sitter parses, and how its tokens lead back to the source's.
//!
//! The token pass does not blank out what the grammar cannot take: it spells the whole input anew
//! in the little language of [`Word`], in which every C construct has an unambiguous shape. A
//! type is `int`, a value `0`, a declared name `x`, a qualifier `const`; what a token really was
//! is looked up in the source, through its position here. Since every occurrence of a name is
//! already known to be a type or a value, none of the grammar's ambiguities is left.

/// A word of the language that is given to tree-sitter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    /// `0`: a name or literal in an expression.
    Value,
    /// `x`: a declared name, tag, member, label, or an assigned variable.
    Name,
    /// `int`: the one type word of a specifier list.
    Type,
    /// `const`: every other specifier.
    Qualifier,
    /// `struct`, for unions too.
    Struct,
    /// `enum`
    Enum,
    /// `sizeof`, for the alignment operators too.
    Sizeof,
    /// `_Alignas`: a specifier with an argument in parentheses, `typeof` and `_Atomic` too.
    Alignas,
    /// Keywords and punctuation that stand for themselves.
    Text(&'static str),
}

impl Word {
    fn text(self) -> &'static str {
        match self {
            Word::Value => "0",
            Word::Name => "x",
            Word::Type => "int",
            Word::Qualifier => "const",
            Word::Struct => "struct",
            Word::Enum => "enum",
            Word::Sizeof => "sizeof",
            Word::Alignas => "_Alignas",
            Word::Text(text) => text,
        }
    }
}

/// The source tokens that an emitted word stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    /// Index of the first token.
    pub(crate) first: u32,
    /// Index of the last token.
    pub(crate) last: u32,
    /// Whether the word has no counterpart in the source: it was put near those tokens.
    pub(crate) synthetic: bool,
}

/// An emitted text.
#[derive(Clone, Default, Debug)]
pub(crate) struct Emission {
    pub(crate) text: String,
    /// Offset in `text` of each word.
    pub(crate) starts: Vec<u32>,
    pub(crate) origins: Vec<Origin>,
}

impl Emission {
    pub(crate) fn push(&mut self, word: Word, origin: Origin) {
        self.starts.push(self.text.len() as u32);
        self.origins.push(origin);
        self.text.push_str(word.text());
        self.text.push(' ');
    }

    /// The index that the next word will have.
    pub(crate) fn next(&self) -> u32 {
        self.origins.len() as u32
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.origins.is_empty()
    }
}
