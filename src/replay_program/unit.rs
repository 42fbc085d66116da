//! A translation unit of the user's: its text, what is to be changed in it, and what is added to it.

use std::collections::BTreeMap;

use frontend::syntax::{ast, declare};
use ir::types::TypeId;
use ir::{FuncId, Program};
use source::{Interner, Span, Symbol, UnitId};

use super::edits::{Edits, Renamed};

pub(super) struct Unit {
    pub(super) id: UnitId,
    pub(super) ast: ast::Ast,
    /// The offset of its first byte in spans.
    pub(super) base: u32,
    pub(super) length: u32,
    pub(super) name: String,
    /// The file it goes to.
    pub(super) file: String,
    pub(super) edits: Edits,
    /// What stands before the text, and behind it.
    pub(super) before: String,
    pub(super) after: String,
    /// Other names of functions, wherever they are used.
    pub(super) uses: Renamed,
    /// Other names of functions where they are defined, by the position of the name.
    pub(super) definitions: BTreeMap<usize, String>,
    /// Functions in which others have yet other names.
    pub(super) inside: Vec<(std::ops::Range<usize>, Renamed)>,
}

impl Unit {
    /// Where a span lies in the text.
    pub(super) fn range(&self, span: Span) -> std::ops::Range<usize> {
        (span.start - self.base) as usize..(span.end - self.base) as usize
    }

    /// A piece of C with the names that it has in this unit.
    pub(super) fn spelled(&self, text: &str) -> String {
        let uses = |name: &str, _: usize| self.uses.get(name).cloned();
        let out = Edits::default().apply(text.as_bytes(), &uses);
        String::from_utf8_lossy(&out).into_owned()
    }

    /// The same of a declaration of names of the replay program's own.
    fn spelled_for(&self, text: &str, own: &str) -> String {
        let is_own = |name: &str| name == own || name.starts_with(ARGUMENT);
        let uses = |name: &str, _: usize| self.uses.get(name).filter(|_| !is_own(name)).cloned();
        let out = Edits::default().apply(text.as_bytes(), &uses);
        String::from_utf8_lossy(&out).into_owned()
    }

    /// Whether a position is in the body of a function.
    pub(super) fn in_function(&self, at: usize) -> bool {
        let mut all = self.ast.functions.values();
        all.any(|f| self.range(f.span).contains(&at))
    }

    pub(super) fn holds(&self, span: Span) -> bool {
        !span.is_none() && span.start >= self.base && span.start <= self.base + self.length
    }

    /// The definition of a function that stands at a place.
    pub(super) fn definition(&self, name: Symbol, at: Span) -> Option<ast::FunctionId> {
        let here = |f: &ast::FunctionDef| {
            f.declarator.name == name && f.span.start <= at.start && at.start <= f.span.end
        };
        let mut all = self.ast.functions.iter();
        all.find(|(_, f)| here(f)).map(|(id, _)| id)
    }

    /// The best declaration of a function at file scope: one that tells its parameters.
    pub(super) fn declaration(&self, name: Symbol) -> Option<ast::TypeId> {
        let mut best = None;
        for item in &self.ast.items {
            let ast::Item::Declaration(id) = item else {
                continue;
            };
            let declaration = &self.ast.declarations[*id];
            if declaration.specs.storage == Some(ast::Storage::Typedef) {
                continue;
            }
            for declarator in declaration.declarators.iter().filter(|d| d.name == name) {
                if let ast::TypeKind::Function { params, .. } = &self.ast.types[declarator.ty].kind
                {
                    let told = params.form == ast::ParamsForm::Prototype;
                    if told || best.is_none() {
                        best = Some(declarator.ty);
                    }
                }
            }
        }
        best
    }

    /// Whether the name is declared at file scope before a position.
    pub(super) fn declared_before(&self, name: Symbol, at: Span) -> bool {
        self.ast.items.iter().any(|item| match item {
            ast::Item::Declaration(id) => {
                let declaration = &self.ast.declarations[*id];
                declaration.span.start < at.start
                    && declaration.declarators.iter().any(|d| d.name == name)
            }
            _ => false,
        })
    }
}

/// The type of something, as it can be written in a unit.
#[derive(Clone, Debug)]
pub(super) enum Typed {
    Ast(ast::TypeId),
    Text(String),
}

impl Typed {
    /// A type of the program, where nothing in the text tells it.
    pub(super) fn of(program: &Program, ty: TypeId) -> Self {
        let text = match program.types.is_pointer(ty) {
            true => {
                let text = program.types.display(ty).to_string();
                match text.contains(['(', '[', '<', '{']) {
                    true => "void *".into(),
                    false => text,
                }
            }
            false => program.types.display(ty).to_string(),
        };
        Typed::Text(text)
    }
}

/// What a function takes and returns.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    pub(super) params: Vec<Typed>,
    /// None if it returns nothing.
    pub(super) result: Option<Typed>,
    pub(super) variadic: bool,
    /// The whole, with names for the parameters.
    whole: Option<ast::TypeId>,
}

