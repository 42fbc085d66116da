//! The syntax tree as C.
//!
//! Complete, deterministic, and valid GNU C: every expression is fully parenthesised, every name
//! and attribute is there, one declaration or statement a line. What is printed parses again to
//! the same tree but for spans, and compiles to the same code; that is how the parser is tested.

mod decl;
mod expr;
mod stmt;
mod types;

use super::ast::*;
use source::{Interner, Symbol};

/// Prints a unit.
pub fn print(ast: &Ast, interner: &Interner) -> String {
    let uses_pack = ast.records.values().any(|record| record.pack.is_some());
    let mut printer = Printer {
        ast,
        interner,
        out: String::new(),
        indent: 0,
        uses_pack,
        by_tag: false,
    };
    let mut pragmas = ast.pragmas.iter().peekable();
    for (index, item) in ast.items.iter().enumerate() {
        while let Some(pragma) = pragmas.next_if(|pragma| pragma.after <= index) {
            printer.put(&format!("#pragma {}\n", pragma.text));
        }
        printer.item(item);
    }
    printer.out
}

/// A structure or union, with its members if they are there.
pub(crate) fn record_text(ast: &Ast, interner: &Interner, id: RecordId) -> String {
    part(ast, interner, |printer| printer.record(id))
}

/// An enumeration.
pub(crate) fn enum_text(ast: &Ast, interner: &Interner, id: EnumId) -> String {
    part(ast, interner, |printer| printer.enumeration(id))
}

/// A type, as in a cast.
pub(crate) fn type_text(ast: &Ast, interner: &Interner, id: TypeId) -> String {
    part(ast, interner, |printer| printer.type_name(id))
}

/// A declaration of a name with a type, without storage class and semicolon. Structures and enumerations stand there by
/// their tags; none if one of them has no tag.
pub fn declare(ast: &Ast, interner: &Interner, ty: TypeId, name: Symbol) -> Option<String> {
    let untagged = |ty: &TypeExpr| match ty.kind {
        TypeKind::Record(id) => ast.records[id].tag.is_none(),
        TypeKind::Enum(id) => ast.enums[id].tag.is_none(),
        _ => false,
    };
    if ast.parts(ty).into_iter().any(|ty| untagged(&ast.types[ty])) {
        return None;
    }
    let mut printer = Printer {
        ast,
        interner,
        out: String::new(),
        indent: 0,
        uses_pack: false,
        by_tag: true,
    };
    printer.declared(ty, name);
    Some(printer.out)
}

fn part(ast: &Ast, interner: &Interner, print: impl FnOnce(&mut Printer<'_>)) -> String {
    let mut printer = Printer {
        ast,
        interner,
        out: String::new(),
        indent: 0,
        uses_pack: true,
        by_tag: false,
    };
    print(&mut printer);
    printer.out
}

struct Printer<'a> {
    ast: &'a Ast,
    interner: &'a Interner,
    out: String,
    indent: usize,
    /// Whether some record has `#pragma pack`: then every record says which.
    uses_pack: bool,
    /// Whether members and enumerators are left out.
    by_tag: bool,
}

impl<'a> Printer<'a> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn name(&mut self, symbol: Symbol) {
        self.out.push_str(self.interner.name(symbol));
    }

    fn newline(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent.min(40) {
            self.out.push_str("    ");
        }
    }

    /// Items with something between them.
    fn separated<T>(&mut self, items: &[T], separator: &str, mut print: impl FnMut(&mut Self, &T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.put(separator);
            }
            print(self, item);
        }
    }

    fn deep<R>(&mut self, step: impl FnOnce(&mut Self) -> R) -> R {
        source::deeper(|| step(self))
    }
}
