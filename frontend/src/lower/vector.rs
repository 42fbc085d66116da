//! Vectors (`vector_size`): records of one array, whose elements are the lanes.
//!
//! Copies, arguments, results and members of vectors are those of records. Operators work lane by lane; an operand that is a
//! number counts for every lane. What the machine's own functions do (`__builtin_ia32_…`) is not known: they are functions
//! without a body, and where they matter there is no proof; what they give is any value of the vector type.
//!
//! Vectors of less alignment than their size (`__m128i_u`) are kept as bytes, so that nothing is concluded from the
//! type about where they lie, and become vectors of full alignment when they are worked with.

use super::Lowerer;
use super::lvalue::LValue;
use crate::syntax::ast::{self, Attr, AttrArg};
use ir::types::{
    ArrayLen, FieldDecl, FieldIdx, IntKind, Quals, RecordAttrs, RecordKind, TypeId, TypeKind,
};
use ir::{AssumptionKind, EdgeKind, ExprId, ExprKind, PlaceId, Stmt};
use rustc_hash::FxHashMap;
use source::Span;
use source::entity::EntityId;

/// Larger vectors are refused: every operator is written down for each lane.
const MAX_VECTOR_BYTES: u64 = 1 << 12;

/// What the names of the machine's functions begin with.
pub(super) const MACHINE_PREFIX: &str = "__builtin_ia32_";

/// The vector types of a program.
#[derive(Default)]
pub(super) struct Vectors {
    types: FxHashMap<Shape, TypeId>,
    shapes: FxHashMap<TypeId, Shape>,
    /// `_Float16`, of which only the size is known.
    float16: Option<TypeId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Shape {
    elem: TypeId,
    lanes: u64,
    align: u64,
}

impl Lowerer<'_> {
    fn shape(&self, ty: TypeId) -> Option<Shape> {
        self.vectors.shapes.get(&ty).copied()
    }

    pub(super) fn is_vector(&self, ty: TypeId) -> bool {
        self.vectors.shapes.contains_key(&ty)
    }

    /// The type that `vector_size` makes of that of an element.
    pub(super) fn vector_of(&mut self, elem: TypeId, attr: &Attr) -> TypeId {
        let bytes = match attr.args.first() {
            Some(AttrArg::Expr(e)) => self.constant_int(*e),
            _ => None,
        };
        let bytes = bytes.and_then(|bytes| u64::try_from(bytes).ok());
        let size = self.program.types.size_of(elem);
        let is_element =
            self.program.types.is_arithmetic(elem) || Some(elem) == self.vectors.float16;
        let (Some(bytes), Some(size), true) = (bytes, size, is_element) else {
            self.error(attr.span, "vectors of this type are not supported");
            return elem;
        };
        if !bytes.is_power_of_two() || bytes < size || bytes > MAX_VECTOR_BYTES {
            let text = "the size of a vector must be a power of two, and not that of less than an element or of more than 4096 bytes";
            self.error(attr.span, text);
            return elem;
        }
        self.vector_type(Shape {
            elem,
            lanes: bytes / size,
            align: bytes,
        })
    }

    /// The vector type with an alignment that a typedef gives it.
    pub(super) fn aligned_vector(&mut self, ty: TypeId, align: u64) -> TypeId {
        match self.shape(ty) {
            Some(shape) if align < shape.align => self.vector_type(Shape { align, ..shape }),
            _ => ty,
        }
    }

    fn vector_type(&mut self, shape: Shape) -> TypeId {
        if let Some(&ty) = self.vectors.types.get(&shape) {
            return ty;
        }
        let size = self.program.types.size_of(shape.elem).unwrap_or(1);
        let bytes = size.saturating_mul(shape.lanes);
        let (elem, len) = match shape.align < bytes {
            true => (self.program.types.named_int(IntKind::UChar), bytes),
            false => (shape.elem, shape.lanes),
        };
        let array = self.program.types.array(elem, ArrayLen::Known(len));
        let tag = format!(
            "vector{}of{}",
            bytes,
            self.show(shape.elem).replace(' ', "_")
        );
        let ty = self.record_around("lanes", array, &tag, shape.align);
        self.vectors.types.insert(shape, ty);
        self.vectors.shapes.insert(ty, shape);
        ty
    }

    /// A structure of one member.
    fn record_around(&mut self, name: &str, member: TypeId, tag: &str, align: u64) -> TypeId {
        let types = &mut self.program.types;
        let record = types.new_record(RecordKind::Struct, Some(tag.into()));
        let field = FieldDecl {
            name: Some(name.into()),
            ty: member,
            quals: Quals::NONE,
            bit_width: None,
            align: None,
            type_align: None,
            packed: false,
        };
        let attrs = RecordAttrs {
            packed: false,
            align: Some(align),
            max_align: None,
        };
        let laid_out = types.complete_record(record, vec![field], attrs);
        debug_assert!(laid_out.is_ok(), "one array has a layout");
        types.record_type(record)
    }

