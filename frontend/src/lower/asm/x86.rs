//! What the instructions of x86 do that kernels write by hand: counting, exchanging, and setting bits, often locked.
//!
//! One thread runs at a time, so a lock prefix means nothing. The statements are collected first and used only if every
//! instruction is understood.

use super::template::{Instruction, Operand};
use crate::ir::{BinaryOp, ExprId, PlaceId, PlaceKind, Program, Stmt, UnaryOp};
use crate::lower::Lowerer;
use crate::types::{IntKind, Quals, TypeId};
use std::collections::BTreeSet;

/// An operand of the statement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    pub(super) held: Held,
    pub(super) is_output: bool,
    /// It is in the register that instructions use which compare and exchange.
    pub(super) is_accumulator: bool,
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
    given: &[Given],
) -> Option<Vec<Stmt>> {
    if !are_apart(&lowerer.program, given) {
        return None;
    }
    let mut machine = Machine {
        registers: vec![None; given.len()],
        lowerer,
        given,
        stmts: Vec::new(),
        result: None,
        carry: None,
    };
    for (n, given) in given.iter().enumerate() {
        if let Held::Register(_, Some(first)) = given.held {
            machine.registers[n] = Some(machine.saved(first));
        }
    }
    for instruction in instructions {
        machine.step(instruction)?;
    }
    machine.write_back()?;
    Some(machine.stmts)
}

/// Whether nothing that is written decides where another output lies.
fn are_apart(program: &Program, given: &[Given]) -> bool {
    let places = given.iter().filter_map(|given| match given.held {
        Held::Memory(place) | Held::Register(place, _) => Some(place),
        Held::Value(_) => None,
    });
    let places: BTreeSet<PlaceId> = places.collect();
    let is_plain = |place: &PlaceId| matches!(program.terms.place(*place).kind, PlaceKind::Var(_));
    places.iter().filter(|place| !is_plain(place)).count() <= 1
}

struct Machine<'m, 'l> {
    lowerer: &'m mut Lowerer<'l>,
    given: &'m [Given],
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

impl Machine<'_, '_> {
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

    /// `add`, `sub`, `and`, `or`, `xor`; `cmp` and `test` for the flags only.
    fn combine(
        &mut self,
        name: &str,
        from: &Operand,
        to: &Operand,
        bits: Option<u32>,
    ) -> Option<()> {
        let op = match name {
            "add" => BinaryOp::Add,
            "sub" | "cmp" => BinaryOp::Sub,
            "and" | "test" => BinaryOp::BitAnd,
            "or" => BinaryOp::BitOr,
            "xor" => BinaryOp::BitXor,
            _ => return None,
        };
        let ty = self.worked_in(to, bits)?;
        let by = self.read(from, ty, bits)?;
        let old = self.read(to, ty, bits)?;
        let new = self.lowerer.program.binary(op, old, by);
        let new = self.saved(new);
        self.result = Some(new);
        self.carry = match op {
            BinaryOp::Add => Some(self.is_below(new, old)),
            BinaryOp::Sub => Some(self.is_below(old, by)),
            _ => Some(self.lowerer.program.int(0)),
        };
        match name {
            "cmp" | "test" => Some(()),
            _ => self.write(to, new),
        }
    }

    fn count(&mut self, name: &str, to: &Operand, bits: Option<u32>) -> Option<()> {
        let ty = self.worked_in(to, bits)?;
        let old = self.read(to, ty, bits)?;
        let one = self.lowerer.program.int_const(1, ty);
        let op = match name {
            "inc" => BinaryOp::Add,
            _ => BinaryOp::Sub,
        };
        let new = self.lowerer.program.binary(op, old, one);
        let new = self.saved(new);
        self.result = Some(new);
        self.write(to, new)
    }

    fn turn(&mut self, name: &str, to: &Operand, bits: Option<u32>) -> Option<()> {
        let ty = self.worked_in(to, bits)?;
        let old = self.read(to, ty, bits)?;
        if name == "not" {
            let new = self.lowerer.program.unary(UnaryOp::BitNot, old);
            return self.write(to, new);
        }
        let new = self.lowerer.program.unary(UnaryOp::Neg, old);
        let new = self.saved(new);
        self.result = Some(new);
        self.carry = Some(self.lowerer.program.truth(old));
        self.write(to, new)
    }

    fn exchange(
        &mut self,
        name: &str,
        with: &Operand,
        at: &Operand,
        bits: Option<u32>,
    ) -> Option<()> {
        let ty = self.worked_in(at, bits)?;
        let given = self.read(with, ty, bits)?;
        let old = self.read(at, ty, bits)?;
        match name {
            "xchg" => {
                self.write(at, given)?;
                self.write(with, old)
            }
            "xadd" => {
                let sum = self.lowerer.program.binary(BinaryOp::Add, old, given);
                let sum = self.saved(sum);
                self.result = Some(sum);
                self.carry = Some(self.is_below(sum, old));
                self.write(with, old)?;
                self.write(at, sum)
            }
            _ => self.compare_and_exchange(given, old, at, ty, bits),
        }
    }

