//! The oracle itself, on programs whose answers can be reasoned out by hand.

use crate::explicit::explore;
use crate::parse;
use checker::bp::{self, Program, StmtKind};
use checker::families::{Property, Quicksort, Random, Tn, Version};
use std::collections::BTreeMap;

const BEBOP_FIGURE_1: &str = "
    decl g;
    void main() begin
      decl h;
      h := !g;
      A(g,h); skip;
      A(g,h); skip;
      if (g) then R: skip; else skip; fi
    end
    void A(a1,a2) begin
      if (a1) then A(a2,a1); skip; else g := a2; fi
    end";

/// The lengths to all labels, and to the failure of each assertion in the order of the text.
fn lengths(program: &Program) -> (BTreeMap<String, Option<u32>>, Vec<Option<u32>>) {
    let main = program.find_proc("main").expect("main");
    let report = explore(program, &[main]).expect("small enough");
    let labels = report.labels();
    let labels = labels.map(|(p, l)| (program.text(l).to_owned(), report.label(p, l)));
    let mut asserts: Vec<_> = (0..program.stmts.len() as u32)
        .map(bp::StmtId)
        .filter(|&s| matches!(program.stmt(s).kind, StmtKind::Assert(_)))
        .collect();
    asserts.sort_by_key(|&s| program.stmt(s).span);
    let failures = asserts.iter().map(|&s| report.failure(s)).collect();
    (labels.collect(), failures)
}

/// Checks `label: length` pairs (`-` for unreachable) and the lengths of failures.
#[track_caller]
fn expect(text: &str, labels: &str, failures: &[Option<u32>]) {
    let (found, failed) = lengths(&parse(text));
    for pair in labels.split_whitespace() {
        let (label, length) = pair.split_once(':').expect("label:length");
        let length = (length != "-").then(|| length.parse().expect("a number"));
        assert_eq!(found[label], length, "label {label} of {text}");
    }
    assert_eq!(failed, failures, "failures of {text}");
}

#[test]
fn figure_1_of_bebop() {
    expect(BEBOP_FIGURE_1, "R:6", &[]);
    expect(
        &BEBOP_FIGURE_1.replace("decl g;", "decl g := 1;"),
        "R:6",
        &[],
    );
    expect(
        &BEBOP_FIGURE_1.replace("decl g;", "decl g := 0;"),
        "R:-",
        &[],
    );
}

#[test]
fn templates_of_bebop() {
    for levels in 0..6 {
        expect(&Tn { levels }.to_string(), "reach:3", &[]);
    }
}

#[test]
fn calls_that_return_are_one_step_and_others_are_entered() {
    expect(
        "void main() begin f(); A: f(); B: skip; end
         void f() begin skip; C: skip; goto D; D: skip; end",
        "A:1 B:2 C:2 D:4",
        &[],
    );
    expect(
        "void main() begin f(); A: skip; end void f() begin B: f(); C: skip; end",
        "A:- B:1 C:-",
        &[],
    );
    expect(
        "decl g;
         void main() begin g := 0; f(); A: assert(g); end
         void f() begin if (*) then f(); f(); B: g := !g; fi end",
        "A:2 B:5",
        &[Some(3)],
    );
}

#[test]
fn returned_values_are_bound_after_the_callee_is_done() {
    expect(
        "decl g;
         void main() begin
           decl x;
           g, x := f(1); assert(g); assert(!x);
           _, x := f(0); assert(!g & !x); if (x) then A: skip; fi B: skip;
         end
         bool<2> f(a) begin
           g := !a;
           if (a) then return a, g; fi
           g := 0; return 0, a;
         end",
        "A:- B:6",
        &[None, None, None],
    );
    expect(
        "void main() begin decl x; x := f(); if (x) then A: skip; else B: skip; fi end
         bool f() begin skip; end",
        "A:2 B:2",
        &[],
    );
}

#[test]
fn nondeterminism_and_constraints() {
    expect(
        "decl a, b;
         void main() begin
           a := 0; a, b := !a, a; assert(a); assert(!b);
           a, b := *, * constrain 'a != 'b; assert(a != b);
           a := schoose[b, !b]; assert(a = b);
           a := schoose[0, 0]; assert(a);
           b := * & !* ; assert(!b);
           a := 1; b := a constrain !'b; A: skip;
         end",
        "A:-",
        &[None, None, None, None, Some(10), Some(12)],
    );
    expect(
        "decl a; void main() begin a := 0; a := 1 constrain 'a & !a; _ := 0; assert(!a); end",
        "",
        &[Some(4)],
    );
    expect(
        "void main() begin decl x := 1, y := !x; assert(x & !y); A: skip; end",
        "A:1",
        &[None],
    );
    expect(
        "void main() begin decl x; x := 1; dead x; if (!x) then A: skip; fi end",
        "A:3",
        &[],
    );
    expect(
        "void main() begin decl x; assume(x); if (!x) then A: skip; elsif (x) then B: skip; fi end",
        "A:- B:3",
        &[],
    );
}

