//! Linear temporal logic on pushdown systems.
//!
//! Atoms are about heads: the control state and the symbol on top of the stack. Runs that end (the stack is empty, or no rule
//! applies) stutter: their last configuration repeats for ever. To that end a bottom is laid under every stack, and heads
//! without rules get one that changes nothing. Where they are not to count, there is none of that.

use super::automaton::{Draft, PAutomaton};
use super::buchi_product::{Product, RepeatingHeads};
use super::pattern::unknown;
use super::pre_star::pre_star;
use super::run::{Run, expand};
use super::starts::cheapest;
use super::system::{
    Action, Configuration, ControlId, PushdownSystem, Rule, RuleId, SymbolId, name,
};
use crate::bp::{Diagnostic, Span};
use crate::ltl::{
    Atom, AtomId, Automaton, BitSet, Formula, PeriodicWord, TooLarge, TranslateConfig,
    degeneralise, translate,
};
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LtlError {
    /// The formula speaks of what the system does not have.
    Atoms(Vec<Diagnostic>),
    TooLarge(TooLarge),
    /// A run was found that cannot be made, or that does not violate the formula: a mistake of ours.
    NotReplayed,
}

/// Whether all runs from a set of configurations satisfy a formula.
pub fn check_ltl(
    system: &PushdownSystem,
    from: &PAutomaton,
    formula: &Formula,
    ended: EndedRuns,
) -> Result<LtlVerdict, LtlError> {
    let atoms = resolve_all(formula, system).map_err(LtlError::Atoms)?;
    let negated = translate(&formula.clone().negated(), &TranslateConfig::default())
        .map_err(LtlError::TooLarge)?;
    let question = Question::new(system, from, atoms, ended);
    let Some(found) = question.violation(&degeneralise(&negated)) else {
        return Ok(LtlVerdict::Holds);
    };
    let Some(lasso) = found else {
        return Ok(LtlVerdict::Violated(None));
    };
    if !question.is_violation(&lasso, formula) {
        return Err(LtlError::NotReplayed);
    }
    Ok(LtlVerdict::Violated(Some(question.shown(lasso))))
}

#[derive(Clone, Debug)]
enum HeadAtom {
    Control(Vec<ControlId>),
    Symbol(Vec<SymbolId>),
    Ended,
}

fn resolve_all(
    formula: &Formula,
    system: &PushdownSystem,
) -> Result<Vec<HeadAtom>, Vec<Diagnostic>> {
    let (mut resolved, mut problems) = (Vec::new(), Vec::new());
    for (id, atom) in (0..).map(AtomId).zip(formula.atoms()) {
        match resolve(atom, formula.atom_span(id), system) {
            Ok(atom) => resolved.push(atom),
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() {
        Ok(resolved)
    } else {
        Err(problems)
    }
}

fn resolve(atom: &Atom, span: Span, system: &PushdownSystem) -> Result<HeadAtom, Diagnostic> {
    let controls = |text: &str| Some(system.controls_called(text)).filter(|all| !all.is_empty());
    let control = |text: &str| controls(text).map(HeadAtom::Control);
    let symbols = |text: &str| Some(system.symbols_called(text)).filter(|all| !all.is_empty());
    let symbol = |text: &str| symbols(text).map(HeadAtom::Symbol);
    match atom {
        Atom::Terminated => Ok(HeadAtom::Ended),
        Atom::In(text) => control(text)
            .ok_or_else(|| unknown("control state", text, span, system.control_names())),
        Atom::At {
            procedure: None,
            label,
        } => {
            symbol(label).ok_or_else(|| unknown("stack symbol", label, span, system.symbol_names()))
        }
        Atom::Name(text) | Atom::Expr(text) => match (control(text), symbol(text)) {
            (Some(_), Some(_)) => Err(Diagnostic::error(
                span,
                format!("{} is a control state and a stack symbol", name(text)),
            )
            .with_hint(format!(
                "write `in {text}` for the control state, `at {text}` for the symbol on top"
            ))),
            (Some(atom), None) | (None, Some(atom)) => Ok(atom),
            (None, None) => {
                let names = system.control_names().chain(system.symbol_names());
                Err(unknown("control state or stack symbol", text, span, names))
            }
        },
        Atom::At { .. } | Atom::Entry(_) | Atom::Exit(_) => Err(Diagnostic::error(
            span,
            format!("`{atom}` means nothing in a pushdown system"),
        )
        .with_hint(
            "`in p` is a control state, `at A` the symbol on top, `terminated` the end of the run",
        )),
    }
}

struct Question {
    /// With a bottom under every stack, and rules that stutter, where runs that end count.
    system: PushdownSystem,
    from: PAutomaton,
    atoms: Vec<HeadAtom>,
    /// Rules from this number on stutter.
    own_rules: usize,
    bottom: Option<SymbolId>,
}

impl Question {
    fn new(
        system: &PushdownSystem,
        from: &PAutomaton,
        atoms: Vec<HeadAtom>,
        ended: EndedRuns,
    ) -> Self {
        let mut question = Question {
            system: system.clone(),
            from: from.clone(),
            atoms,
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

    fn letter(&self, control: ControlId, top: SymbolId, ended: bool) -> BitSet {
        let mut letter = BitSet::new();
        for (number, atom) in self.atoms.iter().enumerate() {
            let holds = match atom {
                HeadAtom::Control(any) => any.contains(&control),
                HeadAtom::Symbol(any) => any.contains(&top),
                HeadAtom::Ended => ended,
            };
            if holds {
                letter.insert(number);
            }
        }
        letter
    }

    /// A run that the automaton accepts: none, or one which may be too long to be written down.
    fn violation(&self, buchi: &Automaton) -> Option<Option<Lasso>> {
        let stutters: FxHashSet<(ControlId, SymbolId)> = self.system.rules()[self.own_rules..]
            .iter()
            .map(|rule| (rule.from, rule.top))
            .collect();
        let product = Product::new(&self.system, buchi, |control, top| {
            self.letter(control, top, stutters.contains(&(control, top)))
        });
        let heads = RepeatingHeads::new(&product);
        let targets = heads.configurations(&product);
        let mut draft = Draft::new(&product.system);
        let initial = |control| {
            let states = buchi.initial.iter();
            states
                .map(|s| product.control(control, s.index()))
                .collect()
        };
        copy_into(&mut draft, &self.from, initial, None);
        let pre = pre_star(&product.system, &targets, |_| 0);
        let (start, _) = cheapest(&draft.finish(), &pre)?;
        let run = expand(start, |id| pre.transition(id).origin);
        Some(run.and_then(|run| lasso(&run, &product, &heads)))
    }

    /// Whether the run can be made, for ever, and violates the formula.
    fn is_violation(&self, lasso: &Lasso, formula: &Formula) -> bool {
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
        comes_back && !cycle.is_empty() && !formula.holds_on(&PeriodicWord { stem, cycle })
    }

    /// The letters before each rule; nothing where one does not apply.
    fn letters(&self, at: &mut Configuration, rules: &[RuleId]) -> Option<Vec<BitSet>> {
        let mut letters = Vec::new();
        for &id in rules {
            let ended = id.index() >= self.own_rules;
            let top = *at.stack.last()?;
            letters.push(self.letter(at.control, top, ended));
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
) -> Option<super::StateId> {
    let end = bottom.map(|_| draft.add_state());
    if let Some(end) = end {
        draft.accept(end);
    }
    let copies: Vec<Vec<super::StateId>> = from
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
