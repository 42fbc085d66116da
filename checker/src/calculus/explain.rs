//! What was planned and what it took, for people.
//!
//! Of each relation: how its table is laid out, its rows, rounds and time; of each block the loops, as they would run from
//! the tables as they are now, and the operations on the cells at their end.

use std::fmt::Write;

use super::evaluate::Evaluator;
use super::formula::{Arg, Compare, Definition, Order, Scalar, VarId};
use super::layout::domain;
use super::plan::{Context, DataOp, Held, Plan, Step, View};
use super::registers::Kind;
use super::types::{ScalarType, Types};

pub(super) fn explain(context: Context<'_>, evaluator: &Evaluator<'_, '_, '_>) -> String {
    let mut out = String::new();
    for (i, definition) in context.definitions.iter().enumerate() {
        let words = Words {
            context,
            evaluator,
            definition,
        };
        words.relation(i, &mut out);
    }
    out
}

struct Words<'w, 'c, 'a, 'p> {
    context: Context<'w>,
    evaluator: &'w Evaluator<'c, 'a, 'p>,
    definition: &'w Definition,
}

impl Words<'_, '_, '_, '_> {
    fn relation(&self, index: usize, out: &mut String) {
        let effort = &self.evaluator.efforts[index];
        let value = &self.evaluator.values[index];
        let mut line = |text: String| {
            out.push_str(&text);
            out.push('\n');
        };
        line(String::new());
        line(format!(
            "{}: {} rows, {} evaluations, {} rounds, {:.3} s",
            self.definition.name,
            value.rows(),
            effort.evaluations,
            effort.rounds,
            effort.time.as_secs_f64()
        ));
        let layout = &self.context.layouts[index];
        let columns: Vec<&str> = layout.columns.iter().map(|&c| self.name(c)).collect();
        let held = layout.registers.iter().enumerate();
        let held: Vec<String> = held
            .filter_map(|(i, register)| {
                let (kind, register) = (*register)?;
                Some(format!(
                    "{} in {}",
                    self.definition.scalars[i].name,
                    place(kind, register)
                ))
            })
            .collect();
        if !columns.is_empty() || !held.is_empty() {
            line(format!(
                "  columns: {}; cells: {}",
                columns.join(", "),
                held.join(", ")
            ));
        }
        for (i, plan) in self.evaluator.plans[index].iter().enumerate() {
            line(format!("  block {}:", i + 1));
            self.plan(plan, 4, &mut line);
        }
    }

    fn plan(&self, plan: &Plan, indent: usize, line: &mut impl FnMut(String)) {
        let blank = " ".repeat(indent);
        if plan.is_false {
            return line(format!("{blank}nothing"));
        }
        if plan.copies.is_some() {
            let from = plan.scans[0].relation.index();
            return line(format!(
                "{blank}take over the rows of {}",
                self.context.definitions[from].name
            ));
        }
        let templates = &self.evaluator.runner.templates;
        let rows = plan.scans.iter().enumerate();
        let smallest = rows
            .map(|(i, s)| (self.evaluator.values[s.relation.index()].rows(), i))
            .min();
        let driver = smallest.filter(|_| !plan.has_given()).map(|(_, i)| i);
        let size = |v: VarId| {
            let ty = self.definition.scalars[v.index()].ty;
            domain(self.context.types, ty, templates.pcs()) as usize
        };
        let steps = plan.order(driver, |t, known| templates.estimate(t, known), size);
        for step in steps.iter() {
            line(format!("{blank}{}", self.step(plan, step)));
        }
        for op in &plan.data {
            self.op(plan, op, indent + 2, line);
        }
    }

    fn step(&self, plan: &Plan, step: &Step) -> String {
        let columns = |columns: &[Arg], fresh: &[bool], types: &[ScalarType]| {
            let shown = columns.iter().zip(fresh).zip(types);
            let shown = shown.map(|((c, fresh), ty)| match fresh {
                true => format!("each {}", self.arg(*c, *ty)),
                false => self.arg(*c, *ty),
            });
            shown.collect::<Vec<_>>().join(", ")
        };
        match step {
            Step::Scan(scan, fresh) => {
                let scan = &plan.scans[*scan];
                let relation = scan.relation.index();
                let of = &self.context.definitions[relation];
                let layout = &self.context.layouts[relation];
                let types: Vec<ScalarType> = layout
                    .columns
                    .iter()
                    .map(|c| of.scalars[c.index()].ty)
                    .collect();
                let without = match &scan.without {
                    Some(other) => format!(
                        " without those of {}",
                        self.context.definitions[other.relation.index()].name
                    ),
                    None => String::new(),
                };
                let columns = columns(&scan.columns, fresh, &types);
                format!("rows of {}{without} at {columns}", of.name)
            }
            Step::Rows(rows, fresh) => {
                let rows = &plan.rows[*rows];
                let types = vec![ScalarType::Pc; rows.columns.len()];
                let columns = columns(&rows.columns, fresh, &types);
                format!("{} at {columns}", rows.template.name())
            }
            Step::Filter(compare) => {
                let (compare, positive) = &plan.compares[*compare];
                format!("where {}", self.compare(compare, *positive))
            }
            Step::Solve(compare, var) => {
                let (compare, positive) = &plan.compares[*compare];
                format!(
                    "{} from {}",
                    self.name(*var),
                    self.compare(compare, *positive)
                )
            }
            Step::Enumerate(var) => format!("each value of {}", self.name(*var)),
        }
    }

