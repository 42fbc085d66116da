//! Structures, unions and enumerations.
//!
//! Several units that include one header define the same structure each. Types are equal by id, so
//! such definitions must get one id: a definition at file scope is shared with that of an earlier
//! unit if the tag (or, for untagged ones, the typedef's name or the position in the enclosing
//! record) and the text of the members agree. Texts that disagree are different types, as C has it.

use super::Lowerer;
use super::scope::{Entity, QualType, Tag};
use crate::entity::EntityId;
use crate::ir::arith;
use crate::source::Symbol;
use crate::syntax::ast::{self, Attr};
use crate::types::{
    EnumId, FieldDecl, FieldIdx, IntKind, LayoutError, RecordAttrs, RecordId, RecordKind, TypeId,
};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// What a definition of an earlier unit is found by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Key {
    Tag(Symbol),
    Typedef(Symbol),
    /// The n-th untagged record inside another one.
    Nested(RecordId, u32),
}

/// Definitions of all units, with a hash of their text.
#[derive(Default)]
pub(super) struct Shared {
    records: FxHashMap<(Key, u64), RecordId>,
    enums: FxHashMap<(Key, u64), EnumId>,
    /// Incomplete in the units so far, by tag.
    open: FxHashMap<Symbol, RecordId>,
    /// The tags this unit defines at file scope, with the hash of their text.
    unit: FxHashMap<Symbol, u64>,
    /// What an untagged definition would be found by here.
    pub(super) context: Option<Key>,
    nested: u32,
}

