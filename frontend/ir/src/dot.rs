//! Control-flow automata for Graphviz.

use std::fmt::Write;

use super::{Cfg, EdgeKind, FuncId, Program};

/// The automata of all functions with a body as a `digraph`, one cluster each.
pub fn dot(program: &Program) -> String {
    let mut out = String::from("digraph program {\n  node [shape=circle, fontname=monospace];\n");
    for (id, _, cfg) in program.defined() {
        cluster(program, id, cfg, &mut out).expect("writing to a string cannot fail");
    }
    out.push_str("}\n");
    out
}

fn cluster(program: &Program, id: FuncId, cfg: &Cfg, out: &mut String) -> std::fmt::Result {
    writeln!(out, "  subgraph \"cluster_{id}\" {{")?;
    writeln!(out, "    label={};", quoted(&program.funcs[id].unique))?;
    for loc in cfg.locs() {
        let shape = if loc == cfg.exit {
            ", shape=doublecircle"
        } else if cfg.loc(loc).loop_head {
            ", shape=diamond"
        } else {
            ""
        };
        let labels: String = cfg
            .loc(loc)
            .labels
            .iter()
            .map(|l| format!("{l}: "))
            .collect();
        let text = quoted(&format!("{labels}{loc}"));
        writeln!(out, "    \"{id}.{loc}\" [label={text}{shape}];")?;
    }
    for edge in cfg.edges() {
        let text = quoted(&program.show_stmt(&cfg.edge(edge).stmt).to_string());
        let style = match cfg.edge(edge).kind {
            EdgeKind::Implicit => ", style=dashed",
            _ => "",
        };
        let (from, to) = (cfg.source(edge), cfg.target(edge));
        writeln!(
            out,
            "    \"{id}.{from}\" -> \"{id}.{to}\" [label={text}{style}];"
        )?;
    }
    writeln!(out, "  }}")
}

/// A string in Graphviz's quotes.
fn quoted(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{escaped}\"")
}
