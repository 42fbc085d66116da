//! `cegar check --certify`: what is believed, what is told of it, and what is kept.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn cegar(name: &str, text: &str, more: &[&str]) -> Output {
    let folder = folder();
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let file = folder.join(format!("{name}.c"));
    std::fs::write(&file, text).expect("a file can be written");
    Command::new(env!("CARGO_BIN_EXE_cegar"))
        .arg("check")
        .arg(file)
        .args(["--time-limit", "60"])
        .args(more)
        .output()
        .expect("cegar runs")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("certify")
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn json(name: &str, text: &str, more: &[&str]) -> Value {
    let output = cegar(name, text, &[more, &["--json"]].concat());
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// What `f` does depends on how it was entered, and for some ways it is not one thing.
const BY_ENTRY: &str = "#include <assert.h>
int some(void);
int h, g;
void f(void) {
    if (h == 1) { if (some()) g = 1; else g = 0; }
    else g = 0;
    h = 2;
}
int main(void) {
    int k = some();
    if (k == 1) h = 1; else h = 0;
    f();
    if (k != 1) assert(g == 0);
    else if (g != 0) assert(g == 1);
    return 0;
}
";

#[test]
fn a_proof_is_confirmed() {
    let output = cegar("confirmed", BY_ENTRY, &["--certify"]);
    let said = told(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let confirmed = "confirmed by a second look at its invariants:";
    assert!(said.contains(confirmed), "{said}");
    let answer = json("confirmed-json", BY_ENTRY, &["--certify"]);
    assert_eq!(answer["proved_by"], "predicates");
    assert_eq!(answer["certificate"]["confirmed"], true);
    let conditions = answer["certificate"]["conditions"].as_u64();
    assert!(conditions > Some(5), "{answer:#}");
    let functions = answer["invariants"].as_array().expect("invariants");
    let names: Vec<_> = functions.iter().map(|f| &f["function"]).collect();
    assert_eq!(names, ["f", "main"]);
    let returns = functions[0]["returns"].as_array().expect("returns");
    let returns: Vec<_> = returns
        .iter()
        .map(|r| {
            let text = |key: &str| r[key].as_str().unwrap_or_default().to_owned();
            (text("entered_with"), text("holds"))
        })
        .collect();
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    let expected = [pair("h == 1", "g == 1 || g == 0"), pair("h != 1", "g == 0")];
    assert_eq!(returns, expected);
    let lines = functions[1]["lines"].as_array().expect("lines");
    let violations = lines.iter().filter(|line| line["violation"] == true);
    let never: Vec<_> = violations.map(|line| &line["holds"]).collect();
    assert_eq!(never, ["(never violated)", "(never violated)"]);
}

#[test]
fn invariants_come_only_where_somebody_asks() {
    let text = "#include <assert.h>
        int some(void);
        int main(void) { int n = some(), m = n; while (some()) if (some()) m = n; assert(m == n); return 0; }";
    let answer = json("not-asked", text, &[]);
    assert_eq!(answer["certificate"]["confirmed"], true, "{answer:#}");
    assert_eq!(answer["invariants"], Value::Null);
}

#[test]
fn what_was_confirmed_is_saved_with_the_proof_and_goes_with_the_next_run() {
    let saved = folder().join("saved");
    let save = ["--certify", "--save", saved.to_str().expect("a name")];
    cegar("saved", BY_ENTRY, &save);
    let page = std::fs::read_to_string(saved.join("proof.txt")).expect("a proof");
    assert!(page.starts_with("confirmed: "), "{page}");
    for line in [
        "  entered with h != 1, returns with: g == 0\n",
        "  entered with h == 1, returns with: g == 1 || g == 0\n",
        "      (never violated)\n",
    ] {
        assert!(page.contains(line), "{page}");
    }
    let bug = BY_ENTRY.replace("assert(g == 0)", "assert(g != 0)");
    let output = cegar("saved", &bug, &save);
    assert_eq!(output.status.code(), Some(10), "{}", told(&output));
    assert!(!saved.join("proof.txt").exists(), "there is no proof");
}

/// That all executions were followed to their ends leaves no invariants to be confirmed.
#[test]
fn a_proof_without_invariants_does_not_count() {
    let text = "#include <assert.h>
        int some(void);
        static void swap(int *p, int *q) { *p ^= *q; *q ^= *p; *p ^= *q; }
        int main(void)
        {
            int a[2] = { 5, 6 };
            int i = some();
            if (i < 0 || i > 1)
                return 0;
            swap(&a[0], &a[i]);
            assert(i ? a[0] == 6 && a[1] == 5 : a[0] == 0);
            return 0;
        }";
    let answer = json("unrolled", text, &[]);
    assert_eq!(answer["proved_by"], "unrolling", "{answer:#}");
    assert_eq!(answer["certificate"], Value::Null);
    let answer = json("unrolled-certified", text, &["--certify"]);
    let confirmed = answer["certificate"]["confirmed"] == true;
    assert!(confirmed || answer["verdict"] == "unknown", "{answer:#}");
    assert_ne!(answer["proved_by"], "unrolling");
}

/// The interpreter ran it: there is nothing else to look at.
#[test]
fn the_only_execution_needs_no_invariants() {
    let text = "#include <assert.h>
        int main(void)
        {
            unsigned a = 1, n = 0;
            while (a != 7 && n < 1000) { a = a * 5 + 3; a ^= a >> 3; n++; }
            assert(n == 1000);
            return 0;
        }";
    let answer = json("alone", text, &["--certify"]);
    assert_eq!(answer["verdict"], "proved", "{answer:#}");
    assert_eq!(answer["proved_by"], "only execution");
    assert_eq!(answer["certificate"], Value::Null);
}

#[test]
fn nothing_is_left_after_slicing() {
    let text = "#include <assert.h>
        int some(void);
        void never_called(void) { assert(0); }
        int main(void) { int n = some(); while (n > 0) n = some(); return n; }";
    let answer = json("sliced", text, &["--certify"]);
    assert_eq!(answer["verdict"], "proved", "{answer:#}");
    assert_eq!(answer["proved_by"], "slicing");
    assert_eq!(answer["certificate"]["confirmed"], true);
}

#[test]
fn bugs_are_found_as_ever() {
    let text = BY_ENTRY.replace("assert(g == 1)", "assert(g == 2)");
    let answer = json("bug", &text, &["--certify"]);
    assert_eq!(answer["verdict"], "bug");
    assert_eq!(answer["certificate"], Value::Null);
    assert_eq!(answer["invariants"], Value::Null);
}
