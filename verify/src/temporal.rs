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
    let others = without_formulas(checked);
    if !others.violations.is_empty() {
        let outcome = Session::new(&others, config).run(observer);
        match outcome.verdict {
            Verdict::Bug(_) => return (others, outcome),
            Verdict::Unknown(_) => open = Some((others, outcome)),
            Verdict::Proved => proof = Some((others, outcome)),
        }
    }
    for formula in checked.formulas.iter().filter(|f| f.applicable) {
        for answer in answers(checked, formula, config, observer) {
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
    let certain = with_one(checked, &formula.safe, formula);
    let outcome = Session::new(&certain, config).run(observer);
    let is_bug = matches!(outcome.verdict, Verdict::Bug(_));
    let mut found = vec![(certain, outcome)];
    if is_bug {
        return found;
    }
    let (endless, sought) = liveness(checked, formula);
    let (endless, mut outcome) = check_some(&endless, config, &sought, observer);
    for remark in &mut outcome.session.remarks {
        *remark = format!("while {} is open, {remark}", formula.text);
    }
    found.push((endless, outcome));
    found
}

/// The question about all that is no formula. Machines end executions that are no matter to them, so none runs here.
fn without_formulas(checked: &Checked) -> Checked {
    let mut checked = with_machine(checked, &[]);
    let all = &checked.formulas;
    let of_formulas = |func: &FuncId| all.iter().any(|f| f.violations.contains(func));
    checked.violations.retain(|func, _| !of_formulas(func));
    checked
}

/// The question whether a formula is violated for certain, by one of its machines.
fn with_one(checked: &Checked, machine: &[FuncId], formula: &Formula) -> Checked {
    let mut checked = with_machine(checked, machine);
    checked
        .violations
        .retain(|func, _| formula.violations.contains(func));
    checked
}

/// The program in which no other machine of a formula does anything.
fn with_machine(checked: &Checked, machine: &[FuncId]) -> Checked {
    let mut checked = checked.clone();
    let program = &mut checked.compiled.program;
    let all = checked.formulas.iter();
    for func in all.flat_map(|formula| formula.live.iter().chain(&formula.safe)) {
        if let Some(cfg) = program.funcs[*func].body.as_mut()
            && !machine.contains(func)
        {
            *cfg = nothing();
        }
    }
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

/// What is left to ask: whether there is an execution without an end that violates a formula.
fn liveness(checked: &Checked, formula: &Formula) -> (Checked, Sought) {
    let mut checked = with_machine(checked, &formula.live);
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
    (checked, sought)
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
