//! Bytes that a call writes at once: a copy, a fill, or anything.
//!
//! How many there are need not be known. What lies outside of the range is what it was before. Inside, copied bytes are
//! those of the source at that time, and filled ones the byte that was given, as far as that is known.

use analysis::regions::RegionId;
use ir::library::{self, Printed};
use ir::{EdgeId, ExprId, FuncId, PlaceId};
use z3::ast::{Ast, BV, Bool};

use crate::encoding_context::EncodingContext;
use crate::execution::expr::resized;
use crate::execution::state::State;
use crate::memory::address::{Objects, Piece};
use crate::memory::reach::Reach;
use crate::memory::region::Memory;
use crate::memory::widths::{cell_bits, has_words};

/// A number of bytes from an address on, written by one call.
#[derive(Clone, Debug)]
pub(crate) struct Range {
    pub(crate) to: BV,
    /// As wide as an address.
    pub(crate) length: BV,
    pub(crate) contents: Contents,
    /// What it may be a part of.
    pub(crate) reach: Reach,
}

/// What was written.
#[derive(Clone, Debug)]
pub(crate) enum Contents {
    Anything,
    /// This byte, again and again.
    Byte(BV),
    /// What was in memory from an address on.
    Copy(Box<Source>),
}

/// Memory whose bytes can be looked at one by one.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) from: BV,
    pub(crate) memory: Memory,
    pub(crate) has_words: bool,
}

/// Writes what a call of a function without a body writes, if that are bytes that lie together where it is told. Says
/// where they begin and end; otherwise nothing is done.
pub(crate) fn overwrite(
    state: &mut State,
    context: &EncodingContext<'_>,
    (func, edge): (FuncId, EdgeId),
    name: &str,
    args: &[ExprId],
) -> Option<(BV, BV)> {
    let written = library::written(name)?;
    let &to = args.first()?;
    let format = written.format.and_then(|n| args.get(n));
    let printed = format.and_then(|&format| library::printed(context.program, format));
    let length = match written.length {
        Some(n) => at_most(address(state, context, *args.get(n)?), printed),
        None => state.length_of(context, printed),
    };
    let behind = to;
    let to = address(state, context, to);
    touch(state, context, behind, &to, &length);
    let contents = match written.contents {
        library::Contents::Anything => match (written.length, printed, format) {
            (None, Some(printed), Some(&format)) if printed.verbatim => {
                copy(state, context, format, &length)
            }
            _ => Contents::Anything,
        },
        library::Contents::Zero => Contents::Byte(BV::from_u64(0, 8)),
        library::Contents::Byte(_) if mutants::is("memset-fills-with-zero") => {
            Contents::Byte(BV::from_u64(0, 8))
        }
        library::Contents::Byte(n) => match args.get(n) {
            Some(&byte) => Contents::Byte(resized(&state.value(context, byte), 8, false)),
            None => Contents::Anything,
        },
        library::Contents::From(n) => match args.get(n) {
            Some(&from) => copy(state, context, from, &length),
            None => Contents::Anything,
        },
    };
    let ends = (to.clone(), to.bvadd(&length));
    let cells = context
        .points_to
        .pointed_cells(context.program, behind, false);
    let range = Range {
        to,
        length,
        contents,
        reach: Reach::new(cells),
    };
    let nowhere = context
        .regions
        .behind(context.program, context.points_to, behind)
        == Some(context.regions.nowhere);
    let nowhere = nowhere.then_some(context.regions.nowhere);
    let regions = context.writes.outside(func, edge).regions.iter().copied();
    for region in regions.chain(nowhere) {
        state.overwrite(context, region, &range);
    }
    Some(ends)
}

fn address(state: &mut State, context: &EncodingContext<'_>, expr: ExprId) -> BV {
    let signed = context.is_signed(context.type_of(expr));
    resized(&state.value(context, expr), context.pointer_bits(), signed)
}

/// A length, or that of the longest text that is printed.
fn at_most(length: BV, printed: Option<Printed>) -> BV {
    let Some(printed) = printed else {
        return length;
    };
    let most = BV::from_u64(printed.most, length.get_size());
    length.bvule(&most).ite(&length, &most).simplify()
}

/// What a copy writes.
fn copy(
    state: &mut State,
    context: &EncodingContext<'_>,
    pointer: ExprId,
    length: &BV,
) -> Contents {
    let from = address(state, context, pointer);
    touch(state, context, pointer, &from, length);
    let region = context
        .regions
        .behind(context.program, context.points_to, pointer);
    let is_variable = |region: RegionId| {
        let variable = context.regions.regions[region].variable;
        variable.is_some_and(|var| context.is_symbol(var))
    };
    let Some(region) = region.filter(|&region| !is_variable(region)) else {
        return Contents::Anything;
    };
    let has_words = has_words(context, region);
    if !has_words && cell_bits(context, region) != 8 {
        return Contents::Anything;
    }
    Contents::Copy(Box::new(Source {
        from,
        memory: state.held(context, region),
        has_words,
    }))
}

/// Notes that the first byte behind a pointer is accessed, and the last.
fn touch(state: &mut State, context: &EncodingContext<'_>, pointer: ExprId, at: &BV, length: &BV) {
    let region = context
        .regions
        .behind(context.program, context.points_to, pointer);
    let region = region.unwrap_or(context.regions.nowhere);
    let one = BV::from_u64(1, at.get_size());
    let last = at.bvadd(length.bvsub(one)).simplify();
    for at in [at.clone(), last] {
        state.touch(&Piece::new(at, 1), region);
    }
}

