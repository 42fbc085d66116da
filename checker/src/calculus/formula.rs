//! Formulas after their names are looked up: variables are scalars with numbers, each quantifier has its own.

use rustc_hash::FxHashMap;

use super::types::ScalarType;
use crate::bp::Span;

/// A scalar variable of one relation: its parameters come first, then what its body quantifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct VarId(pub(super) u32);

impl VarId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug)]
pub(super) struct Scalar {
    /// As in the text, with members behind dots.
    pub(super) name: String,
    pub(super) ty: ScalarType,
    /// Of a valuation that belongs to a state: the state's program counter.
    pub(super) pc: Option<VarId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct RelId(pub(super) u32);

impl RelId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a program gives, see [`super::templates`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Template {
    Entry,
    Exit,
    Goal,
    Init,
    ProgramInt,
    IntoCall,
    Across,
    Return,
    IntoExit,
    ReturnA,
    ReturnB,
    Remember,
}

impl Template {
    pub(super) const ALL: [Template; 12] = [
        Template::Entry,
        Template::Exit,
        Template::Goal,
        Template::Init,
        Template::ProgramInt,
        Template::IntoCall,
        Template::Across,
        Template::Return,
        Template::IntoExit,
        Template::ReturnA,
        Template::ReturnB,
        Template::Remember,
    ];

    /// Its name and the types of its parameters.
    pub(super) fn signature(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Template::Entry => ("Entry", &["PC"]),
            Template::Exit => ("Exit", &["PC"]),
            Template::Goal => ("Goal", &["PC"]),
            Template::Init => ("Init", &["State"]),
            Template::ProgramInt => ("ProgramInt", &["State", "State"]),
            Template::IntoCall => ("IntoCall", &["State", "State"]),
            Template::Across => ("Across", &["PC", "PC"]),
            Template::Return => ("Return", &["State", "State", "State"]),
            Template::IntoExit => ("IntoCall1", &["State", "PC", "Local", "Global"]),
            Template::ReturnA => ("ReturnA", &["State", "PC", "State"]),
            Template::ReturnB => ("ReturnB", &["State", "PC", "State"]),
            Template::Remember => ("Remember", &["State", "State"]),
        }
    }

    pub(super) fn name(self) -> &'static str {
        self.signature().0
    }

    /// Whether it is about program counters only.
    pub(super) fn is_control(self) -> bool {
        matches!(
            self,
            Template::Entry | Template::Exit | Template::Goal | Template::Across
        )
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Relation {
    Defined(RelId),
    Template(Template),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Arg {
    Var(VarId),
    Const(u32),
}

impl Arg {
    pub(super) fn var(self) -> Option<VarId> {
        match self {
            Arg::Var(var) => Some(var),
            Arg::Const(_) => None,
        }
    }
}

/// A relation and a scalar for each scalar of its parameters.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    pub(super) relation: Relation,
    pub(super) args: Vec<Arg>,
    pub(super) span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Order {
    Equal,
    Less,
    LessEqual,
}

/// `left order right + offset`, both of one type. What is too large for the type is nothing's equal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compare {
    pub(super) order: Order,
    pub(super) left: (Arg, u32),
    pub(super) right: (Arg, u32),
    pub(super) ty: ScalarType,
}

#[derive(Clone, Debug)]
pub(super) enum Formula {
    Const(bool),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Not(Box<Formula>),
    Exists(Vec<VarId>, Box<Formula>),
    Atom(Atom),
    Compare(Compare),
    /// A boolean.
    Holds(VarId),
}

impl Formula {
    /// How many parts it has.
    pub(super) fn size(&self) -> usize {
        match self {
            Formula::And(all) | Formula::Or(all) => {
                all.iter().map(Formula::size).sum::<usize>() + 1
            }
            Formula::Not(inner) | Formula::Exists(_, inner) => inner.size() + 1,
            _ => 1,
        }
    }

    /// A copy with other quantified variables: `fresh` makes one for each, in order.
    pub(super) fn renamed(
        &self,
        renamed: &mut FxHashMap<VarId, VarId>,
        fresh: &mut impl FnMut(VarId) -> VarId,
    ) -> Formula {
        let var = |renamed: &FxHashMap<VarId, VarId>, v: VarId| *renamed.get(&v).unwrap_or(&v);
        let arg = |renamed: &FxHashMap<VarId, VarId>, a: Arg| match a {
            Arg::Var(v) => Arg::Var(var(renamed, v)),
            constant => constant,
        };
        match self {
            Formula::Const(value) => Formula::Const(*value),
            Formula::And(all) => {
                Formula::And(all.iter().map(|f| f.renamed(renamed, fresh)).collect())
            }
            Formula::Or(all) => {
                Formula::Or(all.iter().map(|f| f.renamed(renamed, fresh)).collect())
            }
            Formula::Not(inner) => Formula::Not(Box::new(inner.renamed(renamed, fresh))),
            Formula::Exists(vars, inner) => {
                let copies: Vec<VarId> = vars.iter().map(|&v| fresh(v)).collect();
                renamed.extend(vars.iter().copied().zip(copies.iter().copied()));
                Formula::Exists(copies, Box::new(inner.renamed(renamed, fresh)))
            }
            Formula::Atom(atom) => Formula::Atom(Atom {
                args: atom.args.iter().map(|&a| arg(renamed, a)).collect(),
                ..atom.clone()
            }),
            Formula::Compare(compare) => Formula::Compare(Compare {
                left: (arg(renamed, compare.left.0), compare.left.1),
                right: (arg(renamed, compare.right.0), compare.right.1),
                ..*compare
            }),
            Formula::Holds(v) => Formula::Holds(var(renamed, *v)),
        }
    }

    /// Calls `each` with every atom and whether it stands under an even number of negations.
    pub(super) fn each_atom(&self, positive: bool, each: &mut impl FnMut(&Atom, bool)) {
        match self {
            Formula::And(all) | Formula::Or(all) => {
                all.iter().for_each(|f| f.each_atom(positive, each));
            }
            Formula::Not(inner) => inner.each_atom(!positive, each),
            Formula::Exists(_, inner) => inner.each_atom(positive, each),
            Formula::Atom(atom) => each(atom, positive),
            Formula::Const(_) | Formula::Compare(_) | Formula::Holds(_) => {}
        }
    }
}

/// A relation with its equation; the question is one without parameters.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) is_fixed_point: bool,
    /// The first of `scalars`.
    pub(super) params: usize,
    pub(super) scalars: Vec<Scalar>,
    pub(super) body: Formula,
}
