//! Looks inside the calls that a path goes over.
//!
//! The number of steps of a fully expanded trace can be exponential in the size of the program, so expansion has a
//! budget: calls are expanded in the order in which they are made, until the budget is spent. A call is expanded by a
//! path that uses only summaries found before its own: so recursion comes to an end.

use super::path::{Path, Via};
use super::shortest_path::{Node, Search};
use super::stack::BelowFrame;
use crate::bdd::BddResult;
use crate::deep_recursion::with_enough_stack;
use crate::engine::{Summaries, SummaryStamp};
use crate::spds::Spds;

pub(crate) struct Expander<'x, 's, 'a, 'p> {
    pub(crate) spds: &'s Spds<'a, 'p>,
    pub(crate) summaries: &'x mut Summaries<'s, 'a, 'p>,
    /// Whether paths stay inside what has been explored.
    pub(crate) explored: bool,
    /// How many more items may be added.
    pub(crate) budget: usize,
}

impl Expander<'_, '_, '_, '_> {
    pub(crate) fn expand(&mut self, path: &mut Path) -> BddResult<()> {
        for i in 0..path.items.len() {
            if self.budget == 0 {
                return Ok(());
            }
            let Via::Over(index, None) = path.items[i].via else {
                continue;
            };
            let mut inside = self.inside(path, i, index)?;
            self.budget = self.budget.saturating_sub(inside.items.len());
            with_enough_stack(|| self.expand(&mut inside))?;
            path.items[i].via = Via::Over(index, Some(inside));
        }
        Ok(())
    }

    /// A shortest path through the callee that leads from the states before the call to those after it.
    fn inside(&mut self, path: &Path, i: usize, index: usize) -> BddResult<Path> {
        let spds = self.spds;
        let call = &spds.calls[index];
        let before = &self.summaries.read(call.from, &path.items[i].states)?;
        let wanted = spds.between(call, before, &path.items[i + 1].states)?;
        let moment = self
            .summaries
            .found_at(call.callee, &spds.summary(call.callee, &wanted)?)?;
        let entered = spds.entered(call, before)?;
        let start = spds.path_edges(call.callee, &entered)?;
        let callee = spds.flow.proc(call.callee);
        let wanted = self.summaries.before_read(callee.exit, &wanted)?;
        let mut search = Search {
            spds,
            summaries: self.summaries,
            stack: None,
            before: moment.unwrap_or(SummaryStamp::MAX),
            explored: self.explored && moment.is_some(),
            may_reach_goal: None,
        };
        let entry = Node {
            loc: callee.entry,
            below: BelowFrame::ANYTHING,
        };
        let found = search.find(vec![(entry, start)], |node, states| {
            if node.loc != callee.exit {
                return Ok(None);
            }
            let met = spds.bdds.and(states, &wanted)?;
            Ok((!spds.bdds.is_zero(&met)).then_some(met))
        })?;
        let frame = found.and_then(|mut frames| frames.pop());
        Ok(frame.expect("a summary stems from a path through the procedure"))
    }
}
