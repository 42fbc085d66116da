//! Statements to operations.

use super::super::bytes::Shape;
use super::super::code::{ArgCode, CallSite, Home, Op, Opnd, OpndKind};
use super::{Gen, Spot};
use ir::types::{DataModel, TypeId};
use ir::{Callee, ExprId, ExprKind, PlaceId, Stmt, VarId};

impl Gen<'_, '_> {
    /// Everything but `assume`, which is part of a branch.
    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Skip | Stmt::HavocMemory | Stmt::Assume { .. } => {}
            Stmt::Assign { place, value } => self.assign(*place, *value),
            Stmt::Havoc { place } => self.havoc(*place),
            Stmt::Call {
                result,
                callee,
                args,
            } => self.call(*result, *callee, args),
            Stmt::Return { value } => self.returns(*value),
            Stmt::Begin { var } => match self.home(*var) {
                Home::Local(local) => self.emit(Op::Begin { local }),
                Home::Frame(n) => self.emit(Op::Forget {
                    dst: Opnd::frame(n),
                    var: *var,
                }),
                _ => {}
            },
            Stmt::End { var } => self.end(*var),
            Stmt::Alloca {
                result,
                size,
                align,
            } => {
                let size = self.expr(*size);
                let dst = self.temp();
                self.emit(Op::Alloca {
                    dst,
                    size,
                    align: *align,
                });
                let ty = self.shared.program.place_type(*result);
                let spot = self.place(*result);
                self.store(spot, dst, ty);
            }
            Stmt::Free { pointer } => {
                let pointer = self.expr(*pointer);
                self.emit(Op::Free { pointer });
            }
            Stmt::VaStart { list } => {
                let list = self.expr(*list);
                self.emit(Op::VaStart { list });
            }
            Stmt::VaArg { result, list } => self.va_arg(*result, *list),
            Stmt::VaCopy { to, from } => {
                let (to, from) = (self.expr(*to), self.expr(*from));
                self.emit(Op::VaCopy { to, from });
            }
            Stmt::VaEnd { list } => {
                self.expr(*list);
            }
        }
    }

    fn end(&mut self, var: VarId) {
        if let Home::Local(local) = self.home(var) {
            self.emit(Op::End { local });
        }
    }

    fn assign(&mut self, place: PlaceId, value: ExprId) {
        let program = self.shared.program;
        let ty = program.place_type(place);
        if program.types.is_scalar(ty) {
            let src = self.expr(value);
            let spot = self.place(place);
            self.assign_scalar(spot, src, ty);
            return;
        }
        let Some(size) = program.types.size_of(ty) else {
            self.unsupported("a copy of an object of unknown size");
            return;
        };
        let from = self.aggregate(value);
        let spot = self.place(place);
        let to = self.address(spot);
        self.emit(match from {
            Some(from) => Op::Copy { to, from, size },
            None => Op::Zero { to, size },
        });
    }

    /// Stores a scalar; what computed it last writes the register directly.
    fn assign_scalar(&mut self, spot: Spot, src: Opnd, ty: TypeId) {
        if let Spot::Reg(reg) = spot
            && self.is_temp(src)
            && let Some(dst) = self.ops.last_mut().and_then(result_of)
            && *dst == src
        {
            *dst = reg;
            return;
        }
        self.store(spot, src, ty);
    }

    fn is_temp(&self, opnd: Opnd) -> bool {
        matches!(opnd.kind(), OpndKind::Frame(n) if n >= self.first_temp as usize)
    }

    /// A pointer to the aggregate that an expression loads; None for zero.
    fn aggregate(&mut self, value: ExprId) -> Option<Opnd> {
        match self.shared.program.terms.expr(value).kind {
            ExprKind::Load(place) => {
                let spot = self.place(place);
                Some(self.address(spot))
            }
            _ => None,
        }
    }

    fn havoc(&mut self, place: PlaceId) {
        let program = self.shared.program;
        let ty = program.place_type(place);
        let spot = self.place(place);
        if let Some(shape) = Shape::of(&program.types, ty) {
            let dst = self.temp();
            self.emit(Op::Havoc {
                dst,
                ty,
                width: shape.width,
            });
            self.store(spot, dst, ty);
        } else if let Some(size) = program.types.size_of(ty) {
            let to = self.address(spot);
            self.emit(Op::HavocBytes { to, size, ty });
        }
    }

    fn call(&mut self, result: Option<PlaceId>, callee: Callee, args: &[ExprId]) {
        let site = CallSite {
            args: args.iter().map(|&arg| self.argument(arg)).collect(),
            result: result.map(|place| self.shared.program.place_type(place)),
        };
        let call = self.shared.pool.calls.len() as u32;
        self.shared.pool.calls.push(site);
        match callee {
            Callee::Direct(func) => self.emit(Op::Call { func, call }),
            Callee::Indirect(pointer) => {
                let pointer = self.expr(pointer);
                self.emit(Op::CallIndirect { pointer, call });
            }
        }
        let Some(place) = result else { return };
        // The place is that of after the call, which may have changed what it depends on.
        self.forget();
        let program = self.shared.program;
        let ty = program.place_type(place);
        let spot = self.place(place);
        if let Some(shape) = Shape::of(&program.types, ty) {
            match spot {
                Spot::Reg(dst) => self.emit(Op::TakeScalar {
                    dst,
                    width: shape.width,
                }),
                _ => {
                    let dst = self.temp();
                    self.emit(Op::TakeScalar {
                        dst,
                        width: shape.width,
                    });
                    self.store(spot, dst, ty);
                }
            }
        } else if let Some(size) = program.types.size_of(ty) {
            let to = self.address(spot);
            self.emit(Op::TakeBytes { to, size });
        }
    }

    fn argument(&mut self, arg: ExprId) -> ArgCode {
        let program = self.shared.program;
        let ty = program.type_of(arg);
        if program.types.is_scalar(ty) {
            let src = self.expr(arg);
            return ArgCode::Scalar { src, ty };
        }
        let size = program.types.size_of(ty).unwrap_or(0);
        match self.aggregate(arg) {
            Some(from) => ArgCode::Bytes { from, size, ty },
            None => ArgCode::Zero { size, ty },
        }
    }

    fn returns(&mut self, value: Option<ExprId>) {
        let program = self.shared.program;
        let Some(value) = value else {
            self.emit(Op::ReturnNothing);
            return;
        };
        let ty = program.type_of(value);
        if program.types.is_scalar(ty) {
            let src = self.expr(value);
            self.emit(Op::ReturnScalar { src });
            return;
        }
        let size = program.types.size_of(ty).unwrap_or(0);
        let op = match self.aggregate(value) {
            Some(from) => Op::ReturnBytes { from, size },
            None => Op::ReturnZero { size },
        };
        self.emit(op);
    }

    fn va_arg(&mut self, result: PlaceId, list: ExprId) {
        let program = self.shared.program;
        let ty = program.place_type(result);
        let Some(size) = program.types.size_of(ty) else {
            self.unsupported("a variable argument of unknown size");
            return;
        };
        let list = self.expr(list);
        let next = self.temp();
        let align = match program.types.model() {
            DataModel::Lp64 => program.types.align_of(ty),
            DataModel::Ilp32 => 4,
        };
        self.emit(Op::VaNext {
            dst: next,
            list,
            size: size as u32,
            align: align as u32,
        });
        let argument = Spot::Mem {
            base: next,
            offset: 0,
        };
        let spot = self.place(result);
        if program.types.is_scalar(ty) {
            let src = self.load(argument, ty);
            self.assign_scalar(spot, src, ty);
        } else {
            let to = self.address(spot);
            self.emit(Op::Copy {
                to,
                from: next,
                size,
            });
        }
    }
}

/// The register that an operation computes, if that is all it does.
fn result_of(op: &mut Op) -> Option<&mut Opnd> {
    match op {
        Op::Int { dst, .. }
        | Op::Unary { dst, .. }
        | Op::Float { dst, .. }
        | Op::FloatNeg { dst, .. }
        | Op::Convert { dst, .. }
        | Op::ToFloat { dst, .. }
        | Op::FromFloat { dst, .. }
        | Op::FloatToFloat { dst, .. }
        | Op::ToPointer { dst, .. }
        | Op::PtrAdd { dst, .. }
        | Op::PtrOffset { dst, .. }
        | Op::PtrDiff { dst, .. }
        | Op::LocalAddr { dst, .. }
        | Op::Load { dst, .. }
        | Op::LoadLocal { dst, .. } => Some(dst),
        _ => None,
    }
}
