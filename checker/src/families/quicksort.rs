//! Quicksort as a boolean program: Esparza and Schwoon, *A BDD-based model checker for recursive programs*,
//! section 5.1, figures 2 and 3.
//!
//! Integers are vectors of bits, the array is global, its indices run from 1. So `hi` may fall to 0 and `lo` rise to
//! ENTRIES + 1 without wrapping round, which is why ENTRIES is at most 2^BITS - 2.
//!
//! Three properties:
//! * *sorted*: after the call the array is in order, whatever it held before. This is partial correctness: it holds
//!   for the faulty version too, whose fault is that it need not return.
//! * *termination*: the array is abstracted away (comparisons with the pivot are left open), as in the paper. The
//!   loop ends because `hi - lo` shrinks; so a run without end is an infinite recursion, which must call with the
//!   same arguments twice on one stack. Any call may nondeterministically be watched: it hands its arguments and a
//!   flag down by value, and an assertion fails when a call below it has them again. Fails for the faulty version,
//!   holds for the others.
//! * *runs*: the same without the watch and without an assertion, which is the paper's program for the question
//!   whether all runs end, in temporal logic.

use super::bits::Bits;
use std::fmt;

/// A quicksort program. BddResult by [`Quicksort::new`], which checks the sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quicksort {
    bits: u32,
    entries: u32,
    version: Version,
    property: Property,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// Figure 2: recurs for ever when no element is greater than the pivot.
    Faulty,
    /// The pivot is put in its final place and left out of the recursion.
    Corrected,
    /// Corrected, with an arbitrary element as pivot.
    Randomised,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    Termination,
    Sorted,
    Runs,
}

/// The indices 0 to ENTRIES + 1 do not fit into BITS bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    pub bits: u32,
    pub entries: u32,
}

impl fmt::Display for SizeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SizeError { bits, entries } = self;
        write!(
            out,
            "quicksort needs 2 to 30 bits and 1 to 2^bits - 2 entries, not {bits} bits and {entries} entries"
        )
    }
}

impl std::error::Error for SizeError {}

impl Quicksort {
    pub fn new(
        bits: u32,
        entries: u32,
        version: Version,
        property: Property,
    ) -> Result<Self, SizeError> {
        if !(2..=30).contains(&bits) || entries == 0 || entries > (1 << bits) - 2 {
            return Err(SizeError { bits, entries });
        }
        Ok(Quicksort {
            bits,
            entries,
            version,
            property,
        })
    }
}

impl fmt::Display for Quicksort {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let writer = &mut Writer {
            program: self,
            bits: Bits(self.bits),
            out,
        };
        writer.head()?;
        match self.property {
            Property::Sorted => writer.array()?,
            Property::Termination | Property::Runs => {}
        }
        writer.main()?;
        writer.quicksort()
    }
}

/// Writes one program.
struct Writer<'a, 'f> {
    program: &'a Quicksort,
    bits: Bits,
    out: &'a mut fmt::Formatter<'f>,
}

impl Writer<'_, '_> {
    fn line(&mut self, indent: usize, text: &str) -> fmt::Result {
        writeln!(self.out, "{:1$}{text}", "", 2 * indent)
    }

    fn sorts(&self) -> bool {
        self.program.property == Property::Sorted
    }

    fn watches(&self) -> bool {
        self.program.property == Property::Termination
    }

    fn corrects(&self) -> bool {
        self.program.version != Version::Faulty
    }

    fn head(&mut self) -> fmt::Result {
        let Quicksort { bits, entries, .. } = self.program;
        let version = match self.program.version {
            Version::Faulty => "faulty version",
            Version::Corrected => "corrected version",
            Version::Randomised => "corrected version, arbitrary pivot",
        };
        let property = match self.program.property {
            Property::Sorted => "is the array sorted after the call?",
            Property::Termination | Property::Runs => {
                "does it terminate, whatever the array holds?"
            }
        };
        let top = bits - 1;
        writeln!(self.out, "// Quicksort, {version}: {property}")?;
        writeln!(
            self.out,
            "// {entries} entries, indexed from 1, of {bits} bits; x_0 to x_{top} are the bits of x.\n"
        )
    }

