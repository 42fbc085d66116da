//! What trial runs start with: objects behind the parameters of the first function, and words for `main`.
//!
//! Objects lie where the interpreter has nothing of its own, each at a place that its position among the parameters
//! says. Pointers in them are null or lead back to the object.

use ir::Program;
use ir::types::{RecordKind, TypeId, TypeKind};
use semantics::UNFIXED_ADDRESSES;

/// The room between objects.
const BYTES_BETWEEN_OBJECTS: u64 = 0x4000;
/// Of larger objects only the beginning is filled.
const MAX_FILLED_BYTES: u64 = 4096;

/// Where the object of the n-th parameter lies.
pub(crate) fn place(n: u32) -> u64 {
    UNFIXED_ADDRESSES.start + BYTES_BETWEEN_OBJECTS * u64::from(n)
}

/// Bytes of an object of a type at an address: numbers from the source given, pointers if it is odd to the object itself.
pub(crate) fn object(
    program: &Program,
    ty: TypeId,
    address: u64,
    number: &mut dyn FnMut() -> u128,
) -> Vec<u8> {
    let size = program.types.size_of(ty).unwrap_or(0).min(MAX_FILLED_BYTES);
    let mut bytes = vec![0; size as usize];
    let mut stack = vec![(ty, 0)];
    while let Some((ty, at)) = stack.pop() {
        if at >= size {
            continue;
        }
        match *program.types.kind(ty) {
            TypeKind::Array { elem, .. } => {
                let each = program.types.size_of(elem).unwrap_or(0);
                let whole = program.types.size_of(ty).unwrap_or(0).min(size - at);
                let count = whole.checked_div(each).unwrap_or(0);
                stack.extend((0..count).rev().map(|n| (elem, at + n * each)));
            }
            TypeKind::Record(record) => {
                let record = &program.types.records[record];
                let fields = record.fields.values().filter(|f| !f.is_bit_field());
                let most = match record.kind {
                    RecordKind::Union => 1,
                    RecordKind::Struct => usize::MAX,
                };
                stack.extend(fields.take(most).map(|f| (f.ty, at + f.offset())));
            }
            _ if program.types.is_scalar(ty) => {
                let value = match program.types.is_pointer(ty) {
                    true => u128::from(address) * (number() % 2),
                    false => number(),
                };
                let each = program.types.size_of(ty).unwrap_or(0).min(16);
                for (n, byte) in value.to_le_bytes()[..each as usize].iter().enumerate() {
                    if let Some(to) = bytes.get_mut(at as usize + n) {
                        *to = *byte;
                    }
                }
            }
            _ => {}
        }
    }
    bytes
}

/// Words that a program may be started with, its name first.
pub(crate) fn arguments(random: &mut fastrand::Rng, constants: &[u128]) -> Vec<Vec<u8>> {
    let mut words = vec![b"program".to_vec()];
    let known: Vec<u8> = constants
        .iter()
        .filter_map(|&c| u8::try_from(c).ok().filter(|c| (33..127).contains(c)))
        .chain(*b"-01x")
        .collect();
    for _ in 0..random.usize(0..4) {
        let length = random.usize(0..4);
        let letter = |_| known[random.usize(0..known.len())];
        words.push((0..length).map(letter).collect());
    }
    words
}

/// The table of such words at an address, with the words behind it.
pub(crate) fn table(words: &[Vec<u8>], address: u64, word: u64) -> Vec<u8> {
    let mut table = Vec::new();
    let mut texts = Vec::new();
    let behind = address + word * (words.len() as u64 + 1);
    for text in words {
        let at = behind + texts.len() as u64;
        table.extend(&at.to_le_bytes()[..word as usize]);
        texts.extend(text);
        texts.push(0);
    }
    table.extend(vec![0; word as usize]);
    table.extend(texts);
    table
}

/// The words of such a table.
pub(crate) fn words_of(table: &[u8], address: u64, word: u64) -> Vec<Vec<u8>> {
    let entries = table.chunks(word as usize).map(|entry| {
        let bytes = entry.iter().rev();
        bytes.fold(0, |value: u64, &byte| value << 8 | u64::from(byte))
    });
    let text = |at: u64| {
        let rest = at
            .checked_sub(address)
            .and_then(|n| table.get(n as usize..));
        let bytes = rest.unwrap_or_default().iter().copied();
        bytes.take_while(|&b| b != 0).collect()
    };
    entries.take_while(|&at| at != 0).map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back_from_their_table() {
        let words = vec![b"program".to_vec(), Vec::new(), b"-x".to_vec()];
        for word in [4, 8] {
            let table = table(&words, UNFIXED_ADDRESSES.start, word);
            assert_eq!(words_of(&table, UNFIXED_ADDRESSES.start, word), words);
        }
    }
}
