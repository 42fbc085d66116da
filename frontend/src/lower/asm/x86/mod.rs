//! What the instructions of x86 do that kernels write by hand: counting, exchanging, and setting bits, often locked.
//!
//! One thread runs at a time, so a lock prefix means nothing. The statements are collected first and used only if every
//! instruction is understood.

mod arithmetic;
mod bits;
mod flags;
mod operands;

use super::template::Instruction;
use crate::lower::Lowerer;
use ir::types::TypeId;
use ir::{ExprId, PlaceId, PlaceKind, Program, Stmt};
use std::collections::BTreeSet;

/// An operand of the statement.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoweredOperand {
    pub(super) held: Held,
    pub(super) is_output: bool,
    /// It is in the register that instructions use which compare and exchange.
    pub(super) is_accumulator: bool,
    /// It is a part of the instruction.
    pub(super) is_constant: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Held {
    Memory(PlaceId),
    /// An output in a register, with what is there at first.
    Register(PlaceId, Option<ExprId>),
    Value(ExprId),
}

/// The name of an instruction without the letter for its size, and the bits that the letter stands for.
pub(super) fn base(name: &str, is_known: impl Fn(&str) -> bool) -> Option<(&str, Option<u32>)> {
    if is_known(name) {
        return Some((name, None));
    }
    let bits = match name.as_bytes().last()? {
        b'b' => 8,
        b'w' => 16,
        b'l' => 32,
        b'q' => 64,
        _ => return None,
    };
    let name = &name[..name.len() - 1];
    is_known(name).then_some((name, Some(bits)))
}

/// The statements that do what the instructions do; none if one of them is not understood.
pub(super) fn statements(
    lowerer: &mut Lowerer<'_>,
    instructions: &[Instruction],
    given: &[LoweredOperand],
) -> Option<Vec<Stmt>> {
    if !are_apart(&lowerer.program, given) || !are_scalars(&lowerer.program, given) {
        return None;
    }
    let mut state = X86State {
        registers: vec![None; given.len()],
        lowerer,
        given,
        stmts: Vec::new(),
        result: None,
        carry: None,
    };
    for (n, given) in given.iter().enumerate() {
        if let Held::Register(_, Some(first)) = given.held {
            state.registers[n] = Some(state.saved(first));
        }
    }
    for instruction in instructions {
        state.step(instruction)?;
    }
    state.write_back()?;
    Some(state.stmts)
}

/// Whether what is in registers fits there.
fn are_scalars(program: &Program, given: &[LoweredOperand]) -> bool {
    given.iter().all(|given| match given.held {
        Held::Register(place, first) => {
            let first = first.map(|value| program.type_of(value));
            let is_scalar = |ty: TypeId| program.types.is_scalar(ty);
            is_scalar(program.place_type(place)) && first.is_none_or(is_scalar)
        }
        Held::Memory(_) | Held::Value(_) => true,
    })
}

/// Whether nothing that is written decides where another output lies.
fn are_apart(program: &Program, given: &[LoweredOperand]) -> bool {
    let places = given.iter().filter_map(|given| match given.held {
        Held::Memory(place) | Held::Register(place, _) => Some(place),
        Held::Value(_) => None,
    });
    let places: BTreeSet<PlaceId> = places.collect();
    let is_plain = |place: &PlaceId| matches!(program.terms.place(*place).kind, PlaceKind::Var(_));
    places.iter().filter(|place| !is_plain(place)).count() <= 1
}

struct X86State<'m, 'l> {
    lowerer: &'m mut Lowerer<'l>,
    given: &'m [LoweredOperand],
    /// What outputs in registers hold by now.
    registers: Vec<Option<ExprId>>,
    stmts: Vec<Stmt>,
    /// What the flags for zero and sign are about.
    result: Option<ExprId>,
    /// 0 or 1.
    carry: Option<ExprId>,
}

const KNOWN: &str = "mov inc dec add sub and or xor not neg cmp test xchg xadd cmpxchg bt bts btr btc sbb sete setz \
    setne setnz setc setb setnc setae sets setns nop pause mfence lfence sfence";

impl X86State<'_, '_> {
    fn step(&mut self, instruction: &Instruction) -> Option<()> {
        let is_known = |name: &str| KNOWN.split_whitespace().any(|known| known == name);
        let (name, bits) = base(&instruction.name, is_known)?;
        match (name, &instruction.operands[..]) {
            ("nop" | "pause" | "mfence" | "lfence" | "sfence", []) => Some(()),
            ("inc" | "dec", [to]) => self.count(name, to, bits),
            ("not" | "neg", [to]) => self.turn(name, to, bits),
            ("bt" | "bts" | "btr" | "btc", [bit, of]) => self.bit(name, bit, of, bits),
            ("sbb", [from, to]) if from == to => self.spread_carry(to, bits),
            ("xchg" | "xadd" | "cmpxchg", [with, at]) => self.exchange(name, with, at, bits),
            ("mov", [from, to]) => {
                let ty = self.worked_in(to, bits)?;
                let value = self.read(from, ty, bits)?;
                self.write(to, value)
            }
            (_, [to]) => self.set(name.strip_prefix("set")?, to),
            (_, [from, to]) => self.combine(name, from, to, bits),
            _ => None,
        }
    }
}
