//! The types of C, interned, with the sizes and layouts that gcc gives them on x86.
//!
//! A [`TypeId`] is an unqualified type: qualifiers stand beside it where C has them on an object
//! (a variable, a field, the target of a pointer), so that equality of ids is equality of types up
//! to top-level qualifiers. Two ids are equal exactly when the types are the same; records and
//! enumerations are the same when they have the same id (C11 6.2.7 within one translation unit; the
//! linker merges those of several units).
//!
//! Invariants: the length of an array type is constant, unknown, or variable (then only as the
//! target of a pointer: objects of variable size are allocated explicitly); a record is complete
//! when its [`Record::layout`] is there; an enumeration is complete when its kind is final.

mod display;
mod int;
mod layout;
mod queries;
#[cfg(test)]
mod tests;

pub use display::Declarator;
pub use int::{FloatKind, IntKind};
pub use layout::{FieldDecl, LayoutError, RecordAttrs};

use rustc_hash::{FxHashMap, FxHashSet};
use source::entity::{Arena, EntityId};
use source::entity_id;

entity_id! {
    /// An interned unqualified type.
    pub struct TypeId, "ty";
    /// A structure or union.
    pub struct RecordId, "rec";
    /// An enumeration.
    pub struct EnumId, "enum";
    /// A field of a record, by position.
    pub struct FieldIdx, "field";
    /// The length of a variable-length array type.
    pub struct VlaId, "vla";
}

/// How wide the types of C are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits (gcc -m32).
    Ilp32,
    /// `int` has 32 bits, `long` and pointers have 64 (gcc -m64).
    #[default]
    Lp64,
}

/// Qualifiers of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, PartialOrd, Ord)]
pub struct Quals {
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_restrict: bool,
    pub is_atomic: bool,
}

impl Quals {
    pub const NONE: Self = Self {
        is_const: false,
        is_volatile: false,
        is_restrict: false,
        is_atomic: false,
    };

