//! What devices and interrupts change: reads of volatile memory that is not the program's own may give anything.
//!
//! A register of a device is read through a pointer that comes from outside, or from a number. Volatile variables of the
//! program itself are taken to hold what the program wrote, and the ledger says so: a model of the interrupt can be
//! part of the program, one of a device is too much to ask.

use crate::points_to::{ObjectKind, PointsTo};
use ir::{AssumptionKind, EdgeId, ExprKind, FuncId, PlaceId, PlaceKind, Program, Stmt, VarKind};
use source::Span;

const HOLDS: &str =
    "holds what the program last wrote: no interrupt, device or other thread changes it";

/// Makes reads of volatile memory outside arbitrary, and notes what is assumed of the others. The lowering has made
/// each read an assignment of its own. Says how many have changed.
pub fn open_reads(program: &mut Program, pts: &PointsTo) -> usize {
    let mut open: Vec<(FuncId, EdgeId, PlaceId, PlaceId)> = Vec::new();
    let mut own: Vec<(Span, PlaceId)> = Vec::new();
    for (func, _, cfg) in program.defined().filter(|(f, ..)| pts.is_reached(*f)) {
        for edge in cfg.edges() {
            let Some((to, from)) = volatile_read(program, &cfg.edge(edge).stmt) else {
                continue;
            };
            match leads_outside(program, pts, from)
                && !mutants::is("device-registers-hold-what-was-written")
            {
                true => open.push((func, edge, to, from)),
                false => own.push((cfg.edge(edge).span, from)),
            }
        }
    }
    let opened = open.len();
    for (func, edge, to, from) in open {
        name(program, to, from);
        if let Some(cfg) = &mut program.funcs[func].body {
            cfg.edge_mut(edge).stmt = Stmt::Havoc { place: to };
        }
    }
    for (span, place) in own {
        let said = program.show_place(place).to_string();
        let ledger = &mut program.ledger;
        ledger.add(span, AssumptionKind::Volatile, said, HOLDS);
    }
    opened
}

/// The temporary and the place of an assignment that reads something volatile.
fn volatile_read(program: &Program, stmt: &Stmt) -> Option<(PlaceId, PlaceId)> {
    let Stmt::Assign { place, value } = *stmt else {
        return None;
    };
    let PlaceKind::Var(to) = program.terms.place(place).kind else {
        return None;
    };
    let mut value = value;
    // A bit-field is widened.
    while let ExprKind::Cast(inner) = program.terms.expr(value).kind {
        value = inner;
    }
    let ExprKind::Load(from) = program.terms.expr(value).kind else {
        return None;
    };
    let temporary = matches!(program.vars[to].kind, VarKind::Temp(_));
    (temporary && program.is_volatile(from)).then_some((place, from))
}

/// Whether a place may be memory that the program neither has nor makes.
fn leads_outside(program: &Program, pts: &PointsTo, place: PlaceId) -> bool {
    if let Some(var) = program.terms.place_var(place) {
        return program.vars[var].init.is_none();
    }
    let targets = pts.place_targets(program, place);
    let outside = |o| pts.objects[o].kind == ObjectKind::External;
    targets.is_empty() || targets.iter().any(|t| outside(t.object))
}

/// Lets a temporary be called what was read into it.
fn name(program: &mut Program, temporary: PlaceId, from: PlaceId) {
    let said = program.show_place(from).to_string();
    if let Some(var) = program.terms.place_var(temporary) {
        program.vars[var].name = said.into();
    }
}