    /// What was there goes to the accumulator in both cases: if they are equal, it is the same.
    fn compare_and_exchange(
        &mut self,
        new: ExprId,
        old: ExprId,
        at: &Operand,
        ty: TypeId,
        bits: Option<u32>,
    ) -> Option<()> {
        let accumulator = self
            .given
            .iter()
            .position(|g| g.is_accumulator && g.is_output)?;
        let accumulator = Operand::Nth(accumulator);
        let expected = self.read(&accumulator, ty, bits)?;
        let difference = self.lowerer.program.binary(BinaryOp::Sub, expected, old);
        self.result = Some(self.saved(difference));
        self.carry = Some(self.is_below(expected, old));
        let equal = self.lowerer.program.binary(BinaryOp::Eq, old, expected);
        let equal = self.lowerer.program.cast(equal, ty);
        let mask = self.lowerer.program.unary(UnaryOp::Neg, equal);
        let changes = self.lowerer.program.binary(BinaryOp::BitXor, old, new);
        let changes = self.lowerer.program.binary(BinaryOp::BitAnd, changes, mask);
        let value = self.lowerer.program.binary(BinaryOp::BitXor, old, changes);
        let value = self.saved(value);
        self.write(at, value)?;
        self.write(&accumulator, old)
    }

    /// A bit of a row that begins at an operand in memory, or of a register.
    fn bit(&mut self, name: &str, bit: &Operand, of: &Operand, bits: Option<u32>) -> Option<()> {
        let of = of.whole()?;
        let (ty, width) = self.type_of(of)?;
        // The size of the register with the number does not matter, that of a register with the bits does.
        let number = match *bit {
            Operand::Number(n) => {
                let within = bits.unwrap_or(32).min(width);
                self.lowerer.program.index_const(n & i64::from(within - 1))
            }
            Operand::Nth(n) => self.number(n)?,
            Operand::PartOf(_) | Operand::Register => return None,
        };
        let last = self.lowerer.program.index_const(i64::from(width - 1));
        let within = self.lowerer.program.binary(BinaryOp::BitAnd, number, last);
        let within = self.lowerer.program.cast(within, ty);
        let place = match self.given[of].held {
            Held::Memory(place) => Some(self.word_of(place, number, width)),
            Held::Register(..) | Held::Value(_) => None,
        };
        let old = match place {
            Some(place) => self.lowerer.program.load(place),
            None => self.registers[of]?,
        };
        let old = self.saved(old);
        let one = self.lowerer.program.int_const(1, ty);
        let moved = self.lowerer.program.binary(BinaryOp::Shr, old, within);
        let found = self.lowerer.program.binary(BinaryOp::BitAnd, moved, one);
        let carry = self.lowerer.program.truth(found);
        self.carry = Some(self.saved(carry));
        self.result = None;
        let mask = self.lowerer.program.binary(BinaryOp::Shl, one, within);
        let new = match name {
            "bts" => self.lowerer.program.binary(BinaryOp::BitOr, old, mask),
            "btr" => {
                let others = self.lowerer.program.unary(UnaryOp::BitNot, mask);
                self.lowerer.program.binary(BinaryOp::BitAnd, old, others)
            }
            "btc" => self.lowerer.program.binary(BinaryOp::BitXor, old, mask),
            _ => return Some(()),
        };
        match place {
            Some(place) => self.assign(place, new),
            None => self.registers[of] = Some(self.saved(new)),
        }
        Some(())
    }

    /// The number of a bit.
    fn number(&mut self, n: usize) -> Option<ExprId> {
        let value = match self.given[n].held {
            Held::Value(value) => value,
            Held::Register(..) | Held::Memory(_) => return None,
        };
        self.type_of(n)?;
        let number = self
            .lowerer
            .program
            .cast(value, self.lowerer.program.types.ptrdiff_t());
        Some(self.saved(number))
    }

    /// The word with a bit of a row of words.
    fn word_of(&mut self, first: PlaceId, number: ExprId, width: u32) -> PlaceId {
        let shift = self
            .lowerer
            .program
            .index_const(width.trailing_zeros().into());
        let index = self.lowerer.program.binary(BinaryOp::Shr, number, shift);
        let address = self.lowerer.program.addr_of(first, Quals::NONE);
        let address = self
            .lowerer
            .program
            .binary(BinaryOp::PtrAdd, address, index);
        self.lowerer.program.deref(address)
    }

    /// Zero, or all ones if there is a carry.
    fn spread_carry(&mut self, to: &Operand, bits: Option<u32>) -> Option<()> {
        let ty = self.worked_in(to, bits)?;
        let carry = self.lowerer.program.cast(self.carry?, ty);
        let all = self.lowerer.program.unary(UnaryOp::Neg, carry);
        self.result = None;
        self.write(to, all)
    }

