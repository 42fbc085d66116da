//! A [`Monitor`] written down as C: a variable for its state, a function for each event, and for the end.
//!
//! ```c
//! static int ltl$0$state = 1;
//! static void ltl$0$step0(void) {              // acquire.call
//!     int pick; int now = ltl$0$state;
//!     if (now == 1) { if (pick == 1) ltl$0$state = 2; else ltl$0$state = 1; }
//!     else if (now == 2) { ltl$0$state = 2; }
//!     else halt$();
//! }
//! ```
//!
//! What has no initial value is chosen anew each time: these choices are the automaton's.

use super::super::Range;
use super::super::render::{NAME, marker};
use super::monitor::{Condition, Monitor, To, Way};
use super::name;

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
        let (state, mark) = (of("state"), of("mark"));
        let initial = self.initial;
        out.extend(format!("static int {state} = {initial};\n").bytes());
        if self.has_marks() {
            out.extend(format!("static int {mark} = 0;\n").bytes());
        }
        for event in 0..self.steps.len() {
            self.step(sheet, event, &mut out);
        }
        self.begin(sheet, &mut out);
        self.end(sheet, &mut out);
        out
    }

    /// Whether there are states in which turns count only where something was marked.
    pub(super) fn has_marks(&self) -> bool {
        self.first < self.always
    }

    fn step(&self, sheet: &Sheet<'_>, event: usize, out: &mut Vec<u8>) {
        let of = |what: &str| name(sheet.formula, what);
        let (name, state) = (of(&format!("step{event}")), of("state"));
        let mut body = String::new();
        for (from, ways) in &self.steps[event] {
            let ways = self.ways(sheet, ways);
            body += &format!("if (now == {from}) {{ {ways} }} else ");
        }
        body += "halt$();";
        let values = self.values(sheet);
        let text = format!(
            "static void {name}(void) {{ int pick; int quiet; int now = {state};{values} {body} {silent} }}\n",
            silent = self.silence(sheet),
        );
        out.extend(text.bytes());
    }

    /// Local copies of the conditions.
    fn values(&self, sheet: &Sheet<'_>) -> String {
        let count = self.conditions.len();
        let value = |n| format!(" _Bool c{n} = {}();", name(sheet.formula, &format!("c{n}")));
        (0..count).map(value).collect()
    }

    fn ways(&self, sheet: &Sheet<'_>, ways: &[Way]) -> String {
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
            let does = self.does(sheet, way);
            match when.is_empty() {
                true => return text + &does,
                false => text += &format!("if ({}) {{ {does} }} else ", when.join(" && ")),
            }
        }
        text + "halt$();"
    }

    fn does(&self, sheet: &Sheet<'_>, way: &Way) -> String {
        let of = |what: &str| name(sheet.formula, what);
        let mark = match way.marks {
            true => format!(" {} = 1;", of("mark")),
            false => String::new(),
        };
        match way.to {
            To::State(number) => format!("{} = {number};{mark}", of("state")),
            To::Violation => format!("violation${}();", sheet.messages[0]),
        }
    }

    /// The automaton may guess that no event comes any more.
    fn silence(&self, sheet: &Sheet<'_>) -> String {
        let state = name(sheet.formula, "state");
        let places = self.silent.iter().filter(|(from, _)| *from != 0);
        let places: Vec<String> = places.map(|place| at(&state, place)).collect();
        match places.is_empty() {
            true => String::new(),
            false => format!(
                "if (quiet && ({})) {state} = {};",
                places.join(" || "),
                self.silence
            ),
        }
    }

    /// Before the first event.
    fn begin(&self, sheet: &Sheet<'_>, out: &mut Vec<u8>) {
        let of = |what: &str| name(sheet.formula, what);
        let Some(place) = self.silent.iter().find(|(from, _)| *from == 0) else {
            return;
        };
        let (begin, state) = (of("begin"), of("state"));
        let (when, values) = (at(&state, place), self.values(sheet));
        let text = format!(
            "static void {begin}(void) {{ int quiet;{values} if (quiet && {when}) {state} = {}; }}\n",
            self.silence
        );
        out.extend(text.bytes());
    }

    fn end(&self, sheet: &Sheet<'_>, out: &mut Vec<u8>) {
        let of = |what: &str| name(sheet.formula, what);
        let (end, state) = (of("end"), of("state"));
        let places: Vec<String> = self.ends.iter().map(|place| at(&state, place)).collect();
        let body = match places.is_empty() {
            true => String::new(),
            false => format!(
                "if ({}) violation${}();",
                places.join(" || "),
                sheet.messages[1]
            ),
        };
        let values = self.values(sheet);
        out.extend(format!("static void {end}(void) {{{values} {body} }}\n").bytes());
    }
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