    /// `_Float16`: objects of two bytes. There is no arithmetic with them.
    pub(super) fn float16(&mut self) -> TypeId {
        if let Some(ty) = self.vectors.float16 {
            return ty;
        }
        let bits = self.program.types.named_int(IntKind::UShort);
        let ty = self.record_around("bits", bits, "_Float16", 2);
        self.vectors.float16 = Some(ty);
        ty
    }

    /// An operator on vectors, or on a vector and a number.
    pub(super) fn vector_binary(
        &mut self,
        op: ast::BinaryOp,
        left: ExprId,
        right: ExprId,
        span: Span,
    ) -> Option<ExprId> {
        let shapes = [left, right].map(|e| self.shape(self.program.type_of(e)));
        let shape = shapes[0].or(shapes[1])?;
        if let [Some(a), Some(b)] = shapes
            && a.lanes != b.lanes
        {
            self.error(span, "the vectors have different numbers of lanes");
            return Some(self.poison());
        }
        let left = self.lane_source(left, shape, span);
        let right = self.lane_source(right, shape, span);
        let elem = match is_comparison(op) {
            true => self.mask_element(shape.elem),
            false => shape.elem,
        };
        Some(self.by_lane(Shape { elem, ..shape }, |l, lane| {
            let a = l.lane_value(left, lane);
            let b = l.lane_value(right, lane);
            let value = l.operate(op, a, b, span);
            if is_comparison(op) {
                // All bits of the lane are set where it holds.
                let value = l.program.unary(ir::UnaryOp::Neg, value);
                return l.convert(value, elem, span);
            }
            l.convert(value, elem, span)
        }))
    }

    /// `-v`, `+v` and `~v`.
    pub(super) fn vector_unary(&mut self, op: ast::UnaryOp, value: ExprId, span: Span) -> ExprId {
        let ty = self.program.type_of(value);
        let Some(shape) = self.shape(ty) else {
            return value;
        };
        let from = self.lane_source(value, shape, span);
        self.by_lane(shape, |l, lane| {
            let lane = l.lane_value(from, lane);
            let value = l.promote(lane);
            let value = match op {
                ast::UnaryOp::Minus => l.program.unary(ir::UnaryOp::Neg, value),
                ast::UnaryOp::BitNot => l.program.unary(ir::UnaryOp::BitNot, value),
                _ => value,
            };
            l.convert(value, shape.elem, span)
        })
    }

    /// A new vector whose lanes are computed in their order.
    fn by_lane(&mut self, shape: Shape, lane: impl Fn(&mut Self, u64) -> ExprId) -> ExprId {
        let size = self.program.types.size_of(shape.elem).unwrap_or(1);
        let align = size.saturating_mul(shape.lanes);
        let ty = self.vector_type(Shape { align, ..shape });
        let temp = self.new_temp(ty);
        let result = self.program.var_place(temp);
        for n in 0..shape.lanes {
            let value = lane(self, n);
            let place = self.lane_place(result, n);
            self.emit_as(Stmt::Assign { place, value }, EdgeKind::Implicit);
        }
        self.program.load(result)
    }

    /// What lanes are taken from: a vector of full alignment that nothing changes, or a number.
    fn lane_source(&mut self, value: ExprId, shape: Shape, span: Span) -> ExprId {
        let ty = self.program.type_of(value);
        let Some(own) = self.shape(ty) else {
            let value = self.convert(value, shape.elem, span);
            return self.computed(value);
        };
        let value = self.fully_aligned(value, own);
        self.saved(value)
    }

    fn fully_aligned(&mut self, value: ExprId, shape: Shape) -> ExprId {
        let size = self.program.types.size_of(shape.elem).unwrap_or(1);
        let align = size.saturating_mul(shape.lanes);
        if align == shape.align {
            return value;
        }
        let ty = self.vector_type(Shape { align, ..shape });
        self.reinterpreted(value, ty)
    }

    fn lane_value(&mut self, from: ExprId, lane: u64) -> ExprId {
        match self.program.terms.expr(from).kind {
            ExprKind::Load(place) if self.is_vector(self.program.type_of(from)) => {
                let place = self.lane_place(place, lane);
                self.program.load(place)
            }
            _ => from,
        }
    }

    fn lane_place(&mut self, vector: PlaceId, lane: u64) -> PlaceId {
        let lanes = self.program.field(vector, FieldIdx::from_index(0));
        let index = self.program.index_const(lane as i64);
        self.program.index(lanes, index)
    }

