//! What is recognised in a block because it has a better way than conjunct after conjunct.
//!
//! * A step over a call: `IntoCall(x, y) ∧ R(…, y, z, …) ∧ Return(x, z, v)`, or the same with `Return` split, where nothing else
//!   speaks of the values in y and z. What the callee does is put into its caller's frame, where the globals are those of x,
//!   and becomes one step of the caller.
//! * A difference of two versions: `R(a, …) ∧ ¬R(b, …)` with the same arguments. Subtrees that both share are never looked into.
//! * A copy of a table, or of a subtree: `R(c, …)` alone.

use super::{Arg, Block, Context, Copied, Item, Plan, Scan, Target, Without};
use crate::calculus::formula::{Scalar, Template, VarId};
use crate::calculus::registers::Kind;

/// Makes differences of scans.
pub(super) fn differences(context: Context<'_>, plan: &mut Plan, items: &mut Vec<Item>) {
    let mut at = 0;
    while at < items.len() {
        let found = match &items[at] {
            Item::Remove(scan, args) => minuend(context, plan, items, scan, args),
            _ => None,
        };
        match found {
            Some((scan, without)) => {
                plan.scans[scan].without = Some(without);
                items.remove(at);
            }
            None => at += 1,
        }
    }
}

/// The scan that another one can be subtracted from.
fn minuend(
    context: Context<'_>,
    plan: &Plan,
    items: &[Item],
    removed: &Scan,
    removed_args: &[Arg],
) -> Option<(usize, Without)> {
    let constants = |scan: &Scan| {
        scan.columns
            .iter()
            .take_while(|c| c.var().is_none())
            .count()
    };
    let tail = |scan: &Scan, from: usize| scan.columns[from..].to_vec();
    let of = |scan: &Scan| &context.layouts[scan.relation.index()];
    items.iter().find_map(|item| {
        let Item::Load(i, args) = item else {
            return None;
        };
        let scan = &plan.scans[*i];
        if scan.without.is_some() {
            return None;
        }
        let (mine, theirs) = (constants(scan), constants(removed));
        let same_columns = tail(scan, mine) == tail(removed, theirs)
            && of(scan).shape.below(mine) == of(removed).shape.below(theirs);
        let held = |args: &[Arg], scan: &Scan| {
            let registers = of(scan).registers.iter().zip(args);
            let mut held: Vec<_> = registers.filter_map(|(r, a)| Some(((*r)?, *a))).collect();
            held.sort_unstable();
            held
        };
        let number = |c: &Arg| match c {
            Arg::Const(value) => *value,
            Arg::Var(_) => unreachable!("leading constants"),
        };
        (same_columns && held(args, scan) == held(removed_args, removed)).then(|| {
            let without = Without {
                relation: removed.relation,
                prefix: removed.columns[..theirs].iter().map(number).collect(),
                constants: mine,
            };
            (*i, without)
        })
    })
}

/// Makes one item of what is a step over a call.
pub(super) fn calls(
    context: Context<'_>,
    scalars: &[Scalar],
    block: &Block,
    plan: &Plan,
    items: &mut Vec<Item>,
) {
    while let Some((removed, over)) = call(context, scalars, block, plan, items) {
        for at in removed {
            items[at] = Item::Holds(NOBODY, true);
        }
        items.retain(|item| !matches!(item, Item::Holds(NOBODY, _)));
        items.push(over);
    }
}

/// Marks an item that has become part of another.
const NOBODY: VarId = VarId(u32::MAX);

fn call(
    context: Context<'_>,
    scalars: &[Scalar],
    block: &Block,
    plan: &Plan,
    items: &[Item],
) -> Option<(Vec<usize>, Item)> {
    let mentions = |var: VarId| {
        let mut count = 0;
        items
            .iter()
            .for_each(|item| each_var(item, &mut |v| count += usize::from(v == var)));
        count
    };
    let template = |wanted: &'static [Template]| {
        let found = items.iter().enumerate();
        found.filter_map(move |(at, item)| match item {
            Item::Template(rows, args) if wanted.contains(&plan.rows[*rows].template) => {
                Some((at, *rows, args))
            }
            _ => None,
        })
    };
    for (into_at, into_rows, into) in template(&[Template::IntoCall, Template::IntoExit]) {
        let x = [into[1].var()?, into[2].var()?];
        let y = [into[4].var()?, into[5].var()?];
        let from = into[0];
        for (a_at, a_rows, a) in template(&[Template::Return, Template::ReturnA]) {
            let whole = plan.rows[a_rows].template == Template::Return;
            if a[0] != from || a[1] != into[1] || a[2] != into[2] {
                continue;
            }
            let (b_at, z, v) = if whole {
                (None, [a[4].var()?, a[5].var()?], [a[7].var()?, a[8].var()?])
            } else {
                let v = [a[5].var()?, a[6].var()?];
                let other = template(&[Template::ReturnB])
                    .find(|(_, _, b)| b[3] == from && b[0] == a[3] && b[4..] == a[4..]);
                let Some((at, _, b)) = other else { continue };
                (Some(at), [b[1].var()?, b[2].var()?], v)
            };
            let exit = a[3];
            let into_callee = match plan.rows[into_rows].template {
                Template::IntoExit => into[3] == exit,
                _ => true,
            };
            let once = |v: &VarId| block.vars.contains(v) && mentions(*v) == 2;
            if !into_callee || !y.iter().chain(&z).all(once) {
                continue;
            }
            let Some((scan_at, scan, registers)) = summary(context, scalars, plan, items, (y, z))
            else {
                continue;
            };
            let is_free = |vars: &[VarId; 2]| vars.iter().all(|v| block.vars.contains(v));
            let loads = |vars: &[VarId; 2], count| {
                is_free(vars) && vars.iter().all(|&v| mentions(v) == count)
            };
            // How often the templates themselves speak of the states.
            let in_v = if whole { 1 } else { 2 };
            let distinct = x.iter().all(|var| !v.contains(var));
            let forward = loads(&x, 3) && v.iter().all(|&v| mentions(v) == in_v);
            let backward = loads(&v, in_v + 1) && x.iter().all(|&x| mentions(x) == 2);
            if !distinct || !forward && !backward {
                continue;
            }
            let mut removed = vec![into_at, a_at, scan_at];
            removed.extend(b_at);
            let over = Item::Over {
                rows: a_rows,
                scan,
                before: x,
                after: v,
                registers,
            };
            return Some((removed, over));
        }
    }
    None
}

