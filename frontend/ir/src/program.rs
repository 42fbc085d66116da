//! A whole program: functions, variables, and what had to be assumed to lower them.

use super::cfg::{Cfg, LocId};
use super::term::{ExprId, Terms};
use crate::types::{DataModel, Quals, TypeId, Types};
use source::Span;
use source::entity::Arena;
use source::entity_id;

entity_id! {
    /// A function, with or without a body.
    pub struct FuncId, "f";
    /// A variable: global, local, temporary or string literal.
    pub struct VarId, "v";
}

#[derive(Clone, Debug)]
pub struct Program {
    pub types: Types,
    pub terms: Terms,
    pub vars: Arena<VarId, Variable>,
    pub funcs: Arena<FuncId, Function>,
    /// Where execution starts, if that function is there.
    pub entry: Option<FuncId>,
    /// Functions that run before the entry and after it (`constructor`, `destructor`).
    pub constructors: Vec<FuncId>,
    pub destructors: Vec<FuncId>,
    /// What code outside of the program has been given the address of, also by calls that a slice has left out.
    pub known_outside: Vec<Known>,
    /// Variables that nothing writes and whose value is a choice, made at the start, about what comes to be later: the
    /// object that a specification watches. See `analysis::prophecy`.
    pub prophecies: Vec<VarId>,
    /// What calls the program, where an environment stands for the code outside.
    pub environment: Option<EnvironmentCalls>,
    pub ledger: Ledger,
}

/// The functions of a program that has an environment, by whether that calls them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnvironmentCalls {
    pub called: Vec<FuncId>,
    /// Those beside them in the tables that it calls, and those that the program calls itself through pointers: taken
    /// not to be called, and the answer lists them.
    pub left_out: Vec<FuncId>,
    /// Those that code outside knows although no call gives them to it: exported, or in a table that only leads there
    /// through others.
    pub known_outside: Vec<FuncId>,
}

/// Something whose address is known outside of the program, and a distance from its start; none: any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    pub object: KnownObject,
    pub offset: Option<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownObject {
    Var(VarId),
    Func(FuncId),
    /// What the statement at that place of the function allocates.
    Allocated(FuncId, Span),
}

#[derive(Clone, Debug)]
pub struct Variable {
    /// As in the source; temporaries are named after what they hold.
    pub name: Box<str>,
    /// The name it is printed with: unique among the globals and the locals of its function.
    pub unique: Box<str>,
    pub ty: TypeId,
    pub quals: Quals,
    pub kind: VarKind,
    /// At least the alignment of the type.
    pub align: u64,
    /// Whether some expression takes its address; then it lives in memory.
    pub address_taken: bool,
    /// Of variables that exist always; absent for locals and for `extern` without a definition,
    /// whose contents are arbitrary.
    pub init: Option<Init>,
    pub span: Span,
}

impl Variable {
    /// Whether it is a string literal, which the lowering names so; compound literals may be
    /// written. (The elements are not `const` in C, so the type does not tell.)
    pub fn is_string(&self) -> bool {
        self.kind == VarKind::Literal && self.name.starts_with("str$")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VarKind {
    /// With external linkage.
    Global,
    /// `static` at file scope.
    Static,
    /// `static` in a function.
    StaticLocal(FuncId),
    /// A string literal, or a compound literal at file scope.
    Literal,
    /// The n-th parameter.
    Param(FuncId, u32),
    Local(FuncId),
    /// Made by the lowering; not in the text. Assigned before it is used on every path.
    Temp(FuncId),
}

impl VarKind {
    /// The function whose activations own the variable.
    pub fn owner(self) -> Option<FuncId> {
        match self {
            Self::Param(f, _) | Self::Local(f) | Self::Temp(f) => Some(f),
            _ => None,
        }
    }

    /// Whether it exists from the start of the program to its end.
    pub fn is_static(self) -> bool {
        self.owner().is_none()
    }
}

/// The contents of a variable at the start: zero, overwritten by the items in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Init {
    pub items: Vec<InitItem>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitItem {
    /// In bits from the start of the variable; a multiple of 8 except for bit-fields.
    pub bit_offset: u64,
    /// Of bit-fields.
    pub bit_width: Option<u32>,
    pub value: InitValue,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InitValue {
    /// A constant: a number, or an address with a constant offset, perhaps converted.
    Scalar(ExprId),
    /// The bytes of a string.
    Bytes(Box<[u8]>),
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: Box<str>,
    /// What else the text calls it: aliases, names with an `asm` label.
    pub other_names: Vec<Box<str>>,
    /// The name it is printed with: unique among the functions of the program.
    pub unique: Box<str>,
    /// Of kind function. For definitions, its parameters are those of `params`.
    pub ty: TypeId,
    pub params: Vec<VarId>,
    /// Everything else its activations own, in order of creation.
    pub locals: Vec<VarId>,
    /// Absent for functions without a body.
    pub body: Option<Cfg>,
    pub special: Option<Special>,
    pub internal: bool,
    /// Never returns to its caller (attribute, or known to the library).
    pub noreturn: bool,
    /// May be called through a pointer.
    pub address_taken: bool,
    /// Of the definition, or the first declaration.
    pub span: Span,
    /// Of the closing brace: where a function without `return` returns.
    pub end: Span,
}

impl Function {
    /// Whether the text calls it so somewhere.
    pub fn is_called(&self, name: &str) -> bool {
        &*self.name == name || self.other_names.iter().any(|n| &**n == name)
    }
}

/// Functions with a meaning of their own, recognised by name. Except for [`Special::Error`] they
/// are special only while they have no body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Special {
    /// `__VERIFIER_error`, `reach_error`: a call is the violation. Special with a body too.
    Error,
    /// `__assert_fail` and its like: a failed assertion; does not return.
    AssertFail,
    /// `abort`: ends the program abnormally.
    Abort,
    /// `exit`, `_exit`, `_Exit`: ends the program.
    Exit,
    /// `__VERIFIER_nondet_*`: any value.
    Nondet,
    /// `__builtin_unreachable`: executions that get here do not exist.
    Unreachable,
}

/// What the program's meaning rests on beside its text, in the order found.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    pub entries: Vec<LedgerEntry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerEntry {
    pub span: Span,
    pub kind: AssumptionKind,
    /// What was met: the function's name, the instruction.
    pub construct: Box<str>,
    /// What was assumed, in words.
    pub assumption: Box<str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AssumptionKind {
    /// A function without a body, called or its address taken.
    NoBody,
    /// A function without a body that is known by its name ([`library`](crate::library)).
    Library,
    /// A variable declared `extern` and defined nowhere.
    NoDefinition,
    InlineAssembly,
    /// `setjmp`, `longjmp`, `vfork` and other jumps the automata do not have.
    NonLocalJump,
    /// A declaration in one file disagrees with the definition in another.
    Mismatch,
    /// A builtin or extension with an approximate meaning.
    Approximation,
    /// Something whose meaning is not known: there is no answer.
    NotModelled,
    /// What something else might change, and is taken not to.
    Volatile,
    /// What is taken for granted of addresses and of what lies there.
    Memory,
    /// Executions that stop where C gives them no meaning.
    Fault,
    /// What the function is given that is started.
    Argument,
    /// Memory that the program neither has nor makes.
    MemoryOutside,
    /// What calls the program, and what does not.
    Environment,
}

/// What is said of a register of the machine that every function changes.
pub const MOVING_REGISTER: &str =
    "what this register of the machine holds is not known: where it matters, there is no answer";

impl AssumptionKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::NoBody => "no body",
            Self::Library => "library function",
            Self::NoDefinition => "no definition",
            Self::InlineAssembly => "inline assembly",
            Self::NonLocalJump => "non-local jump",
            Self::Mismatch => "mismatch",
            Self::Approximation => "approximation",
            Self::NotModelled => "not modelled",
            Self::Volatile => "volatile",
            Self::Memory => "memory",
            Self::Fault => "no fault",
            Self::Argument => "argument",
            Self::MemoryOutside => "memory outside",
            Self::Environment => "environment",
        }
    }
}

