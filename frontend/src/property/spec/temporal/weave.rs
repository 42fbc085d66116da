//! What has become of formulas in the program that they are woven into.

use super::super::weave::Weaver;
use super::super::{Kind, Spec};
use super::monitor::{Monitor, To};
use super::{LIVE, MARK, Role, SAFE, name};
use crate::property;
use ir::{Callee, ExprKind, FuncId, PlaceKind, Program, Special, Stmt, Term, VarId};
use source::Diagnostic;
use source::entity::EntityId;
use std::collections::BTreeSet;

/// Whether executions begin or end in a function, at such an event of it.
pub(in super::super) fn is_edge(program: &Program, func: FuncId, role: Role, kind: Kind) -> bool {
    match (role, kind) {
        (Role::End, Kind::Call) => program.funcs[func].special == Some(Special::Exit),
        _ => program.entry == Some(func),
    }
}

/// Whether two handlers are for steps of one formula.
pub(in super::super) fn same_step(a: Option<(usize, Role)>, b: Option<(usize, Role)>) -> bool {
    match (a, b) {
        (Some((a, first)), Some((b, second))) => a == b && first.is_edge() == second.is_edge(),
        _ => false,
    }
}

impl Spec {
    /// Whether nothing is asked but formulas.
    pub(in super::super) fn has_only_formulas(&self) -> bool {
        self.messages.len() == 2 * self.formulas.len()
    }
}

impl Weaver<'_, '_, '_> {
    /// The formulas as they are in the program.
    pub(in super::super) fn formulas(&mut self, first_var: usize) -> Vec<property::Formula> {
        let spec = self.spec;
        let mut found = Vec::new();
        for (number, formula) in spec.formulas.iter().enumerate() {
            self.check_conditions(number, first_var);
            let happens = self.happening(number);
            let applicable = formula.monitor.may_be_violated(&happens);
            let first_func = self.first_func;
            let span = self.parsed.formulas[number];
            let program = self.ext.program();
            let var = |what: &str| {
                let name = name(number, what);
                let mut all = program.vars.iter();
                all.find(|(_, var)| *var.name == *name).map(|(id, _)| id)
            };
            let (Some(state), mark) = (var(&format!("{LIVE}state")), var(MARK)) else {
                continue;
            };
            let own: Vec<FuncId> = program.funcs.ids().skip(first_func).collect();
            let with_name = |wanted: &dyn Fn(&str) -> bool| -> Vec<FuncId> {
                let own = own.iter().copied();
                own.filter(|&f| wanted(&program.funcs[f].name)).collect()
            };
            let [safe, live] = [SAFE, LIVE].map(|part| name(number, part));
            let violations = formula.messages.map(|n| format!("violation${n}"));
            let bodies = own.iter().copied();
            let bodies = bodies.filter(|&f| program.funcs[f].body.is_some());
            found.push(property::Formula {
                text: formula.text.clone(),
                span,
                state,
                mark,
                first: formula.monitor.first,
                always: formula.monitor.always,
                safe: with_name(&|name| name.starts_with(&safe)),
                live: with_name(&|name| name.starts_with(&live)),
                violations: with_name(&|name| violations.iter().any(|v| v == name)),
                specification: bodies.collect(),
                applicable,
                unclear: unclear(program),
            });
        }
        found
    }

    /// Which events of a formula happen, the last one standing for all others of the specification.
    fn happening(&self, formula: usize) -> Vec<bool> {
        let monitor = &self.spec.formulas[formula].monitor;
        let mut happens = vec![false; monitor.points.len() + 1];
        let mut named = 0;
        for (h, handler) in self.spec.handlers.iter().enumerate() {
            let Some((of, role)) = handler.role.filter(|role| role.0 == formula) else {
                continue;
            };
            debug_assert_eq!(of, formula);
            let functions = 0..handler.functions.len();
            let is_live = functions
                .filter_map(|n| self.places.get(&(h, n)))
                .any(|&places| places > 0);
            match role {
                Role::Named => {
                    happens[named] = is_live;
                    named += 1;
                }
                Role::Other => happens[monitor.points.len()] |= is_live,
                Role::Begin | Role::End => {}
            }
        }
        happens
    }

    /// Conditions speak of the state of the specification, and change nothing.
    fn check_conditions(&mut self, formula: usize, first_var: usize) {
        for n in 0..self.spec.formulas[formula].monitor.conditions.len() {
            let wanted = name(formula, &format!("c{n}"));
            let program = self.ext.program();
            let mut own = program.funcs.ids().skip(self.first_func);
            let func = own.find(|&f| *program.funcs[f].name == *wanted);
            let Some(func) = func else { continue };
            let span = self.parsed.conditions[formula][n];
            if let Some(problem) = problem(program, func, first_var, self.first_func) {
                let hint = "a handler can copy what is the program's into the state; `==` compares";
                self.ext
                    .message(Diagnostic::error(span, problem).with_hint(hint));
            }
        }
    }
}

