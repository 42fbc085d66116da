//! The template T(N) of Ball and Rajamani, *Bebop* (figure 4).
//!
//! `main` calls `level1` twice, `level1` calls `level2` twice, and so on to level N: 2^N call sequences, N summaries,
//! and four variables in scope everywhere. Every level negates `g`, so the two calls of `main` give it back its first
//! value and the label `reach` is reachable (with `g` initially 0). The shortest hierarchical trace has the same
//! length for every N.

use std::fmt;

/// T(N): `levels` procedures and `main`. With no level at all, `main` has `skip` in place of its calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tn {
    pub levels: u32,
}

const LEVEL_HEAD: &str = "begin
  decl a, b, c;
  if (g) then
    a, b, c := 0, 0, 0;
    while (!a | !b | !c) do
      if (!a) then
        a := 1;
      elsif (!b) then
        a, b := 0, 1;
      elsif (!c) then
        a, b, c := 0, 0, 1;
      fi
    od
  else
";

const LEVEL_TAIL: &str = "  fi
  g := !g;
end
";

impl fmt::Display for Tn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("decl g;\n\nvoid main()\nbegin\n")?;
        self.two_calls(out, "  ", 0)?;
        out.write_str("  if (!g) then\n    reach: skip;\n  else\n    skip;\n  fi\nend\n")?;
        for level in 1..=self.levels {
            write!(out, "\nvoid level{level}()\n{LEVEL_HEAD}")?;
            self.two_calls(out, "    ", level)?;
            out.write_str(LEVEL_TAIL)?;
        }
        Ok(())
    }
}

impl Tn {
    /// The two statements that go one level deeper, or do nothing on the last level.
    fn two_calls(&self, out: &mut fmt::Formatter<'_>, indent: &str, level: u32) -> fmt::Result {
        for _ in 0..2 {
            match level < self.levels {
                true => writeln!(out, "{indent}level{}();", level + 1)?,
                false => writeln!(out, "{indent}skip;")?,
            }
        }
        Ok(())
    }
}