impl Program {
    pub fn new(model: DataModel) -> Self {
        Self {
            types: Types::new(model),
            terms: Terms::default(),
            vars: Arena::new(),
            funcs: Arena::new(),
            entry: None,
            constructors: Vec::new(),
            destructors: Vec::new(),
            known_outside: Vec::new(),
            prophecies: Vec::new(),
            environment: None,
            ledger: Ledger::default(),
        }
    }

    /// A new variable: unqualified, aligned like its type, not initialised. What activations of a function own beside
    /// its parameters becomes one of its locals.
    pub fn new_variable(
        &mut self,
        name: Box<str>,
        unique: Box<str>,
        ty: TypeId,
        kind: VarKind,
        span: Span,
    ) -> VarId {
        let var = self.vars.push(Variable {
            name,
            unique,
            ty,
            quals: Quals::NONE,
            kind,
            align: self.types.align_of(ty),
            address_taken: false,
            init: None,
            span,
        });
        if let VarKind::Local(func) | VarKind::Temp(func) = kind {
            self.funcs[func].locals.push(var);
        }
        var
    }

    /// A new temporary of a function, with a name that no other variable of it has.
    pub fn new_temporary(&mut self, func: FuncId, name: String, ty: TypeId, span: Span) -> VarId {
        let name: Box<str> = name.into();
        self.new_variable(name.clone(), name, ty, VarKind::Temp(func), span)
    }

    /// Functions with a body.
    pub fn defined(&self) -> impl DoubleEndedIterator<Item = (FuncId, &Function, &Cfg)> {
        self.funcs
            .iter()
            .filter_map(|(id, f)| f.body.as_ref().map(|cfg| (id, f, cfg)))
    }

    /// The first function of that name (one with external linkage before `static` ones).
    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        let named = || self.funcs.iter().filter(|(_, f)| &*f.name == name);
        named()
            .find(|(_, f)| !f.internal)
            .or_else(|| named().next())
            .or_else(|| self.funcs.iter().find(|(_, f)| f.is_called(name)))
            .map(|(id, _)| id)
    }

    /// The location of a label of a function.
    pub fn label(&self, func: FuncId, label: &str) -> Option<LocId> {
        let cfg = self.funcs[func].body.as_ref()?;
        cfg.locs()
            .find(|&l| cfg.loc(l).labels.iter().any(|name| &**name == label))
    }

    pub fn return_type(&self, func: FuncId) -> TypeId {
        self.types
            .function_type(self.funcs[func].ty)
            .map_or(self.types.void(), |f| f.ret)
    }
}

impl Ledger {
    pub fn add(
        &mut self,
        span: Span,
        kind: AssumptionKind,
        construct: impl Into<Box<str>>,
        assumption: impl Into<Box<str>>,
    ) {
        self.entries.push(LedgerEntry {
            span,
            kind,
            construct: construct.into(),
            assumption: assumption.into(),
        });
    }
}
