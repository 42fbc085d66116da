//! Accesses to memory through pointers, noted for the caller that asks which objects from outside a path looks at.

use std::rc::Rc;

use analysis::regions::RegionId;
use z3::ast::{BV, Bool};

use crate::execution::state::State;
use crate::memory::address::Piece;
use crate::memory::word_memory::Grid;

/// An access to memory at an address that depends on something.
#[derive(Clone, Debug)]
pub struct Touch {
    pub address: BV,
    pub region: RegionId,
    /// Bytes.
    pub size: u32,
    grid: Grid,
}

impl Touch {
    /// That the address is aligned, as formulas take it to be; `None` if any would be.
    pub fn is_aligned(&self) -> Option<Bool> {
        self.grid.holds(&self.address)
    }
}

impl State {
    /// Notes accesses from now on.
    pub(crate) fn watch(&mut self) {
        self.touched = Some(Rc::default());
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.touched.is_some()
    }

    /// The accesses noted, in order.
    pub fn touched(&self) -> Vec<Touch> {
        let touched = self.touched.as_ref();
        touched.map_or(Vec::new(), |touched| touched.borrow().clone())
    }

    pub(crate) fn touch(&self, piece: &Piece, region: RegionId) {
        if let Some(touched) = &self.touched
            && piece.address.as_u64().is_none()
        {
            touched.borrow_mut().push(Touch {
                address: piece.address.clone(),
                region,
                size: piece.size,
                grid: piece.grid,
            });
        }
    }
}
