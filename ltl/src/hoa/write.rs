//! Automata as HOA text.

use std::fmt::Write;

use crate::automaton::guard_text;
use crate::{Atom, Automaton, Edge, parse_atom};

/// The automaton in the Hanoi omega-automata format. Acceptance stands with states where it can.
pub fn write(automaton: &Automaton, name: Option<&str>) -> String {
    let mut out = String::new();
    write_all(automaton, name, &mut out).expect("writing to a string cannot fail");
    out
}

fn write_all(automaton: &Automaton, name: Option<&str>, out: &mut String) -> std::fmt::Result {
    let ranges = automaton.edge_ranges();
    let edges = |state: usize| &automaton.edges[ranges[state].clone()];
    let uniform = |state: usize| {
        edges(state)
            .windows(2)
            .all(|e| e[0].acceptance == e[1].acceptance)
    };
    let on_states = automaton.acceptance_sets > 0 && (0..automaton.states).all(uniform);
    write_header(automaton, name, on_states, out)?;
    writeln!(out, "--BODY--")?;
    for state in 0..automaton.states {
        let acceptance = edges(state).first().filter(|_| on_states).map(sets);
        writeln!(out, "State: {state}{}", acceptance.unwrap_or_default())?;
        for edge in edges(state) {
            let label = guard_text(
                &edge.guard,
                |atom| atom.0.to_string(),
                ["t", "f", "&", " | "],
            );
            let acceptance = if on_states { String::new() } else { sets(edge) };
            writeln!(out, "[{label}] {}{acceptance}", edge.to.0)?;
        }
    }
    writeln!(out, "--END--")
}

fn write_header(
    automaton: &Automaton,
    name: Option<&str>,
    on_states: bool,
    out: &mut String,
) -> std::fmt::Result {
    writeln!(out, "HOA: v1")?;
    if let Some(name) = name {
        writeln!(out, "name: {}", quoted(name))?;
    }
    writeln!(out, "States: {}", automaton.states)?;
    for state in &automaton.initial {
        writeln!(out, "Start: {}", state.0)?;
    }
    write!(out, "AP: {}", automaton.atoms.len())?;
    for atom in &automaton.atoms {
        write!(out, " {}", quoted(&proposition(atom)))?;
    }
    writeln!(out)?;
    let sets = automaton.acceptance_sets;
    match sets {
        0 => writeln!(out, "acc-name: all\nAcceptance: 0 t")?,
        1 => writeln!(out, "acc-name: Buchi\nAcceptance: 1 Inf(0)")?,
        _ => {
            let all: Vec<String> = (0..sets).map(|set| format!("Inf({set})")).collect();
            writeln!(out, "acc-name: generalized-Buchi {sets}")?;
            writeln!(out, "Acceptance: {sets} {}", all.join("&"))?;
        }
    }
    let acceptance = if on_states { "state-acc" } else { "trans-acc" };
    writeln!(out, "properties: trans-labels explicit-labels {acceptance}")
}

/// The text of an atom that is read as the same atom.
fn proposition(atom: &Atom) -> String {
    match atom {
        Atom::Expr(text) if parse_atom(text) == *atom => text.clone(),
        Atom::Expr(text) => format!("{{{text}}}"),
        other => other.to_string(),
    }
}

fn sets(edge: &Edge) -> String {
    let sets: Vec<String> = edge.acceptance.iter().map(|s| s.to_string()).collect();
    if sets.is_empty() {
        String::new()
    } else {
        format!(" {{{}}}", sets.join(" "))
    }
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}
