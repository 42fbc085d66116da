//! Structures and unions.
//!
//! Several units that include one header define the same structure each. Types are equal by id, so
//! such definitions must get one id: a definition at file scope is shared with that of an earlier
//! unit if the tag (or, for untagged ones, the typedef's name or the position in the enclosing
//! record) and what it says ([`super::alike`]) agree. Others are different types, as C has it.

use super::Lowerer;
use super::equivalent_types::EquivalentTypes;
use super::scope::{QualType, Tag};
use crate::syntax::ast::{self, Attr};
use ir::types::{
    EnumId, FieldDecl, FieldIdx, LayoutError, RecordAttrs, RecordId, RecordKind, TypeId,
};
use rustc_hash::FxHashMap;
use source::Symbol;
use source::entity::EntityId;

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
    pub(super) enums: FxHashMap<(Key, u64), EnumId>,
    /// The first that was mentioned or defined, by tag.
    pub(super) first_enums: FxHashMap<Symbol, EnumId>,
    /// The first definition, by tag.
    first: FxHashMap<Symbol, RecordId>,
    /// Incomplete in the units so far, by tag.
    open: FxHashMap<Symbol, RecordId>,
    /// What this unit and those before it define.
    pub(super) alike: EquivalentTypes,
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

    fn resolve_record(&mut self, id: ast::RecordId) -> RecordId {
        let spec = &self.ast.records[id];
        let kind = match spec.kind {
            ast::RecordKind::Struct => RecordKind::Struct,
            ast::RecordKind::Union => RecordKind::Union,
        };
        let Some(members) = &spec.members else {
            return self.mentioned(spec, kind);
        };
        let record = self.record_to_define(id, kind);
        self.records.insert(id, record);
        let outer = self.shared.context.replace(Key::Nested(record, 0));
        let outer_nested = std::mem::take(&mut self.shared.nested);
        let decls = self.members(members);
        self.shared.context = outer;
        self.shared.nested = outer_nested;
        let mut attrs = self.record_attrs(&spec.attrs);
        attrs.max_align = spec.pack.map(u64::from);
        self.define(record, decls, attrs, id);
        if spec.attrs.iter().any(|a| a.name == self.known.may_alias) {
            let ty = self.program.types.record_type(record);
            self.program.types.note_aliasing(ty);
        }
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
        let hash = self.shared.alike.hash(Key::Tag(tag));
        let earlier = match hash {
            Some(hash) => self.shared.records.get(&(Key::Tag(tag), hash)),
            None => self.shared.first.get(&tag),
        };
        let earlier = earlier.copied();
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
    fn record_to_define(&mut self, id: ast::RecordId, kind: RecordKind) -> RecordId {
        let spec = &self.ast.records[id];
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
            let hash = self.record_hash(key, id);
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
        id: ast::RecordId,
    ) {
        let spec = &self.ast.records[id];
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
            let key = Key::Tag(tag);
            let hash = self.record_hash(key, id);
            self.shared.records.insert((key, hash), record);
            self.shared.first.entry(tag).or_insert(record);
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

    fn member_type(&mut self, ty: QualType, span: source::Span) -> QualType {
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
}
