//! A model and what a program has of it become C: a variable for each state, a case for each call that may happen.

use super::model::{Class, ModelFunction, Models, Source};
use super::tables::{Given, Table};
use super::text::{Kind, closing, tokens};
use ir::{AssumptionKind, FuncId, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A table, or a function, that a class is about.
pub(super) struct Instance<'m> {
    pub(super) class: &'m Class,
    /// A word that no other instance has.
    pub(super) name: String,
    /// What `$table` is.
    table: TableName,
    /// The functions that its callbacks are, by path.
    functions: BTreeMap<String, FuncId>,
    /// The single function, where the class is about one.
    function: Option<FuncId>,
}

enum TableName {
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
                for &func in functions.into_iter().flatten() {
                    let name = unique(&program.funcs[func].name, &mut names);
                    found.push(Instance {
                        class,
                        name,
                        table: TableName::None,
                        functions: BTreeMap::new(),
                        function: Some(func),
                    });
                }
            }
        }
    }
    found
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

    /// The variables it has.
    fn declarations(&self, text: &mut String) {
        for variable in &self.class.variables {
            let storage = if variable.is_object {
                "extern"
            } else {
                "static"
            };
            let declaration = rename(
                &variable.declaration,
                &variable.name,
                &self.variable(&variable.name),
            );
            let _ = writeln!(text, "{storage} {declaration};");
        }
        match &self.table {
            TableName::Registered(pointer) => {
                let _ = writeln!(text, "static {pointer}{};", self.variable("table"));
            }
            TableName::OneOf(places) => {
                let name = self.variable("table");
                let _ = writeln!(
                    text,
                    "static __typeof__(&{}) {name}(void)\n{{\n\tswitch (__VERIFIER_nondet_int()) {{",
                    places[0]
                );
                for (n, place) in places.iter().enumerate().skip(1) {
                    let _ = writeln!(text, "\tcase {n}:\n\t\treturn &{place};");
                }
                let _ = writeln!(text, "\tdefault:\n\t\treturn &{};\n\t}}\n}}", places[0]);
            }
            TableName::Place(_) | TableName::None => {}
        }
    }

    fn variable(&self, name: &str) -> String {
        format!("env_{}_{name}", self.name)
    }

    fn table(&self) -> String {
        match &self.table {
            TableName::Place(place) => format!("(&{place})"),
            TableName::OneOf(_) => format!("{}()", self.variable("table")),
            TableName::Registered(_) => self.variable("table"),
            TableName::None => "0".into(),
        }
    }

    /// Whether an expression of C is the table; one that comes at run time is noted.
    fn is_table(&self, expression: &str) -> String {
        match &self.table {
            TableName::Registered(pointer) => {
                format!(
                    "(({} = ({pointer})({expression})) != 0)",
                    self.variable("table")
                )
            }
            TableName::OneOf(places) => {
                let each = places
                    .iter()
                    .map(|p| format!("(const void *)({expression}) == (const void *)&{p}"));
                format!("({})", each.collect::<Vec<_>>().join(" || "))
            }
            TableName::Place(_) | TableName::None => {
                format!(
                    "((const void *)({expression}) == (const void *){})",
                    self.table()
                )
            }
        }
    }

    /// How a callback is named in a call, if it is there.
    fn callee(&self, program: &Program, path: &str) -> Option<String> {
        let func = self.functions.get(path);
        match (&self.table, func) {
            (TableName::Registered(_), Some(_)) if self.function.is_none() => {
                Some(format!("{}->{path}", self.variable("table")))
            }
            (_, Some(&func)) => Some(program.funcs[func].name.to_string()),
            (_, None) => None,
        }
    }

    /// C of a model, for this instance.
    fn expand(&self, program: &Program, text: &str) -> String {
        let all = tokens(text);
        let mut out = String::new();
        let (mut copied, mut n) = (0, 0);
        while n < all.len() {
            let token = all[n];
            if token.kind != Kind::Dollar {
                n += 1;
                continue;
            }
            out += &text[copied..token.start];
            let name = &text[token.start + 1..token.end];
            let (replacement, next) = self.replacement(program, text, &all, n, name);
            out += &replacement;
            n = next;
            copied = all[n - 1].end;
        }
        out + &text[copied..]
    }

    /// What stands for a name with `$` at a token, and the token after it.
    fn replacement(
        &self,
        program: &Program,
        text: &str,
        all: &[super::text::Token],
        at: usize,
        name: &str,
    ) -> (String, usize) {
        if self.class.variables.iter().any(|v| v.name == name) {
            return (self.variable(name), at + 1);
        }
        let word = |n: usize| {
            all.get(n)
                .map_or("", |t: &super::text::Token| &text[t.start..t.end])
        };
        match name {
            "table" => return (self.table(), at + 1),
            "function" => {
                let name = self.function.map_or("0", |f| &program.funcs[f].name);
                return (name.to_owned(), at + 1);
            }
            "is" if word(at + 1) == "(" => {
                let close = closing(all, at + 1);
                let inside = &text[all[at + 1].end..all[close].start];
                return (self.is_table(&self.expand(program, inside)), close + 1);
            }
            _ => {}
        }
        let (mut path, mut next) = (name.to_owned(), at + 1);
        loop {
            if word(next) == "." {
                path = format!("{path}.{}", word(next + 1));
                next += 2;
            } else if word(next) == "-" && word(next + 1) == ">" {
                path = format!("{path}->{}", word(next + 2));
                next += 3;
            } else {
                break;
            }
        }
        match self.callee(program, &path) {
            Some(callee) => (callee, next.min(all.len())),
            None if word(next) == "(" => ("0".into(), closing(all, next) + 1),
            None => ("0".into(), next.min(all.len())),
        }
    }
}

