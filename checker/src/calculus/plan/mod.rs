//! Plans: how a block is evaluated.
//!
//! First the explicit variables are bound, by nested loops over tables and templates ([`order`]); each loop looks up what is
//! known already, so that the loops are as short as the program's control flow is sparse. Then, for each binding, the symbolic
//! part is computed by a fixed list of operations on BDDs ([`data`]), which is the same whatever order the loops have. A step of
//! the program whose first state nothing else speaks of works in place, and everything is quantified with the
//! operation after which nothing speaks of it (early quantification).

mod data;
mod order;
mod pattern;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::formula::{Arg, Compare, Definition, RelId, Relation, Scalar, Template, VarId};
use super::layout::Layout;
use super::normal::{Block, Conjunct};
use super::registers::Kind;
use super::types::Types;
pub(super) use order::Step;

/// What plans are made with.
#[derive(Clone, Copy)]
pub(super) struct Context<'c> {
    pub(super) types: &'c Types,
    pub(super) definitions: &'c [Definition],
    pub(super) layouts: &'c [Layout],
}

/// A table that is looked into.
#[derive(Clone, Debug)]
pub(super) struct Scan {
    pub(super) relation: RelId,
    /// In the order of the table's columns.
    pub(super) columns: Vec<Arg>,
    /// The rows of another table are left out, cell by cell: so many leading columns of this one are constants, and the others
    /// begin so.
    pub(super) without: Option<Without>,
}

#[derive(Clone, Debug)]
pub(super) struct Without {
    pub(super) relation: RelId,
    pub(super) prefix: Vec<u32>,
    /// How many leading columns of the scan are constants.
    pub(super) constants: usize,
}

/// Rows of a template; which row it is goes to a variable of its own.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    pub(super) template: Template,
    pub(super) columns: Vec<Arg>,
    pub(super) row: usize,
}

/// A symbolic variable in its register.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) kind: Kind,
    pub(super) register: u8,
    /// Of a valuation: the program counter at which it is, which tells what matters.
    pub(super) pc: Option<VarId>,
    /// Of a bit vector.
    pub(super) width: u32,
}

/// How a relation is seen by the arguments that it is given.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    /// Bits that are constants.
    pub(super) fixed: Vec<(Held, u32)>,
    /// Two parameters with one argument: the second register goes away.
    pub(super) tied: Vec<(Held, u8)>,
    pub(super) forgotten: Vec<Held>,
    /// To which registers.
    pub(super) moved: Vec<(Held, u8)>,
}

/// An operation on the cell of a row.
#[derive(Clone, Debug)]
pub(super) enum DataOp {
    /// Meets the cell of a scan.
    Load(usize, View, Vec<Held>),
    /// Loses what a table has at the bound columns.
    Remove(Scan, View),
    /// One step in place, forwards or backwards.
    Step {
        rows: usize,
        forward: bool,
    },
    /// A whole call in place, whose callee does what the cell of a scan says: it begins in the first register there, and ends
    /// in the second.
    Over {
        rows: usize,
        scan: usize,
        registers: (u8, u8),
        forward: bool,
    },
    /// Meets the relation of a template's row.
    Full(usize, View, Vec<Held>),
    /// Two valuations are the same, or not.
    Equal(Held, u8, Option<VarId>, bool),
    Compare {
        compare: Compare,
        left: Option<u8>,
        right: Option<u8>,
        positive: bool,
    },
    Holds(Held, bool),
    /// Meets the union of some blocks, or loses it.
    Blocks(Vec<Plan>, bool),
    Forget(Vec<Held>),
    Move(Vec<(Held, u8)>),
}

/// How one block is evaluated; see the module's text.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) scans: Vec<Scan>,
    pub(super) rows: Vec<Rows>,
    /// Comparisons of explicit variables.
    pub(super) compares: Vec<(Compare, bool)>,
    /// Explicit variables that are bound from outside.
    given: Vec<VarId>,
    /// All others.
    explicit: Vec<VarId>,
    pub(super) data: Vec<DataOp>,
    pub(super) is_false: bool,
    /// Registers of valuations and of bits that it needs.
    pub(super) registers: (u8, u8),
    /// How many numbers the environment of the loops holds.
    pub(super) environment: usize,
    /// The block is a copy of (a part of) a table, so many of whose leading columns are constants.
    pub(super) copies: Option<Copied>,
    /// The relations that occur inside of negations and unions, on which increments do not work.
    pub(super) inner: Vec<RelId>,
    orders: RefCell<FxHashMap<Option<usize>, Rc<Vec<Step>>>>,
}

