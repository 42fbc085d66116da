//! What is read and what is written: variables that are no memory, and regions of memory.

use analysis::regions::RegionId;
use ir::{ExprId, ExprKind, Term, VarId};

use crate::encoding_context::EncodingContext;
use crate::execution::state::State;

/// In order.
#[derive(Clone, Debug, Default)]
pub struct Footprint {
    vars: Vec<VarId>,
    regions: Vec<RegionId>,
}

impl Footprint {
    /// What an expression reads.
    pub fn of(context: &EncodingContext<'_>, expr: ExprId) -> Self {
        let terms = &context.program.terms;
        let mut found = Footprint::default();
        for term in terms.parts(Term::Expr(expr)) {
            if let Term::Expr(e) = term
                && let ExprKind::Load(place) = terms.expr(e).kind
            {
                match context.symbol(place) {
                    Some(var) => found.vars.push(var),
                    None => found.regions.push(context.region(place)),
                }
            }
        }
        found.sorted()
    }

    /// What does not hold in a state what it held in an earlier one.
    pub fn between(context: &EncodingContext<'_>, earlier: &State, later: &State) -> Self {
        let mut earlier = earlier.clone();
        let vars = later.vars.iter();
        let vars = vars.filter(|(var, value)| earlier.var(context, **var) != **value);
        let vars = vars.map(|(var, _)| *var).collect();
        let regions = later.memory.iter();
        let regions =
            regions.filter(|(region, held)| earlier.memory(context, **region) != held.array);
        let regions = regions.map(|(region, _)| *region).collect();
        let found = Footprint { vars, regions };
        found.sorted()
    }

    pub fn meets(&self, other: &Footprint) -> bool {
        let vars = |v: &VarId| other.vars.binary_search(v).is_ok();
        let regions = |r: &RegionId| other.regions.binary_search(r).is_ok();
        let regions =
            |r: &RegionId| regions(r) && !mutants::is("writes-to-memory-touch-no-predicates");
        self.vars.iter().any(vars) || self.regions.iter().any(regions)
    }

    /// The variables that are no memory.
    pub fn vars(&self) -> &[VarId] {
        &self.vars
    }

    pub fn regions(&self) -> &[RegionId] {
        &self.regions
    }

    fn sorted(mut self) -> Self {
        self.vars.sort_unstable();
        self.vars.dedup();
        self.regions.sort_unstable();
        self.regions.dedup();
        self
    }
}
