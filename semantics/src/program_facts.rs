//! What is computed once per program before anything of it is encoded: points-to analysis, layout, and what calls write.

use analysis::placement::{self, Uses};
use analysis::points_to;
use analysis::prophecy::Prophecies;
use analysis::{Analyses, analyse};
use ir::Program;

use crate::calls::allocators::Allocators;
use crate::calls::frames::Frames;
use crate::calls::writes::Writes;
use crate::encoding_context::EncodingContext;
use crate::memory::apart::Apart;
use crate::memory::constants::Constants;
use crate::memory::layout::Layout;
use crate::memory::placement::Placement;

/// What is computed once per program.
#[derive(Debug)]
pub struct ProgramFacts {
    pub analyses: Analyses,
    pub writes: Writes,
    pub layout: Layout,
    pub constants: Constants,
    pub frames: Frames,
    pub apart: Apart,
    pub allocators: Allocators,
    pub prophecies: Prophecies,
    /// What the program does with addresses, and the placement of objects that takes nothing of that for granted.
    pub uses: Uses,
    pub placement: Placement,
}

impl ProgramFacts {
    pub fn new(program: &Program, config: points_to::Config) -> Self {
        Self::placed(program, config, false)
    }

    /// With objects `anywhere`, if the program can tell.
    pub fn placed(program: &Program, config: points_to::Config, anywhere: bool) -> Self {
        let analyses = analyse(program, config);
        let uses = placement::uses(program, &analyses.points_to);
        let mut apart = Apart::new(program, &analyses.calls, uses.pages);
        let placement = Placement::open(&analyses.points_to, &uses, !apart.is_empty());
        let chosen = match anywhere {
            true => placement.clone(),
            false => Placement::default(),
        };
        if chosen.wide {
            apart.lie_anywhere();
        }
        let mut facts = ProgramFacts {
            writes: Writes::new(program, &analyses),
            layout: Layout::new(program, &analyses, &chosen),
            constants: Constants::default(),
            frames: Frames::default(),
            apart,
            allocators: Allocators::new(program),
            prophecies: Prophecies::and_guesses(program, &analyses.points_to),
            uses,
            placement,
            analyses,
        };
        facts.constants = Constants::new(&EncodingContext::new(program, &facts));
        facts.frames = Frames::new(
            &EncodingContext::new(program, &facts),
            &facts.analyses.calls,
        );
        facts
    }
}
