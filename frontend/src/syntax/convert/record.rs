//! Struct, union and enum specifiers.

use super::super::ast::*;
use super::super::cst::{Kind, NodeIx};
use super::super::respell::AttrPosition;
use super::super::token::Tok;
use super::Converter;
use super::types::Taken;
use source::Symbol;

impl Converter<'_, '_> {
    pub(super) fn record(&mut self, node: NodeIx) -> RecordId {
        let keyword = self.node(node).first;
        let kind = match self.word_kind(keyword) {
            Tok::Union => RecordKind::Union,
            _ => RecordKind::Struct,
        };
        let (tag, body) = self.tag_and_body(node, Kind::Members);
        let members = body.map(|body| self.members(body));
        let attrs = self.record_attrs(node, body.is_some());
        let origin = self.origin(keyword).first;
        let pack = self.chunk.packs.get(&origin).copied();
        let span = self.span(node);
        self.cx.ast.records.push(RecordSpec {
            span,
            kind,
            tag,
            members,
            attrs,
            pack,
        })
    }

    fn tag_and_body(&self, node: NodeIx, kind: Kind) -> (Option<Symbol>, Option<NodeIx>) {
        let (mut tag, mut body) = (None, None);
        for child in self.cst.children(node) {
            if self.kind(child) == kind {
                body = Some(child);
            } else if self.kind(child) == Kind::Name {
                tag = Some(self.word_symbol(self.node(child).first));
            }
        }
        (tag, body)
    }

    /// Attributes after the keyword and, if there is a body, after the closing brace.
    fn record_attrs(&mut self, node: NodeIx, has_body: bool) -> Vec<Attr> {
        let node = self.node(node);
        let last = if has_body { node.last + 1 } else { node.last };
        self.take_attrs(AttrPosition::Record, node.first + 1, last)
    }

    fn members(&mut self, body: NodeIx) -> Vec<MemberItem> {
        let mut items = Vec::new();
        for member in self.children(body) {
            if self.kind(member) != Kind::Member {
                self.unexpected(member);
            } else if let Some(assertion) = self.static_assertion(member) {
                items.push(MemberItem::StaticAssert(assertion));
            } else {
                items.push(MemberItem::Members(self.member_declaration(member)));
            }
        }
        items
    }

    fn member_declaration(&mut self, node: NodeIx) -> MemberDecl {
        let children = self.children(node);
        let (specs, rest) = self.specifiers(&children);
        if specs.storage.is_some() {
            let span = self.span(node);
            self.error(span, "a member has no storage class");
        }
        let mut declarators = Vec::new();
        for (index, &declarator) in rest.iter().enumerate() {
            if self.kind(declarator) == Kind::Width {
                continue;
            }
            let width = rest
                .get(index + 1)
                .copied()
                .filter(|&n| self.kind(n) == Kind::Width);
            declarators.extend(self.member_declarator(declarator, width, specs.ty));
        }
        MemberDecl {
            span: self.span(node),
            specs,
            declarators,
        }
    }

    /// A member; nothing for the name that was put in where there is no declarator.
    fn member_declarator(
        &mut self,
        declarator: NodeIx,
        width: Option<NodeIx>,
        base: TypeId,
    ) -> Option<MemberDeclarator> {
        let Taken { name, ty } = self.declarator(Some(declarator), base);
        let bits = width.and_then(|width| self.cst.first_child(width));
        let bits = bits.map(|bits| self.expr(bits));
        let attrs = self.declarator_attrs(Some(declarator), width);
        if name.is_none() && bits.is_none() {
            return None;
        }
        let last = self.node(width.unwrap_or(declarator)).last;
        let span = self.words_span(self.node(declarator).first, last);
        let name = name.map(|word| self.word_symbol(word));
        Some(MemberDeclarator {
            span,
            name,
            ty,
            bits,
            attrs,
        })
    }

    pub(super) fn enumeration(&mut self, node: NodeIx) -> EnumId {
        let (tag, body) = self.tag_and_body(node, Kind::Enumerators);
        let enumerators = body.map(|body| {
            let children = self.children(body);
            children
                .into_iter()
                .map(|child| self.enumerator(child))
                .collect()
        });
        let attrs = self.record_attrs(node, body.is_some());
        let span = self.span(node);
        self.cx.ast.enums.push(EnumSpec {
            span,
            tag,
            enumerators,
            attrs,
        })
    }

    fn enumerator(&mut self, node: NodeIx) -> Enumerator {
        let name = self.node(node).first;
        let value = self.cst.children(node).nth(1).map(|value| self.expr(value));
        let attrs = self.take_attrs(AttrPosition::Declarator, name + 1, name + 1);
        Enumerator {
            span: self.span(node),
            name: self.word_symbol(name),
            value,
            attrs,
        }
    }
}
