//! The objects from outside that a chosen execution meets, and what they hold.

use std::collections::{BTreeMap, BTreeSet};

use ir::VarId;
use semantics::{PathInput, State, UNFIXED_ADDRESSES, Walk};
use z3::Model;
use z3::ast::BV;

use super::{OUTSIDE_OBJECT_BYTES, number, pointers_given};

/// How far before the first byte that is met an object may begin.
const MAX_BYTES_BEFORE_FIRST_ACCESS: u64 = 0x400;

/// Bytes this far apart are in one object.
const MAX_GAP_BYTES: u64 = 0x2000;

/// More accesses than this are not looked for in one object.
const MAX_ACCESSES_PER_OBJECT: usize = 256;

/// What an object held when it came into being, where the path accesses it: by distance in bytes.
pub(crate) fn held(walk: &Walk<'_>, asked: &PathInput, model: &Model) -> Vec<(u64, Vec<u8>)> {
    let Some(object) = &asked.object else {
        return Vec::new();
    };
    let value = |term: &BV| number(model, term);
    let Some(start) = value(&object.address).filter(|&start| start != 0) else {
        return Vec::new();
    };
    let mut made = walk.state.objects().iter();
    let made = made.find(|(known, _)| *known == object.address);
    let size = object.size.or(made.map(|(_, size)| *size)).unwrap_or(0);
    let mut before = (*object.state).clone();
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for touch in walk.state.touched() {
        let Some(at) = value(&touch.address).filter(|&at| at >= start && at - start < size) else {
            continue;
        };
        let is_new = seen.insert((at, touch.size));
        if !is_new || touch.size > 8 || found.len() >= MAX_ACCESSES_PER_OBJECT {
            continue;
        }
        let first = BV::from_u64(at, touch.address.get_size());
        let held = before.bytes(&walk.context, touch.region, &first, touch.size);
        if let Some(held) = value(&held) {
            let bytes = held.to_le_bytes()[..touch.size as usize].to_vec();
            found.push((at - start, bytes));
        }
    }
    found
}

/// Where variables lie that exist once and have no fixed place, if the path has met any.
pub(crate) fn places(walk: &Walk<'_>, model: &Model) -> Vec<(VarId, u64)> {
    let context = &walk.context;
    let value = |term: &BV| number(model, term);
    let is_met = |address: &BV| {
        walk.state
            .objects()
            .iter()
            .any(|(known, _)| known == address)
    };
    let moving = context.layout.moving().iter();
    let place = |&var: &VarId| {
        let address = context.address(var);
        let place = is_met(&address).then(|| value(&address))??;
        Some((var, place))
    };
    moving.filter_map(place).collect()
}

/// The objects that the path has met and not made.
pub(crate) fn objects(walk: &Walk<'_>, model: &Model) -> Vec<(u64, Vec<u8>)> {
    let made = walk.state.objects().iter();
    let made = made.filter_map(|(address, size)| Some((number(model, address)?, *size)));
    let made: Vec<(u64, u64)> = made.collect();
    let given: BTreeSet<u64> = pointers_given(walk)
        .filter_map(|pointer| number(model, pointer))
        .collect();
    let bytes = bytes_met(walk, model, &made, &given);
    let mut objects = joined(bytes, &made, &given);
    reach_back(&mut objects, &made);
    objects
}

/// Whether an address lies in an object that the path makes.
fn is_made(made: &[(u64, u64)], at: u64) -> bool {
    let mut made = made.iter();
    made.any(|&(start, size)| at >= start && at - start < size)
}

/// The bytes that the path meets outside of what it makes, with what they hold at the start.
fn bytes_met(
    walk: &Walk<'_>,
    model: &Model,
    made: &[(u64, u64)],
    given: &BTreeSet<u64>,
) -> BTreeMap<u64, u8> {
    let value = |term: &BV| number(model, term);
    let open = walk.context.layout.open();
    let mut start = State::new(walk.state.name());
    let mut bytes: BTreeMap<u64, u8> = BTreeMap::new();
    for touch in walk.state.touched() {
        let Some(address) = value(&touch.address) else {
            continue;
        };
        for i in 0..u64::from(touch.size) {
            let at = address.wrapping_add(i);
            if open.contains(&at) && !is_made(made, at) {
                bytes.entry(at).or_insert(0);
            }
        }
        let first = BV::from_u64(address, touch.address.get_size());
        let held = start.bytes(&walk.context, touch.region, &first, touch.size);
        if let Some(held) = value(&held) {
            for (i, byte) in held.to_le_bytes().into_iter().enumerate() {
                if i < touch.size as usize
                    && let Some(to) = bytes.get_mut(&address.wrapping_add(i as u64))
                {
                    *to = byte;
                }
            }
        }
    }
    // An object is where a pointer leads that was given, although the path meets only what lies behind that, or before:
    // pointers to members lead to structures.
    for &start in given {
        let behind = bytes.range(start..).next().map(|(&at, _)| at - start);
        let before = bytes.range(..start).next_back().map(|(&at, _)| start - at);
        let is_met = behind.is_some_and(|far| far < OUTSIDE_OBJECT_BYTES)
            || before.is_some_and(|far| far < MAX_GAP_BYTES);
        if open.contains(&start) && !is_made(made, start) && is_met {
            bytes.entry(start).or_insert(0);
        }
    }
    bytes
}

/// Bytes that lie close to each other are one object, unless another one is made between them.
fn joined(
    bytes: BTreeMap<u64, u8>,
    made: &[(u64, u64)],
    given: &BTreeSet<u64>,
) -> Vec<(u64, Vec<u8>)> {
    let begins = |at: u64| given.range(..=at).next_back().copied();
    let is_part =
        |start: u64, at: u64| begins(at) == Some(start) && at - start < OUTSIDE_OBJECT_BYTES;
    let mut objects: Vec<(u64, Vec<u8>)> = Vec::new();
    for (at, byte) in bytes {
        match objects.last_mut() {
            Some((start, contents))
                if (at - *start <= contents.len() as u64 + MAX_GAP_BYTES
                    || is_part(*start, at))
                    && !made.iter().any(|&(m, _)| (*start..at).contains(&m)) =>
            {
                contents.resize((at - *start) as usize, 0);
                contents.push(byte);
            }
            _ => objects.push((at, vec![byte])),
        }
    }
    objects
}

/// Lets objects begin before the first byte that is met, where there is room.
fn reach_back(objects: &mut [(u64, Vec<u8>)], made: &[(u64, u64)]) {
    let mut free = UNFIXED_ADDRESSES.start;
    for (start, contents) in objects {
        let ends = made.iter().map(|&(m, size)| m.saturating_add(size));
        let lowest = ends.filter(|end| end <= start).fold(free, u64::max);
        free = *start + contents.len() as u64;
        // A pointer that was read from memory may lead to before what is met through it.
        let before = (*start - lowest).min(MAX_BYTES_BEFORE_FIRST_ACCESS);
        *start -= before;
        contents.splice(0..0, std::iter::repeat_n(0, before as usize));
    }
}