    fn set(&mut self, condition: &str, to: &Operand) -> Option<()> {
        let ty = self.worked_in(to, Some(8))?;
        let holds = match condition {
            "e" | "z" => self.lowerer.program.falsity(self.result?),
            "ne" | "nz" => self.lowerer.program.truth(self.result?),
            "c" | "b" => self.lowerer.program.truth(self.carry?),
            "nc" | "ae" => self.lowerer.program.falsity(self.carry?),
            "s" | "ns" => self.sign(condition == "s")?,
            _ => return None,
        };
        let value = self.lowerer.program.cast(holds, ty);
        self.write(to, value)
    }

    fn sign(&mut self, is_set: bool) -> Option<ExprId> {
        let result = self.result?;
        let kind = self
            .lowerer
            .program
            .types
            .int_kind(self.lowerer.program.type_of(result))?;
        let signed = self.lowerer.program.types.named_int(kind.to_signed());
        let result = self.lowerer.program.cast(result, signed);
        let zero = self.lowerer.program.zero(signed);
        let op = match is_set {
            true => BinaryOp::Lt,
            false => BinaryOp::Ge,
        };
        Some(self.lowerer.program.binary(op, result, zero))
    }

    /// Whether a number is smaller than another, both without sign.
    fn is_below(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let kind = self
            .lowerer
            .program
            .types
            .int_kind(self.lowerer.program.type_of(a));
        let kind = kind.unwrap_or(IntKind::ULong).to_unsigned();
        let unsigned = self.lowerer.program.types.named_int(kind);
        let (a, b) = (
            self.lowerer.program.cast(a, unsigned),
            self.lowerer.program.cast(b, unsigned),
        );
        let below = self.lowerer.program.binary(BinaryOp::Lt, a, b);
        self.saved(below)
    }

    /// The type in which an instruction computes what it writes to an operand; none if they differ in size.
    fn worked_in(&mut self, to: &Operand, bits: Option<u32>) -> Option<TypeId> {
        let n = match (to, bits) {
            (Operand::PartOf(n), Some(8)) => *n,
            _ => to.whole()?,
        };
        let (ty, width) = self.type_of(n)?;
        bits.is_none_or(|bits| bits == width).then_some(ty)
    }

    /// The integer type of an operand, and its size in bits.
    fn type_of(&self, n: usize) -> Option<(TypeId, u32)> {
        let ty = match self.given[n].held {
            Held::Memory(place) | Held::Register(place, _) => {
                self.lowerer.program.place_type(place)
            }
            Held::Value(value) => self.lowerer.program.type_of(value),
        };
        let types = &self.lowerer.program.types;
        let kind = types.bits_kind(ty)?;
        let width = types.width(kind);
        let fits = matches!(width, 8 | 16 | 32 | 64) && kind != IntKind::Bool;
        (fits && IntKind::NAMED.contains(&kind)).then(|| (types.named_int(kind), width))
    }

    /// The value of an operand, in a type as wide as the instruction.
    fn read(&mut self, operand: &Operand, ty: TypeId, bits: Option<u32>) -> Option<ExprId> {
        let n = match *operand {
            Operand::Number(n) => return Some(self.lowerer.program.int_const(n as u128, ty)),
            Operand::Nth(n) => n,
            // Of a register, the lower part.
            Operand::PartOf(n) if bits.is_some() => n,
            Operand::PartOf(_) | Operand::Register => return None,
        };
        let (_, width) = self.type_of(n)?;
        let wanted = self
            .lowerer
            .program
            .types
            .width(self.lowerer.program.types.int_kind(ty)?);
        let value = match self.given[n].held {
            Held::Memory(place) if width == wanted => self.lowerer.program.load(place),
            Held::Register(..) if width == wanted => self.registers[n]?,
            Held::Value(value) if width >= wanted => value,
            Held::Value(value) if self.lowerer.program.is_constant(value) => value,
            _ => return None,
        };
        let value = self.lowerer.program.cast(value, ty);
        Some(self.saved(value))
    }

    fn write(&mut self, operand: &Operand, value: ExprId) -> Option<()> {
        let n = operand.nth()?;
        match self.given[n].held {
            Held::Memory(place) => {
                let value = self
                    .lowerer
                    .program
                    .cast(value, self.lowerer.program.place_type(place));
                self.assign(place, value);
            }
            Held::Register(..) => self.registers[n] = Some(self.saved(value)),
            Held::Value(_) => return None,
        }
        Some(())
    }

    /// Outputs in registers get their values at the end; none if one of them has none.
    fn write_back(&mut self) -> Option<()> {
        for n in 0..self.given.len() {
            if let Held::Register(place, _) = self.given[n].held {
                let value = self.registers[n]?;
                let value = self
                    .lowerer
                    .program
                    .cast(value, self.lowerer.program.place_type(place));
                self.assign(place, value);
            }
        }
        Some(())
    }

    fn assign(&mut self, place: PlaceId, value: ExprId) {
        self.stmts.push(Stmt::Assign { place, value });
    }

    /// The value as it is now.
    fn saved(&mut self, value: ExprId) -> ExprId {
        if self.lowerer.program.is_constant(value) {
            return value;
        }
        let temp = self.lowerer.new_temp(self.lowerer.program.type_of(value));
        let place = self.lowerer.program.var_place(temp);
        self.assign(place, value);
        self.lowerer.program.load(place)
    }
}