impl Lowerer<'_> {
    pub(super) fn record(&mut self, id: ast::RecordId) -> TypeId {
        let record = match self.records.get(&id) {
            Some(&record) => {
                self.redeclare_tag(id, record);
                record
            }
            None => {
                let record = self.resolve_record(id);
                self.records.insert(id, record);
                record
            }
        };
        self.program.types.record_type(record)
    }

    /// The parameters of a definition are lowered with its type and again with its body, where
    /// their tags must be in scope too.
    fn redeclare_tag(&mut self, id: ast::RecordId, record: RecordId) {
        let spec = &self.ast.records[id];
        if let Some(tag) = spec.tag
            && spec.members.is_some()
            && self.scopes.tag(tag) != Some(Tag::Record(record))
        {
            self.scopes.declare_tag(tag, Tag::Record(record));
        }
    }

    /// The same for enumerations and their enumerators.
    fn redeclare_enumerators(&mut self, id: ast::EnumId, known: EnumId) {
        let spec = &self.ast.enums[id];
        let Some(enumerators) = &spec.enumerators else {
            return;
        };
        let first = enumerators.first().map(|e| self.scopes.lookup(e.name));
        if !matches!(first, Some(None)) {
            return;
        }
        if let Some(tag) = spec.tag {
            self.scopes.declare_tag(tag, Tag::Enum(known));
        }
        let (kind, model) = (
            self.program.types.enums[known].kind,
            self.program.types.model(),
        );
        for (n, e) in enumerators.iter().enumerate() {
            if let Some((_, bits)) = self.program.types.enums[known].constants.get(n) {
                let value = arith::extend(*bits, kind, model) as i128;
                self.declare_enumerator(e.name, value);
            }
        }
    }

    fn resolve_record(&mut self, id: ast::RecordId) -> RecordId {
        let spec = &self.ast.records[id];
        let kind = match spec.kind {
            ast::RecordKind::Struct => RecordKind::Struct,
            ast::RecordKind::Union => RecordKind::Union,
        };
        let Some(members) = &spec.members else {
            return self.mentioned(spec, kind);
        };
        let record = self.record_to_define(spec, kind);
        self.records.insert(id, record);
        let outer = self.shared.context.replace(Key::Nested(record, 0));
        let outer_nested = std::mem::take(&mut self.shared.nested);
        let decls = self.members(members);
        self.shared.context = outer;
        self.shared.nested = outer_nested;
        let mut attrs = self.record_attrs(&spec.attrs);
        attrs.max_align = spec.pack.map(u64::from);
        self.define(record, decls, attrs, spec);
        record
    }

    /// `struct S` without members: the one in scope, or a new incomplete one.
    fn mentioned(&mut self, spec: &ast::RecordSpec, kind: RecordKind) -> RecordId {
        let tag = spec.tag;
        match tag.and_then(|t| self.scopes.tag(t)) {
            Some(Tag::Record(record)) if self.program.types.records[record].kind == kind => {
                return record;
            }
            Some(_) => {
                let text = "the tag is that of another kind of type";
                self.error(spec.span, text);
            }
            None => {}
        }
        let record = self.new_record(tag, kind);
        if let Some(tag) = tag {
            self.scopes.declare_tag(tag, Tag::Record(record));
        }
        record
    }

    /// A new declaration `struct S;` hides an outer one.
    pub(super) fn forward_record(&mut self, id: ast::RecordId) {
        let spec = &self.ast.records[id];
        if let Some(tag) = spec.tag
            && spec.members.is_none()
            && self.scopes.depth() > 0
            && self.scopes.tag_here(tag).is_none()
        {
            let kind = match spec.kind {
                ast::RecordKind::Struct => RecordKind::Struct,
                ast::RecordKind::Union => RecordKind::Union,
            };
            let record = self.new_record(Some(tag), kind);
            self.scopes.declare_tag(tag, Tag::Record(record));
            self.records.insert(id, record);
        }
    }

    /// An incomplete record; at file scope, that of an earlier unit where this one defines it alike
    /// or not at all.
    fn new_record(&mut self, tag: Option<Symbol>, kind: RecordKind) -> RecordId {
        let name = tag.map(|t| self.name(t).into());
        let Some(tag) = tag.filter(|_| self.several_units && self.scopes.depth() == 0) else {
            return self.program.types.new_record(kind, name);
        };
        let earlier = match self.shared.unit.get(&tag) {
            Some(&hash) => {
                let key = (Key::Tag(tag), hash);
                self.shared.records.get(&key).copied()
            }
            None => None,
        };
        let open = self.shared.open.get(&tag).copied();
        let fits = |l: &Self, r: RecordId| l.program.types.records[r].kind == kind;
        if let Some(record) = earlier.or(open).filter(|&r| fits(self, r)) {
            return record;
        }
        let record = self.program.types.new_record(kind, name);
        self.shared.open.insert(tag, record);
        record
    }

    /// The record that a definition completes.
    fn record_to_define(&mut self, spec: &ast::RecordSpec, kind: RecordKind) -> RecordId {
        if let Some(tag) = spec.tag {
            if let Some(Tag::Record(record)) = self.scopes.tag_here(tag) {
                let known = &self.program.types.records[record];
                if known.kind == kind && (known.layout.is_none() || self.several_units) {
                    return record;
                }
                let text = format!("redefinition of '{}'", self.name(tag));
                self.error(spec.span, text);
            }
            let record = self.new_record(Some(tag), kind);
            self.scopes.declare_tag(tag, Tag::Record(record));
            return record;
        }
        if let Some(key) = self.untagged_key() {
            let hash = self.hash_members(spec);
            if let Some(&record) = self.shared.records.get(&(key, hash)) {
                return record;
            }
            let record = self.program.types.new_record(kind, None);
            self.shared.records.insert((key, hash), record);
            return record;
        }
        self.program.types.new_record(kind, None)
    }

    fn untagged_key(&mut self) -> Option<Key> {
        if !self.several_units || self.scopes.depth() > 0 {
            return None;
        }
        match self.shared.context? {
            Key::Nested(record, _) => {
                self.shared.nested += 1;
                Some(Key::Nested(record, self.shared.nested))
            }
            key => Some(key),
        }
    }

    /// Lays the record out, unless an earlier unit did.
    fn define(
        &mut self,
        record: RecordId,
        decls: Vec<FieldDecl>,
        attrs: RecordAttrs,
        spec: &ast::RecordSpec,
    ) {
        let known = &self.program.types.records[record];
        if known.layout.is_some() {
            let same =
                known.fields.len() == decls.len()
                    && known.fields.values().zip(&decls).all(|(f, d)| {
                        f.name == d.name && f.ty == d.ty && f.bit_width == d.bit_width
                    });
            if !same {
                let text = format!(
                    "'{}' is redefined with other members",
                    self.program.types.record_name(record)
                );
                self.error(spec.span, text);
            }
            return;
        }
        let spans: Vec<_> = decls.iter().map(|d| d.name.clone()).collect();
        if let Err(error) = self.program.types.complete_record(record, decls, attrs) {
            let member = |f: FieldIdx| spans[f.index()].as_deref().unwrap_or("?").to_string();
            let text = match error {
                LayoutError::Incomplete(f) => {
                    format!("member '{}' has an incomplete type", member(f))
                }
                LayoutError::BadBitField(f) => {
                    format!("bit-field '{}' has a bad width or type", member(f))
                }
                LayoutError::TooLarge => "the type is too large".into(),
            };
            self.error(spec.span, text);
        }
        if let Some(tag) = spec
            .tag
            .filter(|_| self.several_units && self.scopes.depth() == 0)
        {
            let hash = self.hash_members(spec);
            self.shared.records.insert((Key::Tag(tag), hash), record);
            self.shared.open.remove(&tag);
        }
    }

    fn record_attrs(&mut self, attrs: &[Attr]) -> RecordAttrs {
        let mut result = RecordAttrs::default();
        for attr in attrs {
            if attr.name == self.known.packed {
                result.packed = true;
            } else if attr.name == self.known.aligned {
                let n = self.attr_alignment(attr);
                result.align = Some(result.align.unwrap_or(1).max(n));
            }
        }
        result
    }

    fn members(&mut self, items: &[ast::MemberItem]) -> Vec<FieldDecl> {
        let mut decls = Vec::new();
        for item in items {
            match item {
                ast::MemberItem::Members(members) => self.member_decl(members, &mut decls),
                ast::MemberItem::StaticAssert(check) => self.static_assert(check),
            }
        }
        decls
    }

    fn member_decl(&mut self, decl: &ast::MemberDecl, out: &mut Vec<FieldDecl>) {
        if decl.declarators.is_empty() {
            let base = self.declared_type(decl.specs.ty, &[&decl.specs.attrs]);
            if self.program.types.record_of(base.ty).is_some() && self.is_anonymous(&decl.specs) {
                out.push(self.field_decl(None, base, None, &[&decl.specs.attrs]));
            }
            return;
        }
        for member in &decl.declarators {
            let ty = self.declared_type(member.ty, &[]);
            let ty = self.member_type(ty, member.span);
            let bits = member.bits.map(|e| self.bit_width(e));
            let name = member.name.map(|n| self.name(n).into());
            let attrs: [&[Attr]; 2] = [&decl.specs.attrs, &member.attrs];
            out.push(self.field_decl(name, ty, bits, &attrs));
        }
    }

    /// A record without declarator is an anonymous member only if it has no tag, or is a
    /// reference to a complete one (`-fms-extensions`, which kernels use).
    fn is_anonymous(&self, specs: &ast::DeclSpecs) -> bool {
        match self.ast.types[specs.ty].kind {
            ast::TypeKind::Record(id) => self.ast.records[id].tag.is_none(),
            _ => false,
        }
    }

    fn member_type(&mut self, ty: QualType, span: crate::source::Span) -> QualType {
        let types = &self.program.types;
        if types.is_function(ty.ty) || types.is_variably_modified(ty.ty) {
            self.error(span, "a member cannot have this type");
            return QualType::plain(self.program.types.int());
        }
        ty
    }

    fn bit_width(&mut self, e: ast::ExprId) -> u32 {
        let span = self.ast.exprs[e].span;
        match self.constant_int(e).map(u32::try_from) {
            Some(Ok(width)) => width,
            Some(Err(_)) => {
                self.error(span, "the width of a bit-field is out of range");
                1
            }
            None => 1,
        }
    }

    fn field_decl(
        &mut self,
        name: Option<Box<str>>,
        ty: QualType,
        bit_width: Option<u32>,
        attrs: &[&[Attr]],
    ) -> FieldDecl {
        let mut decl = FieldDecl {
            quals: ty.quals,
            bit_width,
            type_align: ty.align,
            ..FieldDecl::plain(name, ty.ty)
        };
        for attr in attrs.iter().flat_map(|a| a.iter()) {
            if attr.name == self.known.packed {
                decl.packed = true;
            } else if attr.name == self.known.aligned {
                let n = self.attr_alignment(attr);
                decl.align = Some(decl.align.unwrap_or(1).max(n));
            } else if attr.name == self.known.mode {
                let moded = self.moded(QualType::plain(decl.ty), attr);
                decl.ty = moded.ty;
            }
        }
        decl
    }

    /// Finds a member by name, looking into anonymous ones: the path of fields to it.
    pub(super) fn find_field(&self, record: RecordId, name: &str) -> Option<Vec<FieldIdx>> {
        let fields = &self.program.types.records[record].fields;
        for (index, field) in fields.iter() {
            match &field.name {
                Some(n) if **n == *name => return Some(vec![index]),
                None if !field.is_bit_field() => {
                    if let Some(inner) = self.program.types.record_of(field.ty)
                        && let Some(mut path) = self.find_field(inner, name)
                    {
                        path.insert(0, index);
                        return Some(path);
                    }
                }
                _ => {}
            }
        }
        None
    }

    pub(super) fn enumeration(&mut self, id: ast::EnumId) -> TypeId {
        let found = match self.enums.get(&id) {
            Some(&found) => {
                self.redeclare_enumerators(id, found);
                found
            }
            None => {
                let found = self.resolve_enum(id);
                self.enums.insert(id, found);
                found
            }
        };
        self.program.types.enum_type(found)
    }

    fn resolve_enum(&mut self, id: ast::EnumId) -> EnumId {
        let spec = &self.ast.enums[id];
        let Some(enumerators) = &spec.enumerators else {
            if let Some(Tag::Enum(known)) = spec.tag.and_then(|t| self.scopes.tag(t)) {
                return known;
            }
            let name = spec.tag.map(|t| self.name(t).into());
            let new = self.program.types.new_enum(name);
            if let Some(tag) = spec.tag {
                self.scopes.declare_tag(tag, Tag::Enum(new));
            }
            return new;
        };
        let known = match spec.tag.and_then(|t| self.scopes.tag_here(t)) {
            Some(Tag::Enum(known)) if !self.program.types.enums[known].complete => Some(known),
            _ => None,
        };
        let shared = self.shared_enum(spec);
        let new = known.or(shared).unwrap_or_else(|| {
            let name = spec.tag.map(|t| self.name(t).into());
            self.program.types.new_enum(name)
        });
        if let Some(tag) = spec.tag {
            self.scopes.declare_tag(tag, Tag::Enum(new));
        }
        self.define_enum(new, enumerators, &spec.attrs);
        new
    }

    /// The same enumeration of an earlier unit.
    fn shared_enum(&mut self, spec: &ast::EnumSpec) -> Option<EnumId> {
        if !self.several_units || self.scopes.depth() > 0 {
            return None;
        }
        let key = spec.tag.map(Key::Tag).or(self.shared.context)?;
        let mut hasher = FxHasher::default();
        for e in spec.enumerators.iter().flatten() {
            e.name.hash(&mut hasher);
        }
        let hash = hasher.finish();
        if let Some(&known) = self.shared.enums.get(&(key, hash)) {
            return Some(known);
        }
        let name = spec.tag.map(|t| self.name(t).into());
        let new = self.program.types.new_enum(name);
        self.shared.enums.insert((key, hash), new);
        Some(new)
    }

    /// Values count up from 0; the type is the first of `unsigned int`, `int` and their wider
    /// cousins that holds them all, as gcc chooses it.
    fn define_enum(&mut self, id: EnumId, enumerators: &[ast::Enumerator], attrs: &[Attr]) {
        let mut next: i128 = 0;
        let mut values = Vec::new();
        for e in enumerators {
            if let Some(value) = e.value {
                next = self.constant_int(value).unwrap_or(0);
            }
            values.push((e.name, next));
            // Enumerators are visible to the values of later ones.
            self.declare_enumerator(e.name, next);
            next = next.wrapping_add(1);
        }
        let low = values.iter().map(|v| v.1).min().unwrap_or(0);
        let high = values.iter().map(|v| v.1).max().unwrap_or(0);
        let packed = attrs.iter().any(|a| a.name == self.known.packed);
        let kind = self.enum_kind(low, high, packed);
        let model = self.program.types.model();
        let constants = values
            .iter()
            .map(|&(n, v)| {
                (
                    self.name(n).into(),
                    arith::normalise(v as u128, kind, model),
                )
            })
            .collect();
        let target = &mut self.program.types.enums[id];
        target.kind = kind;
        target.constants = constants;
        target.complete = true;
    }

    fn declare_enumerator(&mut self, name: Symbol, value: i128) {
        let int = self.program.types.int();
        let ty = if i32::try_from(value).is_ok() {
            int
        } else {
            let kind = self.enum_kind(value, value, false);
            self.program.types.named_int(kind)
        };
        let value = self.program.int_const(value as u128, ty);
        self.scopes.declare(name, Entity::Const(value));
    }

    fn enum_kind(&self, low: i128, high: i128, packed: bool) -> IntKind {
        let model = self.program.types.model();
        let fits = |kind: IntKind| {
            let width = kind.width(model);
            if kind.is_signed() {
                low >= -(1i128 << (width - 1)) && high < 1i128 << (width - 1)
            } else {
                low >= 0 && (width >= 127 || high < 1i128 << width)
            }
        };
        let small = [
            IntKind::UChar,
            IntKind::SChar,
            IntKind::UShort,
            IntKind::Short,
        ];
        let wide = [
            IntKind::UInt,
            IntKind::Int,
            IntKind::ULong,
            IntKind::Long,
            IntKind::ULongLong,
        ];
        let small = small.into_iter().filter(|_| packed);
        small
            .chain(wide)
            .find(|&k| fits(k))
            .unwrap_or(IntKind::LongLong)
    }

    /// Notes which tags the unit defines at file scope, so that mentions before the definition
    /// already find the record of an earlier unit.
    pub(super) fn note_tags(&mut self) {
        self.shared.unit.clear();
        if !self.several_units {
            return;
        }
        let ast = self.ast;
        for spec in ast.records.values() {
            if let (Some(tag), Some(_)) = (spec.tag, &spec.members) {
                let hash = self.hash_members(spec);
                self.shared.unit.insert(tag, hash);
            }
        }
    }

    /// A hash of the text of a record's members.
    fn hash_members(&self, spec: &ast::RecordSpec) -> u64 {
        let mut text = TextHasher {
            ast: self.ast,
            hasher: FxHasher::default(),
        };
        text.record(spec);
        text.hasher.finish()
    }
}

