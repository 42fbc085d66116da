//! Declarations and function definitions.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::ast::*;
use super::super::cst::{Kind, NodeIx};
use super::super::token::Tok;
use super::Converter;
use super::types::Taken;
use source::{Symbol, deeper};

impl Converter<'_, '_> {
    /// An external declaration.
    pub(super) fn item(&mut self, node: NodeIx) -> Option<Item> {
        match self.kind(node) {
            Kind::Function => self.function_definition(node).map(Item::Function),
            Kind::Declaration => {
                if let Some(assertion) = self.static_assertion(node) {
                    return Some(Item::StaticAssert(assertion));
                }
                if self.word_kind(self.node(node).first) == Tok::Asm {
                    return self.asm(node, &[]).map(Item::Asm);
                }
                Some(Item::Declaration(self.declaration(node)))
            }
            _ => {
                self.unexpected(node);
                None
            }
        }
    }

    /// `_Static_assert`, which was emitted as `int x [ ( cond ) ] ;`.
    pub(super) fn static_assertion(&mut self, node: NodeIx) -> Option<StaticAssert> {
        let first = self.node(node).first;
        if self.word_kind(first) != Tok::StaticAssert || self.is_synthetic(first) {
            return None;
        }
        let array = self.cst.children(node).nth(1)?;
        let condition = self.cst.children(array).nth(1)?;
        let inner = self.cst.first_child(condition)?;
        let cond = self.expr(inner);
        let end = self.origin(self.node(inner).last).last;
        let mut message = None;
        let mut last = end + 1;
        if self.token(end + 1).kind == Tok::Comma && self.token(end + 2).kind == Tok::Str {
            last = end + 2;
            while self.token(last + 1).kind == Tok::Str {
                last += 1;
            }
            message = Some(self.strings(end + 2, last));
        }
        let start = self.word_token(first).start;
        let span = self.cx.unit.span(start, self.token(last).end);
        Some(StaticAssert {
            span,
            cond,
            message,
        })
    }

    pub(super) fn declaration(&mut self, node: NodeIx) -> DeclarationId {
        let children = self.children(node);
        let (specs, rest) = self.specifiers(&children);
        let mut declarators = Vec::new();
        for &child in rest {
            declarators.extend(self.init_declarator(child, &specs));
        }
        let span = self.span(node);
        self.cx.ast.declarations.push(Declaration {
            span,
            specs,
            declarators,
        })
    }

    /// A declarator with its initialiser; nothing for a name that was put in.
    fn init_declarator(&mut self, node: NodeIx, specs: &DeclSpecs) -> Option<Declarator> {
        let children = self.children(node);
        let (declarator, value) = match (self.kind(node), &children[..]) {
            (Kind::InitDeclarator, &[declarator, value]) => (declarator, Some(value)),
            _ => (node, None),
        };
        let taken = self.declarator(Some(declarator), specs.ty);
        let mut result = self.named_declarator(declarator, &taken)?;
        result.init = value.map(|value| deeper(|| self.initializer(value)));
        result.span = self.span(node);
        Some(result)
    }

    fn named_declarator(&mut self, node: NodeIx, taken: &Taken) -> Option<Declarator> {
        let word = taken.name?;
        let attrs = self.declarator_attrs(Some(node), None);
        let place = self.node(node);
        let labels = &self.chunk.asm_labels;
        let first = labels.partition_point(|&(before, ..)| before < place.first);
        let label = labels
            .get(first)
            .filter(|&&(before, ..)| before <= place.last + 1);
        let asm_label = label.map(|&(_, first, last)| self.strings(first, last));
        Some(Declarator {
            span: self.span(node),
            name: self.word_symbol(word),
            name_span: self.words_span(word, word),
            ty: taken.ty,
            init: None,
            attrs,
            asm_label,
        })
    }

