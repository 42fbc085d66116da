//! The invariants of the tree, checked.
//!
//! Those that [`ast`](super::ast) lists. Types of ids make most mistakes impossible; what is left
//! is that ids exist, that children come before their parents (so the tree is one), and the few
//! places where only one kind of node may stand.

use super::ast::*;
use source::entity::{Arena, EntityId};

impl Ast {
    /// Checks the invariants; the errors say what is broken.
    pub fn verify(&self) -> Result<(), Vec<String>> {
        let mut verifier = Verifier {
            ast: self,
            errors: Vec::new(),
        };
        verifier.run();
        if verifier.errors.is_empty() {
            Ok(())
        } else {
            Err(verifier.errors)
        }
    }
}

struct Verifier<'a> {
    ast: &'a Ast,
    errors: Vec<String>,
}

impl Verifier<'_> {
    fn run(&mut self) {
        for (id, expr) in self.ast.exprs.iter() {
            self.expr(id, expr);
        }
        for (id, stmt) in self.ast.stmts.iter() {
            self.stmt(id, stmt);
        }
        for (id, ty) in self.ast.types.iter() {
            self.ty(id, ty);
        }
        for (id, init) in self.ast.inits.iter() {
            self.init(id, init);
        }
        for (id, declaration) in self.ast.declarations.iter() {
            self.specs(&declaration.specs, &id);
            for declarator in &declaration.declarators {
                self.declarator(declarator, &id);
            }
        }
        for (id, function) in self.ast.functions.iter() {
            self.specs(&function.specs, &id);
            self.declarator(&function.declarator, &id);
            let ty = self.ast.types.get(function.declarator.ty);
            let is_function = ty.is_some_and(|ty| matches!(ty.kind, TypeKind::Function { .. }));
            self.require(is_function, || {
                format!("{id} does not have a function type")
            });
            self.block(function.body, &id);
        }
        self.records();
        self.asms();
    }

    fn require(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.errors.push(message());
        }
    }

    fn exists<I: EntityId + std::fmt::Display, T>(
        &mut self,
        arena: &Arena<I, T>,
        id: I,
        owner: &dyn std::fmt::Display,
    ) {
        self.require(id.index() < arena.len(), || {
            format!("{owner} refers to {id}, which is not there")
        });
    }

    fn any_expr(&mut self, id: ExprId, owner: &dyn std::fmt::Display) {
        self.exists(&self.ast.exprs, id, owner);
    }

    fn any_type(&mut self, id: TypeId, owner: &dyn std::fmt::Display) {
        self.exists(&self.ast.types, id, owner);
    }

    fn block(&mut self, id: StmtId, owner: &dyn std::fmt::Display) {
        let stmt = self.ast.stmts.get(id);
        let is_block = stmt.is_some_and(|stmt| matches!(stmt.kind, StmtKind::Block(_)));
        self.require(is_block, || {
            format!("the body {id} of {owner} is not a block")
        });
    }

    fn expr(&mut self, id: ExprId, expr: &Expr) {
        for child in expr.kind.children() {
            self.require(child < id, || format!("{id} has the younger child {child}"));
        }
        match &expr.kind {
            ExprKind::StmtExpr(block) => self.block(*block, &id),
            ExprKind::Cast { ty, .. }
            | ExprKind::SizeofType(ty)
            | ExprKind::AlignofType { ty, .. }
            | ExprKind::VaArg { ty, .. }
            | ExprKind::Offsetof { ty, .. }
            | ExprKind::ConvertVector { ty, .. } => self.any_type(*ty, &id),
            ExprKind::TypesCompatible(a, b) => {
                self.any_type(*a, &id);
                self.any_type(*b, &id);
            }
            ExprKind::CompoundLiteral { ty, init } => {
                self.any_type(*ty, &id);
                let init = self.ast.inits.get(*init);
                let is_list = init.is_some_and(|init| matches!(init.kind, InitKind::List(_)));
                self.require(is_list, || format!("the compound literal {id} has no list"));
            }
            _ => {}
        }
    }

    fn stmt(&mut self, id: StmtId, stmt: &Stmt) {
        let mut children = Vec::new();
        match &stmt.kind {
            StmtKind::Block(block) => {
                for item in &block.items {
                    match item {
                        BlockItem::Stmt(child) => children.push(*child),
                        BlockItem::Declaration(inner) => {
                            self.exists(&self.ast.declarations, *inner, &id);
                        }
                        BlockItem::Function(inner) => self.exists(&self.ast.functions, *inner, &id),
                        BlockItem::StaticAssert(assertion) => self.any_expr(assertion.cond, &id),
                    }
                }
            }
            StmtKind::If {
                cond,
                then,
                otherwise,
            } => {
                self.any_expr(*cond, &id);
                children.push(*then);
                children.extend(otherwise);
            }
            StmtKind::While { cond: value, body }
            | StmtKind::DoWhile { cond: value, body }
            | StmtKind::Switch { value, body } => {
                self.any_expr(*value, &id);
                children.push(*body);
            }
            StmtKind::For {
                init,
                cond,
                step,
                body,
            } => {
                match init {
                    ForInit::None => {}
                    ForInit::Expr(expr) => self.any_expr(*expr, &id),
                    ForInit::Declaration(inner) => self.exists(&self.ast.declarations, *inner, &id),
                }
                cond.iter()
                    .chain(step)
                    .for_each(|expr| self.any_expr(*expr, &id));
                children.push(*body);
            }
            StmtKind::Case { low, high, body } => {
                self.any_expr(*low, &id);
                high.iter().for_each(|high| self.any_expr(*high, &id));
                children.push(*body);
            }
            StmtKind::Default { body } | StmtKind::Label { body, .. } => children.push(*body),
            StmtKind::Expr(expr) | StmtKind::GotoComputed(expr) | StmtKind::Return(Some(expr)) => {
                self.any_expr(*expr, &id)
            }
            StmtKind::Asm(asm) => self.exists(&self.ast.asms, *asm, &id),
            StmtKind::Empty(_)
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(None) => {}
        }
        for child in children {
            self.require(child < id, || format!("{id} has the younger child {child}"));
        }
    }

    fn ty(&mut self, id: TypeId, ty: &TypeExpr) {
        self.attrs(&ty.attrs, &id);
        let inner = match &ty.kind {
            TypeKind::Pointer(inner) | TypeKind::TypeofType(inner) | TypeKind::Atomic(inner) => {
                Some(*inner)
            }
            TypeKind::Array { elem, len, .. } => {
                if let ArrayLen::Expr(len) = len {
                    self.any_expr(*len, &id);
                }
                Some(*elem)
            }
            TypeKind::Function { ret, params } => {
                for param in &params.list {
                    self.specs(&param.specs, &id);
                    self.attrs(&param.attrs, &id);
                    self.any_type(param.ty, &id);
                }
                Some(*ret)
            }
            TypeKind::TypeofExpr(expr) => {
                self.any_expr(*expr, &id);
                None
            }
            TypeKind::Record(record) => {
                self.exists(&self.ast.records, *record, &id);
                None
            }
            TypeKind::Enum(inner) => {
                self.exists(&self.ast.enums, *inner, &id);
                None
            }
            _ => None,
        };
        if let Some(inner) = inner {
            self.require(inner < id, || format!("{id} has the younger child {inner}"));
        }
    }

    fn init(&mut self, id: InitId, init: &Initializer) {
        match &init.kind {
            InitKind::Expr(expr) => self.any_expr(*expr, &id),
            InitKind::List(items) => {
                for item in items {
                    let child = item.init;
                    self.require(child < id, || format!("{id} has the younger child {child}"));
                    for designator in &item.designators {
                        match *designator {
                            Designator::Field(_) => {}
                            Designator::Index(index) => self.any_expr(index, &id),
                            Designator::Range(first, last) => {
                                self.any_expr(first, &id);
                                self.any_expr(last, &id);
                            }
                        }
                    }
                }
            }
        }
    }

    fn specs(&mut self, specs: &DeclSpecs, owner: &dyn std::fmt::Display) {
        self.any_type(specs.ty, owner);
        self.attrs(&specs.attrs, owner);
        let derived = self.ast.types.get(specs.ty).is_some_and(|ty| {
            matches!(
                ty.kind,
                TypeKind::Pointer(_) | TypeKind::Array { .. } | TypeKind::Function { .. }
            )
        });
        self.require(!derived, || {
            format!("the specifier type of {owner} is a declarator's")
        });
    }

    fn attrs(&mut self, attrs: &[Attr], owner: &dyn std::fmt::Display) {
        for arg in attrs.iter().flat_map(|attr| &attr.args) {
            match arg {
                AttrArg::Expr(expr) => self.any_expr(*expr, owner),
                AttrArg::Type(ty) => self.any_type(*ty, owner),
            }
        }
    }

    fn declarator(&mut self, declarator: &Declarator, owner: &dyn std::fmt::Display) {
        self.any_type(declarator.ty, owner);
        self.attrs(&declarator.attrs, owner);
        if let Some(init) = declarator.init {
            self.exists(&self.ast.inits, init, owner);
        }
    }

    fn records(&mut self) {
        for (id, record) in self.ast.records.iter() {
            self.attrs(&record.attrs, &id);
            for item in record.members.iter().flatten() {
                match item {
                    MemberItem::StaticAssert(assertion) => self.any_expr(assertion.cond, &id),
                    MemberItem::Members(members) => {
                        self.specs(&members.specs, &id);
                        for member in &members.declarators {
                            self.any_type(member.ty, &id);
                            self.attrs(&member.attrs, &id);
                            member
                                .bits
                                .iter()
                                .for_each(|bits| self.any_expr(*bits, &id));
                            let fine = member.name.is_some() || member.bits.is_some();
                            self.require(fine, || format!("{id} has a member without a name"));
                        }
                    }
                }
            }
        }
        for (id, spec) in self.ast.enums.iter() {
            self.attrs(&spec.attrs, &id);
            for enumerator in spec.enumerators.iter().flatten() {
                self.attrs(&enumerator.attrs, &id);
                enumerator
                    .value
                    .iter()
                    .for_each(|value| self.any_expr(*value, &id));
            }
        }
    }

    fn asms(&mut self) {
        for (id, asm) in self.ast.asms.iter() {
            for operand in asm.outputs.iter().chain(&asm.inputs) {
                self.any_expr(operand.expr, &id);
            }
        }
    }
}
