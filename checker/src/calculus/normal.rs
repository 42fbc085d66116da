//! Formulas as unions of *blocks*: ∃ variables. a conjunction.
//!
//! Negations go inwards, conjunctions over disjunctions, and quantifiers around everything that is left of them, so that a
//! block can be evaluated like a query of a database: in an order of its own, with every variable quantified as soon as
//! nothing speaks of it any more. What would become too many blocks stays a union inside of a block, and what is quantified
//! below a negation stays a block of its own.
//!
//! Equations between variables are solved: a quantified variable that equals another goes away.

use rustc_hash::FxHashMap;

use super::formula::{Arg, Atom, Compare, Formula, Order, Scalar, VarId};

/// More alternatives than this are not written out.
const MAX_BLOCKS: usize = 64;
/// Nor what would have more conjuncts than this in all.
const MAX_SIZE: usize = 20_000;

/// See the module's text.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    /// What is quantified.
    pub(super) vars: Vec<VarId>,
    pub(super) conjuncts: Vec<Conjunct>,
    /// Variables that went away, and what they equal.
    replaced: FxHashMap<VarId, Arg>,
}

#[derive(Clone, Debug)]
pub(super) enum Conjunct {
    Atom(Atom),
    NotAtom(Atom),
    Compare(Compare, bool),
    Holds(VarId, bool),
    /// None of the blocks holds.
    None(Vec<Block>),
    /// One of the blocks holds.
    Any(Vec<Block>),
    False,
}

/// The blocks whose union a formula is. Variables below are those of the surroundings.
pub(super) fn blocks(formula: &Formula, scalars: &[Scalar]) -> Vec<Block> {
    let mut all = alternatives(formula, true);
    all.iter_mut().for_each(|block| block.solve(scalars));
    all.retain(|block| !block.is_false());
    all
}

fn single(conjunct: Conjunct) -> Vec<Block> {
    vec![Block::of(conjunct)]
}

fn alternatives(formula: &Formula, positive: bool) -> Vec<Block> {
    match formula {
        Formula::Const(value) if *value == positive => vec![Block::default()],
        Formula::Const(_) => Vec::new(),
        Formula::And(all) if positive => product(all, positive),
        Formula::Or(all) if !positive => product(all, positive),
        Formula::And(all) | Formula::Or(all) => {
            all.iter().flat_map(|f| alternatives(f, positive)).collect()
        }
        Formula::Not(inner) => alternatives(inner, !positive),
        Formula::Exists(vars, inner) if positive => {
            let mut all = alternatives(inner, true);
            all.iter_mut().for_each(|b| b.vars.extend(vars));
            all
        }
        Formula::Exists(vars, inner) => {
            let mut all = alternatives(inner, true);
            all.iter_mut().for_each(|b| b.vars.extend(vars));
            single(Conjunct::None(all))
        }
        Formula::Atom(atom) if positive => single(Conjunct::Atom(atom.clone())),
        Formula::Atom(atom) => single(Conjunct::NotAtom(atom.clone())),
        Formula::Compare(compare) => single(Conjunct::Compare(*compare, positive)),
        Formula::Holds(var) => single(Conjunct::Holds(*var, positive)),
    }
}

/// The blocks of a conjunction. Where writing all combinations out would take too much, the alternatives so far become one
/// conjunct, and so do those that follow.
fn product(all: &[Formula], positive: bool) -> Vec<Block> {
    let mut found = vec![Block::default()];
    for part in all {
        let parts = alternatives(part, positive);
        let combinations = found.len() * parts.len();
        let size = found.len() * size(&parts) + parts.len() * size(&found);
        let many = found.len() > 1 && parts.len() > 1 && combinations > MAX_BLOCKS;
        if combinations > 1 && (many || size > MAX_SIZE) {
            found = vec![Block {
                conjuncts: vec![Conjunct::Any(found), Conjunct::Any(parts)],
                ..Block::default()
            }];
            continue;
        }
        let both = |block: &Block, part: &Block| {
            let mut both = block.clone();
            both.vars.extend(&part.vars);
            both.conjuncts.extend(part.conjuncts.iter().cloned());
            both
        };
        found = found
            .iter()
            .flat_map(|block| parts.iter().map(move |part| both(block, part)))
            .collect();
    }
    found
}

fn size(blocks: &[Block]) -> usize {
    let of_conjunct = |conjunct: &Conjunct| match conjunct {
        Conjunct::None(inner) | Conjunct::Any(inner) => size(inner) + 1,
        _ => 1,
    };
    let of_block = |block: &Block| block.conjuncts.iter().map(of_conjunct).sum::<usize>() + 1;
    blocks.iter().map(of_block).sum()
}

impl Block {
    /// One conjunct.
    pub(super) fn of(conjunct: Conjunct) -> Block {
        Block {
            conjuncts: vec![conjunct],
            ..Block::default()
        }
    }

    fn is_false(&self) -> bool {
        self.conjuncts.iter().any(|c| matches!(c, Conjunct::False))
    }

    /// Replaces quantified variables by what they equal.
    fn solve(&mut self, scalars: &[Scalar]) {
        for conjunct in &mut self.conjuncts {
            if let Conjunct::None(inner) | Conjunct::Any(inner) = conjunct {
                inner.iter_mut().for_each(|block| block.solve(scalars));
                inner.retain(|block| !block.is_false());
            }
        }
        while let Some((at, var, value)) = self.solvable(scalars) {
            self.conjuncts.swap_remove(at);
            if value != Arg::Var(var) {
                self.vars.retain(|v| *v != var);
                self.substitute(var, value);
            }
        }
        self.vars.sort_unstable();
        self.vars.dedup();
    }

