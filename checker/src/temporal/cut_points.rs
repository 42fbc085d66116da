//! Locations without which a component of the control flow has no loop.

use super::components::Component;

/// How a component is cut open.
pub(super) struct CutPoints {
    /// For each location of the component, whether it is a cut point.
    pub(super) is_cut: Vec<bool>,
    /// All locations, numbered as in the component: an edge that does not lead to a cut point leads to a later one.
    pub(super) order: Vec<usize>,
}

impl CutPoints {
    /// The targets of edges that lead back in a depth-first search.
    pub(super) fn new(component: &Component) -> Self {
        let count = component.locs.len();
        let mut leaving = vec![Vec::new(); count];
        for edge in &component.edges {
            leaving[component.index(edge.from)].push(component.index(edge.to));
        }
        let mut order = postorder(&leaving);
        let mut finished = vec![0; count];
        for (i, &at) in order.iter().enumerate() {
            finished[at] = i;
        }
        let mut is_cut = vec![false; count];
        for (from, targets) in leaving.iter().enumerate() {
            for &to in targets.iter().filter(|&&to| finished[to] >= finished[from]) {
                is_cut[to] = true;
            }
        }
        order.reverse();
        CutPoints { is_cut, order }
    }
}

fn postorder(leaving: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(leaving.len());
    let mut met = vec![false; leaving.len()];
    for root in 0..leaving.len() {
        let mut stack = vec![(root, 0)];
        if std::mem::replace(&mut met[root], true) {
            continue;
        }
        while let Some((at, next)) = stack.last_mut() {
            let Some(&to) = leaving[*at].get(*next) else {
                order.push(*at);
                stack.pop();
                continue;
            };
            *next += 1;
            if !std::mem::replace(&mut met[to], true) {
                stack.push((to, 0));
            }
        }
    }
    order
}
