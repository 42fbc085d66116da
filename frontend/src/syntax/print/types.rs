//! Types: specifiers and the declarators around a name.

use super::super::ast::*;
use super::Printer;
use source::Symbol;

impl<'a> Printer<'a> {
    /// `T * (*)[3]`
    pub(super) fn type_name(&mut self, ty: TypeId) {
        let base = self.base_of(ty);
        self.specifier_type(base);
        self.declarator(ty, None, ParamNames::Types);
    }

    /// `T * (*name)[3]`
    pub(super) fn declared(&mut self, ty: TypeId, name: Symbol) {
        let base = self.base_of(ty);
        self.specifier_type(base);
        self.declarator(ty, Some(name), ParamNames::Types);
    }

    fn base_of(&self, mut ty: TypeId) -> TypeId {
        loop {
            ty = match self.ast.types[ty].kind {
                TypeKind::Pointer(target) => target,
                TypeKind::Array { elem, .. } => elem,
                TypeKind::Function { ret, .. } => ret,
                _ => return ty,
            }
        }
    }

    /// The specifiers of a declaration.
    pub(super) fn specifiers(&mut self, specs: &DeclSpecs) {
        let storage = match specs.storage {
            None => "",
            Some(Storage::Typedef) => "typedef ",
            Some(Storage::Extern) => "extern ",
            Some(Storage::Static) => "static ",
            Some(Storage::Auto) => "auto ",
            Some(Storage::Register) => "register ",
        };
        self.put(storage);
        for (is_set, word) in [
            (specs.thread_local, "__thread "),
            (specs.inline, "__inline__ "),
            (specs.noreturn, "_Noreturn "),
        ] {
            self.put(if is_set { word } else { "" });
        }
        for attr in &specs.attrs {
            self.attribute(attr);
            self.put(" ");
        }
        self.specifier_type(specs.ty);
    }

    fn specifier_type(&mut self, ty: TypeId) {
        let ty = &self.ast.types[ty];
        self.qualifiers(ty.quals);
        match &ty.kind {
            TypeKind::Base(base) => self.put(base_name(*base)),
            TypeKind::Complex(base) => {
                self.put("_Complex ");
                self.put(base_name(*base));
            }
            TypeKind::VaList => self.put("__builtin_va_list"),
            TypeKind::Auto => self.put("__auto_type"),
            TypeKind::Typedef(name) => self.name(*name),
            TypeKind::Record(record) => self.deep(|this| this.record(*record)),
            TypeKind::Enum(id) => self.deep(|this| this.enumeration(*id)),
            TypeKind::TypeofExpr(expr) => {
                self.put("__typeof__(");
                self.expr(*expr);
                self.put(")");
            }
            TypeKind::TypeofType(ty) => {
                self.put("__typeof__(");
                self.deep(|this| this.type_name(*ty));
                self.put(")");
            }
            TypeKind::Atomic(ty) => {
                self.put("_Atomic(");
                self.deep(|this| this.type_name(*ty));
                self.put(")");
            }
            // Not a specifier type; the invariants of the tree exclude it.
            TypeKind::Pointer(_) | TypeKind::Array { .. } | TypeKind::Function { .. } => {}
        }
        for attr in &ty.attrs {
            self.put(" ");
            self.attribute(attr);
        }
    }

    fn qualifiers(&mut self, quals: Quals) {
        for (is_set, word) in [
            (quals.is_const, "const "),
            (quals.is_volatile, "volatile "),
            (quals.is_restrict, "__restrict__ "),
            (quals.is_atomic, "_Atomic "),
        ] {
            self.put(if is_set { word } else { "" });
        }
    }

    /// The layers of a type around a name: pointers to its left, the rest to its right.
    pub(super) fn declarator(&mut self, ty: TypeId, name: Option<Symbol>, params: ParamNames) {
        let layers = self.layers(ty);
        let is_pointer = |layer: Option<&&TypeExpr>| {
            layer.is_some_and(|layer| matches!(layer.kind, TypeKind::Pointer(_)))
        };
        // What is right of a pointer must not bind to it first.
        let grouped = |index: usize| index > 0 && is_pointer(layers.get(index - 1));
        self.put(" ");
        for (index, layer) in layers.iter().enumerate().rev() {
            if is_pointer(Some(layer)) {
                self.pointer(layer);
            } else if grouped(index) {
                self.put("(");
            }
        }
        if let Some(name) = name {
            self.name(name);
        }
        // Only the function that is declared shows its parameters as the definition has them.
        let mut params = params;
        for (index, layer) in layers.iter().enumerate() {
            if !is_pointer(Some(layer)) {
                self.put(if grouped(index) { ")" } else { "" });
                self.suffix(layer, params);
                params = ParamNames::Types;
            }
        }
    }

