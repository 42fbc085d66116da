//! Looks up names and checks types: from [`Script`] to [`Definition`]s.

use rustc_hash::FxHashMap;

use super::formula::{
    Arg, Atom, Compare, Definition, Formula, Order, RelId, Relation, Scalar, Template, VarId,
};
use super::syntax::{Comparison, Declared, Expr, ExprKind, RelationDecl, Script, Word};
use super::types::{ScalarType, Type, Types};
use crate::bp::{Diagnostic, Span, nearest};

/// The definitions of a text, and behind them its question. Where types are not known, nothing else is said.
pub(super) fn check(script: &Script, problems: &mut Vec<Diagnostic>) -> (Types, Vec<Definition>) {
    let types = Types::new(&script.enums, &script.classes, problems);
    for relation in &script.relations {
        problems.extend(
            relation
                .params
                .iter()
                .filter_map(|p| types.resolve(&p.ty).err()),
        );
    }
    if problems.iter().any(Diagnostic::is_error) {
        return (types, Vec::new());
    }
    let signatures = signatures(&types, &script.relations, problems);
    let mut definitions = Vec::new();
    for relation in &script.relations {
        let mut scope = Scope::new(&types, &signatures, problems);
        scope.declare(&relation.params);
        let params = scope.scalars.len();
        // Parameters may go unused: a relation may be a constant one.
        scope.used.fill(true);
        let body = scope.formula(&relation.body);
        scope.close(0);
        definitions.push(Definition {
            name: relation.name.text.clone(),
            span: relation.name.span,
            is_fixed_point: relation.is_fixed_point,
            params,
            scalars: std::mem::take(&mut scope.scalars),
            body,
        });
    }
    match script.questions.as_slice() {
        [question] => {
            let mut scope = Scope::new(&types, &signatures, problems);
            let body = scope.formula(question);
            definitions.push(Definition {
                name: "the question".to_owned(),
                span: question.span,
                is_fixed_point: false,
                params: 0,
                scalars: std::mem::take(&mut scope.scalars),
                body,
            });
        }
        [] => problems.push(
            Diagnostic::error(Span::default(), "the text asks nothing").with_hint(
                "a formula without a name is the question: `exists State u, v. R(u, v) & Goal(v.pc);`",
            ),
        ),
        [_, second, ..] => problems.push(
            Diagnostic::error(second.span, "this is a second question")
                .with_hint("there is one formula without a name"),
        ),
    }
    (types, definitions)
}

/// Equivalences are written out, which doubles their sides.
const MAX_EQUIVALENT_NODES: usize = 10_000;

struct Signature {
    relation: Relation,
    params: Vec<Type>,
    span: Option<Span>,
}

type Signatures = FxHashMap<String, Signature>;

fn signatures(
    types: &Types,
    relations: &[RelationDecl],
    problems: &mut Vec<Diagnostic>,
) -> Signatures {
    let mut all = Signatures::default();
    for template in Template::ALL {
        let (name, params) = template.signature();
        let ty = |name: &&str| match *name {
            "PC" => Type::Scalar(ScalarType::Pc),
            "Local" => Type::Scalar(ScalarType::Local),
            "Global" => Type::Scalar(ScalarType::Global),
            _ => Types::state(),
        };
        let signature = Signature {
            relation: Relation::Template(template),
            params: params.iter().map(ty).collect(),
            span: None,
        };
        all.insert(name.to_owned(), signature);
    }
    for (i, declared) in relations.iter().enumerate() {
        let params = declared.params.iter().map(|p| types.resolve(&p.ty));
        // What cannot be resolved is said where the parameters are declared.
        let any = |ty: Result<Type, _>| ty.unwrap_or(Type::Scalar(ScalarType::Bool));
        let signature = Signature {
            relation: Relation::Defined(RelId(i as u32)),
            params: params.map(any).collect(),
            span: Some(declared.name.span),
        };
        let name = &declared.name;
        if let Some(known) = all.get(&name.text) {
            let error = match known.span {
                Some(span) => {
                    let message = format!("`{}` is defined twice", name.text);
                    Diagnostic::error(name.span, message).with_label(span, "the first time")
                }
                None => {
                    let message = format!("`{}` is a relation of the program", name.text);
                    Diagnostic::error(name.span, message).with_hint("choose another name")
                }
            };
            problems.push(error);
        } else {
            all.insert(name.text.clone(), signature);
        }
    }
    all
}

