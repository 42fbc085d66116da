//! Preprocessed C text becomes an abstract syntax tree.
//!
//! In: a unit of [`Sources`] and the program's [`Interner`]. Out: an [`ast::Ast`] and diagnostics.
//! The passes, in order:
//!
//! 1. `lexer`: bytes to tokens; line markers, comments and directives fall away.
//! 2. `brackets`: which bracket closes which, so that later passes can step over groups.
//! 3. `respell`: tokens to a text that tree-sitter-c reads without doubt, one external
//!    declaration at a time. Needs the brackets; keeps the scopes that tell types from values.
//! 4. `cst`: tree-sitter-c parses each text; its tree is flattened.
//! 5. `convert`: the flattened tree and the tokens to the syntax tree.
//!
//! Every pass takes time linear in the input and memory proportional to it. An input with errors
//! gives diagnostics and the tree of those external declarations that have none.

pub mod ast;
mod brackets;
mod convert;
mod cst;
mod emit;
mod given_file;
mod lexer;
mod literal;
mod print;
mod respell;
mod scope;
mod token;
mod verify;

pub use given_file::{FilePosition, GivenFile};
pub use print::{declare, print};
pub(crate) use print::{enum_text, record_text, type_text};

use convert::Context;
use cst::{CstParser, ParseError};
use lexer::Tokens;
use respell::{Chunk, Respeller};

use source::{Diagnostic, Diagnostics, Interner, Sources, Symbol, Unit, UnitId};

/// A parsed unit.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The tree; without the external declarations that have errors.
    pub ast: ast::Ast,
    /// In the order of the text.
    pub diagnostics: Diagnostics,
}

/// Parses a unit.
pub fn parse(sources: &Sources, unit: UnitId, interner: &mut Interner) -> Parsed {
    parse_after(sources, unit, interner, &[])
}

/// Parses a unit that sees the types of those names.
pub fn parse_after(
    sources: &Sources,
    unit: UnitId,
    interner: &mut Interner,
    types: &[Symbol],
) -> Parsed {
    let unit = sources.unit(unit);
    let mut diagnostics = Diagnostics::new();
    let tokens = lexer::lex(unit, interner, &mut diagnostics);
    let brackets = brackets::match_brackets(unit, &tokens, &mut diagnostics);
    let mut chunks = Vec::new();
    let mut respeller = Respeller::new(unit, &tokens, &brackets, interner, &mut diagnostics);
    respeller.declare_types(types);
    while let Some(chunk) = respeller.next_chunk() {
        chunks.push(chunk);
    }
    let mut ast = ast::Ast::default();
    convert_all(unit, &tokens, &chunks, interner, &mut diagnostics, &mut ast);
    ast.symbol_pragmas = symbol_pragmas(unit, &tokens);
    diagnostics.sort();
    Parsed { ast, diagnostics }
}

/// The pragmas by which names are linked otherwise than they are written.
fn symbol_pragmas(unit: &Unit, tokens: &Tokens) -> Vec<ast::Pragma> {
    let all = tokens.pragmas.iter().map(|pragma| {
        let text = &unit.text()[pragma.start as usize..pragma.end as usize];
        ast::Pragma {
            span: unit.span(pragma.start, pragma.end),
            text: String::from_utf8_lossy(text).into_owned(),
            after: 0,
        }
    });
    let word = |text: &str| text.split_whitespace().next().map(str::to_owned);
    all.filter(|pragma| {
        let first = word(&pragma.text);
        matches!(first.as_deref(), Some("weak" | "redefine_extname"))
    })
    .collect()
}

impl ast::Ast {
    /// The names that expressions mention.
    pub(crate) fn mentioned(&self) -> impl Iterator<Item = Symbol> {
        self.exprs.values().filter_map(|expr| match expr.kind {
            ast::ExprKind::Ident(name) => Some(name),
            _ => None,
        })
    }

    /// The types that the unit names at file scope.
    pub fn typedefs(&self) -> impl Iterator<Item = Symbol> {
        let declarations = self.items.iter().filter_map(|item| match item {
            ast::Item::Declaration(id) => Some(&self.declarations[*id]),
            _ => None,
        });
        declarations
            .filter(|d| d.specs.storage == Some(ast::Storage::Typedef))
            .flat_map(|d| d.declarators.iter().map(|d| d.name))
    }
}

fn convert_all(
    unit: &Unit,
    tokens: &Tokens,
    chunks: &[Chunk],
    interner: &mut Interner,
    diagnostics: &mut Diagnostics,
    ast: &mut ast::Ast,
) {
    let mut chunk_parser = CstParser::new();
    let mut attribute_parser = CstParser::new();
    for chunk in chunks
        .iter()
        .filter(|chunk| !chunk.failed && !chunk.emission.is_empty())
    {
        match chunk_parser.parse(&chunk.emission) {
            Ok(cst) => {
                let parser = &mut attribute_parser;
                let mut context = Context {
                    unit,
                    tokens,
                    interner,
                    diagnostics,
                    parser,
                    ast,
                };
                convert::convert(&mut context, chunk, &cst);
            }
            Err(errors) => report(unit, tokens, chunk, &errors, diagnostics),
        }
    }
}

/// Messages for what the grammar refused.
fn report(
    unit: &Unit,
    tokens: &Tokens,
    chunk: &Chunk,
    errors: &[ParseError],
    diagnostics: &mut Diagnostics,
) {
    for error in errors.iter().take(10) {
        let word = (error.word as usize).min(chunk.emission.origins.len() - 1);
        let token = tokens.list[chunk.emission.origins[word].first as usize];
        let text = &unit.text()[token.start as usize..token.end as usize];
        let text = String::from_utf8_lossy(text);
        let message = match error.expected.as_slice() {
            _ if error.too_deep => format!(
                "this nests deeper than {} levels",
                respell::MAX_NESTING_DEPTH
            ),
            _ if token.kind.is_assignment() => {
                format!("what stands before `{text}` cannot be assigned")
            }
            [] => format!("`{text}` does not fit here"),
            expected => format!("expected {} before `{text}`", expected.join(" or ")),
        };
        diagnostics.push(Diagnostic::error(
            unit.span(token.start, token.end),
            message,
        ));
    }
}