/// A subtree that becomes a subtree of the target.
#[derive(Clone, Debug)]
pub(super) struct Copied {
    pub(super) prefix: Vec<u32>,
    /// The leading columns of the target: a constant, or all values of the column's type.
    pub(super) target: Vec<Option<u32>>,
}

/// Where the rows of a block go.
#[derive(Clone, Debug, Default)]
pub(super) struct Target {
    /// Explicit variables, which must be bound in the end.
    pub(super) columns: Vec<VarId>,
    /// Symbolic variables, and the registers they must be in.
    pub(super) held: BTreeMap<VarId, (Kind, u8)>,
    /// Explicit variables that are bound from outside.
    pub(super) given: Vec<VarId>,
}

impl Target {
    /// The table of a relation.
    pub(super) fn of(layout: &Layout) -> Target {
        let held = layout.registers.iter().enumerate();
        Target {
            columns: layout.columns.clone(),
            held: held
                .filter_map(|(i, register)| Some((VarId(i as u32), (*register)?)))
                .collect(),
            given: Vec::new(),
        }
    }
}

impl Plan {
    pub(super) fn new(
        context: Context<'_>,
        scalars: &[Scalar],
        block: &Block,
        target: &Target,
    ) -> Plan {
        let mut plan = Plan {
            scans: Vec::new(),
            rows: Vec::new(),
            compares: Vec::new(),
            given: target.given.clone(),
            explicit: Vec::new(),
            data: Vec::new(),
            is_false: false,
            registers: (4, 0),
            environment: scalars.len(),
            copies: None,
            inner: Vec::new(),
            orders: RefCell::default(),
        };
        let items = plan.items(context, scalars, block);
        let is_explicit = |v: &VarId| scalars[v.index()].ty.is_explicit();
        let mut explicit: Vec<VarId> = block.mentioned().into_keys().collect();
        explicit.extend(&target.columns);
        explicit.retain(|v| is_explicit(v) && !target.given.contains(v));
        explicit.sort_unstable();
        explicit.dedup();
        plan.explicit = explicit;
        plan.copies = pattern::copied(context, &plan, &items, target);
        data::plan(context, scalars, block, target, items, &mut plan);
        plan
    }

    /// How many of its operations step forwards and backwards.
    pub(super) fn directions(&self) -> (usize, usize) {
        let is = |op: &&DataOp, wanted: bool| match op {
            DataOp::Step { forward, .. } | DataOp::Over { forward, .. } => *forward == wanted,
            _ => false,
        };
        let count = |wanted| self.data.iter().filter(|op| is(op, wanted)).count();
        (count(true), count(false))
    }

    /// Whether it stands inside of another one.
    pub(super) fn has_given(&self) -> bool {
        !self.given.is_empty()
    }

