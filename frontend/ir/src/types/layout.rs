//! Sizes, alignments and record layouts, as the System V ABIs of i386 and x86-64 prescribe and
//! gcc implements them (`stor-layout.cc`, `place_field`).
//!
//! Two rules are easy to get wrong. A bit-field goes directly behind its predecessor unless it
//! would then straddle a storage unit of its declared type; only named bit-fields raise the
//! alignment of the record. On i386, `long long` and `double` are aligned to 8 bytes on their own
//! but to 4 inside records.

use super::{
    ArrayLen, DataModel, Field, FieldIdx, FloatKind, IntKind, Quals, RecordId, RecordKind,
    RecordLayout, TypeId, TypeKind, Types,
};
use source::entity::Arena;

/// A member as it was declared.
#[derive(Clone, Debug)]
pub struct FieldDecl {
    pub name: Option<Box<str>>,
    pub ty: TypeId,
    pub quals: Quals,
    pub bit_width: Option<u32>,
    /// `__attribute__((aligned(n)))` or `_Alignas` of the member: at least this.
    pub align: Option<u64>,
    /// The alignment that a typedef gave the member's type: exactly this.
    pub type_align: Option<u64>,
    pub packed: bool,
}

impl FieldDecl {
    pub fn plain(name: Option<Box<str>>, ty: TypeId) -> Self {
        Self {
            name,
            ty,
            quals: Quals::NONE,
            bit_width: None,
            align: None,
            type_align: None,
            packed: false,
        }
    }
}

/// Attributes of a record definition.
#[derive(Clone, Copy, Debug, Default)]
pub struct RecordAttrs {
    pub packed: bool,
    pub align: Option<u64>,
    /// `#pragma pack(n)`.
    pub max_align: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayoutError {
    /// The member's type has no size.
    Incomplete(FieldIdx),
    /// The width exceeds the type, or the type is no integer.
    BadBitField(FieldIdx),
    TooLarge,
}

/// No object of ours is larger than this (as in gcc, half the address space).
const MAX_SIZE: u64 = 1 << 61;

impl Types {
    /// Bytes of an object of this type; None when it is incomplete or of variable size.
    pub fn size_of(&self, ty: TypeId) -> Option<u64> {
        let mut factor = 1u64;
        let mut ty = ty;
        while let TypeKind::Array { elem, len } = *self.kind(ty) {
            let ArrayLen::Known(n) = len else { return None };
            factor = factor.checked_mul(n)?;
            ty = elem;
        }
        let size = match *self.kind(ty) {
            TypeKind::Void | TypeKind::Function(_) | TypeKind::Array { .. } => return None,
            TypeKind::Int(kind) => kind.size(self.model()),
            TypeKind::Float(kind) => kind.size(self.model()),
            TypeKind::Enum(id) => self.enums[id].kind.size(self.model()),
            TypeKind::Pointer { .. } => self.pointer_size(),
            TypeKind::Record(id) => self.records[id].layout?.size,
        };
        size.checked_mul(factor).filter(|&s| s <= MAX_SIZE)
    }

    pub fn pointer_size(&self) -> u64 {
        match self.model() {
            DataModel::Ilp32 => 4,
            DataModel::Lp64 => 8,
        }
    }

    /// What `sizeof` and pointer arithmetic take `void` and functions to be: GNU C says 1.
    pub fn size_or_one(&self, ty: TypeId) -> Option<u64> {
        match self.kind(ty) {
            TypeKind::Void | TypeKind::Function(_) => Some(1),
            _ => self.size_of(ty),
        }
    }

    /// The alignment of an object on its own (`__alignof__`).
    pub fn align_of(&self, ty: TypeId) -> u64 {
        match *self.kind(ty) {
            TypeKind::Void | TypeKind::Function(_) => 1,
            TypeKind::Array { elem, .. } => self.align_of(elem),
            TypeKind::Int(kind) => kind.size(self.model()),
            TypeKind::Enum(id) => self.enums[id].kind.size(self.model()),
            TypeKind::Float(FloatKind::LongDouble) => match self.model() {
                DataModel::Ilp32 => 4,
                DataModel::Lp64 => 16,
            },
            TypeKind::Float(kind) => kind.size(self.model()),
            TypeKind::Pointer { .. } => self.pointer_size(),
            TypeKind::Record(id) => self.records[id].layout.map_or(1, |l| l.align),
        }
    }

    /// The alignment of a member of this type (`_Alignof`).
    pub fn field_align_of(&self, ty: TypeId) -> u64 {
        let mut base = ty;
        while let TypeKind::Array { elem, .. } = *self.kind(base) {
            base = elem;
        }
        let align = self.align_of(base);
        let capped = match *self.kind(base) {
            TypeKind::Int(IntKind::Int128 | IntKind::UInt128) => false,
            TypeKind::Int(_) | TypeKind::Enum(_) => true,
            TypeKind::Float(kind) => kind == FloatKind::Double,
            _ => false,
        };
        if capped && self.model() == DataModel::Ilp32 {
            align.min(4)
        } else {
            align
        }
    }

