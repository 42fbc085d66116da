//! A proof as a set of invariants.
//!
//! The claims that the proof makes of the heads of loops, as far as they can be said there in C: of variables that have
//! a name at the loop's keyword, and the same values in the program as it was written as in the slice that was proved.

use std::cell::RefCell;

use frontend::ir::{Cfg, ExprId, FuncId, LocId, Program, VarId};
use frontend::source::{Sources, Span};
use rustc_hash::FxHashMap;
use semantics::claims::{Contract, Set};

use super::c_text;
use super::constructs::{Constructs, Loop};
use super::diagram::{self, Literal};
use super::format::{Content, Entry, Invariant, InvariantKind, Location};
use crate::check::{Check, Faithful};

/// The entry of a proof. A proof without claims, or none that can be said, leaves all the work to the validator.
pub(super) fn entry(check: &Check, sources: &Sources) -> Entry {
    let mut invariants = Vec::new();
    if let Some(certificate) = &check.certificate {
        let teller = Teller {
            program: &check.made.program,
            constructs: Constructs::new(sources),
            faithful: check.faithful(),
            variables: RefCell::default(),
        };
        for (&func, contract) in &certificate.claims.functions {
            if !check.own.is_hidden(func) {
                invariants.extend(teller.function(func, contract));
            }
        }
    }
    invariants.sort_by(|a: &Invariant, b| (&a.at, &a.value).cmp(&(&b.at, &b.value)));
    invariants.dedup();
    Entry {
        content: Content::Invariants(invariants),
        remark: None,
    }
}

struct Teller<'a> {
    program: &'a Program,
    constructs: Constructs<'a>,
    faithful: Faithful<'a>,
    /// Whether variables are what they are in the user's program, as far as that was asked.
    variables: RefCell<FxHashMap<VarId, bool>>,
}

impl Teller<'_> {
    /// The invariants of a function's loops.
    fn function(&self, func: FuncId, contract: &Contract) -> Vec<Invariant> {
        let Some(cfg) = &self.program.funcs[func].body else {
            return Vec::new();
        };
        if !self.faithful.is_entered(func) {
            return Vec::new();
        }
        let claims = contract.at.iter();
        claims
            .filter_map(|(&loc, &set)| self.invariant(func, cfg, contract, loc, set))
            .collect()
    }

    fn invariant(
        &self,
        func: FuncId,
        cfg: &Cfg,
        contract: &Contract,
        loc: LocId,
        set: Set,
    ) -> Option<Invariant> {
        let found = self.loop_at(cfg, loc)?;
        let (file, place) = self.constructs.place(found.keyword)?;
        let mut sayable = |c: ExprId| self.text((c, true), found.keyword).is_some();
        let clauses = diagram::clauses(contract, set, &mut sayable)?;
        let clauses = clauses.iter();
        let said: Option<Vec<String>> = clauses.map(|c| self.clause(c, found.keyword)).collect();
        let said = said.filter(|said| !said.is_empty())?;
        let value = match &said[..] {
            [one] => one.clone(),
            many => {
                let each: Vec<String> = many.iter().map(|c| format!("({c})")).collect();
                each.join(" && ")
            }
        };
        Some(Invariant {
            kind: InvariantKind::Loop,
            at: Location {
                file: file.to_owned(),
                line: place.line,
                column: Some(place.column),
                function: self.program.funcs[func].name.to_string(),
            },
            value,
        })
    }

    /// The loop whose condition is about to be evaluated at a location.
    fn loop_at(&self, cfg: &Cfg, loc: LocId) -> Option<Loop> {
        if !cfg.loc(loc).loop_head {
            return None;
        }
        let next = cfg.outgoing(loc).into_iter();
        let spans: Vec<Span> = next.map(|e| cfg.edge(e).span).collect();
        self.constructs
            .loop_of(&spans)
            .filter(|_| !spans.is_empty())
    }

    fn clause(&self, clause: &[Literal], at: Span) -> Option<String> {
        let texts = clause.iter().map(|&literal| self.text(literal, at));
        match &texts.collect::<Option<Vec<String>>>()?[..] {
            [] => Some("0".into()),
            texts => Some(texts.join(" || ")),
        }
    }

    fn text(&self, (condition, holds): Literal, at: Span) -> Option<String> {
        let names = self.constructs.names(at)?;
        let name = |var: VarId| {
            let known = self.is_faithful(var);
            let name = known.then(|| names.name(self.program, var, at))?;
            name.map(str::to_owned)
        };
        c_text::condition(self.program, condition, holds, &name)
    }

    fn is_faithful(&self, var: VarId) -> bool {
        let mut known = self.variables.borrow_mut();
        let volatile = self.program.vars[var].quals.is_volatile;
        let asked = || !volatile && self.faithful.is_variable(var);
        *known.entry(var).or_insert_with(asked)
    }
}
