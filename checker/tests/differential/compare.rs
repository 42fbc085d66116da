//! All answers of the engines against those of the oracle, for one program.

use crate::explicit::{Report, explore};
use crate::model::{Loc, Val};
use crate::replay::{Failure, replay};
use checker::bp::{ProcId, Program, StmtId, StmtKind};
use checker::flow::ControlPoint;
use checker::trace::{Trace, TraceEvent, TraceLine};
use checker::{BddConfig, Config, Engine, Goal, Invariant, Query, Session, VariableOrder, Verdict};
use std::collections::BTreeSet;

/// What was compared, to see that the comparison is worth something.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    pub(crate) reachable: usize,
    pub(crate) unreachable: usize,
    pub(crate) replayed: usize,
    pub(crate) not_replayed: usize,
}

/// An answer that differs. The kind keeps the shrinker from turning one difference into another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    pub(crate) kind: &'static str,
    pub(crate) what: String,
}

/// Makes the errors of a question differences of one kind.
fn of_kind(kind: &'static str, config: &str) -> impl Fn(String) -> Difference {
    move |what| Difference {
        kind,
        what: format!("{config}: {kind}: {what}"),
    }
}

/// How much is asked about each program.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Depth {
    /// Reachability from every engine with all optimisations and with one way of going without; traces and invariants
    /// from one of these. Which ones depends on this number.
    Quick(usize),
    /// Everything under every configuration.
    Full,
}

impl Depth {
    fn configs(self) -> Vec<(String, Config)> {
        let variant = |i: usize| match self {
            Depth::Quick(n) => i == 0 || i == 1 + n % (VARIANTS - 1),
            Depth::Full => true,
        };
        let of_engine = |&engine: &Engine| {
            let numbered = variants(engine).into_iter().enumerate();
            numbered
                .filter(|(i, _)| variant(*i))
                .map(|(_, config)| config)
                .collect::<Vec<_>>()
        };
        Engine::ALL.iter().flat_map(of_engine).collect()
    }

    fn asks_traces(self, i: usize, of: usize) -> bool {
        matches!(self, Depth::Full) || matches!(self, Depth::Quick(n) if n / VARIANTS % of == i)
    }

    fn asks_invariants(self, i: usize, of: usize) -> bool {
        self.asks_traces((i + of / 2) % of, of)
    }
}

const VARIANTS: usize = 6;

/// An engine with all optimisations and with each switched off, with tables so small that garbage is collected.
fn variants(engine: Engine) -> [(String, Config); VARIANTS] {
    let bdd = BddConfig {
        nodes: 1 << 18,
        cache: 1 << 10,
        ..BddConfig::default()
    };
    let base = Config {
        engine,
        bdd,
        invariant_terms: 100_000,
        memoryless_from_slots: Some(0),
        ..Config::default()
    };
    let variable_order = VariableOrder::Declaration;
    let plain = Config {
        live_ranges: false,
        mod_ref: false,
        memoryless_from_slots: None,
        trace_lines: 3,
        ..base.clone()
    };
    [
        ("all optimisations", base.clone()),
        (
            "no live ranges",
            Config {
                live_ranges: false,
                ..base.clone()
            },
        ),
        (
            "no mod/ref",
            Config {
                mod_ref: false,
                ..base.clone()
            },
        ),
        (
            "declaration order",
            Config {
                variable_order,
                ..base.clone()
            },
        ),
        (
            "steps in parts",
            Config {
                bdd: BddConfig {
                    max_cluster_nodes: 1,
                    ..bdd
                },
                ..base
            },
        ),
        ("no optimisations, few lines", plain),
    ]
    .map(|(name, config)| (format!("{engine:?}, {name}"), config))
}

