//! Specifiers and declarators become type expressions.

use super::super::ast::*;
use super::super::cst::{Kind, NodeIx};
use super::super::respell::AttrPosition;
use super::super::token::Tok;
use super::Converter;
use source::{Span, deeper};

/// Specifiers, and the words of a type among them.
struct Gathered {
    specs: DeclSpecs,
    words: Vec<Tok>,
    quals: Quals,
    kind: Option<TypeKind>,
    alignas: Vec<Attr>,
}

/// A declarator, taken apart.
pub(super) struct Taken {
    /// The word of its name; none if it is abstract or the name was put in.
    pub(super) name: Option<u32>,
    pub(super) ty: TypeId,
}

fn is_specifier(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::TypeWord | Kind::Qualifier | Kind::Struct | Kind::Enum
    )
}

fn is_declarator(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Name
            | Kind::PointerDeclarator
            | Kind::FunctionDeclarator
            | Kind::ArrayDeclarator
            | Kind::ParenDeclarator
    )
}

impl Converter<'_, '_> {
    /// The specifiers at the start of `children`, and the children after them.
    pub(super) fn specifiers<'n>(&mut self, children: &'n [NodeIx]) -> (DeclSpecs, &'n [NodeIx]) {
        let count = children
            .iter()
            .take_while(|&&child| is_specifier(self.kind(child)))
            .count();
        let (specifiers, rest) = children.split_at(count);
        let mut gathered = self.nothing_gathered();
        for &child in specifiers {
            self.gather(child, &mut gathered);
        }
        let first = specifiers.first().map_or(0, |&node| self.node(node).first);
        let last = specifiers.last().map_or(0, |&node| self.node(node).last);
        let Gathered {
            mut specs,
            words,
            quals,
            kind,
            alignas,
        } = gathered;
        let span = self.words_span(first, last);
        if kind.is_some() && !words.is_empty() {
            self.error(span, "two types in one declaration");
        }
        let kind = kind.unwrap_or_else(|| self.base_type(&words, span));
        specs.ty = self.push_type(span, kind, quals, Vec::new());
        let to = rest.first().map_or(last + 1, |&node| self.node(node).first);
        specs.attrs = self.take_attrs(AttrPosition::Specifier, first, to);
        specs.attrs.extend(alignas);
        (specs, rest)
    }

    fn nothing_gathered(&self) -> Gathered {
        let specs = DeclSpecs {
            storage: None,
            thread_local: false,
            inline: false,
            noreturn: false,
            ty: self.cx.ast.types.next_id(),
            attrs: Vec::new(),
        };
        let quals = Quals::default();
        Gathered {
            specs,
            words: Vec::new(),
            quals,
            kind: None,
            alignas: Vec::new(),
        }
    }

    fn gather(&mut self, node: NodeIx, gathered: &mut Gathered) {
        let word = self.node(node).first;
        match self.kind(node) {
            Kind::Struct => gathered.kind = Some(TypeKind::Record(deeper(|| self.record(node)))),
            Kind::Enum => gathered.kind = Some(TypeKind::Enum(deeper(|| self.enumeration(node)))),
            Kind::TypeWord => self.gather_type_word(word, gathered),
            _ => match self.cst.first_child(node) {
                Some(argument) => self.gather_argument(argument, gathered),
                None => self.gather_word(word, gathered),
            },
        }
    }

    fn gather_type_word(&mut self, word: u32, gathered: &mut Gathered) {
        if self.is_synthetic(word) {
            return;
        }
        match self.word_kind(word) {
            Tok::Ident => gathered.kind = Some(TypeKind::Typedef(self.word_symbol(word))),
            kind => gathered.words.push(kind),
        }
    }

    fn gather_word(&mut self, word: u32, gathered: &mut Gathered) {
        let specs = &mut gathered.specs;
        let storage = match self.word_kind(word) {
            Tok::Typedef => Storage::Typedef,
            Tok::Extern => Storage::Extern,
            Tok::Static => Storage::Static,
            Tok::Auto => Storage::Auto,
            Tok::Register => Storage::Register,
            Tok::ThreadLocal => return specs.thread_local = true,
            Tok::Inline => return specs.inline = true,
            Tok::Noreturn => return specs.noreturn = true,
            kind if kind.is_qualifier() => return add_qualifier(&mut gathered.quals, kind),
            kind => return gathered.words.push(kind),
        };
        if specs
            .storage
            .replace(storage)
            .is_some_and(|old| old != storage)
        {
            let span = self.words_span(word, word);
            self.error(span, "two storage classes in one declaration");
        }
    }

    /// `typeof(…)`, `_Atomic(…)`, `_Alignas(…)`.
    fn gather_argument(&mut self, alignas: NodeIx, gathered: &mut Gathered) {
        let Some(argument) = self.cst.first_child(alignas) else {
            return self.unexpected(alignas);
        };
        let word = self.node(alignas).first;
        let is_type = self.kind(argument) == Kind::TypeName;
        match self.word_kind(word) {
            Tok::Typeof if is_type => {
                gathered.kind = Some(TypeKind::TypeofType(deeper(|| self.type_name(argument))));
            }
            Tok::Typeof => gathered.kind = Some(TypeKind::TypeofExpr(self.expr(argument))),
            Tok::Atomic if is_type => {
                gathered.kind = Some(TypeKind::Atomic(deeper(|| self.type_name(argument))));
            }
            Tok::Atomic => self.unexpected(alignas),
            _ => {
                let arg = if is_type {
                    AttrArg::Type(deeper(|| self.type_name(argument)))
                } else {
                    AttrArg::Expr(self.expr(argument))
                };
                let name = self.cx.interner.intern("aligned");
                let span = self.span(alignas);
                let form = AttrForm::Alignas;
                gathered.alignas.push(Attr {
                    span,
                    name,
                    args: vec![arg],
                    form,
                });
            }
        }
    }

    /// The type that a list of words means, in any order.
    fn base_type(&mut self, words: &[Tok], span: Span) -> TypeKind {
        match words_type(words) {
            Some(kind) => kind,
            None => {
                self.error(span, "these words do not make a type");
                TypeKind::Base(BaseType::Int)
            }
        }
    }

    pub(super) fn type_name(&mut self, node: NodeIx) -> TypeId {
        let children = self.children(node);
        let (specs, rest) = self.specifiers(&children);
        if specs.storage.is_some() {
            let span = self.span(node);
            self.error(span, "a type name has no storage class");
        }
        if !specs.attrs.is_empty() {
            self.cx.ast.types[specs.ty].attrs = specs.attrs;
        }
        self.declarator(rest.first().copied(), specs.ty).ty
    }

    /// Wraps `base` in the layers of a declarator.
    pub(super) fn declarator(&mut self, node: Option<NodeIx>, base: TypeId) -> Taken {
        let mut ty = base;
        let mut next = node;
        let mut pending = Vec::new();
        while let Some(node) = next {
            next = self
                .cst
                .first_child(node)
                .filter(|&child| is_declarator(self.kind(child)));
            match self.kind(node) {
                Kind::ParenDeclarator => {
                    let paren = self.node(node).first;
                    pending = self.take_attrs(AttrPosition::Pointer, paren, paren);
                }
                Kind::PointerDeclarator => {
                    next = self
                        .cst
                        .children(node)
                        .last()
                        .filter(|&c| is_declarator(self.kind(c)));
                    ty = self.pointer(node, next, ty, std::mem::take(&mut pending));
                }
                Kind::FunctionDeclarator => ty = self.function(node, ty),
                Kind::ArrayDeclarator => ty = self.array(node, next, ty),
                Kind::Name => {
                    let word = self.node(node).first;
                    let name = Some(word).filter(|&word| !self.is_synthetic(word));
                    return Taken { name, ty };
                }
                _ => self.unexpected(node),
            }
        }
        Taken { name: None, ty }
    }

    fn pointer(
        &mut self,
        node: NodeIx,
        inner: Option<NodeIx>,
        target: TypeId,
        pending: Vec<Attr>,
    ) -> TypeId {
        let star = self.node(node).first;
        let mut quals = Quals::default();
        let mut last = star;
        for child in self.children(node) {
            if self.kind(child) == Kind::Qualifier {
                last = self.node(child).first;
                add_qualifier(&mut quals, self.word_kind(last));
            }
        }
        let to = inner.map_or(last + 1, |inner| self.node(inner).first);
        let mut attrs = pending;
        attrs.extend(self.take_attrs(AttrPosition::Pointer, star + 1, to));
        let span = self.words_span(star, last);
        self.push_type(span, TypeKind::Pointer(target), quals, attrs)
    }

    fn array(&mut self, node: NodeIx, inner: Option<NodeIx>, elem: TypeId) -> TypeId {
        let mut quals = Quals::default();
        let mut at_least = false;
        let mut len = ArrayLen::Unspecified;
        for child in self.children(node) {
            if Some(child) == inner {
                continue;
            }
            let word = self.node(child).first;
            if self.kind(child) != Kind::Qualifier {
                len = match self.word_kind(word) {
                    Tok::Star if self.kind(child) == Kind::Value => ArrayLen::Star,
                    _ => ArrayLen::Expr(self.expr(child)),
                };
            } else if self.word_kind(word) == Tok::Static {
                at_least = true;
            } else {
                add_qualifier(&mut quals, self.word_kind(word));
            }
        }
        let bracket = inner.map_or(self.node(node).first, |inner| self.node(inner).last + 1);
        let span = self.words_span(bracket, self.node(node).last);
        let kind = TypeKind::Array {
            elem,
            len,
            quals,
            at_least,
        };
        self.push_type(span, kind, Quals::default(), Vec::new())
    }

    fn function(&mut self, node: NodeIx, ret: TypeId) -> TypeId {
        let list = self
            .cst
            .children(node)
            .find(|&child| self.kind(child) == Kind::Params);
        let Some(list) = list else {
            self.unexpected(node);
            return ret;
        };
        let params = deeper(|| self.params(list));
        let span = self.span(list);
        self.push_type(
            span,
            TypeKind::Function { ret, params },
            Quals::default(),
            Vec::new(),
        )
    }

    fn params(&mut self, list: NodeIx) -> Params {
        let children = self.children(list);
        let form = match children.first() {
            None => ParamsForm::Unspecified,
            Some(&first) if self.is_listed_name(first) => ParamsForm::OldStyle,
            Some(_) => ParamsForm::Prototype,
        };
        let mut params = Params {
            form,
            list: Vec::new(),
            variadic: false,
        };
        for &child in &children {
            match self.kind(child) {
                Kind::Variadic => params.variadic = true,
                Kind::Param => params.list.push(self.param(child)),
                _ => self.unexpected(child),
            }
        }
        if let [only] = children[..]
            && self.is_void(only)
        {
            params.list.clear();
        }
        params
    }

    /// A name of an identifier list: its whole type was put in.
    fn is_listed_name(&self, param: NodeIx) -> bool {
        let first = self.node(param).first;
        let attrs = &self.chunk.attrs;
        let next = attrs.partition_point(|attr| attr.before < first);
        if attrs.get(next).is_some_and(|attr| attr.before == first) {
            return false;
        }
        let mut children = self.cst.children(param);
        children.next().is_some_and(|specifier| {
            self.kind(specifier) == Kind::TypeWord && self.is_synthetic(self.node(specifier).first)
        }) && children
            .next()
            .is_some_and(|declarator| self.kind(declarator) == Kind::Name)
    }

    fn is_void(&self, param: NodeIx) -> bool {
        let node = self.node(param);
        node.first == node.last && self.word_kind(node.first) == Tok::Void
    }

    fn param(&mut self, node: NodeIx) -> Param {
        let children = self.children(node);
        let (specs, rest) = self.specifiers(&children);
        let declarator = rest.first().copied();
        self.check_param_storage(&specs, self.span(node));
        let Taken { name, ty } = self.declarator(declarator, specs.ty);
        let attrs = self.declarator_attrs(declarator, None);
        let name = name.map(|word| self.word_symbol(word));
        Param {
            span: self.span(node),
            specs,
            name,
            ty,
            attrs,
        }
    }

    pub(super) fn check_param_storage(&mut self, specs: &DeclSpecs, span: Span) {
        if !matches!(specs.storage, None | Some(Storage::Register)) {
            self.error(span, "a parameter has no storage class but `register`");
        }
    }

    /// The attributes around a declarator; `width` is that of a bit-field.
    pub(super) fn declarator_attrs(
        &mut self,
        declarator: Option<NodeIx>,
        width: Option<NodeIx>,
    ) -> Vec<Attr> {
        let Some(declarator) = declarator else {
            return Vec::new();
        };
        let first = self.node(declarator).first;
        let last = self.node(width.unwrap_or(declarator)).last;
        self.take_attrs(AttrPosition::Declarator, first, last + 1)
    }
}

