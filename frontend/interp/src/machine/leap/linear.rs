//! Numbers that grow by a fixed amount per turn, and for how many turns what is said of them stays as it is.

use super::iteration::reduced;
use ir::arith;
use ir::types::{DataModel, IntKind};

/// Turns without an end.
pub(super) const ENDLESS: u128 = u128::MAX;

/// A number that grows by a fixed amount per turn, as long as it stays inside its type.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinearValue {
    pub(super) from: i128,
    pub(super) by: i128,
    least: i128,
    most: i128,
}

impl LinearValue {
    /// None for types that are too wide.
    pub(super) fn new(bits: u128, by: i128, kind: IntKind, model: DataModel) -> Option<Self> {
        let width = kind.width(model);
        if width == 0 || width > 64 {
            return None;
        }
        let (least, most) = match kind.is_signed() {
            true => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
            false => (0, (1 << width) - 1),
        };
        Some(LinearValue {
            from: arith::extend(bits, kind, model) as i128,
            by: reduced(by, width).by,
            least,
            most,
        })
    }

    /// For how many turns it stays inside.
    pub(super) fn turns(self) -> u128 {
        match self.by {
            0 => ENDLESS,
            by if by > 0 => ((self.most - self.from) / by) as u128,
            by => ((self.from - self.least) / -by) as u128,
        }
    }
}

/// For how many turns a number stays negative, or stays not negative.
pub(super) fn negative(from: i128, by: i128) -> u128 {
    match (from < 0, by) {
        (true, by) if by > 0 => ((-1 - from) / by) as u128,
        (false, by) if by < 0 => (from / -by) as u128,
        _ => ENDLESS,
    }
}

/// For how many turns a number stays zero, or stays not zero.
pub(super) fn zero(from: i128, by: i128) -> u128 {
    match (from, by) {
        (_, 0) => ENDLESS,
        (0, _) => 0,
        _ if (from < 0) == (by < 0) || from % by != 0 => ENDLESS,
        _ => (from / by).unsigned_abs() - 1,
    }
}