/// Compares all answers about a program; an error says which one differs.
pub(crate) fn compare(
    program: &Program,
    entries: &[String],
    depth: Depth,
    count: &mut Count,
) -> Result<(), Difference> {
    let ids: Vec<_> = entries
        .iter()
        .filter_map(|name| program.find_proc(name))
        .collect();
    let refused = |refusal| of_kind("oracle", "all")(format!("{refusal:?}"));
    let report = explore(program, &ids).map_err(refused)?;
    let configs = depth.configs();
    for (i, (name, config)) in configs.iter().enumerate() {
        let trace = depth.asks_traces(i, configs.len());
        let config = Config {
            trace,
            ..config.clone()
        };
        let comparison = Comparison {
            program,
            report: &report,
            entries,
            config,
        };
        let answer = comparison
            .reachability(count)
            .map_err(of_kind("reachability", name))?;
        comparison
            .unreachable(&answer.unreachable)
            .map_err(of_kind("unreachable", name))?;
        if i == 0 {
            comparison
                .one_by_one()
                .map_err(of_kind("reachability alone", name))?;
        }
        if trace {
            comparison
                .traces(&answer, count)
                .map_err(of_kind("trace", name))?;
        }
        if depth.asks_invariants(i, configs.len()) {
            comparison
                .invariants()
                .map_err(of_kind("invariant", name))?;
        }
    }
    Ok(())
}

struct Comparison<'c, 'p> {
    program: &'p Program,
    report: &'c Report<'p>,
    entries: &'c [String],
    config: Config,
}

impl Comparison<'_, '_> {
    fn text_of(&self, proc: ProcId, label: checker::bp::Symbol) -> String {
        let proc = self.program.text(self.program.proc(proc).name.symbol);
        format!("{proc}:{}", self.program.text(label))
    }

    fn asserts(&self) -> impl Iterator<Item = StmtId> {
        let stmts = (0..self.program.stmts.len() as u32).map(StmtId);
        stmts.filter(|&s| matches!(self.program.stmt(s).kind, StmtKind::Assert(_)))
    }

    /// All labels and the assertions, with the length of a shortest trace.
    fn goals(&self) -> Vec<(Goal, Option<u32>)> {
        let label = |(p, l)| (Goal::Label(self.text_of(p, l)), self.report.label(p, l));
        let failure = self.asserts().filter_map(|s| self.report.failure(s)).min();
        self.report
            .labels()
            .map(label)
            .chain([(Goal::Assertions, failure)])
            .collect()
    }

    fn ask(&self, query: &Query, config: &Config) -> Result<checker::Report, String> {
        let session = Session::new(self.program, self.entries, config);
        session
            .and_then(|session| session.check(query))
            .map_err(|e| format!("{e:?}"))
    }

    fn reachability(&self, count: &mut Count) -> Result<checker::Report, String> {
        let goals = self.goals();
        let query = Query {
            goals: goals.iter().map(|(goal, _)| goal.clone()).collect(),
            invariants: Vec::new(),
            unreachable: true,
        };
        let answer = self.ask(&query, &self.config)?;
        for ((goal, expected), found) in goals.iter().zip(&answer.goals) {
            if expected.is_some() != matches!(found, Verdict::Reachable(_)) {
                return Err(format!(
                    "{goal:?}: the oracle says {expected:?}, the engine {found:?}"
                ));
            }
            match expected {
                Some(_) => count.reachable += 1,
                None => count.unreachable += 1,
            }
        }
        Ok(answer)
    }

    /// Goals of which nothing else is asked, where procedures may do without memory.
    fn one_by_one(&self) -> Result<(), String> {
        let config = Config {
            trace: false,
            ..self.config.clone()
        };
        for (goal, expected) in self.goals() {
            let query = Query {
                goals: vec![goal.clone()],
                ..Query::default()
            };
            let answer = self.ask(&query, &config)?;
            if expected.is_some() != matches!(answer.goals[0], Verdict::Reachable(_)) {
                return Err(format!(
                    "{goal:?}: the oracle says {expected:?}, the engine alone {:?}",
                    answer.goals[0]
                ));
            }
        }
        Ok(())
    }

    /// Traces have the right length and can be replayed.
    fn traces(&self, answer: &checker::Report, count: &mut Count) -> Result<(), String> {
        for ((goal, expected), found) in self.goals().iter().zip(&answer.goals) {
            let (Some(expected), Verdict::Reachable(trace)) = (expected, found) else {
                continue;
            };
            let Some(trace) = trace else {
                return Err(format!("{goal:?}: no trace"));
            };
            if *expected as usize != trace.length {
                return Err(format!(
                    "{goal:?}: {expected} steps are enough, not {}",
                    trace.length
                ));
            }
            if !self.ends_at(trace, goal) {
                return Err(format!("{goal:?}: the trace ends elsewhere"));
            }
            match replay(self.report, trace) {
                Ok(()) => count.replayed += 1,
                Err(Failure::TooMany) => count.not_replayed += 1,
                Err(Failure::Invalid(what)) => {
                    return Err(format!("{goal:?}: {what}\n{}", self.text(trace)));
                }
            }
        }
        Ok(())
    }

