//! Algorithms that come along, as texts to run, to read and to change.

/// An algorithm by its name.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    pub name: &'static str,
    pub text: &'static str,
}

impl Shipped {
    /// The first line of its comment.
    pub fn summary(&self) -> &'static str {
        let first = self.text.lines().next().unwrap_or_default();
        first.trim_start_matches('/').trim()
    }
}

macro_rules! shipped {
    ($($name:literal),*) => {
        &[$(Shipped {
            name: $name,
            text: include_str!(concat!("../../algorithms/", $name, ".mu")),
        }),*]
    };
}

/// In the order in which they are best read.
pub const SHIPPED: &[Shipped] = shipped![
    "summaries",
    "entry-forward",
    "split-return",
    "entry-forward-optimised",
    "backward"
];
