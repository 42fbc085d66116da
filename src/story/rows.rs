//! The lines of the user's source that an execution goes through.
//!
//! Edges on one line make one row, as long as the execution stays there: a call that leads elsewhere ends the row, and
//! the return to it adds a row only if there is something to say. Calls of handlers and of built-in models leave only
//! remarks.

use frontend::property::Checked;
use interp::{Input, RequestKind};
use ir::types::TypeId;
use ir::{
    BinaryOp, Callee, Edge, EdgeId, EdgeKind, ExprId, ExprKind, FuncId, PlaceKind, Program, Stmt,
    VarId, VarKind,
};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Sources, Span};

use super::outside_objects::{self, Outside};
use super::{
    Remark, Row, Story, StoryInput, WATCHED, decision, omissions, relevant_inputs, shortened,
    value_text,
};
use verify::{Bug, Noted, Session, SyntheticCode};

pub(super) fn tell(check: &Session, checked: &Checked, bug: &Bug) -> Story {
    let violation = &checked.violations[&bug.violation];
    let mut teller = Teller {
        program: &check.prepared.program,
        sources: &checked.compiled.sources,
        own: &check.synthetic,
        rule: &violation.rule,
        excerpts: FxHashMap::default(),
        spellings: decision::Spellings::default(),
        story: Story::default(),
        key: None,
        seen: FxHashSet::default(),
        calls: Vec::new(),
        pending: None,
        told_machine: Vec::new(),
        follows: false,
        outside: Outside::new(&check.prepared.facts.layout),
        watched: watched(check, bug),
    };
    let edges = &bug.replay.edges;
    let used = relevant_inputs::used(&check.prepared.program, edges);
    let mut notes = bug.replay.notes.iter().peekable();
    for (at, &(func, edge)) in edges.iter().enumerate() {
        let mut here = Vec::new();
        while let Some(note) = notes.next_if(|n| n.at <= at) {
            if relevant_inputs::matters(&check.prepared.program, &edges[at..], &used, &note.what) {
                here.push(&note.what);
            }
        }
        teller.edge(func, edge, &here);
    }
    teller.end(&violation.message);
    omissions::apply(&mut teller.story);
    teller.story
}

/// What the property follows in an execution, where that is a number.
fn watched(check: &Session, bug: &Bug) -> Option<u128> {
    let mut notes = bug.replay.notes.iter();
    notes.find_map(|note| match &note.what {
        Noted::Input(
            RequestKind::Uninitialised(var) | RequestKind::Undefined(var),
            _,
            Input::Bits(bits),
        ) if Some(*var) == check.synthetic.watched => Some(*bits),
        _ => None,
    })
}

/// What makes edges one row.
#[derive(Clone, PartialEq, Eq)]
struct Key {
    file: String,
    line: u32,
    func: FuncId,
    depth: usize,
}

struct Teller<'a> {
    program: &'a Program,
    sources: &'a Sources,
    own: &'a SyntheticCode,
    rule: &'a str,
    excerpts: FxHashMap<Span, Option<(String, u32, String)>>,
    /// Conditions as they are told.
    spellings: decision::Spellings,
    story: Story,
    /// Of the last row, while edges may join it.
    key: Option<Key>,
    /// The edges of the last row.
    seen: FxHashSet<EdgeId>,
    /// The rows whose calls are active.
    calls: Vec<Option<Key>>,
    /// A call of a function that is not told: worth a row if there is something to say about it.
    pending: Option<(FuncId, EdgeId, Span)>,
    /// Machines of formulas of which was told that what follows violates them.
    told_machine: Vec<VarId>,
    /// Whether it was said which object the property follows.
    follows: bool,
    /// What is known of objects from outside.
    outside: Outside<'a>,
    /// Its address, or the number that is followed in place of an object.
    watched: Option<u128>,
}

