//! PDAAAL's JSON: pushdown systems, P-automata, and instances, which have a system and two automata.
//!
//! ```text
//! {"pda": {"states": {"p": {"A": [{"to": "q", "pop": ""}, {"to": "p", "push": "B", "weight": 3}]}}}}
//! {"P-automaton": {"states": {"p": {"initial": true, "edges": [{"label": "A", "to": "s"}]}, "s": {"accepting": true, "edges": []}}}}
//! {"P-automaton": {"accepting": [3], "edges": [["p", "A", 3]]}}
//! {"instance": [{"state-names": true}, {"states": …}, {"accepting": …, "edges": …}, {"accepting": …, "edges": …}]}
//! ```
//!
//! States are names or, in a list, numbers. A state of an automaton with the name of a control state is that control state;
//! `"initial": true` makes it one. A rule under symbol `A` has one of `"pop": ""`, `"swap": "B"` and `"push": "B"`, which
//! leaves `A` below `B`. An edge with the empty label is an ε-transition.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use super::automaton::{Draft, PAutomaton, StateId};
use super::json_value::Json;
use super::system::{Action, ControlId, PushdownSystem, Rule, RuleId};
use crate::bp::{Diagnostic, Span};

/// What stands in a file: a system, perhaps with the sets that are asked about.
#[derive(Clone, Debug)]
pub struct PdsFile {
    pub system: PushdownSystem,
    pub from: Option<PAutomaton>,
    pub reach: Option<PAutomaton>,
}

type Read<T> = Result<T, String>;

fn parse(text: &str) -> Result<Json, Diagnostic> {
    serde_json::from_str(text).map_err(|problem| {
        let at = offset(text, problem.line(), problem.column());
        let words = problem.to_string();
        let message = words.split(" at line ").next().unwrap_or_default();
        Diagnostic::error(
            Span::new(at..at),
            format!("this is no JSON that can be read: {message}"),
        )
    })
}

/// The place of a line and a column in bytes, which both count from 1.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let lines = text.split_inclusive('\n').take(line.saturating_sub(1));
    let mut at = (lines.map(str::len).sum::<usize>() + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn whole_file(message: String) -> Diagnostic {
    Diagnostic::error(Span::default(), message)
}

/// Reads a system or an instance.
pub fn read_json(text: &str) -> Result<PdsFile, Diagnostic> {
    file(&parse(text)?).map_err(whole_file)
}

fn file(json: &Json) -> Read<PdsFile> {
    let mut system = PushdownSystem::default();
    if let Some(pda) = json.get("pda") {
        read_system(pda, "pda", &mut system)?;
        return Ok(PdsFile {
            system,
            from: None,
            reach: None,
        });
    }
    let Some(Json::List(parts)) = json.get("instance") else {
        let hint = match json.get("P-automaton") {
            Some(_) => ": this is a P-automaton, for --from @FILE or --reach @FILE",
            None => "",
        };
        return Err(format!(
            "expected an object with the key `pda` or `instance`{hint}"
        ));
    };
    let parts = match parts.first() {
        Some(options) if options.get("states").is_none() => &parts[1..],
        _ => parts,
    };
    let [pda, from, reach] = parts else {
        return Err(
            "instance: expected a system and two automata, and options before them".to_owned(),
        );
    };
    read_system(pda, "instance[1]", &mut system)?;
    let from_draft = Automaton::read(from, "instance[2]", &mut system)?;
    let reach_draft = Automaton::read(reach, "instance[3]", &mut system)?;
    Ok(PdsFile {
        from: Some(from_draft.build(&system)),
        reach: Some(reach_draft.build(&system)),
        system,
    })
}

/// Reads the P-automata of some files. They may have symbols and control states that the system does not have yet.
pub fn read_automata(
    texts: &[&str],
    system: &mut PushdownSystem,
) -> Result<Vec<PAutomaton>, (usize, Diagnostic)> {
    let mut read = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        let json = parse(text).map_err(|problem| (number, problem))?;
        let found = match json.get("P-automaton") {
            Some(automaton) => Automaton::read(automaton, "P-automaton", system),
            None => Err("expected an object with the key `P-automaton`".to_owned()),
        };
        read.push(found.map_err(|words| (number, whole_file(words)))?);
    }
    Ok(read
        .into_iter()
        .map(|automaton| automaton.build(system))
        .collect())
}

