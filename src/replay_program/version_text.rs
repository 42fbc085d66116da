//! The replay program's own versions of functions, at the ends of units.

use frontend::property::HookPoint;
use ir::FuncId;

use super::Maker;
use super::function_versions::Does;
use super::inputs::Key;
use super::names;
use super::unit::{Signature, Typed, argument, declared};

/// What holds the result of a version.
const RESULT: &str = "cegar_result";

impl Maker<'_> {
    /// Functions that no execution calls need not be there when the executable is linked.
    pub(super) fn declare_never_called(&mut self) {
        let names = self.versions.never_called().into_iter();
        let weak: String = names.map(|name| format!("#pragma weak {name}\n")).collect();
        for unit in &mut self.units {
            unit.before.push_str(&weak);
        }
    }

    /// Writes all versions.
    pub(super) fn write_versions(&mut self) {
        let mut wanted: Vec<FuncId> = self.versions.outside();
        let program = &self.check.whole;
        let own = program.defined().map(|(id, _, _)| id);
        wanted.extend(own.filter(|&id| !self.check.synthetic.is_handler(id)));
        self.add_rule(&wanted);
        for func in wanted {
            let Some(does) = self.versions.does(func) else {
                continue;
            };
            self.write_version(func, &does, None);
            for list in 0..self.blind.len() {
                if self.called_blindly.contains(&(func, list)) {
                    self.write_version(func, &does, Some(list));
                }
            }
            if self.checked.hooks.narrowed.contains(&func) {
                let name = &self.check.whole.funcs[func].name;
                self.remark(format!(
                    "a call of '{name}' has an argument with more bits than the function takes; the rule sees them \
                     all, here only those that are left"
                ));
            }
        }
        self.write_choices_of_models();
    }

    /// Puts the rule into every unit that has events.
    fn add_rule(&mut self, wanted: &[FuncId]) {
        if !self.rule.exists() {
            return;
        }
        let mut hooked = wanted.to_vec();
        hooked.retain(|&func| self.versions.is_hooked(func));
        let homes = hooked.into_iter().filter_map(|func| self.home(func));
        let mut units: Vec<usize> = homes.collect();
        units.sort_unstable();
        units.dedup();
        for n in units {
            let unit = &mut self.units[n];
            let text = self.rule.common(&self.checked.compiled.sources, &unit.uses);
            unit.after += "\n# 1 \"replay: the rule\"\n";
            unit.after += &text;
        }
    }

    /// The unit that a function's version goes to.
    fn home(&mut self, func: FuncId) -> Option<usize> {
        let function = &self.check.whole.funcs[func];
        if function.body.is_some() {
            return self.unit_of(function.span);
        }
        let symbol = self.names.intern(&function.name);
        let declares = |unit: &super::Unit| unit.declaration(symbol).is_some();
        let found = self.units.iter().position(declares);
        found.or((!self.units.is_empty()).then_some(0))
    }

    /// Writes the version of a function; if it is for functions that are wholes, which handlers do not run.
    fn write_version(&mut self, func: FuncId, does: &Does, blind: Option<usize>) {
        let Some(n) = self.home(func) else { return };
        let function = &self.check.whole.funcs[func];
        let (name, storage) = (function.name.to_string(), names::storage(function));
        let symbol = self.names.intern(&name);
        let defined = function
            .body
            .as_ref()
            .and_then(|_| self.units[n].definition(symbol, function.span));
        let declared = match defined {
            Some(id) => Some(self.units[n].ast.functions[id].declarator.ty),
            None => self.units[n].declaration(symbol),
        };
        let signature = self.signature(n, func, declared, does);
        let own = match blind {
            None => format!("replay_{name}"),
            Some(list) => format!("cegar_unseen_{list}_{name}"),
        };
        let Some(head) = signature.head(&self.units[n], &mut self.names, &own) else {
            self.remark(format!(
                "there is no version of '{name}': its type has no name"
            ));
            return;
        };
        if blind.is_none() {
            self.announce(n, func, defined, &format!("{storage}{head};"));
        }
        let before = [HookPoint::Call, HookPoint::Entry];
        let before = self.handlers(n, func, &signature, &before, blind);
        let after = [HookPoint::Exit, HookPoint::Return];
        let after = self.handlers(n, func, &signature, &after, blind);
        let does = self.body(func, &signature, does);
        let mut text = format!("# 1 \"replay: {name}\"\n{storage}{head}\n{{\n");
        if let Some(result) = &signature.result {
            let variable = self.declared(n, result, RESULT);
            text += &format!("    {variable};\n");
        }
        text += &before;
        text += &does;
        text += &after;
        if signature.result.is_some() {
            text += &format!("    return {RESULT};\n");
        }
        text += "}\n";
        self.units[n].after += &text;
    }

    fn declared(&mut self, n: usize, ty: &Typed, name: &str) -> String {
        declared(&self.units[n], &mut self.names, ty, name).unwrap_or_default()
    }

    fn signature(
        &mut self,
        n: usize,
        func: FuncId,
        declared: Option<frontend::syntax::ast::TypeId>,
        does: &Does,
    ) -> Signature {
        let program = &self.check.whole;
        let int = vec![program.types.int()];
        let passed = match does {
            Does::Assume => Some(&int),
            _ => self.checked.hooks.passed.get(&func),
        };
        let (unit, names) = (&mut self.units[n], &mut self.names);
        Signature::new(unit, names, program, func, declared, passed)
    }

    /// Declares a version where it is used before it is there.
    fn announce(
        &mut self,
        n: usize,
        func: FuncId,
        defined: Option<frontend::syntax::ast::FunctionId>,
        declaration: &str,
    ) {
        let function = &self.check.whole.funcs[func];
        let symbol = self.names.intern(&function.name);
        if let Some(id) = defined {
            let unit = &mut self.units[n];
            let span = unit.ast.functions[id].span;
            if !unit.declared_before(symbol, span) {
                let at = unit.range(span).start;
                unit.edits.insert(at, format!("{declaration} "));
            }
            return;
        }
        for unit in &mut self.units {
            if unit.declaration(symbol).is_none() && unit.uses.contains_key(&*function.name) {
                let sources = &self.checked.compiled.sources;
                let text = sources.unit(unit.id).text();
                let names = super::edits::tokens(text);
                let plain = function.name.as_bytes();
                let built_in = format!("__builtin_{}", function.name);
                let used = names.iter().any(|(_, range)| {
                    let word = &text[range.clone()];
                    word == plain || word == built_in.as_bytes()
                });
                if used {
                    unit.before += declaration;
                    unit.before += "\n";
                }
            }
        }
    }

    /// The calls of the handlers of some points, which are written first.
    pub(super) fn handlers(
        &mut self,
        n: usize,
        func: FuncId,
        signature: &Signature,
        points: &[HookPoint],
        blind: Option<usize>,
    ) -> String {
        let hooks = &self.checked.hooks;
        let function = &self.check.whole.funcs[func];
        let mut calls = String::new();
        for point in points {
            let found = hooks.functions.get(&func).into_iter().flatten();
            let found = found.filter(|&&h| hooks.handlers[h].point == *point);
            for &h in found {
                let at_call = matches!(point, HookPoint::Call | HookPoint::Return);
                let at_call = at_call || function.body.is_none();
                if at_call && blind.is_some_and(|list| self.blind[list].contains(&h)) {
                    continue;
                }
                calls += &self.handler_call(n, func, signature, h);
            }
        }
        calls
    }

    /// Whether a function of the program may change a parameter of its own.
    fn changes_parameter(&self, func: FuncId, n: usize) -> bool {
        let program = &self.check.whole;
        let function = &program.funcs[func];
        let (Some(cfg), Some(&param)) = (&function.body, function.params.get(n)) else {
            return false;
        };
        let writes = |place| program.terms.place_var(place) == Some(param);
        let mut edges = cfg.edges();
        program.vars[param].address_taken
            || edges.any(|edge| cfg.edge(edge).stmt.written().is_some_and(writes))
    }

    /// The call of a handler, which is written first.
    fn handler_call(&mut self, n: usize, func: FuncId, signature: &Signature, h: usize) -> String {
        let hook = &self.checked.hooks.handlers[h];
        let function = &self.check.whole.funcs[func].name;
        if hook.arguments.iter().any(|&k| k > signature.params.len()) {
            self.remark(format!(
                "a handler of '{function}' speaks of an argument that its declaration does not tell"
            ));
            return String::new();
        }
        let changes = |&k: &usize| self.changes_parameter(func, k - 1);
        if hook.point == HookPoint::Exit && hook.arguments.iter().any(changes) {
            self.remark(format!(
                "the rule looks at parameters of '{function}' where it ends; here it sees them as they were passed"
            ));
        }
        let name = format!("rule_handler_{h}_of_{function}");
        let (mut params, mut args) = (Vec::new(), Vec::new());
        for &k in &hook.arguments {
            params.push(self.declared(n, &signature.params[k - 1], &argument(k)));
            args.push(argument(k));
        }
        if let Some(result) = signature.result.as_ref().filter(|_| hook.result) {
            params.push(self.declared(n, result, "cegar_returned"));
            args.push(RESULT.into());
        }
        if params.is_empty() {
            params.push("void".into());
        }
        let head = format!("static void {name}({})", params.join(", "));
        let (sources, uses) = (&self.checked.compiled.sources, &self.units[n].uses);
        let text = self.rule.handler(sources, uses, h, &head);
        let unit = &mut self.units[n];
        if !unit.after.contains(&format!("{head} ")) {
            unit.after += &text;
        }
        format!("    {name}({});\n", args.join(", "))
    }

    /// What a version does between the handlers.
    fn body(&mut self, func: FuncId, signature: &Signature, does: &Does) -> String {
        let function = &self.check.whole.funcs[func];
        let name = function.name.to_string();
        let args = signature.arguments().join(", ");
        let has_result = signature.result.is_some();
        let set = if has_result { "cegar_result = " } else { "" };
        let result = format!("(void *)&{RESULT}, sizeof {RESULT}");
        match does {
            Does::Body => {
                if signature.variadic {
                    self.remark(format!(
                        "'{name}' takes any number of arguments; only those that it names are passed on"
                    ));
                }
                let own = self.definition_name(func);
                format!("    {set}{own}({args});\n")
            }
            Does::Value if !has_result => String::new(),
            Does::Value => {
                let table = self.table(Key::Call(func, None));
                format!("    cegar_value({table}, {result});\n")
            }
            Does::Nothing if !has_result => String::new(),
            Does::Nothing => format!("    cegar_value(-1, {result});\n"),
            Does::Told => self.told(func, signature, &args),
            Does::Violation(number) => format!("    cegar_violated({number});\n"),
            Does::Allocate(size, count, cleared) => {
                let table = self.table(Key::Library(func));
                let contents = match cleared {
                    true => -1,
                    false => self.table(Key::Allocated),
                };
                let count = count.map_or("1".into(), argument);
                let size = argument(*size);
                format!("    {set}cegar_allocate({table}, {contents}, {size}, {count});\n")
            }
            Does::Reallocate => {
                let table = self.table(Key::Library(func));
                format!("    {set}cegar_reallocate({table}, (void *)argument_1, argument_2);\n")
            }
            Does::Release => "    cegar_release((void *)argument_1);\n".into(),
            Does::Written(text) => (*text).into(),
            Does::Assume => "    cegar_assume(argument_1 != 0);\n".into(),
            Does::Ends => format!("    cegar_ended(\"{name} is called\");\n"),
        }
    }

    /// A function of the library that is told what to return, sometimes.
    fn told(&mut self, func: FuncId, signature: &Signature, args: &str) -> String {
        let name = self.check.whole.funcs[func].name.to_string();
        let table = self.table(Key::Library(func));
        let real = format!("extern __typeof__(replay_{name}) {name};");
        if signature.result.is_none() {
            return format!("    {real}\n    {name}({args});\n");
        }
        let result = format!("(void *)&{RESULT}, sizeof {RESULT}");
        match signature.variadic {
            true => format!("    cegar_value({table}, {result});\n"),
            false => format!(
                "    {real}\n    if (!cegar_told({table}, {result}))\n        {RESULT} = {name}({args});\n"
            ),
        }
    }

    /// What our models of library functions leave open is told each of them on its own.
    fn write_choices_of_models(&mut self) {
        let program = &self.check.whole;
        let mut models: Vec<FuncId> = program.defined().map(|(id, _, _)| id).collect();
        models.retain(|&f| self.versions.takes_model(f));
        for model in models {
            let Some(n) = self.unit_of(program.funcs[model].span) else {
                continue;
            };
            for (func, function) in program.funcs.iter() {
                if !function.name.starts_with("__VERIFIER_nondet") {
                    continue;
                }
                let symbol = self.names.intern(&function.name);
                let Some(ty) = self.units[n].declaration(symbol) else {
                    continue;
                };
                let signature = self.signature(n, func, Some(ty), &Does::Value);
                let name = format!("cegar_in_{}_{}", program.funcs[model].name, function.name);
                let table = self.table(Key::Call(func, Some(model)));
                let head = signature.head(&self.units[n], &mut self.names, &name);
                let result = signature.result.as_ref();
                let variable = result.map(|ty| self.declared(n, ty, RESULT));
                let unit = &mut self.units[n];
                unit.uses.insert(function.name.to_string(), name);
                unit.after += &format!(
                    "{}\n{{\n    {};\n    cegar_value({table}, (void *)&{RESULT}, sizeof {RESULT});\n    return {RESULT};\n}}\n",
                    head.unwrap_or_default(),
                    variable.unwrap_or_default()
                );
            }
        }
    }
}
