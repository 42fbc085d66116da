//! Why a run does not arrive where it should.

use interp::{Exit, Fault, Site};
use ir::Program;

#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) why: String,
    /// It stops where C gives it no meaning.
    pub(crate) fault: Option<Box<Fault>>,
}

impl Failure {
    pub(crate) fn new(why: String) -> Self {
        Failure { why, fault: None }
    }

    /// How a run ended that should have met a violation.
    pub(crate) fn of(program: &Program, exit: Exit) -> Self {
        Failure {
            why: describe(program, &exit),
            fault: match exit {
                Exit::Fault(fault) => Some(fault),
                _ => None,
            },
        }
    }
}

pub(crate) fn describe(program: &Program, exit: &Exit) -> String {
    match exit {
        Exit::Code(code) => format!("the run ended with status {code}"),
        Exit::Abort => "the run was aborted".into(),
        Exit::Fault(fault) => format!(
            "the run stopped with a fault in {}, {}",
            program.funcs[fault.site.func].name, fault.kind
        ),
        Exit::AssumeFailed(site) => took_another_way(program, site),
        Exit::InputExhausted(_) => "an input is missing".into(),
        Exit::Limit(limit) => limit.to_string(),
        other => format!("{other:?}"),
    }
}

fn took_another_way(program: &Program, site: &Site) -> String {
    let function = &program.funcs[site.func];
    let before = function.body.as_ref().zip(site.edge);
    let after = before.map_or(String::new(), |(cfg, edge)| {
        format!(", after `{}`", program.show_stmt(&cfg.edge(edge).stmt))
    });
    format!("the run took another way in {}{after}", function.name)
}
