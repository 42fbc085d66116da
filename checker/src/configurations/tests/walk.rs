//! Walks a trace with explicit configurations: every line is a step, and the ends lie in the sets.

use super::explicit::{Configuration, Explicit, get};
use crate::bp::{ProcId, Symbol};
use crate::configurations::{ConfigurationSet, ConfigurationTrace, StackFrame};
use crate::flow::ControlPoint;

impl Explicit<'_> {
    pub(super) fn walk(
        &self,
        from: Option<&ConfigurationSet>,
        reach: &ConfigurationSet,
        found: &ConfigurationTrace,
    ) {
        assert!(found.trace.complete, "the trace is short enough");
        let start = self.with_stack(self.starts(from, found.start.len()), &found.start);
        assert!(!start.is_empty(), "the trace begins in its set: {found:?}");
        let mut now = start;
        let visible: Vec<_> = found.trace.lines.iter().collect();
        for (i, line) in visible.iter().enumerate() {
            let fits = |c: &Configuration| {
                c.stack.len() == line.depth + 1
                    && self.top_is(c, line.proc, line.place)
                    && self.has(c, c.stack.len() - 1, line.proc, &line.values)
            };
            now = match i {
                0 => self.to_visible(now, &fits),
                _ => {
                    let next = now.iter().flat_map(|c| self.successors(c)).collect();
                    self.to_visible(next, &fits)
                }
            };
            assert!(!now.is_empty(), "line {i} is a step: {found:?}");
        }
        let end = self.with_stack(now, &found.end);
        let reached = end.iter().any(|c| self.matches(reach, c));
        assert!(reached, "the trace ends in its set: {found:?}");
    }

    /// What a trace may begin with: configurations of a set, with a stack of a given depth.
    fn starts(&self, from: Option<&ConfigurationSet>, depth: usize) -> Vec<Configuration> {
        match from {
            None => self.start(),
            Some(set) => self.members(set, depth),
        }
    }

    /// The configurations that fit, reached over places that have no line of their own.
    fn to_visible(
        &self,
        from: Vec<Configuration>,
        fits: &dyn Fn(&Configuration) -> bool,
    ) -> Vec<Configuration> {
        let (mut found, mut work, mut seen) = (Vec::new(), from, Vec::new());
        while let Some(configuration) = work.pop() {
            if seen.contains(&configuration) {
                continue;
            }
            let &(loc, _) = configuration.stack.last().expect("a frame");
            if matches!(
                self.flow.place(loc),
                ControlPoint::Exit | ControlPoint::Returned(_)
            ) {
                work.extend(self.successors(&configuration));
            }
            if fits(&configuration) {
                found.push(configuration.clone());
            }
            seen.push(configuration);
        }
        found
    }

    fn with_stack(&self, all: Vec<Configuration>, frames: &[StackFrame]) -> Vec<Configuration> {
        let fits = |c: &Configuration| {
            let stack = c.stack.iter().rev().zip(frames).enumerate();
            c.stack.len() == frames.len()
                && stack.into_iter().all(|(i, (&(loc, _), frame))| {
                    self.flow.place(loc) == frame.place
                        && self.flow.proc_of(loc) == frame.proc
                        && self.has(c, c.stack.len() - 1 - i, frame.proc, &frame.values)
                })
        };
        all.into_iter().filter(fits).collect()
    }

    fn top_is(&self, configuration: &Configuration, proc: ProcId, place: ControlPoint) -> bool {
        let &(loc, _) = configuration.stack.last().expect("a frame");
        self.flow.proc_of(loc) == proc && self.flow.place(loc) == place
    }

    /// Whether variables have these values in a frame, counted from the bottom.
    fn has(
        &self,
        c: &Configuration,
        frame: usize,
        proc: ProcId,
        values: &[(Symbol, bool)],
    ) -> bool {
        let state = c.shared | c.stack[frame].1;
        let has = |&(name, value): &(Symbol, bool)| get(state, self.flow.slot(proc, name)) == value;
        values.iter().all(has)
    }
}
