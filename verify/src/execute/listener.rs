//! Listeners to everything that happens in a run, beside the observer that the run itself needs.

use interp::{Control, Exit, Input, Inputs, Observer, Request, RunConfig, View};
use ir::{EdgeId, FuncId, Program, VarId};

/// Is told what happens. Runs may be made more than once until one arrives.
pub(crate) trait Listener {
    /// A run begins, with these objects outside of the program, and its variables at these places if that is told: then
    /// values may be addresses of them, and of functions.
    fn begin(&self, outside: &[(u64, Vec<u8>)], statics: Option<&[(VarId, u64)]>);

    /// A local variable lies there, and values may be addresses of it.
    fn local(&self, _var: VarId, _start: u64) {}

    /// A value was asked for, and given.
    fn given(&self, request: &Request<'_>, input: &Input);

    /// An edge is about to be taken.
    fn edge(&self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>);

    /// Of how many edges it need not be told.
    fn need_not_see(&self) -> u64;
}

/// Runs a program with inputs, an observer if it needs one, and a listener, if there is one, that knows what the run
/// begins with.
pub(crate) fn run<'l>(
    program: &'l Program,
    config: &'l RunConfig,
    inputs: &'l mut dyn Inputs,
    observer: Option<&'l mut dyn Observer>,
    listener: Option<&'l dyn Listener>,
) -> Exit {
    let Some(listener) = listener else {
        return interp::run_observed(program, config, inputs, observer).exit;
    };
    let mut inputs = Hearing { inputs, listener };
    let mut seeing = Seeing { observer, listener };
    interp::run_observed(program, config, &mut inputs, Some(&mut seeing)).exit
}

struct Hearing<'l> {
    inputs: &'l mut dyn Inputs,
    listener: &'l dyn Listener,
}

impl Inputs for Hearing<'_> {
    fn next(&mut self, request: &Request<'_>) -> Option<Input> {
        let input = self.inputs.next(request)?;
        self.listener.given(request, &input);
        Some(input)
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

struct Seeing<'l> {
    observer: Option<&'l mut dyn Observer>,
    listener: &'l dyn Listener,
}

impl Observer for Seeing<'_> {
    fn edge(&mut self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) -> Control {
        self.listener.edge(func, edge, view);
        match &mut self.observer {
            Some(observer) => observer.edge(func, edge, view),
            None => Control::Continue,
        }
    }

    fn need_not_see(&self) -> u64 {
        let observer = self.observer.as_ref();
        let own = self.listener.need_not_see();
        observer.map_or(own, |observer| observer.need_not_see().min(own))
    }

    fn passed(&mut self, edges: u64) {
        if let Some(observer) = &mut self.observer {
            observer.passed(edges);
        }
    }
}
