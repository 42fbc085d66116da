//! The values that handlers speak of at a call: `$n` before it and after it, and `$return`.
//!
//! `$n` at a call is the argument as the caller wrote it; at `return` it is still the value that was
//! passed, saved before the call where the call could change what the expression reads.

use super::Handler;
use super::weave::Weaver;
use super::weave_function::{Action, Plan};
use ir::types::TypeId;
use ir::{ExprId, ExprKind, FuncId, PlaceId, PlaceKind, Stmt, Term, VarId};
use source::{Diagnostic, Span};

/// A call that is or may be an event.
pub(super) struct Site {
    pub(super) caller: FuncId,
    pub(super) span: Span,
    pub(super) args: Vec<ExprId>,
    pub(super) result: Option<PlaceId>,
    /// What the call returns, by its type.
    pub(super) ret: TypeId,
    /// The pointer that it goes through.
    pub(super) pointer: Option<ExprId>,
    /// The arguments and the pointer as they were at the call, where they have been asked for.
    pub(super) kept: Vec<(ExprId, ExprId)>,
    /// Where `$return` can be read, once asked for.
    pub(super) returned: Option<ExprId>,
}

impl Weaver<'_, '_, '_> {
    /// The arguments that a handler speaks of, before the call.
    pub(super) fn values_before(
        &mut self,
        site: &Site,
        func: FuncId,
        h: usize,
    ) -> Option<Vec<ExprId>> {
        let handler: &Handler = &self.spec.handlers[h];
        let mut values = Vec::new();
        for (n, &(number, _)) in handler.arguments.iter().enumerate() {
            let Some(&passed) = site.args.get(number - 1) else {
                let name = &self.ext.program().funcs[func].name;
                let text = format!(
                    "there is no ${number}: {name} is called with {}",
                    count(site.args.len())
                );
                self.no_argument(h, n, text, site.span);
                return None;
            };
            let written = self.ext.written(site.caller, &site.args, number - 1);
            let value = written.unwrap_or(passed);
            let program = self.ext.program();
            let size = |e| program.types.size_of(program.type_of(e));
            if size(value) > size(passed) {
                self.narrowed.insert(func);
            }
            if handler.watch == Some(number) {
                self.note_watched(site.caller, value);
            }
            values.push(value);
        }
        Some(values)
    }

    /// An expression with the value that `value` has before the call.
    pub(super) fn keep(&mut self, site: &mut Site, plan: &mut Plan, value: ExprId) -> ExprId {
        if let Some(&(_, kept)) = site.kept.iter().find(|k| k.0 == value) {
            return kept;
        }
        if self.is_stable(site, value)
            || mutants::is("arguments-at-return-are-what-they-are-by-then")
        {
            return value;
        }
        let ty = self.ext.program().type_of(value);
        let var = self.new_temp(site.caller, ty, site.span);
        let place = self.ext.program().var_place(var);
        plan.before
            .push(Action::Always(Stmt::Assign { place, value }));
        let kept = self.ext.program().load(place);
        site.kept.push((value, kept));
        kept
    }

    /// Whether the call leaves everything that an expression reads as it is.
    fn is_stable(&mut self, site: &Site, value: ExprId) -> bool {
        let program = self.ext.program();
        let result = site.result.and_then(|p| program.terms.place_var(p));
        let mut stack = vec![Term::Expr(value)];
        while let Some(term) = stack.pop() {
            if let Term::Expr(e) = term
                && let ExprKind::Load(place) = program.terms.expr(e).kind
            {
                let kept = program.terms.place_var(place).is_some_and(|var| {
                    let variable = &program.vars[var];
                    let local = variable.kind.owner() == Some(site.caller);
                    local && !variable.address_taken && Some(var) != result
                });
                if !kept {
                    return false;
                }
            }
            stack.extend(program.terms.children(term).into_iter().flatten());
        }
        true
    }

    /// What the call returned. A plain variable that receives it can be read; otherwise it is
    /// received in a new one first.
    pub(super) fn returned(&mut self, site: &mut Site, plan: &mut Plan) -> Option<ExprId> {
        if site.returned.is_some() {
            return site.returned;
        }
        let program = self.ext.program();
        if program.types.is_void(site.ret) {
            return None;
        }
        let readable = |place: PlaceId| match program.terms.place(place).kind {
            PlaceKind::Var(var) => !program.vars[var].quals.is_volatile,
            _ => false,
        };
        let place = match site.result {
            Some(place) if readable(place) => place,
            other => {
                let var = self.new_temp(site.caller, site.ret, site.span);
                let program = self.ext.program();
                let place = program.var_place(var);
                let value = program.load(place);
                if let Some(target) =
                    other.filter(|_| !mutants::is("what-a-handler-reads-the-program-does-not-get"))
                {
                    let copy = Stmt::Assign {
                        place: target,
                        value,
                    };
                    plan.after.insert(0, Action::Always(copy));
                }
                site.result = Some(place);
                place
            }
        };
        site.returned = Some(self.ext.program().load(place));
        site.returned
    }

    pub(super) fn new_temp(&mut self, func: FuncId, ty: TypeId, span: Span) -> VarId {
        self.saved += 1;
        let name = format!("event${}", self.saved);
        self.ext.program().new_temporary(func, name, ty, span)
    }

    pub(super) fn no_argument(&mut self, h: usize, n: usize, text: String, at: Span) {
        let span = self.parsed.spans[h].arguments[n];
        let said = Diagnostic::error(span, text).with_note(at, "here");
        self.ext.message(said);
    }

    pub(super) fn returns_nothing(&mut self, h: usize, func: FuncId, at: Span) {
        let span = self.parsed.spans[h].result;
        let name = &self.ext.program().funcs[func].name;
        let text = format!("there is no $return: {name} returns nothing");
        let said = Diagnostic::error(span, text).with_note(at, "here");
        self.ext.message(said);
    }
}

/// How many arguments there are, in words.
pub(super) fn count(arguments: usize) -> String {
    match arguments {
        0 => "no arguments".into(),
        1 => "one argument".into(),
        n => format!("{n} arguments"),
    }
}