/// A name, or a number as one.
fn state_name(json: &Json, path: &str) -> Read<String> {
    match json {
        Json::Text(name) => Ok(name.clone()),
        Json::Integer(number) => Ok(number.to_string()),
        _ => Err(format!(
            "{path}: expected the name or the number of a state"
        )),
    }
}

fn read_system(json: &Json, path: &str, system: &mut PushdownSystem) -> Read<()> {
    let states: Vec<(String, &Json)> = match json.get("states") {
        Some(Json::Object(states)) => states
            .iter()
            .map(|(name, state)| (name.clone(), state))
            .collect(),
        Some(Json::List(states)) => {
            let numbered = states.iter().enumerate();
            numbered
                .map(|(number, state)| (number.to_string(), state))
                .collect()
        }
        _ => return Err(format!("{path}: expected an object with the key `states`")),
    };
    for (name, _) in &states {
        system.control(name);
    }
    for (name, rules) in states {
        let path = format!("{path}.states.{name}");
        let Json::Object(rules) = rules else {
            return Err(format!(
                "{path}: expected an object with rules for each symbol"
            ));
        };
        for (top, rules) in rules {
            let path = format!("{path}.{top}");
            let list = match rules {
                Json::List(list) => list.as_slice(),
                one => std::slice::from_ref(one),
            };
            for (number, rule) in list.iter().enumerate() {
                read_rule(rule, &format!("{path}[{number}]"), (&name, top), system)?;
            }
        }
    }
    Ok(())
}

fn read_rule(
    json: &Json,
    path: &str,
    (from, top): (&str, &str),
    system: &mut PushdownSystem,
) -> Read<()> {
    let Json::Object(fields) = json else {
        return Err(format!(
            "{path}: expected a rule: an object with `to` and one of `pop`, `swap` and `push`"
        ));
    };
    let known = ["to", "pop", "swap", "push", "weight"];
    if let Some((key, _)) = fields
        .iter()
        .find(|(key, _)| !known.contains(&key.as_str()))
    {
        return Err(format!(
            "{path}: a rule with the key `{key}` is not supported"
        ));
    }
    let to = json
        .get("to")
        .ok_or_else(|| format!("{path}: the key `to` is missing"))?;
    let to = state_name(to, &format!("{path}.to"))?;
    let to = system
        .find_control(&to)
        .ok_or_else(|| format!("{path}.to: there is no state `{to}`"))?;
    let top_id = system.symbol(top);
    let mut symbol = |value: &Json| match value {
        Json::Text(name) if !name.is_empty() => Ok(system.symbol(name)),
        _ => Err(format!("{path}: expected the name of a symbol")),
    };
    let action = match (json.get("pop"), json.get("swap"), json.get("push")) {
        (Some(_), None, None) => Action::Pop,
        (None, Some(other), None) => Action::Swap(symbol(other)?),
        (None, None, Some(other)) => Action::Push(symbol(other)?, top_id),
        _ => return Err(format!("{path}: expected one of `pop`, `swap` and `push`")),
    };
    let weight = match json.get("weight") {
        None => 0,
        Some(Json::Integer(weight)) => *weight,
        Some(_) => {
            return Err(format!(
                "{path}.weight: only integers of 64 bits are supported as weights"
            ));
        }
    };
    let from = system.control(from);
    system.add_rule(Rule {
        from,
        top: top_id,
        to,
        action,
        weight,
        label: None,
    });
    Ok(())
}

/// An automaton whose states are names yet.
struct Automaton {
    accepting: Vec<String>,
    edges: Vec<(String, Option<super::SymbolId>, String)>,
    controls: FxHashMap<String, ControlId>,
}

