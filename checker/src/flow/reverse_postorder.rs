//! The order in which work inside a procedure is best done: reverse postorder, so that what flows into a location is
//! there before the location is looked at, and a loop settles before what follows it.

use super::{Flow, LocId};

/// The rank of every location within its procedure; smaller comes first.
pub(crate) fn reverse_postorder(flow: &Flow<'_>) -> Vec<u32> {
    let mut rank = vec![u32::MAX; flow.loc_count()];
    let mut seen = vec![false; flow.loc_count()];
    let mut stack: Vec<(LocId, usize)> = Vec::new();
    for proc in &flow.procs {
        let mut next = proc.locs.len() as u32;
        // The exit first: it ends up last, behind every location that can be reached.
        for root in [proc.exit, proc.entry]
            .into_iter()
            .chain(proc.locs.clone().map(LocId))
        {
            if std::mem::replace(&mut seen[root.index()], true) {
                continue;
            }
            stack.push((root, 0));
            while let Some((loc, child)) = stack.last_mut() {
                let here = *loc;
                let successor = successor(flow, here, *child);
                *child += 1;
                match successor {
                    Some(to) if !seen[to.index()] => {
                        seen[to.index()] = true;
                        stack.push((to, 0));
                    }
                    Some(_) => {}
                    None => {
                        next -= 1;
                        rank[here.index()] = next;
                        stack.pop();
                    }
                }
            }
        }
    }
    rank
}

/// The successors of a location one by one: what comes later in the text first, so that loop bodies rank before what
/// follows the loop.
fn successor(flow: &Flow<'_>, loc: LocId, child: usize) -> Option<LocId> {
    let edges = flow.out_edges(loc);
    if child < edges.len() {
        return Some(edges[edges.len() - 1 - child].to);
    }
    let call = flow.call_at(loc)?;
    (child == edges.len()).then_some(call.to)
}
