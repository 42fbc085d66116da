//! What runs before the entry and after it: functions with the attributes `constructor` and
//! `destructor`, and tables of functions in the sections `.preinit_array`, `.init_array`, `.ctors`,
//! `.fini_array` and `.dtors`.
//!
//! gcc puts functions with the attributes into those sections itself, so all of them are entries of
//! sections, in the order of the text. GNU ld lays them out: sections with a priority first, in the
//! order of priorities and then of their names (`.ctors.N` has the priority 65535 - N), the others
//! in the order of the files, and the contents of `.ctors` and `.dtors` backwards. What is to run at
//! the end runs from the last entry to the first.

use super::Lowerer;
use super::body::Body;
use super::symbols::string_arg;
use crate::syntax::ast;
use ir::types::DataModel;
use ir::{
    AssumptionKind, Callee, ExprKind, FuncId, InitValue, PlaceKind, Stmt, Term, VarId, VarKind,
};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Span;

/// The priority of functions and sections that have none.
const LAST_PRIORITY: i128 = 65535;

/// The sections of kernels whose functions the kernel runs.
const KERNEL_SECTIONS: [&str; 4] = [
    ".initcall",
    ".con_initcall",
    ".security_initcall",
    ".exitcall",
];

/// What stands in a section.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Function(FuncId),
    Table(VarId),
}

#[derive(Debug)]
struct Section {
    name: String,
    entries: Vec<Entry>,
}

#[derive(Default)]
pub(super) struct Initialisers {
    /// Of the unit being lowered: priorities of functions with the attributes, and what it defines.
    constructors: FxHashMap<FuncId, Option<i128>>,
    destructors: FxHashMap<FuncId, Option<i128>>,
    defined: Vec<Placed>,
    /// Of all units.
    sections: Vec<Section>,
    /// Variables in other sections, by the name of the section.
    elsewhere: Vec<(String, VarId)>,
}

/// Something that a unit defines, in the order of the text.
enum Placed {
    Function(FuncId),
    Table(String, VarId),
}

impl Initialisers {
    pub(super) fn constructor(&mut self, func: FuncId, priority: Option<i128>) {
        self.constructors.insert(func, priority);
    }

    pub(super) fn destructor(&mut self, func: FuncId, priority: Option<i128>) {
        self.destructors.insert(func, priority);
    }

    /// The unit defines the function: only then do its attributes count.
    pub(super) fn defined(&mut self, func: FuncId) {
        self.defined.push(Placed::Function(func));
    }

    /// Sorts what the unit defines into sections.
    pub(super) fn end_unit(&mut self) {
        let first = self.sections.len();
        for placed in std::mem::take(&mut self.defined) {
            match placed {
                Placed::Function(func) => {
                    let lists = [
                        (".init_array", self.constructors.remove(&func)),
                        (".fini_array", self.destructors.remove(&func)),
                    ];
                    for (section, priority) in lists {
                        let name = match priority {
                            None => continue,
                            Some(Some(n)) if n != LAST_PRIORITY => format!("{section}.{n:05}"),
                            Some(_) => section.into(),
                        };
                        self.put(first, name, Entry::Function(func));
                    }
                }
                Placed::Table(name, var) => self.put(first, name, Entry::Table(var)),
            }
        }
        self.constructors.clear();
        self.destructors.clear();
    }

    fn put(&mut self, first: usize, name: String, entry: Entry) {
        let mut own = self.sections[first..].iter_mut();
        match own.find(|section| section.name == name) {
            Some(section) => section.entries.push(entry),
            None => self.sections.push(Section {
                name,
                entries: vec![entry],
            }),
        }
    }

    /// The entries of the sections of one kind, as they lie one behind the other.
    fn laid_out(&self, names: [&str; 2]) -> Vec<Entry> {
        let mut found: Vec<(i128, &str, &Section)> = Vec::new();
        for section in &self.sections {
            match place(&section.name, names) {
                Some(Some(priority)) => found.push((priority, &section.name, section)),
                // Behind those with priorities, in the order of the files.
                Some(None) => found.push((i128::MAX, "", section)),
                None => {}
            }
        }
        found.sort_by_key(|&(priority, name, _)| (priority, name));
        let mut entries = Vec::new();
        for (_, _, section) in found {
            match section.name.starts_with(names[1]) {
                true => entries.extend(section.entries.iter().rev()),
                false => entries.extend(&section.entries),
            }
        }
        entries
    }
}

/// Whether a section is of a kind, and which priority it has, if any. The second name of a kind counts backwards.
fn place(section: &str, names: [&str; 2]) -> Option<Option<i128>> {
    for (n, name) in names
        .iter()
        .enumerate()
        .filter(|(_, name)| !name.is_empty())
    {
        match section.strip_prefix(name) {
            Some("") => return Some(None),
            Some(rest) => {
                let number: i128 = rest.strip_prefix('.')?.parse().ok()?;
                return Some(Some(if n == 0 {
                    number
                } else {
                    LAST_PRIORITY - number
                }));
            }
            None => {}
        }
    }
    None
}

