//! A second look at a proof.
//!
//! What the checker has shown of the last boolean program is a claim about every location of the C program. Whether
//! those claims hold is asked anew, without the answers, the lemmas, or anything else that the loop has believed on its
//! way: see [`semantics::claims`]. It is asked always, and where nobody insists, only as long as it costs little.

use std::time::Instant;

use abstractor::Abstraction;
use checker::Proof;
use frontend::ir::{FuncId, LocId};
use semantics::EncodingContext;
use semantics::claims::{Claims, Outcome, Question};

use super::{Check, Verdict};

/// What became of the second look.
#[derive(Clone, Debug)]
pub(crate) struct Certificate {
    pub(crate) claims: Claims,
    pub(crate) outcome: Outcome,
}

/// How much effort the solver may take for one condition where somebody insists, about 20 s; and for all of them
/// together where nobody does.
const MUCH: u32 = 50_000_000;
const LITTLE: u32 = 3_000_000;

impl Check {
    /// The answer where the boolean program cannot violate the property.
    pub(super) fn certify(
        &mut self,
        entry: FuncId,
        abstraction: &Abstraction,
        proof: Option<&Proof>,
    ) -> Verdict {
        let context = EncodingContext::new(&self.made.program, &self.made.facts);
        let blocks = &self.made.abstractor.blocks;
        let claims = proof.and_then(|p| abstraction.claims(&context, blocks, &self.precision, p));
        match claims {
            Some(claims) => self.confirm(entry, claims),
            None if self.how.certify => Verdict::Unknown(
                "a proof was found, but it claims nothing that can be confirmed".into(),
            ),
            None => Verdict::Proved,
        }
    }

    /// The answer where not even the text of the program has a violation.
    pub(super) fn certify_text(&mut self, entry: FuncId) -> Verdict {
        let functions = self.made.abstractor.blocks.functions();
        let functions = functions.map(|(func, _)| func);
        self.confirm(entry, Claims::nothing(&self.made.program, functions))
    }

    fn confirm(&mut self, entry: FuncId, claims: Claims) -> Verdict {
        let started = Instant::now();
        let insists = self.how.certify;
        let question = Question {
            entry,
            violations: &self.violations,
            effort: if insists { MUCH } else { LITTLE },
            all_effort: (!insists).then_some(LITTLE.into()),
        };
        let context = EncodingContext::new(&self.made.program, &self.made.facts);
        let outcome = claims.check(&context, &question);
        self.certificate = Some(Certificate { claims, outcome });
        self.statistics.certification = started.elapsed();
        match outcome {
            Outcome::Open(func, loc, why) if insists => self.unconfirmed(func, loc, why.text()),
            Outcome::Holds(..) | Outcome::Open(..) => Verdict::Proved,
            Outcome::Fails(func, loc) => {
                self.statistics.refuted = true;
                self.unconfirmed(func, loc, "a state was found that speaks against it")
            }
        }
    }

    /// Whether a state speaks against a proof. The only execution, if it was run, says more.
    pub(super) fn is_refuted(&self) -> bool {
        let outcome = self.certificate.as_ref().map(|c| c.outcome);
        !self.ran_alone && matches!(outcome, Some(Outcome::Fails(..)))
    }

    /// Why there is no answer, or that there is one which nobody can confirm.
    pub(super) fn or_unconfirmed(&self, why: String) -> String {
        match self.unconfirmed {
            true => "all executions were followed to their ends and none meets a violation, but that leaves no \
                     invariants to confirm; without --certify, this is a proof"
                .into(),
            false => why,
        }
    }

    fn unconfirmed(&self, func: FuncId, loc: LocId, why: &str) -> Verdict {
        let name = &self.made.program.funcs[func].name;
        Verdict::Unknown(format!(
            "a proof was found, but a second look at it does not confirm what it claims of {name} ({loc}): {why}"
        ))
    }
}
