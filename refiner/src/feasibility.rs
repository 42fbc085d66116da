//! Whether some execution takes a path.

use abstractor::{BlockId, Blocks};
use ir::{EdgeId, FuncId, VarId};
use semantics::{Answer, EncodingContext, InputSource, PathInput, Prover, State, Taken, Walk};
use z3::Model;
use z3::ast::{Ast, BV, Bool};

use crate::blame::{
    Author, Blamed, Contradictions, assume, blame, contradictions, must_hold, near_contradiction,
};
use crate::outside_objects::{self, guess, tame};
use crate::path::{Path, Turn};

/// A condition that a path depends on.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The step of the path, and the edge of its block.
    pub step: usize,
    pub edge: usize,
    pub author: Author,
    pub holds: Bool,
}

/// A path that no execution takes.
pub struct Infeasible {
    /// Conditions that contradict each other, in order; never empty. There may be several such sets: the last ends
    /// first.
    cores: Vec<Vec<Condition>>,
    /// All conditions of the path, in order.
    pub conditions: Vec<Condition>,
    /// What holds of addresses on the path.
    pub layout: Vec<Bool>,
    /// The states before edges, where they are needed to tell places apart.
    pub states: Vec<(usize, usize, State)>,
    /// An execution up to the last condition of the set that ends first, if the solver has one. It is not looked for where
    /// only a part of the conditions was asked about.
    pub prefix: Option<Model>,
    /// Whether only a part of the conditions was asked about.
    in_part: bool,
}

/// A value for something that the program leaves open.
#[derive(Clone, Debug)]
pub struct InputValue {
    pub by: InputSource,
    pub value: Option<u64>,
    /// Bytes of the object at that address, or of the variable, by distance.
    pub contents: Vec<(u64, Vec<u8>)>,
}

/// An execution.
#[derive(Clone, Debug, Default)]
pub struct Execution {
    /// The values that the program leaves open, in order.
    pub given: Vec<InputValue>,
    /// Objects that the program has not made, met by following pointers: address and contents.
    pub outside: Vec<(u64, Vec<u8>)>,
    /// Why no system gives a program such objects, if none does.
    pub impossible: Option<&'static str>,
    /// Where variables lie that have no fixed place.
    pub places: Vec<(VarId, u64)>,
}

/// What became of a path.
pub enum Feasibility {
    /// Some execution takes it.
    Feasible(Execution),
    Infeasible(Box<Infeasible>),
    /// The solver gave up.
    Unknown,
}

/// Asks whether some execution takes the path. `authors` tells whose code a function is where that makes a difference to
/// what is blamed (`blame`).
pub fn feasibility(
    context: &EncodingContext<'_>,
    blocks: &Blocks,
    entry: FuncId,
    path: &Path,
    prover: &mut Prover,
    authors: Option<&dyn Fn(FuncId) -> Author>,
) -> Feasibility {
    let Follower {
        mut walk,
        conditions,
        states,
        ..
    } = Follower::along(context, blocks, entry, path, authors);
    outside_objects::note_older(&mut walk);
    if authors.is_some()
        && let Some(Blamed { conditions, cores }) = blame(&walk.state, &conditions, path)
    {
        return Feasibility::Infeasible(Box::new(Infeasible {
            cores: named(cores, &conditions),
            layout: walk.state.layout(),
            conditions,
            states,
            prefix: None,
            in_part: true,
        }));
    }
    match ask(&walk, &conditions, prover) {
        Ok(None) | Err(None) => Feasibility::Unknown,
        Ok(Some(model)) => Feasibility::Feasible(Execution {
            given: inputs(&walk, &model),
            outside: outside_objects::objects(&walk, &model),
            impossible: outside_objects::impossible(&walk, &model),
            places: outside_objects::places(&walk, &model),
        }),
        Err(Some((cores, prefix))) => Feasibility::Infeasible(Box::new(Infeasible {
            cores: named(cores, &conditions),
            layout: walk.state.layout(),
            conditions,
            states,
            prefix,
            in_part: false,
        })),
    }
}

