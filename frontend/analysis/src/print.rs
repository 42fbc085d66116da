//! Text of the analyses' results: for `cegar inspect`, stable from run to run.
//!
//! Names are those of the IR's text. The caller, who has the sources, adds positions: it
//! passes in a function from spans to text.

use super::callgraph::CallGraph;
use super::points_to::{CellId, ObjId, ObjectKind, PointsTo, Target};
use super::regions::Regions;
use ir::{FuncId, Program};
use petgraph::visit::EdgeRef;
use source::Span;
use std::fmt::Write;

/// The call graph, a line per function: whom it may call, `*` before calls through a pointer.
pub fn call_graph_text(program: &Program, calls: &CallGraph) -> String {
    let mut text = String::new();
    for &func in calls.graph.node_weights() {
        let function = &program.funcs[func];
        let mut marks = String::new();
        for (set, mark) in [
            (function.body.is_none(), " (no body)"),
            (calls.is_recursive(func), " (recursive)"),
            (
                calls.outside.iter().any(|s| s.func == func),
                " (calls outside)",
            ),
        ] {
            marks.push_str(if set { mark } else { "" });
        }
        line(&mut text, format_args!("{}{marks}", function.unique));
        for (callee, indirect) in outgoing(calls, func) {
            let star = if indirect { "*" } else { "" };
            line(
                &mut text,
                format_args!("  {star}{}", program.funcs[callee].unique),
            );
        }
    }
    text
}

/// The call graph for graphviz: functions without a body dashed, calls through a pointer dotted.
pub fn call_graph_dot(program: &Program, calls: &CallGraph) -> String {
    let mut text = String::from("digraph calls {\n  node [shape=box];\n");
    for &func in calls.graph.node_weights() {
        let function = &program.funcs[func];
        let style = match function.body {
            None => " [style=dashed]",
            Some(_) => "",
        };
        line(&mut text, format_args!("  {:?}{style};", function.unique));
        for (callee, indirect) in outgoing(calls, func) {
            let style = if indirect { " [style=dotted]" } else { "" };
            let (from, to) = (&function.unique, &program.funcs[callee].unique);
            line(&mut text, format_args!("  {from:?} -> {to:?}{style};"));
        }
    }
    text.push_str("}\n");
    text
}

/// The callees of a function, each once per way of calling, in order.
fn outgoing(calls: &CallGraph, func: FuncId) -> Vec<(FuncId, bool)> {
    let mut found: Vec<(FuncId, bool)> = calls
        .graph
        .edge_references()
        .filter(|e| calls.graph[e.source()] == func)
        .map(|e| (calls.graph[e.target()], e.weight().indirect))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// What every part of memory may hold, a line per part that may hold an address; then the
/// candidates of calls through pointers.
pub fn points_to_text(program: &Program, pts: &PointsTo) -> String {
    let mut text = String::new();
    for cell in pts.cells().ids() {
        let contents = pts.contents(cell);
        let object = pts.cells()[cell].object;
        if contents.is_empty() || matches!(pts.objects[object].kind, ObjectKind::Copy) {
            continue;
        }
        let targets: Vec<String> = contents
            .iter()
            .map(|t| target_name(program, pts, t))
            .collect();
        let name = cell_name(program, pts, cell);
        line(&mut text, format_args!("{name} -> {}", targets.join(", ")));
    }
    for (func, function, cfg) in program.defined() {
        for edge in cfg.edges() {
            let Some(callees) = pts.callees(func, edge).filter(|c| c.indirect) else {
                continue;
            };
            let mut names: Vec<&str> = callees
                .functions
                .iter()
                .map(|&f| &*program.funcs[f].unique)
                .collect();
            if callees.outside {
                names.push("outside");
            }
            let call = program.show_stmt(&cfg.edge(edge).stmt);
            let source = cfg.source(edge);
            let candidates = names.join(", ");
            line(
                &mut text,
                format_args!("{} {source}: {call} calls {candidates}", function.unique),
            );
        }
    }
    text
}

/// The regions, a line each: the parts of memory in it.
pub fn regions_text(program: &Program, pts: &PointsTo, regions: &Regions) -> String {
    let mut text = String::new();
    for (id, region) in regions.regions.iter() {
        if id == regions.nowhere {
            continue;
        }
        let cells: Vec<String> = region
            .cells
            .iter()
            .map(|&c| cell_name(program, pts, c))
            .collect();
        let how = match (region.variable, region.bytes) {
            (Some(_), _) => "symbol",
            (None, true) => "bytes",
            (None, false) => "array",
        };
        line(&mut text, format_args!("{id} {how}: {}", cells.join(", ")));
    }
    text
}

/// The ledger, a line per entry, with its place.
pub fn ledger_text(program: &Program, place: &dyn Fn(Span) -> String) -> String {
    let mut text = String::new();
    for entry in &program.ledger.entries {
        let (at, kind) = (place(entry.span), entry.kind.name());
        line(
            &mut text,
            format_args!("{at}: {kind}: {}: {}", entry.construct, entry.assumption),
        );
    }
    text
}

fn object_name(program: &Program, pts: &PointsTo, object: ObjId) -> String {
    let func = |f: FuncId| &program.funcs[f].unique;
    match pts.objects[object].kind {
        ObjectKind::Var(var) => match program.vars[var].kind.owner() {
            Some(owner) => format!("{}::{}", func(owner), program.vars[var].unique),
            None => program.vars[var].unique.to_string(),
        },
        ObjectKind::Func(f) => format!("{}()", func(f)),
        ObjectKind::Label(f) => format!("label of {}", func(f)),
        ObjectKind::Heap(f, edge) => format!("heap({} {edge})", func(f)),
        ObjectKind::Stack(f, edge) => format!("alloca({} {edge})", func(f)),
        ObjectKind::VarArgs(f) => format!("arguments of {}", func(f)),
        ObjectKind::Return(f) => format!("result of {}", func(f)),
        ObjectKind::Copy => "copy".into(),
        ObjectKind::External => "outside".into(),
        ObjectKind::Integer => "integer from outside".into(),
    }
}

fn target_name(program: &Program, pts: &PointsTo, target: &Target) -> String {
    let name = object_name(program, pts, target.object);
    match target.offset {
        Some(0) => name,
        Some(offset) => format!("{name}+{offset}"),
        None => format!("{name}+?"),
    }
}

fn cell_name(program: &Program, pts: &PointsTo, cell: CellId) -> String {
    let part = pts.cells()[cell];
    let name = object_name(program, pts, part.object);
    match (part.start, part.end) {
        (i64::MIN, _) | (_, i64::MAX) => name,
        (start, end) => format!("{name}[{start}..{end}]"),
    }
}

fn line(text: &mut String, args: std::fmt::Arguments<'_>) {
    writeln!(text, "{args}").expect("writing to a string succeeds");
}
