//! What a proof claims, in words of the program: how functions are entered, what holds at their lines, and how they
//! return.

use std::fmt::Write;

use abstractor::BlockKind;
use ir::{BinaryOp, Cfg, ExprKind, FuncId, LocId, Stmt};
use rustc_hash::FxHashSet;
use semantics::claims::{Alternative, Contract, Literal, Outcome, Set, by_entry, told_by};
use source::Sources;

use super::counted;
use super::variables::{FOLLOWED_OBJECT, Names};
use verify::{Certificate, ProvedBy, Session};

/// What is claimed of a function.
pub(crate) struct Function<'a> {
    pub(crate) name: &'a str,
    pub(crate) entered: Formula,
    /// Line by line; those where anything may hold are left out.
    pub(crate) lines: Vec<Line>,
    /// What holds when it returns: under conditions on how it was entered, if they matter.
    pub(crate) returns: Vec<(Formula, Formula)>,
}

/// What is claimed of a place.
pub(crate) struct Line {
    pub(crate) file: String,
    pub(crate) line: u32,
    /// Where on the line, which may have several such points.
    pub(crate) column: u32,
    pub(crate) source: String,
    /// Whether a loop begins there.
    pub(crate) is_loop: bool,
    /// Whether it is the violation there that is claimed never to happen, rather than that nothing gets to the line.
    pub(crate) is_violation: bool,
    pub(crate) holds: Formula,
}

/// A formula as conjuncts.
pub(crate) enum Formula {
    Never,
    /// All of them; none for anything.
    All(Vec<String>),
    /// It would fill pages.
    TooLong,
}

/// Formulas with more alternatives are not written out.
const MAX_ALTERNATIVES: usize = 64;
/// And those with more left when what does not matter is.
const MAX_INVARIANTS_SHOWN: usize = 16;

/// What the proof of a check claims, function by function.
pub(crate) fn invariants<'a>(
    check: &'a Session,
    sources: &Sources,
    certificate: &Certificate,
) -> Vec<Function<'a>> {
    let words = ClaimWriter {
        check,
        sources,
        names: Names::new(check, sources),
    };
    let functions = certificate.claims.functions.iter();
    let told = functions.filter(|(func, _)| !check.synthetic.is_hidden(**func));
    let told = told.filter(|(_, contract)| contract.entered != Set::Nothing);
    told.map(|(&func, contract)| words.function(func, contract))
        .collect()
}

/// The same as a page of text, or why there is nothing to say.
pub(crate) fn page(check: &Session, sources: &Sources) -> Option<String> {
    Some(match &check.certificate {
        _ if check.ran_only_execution() => format!(
            "The program takes nothing from outside: its only execution was run, and meets no violation.\n{NONE}.\n"
        ),
        _ if check.proved_by == Some(ProvedBy::Unrolling) => format!(
            "All executions were followed to their ends, and none meets a violation.\n{NONE}; --certify asks for a \
             proof that has some.\n"
        ),
        Some(_) if check.statistics.iterations.is_empty() => format!(
            "When the code is gone that cannot be reached or has no influence, nothing is left that could violate the \
             property.\n{NONE}.\n"
        ),
        certificate => with_claims(check, sources, certificate.as_ref()?),
    })
}

const NONE: &str = "Such a proof has no invariants";

fn with_claims(check: &Session, sources: &Sources, certificate: &Certificate) -> String {
    let mut out = format!("{}\n\n", outcome(check, certificate.outcome));
    let mut told = String::new();
    for function in invariants(check, sources, certificate) {
        // Writing to a string does not fail.
        let _ = write_function(&mut told, &function);
    }
    if told.contains(FOLLOWED_OBJECT) {
        out += &format!("{FOLLOWED_OBJECT} is any one of those that the rule is about.\n\n");
    }
    out + &told
}

/// Whether what follows was confirmed.
fn outcome(check: &Session, outcome: Outcome) -> String {
    match outcome {
        Outcome::Holds(n, _) => format!("confirmed: {}", counted(n, "condition")),
        Outcome::Open(_, _, why) => format!("not confirmed: {}", why.text()),
        Outcome::Fails(func, _) => format!(
            "not confirmed: a state was found that speaks against what is claimed of {}",
            check.prepared.program.funcs[func].name
        ),
    }
}

