//! Memory at addresses that the text has as numbers: registers of devices. In runs it is there, and holds zero until
//! something is stored; what is read from a register is asked for elsewhere (`analysis::passes::volatile`).

use std::collections::BTreeSet;
use std::ops::Range;

use analysis::placement::PAGE;
use ir::{ExprId, ExprKind, Program};
use source::entity::EntityId;

/// The room behind such an address, and in the first page.
const DEVICE_BYTES: u64 = 1 << 16;
const WORD_BYTES: u64 = 8;

/// Objects where a program makes pointers of numbers, and where nothing else lies.
pub(crate) fn memory(program: &Program, taken: &[Range<u64>]) -> Vec<(u64, Vec<u8>)> {
    let last_page = (u64::MAX >> (64 - 8 * program.types.pointer_size())) - PAGE;
    let mut places: BTreeSet<(u64, u64)> = BTreeSet::new();
    for expr in (0..program.terms.num_exprs()).map(ExprId::from_index) {
        if program.types.is_pointer(program.type_of(expr))
            && let Some(address) = number(program, expr)
            && address > 0
        {
            // The first page has null pointers to members: as little of it as possible is memory.
            places.insert(match address < PAGE {
                true => (address, address + WORD_BYTES),
                false => (
                    address - address % PAGE,
                    address.saturating_add(DEVICE_BYTES),
                ),
            });
        }
    }
    let mut found: Vec<(u64, Vec<u8>)> = Vec::new();
    for (start, end) in places {
        let last = found.last().map(|(start, held)| start + held.len() as u64);
        let start = last.map_or(start, |last| start.max(last));
        let is_free = |taken: &Range<u64>| taken.end <= start || end <= taken.start;
        if start < end && end < last_page && taken.iter().all(is_free) {
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
