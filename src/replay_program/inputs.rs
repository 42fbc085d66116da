//! What was asked for in a run, by who asks: tables of values in C.

use std::collections::{BTreeMap, BTreeSet};

use interp::{Input, RequestKind};
use ir::types::TypeId;
use ir::{Callee, EdgeId, EdgeKind, FuncId, PlaceKind, Program, Stmt, VarId, VarKind};
use semantics::UNFIXED_ADDRESSES;

use super::integer_pointers;
use super::pointers::{Addresses, asked_type, asked_variable, pointers_in, word};
use verify::{RecordedInput, Recording, Session};

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

/// A value as the replay program hands it out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Nothing is said of it.
    Open,
    Number(u128),
    /// Bytes, and the addresses among them by distance.
    Bytes(Vec<u8>, Vec<(u64, Value)>),
    /// A new object of so many bytes.
    Fresh(u64),
    /// So many bytes behind the start of a variable.
    Variable(VarId, u64),
    Function(FuncId),
    /// An object at an address that begins with these bytes, with the addresses among them.
    Object(u64, Vec<u8>, Vec<(u64, Value)>),
}

/// All that the program is given.
#[derive(Debug, Default)]
pub(super) struct Inputs {
    pub(super) tables: BTreeMap<Key, Vec<Value>>,
    /// Objects from outside, by address.
    pub(super) objects: Vec<(u64, Vec<u8>)>,
    /// Words in them that are addresses of the program's own variables and functions.
    pub(super) patches: Vec<(u64, Value)>,
    /// What is given that may be an address of what has none here, in words.
    pub(super) nowhere: BTreeSet<String>,
    pub(super) met_watched: Option<u64>,
    /// Variables that are made anew each time their declaration is passed.
    pub(super) begun: BTreeSet<VarId>,
}

/// Sorts what was asked for.
pub(super) fn collect(check: &Session, recording: Recording) -> Inputs {
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
    let addresses = Addresses {
        program,
        recording: &recording,
        numbers: integer_pointers::addresses(program),
    };
    for asked in &recording.asked {
        let Some(key) = key(check, &begun, asked) else {
            continue;
        };
        let value = inputs.value(&addresses, asked, &mut known);
        inputs.tables.entry(key).or_default().push(value);
    }
    for table in inputs.tables.values_mut() {
        while table.last() == Some(&Value::Open) {
            table.pop();
        }
    }
    inputs.patch(&addresses);
    inputs.objects = recording.outside;
    inputs.begun = begun;
    inputs
}

impl Inputs {
    /// The value that was asked for.
    fn value(
        &mut self,
        addresses: &Addresses<'_>,
        asked: &RecordedInput,
        known: &mut Vec<(u64, u64)>,
    ) -> Value {
        let ty = asked_type(addresses.program, asked);
        let types = &addresses.program.types;
        match &asked.input {
            Input::Unknown => Value::Open,
            Input::Bytes(bytes) => {
                let among = ty.map_or(Vec::new(), |ty| pointers_in(types, ty, bytes.len()));
                let found = self.addresses_in(addresses, bytes, &among, asked);
                Value::Bytes(bytes.clone(), found)
            }
            Input::Fresh(size) => Value::Fresh(*size),
            Input::Address(var, offset) => Value::Variable(*var, *offset),
            Input::Object(address, size, contents) => {
                let inside = known
                    .iter()
                    .any(|&(start, end)| (start..end).contains(address));
                if inside {
                    return Value::Number((*address).into());
                }
                known.push((*address, address + size));
                let read = &addresses.recording.pointers;
                let among = read.range(*address..address + contents.len() as u64);
                let among: Vec<u64> = among.map(|at| at - address).collect();
                let found = self.addresses_in(addresses, contents, &among, asked);
                Value::Object(*address, contents.clone(), found)
            }
            Input::Bits(bits) => {
                let pointer = ty.is_some_and(|ty| types.is_pointer(ty));
                match u64::try_from(*bits).ok().filter(|_| pointer) {
                    Some(address) => self.pointer(addresses, address, asked),
                    None => self.number(addresses, *bits, ty, asked),
                }
            }
        }
    }

