//! Scopes: what a name means at a point of the text.
//!
//! Ordinary names and tags are two name spaces (C11 6.2.3); labels are handled where jumps are,
//! members where records are. A table of stacks: the last entry of a name is the visible one, and
//! leaving a scope pops what it pushed.

use ir::types::{EnumId, Quals, RecordId, TypeId};
use ir::{ExprId, FuncId, VarId};
use rustc_hash::FxHashMap;
use source::Symbol;

/// A type with what C attaches to it in a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QualType {
    pub(super) ty: TypeId,
    pub(super) quals: Quals,
    /// An alignment that a typedef or attribute gave, in bytes.
    pub(super) align: Option<u64>,
}

impl QualType {
    pub(super) fn plain(ty: TypeId) -> Self {
        Self {
            ty,
            quals: Quals::NONE,
            align: None,
        }
    }
}

/// What an ordinary name stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entity {
    Var(VarId),
    /// A variable-length array: the variable holds its address.
    Vla(VarId),
    /// A variable that this unit declares with another type than its definition.
    View(VarId, TypeId),
    Func(FuncId),
    Typedef(QualType),
    /// An enumerator.
    Const(ExprId),
    /// A parameter of a prototype, whose type other parameters may ask for.
    Param(TypeId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

#[derive(Clone, Default)]
pub(super) struct Scopes {
    names: FxHashMap<Symbol, Vec<(u32, Entity)>>,
    tags: FxHashMap<Symbol, Vec<(u32, Tag)>>,
    /// What each open scope below the file's has pushed.
    open: Vec<Vec<Pushed>>,
}

#[derive(Clone)]
enum Pushed {
    Name(Symbol),
    Tag(Symbol),
}

impl Scopes {
    pub(super) fn enter(&mut self) {
        self.open.push(Vec::new());
    }

    pub(super) fn leave(&mut self) {
        for pushed in self.open.pop().unwrap_or_default() {
            match pushed {
                Pushed::Name(name) => {
                    self.names.get_mut(&name).and_then(Vec::pop);
                }
                Pushed::Tag(name) => {
                    self.tags.get_mut(&name).and_then(Vec::pop);
                }
            }
        }
    }

    /// 0 at file scope.
    pub(super) fn depth(&self) -> u32 {
        self.open.len() as u32
    }

    pub(super) fn lookup(&self, name: Symbol) -> Option<Entity> {
        Some(self.names.get(&name)?.last()?.1)
    }

    /// The entity, if it was declared in the innermost scope.
    pub(super) fn lookup_here(&self, name: Symbol) -> Option<Entity> {
        let &(depth, entity) = self.names.get(&name)?.last()?;
        (depth == self.depth()).then_some(entity)
    }

    /// What the name means at file scope.
    pub(super) fn lookup_file(&self, name: Symbol) -> Option<Entity> {
        let &(depth, entity) = self.names.get(&name)?.first()?;
        (depth == 0).then_some(entity)
    }

    pub(super) fn declare(&mut self, name: Symbol, entity: Entity) {
        let depth = self.depth();
        let stack = self.names.entry(name).or_default();
        match stack.last_mut() {
            Some(last) if last.0 == depth => last.1 = entity,
            _ => {
                stack.push((depth, entity));
                if let Some(scope) = self.open.last_mut() {
                    scope.push(Pushed::Name(name));
                }
            }
        }
    }

    /// Declares at file scope whatever the current scope is: implicit functions.
    pub(super) fn declare_file(&mut self, name: Symbol, entity: Entity) {
        let stack = self.names.entry(name).or_default();
        match stack.first_mut() {
            Some(first) if first.0 == 0 => first.1 = entity,
            _ => stack.insert(0, (0, entity)),
        }
    }

    /// Removes a name from file scope, when no other scope is open.
    pub(super) fn forget(&mut self, name: Symbol) {
        self.names.remove(&name);
    }

    pub(super) fn forget_tag(&mut self, name: Symbol) {
        self.tags.remove(&name);
    }

    pub(super) fn tag(&self, name: Symbol) -> Option<Tag> {
        Some(self.tags.get(&name)?.last()?.1)
    }

    pub(super) fn tag_here(&self, name: Symbol) -> Option<Tag> {
        let &(depth, tag) = self.tags.get(&name)?.last()?;
        (depth == self.depth()).then_some(tag)
    }

    pub(super) fn declare_tag(&mut self, name: Symbol, tag: Tag) {
        let depth = self.depth();
        let stack = self.tags.entry(name).or_default();
        match stack.last_mut() {
            Some(last) if last.0 == depth => last.1 = tag,
            _ => {
                stack.push((depth, tag));
                if let Some(scope) = self.open.last_mut() {
                    scope.push(Pushed::Tag(name));
                }
            }
        }
    }
}
