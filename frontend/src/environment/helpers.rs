//! The functions of C that each instance of a class brings along: they make an object new, choose one of a table's
//! entries, or do a step that functions of the model do too.

use super::instances::{Instance, TableName};
use super::model::{Step, Variable};
use super::render::{Writer, add_block};
use super::tables::initial;
use ir::{InitItem, InitValue, Program, VarId};
use std::fmt::Write as _;

/// More entries than this are chosen by a number.
const MAX_ENTRIES_ENUMERATED: u64 = 16;

/// A function of C without parameters.
pub(super) struct Helper {
    pub(super) name: String,
    /// What stands before its body, and what it needs declared.
    pub(super) head: String,
    pub(super) body: String,
}

impl Writer<'_, '_> {
    /// All that the instances may need.
    pub(super) fn helpers(&self) -> Vec<Helper> {
        let mut found = Vec::new();
        for instance in self.instances {
            for variable in instance.class.variables.iter().filter(|v| v.is_object) {
                found.push(self.makes_new(instance, variable));
                if let Some(member) = &variable.from {
                    found.push(self.chooses(instance, variable, member));
                }
            }
            for step in &instance.class.steps {
                if self.is_there(instance, step) && self.is_shared(step) {
                    found.push(self.does(instance, step));
                }
            }
        }
        found
    }

    /// Whether functions of the models do the step as well as the environment.
    pub(super) fn is_shared(&self, step: &Step) -> bool {
        let word = format!("$may({})", step.callback);
        self.models.functions.iter().any(|f| f.text.contains(&word))
    }

    pub(super) fn is_there(&self, instance: &Instance<'_>, step: &Step) -> bool {
        instance.has(&step.callback) || step.optional
    }

    /// Any contents, and then what holds of such objects.
    fn makes_new(&self, instance: &Instance<'_>, variable: &Variable) -> Helper {
        let (object, name) = (
            instance.variable(&variable.name),
            instance.helper("fresh", &variable.name),
        );
        let mut body = format!("\t{object} = {object}_any();\n");
        add_block(&mut body, 1, &self.expand(instance, &variable.made));
        Helper {
            head: format!("__typeof__({object}) {object}_any(void);\nstatic void {name}(void)"),
            name,
            body,
        }
    }

    /// The address of one of the entries that a member of the table leads to, before the one that ends them; of an object
    /// with any contents if they are not known.
    fn chooses(&self, instance: &Instance<'_>, variable: &Variable, member: &str) -> Helper {
        let (object, name) = (
            instance.variable(&variable.name),
            instance.helper("one", &variable.name),
        );
        let body = match self.entries(instance, member) {
            Some((array, count)) => choice(&array, count),
            None => {
                let fresh = instance.helper("fresh", &variable.name);
                format!("\t{fresh}();\n\treturn &{object};\n")
            }
        };
        Helper {
            head: format!("static const __typeof__({object}) *{name}(void)"),
            name,
            body,
        }
    }

    /// The array that a member of the table leads to, and how many of its entries count.
    fn entries(&self, instance: &Instance<'_>, member: &str) -> Option<(String, u64)> {
        let TableName::Place(place) = &instance.table else {
            return None;
        };
        let mut tables = self.given.tables.iter();
        let table = tables.find(|t| t.place == *place)?;
        if self
            .given
            .assigned
            .contains(&(table.tag.clone(), member.to_owned()))
        {
            return None;
        }
        let array = table.pointed(self.program, member)?;
        let count = entries_before_end(self.program, array)?;
        Some((self.program.vars[array].name.to_string(), count))
    }

    fn does(&self, instance: &Instance<'_>, step: &Step) -> Helper {
        let name = instance.helper("on", &step.callback);
        let mut body = format!("\tif ({}) {{\n", self.condition(instance, step));
        add_block(&mut body, 2, &self.expand(instance, &step.body));
        body += "\t}\n";
        Helper {
            head: format!("static void {name}(void)"),
            name,
            body,
        }
    }
}

fn choice(array: &str, count: u64) -> String {
    if count > MAX_ENTRIES_ENUMERATED {
        return format!(
            "\tunsigned long entry = __VERIFIER_nondet_ulong();\n\t__VERIFIER_assume(entry < {count});\n\
             \treturn &{array}[entry];\n"
        );
    }
    let mut body = String::from("\tswitch (__VERIFIER_nondet_int()) {\n");
    for entry in 1..count {
        let _ = writeln!(body, "\tcase {entry}:\n\t\treturn &{array}[{entry}];");
    }
    body + &format!("\tdefault:\n\t\treturn &{array}[0];\n\t}}\n")
}

/// How many entries of an array come before one that is all zero; none: not known.
fn entries_before_end(program: &Program, array: VarId) -> Option<u64> {
    let types = &program.types;
    let element = types.elem(program.vars[array].ty)?;
    let (size, all) = (
        types.size_of(element).filter(|&size| size > 0)?,
        types.size_of(program.vars[array].ty)?,
    );
    let holds = |item: &InitItem| match &item.value {
        InitValue::Scalar(value) => program.const_value(*value) != Some(0),
        InitValue::Bytes(bytes) => bytes.iter().any(|&b| b != 0),
    };
    let mut used = vec![false; usize::try_from(all / size).ok()?];
    for item in initial(program, array).iter().filter(|item| holds(item)) {
        let entry = usize::try_from(item.bit_offset / 8 / size).ok()?;
        *used.get_mut(entry)? = true;
    }
    let count = used.iter().take_while(|&&used| used).count() as u64;
    (count > 0).then_some(count)
}
