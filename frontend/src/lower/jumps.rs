//! Jumps and the lifetimes of locals they end.
//!
//! A local of a nested block lives from its declaration to the end of the block, so that pointers
//! kept longer dangle. Where a label or `case` inside the block lets control come in behind the
//! declaration, the object lives as long as the function instead, and passing the declaration only
//! makes its contents arbitrary (as clang does it). `goto` is resolved when the function is done
//! and all labels are known.

mod goto;

use super::Lowerer;
use super::scope::Entity;
use crate::syntax::ast::{self, Ast, StmtKind};
use ir::types::{Quals, TypeId};
use ir::{Callee, EdgeKind, ExprId, FuncId, LocId, Stmt, VarId};
use rustc_hash::FxHashMap;
use source::entity::EntityId;
use source::{Span, Symbol};

/// What a statement can be entered by from outside.
#[derive(Clone, Copy, Default)]
pub(super) struct Jumps {
    label: bool,
    case: bool,
}

impl Jumps {
    fn join(self, other: Self) -> Self {
        Self {
            label: self.label | other.label,
            case: self.case | other.case,
        }
    }

    fn any(self) -> bool {
        self.label | self.case
    }
}

/// For every statement of the unit, by id; children come before parents.
pub(super) fn jumps(ast: &Ast) -> Vec<Jumps> {
    let mut all: Vec<Jumps> = Vec::with_capacity(ast.stmts.len());
    for stmt in ast.stmts.values() {
        let of = |id: ast::StmtId| all[id.index()];
        let jumps = match &stmt.kind {
            StmtKind::Block(block) => block
                .items
                .iter()
                .map(|item| match item {
                    ast::BlockItem::Stmt(id) => of(*id),
                    _ => Jumps::default(),
                })
                .fold(Jumps::default(), Jumps::join),
            StmtKind::If {
                then, otherwise, ..
            } => otherwise.map_or(of(*then), |o| of(*then).join(of(o))),
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::For { body, .. } => of(*body),
            StmtKind::Switch { body, .. } => Jumps {
                case: false,
                ..of(*body)
            },
            StmtKind::Case { body, .. } | StmtKind::Default { body } => Jumps {
                case: true,
                ..of(*body)
            },
            StmtKind::Label { body, .. } => Jumps {
                label: true,
                ..of(*body)
            },
            _ => Jumps::default(),
        };
        all.push(jumps);
    }
    all
}

/// An object whose life ends with its block.
#[derive(Clone, Copy)]
enum Object {
    Local(VarId),
    /// The variable holds the address of a variable-length array.
    Vla(VarId),
    /// `cleanup`: the function is called with the variable's address.
    Cleanup(VarId, FuncId),
}

struct Block {
    parent: Option<usize>,
    objects: Vec<Object>,
    /// Whether control may enter behind a declaration.
    entered: bool,
}

/// Where `break` or `continue` leads.
#[derive(Clone, Copy)]
struct Target {
    loc: LocId,
    block: usize,
}

struct Label {
    name: Symbol,
    loc: LocId,
    /// The block it stands in, once that is known.
    block: Option<usize>,
    /// Position among the address-taken labels.
    address: Option<u32>,
    span: Span,
}

struct Goto {
    from: LocId,
    block: usize,
    label: usize,
    span: Span,
}

struct ComputedGoto {
    from: LocId,
    target: ExprId,
    span: Span,
}

/// The control state of the function being lowered.
pub(super) struct Flow {
    pub(super) func: FuncId,
    pub(super) ret: Option<TypeId>,
    breaks: Vec<Target>,
    continues: Vec<Target>,
    blocks: Vec<Block>,
    block: usize,
    labels: Vec<Label>,
    names: FxHashMap<Symbol, Vec<usize>>,
    gotos: Vec<Goto>,
    computed: Vec<ComputedGoto>,
    pub(super) switches: Vec<super::switch::Switch>,
}