/// The kinds of sections with functions that run by themselves.
const PREINIT: [&str; 2] = [".preinit_array", ""];
const INIT: [&str; 2] = [".init_array", ".ctors"];
const FINI: [&str; 2] = [".fini_array", ".dtors"];

impl Lowerer<'_> {
    /// Notes in which section a variable is defined, if the text says so.
    pub(super) fn note_section(
        &mut self,
        var: VarId,
        specs: &ast::DeclSpecs,
        declarator: &ast::Declarator,
    ) {
        let attrs = || specs.attrs.iter().chain(&declarator.attrs);
        let named = attrs().find(|a| a.name == self.known.section);
        let Some(section) = named.and_then(|a| string_arg(self.ast, a)) else {
            return;
        };
        let name = self.program.vars[var].name.to_string();
        let span = declarator.name_span;
        if KERNEL_SECTIONS
            .iter()
            .any(|kernel| section.starts_with(kernel))
        {
            let words = "the kernel calls it when it starts or ends; here it runs only where the program calls it";
            self.assume(span, AssumptionKind::Approximation, &name, words);
        }
        let kinds = [PREINIT, INIT, FINI];
        if !kinds.iter().any(|&kind| place(&section, kind).is_some()) {
            let mut all = kinds.iter().flatten().filter(|kind| !kind.is_empty());
            if all.any(|kind| section.starts_with(kind)) {
                self.not_modelled(
                    span,
                    &name,
                    "when the functions of this section run is not known",
                );
            }
            return self.initialisers.elsewhere.push((section, var));
        }
        let kept = attrs().any(|a| a.name == self.known.used || a.name == self.known.retain);
        if !kept && self.program.vars[var].kind != VarKind::Global {
            let words = "a static table in this section that is not declared `used`: whether its functions run \
                         depends on the compiler";
            self.not_modelled(span, &name, words);
        }
        let aligned = attrs().any(|a| a.name == self.known.aligned);
        if !aligned && self.leaves_gap(var) {
            let words = "gcc aligns a table of this size, and what may lie before it is no function; \
                         `aligned` with the size of a pointer says otherwise";
            self.not_modelled(span, &name, words);
        }
        let placed = Placed::Table(section, var);
        self.initialisers.defined.push(placed);
    }

    /// Whether gcc aligns a table by more than its elements.
    fn leaves_gap(&self, var: VarId) -> bool {
        let types = &self.program.types;
        let size = types.size_of(self.program.vars[var].ty).unwrap_or(0);
        match types.model() {
            DataModel::Lp64 => size >= 16,
            DataModel::Ilp32 => size >= 32,
        }
    }

    pub(super) fn not_modelled(&mut self, span: Span, what: &str, why: &str) {
        self.assume(span, AssumptionKind::NotModelled, what, why);
    }

    /// Puts what runs before the entry and after it in order.
    pub(super) fn order_initialisers(&mut self) {
        let mut before = self.initialisers.laid_out(PREINIT);
        before.extend(self.initialisers.laid_out(INIT));
        let mut after = self.initialisers.laid_out(FINI);
        after.reverse();
        self.program.constructors = self.functions(before, false);
        self.program.destructors = self.functions(after, true);
        self.check_bounds_of_sections();
    }

    /// The functions that entries stand for; tables that run backwards are read so.
    fn functions(&mut self, entries: Vec<Entry>, backwards: bool) -> Vec<FuncId> {
        let mut all = Vec::new();
        for entry in entries {
            let mut found = match entry {
                Entry::Function(func) => vec![func],
                Entry::Table(var) => self.table(var),
            };
            // The table is laid out backwards, or run so, but not both.
            if let Entry::Table(var) = entry
                && self.is_reversed(var) != backwards
            {
                found.reverse();
            }
            all.extend(found);
        }
        all.into_iter()
            .map(|func| self.without_arguments(func))
            .collect()
    }

    /// Whether a table lies in a section whose contents ld turns around.
    fn is_reversed(&self, var: VarId) -> bool {
        let sections = self.initialisers.sections.iter();
        let mut reversed =
            sections.filter(|s| [INIT[1], FINI[1]].iter().any(|n| s.name.starts_with(n)));
        reversed.any(|s| {
            let mut tables = s.entries.iter();
            tables.any(|e| matches!(e, Entry::Table(v) if *v == var))
        })
    }

    /// The functions in a table.
    fn table(&mut self, var: VarId) -> Vec<FuncId> {
        let variable = &self.program.vars[var];
        let (name, span) = (variable.name.to_string(), variable.span);
        let word = self.program.types.pointer_size();
        let size = self.program.types.size_of(variable.ty).unwrap_or(0);
        let items = variable.init.as_ref().map(|init| &init.items[..]);
        let mut slots = vec![None; (size / word) as usize];
        for item in items.unwrap_or_default() {
            let slot = slots.get_mut((item.bit_offset / 8 / word) as usize);
            if let (Some(slot), InitValue::Scalar(value)) = (slot, &item.value) {
                let value = self.program.without_casts(*value);
                *slot = match self.program.terms.expr(value).kind {
                    ExprKind::FuncAddr(func) if (item.bit_offset / 8).is_multiple_of(word) => {
                        Some(func)
                    }
                    _ => None,
                };
            }
        }
        if !size.is_multiple_of(word) || slots.iter().any(Option::is_none) {
            let words = "an entry of this section that is no function";
            self.not_modelled(span, &name, words);
        }
        slots.into_iter().flatten().collect()
    }

    /// A function that takes nothing and calls the one that runs by itself. The C library passes the arguments of
    /// `main`, which only matters if they are read.
    fn without_arguments(&mut self, func: FuncId) -> FuncId {
        let function = &self.program.funcs[func];
        let (name, span) = (function.name.to_string(), function.span);
        let ty = self.program.types.function_type(function.ty).cloned();
        let Some(ty) = ty.filter(|ty| !ty.params.is_empty()) else {
            return func;
        };
        let params = function.params.clone();
        if self.is_read(func, &params) {
            let words =
                "runs before the program or after it, and uses the arguments that it is given then";
            self.not_modelled(span, &name, words);
        }
        let symbol = self.names.intern(&format!("{name}$run"));
        let void = ir::types::FunctionType {
            ret: self.program.types.void(),
            params: Box::new([]),
            variadic: false,
            prototype: true,
        };
        let void = self.program.types.function(void);
        let wrapper = self.new_function(symbol, void, true, span);
        self.begin_function(wrapper, span);
        let args = ty.params.iter().map(|&ty| self.arbitrary(ty)).collect();
        self.emit(Stmt::Call {
            result: None,
            callee: Callee::Direct(func),
            args,
        });
        self.return_value(None);
        self.end_function(wrapper);
        wrapper
    }

    /// Whether a function uses some of its parameters.
    fn is_read(&self, func: FuncId, params: &[VarId]) -> bool {
        let Some((_, body)) = self.bodies.iter().find(|(f, _)| *f == func) else {
            return true;
        };
        let mut stack: Vec<Term> = Vec::new();
        for edge in &body.edges {
            let stmt = &edge.edge.stmt;
            stack.extend(stmt.exprs().into_iter().map(Term::Expr));
            stack.extend(stmt.written().map(Term::Place));
        }
        let terms = &self.program.terms;
        let mut seen = FxHashSet::default();
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Term::Place(place) = term
                && let PlaceKind::Var(var) = terms.place(place).kind
                && params.contains(&var)
            {
                return true;
            }
            stack.extend(terms.children(term).into_iter().flatten());
        }
        false
    }

    /// Starts the body of a function that is not in the text.
    pub(super) fn begin_function(&mut self, func: FuncId, span: Span) {
        self.flow.func = func;
        self.bodies_of.insert(func);
        self.body = Some(Body::new(span));
    }

    pub(super) fn end_function(&mut self, func: FuncId) {
        if let Some(body) = self.body.take() {
            self.bodies.push((func, body));
        }
    }

    /// `__start_S` and `__stop_S` are where the variables of the section S lie, one behind the other. Headers declare
    /// them for everyone: only programs that mention them depend on where that is.
    fn check_bounds_of_sections(&mut self) {
        let terms = &self.program.terms;
        let mentioned: FxHashSet<VarId> = terms
            .in_order()
            .iter()
            .filter_map(|term| match term {
                Term::Place(place) => match terms.place(*place).kind {
                    PlaceKind::Var(variable) => Some(variable),
                    _ => None,
                },
                Term::Expr(_) => None,
            })
            .collect();
        let vars = self.program.vars.ids().filter(|&v| {
            let variable = &self.program.vars[v];
            variable.kind == VarKind::Global && variable.init.is_none()
        });
        let bounds: Vec<(String, Span)> = vars
            .filter_map(|v| {
                let variable = &self.program.vars[v];
                let name = &*variable.name;
                let section = ["__start_", "__stop_"]
                    .iter()
                    .find_map(|prefix| name.strip_prefix(prefix))?;
                let mut all = self.initialisers.elsewhere.iter();
                let there = all.any(|(s, _)| s == section);
                (there && mentioned.contains(&v)).then(|| (name.to_owned(), variable.span))
            })
            .collect();
        for (name, span) in bounds {
            let words = "how the linker lays out the variables of this section is not followed";
            self.not_modelled(span, &name, words);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_say_when_they_run() {
        assert_eq!(place(".init_array", INIT), Some(None));
        assert_eq!(place(".init_array.00101", INIT), Some(Some(101)));
        assert_eq!(place(".ctors.65434", INIT), Some(Some(101)));
        assert_eq!(place(".init_array.x", INIT), None);
        assert_eq!(place(".init_arrays", INIT), None);
        assert_eq!(place(".preinit_array", PREINIT), Some(None));
        assert_eq!(place(".fini_array", INIT), None);
    }
}
