//! Lowering: the syntax trees of all units become one [`Program`].
//!
//! The order is that of the text. A declaration enters the scope; a function body is built
//! statement by statement into a `Body`, expressions leaving their side effects behind as edges
//! and giving back a pure term. What unspecified evaluation order allows, gcc 12 decides (`order`
//! in docs/limitations.md): operands from left to right, arguments from right to left after the
//! callee, the target of `=` before its value, the target of `op=` after it.
//!
//! A term that was built before an effect and is used after it is saved in a temporary if the
//! effect may change it (`protect`), so that terms stay small and read like the source.
//!
//! When all units are lowered, `finish` makes calls agree with definitions, completes tentative
//! definitions and turns bodies into automata; before its last steps, `extend` lets a property add
//! to the program.
//!
//! Invariant: the cost and the size of the result are linear in the source (typeof and sizeof of
//! an expression lower it once more and throw the result away).

mod asm;
mod assign;
mod atomic;
mod body;
mod builtin;
mod builtin_bits;
mod builtin_float;
mod builtin_overflow;
mod call;
mod cond;
mod conditional_type;
mod constant;
mod constructors;
mod convert;
mod copy_from_user;
mod counted_output;
mod decl;
mod designator;
mod enums;
mod equivalent_types;
mod evaluation_order;
mod expr;
mod extension;
mod function;
mod ifunc;
mod init;
mod jumps;
mod known_names;
mod link;
mod lvalue;
mod object_copies;
mod operator;
mod prototype;
mod record;
mod scope;
mod statement_expr;
mod stmt;
mod switch;
mod symbols;
#[cfg(test)]
mod tests;
mod type_expr;
mod type_query;
mod unused_inline;
mod varargs;
mod vector;
mod vla;

pub use asm::EXACT_ASSEMBLY;

use crate::syntax::ast::{self, Ast};
use body::Body;
pub(crate) use extension::Extension;
use ir::types::{DataModel, RecordId, TypeId, VlaId};
use ir::{AssumptionKind, ExprId, FuncId, Program, VarId};
use jumps::Flow;
use rustc_hash::{FxHashMap, FxHashSet};
use scope::{Entity, Scopes};
use source::{Diagnostic, Diagnostics, Interner, Span, Symbol};
use symbols::{Key, Symbols};

/// How to lower.
#[derive(Clone, Debug)]
pub struct Config {
    pub model: DataModel,
    /// The function where execution starts.
    pub entry: String,
    /// How many units are the user's; those behind them are ours.
    pub written: usize,
    /// Names that what is added later mentions.
    pub mentioned: Vec<Symbol>,
    /// The unit that calls the others and sees what they declare, `static` or not.
    pub environment: Option<usize>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            model: DataModel::default(),
            entry: "main".into(),
            written: usize::MAX,
            mentioned: Vec::new(),
            environment: None,
        }
    }
}

/// Lowers units and links them. The program is complete only if nothing said is an error.
pub fn lower(units: &[Ast], names: &mut Interner, config: &Config) -> (Program, Diagnostics) {
    lower_extended(units, names, config, None::<fn(&mut Extension<'_, '_>)>)
}

/// The same; before the last steps, `extend` may add to the program.
pub(crate) fn lower_extended<'a>(
    units: &'a [Ast],
    names: &'a mut Interner,
    config: &Config,
    extend: Option<impl FnOnce(&mut Extension<'_, 'a>)>,
) -> (Program, Diagnostics) {
    let mut lowerer = Lowerer::new(names, config, units.len() > 1);
    lowerer.symbols = Symbols::new(units, lowerer.names, &lowerer.known);
    lowerer.unused = unused_inline::unused(units, lowerer.names, &lowerer.known, config);
    for (n, unit) in units.iter().enumerate() {
        lowerer.ours = n >= config.written;
        lowerer.unit_index = n;
        match config.environment == Some(n) {
            true => lowerer.unit_that_sees_all(unit),
            false => lowerer.unit(unit),
        }
        if extend.is_some() || config.environment.is_some() {
            lowerer.remember_scope();
        }
    }
    lowerer.ours = false;
    lowerer.unused.clear();
    lowerer.unit_index = units.len();
    lowerer.link(config);
    if let Some(extend) = extend {
        extend(&mut Extension {
            lowerer: &mut lowerer,
        });
    }
    lowerer.finish();
    let mut said = Diagnostics::new();
    lowerer.messages.into_iter().for_each(|m| said.push(m));
    (lowerer.program, said)
}