    pub(super) fn function_definition(&mut self, node: NodeIx) -> Option<FunctionId> {
        let children = self.children(node);
        let (specs, rest) = self.specifiers(&children);
        let &[declarator, body] = rest else {
            self.unexpected(node);
            return None;
        };
        let taken = self.declarator(Some(declarator), specs.ty);
        let declarator = self.named_declarator(declarator, &taken)?;
        if !matches!(self.cx.ast.types[taken.ty].kind, TypeKind::Function { .. }) {
            self.error(declarator.span, "a body follows what is not a function");
            return None;
        }
        let mut old_style = FxHashMap::default();
        let body = match self.is_synthetic(self.node(body).first) {
            true => self.old_style_body(body, &mut old_style)?,
            false => deeper(|| self.stmt(body)),
        };
        self.complete_params(taken.ty, old_style);
        let span = self.span(node);
        Some(self.cx.ast.functions.push(FunctionDef {
            span,
            specs,
            declarator,
            body,
        }))
    }

    /// The parameter declarations and the body of an old-style definition.
    fn old_style_body(
        &mut self,
        block: NodeIx,
        declared: &mut FxHashMap<Symbol, Param>,
    ) -> Option<StmtId> {
        let mut body = None;
        for child in self.children(block) {
            if self.kind(child) == Kind::Block {
                body = Some(deeper(|| self.stmt(child)));
                continue;
            }
            let id = self.declaration(child);
            let declaration = self.cx.ast.declarations[id].clone();
            self.check_param_storage(&declaration.specs, declaration.span);
            for declarator in declaration.declarators {
                let param = Param {
                    span: declarator.span,
                    specs: declaration.specs.clone(),
                    name: Some(declarator.name),
                    ty: declarator.ty,
                    attrs: declarator.attrs,
                };
                declared.insert(declarator.name, param);
            }
        }
        body
    }

    fn complete_params(&mut self, function: TypeId, mut declared: FxHashMap<Symbol, Param>) {
        let TypeKind::Function { params, .. } = &mut self.cx.ast.types[function].kind else {
            return;
        };
        if params.form != ParamsForm::OldStyle && declared.is_empty() {
            return;
        }
        params.form = ParamsForm::OldStyle;
        let (mut seen, mut twice, mut implicit) = (FxHashSet::default(), Vec::new(), Vec::new());
        for param in &mut params.list {
            if !seen.insert(param.name) {
                twice.push(param.span);
                continue;
            }
            match param.name.and_then(|name| declared.remove(&name)) {
                Some(found) => *param = found,
                None => implicit.push(param.span),
            }
        }
        for span in twice {
            self.error(span, "this parameter is already in the list");
        }
        for span in implicit {
            let message = "the type of this parameter is not declared; `int` is assumed";
            self.warn(span, message);
        }
        let mut unknown: Vec<_> = declared.into_values().map(|param| param.span).collect();
        unknown.sort_unstable();
        for span in unknown {
            self.error(span, "this is not a parameter of the function");
        }
    }

    pub(super) fn initializer(&mut self, node: NodeIx) -> InitId {
        let kind = match self.kind(node) {
            Kind::InitList => {
                let children = self.children(node);
                let items = children.into_iter().map(|child| self.init_item(child));
                InitKind::List(items.collect())
            }
            _ => InitKind::Expr(self.expr(node)),
        };
        let span = self.span(node);
        self.cx.ast.inits.push(Initializer { span, kind })
    }

    fn init_item(&mut self, node: NodeIx) -> InitItem {
        let span = self.span(node);
        if self.kind(node) != Kind::InitPair {
            let init = deeper(|| self.initializer(node));
            return InitItem {
                span,
                designators: Vec::new(),
                init,
            };
        }
        let children = self.children(node);
        let (value, designators) = match children.split_last() {
            Some((&value, designators)) => (value, designators),
            None => (node, &[][..]),
        };
        let designators = designators
            .iter()
            .filter_map(|&child| self.designator(child))
            .collect();
        let init = deeper(|| self.initializer(value));
        InitItem {
            span,
            designators,
            init,
        }
    }

    fn designator(&mut self, node: NodeIx) -> Option<Designator> {
        let children = self.children(node);
        match (self.kind(node), &children[..]) {
            (Kind::FieldDesignator, &[name]) => {
                Some(Designator::Field(self.word_symbol(self.node(name).first)))
            }
            (Kind::IndexDesignator, &[index]) => Some(Designator::Index(self.expr(index))),
            (Kind::RangeDesignator, &[first, last]) => {
                Some(Designator::Range(self.expr(first), self.expr(last)))
            }
            _ => {
                self.unexpected(node);
                None
            }
        }
    }
}
