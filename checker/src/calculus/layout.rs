//! How the table of a relation is laid out: which scalars are columns, in which order, and which registers hold the others.
//!
//! Enumerations come first (an algorithm that keeps versions of a set apart copies whole subtrees), then program
//! counters: that of the state that steps are applied to, because from there the formulas go on, and the others from the
//! last to the first. That state is the one that most often meets a template in the formulas. It has register 1, where steps
//! work in place; all others have registers that stay out of its way.

use super::formula::{Arg, Definition, Formula, RelId, Relation, VarId};
use super::registers::Kind;
use super::table::Shape;
use super::templates::{SCRATCH, WORK};
use super::types::{ScalarType, Types};

#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The explicit parameters in the order of the columns.
    pub(super) columns: Vec<VarId>,
    pub(super) shape: Shape,
    /// The register of each symbolic parameter.
    pub(super) registers: Vec<Option<(Kind, u8)>>,
}

/// How many values an explicit scalar has, in a program with so many program counters.
pub(super) fn domain(types: &Types, ty: ScalarType, pcs: u32) -> u32 {
    match ty {
        ScalarType::Pc => pcs,
        ScalarType::Enum(id) => types.enums[id.0 as usize].size,
        _ => unreachable!("only explicit scalars are enumerated"),
    }
}

/// The layouts of all relations.
pub(super) fn layouts(types: &Types, definitions: &[Definition], pcs: u32) -> Vec<Layout> {
    let ids = (0..definitions.len()).map(|i| RelId(i as u32));
    ids.map(|id| layout(types, definitions, id, pcs)).collect()
}

fn layout(types: &Types, definitions: &[Definition], id: RelId, pcs: u32) -> Layout {
    let definition = &definitions[id.index()];
    let params = || (0..definition.params).map(|i| VarId(i as u32));
    let ty = |v: VarId| definition.scalars[v.index()].ty;
    let is_enum = |v: &VarId| matches!(ty(*v), ScalarType::Enum(_));
    let mut columns: Vec<VarId> = params().filter(is_enum).collect();
    let working = working_state(definitions, id);
    columns.extend(working);
    let pcs_backwards = params().rev().filter(|v| ty(*v) == ScalarType::Pc);
    columns.extend(pcs_backwards.filter(|v| Some(*v) != working));
    let mut next = [Numbers::default(), Numbers::default(), Numbers::default()];
    let register = |v: VarId| {
        let kind = Kind::of(ty(v))?;
        let scalar = &definition.scalars[v.index()];
        if kind != Kind::Bits && scalar.pc.is_some() && scalar.pc == working {
            return Some((kind, WORK));
        }
        Some((kind, next[kind as usize].next(kind)))
    };
    Layout {
        shape: Shape::new(columns.iter().map(|&v| domain(types, ty(v), pcs))),
        columns,
        registers: params().map(register).collect(),
    }
}

/// Registers in order, without those that steps work on.
#[derive(Default)]
struct Numbers {
    next: u8,
}

impl Numbers {
    fn next(&mut self, kind: Kind) -> u8 {
        while kind != Kind::Bits && matches!(self.next, WORK | SCRATCH) {
            self.next += 1;
        }
        self.next += 1;
        self.next - 1
    }
}

/// The program counter of the state among a relation's parameters that steps are mostly applied to.
fn working_state(definitions: &[Definition], id: RelId) -> Option<VarId> {
    let definition = &definitions[id.index()];
    let params = definition.scalars[..definition.params].iter();
    let mut states: Vec<VarId> = params.filter_map(|s| s.pc).collect();
    states.dedup();
    let mut best = (0, *states.last()?);
    for &state in states.iter().rev() {
        let met = definitions
            .iter()
            .map(|d| meetings(&d.body, id, state))
            .sum();
        if met > best.0 {
            best = (met, state);
        }
    }
    Some(best.1)
}

/// How often what stands for a parameter of a relation stands in a template, too.
fn meetings(body: &Formula, id: RelId, state: VarId) -> usize {
    let (mut passed, mut stepped): (Vec<Arg>, Vec<Arg>) = (Vec::new(), Vec::new());
    body.each_atom(true, &mut |atom, _| match atom.relation {
        Relation::Defined(other) if other == id => passed.extend(atom.args.get(state.index())),
        Relation::Template(template) if !template.is_control() => {
            stepped.extend(&atom.args);
        }
        _ => {}
    });
    passed.iter().filter(|arg| stepped.contains(arg)).count()
}
