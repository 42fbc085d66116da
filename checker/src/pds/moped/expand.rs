//! From rules with expressions to explicit rules: one for each way to give values to the variables that satisfies them.

use super::expression::Values;
use super::{SymbolicFile, SymbolicRule, Variable};
use crate::bp::Diagnostic;
use crate::pds::automaton::Draft;
use crate::pds::json::PdsFile;
use crate::pds::system::{Action, PushdownSystem, Rule, SymbolId};

/// A rule is not tried with more values than 2 to this power.
const MAX_BITS_PER_RULE: u32 = 20;

const MAX_RULES: usize = 5_000_000;

/// How many bits the values have that a rule is tried with.
fn bits_per_rule(file: &SymbolicFile) -> u32 {
    let bits = |list: &[Variable]| list.iter().map(|variable| variable.bits).sum::<u32>();
    let longest = file.rules.iter().map(|rule| rule.right.len() as u32).max();
    2 * bits(&file.globals) + (1 + longest.unwrap_or(0)) * bits(&file.locals)
}

/// How many values all rules together are tried with.
pub(in crate::pds) fn explicit_size(file: &SymbolicFile) -> u64 {
    let values = 1_u64.checked_shl(bits_per_rule(file)).unwrap_or(u64::MAX);
    values.saturating_mul(file.rules.len() as u64)
}

pub(in crate::pds) fn expand(file: &SymbolicFile) -> Result<PdsFile, Diagnostic> {
    let needed = bits_per_rule(file);
    if needed > MAX_BITS_PER_RULE {
        return Err(too_large(
            file,
            format!("making this system explicit tries 2^{needed} values for a rule"),
        ));
    }
    let valuations = Valuations {
        globals: all_values(&file.globals),
        locals: all_values(&file.locals),
    };
    let mut system = PushdownSystem::default();
    for rule in &file.rules {
        valuations.expand_rule(file, rule, &mut system)?;
        if system.rules().len() > MAX_RULES {
            return Err(too_large(
                file,
                format!("the explicit system has more than {MAX_RULES} rules"),
            ));
        }
    }
    let from = valuations.start(file, &mut system);
    Ok(PdsFile {
        system,
        from,
        reach: None,
    })
}

fn too_large(file: &SymbolicFile, message: String) -> Diagnostic {
    let hint = "cegar pds check explores it symbolically without --exploration explicit";
    Diagnostic::error(file.place, message).with_hint(hint)
}

/// All values that a list of variables can have together.
fn all_values(variables: &[Variable]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for variable in variables {
        let longer = all.iter().flat_map(|values| {
            (0..1_i64 << variable.bits).map(move |value| {
                let mut values = values.clone();
                values.push(value);
                values
            })
        });
        all = longer.collect();
    }
    all
}

/// `name[x=1;y=0]`, or the name alone.
pub(in crate::pds) fn with_values(name: &str, variables: &[Variable], values: &[i64]) -> String {
    if variables.is_empty() {
        return name.to_owned();
    }
    let both = variables.iter().zip(values);
    let shown: Vec<String> = both
        .map(|(variable, value)| format!("{}={value}", variable.name))
        .collect();
    format!("{name}[{}]", shown.join(";"))
}

struct Valuations {
    globals: Vec<Vec<i64>>,
    locals: Vec<Vec<i64>>,
}

impl Valuations {
    fn expand_rule(
        &self,
        file: &SymbolicFile,
        rule: &SymbolicRule,
        system: &mut PushdownSystem,
    ) -> Result<(), Diagnostic> {
        let nothing = [Vec::new()];
        let locals_of = |position: usize| match rule.right.len() > position {
            true => self.locals.as_slice(),
            false => nothing.as_slice(),
        };
        for before in &self.globals {
            for local in &self.locals {
                for after in &self.globals {
                    for first in locals_of(0) {
                        for second in locals_of(1) {
                            let values = Values {
                                globals: [before, after],
                                locals: [local, first, second],
                            };
                            if allows(file, rule, &values)? {
                                add(file, rule, &values, system);
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The initial configuration with all values.
    fn start(
        &self,
        file: &SymbolicFile,
        system: &mut PushdownSystem,
    ) -> Option<crate::pds::PAutomaton> {
        let (control, stack) = file.initial.as_ref()?;
        let symbol_values = |name: &String| -> Vec<String> {
            let values = self.locals.iter();
            values
                .map(|values| with_values(name, &file.locals, values))
                .collect()
        };
        let controls = self
            .globals
            .iter()
            .map(|values| with_values(control, &file.globals, values));
        let controls: Vec<_> = controls.map(|name| system.control(&name)).collect();
        let stack: Vec<Vec<SymbolId>> = stack
            .iter()
            .map(|name| {
                symbol_values(name)
                    .iter()
                    .map(|name| system.symbol(name))
                    .collect()
            })
            .collect();
        let mut draft = Draft::new(system);
        let mut at: Vec<_> = controls.into_iter().map(Into::into).collect();
        for symbols in stack {
            let next = draft.add_state();
            for &from in &at {
                for &symbol in &symbols {
                    draft.add_edge(from, Some(symbol), next);
                }
            }
            at = vec![next];
        }
        at.into_iter().for_each(|state| draft.accept(state));
        Some(draft.finish())
    }
}

fn allows(
    file: &SymbolicFile,
    rule: &SymbolicRule,
    values: &Values<'_>,
) -> Result<bool, Diagnostic> {
    let Some(condition) = &rule.condition else {
        return Ok(true);
    };
    let value = condition.evaluate(values);
    value
        .map(|value| value != 0)
        .ok_or_else(|| Diagnostic::error(file.place, "a number becomes too large in an expression"))
}

fn add(file: &SymbolicFile, rule: &SymbolicRule, values: &Values<'_>, system: &mut PushdownSystem) {
    let from = system.control(&with_values(&rule.from, &file.globals, values.globals[0]));
    let to = system.control(&with_values(&rule.to, &file.globals, values.globals[1]));
    let top = system.symbol(&with_values(&rule.top, &file.locals, values.locals[0]));
    let mut right = rule.right.iter().zip(&values.locals[1..]);
    let mut next = || {
        right
            .next()
            .map(|(name, values)| system.symbol(&with_values(name, &file.locals, values)))
    };
    let action = match (next(), next()) {
        (None, _) => Action::Pop,
        (Some(symbol), None) => Action::Swap(symbol),
        (Some(above), Some(below)) => Action::Push(above, below),
    };
    system.add_rule(Rule {
        from,
        top,
        to,
        action,
        weight: 0,
        label: rule.label.as_deref().map(Into::into),
    });
}
