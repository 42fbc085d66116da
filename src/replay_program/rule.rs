//! The rule as C: its state, its functions and its handlers, taken from the C that the front end has made of the
//! specification.
//!
//! Every unit that has events gets a copy. State is one for all of them, because weak symbols of one name are one.

use std::collections::BTreeSet;
use std::ops::Range;

use frontend::property::Checked;
use frontend::syntax::{ast, parse_after};
use source::{Interner, Sources, Symbol, UnitId, UnitKind};

use super::edits::{Edits, Renamed, TokenKind, tokens};
use super::files::in_quotes;

const WEAK: &str = "__attribute__((weak))";
const GUARD: &str = "if ((void *)(";
const GUARD_END: &str = ") == $watched) {";

#[derive(Debug, Default)]
pub(super) struct Rule {
    unit: Option<UnitId>,
    text: String,
    /// State, types and functions of its own: where they stand, and whether they are state.
    items: Vec<(Range<usize>, bool)>,
    /// The bodies of handlers, by number.
    handlers: Vec<Range<usize>>,
    /// What it declares.
    declared: BTreeSet<String>,
    /// The violations by the number in the text.
    violations: Vec<(String, usize)>,
}

/// Reads the rule. `types` are the names of types that the program has.
pub(super) fn read(checked: &Checked, names: &mut Interner, types: &[Symbol]) -> Rule {
    let sources = &checked.compiled.sources;
    let Some((id, unit)) = sources
        .units()
        .find(|(_, unit)| unit.kind() == UnitKind::Property)
    else {
        return Rule::default();
    };
    let Ok(text) = std::str::from_utf8(unit.text()) else {
        return Rule::default();
    };
    let mut rule = Rule {
        unit: Some(id),
        text: text.to_owned(),
        handlers: vec![0..0; checked.hooks.handlers.len()],
        ..Rule::default()
    };
    let program = &checked.compiled.program;
    let violations = checked.violations.keys().enumerate();
    rule.violations = violations
        .map(|(n, &func)| (program.funcs[func].name.to_string(), n))
        .collect();
    let parsed = parse_after(sources, id, names, types).ast;
    rule.declared = declared(&parsed, names);
    rule.cut();
    rule
}

/// The names that a specification makes.
fn declared(ast: &ast::Ast, names: &Interner) -> BTreeSet<String> {
    let declarators = ast.items.iter().flat_map(|item| match item {
        ast::Item::Declaration(id) => {
            let declared = ast.declarations[*id].declarators.iter();
            declared.map(|d| d.name).collect()
        }
        ast::Item::Function(id) => vec![ast.functions[*id].declarator.name],
        _ => Vec::new(),
    });
    let enumerators = ast
        .enums
        .values()
        .flat_map(|e| e.enumerators.iter().flatten());
    let tags = ast.records.values().filter(|r| r.members.is_some());
    let tags = tags.filter_map(|r| r.tag);
    let enums = ast.enums.values().filter(|e| e.enumerators.is_some());
    let all = declarators
        .chain(enumerators.map(|e| e.name))
        .chain(tags)
        .chain(enums.filter_map(|e| e.tag));
    let all = all.map(|name| names.name(name).to_owned());
    all.filter(|name| !name.contains('$')).collect()
}

impl Rule {
    /// Finds the items.
    fn cut(&mut self) {
        let text = self.text.clone();
        let all = tokens(text.as_bytes());
        let word = |n: usize| all.get(n).map_or("", |(_, range)| &text[range.clone()]);
        let mut first = 0;
        while first < all.len() {
            let (last, is_function) = item_end(&all, first);
            let range = all[first].1.start..all[last].1.end;
            let name = (first..=last).map(word).find(|word| word.contains('$'));
            match name {
                Some(name) if is_function && name.starts_with("handler$") => {
                    let open = (first..=last).find(|&n| word(n) == "{").unwrap_or(first);
                    let number = name["handler$".len()..].parse::<usize>().ok();
                    if let Some(to) = number.and_then(|n| self.handlers.get_mut(n)) {
                        *to = all[open].1.start..range.end;
                    }
                }
                // The declarations of the prelude are the replay program's own.
                Some(_) if !is_function => {}
                _ => {
                    let assigned = (first..=last).any(|n| word(n) == "=");
                    let prototype = !assigned && last > first && word(last - 1) == ")";
                    let state = !is_function && !prototype && word(first) == "static";
                    self.items.push((range, state));
                }
            }
            first = last + 1;
        }
    }