    /// The qualifiers of either.
    pub fn union(self, other: Self) -> Self {
        Self {
            is_const: self.is_const | other.is_const,
            is_volatile: self.is_volatile | other.is_volatile,
            is_restrict: self.is_restrict | other.is_restrict,
            is_atomic: self.is_atomic | other.is_atomic,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    Void,
    Int(IntKind),
    Float(FloatKind),
    Enum(EnumId),
    /// A pointer to `target`, whose objects are qualified with `quals`.
    Pointer {
        target: TypeId,
        quals: Quals,
    },
    Array {
        elem: TypeId,
        len: ArrayLen,
    },
    Function(FunctionType),
    Record(RecordId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLen {
    Known(u64),
    /// `extern int a[];`, or a flexible array member.
    Unknown,
    Variable(VlaId),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    pub ret: TypeId,
    pub params: Box<[TypeId]>,
    pub variadic: bool,
    /// False for `f()` and old-style definitions: nothing is known of the arguments of a call.
    pub prototype: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum RecordKind {
    Struct,
    Union,
}

#[derive(Clone, Debug)]
pub struct Record {
    pub kind: RecordKind,
    /// None for `struct { … }`.
    pub tag: Option<Box<str>>,
    /// The tag, or a text that no other record of the program is printed with.
    pub unique: Box<str>,
    /// Empty while the record is incomplete.
    pub fields: Arena<FieldIdx, Field>,
    /// None while the record is incomplete.
    pub layout: Option<RecordLayout>,
}

/// Size and alignment in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordLayout {
    pub size: u64,
    pub align: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// None for anonymous members and unnamed bit-fields.
    pub name: Option<Box<str>>,
    pub ty: TypeId,
    pub quals: Quals,
    /// Distance from the start of the record, in bits; a multiple of 8 unless it is a bit-field.
    pub bit_offset: u64,
    /// The declared width, for bit-fields.
    pub bit_width: Option<u32>,
}

impl Field {
    /// Distance in bytes; only for fields that are no bit-fields.
    pub fn offset(&self) -> u64 {
        self.bit_offset / 8
    }

    pub fn is_bit_field(&self) -> bool {
        self.bit_width.is_some()
    }
}

#[derive(Clone, Debug)]
pub struct Enum {
    pub tag: Option<Box<str>>,
    /// The tag, or a text that no other enumeration of the program is printed with.
    pub unique: Box<str>,
    /// The integer type it is compatible with.
    pub kind: IntKind,
    /// Names and values (bits of `kind`), in the order of declaration.
    pub constants: Vec<(Box<str>, u128)>,
    pub complete: bool,
}

/// All types of a program.
#[derive(Clone, Debug)]
pub struct Types {
    model: DataModel,
    kinds: Arena<TypeId, TypeKind>,
    interned: FxHashMap<TypeKind, TypeId>,
    pub records: Arena<RecordId, Record>,
    pub enums: Arena<EnumId, Enum>,
    /// The tags in use, of records and enumerations alike.
    tags: FxHashSet<Box<str>>,
    next_vla: u32,
    va_list: Option<TypeId>,
    /// Types declared with `may_alias`: what is accessed as one of them may be anything.
    aliasing: FxHashSet<TypeId>,
}

impl Types {
    pub fn new(model: DataModel) -> Self {
        let mut types = Self {
            model,
            kinds: Arena::new(),
            interned: FxHashMap::default(),
            records: Arena::new(),
            enums: Arena::new(),
            tags: FxHashSet::default(),
            next_vla: 0,
            va_list: None,
            aliasing: FxHashSet::default(),
        };
        // The fixed ids of `void()` and `int(kind)` below.
        types.intern(TypeKind::Void);
        for kind in IntKind::NAMED {
            types.intern(TypeKind::Int(kind));
        }
        for kind in FloatKind::ALL {
            types.intern(TypeKind::Float(kind));
        }
        types
    }

    #[inline]
    pub fn model(&self) -> DataModel {
        self.model
    }

    pub fn kind(&self, ty: TypeId) -> &TypeKind {
        &self.kinds[ty]
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = TypeId> + ExactSizeIterator + use<> {
        self.kinds.ids()
    }

    pub fn contains(&self, ty: TypeId) -> bool {
        self.kinds.contains(ty)
    }

    pub fn intern(&mut self, kind: TypeKind) -> TypeId {
        if let Some(&id) = self.interned.get(&kind) {
            return id;
        }
        let id = self.kinds.push(kind.clone());
        self.interned.insert(kind, id);
        id
    }

    /// Notes that what is accessed as this type may be of any other.
    pub fn note_aliasing(&mut self, ty: TypeId) {
        self.aliasing.insert(ty);
    }

    /// Whether C lets objects of any type be accessed as this one (C11 6.5p7): a character type, or one that is
    /// declared so.
    pub fn may_alias(&self, ty: TypeId) -> bool {
        let character = self.is_integer(ty) && self.size_of(ty) == Some(1);
        character || self.aliasing.contains(&ty)
    }

    /// The same of a structure or union.
    pub fn is_aliasing_record(&self, record: RecordId) -> bool {
        let ty = self.interned.get(&TypeKind::Record(record));
        ty.is_some_and(|ty| self.aliasing.contains(ty))
    }

    pub fn void(&self) -> TypeId {
        TypeId::from_index(0)
    }

    /// The type of a named integer kind; bit-field kinds must be interned.
    pub fn int_type(&mut self, kind: IntKind) -> TypeId {
        self.intern(TypeKind::Int(kind))
    }

    /// The type of a named integer kind, which is always there.
    pub fn named_int(&self, kind: IntKind) -> TypeId {
        self.interned[&TypeKind::Int(kind)]
    }

    pub fn float(&self, kind: FloatKind) -> TypeId {
        self.interned[&TypeKind::Float(kind)]
    }

    /// `int`, the type of comparisons.
    pub fn int(&self) -> TypeId {
        self.named_int(IntKind::Int)
    }

    pub fn bool(&self) -> TypeId {
        self.named_int(IntKind::Bool)
    }

    pub fn char(&self) -> TypeId {
        self.named_int(IntKind::Char)
    }

    /// `size_t`.
    pub fn size_t(&self) -> TypeId {
        self.named_int(self.size_kind())
    }

    /// `ptrdiff_t`.
    pub fn ptrdiff_t(&self) -> TypeId {
        self.named_int(match self.model {
            DataModel::Ilp32 => IntKind::Int,
            DataModel::Lp64 => IntKind::Long,
        })
    }

    pub fn size_kind(&self) -> IntKind {
        match self.model {
            DataModel::Ilp32 => IntKind::UInt,
            DataModel::Lp64 => IntKind::ULong,
        }
    }

    pub fn pointer(&mut self, target: TypeId) -> TypeId {
        self.pointer_to(target, Quals::NONE)
    }

    pub fn pointer_to(&mut self, target: TypeId, quals: Quals) -> TypeId {
        self.intern(TypeKind::Pointer { target, quals })
    }

    pub fn array(&mut self, elem: TypeId, len: ArrayLen) -> TypeId {
        self.intern(TypeKind::Array { elem, len })
    }

    pub fn function(&mut self, ty: FunctionType) -> TypeId {
        self.intern(TypeKind::Function(ty))
    }

    pub fn record_type(&mut self, record: RecordId) -> TypeId {
        self.intern(TypeKind::Record(record))
    }

    pub fn enum_type(&mut self, id: EnumId) -> TypeId {
        self.intern(TypeKind::Enum(id))
    }

    /// A length of its own for one evaluation of a variable-length array declarator.
    pub fn new_vla(&mut self) -> VlaId {
        self.next_vla += 1;
        VlaId::from_index(self.next_vla as usize - 1)
    }

    /// A new incomplete structure or union.
    pub fn new_record(&mut self, kind: RecordKind, tag: Option<Box<str>>) -> RecordId {
        let unique = self.unique_tag(&tag, self.records.len());
        self.records.push(Record {
            kind,
            tag,
            unique,
            fields: Arena::new(),
            layout: None,
        })
    }

    /// A new incomplete enumeration.
    pub fn new_enum(&mut self, tag: Option<Box<str>>) -> EnumId {
        let unique = self.unique_tag(&tag, self.enums.len());
        self.enums.push(Enum {
            tag,
            unique,
            kind: IntKind::UInt,
            constants: Vec::new(),
            complete: false,
        })
    }

    fn unique_tag(&mut self, tag: &Option<Box<str>>, number: usize) -> Box<str> {
        match tag {
            Some(tag) if self.tags.insert(tag.clone()) => tag.clone(),
            Some(tag) => format!("{tag}#{number}").into(),
            None => format!("#{number}").into(),
        }
    }

    /// `__builtin_va_list`: `char *` on ILP32, an array of one `struct __va_list_tag` on LP64.
    pub fn va_list(&mut self) -> TypeId {
        if let Some(ty) = self.va_list {
            return ty;
        }
        let ty = match self.model {
            DataModel::Ilp32 => self.pointer(self.char()),
            DataModel::Lp64 => self.va_list_lp64(),
        };
        self.va_list = Some(ty);
        ty
    }

    fn va_list_lp64(&mut self) -> TypeId {
        let uint = self.named_int(IntKind::UInt);
        let void_ptr = self.pointer(self.void());
        let record = self.new_record(RecordKind::Struct, Some("__va_list_tag".into()));
        let fields = [
            ("gp_offset", uint),
            ("fp_offset", uint),
            ("overflow_arg_area", void_ptr),
            ("reg_save_area", void_ptr),
        ];
        let decls = fields.map(|(name, ty)| FieldDecl::plain(Some(name.into()), ty));
        self.complete_record(record, decls.into(), RecordAttrs::default())
            .expect("the layout of va_list is well formed");
        let tag = self.record_type(record);
        self.array(tag, ArrayLen::Known(1))
    }
}
