//! What was asked for in a run, by who asks: tables of values in C.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use frontend::entity::EntityId;
use frontend::interp::{Input, RequestKind};
use frontend::ir::{Callee, EdgeId, EdgeKind, FuncId, PlaceKind, Program, Stmt, VarId, VarKind};
use semantics::{FUNCTIONS, OPEN};

use crate::check::{Asked, Check, Recording};

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    /// A function without a body; if a built-in model calls it, which.
    Call(FuncId, Option<FuncId>),
    /// A function of the library that is built in.
    Library(FuncId),
    /// A variable that comes into being.
    Variable(VarId),
    /// A variable that comes into being anew where its declaration is passed, when its function begins.
    Entered(VarId),
    /// A place in the text: a register of a device, an output of assembly.
    Edge(FuncId, EdgeId),
    /// Memory that is allocated.
    Allocated,
}

/// A value as the harness hands it out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Nothing is said of it.
    Open,
    Number(u128),
    Bytes(Vec<u8>),
    /// A new object of so many bytes.
    Fresh(u64),
    /// So many bytes behind the start of a variable.
    Variable(VarId, u64),
    Function(FuncId),
    /// An object at an address that begins with these bytes.
    Object(u64, Vec<u8>),
}

/// All that the program is given.
#[derive(Debug, Default)]
pub(super) struct Inputs {
    pub(super) tables: BTreeMap<Key, Vec<Value>>,
    /// Objects from outside, by address.
    pub(super) objects: Vec<(u64, Vec<u8>)>,
    /// Words in them that are addresses of the program's own variables and functions.
    pub(super) patches: Vec<(u64, Value)>,
    /// Whether anything is said of addresses of local variables.
    pub(super) locals: bool,
    pub(super) met_watched: Option<u64>,
    /// Variables that are made anew each time their declaration is passed.
    pub(super) begun: BTreeSet<VarId>,
}

/// Sorts what was asked for.
pub(super) fn collect(check: &Check, recording: Recording) -> Inputs {
    let program = &check.whole;
    let begun = begun_inside(program);
    let mut known: Vec<(u64, u64)> = recording
        .outside
        .iter()
        .map(|(start, bytes)| (*start, *start + bytes.len() as u64))
        .collect();
    let mut inputs = Inputs {
        met_watched: recording.met_watched,
        ..Inputs::default()
    };
    for asked in &recording.asked {
        let Some(key) = key(check, &begun, asked) else {
            continue;
        };
        let value = inputs.value(program, asked, recording.statics.is_some(), &mut known);
        inputs.tables.entry(key).or_default().push(value);
    }
    for table in inputs.tables.values_mut() {
        while table.last() == Some(&Value::Open) {
            table.pop();
        }
    }
    inputs.patch(program, &recording);
    inputs.objects = recording.outside;
    inputs.begun = begun;
    inputs
}

impl Inputs {
    /// The value that was asked for. `fixed`: addresses are those that the solver speaks of.
    fn value(
        &mut self,
        program: &Program,
        asked: &Asked,
        fixed: bool,
        known: &mut Vec<(u64, u64)>,
    ) -> Value {
        match &asked.input {
            Input::Unknown => Value::Open,
            Input::Bytes(bytes) => Value::Bytes(bytes.clone()),
            Input::Fresh(size) => Value::Fresh(*size),
            Input::Address(var, offset) => Value::Variable(*var, *offset),
            Input::Object(address, size, contents) => {
                let inside = known
                    .iter()
                    .any(|&(start, end)| (start..end).contains(address));
                match inside {
                    true => Value::Number((*address).into()),
                    false => {
                        known.push((*address, address + size));
                        Value::Object(*address, contents.clone())
                    }
                }
            }
            Input::Bits(bits) => {
                let pointer = match asked.kind {
                    RequestKind::Call(func) | RequestKind::Library(func) => {
                        program.types.is_pointer(program.return_type(func))
                    }
                    RequestKind::Uninitialised(var) | RequestKind::Undefined(var) => {
                        program.types.is_pointer(program.vars[var].ty)
                    }
                    _ => false,
                };
                match u64::try_from(*bits).ok().filter(|_| pointer) {
                    Some(address) => self.pointer(program, address, fixed),
                    None => Value::Number(*bits),
                }
            }
        }
    }

    fn pointer(&mut self, program: &Program, address: u64, fixed: bool) -> Value {
        if let Some(func) = function_at(program, address).filter(|_| fixed) {
            return Value::Function(func);
        }
        if address > 0xffff && address < u64::MAX - 0xffff && !OPEN.contains(&address) {
            self.locals = true;
        }
        Value::Number(address.into())
    }

    /// Finds the addresses of variables and functions among the pointers that the run has read from outside.
    fn patch(&mut self, program: &Program, recording: &Recording) {
        let size = program.types.pointer_size() as usize;
        for &at in &recording.pointers {
            let object = recording.outside.iter().rfind(|(start, _)| *start <= at);
            let Some((start, bytes)) = object else {
                continue;
            };
            let from = (at - start) as usize;
            let Some(word) = bytes.get(from..from + size) else {
                continue;
            };
            let mut all = [0; 8];
            all[..size].copy_from_slice(word);
            let address = u64::from_le_bytes(all);
            let holds = |&&(var, start): &&(VarId, u64)| {
                let size = program.types.size_of(program.vars[var].ty).unwrap_or(1);
                (start..start + size.max(1)).contains(&address)
            };
            let Some(statics) = &recording.statics else {
                continue;
            };
            if let Some(func) = function_at(program, address) {
                self.patches.push((at, Value::Function(func)));
            } else if let Some(&(var, start)) = statics.iter().find(holds) {
                self.patches
                    .push((at, Value::Variable(var, address - start)));
            }
        }
    }

