//! Choices that make expressions come out as wished.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::Choices;
use super::evaluate::{binary, local_index};
use crate::bdd::Slot;
use crate::bp::{ExprId, ExprKind, Name, ProcId, Symbol};
use crate::deep_recursion::with_enough_stack;
use crate::flow::Flow;

/// What expressions see.
pub(super) struct Wish<'w, 'p> {
    pub(super) flow: &'w Flow<'p>,
    pub(super) proc: Option<ProcId>,
    pub(super) globals: &'w [bool],
    pub(super) locals: &'w [bool],
    /// Globals and locals after the step.
    pub(super) next: (&'w [bool], &'w [bool]),
}

impl Wish<'_, '_> {
    pub(super) fn next_value(&self, slot: Slot) -> bool {
        read(self.flow, self.next, slot)
    }

    fn slot(&self, name: Symbol) -> Slot {
        self.flow.slot_in(self.proc, name)
    }
}

fn read(flow: &Flow<'_>, (globals, locals): (&[bool], &[bool]), slot: Slot) -> bool {
    match local_index(flow, slot) {
        Some(local) => locals[local],
        None => globals[slot.index()],
    }
}

/// Whether an expression can be false, and whether it can be true.
pub(super) type CanBe = [bool; 2];

/// What is chosen in one step.
pub(super) struct Script {
    /// Values of variables that have none, in the order in which they are asked for.
    pub(super) arbitrary: VecDeque<bool>,
    /// Which label is gone to.
    pub(super) target: usize,
    /// Values of choices, in the order in which each is met.
    values: FxHashMap<ExprId, VecDeque<bool>>,
    /// Whether all wishes so far can come true.
    pub(super) is_possible: bool,
}

impl Default for Script {
    fn default() -> Self {
        Script {
            arbitrary: VecDeque::new(),
            target: 0,
            values: FxHashMap::default(),
            is_possible: true,
        }
    }
}

impl Script {
    /// Makes the next evaluation of an expression come out as wished.
    pub(super) fn add(&mut self, wish: &Wish<'_, '_>, expr: ExprId, value: bool) {
        let mut known = FxHashMap::default();
        if can_be(wish, expr, &mut known)[usize::from(value)] {
            self.choose(wish, expr, value, &known);
        } else {
            self.is_possible = false;
        }
    }

    /// The same, whatever it comes out as.
    pub(super) fn add_any(&mut self, wish: &Wish<'_, '_>, expr: ExprId) {
        let mut known = FxHashMap::default();
        let value = can_be(wish, expr, &mut known)[1];
        self.choose(wish, expr, value, &known);
    }

    fn choose(
        &mut self,
        wish: &Wish<'_, '_>,
        expr: ExprId,
        value: bool,
        known: &FxHashMap<ExprId, CanBe>,
    ) {
        let both = |x: ExprId, y: ExprId, fits: &dyn Fn(bool, bool) -> bool| {
            let all = [(false, false), (false, true), (true, false), (true, true)];
            let can = |e: ExprId, v: bool| known[&e][usize::from(v)];
            let mut possible = all.into_iter().filter(|&(a, b)| can(x, a) && can(y, b));
            possible.find(|&(a, b)| fits(a, b))
        };
        with_enough_stack(|| match wish.flow.program.expr(expr).kind {
            ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Next(_) => {}
            ExprKind::Nondet => self.values.entry(expr).or_default().push_back(value),
            ExprKind::Not(a) => self.choose(wish, a, !value, known),
            ExprKind::Binary(op, x, y) => {
                let (a, b) = both(x, y, &|a, b| binary(op, a, b) == value)
                    .expect("an expression can be what its operands can make it");
                self.choose(wish, x, a, known);
                self.choose(wish, y, b, known);
            }
            ExprKind::Choose(x, y) => {
                let (a, b) = both(x, y, &|a, b| schoose(a, b)[usize::from(value)])
                    .expect("an expression can be what its operands can make it");
                self.choose(wish, x, a, known);
                self.choose(wish, y, b, known);
                if !a && !b {
                    self.values.entry(expr).or_default().push_back(value);
                }
            }
        });
    }
}

/// What `schoose` can be, given its operands.
fn schoose(positive: bool, negative: bool) -> CanBe {
    match (positive, negative) {
        (true, _) => [false, true],
        (false, true) => [true, false],
        (false, false) => [true, true],
    }
}

/// What an expression can be, and what those inside of it can.
pub(super) fn can_be(
    wish: &Wish<'_, '_>,
    expr: ExprId,
    known: &mut FxHashMap<ExprId, CanBe>,
) -> CanBe {
    if let Some(&found) = known.get(&expr) {
        return found;
    }
    let exactly = |value: bool| [!value, value];
    let found = with_enough_stack(|| match wish.flow.program.expr(expr).kind {
        ExprKind::Const(value) => exactly(value),
        ExprKind::Nondet => [true, true],
        ExprKind::Var(name) => exactly(read(
            wish.flow,
            (wish.globals, wish.locals),
            wish.slot(name),
        )),
        ExprKind::Next(name) => exactly(wish.next_value(wish.slot(name))),
        ExprKind::Not(a) => {
            let [no, yes] = can_be(wish, a, known);
            [yes, no]
        }
        ExprKind::Binary(op, x, y) => {
            let (x, y) = (can_be(wish, x, known), can_be(wish, y, known));
            combined(x, y, &|a, b| exactly(binary(op, a, b)))
        }
        ExprKind::Choose(x, y) => {
            let (x, y) = (can_be(wish, x, known), can_be(wish, y, known));
            combined(x, y, &schoose)
        }
    });
    known.insert(expr, found);
    found
}

fn combined(x: CanBe, y: CanBe, of: &dyn Fn(bool, bool) -> CanBe) -> CanBe {
    let mut all = [false, false];
    for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
        if x[usize::from(a)] && y[usize::from(b)] {
            let [no, yes] = of(a, b);
            all = [all[0] | no, all[1] | yes];
        }
    }
    all
}

impl Choices for Script {
    fn arbitrary(&mut self, _: Symbol) -> Option<bool> {
        self.arbitrary.pop_front()
    }

    fn value(&mut self, expr: ExprId) -> Option<bool> {
        self.values.get_mut(&expr)?.pop_front()
    }

    fn target(&mut self, _: &[Name]) -> Option<usize> {
        Some(self.target)
    }

    fn again(&mut self, _: usize) -> bool {
        false
    }
}
