//! The command line itself: exit codes, where things are printed, limits, and inputs nobody would write.

#[allow(dead_code)] // Each test uses its own part.
mod support;

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn cegar(arguments: &[&str], input: &[u8]) -> Output {
    support::start::cegar_in(Path::new("."), arguments, input)
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[track_caller]
fn code(output: &Output) -> i32 {
    output
        .status
        .code()
        .unwrap_or_else(|| panic!("killed: {:?}\n{}", output.status, stderr(output)))
}

const HOLDS: &[u8] = b"void main() begin assert(1); end";
const FAILS: &[u8] = b"void main() begin assert(*); end";

#[test]
fn exit_codes() {
    assert_eq!(code(&cegar(&["bp", "check", "-"], HOLDS)), 0);
    assert_eq!(code(&cegar(&["bp", "check", "-"], FAILS)), 10);
    assert_eq!(code(&cegar(&["bp", "check", "-"], b"void main() begin")), 2);
    assert_eq!(code(&cegar(&["bp", "check", "-"], b"")), 2);
    assert_eq!(code(&cegar(&["bp", "check", "/no/such/file"], b"")), 2);
    assert_eq!(code(&cegar(&["bp", "check", "/"], b"")), 2);
    for wrong in [
        &[][..],
        &["bp"],
        &["nonsense"],
        &["bp", "check"],
        &["bp", "check", "-", "--nonsense"],
        &["bp", "check", "-", "--time-limit", "0"],
        &["bp", "check", "-", "--time-limit", "soon"],
        &["bp", "check", "-", "--memory-limit", "-1"],
        &["bp", "check", "-", "--engine", "magic"],
        &["bp", "check", "-", "--label", "nowhere"],
        &["bp", "check", "-", "--entry", "nowhere"],
        &["bp", "example", "quicksort", "1", "9"],
    ] {
        let output = cegar(wrong, HOLDS);
        assert_eq!(code(&output), 1, "{wrong:?}");
        assert_eq!(stdout(&output), "", "{wrong:?}");
        assert!(!output.stderr.is_empty(), "{wrong:?}");
    }
    for right in [&["--help"][..], &["--version"], &["bp", "check", "--help"]] {
        let output = cegar(right, b"");
        assert_eq!(code(&output), 0, "{right:?}");
        assert!(
            !output.stdout.is_empty() && output.stderr.is_empty(),
            "{right:?}"
        );
    }
}

/// The options under a heading of a help text.
fn under(help: &str, heading: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != heading).skip(1);
    let section = lines.take_while(|line| line.is_empty() || line.starts_with(' '));
    let option = |line: &str| line.trim_start().starts_with('-').then(|| line.to_owned());
    section.filter_map(option).collect()
}

/// Options stand where they belong, not where the last heading left them.
#[test]
fn headings_of_help_fit_their_options() {
    for command in ["check", "run", "inspect"] {
        let help = stdout(&cegar(&[command, "--help"], b""));
        let options = under(&help, "Preprocessing:");
        let names: Vec<&str> = options
            .iter()
            .filter_map(|line| line.split_whitespace().next())
            .collect();
        let wanted = [
            "-I",
            "-D",
            "-U",
            "--include",
            "--cc",
            "--compile-commands",
            "--trust-compile-commands",
            "--allow-read",
        ];
        assert_eq!(names, wanted, "{command}");
    }
    let help = stdout(&cegar(&["check", "--help"], b""));
    let has = |heading, option: &str| under(&help, heading).iter().any(|l| l.contains(option));
    assert!(has("Options:", "--property"), "{help}");
    assert!(has("Output and iterations:", "--save"), "{help}");
    assert!(has("Limits:", "--time-limit"), "{help}");
    assert!(
        help.contains("Usage: cegar check [OPTIONS] [FILE]..."),
        "{help}"
    );
}

