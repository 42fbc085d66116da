//! `qsort` and `bsearch`, which call back into the program: each comparison is a call, and the
//! state waits for its result.
//!
//! `qsort` is the merge sort of glibc: the same comparisons in the same order, and stable.

use super::super::bytes::Bytes;
use super::super::fault::{FaultKind, Limit, Step, Stop};
use super::super::machine::{Arg, Machine};
use super::super::value::Value;
use super::{NativeFn, Pending, Reply, arg, nothing, size_arg, value};
use ir::FuncId;
use ir::types::TypeId;

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "qsort" => qsort,
        "bsearch" => bsearch,
        _ => return None,
    })
}

/// What waits for a comparison.
pub(super) enum State {
    Sort(Box<Sort>),
    Search(Search),
}

/// The function that compares.
#[derive(Clone, Copy)]
struct Comparer {
    func: FuncId,
    /// Of the arguments.
    pointer: TypeId,
}

impl Comparer {
    fn new(m: &Machine<'_>, pointer: Value, ty: TypeId) -> Step<Self> {
        let address = pointer.addr();
        match m.function_at(address) {
            Some(func) => Ok(Self { func, pointer: ty }),
            None => Err(FaultKind::BadCall { address }.into()),
        }
    }

    fn call(self, a: Value, b: Value, state: State) -> Step<Reply> {
        let args = vec![Arg::scalar(a, self.pointer), Arg::scalar(b, self.pointer)];
        let pending = Pending { state, outer: None };
        Ok(Reply::Call(self.func, args, Box::new(pending)))
    }
}

pub(super) fn resume(m: &mut Machine<'_>, pending: Pending, result: Value) -> Step<Reply> {
    let order = result.bits as u32 as i32;
    match pending.state {
        State::Sort(mut sort) => {
            sort.take(order);
            sort.advance(m)
        }
        State::Search(search) => search.next(m, order),
    }
}

/// A merge sort from the bottom of the recursion that glibc has: halves are split with the
/// shorter one first.
pub(super) struct Sort {
    comparer: Comparer,
    array: Value,
    size: u64,
    /// Elements, in their present order.
    items: Vec<Bytes>,
    /// Merges still to be done, the next one last: start, middle, end.
    merges: Vec<(usize, usize, usize)>,
    /// The merge under way: what is merged, and where each half stands.
    merged: Vec<usize>,
    left: usize,
    right: usize,
    /// Where each element of `items` is now.
    order: Vec<usize>,
}

fn qsort(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let (array, count, size) = (arg(args, 0), size_arg(args, 1), size_arg(args, 2));
    if count < 2 || size == 0 {
        return nothing();
    }
    let ty = args.first().map_or(m.program.types.int(), |a| a.ty);
    let comparer = Comparer::new(m, arg(args, 3), ty)?;
    let total = count.checked_mul(size).ok_or(Stop::Limit(Limit::Memory))?;
    m.check_write(array, total)?;
    let items = (0..count)
        .map(|n| {
            m.memory
                .read(m.shifted(array, (n * size) as i64), size, m.program)
        })
        .collect::<Step<Vec<_>>>()?;
    let mut sort = Box::new(Sort {
        comparer,
        array,
        size,
        merges: merges(items.len()),
        merged: Vec::new(),
        left: 0,
        right: 0,
        order: (0..items.len()).collect(),
        items,
    });
    sort.start();
    sort.advance(m)
}

/// The merges of a recursive merge sort, the last one first.
fn merges(len: usize) -> Vec<(usize, usize, usize)> {
    let mut all = Vec::new();
    let mut stack = vec![(0, len)];
    // A walk that lists a range before its halves, the right one first, read backwards.
    while let Some((start, end)) = stack.pop() {
        if end - start < 2 {
            continue;
        }
        let middle = start + (end - start) / 2;
        all.push((start, middle, end));
        stack.push((start, middle));
        stack.push((middle, end));
    }
    all
}

impl Sort {
    fn start(&mut self) {
        if let Some(&(start, middle, _)) = self.merges.last() {
            (self.left, self.right) = (start, middle);
            self.merged.clear();
        }
    }

    /// The result of comparing the heads of the two halves.
    fn take(&mut self, order: i32) {
        if order <= 0 {
            self.merged.push(self.order[self.left]);
            self.left += 1;
        } else {
            self.merged.push(self.order[self.right]);
            self.right += 1;
        }
    }

    /// Merges until a comparison is needed or all is sorted. The elements stay where they were in
    /// the meantime.
    fn advance(mut self: Box<Self>, m: &mut Machine<'_>) -> Step<Reply> {
        while let Some(&(start, middle, end)) = self.merges.last() {
            if self.left < middle && self.right < end {
                let a = self.element(m, self.order[self.left]);
                let b = self.element(m, self.order[self.right]);
                return self.comparer.call(a, b, State::Sort(self));
            }
            let rest = self.order[self.left..middle].to_vec();
            self.merged.extend(rest);
            let done = self.merged.len();
            self.order[start..start + done].copy_from_slice(&self.merged);
            self.merges.pop();
            self.start();
        }
        for (n, &index) in self.order.iter().enumerate() {
            let to = m.shifted(self.array, (n as u64 * self.size) as i64);
            m.memory.write(to, &self.items[index], m.program)?;
        }
        nothing()
    }

    /// A pointer to an element: its original place in the array, which is not changed before the
    /// end.
    fn element(&self, m: &Machine<'_>, index: usize) -> Value {
        m.shifted(self.array, (index as u64 * self.size) as i64)
    }
}

pub(super) struct Search {
    comparer: Comparer,
    key: Value,
    array: Value,
    size: u64,
    low: u64,
    high: u64,
}

fn bsearch(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let ty = args.first().map_or(m.program.types.int(), |a| a.ty);
    let search = Search {
        comparer: Comparer::new(m, arg(args, 4), ty)?,
        key: arg(args, 0),
        array: arg(args, 1),
        low: 0,
        high: size_arg(args, 2),
        size: size_arg(args, 3),
    };
    search.probe(m)
}

impl Search {
    fn middle(&self, m: &Machine<'_>) -> (u64, Value) {
        let middle = self.low.midpoint(self.high);
        let offset = middle.wrapping_mul(self.size);
        (middle, m.shifted(self.array, offset as i64))
    }

    fn probe(self, m: &mut Machine<'_>) -> Step<Reply> {
        if self.low >= self.high {
            return value(Value::ZERO);
        }
        let (_, element) = self.middle(m);
        self.comparer.call(self.key, element, State::Search(self))
    }

    fn next(mut self, m: &mut Machine<'_>, order: i32) -> Step<Reply> {
        let (middle, element) = self.middle(m);
        match order {
            0 => return value(element),
            n if n < 0 => self.high = middle,
            _ => self.low = middle + 1,
        }
        self.probe(m)
    }
}