/// How names of parameters begin.
const ARGUMENT: &str = "argument_";

/// The name of the n-th parameter, from 1.
pub(super) fn argument(n: usize) -> String {
    format!("{ARGUMENT}{n}")
}

impl Signature {
    /// That of a function of the program, as a declaration in the unit has it; without one, as the program has it.
    pub(super) fn new(
        unit: &mut Unit,
        names: &mut Interner,
        program: &Program,
        func: FuncId,
        declared: Option<ast::TypeId>,
        passed: Option<&Vec<TypeId>>,
    ) -> Self {
        let void = program.types.is_void(program.return_type(func));
        let told = declared.and_then(|ty| match &unit.ast.types[ty].kind {
            ast::TypeKind::Function { ret, params } => Some((*ret, params.clone())),
            _ => None,
        });
        let known = |params: &ast::Params| params.form != ast::ParamsForm::Unspecified;
        match told {
            Some((ret, params)) if known(&params) || passed.is_none_or(Vec::is_empty) => {
                Self::from_text(unit, names, ret, params, void)
            }
            _ => Self::from_program(program, func, passed, void),
        }
    }

    fn from_text(
        unit: &mut Unit,
        names: &mut Interner,
        ret: ast::TypeId,
        mut params: ast::Params,
        void: bool,
    ) -> Self {
        for (n, param) in params.list.iter_mut().enumerate() {
            param.ty = adjusted(&mut unit.ast, param.ty);
            param.name = Some(names.intern(&argument(n + 1)));
            param.attrs.clear();
            param.specs.storage = None;
        }
        if params.form == ast::ParamsForm::OldStyle {
            params.form = ast::ParamsForm::Prototype;
        }
        let list = params.list.iter().map(|param| Typed::Ast(param.ty));
        let (list, variadic) = (list.collect(), params.variadic);
        let whole = unit.ast.types.push(ast::TypeExpr {
            span: Span::NONE,
            kind: ast::TypeKind::Function { ret, params },
            quals: ast::Quals::default(),
            attrs: Vec::new(),
        });
        Signature {
            params: list,
            result: (!void).then_some(Typed::Ast(ret)),
            variadic,
            whole: Some(whole),
        }
    }

    fn from_program(
        program: &Program,
        func: FuncId,
        passed: Option<&Vec<TypeId>>,
        void: bool,
    ) -> Self {
        let function = program.types.function_type(program.funcs[func].ty);
        let declared = function.filter(|f| f.prototype).map(|f| f.params.to_vec());
        let params = declared.or(passed.cloned()).unwrap_or_default();
        Signature {
            params: params.iter().map(|&ty| Typed::of(program, ty)).collect(),
            result: (!void).then(|| Typed::of(program, program.return_type(func))),
            variadic: function.is_some_and(|f| f.variadic),
            whole: None,
        }
    }

    /// The head of a function of that name.
    pub(super) fn head(&self, unit: &Unit, names: &mut Interner, name: &str) -> Option<String> {
        if let Some(whole) = self.whole {
            let symbol = names.intern(name);
            let text = declare(&unit.ast, names, whole, symbol)?;
            return Some(unit.spelled_for(&text, name));
        }
        let params = self.params.iter().enumerate();
        let params: Option<Vec<String>> = params
            .map(|(n, ty)| declared(unit, names, ty, &argument(n + 1)))
            .collect();
        let mut params = params?.join(", ");
        if self.variadic && !params.is_empty() {
            params += ", ...";
        }
        let name = format!("{name}({params})");
        match &self.result {
            None => Some(format!("void {name}")),
            Some(ty) => declared(unit, names, ty, &name),
        }
    }

    /// The parameters, to be passed on.
    pub(super) fn arguments(&self) -> Vec<String> {
        (1..=self.params.len()).map(argument).collect()
    }
}

/// A declaration of a name.
pub(super) fn declared(
    unit: &Unit,
    names: &mut Interner,
    ty: &Typed,
    name: &str,
) -> Option<String> {
    match ty {
        Typed::Text(text) => Some(format!("{text} {name}")),
        Typed::Ast(ty) => {
            let symbol = names.intern(name);
            let text = declare(&unit.ast, names, *ty, symbol)?;
            Some(unit.spelled_for(&text, name))
        }
    }
}

/// What a parameter is when it is written as an array or as a function.
fn adjusted(ast: &mut ast::Ast, ty: ast::TypeId) -> ast::TypeId {
    let target = match ast.types[ty].kind {
        ast::TypeKind::Array { elem, .. } => elem,
        ast::TypeKind::Function { .. } => ty,
        _ => return ty,
    };
    ast.types.push(ast::TypeExpr {
        span: Span::NONE,
        kind: ast::TypeKind::Pointer(target),
        quals: ast::Quals::default(),
        attrs: Vec::new(),
    })
}
