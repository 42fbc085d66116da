//! The passes: what makes a program of a program, in one ordered list.
//!
//! In: the user's program with the property woven in (weaving is part of lowering, `frontend::property`, because handlers
//! are C in the scope of the program). Out: the program that the loop works on, and one [`WayBack`] to the user's, to
//! which each pass adds its own part.
//!
//! | # | pass | its reason | its way back |
//! |---|---|---|---|
//! | | **once per check** | | |
//! | 1 | [`known_outside`] | slices are without the calls that gave an address away: what code outside knows is noted before | ids stay |
//! | 2 | [`mod@volatile`] | devices change what they own: reading it gives anything, so no later pass may take it for constant | ids stay |
//! | | **whenever there are new guards** ([`REDUCING`]) | | |
//! | 3 | [`guards`] | an execution stops where C gives it no meaning; before slicing, which must keep what guards look at | ids stay, new ones come after |
//! | 4 | [`dead_code`] | what no execution does; before slicing, which asks what is called and written | numbered anew |
//! | 5 | [`slice`](mod@slice) | what has no influence on the criterion | numbered anew |
//! | 6 | [`normal_form`] | the form that formulas and boolean programs want; last, so that it copies nothing that is dropped | locations stay, edges are replaced by several |
//!
//! A new pass is a file here, a row above, and a line in [`REDUCING`] or [`once_per_check`]: threads add behaviour, so they
//! belong before pass 1; instrumentation (overflow, memory safety) adds violations that depend on what is read and written,
//! and belongs between 2 and 3. Environments are no pass: they are C beside the program's, in the scope of its units, and are
//! lowered with it (`frontend/src/environment/`).
//!
//! Points-to results are of one program. Those of pass 1 are used again in pass 4 where nothing has changed in between;
//! passes 4, 5 and 6 each ask about a program that nothing has been asked about before.
//!
//! [`inline`](mod@inline) is not in the list: where an environment calls the program, functions that make objects are put in place
//! of their calls as soon as the property is woven in (`frontend::property`), so that whatever refers to the program's edges
//! refers to the same.
//!
//! [`termination`] is not in the list: what it weaves is found out on the way to an answer, and each attempt is a check of
//! its own, whose program comes into pass 1.
//!
//! A pass keeps the ids of functions, variables and terms and the span and kind of what an edge stands for, and it leaves a
//! program that [`Program::verify`] accepts.

pub mod dead_code;
pub mod guards;
pub mod inline;
mod live_ledger;
pub mod normal_form;
pub mod reduced;
pub mod slice;
pub mod termination;
pub mod volatile;
mod way_back;

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::CALL_THROUGH_POINTER;
use crate::memory_assumptions::{assume_fitting_calls, assume_separate};
use crate::points_to::{ObjectKind, PointsTo, Target, points_to};
use ir::{AssumptionKind, FuncId, Known, KnownObject, Ledger, LocId, Program};
use normal_form::NormalForm;
use reduced::Reduced;
use rustc_hash::FxHashSet;

pub use way_back::WayBack;

/// What the passes are asked for.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// In the program that the passes are given.
    pub criterion: slice::Criterion,
    /// The locations of it that are guarded.
    pub guards: BTreeSet<(FuncId, LocId)>,
    pub config: slice::Config,
}

/// A program on its way through the passes.
#[derive(Debug)]
pub struct Transformed<'p> {
    pub program: Cow<'p, Program>,
    /// None: no pass has changed anything.
    way_back: Option<WayBack>,
    /// Of the program as it is, where that is known.
    points_to: Option<&'p PointsTo>,
}

