//! Enumerations.

use super::Lowerer;
use super::record::Key;
use super::scope::{Entity, Tag};
use crate::syntax::ast::{self, Attr};
use ir::arith;
use ir::types::{EnumId, IntKind, TypeId};
use source::Symbol;

impl Lowerer<'_> {
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

    /// The parameters of a definition are lowered with its type and again with its body, where
    /// their enumerators must be in scope too.
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

    fn resolve_enum(&mut self, id: ast::EnumId) -> EnumId {
        let spec = &self.ast.enums[id];
        let Some(enumerators) = &spec.enumerators else {
            if let Some(Tag::Enum(known)) = spec.tag.and_then(|t| self.scopes.tag(t)) {
                return known;
            }
            return self.mentioned_enum(spec.tag);
        };
        let known = match spec.tag.and_then(|t| self.scopes.tag_here(t)) {
            Some(Tag::Enum(known)) if !self.program.types.enums[known].complete => Some(known),
            _ => None,
        };
        let shared = self.shared_enum(id);
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

    /// `enum E` before its definition: that of an earlier unit, if this one defines it alike or not at all.
    fn mentioned_enum(&mut self, tag: Option<Symbol>) -> EnumId {
        let name = tag.map(|t| self.name(t).into());
        let Some(tag) = tag else {
            return self.program.types.new_enum(name);
        };
        let at_file_scope = self.several_units && self.scopes.depth() == 0;
        let key = Key::Tag(tag);
        let hash = self.shared.alike.hash(key);
        let earlier = match hash {
            _ if !at_file_scope => None,
            Some(hash) => self.shared.enums.get(&(key, hash)).copied(),
            None => self.shared.first_enums.get(&tag).copied(),
        };
        let mentioned = earlier.unwrap_or_else(|| self.program.types.new_enum(name));
        if at_file_scope {
            self.shared.first_enums.entry(tag).or_insert(mentioned);
            if let Some(hash) = hash {
                self.shared.enums.insert((key, hash), mentioned);
            }
        }
        self.scopes.declare_tag(tag, Tag::Enum(mentioned));
        mentioned
    }

    /// The same enumeration of an earlier unit.
    fn shared_enum(&mut self, id: ast::EnumId) -> Option<EnumId> {
        if !self.several_units || self.scopes.depth() > 0 {
            return None;
        }
        let spec = &self.ast.enums[id];
        let key = spec.tag.map(Key::Tag).or(self.shared.context)?;
        let hash = self.enum_hash(key, id);
        if let Some(&known) = self.shared.enums.get(&(key, hash)) {
            return Some(known);
        }
        let name = spec.tag.map(|t| self.name(t).into());
        let new = self.program.types.new_enum(name);
        self.shared.enums.insert((key, hash), new);
        if let Some(tag) = spec.tag {
            self.shared.first_enums.entry(tag).or_insert(new);
        }
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
}
