//! Questions about single types: kinds, parts, completeness.

use super::{ArrayLen, FloatKind, FunctionType, IntKind, RecordId, TypeId, TypeKind, Types};

impl Types {
    pub fn is_void(&self, ty: TypeId) -> bool {
        ty == self.void()
    }

    /// The kind of an integer or enumeration type.
    pub fn int_kind(&self, ty: TypeId) -> Option<IntKind> {
        match *self.kind(ty) {
            TypeKind::Int(kind) => Some(kind),
            TypeKind::Enum(id) => Some(self.enums[id].kind),
            _ => None,
        }
    }

    pub fn float_kind(&self, ty: TypeId) -> Option<FloatKind> {
        match *self.kind(ty) {
            TypeKind::Float(kind) => Some(kind),
            _ => None,
        }
    }

    /// The kind whose bits a scalar that is no float has: pointers count as `size_t`.
    pub fn bits_kind(&self, ty: TypeId) -> Option<IntKind> {
        if self.is_pointer(ty) {
            Some(self.size_kind())
        } else {
            self.int_kind(ty)
        }
    }

    pub fn is_integer(&self, ty: TypeId) -> bool {
        self.int_kind(ty).is_some()
    }

    pub fn is_float(&self, ty: TypeId) -> bool {
        self.float_kind(ty).is_some()
    }

    pub fn is_arithmetic(&self, ty: TypeId) -> bool {
        self.is_integer(ty) || self.is_float(ty)
    }

    pub fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Pointer { .. })
    }

    pub fn is_scalar(&self, ty: TypeId) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    pub fn is_array(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Array { .. })
    }

    pub fn is_function(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Function(_))
    }

    pub fn is_aggregate(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Array { .. } | TypeKind::Record(_))
    }

    /// What a pointer points to.
    pub fn target(&self, ty: TypeId) -> Option<TypeId> {
        match *self.kind(ty) {
            TypeKind::Pointer { target, .. } => Some(target),
            _ => None,
        }
    }

    /// The element type of an array.
    pub fn elem(&self, ty: TypeId) -> Option<TypeId> {
        match *self.kind(ty) {
            TypeKind::Array { elem, .. } => Some(elem),
            _ => None,
        }
    }

    pub fn record_of(&self, ty: TypeId) -> Option<RecordId> {
        match *self.kind(ty) {
            TypeKind::Record(id) => Some(id),
            _ => None,
        }
    }

    /// The type of a function, or of what a pointer to a function points to.
    pub fn function_type(&self, ty: TypeId) -> Option<&FunctionType> {
        match self.kind(ty) {
            TypeKind::Function(f) => Some(f),
            TypeKind::Pointer { target, .. } => match self.kind(*target) {
                TypeKind::Function(f) => Some(f),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the type's size depends on values of the run.
    pub fn is_variable(&self, ty: TypeId) -> bool {
        let mut ty = ty;
        while let TypeKind::Array { elem, len } = *self.kind(ty) {
            if matches!(len, ArrayLen::Variable(_)) {
                return true;
            }
            ty = elem;
        }
        false
    }

    /// Whether the type or anything it is derived from is of variable size.
    pub fn is_variably_modified(&self, ty: TypeId) -> bool {
        let mut ty = ty;
        loop {
            match self.kind(ty) {
                TypeKind::Array {
                    len: ArrayLen::Variable(_),
                    ..
                } => return true,
                TypeKind::Array { elem, .. } => ty = *elem,
                TypeKind::Pointer { target, .. } => ty = *target,
                TypeKind::Function(f) => ty = f.ret,
                _ => return false,
            }
        }
    }

    /// Whether objects of the type are arrays or have arrays in them.
    pub fn has_arrays(&self, ty: TypeId) -> bool {
        let mut stack = vec![ty];
        while let Some(at) = stack.pop() {
            if self.is_array(at) {
                return true;
            }
            if let Some(record) = self.record_of(at) {
                stack.extend(self.records[record].fields.values().map(|field| field.ty));
            }
        }
        false
    }

    /// Whether objects of this type have a size: not `void`, a function, an unfinished record or
    /// an array of unknown length.
    pub fn is_complete(&self, ty: TypeId) -> bool {
        self.is_variable(ty) || self.size_of(ty).is_some()
    }
}