pub(super) fn add_qualifier(quals: &mut Quals, kind: Tok) {
    match kind {
        Tok::Const => quals.is_const = true,
        Tok::Volatile => quals.is_volatile = true,
        Tok::Restrict => quals.is_restrict = true,
        _ => quals.is_atomic = true,
    }
}

/// The type that words mean together; no word at all means `int`.
fn words_type(words: &[Tok]) -> Option<TypeKind> {
    let count = |kind: Tok| words.iter().filter(|&&word| word == kind).count();
    let longs = count(Tok::Long);
    let (signed, unsigned) = (count(Tok::Signed), count(Tok::Unsigned));
    let complex = count(Tok::Complex);
    let modifiers = [
        Tok::Long,
        Tok::Signed,
        Tok::Unsigned,
        Tok::Complex,
        Tok::Short,
    ];
    let mut main = words
        .iter()
        .copied()
        .filter(|word| !modifiers.contains(word));
    let (core, extra) = (main.next(), main.next());
    let short = count(Tok::Short);
    if extra.is_some() || signed + unsigned > 1 || complex > 1 || short > 1 {
        return None;
    }
    let sized = longs + short > 0;
    let is_signed = unsigned == 0;
    let pick = |when_signed, when_unsigned| {
        Some(if is_signed {
            when_signed
        } else {
            when_unsigned
        })
    };
    let base = match core {
        None | Some(Tok::Int) => match (longs, short) {
            (0, 0) if core.is_none() && complex > 0 && signed + unsigned == 0 => {
                Some(BaseType::Double)
            }
            (0, 0) => pick(BaseType::Int, BaseType::UInt),
            (0, 1) => pick(BaseType::Short, BaseType::UShort),
            (1, 0) => pick(BaseType::Long, BaseType::ULong),
            (2, 0) => pick(BaseType::LongLong, BaseType::ULongLong),
            _ => None,
        },
        Some(Tok::Double) if longs == 1 && short == 0 && signed + unsigned == 0 => {
            Some(BaseType::LongDouble)
        }
        Some(_) if sized => None,
        Some(Tok::Char_) if signed == 1 => Some(BaseType::SChar),
        Some(Tok::Char_) => pick(BaseType::Char, BaseType::UChar),
        Some(Tok::Int128) => pick(BaseType::Int128, BaseType::UInt128),
        Some(_) if signed + unsigned > 0 => None,
        Some(Tok::VaList) if complex == 0 => return Some(TypeKind::VaList),
        Some(Tok::AutoType) if complex == 0 => return Some(TypeKind::Auto),
        Some(word) => single_word(word),
    }?;
    Some(if complex > 0 {
        TypeKind::Complex(base)
    } else {
        TypeKind::Base(base)
    })
}

fn single_word(word: Tok) -> Option<BaseType> {
    Some(match word {
        Tok::Void => BaseType::Void,
        Tok::Bool => BaseType::Bool,
        Tok::Float => BaseType::Float,
        Tok::Double => BaseType::Double,
        Tok::Int128T => BaseType::Int128,
        Tok::UInt128T => BaseType::UInt128,
        Tok::Float16 => BaseType::Float16,
        Tok::Float32 => BaseType::Float32,
        Tok::Float64 => BaseType::Float64,
        Tok::Float128 => BaseType::Float128,
        Tok::Float32x => BaseType::Float32x,
        Tok::Float64x => BaseType::Float64x,
        Tok::Float80 => BaseType::Float80,
        Tok::Decimal32 => BaseType::Decimal32,
        Tok::Decimal64 => BaseType::Decimal64,
        Tok::Decimal128 => BaseType::Decimal128,
        _ => return None,
    })
}