/// A variable that is in scope.
struct Bound {
    name: String,
    span: Span,
    ty: Type,
    first: VarId,
}

struct Scope<'s> {
    types: &'s Types,
    signatures: &'s Signatures,
    problems: &'s mut Vec<Diagnostic>,
    scalars: Vec<Scalar>,
    bound: Vec<Bound>,
    /// Whether each of `bound` is mentioned.
    used: Vec<bool>,
    /// Variables whose types are not known: what is said of them need not be wrong.
    unknown: Vec<String>,
}

/// Why there is no formula, or that it has been said.
type Checked<T> = Result<T, Diagnostic>;

impl<'s> Scope<'s> {
    fn new(
        types: &'s Types,
        signatures: &'s Signatures,
        problems: &'s mut Vec<Diagnostic>,
    ) -> Self {
        Scope {
            types,
            signatures,
            problems,
            scalars: Vec::new(),
            bound: Vec::new(),
            used: Vec::new(),
            unknown: Vec::new(),
        }
    }

    fn declare(&mut self, declared: &[Declared]) {
        for Declared { ty, name } in declared {
            let ty = match self.types.resolve(ty) {
                Ok(ty) => ty,
                Err(problem) => {
                    self.problems.push(problem);
                    self.unknown.push(name.text.clone());
                    continue;
                }
            };
            if self.signatures.contains_key(&name.text) {
                let message = format!("`{}` is a relation", name.text);
                self.problems.push(Diagnostic::error(name.span, message));
            }
            let first = VarId(self.scalars.len() as u32);
            let mut parts = Vec::new();
            self.types.scalars(&ty, &name.text, &mut parts);
            let pc = (ty == Types::state()).then_some(first);
            for (name, ty) in parts {
                let pc = pc.filter(|_| ty.is_valuation());
                self.scalars.push(Scalar { name, ty, pc });
            }
            self.bound.push(Bound {
                name: name.text.clone(),
                span: name.span,
                ty,
                first,
            });
            self.used.push(false);
        }
    }

    /// Ends the scope of all variables but the first ones.
    fn close(&mut self, left: usize) {
        for (bound, used) in self.bound.drain(left..).zip(self.used.drain(left..)) {
            if !used {
                let message = format!("`{}` is never used", bound.name);
                self.problems.push(Diagnostic::warning(bound.span, message));
            }
        }
    }

    /// The formula of an expression; what is wrong with it is noted, and a constant stands in its place.
    fn formula(&mut self, expr: &Expr) -> Formula {
        self.checked(expr).unwrap_or_else(|problem| {
            if self.unknown.is_empty() {
                self.problems.push(problem);
            }
            Formula::Const(false)
        })
    }

    fn formulas(&mut self, all: &[Expr]) -> Vec<Formula> {
        all.iter().map(|one| self.formula(one)).collect()
    }

    fn checked(&mut self, expr: &Expr) -> Checked<Formula> {
        Ok(match &expr.kind {
            ExprKind::Const(value) => Formula::Const(*value),
            ExprKind::Number(number @ (0 | 1)) => Formula::Const(*number == 1),
            ExprKind::Number(number) => {
                let message = format!("{number} is no formula");
                return Err(Diagnostic::error(expr.span, message));
            }
            ExprKind::Plus(..) => {
                return Err(Diagnostic::error(expr.span, "a number is no formula"));
            }
            ExprKind::Path(path) => self.boolean(path, expr.span)?,
            ExprKind::Apply(name, args) => self.atom(name, args, expr.span)?,
            ExprKind::Not(inner) => Formula::Not(Box::new(self.formula(inner))),
            ExprKind::And(all) => Formula::And(self.formulas(all)),
            ExprKind::Or(all) => Formula::Or(self.formulas(all)),
            ExprKind::Implies(left, right) => {
                let left = Formula::Not(Box::new(self.formula(left)));
                Formula::Or(vec![left, self.formula(right)])
            }
            ExprKind::Iff(left, right) => {
                let (left, right) = (self.formula(left), self.formula(right));
                if left.size() + right.size() > MAX_EQUIVALENT_NODES {
                    let message = "this equivalence is too large to be written out";
                    let error = Diagnostic::error(expr.span, message);
                    return Err(error.with_hint("give its sides names: `bool Side(…) …;`"));
                }
                let not = |f: Formula| Formula::Not(Box::new(f));
                let neither = vec![not(self.fresh(&left)), not(self.fresh(&right))];
                Formula::Or(vec![Formula::And(neither), Formula::And(vec![left, right])])
            }
            ExprKind::Compare(op, left, right) => self.comparison(*op, left, right)?,
            ExprKind::Quantified { exists, vars, body } => self.quantified(*exists, vars, body),
        })
    }

