//! Sets of configurations for Graphviz.

use std::collections::BTreeMap;
use std::fmt::Write;

use checker::flow::quoted;
use checker::pds::{PAutomaton, PushdownSystem, StateId, SymbolId, name, state_label};

/// So many symbols are written at one arrow.
const SHOWN_SYMBOLS: usize = 8;

/// The automaton as a `digraph`: boxes are control states, which have arrows out of them only.
pub(super) fn automaton(system: &PushdownSystem, set: &PAutomaton) -> String {
    let mut out = String::from("digraph configurations {\n  rankdir=LR;\n");
    for state in set.states() {
        let shape = match set.as_control(state) {
            // A control state in which no configuration of the set is says nothing.
            Some(_) if set.edges(state).is_empty() && !set.is_accepting(state) => continue,
            Some(_) => "box",
            None => "ellipse",
        };
        let rings = if set.is_accepting(state) { 2 } else { 1 };
        let label = quoted(&state_label(set, system, state));
        let id = state.0;
        let _ = writeln!(
            out,
            "  {id} [label={label}, shape={shape}, peripheries={rings}];"
        );
    }
    for state in set.states() {
        let mut arrows: BTreeMap<StateId, Vec<SymbolId>> = BTreeMap::new();
        for &(symbol, to) in set.edges(state) {
            arrows.entry(to).or_default().push(symbol);
        }
        for (to, symbols) in arrows {
            let label = quoted(&self::symbols(system, &symbols));
            let _ = writeln!(out, "  {} -> {} [label={label}];", state.0, to.0);
        }
    }
    out.push_str("}\n");
    out
}

fn symbols(system: &PushdownSystem, symbols: &[SymbolId]) -> String {
    if symbols.len() == system.symbol_count() && symbols.len() > 1 {
        return "_".to_owned();
    }
    let shown = symbols.iter().take(SHOWN_SYMBOLS);
    let shown = shown.map(|&symbol| name(system.symbol_name(symbol)).to_string());
    let mut text = shown.collect::<Vec<_>>().join(", ");
    if symbols.len() > SHOWN_SYMBOLS {
        let _ = write!(text, " … {} more", symbols.len() - SHOWN_SYMBOLS);
    }
    text
}
