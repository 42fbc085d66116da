//! A [`Monitor`] written down as C: a variable for its state, a function for each event, and for the end.
//!
//! ```c
//! static int ltl$0$live$state = 1;
//! static void ltl$0$live$step0(void) {              // acquire.call
//!     int pick; int now = ltl$0$live$state;
//!     if (now == 1) { if (pick == 1) ltl$0$live$state = 2; else ltl$0$live$state = 1; }
//!     else if (now == 2) { ltl$0$live$state = 2; }
//!     else halt$();
//! }
//! ```
//!
//! What has no initial value is chosen anew each time: these choices are the automaton's.

use super::super::Range;
use super::super::render::{NAME, marker};
use super::monitor::{Condition, Machine, Monitor, To, Way};
use super::{LIVE, MARK, SAFE, name};

/// What is needed beside the machine.
pub(in super::super) struct Sheet<'a> {
    /// The number of the formula.
    pub(in super::super) formula: usize,
    /// The numbers of the messages: violated whatever follows, and violated by ending.
    pub(in super::super) messages: [usize; 2],
    /// Where each condition stands: the file and the line.
    pub(in super::super) places: Vec<(&'a str, usize)>,
}

impl Monitor {
    /// All of it.
    pub(in super::super) fn c(&self, sheet: &Sheet<'_>) -> Vec<u8> {
        let mut out = Vec::new();
        let of = |what: &str| name(sheet.formula, what);
        for (n, ((c, _), (file, line))) in self.conditions.iter().zip(&sheet.places).enumerate() {
            out.extend(marker(*line, file));
            let condition = of(&format!("c{n}"));
            out.extend(format!("static _Bool {condition}(void) {{ return {c}; }}\n").bytes());
        }
        out.extend(marker(1, NAME));
        if self.has_marks() {
            out.extend(format!("static int {} = 0;\n", of(MARK)).bytes());
        }
        let count = self.conditions.len();
        for (part, machine) in [(SAFE, &self.safe), (LIVE, &self.live)] {
            let text = Text {
                sheet,
                machine,
                part,
                count,
            };
            text.all(&mut out);
        }
        for event in 0..self.live.steps.len() {
            out.extend(both(&of, &format!("step{event}")).bytes());
        }
        out.extend(both(&of, "end").bytes());
        if self.begins() {
            let (begin, live) = (of("begin"), of(&format!("{LIVE}begin")));
            out.extend(format!("static void {begin}(void) {{ {live}(); }}\n").bytes());
        }
        out
    }

    /// Whether the machine may guess at the start that no event comes at all.
    pub(super) fn begins(&self) -> bool {
        self.live.silent.iter().any(|(state, _)| *state == 0)
    }

    /// Whether there are states in which turns count only where something was marked.
    pub(super) fn has_marks(&self) -> bool {
        self.first < self.always
    }
}

/// One of the machines.
struct Text<'t> {
    sheet: &'t Sheet<'t>,
    machine: &'t Machine,
    part: &'static str,
    /// How many conditions there are.
    count: usize,
}