    fn quantified(&mut self, exists: bool, vars: &[Declared], body: &Expr) -> Formula {
        let (outer, first) = (self.bound.len(), self.scalars.len());
        self.declare(vars);
        let scalars = (first..self.scalars.len()).map(|i| VarId(i as u32));
        let scalars: Vec<VarId> = scalars.collect();
        let body = self.formula(body);
        self.close(outer);
        let not = |f| Formula::Not(Box::new(f));
        match exists {
            true => Formula::Exists(scalars, Box::new(body)),
            false => not(Formula::Exists(scalars, Box::new(not(body)))),
        }
    }

    /// A copy that quantifies variables of its own.
    fn fresh(&mut self, formula: &Formula) -> Formula {
        let mut renamed = FxHashMap::default();
        formula.renamed(&mut renamed, &mut |var| {
            let mut scalar = self.scalars[var.index()].clone();
            // A program counter comes before the valuations of its state, and so do their copies.
            let (old, new) = (var.0, self.scalars.len() as u32);
            scalar.pc = scalar.pc.map(|pc| VarId(new - (old - pc.0)));
            self.scalars.push(scalar);
            VarId(new)
        })
    }

    /// The first scalar and the type of a variable or a member of one; nothing where no such variable is in scope.
    fn lookup(&mut self, path: &[Word]) -> Checked<Option<(VarId, Type)>> {
        let found = self.bound.iter().rposition(|b| b.name == path[0].text);
        let Some(found) = found else { return Ok(None) };
        self.used[found] = true;
        let Bound { ty, first, .. } = &self.bound[found];
        let (mut ty, mut first) = (ty.clone(), first.0);
        for field in &path[1..] {
            let (before, inner) = self.types.member(&ty, field)?;
            first += before as u32;
            ty = inner;
        }
        Ok(Some((VarId(first), ty)))
    }

    fn variable(&mut self, path: &[Word]) -> Checked<(VarId, Type)> {
        if let Some(found) = self.lookup(path)? {
            return Ok(found);
        }
        let message = format!("there is no variable `{}` here", path[0].text);
        let error = Diagnostic::error(path[0].span, message);
        let names = self.bound.iter().map(|b| b.name.as_str());
        Err(match nearest(&path[0].text, names) {
            Some(name) => error.with_hint(format!("did you mean `{name}`?")),
            None => error,
        })
    }

    fn boolean(&mut self, path: &[Word], span: Span) -> Checked<Formula> {
        let (var, ty) = self.variable(path)?;
        if ty == Type::Scalar(ScalarType::Bool) {
            return Ok(Formula::Holds(var));
        }
        let message = format!("this is a {} and no formula", self.types.text(&ty));
        Err(Diagnostic::error(span, message))
    }

    fn atom(&mut self, name: &Word, args: &[Expr], span: Span) -> Checked<Formula> {
        let Some(signature) = self.signatures.get(&name.text) else {
            return Err(self.unknown_relation(name));
        };
        if signature.params.len() != args.len() {
            let wanted: Vec<String> = signature
                .params
                .iter()
                .map(|t| self.types.text(t))
                .collect();
            let message = format!(
                "`{}` has {} parameters, here are {}",
                name.text,
                wanted.len(),
                args.len()
            );
            let hint = format!("it is {}({})", name.text, wanted.join(", "));
            return Err(Diagnostic::error(span, message).with_hint(hint));
        }
        let relation = signature.relation;
        let mut scalars = Vec::new();
        for (arg, wanted) in args.iter().zip(&signature.params) {
            self.argument(name, arg, wanted, &mut scalars)?;
        }
        Ok(Formula::Atom(Atom {
            relation,
            args: scalars,
            span,
        }))
    }