    /// The layers of a declarator, from the name outwards.
    fn layers(&self, mut ty: TypeId) -> Vec<&'a TypeExpr> {
        let mut layers = Vec::new();
        loop {
            let layer = &self.ast.types[ty];
            ty = match layer.kind {
                TypeKind::Pointer(target) => target,
                TypeKind::Array { elem, .. } => elem,
                TypeKind::Function { ret, .. } => ret,
                _ => return layers,
            };
            layers.push(layer);
        }
    }

    fn pointer(&mut self, layer: &TypeExpr) {
        self.put("*");
        self.qualifiers(layer.quals);
        for attr in &layer.attrs {
            self.attribute(attr);
            self.put(" ");
        }
    }

    fn suffix(&mut self, layer: &TypeExpr, names: ParamNames) {
        match &layer.kind {
            TypeKind::Array {
                len,
                quals,
                at_least,
                ..
            } => {
                self.array_suffix(*len, *quals, *at_least);
            }
            TypeKind::Function { params, .. } => self.deep(|this| this.params(params, names)),
            _ => {}
        }
    }

    fn array_suffix(&mut self, len: ArrayLen, quals: Quals, at_least: bool) {
        self.put("[");
        self.put(if at_least { "static " } else { "" });
        self.qualifiers(quals);
        match len {
            ArrayLen::Unspecified => {}
            ArrayLen::Star => self.put("*"),
            ArrayLen::Expr(len) => self.expr(len),
        }
        self.put("]");
    }

    fn params(&mut self, params: &Params, names: ParamNames) {
        self.put("(");
        let old_style = params.form == ParamsForm::OldStyle;
        self.separated(&params.list, ", ", |this, param| match param.name {
            Some(name) if old_style && names == ParamNames::Names => this.name(name),
            _ => this.param(param),
        });
        if params.variadic {
            self.put(if params.list.is_empty() {
                "..."
            } else {
                ", ..."
            });
        } else if params.list.is_empty() && params.form == ParamsForm::Prototype {
            self.put("void");
        }
        self.put(")");
    }

    pub(super) fn param(&mut self, param: &Param) {
        self.specifiers(&param.specs);
        self.declarator(param.ty, param.name, ParamNames::Types);
        self.attributes_after(&param.attrs);
    }

    pub(super) fn record(&mut self, id: RecordId) {
        let record = &self.ast.records[id];
        self.put(match record.kind {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        });
        let members = record.members.as_ref().filter(|_| !self.by_tag);
        let Some(members) = members else {
            self.attributes_after(&record.attrs);
            return self.tag(record.tag);
        };
        self.tag(record.tag);
        self.put(" {");
        self.indent += 1;
        for member in members {
            self.newline();
            match member {
                MemberItem::Members(member) => self.member(member),
                MemberItem::StaticAssert(assertion) => self.static_assert(assertion),
            }
        }
        self.indent -= 1;
        if self.uses_pack {
            let limit = record.pack.map_or(String::new(), |limit| limit.to_string());
            self.put(&format!("\n#pragma pack({limit})"));
        }
        self.newline();
        self.put("}");
        self.attributes_after(&record.attrs);
    }

    fn tag(&mut self, tag: Option<Symbol>) {
        if let Some(tag) = tag {
            self.put(" ");
            self.name(tag);
        }
    }

    fn member(&mut self, member: &MemberDecl) {
        self.specifiers(&member.specs);
        self.separated(&member.declarators, ",", |this, declarator| {
            this.declarator(declarator.ty, declarator.name, ParamNames::Types);
            if let Some(bits) = declarator.bits {
                this.put(" : ");
                this.expr(bits);
            }
            this.attributes_after(&declarator.attrs);
        });
        self.put(";");
    }

    pub(super) fn enumeration(&mut self, id: EnumId) {
        let spec = &self.ast.enums[id];
        self.put("enum");
        let enumerators = spec.enumerators.as_ref().filter(|_| !self.by_tag);
        if enumerators.is_none() {
            self.attributes_after(&spec.attrs);
        }
        self.tag(spec.tag);
        if let Some(enumerators) = enumerators {
            self.put(" {");
            self.indent += 1;
            self.separated(enumerators, ",", |this, enumerator| {
                this.newline();
                this.name(enumerator.name);
                this.attributes_after(&enumerator.attrs);
                if let Some(value) = enumerator.value {
                    this.put(" = ");
                    this.expr(value);
                }
            });
            self.indent -= 1;
            self.newline();
            self.put("}");
            self.attributes_after(&spec.attrs);
        }
    }
}

/// How the parameters of the function that is declared are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ParamNames {
    /// With their types.
    Types,
    /// An identifier list, if it was one.
    Names,
}

fn base_name(base: BaseType) -> &'static str {
    match base {
        BaseType::Void => "void",
        BaseType::Bool => "_Bool",
        BaseType::Char => "char",
        BaseType::SChar => "signed char",
        BaseType::UChar => "unsigned char",
        BaseType::Short => "short",
        BaseType::UShort => "unsigned short",
        BaseType::Int => "int",
        BaseType::UInt => "unsigned int",
        BaseType::Long => "long",
        BaseType::ULong => "unsigned long",
        BaseType::LongLong => "long long",
        BaseType::ULongLong => "unsigned long long",
        BaseType::Int128 => "__int128",
        BaseType::UInt128 => "unsigned __int128",
        BaseType::Float => "float",
        BaseType::Double => "double",
        BaseType::LongDouble => "long double",
        BaseType::Float16 => "_Float16",
        BaseType::Float32 => "_Float32",
        BaseType::Float64 => "_Float64",
        BaseType::Float128 => "_Float128",
        BaseType::Float32x => "_Float32x",
        BaseType::Float64x => "_Float64x",
        BaseType::Float80 => "__float80",
        BaseType::Decimal32 => "_Decimal32",
        BaseType::Decimal64 => "_Decimal64",
        BaseType::Decimal128 => "_Decimal128",
    }
}
