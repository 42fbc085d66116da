//! Which of the values that the program is given are addresses, and of what.

use std::collections::BTreeSet;

use interp::RequestKind;
use ir::types::{TypeId, Types};
use ir::{Program, VarId};
use semantics::Layout;

use super::inputs::Value;
use verify::{RecordedInput, Recording};

/// What numbers are addresses of.
pub(super) struct Addresses<'a> {
    pub(super) program: &'a Program,
    pub(super) recording: &'a Recording,
    /// Variables with numbers that become pointers.
    pub(super) numbers: BTreeSet<VarId>,
}

impl Addresses<'_> {
    /// The variable or function at an address. Where nothing is said of variables, numbers are not addresses of them.
    pub(super) fn find(&self, address: u64) -> Option<Value> {
        let statics = self.recording.statics.as_ref()?;
        if let Some(func) = Layout::function_at(self.program, address) {
            return Some(Value::Function(func));
        }
        let holds = |&&(var, start): &&(VarId, u64)| {
            let types = &self.program.types;
            let size = types.size_of(self.program.vars[var].ty).unwrap_or(1);
            (start..start + size.max(1)).contains(&address)
        };
        let mut all = statics.iter().chain(&self.recording.locals);
        let (var, start) = all.find(holds)?;
        Some(Value::Variable(*var, address - start))
    }

    /// What an input asked for that is no address here.
    pub(super) fn asks(&self, asked: &RecordedInput) -> String {
        let program = self.program;
        let what = match asked.kind {
            RequestKind::Call(func) | RequestKind::Library(func) => {
                format!("'{}' returns", program.funcs[func].name)
            }
            RequestKind::Uninitialised(var) | RequestKind::Undefined(var) => {
                format!("'{}' holds", program.vars[var].name)
            }
            _ => "the program reads".into(),
        };
        format!("{what} the address of an object that has no place here; it is a number")
    }
}

/// The variable that what was asked for goes to.
pub(super) fn asked_variable(program: &Program, asked: &RecordedInput) -> Option<VarId> {
    match asked.kind {
        RequestKind::Uninitialised(var) | RequestKind::Undefined(var) => Some(var),
        _ => {
            let cfg = program.funcs[asked.site.func].body.as_ref()?;
            let place = cfg.edge(asked.site.edge?).stmt.written()?;
            program.terms.place_var(place)
        }
    }
}

/// The type of what was asked for.
pub(super) fn asked_type(program: &Program, asked: &RecordedInput) -> Option<TypeId> {
    match asked.kind {
        RequestKind::Call(func) | RequestKind::Library(func) => Some(program.return_type(func)),
        RequestKind::Uninitialised(var) | RequestKind::Undefined(var) => Some(program.vars[var].ty),
        RequestKind::Havoc => {
            let cfg = program.funcs[asked.site.func].body.as_ref()?;
            let place = cfg.edge(asked.site.edge?).stmt.written()?;
            Some(program.place_type(place))
        }
        RequestKind::Allocated(_) => None,
    }
}

/// Where pointers lie in a value of a type, as far as there are bytes.
pub(super) fn pointers_in(types: &Types, ty: TypeId, bytes: usize) -> Vec<u64> {
    let mut found = BTreeSet::new();
    let mut stack = vec![(ty, 0u64)];
    while let Some((ty, at)) = stack.pop() {
        if at >= bytes as u64 {
            continue;
        }
        if types.is_pointer(ty) {
            found.insert(at);
        } else if let Some(record) = types.record_of(ty) {
            let fields = types.records[record].fields.values();
            stack.extend(fields.map(|field| (field.ty, at + field.offset())));
        } else if let Some(elem) = types.elem(ty) {
            let each = types.size_of(elem).unwrap_or(0).max(1);
            let whole = types.size_of(ty).unwrap_or(0).min(bytes as u64 - at);
            // Large arrays of numbers are passed over.
            if !types.is_scalar(elem) || types.is_pointer(elem) {
                stack.extend((0..whole.div_ceil(each)).map(|n| (elem, at + n * each)));
            }
        }
    }
    found.into_iter().collect()
}

/// A word among bytes.
pub(super) fn word(bytes: &[u8], at: u64, size: u64) -> Option<u64> {
    let from = usize::try_from(at).ok()?;
    let mut all = [0; 8];
    all[..size as usize].copy_from_slice(bytes.get(from..from + size as usize)?);
    Some(u64::from_le_bytes(all))
}