#[test]
fn colours_are_for_terminals() {
    let colourful = |arguments: &[&str]| cegar(arguments, b"decl").stderr.contains(&0x1B);
    assert!(!colourful(&["bp", "check", "-"]));
    assert!(!colourful(&["bp", "check", "-", "--color", "never"]));
    assert!(colourful(&["bp", "check", "-", "--color", "always"]));
}

/// What is drawn again and again is nothing for a terminal that cannot go back.
#[test]
fn progress_is_for_terminals_that_can_show_it() {
    let script = "import os, pty, sys\n\
                  def read(fd):\n    data = os.read(fd, 65536)\n    return data\n\
                  sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:], read, lambda fd: b'')))";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/examples/five.c");
    let shown = |terminal: &str| {
        let output = Command::new("python3")
            .args(["-c", script, env!("CARGO_BIN_EXE_cegar"), "check"])
            .arg(&file)
            .env("TERM", terminal)
            .stdin(Stdio::null())
            .output()
            .expect("python runs");
        let text = stdout(&output);
        assert!(text.contains("proved: assertions hold"), "{text}");
        text.contains('\u{1b}')
    };
    assert!(shown("xterm"));
    assert!(!shown("dumb"));
}

#[test]
fn examples_are_programs() {
    let tn = cegar(&["bp", "example", "tn", "40"], b"");
    let answer = cegar(
        &["bp", "check", "-", "--label", "reach", "--no-trace"],
        &tn.stdout,
    );
    assert_eq!(stdout(&answer), "reachable: reach\n");
    for arguments in [
        &["quicksort", "3", "3"][..],
        &["quicksort", "2", "2", "--faulty"],
        &["random", "7", "40"],
    ] {
        let text = cegar(&[&["bp", "example"], arguments].concat(), b"");
        let printed = cegar(&["bp", "print", "-"], &text.stdout);
        assert_eq!(code(&printed), 0, "{arguments:?}: {}", stderr(&printed));
        let again = cegar(&["bp", "print", "-"], &printed.stdout);
        assert_eq!(stdout(&printed), stdout(&again));
        let answer = cegar(&["bp", "check", "-", "--no-trace"], &text.stdout);
        assert!(
            [0, 10].contains(&code(&answer)),
            "{arguments:?}: {}",
            stderr(&answer)
        );
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let text = cegar(&["bp", "example", "random", "3", "60"], b"").stdout;
    let ask = || {
        cegar(
            &[
                "bp",
                "check",
                "-",
                "--unreachable",
                "--assertions",
                "--json",
            ],
            &text,
        )
        .stdout
    };
    assert_eq!(ask(), ask());
}

#[test]
fn a_reader_may_go_away() {
    let text = cegar(&["bp", "example", "tn", "5000"], b"").stdout;
    let mut child = Command::new(env!("CARGO_BIN_EXE_cegar"))
        .args(["bp", "print", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cegar starts");
    let mut stdout = child.stdout.take().expect("a pipe");
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(&text).is_ok());
    let mut first = [0; 10];
    stdout.read_exact(&mut first).expect("some output");
    drop(stdout);
    let output = child.wait_with_output().expect("cegar ends");
    assert!(writer.join().expect("written"));
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
}

/// A program that takes far longer than any test: all values of many independent bits, compared pairwise.
fn hard() -> Vec<u8> {
    cegar(&["bp", "example", "quicksort", "6", "50"], b"").stdout
}

#[test]
fn limits_hold() {
    let program = hard();
    let ends = |arguments: &[&str], within: Duration, words: &str| {
        let started = Instant::now();
        let output = cegar(&[&["bp", "check", "-"], arguments].concat(), &program);
        let took = started.elapsed();
        assert_eq!(code(&output), 5, "{}", stderr(&output));
        assert!(stdout(&output).contains(words), "{}", stdout(&output));
        assert!(took < within, "{took:?}");
    };
    ends(
        &["--time-limit", "0.5"],
        Duration::from_millis(1500),
        "unknown: the time limit of 0.5 s is reached\n",
    );
    ends(
        &["--memory-limit", "60"],
        Duration::from_secs(60),
        "unknown: the memory limit of 60 MB is reached\n",
    );
    ends(
        &["--time-limit", "0.3", "--json"],
        Duration::from_millis(1300),
        "\"verdict\": \"unknown\"",
    );
}

#[test]
fn limits_do_not_change_answers() {
    let output = cegar(
        &[
            "bp",
            "check",
            "-",
            "--time-limit",
            "100",
            "--memory-limit",
            "4000",
        ],
        FAILS,
    );
    assert_eq!(code(&output), 10);
}

#[test]
fn deep_programs_get_an_answer() {
    let deep = |before: &str, middle: &str, after: &str| {
        let n = 100_000;
        format!(
            "decl a; void main() begin {}{middle}{} end",
            before.repeat(n),
            after.repeat(n)
        )
    };
    for (program, expected) in [
        (deep("if (a) then ", "R: skip; ", "fi; "), 10),
        (deep("while (a) do ", "R: skip; ", "od; "), 10),
        (
            format!(
                "decl a; void main() begin a := {}1; R: assert(a); end",
                "!".repeat(100_000)
            ),
            10,
        ),
        (deep("if (a) then skip; else ", "R: skip; ", "fi; "), 10),
    ] {
        let output = cegar(
            &["bp", "check", "-", "--label", "R", "--no-trace"],
            program.as_bytes(),
        );
        assert_eq!(
            code(&output),
            expected,
            "{}",
            stderr(&output).chars().take(500).collect::<String>()
        );
    }
}

#[test]
fn bytes_are_parsed_or_refused() {
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = move |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % below as u64) as usize
    };
    let base = cegar(&["bp", "example", "random", "11", "30"], b"").stdout;
    for round in 0..60 {
        let mut bytes = base.clone();
        for _ in 0..=round % 4 {
            let at = random(bytes.len());
            match random(3) {
                0 => bytes[at] = random(256) as u8,
                1 => drop(bytes.drain(at..(at + random(20)).min(bytes.len()))),
                _ => {
                    let from = random(base.len());
                    let piece = base[from..(from + random(30)).min(base.len())].to_vec();
                    bytes.splice(at..at, piece);
                }
            }
        }
        let output = cegar(&["bp", "check", "-", "--time-limit", "10"], &bytes);
        assert!(
            [0, 2, 5, 10].contains(&code(&output)),
            "{}\n{}",
            stderr(&output),
            String::from_utf8_lossy(&bytes)
        );
    }
}

