//! Properties of the kind "this is never reached": calls, labels, assertions.

use super::graft;
use super::{Event, Violation, Woven};
use ir::types::FunctionType;
use ir::{Callee, Cfg, Edge, EdgeKind, FuncId, Function, LocId, Program, Special, Stmt};
use source::Span;

/// What must not be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A call of the function.
    Call(String),
    /// The label, in any function.
    Label(String),
}

/// Two names of one function: SV-COMP changed it in 2020, and programs have the one or the other.
const ERRORS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// Failing assertions and error functions are the violations.
pub(super) fn assertions(program: &mut Program, rule: &str) -> Woven {
    let mut woven = Woven::default();
    for (id, func) in program.funcs.iter() {
        let message = match func.special {
            Some(Special::Error) => format!("{} is called", func.name),
            Some(Special::AssertFail) => "an assertion fails".into(),
            _ => continue,
        };
        woven.add(program, id, format!("{}.call", func.name), message, rule);
    }
    woven.applicable = woven.events.iter().any(|event| event.places > 0);
    woven
}

/// Calls of the named functions and arrivals at the named labels are the violations.
pub(super) fn weave(program: &mut Program, targets: &[Target], rule: &str) -> Woven {
    let mut woven = Woven::default();
    for target in targets {
        match target {
            Target::Call(name) => {
                for func in functions(program, name) {
                    program.funcs[func].special = Some(Special::Error);
                    let called = program.funcs[func].name.clone();
                    let message = format!("{called} is called");
                    woven.add(program, func, format!("{called}.call"), message, rule);
                }
            }
            Target::Label(label) => forbid_label(program, label, rule, &mut woven),
        }
    }
    // A program without the call never makes it: that is an answer, not a misunderstanding.
    woven.applicable = true;
    woven
}

impl Woven {
    fn add(&mut self, program: &Program, func: FuncId, event: String, message: String, rule: &str) {
        let called = |edge: &Edge| matches!(edge.stmt, Stmt::Call { callee: Callee::Direct(f), .. } if f == func);
        let places = program
            .defined()
            .map(|(_, _, cfg)| cfg.edges().filter(|&e| called(cfg.edge(e))).count())
            .sum();
        self.events.push(Event {
            name: event,
            span: Span::NONE,
            places,
            is_end: false,
        });
        let rule = rule.into();
        self.violations.insert(func, Violation { rule, message });
    }
}

/// The functions of a name, or of the other name of the error function.
fn functions(program: &Program, name: &str) -> Vec<FuncId> {
    let named = |name: &str| -> Vec<FuncId> {
        let all = program.funcs.iter().filter(|(_, f)| f.is_called(name));
        all.map(|(id, _)| id).collect()
    };
    let found = named(name);
    if found.is_empty() && ERRORS.contains(&name) {
        return ERRORS.iter().flat_map(|other| named(other)).collect();
    }
    found
}

fn forbid_label(program: &mut Program, label: &str, rule: &str, woven: &mut Woven) {
    let stands = |cfg: &Cfg| -> Vec<LocId> {
        let here = |l: &LocId| cfg.loc(*l).labels.iter().any(|name| &**name == label);
        cfg.locs().filter(here).collect()
    };
    let found: Vec<(FuncId, Vec<LocId>)> = program
        .defined()
        .map(|(id, _, cfg)| (id, stands(cfg)))
        .filter(|(_, locs)| !locs.is_empty())
        .take(if mutants::is("labels-count-in-the-first-function-only") {
            1
        } else {
            usize::MAX
        })
        .collect();
    if found.is_empty() {
        return;
    }
    let error = error_function(program, format!("label {label}"), false);
    for (func, locs) in found {
        let Some(old) = program.funcs[func].body.take() else {
            continue;
        };
        let call = |loc: LocId| {
            let span = old.outgoing(loc).first().map(|&e| old.edge(e).span);
            let span = span.unwrap_or(program.funcs[func].end);
            let stmt = Stmt::Call {
                result: None,
                callee: Callee::Direct(error),
                args: Vec::new(),
            };
            let kind = EdgeKind::Implicit;
            (loc, Edge { stmt, span, kind })
        };
        let stops: Vec<(LocId, Edge)> = locs.into_iter().map(call).collect();
        let cfg = graft::rebuild(&old, &stops, |path, edge| path.edge(old.edge(edge).clone()));
        program.funcs[func].body = Some(cfg);
    }
    let message = format!("label {label} is reached");
    woven.add(program, error, format!("label({label})"), message, rule);
}

/// A new function without a body whose call is a violation.
pub(super) fn error_function(program: &mut Program, name: String, noreturn: bool) -> FuncId {
    let ret = program.types.void();
    let ty = program.types.function(FunctionType {
        ret,
        params: Box::new([]),
        variadic: false,
        prototype: true,
    });
    program.funcs.push(Function {
        name: name.clone().into(),
        other_names: Vec::new(),
        unique: name.into(),
        ty,
        params: Vec::new(),
        locals: Vec::new(),
        body: None,
        special: Some(Special::Error),
        internal: true,
        noreturn,
        address_taken: false,
        span: Span::NONE,
        end: Span::NONE,
    })
}