    /// An equation that tells what a quantified variable is.
    fn solvable(&self, scalars: &[Scalar]) -> Option<(usize, VarId, Arg)> {
        let mine = |arg: Arg| arg.var().filter(|v| self.vars.contains(v));
        for (i, conjunct) in self.conjuncts.iter().enumerate() {
            let Conjunct::Compare(compare, true) = conjunct else {
                continue;
            };
            if compare.order != Order::Equal || compare.left.1 != 0 || compare.right.1 != 0 {
                continue;
            }
            let (left, right) = (compare.left.0, compare.right.0);
            for (from, to) in [(right, left), (left, right)] {
                let Some(var) = mine(from) else { continue };
                if from == to || self.replaces(scalars, var, to) {
                    return Some((i, var, to));
                }
            }
        }
        None
    }

    /// Whether a variable may be replaced. A valuation that belongs to a program counter has values for what matters there:
    /// it is replaced only by one of the same program counter; one that belongs to none, by any.
    fn replaces(&self, scalars: &[Scalar], var: VarId, by: Arg) -> bool {
        if !scalars[var.index()].ty.is_valuation() {
            return true;
        }
        let pc = self.pc(scalars, var);
        pc.is_none() || by.var().is_some_and(|by| self.pc(scalars, by) == pc)
    }

    /// The program counter that a valuation belongs to.
    pub(super) fn pc(&self, scalars: &[Scalar], var: VarId) -> Option<VarId> {
        let mut pc = scalars[var.index()].pc?;
        while let Some(by) = self.replaced.get(&pc) {
            pc = by.var()?;
        }
        Some(pc)
    }

    fn substitute(&mut self, var: VarId, value: Arg) {
        self.replaced.insert(var, value);
        let put = |arg: &mut Arg| {
            if *arg == Arg::Var(var) {
                *arg = value;
            }
        };
        let mut extra = false;
        for conjunct in &mut self.conjuncts {
            match conjunct {
                Conjunct::Atom(atom) | Conjunct::NotAtom(atom) => {
                    atom.args.iter_mut().for_each(put);
                }
                Conjunct::Compare(compare, positive) => {
                    put(&mut compare.left.0);
                    put(&mut compare.right.0);
                    if let Some(holds) = constant(compare) {
                        extra |= holds != *positive;
                    }
                }
                Conjunct::Holds(v, positive) if *v == var => match value {
                    Arg::Var(other) => *v = other,
                    Arg::Const(known) => extra |= (known == 1) != *positive,
                },
                Conjunct::Holds(..) | Conjunct::False => {}
                Conjunct::None(inner) | Conjunct::Any(inner) => {
                    inner.iter_mut().for_each(|b| b.substitute(var, value));
                }
            }
        }
        if let Arg::Const(_) = value {
            self.conjuncts
                .retain(|c| !matches!(c, Conjunct::Holds(v, _) if *v == var));
        }
        let decided = |c: &Conjunct| matches!(c, Conjunct::Compare(c, _) if constant(c).is_some());
        self.conjuncts.retain(|c| !decided(c));
        if extra {
            self.conjuncts.push(Conjunct::False);
        }
    }

    /// The variables that something speaks of.
    pub(super) fn mentioned(&self) -> FxHashMap<VarId, usize> {
        let mut found = FxHashMap::default();
        self.each_var(&mut |var| *found.entry(var).or_insert(0) += 1);
        found
    }

    fn each_var(&self, each: &mut dyn FnMut(VarId)) {
        for conjunct in &self.conjuncts {
            conjunct.each_var(each);
        }
    }

    /// Variables that went away around this block.
    pub(super) fn know_replaced(&mut self, outer: &Block) {
        let missing = outer.replaced.iter().map(|(k, v)| (*k, *v));
        let missing: Vec<_> = missing
            .filter(|(k, _)| !self.replaced.contains_key(k))
            .collect();
        self.replaced.extend(missing);
    }

    /// The variables of the surroundings that something speaks of.
    pub(super) fn each_free(&self, each: &mut dyn FnMut(VarId)) {
        self.each_var(&mut |var| {
            if !self.vars.contains(&var) {
                each(var);
            }
        });
    }
}

impl Conjunct {
    fn each_var(&self, each: &mut dyn FnMut(VarId)) {
        match self {
            Conjunct::Atom(atom) | Conjunct::NotAtom(atom) => {
                atom.args.iter().filter_map(|a| a.var()).for_each(each);
            }
            Conjunct::Compare(compare, _) => {
                let sides = [compare.left.0, compare.right.0];
                sides.iter().filter_map(|a| a.var()).for_each(each);
            }
            Conjunct::Holds(var, _) => each(*var),
            Conjunct::None(inner) | Conjunct::Any(inner) => {
                inner.iter().for_each(|block| block.each_free(each));
            }
            Conjunct::False => {}
        }
    }
}

/// Whether a comparison is decided without knowing any variable.
fn constant(compare: &Compare) -> Option<bool> {
    let ((left, l), (right, r)) = (compare.left, compare.right);
    match (left, right) {
        (Arg::Const(a), Arg::Const(b)) => {
            let (a, b) = (u64::from(a) + u64::from(l), u64::from(b) + u64::from(r));
            Some(match compare.order {
                Order::Equal => a == b,
                Order::Less => a < b,
                Order::LessEqual => a <= b,
            })
        }
        (Arg::Var(a), Arg::Var(b)) if a == b && l == r => Some(compare.order != Order::Less),
        _ => None,
    }
}
