//! `replay.c`: what the program is given, and what happens at the end.

use source::entity::EntityId;

use super::Maker;
use super::c_values::{element, patch, string};
use super::files::MARK;
use super::inputs::{Key, Value};

const RUNTIME: &str = include_str!("runtime.c");
const RUNTIME_END: &str = include_str!("runtime_end.c");

impl Maker<'_> {
    /// `replay.c`
    pub(super) fn runtime(&self, all: &str) -> String {
        let met = self.inputs.met_watched;
        let mut out = format!("{MARK}{all} */\n");
        out += &format!("#define WATCHED_MET {}\n", u8::from(met.is_some()));
        out += &format!("#define WATCHED_BEFORE {}ull\n", met.unwrap_or(0));
        let outside = !self.inputs.objects.is_empty()
            || self.inputs.tables.values().flatten().any(is_outside);
        out += &format!("#define USES_OUTSIDE {}\n", u8::from(outside));
        out += RUNTIME;
        out += "\n#ifdef MAP_FIXED_NOREPLACE\n#define CEGAR_FIXED MAP_FIXED_NOREPLACE\n#else\n#define CEGAR_FIXED 0\n#endif\n\n";
        for line in &self.undefined {
            out += line;
            out += "\n";
        }
        out += "int cegar_start(void);\n";
        out += &self.tables();
        out += &self.objects();
        out += "\nstatic const char *const violations[] = {\n";
        for violation in self.checked.violations.values() {
            let text = format!("{} ({})", violation.message, violation.rule);
            out += &format!("    {},\n", quoted(&text));
        }
        out += "    0\n};\n";
        out += "\n_Bool cegar_told(int table, void *to, size_t size);\n";
        out += "\nstatic void cegar_variables(void)\n{\n";
        for line in &self.filled {
            out += line;
            out += "\n";
        }
        out += "}\n";
        out + RUNTIME_END
    }

    /// The values that are asked for.
    fn tables(&self) -> String {
        let mut out = String::new();
        for (n, &key) in self.tables.iter().enumerate() {
            let who = self.who(key);
            let mut elements = String::new();
            for (k, value) in self.inputs.table(key).iter().enumerate() {
                let inside = value.inside();
                let list = match inside.is_empty() {
                    true => "0".to_owned(),
                    false => format!("patches_{n}_{k}"),
                };
                elements += &format!("    {},\n", element(value, &list));
                if !inside.is_empty() {
                    out += &patches(&list, inside);
                }
            }
            out += &format!("\n/* {who} */\nstatic const struct cegar_value values_{n}[] = {{\n");
            out += &elements;
            out += "};\n";
        }
        out += "\nstatic struct cegar_table tables[] = {\n";
        for (n, &key) in self.tables.iter().enumerate() {
            let who = quoted(&self.who(key));
            let count = self.inputs.table(key).len();
            out += &format!("    {{ {who}, values_{n}, {count}, 0 }},\n");
        }
        out += "    { 0, 0, 0, 0 }\n};\n";
        out
    }

    /// Objects from outside, and the addresses in them.
    fn objects(&self) -> String {
        let mut out = String::from("\nstatic const struct cegar_object objects[] = {\n");
        for (address, bytes) in &self.inputs.objects {
            let end = bytes.iter().rposition(|&b| b != 0).map_or(0, |n| n + 1);
            if end > 0 {
                let text = string(&bytes[..end]);
                out += &format!("    {{ {address:#x}, {text}, {end} }},\n");
            }
        }
        out += "    { 0, 0, 0 }\n};\n";
        out + &patches("patches", &self.inputs.patches)
    }

    /// Who asks, for people.
    fn who(&self, key: Key) -> String {
        let program = &self.check.whole;
        match key {
            Key::Call(func, None) => format!("what {} returns", program.funcs[func].name),
            Key::Call(_, Some(model)) => format!("what {} leaves open", program.funcs[model].name),
            Key::Library(func) => format!("what {} returns", program.funcs[func].name),
            Key::Variable(var) | Key::Entered(var) => {
                format!("the variable {}", program.vars[var].name)
            }
            Key::Edge(func, edge) => {
                let cfg = program.funcs[func].body.as_ref();
                let span = cfg.map(|cfg| cfg.edge(edge).span);
                let at = span.and_then(|span| self.checked.compiled.sources.locate(span));
                let at = at.map_or(edge.index().to_string(), |at| {
                    format!("{}:{}", at.file, at.line)
                });
                format!("what is read at {at}")
            }
            Key::Allocated => "what new memory holds".into(),
        }
    }
}

/// A list of addresses that lie somewhere.
fn patches(name: &str, all: &[(u64, Value)]) -> String {
    let mut out = format!("\nstatic const struct cegar_patch {name}[] = {{\n");
    for text in all.iter().filter_map(|(at, value)| patch(*at, value)) {
        out += &format!("    {text},\n");
    }
    out + "    { 0, 0, 0 }\n};\n"
}

fn is_outside(value: &Value) -> bool {
    match value {
        // Pointers in it may lead there.
        Value::Object(..) | Value::Bytes(..) => true,
        Value::Number(bits) => {
            u64::try_from(*bits).is_ok_and(|bits| semantics::UNFIXED_ADDRESSES.contains(&bits))
        }
        _ => false,
    }
}

/// A string of C.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out += "\\n",
            '?' => out += "\\?",
            c => out.push(c),
        }
    }
    out + "\""
}