fn write_function(out: &mut String, function: &Function<'_>) -> std::fmt::Result {
    writeln!(out, "{}", function.name)?;
    writeln!(out, "  is entered with: {}", function.entered.text())?;
    for line in &function.lines {
        writeln!(
            out,
            "  {}:{}:{}: {}",
            line.file, line.line, line.column, line.source
        )?;
        match &line.holds {
            Formula::All(parts) => {
                for part in parts {
                    writeln!(out, "      {part}")?;
                }
            }
            _ => writeln!(out, "      {}", line.text())?,
        }
    }
    for (before, after) in &function.returns {
        match before {
            Formula::All(parts) if parts.is_empty() => {
                writeln!(out, "  returns with: {}", after.text())?;
            }
            _ => writeln!(
                out,
                "  entered with {}, returns with: {}",
                before.text(),
                after.text()
            )?,
        }
    }
    writeln!(out)
}

impl Line {
    /// What holds there, on one line.
    pub(crate) fn text(&self) -> String {
        match self.holds {
            Formula::Never if self.is_violation => "(never violated)".into(),
            _ => self.holds.text(),
        }
    }
}

impl Formula {
    /// On one line.
    pub(crate) fn text(&self) -> String {
        match self {
            Formula::Never => "(never)".into(),
            Formula::All(parts) if parts.is_empty() => "(anything)".into(),
            Formula::All(parts) => parts.join(" && "),
            Formula::TooLong => "(too long to be written out)".into(),
        }
    }

    fn is_anything(&self) -> bool {
        matches!(self, Formula::All(parts) if parts.is_empty())
    }
}

struct ClaimWriter<'a, 's> {
    check: &'a Session,
    sources: &'s Sources,
    names: Names<'a, 's>,
}

