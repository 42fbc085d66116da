//! The way of a bug's execution through the whole program, as it was written: every branch and every value from outside.
//!
//! A story leaves out what does not matter, and so does the slice that it was found in. Who is to follow the execution
//! in the program itself must be told everything. So it is run once more, in the whole program with the same inputs, and
//! recorded. Where that run does not arrive (the bug says so), the way through the slice is all there is.

use std::cell::RefCell;

use interp::{Input, Request, RequestKind, View};
use ir::types::TypeId;
use ir::{EdgeId, EdgeKind, FuncId, Program, VarId};

use crate::Session;
use crate::confirm::bug::Bug;
use crate::execute::listener::Listener;
use crate::execute::story_notes::{Noted, Replay};
use crate::synthetic::SyntheticCode;

/// Something that happens on the way.
#[derive(Clone, Debug)]
pub enum TraceStep {
    /// One way out of a condition, or of a `switch`, is taken.
    Branch(FuncId, EdgeId),
    /// A call of a function without a body gives a value.
    Input(FuncId, EdgeId, TypeId, Input),
}

/// The way to a violation.
#[derive(Clone, Debug)]
pub struct FullTrace<'c> {
    /// The program it leads through.
    pub program: &'c Program,
    pub steps: Vec<TraceStep>,
    /// The last edge of the user's own functions.
    pub last: Option<(FuncId, EdgeId)>,
    /// Whether steps at the end are left out.
    pub cut: bool,
}

/// Of longer ways, later branches are left out.
const MAX_BRANCHES: usize = 100_000;
/// And later values.
const MAX_INPUTS: usize = 100_000;

impl Session {
    /// The way of a bug's execution.
    pub fn full_trace(&self, bug: &Bug) -> FullTrace<'_> {
        let in_slice = || FullTrace::of(&self.prepared.program, &self.synthetic, &bug.replay);
        let record = Record::new(&self.whole, &self.synthetic);
        match self.run_into(bug, &record) {
            Some(site) => record.full_trace(site),
            None => in_slice(),
        }
    }
}

impl<'c> FullTrace<'c> {
    /// The way of a replayed execution, as far as its story tells it.
    fn of(program: &'c Program, synthetic: &'c SyntheticCode, replay: &Replay) -> Self {
        let record = Record::new(program, synthetic);
        let mut notes = replay.notes.iter().peekable();
        for (at, &(func, edge)) in replay.edges.iter().enumerate() {
            record.taken(func, edge);
            while let Some(note) = notes.next_if(|n| n.at <= at) {
                if let Noted::Input(kind, ty, input) = &note.what {
                    record.value(func, edge, *kind, *ty, input);
                }
            }
        }
        record.full_trace(replay.site)
    }
}

/// What is noted while a program runs.
struct Record<'r> {
    program: &'r Program,
    synthetic: &'r SyntheticCode,
    kept: RefCell<Kept>,
}

#[derive(Default)]
struct Kept {
    steps: Vec<TraceStep>,
    branches: usize,
    last: Option<(FuncId, EdgeId)>,
    cut: bool,
}

impl<'r> Record<'r> {
    fn new(program: &'r Program, synthetic: &'r SyntheticCode) -> Self {
        let kept = RefCell::default();
        Record {
            program,
            synthetic,
            kept,
        }
    }

    fn taken(&self, func: FuncId, edge: EdgeId) {
        let Some(cfg) = &self.program.funcs[func].body else {
            return;
        };
        if self.synthetic.is_hidden(func) {
            return;
        }
        let kept = &mut *self.kept.borrow_mut();
        kept.last = Some((func, edge));
        let branch = matches!(
            cfg.edge(edge).kind,
            EdgeKind::Then
                | EdgeKind::Else
                | EdgeKind::LoopEnter
                | EdgeKind::LoopExit
                | EdgeKind::Case
                | EdgeKind::Default
        );
        if branch && kept.branches < MAX_BRANCHES {
            kept.branches += 1;
            kept.steps.push(TraceStep::Branch(func, edge));
        }
        kept.cut |= kept.branches == MAX_BRANCHES;
    }

    fn value(&self, func: FuncId, edge: EdgeId, kind: RequestKind, ty: TypeId, input: &Input) {
        let told = match kind {
            RequestKind::Call(_) => true,
            RequestKind::Library(_) => *input != Input::Unknown,
            _ => false,
        };
        if !told || self.synthetic.is_hidden(func) {
            return;
        }
        let kept = &mut *self.kept.borrow_mut();
        if kept.steps.len() - kept.branches < MAX_INPUTS {
            kept.steps
                .push(TraceStep::Input(func, edge, ty, input.clone()));
        } else {
            kept.cut = true;
        }
    }

    fn full_trace(self, site: interp::Site) -> FullTrace<'r> {
        let kept = self.kept.into_inner();
        let ends = site.edge.map(|edge| (site.func, edge));
        let ends = ends.filter(|&(func, _)| !self.synthetic.is_hidden(func));
        FullTrace {
            program: self.program,
            steps: kept.steps,
            last: ends.or(kept.last),
            cut: kept.cut,
        }
    }
}

impl Listener for Record<'_> {
    fn begin(&self, _: &[(u64, Vec<u8>)], _: Option<&[(VarId, u64)]>) {
        *self.kept.borrow_mut() = Kept::default();
    }

    fn given(&self, request: &Request<'_>, input: &Input) {
        let site = request.site;
        if let Some(edge) = site.edge {
            self.value(site.func, edge, request.kind, request.ty, input);
        }
    }

    fn edge(&self, func: FuncId, edge: EdgeId, _: &mut View<'_, '_>) {
        self.taken(func, edge);
    }

    fn need_not_see(&self) -> u64 {
        match self.kept.borrow().cut {
            true => u64::MAX,
            false => 0,
        }
    }
}