impl Automaton {
    fn read(json: &Json, path: &str, system: &mut PushdownSystem) -> Read<Self> {
        let mut automaton = Automaton {
            accepting: Vec::new(),
            edges: Vec::new(),
            controls: FxHashMap::default(),
        };
        match (json.get("states"), json.get("edges")) {
            (Some(Json::Object(states)), _) => {
                let states = states.iter().map(|(name, state)| (name.clone(), state));
                automaton.states(states, path, system)?;
            }
            (Some(Json::List(states)), _) => {
                let states = states.iter().enumerate();
                let states = states.map(|(number, state)| (number.to_string(), state));
                automaton.states(states, path, system)?;
            }
            (None, Some(Json::List(edges))) => automaton.triples(json, edges, path, system)?,
            _ => {
                return Err(format!(
                    "{path}: expected an object with the key `states`, or `edges` and `accepting`"
                ));
            }
        }
        for name in automaton.names().cloned().collect::<Vec<_>>() {
            if let Some(control) = system.find_control(&name) {
                automaton.controls.insert(name, control);
            }
        }
        Ok(automaton)
    }

    fn states<'j>(
        &mut self,
        states: impl Iterator<Item = (String, &'j Json)>,
        path: &str,
        system: &mut PushdownSystem,
    ) -> Read<()> {
        for (name, state) in states {
            let path = format!("{path}.states.{name}");
            if flag(state, "initial", &path)? {
                let control = system.control(&name);
                self.controls.insert(name.clone(), control);
            }
            if flag(state, "accepting", &path)? {
                self.accepting.push(name.clone());
            }
            let edges = match state.get("edges") {
                Some(Json::List(edges)) => edges.as_slice(),
                None if matches!(state, Json::Object(_)) => &[],
                _ => return Err(format!("{path}: expected an object with a list of `edges`")),
            };
            for edge in edges {
                let (Some(label), Some(to)) = (edge.get("label"), edge.get("to")) else {
                    return Err(format!(
                        "{path}.edges: expected edges with `label` and `to`"
                    ));
                };
                self.edge(name.clone(), label, state_name(to, &path)?, &path, system)?;
            }
        }
        Ok(())
    }

    fn triples(
        &mut self,
        json: &Json,
        edges: &[Json],
        path: &str,
        system: &mut PushdownSystem,
    ) -> Read<()> {
        let accepting = match json.get("accepting") {
            Some(Json::List(states)) => states.as_slice(),
            _ => {
                return Err(format!(
                    "{path}: expected a list of states under the key `accepting`"
                ));
            }
        };
        for state in accepting {
            self.accepting
                .push(state_name(state, &format!("{path}.accepting"))?);
        }
        for edge in edges {
            let path = format!("{path}.edges");
            let Json::List(parts) = edge else {
                return Err(format!("{path}: expected edges as [from, label, to]"));
            };
            let [from, label, to] = parts.as_slice() else {
                return Err(format!("{path}: expected edges as [from, label, to]"));
            };
            let (from, to) = (state_name(from, &path)?, state_name(to, &path)?);
            self.edge(from, label, to, &path, system)?;
        }
        Ok(())
    }

    fn edge(
        &mut self,
        from: String,
        label: &Json,
        to: String,
        path: &str,
        system: &mut PushdownSystem,
    ) -> Read<()> {
        let symbol = match label {
            Json::Text(label) if label.is_empty() => None,
            Json::Text(label) => Some(system.symbol(label)),
            _ => return Err(format!("{path}: expected the name of a symbol as label")),
        };
        self.edges.push((from, symbol, to));
        Ok(())
    }

    fn names(&self) -> impl Iterator<Item = &String> {
        let ends = self.edges.iter().flat_map(|(from, _, to)| [from, to]);
        self.accepting.iter().chain(ends)
    }

