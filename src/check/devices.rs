//! Memory at addresses that the text has as numbers: registers of devices. In runs it is there, and holds zero until
//! something is stored; what is read from a register is asked for elsewhere (`frontend::analysis::volatile`).

use std::collections::BTreeSet;
use std::ops::Range;

use frontend::analysis::placement::PAGE;
use frontend::entity::EntityId;
use frontend::ir::{ExprId, ExprKind, PlaceId, PlaceKind, Program};

/// The room from the page of such an address on.
const ROOM: u64 = 1 << 16;

/// Objects where a program follows numbers, and where nothing else lies.
pub(super) fn memory(program: &Program, taken: &[Range<u64>]) -> Vec<(u64, Vec<u8>)> {
    let mut pages: BTreeSet<u64> = BTreeSet::new();
    for place in (0..program.terms.num_places()).map(PlaceId::from_index) {
        if let PlaceKind::Deref(pointer) = program.terms.place(place).kind
            && let Some(address) = number(program, pointer)
            && address >= PAGE
        {
            pages.insert(address - address % PAGE);
        }
    }
    let mut found: Vec<(u64, Vec<u8>)> = Vec::new();
    for page in pages {
        let Some(end) = page.checked_add(ROOM) else {
            continue;
        };
        let last = found
            .last()
            .map(|(start, contents)| start + contents.len() as u64);
        let start = last.map_or(page, |last| page.max(last));
        let is_free = |taken: &Range<u64>| taken.end <= start || end <= taken.start;
        if taken.iter().all(is_free) {
            found.push((start, vec![0; (end - start) as usize]));
        }
    }
    found
}

fn number(program: &Program, pointer: ExprId) -> Option<u64> {
    let of = match program.terms.expr(pointer).kind {
        ExprKind::Cast(of) => of,
        _ => pointer,
    };
    u64::try_from(program.terms.int_value(of)?).ok()
}