type Pass = fn(&mut Transformed<'_>, &Request);

/// The passes that make a program smaller, in their order.
const REDUCING: [Pass; 3] = [add_guards, remove_dead_code, remove_irrelevant];

/// Runs passes 1 and 2, which change a program in place. Gives what pointers may point to, if that is still true of it.
pub fn once_per_check(program: &mut Program, config: slice::Config) -> Option<PointsTo> {
    let pts = points_to(program, config.points_to);
    known_outside(program, &pts);
    assume_separate(program, &pts);
    assume_fitting_calls(program, &pts);
    let opened = volatile::open_reads(program, &pts);
    (opened == 0 && is_fixpoint(program, &pts)).then_some(pts)
}

/// Notes what code outside has been given the address of, which it may give back.
pub fn known_outside(program: &mut Program, pts: &PointsTo) {
    program.known_outside = pts.known_outside(program);
}

/// Whether the analysis says the same once it is told what is known outside. Of variables and functions it is told what it
/// found; of allocations it is told that their beginnings are known, those of all that stand at the same place in the text.
fn is_fixpoint(program: &Program, pts: &PointsTo) -> bool {
    let outside = pts.object_by_kind(ObjectKind::External).into_iter();
    let cells = outside.flat_map(|object| pts.cells_of(object));
    let found: FxHashSet<Target> = cells.flat_map(|cell| pts.contents(cell)).collect();
    let allocated = |known: &Known| match known.object {
        KnownObject::Allocated(func, span) => Some((func, span)),
        _ => None,
    };
    let known: FxHashSet<_> = program.known_outside.iter().filter_map(allocated).collect();
    pts.objects.iter().all(|(object, of)| {
        let (ObjectKind::Heap(func, edge) | ObjectKind::Stack(func, edge)) = of.kind else {
            return true;
        };
        let Some(cfg) = &program.funcs[func].body else {
            return true;
        };
        let offset = Some(0);
        !known.contains(&(func, cfg.edge(edge).span)) || found.contains(&Target { object, offset })
    })
}

/// Runs passes 3 to 5. `points_to` is what is known of the program, if anything is.
pub fn reduce<'p>(
    program: &'p Program,
    points_to: Option<&'p PointsTo>,
    request: &Request,
) -> Reduced {
    let mut transformed = Transformed {
        program: Cow::Borrowed(program),
        way_back: None,
        points_to,
    };
    for pass in REDUCING {
        pass(&mut transformed, request);
    }
    let funcs = program.funcs.len();
    Reduced {
        program: transformed.program.into_owned(),
        way_back: transformed.way_back.unwrap_or_else(|| WayBack::new(funcs)),
    }
}

/// Runs pass 6; the way back leads past what was done before.
pub fn bring_into_form(reduced: Reduced, config: slice::Config) -> (Reduced, NormalForm) {
    let Reduced {
        mut program,
        way_back,
    } = reduced;
    let (form, own) = normal_form::bring_into_form(&mut program, config.points_to);
    let way_back = own.after(&way_back);
    (Reduced { program, way_back }, form)
}

impl Transformed<'_> {
    /// Goes on with what a pass has made.
    fn replace(&mut self, reduced: Reduced) {
        let Reduced { program, way_back } = reduced;
        self.way_back = Some(match &self.way_back {
            Some(before) => way_back.after(before),
            None => way_back,
        });
        self.program = Cow::Owned(program);
        self.points_to = None;
    }
}

fn add_guards(transformed: &mut Transformed<'_>, request: &Request) {
    if !request.guards.is_empty() {
        let guarded = guards::guard(&transformed.program, &request.guards);
        transformed.replace(guarded);
    }
}

fn remove_dead_code(transformed: &mut Transformed<'_>, request: &Request) {
    let program = &*transformed.program;
    let computed;
    let pts = match transformed.points_to {
        Some(known) => known,
        None => {
            computed = points_to(program, request.config.points_to);
            &computed
        }
    };
    let mut live = dead_code::remove_dead_code(program, pts);
    live_ledger::keep_live(program, &mut live.program);
    note_calls_outside(program, pts, &mut live.program.ledger);
    transformed.replace(live);
}

fn remove_irrelevant(transformed: &mut Transformed<'_>, request: &Request) {
    let new_loc = |&(func, loc): &(FuncId, LocId)| match &transformed.way_back {
        Some(way_back) => Some((func, way_back.new_loc(func, loc)?)),
        None => Some((func, loc)),
    };
    let criterion = slice::Criterion {
        locations: request
            .criterion
            .locations
            .iter()
            .filter_map(new_loc)
            .collect(),
        ..request.criterion.clone()
    };
    let slice = slice::slice(&transformed.program, &criterion, request.config);
    transformed.replace(slice);
}

/// A slice may be without such a call because it is taken to change nothing, so it is noted before.
fn note_calls_outside(program: &Program, pts: &PointsTo, ledger: &mut Ledger) {
    for (func, _, cfg) in program.defined() {
        for edge in cfg.edges() {
            let callees = pts.callees(func, edge).filter(|c| c.indirect);
            if callees.is_some_and(|c| c.outside) {
                let (construct, assumption) = CALL_THROUGH_POINTER;
                let (span, kind) = (cfg.edge(edge).span, AssumptionKind::NoBody);
                ledger.add(span, kind, construct, assumption);
            }
        }
    }
}
