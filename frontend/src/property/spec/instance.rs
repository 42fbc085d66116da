//! Handlers with parameters: a function of the program for each list of argument types.
//!
//! `$2` has the type that the second argument has where the event is, so a handler is lowered again
//! for other types; calls with equal types share one function.

use super::{END, Handler, Kind};
use crate::lower::Extension;
use crate::syntax::ast::FunctionId;
use ir::types::TypeId;
use ir::{ExprId, FuncId};
use rustc_hash::FxHashMap;

/// The handlers of a specification as functions of the program.
pub(super) struct Instances<'s> {
    handlers: &'s [Handler],
    /// The definition of each handler; absent if it has a syntax error.
    definitions: Vec<Option<FunctionId>>,
    known: FxHashMap<(usize, Vec<TypeId>), FuncId>,
    /// Which handlers have an instance.
    used: Vec<bool>,
}

impl<'s> Instances<'s> {
    pub(super) fn new(handlers: &'s [Handler], ext: &Extension<'_, '_>) -> Self {
        let named = |n| ext.definition(&format!("handler${n}"));
        let definitions = (0..handlers.len()).map(named);
        Self {
            handlers,
            definitions: definitions.collect(),
            known: FxHashMap::default(),
            used: vec![false; handlers.len()],
        }
    }

    /// The function that does what a handler does for values such as these: those of its
    /// arguments in order, then that of `$return`.
    pub(super) fn get(
        &mut self,
        ext: &mut Extension<'_, '_>,
        handler: usize,
        values: &[ExprId],
    ) -> Option<FuncId> {
        let program = ext.program();
        let types: Vec<TypeId> = values.iter().map(|&v| program.type_of(v)).collect();
        let definition = self.definitions[handler]?;
        let key = (handler, types);
        if let Some(&func) = self.known.get(&key) {
            return Some(func);
        }
        let this = &self.handlers[handler];
        let names = this.parameter_names();
        let params: Vec<(&str, TypeId)> = names
            .iter()
            .map(String::as_str)
            .zip(key.1.iter().copied())
            .collect();
        let name = this.title();
        let func = ext.instance(definition, &name, &params);
        self.known.insert(key, func);
        self.used[handler] = true;
        Some(func)
    }

    /// Makes handlers that no event needs, so that their errors are found. The type of
    /// `$1` is not known then.
    pub(super) fn check_unused(&mut self, ext: &mut Extension<'_, '_>) {
        for n in 0..self.handlers.len() {
            let handler = &self.handlers[n];
            if !self.used[n] && handler.arguments.is_empty() && handler.result.is_none() {
                self.get(ext, n, &[]);
            }
        }
    }
}

impl Handler {
    fn parameter_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.arguments.iter().map(|a| format!("${}", a.0)).collect();
        if self.result.is_some() {
            names.push("$return".into());
        }
        names
    }

    /// As in the text, shortened.
    pub(super) fn title(&self) -> String {
        if self.end.is_some() {
            return END.into();
        }
        let kind = self.kind.name();
        match &self.functions[..] {
            [(only, _)] => format!("{only}.{kind}"),
            [(first, _), ..] => format!("[{first}, ...].{kind}"),
            [] => kind.into(),
        }
    }

    /// Whether it runs where the function is called.
    pub(super) fn at_call_site(&self) -> bool {
        matches!(self.kind, Kind::Call | Kind::Return)
    }
}
