//! What names stand for: variables, constants, members, types.

use ir::types::{Field, FieldIdx, RecordId, TypeId};
use ir::{ExprId, FuncId, PlaceId, PlaceKind, VarId, Variable};

use super::{Parsed, Parser};

impl<'t> Parser<'_, 't> {
    /// The type in parentheses that comes next, and what is behind it.
    pub(super) fn cast_type(&self) -> Option<(TypeId, &'t str)> {
        let inside = self.rest.strip_prefix('(')?;
        let mut open = 1;
        let end = inside.find(|c| {
            open += i32::from(c == '(') - i32::from(c == ')');
            open == 0
        })?;
        let wanted = spelled(&inside[..end]);
        let first = wanted.chars().next()?;
        if !first.is_alphabetic() && first != '_' {
            return None;
        }
        let types = &self.program.types;
        let ty = types
            .ids()
            .find(|&ty| spelled(&types.display(ty).to_string()) == wanted)?;
        Some((ty, &inside[end + 1..]))
    }

    /// The variable of a name in a function: as it is printed, or else as in the text if there is only one. A local hides a global.
    pub(super) fn variable(&self, name: &str, func: Option<FuncId>) -> Option<VarId> {
        let visible = |called: &dyn Fn(&Variable) -> bool| {
            let mut found: Vec<(bool, VarId)> = Vec::new();
            for (id, v) in self.program.vars.iter() {
                let owner = v.kind.owner();
                if called(v) && (owner.is_none() || owner == func) {
                    found.push((owner.is_none(), id));
                }
            }
            found.sort_unstable();
            found
        };
        if let Some(&(_, id)) = visible(&|v| &*v.unique == name).first() {
            return Some(id);
        }
        match visible(&|v| &*v.name == name)[..] {
            [(_, only)] => Some(only),
            [(false, local), (true, _), ..] => Some(local),
            _ => None,
        }
    }

    /// The local of another function, `main::port`, as what is at its address: it can be pointed to, and not be read.
    pub(super) fn elsewhere(&mut self, name: &str) -> Option<PlaceId> {
        let (func, local) = name.split_once("::")?;
        let program = &mut *self.program;
        let is_it = |v: &Variable| {
            let owner = v.kind.owner().filter(|_| v.address_taken);
            &*v.unique == local && owner.is_some_and(|f| &*program.funcs[f].unique == func)
        };
        let (var, variable) = program.vars.iter().find(|(_, v)| is_it(v))?;
        let (address, ty) = (self.layout.fixed(var)?, variable.ty);
        let ty = program.types.pointer(ty);
        let address = program.int_const(address.into(), ty);
        Some(program.deref(address))
    }

    /// Whether a place is the local of another function, or in it.
    pub(super) fn is_elsewhere(&self, place: PlaceId) -> bool {
        let terms = &self.program.terms;
        let mut at = place;
        loop {
            match terms.place(at).kind {
                PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => at = base,
                PlaceKind::Var(_) => return false,
                PlaceKind::Deref(pointer) => {
                    let address = terms.int_value(pointer).and_then(|a| u64::try_from(a).ok());
                    let at = address.and_then(|a| self.layout.at(a));
                    let owner = at.and_then(|(var, _)| self.program.vars[var].kind.owner());
                    return owner.is_some();
                }
            }
        }
    }

    pub(super) fn constant(&mut self, name: &str) -> Option<ExprId> {
        match name {
            "NULL" | "false" => return Some(self.program.int(0)),
            "true" => return Some(self.program.int(1)),
            _ => {}
        }
        let enums = self.program.types.enums.values();
        let (kind, bits) = enums
            .flat_map(|e| e.constants.iter().map(move |c| (e.kind, c)))
            .find(|(_, (constant, _))| &**constant == name)
            .map(|(kind, (_, bits))| (kind, *bits))?;
        let ty = self.program.types.int_type(kind);
        Some(self.program.int_const(bits, ty))
    }

    pub(super) fn member(&mut self, base: PlaceId) -> Parsed<PlaceId> {
        let name = self.advance();
        let record = self.program.types.record_of(self.program.place_type(base));
        let path = record.and_then(|r| self.find_member(r, name, 0));
        let path = path.ok_or_else(|| format!("there is no member '{name}'"))?;
        Ok(path
            .into_iter()
            .fold(base, |at, f| self.program.field(at, f)))
    }

    /// The way to a member, through anonymous ones.
    pub(super) fn find_member(
        &self,
        record: RecordId,
        name: &str,
        depth: usize,
    ) -> Option<Vec<FieldIdx>> {
        let fields = &self.program.types.records[record].fields;
        let called = |(id, field): &(FieldIdx, &Field)| match &field.name {
            Some(own) => &**own == name,
            None => id.to_string() == name,
        };
        if let Some((id, _)) = fields.iter().find(called) {
            return Some(vec![id]);
        }
        let anonymous = fields
            .iter()
            .filter(|(_, f)| f.name.is_none() && depth < 20);
        for (id, field) in anonymous {
            let inner = self.program.types.record_of(field.ty);
            if let Some(mut path) = inner.and_then(|r| self.find_member(r, name, depth + 1)) {
                path.insert(0, id);
                return Some(path);
            }
        }
        None
    }
}

/// The name of a type with its blanks in one form.
fn spelled(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    words.replace(" *", "*").replace("( ", "(")
}
