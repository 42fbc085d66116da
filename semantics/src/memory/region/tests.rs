//! What is loaded is compared with bytes in an array of Rust.

use super::*;
use crate::memory::layout::UNFIXED_ADDRESSES;
use crate::memory::range::{Contents, Source};
use crate::memory::reach::Reach;
use crate::memory::word_memory::Grid;
use z3::Sort;

/// A sequence of numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1);
        (self.0 >> 33) % n
    }
}

/// Memory as formulas have it, and the bytes that it holds where `x` and `y` have these values.
struct Both {
    memory: Memory,
    bytes: Vec<u8>,
    pointers: [(BV, u64); 2],
    bits: u32,
    objects: Vec<(BV, u64)>,
    /// How many bytes ranges have, and the number that it is.
    length: (BV, u64),
    /// The bytes that some range has written, the last one.
    range: Option<std::ops::Range<u64>>,
}

const FIRST: u64 = UNFIXED_ADDRESSES.start;

/// What aligned pointers are multiples of: more than a word.
const ALIGNED: u64 = 16;

impl Both {
    fn new(bits: u32, x: u64, y: u64) -> Self {
        let (index, word) = word_memory::widths(bits);
        let zeros = Array::const_array(&Sort::bitvector(index), &BV::from_u64(0, word));
        let symbol = |name: &str| BV::new_const(name, bits);
        Both {
            memory: Memory::new(zeros),
            bytes: vec![0; 256],
            pointers: [(symbol("x"), x), (symbol("y"), y)],
            bits,
            objects: Vec::new(),
            length: (BV::new_const("length", bits), 0),
            range: None,
        }
    }

    /// Fills some bytes, or copies them.
    fn overwrite(&mut self, numbers: &mut Numbers) {
        let ((to, at), (from, source)) = (self.place(numbers, false), self.place(numbers, false));
        let (to, from) = (to.address, from.address);
        let count = numbers.below(12);
        let length = match numbers.below(2) {
            0 => BV::from_u64(count, self.bits),
            _ => {
                self.length.1 = count;
                self.length.0.clone()
            }
        };
        let (start, source) = ((at - FIRST) as usize, (source - FIRST) as usize);
        let contents = match numbers.below(2) {
            0 => {
                let byte = numbers.below(256);
                self.bytes[start..start + count as usize].fill(byte as u8);
                Contents::Byte(BV::from_u64(byte, 8))
            }
            _ => {
                self.bytes
                    .copy_within(source..source + count as usize, start);
                Contents::Copy(Box::new(Source {
                    from,
                    memory: self.memory.clone(),
                    has_words: true,
                }))
            }
        };
        let (index, word) = word_memory::widths(self.bits);
        let sort = (Sort::bitvector(index), Sort::bitvector(word));
        let unknown = Array::fresh_const("unknown", &sort.0, &sort.1);
        let range = Range {
            to,
            length,
            contents,
            reach: Reach::ANYTHING,
        };
        self.range = Some(at..at + count);
        self.memory = self
            .memory
            .clone()
            .overwritten(unknown, range, &self.objects);
    }

    /// A place near one of the pointers, or a fixed one; and where it is.
    fn place(&self, numbers: &mut Numbers, aligned: bool) -> (Piece, u64) {
        let size = 1 << numbers.below(4);
        let step = if aligned { size } else { 1 };
        let offset = numbers.below(24) / step * step;
        let number = |n| BV::from_u64(n, self.bits);
        let (base, at) = match numbers.below(5) {
            0 => (number(FIRST), FIRST),
            n => self.pointers[n as usize % 2].clone(),
        };
        let grid = if aligned {
            Grid::new(ALIGNED, offset)
        } else {
            Grid::ANY
        };
        let address = base.bvadd(number(offset));
        let piece = Piece {
            address,
            size: size as u32,
            grid,
            reach: Reach::ANYTHING,
        };
        (piece, at + offset)
    }

    fn store(&mut self, numbers: &mut Numbers, aligned: bool) {
        let (piece, at) = self.place(numbers, aligned);
        let value = numbers.below(1 << 31) << 31 | numbers.below(1 << 31);
        let bits = 8 * piece.size;
        let value = value & (u64::MAX >> (64 - bits));
        let start = (at - FIRST) as usize;
        let bytes = &value.to_le_bytes()[..piece.size as usize];
        self.bytes[start..start + bytes.len()].copy_from_slice(bytes);
        let value = BV::from_u64(value, bits);
        let array = word_memory::store(&self.memory.array, &piece.address, piece.grid, &value);
        let memory = self.memory.clone();
        self.memory = memory.stored(array, &piece, &value, &self.objects);
    }