/// The examples of `corpus/bp` do what their comments say.
#[test]
fn corpus() {
    for (arguments, expected) in [
        ("lock.bp", 10),
        ("lock-fixed.bp", 0),
        ("parentheses.bp", 0),
        ("parentheses.bp --label closed", 10),
        ("parentheses.bp --label unbalanced", 0),
        ("counter.bp", 0),
        ("counter.bp --label all_ones", 10),
        ("counter.bp --label odd_start", 0),
        ("counter.bp --invariant wrapped", 0),
        ("bluetooth.bp --thread adder --thread stopper", 0),
        (
            "bluetooth.bp --thread adder --thread stopper --thread stopper --context-bound 2",
            0,
        ),
        (
            "bluetooth.bp --thread adder --thread stopper --thread stopper --context-bound 3",
            10,
        ),
        (
            "bluetooth.bp --thread adder --thread adder --thread stopper --context-bound 3",
            0,
        ),
        (
            "bluetooth.bp --thread adder --thread adder --thread stopper --context-bound 4",
            10,
        ),
    ] {
        let command = format!(
            "bp check {}/corpus/bp/{arguments}",
            env!("CARGO_MANIFEST_DIR")
        );
        let output = cegar(&command.split(' ').collect::<Vec<_>>(), b"");
        assert_eq!(code(&output), expected, "{arguments}\n{}", stderr(&output));
    }
}