impl Text<'_> {
    fn all(&self, out: &mut Vec<u8>) {
        let (state, initial) = (self.of("state"), self.machine.initial);
        out.extend(format!("static int {state} = {initial};\n").bytes());
        for event in 0..self.machine.steps.len() {
            self.step(event, out);
        }
        self.begin(out);
        self.end(out);
    }

    fn of(&self, what: &str) -> String {
        name(self.sheet.formula, &format!("{}{what}", self.part))
    }

    fn step(&self, event: usize, out: &mut Vec<u8>) {
        let (name, state) = (self.of(&format!("step{event}")), self.of("state"));
        let mut body = String::new();
        for (from, ways) in &self.machine.steps[event] {
            let ways = self.ways(ways);
            body += &format!("if (now == {from}) {{ {ways} }} else ");
        }
        body += "halt$();";
        let values = self.values();
        let text = format!(
            "static void {name}(void) {{ int pick; int quiet; int now = {state};{values} {body} {silent} }}\n",
            silent = self.silence(),
        );
        out.extend(text.bytes());
    }

    /// Local copies of the conditions.
    fn values(&self) -> String {
        let condition = |n| name(self.sheet.formula, &format!("c{n}"));
        let value = |n| format!(" _Bool c{n} = {}();", condition(n));
        (0..self.count).map(value).collect()
    }

    fn ways(&self, ways: &[Way]) -> String {
        let mut text = String::new();
        let overlap = !are_apart(ways);
        for (n, way) in ways.iter().enumerate() {
            let is_last = n + 1 == ways.len();
            let mut when: Vec<String> = Vec::new();
            if let Some(condition) = condition(&way.when) {
                when.push(condition);
            }
            // One that is certain to be a violation need not be chosen.
            if overlap && way.to != To::Violation && !(is_last && when.is_empty()) {
                when.push(format!("pick == {n}"));
            }
            let does = self.does(way);
            match when.is_empty() {
                true => return text + &does,
                false => text += &format!("if ({}) {{ {does} }} else ", when.join(" && ")),
            }
        }
        text + "halt$();"
    }

    fn does(&self, way: &Way) -> String {
        let mark = match way.marks {
            true => format!(" {} = 1;", name(self.sheet.formula, MARK)),
            false => String::new(),
        };
        match way.to {
            To::State(number) => format!("{} = {number};{mark}", self.of("state")),
            To::Violation => format!("violation${}();", self.sheet.messages[0]),
        }
    }

    /// The automaton may guess that no event comes any more.
    fn silence(&self) -> String {
        let state = self.of("state");
        let places = self.machine.silent.iter().filter(|(from, _)| *from != 0);
        let places: Vec<String> = places.map(|place| at(&state, place)).collect();
        match places.is_empty() {
            true => String::new(),
            false => format!(
                "if (quiet && ({})) {state} = {};",
                places.join(" || "),
                self.machine.silence
            ),
        }
    }

    /// Before the first event.
    fn begin(&self, out: &mut Vec<u8>) {
        let Some(place) = self.machine.silent.iter().find(|(from, _)| *from == 0) else {
            return;
        };
        let (begin, state) = (self.of("begin"), self.of("state"));
        let (when, values) = (at(&state, place), self.values());
        let text = format!(
            "static void {begin}(void) {{ int quiet;{values} if (quiet && {when}) {state} = {}; }}\n",
            self.machine.silence
        );
        out.extend(text.bytes());
    }

    fn end(&self, out: &mut Vec<u8>) {
        let (end, state) = (self.of("end"), self.of("state"));
        let places: Vec<String> = self
            .machine
            .ends
            .iter()
            .map(|place| at(&state, place))
            .collect();
        let body = match places.is_empty() {
            true => String::new(),
            false => format!(
                "if ({}) violation${}();",
                places.join(" || "),
                self.sheet.messages[1]
            ),
        };
        let values = self.values();
        out.extend(format!("static void {end}(void) {{{values} {body} }}\n").bytes());
    }
}

/// A function that does what both machines do.
fn both(of: &dyn Fn(&str) -> String, what: &str) -> String {
    let (name, safe, live) = (
        of(what),
        of(&format!("{SAFE}{what}")),
        of(&format!("{LIVE}{what}")),
    );
    format!("static void {name}(void) {{ {safe}(); {live}(); }}\n")
}

/// A handler of C that does nothing but call a function.
pub(in super::super) fn handler(number: usize, function: &str) -> String {
    format!("static void handler${number}(void) {{ {function}(); }}\n")
}

/// Whether the conditions of no two ways hold at once.
fn are_apart(ways: &[Way]) -> bool {
    let contradict = |a: &[(usize, bool)], b: &[(usize, bool)]| {
        a.iter().any(|(n, value)| b.contains(&(*n, !value)))
    };
    let apart = |a: &Condition, b: &Condition| a.iter().all(|a| b.iter().all(|b| contradict(a, b)));
    let pairs = ways.iter().enumerate();
    let mut pairs = pairs.flat_map(|(n, a)| ways[n + 1..].iter().map(move |b| (a, b)));
    pairs.all(|(a, b)| apart(&a.when, &b.when))
}

/// In a state, with a condition.
fn at(state: &str, (number, when): &(usize, Condition)) -> String {
    match condition(when) {
        Some(condition) => format!("({state} == {number} && {condition})"),
        None => format!("{state} == {number}"),
    }
}

/// None: it always holds.
fn condition(condition: &Condition) -> Option<String> {
    let literal = |(n, value): &(usize, bool)| match value {
        true => format!("c{n}"),
        false => format!("!c{n}"),
    };
    let cube = |cube: &Vec<(usize, bool)>| {
        let literals: Vec<String> = cube.iter().map(literal).collect();
        literals.join(" && ")
    };
    if condition.iter().any(Vec::is_empty) {
        return None;
    }
    let cubes: Vec<String> = condition.iter().map(|c| format!("({})", cube(c))).collect();
    Some(format!("({})", cubes.join(" || ")))
}

/// Where a part of a file begins: its line.
pub(in super::super) fn line_of(text: &[u8], range: Range) -> usize {
    let before = &text[..(range.start as usize).min(text.len())];
    1 + before.iter().filter(|&&b| b == b'\n').count()
}