/// Sets of conditions, which are given by number.
fn named(cores: Vec<Vec<usize>>, conditions: &[Condition]) -> Vec<Vec<Condition>> {
    let named = |core: Vec<usize>| core.into_iter().map(|i| conditions[i].clone()).collect();
    cores.into_iter().map(named).collect()
}

/// An execution under which all conditions hold, or those that contradict each other; nothing where the solver gave up.
fn ask(
    walk: &Walk<'_>,
    conditions: &[Condition],
    prover: &mut Prover,
) -> Result<Option<Model>, Option<Contradictions>> {
    // Nothing after a condition that never holds matters.
    let never = |c: &Condition| c.holds.as_bool() == Some(false);
    let first = conditions.iter().position(never);
    let conditions = &conditions[..first.map_or(conditions.len(), |first| first + 1)];
    prover.scope(|prover| {
        walk.state.layout().iter().for_each(|f| prover.assert(f));
        let names = assume(prover, conditions);
        match prover.check_with(&names) {
            Answer::Unsatisfiable => Err(Some(contradictions(prover, &names))),
            Answer::Unknown => {
                let holds = conditions.iter().map(|c| c.holds.clone());
                let facts: Vec<Bool> = walk.state.layout().into_iter().chain(holds).collect();
                guess(walk, &facts, SOLVER_EFFORT_PER_GUESS)
                    .map(Some)
                    .ok_or(None)
            }
            Answer::Satisfiable => Ok(tame(prover, walk, &names)),
        }
    })
}

/// How much effort a guess may take where the path itself was too hard.
const SOLVER_EFFORT_PER_GUESS: u32 = 10_000_000;

impl Infeasible {
    /// The conditions that contradict each other.
    pub fn core(&self) -> &[Condition] {
        self.cores.last().map_or(&[], Vec::as_slice)
    }

    /// Turns to other conditions that contradict each other, further on; `false` if there are none.
    pub fn look_further(&mut self) -> bool {
        self.prefix = None;
        self.cores.pop();
        !self.cores.is_empty()
    }

    /// Whether two addresses are one in an execution that goes as far as it can, or, where none was looked for, in all;
    /// nothing where the solver has none.
    pub(crate) fn is_same_address(&self, state: &State, (a, b): (&BV, &BV)) -> Option<bool> {
        let same = a.eq(b);
        match &self.prefix {
            Some(model) => Some(model.eval(&same, true).and_then(|v| v.as_bool()) == Some(true)),
            None => self.in_part.then(|| must_hold(state, self.core(), &same)),
        }
    }

    /// The state before an edge of a step.
    pub(crate) fn state(&self, step: usize, edge: usize) -> Option<&State> {
        let found = self
            .states
            .iter()
            .find(|(s, e, _)| (*s, *e) == (step, edge));
        found.map(|(_, _, state)| state)
    }

    /// The conditions before a position that contradict something there, if they do.
    pub(crate) fn against(
        &self,
        prover: &mut Prover,
        (step, edge): (usize, usize),
        claim: &Bool,
    ) -> Option<Vec<(usize, usize)>> {
        let earlier: Vec<&Condition> = self
            .conditions
            .iter()
            .filter(|c| (c.step, c.edge) < (step, edge))
            .collect();
        // What was blamed is near to the property, and so is what contradicts something on its way.
        if let Some(state) = self.state(step, edge).filter(|_| self.in_part) {
            let core = near_contradiction(state, &earlier, claim);
            return core.map(|core| core.iter().map(|c| (c.step, c.edge)).collect());
        }
        prover.scope(|prover| {
            self.layout.iter().for_each(|f| prover.assert(f));
            prover.assert(claim);
            let names: Vec<Bool> = (0..earlier.len())
                .map(|i| Bool::new_const(format!("condition{i}@")))
                .collect();
            for (name, condition) in names.iter().zip(&earlier) {
                prover.assert(&name.implies(&condition.holds));
            }
            let answer = prover.check_with(&names);
            (answer == Answer::Unsatisfiable).then(|| {
                let core = prover.core(&names);
                core.iter()
                    .map(|&i| (earlier[i].step, earlier[i].edge))
                    .collect()
            })
        })
    }
}