#[test]
fn simulations_can_be_led_by_hand() {
    let file = format!("{}/tests/bp/simulate.bp", env!("CARGO_MANIFEST_DIR"));
    let lead = |answers: &[u8]| cegar(&["bp", "simulate", &file, "-i"], answers);
    let output = lead(b"maybe\n0\n0\n0\n1\nleft\n");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("finished"), "{}", stdout(&output));
    assert!(
        stderr(&output).contains("that leads nowhere"),
        "{}",
        stderr(&output)
    );
    let output = lead(b"0\n1\nright\n");
    assert_eq!(code(&output), 10, "{}{}", stdout(&output), stderr(&output));
    assert_eq!(code(&lead(b"q\n")), 0);
    assert_eq!(code(&lead(b"")), 0);
    assert_eq!(code(&cegar(&["bp", "simulate", "-", "-i"], HOLDS)), 1);
}

#[test]
fn sets_of_configurations() {
    let file = format!("{}/tests/bp/bebop-figure-1.bp", env!("CARGO_MANIFEST_DIR"));
    let ask = |more: &[&str]| cegar(&[&["bp", "check", &file], more].concat(), b"");
    for engine in ["post", "pre"] {
        for (set, expected) in [
            ("main:R[g]", 10),
            ("main:R[!g]", 0),
            ("A:* A:* main:*", 10),
            // With g initially 0 the second call is A(1, 1), which recurs for ever.
            ("_ _ _ _ _ _+", 10),
            ("main:* main:*", 0),
        ] {
            let output = ask(&["--engine", engine, "--reach", set]);
            assert_eq!(
                code(&output),
                expected,
                "{engine} {set}: {}",
                stderr(&output)
            );
        }
        let output = ask(&[
            "--engine",
            engine,
            "--from",
            "main:entry[!g]",
            "--reach",
            "main:R",
        ]);
        assert_eq!(code(&output), 0, "{engine}: {}", stderr(&output));
        for (entry, expected) in [("A", 10), ("main", 0)] {
            let output = ask(&["--engine", engine, "--entry", entry, "--reach", "A:entry"]);
            assert_eq!(code(&output), expected, "{engine}: {}", stderr(&output));
        }
    }
    for wrong in [
        &["--reach", "main:Q"][..],
        &["--reach", "main:R", "--entry", "nobody"],
        &["--reach", "main:R", "--entry", "A", "--from", "main:R"],
        &["--reach", "main:R["],
        &["--reach", "main:R", "--engine", "ef"],
        &["--from", "main:R"],
        &["--reach", "main:R", "--label", "R"],
    ] {
        assert_eq!(code(&ask(wrong)), 1, "{wrong:?}");
    }
}

#[test]
fn formulas_and_automata() {
    let hoa = cegar(&["ltl", "[] (p -> <> q)", "--negate", "--hoa"], b"");
    assert_eq!(code(&hoa), 0);
    assert!(stdout(&hoa).starts_with("HOA: v1\n"), "{}", stdout(&hoa));
    let again = cegar(&["ltl", "--automaton", "-"], hoa.stdout.as_slice());
    let direct = cegar(&["ltl", "--negate", "--file", "-"], b"G (p -> F q)\n");
    assert_eq!(stdout(&again), stdout(&direct));
    assert_eq!(stdout(&again).lines().count(), 4, "{}", stdout(&again));

    let bad = cegar(&["ltl", "G (p ->"], b"");
    assert_eq!(code(&bad), 1);
    assert!(stderr(&bad).contains("^"), "{}", stderr(&bad));
    assert_eq!(code(&cegar(&["ltl", "--file", "-"], b"p U")), 2);
    let parity = b"HOA: v1 Acceptance: 1 Fin(0) --BODY-- --END--";
    let parity = cegar(&["ltl", "--automaton", "-"], parity);
    assert_eq!(code(&parity), 2);
    assert!(
        stderr(&parity).contains("autfilt --gba"),
        "{}",
        stderr(&parity)
    );

    let parts: Vec<String> = (0..40).map(|i| format!("(F p{i})")).collect();
    assert_eq!(code(&cegar(&["ltl", &parts.join(" & ")], b"")), 5);
}

