//! Memory that a path meets by following pointers of which nothing is known.
//!
//! Such a pointer may be anything, so an execution can be chosen in which it points to an object of its own. To repeat
//! it, these objects must be there from the start, holding what the path needs.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use analysis::passes::normal_form::arguments;
use analysis::points_to::ObjectKind;
use analysis::regions::RegionId;
use ir::types::{TypeId, Types};
use ir::{EdgeId, FuncId, Program, VarId};
use rustc_hash::FxHashSet;
use semantics::{
    Answer, EncodingContext, InputSource, PathInput, Prover, State, Touch, UNFIXED_ADDRESSES, Walk,
};
use z3::Model;
use z3::ast::{Ast, BV, Bool};

/// How often wishes that cannot be granted are given up before all are.
const MAX_ROUNDS_OF_WISHES: usize = 24;

/// More wishes than this are not made.
const MAX_WISHES: usize = 500;

/// The room for an object behind a pointer from outside.
const OUTSIDE_OBJECT_BYTES: u64 = 0x2_0000;

/// Nor are more variables than this taken into account for one of them.
const MAX_VARIABLES_PER_WISH: usize = 64;

/// How far before the first byte that is met an object may begin.
const MAX_BYTES_BEFORE_FIRST_ACCESS: u64 = 0x400;

/// No structure lies here. A null pointer leads nowhere.
const FIRST_PAGE: Range<u64> = 1..0x1000;

/// Bytes this far apart are in one object.
const MAX_GAP_BYTES: u64 = 0x2000;

/// An execution of the path under which pointers that are followed lead somewhere, as far as that is possible. The
/// path is known to be possible.
pub(crate) fn tame(prover: &mut Prover, walk: &Walk<'_>, path: &[Bool]) -> Option<Model> {
    let plain = prover.model();
    let mut wishes = wishes(walk, plain.as_ref());
    for _ in 0..MAX_ROUNDS_OF_WISHES {
        if wishes.is_empty() {
            break;
        }
        let names: Vec<Bool> = (0..wishes.len())
            .map(|i| Bool::fresh_const(&format!("wish{i}@")))
            .collect();
        let assumed: Vec<Bool> = path.iter().chain(&names).cloned().collect();
        let answer = prover.scope(|prover| {
            for (name, wish) in names.iter().zip(&wishes) {
                prover.assert(&name.implies(wish));
            }
            match prover.check_with(&assumed) {
                Answer::Satisfiable => Some(Ok(prover.model())),
                Answer::Unsatisfiable => Some(Err(prover.core(&names))),
                Answer::Unknown => None,
            }
        });
        match answer {
            Some(Ok(model)) => return model,
            Some(Err(core)) => match core.into_iter().max() {
                Some(vain) => drop(wishes.remove(vain)),
                None => break,
            },
            None => break,
        }
    }
    plain
}

/// What would be good to have of an execution, the most important first: accesses are aligned, and pointers lead to
/// objects of their own, but for those that are read from memory, not followed, and null in a plain one.
fn wishes(walk: &Walk<'_>, plain: Option<&Model>) -> Vec<Bool> {
    let value = |term: &BV| plain?.eval(term, true)?.as_u64();
    let met: Vec<Touch> = open_addresses(&walk.state).take(MAX_WISHES).collect();
    let is_followed = |pointer: &BV| {
        let is_behind = |touch: &Touch| touch.address.bvsub(pointer).simplify().as_u64();
        met.iter().any(|touch| is_behind(touch).is_some())
    };
    let mut pointers: Vec<BV> = pointers_given(walk).cloned().collect();
    let outside = &walk.context.regions.outside;
    let wanted = |(pointer, region): &(BV, RegionId)| {
        let is_set = outside.contains(region) && value(pointer) != Some(0);
        is_set || is_followed(pointer)
    };
    let loaded = loaded_anywhere(walk).into_iter().filter(wanted);
    pointers.extend(loaded.map(|(pointer, _)| pointer));
    let pointers = pointers
        .into_iter()
        .map(|pointer| (pointer, OUTSIDE_OBJECT_BYTES));
    let mut end = UNFIXED_ADDRESSES.end;
    let apart = pointers
        .chain(made_open(walk))
        .map_while(|(pointer, size)| {
            end = end.checked_sub(
                size.max(OUTSIDE_OBJECT_BYTES)
                    .checked_next_multiple_of(OUTSIDE_OBJECT_BYTES)?,
            )?;
            (end >= UNFIXED_ADDRESSES.start)
                .then(|| pointer.eq(BV::from_u64(end, pointer.get_size())))
        });
    let apart: Vec<Bool> = apart.take(MAX_WISHES).collect();
    let aligned = met.iter().filter_map(Touch::is_aligned);
    let lead = met
        .iter()
        .map(|touch| leads_somewhere(&walk.context, touch));
    let hopes = walk.state.hopes().iter().take(MAX_WISHES).cloned();
    hopes
        .chain(aligned)
        .chain(lead)
        .chain(apart)
        .chain(few_arguments(walk))
        .collect()
}

