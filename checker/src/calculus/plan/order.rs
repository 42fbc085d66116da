//! The loops that bind the explicit variables of a block.
//!
//! Greedy: next comes what has the fewest rows for what is bound already. A table is cheap where its leading columns
//! are bound, a template where the flow is followed from a place, and a comparison costs nothing. What nothing binds runs
//! through all its values.

use super::{Plan, Rows, Scan};
use crate::calculus::formula::{Arg, Order, Template, VarId};

/// One loop, or a test.
#[derive(Clone, Debug)]
pub(in crate::calculus) enum Step {
    /// Over the rows of a table; the columns that it binds are marked.
    Scan(usize, Vec<bool>),
    /// Over the rows of a template.
    Rows(usize, Vec<bool>),
    Filter(usize),
    /// A variable is what a comparison tells.
    Solve(usize, VarId),
    /// Over all values.
    Enumerate(VarId),
}

/// Tables whose leading columns are not bound are read as a whole.
const WHOLE_TABLE: usize = 1 << 20;
const PART_OF_TABLE: usize = 4;

struct Bound(Vec<VarId>);

impl Bound {
    fn knows(&self, arg: Arg) -> bool {
        arg.var().is_none_or(|v| self.0.contains(&v))
    }

    /// Binds columns; which of them were not bound.
    fn bind(&mut self, columns: &[Arg]) -> Vec<bool> {
        let mut fresh = Vec::with_capacity(columns.len());
        for &column in columns {
            fresh.push(!self.knows(column));
            if let Arg::Var(var) = column
                && !self.0.contains(&var)
            {
                self.0.push(var);
            }
        }
        fresh
    }
}

pub(super) fn order(
    plan: &Plan,
    driver: Option<usize>,
    estimate: impl Fn(Template, &[bool]) -> usize,
    domain: impl Fn(VarId) -> usize,
) -> Vec<Step> {
    let mut bound = Bound(plan.given.clone());
    let mut steps = Vec::new();
    let mut scans: Vec<usize> = (0..plan.scans.len()).collect();
    let mut rows: Vec<usize> = (0..plan.rows.len()).collect();
    let mut compares: Vec<usize> = (0..plan.compares.len()).collect();
    if let Some(driver) = driver {
        let fresh = bound.bind(&plan.scans[driver].columns);
        steps.push(Step::Scan(driver, fresh));
        scans.retain(|&s| s != driver);
    }
    loop {
        compare(plan, &mut bound, &mut compares, &mut steps);
        let scan = scans
            .iter()
            .map(|&s| (scan_cost(&bound, &plan.scans[s]), s));
        let row = rows
            .iter()
            .map(|&r| (rows_cost(&bound, &plan.rows[r], &estimate), r));
        let unbound = plan.explicit.iter().filter(|v| !bound.0.contains(v));
        let value = unbound.map(|&v| (domain(v), v));
        let (scan, row, value) = (scan.min(), row.min(), value.min());
        match (scan, row) {
            (None, None) => match value {
                Some((_, var)) => {
                    bound.0.push(var);
                    steps.push(Step::Enumerate(var));
                }
                None => return steps,
            },
            (Some((s, scan)), r) if r.is_none_or(|(r, _)| s < r) => {
                let fresh = bound.bind(&plan.scans[scan].columns);
                steps.push(Step::Scan(scan, fresh));
                scans.retain(|&s| s != scan);
            }
            (_, Some((_, row))) => {
                let fresh = bound.bind(&plan.rows[row].columns);
                steps.push(Step::Rows(row, fresh));
                rows.retain(|&r| r != row);
            }
            (Some(_), None) => unreachable!("a scan comes where there are no rows"),
        }
    }
}

fn scan_cost(bound: &Bound, scan: &Scan) -> usize {
    let known: Vec<bool> = scan.columns.iter().map(|&c| bound.knows(c)).collect();
    if !known.contains(&false) {
        return 0;
    }
    let leading = known.iter().take_while(|k| **k).count();
    let prefix_is_all = known[leading..].iter().all(|k| !k);
    match (leading, prefix_is_all) {
        (0, _) => WHOLE_TABLE,
        (_, true) => PART_OF_TABLE,
        (_, false) => PART_OF_TABLE * 16,
    }
}

fn rows_cost(bound: &Bound, rows: &Rows, estimate: &impl Fn(Template, &[bool]) -> usize) -> usize {
    let known: Vec<bool> = rows.columns.iter().map(|&c| bound.knows(c)).collect();
    estimate(rows.template, &known)
}

/// Comparisons that can be decided, or solved.
fn compare(plan: &Plan, bound: &mut Bound, open: &mut Vec<usize>, steps: &mut Vec<Step>) {
    loop {
        let mut changed = false;
        open.retain(|&i| {
            let (compare, positive) = &plan.compares[i];
            let known = |arg| bound.knows(arg);
            match (known(compare.left.0), known(compare.right.0)) {
                (true, true) => steps.push(Step::Filter(i)),
                (false, false) => return true,
                _ if compare.order != Order::Equal || !positive => return true,
                (left_known, _) => {
                    let side = if left_known {
                        compare.right
                    } else {
                        compare.left
                    };
                    let Arg::Var(var) = side.0 else { return true };
                    steps.push(Step::Solve(i, var));
                    bound.0.push(var);
                }
            }
            changed = true;
            false
        });
        if !changed {
            return;
        }
    }
}
