//! A program whose text has no violation, after what cannot matter was left out, needs no predicates.
//!
//! Tried at the start. Concludes that the property is proved, if the second look agrees.

use abstractor::BlockKind;

use super::{Conclusion, Stage, Strategy};
use crate::{Observer, ProvedBy, Session};

pub(crate) struct NoViolation;

impl Strategy for NoViolation {
    fn attempt(
        &self,
        session: &mut Session,
        stage: &Stage,
        _: &mut dyn Observer,
    ) -> Option<Conclusion> {
        let Stage::Start = stage else { return None };
        let entry = session.prepared.program.entry?;
        let mut blocks = session.prepared.abstractor.blocks.blocks.values();
        if blocks.any(|b| matches!(b.kind, BlockKind::Violation(_))) {
            return None;
        }
        Some(match session.certify_text(entry) {
            Ok(()) => Conclusion::Proved(ProvedBy::Text),
            Err(verdict) => Conclusion::Answer(verdict),
        })
    }
}
