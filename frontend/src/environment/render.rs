//! A model and what a program has of it become C: a variable for each state, a case for each call that may happen.

use super::helpers::Helper;
use super::instances::{Instance, TableName};
use super::model::{ModelFunction, Models, Step};
use super::module_data::Parameter;
use super::tables::Given;
use super::text::{Kind, closing, tokens};
use ir::{AssumptionKind, FuncId, Program};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The C of a harness, without the program it is for.
pub(super) struct Writer<'m, 'p> {
    pub(super) program: &'p Program,
    pub(super) given: &'p Given,
    pub(super) models: &'m Models,
    pub(super) instances: &'p [Instance<'m>],
    pub(super) parameters: &'p [Parameter],
    /// Functions of the models that do not fit the program.
    pub(super) without: &'p BTreeSet<String>,
    /// Names of the program that stand in the harness.
    pub(super) names: BTreeSet<String>,
}

const PRELUDE: &str = "\
int __VERIFIER_nondet_int(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int);
void *calloc(unsigned long, unsigned long);
void *malloc(unsigned long);

";

impl<'m> Writer<'m, '_> {
    pub(super) fn text(&self) -> String {
        let mut steps = String::new();
        self.steps(&mut steps);
        let (functions, helpers) = self.needed(&steps);
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
        self.parameter_declarations(&mut text);
        for helper in &helpers {
            let _ = writeln!(text, "{};", helper.head);
        }
        for function in functions {
            let _ = writeln!(text, "\n{}", self.for_each(&function.text));
        }
        for Helper { head, body, .. } in &helpers {
            let head = head.lines().last().unwrap_or_default();
            let _ = writeln!(text, "\n{head}\n{{\n{body}}}");
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

    pub(super) fn expand(&self, instance: &Instance<'_>, text: &str) -> String {
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

    /// The functions of the models and of the instances that the program needs, and those that they need, in order.
    fn needed(&self, steps: &str) -> (Vec<&'m ModelFunction>, Vec<Helper>) {
        let entries = self.program.ledger.entries.iter();
        let missing =
            entries.filter(|e| matches!(e.kind, AssumptionKind::NoBody | AssumptionKind::Library));
        let mut wanted: BTreeSet<String> = missing.map(|e| e.construct.to_string()).collect();
        note_words(steps, &mut wanted);
        let (mut taken, mut of_instances) = (BTreeSet::new(), BTreeSet::new());
        let mut helpers = self.helpers();
        loop {
            let before = taken.len() + of_instances.len();
            for (n, function) in self.models.functions.iter().enumerate() {
                if wanted.contains(&function.name) && self.fits(function) && taken.insert(n) {
                    note_words(&self.for_each(&function.text), &mut wanted);
                }
            }
            for Helper { name, body, .. } in &helpers {
                if wanted.contains(name) && of_instances.insert(name.clone()) {
                    note_words(body, &mut wanted);
                }
            }
            if taken.len() + of_instances.len() == before {
                break;
            }
        }
        helpers.retain(|helper| of_instances.contains(&helper.name));
        let functions = taken.into_iter().map(|n| &self.models.functions[n]);
        (functions.collect(), helpers)
    }

    /// Whether the program has no function of that name itself, and can do with the model's.
    fn fits(&self, function: &ModelFunction) -> bool {
        let defined = self.program.function_named(&function.name);
        let defined = defined.is_some_and(|id| self.program.funcs[id].body.is_some());
        !defined && !self.without.contains(&function.name)
    }

    fn steps(&self, text: &mut String) {
        *text += "int main(void)\n{\n";
        for instance in self.instances {
            self.start(instance, text);
        }
        for parameter in self.parameters {
            add_block(text, 1, &self.set(parameter));
        }
        let name = |f: FuncId| &*self.program.funcs[f].name;
        if let Some(init) = self.given.init {
            let returns = !self.program.types.is_void(self.program.return_type(init));
            let _ = match returns {
                // The kernel takes a positive result for success, and warns.
                true => writeln!(text, "\tif ({}() < 0)\n\t\treturn 0;", name(init)),
                false => writeln!(text, "\t{}();", name(init)),
            };
        }
        // Without a last routine, a module is never unloaded.
        let stays = self.given.init.is_some() && self.given.exit.is_none();
        let again = if stays {
            "1"
        } else {
            "__VERIFIER_nondet_int()"
        };
        let _ = writeln!(
            text,
            "\twhile ({again}) {{\n\t\tswitch (__VERIFIER_nondet_int()) {{"
        );
        self.all_cases(text);
        *text += "\t\tdefault:\n\t\t\tbreak;\n\t\t}\n\t}\n";
        if !stays {
            for instance in self.instances {
                add_block(text, 1, &self.expand(instance, &instance.class.last));
            }
            if let Some(exit) = self.given.exit {
                let _ = writeln!(text, "\t{}();", name(exit));
            }
            *text += "\treturn 0;\n";
        }
        *text += "}\n";
    }

    /// What is done for an instance before the module is started.
    fn start(&self, instance: &Instance<'_>, text: &mut String) {
        for variable in &instance.class.variables {
            add_block(text, 1, &self.expand(instance, &variable.made));
        }
        add_block(text, 1, &self.expand(instance, &instance.class.start));
        let mut variables = instance.class.variables.iter();
        if self.given.init.is_none() && variables.any(|v| v.name == "registered") {
            // Another file of the module registers it.
            let _ = writeln!(text, "\t{} = 1;", instance.variable("registered"));
        }
    }

    fn all_cases(&self, text: &mut String) {
        let mut number = 0;
        for instance in self.instances {
            self.cases(instance, &mut number, text);
        }
        for parameter in self.parameters.iter().filter(|p| p.writable) {
            let name = &self.program.vars[parameter.var].name;
            let _ = writeln!(text, "\t\tcase {number}: /* parameter {name} */");
            number += 1;
            add_block(text, 3, &self.set(parameter));
            *text += "\t\t\tbreak;\n";
        }
    }

    fn cases(&self, instance: &Instance<'_>, number: &mut usize, text: &mut String) {
        for step in &instance.class.steps {
            if !self.is_there(instance, step) {
                continue;
            }
            let _ = writeln!(
                text,
                "\t\tcase {number}: /* {} of {} */",
                step.callback,
                instance.place()
            );
            *number += 1;
            if self.is_shared(step) {
                let name = instance.helper("on", &step.callback);
                let _ = writeln!(text, "\t\t\t{name}();\n\t\t\tbreak;");
                continue;
            }
            let condition = self.condition(instance, step);
            let _ = writeln!(text, "\t\t\tif ({condition}) {{");
            add_block(text, 4, &self.expand(instance, &step.body));
            *text += "\t\t\t}\n\t\t\tbreak;\n";
        }
    }

    /// When a step may happen.
    pub(super) fn condition(&self, instance: &Instance<'_>, step: &Step) -> String {
        let mut condition = match step.condition.is_empty() {
            true => "1".to_owned(),
            false => self.expand(instance, &step.condition),
        };
        if let (TableName::Registered(_), None) = (&instance.table, instance.function) {
            let table = instance.variable("table");
            condition = format!("({condition}) && {table}");
            if instance.has(&step.callback) {
                condition += &format!(" && {table}->{}", step.callback);
            }
        }
        condition
    }
}

/// Statements, indented, in a block of their own where they declare something.
pub(super) fn add_block(text: &mut String, depth: usize, statements: &str) {
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
