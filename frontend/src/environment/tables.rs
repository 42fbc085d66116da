//! What a program gives away to be called: tables of functions, functions stored at run time, functions as arguments,
//! and the routines that a module begins and ends with.

use ir::types::TypeId;
use ir::{
    Callee, ExprId, ExprKind, FuncId, InitItem, InitValue, PlaceKind, Program, Stmt, VarId, VarKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// A structure with functions in its initial contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    /// The tag of its type.
    pub(super) tag: String,
    pub(super) var: VarId,
    /// Where it starts in the variable.
    bit_offset: u64,
    /// As C names it.
    pub(super) place: String,
    /// Its functions, by the path of members that leads to them.
    pub(super) functions: BTreeMap<String, FuncId>,
    /// Whether it is not within a structure of this list.
    pub(super) innermost: bool,
}

/// All of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Given {
    pub(super) tables: Vec<Table>,
    /// The functions that members are assigned, by tag and member.
    pub(super) stored: BTreeMap<(String, String), BTreeSet<FuncId>>,
    /// The members that the program assigns something.
    pub(super) assigned: BTreeSet<(String, String)>,
    /// The functions that are arguments, by the called function and the position.
    pub(super) passed: BTreeMap<(String, usize), BTreeSet<FuncId>>,
    pub(super) init: Option<FuncId>,
    pub(super) exit: Option<FuncId>,
}

pub(super) fn find(program: &Program) -> Given {
    let mut given = Given {
        init: routine(program, "init_module", "__initcall"),
        exit: routine(program, "cleanup_module", "__exitcall"),
        ..Given::default()
    };
    for (var, variable) in program.vars.iter() {
        let named = matches!(variable.kind, VarKind::Global | VarKind::Static);
        if named && !variable.name.starts_with("__") {
            tables_of(program, var, &mut given.tables);
        }
    }
    given
        .tables
        .sort_by(|a, b| (a.var, a.bit_offset, &a.place).cmp(&(b.var, b.bit_offset, &b.place)));
    let values = Values::new(program);
    values.fill(&mut given);
    given
}

/// The function of that name (the kernel's headers make it another name of the routine), or what a variable holds whose
/// name begins so.
fn routine(program: &Program, name: &str, prefix: &str) -> Option<FuncId> {
    let by_name = program
        .function_named(name)
        .filter(|&f| program.funcs[f].body.is_some());
    by_name.or_else(|| {
        let mut vars = program.vars.values().filter(|v| v.name.starts_with(prefix));
        vars.find_map(|v| {
            let items = v.init.as_ref().map_or(&[][..], |init| &init.items);
            items.iter().find_map(|item| match item.value {
                InitValue::Scalar(value) => constant_function(program, value),
                InitValue::Bytes(_) => None,
            })
        })
    })
}

/// The function that a constant is the address of.
pub(super) fn constant_function(program: &Program, mut value: ExprId) -> Option<FuncId> {
    loop {
        match program.terms.expr(value).kind {
            ExprKind::FuncAddr(func) => return Some(func),
            ExprKind::Cast(of) => value = of,
            _ => return None,
        }
    }
}

/// The variable that a constant is the address of.
pub(super) fn constant_variable(program: &Program, value: ExprId) -> Option<VarId> {
    let ExprKind::AddrOf(place) = program.terms.expr(program.without_casts(value)).kind else {
        return None;
    };
    match program.terms.place(place).kind {
        PlaceKind::Var(var) => Some(var),
        // An array as a pointer to its first element.
        PlaceKind::Index(array, index) => match program.terms.place(array).kind {
            PlaceKind::Var(var) if program.terms.expr(index).kind == ExprKind::Int(0) => Some(var),
            _ => None,
        },
        _ => None,
    }
}

/// A structure on the way from a variable to something in it.
struct Level {
    tag: String,
    bit_offset: u64,
    place: String,
    /// The members from there on.
    path: Vec<String>,
}

/// The structures that what stands at an offset lies in, the outermost first.
fn levels(program: &Program, var: VarId, bit_offset: u64) -> Vec<Level> {
    let types = &program.types;
    let (mut ty, mut at) = (program.vars[var].ty, bit_offset);
    let mut place = program.vars[var].name.to_string();
    let mut found: Vec<Level> = Vec::new();
    loop {
        if let Some(record) = types.record_of(ty) {
            let record = &types.records[record];
            if let Some(tag) = &record.tag {
                found.push(Level {
                    tag: tag.to_string(),
                    bit_offset: bit_offset - at,
                    place: place.clone(),
                    path: Vec::new(),
                });
            }
            let mut before = record.fields.iter().filter(|(_, f)| f.bit_offset <= at);
            let Some((_, field)) = before.next_back() else {
                return found;
            };
            if let Some(name) = &field.name {
                place = format!("{place}.{name}");
                found
                    .iter_mut()
                    .for_each(|level| level.path.push(name.to_string()));
            }
            (ty, at) = (field.ty, at - field.bit_offset);
        } else if let Some(elem) = types.elem(ty) {
            let Some(size) = types.size_of(elem).map(|size| size * 8).filter(|&s| s > 0) else {
                return found;
            };
            let index = format!("[{}]", at / size);
            place += &index;
            if let Some(last) = found.last_mut().and_then(|level| level.path.last_mut()) {
                *last += &index;
            }
            (ty, at) = (elem, at % size);
        } else {
            return found;
        }
    }
}

/// The members that lead from a variable to what stands at an offset.
pub(super) fn path(program: &Program, var: VarId, bit_offset: u64) -> String {
    let first = levels(program, var, bit_offset).into_iter().next();
    first.map_or(String::new(), |level| level.path.join("."))
}

