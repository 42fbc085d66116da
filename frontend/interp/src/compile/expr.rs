//! Expressions and places to operations, children first, each once per statement.

use super::super::bytes::Shape;
use super::super::code::{Home, Op, Opnd, OpndKind};
use super::super::value::Value;
use super::{Gen, Spot, SpotBase};
use ir::types::TypeId;
use ir::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, Term, VarId};

impl Gen<'_, '_> {
    /// The register or constant that holds the value of a scalar expression.
    pub(super) fn expr(&mut self, root: ExprId) -> Opnd {
        self.compute(Term::Expr(root));
        self.exprs[&root]
    }

    pub(super) fn place(&mut self, root: PlaceId) -> Spot {
        self.compute(Term::Place(root));
        self.places[&root]
    }

    fn compute(&mut self, root: Term) {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.is_known(term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let children = self.shared.program.terms.children(term);
            // The second operand is pushed first, so that the first is computed first.
            for child in children.into_iter().rev().flatten() {
                if !self.is_known(child) {
                    stack.push(child);
                }
            }
            if stack.len() == before {
                stack.pop();
                match term {
                    Term::Expr(e) => {
                        let result = self.compute_expr(e);
                        self.exprs.insert(e, result);
                    }
                    Term::Place(p) => {
                        let spot = self.compute_place(p);
                        self.places.insert(p, spot);
                    }
                }
            }
        }
    }

    fn is_known(&self, term: Term) -> bool {
        match term {
            Term::Expr(e) => self.exprs.contains_key(&e),
            Term::Place(p) => self.places.contains_key(&p),
        }
    }

    fn compute_expr(&mut self, id: ExprId) -> Opnd {
        let program = self.shared.program;
        let expr = *program.terms.expr(id);
        match expr.kind {
            ExprKind::Int(bits) | ExprKind::Float(bits) => {
                self.shared.pool.constant(Value::int(bits))
            }
            ExprKind::Zero => self.shared.pool.constant(Value::ZERO),
            ExprKind::Load(place) => self.load(self.places[&place], expr.ty),
            ExprKind::AddrOf(place) => {
                let spot = self.places[&place];
                self.address(spot)
            }
            ExprKind::FuncAddr(func) => {
                let address = self.shared.function_address(func);
                self.shared.pool.constant(Value::int(address.into()))
            }
            ExprKind::LabelAddr(func, label) => {
                let address = self.shared.label_address(func, label);
                self.shared.pool.constant(Value::int(address.into()))
            }
            ExprKind::Unary(op, arg) => {
                let (src, ty) = (self.exprs[&arg], program.type_of(arg));
                let dst = self.temp();
                match (program.types.int_kind(ty), program.types.float_kind(ty)) {
                    (Some(kind), _) => self.emit(Op::Unary { op, kind, dst, src }),
                    (None, Some(kind)) => self.emit(Op::FloatNeg { kind, dst, src }),
                    _ => return self.unsupported("an operator on no number"),
                }
                dst
            }
            ExprKind::Binary(op, a, b) => self.binary(op, a, b),
            ExprKind::Cast(arg) => self.cast(self.exprs[&arg], program.type_of(arg), expr.ty),
        }
    }

    fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Opnd {
        let types = &self.shared.program.types;
        let ty = self.shared.program.type_of(left);
        let (a, b) = (self.exprs[&left], self.exprs[&right]);
        if matches!(op, BinaryOp::PtrAdd | BinaryOp::PtrDiff) {
            let target = types.target(ty);
            let Some(size) = target.and_then(|t| types.size_or_one(t)) else {
                return self.unsupported("pointer arithmetic on objects of unknown size");
            };
            let (size, dst) = (size as i64, self.temp());
            self.emit(match op {
                BinaryOp::PtrAdd => Op::PtrAdd {
                    dst,
                    base: a,
                    index: b,
                    scale: size,
                },
                _ => Op::PtrDiff { dst, a, b, size },
            });
            return dst;
        }
        match (types.bits_kind(ty), types.float_kind(ty)) {
            (Some(kind), _) => {
                let dst = self.temp();
                self.emit(Op::Int {
                    op,
                    kind,
                    dst,
                    a,
                    b,
                });
                dst
            }
            (None, Some(kind)) => {
                let dst = self.temp();
                self.emit(Op::Float {
                    op,
                    kind,
                    dst,
                    a,
                    b,
                });
                dst
            }
            _ => self.unsupported("an operator on no number"),
        }
    }

