//! Bytes of memory, kept in words.
//!
//! The array of a region that is addressed by bytes holds words as wide as an address, at aligned addresses: a solver
//! then compares one index where a value is read or written, rather than one for each of its bytes. Values that are
//! known to lie inside one word are taken out of it; of others every byte is looked up by itself.

use z3::ast::{Array, Ast, BV, Bool};

/// What is known of an address: what it is modulo a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) step: u64,
    pub(crate) rest: u64,
}

impl Grid {
    pub(crate) const ANY: Grid = Grid { step: 1, rest: 0 };

    /// More is of no use.
    const MAX_STEP_BYTES: u64 = 64;

    pub(crate) fn new(step: u64, rest: u64) -> Self {
        let step = 1 << step.max(1).trailing_zeros();
        let step = Grid::MAX_STEP_BYTES.min(step);
        Grid {
            step,
            rest: rest & (step - 1),
        }
    }

    /// That an address is of this grid; `None` if any is.
    pub(crate) fn holds(self, address: &BV) -> Option<Bool> {
        let bits = self.step.trailing_zeros();
        let low = (bits > 0).then(|| address.extract(bits - 1, 0))?;
        Some(low.eq(BV::from_u64(self.rest, bits)))
    }

    /// Addresses so many bytes behind.
    pub(crate) fn after(self, bytes: u64) -> Self {
        Grid::new(self.step, self.rest.wrapping_add(bytes))
    }

    /// Addresses that are a multiple of something away.
    pub(crate) fn every(self, bytes: u64) -> Self {
        let step = 1 << bytes.trailing_zeros().min(63);
        Grid::new(self.step.min(step), self.rest)
    }

    /// Whether an address of this grid can be so far behind one of the other.
    pub(crate) fn can_follow(self, other: Grid, distance: u64) -> bool {
        let step = self.step.min(other.step);
        self.rest.wrapping_sub(other.rest).wrapping_sub(distance) & (step - 1) == 0
    }
}

/// How many bits indices and words have.
pub(crate) fn widths(pointer_bits: u32) -> (u32, u32) {
    (pointer_bits - low_bits(pointer_bits), pointer_bits)
}

/// How many bits of an address tell the byte of a word.
fn low_bits(pointer_bits: u32) -> u32 {
    (pointer_bits / 8).trailing_zeros()
}

/// A place in a word.
struct Slot {
    index: BV,
    /// The byte it begins with, and how many it has.
    low: BV,
    count: u32,
    grid: Grid,
}

/// The value of so many bytes.
pub(crate) fn load(words: &Array, at: &BV, grid: Grid, count: u32) -> BV {
    let slots = slots(at, grid, count).into_iter();
    let all = slots.map(|slot| {
        let word = select(words, &slot.index);
        let piece = |low: u32| part(&word, low, slot.count);
        slot.choose(piece).simplify()
    });
    let all = all.reduce(|low, piece| piece.concat(low));
    all.expect("a value has bytes")
}

/// The words after a value was stored.
pub(crate) fn store(words: &Array, at: &BV, grid: Grid, value: &BV) -> Array {
    let mut words = words.clone();
    let mut done = 0;
    for slot in slots(at, grid, value.get_size() / 8) {
        let piece = part(value, done, slot.count);
        let old = select(&words, &slot.index);
        let new = slot.choose(|low| replaced(&old, low, &piece)).simplify();
        words = words.store(&slot.index, &new);
        done += slot.count;
    }
    words
}

/// The places that hold so many bytes, the first one first.
fn slots(at: &BV, grid: Grid, count: u32) -> Vec<Slot> {
    let width = at.get_size() / 8;
    let unit = if count <= width && is_inside(grid, count, width) {
        count
    } else if count.is_multiple_of(width) && is_inside(grid, width, width) {
        width
    } else {
        1
    };
    let slot = |n: u32| Slot::new(at, grid, n * unit, unit);
    (0..count / unit).map(slot).collect()
}

/// Whether so many bytes never lie across the end of a word.
fn is_inside(grid: Grid, count: u32, width: u32) -> bool {
    let step = grid.step.min(width.into());
    let lows = (0..u64::from(width)).filter(|low| low % step == grid.rest % step);
    lows.max()
        .is_some_and(|low| low + u64::from(count) <= width.into())
}

impl Slot {
    fn new(at: &BV, grid: Grid, bytes: u32, count: u32) -> Self {
        let bits = at.get_size();
        let at = at.bvadd(BV::from_u64(bytes.into(), bits)).simplify();
        let low = low_bits(bits);
        Slot {
            index: at.extract(bits - 1, low).simplify(),
            low: at.extract(low - 1, 0).simplify(),
            count,
            grid: grid.after(bytes.into()),
        }
    }

    /// What depends on where in its word the place begins.
    fn choose(&self, by_low: impl Fn(u32) -> BV) -> BV {
        let bits = self.low.get_size();
        let width = 1u32 << bits;
        let fits = |low: &u64| low + u64::from(self.count) <= width.into();
        if let Some(low) = self.low.as_u64().filter(fits) {
            return by_low(low as u32);
        }
        let mut possible = (0..=width - self.count)
            .filter(|&low| self.grid.can_follow(Grid::new(width.into(), 0), low.into()));
        let Some(first) = possible.next() else {
            return by_low(0);
        };
        if mutants::is("values-begin-at-the-first-place-of-their-word") {
            return by_low(first);
        }
        possible.fold(by_low(first), |value, low| {
            let is: Bool = self.low.eq(BV::from_u64(low.into(), bits));
            is.ite(&by_low(low), &value)
        })
    }
}

/// Some bytes of a value.
pub(crate) fn part(value: &BV, first: u32, count: u32) -> BV {
    if 8 * count == value.get_size() {
        return value.clone();
    }
    value.extract(8 * (first + count) - 1, 8 * first)
}

/// A word with other bytes from one on.
fn replaced(word: &BV, low: u32, piece: &BV) -> BV {
    let (width, count) = (word.get_size() / 8, piece.get_size() / 8);
    let mut new = piece.clone();
    if low > 0 {
        new = new.concat(part(word, 0, low));
    }
    if low + count < width {
        new = part(word, low + count, width - low - count).concat(new);
    }
    new
}

fn select(words: &Array, index: &BV) -> BV {
    let held = words.select(index);
    held.as_bv().expect("memory holds bit-vectors")
}