impl Default for Flow {
    fn default() -> Self {
        Self::new(FuncId::from_index(0), None)
    }
}

/// Enough to forget what discarded code did.
pub(super) struct FlowSnapshot {
    labels: usize,
    gotos: usize,
    computed: usize,
    block: usize,
    objects: usize,
}

impl Flow {
    pub(super) fn new(func: FuncId, ret: Option<TypeId>) -> Self {
        Self {
            func,
            ret,
            breaks: Vec::new(),
            continues: Vec::new(),
            blocks: vec![Block {
                parent: None,
                objects: Vec::new(),
                entered: true,
            }],
            block: 0,
            labels: Vec::new(),
            names: FxHashMap::default(),
            gotos: Vec::new(),
            computed: Vec::new(),
            switches: Vec::new(),
        }
    }

    pub(super) fn snapshot(&self) -> FlowSnapshot {
        FlowSnapshot {
            labels: self.labels.len(),
            gotos: self.gotos.len(),
            computed: self.computed.len(),
            block: self.block,
            objects: self.blocks[self.block].objects.len(),
        }
    }

    pub(super) fn restore(&mut self, snapshot: FlowSnapshot) {
        for label in self.labels.drain(snapshot.labels..) {
            if let Some(stack) = self.names.get_mut(&label.name) {
                stack.retain(|&l| l < snapshot.labels);
            }
        }
        self.gotos.truncate(snapshot.gotos);
        self.computed.truncate(snapshot.computed);
        self.block = snapshot.block;
        self.blocks[self.block].objects.truncate(snapshot.objects);
    }

    /// The objects of all blocks from `from` up to but not including `to`, innermost first.
    fn leaving(&self, from: usize, to: usize) -> Vec<Object> {
        let mut objects = Vec::new();
        let mut at = Some(from);
        while let Some(block) = at.filter(|&b| b != to) {
            objects.extend(self.blocks[block].objects.iter().rev());
            at = self.blocks[block].parent;
        }
        objects
    }

    /// The innermost block that both are in.
    fn common(&self, a: usize, b: usize) -> usize {
        // Blocks are numbered from the outside in: a parent's number is smaller.
        let (mut a, mut b) = (a, b);
        while a != b {
            if a > b {
                a = self.blocks[a].parent.unwrap_or(0);
            } else {
                b = self.blocks[b].parent.unwrap_or(0);
            }
        }
        a
    }
}

