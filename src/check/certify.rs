//! A second look at a proof.
//!
//! What the checker has shown of the last boolean program is a claim about every location of the C program. Whether
//! those claims hold is asked anew, without predicates' transfers, lemmas, or anything else that the loop has believed
//! on its way: see [`semantics::claims`].

use std::time::Instant;

use abstractor::Abstraction;
use checker::Proof;
use frontend::ir::{FuncId, LocId};
use semantics::World;
use semantics::claims::{Claims, Outcome, Question};

use super::{Check, Verdict};

/// What became of the second look.
#[derive(Clone, Debug)]
pub(crate) struct Certificate {
    pub(crate) claims: Claims,
    pub(crate) outcome: Outcome,
}

/// How much effort the solver may take for one condition, about 20 s, and for all of them where nobody insists.
const EFFORT: u32 = 50_000_000;
const LITTLE: u64 = 10_000_000;

impl Check {
    /// The answer where the boolean program cannot violate the property.
    pub(super) fn certify(
        &mut self,
        entry: FuncId,
        abstraction: &Abstraction,
        proof: Option<&Proof>,
    ) -> Verdict {
        let started = Instant::now();
        let world = World::new(&self.made.program, &self.made.meaning);
        let blocks = &self.made.abstractor.blocks;
        let claims = proof.and_then(|p| abstraction.claims(&world, blocks, &self.precision, p));
        let Some(claims) = claims else {
            return match self.how.certify {
                true => Verdict::Unknown(
                    "a proof was found, but it claims nothing that can be confirmed".into(),
                ),
                false => Verdict::Proved,
            };
        };
        let insists = self.how.certify;
        let question = Question {
            entry,
            violations: &self.violations,
            effort: if insists { EFFORT } else { LITTLE as u32 },
            all_effort: (!insists).then_some(LITTLE),
        };
        let outcome = claims.check(&world, &question);
        self.statistics.certification = started.elapsed();
        self.certificate = Some(Certificate { claims, outcome });
        match outcome {
            Outcome::Holds(_) => Verdict::Proved,
            Outcome::Open(func, loc, why) if insists => self.unconfirmed(func, loc, why.text()),
            Outcome::Open(..) => Verdict::Proved,
            Outcome::Fails(func, loc) => {
                self.unconfirmed(func, loc, "a state was found that speaks against it")
            }
        }
    }

    fn unconfirmed(&self, func: FuncId, _loc: LocId, why: &str) -> Verdict {
        let name = &self.made.program.funcs[func].name;
        Verdict::Unknown(format!(
            "a proof was found, but a second look at it does not confirm it in {name}: {why}"
        ))
    }
}
