//! Automata for Graphviz.

use std::fmt::Write;

use super::{Automaton, Edge};

/// A string in Graphviz's quotes.
pub fn quoted(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace(['\n', '\r'], " ");
    format!("\"{escaped}\"")
}

impl Automaton {
    /// The automaton as a `digraph`. An edge shows its guard, and in braces the acceptance sets that it is in.
    pub fn dot(&self) -> String {
        let mut out = String::from("digraph automaton {\n  rankdir=LR;\n  node [shape=circle];\n");
        self.write_dot(&mut out)
            .expect("writing to a string cannot fail");
        out.push_str("}\n");
        out
    }

    fn write_dot(&self, out: &mut String) -> std::fmt::Result {
        for state in self.state_ids() {
            writeln!(out, "  {state} [label=\"{}\"];", state.0)?;
        }
        for state in &self.initial {
            writeln!(out, "  i{} [shape=point, style=invis];", state.0)?;
            writeln!(out, "  i{} -> {state};", state.0)?;
        }
        for edge in &self.edges {
            let label = quoted(&self.edge_label(edge));
            writeln!(out, "  {} -> {} [label={label}];", edge.from, edge.to)?;
        }
        Ok(())
    }

    fn edge_label(&self, edge: &Edge) -> String {
        let guard = self.guard_text(&edge.guard);
        let sets: Vec<String> = edge.acceptance.iter().map(|s| s.to_string()).collect();
        if sets.is_empty() {
            guard
        } else {
            format!("{guard} {{{}}}", sets.join(","))
        }
    }
}
