//! Conditions on edges: disjunctions of cubes over atoms.

use super::{AtomId, BitSet};

/// A conjunction of literals. No atom stands in it with both signs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cube {
    positive: BitSet,
    negative: BitSet,
}

impl Cube {
    /// The cube without literals.
    pub fn always() -> Self {
        Cube::default()
    }

    pub fn literal(atom: AtomId, value: bool) -> Self {
        let mut cube = Cube::default();
        let set = if value {
            &mut cube.positive
        } else {
            &mut cube.negative
        };
        set.insert(atom.index());
        cube
    }

    /// What both say; none where they contradict each other.
    pub fn and(&self, other: &Cube) -> Option<Cube> {
        let mut cube = self.clone();
        cube.positive.union_with(&other.positive);
        cube.negative.union_with(&other.negative);
        cube.positive.is_disjoint(&cube.negative).then_some(cube)
    }

    /// Whether all letters of this cube are letters of the other.
    pub fn implies(&self, other: &Cube) -> bool {
        other.positive.is_subset(&self.positive) && other.negative.is_subset(&self.negative)
    }

    /// The value of an atom, where the cube says one.
    pub fn value(&self, atom: AtomId) -> Option<bool> {
        if self.positive.contains(atom.index()) {
            Some(true)
        } else {
            self.negative.contains(atom.index()).then_some(false)
        }
    }

    /// The literals, by atom.
    pub fn literals(&self) -> impl Iterator<Item = (AtomId, bool)> + '_ {
        let positive = self.positive.iter().map(|a| (AtomId(a as u32), true));
        let negative = self.negative.iter().map(|a| (AtomId(a as u32), false));
        let mut all: Vec<_> = positive.chain(negative).collect();
        all.sort_unstable();
        all.into_iter()
    }

    /// Whether a letter, the set of the atoms that hold, satisfies the cube.
    pub fn holds_in(&self, letter: &BitSet) -> bool {
        self.positive.is_subset(letter) && self.negative.is_disjoint(letter)
    }

    /// The cube without an atom.
    fn without(&self, atom: AtomId) -> Cube {
        let mut cube = self.clone();
        cube.positive.remove(atom.index());
        cube.negative.remove(atom.index());
        cube
    }
}

/// A disjunction of cubes, of which none implies another. Without cubes it is false.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Guard {
    cubes: Vec<Cube>,
}

impl Guard {
    pub fn always() -> Self {
        Cube::always().into()
    }

    pub fn cubes(&self) -> &[Cube] {
        &self.cubes
    }

    /// Whether no letter satisfies the guard.
    pub fn is_never(&self) -> bool {
        self.cubes.is_empty()
    }

    /// Adds a cube, and merges it with those from which it differs in the sign of one atom only.
    pub fn add(&mut self, cube: Cube) {
        if self.cubes.iter().any(|old| cube.implies(old)) {
            return;
        }
        self.cubes.retain(|old| !old.implies(&cube));
        let merged = self.cubes.iter().find_map(|old| merge(old, &cube));
        match merged {
            Some(merged) => self.add(merged),
            None => {
                let at = self.cubes.partition_point(|old| *old < cube);
                self.cubes.insert(at, cube);
            }
        }
    }

    pub fn or(&mut self, other: &Guard) {
        for cube in &other.cubes {
            self.add(cube.clone());
        }
    }

    #[must_use]
    pub fn and(&self, other: &Guard) -> Guard {
        let mut guard = Guard::default();
        for (left, right) in self
            .cubes
            .iter()
            .flat_map(|l| other.cubes.iter().map(move |r| (l, r)))
        {
            if let Some(cube) = left.and(right) {
                guard.add(cube);
            }
        }
        guard
    }

    pub fn holds_in(&self, letter: &BitSet) -> bool {
        self.cubes.iter().any(|cube| cube.holds_in(letter))
    }

    /// Whether all letters of this guard are letters of the other.
    pub fn implies(&self, other: &Guard) -> bool {
        self.cubes.iter().all(|cube| covered(cube, &other.cubes))
    }
}

/// Whether every letter of a cube is in one of the others: by cases on atoms that the others decide and it does not.
pub(super) fn covered(cube: &Cube, by: &[Cube]) -> bool {
    let meeting: Vec<Cube> = by
        .iter()
        .filter(|other| cube.and(other).is_some())
        .cloned()
        .collect();
    let mut open = meeting
        .iter()
        .flat_map(Cube::literals)
        .filter(|(atom, _)| cube.value(*atom).is_none());
    if meeting.iter().any(|other| cube.implies(other)) {
        return true;
    }
    let Some((atom, _)) = open.next() else {
        return false;
    };
    let case = |value| {
        let narrower = cube.and(&Cube::literal(atom, value));
        narrower.is_none_or(|narrower| covered(&narrower, &meeting))
    };
    case(true) && case(false)
}

/// `a & b | !a & b` is `b`.
fn merge(left: &Cube, right: &Cube) -> Option<Cube> {
    let (atom, _) = left
        .literals()
        .find(|&(atom, value)| right.value(atom) == Some(!value))?;
    let rest = left.without(atom);
    (rest == right.without(atom)).then_some(rest)
}

impl From<Cube> for Guard {
    fn from(cube: Cube) -> Self {
        Guard { cubes: vec![cube] }
    }
}

impl FromIterator<Cube> for Guard {
    fn from_iter<I: IntoIterator<Item = Cube>>(cubes: I) -> Self {
        let mut guard = Guard::default();
        for cube in cubes {
            guard.add(cube);
        }
        guard
    }
}