/// The objects that the path makes at addresses of which nothing is known, with their sizes.
fn made_open(walk: &Walk<'_>) -> Vec<(BV, u64)> {
    let made = walk.state.objects().iter().cloned();
    made.filter(|(address, _)| address.as_u64().is_none())
        .collect()
}

/// A program is easier to start with few arguments; the fewer, the better.
const FEW_ARGUMENTS: [u64; 4] = [8, 3, 2, 1];

fn few_arguments(walk: &Walk<'_>) -> Vec<Bool> {
    let count = arguments(walk.context.program).map(|main| InputSource::Variable(main.count));
    let asked = walk.inputs.iter().find(|asked| Some(asked.by) == count);
    let Some(value) = asked.and_then(|asked| asked.value.as_ref()) else {
        return Vec::new();
    };
    let most = |n| value.bvule(BV::from_u64(n, value.get_size()));
    FEW_ARGUMENTS.into_iter().map(most).collect()
}

/// The pointers that memory outside the program holds at the start and the path reads, each once.
fn loaded(walk: &Walk<'_>) -> Vec<(BV, RegionId)> {
    let outside = &walk.context.regions.outside;
    let mut found = loaded_anywhere(walk);
    found.retain(|(_, region)| outside.contains(region));
    found
}

/// What memory outside the program held at the start cannot lead to objects that the path makes.
pub(crate) fn note_older(walk: &mut Walk<'_>) {
    for (pointer, region) in loaded(walk) {
        if let &[ty] = &walk.context.regions.regions[region].types[..] {
            walk.state.was_there(&walk.context, &pointer, ty);
        }
    }
}

/// The pointers that memory holds at the start and the path reads, each once. What is allocated holds anything too.
fn loaded_anywhere(walk: &Walk<'_>) -> Vec<(BV, RegionId)> {
    let context = &walk.context;
    let mut start = State::new(walk.state.name());
    let mut found: Vec<(BV, RegionId)> = Vec::new();
    for touch in walk.state.touched() {
        let region = &context.regions.regions[touch.region];
        let pointers = region
            .types
            .iter()
            .all(|&ty| context.program.types.is_pointer(ty));
        if region.bytes || !pointers || region.types.is_empty() {
            continue;
        }
        let held = start.bytes(context, touch.region, &touch.address, touch.size);
        let held = held.simplify();
        let is_new = !found.iter().any(|(known, _)| *known == held);
        if held.as_u64().is_none() && is_new && found.len() < MAX_WISHES {
            found.push((held, touch.region));
        }
    }
    found
}

/// An execution in which every object that is made, and every one that a pointer from outside leads to, lies where it
/// was put beforehand: with known addresses, memory is easy. `facts` is all that must hold; the solver could not tell
/// whether it can.
pub(crate) fn guess(walk: &Walk<'_>, facts: &[Bool], effort: u32) -> Option<Model> {
    let mut end = UNFIXED_ADDRESSES.end;
    let mut places: Vec<(BV, BV)> = Vec::new();
    let made = walk.state.objects();
    let made = made.iter().map(|(address, size)| (address, *size));
    for (address, size) in
        made.chain(pointers_given(walk).map(|pointer| (pointer, OUTSIDE_OBJECT_BYTES)))
    {
        let open = address.as_u64().is_none() && places.iter().all(|(known, _)| known != address);
        if open && places.len() < MAX_WISHES {
            end = end.checked_sub(
                size.max(OUTSIDE_OBJECT_BYTES)
                    .checked_next_multiple_of(OUTSIDE_OBJECT_BYTES)?,
            )?;
            places.push((address.clone(), BV::from_u64(end, address.get_size())));
        }
    }
    let with: Vec<(&BV, &BV)> = places.iter().map(|(a, b)| (a, b)).collect();
    let mut prover = Prover::new(effort);
    for fact in facts {
        prover.assert(&fact.substitute(&with).simplify());
    }
    for (address, place) in &places {
        prover.assert(&address.eq(place));
    }
    let answer = prover.check();
    (answer == Answer::Satisfiable).then(|| prover.model())?
}