    fn argument(
        &mut self,
        relation: &Word,
        arg: &Expr,
        wanted: &Type,
        into: &mut Vec<Arg>,
    ) -> Checked<()> {
        match &arg.kind {
            ExprKind::Path(path) => {
                let Some((first, ty)) = self.lookup(path)? else {
                    if let [word] = path.as_slice()
                        && matches!(wanted, Type::Scalar(ScalarType::Enum(_)))
                    {
                        into.push(Arg::Const(self.types.named_constant(wanted, word)?));
                        return Ok(());
                    }
                    self.variable(path)?;
                    return Ok(());
                };
                if ty != *wanted {
                    let message = format!(
                        "`{}` wants a {} here, and this is a {}",
                        relation.text,
                        self.types.text(wanted),
                        self.types.text(&ty)
                    );
                    return Err(Diagnostic::error(arg.span, message));
                }
                let count = self.types.scalar_count(&ty) as u32;
                into.extend((first.0..first.0 + count).map(|i| Arg::Var(VarId(i))));
                Ok(())
            }
            ExprKind::Number(number) => {
                let value = self.types.numbered_constant(wanted, *number, arg.span)?;
                into.push(Arg::Const(value));
                Ok(())
            }
            ExprKind::Const(value) if *wanted == Type::Scalar(ScalarType::Bool) => {
                into.push(Arg::Const(u32::from(*value)));
                Ok(())
            }
            ExprKind::Plus(path, number) => {
                let error = Diagnostic::error(arg.span, "a sum is no argument");
                let sum = format!("{} + {number}", path[path.len() - 1].text);
                Err(error.with_hint(format!("give it a name: `exists T n. n = {sum} & …`")))
            }
            _ => {
                let message = format!("a {} is wanted here", self.types.text(wanted));
                Err(Diagnostic::error(arg.span, message))
            }
        }
    }

    fn unknown_relation(&self, name: &Word) -> Diagnostic {
        let error = Diagnostic::error(name.span, format!("there is no relation `{}`", name.text));
        let hint = match name.text.as_str() {
            "programInt" => "it is ProgramInt(u, v), of states",
            "programCall" => "it is IntoCall(u, v): u is at a call, v where the callee begins",
            "SkipCall" => "it is Across(u.pc, v.pc)",
            "SetReturn1" => {
                "it is ReturnA(u, zpc, v): v keeps what u has and the callee does not write"
            }
            "SetReturn2" => "it is ReturnB(z, upc, v): v has what the callee left at z",
            "CopyLocals" => "write `u.local = v.local`",
            "target" => "it is Goal(pc)",
            other => {
                // Hash order must not decide between two that are as near.
                let mut names: Vec<&str> = self.signatures.keys().map(String::as_str).collect();
                names.sort_unstable();
                return match nearest(other, names) {
                    Some(name) => error.with_hint(format!("did you mean `{name}`?")),
                    None => error,
                };
            }
        };
        error.with_hint(hint)
    }

