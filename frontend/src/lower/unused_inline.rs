//! Which inline functions nothing mentions: headers bring thousands of them, and those that are never called have no
//! meaning to give. They are declared, and their bodies are left alone.
//!
//! A function is needed if its name occurs in what is: everything outside of inline functions, and the inline functions that
//! are needed. Names are looked at, not what they are bound to, so a local variable may keep a function that it hides.

use super::Config;
use super::known_names::KnownNames;
use crate::syntax::ast::{
    Ast, Attr, AttrArg, Declarator, ExprKind, FunctionDef, Storage, TypeKind,
};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Interner, Symbol};

/// The inline functions that are not needed, by name.
pub(super) fn unused(
    units: &[Ast],
    names: &Interner,
    known: &KnownNames,
    config: &Config,
) -> FxHashSet<Symbol> {
    let mut found = Mentions::default();
    for unit in units {
        found.add_unit(unit, names, known);
    }
    found.needed.extend(names.get(&config.entry));
    found.needed.extend(&config.mentioned);
    found.into_unused()
}

#[derive(Default)]
struct Mentions {
    /// What each inline function mentions.
    inside: FxHashMap<Symbol, Vec<Symbol>>,
    needed: Vec<Symbol>,
}

impl Mentions {
    fn add_unit(&mut self, unit: &Ast, names: &Interner, known: &KnownNames) {
        let optional = |def: &&FunctionDef| is_optional(unit, def, known);
        let mut bodies: Vec<(u32, u32, Symbol)> = (unit.functions.values())
            .filter(optional)
            .map(|def| (def.span.start, def.span.end, def.declarator.name))
            .collect();
        bodies.sort_unstable();
        for &(.., name) in &bodies {
            self.inside.entry(name).or_default();
        }
        for expr in unit.exprs.values() {
            let ExprKind::Ident(name) = expr.kind else {
                continue;
            };
            let before = bodies.partition_point(|body| body.0 <= expr.span.start);
            let around = before.checked_sub(1).map(|n| bodies[n]);
            match around.filter(|body| expr.span.start < body.1) {
                Some((.., func)) => self.inside.entry(func).or_default().push(name),
                None => self.needed.push(name),
            }
        }
        self.add_texts(unit, names);
    }

    /// Names in strings: of aliases, in assembly and in pragmas.
    fn add_texts(&mut self, unit: &Ast, names: &Interner) {
        let in_blocks = unit.declarations.values().flat_map(|d| &d.declarators);
        let functions = unit.functions.values().map(|def| &def.declarator);
        let attrs = in_blocks
            .chain(functions)
            .flat_map(|d: &Declarator| &d.attrs);
        let specs = unit.declarations.values().map(|d| &d.specs);
        let specs = specs.chain(unit.functions.values().map(|def| &def.specs));
        let attrs = attrs.chain(specs.flat_map(|specs| &specs.attrs));
        let strings = attrs
            .flat_map(|attr| &attr.args)
            .filter_map(|arg| match arg {
                AttrArg::Expr(e) => match &unit.exprs[*e].kind {
                    ExprKind::Str(text) => Some(text.text()),
                    _ => None,
                },
                AttrArg::Type(_) => None,
            });
        let assembly = unit.asms.values().map(|asm| asm.template.text());
        let pragmas = unit.symbol_pragmas.iter().map(|p| p.text.clone());
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        for text in strings.chain(assembly).chain(pragmas) {
            let words = text.split(|c| !is_part(c));
            self.needed.extend(words.filter_map(|word| names.get(word)));
        }
    }

    fn into_unused(self) -> FxHashSet<Symbol> {
        let mut unused: FxHashSet<Symbol> = self.inside.keys().copied().collect();
        let mut work = self.needed;
        while let Some(name) = work.pop() {
            if unused.remove(&name) {
                work.extend(self.inside.get(&name).into_iter().flatten());
            }
        }
        unused
    }
}

/// Whether a definition counts only where it is called: static or of GNU's kind, and nothing runs it by itself.
fn is_optional(unit: &Ast, def: &FunctionDef, known: &KnownNames) -> bool {
    let attrs = || {
        let declared = def.specs.attrs.iter().chain(&def.declarator.attrs);
        declared.chain(result_attrs(unit, def))
    };
    let local = def.specs.storage == Some(Storage::Static)
        || attrs().any(|attr| attr.name == known.gnu_inline);
    let kept = [known.constructor, known.destructor, known.used];
    def.specs.inline && local && !attrs().any(|attr| kept.contains(&attr.name))
}

/// `void *__attribute__((gnu_inline)) f(void)`: attributes behind the star of the result.
fn result_attrs<'a>(unit: &'a Ast, def: &FunctionDef) -> &'a [Attr] {
    match &unit.types[def.declarator.ty].kind {
        TypeKind::Function { ret, .. } => &unit.types[*ret].attrs,
        _ => &[],
    }
}
