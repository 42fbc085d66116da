//! Declarations, functions, attributes and initialisers.

use super::super::ast::*;
use super::Printer;
use super::types::ParamNames;

impl Printer<'_> {
    pub(super) fn item(&mut self, item: &Item) {
        match item {
            Item::Declaration(id) => self.declaration(*id),
            Item::Function(id) => self.function(*id),
            Item::StaticAssert(assertion) => self.static_assert(assertion),
            Item::Asm(id) => self.asm(*id),
        }
        self.newline();
    }

    pub(super) fn declaration(&mut self, id: DeclarationId) {
        let declaration = &self.ast.declarations[id];
        self.specifiers(&declaration.specs);
        self.separated(&declaration.declarators, ",", |this, declarator| {
            this.named_declarator(declarator, ParamNames::Types);
            if let Some(init) = declarator.init {
                this.put(" = ");
                this.initializer(init);
            }
        });
        self.put(";");
    }

    fn named_declarator(&mut self, declarator: &Declarator, params: ParamNames) {
        self.declarator(declarator.ty, Some(declarator.name), params);
        if let Some(label) = &declarator.asm_label {
            self.put(" __asm__(");
            self.string(label);
            self.put(")");
        }
        self.attributes_after(&declarator.attrs);
    }

    pub(super) fn function(&mut self, id: FunctionId) {
        let function = &self.ast.functions[id];
        // Attributes may not stand between the declarator and the body.
        let mut specs = function.specs.clone();
        specs
            .attrs
            .extend(function.declarator.attrs.iter().cloned());
        self.specifiers(&specs);
        let declarator = &function.declarator;
        self.declarator(declarator.ty, Some(declarator.name), ParamNames::Names);
        if let TypeKind::Function { params, .. } = &self.ast.types[declarator.ty].kind
            && params.form == ParamsForm::OldStyle
        {
            for param in &params.list {
                self.newline();
                self.param(param);
                self.put(";");
            }
        }
        self.newline();
        self.stmt(function.body);
    }

    pub(super) fn static_assert(&mut self, assertion: &StaticAssert) {
        self.put("_Static_assert(");
        self.expr(assertion.cond);
        if let Some(message) = &assertion.message {
            self.put(", ");
            self.string(message);
        }
        self.put(");");
    }

    pub(super) fn attributes_after(&mut self, attrs: &[Attr]) {
        for attr in attrs {
            self.put(" ");
            self.attribute(attr);
        }
    }

    pub(super) fn attribute(&mut self, attr: &Attr) {
        self.put(match attr.form {
            AttrForm::Alignas => "_Alignas",
            AttrForm::Gnu | AttrForm::Standard => "__attribute__((",
        });
        if attr.form != AttrForm::Alignas {
            self.put("__");
            self.name(attr.name);
            self.put("__");
        }
        if !attr.args.is_empty() {
            self.put("(");
            self.separated(&attr.args, ", ", |this, arg| match arg {
                AttrArg::Expr(expr) => this.expr(*expr),
                AttrArg::Type(ty) => this.type_name(*ty),
            });
            self.put(")");
        }
        if attr.form != AttrForm::Alignas {
            self.put("))");
        }
    }

    pub(super) fn initializer(&mut self, id: InitId) {
        match &self.ast.inits[id].kind {
            InitKind::Expr(expr) => self.expr(*expr),
            InitKind::List(items) => self.deep(|this| this.initializer_list(items)),
        }
    }

    fn initializer_list(&mut self, items: &[InitItem]) {
        self.put("{");
        self.separated(items, ", ", |this, item| {
            for designator in &item.designators {
                this.designator(*designator);
            }
            this.put(if item.designators.is_empty() {
                ""
            } else {
                " = "
            });
            this.initializer(item.init);
        });
        self.put("}");
    }

    fn designator(&mut self, designator: Designator) {
        match designator {
            Designator::Field(name) => {
                self.put(".");
                self.name(name);
            }
            Designator::Index(index) => {
                self.put("[");
                self.expr(index);
                self.put("]");
            }
            Designator::Range(first, last) => {
                self.put("[");
                self.expr(first);
                self.put(" ... ");
                self.expr(last);
                self.put("]");
            }
        }
    }
}
