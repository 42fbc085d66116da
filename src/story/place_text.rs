//! Places as the user would write them: `i->next`, `d->name[2]`, `argv[1][0]`. Nothing where that is not plain.

use ir::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, Program, VarKind};

/// Longer spellings say nothing.
const MAX_SPELLING_BYTES: usize = 60;

/// Terms nested deeper are not spelt.
const MAX_TERM_DEPTH: usize = 12;

pub(super) fn place(program: &Program, id: PlaceId) -> Option<String> {
    let text = spell(program, id, MAX_TERM_DEPTH)?;
    (text.len() <= MAX_SPELLING_BYTES).then_some(text)
}

fn spell(program: &Program, id: PlaceId, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    Some(match program.terms.place(id).kind {
        PlaceKind::Var(var) => {
            let variable = &program.vars[var];
            let own = !matches!(variable.kind, VarKind::Temp(_) | VarKind::Literal);
            let plain = own && !variable.name.contains('$');
            plain.then(|| variable.name.to_string())?
        }
        PlaceKind::Deref(pointer) => match program.terms.expr(pointer).kind {
            ExprKind::Binary(BinaryOp::PtrAdd, base, index) => {
                let base = value(program, base, depth)?;
                format!("{base}[{}]", value(program, index, depth)?)
            }
            ExprKind::Load(inner) if is_table(program, inner) => {
                format!("{}[0]", spell(program, inner, depth)?)
            }
            _ => format!("*{}", value(program, pointer, depth)?),
        },
        PlaceKind::Field(base, field) => {
            let record = program.types.record_of(program.place_type(base))?;
            let name = program.types.records[record].fields[field].name.as_ref();
            let through = match program.terms.place(base).kind {
                PlaceKind::Deref(pointer) if !is_sum(program, pointer) => Some(pointer),
                _ => None,
            };
            match (through, name) {
                (Some(pointer), Some(name)) => {
                    format!("{}->{name}", value(program, pointer, depth)?)
                }
                (None, Some(name)) => match anonymous(program, base) {
                    Some(outer) => format!("{}.{name}", spell(program, outer, depth)?),
                    None => format!("{}.{name}", spell(program, base, depth)?),
                },
                (_, None) => return None,
            }
        }
        PlaceKind::Index(base, index) => {
            let base = spell(program, base, depth)?;
            format!("{base}[{}]", value(program, index, depth)?)
        }
    })
}

/// What a member without a name is a part of, if that is no pointer's target.
fn anonymous(program: &Program, base: PlaceId) -> Option<PlaceId> {
    let PlaceKind::Field(outer, field) = program.terms.place(base).kind else {
        return None;
    };
    let record = program.types.record_of(program.place_type(outer))?;
    let nameless = program.types.records[record].fields[field].name.is_none();
    nameless.then_some(outer)
}

fn is_sum(program: &Program, e: ExprId) -> bool {
    matches!(program.terms.expr(e).kind, ExprKind::Binary(..))
}

/// Whether a place holds a pointer that is itself found in a table: `argv[1]`, whose first character is `argv[1][0]`.
fn is_table(program: &Program, place: PlaceId) -> bool {
    match program.terms.place(place).kind {
        PlaceKind::Deref(pointer) => is_sum(program, pointer),
        PlaceKind::Index(..) => true,
        _ => false,
    }
}

fn value(program: &Program, e: ExprId, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    if let Some(number) = program.const_value(e) {
        return Some(number.to_string());
    }
    match program.terms.expr(e).kind {
        ExprKind::Load(place) => spell(program, place, depth),
        // A wider integer is the same index.
        ExprKind::Cast(inner) if program.types.is_integer(program.type_of(e)) => {
            value(program, inner, depth)
        }
        ExprKind::Cast(inner) => {
            let pointer = program.types.is_pointer(program.type_of(inner));
            let inner = value(program, inner, depth).filter(|_| pointer)?;
            Some(format!(
                "(({}){inner})",
                program.types.display(program.type_of(e))
            ))
        }
        ExprKind::AddrOf(place) => {
            let inner = spell(program, place, depth)?;
            Some(format!("(&{inner})"))
        }
        ExprKind::Binary(op, a, b) if op != BinaryOp::PtrAdd => {
            let (a, b) = (value(program, a, depth)?, value(program, b, depth)?);
            Some(format!("{a} {} {b}", op.symbol()))
        }
        _ => None,
    }
}
