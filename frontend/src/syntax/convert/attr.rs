//! Attributes find the nodes they stood at.

use super::super::ast::*;
use super::super::cst::{Cst, Kind};
use super::super::respell::{AttrPosition, AttrUse, Chunk};
use super::Converter;
use source::Span;

impl Converter<'_, '_> {
    /// The attributes of a place that stood before any of the words `from..=to`.
    ///
    /// Parts nested in that range must have been converted, so that theirs are gone.
    pub(super) fn take_attrs(&mut self, place: AttrPosition, from: u32, to: u32) -> Vec<Attr> {
        let uses = &self.chunk.attrs;
        if uses.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut index = self.untaken(uses.partition_point(|attr| attr.before < from));
        while let Some(attr) = uses.get(index).filter(|attr| attr.before <= to) {
            if attr.place == place {
                self.attr_next[index] = index as u32 + 1;
                found.push(attr);
            }
            index = self.untaken(index + 1);
        }
        found.into_iter().map(|attr| self.attribute(attr)).collect()
    }

    /// The first attribute from `index` on that no node has taken. (Chains of taken ones are
    /// shortened on the way, so that nested declarations do not walk over them again and again.)
    fn untaken(&mut self, index: usize) -> usize {
        let mut end = index;
        while self.attr_next[end] as usize != end {
            end = self.attr_next[end] as usize;
        }
        let mut at = index;
        while at != end {
            at = std::mem::replace(&mut self.attr_next[at], end as u32) as usize;
        }
        end
    }

    fn attr_span(&self, attr: &AttrUse) -> Span {
        self.cx
            .unit
            .span(self.token(attr.name).start, self.token(attr.last).end)
    }

    fn attribute(&mut self, attr: &AttrUse) -> Attr {
        let span = self.attr_span(attr);
        let name = String::from_utf8_lossy(self.token_bytes(attr.name)).into_owned();
        let bare = name
            .strip_prefix("__")
            .and_then(|name| name.strip_suffix("__"));
        let name = self.cx.interner.intern(bare.unwrap_or(&name));
        let args = match &attr.args {
            Some(chunk) => self.attribute_arguments(chunk, span),
            None => Vec::new(),
        };
        Attr {
            span,
            name,
            args,
            form: attr.form,
        }
    }

    fn attribute_arguments(&mut self, chunk: &Chunk, span: Span) -> Vec<AttrArg> {
        let Ok(cst) = self.cx.parser.parse(&chunk.emission) else {
            self.warn(
                span,
                "the arguments of this attribute are not understood and ignored",
            );
            return Vec::new();
        };
        let mut inner = Converter::new(self.cx, chunk, &cst);
        inner
            .call_arguments()
            .into_iter()
            .map(AttrArg::Expr)
            .collect()
    }

    /// The arguments in `int x = 0 ( … ) ;`.
    fn call_arguments(&mut self) -> Vec<ExprId> {
        let mut node = Cst::ROOT;
        while self.kind(node) != Kind::Args {
            match self.cst.children(node).last() {
                Some(child) => node = child,
                None => return Vec::new(),
            }
        }
        self.children(node)
            .into_iter()
            .map(|child| self.expr(child))
            .collect()
    }

    pub(super) fn report_unused_attributes(&mut self) {
        for index in 0..self.chunk.attrs.len() {
            if self.attr_next[index] as usize == index {
                let span = self.attr_span(&self.chunk.attrs[index]);
                self.warn(span, "this attribute is ignored here");
            }
        }
    }
}
