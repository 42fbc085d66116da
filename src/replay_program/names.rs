//! What functions are called in the replay program.

use std::collections::BTreeSet;

use ir::{Callee, FuncId, Function, Stmt};
use source::Symbol;

use super::Maker;
use super::edits::{Renamed, TokenKind, tokens};

/// Names that `replay.c` uses.
const NAMES_OF_RUNTIME: &str =
    "main exit _exit fflush fprintf calloc realloc free mmap freopen getenv sigaction";

/// The storage class of the replay program's version of a function: one that other files know by another name is not
/// static.
pub(super) fn storage(function: &Function) -> &'static str {
    match function.internal && function.other_names.is_empty() {
        true => "static ",
        false => "",
    }
}

/// The prefixes with which names of the replay program begin.
const REPLAY_PROGRAM_PREFIXES: [&str; 2] = ["cegar_", "replay_"];

impl Maker<'_> {
    /// What a name of the user's is here: another if it could be one of the replay program.
    pub(super) fn own_name(&self, name: &str) -> String {
        self.theirs.get(name).map_or(name, String::as_str).into()
    }

    /// Finds the names of the user's that could be the replay program's, and others for them.
    pub(super) fn tell_names_apart(&mut self) {
        let mut all = BTreeSet::new();
        for unit in &self.units {
            let text = self.checked.compiled.sources.unit(unit.id).text();
            let names = tokens(text)
                .into_iter()
                .filter(|word| word.0 == TokenKind::Name);
            let names = names.filter_map(|(_, range)| std::str::from_utf8(&text[range]).ok());
            all.extend(names.map(str::to_owned));
        }
        let free = |prefix: &String| !all.iter().any(|name| name.starts_with(prefix));
        let mut prefixes = (0u64..).map(|n| match n {
            0 => "their_".into(),
            n => format!("their{n}_"),
        });
        let prefix = prefixes.find(free).unwrap_or_default();
        let theirs = all.iter().filter(|name| self.could_be_ours(name));
        let theirs = theirs.map(|name| (name.clone(), format!("{prefix}{name}")));
        self.theirs = theirs.collect();
        for unit in &mut self.units {
            unit.uses.extend(self.theirs.clone());
        }
    }

    fn could_be_ours(&self, name: &str) -> bool {
        let is_model = |rest: &str| {
            let funcs = self.check.whole.funcs.iter();
            let mut models = funcs.filter(|(func, _)| self.check.synthetic.is_model(*func));
            models.any(|(_, function)| &*function.name == rest)
        };
        if REPLAY_PROGRAM_PREFIXES
            .iter()
            .any(|prefix| name.starts_with(prefix))
        {
            return true;
        }
        match name.split_once('_') {
            Some(("user", rest)) => NAMES_OF_RUNTIME.split(' ').any(|taken| taken == rest),
            Some(("rule", rest)) => self.rule.declares(rest) || rest.starts_with("handler_"),
            Some(("model", rest)) => is_model(rest),
            Some(("argument", rest)) => rest.bytes().all(|b| b.is_ascii_digit()),
            _ => false,
        }
    }

    /// What a function is called where it is defined.
    pub(super) fn definition_name(&self, func: FuncId) -> String {
        let function = &self.check.whole.funcs[func];
        let name = &*function.name;
        match () {
            () if self.check.synthetic.is_model(func) => format!("model_{name}"),
            () if function.body.is_some()
                && NAMES_OF_RUNTIME.split(' ').any(|taken| taken == name) =>
            {
                format!("user_{name}")
            }
            () => self.own_name(name),
        }
    }

    /// Finds out what functions are called.
    pub(super) fn name_functions(&mut self) {
        let program = &self.check.whole;
        let outside = self.versions.outside();
        for (func, function) in program.funcs.iter() {
            let name = function.name.to_string();
            if name.contains(['$', ' ']) || self.check.synthetic.is_handler(func) {
                continue;
            }
            let own = self.definition_name(func);
            if self.check.synthetic.is_model(func) && !self.versions.takes_model(func) {
                continue;
            }
            if function.body.is_some() {
                let symbol = self.names.intern(&name);
                self.name_definition(func, symbol, &own);
            }
            let used = match self.versions.does(func) {
                Some(_) if function.body.is_some() || outside.contains(&func) => {
                    format!("replay_{name}")
                }
                _ => own,
            };
            if used != name {
                self.name_uses(func, &name, &used);
                let others = self.check.whole.funcs[func].other_names.clone();
                for other in others {
                    self.name_uses(func, &other, &used);
                }
                self.keep_linked_names(func, &used);
            }
        }
    }

    /// Declarations that say by a label or an attribute what a name is linked to stay as they are; behind them, the
    /// function that is called in its place is declared.
    fn keep_linked_names(&mut self, func: FuncId, used: &str) {
        let function = &self.check.whole.funcs[func];
        let storage = storage(function);
        let names = std::iter::once(&function.name).chain(&function.other_names);
        let names: Vec<Symbol> = names.map(|name| self.names.intern(name)).collect();
        let linking: Vec<Symbol> = ["alias", "ifunc", "weakref"]
            .iter()
            .map(|word| self.names.intern(word))
            .collect();
        for unit in &mut self.units {
            for declaration in unit.ast.declarations.values() {
                for declarator in &declaration.declarators {
                    let mut attrs = declaration.specs.attrs.iter().chain(&declarator.attrs);
                    let linked = declarator.asm_label.is_some()
                        || attrs.any(|attr| linking.contains(&attr.name));
                    let name = self.names.name(declarator.name);
                    if !linked || !names.contains(&declarator.name) || !unit.uses.contains_key(name)
                    {
                        continue;
                    }
                    let at = unit.range(declarator.name_span).start;
                    unit.definitions.insert(at, name.to_owned());
                    let end = unit.range(declaration.span).end;
                    let declared = format!(" {storage}__typeof__({name}) {used};");
                    unit.edits.insert(end, declared);
                }
            }
        }
    }

    fn name_definition(&mut self, func: FuncId, symbol: Symbol, own: &str) {
        let span = self.check.whole.funcs[func].span;
        if let Some(n) = self.unit_of(span)
            && let Some(id) = self.units[n].definition(symbol, span)
        {
            let unit = &mut self.units[n];
            let at = unit
                .range(unit.ast.functions[id].declarator.name_span)
                .start;
            unit.definitions.insert(at, own.to_owned());
        }
    }

    fn name_uses(&mut self, func: FuncId, name: &str, used: &str) {
        let program = &self.check.whole;
        let internal = program.funcs[func].internal && &*program.funcs[func].name == name;
        let own_unit = self.unit_of(program.funcs[func].span);
        for n in 0..self.units.len() {
            let hidden = program
                .funcs
                .values()
                .any(|f| f.internal && &*f.name == name && self.unit_of(f.span) == Some(n));
            let here = match internal {
                true => own_unit == Some(n),
                false => !hidden,
            };
            if here {
                let uses = &mut self.units[n].uses;
                uses.insert(name.to_owned(), used.to_owned());
                uses.insert(format!("__builtin_{name}"), used.to_owned());
            }
        }
    }

    /// What a function calls that the rule takes for a whole is no event: there, others are called.
    pub(super) fn name_inside_wholes(&mut self) {
        let program = &self.check.whole;
        let opaque = self.checked.hooks.opaque.iter();
        for (&caller, handlers) in opaque.filter(|(_, handlers)| !handlers.is_empty()) {
            let function = &program.funcs[caller];
            let (Some(cfg), Some(n)) = (&function.body, self.unit_of(function.span)) else {
                continue;
            };
            let symbol = self.names.intern(&function.name);
            let Some(id) = self.units[n].definition(symbol, function.span) else {
                continue;
            };
            let known = self.blind.iter().position(|list| list == handlers);
            let list = known.unwrap_or(self.blind.len());
            if known.is_none() {
                self.blind.push(handlers.clone());
            }
            let range = self.units[n].range(self.units[n].ast.functions[id].span);
            let mut names = Renamed::new();
            for edge in cfg.edges() {
                if let Stmt::Call {
                    callee: Callee::Direct(func),
                    ..
                } = cfg.edge(edge).stmt
                    && self.versions.is_hooked(func)
                {
                    let called = &program.funcs[func];
                    let name = format!("cegar_unseen_{list}_{}", called.name);
                    let storage = storage(called);
                    let declared = format!("{storage}__typeof__(replay_{}) {name}; ", called.name);
                    if names.insert(called.name.to_string(), name).is_none() {
                        self.units[n].edits.insert(range.start, declared);
                        self.called_blindly.insert((func, list));
                    }
                }
            }
            self.units[n].inside.push((range, names));
        }
    }
}