#[test]
fn enforce_removes_states_and_spares_the_failure() {
    expect(
        "decl a;
         void main() begin a := *; f(); A: assert(a); B: skip; a := 0; C: skip; end
         void f() begin decl l; enforce a; assert(a); l := 0; assert(l); D: a := 0; E: skip; end",
        "A:- B:- C:- D:- E:-",
        &[None, None, Some(5)],
    );
    expect(
        "decl a; void main() begin a := *; f(); A: assert(a); end
         void f() begin enforce a; a := *; end",
        "A:2",
        &[None],
    );
}

#[test]
fn control_flow() {
    expect(
        "void main() begin
           decl x; x := 0;
           L: if (x) then goto M, N; fi
           while (!x) do x := 1; W: skip; od
           goto L;
           M: skip; return; O: skip;
           N: goto N;
         end",
        "L:1 M:9 N:9 O:- W:4",
        &[],
    );
}

#[test]
fn quicksort_sorts_and_only_the_faulty_version_recurs_for_ever() {
    use {Property::*, Version::*};
    let check = |bits, entries, version, property| {
        let text = Quicksort::new(bits, entries, version, property).expect("sizes");
        lengths(&parse(&text.to_string()))
    };
    for version in [Faulty, Corrected, Randomised] {
        let (labels, failures) = check(2, 2, version, Sorted);
        assert_eq!(
            (labels["sorted"], &failures[..]),
            (Some(1), &[None][..]),
            "{version:?}"
        );
        let (labels, failures) = check(2, 2, version, Termination);
        assert_eq!(labels["done"], Some(2), "{version:?}");
        assert_eq!(failures[0].is_some(), version == Faulty, "{version:?}");
    }
}

/// The boolean programs of `tests/bp` whose expectation is about labels and assertions alone, as their headers say it.
/// Those are written by hand, and the engines are held against them elsewhere.
#[test]
fn expectations_of_files() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/bp");
    let mut compared = 0;
    for entry in std::fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("a readable folder").path();
        // The model of the oracle has one place for each label of a procedure.
        if path.extension().is_none_or(|e| e != "bp") || path.ends_with("labels-repeated.bp") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let has_threads = |program: &Program| bp::has_threads(program, bp::Entry::Main);
        if bp::parse(&text).is_ok_and(|program| has_threads(&program)) {
            continue;
        }
        if let Some(expected) = expected_reachable(&text) {
            let found = reaches(&parse(&text), &asked(&text));
            assert_eq!(found, expected, "{}", path.display());
            compared += 1;
        }
    }
    assert!(compared >= 20, "only {compared} files were compared");
}

/// The value of a line `// key: value` at the beginning.
fn field<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let mut lines = text.lines().take_while(|line| line.starts_with("//"));
    lines.find_map(|line| Some(line[2..].trim().strip_prefix(key)?.trim()))
}

/// Whether something is expected to be reachable, where the question is one that the oracle answers.
fn expected_reachable(text: &str) -> Option<bool> {
    let mut arguments = field(text, "check:")?.split_whitespace();
    while let Some(argument) = arguments.next() {
        match argument {
            "--assertions" | "--no-trace" | "--json" => {}
            "--label" => drop(arguments.next()?),
            _ => return None,
        }
    }
    match field(text, "expect:")? {
        "reachable" | "fails" => Some(true),
        "unreachable" | "holds" => Some(false),
        _ => None,
    }
}

/// The labels that are asked for; `None` for the assertions.
fn asked(text: &str) -> Vec<Option<String>> {
    let words: Vec<_> = field(text, "check:").unwrap_or("").split(' ').collect();
    let labels = words
        .iter()
        .zip(&words[1..])
        .filter(|(w, _)| **w == "--label");
    let mut asked: Vec<_> = labels.map(|(_, label)| Some((*label).to_owned())).collect();
    if asked.is_empty() || words.contains(&"--assertions") {
        asked.push(None);
    }
    asked
}

fn reaches(program: &Program, asked: &[Option<String>]) -> bool {
    let main = program.find_proc("main").expect("main");
    let report = explore(program, &[main]).expect("small enough");
    asked.iter().any(|label| match label {
        Some(label) => report.labels().any(|(proc, symbol)| {
            let text = program.text(symbol);
            let procedure = program.text(program.proc(proc).name.symbol);
            let named = text == label || format!("{procedure}:{text}") == *label;
            named && report.label(proc, symbol).is_some()
        }),
        None => {
            (0..program.stmts.len() as u32).any(|stmt| report.failure(bp::StmtId(stmt)).is_some())
        }
    })
}

/// Random programs are worth testing with: about half of their labels are reachable, and at all sizes most
/// programs have labels of both kinds.
#[test]
fn random_programs_are_not_trivial() {
    for size in [10, 20, 30, 40] {
        let (mut reachable, mut labels, mut failing, mut asserts) = (0, 0, 0, 0);
        for seed in 0..300 {
            let program = parse(&Random { seed, size }.to_string());
            let (found, failures) = lengths(&program);
            labels += found.len();
            reachable += found.values().flatten().count();
            asserts += failures.len();
            failing += failures.iter().flatten().count();
        }
        let share = 100 * reachable / labels;
        assert!(
            (40..=60).contains(&share),
            "size {size}: {reachable} of {labels} labels"
        );
        let share = 100 * failing / asserts;
        assert!(
            (25..=75).contains(&share),
            "size {size}: {failing} of {asserts} assertions"
        );
    }
}
