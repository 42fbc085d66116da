//! Compiles a program to flat code.
//!
//! Decides where each variable lives ([`homes`]), compiles each body in the order of a walk that
//! makes most jumps fall through ([`body`]), and each statement to a few operations
//! ([`stmt`], [`expr`]). Nothing here depends on the depth of the program: terms and automata are
//! walked with explicit stacks.

mod body;
mod expr;
mod stmt;
mod variable_storage;

use super::bytes::Shape;
use super::code::{Code, Home, Local, Op, Opnd, Pool};
use super::fault::Step;
use super::memory::Memory;
use super::value::{Prov, Value};
use ir::{ExprId, FuncId, InitValue, PlaceId, Program, VarId};
use rustc_hash::FxHashMap;
use source::entity::EntityId;
use std::rc::Rc;

pub(super) use variable_storage::FUNCTION_SIZE_BYTES;

/// The code of a program; its static objects are made in `memory`.
pub(super) fn compile(program: &Program, memory: &mut Memory, code_start: u64) -> Step<Code> {
    let homes = variable_storage::assign(program, memory)?;
    let mut shared = Shared {
        program,
        homes: homes.homes.into(),
        pool: Pool::default(),
        labels: FxHashMap::default(),
        code_start,
        memory,
    };
    let funcs = program
        .funcs
        .iter()
        .map(|(id, f)| {
            f.body
                .as_ref()
                .map(|cfg| body::function(&mut shared, id, cfg))
        })
        .collect();
    let (init, init_regs) = statics(&mut shared);
    Ok(Code {
        pool: shared.pool,
        homes: shared.homes,
        funcs,
        init,
        init_regs,
        globals: homes.globals,
        labels: shared.labels,
    })
}

/// Code that computes one expression in a frame of a function, to be appended to a scratch
/// frame whose registers start at `first`.
pub(super) fn single(shared: &mut Shared<'_>, expr: ExprId, first: u32) -> (Vec<Op>, Opnd, u32) {
    let mut gen_ = Gen::new(shared, first);
    let result = gen_.expr(expr);
    (gen_.ops, result, gen_.max_reg)
}

/// What the compilation of all functions shares.
pub(super) struct Shared<'a> {
    pub(super) program: &'a Program,
    pub(super) homes: Rc<[Home]>,
    pub(super) pool: Pool,
    /// Numbers of the labels whose address is taken.
    pub(super) labels: FxHashMap<(FuncId, u32), u32>,
    pub(super) code_start: u64,
    pub(super) memory: &'a mut Memory,
}

impl Shared<'_> {
    fn function_address(&self, func: FuncId) -> u64 {
        self.code_start + func.index() as u64 * FUNCTION_SIZE_BYTES
    }

    /// Labels follow the functions.
    fn label_address(&mut self, func: FuncId, label: u32) -> u64 {
        let next = self.labels.len() as u32;
        let n = *self.labels.entry((func, label)).or_insert(next);
        let functions = self.program.funcs.len() as u64;
        self.code_start + (functions + u64::from(n)) * FUNCTION_SIZE_BYTES
    }
}

/// A place, as far as it is known before running.
#[derive(Clone, Copy, Debug)]
enum Spot {
    Reg(Opnd),
    /// Bytes at an offset from a pointer.
    Mem {
        base: Opnd,
        offset: i64,
    },
    /// Bytes of a memory variable of the frame.
    Local {
        local: u32,
        offset: i64,
    },
    /// A bit-field: the first bit in bits from the pointer or variable.
    Bits {
        base: SpotBase,
        bit: i64,
        width: u32,
    },
    Unsupported,
}

#[derive(Clone, Copy, Debug)]
enum SpotBase {
    Mem(Opnd),
    Local(u32),
}

/// The generator of operations.
struct Gen<'a, 'b> {
    shared: &'a mut Shared<'b>,
    ops: Vec<Op>,
    exprs: FxHashMap<ExprId, Opnd>,
    places: FxHashMap<PlaceId, Spot>,
    /// Addresses of memory variables already computed.
    bases: FxHashMap<u32, Opnd>,
    first_temp: u32,
    next_temp: u32,
    max_reg: u32,
    /// Memory variables of the frame, for their sizes.
    locals: Vec<Local>,
}

