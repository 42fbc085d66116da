//! Sets of configurations: the language, hand-made questions, and both engines against explicit configurations.

mod explicit;
mod walk;

use crate::bp::{self, Program};
use crate::config::Config;
use crate::configurations::{ConfigurationSet, ConfigurationTrace, ConfigurationVerdict};
use crate::engine::Engine;
use crate::families::Random;
use crate::flow::Flow;
use crate::reachability::{Goal, Query, Verdict};
use crate::session::Session;
use explicit::{Explicit, Found};

fn parse(text: &str) -> Program {
    bp::parse(text).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"))
}

fn sets(program: &mut Program, source: &str, texts: &[&str]) -> Vec<ConfigurationSet> {
    let read = |text: &&str| {
        ConfigurationSet::parse(text, program, source).unwrap_or_else(|e| panic!("{e:?}\n{text}"))
    };
    texts.iter().map(read).collect()
}

/// The trace of both engines, which must be the same, if there is one.
fn ask(
    program: &Program,
    from: Option<&ConfigurationSet>,
    reach: &ConfigurationSet,
) -> Option<ConfigurationTrace> {
    let answer = |engine| {
        let config = Config {
            engine,
            ..Config::default()
        };
        let session = Session::new(program, &[], &config).expect("a good program");
        session
            .reachable_configuration(from, reach)
            .expect("enough nodes")
    };
    let (forwards, backwards) = (answer(Engine::PostStar), answer(Engine::PreStar));
    assert_eq!(forwards, backwards, "post* and pre* differ");
    match forwards {
        ConfigurationVerdict::Unreachable => None,
        ConfigurationVerdict::Reachable(trace) => {
            Some(trace.expect("what is reachable has a trace"))
        }
    }
}

const RECURSIVE: &str = "decl g;
decl h;
void main() begin
    decl x;
    g := 0;
    h := 0;
    x := 1;
C:  A(x);
E:  skip;
end
void A(p) begin
    decl y;
    y := !p;
R:  if (*) then
        h := 1;
D:      A(y);
S:      h := 0;
    fi
T:  g := y;
end
";

#[track_caller]
fn expect(from: Option<&str>, reach: &str, answer: bool) {
    let mut program = parse(RECURSIVE);
    let from = from.map(|text| sets(&mut program, RECURSIVE, &[text]).remove(0));
    let reach = sets(&mut program, RECURSIVE, &[reach]).remove(0);
    let found = ask(&program, from.as_ref(), &reach);
    assert_eq!(found.is_some(), answer);
    let oracle = Explicit::new(Flow::new(&program), 10, 100_000);
    if let Some(trace) = found {
        oracle.walk(from.as_ref(), &reach, &trace);
    }
}

#[test]
fn stacks_from_the_start() {
    expect(None, "A:R main:after C", true);
    expect(None, "A:R main:E", true);
    expect(None, "A:R main:C", false);
    expect(None, "A:R A:after D main:*", true);
    expect(None, "A:R A:S main:E", true);
    expect(None, "A:R (A:*)* main:*", true);
    expect(None, "A:R", false);
    expect(None, "_ _ _ _ _ _", true);
    expect(None, "main:* _", false);
    expect(None, "main:entry | main:exit", true);
    expect(None, "main:E A:R | main:C A:R", false);
}

#[test]
fn conditions_of_frames() {
    // The parameter alternates from frame to frame.
    expect(None, "A:R[p] main:E", true);
    expect(None, "A:R[!p] main:E", false);
    expect(None, "A:R[!p] A:S[p] main:E[x]", true);
    expect(None, "A:R[p] A:S[p] main:E", false);
    expect(None, "A:R[p] A:S[!p] A:S[p] main:*", true);
    expect(None, "A:R (A:S[p = y])+ main:*", false);
    expect(None, "_ main:E[!x]", false);
}

#[test]
fn globals_are_those_of_the_configuration() {
    expect(None, "A:R[h] main:E", false);
    expect(None, "A:R[h] A:S main:E", true);
    expect(None, "A:R A:S main:E[h]", true);
    expect(None, "A:R A:S[!h] main:E", false);
    expect(None, "A:R A:S main:E[h & g]", false);
    expect(None, "A:T _[!h] main:E", true);
    expect(None, "A:T[g] (A:S[!h])+ main:E", true);
}

