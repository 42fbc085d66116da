//! Formulas of linear temporal logic in specifications: two questions for each, one of safety and one of termination.
//!
//! The front end has woven a machine in that steps at events. Whether it comes to a state that violates the formula
//! whatever follows, or an execution ends in one that must not be the last, is a question of safety like that of any
//! `abort`. Whether an execution stays for ever in states that count is one of termination, in which only some turns of loops
//! count ([`Counting`]): measures have to fall on these, and a state that comes back must be one of them.
//!
//! Invariant: an answer about all formulas is put together from answers about each, a proof from proofs of all.

use std::collections::BTreeSet;

use analysis::passes::termination::Counting;
use frontend::property::{Checked, Formula};
use ir::{AssumptionKind, Callee, FuncId, LedgerEntry, Program, Special, Stmt};
use source::Span;

use crate::termination::{Sought, check_some};
use crate::{Config, Observer, Outcome, Session, SyntheticCode, Verdict};

/// Answers, with the program that the answer is about.
pub fn check(checked: &Checked, config: Config, observer: &mut dyn Observer) -> (Checked, Outcome) {
    let mut proof: Option<(Checked, Outcome)> = None;
    let mut open: Option<(Checked, Outcome)> = None;
    for formula in &checked.formulas {
        if !formula.applicable {
            continue;
        }
        let alone = only(checked, formula, proof.is_none());
        for answer in answers(&alone, formula, config, observer) {
            match answer.1.verdict {
                Verdict::Bug(_) => return answer,
                Verdict::Unknown(_) => open = open.or(Some(answer)),
                Verdict::Proved => add(&mut proof, answer),
            }
        }
    }
    let answer = open.or(proof);
    answer.unwrap_or_else(|| (checked.clone(), Session::new(checked, config).run(observer)))
}

/// What is found out of one formula; nothing after a bug.
fn answers(
    checked: &Checked,
    formula: &Formula,
    config: Config,
    observer: &mut dyn Observer,
) -> Vec<(Checked, Outcome)> {
    if let Some(why) = &formula.unclear {
        let session = Session::new(checked, config);
        let verdict = Verdict::Unknown(format!("{}: {why}", formula.text));
        return vec![(checked.clone(), Outcome { verdict, session })];
    }
    let safety = Session::new(checked, config).run(observer);
    if matches!(safety.verdict, Verdict::Bug(_)) {
        return vec![(checked.clone(), safety)];
    }
    let mut found = vec![(checked.clone(), safety)];
    if let Some((checked, sought)) = liveness(checked, formula) {
        let (checked, mut outcome) = check_some(&checked, config, &sought, observer);
        for remark in &mut outcome.session.remarks {
            *remark = format!("while {} is open, {remark}", formula.text);
        }
        found.push((checked, outcome));
    }
    found
}

/// The question whether one formula holds, and with it, once, all that is no formula.
fn only(checked: &Checked, formula: &Formula, with_others: bool) -> Checked {
    let mut checked = checked.clone();
    let program = &mut checked.compiled.program;
    let others = checked.formulas.iter().filter(|f| f.state != formula.state);
    for func in others.flat_map(|other| &other.machine) {
        let is_void = program.types.is_void(program.return_type(*func));
        if let Some(cfg) = program.funcs[*func].body.as_mut().filter(|_| is_void) {
            *cfg = nothing();
        }
    }
    let all = &checked.formulas;
    let of_formulas = |func: &FuncId| all.iter().any(|f| f.violations.contains(func));
    checked
        .violations
        .retain(|func, _| formula.violations.contains(func) || (with_others && !of_formulas(func)));
    checked
}

/// The body of a function that does nothing.
fn nothing() -> ir::Cfg {
    let mut cfg = ir::Cfg::new();
    let edge = ir::Edge {
        stmt: Stmt::Return { value: None },
        span: Span::NONE,
        kind: ir::EdgeKind::Implicit,
    };
    cfg.add_edge(cfg.entry, cfg.exit, edge);
    cfg
}

/// What is left to ask about executions without an end: nothing, if no state of the machine counts.
fn liveness(checked: &Checked, formula: &Formula) -> Option<(Checked, Sought)> {
    let mut checked = checked.clone();
    let violation = checked.violations.values().next();
    let rule = violation.map_or_else(String::new, |violation| violation.rule.clone());
    // What is violated for certain is an end, and the answer to another question.
    for func in checked.violations.keys().chain(&formula.violations) {
        checked.compiled.program.funcs[*func].special = Some(Special::Abort);
    }
    checked.violations.clear();
    let synthetic = SyntheticCode::new(&checked);
    let mut granted: BTreeSet<FuncId> = formula.specification.iter().copied().collect();
    let program = &mut checked.compiled.program;
    if program.environment.is_some() {
        let own = program.funcs.ids().filter(|&f| synthetic.is_environment(f));
        granted.extend(own);
        program.ledger.entries.push(LedgerEntry {
            span: Span::NONE,
            kind: AssumptionKind::Environment,
            construct: "the calls from outside".into(),
            assumption: "come to an end: the module is removed at some time".into(),
        });
    }
    note_broken_off(program);
    let counting = Counting {
        state: formula.state,
        mark: formula.mark,
        first: formula.first as i64,
        always: formula.always as i64,
    };
    let sought = Sought {
        rule,
        means: format!(": {} does not hold", formula.text),
        counting: Some(counting),
        granted,
    };
    Some((checked, sought))
}

/// Executions that are broken off are no ends.
fn note_broken_off(program: &mut Program) {
    let mut names: Vec<String> = Vec::new();
    for (_, _, cfg) in program.defined() {
        for edge in cfg.edges() {
            if let Stmt::Call {
                callee: Callee::Direct(callee),
                ..
            } = cfg.edge(edge).stmt
            {
                let callee = &program.funcs[callee];
                let breaks_off =
                    matches!(callee.special, Some(Special::AssertFail | Special::Abort));
                let is_own = callee.name.contains('$');
                if breaks_off && !is_own && !names.contains(&callee.name.to_string()) {
                    names.push(callee.name.to_string());
                }
            }
        }
    }
    for name in names {
        program.ledger.entries.push(LedgerEntry {
            span: Span::NONE,
            kind: AssumptionKind::Approximation,
            construct: name.into(),
            assumption: "breaks an execution off: that is taken for no end, and not looked at"
                .into(),
        });
    }
}

/// Puts proofs together: what they rest on, and what they say.
fn add(proof: &mut Option<(Checked, Outcome)>, (checked, outcome): (Checked, Outcome)) {
    let Some((_, whole)) = proof else {
        *proof = Some((checked, outcome));
        return;
    };
    let entries = &mut whole.session.prepared.program.ledger.entries;
    for entry in &outcome.session.prepared.program.ledger.entries {
        if !entries.contains(entry) {
            entries.push(entry.clone());
        }
    }
    whole.session.remarks.extend(outcome.session.remarks);
    let iterations = outcome.session.statistics.iterations;
    whole.session.statistics.iterations.extend(iterations);
}
