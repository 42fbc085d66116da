//! Byte ranges of preprocessed text.

/// A byte range in the preprocessed text of one translation unit.
///
/// All units of one `Sources` share one space of offsets (each unit has its own
/// base), so a span alone tells its unit, and through the unit's line map its place in the
/// user's file. `Span::NONE` stands for what no text gave rise to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The span of things without a text.
    pub const NONE: Span = Span {
        start: u32::MAX,
        end: u32::MAX,
    };

    /// The range from `start` to before `end`.
    pub fn new(start: u32, end: u32) -> Span {
        debug_assert!(start <= end);
        Span { start, end }
    }

    /// Whether this is [`Span::NONE`].
    pub fn is_none(self) -> bool {
        self == Span::NONE
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        if self.is_none() {
            return other;
        }
        if other.is_none() {
            return self;
        }
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}