fn tables_of(program: &Program, var: VarId, tables: &mut Vec<Table>) {
    let first = tables.len();
    for item in initial(program, var) {
        let InitValue::Scalar(value) = item.value else {
            continue;
        };
        let Some(func) = constant_function(program, value) else {
            continue;
        };
        let levels = levels(program, var, item.bit_offset);
        let innermost = levels.len();
        for (n, level) in levels.into_iter().enumerate() {
            let same = |t: &Table| t.place == level.place && t.tag == level.tag;
            let table = match tables[first..].iter().position(same) {
                Some(at) => &mut tables[first + at],
                None => {
                    tables.push(Table {
                        tag: level.tag,
                        var,
                        bit_offset: level.bit_offset,
                        place: level.place,
                        functions: BTreeMap::new(),
                        innermost: false,
                    });
                    let last = tables.len() - 1;
                    &mut tables[last]
                }
            };
            table.innermost |= n + 1 == innermost;
            table.functions.insert(level.path.join("."), func);
        }
    }
}

impl Table {
    /// The variable whose address a member holds at the start.
    pub(super) fn pointed(&self, program: &Program, member: &str) -> Option<VarId> {
        initial(program, self.var).iter().find_map(|item| {
            let InitValue::Scalar(value) = item.value else {
                return None;
            };
            let leads = levels(program, self.var, item.bit_offset)
                .into_iter()
                .any(|level| level.place == self.place && level.path.join(".") == member);
            leads.then(|| constant_variable(program, value)).flatten()
        })
    }
}

/// What a variable is initialised with.
pub(super) fn initial(program: &Program, var: VarId) -> &[InitItem] {
    let init = program.vars[var].init.as_ref();
    init.map_or(&[], |init| &init.items)
}

impl Given {
    /// The function that a path of members leads to, through pointers to other tables too.
    pub(super) fn resolve(&self, program: &Program, table: &Table, path: &str) -> Option<FuncId> {
        let Some((pointer, rest)) = path.split_once("->") else {
            return table.functions.get(path).copied();
        };
        let target = table.pointed(program, pointer)?;
        let next = self
            .tables
            .iter()
            .find(|t| t.var == target && t.bit_offset == 0)?;
        self.resolve(program, next, rest)
    }
}

/// Which functions variables may hold, as far as assignments and arguments tell.
struct Values<'p> {
    program: &'p Program,
    held: BTreeMap<VarId, BTreeSet<FuncId>>,
}

impl<'p> Values<'p> {
    fn new(program: &'p Program) -> Self {
        let mut values = Self {
            program,
            held: BTreeMap::new(),
        };
        while values.round() {}
        values
    }

    /// Whether something new was found.
    fn round(&mut self) -> bool {
        let program = self.program;
        let mut changed = false;
        for (_, _, cfg) in program.defined() {
            for edge in cfg.edges() {
                match &cfg.edge(edge).stmt {
                    Stmt::Assign { place, value } => {
                        if let PlaceKind::Var(var) = program.terms.place(*place).kind {
                            changed |= self.add(var, *value);
                        }
                    }
                    Stmt::Call {
                        callee: Callee::Direct(func),
                        args,
                        ..
                    } => {
                        for (&param, &arg) in program.funcs[*func].params.iter().zip(args) {
                            changed |= self.add(param, arg);
                        }
                    }
                    _ => {}
                }
            }
        }
        changed
    }

    fn add(&mut self, var: VarId, value: ExprId) -> bool {
        let found = self.functions(value);
        if found.is_empty() {
            return false;
        }
        let held = self.held.entry(var).or_default();
        let before = held.len();
        held.extend(found);
        held.len() > before
    }

    fn functions(&self, value: ExprId) -> BTreeSet<FuncId> {
        let terms = &self.program.terms;
        match terms.expr(value).kind {
            ExprKind::FuncAddr(func) => BTreeSet::from([func]),
            ExprKind::Cast(of) => self.functions(of),
            ExprKind::Load(place) => match terms.place(place).kind {
                PlaceKind::Var(var) => self.held.get(&var).cloned().unwrap_or_default(),
                _ => BTreeSet::new(),
            },
            _ => BTreeSet::new(),
        }
    }

    fn fill(&self, given: &mut Given) {
        let program = self.program;
        let with_body = |f: &FuncId| program.funcs[*f].body.is_some();
        for (_, _, cfg) in program.defined() {
            for edge in cfg.edges() {
                match &cfg.edge(edge).stmt {
                    Stmt::Assign { place, value } => {
                        let found = self.functions(*value).into_iter().filter(with_body);
                        let found: Vec<FuncId> = found.collect();
                        if let Some(key) = member(program, *place) {
                            given.assigned.insert(key.clone());
                            if !found.is_empty() {
                                given.stored.entry(key).or_default().extend(found);
                            }
                        }
                    }
                    Stmt::Call {
                        callee: Callee::Direct(func),
                        args,
                        ..
                    } => {
                        let name = &program.funcs[*func].name;
                        for (n, &arg) in args.iter().enumerate() {
                            let found = self.functions(arg).into_iter().filter(with_body);
                            let found: Vec<FuncId> = found.collect();
                            if !found.is_empty() {
                                let key = (name.to_string(), n);
                                given.passed.entry(key).or_default().extend(found);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
    }
}

/// The tag and the member that a place is.
fn member(program: &Program, place: ir::PlaceId) -> Option<(String, String)> {
    let PlaceKind::Field(base, field) = program.terms.place(place).kind else {
        return None;
    };
    let ty: TypeId = program.terms.place(base).ty;
    let record = &program.types.records[program.types.record_of(ty)?];
    let name = record.fields[field].name.as_ref()?;
    Some((record.tag.as_ref()?.to_string(), name.to_string()))
}
