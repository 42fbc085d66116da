//! The declarations of a random program, before any body is written.

use super::super::prng::Prng;

/// What the procedures must know of each other before their bodies are written.
pub(super) struct Plan {
    pub(super) globals: Vec<String>,
    pub(super) procs: Vec<Signature>,
}

pub(super) struct Signature {
    pub(super) name: String,
    pub(super) returns: u32,
    pub(super) formals: Vec<String>,
    pub(super) locals: Vec<String>,
    pub(super) labels: Vec<String>,
    /// How many simple statements the body has.
    pub(super) budget: u32,
}

impl Plan {
    pub(super) fn new(prng: &mut Prng, size: u32) -> Self {
        let size = size.max(1);
        let width = if size <= 64 {
            (3 + size / 8).min(8)
        } else {
            8 + (size - 64) / 64
        };
        let globals: Vec<_> = (0..=prng.below(width / 2)).map(global_name).collect();
        let count = if size <= 64 {
            1 + prng.below(2 + size / 12)
        } else {
            3 + size / 24
        };
        let procs = (0..count)
            .map(|index| Signature::new(prng, index, &globals, width, size.div_ceil(count)))
            .collect();
        Plan { globals, procs }
    }
}

/// One global in four has a name in braces, as abstractions write them.
fn global_name(index: u32) -> String {
    if index % 4 == 2 {
        format!("{{g{index} > 0}}")
    } else {
        format!("g{index}")
    }
}

impl Signature {
    fn new(prng: &mut Prng, index: u32, globals: &[String], width: u32, budget: u32) -> Self {
        let main = index == 0;
        let room = width - globals.len() as u32;
        let formals = if main && prng.chance(80) {
            0
        } else {
            prng.below(room.min(4))
        };
        let locals = prng.below(room - formals + 1);
        let label_count = 1 + prng.below(2 + budget / 3);
        let mut locals: Vec<_> = (0..locals).map(|i| format!("l{i}")).collect();
        if let Some(first) = locals.first_mut()
            && prng.chance(25)
        {
            *first = prng.pick(globals).clone();
        }
        Signature {
            name: if main {
                "main".to_owned()
            } else {
                format!("f{index}")
            },
            returns: if prng.chance(40) {
                0
            } else {
                1 + prng.below(3)
            },
            formals: (0..formals).map(|i| format!("p{i}")).collect(),
            locals,
            labels: (0..label_count).map(|i| format!("L{index}_{i}")).collect(),
            budget,
        }
    }
}