#[test]
fn other_initial_sets() {
    expect(Some("A:T[y & !g] main:E"), "main:E[g]", true);
    expect(Some("A:T[y & !g] main:E"), "main:E[!g]", false);
    expect(Some("A:T[y] main:E[g & h]"), "main:E[g & h]", true);
    expect(Some("A:T[y] main:E[g & h]"), "main:E[!h]", false);
    expect(Some("A:T A:S A:S[y] main:E"), "A:S[y] main:E", true);
    expect(Some("A:T A:S A:S[y] main:E"), "A:S[!y] main:E", false);
    expect(Some("A:exit A:S[!h]+ main:E[x]"), "main:E[!x]", false);
    expect(Some("A:exit[h] (A:S[y])* main:E"), "main:E[h]", true);
    // A frame of main below one that main never called is no configuration.
    expect(Some("A:T main:C"), "_+", false);
    expect(Some("main:E A:S"), "_+", false);
}

#[test]
fn places_by_line() {
    expect(None, "A:line 13 main:line 9", true);
    expect(None, "A:line 13 main:after line 8", true);
    expect(None, "A:line 13 main:line 8", false);
    expect(None, "A:exit main:after C", true);
}

#[test]
fn mistakes_have_places() {
    let cases: &[(&str, &str, &str)] = &[
        ("", "", "expected a frame, found the end"),
        ("A:R |", "", "expected a frame, found the end"),
        ("(A:R", "(", "this `(` is never closed"),
        ("A:R) main:E", ")", "there is no `(` for this `)`"),
        ("* A:R", "*", "`*` has nothing to repeat"),
        ("B:R", "B", "there is no procedure `B`"),
        ("A:Q", "Q", "there is no label `Q` in `A`"),
        (
            "A:after T",
            "A:after T",
            "the statement with this label is no call",
        ),
        (
            "A:line 99",
            "A:line 99",
            "no statement of this procedure begins on this line",
        ),
        (
            "A:line 99999999999",
            "line 99999999999",
            "this is no line number",
        ),
        (
            "A:failed",
            "A:failed",
            "there is no assertion in this procedure",
        ),
        (
            "A R",
            "R",
            "expected `:` between procedure and place, found `R`",
        ),
        ("A:R[g", "[", "this `[` is never closed"),
        ("A:R[g &]", "]", "expected an expression, found `]`"),
        ("A:R[x]", "x", "`x` is no variable of `A` and no global"),
        (
            "_[y]",
            "y",
            "`y` is no global; a frame at any place has no other variables",
        ),
        (
            "A:R[g | *]",
            "*",
            "a condition on a configuration makes no choices",
        ),
        ("A:R['g]", "'g", "a configuration has no next values"),
        ("A:{R", "{", "this `{` is never closed"),
        (
            "A:R ; main:E",
            ";",
            "expected a frame: `procedure:place` or `_`, found `;`",
        ),
        ("A:R[]", "]", "expected an expression, found `]`"),
    ];
    for (text, place, message) in cases {
        let mut program = parse(RECURSIVE);
        let errors = ConfigurationSet::parse(text, &mut program, RECURSIVE).expect_err(text);
        assert_eq!(errors[0].message, *message, "{text}");
        assert_eq!(&text[errors[0].span.range()], *place, "{text}");
    }
}

#[test]
fn deep_and_long_patterns() {
    let mut program = parse(RECURSIVE);
    let depth = 100_000;
    let nested = format!("{}_{}", "(".repeat(depth), ")*".repeat(depth));
    assert!(ConfigurationSet::parse(&nested, &mut program, RECURSIVE).is_ok());
    let long = "_? ".repeat(1001);
    let errors = ConfigurationSet::parse(&long, &mut program, RECURSIVE).expect_err("too long");
    assert_eq!(errors[0].message, "more than 1000 frames in one pattern");
    assert!(ConfigurationSet::parse(&"(".repeat(depth), &mut program, RECURSIVE).is_err());
    assert!(ConfigurationSet::parse("_[", &mut program, RECURSIVE).is_err());
    assert!(ConfigurationSet::parse("_[{", &mut program, RECURSIVE).is_err());
    assert!(ConfigurationSet::parse("é:ß", &mut program, RECURSIVE).is_err());
}