    /// Gives an incomplete record its members.
    pub fn complete_record(
        &mut self,
        record: RecordId,
        decls: Vec<FieldDecl>,
        attrs: RecordAttrs,
    ) -> Result<(), LayoutError> {
        let mut cursor = Cursor {
            kind: self.records[record].kind,
            attrs,
            bits: 0,
            max_bits: 0,
            align: 1,
        };
        let mut fields = Arena::new();
        for decl in decls {
            let index = fields.next_id();
            let bit_offset = cursor.place(self, index, &decl)?;
            fields.push(Field {
                name: decl.name,
                ty: decl.ty,
                quals: decl.quals,
                bit_offset,
                bit_width: decl.bit_width,
            });
        }
        let layout = cursor.finish()?;
        self.records[record].fields = fields;
        self.records[record].layout = Some(layout);
        Ok(())
    }
}

/// The state of laying out one record.
struct Cursor {
    kind: RecordKind,
    attrs: RecordAttrs,
    /// The first free bit.
    bits: u64,
    /// The end of the longest member (of a union).
    max_bits: u64,
    /// In bytes.
    align: u64,
}

impl Cursor {
    fn place(
        &mut self,
        types: &Types,
        index: FieldIdx,
        decl: &FieldDecl,
    ) -> Result<u64, LayoutError> {
        if self.kind == RecordKind::Union && !mutants::is("members-of-unions-follow-each-other") {
            self.bits = 0;
        }
        let (start, bits) = match decl.bit_width {
            Some(width) => (
                self.place_bits(types, index, decl, width)?,
                u64::from(width),
            ),
            None => self.place_whole(types, index, decl)?,
        };
        self.bits = start.checked_add(bits).ok_or(LayoutError::TooLarge)?;
        self.max_bits = self.max_bits.max(self.bits);
        Ok(start)
    }

    fn place_whole(
        &mut self,
        types: &Types,
        index: FieldIdx,
        decl: &FieldDecl,
    ) -> Result<(u64, u64), LayoutError> {
        let size = match *types.kind(decl.ty) {
            // A flexible array member.
            TypeKind::Array {
                elem,
                len: ArrayLen::Unknown,
            } if types.size_of(elem).is_some() => 0,
            _ => types
                .size_of(decl.ty)
                .ok_or(LayoutError::Incomplete(index))?,
        };
        let align = self.member_align(types, decl);
        self.align = self.align.max(align);
        let start = round_up(self.bits, align * 8)?;
        let bits = size.checked_mul(8).ok_or(LayoutError::TooLarge)?;
        Ok((start, bits))
    }

    /// The alignment of a member in bytes, all attributes considered.
    fn member_align(&self, types: &Types, decl: &FieldDecl) -> u64 {
        let natural = decl
            .type_align
            .unwrap_or_else(|| types.field_align_of(decl.ty));
        let packed = decl.packed || self.attrs.packed;
        let packed = packed && !mutants::is("packed-structures-are-not-packed");
        let mut align = if packed { 1 } else { natural };
        if let Some(explicit) = decl.align {
            align = align.max(explicit);
        }
        self.capped(align)
    }

    fn capped(&self, align: u64) -> u64 {
        self.attrs.max_align.map_or(align, |max| align.min(max))
    }

    fn place_bits(
        &mut self,
        types: &Types,
        index: FieldIdx,
        decl: &FieldDecl,
        width: u32,
    ) -> Result<u64, LayoutError> {
        let kind = types
            .int_kind(decl.ty)
            .ok_or(LayoutError::BadBitField(index))?;
        let size = kind.size(types.model());
        let declared = if kind == IntKind::Bool { 1 } else { size * 8 };
        if u64::from(width) > declared || (width == 0 && decl.name.is_some()) {
            return Err(LayoutError::BadBitField(index));
        }
        let natural = decl
            .type_align
            .unwrap_or_else(|| types.field_align_of(decl.ty));
        if width == 0 {
            // `int : 0;` ends the current storage unit, packed or not.
            let unit = decl.align.map_or(natural, |a| a.max(natural));
            return round_up(self.bits, unit * 8);
        }
        let packed = decl.packed || self.attrs.packed;
        let unit = self.capped(natural);
        let mut start = self.bits;
        if mutants::is("bit-fields-begin-a-new-byte") {
            start = round_up(start, 8)?;
        }
        if let Some(explicit) = decl.align {
            start = round_up(start, self.capped(explicit) * 8)?;
        }
        let free = packed || self.attrs.max_align.is_some();
        if !free && straddles(start, width, unit, size) {
            start = round_up(start, unit * 8)?;
        }
        if decl.name.is_some() {
            // #pragma pack wins over the attribute here.
            let own = if packed && self.attrs.max_align.is_none() {
                1
            } else {
                unit
            };
            let explicit = decl.align.map_or(1, |a| self.capped(a));
            self.align = self.align.max(own).max(explicit);
        }
        Ok(start)
    }

    fn finish(self) -> Result<RecordLayout, LayoutError> {
        let align = self.align.max(self.attrs.align.unwrap_or(1));
        let size = round_up(self.max_bits, align * 8)? / 8;
        if size > MAX_SIZE {
            return Err(LayoutError::TooLarge);
        }
        Ok(RecordLayout { size, align })
    }
}

/// Whether the bits would need more units of the alignment than their type has
/// (`excess_unit_span` of gcc).
fn straddles(start: u64, width: u32, align: u64, size: u64) -> bool {
    let unit = align * 8;
    let offset = start % unit;
    (offset + u64::from(width)).div_ceil(unit) > size * 8 / unit
}

fn round_up(bits: u64, unit: u64) -> Result<u64, LayoutError> {
    bits.checked_next_multiple_of(unit.max(1))
        .ok_or(LayoutError::TooLarge)
}
