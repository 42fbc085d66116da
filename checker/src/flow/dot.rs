//! Control-flow graphs for Graphviz.

use std::fmt::Write;

use super::{ControlPoint, Edge, Flow, LocId, Step, quoted};
use crate::bp::{ProcId, StmtKind};

/// The control-flow graphs of all procedures as a `digraph`, one cluster for each. `text` gives the source text of a
/// statement.
pub fn dot(flow: &Flow<'_>, text: impl Fn(crate::bp::StmtId) -> String) -> String {
    let mut out = String::from("digraph program {\n  node [shape=box, fontname=monospace];\n");
    for proc in flow.program.proc_ids() {
        cluster(flow, proc, &text, &mut out).expect("writing to a string cannot fail");
    }
    out.push_str("}\n");
    out
}

fn cluster(
    flow: &Flow<'_>,
    proc: ProcId,
    text: &impl Fn(crate::bp::StmtId) -> String,
    out: &mut String,
) -> std::fmt::Result {
    let name = flow.program.text(flow.program.proc(proc).name.symbol);
    writeln!(out, "  subgraph cluster_{} {{", proc.0)?;
    writeln!(out, "    label={};", quoted(name))?;
    for loc in flow.proc(proc).locs.clone().map(LocId) {
        writeln!(
            out,
            "    n{} [label={}{}];",
            loc.0,
            quoted(&label(flow, loc, text)),
            shape(flow, loc)
        )?;
    }
    for edge in flow.edges_of(proc) {
        writeln!(
            out,
            "    n{} -> n{}{};",
            edge.from.0,
            edge.to.0,
            caption(edge)
        )?;
    }
    for call in flow.calls_of(proc) {
        let callee = flow
            .program
            .text(flow.program.proc(call.callee).name.symbol);
        let caption = quoted(&format!("call {callee}"));
        writeln!(
            out,
            "    n{} -> n{} [style=dashed, label={caption}];",
            call.from.0, call.to.0
        )?;
    }
    writeln!(out, "  }}")
}

fn label(flow: &Flow<'_>, loc: LocId, text: &impl Fn(crate::bp::StmtId) -> String) -> String {
    match flow.place(loc) {
        ControlPoint::Before(stmt) => {
            let labels = flow.program.stmt(stmt).labels.iter();
            let labels: String = labels
                .map(|l| format!("{}: ", flow.program.text(l.symbol)))
                .collect();
            labels + &text(stmt)
        }
        ControlPoint::Arm(stmt, arm) => match &flow.program.stmt(stmt).kind {
            StmtKind::If { arms, .. } if (arm as usize) < arms.len() => {
                let condition = arms[arm as usize].condition;
                format!("elsif ({}) then", flow.program.expr_text(condition))
            }
            _ => text(stmt),
        },
        ControlPoint::Returned(stmt) => format!("results of {}", text(stmt)),
        ControlPoint::Failed(stmt) => format!("failed: {}", text(stmt)),
        ControlPoint::Exit => "exit".into(),
    }
}

fn shape(flow: &Flow<'_>, loc: LocId) -> &'static str {
    match flow.place(loc) {
        ControlPoint::Exit => ", shape=ellipse",
        ControlPoint::Failed(_) => ", color=red",
        _ => "",
    }
}

fn caption(edge: &Edge) -> &'static str {
    match edge.step {
        Step::Branch { taken: true, .. } => " [label=\"yes\"]",
        Step::Branch { taken: false, .. } => " [label=\"no\"]",
        _ => "",
    }
}
