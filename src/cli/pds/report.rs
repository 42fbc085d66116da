//! What is told about pushdown systems.

use std::fmt::Write;

use checker::pds::{
    Best, Configuration, LtlVerdict, Measure, PAutomaton, PushdownSystem, Reachability, RuleId,
    Run, SymbolicSet, name, state_label,
};
use serde_json::{Value, json};

/// Of a deep stack only the top is shown in text.
const SHOWN_SYMBOLS: usize = 12;

/// One rule on each line.
pub(super) fn system(system: &PushdownSystem) -> String {
    let mut out = String::new();
    for id in system.rule_ids() {
        let _ = writeln!(out, "{}", rule(system, id));
    }
    out
}

fn rule(system: &PushdownSystem, id: RuleId) -> String {
    let rule = system.rule(id);
    let mut out = system.show_rule(id).to_string();
    if let Some(label) = &rule.label {
        let _ = write!(out, " \"{label}\"");
    }
    if rule.weight != 0 {
        let _ = write!(out, "  # weight {}", rule.weight);
    }
    out
}

pub(super) fn configuration(system: &PushdownSystem, at: &Configuration) -> String {
    let mut out = format!("{} <", name(system.control_name(at.control)));
    for (number, &symbol) in at.stack.iter().rev().take(SHOWN_SYMBOLS).enumerate() {
        let blank = if number == 0 { "" } else { " " };
        let _ = write!(out, "{blank}{}", name(system.symbol_name(symbol)));
    }
    if at.stack.len() > SHOWN_SYMBOLS {
        let _ = write!(out, " … {} more", at.stack.len() - SHOWN_SYMBOLS);
    }
    out.push('>');
    out
}

fn configuration_json(system: &PushdownSystem, at: &Configuration) -> Value {
    let stack = at
        .stack
        .iter()
        .rev()
        .map(|&symbol| system.symbol_name(symbol));
    json!({
        "state": system.control_name(at.control),
        "stack": stack.collect::<Vec<_>>(),
    })
}

/// How good a run is.
fn best(measure: Measure, best: Best) -> String {
    match (measure, best) {
        (Measure::FewestRules, Best::Value(1)) => "in 1 step".to_owned(),
        (Measure::FewestRules, Best::Value(value)) => format!("in {value} steps"),
        (Measure::LeastWeight, Best::Value(value)) => format!("with least weight {value}"),
        (Measure::GreatestWeight, Best::Value(value)) => format!("with greatest weight {value}"),
        (_, Best::AtMost(1)) => "in at most 1 step".to_owned(),
        (_, Best::AtMost(value)) => format!("in at most {value} steps"),
        (Measure::LeastWeight, Best::Unbounded) => {
            "with weights that have no least; a shortest run".to_owned()
        }
        (_, Best::Unbounded) => "with weights that have no greatest; a shortest run".to_owned(),
        (_, Best::TooLarge) => {
            "with a number of steps or a weight that is too large to be told".to_owned()
        }
    }
}

/// The answer to whether a set can be reached.
pub(super) fn reachability(
    system: &PushdownSystem,
    answer: &Reachability,
    measure: Measure,
) -> String {
    let Reachability::Reachable { best: value, run } = answer else {
        return "unreachable\n".to_owned();
    };
    let mut out = format!("reachable {}", best(measure, *value));
    match run {
        Some(run) => {
            out.push_str(":\n");
            out.push_str(&steps(system, &run.start, &run.rules).0);
        }
        None => out.push('\n'),
    }
    out
}

/// A line for each configuration, with the rule that leads away from it; and the last configuration.
pub(super) fn steps(
    system: &PushdownSystem,
    start: &Configuration,
    rules: &[RuleId],
) -> (String, Configuration) {
    let mut out = String::new();
    let mut at = start.clone();
    for &id in rules {
        let shown = configuration(system, &at);
        let _ = writeln!(out, "  {shown:<30}  {}", rule(system, id));
        at.step(system.rule(id));
    }
    let _ = writeln!(out, "  {}", configuration(system, &at));
    (out, at)
}

pub(super) fn reachability_json(
    system: &PushdownSystem,
    answer: &Reachability,
    measure: Measure,
) -> Value {
    let Reachability::Reachable { best, run } = answer else {
        return json!({"verdict": "unreachable"});
    };
    let value = match best {
        Best::Value(value) => {
            i64::try_from(*value).map_or_else(|_| json!(value.to_string()), |value| json!(value))
        }
        Best::AtMost(value) => json!({"at-most": i64::try_from(*value).unwrap_or(i64::MAX)}),
        Best::Unbounded => json!("unbounded"),
        Best::TooLarge => Value::Null,
    };
    let measure = match measure {
        Measure::FewestRules => "fewest-rules",
        Measure::LeastWeight => "least-weight",
        Measure::GreatestWeight => "greatest-weight",
    };
    let run = run.as_ref().map(|run| run_json(system, run));
    json!({"verdict": "reachable", "measure": measure, "value": value, "run": run})
}

