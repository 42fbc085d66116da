//! Small random programs whose procedures call each other without a bound.

use crate::temporal::Prng;
use std::fmt::Write;

/// The text of a program: globals `g` and `h`, procedures `f` and `r` with a parameter, a local and a result.
pub(super) fn program(prng: &mut Prng) -> String {
    let mut text = "decl g, h;\n".to_owned();
    for name in ["f", "r"] {
        let _ = write!(text, "\nbool<1> {name}(a) begin\n  decl l;\n");
        text += enforced(prng);
        let mut body = Body {
            prng,
            text: String::new(),
            locals: &["g", "h", "a", "l"],
            prefix: name,
            labels: 0,
        };
        body.block(2, 1);
        let result = body.expression();
        text += &body.text;
        let _ = write!(text, "  return {result};\nend\n");
    }
    text += "\nvoid main() begin\n  decl a, l;\n";
    text += enforced(prng);
    let mut body = Body {
        prng,
        text: String::new(),
        locals: &["g", "h", "a", "l"],
        prefix: "m",
        labels: 0,
    };
    body.call(1);
    body.block(2, 1);
    text += &body.text;
    text + "end\n"
}

/// What a procedure enforces, if anything.
fn enforced(prng: &mut Prng) -> &'static str {
    let some = [
        "  enforce (g);\n",
        "  enforce (g | h);\n",
        "  enforce (l | g);\n",
    ];
    some.get(prng.below(9)).copied().unwrap_or_default()
}

struct Body<'b> {
    prng: &'b mut Prng,
    text: String,
    locals: &'b [&'b str],
    prefix: &'b str,
    labels: usize,
}

impl Body<'_> {
    fn variable(&mut self) -> String {
        self.locals[self.prng.below(self.locals.len())].to_owned()
    }

    fn expression(&mut self) -> String {
        let (x, y) = (self.variable(), self.variable());
        match self.prng.below(6) {
            0 => "*".to_owned(),
            1 => format!("!{x}"),
            2 => format!("({x} & {y})"),
            3 => format!("({x} != {y})"),
            _ => x,
        }
    }

    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "  ".repeat(depth));
    }

    fn call(&mut self, depth: usize) {
        let (target, argument) = (self.variable(), self.expression());
        let callee = ["f", "r"][self.prng.below(2)];
        let bound = match self.prng.below(3) {
            0 => String::new(),
            _ => format!("{target} := "),
        };
        self.line(depth, &format!("{bound}{callee}({argument});"));
    }

    fn block(&mut self, nesting: usize, depth: usize) {
        for _ in 0..1 + self.prng.below(3) {
            self.statement(nesting, depth);
        }
    }

    fn statement(&mut self, nesting: usize, depth: usize) {
        let (x, e) = (self.variable(), self.expression());
        match self.prng.below(10) {
            0..3 => self.line(depth, &format!("{x} := {e};")),
            3 => {
                self.labels += 1;
                let label = format!("{}{}", self.prefix, self.labels);
                self.line(depth, &format!("{label}: skip;"));
            }
            4 => self.line(depth, &format!("assume({e});")),
            5 if self.prng.below(3) == 0 => self.line(depth, &format!("assert({e});")),
            6 if nesting > 0 => {
                self.line(depth, &format!("while ({e}) do"));
                self.block(nesting - 1, depth + 1);
                self.line(depth, "od");
            }
            7..9 if nesting > 0 => {
                self.line(depth, &format!("if ({e}) then"));
                self.call(depth + 1);
                self.line(depth, "else");
                self.block(nesting - 1, depth + 1);
                self.line(depth, "fi");
            }
            _ => self.line(depth, "skip;"),
        }
    }
}