    /// The relations that are scanned, in the order of the scans.
    pub(super) fn scanned(&self) -> impl Iterator<Item = RelId> + '_ {
        self.scans.iter().map(|s| s.relation)
    }

    /// The loops, with a scan that is taken first.
    pub(super) fn order(
        &self,
        driver: Option<usize>,
        estimate: impl Fn(Template, &[bool]) -> usize,
        domain: impl Fn(VarId) -> usize,
    ) -> Rc<Vec<Step>> {
        if let Some(known) = self.orders.borrow().get(&driver) {
            return Rc::clone(known);
        }
        let order = Rc::new(order::order(self, driver, estimate, domain));
        self.orders.borrow_mut().insert(driver, Rc::clone(&order));
        order
    }

    /// Moves the numbers of template rows in the environment.
    fn shift_rows(&mut self, by: usize) {
        self.rows.iter_mut().for_each(|rows| rows.row += by);
        for op in &mut self.data {
            if let DataOp::Blocks(plans, _) = op {
                plans.iter_mut().for_each(|plan| plan.shift_rows(by));
            }
        }
    }

    /// Sorts the conjuncts into loops and symbolic parts.
    fn items(&mut self, context: Context<'_>, scalars: &[Scalar], block: &Block) -> Vec<Item> {
        let mut items = Vec::new();
        for conjunct in &block.conjuncts {
            match conjunct {
                Conjunct::False => self.is_false = true,
                Conjunct::Atom(atom) => match atom.relation {
                    Relation::Defined(id) => {
                        let scan = scan(context, id, &atom.args);
                        items.push(Item::Load(self.scans.len(), atom.args.clone()));
                        self.scans.push(scan);
                    }
                    Relation::Template(template) => {
                        let columns = explicit_args(template, &atom.args);
                        let row = self.environment;
                        self.environment += 1;
                        if !template.is_control() {
                            items.push(Item::Template(self.rows.len(), atom.args.clone()));
                        }
                        self.rows.push(Rows {
                            template,
                            columns,
                            row,
                        });
                    }
                },
                Conjunct::NotAtom(atom) => match atom.relation {
                    Relation::Defined(id) => {
                        let scan = scan(context, id, &atom.args);
                        self.inner.push(id);
                        items.push(Item::Remove(scan, atom.args.clone()));
                    }
                    Relation::Template(_) => {
                        let inner = Block::of(Conjunct::Atom(atom.clone()));
                        items.push(Item::Blocks(vec![inner], false));
                    }
                },
                Conjunct::Compare(compare, positive) if compare.ty.is_explicit() => {
                    self.compares.push((*compare, *positive));
                }
                Conjunct::Compare(compare, positive) => {
                    items.push(Item::Compare(*compare, *positive));
                }
                Conjunct::Holds(var, value) => items.push(Item::Holds(*var, *value)),
                Conjunct::None(inner) => items.push(Item::Blocks(inner.clone(), false)),
                Conjunct::Any(inner) => items.push(Item::Blocks(inner.clone(), true)),
            }
        }
        pattern::differences(context, self, &mut items);
        pattern::calls(context, scalars, block, self, &mut items);
        items
    }
}

/// A conjunct with a symbolic part.
#[derive(Clone, Debug)]
enum Item {
    Load(usize, Vec<Arg>),
    Remove(Scan, Vec<Arg>),
    /// Not one that is about program counters only.
    Template(usize, Vec<Arg>),
    /// A step over a call: the template whose row is the call, the scan of what the callee does, the valuations of the states
    /// before and after, and the parameters of the scan with which the callee begins and ends.
    Over {
        rows: usize,
        scan: usize,
        before: [VarId; 2],
        after: [VarId; 2],
        registers: (u8, u8),
    },
    Compare(Compare, bool),
    Holds(VarId, bool),
    Blocks(Vec<Block>, bool),
}

fn scan(context: Context<'_>, relation: RelId, args: &[Arg]) -> Scan {
    let columns = &context.layouts[relation.index()].columns;
    Scan {
        relation,
        columns: columns.iter().map(|c| args[c.index()]).collect(),
        without: None,
    }
}

/// The program counters among a template's arguments.
fn explicit_args(template: Template, args: &[Arg]) -> Vec<Arg> {
    let places: &[usize] = match template {
        Template::Entry | Template::Exit | Template::Goal | Template::Init => &[0],
        Template::ProgramInt | Template::IntoCall | Template::IntoExit | Template::Remember => {
            &[0, 3]
        }
        Template::Across => &[0, 1],
        Template::Return => &[0, 3, 6],
        Template::ReturnA | Template::ReturnB => &[0, 3, 4],
    };
    places.iter().map(|&i| args[i]).collect()
}

/// The valuations among a template's arguments, with the registers of [`super::templates::Templates::full`].
fn symbolic_args(template: Template) -> &'static [(usize, u8)] {
    match template {
        Template::Entry | Template::Exit | Template::Goal | Template::Across => &[],
        Template::Init => &[(1, 1), (2, 1)],
        Template::ProgramInt | Template::IntoCall | Template::IntoExit | Template::Remember => {
            &[(1, 0), (2, 0), (4, 1), (5, 1)]
        }
        Template::Return => &[(1, 0), (2, 0), (4, 3), (5, 3), (7, 1), (8, 1)],
        Template::ReturnA => &[(1, 0), (2, 0), (5, 1), (6, 1)],
        Template::ReturnB => &[(1, 3), (2, 3), (5, 1), (6, 1)],
    }
}