/// A declaration of C with another name.
fn rename(declaration: &str, name: &str, new: &str) -> String {
    let all = tokens(declaration);
    let found = all
        .iter()
        .rev()
        .find(|t| &declaration[t.start..t.end] == name);
    match found {
        Some(t) => format!("{}{new}{}", &declaration[..t.start], &declaration[t.end..]),
        None => declaration.to_owned(),
    }
}

/// The C of a harness, without the program it is for.
pub(super) struct Writer<'m, 'p> {
    pub(super) program: &'p Program,
    pub(super) given: &'p Given,
    pub(super) models: &'m Models,
    pub(super) instances: &'p [Instance<'m>],
    /// Functions of the models that do not fit the program.
    pub(super) without: &'p BTreeSet<String>,
    /// Names of the program that stand in the harness.
    pub(super) names: BTreeSet<String>,
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

const PRELUDE: &str = "\
int __VERIFIER_nondet_int(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int);
void *calloc(unsigned long, unsigned long);

";

impl<'m> Writer<'m, '_> {
    pub(super) fn text(&self) -> String {
        let mut steps = String::new();
        self.steps(&mut steps);
        let functions = self.functions(&steps);
        let mut text = PRELUDE.to_owned();
        for function in &functions {
            if let Some(head) = function.text.split_once('{').map(|(head, _)| head.trim()) {
                let _ = writeln!(text, "{head};");
            }
        }
        text.push('\n');
        self.instances
            .iter()
            .for_each(|instance| instance.declarations(&mut text));
        for function in functions {
            let _ = writeln!(text, "\n{}", self.for_each(&function.text));
        }
        text + "\n" + &steps
    }

    /// C of a model in which no name of its own hides one of the program's that stands for a `$` name.
    fn apart(&self, text: &str) -> String {
        let all = tokens(text);
        let mut out = String::new();
        let (mut copied, mut before) = (0, "");
        for token in &all {
            let word = &text[token.start..token.end];
            let own = token.kind == Kind::Word && self.names.contains(word);
            if own && !matches!(before, "." | ">" | "$each" | "struct" | "union" | "enum") {
                out += &text[copied..token.end];
                out.push('_');
                copied = token.end;
            }
            before = word;
        }
        out + &text[copied..]
    }

    fn expand(&self, instance: &Instance<'_>, text: &str) -> String {
        instance.expand(self.program, &self.apart(text))
    }

    /// `$each class { … }` once for every instance.
    fn for_each(&self, text: &str) -> String {
        let text = &*self.apart(text);
        let all = tokens(text);
        let mut out = String::new();
        let (mut copied, mut n) = (0, 0);
        while n < all.len() {
            let is_each = &text[all[n].start..all[n].end] == "$each";
            if !is_each || n + 2 >= all.len() {
                n += 1;
                continue;
            }
            out += &text[copied..all[n].start];
            let class = &text[all[n + 1].start..all[n + 1].end];
            let close = closing(&all, n + 2);
            let block = &text[all[n + 2].start..all[close].end];
            for instance in self.instances.iter().filter(|i| i.class.name == class) {
                out += &instance.expand(self.program, block);
                out.push(' ');
            }
            copied = all[close].end;
            n = close + 1;
        }
        out + &text[copied..]
    }

    /// The functions of the models that the program needs, and those that they need, in the order of the models.
    fn functions(&self, steps: &str) -> Vec<&'m ModelFunction> {
        let entries = self.program.ledger.entries.iter();
        let missing =
            entries.filter(|e| matches!(e.kind, AssumptionKind::NoBody | AssumptionKind::Library));
        let mut wanted: BTreeSet<String> = missing.map(|e| e.construct.to_string()).collect();
        note_words(steps, &mut wanted);
        let mut taken: BTreeSet<usize> = BTreeSet::new();
        loop {
            let next = self.models.functions.iter().enumerate().find(|(n, f)| {
                let defined = self.program.function_named(&f.name);
                let defined = defined.is_some_and(|id| self.program.funcs[id].body.is_some());
                wanted.contains(&f.name)
                    && !defined
                    && !taken.contains(n)
                    && !self.without.contains(&f.name)
            });
            let Some((n, function)) = next else { break };
            taken.insert(n);
            note_words(&self.for_each(&function.text), &mut wanted);
        }
        taken
            .into_iter()
            .map(|n| &self.models.functions[n])
            .collect()
    }

    fn steps(&self, text: &mut String) {
        *text += "int main(void)\n{\n";
        for instance in self.instances {
            add_block(text, 1, &self.expand(instance, &instance.class.start));
            if self.given.init.is_none()
                && instance
                    .class
                    .variables
                    .iter()
                    .any(|v| v.name == "registered")
            {
                // Another file of the module registers it.
                let _ = writeln!(text, "\t{} = 1;", instance.variable("registered"));
            }
        }
        let name = |f: FuncId| &*self.program.funcs[f].name;
        if let Some(init) = self.given.init {
            let returns = !self.program.types.is_void(self.program.return_type(init));
            let _ = match returns {
                true => writeln!(text, "\tif ({}() != 0)\n\t\treturn 0;", name(init)),
                false => writeln!(text, "\t{}();", name(init)),
            };
        }
        *text += "\twhile (__VERIFIER_nondet_int()) {\n\t\tswitch (__VERIFIER_nondet_int()) {\n";
        let mut number = 0;
        for instance in self.instances {
            self.cases(instance, &mut number, text);
        }
        *text += "\t\tdefault:\n\t\t\tbreak;\n\t\t}\n\t}\n";
        for instance in self.instances {
            add_block(text, 1, &self.expand(instance, &instance.class.last));
        }
        if let Some(exit) = self.given.exit {
            let _ = writeln!(text, "\t{}();", name(exit));
        }
        *text += "\treturn 0;\n}\n";
    }

    fn cases(&self, instance: &Instance<'_>, number: &mut usize, text: &mut String) {
        for step in &instance.class.steps {
            let there =
                instance.functions.contains_key(&step.callback) || instance.function.is_some();
            if !there && !step.optional {
                continue;
            }
            let _ = writeln!(
                text,
                "\t\tcase {number}: /* {} of {} */",
                step.callback,
                instance.place()
            );
            *number += 1;
            let mut condition = match step.condition.is_empty() {
                true => "1".to_owned(),
                false => self.expand(instance, &step.condition),
            };
            if let (TableName::Registered(_), None) = (&instance.table, instance.function) {
                let table = instance.variable("table");
                condition = format!("({condition}) && {table}");
                if there {
                    condition += &format!(" && {table}->{}", step.callback);
                }
            }
            let _ = writeln!(text, "\t\t\tif ({condition}) {{");
            add_block(text, 4, &self.expand(instance, &step.body));
            *text += "\t\t\t}\n\t\t\tbreak;\n";
        }
    }
}

/// Statements, indented, in a block of their own where they declare something.
fn add_block(text: &mut String, depth: usize, statements: &str) {
    if statements.is_empty() {
        return;
    }
    let lines: Vec<&str> = statements.lines().collect();
    let margin = lines.iter().skip(1).filter(|l| !l.trim().is_empty());
    let margin = margin
        .map(|l| l.len() - l.trim_start().len())
        .min()
        .unwrap_or(0);
    let _ = writeln!(text, "{}{{", "\t".repeat(depth));
    for (n, line) in lines.iter().enumerate() {
        let line = if n == 0 {
            line
        } else {
            line.get(margin..).unwrap_or("")
        };
        let _ = writeln!(text, "{}{line}", "\t".repeat(depth + 1));
    }
    let _ = writeln!(text, "{}}}", "\t".repeat(depth));
}

fn note_words(text: &str, words: &mut BTreeSet<String>) {
    let all = tokens(text);
    let found = all.iter().filter(|t| t.kind == Kind::Word);
    words.extend(found.map(|t| text[t.start..t.end].to_owned()));
}
