//! The flat code that functions are compiled to: a register machine.
//!
//! Scalars whose address is never taken are registers, of the frame or of the program; everything
//! else is in [`Memory`](super::memory::Memory). Terms become operations in the order of their
//! evaluation, so running needs no recursion. Each edge of the automaton starts with
//! [`Op::Edge`], and a table leads from operations back to edges.

use super::bytes::Shape;
use super::value::Value;
use ir::types::{FloatKind, IntKind, TypeId};
use ir::{BinaryOp, EdgeId, FuncId, UnaryOp, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A register of the frame, a constant, or a register of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Opnd(u32);

pub(super) enum OpndKind {
    Frame(usize),
    Const(usize),
    Global(usize),
}

impl Opnd {
    const TAG_SHIFT: u32 = 30;

    pub(super) fn frame(n: u32) -> Self {
        Self(n)
    }

    pub(super) fn constant(n: u32) -> Self {
        Self(n | 1 << Self::TAG_SHIFT)
    }

    pub(super) fn global(n: u32) -> Self {
        Self(n | 2 << Self::TAG_SHIFT)
    }

    #[inline(always)]
    pub(super) fn kind(self) -> OpndKind {
        let n = (self.0 & ((1 << Self::TAG_SHIFT) - 1)) as usize;
        match self.0 >> Self::TAG_SHIFT {
            0 => OpndKind::Frame(n),
            1 => OpndKind::Const(n),
            _ => OpndKind::Global(n),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) enum Op {
    /// An edge begins.
    Edge(EdgeId),
    Jump(u32),
    /// Jumps if the condition is not zero.
    Branch {
        cond: Opnd,
        to: u32,
    },
    /// Jumps if the comparison holds.
    Compare {
        op: BinaryOp,
        kind: IntKind,
        a: Opnd,
        b: Opnd,
        to: u32,
    },
    /// Jumps to the entry of the value, if there is one.
    Switch {
        on: Opnd,
        table: u32,
    },
    /// No condition holds.
    NoBranch,
    /// After a call that does not return.
    DeadEnd,
    Move {
        dst: Opnd,
        src: Opnd,
    },
    Int {
        op: BinaryOp,
        kind: IntKind,
        dst: Opnd,
        a: Opnd,
        b: Opnd,
    },
    Unary {
        op: UnaryOp,
        kind: IntKind,
        dst: Opnd,
        src: Opnd,
    },
    Float {
        op: BinaryOp,
        kind: FloatKind,
        dst: Opnd,
        a: Opnd,
        b: Opnd,
    },
    FloatNeg {
        kind: FloatKind,
        dst: Opnd,
        src: Opnd,
    },
    Convert {
        from: IntKind,
        to: IntKind,
        dst: Opnd,
        src: Opnd,
    },
    ToFloat {
        from: IntKind,
        to: FloatKind,
        dst: Opnd,
        src: Opnd,
    },
    FromFloat {
        from: FloatKind,
        to: IntKind,
        dst: Opnd,
        src: Opnd,
    },
    FloatToFloat {
        from: FloatKind,
        to: FloatKind,
        dst: Opnd,
        src: Opnd,
    },
    /// The pointer at an address that an integer names.
    ToPointer {
        from: IntKind,
        dst: Opnd,
        src: Opnd,
    },
    /// `base + index * scale` in bytes.
    PtrAdd {
        dst: Opnd,
        base: Opnd,
        index: Opnd,
        scale: i64,
    },
    PtrOffset {
        dst: Opnd,
        base: Opnd,
        offset: i64,
    },
    PtrDiff {
        dst: Opnd,
        a: Opnd,
        b: Opnd,
        size: i64,
    },
    /// The address of a memory variable of the frame.
    LocalAddr {
        dst: Opnd,
        local: u32,
    },
    Load {
        dst: Opnd,
        base: Opnd,
        offset: i64,
        shape: Shape,
    },
    Store {
        src: Opnd,
        base: Opnd,
        offset: i64,
        shape: Shape,
    },
    /// The same of a memory variable of the frame that is live, inside its bounds.
    LoadLocal {
        dst: Opnd,
        local: u32,
        offset: u32,
        shape: Shape,
    },
    StoreLocal {
        src: Opnd,
        local: u32,
        offset: u32,
        shape: Shape,
    },
    Copy {
        to: Opnd,
        from: Opnd,
        size: u64,
    },
    Zero {
        to: Opnd,
        size: u64,
    },
    /// Static contents.
    Fill {
        to: Opnd,
        data: u32,
    },
    Call {
        func: FuncId,
        call: u32,
    },
    CallIndirect {
        pointer: Opnd,
        call: u32,
    },
    /// The scalar that the call returned, cut to a width.
    TakeScalar {
        dst: Opnd,
        width: u8,
    },
    TakeBytes {
        to: Opnd,
        size: u64,
    },
    ReturnScalar {
        src: Opnd,
    },
    ReturnBytes {
        from: Opnd,
        size: u64,
    },
    ReturnZero {
        size: u64,
    },
    ReturnNothing,
    /// A register becomes undefined.
    Forget {
        dst: Opnd,
        var: VarId,
    },
    Begin {
        local: u32,
    },
    End {
        local: u32,
    },
    Alloca {
        dst: Opnd,
        size: Opnd,
        align: u64,
    },
    Free {
        pointer: Opnd,
    },
    VaStart {
        list: Opnd,
    },
    /// The address of the next variable argument of a size and alignment.
    VaNext {
        dst: Opnd,
        list: Opnd,
        size: u32,
        align: u32,
    },
    VaCopy {
        to: Opnd,
        from: Opnd,
    },
    Havoc {
        dst: Opnd,
        ty: TypeId,
        width: u8,
    },
    HavocBytes {
        to: Opnd,
        size: u64,
        ty: TypeId,
    },
    Unsupported {
        what: u32,
    },
}

/// What a call passes.
#[derive(Clone, Debug)]
pub(super) struct CallSite {
    pub(super) args: Vec<ArgCode>,
    /// The type of the result, if it is wanted.
    pub(super) result: Option<TypeId>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum ArgCode {
    Scalar { src: Opnd, ty: TypeId },
    Bytes { from: Opnd, size: u64, ty: TypeId },
    Zero { size: u64, ty: TypeId },
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    Frame(u32),
    Global(u32),
    /// The n-th memory variable of the frame.
    Local(u32),
    /// A static object.
    Static(u32),
    /// Of functions without a body.
    Nowhere,
}

/// A memory variable of a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Local {
    pub(super) var: VarId,
    pub(super) size: u64,
    /// From the start of the frame.
    pub(super) offset: u64,
    /// Whether it exists from the entry; else an edge begins it.
    pub(super) from_entry: bool,
}

#[derive(Clone, Debug)]
pub(super) struct FuncCode {
    pub(super) ops: Vec<Op>,
    /// The edge each operation belongs to.
    pub(super) edges: Vec<Option<EdgeId>>,
    /// Registers: of variables first, then of values on the way.
    pub(super) regs: u32,
    pub(super) locals: Vec<Local>,
    pub(super) frame_size: u64,
    pub(super) frame_align: u64,
    pub(super) params: Vec<Param>,
    /// The variable of each variable register.
    pub(super) reg_vars: Vec<VarId>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Param {
    pub(super) home: Home,
    /// Of scalars.
    pub(super) shape: Option<Shape>,
    pub(super) size: u64,
}

/// The tables that all functions share.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    pub(super) consts: Vec<Value>,
    known: FxHashMap<(u128, u32), u32>,
    pub(super) calls: Vec<CallSite>,
    pub(super) tables: Vec<FxHashMap<u128, u32>>,
    pub(super) data: Vec<Box<[u8]>>,
    pub(super) messages: Vec<String>,
}

impl Pool {
    pub(super) fn constant(&mut self, value: Value) -> Opnd {
        let key = (value.bits, value.prov.slot);
        let next = self.consts.len() as u32;
        let n = *self.known.entry(key).or_insert(next);
        if n == next {
            self.consts.push(value);
        }
        Opnd::constant(n)
    }

    pub(super) fn message(&mut self, text: impl Into<String>) -> u32 {
        self.messages.push(text.into());
        (self.messages.len() - 1) as u32
    }
}

/// A program ready to run.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub(super) pool: Pool,
    pub(super) homes: Rc<[Home]>,
    /// By function; absent without a body.
    pub(super) funcs: Vec<Option<FuncCode>>,
    /// Gives the statics their contents.
    pub(super) init: Vec<Op>,
    pub(super) init_regs: u32,
    pub(super) globals: u32,
    /// Numbers of the labels whose address is taken.
    pub(super) labels: FxHashMap<(FuncId, u32), u32>,
}

impl Code {
    /// Code without functions.
    pub(super) fn only(pool: Pool) -> Self {
        Self {
            pool,
            homes: Rc::new([]),
            funcs: Vec::new(),
            init: Vec::new(),
            init_regs: 0,
            globals: 0,
            labels: FxHashMap::default(),
        }
    }
}