impl<'a> ClaimWriter<'a, '_> {
    fn function(&self, func: FuncId, contract: &Contract) -> Function<'a> {
        let function = &self.check.prepared.program.funcs[func];
        let mut lines: Vec<Line> = Vec::new();
        let mut returns = Vec::new();
        if let Some(cfg) = &function.body {
            for (&loc, &set) in &contract.at {
                lines.extend(self.line((func, cfg), contract, loc, set));
            }
            lines.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
            lines.dedup_by_key(|l| (l.file.clone(), l.line, l.holds.text()));
            without_ends(&mut lines);
            returns = self.returns(contract, cfg);
        }
        let entered = alternatives(contract, &[contract.entered]);
        Function {
            name: &function.name,
            entered: self.formula(entered.as_deref(), |_| true),
            lines,
            returns,
        }
    }

    fn line(
        &self,
        (func, cfg): (FuncId, &Cfg),
        contract: &Contract,
        loc: LocId,
        set: Set,
    ) -> Option<Line> {
        let edge = cfg.outgoing(loc).into_iter().next()?;
        let excerpt = self.sources.excerpt(cfg.edge(edge).span)?;
        let found = alternatives(contract, &[set]);
        let holds = self.formula(found.as_deref(), |literal| !literal.on_entry);
        (!holds.is_anything()).then(|| Line {
            file: excerpt.at.file.to_owned(),
            line: excerpt.at.line,
            column: excerpt.at.column,
            source: excerpt.line.trim().to_owned(),
            is_loop: cfg.loc(loc).loop_head,
            is_violation: self.is_violation(func, loc),
            holds,
        })
    }

    fn is_violation(&self, func: FuncId, loc: LocId) -> bool {
        let blocks = &self.check.prepared.abstractor.blocks;
        let mut of = blocks.of(func).iter().map(|&id| &blocks.blocks[id]);
        of.any(|block| block.from == loc && matches!(block.kind, BlockKind::Violation(_)))
    }

    /// What holds on return, by what held on entry.
    fn returns(&self, contract: &Contract, cfg: &Cfg) -> Vec<(Formula, Formula)> {
        let returns = |e: &ir::EdgeId| matches!(cfg.edge(*e).stmt, Stmt::Return { .. });
        let from = cfg.edges().filter(returns).map(|e| cfg.source(e));
        let sets: Vec<Set> = from
            .filter_map(|loc| contract.at.get(&loc).copied())
            .collect();
        let found = alternatives(contract, &sets);
        let found = found.and_then(|found| by_entry(&found, MAX_ALTERNATIVES));
        let Some(found) = found else {
            return vec![(Formula::All(Vec::new()), Formula::TooLong)];
        };
        let told = found.into_iter().map(|(entry, now)| {
            let before = self.formula(Some(&entry), |_| true);
            (before, self.formula(Some(&now), |_| true))
        });
        told.filter(|(_, after)| !after.is_anything()).collect()
    }

    /// What all alternatives have in common, one by one, and then the rest.
    fn formula(&self, found: Option<&[Alternative]>, tells: impl Fn(&Literal) -> bool) -> Formula {
        let Some(found) = found else {
            return Formula::TooLong;
        };
        let mut found = told_by(found, tells);
        found.iter_mut().for_each(|met| self.shorten(met));
        let Some(first) = found.first() else {
            return Formula::Never;
        };
        if found.len() > MAX_INVARIANTS_SHOWN {
            return Formula::TooLong;
        }
        let common: Alternative = first
            .iter()
            .copied()
            .filter(|literal| found.iter().all(|met| met.contains(literal)))
            .collect();
        let mut parts: Vec<String> = common.iter().map(|l| self.literal(l)).collect();
        let rest = found.iter().map(|met| {
            let own = met.iter().filter(|literal| !common.contains(literal));
            own.map(|l| self.literal(l)).collect::<Vec<_>>()
        });
        let rest: Vec<Vec<String>> = rest.collect();
        if rest.iter().all(|own| !own.is_empty()) {
            let one = |own: &Vec<String>| match &own[..] {
                [single] => single.clone(),
                several => format!("({})", several.join(" && ")),
            };
            let either: Vec<String> = rest.iter().map(one).collect();
            parts.push(match common.is_empty() {
                true => either.join(" || "),
                false => format!("({})", either.join(" || ")),
            });
        }
        Formula::All(parts)
    }

    /// Leaves out that something differs from a number where it is said to equal another.
    fn shorten(&self, met: &mut Alternative) {
        let program = &self.check.prepared.program;
        let equality = |literal: &Literal| match program.terms.expr(literal.condition).kind {
            ExprKind::Binary(BinaryOp::Eq, a, b) => {
                program.const_value(b).map(|_| (a, literal.on_entry))
            }
            _ => None,
        };
        let equals: Vec<_> = met
            .iter()
            .filter(|l| l.holds)
            .filter_map(equality)
            .collect();
        met.retain(|l| l.holds || equality(l).is_none_or(|of| !equals.contains(&of)));
    }

    fn literal(&self, literal: &Literal) -> String {
        let program = &self.check.prepared.program;
        let names = &self.names;
        let condition = literal.condition;
        if let ExprKind::Binary(op, a, b) = program.terms.expr(condition).kind
            && op.is_comparison()
        {
            let opposite = match literal.holds {
                true => Some(op),
                false => op
                    .negated()
                    .filter(|_| !program.types.is_float(program.type_of(a))),
            };
            if let Some(op) = opposite {
                return names.comparison(op, a, b);
            }
        }
        match literal.holds {
            true => names.expression(condition),
            false => format!("!({})", names.expression(condition)),
        }
    }
}

/// Leaves out what is only said of points that nothing gets to beside others of the same place, such as behind a call that
/// ends the program.
fn without_ends(lines: &mut Vec<Line>) {
    let place = |line: &Line| (line.file.clone(), line.line, line.column);
    let is_end = |line: &Line| matches!(line.holds, Formula::Never) && !line.is_violation;
    let others: FxHashSet<_> = lines.iter().filter(|l| !is_end(l)).map(place).collect();
    lines.retain(|line| !is_end(line) || !others.contains(&place(line)));
}

/// The alternatives of some sets together, which are not too many either.
fn alternatives(contract: &Contract, sets: &[Set]) -> Option<Vec<Alternative>> {
    let mut found = Vec::new();
    for &set in sets {
        found.extend(contract.alternatives(set, MAX_ALTERNATIVES)?);
        found.sort_unstable();
        found.dedup();
        if found.len() > MAX_ALTERNATIVES {
            return None;
        }
    }
    Some(found)
}
