//! A proof as a set of invariants.
//!
//! The claims that the proof makes of the heads of loops, as far as they can be said there in C: of variables that have
//! a name at the loop's keyword, and the same values in the program as it was written as in the slice that was proved.

use std::cell::RefCell;

use ir::{BinaryOp, ExprId, ExprKind, FuncId, Program, VarId};
use rustc_hash::FxHashMap;
use semantics::claims::{Contract, Set};
use source::{Sources, Span};

use super::c_text;
use super::clauses::{self, Literal};
use super::constructs::{Constructs, first};
use super::format::{Content, Entry, Invariant, InvariantKind, Location};
use verify::{Session, SliceFidelity};

/// The entry of a proof. A proof without claims, or none that can be said, leaves all the work to the validator.
pub(super) fn entry(check: &Session, sources: &Sources) -> Entry {
    let mut invariants = Vec::new();
    if let Some(certificate) = &check.certificate {
        let teller = Teller {
            program: &check.prepared.program,
            constructs: Constructs::new(sources),
            faithful: check.slice_fidelity(),
            variables: RefCell::default(),
        };
        for (&func, contract) in &certificate.claims.functions {
            if !check.synthetic.is_hidden(func) {
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
    faithful: SliceFidelity<'a>,
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
        let loops = claims.flat_map(|(&loc, &set)| {
            let loops = cfg.loc(loc).loops.iter();
            loops.map(move |&span| (first(span), set))
        });
        loops
            .filter_map(|(keyword, set)| self.invariant(func, contract, keyword, set))
            .collect()
    }

    fn invariant(
        &self,
        func: FuncId,
        contract: &Contract,
        keyword: Span,
        set: Set,
    ) -> Option<Invariant> {
        let (file, place) = self.constructs.place(keyword)?;
        let mut sayable = |c: ExprId| self.text((c, true), keyword).is_some();
        let clauses = clauses::clauses(contract, set, &mut sayable, &|c| self.is_trivial(c));
        let clauses = clauses.ok()?;
        let clauses = clauses.iter();
        let said: Option<Vec<String>> = clauses.map(|c| self.clause(c, keyword)).collect();
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

    /// Whether a clause says nothing, as far as that is easily seen.
    fn is_trivial(&self, clause: &[Literal]) -> bool {
        let unequal: Vec<(ExprId, u128)> = clause.iter().filter_map(|&l| self.unequal(l)).collect();
        let twice = |&(what, number): &(ExprId, u128)| {
            let other = |&(w, n): &(ExprId, u128)| w == what && n != number;
            unequal.iter().any(other)
        };
        unequal.iter().any(twice) || clause.iter().any(|&l| self.is_natural(l))
    }

    /// What a literal says to be different from a number.
    fn unequal(&self, (condition, holds): Literal) -> Option<(ExprId, u128)> {
        let terms = &self.program.terms;
        match terms.expr(condition).kind {
            ExprKind::Binary(BinaryOp::Ne, a, b) if holds => Some((a, terms.int_value(b)?)),
            ExprKind::Binary(BinaryOp::Eq, a, b) if !holds => Some((a, terms.int_value(b)?)),
            _ => None,
        }
    }

    /// Whether it only says that a number without a sign is not negative.
    fn is_natural(&self, (condition, holds): Literal) -> bool {
        let (terms, types) = (&self.program.terms, &self.program.types);
        let ExprKind::Binary(op, a, b) = terms.expr(condition).kind else {
            return false;
        };
        let kind = types.bits_kind(terms.type_of(a));
        let no_sign = kind.is_some_and(|kind| !kind.is_signed());
        let said = matches!((op, holds), (BinaryOp::Ge, true) | (BinaryOp::Lt, false));
        no_sign && said && terms.int_value(b) == Some(0)
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