/// All memory holds anything from now on, up to some address. If an execution is looked for, better not so.
pub(crate) fn forget_all(state: &mut State, context: &EncodingContext<'_>) {
    let range = state.is_watched().then(|| Range {
        to: BV::from_u64(0, context.pointer_bits()),
        length: state.open_length(context),
        contents: Contents::Anything,
        reach: Reach::ANYTHING,
    });
    for region in context.regions.regions.ids() {
        match &range {
            Some(range) if context.regions.regions[region].variable.is_none() => {
                state.overwrite(context, region, range);
            }
            _ => state.forget_memory(context, region),
        }
    }
}

impl State {
    /// How many bytes a text has that is printed.
    fn length_of(&mut self, context: &EncodingContext<'_>, printed: Option<Printed>) -> BV {
        let Some(printed) = printed else {
            return self.open_length(context);
        };
        if printed.verbatim {
            return BV::from_u64(printed.most, context.pointer_bits());
        }
        at_most(self.open_length(context), Some(printed))
    }

    /// A number of bytes of which nothing is known; the fewer, the better.
    fn open_length(&mut self, context: &EncodingContext<'_>) -> BV {
        let length = self.fresh(context.pointer_bits());
        let none = BV::from_u64(0, context.pointer_bits());
        self.hopes.push(length.eq(none));
        length
    }
}

/// Notes the strings that a call of a function that prints looks at.
pub(crate) fn touch_strings(
    state: &mut State,
    context: &EncodingContext<'_>,
    name: &str,
    args: &[ExprId],
) {
    let prints = matches!(
        library::effect(name),
        Some(library::LibraryEffect::Format | library::LibraryEffect::Output)
    );
    if !prints || !state.is_watched() {
        return;
    }
    let types = &context.program.types;
    for &arg in args {
        let target = types.target(context.type_of(context.program.without_casts(arg)));
        if target.is_some_and(|ty| types.size_of(ty) == Some(1)) {
            let at = address(state, context, arg);
            let one = BV::from_u64(1, at.get_size());
            touch(state, context, arg, &at, &one);
        }
    }
}

/// Writes all bytes of a place.
pub(crate) fn overwrite_place(
    state: &mut State,
    context: &EncodingContext<'_>,
    place: PlaceId,
    contents: Contents,
) {
    let size = context
        .program
        .types
        .size_of(context.program.place_type(place));
    let to = state.address(context, place);
    let length = size.map(|size| BV::from_u64(size, to.get_size()));
    for region in context.regions_of(place) {
        match &length {
            None => state.forget(context, region),
            Some(length) => {
                let range = Range {
                    to: to.clone(),
                    length: length.clone(),
                    contents: contents.clone(),
                    reach: Reach::of(context, place),
                };
                state.overwrite(context, region, &range);
            }
        }
    }
}

/// Of copies, larger values are not looked at. Where it is not known how many bytes there are, only single ones are: a
/// pointer that may have been copied in part would be very much to think about.
const MAX_COPIED_VALUE_BYTES: u32 = 8;
const MAX_COPIED_VALUE_BYTES_OF_UNKNOWN_LENGTH: u32 = 1;

impl Range {
    /// That some of the bytes of a value at an address may have been written.
    pub(crate) fn meets(&self, at: &BV, size: u32) -> Bool {
        let behind = at.bvsub(&self.to);
        let before = self.to.bvsub(at);
        let size = BV::from_u64(size.into(), at.get_size());
        if mutants::is("the-last-byte-of-a-copy-is-not-written") {
            let one = BV::from_u64(1, at.get_size());
            return behind.bvult(self.length.bvsub(one)).simplify();
        }
        Bool::or(&[behind.bvult(&self.length), before.bvult(size)]).simplify()
    }

    /// The value at an address, some of whose bytes were written; `unknown` is it where nothing else is known.
    pub(crate) fn value(&self, at: &BV, size: u32, unknown: &BV, objects: &Objects) -> BV {
        let known = match &self.contents {
            Contents::Anything => return unknown.clone(),
            Contents::Byte(byte) => (1..size).fold(byte.clone(), |all, _| all.concat(byte)),
            Contents::Copy(source) if size <= self.largest() => {
                let from = source.from.bvadd(at.bvsub(&self.to)).simplify();
                let off = u64::from(mutants::is("copies-are-shifted-by-a-byte"));
                let from = from.bvadd(BV::from_u64(off, from.get_size())).simplify();
                source.value(from, size, objects)
            }
            Contents::Copy(_) => return unknown.clone(),
        };
        self.holds(at, size).ite(&known, unknown).simplify()
    }

    fn largest(&self) -> u32 {
        match self.length.as_u64() {
            Some(_) => MAX_COPIED_VALUE_BYTES,
            None => MAX_COPIED_VALUE_BYTES_OF_UNKNOWN_LENGTH,
        }
    }

    /// That all bytes of a value at an address were written.
    fn holds(&self, at: &BV, size: u32) -> Bool {
        let size = BV::from_u64(size.into(), at.get_size());
        let behind = at.bvsub(&self.to);
        let last = self.length.bvsub(&size);
        Bool::and(&[self.length.bvuge(&size), behind.bvule(&last)]).simplify()
    }
}

impl Source {
    fn value(&self, from: BV, size: u32, objects: &Objects) -> BV {
        let piece = Piece::new(from, size);
        if self.has_words {
            return self.memory.bytes(&piece, objects);
        }
        let byte = |i: u32| self.memory.cell(&piece.part(i, 1), objects);
        let all = (0..size).map(byte).reduce(|low, byte| byte.concat(low));
        all.expect("a value has bytes")
    }
}
