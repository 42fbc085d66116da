//! Executions that were found in a slice, run in the whole program.
//!
//! What the slice leaves out asks for values too, and calls functions that the slice has elsewhere. Values belong to the
//! slice's own activations: those entered by calls that the slice has, from activations that are its own. Everything
//! else is given what is likely to do no harm: zero, or a pointer to an object.

use std::cell::RefCell;
use std::collections::VecDeque;

use interp::{
    self, Control, Exit, Input, Inputs, Limits, Observer, Request, RequestKind, RunConfig, Space,
    View,
};
use ir::{EdgeId, FuncId, Program};
use rustc_hash::FxHashMap;
use semantics::{InputSource, UNFIXED_ADDRESSES};

use super::asker;
use super::devices;
use super::failure::Failure;
use super::listener::{self, Listener};
use super::outside_reads::Reads;
use crate::slice_to_whole::SliceToWhole;

/// The room behind a pointer that the slice knows nothing of.
const UNKNOWN_OBJECT_BYTES: u64 = 4096;

/// Longer runs are not waited for.
pub(crate) const MAX_REPLAY_STEPS: u64 = 100_000_000;

/// An activation.
struct Frame {
    /// Whether it is the slice's.
    own: bool,
    /// Whether the slice has the call that it is at.
    at_call: bool,
}

/// Which activations of a run of the whole program are the slice's.
pub(crate) struct Tracker<'o> {
    slice_to_whole: &'o SliceToWhole,
    frames: RefCell<Vec<Frame>>,
}

impl<'o> Tracker<'o> {
    pub(crate) fn new(slice_to_whole: &'o SliceToWhole) -> Self {
        Tracker {
            slice_to_whole,
            frames: RefCell::default(),
        }
    }

    /// The next edge is about to be taken, with so many calls active.
    pub(crate) fn edge(&self, func: FuncId, edge: EdgeId, depth: usize) {
        let mut frames = self.frames.borrow_mut();
        frames.truncate(depth);
        while frames.len() < depth {
            let own = frames.last().is_none_or(|f| f.own && f.at_call);
            frames.push(Frame {
                own,
                at_call: false,
            });
        }
        if let Some(frame) = frames.last_mut() {
            frame.at_call = self.slice_to_whole.is_left(func, edge);
        }
    }

    /// Whether the innermost of so many activations is the slice's.
    fn is_own(&self, depth: usize) -> bool {
        if self.slice_to_whole.has_all_calls() {
            return true;
        }
        let frames = self.frames.borrow();
        match depth.checked_sub(1).and_then(|n| frames.get(n)) {
            Some(frame) => frame.own,
            // It has just begun.
            None => frames.last().is_none_or(|f| f.own && f.at_call),
        }
    }
}

/// Values for the slice's activations, and harmless ones for the others.
pub(crate) struct Tracked<'t> {
    pub(crate) inputs: &'t mut dyn Inputs,
    pub(crate) tracker: &'t Tracker<'t>,
}

impl Inputs for Tracked<'_> {
    fn next(&mut self, request: &Request<'_>) -> Option<Input> {
        let own = self.tracker.is_own(request.depth);
        let input = match own {
            true => self.inputs.next(request)?,
            false => Input::Unknown,
        };
        let pointer = request.program.types.is_pointer(request.ty);
        let made = matches!(request.kind, RequestKind::Call(_) | RequestKind::Havoc);
        Some(match input {
            Input::Unknown if pointer && made => Input::Fresh(UNKNOWN_OBJECT_BYTES),
            input => input,
        })
    }

    fn wants_library(&self) -> bool {
        self.inputs.wants_library()
    }

    fn wants_uninitialised(&self) -> bool {
        self.inputs.wants_uninitialised()
    }

    fn wants_allocated(&self) -> bool {
        self.inputs.wants_allocated()
    }
}

/// Tells the tracker of edges, beside other observers.
pub(crate) struct Steps<'s> {
    pub(crate) tracker: &'s Tracker<'s>,
    pub(crate) also: Option<&'s mut dyn Observer>,
}

impl Observer for Steps<'_> {
    fn edge(&mut self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) -> Control {
        self.tracker.edge(func, edge, view.depth());
        match &mut self.also {
            Some(also) => also.edge(func, edge, view),
            None => Control::Continue,
        }
    }
}

/// Values by who asks, in order.
struct Queues {
    values: FxHashMap<InputSource, VecDeque<Input>>,
    any: bool,
}

impl Inputs for Queues {
    fn next(&mut self, request: &Request<'_>) -> Option<Input> {
        let waiting = asker(request).and_then(|asker| self.values.get_mut(&asker));
        let value = waiting.and_then(VecDeque::pop_front);
        Some(value.unwrap_or(Input::Unknown))
    }

    fn wants_uninitialised(&self) -> bool {
        self.any
    }

    fn wants_allocated(&self) -> bool {
        self.any
    }
}

/// Runs the whole program with the values that a run of the slice was given; says where it meets a violation.
pub(crate) fn run_again(
    whole: &Program,
    slice_to_whole: &SliceToWhole,
    given: &[(InputSource, Input)],
    listener: Option<&dyn Listener>,
) -> Result<interp::Site, Failure> {
    let mut queues = Queues {
        values: FxHashMap::default(),
        any: !given.is_empty(),
    };
    for (by, input) in given {
        if let Some(by) = slice_to_whole.asker(*by) {
            queues
                .values
                .entry(by)
                .or_default()
                .push_back(input.clone());
        }
    }
    let tracker = Tracker::new(slice_to_whole);
    let mut inputs = Tracked {
        inputs: &mut queues,
        tracker: &tracker,
    };
    let mut steps = Steps {
        tracker: &tracker,
        also: None,
    };
    // There is no observer where nothing depends on it: loops may be leapt over.
    let watched = !slice_to_whole.has_all_calls();
    let also = watched.then_some(&mut steps as &mut dyn Observer);
    let config = RunConfig {
        limits: Limits {
            steps: MAX_REPLAY_STEPS,
            ..Limits::default()
        },
        space: Space {
            callable: UNFIXED_ADDRESSES,
            outside: devices::memory(whole, &[]),
            ..Space::default()
        },
        ..RunConfig::default()
    };
    if let Some(listener) = listener {
        let inputs: Vec<Input> = given.iter().map(|(_, input)| input.clone()).collect();
        listener.begin(&Reads::given(&inputs), None);
    }
    match listener::run(whole, &config, &mut inputs, also, listener) {
        Exit::Error(site) | Exit::AssertFailed(_, site) => Ok(site),
        other => Err(Failure::of(whole, other)),
    }
}