    /// A number that becomes a pointer may be an address.
    fn number(
        &mut self,
        addresses: &Addresses<'_>,
        bits: u128,
        ty: Option<TypeId>,
        asked: &RecordedInput,
    ) -> Value {
        let types = &addresses.program.types;
        let wide = ty.and_then(|ty| types.size_of(ty)) == Some(types.pointer_size());
        let becomes = asked_variable(addresses.program, asked);
        let becomes = becomes.is_some_and(|var| addresses.numbers.contains(&var));
        let address = u64::try_from(bits).ok().filter(|_| wide && becomes);
        match address.and_then(|address| addresses.find(address)) {
            Some(found @ Value::Variable(var, _)) => {
                let name = &addresses.program.vars[var].name;
                self.nowhere.insert(format!(
                    "a number that becomes a pointer is taken for the address of '{name}'"
                ));
                found
            }
            _ => Value::Number(bits),
        }
    }

    fn pointer(&mut self, addresses: &Addresses<'_>, address: u64, asked: &RecordedInput) -> Value {
        if let Some(found) = addresses.find(address) {
            return found;
        }
        if address > 0xffff && address < u64::MAX - 0xffff && !UNFIXED_ADDRESSES.contains(&address)
        {
            self.nowhere.insert(addresses.asks(asked));
        }
        Value::Number(address.into())
    }

    /// The addresses among bytes, at these distances.
    fn addresses_in(
        &mut self,
        addresses: &Addresses<'_>,
        bytes: &[u8],
        among: &[u64],
        asked: &RecordedInput,
    ) -> Vec<(u64, Value)> {
        let size = addresses.program.types.pointer_size();
        let mut found = Vec::new();
        for &at in among {
            if let Some(address) = word(bytes, at, size)
                && let value @ (Value::Variable(..) | Value::Function(_)) =
                    self.pointer(addresses, address, asked)
            {
                found.push((at, value));
            }
        }
        found
    }

    /// Finds the addresses of variables and functions among the pointers that the run has read from outside.
    fn patch(&mut self, addresses: &Addresses<'_>) {
        let (program, recording) = (addresses.program, addresses.recording);
        let size = program.types.pointer_size();
        for &at in &recording.pointers {
            let object = recording.outside.iter().rfind(|(start, _)| *start <= at);
            let address = object.and_then(|(start, bytes)| word(bytes, at - start, size));
            match address.and_then(|address| addresses.find(address)) {
                // Where a local variable lies is not known when the program starts.
                Some(Value::Variable(var, _)) if program.vars[var].kind.owner().is_some() => {
                    let name = &program.vars[var].name;
                    let text = format!(
                        "an object that the program is given holds the address of '{name}'"
                    );
                    self.nowhere.insert(text);
                }
                Some(value) => self.patches.push((at, value)),
                None => {}
            }
        }
    }

    /// The variables whose addresses are needed, and the functions.
    pub(super) fn addressed(&self) -> (BTreeSet<VarId>, BTreeSet<FuncId>) {
        let (mut vars, mut funcs) = (BTreeSet::new(), BTreeSet::new());
        let patches = self.patches.iter().map(|patch| &patch.1);
        let inside = self.tables.values().flatten().flat_map(Value::inside);
        let inside = inside.map(|patch| &patch.1);
        for value in self.tables.values().flatten().chain(inside).chain(patches) {
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

    /// Whether anything is said of what this key asks for.
    pub(super) fn tells(&self, key: Key) -> bool {
        !self.table(key).is_empty()
    }
}

impl Value {
    /// The addresses in it.
    pub(super) fn inside(&self) -> &[(u64, Value)] {
        match self {
            Value::Bytes(_, found) | Value::Object(_, _, found) => found,
            _ => &[],
        }
    }
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

fn key(check: &Session, begun: &BTreeSet<VarId>, asked: &RecordedInput) -> Option<Key> {
    let program = &check.whole;
    // Which object is watched is known by the comparison that meets it.
    if matches!(asked.kind, RequestKind::Undefined(var) if Some(var) == check.synthetic.watched) {
        return None;
    }
    Some(match asked.kind {
        RequestKind::Call(func) => {
            let inside = Some(asked.site.func).filter(|&f| check.synthetic.is_model(f));
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