/// The pointers that come from outside, where they are followed or not.
fn pointers_given<'w>(walk: &'w Walk<'_>) -> impl Iterator<Item = &'w BV> {
    let program = walk.context.program;
    let is_pointer = |by: InputSource| match by {
        InputSource::Variable(var) => program.types.is_pointer(program.vars[var].ty),
        InputSource::Edge(func, edge) => {
            let ty = result_type(program, func, edge);
            ty.is_some_and(|ty| program.types.is_pointer(ty))
        }
    };
    let made = walk.state.objects();
    walk.inputs.iter().filter_map(move |asked| {
        let value = asked.value.as_ref().filter(|_| is_pointer(asked.by))?;
        (!made.iter().any(|(object, _)| object == value)).then_some(value)
    })
}

/// Why no system can give an execution what it needs from outside, if none can.
pub(crate) fn impossible(walk: &Walk<'_>, model: &Model) -> Option<&'static str> {
    if overlap(walk, model) {
        return Some("structures that the program is given would overlap");
    }
    if leads_to_a_local(walk, model) {
        return Some("what the program is given would lead to a variable that is not there yet");
    }
    let mut structures = structures(walk).into_iter();
    let is_in_first_page = |(pointer, _): (BV, TypeId)| {
        number(model, &pointer).is_some_and(|at| FIRST_PAGE.contains(&at))
    };
    structures
        .any(is_in_first_page)
        .then_some("a structure that the program is given would lie in the first page of memory")
}

/// Whether structures from outside overlap in part, with each other, with variables or with objects that the path makes.
fn overlap(walk: &Walk<'_>, model: &Model) -> bool {
    let types = &walk.context.program.types;
    let own = own_objects(walk, model);
    let mut found: Vec<(u64, u64, TypeId)> = Vec::new();
    for (pointer, ty) in structures(walk) {
        let Some((at, size)) = number(model, &pointer).zip(types.size_of(ty)) else {
            continue;
        };
        if own.iter().any(|object| sticks_out(at, size, object)) {
            return true;
        }
        let variable = variable_at(walk, at);
        let is_object = variable.is_some() || walk.context.layout.open().contains(&at);
        for object in [variable, is_object.then_some((at, size, ty))] {
            found.extend(object.filter(|object| !found.contains(object)));
        }
    }
    found.iter().enumerate().any(|(n, a)| {
        found[n + 1..].iter().any(|b| {
            let (low, high) = if a.0 <= b.0 { (a, b) } else { (b, a) };
            let distance = high.0 - low.0;
            let contains = holds(types, low.2, high.2, distance)
                || distance == 0 && holds(types, high.2, low.2, 0);
            distance < low.1 && !contains
        })
    })
}

/// Whether a pointer that was there at the start leads to a variable of a function, which was not.
fn leads_to_a_local(walk: &Walk<'_>, model: &Model) -> bool {
    let program = walk.context.program;
    let parameters = program.entry.map(|entry| &program.funcs[entry].params);
    let is_parameter = |var: VarId| parameters.is_some_and(|params| params.contains(&var));
    let given = walk.inputs.iter().filter_map(|asked| match asked.by {
        InputSource::Variable(var) if is_parameter(var) => asked.value.clone(),
        _ => None,
    });
    let is_local = |address: u64| {
        let found = walk.context.layout.at(address);
        found.is_some_and(|(var, offset)| {
            let size = program.types.size_of(program.vars[var].ty);
            !program.vars[var].kind.is_static() && size.is_some_and(|size| offset < size)
        })
    };
    let held = loaded(walk).into_iter().map(|(pointer, _)| pointer);
    given
        .chain(held)
        .any(|pointer| number(model, &pointer).is_some_and(is_local))
}

fn number(model: &Model, term: &BV) -> Option<u64> {
    model.eval(term, true)?.as_u64()
}

/// Where the program's own objects lie: its variables, and what the path makes.
fn own_objects(walk: &Walk<'_>, model: &Model) -> Vec<Range<u64>> {
    let program = walk.context.program;
    let variables = walk.context.layout.all_fixed().filter_map(|(var, start)| {
        let size = program.types.size_of(program.vars[var].ty)?;
        Some(start..start.checked_add(size)?)
    });
    let made = walk.state.objects().iter().filter_map(|(address, size)| {
        let start = number(model, address).filter(|&start| start != 0)?;
        Some(start..start.checked_add(*size)?)
    });
    variables.chain(made).collect()
}

/// Whether a structure lies partly inside of an object and partly outside of it.
fn sticks_out(at: u64, size: u64, object: &Range<u64>) -> bool {
    let end = at.saturating_add(size);
    let meet = at < object.end && object.start < end;
    meet && !(object.start <= at && end <= object.end)
}

/// The variable with a fixed place that an address lies in, if it is a structure or made of structures: start, size,
/// type. Others, such as arrays of characters, may be room for anything.
fn variable_at(walk: &Walk<'_>, address: u64) -> Option<(u64, u64, TypeId)> {
    let program = walk.context.program;
    let (var, offset) = walk.context.layout.at(address)?;
    let ty = program.vars[var].ty;
    let size = program.types.size_of(ty).filter(|&size| offset < size)?;
    let mut element = ty;
    while let Some(inner) = program.types.elem(element) {
        element = inner;
    }
    program.types.record_of(element)?;
    Some((address - offset, size, ty))
}

/// The pointers to structures that come from outside, with what they point to.
fn structures(walk: &Walk<'_>) -> Vec<(BV, TypeId)> {
    let program = walk.context.program;
    let target = |ty: TypeId| {
        let target = program.types.target(ty)?;
        let record = program.types.record_of(target)?;
        (!program.types.is_aliasing_record(record)).then_some(target)
    };
    let given = walk.inputs.iter().filter_map(|asked| {
        let ty = match asked.by {
            InputSource::Variable(var) => program.vars[var].ty,
            InputSource::Edge(func, edge) => result_type(program, func, edge)?,
        };
        Some((asked.value.clone()?, target(ty)?))
    });
    let mut found: Vec<(BV, TypeId)> = given.collect();
    for (pointer, region) in loaded(walk) {
        let types = &walk.context.regions.regions[region].types;
        if let &[ty] = &types[..] {
            found.extend(target(ty).map(|target| (pointer, target)));
        }
    }
    found
}

/// The type of what a statement that asks for a value writes.
fn result_type(program: &Program, func: FuncId, edge: EdgeId) -> Option<TypeId> {
    let cfg = program.funcs[func].body.as_ref()?;
    Some(program.place_type(cfg.edge(edge).stmt.written()?))
}

/// Whether a type has a value of another one, or room for anything, this far from its start.
fn holds(types: &Types, outer: TypeId, inner: TypeId, offset: u64) -> bool {
    let mut stack = vec![(outer, offset)];
    while let Some((ty, offset)) = stack.pop() {
        if ty == inner && offset == 0 {
            return true;
        }
        if let Some(elem) = types.elem(ty) {
            match types.size_of(elem) {
                None | Some(0 | 1) => return true,
                Some(size) => stack.push((elem, offset % size)),
            }
        }
        if let Some(record) = types.record_of(ty) {
            let fields = types.records[record].fields.values();
            let behind = fields.filter(|f| !f.is_bit_field() && f.offset() <= offset);
            let inside = behind.filter(|f| {
                let size = types.size_of(f.ty);
                size.is_none_or(|size| size == 0 || offset - f.offset() < size)
            });
            stack.extend(inside.map(|f| (f.ty, offset - f.offset())));
        }
    }
    false
}

/// The places met whose address is open, each once.
fn open_addresses(state: &State) -> impl Iterator<Item = Touch> {
    let mut seen = FxHashSet::default();
    state.touched().into_iter().filter_map(move |mut touch| {
        touch.address = touch.address.simplify();
        let new = touch.address.as_u64().is_none() && seen.insert(touch.address.clone());
        new.then_some(touch)
    })
}

/// To a variable that the access may concern, or to where there is room for objects.
fn leads_somewhere(context: &EncodingContext<'_>, touch: &Touch) -> Bool {
    let address = &touch.address;
    let number = |n: u64| BV::from_u64(n, address.get_size());
    let between = |start: BV, size: u64| {
        let from = address.bvuge(&start);
        let last = start.bvadd(number(size.saturating_sub(touch.size.into())));
        Bool::and(&[from, address.bvule(last)])
    };
    let cells = context.regions.regions[touch.region].cells.iter();
    let vars = cells.filter_map(|&cell| {
        let object = context.points_to.cells()[cell].object;
        match context.points_to.objects[object].kind {
            ObjectKind::Var(var) => Some(var),
            _ => None,
        }
    });
    let vars: BTreeSet<VarId> = vars.collect();
    let ranges = vars.into_iter().filter_map(|var| {
        let size = context
            .program
            .types
            .size_of(context.program.vars[var].ty)?;
        let once = context.layout.exists_once(var);
        once.then(|| between(context.address(var), size))
    });
    let mut places: Vec<Bool> = ranges.take(MAX_VARIABLES_PER_WISH).collect();
    let open = context.layout.open();
    places.push(between(number(open.start), open.end - open.start));
    Bool::or(&places)
}

/// More accesses than this are not looked for in one object.
const MAX_ACCESSES_PER_OBJECT: usize = 256;

/// What an object held when it came into being, where the path accesses it: by distance in bytes.
pub(crate) fn held(walk: &Walk<'_>, asked: &PathInput, model: &Model) -> Vec<(u64, Vec<u8>)> {
    let Some(object) = &asked.object else {
        return Vec::new();
    };
    let value = |term: &BV| model.eval(term, true).and_then(|value| value.as_u64());
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
    let value = |term: &BV| model.eval(term, true).and_then(|value| value.as_u64());
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
    let value = |term: &BV| model.eval(term, true).and_then(|value| value.as_u64());
    let open = walk.context.layout.open();
    let made: Vec<(u64, u64)> = walk
        .state
        .objects()
        .iter()
        .filter_map(|(address, size)| Some((value(address)?, *size)))
        .collect();
    let is_made = |at: u64| {
        made.iter()
            .any(|&(start, size)| at >= start && at - start < size)
    };
    let mut start = State::new(walk.state.name());
    let mut bytes: BTreeMap<u64, u8> = BTreeMap::new();
    for touch in walk.state.touched() {
        let Some(address) = value(&touch.address) else {
            continue;
        };
        for i in 0..u64::from(touch.size) {
            let at = address.wrapping_add(i);
            if open.contains(&at) && !is_made(at) {
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
    let given: BTreeSet<u64> = pointers_given(walk).filter_map(value).collect();
    for &start in &given {
        let behind = bytes.range(start..).next().map(|(&at, _)| at - start);
        let before = bytes.range(..start).next_back().map(|(&at, _)| start - at);
        let is_met = behind.is_some_and(|far| far < OUTSIDE_OBJECT_BYTES)
            || before.is_some_and(|far| far < MAX_GAP_BYTES);
        if open.contains(&start) && !is_made(start) && is_met {
            bytes.entry(start).or_insert(0);
        }
    }
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
    let mut free = UNFIXED_ADDRESSES.start;
    for (start, contents) in &mut objects {
        let ends = made.iter().map(|&(m, size)| m.saturating_add(size));
        let lowest = ends.filter(|end| end <= start).fold(free, u64::max);
        free = *start + contents.len() as u64;
        // A pointer that was read from memory may lead to before what is met through it.
        let before = (*start - lowest).min(MAX_BYTES_BEFORE_FIRST_ACCESS);
        *start -= before;
        contents.splice(0..0, std::iter::repeat_n(0, before as usize));
    }
    objects
}