    fn cast(&mut self, src: Opnd, from: TypeId, to: TypeId) -> Opnd {
        let types = &self.shared.program.types;
        if types.is_pointer(from) && types.is_pointer(to) {
            return src;
        }
        let op = match (
            types.bits_kind(from),
            types.float_kind(from),
            types.bits_kind(to),
            types.float_kind(to),
        ) {
            (Some(kind), _, Some(_), _) if types.is_pointer(to) => {
                let dst = self.temp();
                Op::ToPointer {
                    from: kind,
                    dst,
                    src,
                }
            }
            (Some(from), _, Some(to), _) => {
                let dst = self.temp();
                Op::Convert { from, to, dst, src }
            }
            (Some(from), _, _, Some(to)) => {
                let dst = self.temp();
                Op::ToFloat { from, to, dst, src }
            }
            (_, Some(from), Some(to), _) => {
                let dst = self.temp();
                Op::FromFloat { from, to, dst, src }
            }
            (_, Some(from), _, Some(to)) => {
                let dst = self.temp();
                Op::FloatToFloat { from, to, dst, src }
            }
            _ => return self.unsupported("a conversion between these types"),
        };
        let dst = Opnd::frame(self.next_temp - 1);
        self.emit(op);
        dst
    }

    fn compute_place(&mut self, id: PlaceId) -> Spot {
        let program = self.shared.program;
        match program.terms.place(id).kind {
            PlaceKind::Var(var) => self.var_spot(var),
            PlaceKind::Deref(pointer) => Spot::Mem {
                base: self.exprs[&pointer],
                offset: 0,
            },
            PlaceKind::Field(base, field) => {
                let spot = self.places[&base];
                let record = program.types.record_of(program.place_type(base));
                let Some(record) = record else {
                    return Spot::Unsupported;
                };
                let field = &program.types.records[record].fields[field];
                match field.bit_width {
                    Some(width) => bit_field(spot, field.bit_offset, width),
                    None => moved(spot, field.offset() as i64),
                }
            }
            PlaceKind::Index(base, index) => self.element(base, index),
        }
    }

    pub(super) fn var_spot(&mut self, var: VarId) -> Spot {
        match self.home(var) {
            Home::Frame(n) => Spot::Reg(Opnd::frame(n)),
            Home::Global(n) => Spot::Reg(Opnd::global(n)),
            Home::Local(local) => Spot::Local { local, offset: 0 },
            Home::Static(slot) => Spot::Mem {
                base: self.static_pointer(slot),
                offset: 0,
            },
            Home::Nowhere => Spot::Unsupported,
        }
    }

    fn element(&mut self, base: PlaceId, index: ExprId) -> Spot {
        let program = self.shared.program;
        let spot = self.places[&base];
        let elem = program.types.elem(program.place_type(base));
        let Some(size) = elem.and_then(|t| program.types.size_of(t)) else {
            self.unsupported("an element of unknown size");
            return Spot::Unsupported;
        };
        if let Some(n) = program.const_value(index) {
            return moved(spot, (n as i64).wrapping_mul(size as i64));
        }
        let (base, offset) = match spot {
            Spot::Mem { base, offset } => (base, offset),
            Spot::Local { local, offset } => (self.local_address(local), offset),
            _ => return Spot::Unsupported,
        };
        let dst = self.temp();
        self.emit(Op::PtrAdd {
            dst,
            base,
            index: self.exprs[&index],
            scale: size as i64,
        });
        Spot::Mem { base: dst, offset }
    }

    /// A pointer to a memory variable of the frame.
    pub(super) fn local_address(&mut self, local: u32) -> Opnd {
        if let Some(&known) = self.bases.get(&local) {
            return known;
        }
        let dst = self.temp();
        self.emit(Op::LocalAddr { dst, local });
        self.bases.insert(local, dst);
        dst
    }

    /// A pointer to a place.
    pub(super) fn address(&mut self, spot: Spot) -> Opnd {
        let (base, offset) = match spot {
            Spot::Mem { base, offset } => (base, offset),
            Spot::Local { local, offset } => (self.local_address(local), offset),
            _ => return self.unsupported("the address of a register or bit-field"),
        };
        if offset == 0 {
            return base;
        }
        if let Some(value) = self.constant_value(base)
            && !value.prov.is_none()
        {
            let start = self.shared.memory.pointer_to(value.prov.slot).addr();
            let total = (value.addr().wrapping_sub(start) as i64).wrapping_add(offset);
            return self.static_address(value.prov.slot, total);
        }
        let dst = self.temp();
        self.emit(Op::PtrOffset { dst, base, offset });
        dst
    }