    fn comparison(&mut self, op: Comparison, left: &Expr, right: &Expr) -> Checked<Formula> {
        // The type comes from a side that is a variable.
        let ty = match (self.type_of(left)?, self.type_of(right)?) {
            (Some(l), Some(r)) if l != r => {
                let (l, r) = (self.types.text(&l), self.types.text(&r));
                let message = format!("a {l} is compared with a {r}");
                return Err(Diagnostic::error(right.span, message)
                    .with_label(left.span, format!("this is a {l}")));
            }
            (Some(ty), _) | (_, Some(ty)) => ty,
            (None, None) => {
                let message = "at least one side of a comparison is a variable";
                let error = Diagnostic::error(left.span, message);
                if let ExprKind::Path(path) = &left.kind {
                    self.variable(path)?;
                }
                return Err(error);
            }
        };
        let ordered = !matches!(op, Comparison::Equal | Comparison::Differ);
        let has_order = match &ty {
            Type::Scalar(ScalarType::Bits(_)) => true,
            Type::Scalar(ScalarType::Enum(id)) => self.types.enums[id.0 as usize].is_range(),
            _ => false,
        };
        let adds = |e: &Expr| matches!(e.kind, ExprKind::Plus(..));
        if (ordered || adds(left) || adds(right)) && !has_order {
            let message = format!("a {} is no number", self.types.text(&ty));
            let error = Diagnostic::error(left.span, message);
            return Err(error.with_hint("bits[n] and enumerations `{0 .. n}` are ordered"));
        }
        if let Type::Class(_) = ty {
            return self.class_equality(op, left, right, &ty);
        }
        let (left, right) = (self.side(left, &ty)?, self.side(right, &ty)?);
        let Type::Scalar(ty) = ty else {
            unreachable!("classes are handled above");
        };
        let (order, left, right) = match op {
            Comparison::Equal | Comparison::Differ => (Order::Equal, left, right),
            Comparison::Less => (Order::Less, left, right),
            Comparison::LessEqual => (Order::LessEqual, left, right),
            Comparison::Greater => (Order::Less, right, left),
            Comparison::GreaterEqual => (Order::LessEqual, right, left),
        };
        let compare = Formula::Compare(Compare {
            order,
            left,
            right,
            ty,
        });
        Ok(match op {
            Comparison::Differ => Formula::Not(Box::new(compare)),
            _ => compare,
        })
    }

    fn class_equality(
        &mut self,
        op: Comparison,
        left: &Expr,
        right: &Expr,
        ty: &Type,
    ) -> Checked<Formula> {
        let (ExprKind::Path(l), ExprKind::Path(r)) = (&left.kind, &right.kind) else {
            let message = format!("a {} is compared with a variable", self.types.text(ty));
            return Err(Diagnostic::error(left.span, message));
        };
        let ((l, _), (r, _)) = (self.variable(l)?, self.variable(r)?);
        let mut parts = Vec::new();
        self.types.scalars(ty, "", &mut parts);
        let equal = |(i, (_, ty)): (usize, &(String, ScalarType))| {
            Formula::Compare(Compare {
                order: Order::Equal,
                left: (Arg::Var(VarId(l.0 + i as u32)), 0),
                right: (Arg::Var(VarId(r.0 + i as u32)), 0),
                ty: *ty,
            })
        };
        let all = Formula::And(parts.iter().enumerate().map(equal).collect());
        Ok(match op {
            Comparison::Differ => Formula::Not(Box::new(all)),
            _ => all,
        })
    }

    /// The type of a term, unless it is a constant.
    fn type_of(&mut self, term: &Expr) -> Checked<Option<Type>> {
        match &term.kind {
            ExprKind::Path(path) => Ok(self.lookup(path)?.map(|(_, ty)| ty)),
            ExprKind::Plus(path, _) => self.variable(path).map(|(_, ty)| Some(ty)),
            _ => Ok(None),
        }
    }

    fn side(&mut self, term: &Expr, ty: &Type) -> Checked<(Arg, u32)> {
        match &term.kind {
            ExprKind::Path(path) => match self.lookup(path)? {
                Some((var, _)) => Ok((Arg::Var(var), 0)),
                None => match path.as_slice() {
                    [word] => Ok((Arg::Const(self.types.named_constant(ty, word)?), 0)),
                    _ => self.variable(path).map(|(var, _)| (Arg::Var(var), 0)),
                },
            },
            ExprKind::Plus(path, number) => {
                let (var, _) = self.variable(path)?;
                Ok((Arg::Var(var), u32::try_from(*number).unwrap_or(u32::MAX)))
            }
            ExprKind::Number(number) => {
                let value = self.types.numbered_constant(ty, *number, term.span)?;
                Ok((Arg::Const(value), 0))
            }
            ExprKind::Const(value) if *ty == Type::Scalar(ScalarType::Bool) => {
                Ok((Arg::Const(u32::from(*value)), 0))
            }
            _ => {
                let message = format!("a {} is wanted here", self.types.text(ty));
                Err(Diagnostic::error(term.span, message))
            }
        }
    }
}
