//! Linear temporal logic on pushdown systems.
//!
//! Atoms are about heads: the control state and the symbol on top of the stack. Runs that end (the stack is empty, or no rule
//! applies) stutter: their last configuration repeats for ever. To that end a bottom is laid under every stack, and heads
//! without rules get one that changes nothing. Where they are not to count, there is none of that.

use super::automaton::{Draft, PAutomaton, StateId};
use super::buchi_product::{Product, RepeatingHeads};
use super::pre_star::pre_star;
use super::property::Property;
use super::reach::NotReplayed;
use super::run::{Run, expand};
use super::starts::cheapest;
use super::system::{Action, Configuration, ControlId, PushdownSystem, Rule, RuleId, SymbolId};
use ltl::{Automaton, BitSet, PeriodicWord, degeneralise};
use rustc_hash::FxHashSet;

/// What becomes of runs that end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EndedRuns {
    /// Their last configuration repeats for ever.
    #[default]
    Stutter,
    /// Only infinite runs count.
    Ignore,
}

/// A run that violates a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasso {
    pub start: Configuration,
    pub stem: Vec<RuleId>,
    /// What is repeated for ever. With it, the stack may grow. Empty where the run ends after the stem.
    pub cycle: Vec<RuleId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LtlVerdict {
    Holds,
    /// With a run, if it is not too long to be written down.
    Violated(Option<Lasso>),
}

/// Whether all runs from a set of configurations have a property.
pub fn check_ltl(
    system: &PushdownSystem,
    from: &PAutomaton,
    property: &Property,
    ended: EndedRuns,
) -> Result<LtlVerdict, NotReplayed> {
    let question = Question::new(system, from, property, ended);
    let Some(found) = question.violation() else {
        return Ok(LtlVerdict::Holds);
    };
    let Some(lasso) = found else {
        return Ok(LtlVerdict::Violated(None));
    };
    if !question.is_violation(&lasso) {
        return Err(NotReplayed);
    }
    Ok(LtlVerdict::Violated(Some(question.shown(lasso))))
}

/// The set of all configurations, reachable or not, from which some run does not have a property.
///
/// They are those of pre\*, in the product with the property's automaton, of the repeating heads: all that it accepts from
/// one of the automaton's initial states (Esparza, Hansel, Rossmanith and Schwoon's *global* model checking).
pub fn violating(system: &PushdownSystem, property: &Property, ended: EndedRuns) -> PAutomaton {
    let nothing = Draft::new(system).finish();
    Question::new(system, &nothing, property, ended).violating(system)
}

struct Question<'q> {
    property: &'q Property,
    /// That of the property, with one acceptance set.
    buchi: Automaton,
    /// With a bottom under every stack, and rules that stutter, where runs that end count.
    system: PushdownSystem,
    from: PAutomaton,
    /// Rules from this number on stutter.
    own_rules: usize,
    bottom: Option<SymbolId>,
}

impl<'q> Question<'q> {
    fn new(
        system: &PushdownSystem,
        from: &PAutomaton,
        property: &'q Property,
        ended: EndedRuns,
    ) -> Self {
        let mut question = Question {
            property,
            buchi: degeneralise(&property.automaton),
            system: system.clone(),
            from: from.clone(),
            own_rules: system.rules().len(),
            bottom: None,
        };
        if ended == EndedRuns::Stutter {
            question.stutter();
        }
        question
    }

    fn stutter(&mut self) {
        let mut text = "bottom".to_owned();
        while self.system.find_symbol(&text).is_some() {
            text.push('\'');
        }
        let bottom = self.system.symbol(&text);
        self.bottom = Some(bottom);
        let heads = self.system.rules().iter().map(|rule| (rule.from, rule.top));
        let heads: FxHashSet<(ControlId, SymbolId)> = heads.collect();
        for control in self.system.controls() {
            for symbol in self.system.symbols() {
                if !heads.contains(&(control, symbol)) {
                    self.system.add_rule(Rule {
                        from: control,
                        top: symbol,
                        to: control,
                        action: Action::Swap(symbol),
                        weight: 0,
                        label: None,
                    });
                }
            }
        }
        let mut draft = Draft::new(&self.system);
        let end = copy_into(
            &mut draft,
            &self.from,
            |control| vec![control],
            Some(bottom),
        );
        debug_assert!(end.is_some());
        self.from = draft.finish();
    }