    fn constant_value(&self, opnd: Opnd) -> Option<Value> {
        match opnd.kind() {
            OpndKind::Const(n) => Some(self.shared.pool.consts[n]),
            _ => None,
        }
    }

    /// How a place of a scalar type is accessed.
    pub(super) fn shape(&self, spot: Spot, ty: TypeId) -> Option<Shape> {
        let types = &self.shared.program.types;
        match spot {
            Spot::Bits { bit, width, .. } => {
                Shape::bit_field(types, ty, bit.rem_euclid(8) as u8, width)
            }
            _ => Shape::of(types, ty),
        }
    }

    pub(super) fn load(&mut self, spot: Spot, ty: TypeId) -> Opnd {
        if let Spot::Reg(reg) = spot {
            return reg;
        }
        let Some(shape) = self.shape(spot, ty) else {
            // Whole aggregates are copied, never loaded; a dead term may still say so.
            return self.shared.pool.constant(Value::ZERO);
        };
        let op = match self.resolve(spot, shape) {
            Access::Local { local, offset } => {
                let dst = self.temp();
                Op::LoadLocal {
                    dst,
                    local,
                    offset,
                    shape,
                }
            }
            Access::Mem { base, offset } => {
                let dst = self.temp();
                Op::Load {
                    dst,
                    base,
                    offset,
                    shape,
                }
            }
            Access::None => return self.unsupported("a place that cannot be read"),
        };
        let dst = Opnd::frame(self.next_temp - 1);
        self.emit(op);
        dst
    }

    pub(super) fn store(&mut self, spot: Spot, src: Opnd, ty: TypeId) {
        if let Spot::Reg(dst) = spot {
            self.emit(Op::Move { dst, src });
            return;
        }
        let Some(shape) = self.shape(spot, ty) else {
            self.unsupported("a scalar in an aggregate's place");
            return;
        };
        match self.resolve(spot, shape) {
            Access::Local { local, offset } => self.emit(Op::StoreLocal {
                src,
                local,
                offset,
                shape,
            }),
            Access::Mem { base, offset } => self.emit(Op::Store {
                src,
                base,
                offset,
                shape,
            }),
            Access::None => {
                self.unsupported("a place that cannot be written");
            }
        }
    }

    /// Whether an access is known to stay inside a variable of the frame.
    fn resolve(&mut self, spot: Spot, shape: Shape) -> Access {
        let (local, offset) = match spot {
            Spot::Local { local, offset } => (local, offset),
            Spot::Bits {
                base: SpotBase::Local(local),
                bit,
                ..
            } => (local, bit.div_euclid(8)),
            Spot::Mem { base, offset } => return Access::Mem { base, offset },
            Spot::Bits {
                base: SpotBase::Mem(base),
                bit,
                ..
            } => {
                return Access::Mem {
                    base,
                    offset: bit.div_euclid(8),
                };
            }
            Spot::Reg(_) | Spot::Unsupported => return Access::None,
        };
        let size = self.locals.get(local as usize).map_or(0, |l| l.size);
        match u32::try_from(offset) {
            Ok(at) if u64::from(at) + u64::from(shape.bytes) <= size => {
                Access::Local { local, offset: at }
            }
            _ => Access::Mem {
                base: self.local_address(local),
                offset,
            },
        }
    }
}

enum Access {
    Local { local: u32, offset: u32 },
    Mem { base: Opnd, offset: i64 },
    None,
}

/// A place some bytes further.
fn moved(spot: Spot, by: i64) -> Spot {
    match spot {
        Spot::Mem { base, offset } => Spot::Mem {
            base,
            offset: offset.wrapping_add(by),
        },
        Spot::Local { local, offset } => Spot::Local {
            local,
            offset: offset.wrapping_add(by),
        },
        _ => Spot::Unsupported,
    }
}

fn bit_field(spot: Spot, bit: u64, width: u32) -> Spot {
    let (base, offset) = match spot {
        Spot::Mem { base, offset } => (SpotBase::Mem(base), offset),
        Spot::Local { local, offset } => (SpotBase::Local(local), offset),
        _ => return Spot::Unsupported,
    };
    Spot::Bits {
        base,
        bit: offset.wrapping_mul(8).wrapping_add(bit as i64),
        width,
    }
}