/// A small generator of patterns (xorshift).
struct Patterns<'a> {
    state: u64,
    flow: &'a Flow<'a>,
    lines: bp::Lines,
}

impl Patterns<'_> {
    fn below(&mut self, limit: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state % limit as u64) as usize
    }

    fn pattern(&mut self) -> String {
        let mut text = self.frame();
        for _ in 0..self.below(3) {
            let frame = self.frame();
            let repeat = ["", "", "*", "+", "?"][self.below(5)];
            text = match self.below(6) {
                0 => format!("({text} | {frame}){repeat}"),
                1 => format!("({text} {frame}){repeat}"),
                _ => format!("{text} ({frame}){repeat}"),
            };
        }
        text
    }

    fn frame(&mut self) -> String {
        let flow = self.flow;
        let proc = bp::ProcId(self.below(flow.procs.len()) as u32);
        let name = flow.program.text(flow.program.proc(proc).name.symbol);
        let (place, proc) = match self.below(5) {
            0 => ("_".to_owned(), None),
            1 => (format!("{name}:*"), Some(proc)),
            2 => (format!("{name}:exit"), Some(proc)),
            _ => (self.place(name, proc), Some(proc)),
        };
        if self.below(2) == 0 {
            return place;
        }
        let globals = flow.program.globals.iter().map(|d| d.name.symbol).collect();
        let names: Vec<bp::Symbol> = match proc {
            Some(proc) => flow
                .in_scope(proc)
                .into_iter()
                .map(|(_, symbol)| symbol)
                .collect(),
            None => globals,
        };
        if names.is_empty() {
            return place;
        }
        let mut literal = || {
            let name = flow.program.text(names[self.below(names.len())]);
            format!("{}{name}", ["", "!"][self.below(2)])
        };
        format!("{place}[{} & {}]", literal(), literal())
    }

    /// A statement, or where a call goes on, by its line.
    fn place(&mut self, name: &str, proc: bp::ProcId) -> String {
        let own = self.flow.proc(proc).locs.clone().map(crate::flow::LocId);
        let mut places: Vec<String> = Vec::new();
        for loc in own {
            let Some(stmt) = self.flow.stmt_at(loc) else {
                continue;
            };
            let line = self.lines.line(self.flow.program.stmt(stmt).span);
            if self.flow.call_at(loc).is_some() {
                places.push(format!("{name}:after line {line}"));
            }
            places.push(format!("{name}:line {line}"));
        }
        if places.is_empty() {
            return format!("{name}:entry");
        }
        let choice = self.below(places.len());
        places.swap_remove(choice)
    }
}

const TINY: &[&str] = &[
    RECURSIVE,
    "decl g;\nbool f(a)\nbegin\n  decl l;\n  enforce a | g;\n  l := a ^ g;\n  if (l) then\n    l := f(g);\n    g := !l;\n  fi\n  return l & *;\nend\n\
     void main()\nbegin\n  decl x;\n  x := f(!g);\n  if (x) then\n    main();\n  else\n    g := f(x);\n  fi\n  assert(g | x);\nend\n",
    "decl g;\nvoid a()\nbegin\n  g := !g;\n  b();\n  b();\nend\nvoid b()\nbegin\n  decl t;\n  t := g;\n  c(t);\n  g := t;\nend\n\
     void c(p)\nbegin\n  if (p) then\n    g := *;\n  fi\n  assume(g | !p);\nend\nvoid main()\nbegin\n  g := 0;\n  a();\n  a();\nend\n",
];

/// How many of the oracle's answers were "yes", "no", and not exact.
#[derive(Default)]
struct Counts {
    yes: usize,
    no: usize,
    cut_off: usize,
}