/// What is wrong with a condition.
fn problem(program: &Program, func: FuncId, first_var: usize, first_func: usize) -> Option<String> {
    let mut seen = BTreeSet::new();
    let mut work = vec![func];
    while let Some(func) = work.pop() {
        if !seen.insert(func) || func.index() < first_func {
            continue;
        }
        let cfg = program.funcs[func].body.as_ref()?;
        for edge in cfg.edges() {
            let stmt = &cfg.edge(edge).stmt;
            if let Stmt::Call {
                callee: Callee::Direct(callee),
                ..
            } = stmt
            {
                work.push(*callee);
            }
            let is_static = |var: VarId| program.vars[var].kind.is_static();
            if let Some(var) = stmt
                .written()
                .and_then(|place| program.terms.place_var(place))
                && is_static(var)
            {
                let name = &program.vars[var].name;
                return Some(format!(
                    "a condition changes nothing, and this one sets '{name}'"
                ));
            }
            let exprs = stmt.exprs().into_iter().map(Term::Expr);
            for part in exprs.flat_map(|root| program.terms.parts(root)) {
                if let Some(name) = foreign(program, part, first_var) {
                    return Some(format!(
                        "a condition is about the state of the specification, and {name} is the program's"
                    ));
                }
            }
        }
    }
    None
}

/// What belongs to the program, if a term is of that kind.
fn foreign(program: &Program, part: Term, first_var: usize) -> Option<String> {
    match part {
        Term::Place(place) => match program.terms.place(place).kind {
            PlaceKind::Var(var) => {
                let variable = &program.vars[var];
                let is_own = var.index() >= first_var || !variable.kind.is_static();
                (!is_own).then(|| format!("'{}'", variable.name))
            }
            PlaceKind::Deref(_) => Some("what a pointer points to".into()),
            _ => None,
        },
        Term::Expr(e) => match program.terms.expr(e).kind {
            ExprKind::FuncAddr(_) => Some("a function's address".into()),
            _ => None,
        },
    }
}

/// Why it is not known where executions end.
fn unclear(program: &Program) -> Option<String> {
    let entry = program.entry?;
    let name = &program.funcs[entry].name;
    if !program.constructors.is_empty() || !program.destructors.is_empty() {
        return Some("constructors and destructors run before and after what is checked".into());
    }
    for (_, _, cfg) in program.defined() {
        for edge in cfg.edges() {
            let Stmt::Call {
                callee: Callee::Direct(callee),
                ..
            } = cfg.edge(edge).stmt
            else {
                continue;
            };
            let called = &*program.funcs[callee].name;
            if callee == entry {
                return Some(format!("{name}, where execution starts, is called again"));
            }
            if matches!(
                called,
                "atexit" | "on_exit" | "at_quick_exit" | "__cxa_atexit"
            ) {
                return Some(format!("{called} lets functions run after the end"));
            }
        }
    }
    let is_given = program.funcs[entry].address_taken;
    is_given.then(|| format!("{name}, where execution starts, may be called again"))
}

impl Monitor {
    /// Whether an execution with these events only could violate the formula.
    fn may_be_violated(&self, happens: &[bool]) -> bool {
        let (other, named) = match happens.split_last() {
            Some((other, named)) => (*other, named),
            None => (false, happens),
        };
        let speaks_of_state = !self.conditions.is_empty() && (other || named.contains(&true));
        let speaks_of_events = !named.is_empty() || !self.conditions.is_empty();
        let is_about_nothing = speaks_of_events && !named.contains(&true) && !speaks_of_state;
        if is_about_nothing {
            return false;
        }
        let machine = &self.live;
        let mut reached = BTreeSet::from([machine.initial]);
        let mut work = vec![machine.initial];
        while let Some(state) = work.pop() {
            let is_in = |places: &[(usize, super::monitor::Condition)]| {
                places.iter().any(|(of, _)| *of == state)
            };
            if state >= self.first || is_in(&self.ends) || is_in(&machine.silent) {
                return true;
            }
            let steps = machine
                .steps
                .iter()
                .zip(happens)
                .filter(|(_, happens)| **happens);
            let ways = steps.flat_map(|(steps, _)| steps);
            for way in ways.filter(|step| step.0 == state).flat_map(|step| &step.1) {
                match way.to {
                    To::Violation => return true,
                    To::State(next) if reached.insert(next) => work.push(next),
                    To::State(_) => {}
                }
            }
        }
        false
    }
}