    /// The array, and the procedure that exchanges two of its elements.
    fn array(&mut self) -> fmt::Result {
        let bits = self.bits;
        let entries = self.program.entries;
        for i in 1..=entries {
            self.line(0, &format!("decl {};", bits.vars(&format!("a{i}"))))?;
        }
        self.line(0, "\n// exchanges a[i] and a[j]")?;
        self.line(
            0,
            &format!("void swap({}, {})", bits.vars("i"), bits.vars("j")),
        )?;
        self.line(0, "begin")?;
        self.line(1, &format!("decl {}, {};", bits.vars("x"), bits.vars("y")))?;
        for (to, index) in [("x", "i"), ("y", "j")] {
            let element = bits.element("a", entries, index);
            self.line(1, &format!("// {to} = a[{index}];"))?;
            self.line(1, &format!("{} := {element};", bits.vars(to)))?;
        }
        self.store("i", "y")?;
        self.store("j", "x")?;
        self.line(0, "end\n")
    }

    /// `a[index] = value`, by cases.
    fn store(&mut self, index: &str, value: &str) -> fmt::Result {
        let bits = self.bits;
        self.line(1, &format!("// a[{index}] = {value};"))?;
        for i in 1..=self.program.entries {
            let keyword = if i == 1 { "if" } else { "elsif" };
            let element = bits.vars(&format!("a{i}"));
            self.line(1, &format!("{keyword} {} then", bits.is(index, i)))?;
            self.line(2, &format!("{element} := {};", bits.vars(value)))?;
        }
        self.line(1, "fi")
    }

    fn main(&mut self) -> fmt::Result {
        let bits = self.bits;
        let entries = self.program.entries;
        self.line(0, "void main()\nbegin")?;
        if self.sorts() {
            self.line(1, &format!("// quicksort(1, {entries});"))?;
            self.line(
                1,
                &format!("quicksort({}, {});", bits.number(1), bits.number(entries)),
            )?;
            let ordered: Vec<_> = (1..entries)
                .map(|i| bits.at_most(&format!("a{i}"), &format!("a{}", i + 1)))
                .collect();
            let ordered = if ordered.is_empty() {
                "1".to_owned()
            } else {
                ordered.join("\n    & ")
            };
            self.line(1, "// every element is at most the next one")?;
            self.line(1, &format!("sorted: assert({ordered});"))?;
        } else {
            let (left, right) = (bits.vars("left"), bits.vars("right"));
            self.line(1, &format!("decl {left}, {right};"))?;
            self.line(1, &format!("// 1 <= left && right <= {entries}"))?;
            let range = format!(
                "!{} & {}",
                bits.is("left", 0),
                bits.at_most_number("right", entries)
            );
            self.line(1, &format!("assume({range});"))?;
            let watched = match self.watches() {
                true => format!(", 0, {left}, {right}"),
                false => String::new(),
            };
            self.line(1, &format!("quicksort({left}, {right}{watched});"))?;
            self.line(1, "done: skip;")?;
        }
        self.line(0, "end\n")
    }

