//! Conversions: promotions, the usual arithmetic conversions, and those of assignment; and the
//! emission of statements, which conversions to temporaries need.

use super::Lowerer;
use super::body::WrittenPlace;
use ir::types::{Quals, TypeId, TypeKind};
use ir::{EdgeKind, ExprId, PlaceId, Stmt, VarId, VarKind};
use source::Span;

impl Lowerer<'_> {
    pub(super) fn emit(&mut self, stmt: Stmt) {
        self.emit_as(stmt, EdgeKind::Plain);
    }

    /// Appends a statement; in a constant expression, notes that it is none.
    pub(super) fn emit_as(&mut self, stmt: Stmt, kind: EdgeKind) {
        if self.constant_depth > 0 {
            self.not_constant = true;
            return;
        }
        let written = match &stmt {
            Stmt::Assume { .. } | Stmt::Skip | Stmt::Return { .. } => None,
            Stmt::Assign { place, .. } | Stmt::Havoc { place } => self.written_place(*place),
            Stmt::Begin { var } => match self.reads.is_register(*var) {
                true => Some(WrittenPlace::Var(*var)),
                false => Some(WrittenPlace::Memory),
            },
            _ => Some(WrittenPlace::Memory),
        };
        // A call also writes its result, which may be a local.
        let result = match &stmt {
            Stmt::Call { result, .. } => result.and_then(|p| self.written_place(p)),
            Stmt::VaArg { result, .. } | Stmt::Alloca { result, .. } => self.written_place(*result),
            _ => None,
        };
        let Some(body) = &mut self.body else {
            self.not_constant = true;
            return;
        };
        body.written.extend(written);
        body.written.extend(result);
        body.append(stmt, kind);
    }

    pub(super) fn assign(&mut self, place: PlaceId, value: ExprId) {
        self.emit(Stmt::Assign { place, value });
    }

    /// A variable that is not in the text.
    pub(super) fn new_temp(&mut self, ty: TypeId) -> VarId {
        self.temps += 1;
        let name: Box<str> = format!("t${}", self.temps).into();
        self.new_local(name.clone(), name, ty, true)
    }

    pub(super) fn new_local(
        &mut self,
        name: Box<str>,
        unique: Box<str>,
        ty: TypeId,
        temp: bool,
    ) -> VarId {
        let func = self.flow.func;
        let kind = if self.body.is_none() {
            // Discarded code at file scope: nothing will mention it.
            VarKind::Literal
        } else if temp {
            VarKind::Temp(func)
        } else {
            VarKind::Local(func)
        };
        let span = self.span();
        let var = self.program.new_variable(name, unique, ty, kind, span);
        if temp && self.program.types.is_scalar(ty) {
            self.reads.set_register(var, true);
        }
        var
    }

    /// Saves a value in a temporary.
    pub(super) fn saved(&mut self, expr: ExprId) -> ExprId {
        if self.constant_depth > 0 || self.body.is_none() {
            self.not_constant = true;
            return expr;
        }
        let temp = self.new_temp(self.program.type_of(expr));
        let place = self.program.var_place(temp);
        self.emit_as(Stmt::Assign { place, value: expr }, EdgeKind::Implicit);
        self.program.load(place)
    }

    /// The value that stands for an expression in error.
    pub(super) fn poison(&mut self) -> ExprId {
        self.program.int(0)
    }

    /// The value of an expression of type void: a term that no statement uses.
    pub(super) fn void_value(&mut self) -> ExprId {
        let ty = self.program.types.void();
        self.program.zero(ty)
    }

    pub(super) fn is_void(&self, value: ExprId) -> bool {
        self.program.types.is_void(self.program.type_of(value))
    }

    /// The integer promotions.
    pub(super) fn promote(&mut self, e: ExprId) -> ExprId {
        let types = &self.program.types;
        match types.int_kind(self.program.type_of(e)) {
            Some(kind) => {
                let promoted =
                    match mutants::is("unsigned-characters-stay-unsigned") && !kind.is_signed() {
                        true => kind.promoted(types.model()).to_unsigned(),
                        false => kind.promoted(types.model()),
                    };
                let ty = self.program.types.int_type(promoted);
                self.program.cast(e, ty)
            }
            None => e,
        }
    }

    /// The default argument promotions.
    pub(super) fn promote_argument(&mut self, e: ExprId) -> ExprId {
        use ir::types::FloatKind;
        let types = &self.program.types;
        if types.float_kind(self.program.type_of(e)) == Some(FloatKind::Float) {
            let double = types.float(FloatKind::Double);
            return self.program.cast(e, double);
        }
        self.promote(e)
    }

    /// The usual arithmetic conversions of two arithmetic operands.
    pub(super) fn usual(&mut self, a: ExprId, b: ExprId) -> (ExprId, ExprId) {
        let ty = self.common_type(self.program.type_of(a), self.program.type_of(b));
        (self.program.cast(a, ty), self.program.cast(b, ty))
    }

    /// The common real type of two arithmetic types.
    pub(super) fn common_type(&mut self, a: TypeId, b: TypeId) -> TypeId {
        let types = &mut self.program.types;
        let floats = [types.float_kind(a), types.float_kind(b)];
        if let Some(kind) = floats.into_iter().flatten().max() {
            return types.float(kind);
        }
        let model = types.model();
        match (types.int_kind(a), types.int_kind(b)) {
            (Some(a), Some(b)) => {
                let kind = a.promoted(model).common(b.promoted(model), model);
                let kind = match mutants::is("int-and-unsigned-make-int") {
                    true if a.is_signed() && a.width(model) == kind.width(model) => a,
                    _ => kind,
                };
                let kind = match mutants::is("unsigned-characters-stay-unsigned") && !a.is_signed()
                {
                    true => kind.to_unsigned(),
                    false => kind,
                };
                types.int_type(kind)
            }
            _ => types.int(),
        }
    }

    /// The conversion of assignment, argument passing, return and cast.
    pub(super) fn convert(&mut self, e: ExprId, to: TypeId, span: Span) -> ExprId {
        let from = self.program.type_of(e);
        if from == to {
            return e;
        }
        let types = &self.program.types;
        let mixed = |a, b| types.is_pointer(a) && types.is_float(b);
        let scalars = types.is_scalar(from) && types.is_scalar(to);
        if scalars && !mixed(from, to) && !mixed(to, from) {
            return self.program.cast(e, to);
        }
        if let Some(reinterpreted) = self.convert_vector(e, to, span) {
            return reinterpreted;
        }
        if let Some(reinterpreted) = self.convert_record(e, from, to) {
            return reinterpreted;
        }
        let text = format!(
            "cannot convert '{}' to '{}'",
            self.show(from),
            self.show(to)
        );
        self.error(span, text);
        if self.program.types.is_void(to) {
            return self.poison();
        }
        self.program.zero(to)
    }

    /// Records of two units that are the same in C but not to us are copied byte for byte; an
    /// argument for a transparent union becomes the member of its type.
    fn convert_record(&mut self, e: ExprId, from: TypeId, to: TypeId) -> Option<ExprId> {
        use ir::ExprKind;
        let target = self.program.types.record_of(to)?;
        if self.program.types.is_scalar(from) {
            return self.as_union(e, target, to);
        }
        let source = self.program.types.record_of(from)?;
        let (a, b) = (
            &self.program.types.records[source],
            &self.program.types.records[target],
        );
        if a.tag != b.tag || a.layout != b.layout || a.layout.is_none() {
            return None;
        }
        let ExprKind::Load(place) = self.program.terms.expr(e).kind else {
            return None;
        };
        let address = self.program.addr_of(place, Quals::NONE);
        let pointer = self.program.types.pointer(to);
        let address = self.program.cast(address, pointer);
        let place = self.program.deref(address);
        Some(self.program.load(place))
    }

    fn as_union(&mut self, e: ExprId, union: ir::types::RecordId, to: TypeId) -> Option<ExprId> {
        let from = self.program.type_of(e);
        let record = &self.program.types.records[union];
        if record.kind != ir::types::RecordKind::Union {
            return None;
        }
        let pointer = |ty| matches!(self.program.types.kind(ty), TypeKind::Pointer { .. });
        let (field, ty) = record
            .fields
            .iter()
            .find(|(_, f)| f.ty == from || (pointer(f.ty) && pointer(from)))
            .map(|(i, f)| (i, f.ty))?;
        let value = self.program.cast(e, ty);
        let temp = self.new_temp(to);
        let place = self.program.var_place(temp);
        let member = self.program.field(place, field);
        self.assign(member, value);
        Some(self.program.load(place))
    }
}