    /// The atoms that hold in each head.
    fn letters_of_heads(&self) -> impl Fn(ControlId, SymbolId) -> BitSet + use<'q> {
        let stutters: FxHashSet<(ControlId, SymbolId)> = self.system.rules()[self.own_rules..]
            .iter()
            .map(|rule| (rule.from, rule.top))
            .collect();
        let property = self.property;
        move |control, top| property.letter(control, top, stutters.contains(&(control, top)))
    }

    /// A run that the automaton accepts: none, or one which may be too long to be written down.
    fn violation(&self) -> Option<Option<Lasso>> {
        let mut product = Product::new(&self.system, &self.buchi);
        let mut draft = Draft::new(&product.system);
        let initial = |control| {
            let states = self.buchi.initial.iter();
            states
                .map(|s| product.control(control, s.index()))
                .collect()
        };
        copy_into(&mut draft, &self.from, initial, None);
        let starts = draft.finish();
        product.add_reachable(&self.system, &self.buchi, &starts, self.letters_of_heads());
        let heads = RepeatingHeads::new(&product);
        let targets = heads.configurations(&product);
        let pre = pre_star(&product.system, &targets, |_| 0);
        let (start, _) = cheapest(&starts, &pre)?;
        let run = expand(start, |id| pre.transition(id).origin);
        Some(run.and_then(|run| lasso(&run, &product, &heads)))
    }

    fn violating(&self, system: &PushdownSystem) -> PAutomaton {
        let mut product = Product::new(&self.system, &self.buchi);
        product.add_all(&self.system, &self.buchi, self.letters_of_heads());
        let targets = RepeatingHeads::new(&product).configurations(&product);
        let pre = pre_star(&product.system, &targets, |_| 0).automaton();
        self.without_automaton(&product, &pre, system)
    }

    /// What a set of the product's configurations says of those of the system: the automaton is in an initial state, and
    /// where there is a bottom, it ends the stack.
    fn without_automaton(
        &self,
        product: &Product,
        set: &PAutomaton,
        system: &PushdownSystem,
    ) -> PAutomaton {
        let mut draft = Draft::new(system);
        let inner: Vec<Option<StateId>> = set
            .states()
            .map(|state| set.as_control(state).is_none().then(|| draft.add_state()))
            .collect();
        let starts = system.controls().flat_map(|control| {
            let states = self.buchi.initial.iter();
            states.map(move |s| (StateId::from(control), product.control(control, s.index())))
        });
        let starts = starts.map(|(copy, state)| (copy, state.into()));
        let others = set.states().filter_map(|s| Some((inner[s.index()]?, s)));
        for (copy, state) in starts.chain(others) {
            for &(symbol, to) in set.edges(state) {
                if Some(symbol) != self.bottom {
                    // No transition leads into a control state.
                    let to = inner[to.index()];
                    to.into_iter()
                        .for_each(|to| draft.add_edge(copy, Some(symbol), to));
                } else if set.is_accepting(to) {
                    draft.accept(copy);
                }
            }
            if self.bottom.is_none() && set.is_accepting(state) {
                draft.accept(copy);
            }
        }
        draft.finish().trimmed()
    }

    /// Whether the run can be made, for ever, and violates the formula.
    fn is_violation(&self, lasso: &Lasso) -> bool {
        let mut at = lasso.start.clone();
        let (Some(stem), true) = (
            self.letters(&mut at, &lasso.stem),
            self.from.contains(&lasso.start),
        ) else {
            return false;
        };
        let Some(&top) = at.stack.last() else {
            return false;
        };
        // On a stack of the one symbol: what is below is never touched.
        let mut round = Configuration {
            control: at.control,
            stack: vec![top],
        };
        let Some(cycle) = self.letters(&mut round, &lasso.cycle) else {
            return false;
        };
        let comes_back = (round.control, round.stack.last()) == (at.control, Some(&top));
        comes_back
            && !cycle.is_empty()
            && self.property.is_violated_by(&PeriodicWord { stem, cycle })
    }

    /// The letters before each rule; nothing where one does not apply.
    fn letters(&self, at: &mut Configuration, rules: &[RuleId]) -> Option<Vec<BitSet>> {
        let mut letters = Vec::new();
        for &id in rules {
            let ended = id.index() >= self.own_rules;
            let top = *at.stack.last()?;
            letters.push(self.property.letter(at.control, top, ended));
            if !at.step(self.system.rule(id)) {
                return None;
            }
        }
        Some(letters)
    }

    /// The run without bottom and without rules that stutter.
    fn shown(&self, mut lasso: Lasso) -> Lasso {
        lasso
            .start
            .stack
            .retain(|&symbol| Some(symbol) != self.bottom);
        lasso.stem.retain(|id| id.index() < self.own_rules);
        lasso.cycle.retain(|id| id.index() < self.own_rules);
        lasso
    }
}

/// The lasso that a run to a repeating head begins.
fn lasso(run: &Run, product: &Product, heads: &RepeatingHeads) -> Option<Lasso> {
    let end = run.end(&product.system)?;
    let cycle = heads.cycle((end.control, *end.stack.last()?))?;
    let original = |rules: &[RuleId]| rules.iter().map(|&id| product.original(id)).collect();
    Some(Lasso {
        start: Configuration {
            control: product.original_control(run.start.control),
            stack: run.start.stack.clone(),
        },
        stem: original(&run.rules),
        cycle: original(&cycle),
    })
}

/// Copies an automaton into one of another system, in which a control state is several; with a bottom, under all stacks.
fn copy_into(
    draft: &mut Draft,
    from: &PAutomaton,
    controls: impl Fn(ControlId) -> Vec<ControlId>,
    bottom: Option<SymbolId>,
) -> Option<StateId> {
    let end = bottom.map(|_| draft.add_state());
    if let Some(end) = end {
        draft.accept(end);
    }
    let copies: Vec<Vec<StateId>> = from
        .states()
        .map(|state| match from.as_control(state) {
            Some(control) => controls(control).into_iter().map(Into::into).collect(),
            None => vec![draft.add_state()],
        })
        .collect();
    for state in from.states() {
        for &copy in &copies[state.index()] {
            for &(symbol, to) in from.edges(state) {
                for &to in &copies[to.index()] {
                    draft.add_edge(copy, Some(symbol), to);
                }
            }
            match end {
                _ if !from.is_accepting(state) => {}
                Some(end) => draft.add_edge(copy, bottom, end),
                None => draft.accept(copy),
            }
        }
    }
    end
}
