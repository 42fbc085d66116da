//! Random flow graphs of programs with procedures (Esparza, Hansel, Rossmanith and Schwoon, *Efficient algorithms for model
//! checking pushdown systems*, section 9.2).
//!
//! There are no variables. A statement is one of a sequence, a branch or a loop in the proportion of 0.6 to 0.2 to 0.2, and one
//! fifth of those in sequences are calls. Each procedure calls the next one at least once, so that all are reachable; other calls are of
//! the procedure itself and of later ones, or of any if they are `mutual`. One procedure begins with the label `N1` and one ends with
//! `N2`: the paper asks for `G (at N1 -> F at N2)`.

use std::fmt::{self, Write};

use super::prng::Prng;

/// The flow graphs of a seed, with about this many lines in all and in each procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowGraph {
    pub seed: u64,
    pub lines: u32,
    pub lines_per_procedure: u32,
    pub mutual: bool,
}

/// Branches and loops are not nested deeper.
const MAX_DEPTH: usize = 6;

impl fmt::Display for FlowGraph {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut prng = Prng(self.seed);
        let size = self.lines_per_procedure.max(4);
        let procedures = (self.lines / size).max(1);
        let FlowGraph { seed, lines, .. } = self;
        writeln!(out, "// Flow graphs: seed {seed}, {lines} lines.")?;
        let labelled = [prng.below(procedures), prng.below(procedures)];
        for number in 0..procedures {
            // Between half and one and a half times as many as on average.
            let left = size / 2 + prng.below(size);
            let mut body = Body {
                prng: &mut prng,
                out: String::new(),
                left,
                number,
                procedures,
                mutual: self.mutual,
            };
            if labelled[0] == number {
                body.line(1, "N1: skip;")?;
            }
            if number + 1 < procedures {
                body.line(1, &format!("p{}();", number + 1))?;
            }
            body.block(1)?;
            if labelled[1] == number {
                body.line(1, "N2: skip;")?;
            }
            let name = match number {
                0 => "main".to_owned(),
                _ => format!("p{number}"),
            };
            write!(out, "\nvoid {name}()\nbegin\n{}end\n", body.out)?;
        }
        Ok(())
    }
}

/// A procedure under construction.
struct Body<'r> {
    prng: &'r mut Prng,
    out: String,
    /// How many more lines there may be.
    left: u32,
    number: u32,
    procedures: u32,
    mutual: bool,
}

impl Body<'_> {
    /// Statements until there are enough lines, or by chance until an inner block ends.
    fn block(&mut self, depth: usize) -> fmt::Result {
        loop {
            let kind = match depth < MAX_DEPTH {
                true => self.prng.below(10),
                false => 0,
            };
            match kind {
                0..=5 => self.simple(depth)?,
                6..=7 => {
                    self.line(depth, "if (*) then")?;
                    self.block(depth + 1)?;
                    self.line(depth, "else")?;
                    self.block(depth + 1)?;
                    self.line(depth, "fi;")?;
                }
                _ => {
                    self.line(depth, "while (*) do")?;
                    self.block(depth + 1)?;
                    self.line(depth, "od;")?;
                }
            }
            let ends = depth > 1 && self.prng.chance(40);
            if self.left == 0 || ends {
                return Ok(());
            }
        }
    }

    fn simple(&mut self, depth: usize) -> fmt::Result {
        if !self.prng.chance(20) {
            return self.line(depth, "skip;");
        }
        let first = if self.mutual { 0 } else { self.number };
        match first + self.prng.below(self.procedures - first) {
            0 => self.line(depth, "main();"),
            callee => self.line(depth, &format!("p{callee}();")),
        }
    }

    fn line(&mut self, depth: usize, text: &str) -> fmt::Result {
        self.left = self.left.saturating_sub(1);
        writeln!(self.out, "{:1$}{text}", "", 2 * depth)
    }
}