impl<'a, 'b> Gen<'a, 'b> {
    fn new(shared: &'a mut Shared<'b>, first_temp: u32) -> Self {
        Self {
            shared,
            ops: Vec::new(),
            exprs: FxHashMap::default(),
            places: FxHashMap::default(),
            bases: FxHashMap::default(),
            first_temp,
            next_temp: first_temp,
            max_reg: first_temp,
            locals: Vec::new(),
        }
    }

    fn emit(&mut self, op: Op) {
        self.ops.push(op);
    }

    /// Values computed so far are not used any more.
    fn forget(&mut self) {
        self.exprs.clear();
        self.places.clear();
        self.bases.clear();
        self.next_temp = self.first_temp;
    }

    fn temp(&mut self) -> Opnd {
        let n = self.next_temp;
        self.next_temp += 1;
        self.max_reg = self.max_reg.max(self.next_temp);
        Opnd::frame(n)
    }

    fn unsupported(&mut self, what: impl Into<String>) -> Opnd {
        let what = self.shared.pool.message(what);
        self.emit(Op::Unsupported { what });
        self.shared.pool.constant(Value::ZERO)
    }

    fn home(&self, var: VarId) -> Home {
        self.shared.homes[var.index()]
    }
}

/// The code that gives statics their contents.
fn statics(shared: &mut Shared<'_>) -> (Vec<Op>, u32) {
    let mut gen_ = Gen::new(shared, 0);
    let program = gen_.shared.program;
    for (id, var) in program.vars.iter().filter(|(_, v)| v.kind.is_static()) {
        let Some(init) = &var.init else {
            if let Home::Global(n) = gen_.home(id) {
                gen_.emit(Op::Forget {
                    dst: Opnd::global(n),
                    var: id,
                });
            }
            continue;
        };
        for item in &init.items {
            gen_.forget();
            gen_.static_item(id, item.bit_offset, item.bit_width, &item.value);
        }
    }
    (gen_.ops, gen_.max_reg)
}

impl Gen<'_, '_> {
    fn static_item(&mut self, var: VarId, bit: u64, width: Option<u32>, value: &InitValue) {
        let home = self.home(var);
        match (home, value) {
            (Home::Global(n), InitValue::Scalar(e)) => {
                let src = self.expr(*e);
                self.emit(Op::Move {
                    dst: Opnd::global(n),
                    src,
                });
            }
            (Home::Static(slot), InitValue::Scalar(e)) => {
                let base = self.static_pointer(slot);
                let types = &self.shared.program.types;
                let ty = self.shared.program.type_of(*e);
                let shape = match width {
                    Some(width) => Shape::bit_field(types, ty, (bit % 8) as u8, width),
                    None => Shape::of(types, ty),
                };
                let Some(shape) = shape else { return };
                let src = self.expr(*e);
                self.emit(Op::Store {
                    src,
                    base,
                    offset: (bit / 8) as i64,
                    shape,
                });
            }
            (Home::Static(slot), InitValue::Bytes(bytes)) => {
                let to = self.static_pointer(slot);
                let start = self.temp();
                self.emit(Op::PtrOffset {
                    dst: start,
                    base: to,
                    offset: (bit / 8) as i64,
                });
                let data = self.shared.pool.data.len() as u32;
                self.shared.pool.data.push(bytes.clone());
                self.emit(Op::Fill { to: start, data });
            }
            _ => {}
        }
    }

    /// A pointer to a static object is a constant.
    fn static_pointer(&mut self, slot: u32) -> Opnd {
        let value = self.shared.memory.pointer_to(slot);
        self.shared.pool.constant(value)
    }

    fn static_address(&mut self, slot: u32, offset: i64) -> Opnd {
        let mut value = self.shared.memory.pointer_to(slot);
        debug_assert!(value.prov != Prov::NONE);
        value.bits = self.wrap_address(value.addr().wrapping_add_signed(offset));
        self.shared.pool.constant(value)
    }

    fn wrap_address(&self, addr: u64) -> u128 {
        match self.shared.memory.pointer_size {
            4 => (addr as u32).into(),
            _ => addr.into(),
        }
    }
}
