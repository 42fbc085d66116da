//! Statements.

use super::{Maker, Scope};

/// More points of observation are not made.
const POINTS: usize = 4;

impl Maker {
    /// A block of statements; what it declares is gone after it.
    pub(super) fn block(&mut self, scope: &Scope, size: usize, opening: &str) {
        self.line(&format!("{opening} {{"));
        self.depth += 1;
        let mut inner = scope.clone();
        for _ in 0..self.random.usize(1..=size.max(1)) {
            self.stmt(&mut inner, size.saturating_sub(1));
        }
        self.depth -= 1;
        self.line("}");
    }

    pub(super) fn stmt(&mut self, scope: &mut Scope, size: usize) {
        match self.random.u8(..32) {
            0..=6 => self.assign(scope),
            7..=10 if size > 0 => self.branch(scope, size),
            11 | 12 if size > 0 && self.loops < 3 => self.repeat(scope, size),
            13 => self.input(scope),
            14..=17 => self.call(scope),
            18 => self.number(scope, false),
            19 => self.structure(scope, false),
            20 => self.pointer(scope, false),
            21 => self.retarget(scope),
            22 => self.copy(scope),
            23 => self.link(scope),
            24 if size > 0 => self.switch(scope, size),
            25 if self.locks => self.lock(scope, size),
            26 | 27 => self.check(scope),
            28..=31 => self.odd(scope, size),
            _ => self.assign(scope),
        }
    }

    pub(super) fn assign(&mut self, scope: &Scope) {
        let Some(place) = self.place(scope) else {
            return;
        };
        let text = match self.random.u8(..6) {
            0 => format!("{place}++;"),
            1 => format!(
                "{place} {} {};",
                self.pick(&["+=", "-=", "^=", "|="]),
                self.expr(scope, 1)
            ),
            _ => format!("{place} = {};", self.expr(scope, 2)),
        };
        self.line(&text);
    }

    pub(super) fn branch(&mut self, scope: &Scope, size: usize) {
        let cond = self.cond(scope, 1);
        self.block(scope, size, &format!("if ({cond})"));
        if self.chance(2) {
            self.block(scope, size, "else");
        }
    }

    pub(super) fn repeat(&mut self, scope: &Scope, size: usize) {
        let counter = self.name("i");
        let mut inner = scope.clone();
        inner.counters.push(counter.clone());
        let bound = self.random.u8(1..5);
        self.loops += 1;
        if self.chance(2) {
            let head = format!("for (int {counter} = 0; {counter} < {bound}; {counter}++)");
            self.block(&inner, size, &head);
        } else {
            let leave = self.cond(&inner, 1);
            self.line(&format!("int {counter} = 0;"));
            self.line(&format!("while ({counter} < {bound}) {{"));
            self.depth += 1;
            self.line(&format!("{counter}++;"));
            let how = self.pick(&["break", "continue"]);
            self.line(&format!("if ({leave}) {how};"));
            self.block(&inner, size, "if (1)");
            self.depth -= 1;
            self.line("}");
        }
        self.loops -= 1;
    }

    pub(super) fn switch(&mut self, scope: &Scope, size: usize) {
        let on = self.expr(scope, 1);
        self.line(&format!("switch (({on}) & 3) {{"));
        for case in 0..self.random.u8(1..4) {
            self.block(scope, size, &format!("case {case}:"));
            if !self.chance(4) {
                self.line("break;");
            }
        }
        if self.chance(2) {
            self.block(scope, size, "default:");
        }
        self.line("}");
    }

    pub(super) fn retarget(&mut self, scope: &Scope) {
        // A global pointer must not point to what is gone later.
        let locals: Vec<String> = scope.pointers.clone();
        let here = locals
            .iter()
            .filter(|p| !self.text.contains(&format!("\nint *{p} =")));
        let here: Vec<String> = here.cloned().collect();
        if here.is_empty() {
            return;
        }
        let (p, targets) = (self.pick(&here), self.addresses(scope));
        // In a block that has ended, targets of inner blocks are gone: only those that were there before.
        let at = scope.pointers.iter().position(|q| *q == p).unwrap_or(0);
        let older: Vec<String> = scope.pointers[..at].to_vec();
        let targets = if older.is_empty() {
            targets[..0].to_vec()
        } else {
            older
        };
        if !targets.is_empty() {
            let target = self.pick(&targets);
            let cond = self.cond(scope, 1);
            self.line(&format!("if ({cond}) {p} = {target};"));
        }
    }

    pub(super) fn copy(&mut self, scope: &Scope) {
        if scope.structs.len() < 2 {
            return;
        }
        let (a, b) = (self.pick(&scope.structs), self.pick(&scope.structs));
        if a != b {
            self.line(&format!("{a} = {b};"));
        }
    }

    pub(super) fn lock(&mut self, scope: &Scope, size: usize) {
        let both = !self.chance(8);
        self.line("acquire();");
        self.block(scope, size, "if (1)");
        if both {
            self.line("release();");
        }
    }

    pub(super) fn check(&mut self, scope: &Scope) {
        if self.points == POINTS || self.locks {
            return;
        }
        let (point, depth) = (self.points, self.random.usize(0..3));
        let what = self.expr(scope, depth);
        self.line(&format!("CHECK_{point}(({what}));"));
        self.points += 1;
    }
}