fn run_json(system: &PushdownSystem, run: &Run) -> Value {
    let end = run.end(system).map(|end| configuration_json(system, &end));
    json!({
        "start": configuration_json(system, &run.start),
        "rules": rules_json(system, &run.rules),
        "end": end,
    })
}

fn rules_json(system: &PushdownSystem, rules: &[RuleId]) -> Value {
    let shown = rules.iter().map(|&id| system.show_rule(id).to_string());
    json!(shown.collect::<Vec<_>>())
}

/// A set of configurations of a system with variables: the transitions of its automaton, with conditions.
pub(super) fn symbolic_set(set: &SymbolicSet, as_json: bool) -> String {
    if as_json {
        let transitions = set.transitions.iter().map(
            |t| json!({ "from": t.from, "symbol": t.symbol, "to": t.to, "condition": t.condition }),
        );
        let transitions: Vec<Value> = transitions.collect();
        return format!(
            "{}\n",
            json!({"verdict": "set", "transitions": transitions})
        );
    }
    let mut out = String::new();
    for transition in &set.transitions {
        let from = name(&transition.from);
        let _ = match (&transition.symbol, &transition.to) {
            (Some(symbol), Some(to)) => write!(out, "{from} -- {} --> {}", name(symbol), name(to)),
            _ => write!(out, "{from} accepts"),
        };
        let _ = match transition.condition.as_str() {
            "true" => writeln!(out),
            condition => writeln!(out, "  [{condition}]"),
        };
    }
    out
}

/// A set of configurations: the transitions of its automaton.
pub(super) fn automaton(system: &PushdownSystem, set: &PAutomaton) -> String {
    let mut out = String::new();
    let label = |state| name(&state_label(set, system, state)).to_string();
    for state in set.states() {
        if set.is_accepting(state) {
            let _ = writeln!(out, "{} accepts", label(state));
        }
        for &(symbol, to) in set.edges(state) {
            let symbol = name(system.symbol_name(symbol));
            let _ = writeln!(out, "{} -- {symbol} --> {}", label(state), label(to));
        }
    }
    if set.is_empty() {
        out.push_str("# no configuration is in this set\n");
    }
    out
}

/// The answer to whether all runs satisfy a formula.
pub(super) fn temporal(system: &PushdownSystem, formula: &str, verdict: &LtlVerdict) -> String {
    let LtlVerdict::Violated(lasso) = verdict else {
        return format!("holds: {formula}\n");
    };
    let mut out = format!("violated: {formula}\n");
    let Some(lasso) = lasso else {
        out.push_str("the run is too long to be written down\n");
        return out;
    };
    let (stem, at) = steps(system, &lasso.start, &lasso.stem);
    out.push_str(&stem);
    if lasso.cycle.is_empty() {
        out.push_str("and there the run ends\n");
        return out;
    }
    let (cycle, end) = steps(system, &at, &lasso.cycle);
    let growth = end.stack.len() - at.stack.len().min(end.stack.len());
    let grows = match growth {
        0 => String::new(),
        1 => "; each time round, the stack has one more symbol".to_owned(),
        more => format!("; each time round, the stack has {more} more symbols"),
    };
    let _ = writeln!(out, "and from there this for ever{grows}:");
    out.push_str(&cycle);
    out
}

/// The answer where no configuration of a set violates a formula.
pub(super) fn none_violates(set: &str, formula: &str, reachable: bool, as_json: bool) -> String {
    if as_json {
        return format!(
            "{}\n",
            json!({"verdict": "none", "formula": formula, "set": set})
        );
    }
    match reachable {
        true => format!("none of {set} can be reached and violates: {formula}\n"),
        false => format!("none of {set} violates: {formula}\n"),
    }
}

pub(super) fn temporal_json(system: &PushdownSystem, formula: &str, verdict: &LtlVerdict) -> Value {
    let LtlVerdict::Violated(lasso) = verdict else {
        return json!({"verdict": "holds", "formula": formula});
    };
    let lasso = lasso.as_ref().map(|lasso| {
        json!({
            "start": configuration_json(system, &lasso.start),
            "stem": rules_json(system, &lasso.stem),
            "cycle": rules_json(system, &lasso.cycle),
        })
    });
    json!({"verdict": "violated", "formula": formula, "run": lasso})
}