/// The scan of what a callee does, between two states, and nothing else that is symbolic.
fn summary(
    context: Context<'_>,
    scalars: &[Scalar],
    plan: &Plan,
    items: &[Item],
    (begin, end): ([VarId; 2], [VarId; 2]),
) -> Option<(usize, usize, (u8, u8))> {
    items.iter().enumerate().find_map(|(at, item)| {
        let Item::Load(scan, args) = item else {
            return None;
        };
        if plan.scans[*scan].without.is_some() {
            return None;
        }
        let symbolic = |a: &Arg| a.var().filter(|v| !scalars[v.index()].ty.is_explicit());
        let vars: Vec<VarId> = args.iter().filter_map(symbolic).collect();
        let explicit = args.iter().all(|a| match a {
            Arg::Const(_) => true,
            Arg::Var(v) => {
                scalars[v.index()].ty.is_explicit() || begin.contains(v) || end.contains(v)
            }
        });
        let place = |v: VarId| args.iter().position(|a| *a == Arg::Var(v));
        let all = begin.iter().chain(&end);
        if !explicit || vars.len() != 4 || !all.clone().all(|v| vars.contains(v)) {
            return None;
        }
        // Both valuations of a state are parameters in one register: those of one state.
        let of = |state: [VarId; 2]| {
            let (l, g) = (place(state[0])?, place(state[1])?);
            let relation = plan.scans[*scan].relation;
            let registers = &context.layouts[relation.index()].registers;
            let (l, g) = (registers[l]?, registers[g]?);
            (l.0 == Kind::Local && g.0 == Kind::Global && l.1 == g.1).then_some(l.1)
        };
        Some((at, *scan, (of(begin)?, of(end)?)))
    })
}

fn each_var(item: &Item, each: &mut impl FnMut(VarId)) {
    match item {
        Item::Load(_, args) | Item::Remove(_, args) | Item::Template(_, args) => {
            args.iter().filter_map(|a| a.var()).for_each(each);
        }
        Item::Over { before, after, .. } => before.iter().chain(after).copied().for_each(each),
        Item::Compare(compare, _) => {
            let sides = [compare.left.0, compare.right.0];
            sides.iter().filter_map(|a| a.var()).for_each(each);
        }
        Item::Holds(var, _) => each(*var),
        Item::Blocks(blocks, _) => {
            for block in blocks {
                block.each_free(each);
            }
        }
    }
}

impl Item {
    pub(super) fn each_var(&self, each: &mut impl FnMut(VarId)) {
        each_var(self, each);
    }
}

/// Whether a block is the copy of a subtree.
pub(super) fn copied(
    context: Context<'_>,
    plan: &Plan,
    items: &[Item],
    target: &Target,
) -> Option<Copied> {
    let [Item::Load(0, args)] = items else {
        return None;
    };
    let is_alone = plan.scans.len() == 1 && plan.rows.is_empty() && target.given.is_empty();
    let scan = &plan.scans[0];
    if !is_alone || plan.is_false || scan.without.is_some() {
        return None;
    }
    let mut known: Vec<(VarId, u32)> = Vec::new();
    for (compare, positive) in &plan.compares {
        match (compare.left, compare.right) {
            ((Arg::Var(v), 0), (Arg::Const(c), 0)) | ((Arg::Const(c), 0), (Arg::Var(v), 0))
                if *positive && compare.order == crate::calculus::formula::Order::Equal =>
            {
                known.push((v, c));
            }
            _ => return None,
        }
    }
    let layout = &context.layouts[scan.relation.index()];
    let prefix: Vec<u32> = scan
        .columns
        .iter()
        .map_while(|c| match c {
            Arg::Const(value) => Some(*value),
            Arg::Var(_) => None,
        })
        .collect();
    let rest: Vec<VarId> = scan.columns[prefix.len()..]
        .iter()
        .filter_map(|c| c.var())
        .collect();
    let leading = target.columns.len().checked_sub(rest.len())?;
    let same_columns = scan.columns.len() - prefix.len() == rest.len()
        && target.columns[leading..] == rest
        && rest.iter().all(|v| known.iter().all(|(k, _)| k != v));
    // Each register holds the same variable on both sides.
    let mut held: Vec<(VarId, (Kind, u8))> = Vec::new();
    for (register, arg) in layout.registers.iter().zip(args) {
        if let Some(register) = register {
            held.push((arg.var()?, *register));
        }
    }
    let same_registers =
        held.len() == target.held.len() && held.iter().all(|(v, r)| target.held.get(v) == Some(r));
    let leading = &target.columns[..leading];
    let value = |v: &VarId| known.iter().find(|(k, _)| k == v).map(|(_, c)| *c);
    let is_leading = known.iter().all(|(v, _)| leading.contains(v));
    (same_columns && same_registers && is_leading).then(|| Copied {
        prefix,
        target: leading.iter().map(value).collect(),
    })
}