    fn quicksort(&mut self) -> fmt::Result {
        let bits = self.bits;
        let vars = |names: &[&str]| {
            names
                .iter()
                .map(|x| bits.vars(x))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let watched = match self.watches() {
            true => format!(", watched, {}", vars(&["left0", "right0"])),
            false => String::new(),
        };
        self.line(
            0,
            &format!("void quicksort({}{watched})", vars(&["left", "right"])),
        )?;
        self.line(0, "begin")?;
        let mut locals = vec!["lo", "hi"];
        locals.extend(self.sorts().then_some("piv"));
        locals.extend(self.corrects().then_some("mid"));
        self.line(1, &format!("decl {};", vars(&locals)))?;
        self.line(1, "// if (left >= right) return;")?;
        self.line(
            1,
            &format!("if {} then return; fi", bits.at_most("right", "left")),
        )?;
        if self.watches() {
            self.watch()?;
        }
        self.choose_pivot()?;
        self.partition()?;
        self.recur()?;
        self.line(0, "end")
    }

    /// The termination check at the head of each call.
    fn watch(&mut self) -> fmt::Result {
        let bits = self.bits;
        self.line(
            1,
            "// A call below the watched one with its arguments can go on for ever.",
        )?;
        let (left, right) = (bits.equal("left", "left0"), bits.equal("right", "right0"));
        self.line(1, &format!("again: assert(!(watched & {left} & {right}));"))?;
        let saved = format!("{}, {}", bits.vars("left0"), bits.vars("right0"));
        let current = format!("{}, {}", bits.vars("left"), bits.vars("right"));
        self.line(1, "if (!watched & *) then")?;
        self.line(2, &format!("watched, {saved} := 1, {current};"))?;
        self.line(1, "fi")
    }

    /// From the choice of the pivot to the initial values of `lo` and `hi`.
    fn choose_pivot(&mut self) -> fmt::Result {
        let bits = self.bits;
        let (left, right, mid) = (bits.vars("left"), bits.vars("right"), bits.vars("mid"));
        let ends = format!("{}, {}", bits.vars("lo"), bits.vars("hi"));
        if self.program.version == Version::Randomised {
            let arbitrary = vec!["*"; self.program.bits as usize].join(",");
            self.line(
                1,
                "// mid = any index from left to right; swap a[mid], a[right];",
            )?;
            self.line(1, &format!("{mid} := {arbitrary};"))?;
            let range = format!(
                "{} & {}",
                bits.at_most("left", "mid"),
                bits.at_most("mid", "right")
            );
            self.line(1, &format!("assume({range});"))?;
            self.swap(1, &mid, &right)?;
        }
        if self.sorts() {
            self.line(1, "// piv = a[right];")?;
            let element = bits.element("a", self.program.entries, "right");
            self.line(1, &format!("{} := {element};", bits.vars("piv")))?;
        }
        if self.corrects() {
            self.line(1, "// swap a[left], a[right]; lo = left + 1; hi = right;")?;
            self.swap(1, &left, &right)?;
            self.line(
                1,
                &format!("{ends} := {}, {right};", bits.successor("left")),
            )
        } else {
            self.line(1, "// lo = left; hi = right;")?;
            self.line(1, &format!("{ends} := {left}, {right};"))
        }
    }

    fn swap(&mut self, indent: usize, i: &str, j: &str) -> fmt::Result {
        match self.sorts() {
            true => self.line(indent, &format!("swap({i}, {j});")),
            false => Ok(()),
        }
    }

    fn partition(&mut self) -> fmt::Result {
        let bits = self.bits;
        let (lo, hi) = (bits.vars("lo"), bits.vars("hi"));
        let above = match self.sorts() {
            true => (1..=self.program.entries)
                .map(|i| {
                    format!(
                        "({} & {})",
                        bits.is("hi", i),
                        bits.greater(&format!("a{i}"), "piv")
                    )
                })
                .collect::<Vec<_>>()
                .join("\n      | "),
            false => "*".to_owned(),
        };
        self.line(
            1,
            "// while (lo <= hi) { if (a[hi] > piv) hi--; else { swap a[lo], a[hi]; lo++; } }",
        )?;
        self.line(1, &format!("while {} do", bits.at_most("lo", "hi")))?;
        self.line(2, &format!("if ({above}) then"))?;
        self.line(3, &format!("{hi} := {};", bits.predecessor("hi")))?;
        self.line(2, "else")?;
        self.swap(3, &lo, &hi)?;
        self.line(3, &format!("{lo} := {};", bits.successor("lo")))?;
        self.line(2, "fi")?;
        self.line(1, "od")
    }

    fn recur(&mut self) -> fmt::Result {
        let bits = self.bits;
        let (left, right, lo, hi) = (
            bits.vars("left"),
            bits.vars("right"),
            bits.vars("lo"),
            bits.vars("hi"),
        );
        let watched = match self.watches() {
            true => format!(", watched, {}, {}", bits.vars("left0"), bits.vars("right0")),
            false => String::new(),
        };
        if self.corrects() {
            self.line(
                1,
                "// mid = hi, the final place of the pivot; swap a[left], a[mid]; hi = mid - 1;",
            )?;
            let mid = bits.vars("mid");
            self.line(
                1,
                &format!("{mid}, {hi} := {hi}, {};", bits.predecessor("hi")),
            )?;
            self.swap(1, &left, &mid)?;
        }
        self.line(1, "// quicksort(left, hi); quicksort(lo, right);")?;
        self.line(1, &format!("quicksort({left}, {hi}{watched});"))?;
        self.line(1, &format!("quicksort({lo}, {right}{watched});"))
    }
}