struct Lowerer<'a> {
    program: Program,
    messages: Vec<Diagnostic>,
    names: &'a mut Interner,
    known: known_names::KnownNames,
    /// The unit being lowered.
    ast: &'a Ast,
    /// Whether it is a model, not text of the user.
    ours: bool,
    scopes: Scopes,
    /// What the file scopes of all units say.
    everything: Scopes,
    /// Arguments before a conversion that takes bits from them, by the call's arguments.
    written: Written,
    /// What the names of all units lead to.
    symbols: Symbols,
    /// The number of the unit being lowered.
    unit_index: usize,
    /// Functions and variables with linkage, of all units.
    linked: FxHashMap<Key, Linked>,
    /// What functions are linked as.
    keys: FxHashMap<FuncId, Key>,
    /// Variables with an explicit initialiser.
    defined: FxHashSet<VarId>,
    /// Functions with a body so far.
    bodies_of: FxHashSet<FuncId>,
    /// Those of them that are inline.
    inline_defined: FxHashSet<FuncId>,
    /// Inline functions that nothing mentions.
    unused: FxHashSet<Symbol>,
    vectors: vector::Vectors,
    /// Bodies that are not yet automata.
    bodies: Vec<(FuncId, Body)>,
    /// Present while a function is lowered.
    body: Option<Body>,
    flow: Flow,
    /// Deeper than 0 where nothing may be emitted: constant expressions.
    constant_depth: u32,
    /// Deeper than 0 in the parameter lists of function types.
    prototype_depth: u32,
    /// Whether something was to be emitted there.
    not_constant: bool,
    /// Records and enumerations by their occurrence in the unit's text.
    records: FxHashMap<ast::RecordId, RecordId>,
    enums: FxHashMap<ast::EnumId, ir::types::EnumId>,
    /// The length in elements of variable-length arrays.
    vla_lengths: FxHashMap<VlaId, VarId>,
    /// String literals by contents and type.
    strings: FxHashMap<(Box<[u8]>, TypeId), VarId>,
    /// Names that variables and functions are printed with.
    unique: FxHashSet<Box<str>>,
    local_unique: FxHashSet<Box<str>>,
    /// Where `&name` occurs in the unit, by position.
    addressed: Vec<(u32, Symbol)>,
    /// Those names in the function being lowered.
    taken: FxHashSet<Symbol>,
    /// What the statements of the unit can be jumped into by.
    jumps: Vec<jumps::Jumps>,
    /// Tags and typedefs of earlier units.
    shared: record::Shared,
    several_units: bool,
    reads: evaluation_order::Reads,
    /// What runs before the entry and after it.
    initialisers: constructors::Initialisers,
    /// Functions that others choose when the program is loaded.
    ifuncs: Vec<ifunc::Ifunc>,
    /// Assembly at file scope.
    file_asms: Vec<(Span, String)>,
    temps: u32,
}

/// For the arguments of calls in a function, those that are written otherwise.
type Written = FxHashMap<(FuncId, Box<[ExprId]>), Vec<Option<ExprId>>>;

/// Something with linkage.
#[derive(Clone, Copy, Debug)]
enum Linked {
    Var(VarId),
    Func(FuncId),
}

/// A unit without anything in it, until the first is lowered.
static EMPTY: std::sync::LazyLock<Ast> = std::sync::LazyLock::new(Ast::default);

impl<'a> Lowerer<'a> {
    fn new(names: &'a mut Interner, config: &Config, several_units: bool) -> Self {
        Self {
            program: Program::new(config.model),
            messages: Vec::new(),
            known: known_names::KnownNames::new(names),
            names,
            ast: &EMPTY,
            ours: false,
            scopes: Scopes::default(),
            everything: Scopes::default(),
            written: FxHashMap::default(),
            symbols: Symbols::default(),
            unit_index: 0,
            linked: FxHashMap::default(),
            keys: FxHashMap::default(),
            defined: FxHashSet::default(),
            bodies_of: FxHashSet::default(),
            inline_defined: FxHashSet::default(),
            unused: FxHashSet::default(),
            vectors: vector::Vectors::default(),
            bodies: Vec::new(),
            body: None,
            flow: Flow::default(),
            constant_depth: 0,
            prototype_depth: 0,
            not_constant: false,
            records: FxHashMap::default(),
            enums: FxHashMap::default(),
            vla_lengths: FxHashMap::default(),
            strings: FxHashMap::default(),
            unique: FxHashSet::default(),
            local_unique: FxHashSet::default(),
            addressed: Vec::new(),
            taken: FxHashSet::default(),
            jumps: Vec::new(),
            shared: record::Shared::default(),
            several_units,
            reads: evaluation_order::Reads::default(),
            initialisers: constructors::Initialisers::default(),
            ifuncs: Vec::new(),
            file_asms: Vec::new(),
            temps: 0,
        }
    }

    fn unit(&mut self, ast: &'a Ast) {
        self.scopes = Scopes::default();
        self.begin_unit(ast);
        ast.items.iter().for_each(|item| self.item(item));
        self.end_unit();
    }

    fn begin_unit(&mut self, ast: &'a Ast) {
        self.ast = ast;
        self.records.clear();
        self.enums.clear();
        self.note_tags();
        self.addressed = evaluation_order::addressed(ast);
        self.jumps = jumps::jumps(ast);
    }

    fn item(&mut self, item: &ast::Item) {
        match item {
            ast::Item::Declaration(id) => self.file_declaration(*id),
            ast::Item::Function(id) => self.function(*id),
            ast::Item::StaticAssert(check) => self.static_assert(check),
            ast::Item::Asm(id) => self.file_asm(*id),
        }
    }

    fn error(&mut self, span: Span, text: impl Into<String>) {
        self.message(Diagnostic::error(span, text));
    }

    fn warn(&mut self, span: Span, text: impl Into<String>) {
        self.message(Diagnostic::warning(span, text));
    }

    fn message(&mut self, message: Diagnostic) {
        // typeof and sizeof lower an operand more than once.
        if self.messages.last() != Some(&message) {
            self.messages.push(message);
        }
    }

    fn assume(&mut self, span: Span, kind: AssumptionKind, what: &str, assumption: &str) {
        self.program.ledger.add(span, kind, what, assumption);
    }

    fn name(&self, symbol: Symbol) -> &str {
        self.names.name(symbol)
    }

    /// The span of what is being lowered.
    fn span(&self) -> Span {
        self.body.as_ref().map_or(Span::NONE, |b| b.span)
    }

    fn show(&self, ty: TypeId) -> String {
        self.program.types.display(ty).to_string()
    }

    /// Recursion over trees as deep as the user likes.
    fn deep<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        source::deeper(|| work(self))
    }
}