fn inputs(walk: &Walk<'_>, model: &Model) -> Vec<InputValue> {
    let value = |term: &BV| model.eval(term, true).and_then(|value| value.as_u64());
    let given = |asked: &PathInput| {
        let contents = asked.contents.iter().filter_map(|(start, term)| {
            let bytes = value(term)?.to_le_bytes();
            let size = (term.get_size() / 8).min(8) as usize;
            Some((*start, bytes[..size].to_vec()))
        });
        InputValue {
            by: asked.by,
            value: asked.value.as_ref().and_then(value),
            contents: contents
                .chain(outside_objects::held(walk, asked, model))
                .collect(),
        }
    };
    walk.inputs.iter().map(given).collect()
}

struct Follower<'p> {
    context: EncodingContext<'p>,
    walk: Walk<'p>,
    conditions: Vec<Condition>,
    states: Vec<(usize, usize, State)>,
    ended: bool,
    authors: Option<&'p dyn Fn(FuncId) -> Author>,
}

impl<'p> Follower<'p> {
    /// Follows a path from the start of a function to its end, or to where no execution goes on.
    fn along(
        context: &EncodingContext<'p>,
        blocks: &Blocks,
        entry: FuncId,
        path: &Path,
        authors: Option<&'p dyn Fn(FuncId) -> Author>,
    ) -> Follower<'p> {
        let mut follower = Follower {
            context: *context,
            walk: Walk::new(*context, State::initial(context, "0"), entry),
            conditions: Vec::new(),
            states: Vec::new(),
            ended: false,
            authors,
        };
        for (n, step) in path.steps.iter().enumerate() {
            if step.turn != Turn::Violation {
                follower.block(n, step.block, blocks);
            }
            if follower.ended {
                break;
            }
        }
        follower
    }

    fn block(&mut self, step: usize, block: BlockId, blocks: &Blocks) {
        for (n, &edge) in blocks.blocks[block].edges.iter().enumerate() {
            if self.ended {
                return;
            }
            self.edge(step, n, edge);
        }
    }

    fn edge(&mut self, step: usize, n: usize, edge: EdgeId) {
        let stmt = self
            .walk
            .func()
            .and_then(|f| self.context.program.funcs[f].body.as_ref())
            .map(|cfg| &cfg.edge(edge).stmt);
        let in_memory = stmt
            .and_then(|s| s.written())
            .is_some_and(|place| self.context.symbol(place).is_none());
        let calls = matches!(stmt, Some(ir::Stmt::Call { .. }));
        if in_memory || calls {
            self.states.push((step, n, self.walk.state.clone()));
        }
        let author = match (self.authors, self.walk.func()) {
            (Some(authors), Some(func)) => authors(func),
            _ => Author::Program,
        };
        match self.walk.step(edge) {
            Taken::To(_, Some(condition)) => self.condition((step, n), author, &condition),
            Taken::Outside(_, None) => {
                self.condition((step, n), author, &Bool::from_bool(false));
                self.ended = true;
            }
            Taken::Ended | Taken::Indirect(_) => self.ended = true,
            Taken::To(_, None)
            | Taken::Entered(_)
            | Taken::Returned(_)
            | Taken::Outside(_, Some(_)) => {}
        }
    }

    fn condition(&mut self, (step, edge): (usize, usize), author: Author, holds: &Bool) {
        let holds = holds.simplify();
        if holds.as_bool() != Some(true) {
            self.conditions.push(Condition {
                step,
                edge,
                author,
                holds,
            });
        }
    }
}