impl Lowerer<'_> {
    /// Enters a block; `stmt` tells how it can be entered.
    pub(super) fn enter_block(&mut self, stmt: Option<ast::StmtId>) {
        self.scopes.enter();
        let entered = stmt.is_some_and(|s| self.jumps[s.index()].any());
        self.flow.blocks.push(Block {
            parent: Some(self.flow.block),
            objects: Vec::new(),
            entered,
        });
        self.flow.block = self.flow.blocks.len() - 1;
    }

    pub(super) fn leave_block(&mut self) {
        let block = self.flow.block;
        let parent = self.flow.blocks[block].parent.unwrap_or(0);
        self.end_objects(block, parent);
        self.flow.block = parent;
        self.scopes.leave();
    }

    fn end_objects(&mut self, from: usize, to: usize) {
        for object in self.flow.leaving(from, to) {
            let stmt = match object {
                Object::Local(var) => Stmt::End { var },
                Object::Vla(var) => Stmt::Free {
                    pointer: self.program.var(var),
                },
                Object::Cleanup(var, func) => self.cleanup_call(var, func),
            };
            self.emit_as(stmt, EdgeKind::Implicit);
        }
    }

    /// A local comes into being: its contents are arbitrary from here on.
    pub(super) fn begin_local(&mut self, var: VarId, initialised: bool) {
        let block = self.flow.block;
        // The outermost block of a function is entered once.
        if block <= 1 {
            return;
        }
        if self.reads.is_register(var) || self.flow.blocks[block].entered {
            if !initialised {
                let place = self.program.var_place(var);
                self.emit_as(Stmt::Havoc { place }, EdgeKind::Implicit);
            }
            return;
        }
        self.emit_as(Stmt::Begin { var }, EdgeKind::Implicit);
        if self.constant_depth == 0 {
            self.flow.blocks[block].objects.push(Object::Local(var));
        }
    }

    fn cleanup_call(&mut self, var: VarId, func: FuncId) -> Stmt {
        let place = self.program.var_place(var);
        let mut address = self.program.addr_of(place, Quals::NONE);
        let ty = self.program.funcs[func].ty;
        if let Some(&param) = self
            .program
            .types
            .function_type(ty)
            .and_then(|f| f.params.first())
        {
            address = self.convert(address, param, self.span());
        }
        Stmt::Call {
            result: None,
            callee: Callee::Direct(func),
            args: vec![address],
        }
    }

    /// Notes the `cleanup` attribute of a local just declared.
    pub(super) fn cleanup_attr(&mut self, specs: &ast::DeclSpecs, declarator: &ast::Declarator) {
        for attr in specs.attrs.iter().chain(&declarator.attrs) {
            if attr.name != self.known.cleanup {
                continue;
            }
            let Some(ast::AttrArg::Expr(e)) = attr.args.first() else {
                continue;
            };
            let ast::ExprKind::Ident(name) = self.ast.exprs[*e].kind else {
                continue;
            };
            let func = self.scopes.lookup(name);
            let var = self.scopes.lookup_here(declarator.name);
            if let (Some(Entity::Func(func)), Some(Entity::Var(var))) = (func, var) {
                self.reads.set_register(var, false);
                let block = self.flow.block;
                self.flow.blocks[block]
                    .objects
                    .push(Object::Cleanup(var, func));
            }
        }
    }

    /// Whether a return has to run `cleanup` functions first.
    pub(super) fn has_cleanups(&self) -> bool {
        let objects = self.flow.leaving(self.flow.block, 0);
        objects.iter().any(|o| matches!(o, Object::Cleanup(..)))
    }

    pub(super) fn run_cleanups(&mut self) {
        for object in self.flow.leaving(self.flow.block, 0) {
            if let Object::Cleanup(var, func) = object {
                let call = self.cleanup_call(var, func);
                self.emit_as(call, EdgeKind::Implicit);
            }
        }
    }

    /// A variable-length array is freed when its block is left.
    pub(super) fn begin_vla(&mut self, var: VarId) {
        let block = self.flow.block;
        if block > 1 && !self.flow.blocks[block].entered {
            self.flow.blocks[block].objects.push(Object::Vla(var));
        }
    }

    /// Opens a loop (or, without `continues`, a switch).
    pub(super) fn enter_loop(&mut self, breaks: LocId, continues: Option<LocId>) {
        let block = self.flow.block;
        self.flow.breaks.push(Target { loc: breaks, block });
        if let Some(loc) = continues {
            self.flow.continues.push(Target { loc, block });
        }
    }

    pub(super) fn leave_loop(&mut self, is_loop: bool) {
        self.flow.breaks.pop();
        if is_loop {
            self.flow.continues.pop();
        }
    }

    pub(super) fn break_or_continue(&mut self, is_break: bool, span: Span) {
        let targets = if is_break {
            &self.flow.breaks
        } else {
            &self.flow.continues
        };
        let Some(&target) = targets.last() else {
            let word = if is_break { "break" } else { "continue" };
            self.error(span, format!("'{word}' outside of a loop"));
            return;
        };
        self.end_objects(self.flow.block, target.block);
        self.jump(target.loc);
    }

    pub(super) fn jump(&mut self, to: LocId) {
        if let Some(body) = &mut self.body {
            body.jump(to, EdgeKind::Jump);
        }
    }
}