    fn build(self, system: &PushdownSystem) -> PAutomaton {
        let mut draft = Draft::new(system);
        let mut ids: FxHashMap<String, StateId> = FxHashMap::default();
        for name in self.names() {
            if ids.contains_key(name) {
                continue;
            }
            let id = match self.controls.get(name) {
                Some(&control) => control.into(),
                None => draft.add_state(),
            };
            ids.insert(name.clone(), id);
        }
        for name in &self.accepting {
            draft.accept(ids[name]);
        }
        for (from, symbol, to) in &self.edges {
            draft.add_edge(ids[from], *symbol, ids[to]);
        }
        draft.finish()
    }
}

fn flag(json: &Json, key: &str, path: &str) -> Read<bool> {
    match json.get(key) {
        None => Ok(false),
        Some(Json::Bool(value)) => Ok(*value),
        Some(_) => Err(format!("{path}.{key}: expected true or false")),
    }
}

/// A name of a state of an automaton that no control state has.
pub fn state_label(automaton: &PAutomaton, system: &PushdownSystem, state: StateId) -> String {
    if let Some(control) = automaton.as_control(state) {
        return system.control_name(control).to_owned();
    }
    let mut label = format!("s{}", state.index() - system.control_count());
    while system.find_control(&label).is_some() {
        label.push('\'');
    }
    label
}

/// Writes an automaton so that [`read_automata`] reads it again.
pub fn write_automaton(automaton: &PAutomaton, system: &PushdownSystem) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let mut out = String::from("{\"P-automaton\":{\"states\":{");
    for (number, state) in automaton.states().enumerate() {
        let comma = if number == 0 { "" } else { "," };
        let label = quoted(&state_label(automaton, system, state));
        let initial = automaton
            .as_control(state)
            .map_or("", |_| "\"initial\":true,");
        let accepting = if automaton.is_accepting(state) {
            "\"accepting\":true,"
        } else {
            ""
        };
        let edges = automaton.edges(state).iter().map(|&(symbol, to)| {
            let to = quoted(&state_label(automaton, system, to));
            format!(
                "{{\"label\":{},\"to\":{to}}}",
                quoted(system.symbol_name(symbol))
            )
        });
        let edges = edges.collect::<Vec<_>>().join(",");
        // Writing to a string never fails.
        let _ = write!(
            out,
            "{comma}{label}:{{{initial}{accepting}\"edges\":[{edges}]}}"
        );
    }
    out.push_str("}}}");
    out
}

/// Writes a system so that [`read_json`] reads it again; or the first rule for which there is no way to write it.
pub fn write_json(system: &PushdownSystem) -> Result<String, RuleId> {
    let mut states: Vec<Vec<Vec<String>>> =
        vec![vec![Vec::new(); system.symbol_count()]; system.control_count()];
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    for id in system.rule_ids() {
        let rule = system.rule(id);
        let action = match rule.action {
            Action::Pop => "\"pop\":\"\"".to_owned(),
            Action::Swap(symbol) => format!("\"swap\":{}", quoted(system.symbol_name(symbol))),
            Action::Push(top, below) if below == rule.top => {
                format!("\"push\":{}", quoted(system.symbol_name(top)))
            }
            Action::Push(..) => return Err(id),
        };
        let weight = match rule.weight {
            0 => String::new(),
            weight => format!(",\"weight\":{weight}"),
        };
        let to = quoted(system.control_name(rule.to));
        states[rule.from.index()][rule.top.index()]
            .push(format!("{{\"to\":{to},{action}{weight}}}"));
    }
    let states = system.controls().zip(states).map(|(control, by_top)| {
        let rules = system
            .symbols()
            .zip(by_top)
            .filter(|(_, rules)| !rules.is_empty());
        let rules = rules.map(|(top, rules)| {
            format!("{}:[{}]", quoted(system.symbol_name(top)), rules.join(","))
        });
        format!(
            "{}:{{{}}}",
            quoted(system.control_name(control)),
            rules.collect::<Vec<_>>().join(",")
        )
    });
    let states = states.collect::<Vec<_>>().join(",");
    Ok(format!("{{\"pda\":{{\"states\":{{{states}}}}}}}"))
}
