//! A second look at a proof.
//!
//! What the checker has shown of the last boolean program is a claim about every location of the C program. Whether
//! those claims hold is asked anew, without the answers, the lemmas, or anything else that the loop has believed on its
//! way: see [`semantics::claims`]. It is always asked, and unless the user insists
//! (`--certify`), only as long as it costs little.

use std::time::Instant;

use abstractor::Abstraction;
use checker::Proof;
use ir::{FuncId, LocId};
use semantics::EncodingContext;
use semantics::claims::{Claims, Outcome, Question};

use crate::{Session, Verdict};

/// What became of the second look.
#[derive(Clone, Debug)]
pub struct Certificate {
    pub claims: Claims,
    pub outcome: Outcome,
}

/// How much effort the solver may take, in Z3's units: for one condition where the user insists, about 20 s; and for all
/// of them together otherwise.
const SOLVER_EFFORT_PER_CONDITION: u32 = 50_000_000;
const SOLVER_EFFORT_UNASKED: u32 = 3_000_000;

impl Session {
    /// Looks at a proof by a boolean program that cannot violate the property; if it does not count, says why.
    pub(crate) fn certify(
        &mut self,
        entry: FuncId,
        abstraction: &Abstraction,
        proof: Option<&Proof>,
    ) -> Result<(), Verdict> {
        let context = EncodingContext::new(&self.prepared.program, &self.prepared.facts);
        let blocks = &self.prepared.abstractor.blocks;
        let claims = proof.and_then(|p| abstraction.claims(&context, blocks, &self.precision, p));
        match claims {
            Some(claims) => self.confirm(entry, claims),
            None if self.config.certify => Err(Verdict::Unknown(
                "a proof was found, but it claims nothing that can be confirmed".into(),
            )),
            None => Ok(()),
        }
    }

    /// Looks at a program of which not even the text has a violation.
    pub(crate) fn certify_text(&mut self, entry: FuncId) -> Result<(), Verdict> {
        let functions = self.prepared.abstractor.blocks.functions();
        let functions = functions.map(|(func, _)| func);
        self.confirm(entry, Claims::nothing(&self.prepared.program, functions))
    }

    fn confirm(&mut self, entry: FuncId, claims: Claims) -> Result<(), Verdict> {
        let started = Instant::now();
        let insists = self.config.certify;
        let question = Question {
            entry,
            violations: &self.violations,
            effort: if insists {
                SOLVER_EFFORT_PER_CONDITION
            } else {
                SOLVER_EFFORT_UNASKED
            },
            all_effort: (!insists).then_some(SOLVER_EFFORT_UNASKED.into()),
        };
        let context = EncodingContext::new(&self.prepared.program, &self.prepared.facts);
        let outcome = claims.check(&context, &question);
        self.certificate = Some(Certificate { claims, outcome });
        self.statistics.certification = started.elapsed();
        match outcome {
            Outcome::Open(func, loc, why) if insists => {
                Err(self.unconfirmed(func, loc, why.text()))
            }
            Outcome::Holds(..) | Outcome::Open(..) => Ok(()),
            Outcome::Fails(func, loc) => {
                self.statistics.refuted = true;
                Err(self.unconfirmed(func, loc, "a state was found that speaks against it"))
            }
        }
    }

    /// Whether a state speaks against the last proof.
    pub(crate) fn is_refuted(&self) -> bool {
        let outcome = self.certificate.as_ref().map(|c| c.outcome);
        matches!(outcome, Some(Outcome::Fails(..)))
    }

    /// Why there is no answer, or that there is one which has no invariants to confirm.
    pub(crate) fn or_without_invariants(&self, why: String) -> String {
        match self.round.unrolled_without_invariants {
            true => "all executions were followed to their ends and none meets a violation, but that leaves no \
                     invariants to confirm; without --certify, this is a proof"
                .into(),
            false => why,
        }
    }

    fn unconfirmed(&self, func: FuncId, loc: LocId, why: &str) -> Verdict {
        let name = &self.prepared.program.funcs[func].name;
        Verdict::Unknown(format!(
            "a proof was found, but a second look at it does not confirm what it claims of {name} ({loc}): {why}"
        ))
    }
}