impl Teller<'_> {
    fn edge(&mut self, func: FuncId, id: EdgeId, notes: &[&Noted]) {
        let Some(cfg) = &self.program.funcs[func].body else {
            return;
        };
        let edge = cfg.edge(id);
        let hidden = self.own.is_hidden(func);
        let (mut remarks, given) = self.remarks(func, id, edge, notes);
        self.follows |= given.iter().any(|(name, _)| name == WATCHED);
        if hidden
            && !self.follows
            && let Some(what) = self.followed(edge)
        {
            self.follows = true;
            let words = format!("[{}] follows {what}", self.rule);
            remarks.insert(0, Remark::State(words));
        }
        if hidden {
            self.add(remarks, given);
            return;
        }
        self.pending = None;
        let entered = self.entered(edge);
        let told = !remarks.is_empty() || entered || is_told(self.sources, edge);
        if told {
            self.row(func, id, edge.span, !remarks.is_empty() || entered);
        }
        self.add(remarks, given);
        if entered {
            self.calls.push(self.key.take());
        } else if !told && matches!(edge.stmt, Stmt::Call { .. }) {
            self.pending = Some((func, id, edge.span));
        }
        if matches!(edge.stmt, Stmt::Return { .. }) {
            // Whatever follows is back in the caller, on the line of the call.
            self.key = self.calls.pop().flatten();
            self.seen.clear();
        }
    }

    /// What the property follows, if a handler finds here that its event is about that.
    fn followed(&self, edge: &Edge) -> Option<String> {
        let terms = &self.program.terms;
        let bare = |mut e: ExprId| {
            while let ExprKind::Cast(inner) = terms.expr(e).kind {
                e = inner;
            }
            e
        };
        let is_watched = |e: ExprId| {
            let place = match terms.expr(e).kind {
                ExprKind::Load(place) => terms.place(place).kind,
                _ => return false,
            };
            matches!(place, PlaceKind::Var(var) if Some(var) == self.own.watched)
        };
        let Stmt::Assume { cond } = edge.stmt else {
            return None;
        };
        let ExprKind::Binary(BinaryOp::Eq, a, b) = terms.expr(cond).kind else {
            return None;
        };
        let (a, b) = (bare(a), bare(b));
        let compared = match (is_watched(a), is_watched(b)) {
            (true, _) => b,
            (_, true) => a,
            _ => return None,
        };
        let ty = terms.type_of(compared);
        match self.watched {
            Some(bits) if !self.program.types.is_pointer(ty) => {
                Some(value_text::scalar(self.program, ty, bits))
            }
            _ => Some("the object of this call".into()),
        }
    }

    /// Whether the edge leads into a function that the story tells.
    fn entered(&self, edge: &Edge) -> bool {
        match edge.stmt {
            Stmt::Call {
                callee: Callee::Direct(callee),
                ..
            } => self.program.funcs[callee].body.is_some() && !self.own.is_hidden(callee),
            _ => false,
        }
    }

    /// Goes to the row of an edge, which may be the last one.
    fn row(&mut self, func: FuncId, id: EdgeId, span: Span, says: bool) {
        let Some((file, line, source)) = self.excerpt(span) else {
            return;
        };
        let key = Key {
            file: file.clone(),
            line,
            func,
            depth: self.calls.len(),
        };
        let again = !self.seen.insert(id);
        if self.key.as_ref() == Some(&key) && !again {
            // The line of a call that has returned is shown again only with news.
            let last = self.story.rows.last();
            let shown = last.is_some_and(|row| row.depth == key.depth && row.line == line);
            if shown || !says {
                return;
            }
        }
        self.seen.clear();
        self.seen.insert(id);
        self.story.rows.push(Row {
            file,
            line,
            function: self.program.funcs[func].name.to_string(),
            depth: key.depth,
            source,
            remarks: Vec::new(),
        });
        self.key = Some(key);
    }

    fn excerpt(&mut self, span: Span) -> Option<(String, u32, String)> {
        let sources = self.sources;
        let found = self.excerpts.entry(span).or_insert_with(|| {
            let excerpt = sources.excerpt(span)?;
            let text = shortened(&excerpt.line, 72);
            Some((excerpt.at.file.to_owned(), excerpt.at.line, text))
        });
        found.clone()
    }

    fn add(&mut self, remarks: Vec<Remark>, given: Vec<(String, String)>) {
        if remarks.is_empty() && given.is_empty() {
            return;
        }
        if let Some((func, id, span)) = self.pending.take() {
            self.row(func, id, span, true);
        }
        let Some(row) = self.story.rows.len().checked_sub(1) else {
            return;
        };
        self.story.rows[row].remarks.extend(remarks);
        let inputs = given
            .into_iter()
            .map(|(name, value)| StoryInput { name, value, row });
        self.story.inputs.extend(inputs);
    }

    /// The last remark; the execution ends on the line where it got to.
    fn end(&mut self, message: &str) {
        let words = format!("[{}] violated: {message}", self.rule);
        self.add(vec![Remark::Violation(words)], Vec::new());
    }

    /// What is worth saying of an edge, and the values from outside among it.
    fn remarks(
        &mut self,
        func: FuncId,
        id: EdgeId,
        edge: &Edge,
        notes: &[&Noted],
    ) -> (Vec<Remark>, Vec<(String, String)>) {
        let mut remarks = Vec::new();
        let mut given = Vec::new();
        if !self.own.is_hidden(func) {
            let decision =
                decision::decision(self.program, self.sources, &mut self.spellings, (func, id));
            remarks.extend(decision.map(Remark::Decision));
        }
        for note in notes {
            match note {
                Noted::Input(kind, ty, input) => {
                    if let Some((remark, name, value)) = self.given(func, edge, *kind, *ty, input) {
                        remarks.push(remark);
                        given.push((name, value));
                    }
                }
                Noted::State(var, bits) => {
                    if let Some(text) = self.state(*var, *bits) {
                        remarks.push(Remark::State(text));
                    }
                }
                Noted::Returned(model, ty, bits) => {
                    let value = value_text::scalar(self.program, *ty, *bits);
                    let name = &self.program.funcs[*model].name;
                    remarks.push(Remark::Input(format!("{name}() returns {value}")));
                }
                Noted::Read(read) => {
                    let Some((name, value)) = self.outside.read(self.program, read) else {
                        continue;
                    };
                    if outside_objects::says_more(self.program, edge, read, &value) {
                        remarks.push(Remark::Input(format!("{name} is {value}")));
                    }
                    given.push((name, value));
                }
                Noted::Started(var, words) => {
                    let name = self.program.vars[*var].name.to_string();
                    let value = outside_objects::arguments(words);
                    remarks.push(Remark::Input(format!("the argument {name} is {value}")));
                    given.push((name, value));
                }
            }
        }
        (remarks, given)
    }

    /// What a variable of the property has become; what violates a formula is said once.
    fn state(&mut self, var: VarId, bits: u128) -> Option<String> {
        let words = match self.own.of_machine(var, bits) {
            Some(told) if self.told_machine.contains(&var) => {
                if told.is_none() {
                    self.told_machine.retain(|&known| known != var);
                }
                return None;
            }
            Some(told) => {
                let told = told?;
                self.told_machine.push(var);
                told
            }
            None => {
                let variable = &self.program.vars[var];
                let value = value_text::scalar(self.program, variable.ty, bits);
                format!("{} = {value}", variable.name)
            }
        };
        Some(format!("[{}] {words}", self.rule))
    }

    /// A value from outside: the remark, whose it is, and what it is.
    fn given(
        &mut self,
        func: FuncId,
        edge: &Edge,
        kind: RequestKind,
        ty: TypeId,
        input: &Input,
    ) -> Option<(Remark, String, String)> {
        // What models decide is seen in what they return.
        let is_choice = |var: VarId| {
            let owner = self.program.vars[var].kind.owner();
            owner.is_some_and(|owner| self.own.is_machine(owner))
        };
        match kind {
            RequestKind::Uninitialised(var) | RequestKind::Undefined(var) if is_choice(var) => {
                return None;
            }
            _ if self.own.is_model(func) => return None,
            _ => {}
        }
        let value = match (kind, input) {
            (RequestKind::Library(_), Input::Object(..)) => "a new object".into(),
            _ => value_text::input(self.program, ty, input)?,
        };
        let (name, words) = match kind {
            RequestKind::Call(f) | RequestKind::Library(f) => {
                let name = format!("{}()", self.program.funcs[f].name);
                let words = format!("{name} returns {value}");
                (name, words)
            }
            RequestKind::Allocated(_) => return None,
            RequestKind::Havoc => {
                let name = self.havocked(edge);
                let words = match &name {
                    Some(name) => format!("{name} = {value}"),
                    None => format!("the value is {value}"),
                };
                (name.unwrap_or_else(|| "value".into()), words)
            }
            RequestKind::Uninitialised(var) | RequestKind::Undefined(var) => {
                if Some(var) == self.own.watched {
                    // An object without a name is known when it is there.
                    if !matches!(input, Input::Address(..)) {
                        return None;
                    }
                    let words = format!("[{}] follows {value}", self.rule);
                    return Some((Remark::State(words), WATCHED.into(), value));
                }
                let value = match input {
                    Input::Object(address, ..) => {
                        let name = self.program.vars[var].name.to_string();
                        let address = u128::from(*address);
                        self.outside.pointer(self.program, ty, &name, address)
                    }
                    _ => value,
                };
                let words = self.variable(var, &value)?;
                let name = self.program.vars[var].name.to_string();
                return Some((Remark::Input(words), name, value));
            }
        };
        Some((Remark::Input(words), name, value))
    }

    /// The name of what an edge makes arbitrary.
    fn havocked(&self, edge: &Edge) -> Option<String> {
        let place = edge.stmt.written()?;
        let root = self.program.terms.place_var(place);
        let temp = |v: VarId| matches!(self.program.vars[v].kind, VarKind::Temp(_));
        match root {
            // What was read from a device has the name of its place.
            Some(var) if temp(var) => {
                let name = &self.program.vars[var].name;
                (!name.contains('$')).then(|| name.to_string())
            }
            _ => Some(self.program.show_place(place).to_string()),
        }
    }

    /// A variable that has its value from nowhere.
    fn variable(&self, var: VarId, value: &str) -> Option<String> {
        let variable = &self.program.vars[var];
        let name = &variable.name;
        Some(match variable.kind {
            VarKind::Temp(_) | VarKind::Literal => return None,
            VarKind::Param(..) => format!("the argument {name} is {value}"),
            VarKind::Local(_) => format!("{name}, not initialised, holds {value}"),
            _ => format!("{name}, defined elsewhere, holds {value}"),
        })
    }
}

/// Whether an edge is worth a line although there is nothing to say about it.
fn is_told(sources: &Sources, edge: &Edge) -> bool {
    let text = || sources.text(edge.span);
    match edge.stmt {
        Stmt::Begin { .. } | Stmt::End { .. } => false,
        Stmt::Skip => edge.kind == EdgeKind::Jump && text().starts_with(b"goto"),
        Stmt::Return { .. } => text().starts_with(b"return"),
        // A case that does not fit leads to the next one.
        Stmt::Assume { .. } => !matches!(edge.kind, EdgeKind::Implicit | EdgeKind::Default),
        _ => edge.kind != EdgeKind::Implicit,
    }
}