    /// The same where the last range may have been written.
    fn compare_known(&self, numbers: &mut Numbers) {
        let (piece, at) = self.place(numbers, false);
        let start = (at - FIRST) as usize;
        let held = &self.bytes[start..start + piece.size as usize];
        let held = held.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b));
        let number = |n: u64| BV::from_u64(n, self.bits);
        let values = self.pointers.each_ref().map(|(p, at)| (p, number(*at)));
        let length = number(self.length.1);
        let mut with: Vec<(&BV, &BV)> = values.iter().map(|(p, at)| (*p, at)).collect();
        with.push((&self.length.0, &length));
        let term = self.memory.bytes(&piece, &self.objects);
        let found = term.substitute(&with).simplify().as_u64();
        let range = self.range.clone().unwrap_or(0..0);
        let end = at + u64::from(piece.size);
        let in_part = at < range.end.max(range.start + 1)
            && end > range.start
            && !(range.start <= at && end <= range.end);
        let may_be_open = in_part || piece.size > 1;
        assert!(
            found == Some(held) || found.is_none() && may_be_open,
            "{found:?} {held} {piece:?} in {with:?} {range:?}"
        );
    }

    fn compare(&self, numbers: &mut Numbers, aligned: bool) {
        let (piece, at) = self.place(numbers, aligned);
        let start = (at - FIRST) as usize;
        let held = &self.bytes[start..start + piece.size as usize];
        let held = held.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b));
        let number = |n: u64| BV::from_u64(n, self.bits);
        let values = self.pointers.each_ref().map(|(p, at)| (p, number(*at)));
        let with = values.each_ref().map(|(p, at)| (*p, at));
        let by_stores = self.memory.bytes(&piece, &self.objects);
        let by_array = word_memory::load(
            &self.memory.array,
            &piece.address.simplify(),
            piece.grid,
            piece.size,
        );
        for term in [by_stores, by_array] {
            let found = term.substitute(&with).simplify().as_u64();
            assert_eq!(found, Some(held), "{piece:?} in {with:?}");
        }
    }
}

/// After a range was written, loads of single bytes give what was written, copied or there before; larger ones that, or
/// anything where only some bytes were written, or where it is not known how many.
#[test]
fn ranges_agree_with_bytes() {
    for seed in 0..200 {
        let mut numbers = Numbers(seed);
        let near = |numbers: &mut Numbers| FIRST + numbers.below(32);
        let (x, y) = (near(&mut numbers), near(&mut numbers));
        let mut both = Both::new(64, x, y);
        for _ in 0..3 {
            both.store(&mut numbers, false);
        }
        both.overwrite(&mut numbers);
        both.store(&mut numbers, false);
        for _ in 0..8 {
            both.compare_known(&mut numbers);
        }
    }
}

/// Loads give the bytes that were stored, whichever pointers are used and however near they are.
fn agrees_with_bytes(bits: u32, aligned: bool) {
    for seed in 0..60 {
        let mut numbers = Numbers(seed);
        let step = if aligned { ALIGNED } else { 1 };
        let mut near = || FIRST + numbers.below(32) / step * step;
        let (x, y) = (near(), near());
        let mut both = Both::new(bits, x, y);
        for _ in 0..6 {
            both.store(&mut numbers, aligned);
            both.compare(&mut numbers, aligned);
        }
        for _ in 0..6 {
            both.compare(&mut numbers, aligned);
        }
    }
}

#[test]
fn aligned_accesses_agree_with_bytes() {
    agrees_with_bytes(64, true);
    agrees_with_bytes(32, true);
}

#[test]
fn accesses_that_may_not_be_aligned_agree_with_bytes() {
    agrees_with_bytes(64, false);
    agrees_with_bytes(32, false);
}

#[test]
fn objects_are_apart_as_far_as_accesses_stay_inside() {
    let [x, y] = ["x", "y"].map(|name| BV::new_const(name, 64));
    let objects = [(x.clone(), 16), (y.clone(), 16)];
    let one = BV::from_u64(1, 64);
    let held = |offset: u64, other: &BV| {
        let array = Array::new_const("m", &Sort::bitvector(64), &Sort::bitvector(64));
        let at = Piece::new(x.bvadd(BV::from_u64(offset, 64)), 8);
        let memory = Memory::new(array.clone()).stored(array, &at, &one, &objects);
        let two = BV::from_u64(2, 64);
        let other = Piece::new(other.clone(), 8);
        let array = memory.array.store(&other.address, &two);
        let memory = memory.stored(array, &other, &two, &objects);
        memory.cell(&at, &objects).as_u64()
    };
    assert_eq!(held(8, &y), Some(1));
    assert_eq!(held(12, &y), None);
    assert_eq!(held(8, &BV::from_u64(0x2000, 64)), Some(1));
    assert_eq!(held(8, &BV::from_u64(UNFIXED_ADDRESSES.start, 64)), None);
    // An object that could not be made is at null.
    assert_eq!(held(8, &BV::from_u64(8, 64)), None);
}