    /// The variables whose addresses are needed, and the functions.
    pub(super) fn addressed(&self) -> (BTreeSet<VarId>, BTreeSet<FuncId>) {
        let (mut vars, mut funcs) = (BTreeSet::new(), BTreeSet::new());
        let patches = self.patches.iter().map(|patch| &patch.1);
        for value in self.tables.values().flatten().chain(patches) {
            match value {
                Value::Variable(var, _) => {
                    vars.insert(*var);
                }
                Value::Function(func) => {
                    funcs.insert(*func);
                }
                _ => {}
            }
        }
        (vars, funcs)
    }

    pub(super) fn table(&self, key: Key) -> &[Value] {
        self.tables.get(&key).map_or(&[], Vec::as_slice)
    }

    /// Whether anything is said of what somebody asks for.
    pub(super) fn tells(&self, key: Key) -> bool {
        !self.table(key).is_empty()
    }
}

fn function_at(program: &Program, address: u64) -> Option<FuncId> {
    let distance = address.checked_sub(FUNCTIONS)?;
    let n = (distance / 16) as usize;
    (distance.is_multiple_of(16) && n < program.funcs.len()).then(|| FuncId::from_index(n))
}

/// Variables that are made anew each time their declaration is passed.
fn begun_inside(program: &Program) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    for (_, _, cfg) in program.defined() {
        for edge in cfg.edges().map(|e| cfg.edge(e)) {
            if let Stmt::Havoc { place } = edge.stmt
                && edge.kind == EdgeKind::Implicit
                && let PlaceKind::Var(var) = program.terms.place(place).kind
                && matches!(program.vars[var].kind, VarKind::Local(_))
            {
                found.insert(var);
            }
        }
    }
    found
}

fn key(check: &Check, begun: &BTreeSet<VarId>, asked: &Asked) -> Option<Key> {
    let program = &check.whole;
    // Which object is watched is known by the comparison that meets it.
    if matches!(asked.kind, RequestKind::Undefined(var) if Some(var) == check.own.watched) {
        return None;
    }
    Some(match asked.kind {
        RequestKind::Call(func) => {
            let inside = Some(asked.site.func).filter(|&f| check.own.is_model(f));
            Key::Call(func, inside)
        }
        RequestKind::Library(func) => Key::Library(func),
        RequestKind::Uninitialised(var) => match program.vars[var].kind {
            VarKind::Temp(_) => return None,
            VarKind::Local(_) if begun.contains(&var) => Key::Entered(var),
            _ => Key::Variable(var),
        },
        RequestKind::Undefined(var) => Key::Variable(var),
        RequestKind::Allocated(_) => Key::Allocated,
        RequestKind::Havoc => {
            let edge = asked.site.edge?;
            let cfg = program.funcs[asked.site.func].body.as_ref()?;
            match cfg.edge(edge).stmt {
                Stmt::Havoc { place } => match program.terms.place(place).kind {
                    PlaceKind::Var(var) if begun.contains(&var) => Key::Variable(var),
                    _ => Key::Edge(asked.site.func, edge),
                },
                // A function that is not part of the program; the slice has made this of the call.
                Stmt::Call {
                    callee: Callee::Indirect(_),
                    ..
                } => Key::Edge(asked.site.func, edge),
                _ => return None,
            }
        }
    })
}

/// The name of the C variable with the address of a variable or function.
pub(super) fn address_name(value: &Value) -> Option<String> {
    match value {
        Value::Variable(var, _) => Some(format!("cegar_variable_{}", var.index())),
        Value::Function(func) => Some(format!("cegar_function_{}", func.index())),
        _ => None,
    }
}

/// Bytes as a string of C.
pub(super) fn string(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for byte in bytes {
        // Writing to a string does not fail.
        let _ = write!(out, "\\{byte:03o}");
    }
    out + "\""
}

/// A value as an element of a table.
pub(super) fn element(value: &Value) -> String {
    match value {
        Value::Open => "{ 0 }".into(),
        Value::Number(bits) if *bits <= u128::from(u64::MAX) => format!("{{ 'n', {bits:#x}ull }}"),
        Value::Number(bits) => {
            let all = bits.to_le_bytes();
            format!("{{ 'b', 0, {}, 16 }}", string(&all))
        }
        Value::Bytes(all) => format!("{{ 'b', 0, {}, {} }}", string(all), all.len()),
        Value::Fresh(size) => format!("{{ 'f', {size} }}"),
        Value::Object(address, all) => {
            format!("{{ 'o', {address:#x}, {}, {} }}", string(all), all.len())
        }
        Value::Variable(_, offset) => {
            let name = address_name(value).unwrap_or_default();
            format!("{{ 'a', {offset}, 0, 0, &{name} }}")
        }
        Value::Function(_) => {
            let name = address_name(value).unwrap_or_default();
            format!("{{ 'a', 0, 0, 0, &{name} }}")
        }
    }
}
