//! An execution of a path in which pointers from outside lead to objects of their own, as far as that is possible.

use std::collections::BTreeSet;

use analysis::passes::normal_form::arguments;
use analysis::points_to::ObjectKind;
use analysis::regions::RegionId;
use ir::VarId;
use rustc_hash::FxHashSet;
use semantics::{
    Answer, EncodingContext, InputSource, Prover, State, Touch, UNFIXED_ADDRESSES, Walk,
};
use z3::Model;
use z3::ast::{Ast, BV, Bool};

use super::{MAX_WISHES, OUTSIDE_OBJECT_BYTES, loaded_anywhere, pointers_given};

/// How often wishes that cannot be granted are given up before all are.
const MAX_ROUNDS_OF_WISHES: usize = 24;

/// No more variables than this are taken into account for one wish.
const MAX_VARIABLES_PER_WISH: usize = 64;

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