/// The algorithms of the calculus are listed, shown and run; verdicts and exit codes are those of `bp check`.
#[test]
fn fix_runs_algorithms() {
    let listed = stdout(&cegar(&["fix", "--list"], b""));
    assert!(listed.lines().count() >= 5, "{listed}");
    let names: Vec<&str> = listed
        .lines()
        .filter_map(|l| l.split_whitespace().next())
        .collect();
    for name in &names {
        let holds = cegar(&["fix", name, "-"], HOLDS);
        assert_eq!(
            (code(&holds), stdout(&holds).as_str()),
            (0, "holds: all assertions\n")
        );
        let fails = cegar(&["fix", name, "-"], FAILS);
        assert_eq!(
            (code(&fails), stdout(&fails).as_str()),
            (10, "fails: an assertion\n")
        );
        let text = stdout(&cegar(&["fix", "--show", name], b""));
        assert!(
            text.starts_with("// ") && text.contains("ProgramInt"),
            "{text}"
        );
    }
    let program = b"void main() begin if (*) then A: skip; fi assume(0); B: skip; end";
    let labels = [
        "fix", names[1], "-", "--label", "A", "--label", "main:B", "--json",
    ];
    let found = cegar(&labels, program);
    assert_eq!(code(&found), 10, "{}", stderr(&found));
    let json: serde_json::Value = serde_json::from_str(&stdout(&found)).expect("JSON");
    assert_eq!(json["verdict"], "reachable");
    assert_eq!(json["goals"][0]["verdict"], "reachable");
    assert_eq!(json["goals"][1]["verdict"], "unreachable");
    let explained = stdout(&cegar(&["fix", names[1], "-", "--explain"], HOLDS));
    assert!(explained.contains("ProgramInt in place"), "{explained}");
    assert!(
        explained.contains("a call by its summary in Summary, in place"),
        "{explained}"
    );
    assert_eq!(
        code(&cegar(&["fix", names[1], "-", "--label", "C"], program)),
        1
    );
    assert_eq!(code(&cegar(&["fix", "no-such-algorithm", "-"], HOLDS)), 1);
    assert_eq!(code(&cegar(&["fix", names[1]], HOLDS)), 1);
    assert_eq!(
        code(&cegar(&["fix", names[1], "-"], b"void main() begin")),
        2
    );
}

/// Errors in formulas have carets; rounds without an end and limits are "don't know".
#[test]
fn fix_says_what_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |text: &str, more: &[&str]| {
        let file = folder.path().join("own.mu");
        std::fs::write(&file, text).expect("a file");
        let file = file.to_str().expect("a name").to_owned();
        cegar(&[&["fix", &file, "-"], more].concat(), HOLDS)
    };
    let wrong = run("exists State u. Init(u) & Gaol(u.pc);", &[]);
    assert_eq!(code(&wrong), 2);
    let message = stderr(&wrong);
    assert!(message.contains("there is no relation `Gaol`"), "{message}");
    assert!(
        message.contains("^^^^") && message.contains("did you mean `Goal`?"),
        "{message}"
    );
    let circles = run(
        "mu bool R(State u) Init(u) & !R(u); exists State u. R(u);",
        &[],
    );
    assert_eq!(code(&circles), 5);
    assert!(stdout(&circles).contains("the rounds of `R` never come to an end"));
    assert!(stderr(&circles).contains("warning: `R` depends on itself through this negation"));
    let answer = run("exists State u. Init(u);", &[]);
    assert_eq!(
        (code(&answer), stdout(&answer).as_str()),
        (10, "true: the question\n")
    );
    // Rows for all combinations of four enumerations of thousands.
    let long = "enum E { 1 .. 60000 }; mu bool R(E a, E b, E c, E d) a != b; exists E a, b. R(a, b, a, b);";
    let started = Instant::now();
    let limit = run(long, &["--time-limit", "0.5"]);
    assert_eq!(code(&limit), 5, "{}", stdout(&limit));
    assert!(started.elapsed() < Duration::from_secs(20));
}
