//! What a program has of a model: the tables and functions that its classes are about.

use super::model::{Class, Models, Source};
use super::tables::{Given, Table};
use ir::{FuncId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// A table, or a function, that a class is about.
pub(super) struct Instance<'m> {
    pub(super) class: &'m Class,
    /// A word that no other instance has.
    pub(super) name: String,
    /// What `$table` is.
    pub(super) table: TableName,
    /// The functions that its callbacks are, by path.
    pub(super) functions: BTreeMap<String, FuncId>,
    /// The single function, where the class is about one.
    pub(super) function: Option<FuncId>,
}

pub(super) enum TableName {
    /// A table of the program's.
    Place(String),
    /// One of several tables of the program's.
    OneOf(Vec<String>),
    /// What was registered at run time.
    Registered(String),
    /// There is none.
    None,
}

/// The instances that a program has of the classes.
pub(super) fn instances<'m>(
    program: &Program,
    given: &Given,
    models: &'m Models,
) -> Vec<Instance<'m>> {
    let mut found = Vec::new();
    let mut names = BTreeSet::new();
    for class in &models.classes {
        match &class.source {
            Source::Table(tag) => tables(program, given, class, tag, &mut names, &mut found),
            Source::Member(tag, member) => {
                members(program, given, class, (tag, member), &mut names, &mut found)
            }
            Source::Argument(function, n) => {
                let functions = given.passed.get(&(function.clone(), *n));
                let functions = functions.into_iter().flatten();
                found.extend(functions.map(|&f| single(program, class, f, &mut names)));
            }
            Source::Function(name) => {
                let function = program.function_named(name);
                let function = function.filter(|&f| program.funcs[f].body.is_some());
                found.extend(function.map(|f| single(program, class, f, &mut names)));
            }
        }
    }
    found
}

/// An instance that is about one function.
fn single<'m>(
    program: &Program,
    class: &'m Class,
    function: FuncId,
    names: &mut BTreeSet<String>,
) -> Instance<'m> {
    Instance {
        class,
        name: unique(&program.funcs[function].name, names),
        table: TableName::None,
        functions: BTreeMap::new(),
        function: Some(function),
    }
}

fn tables<'m>(
    program: &Program,
    given: &Given,
    class: &'m Class,
    tag: &str,
    names: &mut BTreeSet<String>,
    found: &mut Vec<Instance<'m>>,
) {
    let paths = class.steps.iter().map(|step| &step.callback);
    for table in given.tables.iter().filter(|t| t.tag == tag) {
        let resolved = paths.clone().filter_map(|path| {
            let func = given.resolve(program, table, path)?;
            program.funcs[func]
                .body
                .as_ref()
                .map(|_| (path.clone(), func))
        });
        let functions: BTreeMap<String, FuncId> = resolved.chain(own(program, table)).collect();
        found.push(Instance {
            class,
            name: unique(&table.place, names),
            table: TableName::Place(table.place.clone()),
            functions,
            function: None,
        });
    }
    let stored = given.stored.iter().filter(|((t, _), _)| t == tag);
    let functions: BTreeMap<String, FuncId> = stored
        .filter_map(|((_, member), funcs)| Some((member.clone(), *funcs.first()?)))
        .collect();
    if !functions.is_empty() {
        found.push(Instance {
            class,
            name: unique(tag, names),
            table: TableName::Registered(format!("const struct {tag} *")),
            functions,
            function: None,
        });
    }
}

/// The functions of a table that have a body.
fn own<'t>(program: &'t Program, table: &'t Table) -> impl Iterator<Item = (String, FuncId)> + 't {
    let all = table
        .functions
        .iter()
        .filter(|(_, f)| program.funcs[**f].body.is_some());
    all.map(|(path, &func)| (path.clone(), func))
}

fn members<'m>(
    program: &Program,
    given: &Given,
    class: &'m Class,
    (tag, member): (&String, &String),
    names: &mut BTreeSet<String>,
    found: &mut Vec<Instance<'m>>,
) {
    let mut by_function: BTreeMap<FuncId, Vec<String>> = BTreeMap::new();
    for table in given.tables.iter().filter(|t| t.tag == *tag) {
        if let Some(&func) = table
            .functions
            .get(member)
            .filter(|f| program.funcs[**f].body.is_some())
        {
            by_function
                .entry(func)
                .or_default()
                .push(table.place.clone());
        }
    }
    for &func in given
        .stored
        .get(&(tag.clone(), member.clone()))
        .into_iter()
        .flatten()
    {
        by_function.entry(func).or_default();
    }
    for (func, places) in by_function {
        let table = match places.is_empty() {
            true => TableName::Registered(format!("struct {tag} *")),
            false => TableName::OneOf(places),
        };
        found.push(Instance {
            class,
            name: unique(&program.funcs[func].name, names),
            table,
            functions: BTreeMap::from([(member.clone(), func)]),
            function: Some(func),
        });
    }
}

fn unique(name: &str, names: &mut BTreeSet<String>) -> String {
    let word: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    let word = word.trim_end_matches('_').to_owned();
    let mut candidate = word.clone();
    let mut n = 2;
    while !names.insert(candidate.clone()) {
        candidate = format!("{word}_{n}");
        n += 1;
    }
    candidate
}

impl Instance<'_> {
    /// The functions that are called for it.
    pub(super) fn called(&self) -> impl Iterator<Item = FuncId> + '_ {
        let steps = self
            .class
            .steps
            .iter()
            .filter_map(|step| self.functions.get(&step.callback));
        let texts = [&self.class.last, &self.class.start];
        let said = self.functions.iter().filter(move |(path, _)| {
            let word = format!("${path}(");
            texts.iter().any(|text| text.contains(&word))
                || self.class.steps.iter().any(|s| s.body.contains(&word))
        });
        steps
            .copied()
            .chain(said.map(|(_, &f)| f))
            .chain(self.function)
    }

    pub(super) fn place(&self) -> String {
        match &self.table {
            TableName::Place(place) => place.clone(),
            TableName::OneOf(places) => places.first().cloned().unwrap_or_default(),
            TableName::Registered(_) | TableName::None => self.name.clone(),
        }
    }
}

/// The names of the program that stand for `$` names.
pub(super) fn names(program: &Program, instances: &[Instance<'_>]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for instance in instances {
        let functions = instance.functions.values().chain(&instance.function);
        found.extend(functions.map(|&f| program.funcs[f].name.to_string()));
        let places = match &instance.table {
            TableName::Place(place) => std::slice::from_ref(place),
            TableName::OneOf(places) => places,
            TableName::Registered(_) | TableName::None => &[],
        };
        let roots = places
            .iter()
            .filter_map(|place| place.split(['.', '[']).next());
        found.extend(roots.map(str::to_owned));
    }
    found
}
