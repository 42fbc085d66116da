//! Unsigned integers as vectors of boolean variables, in the text of boolean programs.
//!
//! The integer `x` of n bits is the variables `x_0` (least significant) to `x_(n-1)`. Every function returns an
//! expression in parentheses or a comma-separated list, ready to be put into a statement. Sizes are linear in n.

/// Renders operations on integers of a fixed number of bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits(pub(super) u32);

impl Bits {
    fn list(self, bit: impl FnMut(u32) -> String) -> String {
        (0..self.0).map(bit).collect::<Vec<_>>().join(",")
    }

    /// `x_0,x_1,…`: as declaration, as left-hand side, as argument.
    pub(super) fn vars(self, x: &str) -> String {
        self.list(|k| format!("{x}_{k}"))
    }

    /// The bits of a number.
    pub(super) fn number(self, value: u32) -> String {
        self.list(|k| (value >> k & 1).to_string())
    }

    /// x + 1 modulo 2^n: a bit flips where all below it are set.
    pub(super) fn successor(self, x: &str) -> String {
        self.list(|k| self.flip(x, k, ""))
    }

    /// x - 1 modulo 2^n: a bit flips where none below it is set.
    pub(super) fn predecessor(self, x: &str) -> String {
        self.list(|k| self.flip(x, k, "!"))
    }

    fn flip(self, x: &str, k: u32, sign: &str) -> String {
        let below: Vec<_> = (0..k).map(|i| format!("{sign}{x}_{i}")).collect();
        match k {
            0 => format!("!{x}_0"),
            _ => format!("{x}_{k} ^ ({})", below.join(" & ")),
        }
    }

    /// x > y, from the most significant bit down.
    pub(super) fn greater(self, x: &str, y: &str) -> String {
        (1..self.0).fold(format!("({x}_0 & !{y}_0)"), |lower, k| {
            format!("(({x}_{k} & !{y}_{k}) | (({x}_{k} = {y}_{k}) & {lower}))")
        })
    }

    /// x <= y.
    pub(super) fn at_most(self, x: &str, y: &str) -> String {
        format!("(!{})", self.greater(x, y))
    }

    /// x = y.
    pub(super) fn equal(self, x: &str, y: &str) -> String {
        let bits: Vec<_> = (0..self.0)
            .map(|k| format!("({x}_{k} = {y}_{k})"))
            .collect();
        format!("({})", bits.join(" & "))
    }

    /// x = value.
    pub(super) fn is(self, x: &str, value: u32) -> String {
        let literal = |k| match value >> k & 1 {
            1 => format!("{x}_{k}"),
            _ => format!("!{x}_{k}"),
        };
        let bits: Vec<_> = (0..self.0).map(literal).collect();
        format!("({})", bits.join(" & "))
    }

    /// x <= value, linear in n: some set bit of the value is clear in x while the bits above agree.
    pub(super) fn at_most_number(self, x: &str, value: u32) -> String {
        (0..self.0).fold("1".to_owned(), |lower, k| match value >> k & 1 {
            1 => format!("(!{x}_{k} | {lower})"),
            _ => format!("(!{x}_{k} & {lower})"),
        })
    }

    /// The bits of `array[x]` for an array of `entries` integers `array1`, `array2`, …
    pub(super) fn element(self, array: &str, entries: u32, x: &str) -> String {
        self.list(|k| {
            let cases: Vec<_> = (1..=entries)
                .map(|i| format!("({} & {array}{i}_{k})", self.is(x, i)))
                .collect();
            cases.join(" | ")
        })
    }
}
