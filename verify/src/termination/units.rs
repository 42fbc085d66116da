//! What executions without an end could consist of: the loops that can be reached, and the functions that call each other.

use analysis::callgraph::CallGraph;
use analysis::termination::{Loop, loops};
use analysis::{Analyses, analyse};
use frontend::property::Checked;
use ir::{AssumptionKind, Callee, FuncId, LedgerEntry, Program, Stmt};
use source::Span;
use std::collections::BTreeSet;

pub(super) enum Cycle {
    Loop(Loop),
    Recursion(Vec<FuncId>),
}

pub(super) struct Unit {
    pub(super) cycle: Cycle,
    pub(super) ends: bool,
}

pub(super) struct Units {
    pub(super) all: Vec<Unit>,
    /// Why there may be others.
    pub(super) unclear: Option<String>,
    analyses: Analyses,
}

impl Units {
    pub(super) fn of(program: &Program) -> Self {
        let analyses = analyse(program, Default::default());
        let calls = &analyses.calls;
        let mut cycles = Vec::new();
        let mut unclear = not_followed(program);
        for component in &calls.components {
            let Some(&first) = component.first() else {
                continue;
            };
            for &func in component {
                let Some(cfg) = &program.funcs[func].body else {
                    continue;
                };
                let found = loops(func, cfg);
                if found.irreducible.is_some() {
                    let name = &program.funcs[func].name;
                    unclear = Some(format!("in {name}, jumps lead into the middle of a loop"));
                }
                // Inner loops come first: they are smaller.
                let mut found = found.loops;
                found.sort_by_key(|it| it.body.len());
                cycles.extend(found.into_iter().map(Cycle::Loop));
            }
            if calls.is_recursive(first) {
                if calls_through_pointers(program, calls, component) {
                    let name = &program.funcs[first].name;
                    unclear = Some(format!("{name} may call itself through a pointer"));
                }
                cycles.push(Cycle::Recursion(component.clone()));
            }
        }
        let escaped = not_reached(program, calls);
        for &func in &escaped {
            if let Some(cfg) = &program.funcs[func].body {
                let found = loops(func, cfg);
                let jumps = found.irreducible.is_some();
                if jumps || calls_among(program, func, &escaped) {
                    let name = &program.funcs[func].name;
                    unclear = Some(format!("{name} may be called by code outside"));
                }
                cycles.extend(found.loops.into_iter().map(Cycle::Loop));
            }
        }
        let unit = |cycle| Unit { cycle, ends: false };
        Units {
            all: cycles.into_iter().map(unit).collect(),
            unclear,
            analyses,
        }
    }

    /// Leaves out what is taken to end.
    pub(super) fn grant(&mut self, functions: &BTreeSet<FuncId>) {
        self.all.retain(|unit| match &unit.cycle {
            Cycle::Loop(it) => !functions.contains(&it.func),
            Cycle::Recursion(all) => !all.iter().all(|func| functions.contains(func)),
        });
    }

    /// Whether a function may be called by itself, or by who knows whom.
    pub(super) fn may_be_active_twice(&self, func: FuncId) -> bool {
        self.analyses.calls.is_recursive(func) || !self.analyses.calls.outside.is_empty()
    }
}

/// What the control flow of the program does not show.
fn not_followed(program: &Program) -> Option<String> {
    let jumps = |kind| matches!(kind, AssumptionKind::NonLocalJump);
    let entry = program.ledger.entries.iter().find(|e| jumps(e.kind))?;
    Some(format!(
        "{}: where it jumps to is not followed",
        entry.construct
    ))
}

/// Functions that no call of the program reaches, if code outside may call any of them.
fn not_reached(program: &Program, calls: &CallGraph) -> Vec<FuncId> {
    let defined = program.defined().map(|(func, _, _)| func);
    let left: Vec<FuncId> = defined.filter(|&f| !calls.contains(f)).collect();
    match left.iter().any(|&f| program.funcs[f].address_taken) {
        true => left,
        false => Vec::new(),
    }
}

/// Whether a function calls one of these, or who knows whom.
fn calls_among(program: &Program, func: FuncId, those: &[FuncId]) -> bool {
    let Some(cfg) = &program.funcs[func].body else {
        return false;
    };
    cfg.edges().any(|e| match cfg.edge(e).stmt {
        Stmt::Call {
            callee: Callee::Direct(callee),
            ..
        } => those.contains(&callee),
        Stmt::Call { .. } => true,
        _ => false,
    })
}

/// What is taken for granted of functions without a body that are called anywhere.
pub(super) fn calls_that_return(program: &Program) -> Vec<LedgerEntry> {
    let mut found: Vec<LedgerEntry> = Vec::new();
    for (_, _, cfg) in program.defined() {
        for edge in cfg.edges() {
            let Stmt::Call {
                callee: Callee::Direct(callee),
                ..
            } = cfg.edge(edge).stmt
            else {
                continue;
            };
            let callee = &program.funcs[callee];
            let known = found.iter().any(|entry| entry.construct == callee.name);
            if callee.body.is_none() && callee.special.is_none() && !callee.noreturn && !known {
                found.push(LedgerEntry {
                    span: Span::NONE,
                    kind: AssumptionKind::NoBody,
                    construct: callee.name.clone(),
                    assumption: "returns".into(),
                });
            }
        }
    }
    found
}

/// Whether a function of a recursion calls another one of it through a pointer.
fn calls_through_pointers(program: &Program, calls: &CallGraph, component: &[FuncId]) -> bool {
    component.iter().any(|&func| {
        let sites = calls.sites_of(func).into_iter();
        let mut inside = sites.filter(|site| component.contains(&site.func));
        inside.any(|site| {
            let body = program.funcs[site.func].body.as_ref();
            body.is_none_or(|cfg| {
                !matches!(
                    cfg.edge(site.edge).stmt,
                    Stmt::Call {
                        callee: Callee::Direct(_),
                        ..
                    }
                )
            })
        })
    })
}

impl Unit {
    /// For people.
    pub(super) fn name(&self, checked: &Checked) -> String {
        let program = &checked.compiled.program;
        match &self.cycle {
            Cycle::Loop(it) => match line(checked, it.span) {
                Some(at) => format!("the loop at {at}"),
                None => format!("a loop in {}", program.funcs[it.func].name),
            },
            Cycle::Recursion(functions) => {
                let names = functions.iter().map(|&f| &*program.funcs[f].name);
                format!(
                    "the recursion of {}",
                    names.collect::<Vec<_>>().join(" and ")
                )
            }
        }
    }
}

fn line(checked: &Checked, span: Span) -> Option<String> {
    let at = checked.compiled.sources.locate(span)?;
    Some(format!("{}:{}", at.file, at.line))
}