    /// `v[index]`, where `v` is a vector.
    pub(super) fn lane(
        &mut self,
        vector: ExprId,
        index: ast::ExprId,
        span: Span,
    ) -> Option<LValue> {
        let shape = self.shape(self.program.type_of(vector))?;
        let vector = self.fully_aligned(vector, shape);
        let vector = match self.program.terms.expr(vector).kind {
            ExprKind::Load(_) => vector,
            _ => self.saved(vector),
        };
        let ExprKind::Load(place) = self.program.terms.expr(vector).kind else {
            return Some(self.poison_lvalue());
        };
        let index = self.rvalue(index);
        let index = self.index_value(index, span);
        let lanes = self.program.field(place, FieldIdx::from_index(0));
        Some(LValue {
            place: self.program.index(lanes, index),
            quals: Quals::NONE,
        })
    }

    /// Conversions from and to vectors keep the bits. A number of another size is what a function of the machine gave, whose
    /// type is not known.
    pub(super) fn convert_vector(&mut self, e: ExprId, to: TypeId, span: Span) -> Option<ExprId> {
        let from = self.program.type_of(e);
        let types = &self.program.types;
        let same_size = types.size_of(from) == types.size_of(to);
        let scalar = (types.is_scalar(from), types.is_scalar(to));
        match (self.is_vector(from), self.is_vector(to)) {
            (true, true) if same_size => Some(self.reinterpreted(e, to)),
            (false, true) if scalar.0 && same_size => Some(self.reinterpreted(e, to)),
            (true, false) if scalar.1 && same_size => Some(self.reinterpreted(e, to)),
            (false, true) if scalar.0 => Some(self.any_vector(to, span)),
            _ => None,
        }
    }

    /// The bytes of a value, seen as those of another type.
    fn reinterpreted(&mut self, e: ExprId, to: TypeId) -> ExprId {
        let aggregate = self.program.types.is_aggregate(self.program.type_of(e));
        let held = match self.program.terms.expr(e).kind {
            ExprKind::Load(_) if aggregate => e,
            _ => self.saved(e),
        };
        let ExprKind::Load(place) = self.program.terms.expr(held).kind else {
            return self.program.zero(to);
        };
        let address = self.program.addr_of(place, Quals::NONE);
        let pointer = self.program.types.pointer(to);
        let address = self.program.cast(address, pointer);
        let place = self.program.deref(address);
        self.program.load(place)
    }

    /// Any value of a vector type.
    pub(super) fn any_vector(&mut self, ty: TypeId, span: Span) -> ExprId {
        let what = self.show(ty);
        let words = "what the machine's function makes of its vectors is not known: any value";
        self.assume(span, AssumptionKind::Approximation, &what, words);
        let temp = self.new_temp(ty);
        let place = self.program.var_place(temp);
        self.emit_as(Stmt::Havoc { place }, EdgeKind::Plain);
        self.program.load(place)
    }

    /// Builtins about vectors: what takes a lane is exact, what mixes lanes is not.
    pub(super) fn vector_builtin(
        &mut self,
        name: &str,
        args: &[ast::ExprId],
        span: Span,
    ) -> Option<ExprId> {
        match (name, args) {
            (_, [vector, lane]) if name.starts_with("ia32_vec_ext_") => {
                let vector = self.rvalue(*vector);
                let lane = self.lane(vector, *lane, span)?;
                Some(self.program.load(lane.place))
            }
            ("shuffle" | "shufflevector", [first, rest @ ..]) => {
                let first = self.rvalue(*first);
                rest.iter().for_each(|&e| self.effect(e));
                let shape = self.shape(self.program.type_of(first))?;
                let lanes = match name {
                    "shuffle" => shape.lanes,
                    _ => rest.len().saturating_sub(1) as u64,
                };
                let size = self.program.types.size_of(shape.elem).unwrap_or(1);
                let align = size.saturating_mul(lanes);
                let ty = self.vector_type(Shape {
                    lanes,
                    align,
                    ..shape
                });
                Some(self.any_vector(ty, span))
            }
            _ => None,
        }
    }

    /// The element of the vector that a comparison gives.
    fn mask_element(&mut self, elem: TypeId) -> TypeId {
        let types = &self.program.types;
        let kind = match (types.size_of(elem), types.kind(elem)) {
            (_, TypeKind::Int(kind)) => kind.to_signed(),
            (Some(8), _) => IntKind::LongLong,
            _ => IntKind::Int,
        };
        self.program.types.named_int(kind)
    }
}

fn is_comparison(op: ast::BinaryOp) -> bool {
    use ast::BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq | Ge | Gt | Le | Lt | Ne)
}
