//! Which objects have no fixed place, because the program makes use of where they lie.
//!
//! The addresses of such variables are symbols, and they and all that is allocated lie anywhere but in the first page of
//! memory and in the last one, in any order. What is proved so holds wherever a system puts them (ADR 0013).

use std::collections::BTreeSet;

use analysis::placement::{Depends, Use, Uses};
use analysis::points_to::{ObjectKind, PointsTo};
use ir::{FuncId, VarId};

/// Made once per program.
#[derive(Clone, Debug, Default)]
pub struct Placement {
    /// The variables.
    pub open: BTreeSet<VarId>,
    /// String literals that may share their bytes.
    pub shared: BTreeSet<VarId>,
    /// Objects lie anywhere, not only where the interpreter has room for them.
    pub wide: bool,
    /// The functions.
    pub functions: BTreeSet<FuncId>,
}

impl Placement {
    /// The placement that takes nothing for granted that the program makes use of. `outside` says whether anything is
    /// taken for granted of where memory outside lies.
    pub fn open(pts: &PointsTo, uses: &Uses, outside: bool) -> Self {
        let mut placement = Placement::default();
        uses.list
            .iter()
            .for_each(|found| placement.add(pts, found, outside));
        placement
    }

    fn add(&mut self, pts: &PointsTo, found: &Use, outside: bool) {
        let numbers = found.depends == Depends::Numbers;
        for &object in &found.objects {
            match pts.objects[object].kind {
                ObjectKind::Var(var) => {
                    self.open.insert(var);
                    self.wide |= numbers;
                    if found.depends == Depends::Sharing {
                        self.shared.insert(var);
                    }
                }
                ObjectKind::Func(func) => {
                    self.functions.insert(func);
                    self.wide |= numbers;
                }
                ObjectKind::External => self.wide |= numbers && outside,
                // Labels have symbols of which nothing is known.
                ObjectKind::Integer | ObjectKind::Label(_) => {}
                _ => self.wide |= numbers,
            }
        }
    }

    /// Whether it is that of fixed addresses: the program does not depend on any other.
    pub fn is_fixed(&self) -> bool {
        self.open.is_empty() && self.functions.is_empty() && !self.wide
    }
}