fn compare(source: &str, seed: u64, questions: usize, counts: &mut Counts) {
    let mut program = parse(source);
    let texts: Vec<(Option<String>, String)> = {
        let flow = Flow::new(&program);
        if flow.slot_count > 7 || flow.procs.iter().any(|p| p.slots.len() > 3) {
            return;
        }
        let mut patterns = Patterns {
            state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
            flow: &flow,
            lines: bp::Lines::new(source),
        };
        let mut question = |i: usize| {
            let from = (!i.is_multiple_of(3)).then(|| patterns.pattern());
            (from, patterns.pattern())
        };
        (0..questions).map(&mut question).collect()
    };
    for (from_text, reach_text) in texts {
        let from = from_text
            .as_ref()
            .map(|t| sets(&mut program, source, &[t]).remove(0));
        let reach = sets(&mut program, source, &[&reach_text]).remove(0);
        let oracle = Explicit::new(Flow::new(&program), 5, 20_000);
        let start = match &from {
            Some(set) => oracle.members(set, 3),
            None => oracle.start(),
        };
        // A repeated frame can make stacks deeper than those that were listed.
        let repeats = |t: &String| t.contains(")*") || t.contains(")+");
        let listed_all = !from_text.as_ref().is_some_and(repeats);
        let answer = ask(&program, from.as_ref(), &reach);
        let what = format!("from {from_text:?} reach {reach_text:?}\n{source}");
        if let Some(trace) = &answer {
            oracle.walk(from.as_ref(), &reach, trace);
        }
        match oracle.reachable(start, &reach) {
            Found::Yes(steps) => {
                counts.yes += 1;
                let trace = answer.unwrap_or_else(|| panic!("{what}"));
                assert!(trace.trace.length <= steps, "{what}");
            }
            Found::No if listed_all => {
                counts.no += 1;
                assert!(answer.is_none(), "{what}");
            }
            _ => counts.cut_off += 1,
        }
    }
}

#[test]
fn engines_agree_with_explicit_configurations() {
    let mut counts = Counts::default();
    for (seed, source) in TINY.iter().enumerate() {
        compare(source, seed as u64 + 1, 60, &mut counts);
    }
    for seed in 0..150 {
        compare(
            &Random { seed, size: 6 }.to_string(),
            seed + 100,
            6,
            &mut counts,
        );
    }
    let Counts { yes, no, cut_off } = counts;
    assert!(
        yes > 200 && no > 200 && cut_off < 400,
        "{yes} {no} {cut_off}"
    );
}

/// The length of a shortest trace to a label, by the search that knows nothing of stacks.
fn length_to_label(program: &Program, label: &str) -> Option<usize> {
    let query = Query {
        goals: vec![Goal::Label(label.to_owned())],
        ..Query::default()
    };
    let session = Session::new(program, &[], &Config::default()).expect("a good program");
    let report = session.check(&query).expect("enough nodes");
    match &report.goals[0] {
        Verdict::Unreachable => None,
        Verdict::Reachable(trace) => Some(trace.as_ref().expect("a trace").length),
    }
}

#[test]
fn traces_are_as_short_as_those_to_labels() {
    let mut reached = 0;
    for seed in 0..80 {
        let source = Random { seed, size: 14 }.to_string();
        let mut program = parse(&source);
        let mut labels = Vec::new();
        for proc in &program.procs {
            let name = program.text(proc.name.symbol);
            let id = program.find_proc(name).expect("its own name");
            let flow = Flow::new(&program);
            for loc in flow.proc(id).locs.clone().map(crate::flow::LocId) {
                if let crate::flow::ControlPoint::Before(stmt) = flow.place(loc) {
                    let own = program.stmt(stmt).labels.iter();
                    labels
                        .extend(own.map(|l| (name.to_owned(), program.text(l.symbol).to_owned())));
                }
            }
        }
        for (proc, label) in labels {
            let wanted = length_to_label(&program, &format!("{proc}:{label}"));
            let set = format!("{{{proc}}}:{{{label}}} _*");
            let set = sets(&mut program, &source, &[&set]).remove(0);
            let found = ask(&program, None, &set).map(|t| t.trace.length);
            assert_eq!(found, wanted, "{proc}:{label}\n{source}");
            reached += usize::from(found.is_some());
        }
    }
    assert!(reached > 100, "only {reached} labels were reached");
}