    /// A trace to be read by people.
    fn text(&self, trace: &Trace) -> String {
        let line = |(i, line): (usize, &TraceLine)| {
            let value = |&(x, v): &(_, bool)| format!("{}={}", self.program.text(x), u8::from(v));
            let values: Vec<_> = line.values.iter().map(value).collect();
            let indent = 2 * line.depth;
            format!(
                "{i:3} {:indent$}{:?} {}\n",
                "",
                line.event,
                values.join(" ")
            )
        };
        trace.lines.iter().enumerate().map(line).collect()
    }

    fn ends_at(&self, trace: &Trace, goal: &Goal) -> bool {
        let Some(line) = trace.lines.last() else {
            return false;
        };
        match (goal, line.event) {
            (Goal::Assertions, TraceEvent::Failed(_)) => true,
            (Goal::Label(wanted), TraceEvent::Reached(stmt)) => {
                let labels = self.program.stmt(stmt).labels.iter();
                labels
                    .map(|l| self.text_of(line.proc, l.symbol))
                    .any(|label| label == *wanted)
            }
            _ => false,
        }
    }

    fn unreachable(&self, sites: &[checker::Site]) -> Result<(), String> {
        for proc in self.program.proc_ids() {
            let model = self.report.model.proc(proc);
            let mut places: Vec<(ControlPoint, bool)> = Vec::new();
            let reached = |loc: Loc| self.report.location(proc, loc).is_some();
            for (&stmt, &loc) in &model.stmts {
                places.push((ControlPoint::Before(stmt), reached(loc)));
                let arms = model
                    .arms
                    .get(&stmt)
                    .into_iter()
                    .flatten()
                    .enumerate()
                    .skip(1);
                places.extend(
                    arms.map(|(i, &arm)| (ControlPoint::Arm(stmt, i as u32), reached(arm))),
                );
                if let StmtKind::Assert(_) = self.program.stmt(stmt).kind {
                    places.push((
                        ControlPoint::Failed(stmt),
                        self.report.failure(stmt).is_some(),
                    ));
                }
            }
            places.push((ControlPoint::Exit, reached(model.exit)));
            for (place, reached) in places {
                if reached
                    == sites
                        .iter()
                        .any(|site| site.proc == proc && site.place == place)
                {
                    return Err(format!("{place:?} of {proc:?}: reachable is {reached}"));
                }
            }
        }
        Ok(())
    }

    /// The valuations at every label.
    fn invariants(&self) -> Result<(), String> {
        let labels: Vec<_> = self.report.labels().collect();
        let query = Query {
            invariants: labels.iter().map(|&(p, l)| self.text_of(p, l)).collect(),
            ..Query::default()
        };
        let answer = self.ask(&query, &self.config)?;
        if answer.invariants.len() != labels.len() {
            return Err(format!(
                "{} invariants for {} labels",
                answer.invariants.len(),
                labels.len()
            ));
        }
        for (&(proc, label), invariant) in labels.iter().zip(&answer.invariants) {
            let loc = self.report.model.proc(proc).labels[&label];
            self.invariant(proc, loc, invariant)
                .map_err(|what| format!("{}: {what}", invariant.label))?;
        }
        Ok(())
    }

    fn invariant(&self, proc: ProcId, loc: Loc, found: &Invariant) -> Result<(), String> {
        let vars = &self.report.model.proc(proc).vars;
        let visible = vars.values().fold(0, |mask, var| mask | 1 << var);
        let expected: BTreeSet<Val> = self
            .report
            .valuations(proc, loc)
            .into_iter()
            .map(|val| val & visible)
            .collect();
        let holds = |val: Val| {
            let literal = |&(x, value): &(_, bool)| (val >> vars[&x] & 1 != 0) == value;
            found.terms.iter().any(|term| term.iter().all(literal))
        };
        let all = 0..1 << self.report.model.proc(proc).bits;
        let found: BTreeSet<Val> = all
            .filter(|&val| val & !visible == 0 && holds(val))
            .collect();
        match found == expected {
            true => Ok(()),
            false => Err(format!(
                "the oracle finds {expected:?}, the engine {found:?}"
            )),
        }
    }
}
