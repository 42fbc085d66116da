//! Where each variable lives: scalars whose address no term takes in registers, the rest in memory.

use super::super::code::Home;
use super::super::fault::Step;
use super::super::memory::{Memory, ObjectKind};
use ir::types::{ArrayLen, TypeKind};
use ir::{ExprKind, InitValue, Program, Term, VarId, Variable};
use source::entity::EntityId;

/// Bytes of the address space that each function has.
pub(crate) const FUNCTION_SIZE_BYTES: u64 = 16;

/// What an object of unknown extent (`extern int a[];`) is taken to have.
const UNKNOWN_EXTENT_BYTES: u64 = 1 << 16;

pub(super) struct Homes {
    pub(super) homes: Vec<Home>,
    pub(super) globals: u32,
}

pub(super) fn assign(program: &Program, memory: &mut Memory) -> Step<Homes> {
    let in_memory = in_memory(program);
    let mut homes = vec![Home::Nowhere; program.vars.len()];
    let mut globals = 0;
    for (id, var) in program.vars.iter().filter(|(_, v)| v.kind.is_static()) {
        homes[id.index()] = if in_memory[id.index()] {
            Home::Static(static_object(program, memory, id, var)?)
        } else {
            globals += 1;
            Home::Global(globals - 1)
        };
    }
    for func in program.funcs.values() {
        let (mut regs, mut locals) = (0, 0);
        for &var in func.params.iter().chain(&func.locals) {
            let count = if in_memory[var.index()] {
                &mut locals
            } else {
                &mut regs
            };
            homes[var.index()] = if in_memory[var.index()] {
                Home::Local(*count)
            } else {
                Home::Frame(*count)
            };
            *count += 1;
        }
    }
    Ok(Homes { homes, globals })
}

/// By variable: aggregates, and what a term takes the address of.
fn in_memory(program: &Program) -> Vec<bool> {
    let mut result: Vec<bool> = program
        .vars
        .values()
        .map(|v| v.address_taken || !program.types.is_scalar(v.ty))
        .collect();
    for &term in program.terms.in_order() {
        if let Term::Expr(e) = term
            && let ExprKind::AddrOf(place) = program.terms.expr(e).kind
            && let Some(var) = program.terms.place_var(place)
        {
            result[var.index()] = true;
        }
    }
    result
}

fn static_object(program: &Program, memory: &mut Memory, id: VarId, var: &Variable) -> Step<u32> {
    let size = static_size(program, var);
    let slot = memory.new_static(ObjectKind::Var(id), size, var.align)?;
    if var.init.is_none() {
        memory.object_mut(slot).defined = vec![0; size as usize];
    }
    Ok(slot)
}

/// The size of the type, and of a flexible member's contents.
fn static_size(program: &Program, var: &Variable) -> u64 {
    let unknown = match *program.types.kind(var.ty) {
        TypeKind::Array {
            len: ArrayLen::Unknown,
            ..
        } => UNKNOWN_EXTENT_BYTES,
        TypeKind::Record(_) => 0,
        _ => 1,
    };
    let size = program.types.size_of(var.ty).unwrap_or(unknown);
    let ends = var.init.iter().flat_map(|init| &init.items).map(|item| {
        let bits = match &item.value {
            InitValue::Bytes(bytes) => bytes.len() as u64 * 8,
            InitValue::Scalar(e) => {
                let bytes = program.types.size_of(program.type_of(*e)).unwrap_or(0);
                item.bit_width.map_or(bytes * 8, u64::from)
            }
        };
        item.bit_offset.saturating_add(bits).div_ceil(8)
    });
    ends.fold(size, u64::max)
}
