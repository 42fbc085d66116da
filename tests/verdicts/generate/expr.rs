//! Expressions and places.

use super::{Maker, Scope};

impl Maker {
    /// Pointers to `int` that can be had.
    pub(super) fn addresses(&mut self, scope: &Scope) -> Vec<String> {
        let mut found = scope.pointers.clone();
        for s in &scope.structs {
            found.extend([format!("&{s}.x"), format!("&{s}.v[1]"), format!("{s}.v")]);
        }
        for q in &scope.links {
            found.push(format!("&{q}->x"));
        }
        found
    }

    /// A place of type number that can be written.
    pub(super) fn place(&mut self, scope: &Scope) -> Option<String> {
        let mut found = scope.numbers.clone();
        found.extend(scope.pointers.iter().map(|p| format!("(*{p})")));
        for s in &scope.structs {
            found.extend(
                [".x", ".y", ".in.a", ".in.b", ".v[0]", ".v[1]"].map(|f| format!("{s}{f}")),
            );
        }
        for q in &scope.links {
            found.extend(["->x", "->y", "->in.b", "->v[1]"].map(|f| format!("{q}{f}")));
        }
        for a in &scope.arrays {
            found.push(format!("{a}[2]"));
        }
        if !scope.arrays.is_empty() && self.chance(3) {
            let a = self.pick(&scope.arrays);
            let index = self.expr(scope, 1);
            return Some(format!("{a}[({index}) & 3]"));
        }
        if !scope.rows.is_empty() && self.chance(6) {
            let (row, index) = (self.pick(&scope.rows), self.atom(scope));
            let member = self.pick(&["x", "in.a", "v[0]"]);
            return Some(format!("{row}[({index}) & 1].{member}"));
        }
        if !scope.pointers.is_empty() && self.chance(8) {
            let p = self.pick(&scope.pointers);
            let at = self.random.u8(0..4);
            return Some(format!("((unsigned char *){p})[{at}]"));
        }
        (!found.is_empty()).then(|| self.pick(&found))
    }

    pub(super) fn expr(&mut self, scope: &Scope, depth: usize) -> String {
        if depth == 0 || self.chance(3) {
            return self.atom(scope);
        }
        let a = self.expr(scope, depth - 1);
        match self.random.u8(..16) {
            0..=2 => format!("{a} + {}", self.pick(&["1", "2", "3"])),
            3 => format!("{a} - {}", self.pick(&["1", "2"])),
            4 => format!("({a}) + ({})", self.expr(scope, depth - 1)),
            5 => format!("({a}) - ({})", self.expr(scope, depth - 1)),
            6 => format!("({a}) * {}", self.pick(&["2", "3", "-1"])),
            7 => format!("({a}) & {}", self.pick(&["1", "3", "7", "255"])),
            8 => format!("({a}) | ({})", self.atom(scope)),
            9 => format!("({a}) ^ {}", self.pick(&["1", "5"])),
            10 => format!("({a}) / {}", self.pick(&["2", "3", "-2"])),
            11 => format!("({a}) % {}", self.pick(&["2", "3", "4"])),
            12 => format!("({a}) >> {}", self.pick(&["1", "2"])),
            13 => {
                let ty = self.pick(&["unsigned char", "signed char", "short", "unsigned"]);
                format!("({ty})({a})")
            }
            14 => format!("({})", self.cond(scope, depth - 1)),
            _ => {
                let cond = self.cond(scope, depth - 1);
                format!("({cond} ? {a} : {})", self.atom(scope))
            }
        }
    }

    pub(super) fn atom(&mut self, scope: &Scope) -> String {
        match self.random.u8(..8) {
            0 => self
                .pick(&["0", "1", "2", "3", "4", "-1", "7", "255"])
                .to_owned(),
            1 if !scope.counters.is_empty() => self.pick(&scope.counters),
            2 if !scope.tables.is_empty() => {
                let (table, index) = (self.pick(&scope.tables), self.atom(scope));
                format!("{table}[({index}) & 3]")
            }
            _ => self.place(scope).unwrap_or_else(|| "1".to_owned()),
        }
    }

    pub(super) fn cond(&mut self, scope: &Scope, depth: usize) -> String {
        let a = self.expr(scope, depth);
        let op = self.pick(&["==", "!=", "<", "<=", ">", ">=", "=="]);
        match self.random.u8(..10) {
            0 => format!("!({a})"),
            1 => format!("({a})"),
            2 | 3 => format!("({a}) {op} ({})", self.expr(scope, depth)),
            4 if depth > 0 => {
                let with = self.pick(&["&&", "||"]);
                let (b, c) = (self.cond(scope, depth - 1), self.cond(scope, depth - 1));
                format!("({b} {with} {c})")
            }
            5 if scope.pointers.len() > 1 => {
                let (p, q) = (self.pick(&scope.pointers), self.pick(&scope.pointers));
                format!("{p} {} {q}", self.pick(&["==", "!="]))
            }
            _ => format!("({a}) {op} {}", self.pick(&["0", "1", "2", "3", "5"])),
        }
    }
}
