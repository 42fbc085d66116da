//! Statements as far as whole integer variables go whose address is not taken: of memory, of pointers and of what functions do
//! that know more than such variables, nothing is known.
//!
//! What reads something else becomes anything, what writes something else is left out, and where a condition reads something
//! else, execution goes on either way. So every execution is still there, and more: what falls on all of these falls on all
//! executions. No store through a pointer and no function can change a local variable whose address is not taken; of the
//! variables that outlive functions, any may be changed by a function of which not all is known.

use std::collections::BTreeSet;

use analysis::termination::{Loop, callees};
use ir::{Callee, Cfg, ExprId, FuncId, PlaceId, PlaceKind, Program, Special, Stmt, Term, VarId};

/// The variables of a loop that are followed.
pub(super) struct WholeVariables {
    /// All of them, and those that outlive functions.
    pub(super) all: BTreeSet<VarId>,
    outliving: BTreeSet<VarId>,
}

impl WholeVariables {
    /// Those that a loop mentions, and these.
    pub(super) fn of(
        program: &Program,
        cfg: &Cfg,
        it: &Loop,
        also: impl Iterator<Item = VarId>,
    ) -> Self {
        let mut all: BTreeSet<VarId> = also.collect();
        for edge in cfg.edges().filter(|&e| it.body.contains(&cfg.source(e))) {
            let stmt = &cfg.edge(edge).stmt;
            let exprs = stmt.exprs().into_iter().map(Term::Expr);
            for root in exprs.chain(stmt.written().map(Term::Place)) {
                let variables = program.terms.variables(root).into_iter();
                all.extend(variables.filter(|&var| is_followed(program, var)));
            }
            if let Stmt::Call {
                callee: Callee::Direct(callee),
                ..
            } = stmt
                && let Some(callees) = callees(program, &[*callee])
            {
                all.extend(callees.outlive);
            }
        }
        let outliving = all.iter().copied();
        let outliving = outliving.filter(|&var| program.vars[var].kind.is_static());
        WholeVariables {
            outliving: outliving.collect(),
            all,
        }
    }

    /// What is done in place of a statement of that function.
    pub(super) fn statements(&self, program: &mut Program, func: FuncId, stmt: &Stmt) -> Vec<Stmt> {
        let whole = |program: &Program, place: PlaceId| match program.terms.place(place).kind {
            PlaceKind::Var(var) => is_followed(program, var),
            _ => false,
        };
        let knows = |program: &Program, e: ExprId| self.knows(program, e);
        match stmt {
            Stmt::Assign { place, value } => match (whole(program, *place), knows(program, *value))
            {
                (true, true) => vec![stmt.clone()],
                (true, false) => vec![Stmt::Havoc { place: *place }],
                (false, _) => Vec::new(),
            },
            Stmt::Assume { cond } if knows(program, *cond) => vec![stmt.clone()],
            Stmt::Begin { var } | Stmt::End { var } if is_followed(program, *var) => {
                vec![stmt.clone()]
            }
            Stmt::Call {
                result,
                callee,
                args,
            } => {
                let result = result.filter(|&place| whole(program, place));
                let known = args.iter().all(|&arg| knows(program, arg));
                match callee {
                    Callee::Direct(callee) if known && may_be_called(program, func, *callee) => {
                        let (callee, args) = (Callee::Direct(*callee), args.clone());
                        vec![Stmt::Call {
                            result,
                            callee,
                            args,
                        }]
                    }
                    _ => {
                        let mut found = Vec::new();
                        for &var in &self.outliving {
                            let place = program.var_place(var);
                            found.push(Stmt::Havoc { place });
                        }
                        found.extend(result.map(|place| Stmt::Havoc { place }));
                        found
                    }
                }
            }
            Stmt::Return { .. } => vec![stmt.clone()],
            _ => {
                let written = stmt.written().filter(|&place| whole(program, place));
                written
                    .map(|place| Stmt::Havoc { place })
                    .into_iter()
                    .collect()
            }
        }
    }

    /// Whether an expression reads nothing else.
    pub(super) fn knows(&self, program: &Program, e: ExprId) -> bool {
        program.types.is_integer(program.type_of(e))
            && program
                .terms
                .parts(Term::Expr(e))
                .iter()
                .all(|part| match *part {
                    Term::Place(place) => match program.terms.place(place).kind {
                        PlaceKind::Var(var) => is_followed(program, var),
                        _ => false,
                    },
                    Term::Expr(e) => program.types.is_integer(program.type_of(e)),
                })
    }
}

fn is_followed(program: &Program, var: VarId) -> bool {
    let it = &program.vars[var];
    !it.address_taken && !it.quals.is_volatile && program.types.is_integer(it.ty)
}

/// Whether all is known of what a function does, and it is not the one that makes the turn.
fn may_be_called(program: &Program, func: FuncId, callee: FuncId) -> bool {
    let is_error = program.funcs[callee].special == Some(Special::Error);
    let ends = matches!(
        program.funcs[callee].special,
        Some(Special::Abort | Special::Exit | Special::AssertFail | Special::Unreachable)
    );
    let known = callees(program, &[callee]);
    is_error || ends || known.is_some_and(|known| !known.functions.contains(&func))
}
