//! Prophecies: variables that hold, or may hold, a choice about what comes to be later.
//!
//! The object that a specification watches is chosen before the program has made any
//! ([`Program::prophecies`]). Its address is an ordinary value, but not a pointer that was there: what holds of new
//! objects and the pointers from before ("they lie apart") does not hold of it, nor of any variable that it was copied
//! to. An analysis that derives such a fact asks here first.
//!
//! Flow-insensitive. Once a prophecy is in memory, whatever is read from memory may be one. (Abadi and Lamport, "The
//! existence of refinement mappings", 1991, is where the word comes from.)

use super::points_to::PointsTo;
use ir::{
    Callee, Cfg, ExprId, ExprKind, FuncId, PlaceId, PlaceKind, Program, Stmt, VarId, Variable,
};
use rustc_hash::FxHashSet;

/// Made once per program.
#[derive(Clone, Debug, Default)]
pub struct Prophecies {
    vars: FxHashSet<VarId>,
    /// Functions that may return one.
    returned: FxHashSet<FuncId>,
    /// Whether one may be in memory.
    in_memory: bool,
    /// Whether one goes where it cannot be followed.
    anywhere: bool,
}

impl Prophecies {
    pub fn new(program: &Program) -> Self {
        let mut found = Prophecies {
            vars: program.prophecies.iter().copied().collect(),
            ..Prophecies::default()
        };
        if found.vars.is_empty()
            || mutants::is("the-watched-address-is-not-followed-through-copies")
        {
            return found;
        }
        loop {
            let before = found.size();
            for (func, _, cfg) in program.defined() {
                found.function(program, func, cfg);
            }
            if found.size() == before {
                return found;
            }
        }
    }

    /// Those, and guesses: pointers made of a number that the program was given, which may turn out to be the address of
    /// an object that is made later.
    pub fn and_guesses(program: &Program, pts: &PointsTo) -> Self {
        let mut found = Self::new(program);
        let is_guess = |&(var, variable): &(VarId, &Variable)| {
            let object = pts.object_of(var);
            let is_pointer = program.types.is_pointer(variable.ty);
            let may_hold = |object| pts.cells_of(object).any(|cell| pts.may_hold_number(cell));
            is_pointer && object.is_some_and(may_hold)
        };
        let guesses = program.vars.iter().filter(is_guess);
        found.vars.extend(guesses.map(|(var, _)| var));
        found
    }

    /// Whether a variable may hold one.
    pub fn may_hold(&self, var: VarId) -> bool {
        self.anywhere || self.vars.contains(&var)
    }

    /// Whether the value of an expression may be computed from one. The outcome of a comparison is none.
    pub fn tell(&self, program: &Program, value: ExprId) -> bool {
        let mut open = vec![value];
        while let Some(next) = open.pop() {
            match program.terms.expr(next).kind {
                ExprKind::Load(place) if self.holds(program, place) => return true,
                ExprKind::AddrOf(place) => open.extend(self.computed_by(program, place)),
                ExprKind::Unary(_, arg) | ExprKind::Cast(arg) => open.push(arg),
                ExprKind::Binary(op, a, b) if !op.is_comparison() => open.extend([a, b]),
                _ => {}
            }
        }
        self.anywhere
    }

    /// The values that the address of a place is computed from.
    fn computed_by(&self, program: &Program, mut place: PlaceId) -> Vec<ExprId> {
        let mut found = Vec::new();
        loop {
            match program.terms.place(place).kind {
                PlaceKind::Var(_) => return found,
                PlaceKind::Deref(pointer) => {
                    found.push(pointer);
                    return found;
                }
                PlaceKind::Field(base, _) => place = base,
                PlaceKind::Index(base, index) => {
                    found.push(index);
                    place = base;
                }
            }
        }
    }

    fn holds(&self, program: &Program, place: PlaceId) -> bool {
        match plain(program, place) {
            Some(var) => self.vars.contains(&var),
            None => self.in_memory,
        }
    }

    fn size(&self) -> (usize, usize, bool, bool) {
        let (vars, returned) = (self.vars.len(), self.returned.len());
        (vars, returned, self.in_memory, self.anywhere)
    }

    fn function(&mut self, program: &Program, func: FuncId, cfg: &Cfg) {
        for edge in cfg.edges() {
            match &cfg.edge(edge).stmt {
                Stmt::Assign { place, value } if self.tell(program, *value) => {
                    self.receive(program, *place);
                }
                Stmt::Return { value: Some(value) } if self.tell(program, *value) => {
                    self.returned.insert(func);
                }
                Stmt::Call {
                    result,
                    callee,
                    args,
                } => self.call(program, *result, *callee, args),
                _ => {}
            }
        }
    }

    fn call(
        &mut self,
        program: &Program,
        result: Option<PlaceId>,
        callee: Callee,
        args: &[ExprId],
    ) {
        let given: Vec<bool> = args.iter().map(|&arg| self.tell(program, arg)).collect();
        let Callee::Direct(callee) = callee else {
            self.anywhere |= given.contains(&true);
            return;
        };
        let function = &program.funcs[callee];
        match function.body {
            // What is passed beyond the parameters is read from memory.
            Some(_) => {
                self.in_memory |= given.iter().skip(function.params.len()).any(|&given| given);
                let params = function.params.iter().zip(&given);
                self.vars
                    .extend(params.filter_map(|(&param, &given)| given.then_some(param)));
            }
            None => self.anywhere |= given.contains(&true),
        }
        if let Some(place) = result.filter(|_| self.returned.contains(&callee)) {
            self.receive(program, place);
        }
    }

    fn receive(&mut self, program: &Program, place: PlaceId) {
        match plain(program, place) {
            Some(var) => {
                self.vars.insert(var);
            }
            None => self.in_memory = true,
        }
    }
}

/// The variable that a place is, if nothing else leads there.
fn plain(program: &Program, place: PlaceId) -> Option<VarId> {
    match program.terms.place(place).kind {
        PlaceKind::Var(var) => {
            let variable = &program.vars[var];
            (!variable.address_taken && program.types.is_scalar(variable.ty)).then_some(var)
        }
        _ => None,
    }
}