/// Hashes type expressions by their text: names and shapes, no positions.
struct TextHasher<'a> {
    ast: &'a ast::Ast,
    hasher: FxHasher,
}

impl TextHasher<'_> {
    fn record(&mut self, spec: &ast::RecordSpec) {
        (spec.kind == ast::RecordKind::Union).hash(&mut self.hasher);
        spec.tag.hash(&mut self.hasher);
        self.attrs(&spec.attrs);
        for item in spec.members.iter().flatten() {
            let ast::MemberItem::Members(members) = item else {
                continue;
            };
            self.ty(members.specs.ty);
            self.attrs(&members.specs.attrs);
            for member in &members.declarators {
                member.name.hash(&mut self.hasher);
                self.ty(member.ty);
                self.attrs(&member.attrs);
                if let Some(bits) = member.bits {
                    self.expr(bits);
                }
            }
        }
    }

    fn attrs(&mut self, attrs: &[Attr]) {
        for attr in attrs {
            attr.name.hash(&mut self.hasher);
        }
    }

    fn ty(&mut self, id: ast::TypeId) {
        let expr = &self.ast.types[id];
        std::mem::discriminant(&expr.kind).hash(&mut self.hasher);
        match &expr.kind {
            ast::TypeKind::Base(base) => base.hash(&mut self.hasher),
            ast::TypeKind::Typedef(name) => name.hash(&mut self.hasher),
            ast::TypeKind::Record(id) => {
                let spec = &self.ast.records[*id];
                spec.tag.hash(&mut self.hasher);
                if spec.members.is_some() {
                    stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.record(spec));
                }
            }
            ast::TypeKind::Enum(id) => self.ast.enums[*id].tag.hash(&mut self.hasher),
            ast::TypeKind::TypeofType(t) | ast::TypeKind::Atomic(t) | ast::TypeKind::Pointer(t) => {
                stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.ty(*t));
            }
            ast::TypeKind::Array { elem, len, .. } => {
                if let ast::ArrayLen::Expr(e) = len {
                    self.expr(*e);
                }
                stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.ty(*elem));
            }
            ast::TypeKind::Function { ret, params } => {
                params.list.len().hash(&mut self.hasher);
                for p in &params.list {
                    stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.ty(p.ty));
                }
                stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.ty(*ret));
            }
            _ => {}
        }
    }

    /// Lengths and widths: literals and names are enough to tell texts apart.
    fn expr(&mut self, id: ast::ExprId) {
        match &self.ast.exprs[id].kind {
            ast::ExprKind::Int(lit) => lit.value.hash(&mut self.hasher),
            ast::ExprKind::Ident(name) => name.hash(&mut self.hasher),
            other => std::mem::discriminant(other).hash(&mut self.hasher),
        }
    }
}