    fn op(&self, plan: &Plan, op: &DataOp, indent: usize, line: &mut impl FnMut(String)) {
        let blank = " ".repeat(indent);
        let forget = |done: &[Held]| match done {
            [] => String::new(),
            _ => format!(", then quantify {}", held_list(done)),
        };
        let text = match op {
            DataOp::Load(scan, view, done) => format!(
                "meet the cell of {}{}{}",
                self.context.definitions[plan.scans[*scan].relation.index()].name,
                seen(view),
                forget(done)
            ),
            DataOp::Remove(scan, view) => format!(
                "lose the cell of {}{}",
                self.context.definitions[scan.relation.index()].name,
                seen(view)
            ),
            DataOp::Step { rows, forward } => format!(
                "{} in place{}",
                plan.rows[*rows].template.name(),
                if *forward { "" } else { ", backwards" }
            ),
            DataOp::Over { scan, forward, .. } => format!(
                "a call by its summary in {}, in place{}",
                self.context.definitions[plan.scans[*scan].relation.index()].name,
                if *forward { "" } else { ", backwards" }
            ),
            DataOp::Full(rows, view, done) => format!(
                "meet {}{}{}",
                plan.rows[*rows].template.name(),
                seen(view),
                forget(done)
            ),
            DataOp::Equal(held, other, _, positive) => format!(
                "{} and {} are {}",
                place(held.kind, held.register),
                place(held.kind, *other),
                if *positive { "equal" } else { "not equal" }
            ),
            DataOp::Compare {
                compare, positive, ..
            } => format!("where {}", self.compare(compare, *positive)),
            DataOp::Holds(held, positive) => {
                format!("where {} is {positive}", place(held.kind, held.register))
            }
            DataOp::Forget(held) => format!("quantify {}", held_list(held)),
            DataOp::Move(moves) => format!("move {}", moved(moves)),
            DataOp::Blocks(plans, positive) => {
                let word = if *positive { "meet" } else { "lose" };
                line(format!("{blank}{word} what one of these blocks says:"));
                for plan in plans {
                    self.plan(plan, indent + 2, line);
                }
                return;
            }
        };
        line(format!("{blank}{text}"));
    }

    fn name(&self, var: VarId) -> &str {
        let scalar: Option<&Scalar> = self.definition.scalars.get(var.index());
        scalar.map_or("", |s| s.name.as_str())
    }

    fn arg(&self, arg: Arg, ty: ScalarType) -> String {
        let types: &Types = self.context.types;
        match (arg, ty) {
            (Arg::Var(var), _) => self.name(var).to_owned(),
            (Arg::Const(value), ScalarType::Enum(id)) => types.enums[id.0 as usize].text(value),
            (Arg::Const(value), _) => value.to_string(),
        }
    }

    fn compare(&self, compare: &Compare, positive: bool) -> String {
        let side = |(arg, plus): (Arg, u32)| match plus {
            0 => self.arg(arg, compare.ty),
            _ => format!("{} + {plus}", self.arg(arg, compare.ty)),
        };
        let order = match compare.order {
            Order::Equal => "=",
            Order::Less => "<",
            Order::LessEqual => "<=",
        };
        let not = if positive { "" } else { "not " };
        format!(
            "{not}{} {order} {}",
            side(compare.left),
            side(compare.right)
        )
    }
}

fn place(kind: Kind, register: u8) -> String {
    let word = match kind {
        Kind::Local => "locals",
        Kind::Global => "globals",
        Kind::Bits => "bits",
        Kind::State => "state",
    };
    format!("{word}{register}")
}

fn held_list(held: &[Held]) -> String {
    let places: Vec<String> = held.iter().map(|h| place(h.kind, h.register)).collect();
    places.join(", ")
}

fn moved(moves: &[(Held, u8)]) -> String {
    let one = |(held, to): &(Held, u8)| {
        format!(
            "{} to {}",
            place(held.kind, held.register),
            place(held.kind, *to)
        )
    };
    moves.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// What a view does to a relation before it is met.
fn seen(view: &View) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    for (held, value) in &view.fixed {
        let _ = write!(out, ", {} being {value}", place(held.kind, held.register));
    }
    for (held, first) in &view.tied {
        let (a, b) = (place(held.kind, held.register), place(held.kind, *first));
        let _ = write!(out, ", {a} being {b}");
    }
    if !view.forgotten.is_empty() {
        let _ = write!(out, " without {}", held_list(&view.forgotten));
    }
    if !view.moved.is_empty() {
        let _ = write!(out, " with {}", moved(&view.moved));
    }
    out
}