    /// Whether it makes a name.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.declared.contains(name)
    }

    pub(super) fn exists(&self) -> bool {
        self.unit.is_some()
    }

    /// Whether it reads the watched address elsewhere than in the guards of handlers.
    pub(super) fn reads_watched(&self) -> bool {
        let handlers = self.handlers.iter().cloned();
        let mut parts = handlers.chain(self.items.iter().map(|(range, _)| range.clone()));
        parts.any(|range| {
            let text = &self.text[range];
            text.matches("$watched").count() > text.matches(GUARD_END).count()
        })
    }

    /// State, types and functions, for a unit in which functions have other names.
    pub(super) fn common(&self, sources: &Sources, uses: &Renamed) -> String {
        let mut out = String::new();
        for (range, state) in &self.items {
            out += &self.marker(sources, range.start);
            let text = self.spelled(range.clone(), uses);
            out += &match state {
                true => text.replacen("static", WEAK, 1),
                false => text,
            };
            out += "\n";
        }
        out
    }

    /// The handler with that number: a head, and behind it what it does.
    pub(super) fn handler(
        &self,
        sources: &Sources,
        uses: &Renamed,
        number: usize,
        head: &str,
    ) -> String {
        let range = self.handlers[number].clone();
        let marker = self.marker(sources, range.start);
        let text = self.spelled(range, uses);
        format!("{marker}{head} {text}\n")
    }

    fn marker(&self, sources: &Sources, at: usize) -> String {
        let span = self.unit.map(|unit| {
            let at = at as u32;
            sources.unit(unit).span(at, at)
        });
        let at = span.and_then(|span| sources.locate(span));
        at.map_or(String::new(), |at| {
            format!("# {} \"{}\"\n", at.line, in_quotes(at.file))
        })
    }

    /// A piece of the text with the replay program's names.
    fn spelled(&self, range: Range<usize>, uses: &Renamed) -> String {
        let text = &self.text[range];
        let mut edits = Edits::default();
        if let Some(end) = text.find(GUARD_END)
            && let Some(start) = text.find(GUARD).filter(|&start| start < end && start <= 4)
        {
            edits.replace(start..start + GUARD.len(), "if (cegar_watches((void *)(");
            edits.replace(end..end + GUARD_END.len(), "))) {");
        }
        let all = tokens(text.as_bytes());
        let mut members = BTreeSet::new();
        for (n, (kind, range)) in all.iter().enumerate() {
            let is = |n: Option<usize>, p: u8| {
                n.and_then(|n| all.get(n))
                    .is_some_and(|w| w.0 == TokenKind::Punct(p))
            };
            let arrow = is(n.checked_sub(1), b'>') && is(n.checked_sub(2), b'-');
            if *kind == TokenKind::Name && (is(n.checked_sub(1), b'.') || arrow) {
                members.insert(range.start);
            }
            let number = self.violations.iter().find(|v| v.0 == text[range.clone()]);
            if let Some((_, number)) = number {
                let end = all.get(n + 2).map_or(range.end, |word| word.1.end);
                edits.replace(range.start..end, format!("cegar_violated({number})"));
            }
        }
        let renamed = |name: &str, at: usize| match name {
            "$return" => Some("cegar_returned".into()),
            "$watched" => Some("cegar_watched".into()),
            "halt$" => Some("cegar_halted".into()),
            _ if name.starts_with('$') => Some(format!("argument_{}", &name[1..])),
            _ if self.declared.contains(name) && !members.contains(&at) => {
                Some(format!("rule_{name}"))
            }
            _ => uses.get(name).cloned(),
        };
        let out = edits.apply(text.as_bytes(), &renamed);
        String::from_utf8_lossy(&out).into_owned()
    }
}

/// The last word of an item, and whether it is the definition of a function.
fn item_end(all: &[(TokenKind, Range<usize>)], first: usize) -> (usize, bool) {
    let mut depth = 0usize;
    let mut body = false;
    for (n, (kind, _)) in all.iter().enumerate().skip(first) {
        match kind {
            TokenKind::Punct(b'{') => {
                body |= depth == 0 && n > first && all[n - 1].0 == TokenKind::Punct(b')');
                depth += 1;
            }
            TokenKind::Punct(b'(' | b'[') => depth += 1,
            TokenKind::Punct(b')' | b']') => depth = depth.saturating_sub(1),
            TokenKind::Punct(b'}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 && body {
                    return (n, true);
                }
            }
            TokenKind::Punct(b';') if depth == 0 => return (n, false),
            _ => {}
        }
    }
    (all.len() - 1, false)
}
