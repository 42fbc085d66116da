//! What other parts of a kernel know of a module beside its tables: parameters, which users set when they load it, and
//! functions that it exports.

use super::tables::{self, Given, constant_function, constant_variable, initial};
use ir::{FuncId, InitValue, Program, VarId, VarKind};
use std::collections::BTreeSet;

/// A variable that a parameter of the module sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parameter {
    pub(super) var: VarId,
    pub(super) kind: ParameterKind,
    /// Whether it can be written while the module is there.
    pub(super) writable: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ParameterKind {
    Scalar,
    /// A pointer to a string.
    String,
    /// All of an array.
    Array,
    /// A string in an array.
    Bytes,
    /// How many elements of that array are set.
    CountOf(VarId),
}

/// The bits of a parameter's mode that let somebody write it.
const WRITABLE: i128 = 0o222;

/// The variables that parameters set, in the order of the program.
pub(super) fn parameters(program: &Program) -> Vec<Parameter> {
    let mut found = Vec::new();
    for (var, variable) in program.vars.iter() {
        let is_parameter = tag(program, var).is_some_and(|tag| tag == "kernel_param");
        if is_parameter && variable.name.starts_with("__param_") {
            let mode = member(program, var, "perm").and_then(|value| program.const_value(value));
            let writable = mode.is_some_and(|mode| mode & WRITABLE != 0);
            set_by(program, var, writable, &mut found);
        }
    }
    found
}

fn set_by(program: &Program, parameter: VarId, writable: bool, found: &mut Vec<Parameter>) {
    let mut add = |var: VarId, kind: ParameterKind| {
        let new = Parameter {
            var,
            kind,
            writable,
        };
        if is_settable(program, var) && !found.iter().any(|p| p.var == var) {
            found.push(new);
        }
    };
    for target in pointed(program, parameter) {
        let leads = |name: &str| {
            let value = member(program, target, name)?;
            constant_variable(program, value)
        };
        match tag(program, target).as_deref() {
            Some("kparam_array") => {
                let Some(elements) = leads("elem") else {
                    continue;
                };
                add(elements, kind_of(program, elements));
                if let Some(count) = leads("num") {
                    add(count, ParameterKind::CountOf(elements));
                }
            }
            Some("kparam_string") => {
                if let Some(string) = leads("string") {
                    add(string, ParameterKind::Bytes);
                }
            }
            Some(_) => {}
            None => add(target, kind_of(program, target)),
        }
    }
}

fn kind_of(program: &Program, var: VarId) -> ParameterKind {
    let ty = program.vars[var].ty;
    if program.types.elem(ty).is_some() {
        ParameterKind::Array
    } else if program.types.target(ty).is_some() {
        ParameterKind::String
    } else {
        ParameterKind::Scalar
    }
}

/// Whether it is a variable of the program's that can change.
fn is_settable(program: &Program, var: VarId) -> bool {
    let variable = &program.vars[var];
    let named = matches!(variable.kind, VarKind::Global | VarKind::Static);
    named && !variable.quals.is_const && variable.init.is_some()
}

fn tag(program: &Program, var: VarId) -> Option<String> {
    let types = &program.types;
    let record = types.record_of(program.vars[var].ty)?;
    types.records[record]
        .tag
        .as_ref()
        .map(|tag| tag.to_string())
}

/// The variables whose addresses a variable holds at the start.
fn pointed(program: &Program, var: VarId) -> Vec<VarId> {
    let items = initial(program, var).iter();
    let values = items.filter_map(|item| match item.value {
        InitValue::Scalar(value) => constant_variable(program, value),
        InitValue::Bytes(_) => None,
    });
    values.collect()
}

/// What a member holds at the start.
fn member(program: &Program, var: VarId, name: &str) -> Option<ir::ExprId> {
    let mut items = initial(program, var).iter();
    items.find_map(|item| match item.value {
        InitValue::Scalar(value) => {
            let path = tables::path(program, var, item.bit_offset);
            (path == name).then_some(value)
        }
        InitValue::Bytes(_) => None,
    })
}

/// Functions that other modules can call, by their names or through tables, and those that set parameters.
pub(super) fn known_elsewhere(program: &Program, given: &Given) -> BTreeSet<FuncId> {
    let mut found = BTreeSet::new();
    for (var, variable) in program.vars.iter() {
        let name = &variable.name;
        if name.starts_with("__ksymtab_") || name.contains("__addressable_") {
            found.extend(functions_in(program, var));
            // A table that is exported is called through.
            for table in pointed(program, var) {
                found.extend(functions_in(program, table));
            }
        } else if name.starts_with("__param_") {
            for operations in pointed(program, var) {
                found.extend(functions_in(program, operations));
            }
        }
    }
    for routine in given.init.iter().chain(&given.exit) {
        found.remove(routine);
    }
    found
}

/// The functions with a body whose addresses a variable holds at the start.
pub(super) fn functions_in(program: &Program, var: VarId) -> impl Iterator<Item = FuncId> {
    let functions = initial(program, var)
        .iter()
        .filter_map(|item| match item.value {
            InitValue::Scalar(value) => constant_function(program, value),
            InitValue::Bytes(_) => None,
        });
    functions.filter(|&f| program.funcs[f].body.is_some())
}
