//! A small saved run, read back: its pieces, lists, columns and changes.

use super::super::{Width, changes, list, side_by_side};
use super::*;

const FIRST: &str = "void main()
begin
  assume(1);
  goto L0;
  L0: goto B0;
  B0: assume(1);
  goto L1;
end
";

const SECOND: &str = "decl {x == 1: y} := 0;

void main()
begin
  assume(1);
  goto L0;
  L0: goto B0;
  B0: assume({x == 1: y});
  {x == 1: y} := 1;
  goto L1;
end
";

fn saved() -> Saved {
    let iteration = |number, program, predicates: &str, trace: Option<&str>| {
        let (facts, predicates) = split_facts(predicates);
        Iteration {
            number,
            predicates,
            facts,
            program: pieces(program),
            path: trace.map(SavedPath::new),
        }
    };
    let trace =
        format!("* a.c:3  main: assume x == 1\n      [x]\n  a.c:4  main: bad()\n{EXCLUDED}\n");
    Saved {
        iterations: vec![
            iteration(1, FIRST, "", Some(&trace)),
            iteration(
                2,
                SECOND,
                ": x == 1: y\nmain: z\nnever anywhere: main: z",
                None,
            ),
        ],
        source: source_lines("B0\ta.c:3\tif (x == 1)\nB0\ta.c:4\tx = y;\nrubbish\n"),
        ended: true,
    }
}

#[test]
fn pieces_follow_labels() {
    let found = pieces(SECOND);
    let keys: Vec<(&str, &str, usize)> = found
        .iter()
        .map(|p| (&p.procedure[..], &p.label[..], p.lines.len()))
        .collect();
    assert!(keys.contains(&("", "", 1)), "{keys:?}");
    assert!(keys.contains(&("main", "L0", 1)), "{keys:?}");
    assert!(keys.contains(&("main", "B0", 3)), "{keys:?}");
    let lines: Vec<&str> = found
        .iter()
        .flat_map(|p| &p.lines)
        .map(|l| &l[..])
        .collect();
    let all: Vec<&str> = SECOND.lines().filter(|l| !l.is_empty()).collect();
    assert_eq!(lines, all, "nothing is lost");
}

#[test]
fn the_list_says_where_predicates_come_from() {
    assert_eq!(
        list(&saved()),
        "iteration 1: 0 predicates, 0 new
  a path of 2 statements to a.c:4  main: bad()
  impossible, because this condition cannot hold there:
    a.c:3  main: assume x == 1
iteration 2: 2 predicates, 2 new
  found because the path of iteration 1 was impossible:
    everywhere: x == 1: y
    in main: z
  found because the path of iteration 1 was impossible, and forbidden from now on:
    never anywhere: main: z
  no path to a violation was found
"
    );
}

#[test]
fn columns_fit() {
    let saved = saved();
    let plain = side_by_side(&saved, &saved.iterations[1], Width(None));
    assert!(
        plain.contains("a.c:3  if (x == 1) |   B0: assume({x == 1: y});\n"),
        "{plain}"
    );
    assert!(
        plain.contains("a.c:4  x = y;      |   {x == 1: y} := 1;\n"),
        "{plain}"
    );
    for columns in [0, 1, 3, 10, 40] {
        let narrow = side_by_side(&saved, &saved.iterations[1], Width(Some(columns)));
        let widest = narrow.lines().map(|l| l.chars().count()).max();
        assert!(widest <= Some(columns.max(4)), "{columns}\n{narrow}");
    }
}

#[test]
fn changes_are_those_of_the_program() {
    let saved = saved();
    assert_eq!(
        changes(&saved, &saved.iterations[1]),
        "Changes since iteration 1:
  globals
    + decl {x == 1: y} := 0;
  main, B0: a.c:3  if (x == 1)
    - B0: assume(1);
    + B0: assume({x == 1: y});
    + {x == 1: y} := 1;
"
    );
    assert!(changes(&saved, &saved.iterations[0]).starts_with("This is the first"));
}
