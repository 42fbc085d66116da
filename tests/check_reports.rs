//! `cegar check --report`: what is in the files, whatever the answer is.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use quick_xml::events::Event;
use serde_json::Value;

/// A folder of its own for each test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).expect("written");
        path
    }

    fn check(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_cegar"))
            .current_dir(self.0.path())
            .arg("check")
            .args(["--time-limit", "30"])
            .args(arguments)
            .output()
            .expect("cegar runs")
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name)).expect("a report")
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.text(name)).expect("JSON")
    }
}

const LOCKS: &str = "\
int nondet_int(void);
void mutex_lock(int *);
void mutex_unlock(int *);
int m;
static void work(int n)
{
    if (n > 3)
        mutex_unlock(&m);
}
int main(void)
{
    int n = nondet_int();
    mutex_lock(&m);
    work(n);
    mutex_lock(&m);
    mutex_unlock(&m);
    return 0;
}
";

const ALL: [&str; 6] = [
    "--report",
    "html=r.html",
    "--report",
    "sarif=r.sarif",
    "--report",
    "json=r.json",
];

fn with_all<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    arguments.iter().copied().chain(ALL).collect()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The only result, whose rule must be there, and whose first place must be in a file.
#[track_caller]
fn result(sarif: &Value) -> &Value {
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), 1);
    let result = &results[0];
    assert_eq!(
        result["ruleId"], run["tool"]["driver"]["rules"][0]["id"],
        "{sarif:#}"
    );
    let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert!(uri.as_str().is_some_and(|uri| !uri.is_empty()), "{sarif:#}");
    result
}

/// Every place in a file: the file is listed, the line is one of it, and the snippet is what stands there.
#[track_caller]
fn check_places(value: &Value, run: &Value, root: &Path) -> usize {
    let below = |values: &mut dyn Iterator<Item = &Value>| {
        let counts = values.map(|value| check_places(value, run, root));
        counts.sum::<usize>()
    };
    let Some(object) = value.as_object() else {
        let list = value.as_array().map_or(&[][..], Vec::as_slice);
        return below(&mut list.iter());
    };
    let mut found = below(&mut object.values());
    if let Some(at) = object.get("physicalLocation") {
        found += 1;
        let file = &at["artifactLocation"];
        let index = file["index"].as_u64().expect("an index") as usize;
        let listed = &run["artifacts"][index]["location"];
        assert_eq!(listed["uri"], file["uri"]);
        assert_eq!(listed["uriBaseId"], "%SRCROOT%");
        let text = std::fs::read(root.join(file["uri"].as_str().expect("a name"))).expect("a file");
        let text = String::from_utf8_lossy(&text).into_owned();
        let region = &at["region"];
        let number = region["startLine"].as_u64().expect("a line") as usize;
        let line = text.lines().nth(number - 1).expect("a line of the file");
        let start = region["startColumn"].as_u64().unwrap_or(1) as usize;
        let rest = || line.chars().skip(start - 1);
        assert!(start <= line.chars().count() + 1, "{region}");
        if let Some(end) = region["endColumn"].as_u64() {
            let part: String = rest().take(end as usize - start).collect();
            assert_eq!(region["snippet"]["text"], part);
        }
    }
    found
}

/// The text between the tags of a page, which must be well formed and have no link that leads nowhere; and the tags.
#[track_caller]
fn parse(page: &str) -> (String, Vec<String>) {
    let mut reader = quick_xml::Reader::from_str(page);
    let (mut text, mut tags) = (String::new(), Vec::new());
    let (mut ids, mut links) = (BTreeSet::new(), Vec::new());
    loop {
        match reader.read_event().expect("well formed") {
            Event::Eof => break,
            Event::Start(tag) | Event::Empty(tag) => {
                for attribute in tag.attributes() {
                    let attribute = attribute.expect("well formed");
                    let value = String::from_utf8_lossy(&attribute.value).into_owned();
                    match attribute.key.as_ref() {
                        b"id" => assert!(ids.insert(value.clone()), "{value} is there twice"),
                        b"href" => links.push(value),
                        _ => {}
                    }
                }
                tags.push(String::from_utf8_lossy(tag.name().as_ref()).into_owned());
            }
            Event::Text(part) => text += &part.decode().expect("UTF-8"),
            Event::GeneralRef(part) => {
                let c = part.resolve_char_ref().expect("a number");
                text.push(c.expect("only numbers are used"));
            }
            _ => {}
        }
    }
    for link in links {
        let target = link.strip_prefix('#').expect("a link within the page");
        assert!(ids.contains(target), "{link} leads nowhere");
    }
    (text, tags)
}

#[test]
fn a_bug_has_its_story_in_every_report() {
    let folder = Folder::new();
    folder.file("a.c", LOCKS);
    let output = folder.check(&with_all(&["a.c", "--property", "mutex", "--json"]));
    assert_eq!(output.status.code(), Some(10), "{}", stderr(&output));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        folder.text("r.json")
    );
    let answer = folder.json("r.json");
    let sarif = folder.json("r.sarif");
    let run = &sarif["runs"][0];
    let found = result(&sarif);
    assert_eq!(found["kind"], "fail");
    assert_eq!(found["level"], "error");
    assert_eq!(found["message"]["text"], answer["message"]);
    let steps = found["codeFlows"][0]["threadFlows"][0]["locations"]
        .as_array()
        .expect("steps");
    let story = answer["story"].as_array().expect("a story");
    assert_eq!(steps.len(), story.len());
    for (step, row) in steps.iter().zip(story) {
        let at = &step["location"]["physicalLocation"];
        assert_eq!(at["artifactLocation"]["uri"], row["file"]);
        assert_eq!(at["region"]["startLine"], row["line"]);
        assert_eq!(step["nestingLevel"], row["depth"]);
        let function = &step["location"]["logicalLocations"][0]["name"];
        assert_eq!(*function, row["function"]);
        for remark in row["remarks"].as_array().expect("remarks") {
            let text = step["location"]["message"]["text"].as_str().expect("words");
            assert!(
                text.contains(remark["text"].as_str().expect("words")),
                "{text}"
            );
        }
    }
    assert_eq!(steps[0]["importance"], "essential");
    assert_eq!(
        steps.last().expect("a step")["state"]["locked"]["text"],
        "true"
    );
    assert!(found["partialFingerprints"]["violation/v1"].is_string());
    let at = &found["locations"][0]["physicalLocation"]["region"]["startLine"];
    assert_eq!(*at, answer["place"]["line"]);
    assert!(check_places(run, run, folder.0.path()) > story.len());
    let about = &run["tool"]["driver"]["rules"][0]["shortDescription"]["text"];
    assert!(about.as_str().expect("words").contains("mutex"), "{about}");
    assert_eq!(run["invocations"][0]["exitCode"], 10);
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);

    let page = folder.text("r.html");
    let (text, tags) = parse(&page);
    for words in [
        "mutex is locked twice",
        "static void work(int n)",
        "n > 3 is false",
    ] {
        assert!(text.contains(words), "{words}");
    }
    assert_eq!(page.matches("class=\"step\"").count(), story.len());
    assert_eq!(tags.iter().filter(|tag| *tag == "script").count(), 1);
    for row in story {
        // The step leads to its line, and the line back to it.
        let line = format!("f0L{}", row["line"]);
        assert!(page.contains(&format!("data-line=\"{line}\"")), "{line}");
        assert!(
            page.contains(&format!("<tr id=\"{line}\" class=\"met\">")),
            "{line}"
        );
    }
    for outside in ["http:", "https:", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn the_same_bug_has_the_same_bytes_and_moved_lines_the_same_fingerprints() {
    let folder = Folder::new();
    folder.file("a.c", LOCKS);
    let arguments = with_all(&["a.c", "--property", "mutex"]);
    let reports = || ["r.html", "r.sarif", "r.json"].map(|name| folder.text(name));
    folder.check(&arguments);
    let first = reports();
    let prints = result(&folder.json("r.sarif"))["partialFingerprints"].clone();
    folder.check(&arguments);
    assert_eq!(first, reports());
    folder.file("a.c", format!("\n\nint unused;\n{LOCKS}"));
    folder.check(&arguments);
    assert_ne!(first, reports());
    assert_eq!(
        prints,
        result(&folder.json("r.sarif"))["partialFingerprints"]
    );
}

#[test]
fn proofs_and_rules_that_do_not_apply_are_no_failures() {
    let folder = Folder::new();
    folder.file("a.c", LOCKS.replace("n > 3", "n > 3 || n < 4"));
    let output = folder.check(&with_all(&["a.c", "--property", "mutex"]));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let sarif = folder.json("r.sarif");
    let found = result(&sarif);
    assert_eq!(
        (&found["kind"], &found["level"]),
        (&"pass".into(), &"none".into())
    );
    let assumed = found["properties"]["assumptions"]
        .as_array()
        .expect("a list");
    assert!(
        assumed
            .iter()
            .any(|a| a.as_str().is_some_and(|a| a.starts_with("no body")))
    );
    check_places(&sarif, &sarif["runs"][0], folder.0.path());
    let page = folder.text("r.html");
    let (text, _) = parse(&page);
    assert!(
        text.contains("No execution that starts in main violates mutex"),
        "{text}"
    );
    assert!(text.contains("What the proof rests on"), "{text}");
    assert!(
        !page.contains(" s</td>"),
        "times would not be the same twice"
    );

    folder.check(&with_all(&["a.c", "--property", "mutex", "--stats"]));
    assert!(folder.json("r.json")["memory_kb"].is_u64());
    assert!(
        folder.text("r.html").contains(" s</td>"),
        "--stats asks for times"
    );

    let output = folder.check(&with_all(&["a.c", "--property", "urb"]));
    assert_eq!(output.status.code(), Some(5));
    let sarif = folder.json("r.sarif");
    assert_eq!(result(&sarif)["kind"], "notApplicable");
    assert!(parse(&folder.text("r.html")).0.contains("not applicable"));
}

/// What a routine holds that may be given back later: nothing is said about the end.
const KEEPS: &str = "\
void *kmalloc(unsigned long, int);
void kfree(const void *);
static void *kept;
int set(void)
{
    kfree(kept);
    kept = kmalloc(8, 0);
    return 0;
}
";

#[test]
fn what_was_not_looked_at_is_in_every_report() {
    let folder = Folder::new();
    folder.file("a.c", KEEPS);
    let output = folder.check(&with_all(&[
        "a.c",
        "--property",
        "memory",
        "--entry",
        "set",
    ]));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let words = "nothing was said about the end: $end never happens where execution starts in set";
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.lines().nth(1), Some(format!("  {words}").as_str()));
    assert_eq!(folder.json("r.json")["not_checked"][0], words);
    let sarif = folder.json("r.sarif");
    let found = result(&sarif);
    assert_eq!(found["properties"]["notChecked"][0], words);
    let message = found["message"]["text"].as_str().expect("a message");
    assert!(message.contains(words), "{message}");
    let (page, _) = parse(&folder.text("r.html"));
    assert!(page.contains(&words[1..]), "{page}");
}

#[test]
fn functions_that_may_be_called_are_named_in_every_report() {
    let folder = Folder::new();
    let code = LOCKS.replace("work(n);", "listen(work);");
    folder.file("a.c", format!("void listen(void (*)(int));\n{code}"));
    let output = folder.check(&with_all(&["a.c", "--property", "mutex"]));
    assert_eq!(output.status.code(), Some(10), "a bug without them is one");
    let code = code.replacen("    mutex_lock(&m);", "", 1);
    folder.file("a.c", format!("void listen(void (*)(int));\n{code}"));
    let output = folder.check(&with_all(&["a.c", "--property", "mutex"]));
    assert_eq!(output.status.code(), Some(5), "{}", stderr(&output));
    let words = "code outside of the program may call work (given to listen in main), which is not followed";
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.starts_with(&format!("don't know: {words}\n")),
        "{text}"
    );
    assert_eq!(folder.json("r.json")["reason"], words);
    let sarif = folder.json("r.sarif");
    assert_eq!(result(&sarif)["properties"]["reason"], words);
    let (page, _) = parse(&folder.text("r.html"));
    assert!(
        page.contains(words) && page.contains("--no-callbacks"),
        "{page}"
    );
}

/// Source that tries to be something else where it is shown.
const HOSTILE: &[u8] = b"\
#include <assert.h>
int nondet_int(void);
// </script><script>alert(1)</script> caf\xe9 \xe2\x80\xae reversed
int main(void) {
    const char *s = \"</table><img src=x onerror=alert(1)> & ]]> \xff\";
    int x = nondet_int(); /* </style> <!-- a[1](x) {0} \x01 */
    if (x < 3 && s[0] == '<')
        assert(x != 2);
    return 0;
}
";

#[test]
fn hostile_source_stays_text() {
    let folder = Folder::new();
    folder.file("a<b>&'\".c", HOSTILE);
    let output = folder.check(&with_all(&["a<b>&'\".c"]));
    assert_eq!(output.status.code(), Some(10), "{}", stderr(&output));
    let page = folder.text("r.html");
    let (text, tags) = parse(&page);
    assert_eq!(page.matches("<script>").count(), 1);
    assert_eq!(page.matches("</script>").count(), 1);
    assert_eq!(page.matches("</style>").count(), 1);
    assert!(
        !tags.iter().any(|tag| tag == "img" || tag == "b"),
        "{tags:?}"
    );
    assert!(!page.contains("<!--") && !page.contains('\u{1}') && !page.contains('\u{202e}'));
    for shown in [
        "</script><script>alert(1)</script> caf\u{fffd} ⟨U+202E⟩ reversed",
        "</table><img src=x onerror=alert(1)> & ]]> \u{fffd}",
        "a<b>&'\".c",
    ] {
        assert!(text.contains(shown), "{shown}");
    }
    let sarif = folder.json("r.sarif");
    let found = result(&sarif);
    let uri = &found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(*uri, "a%3Cb%3E%26%27%22.c");
    for step in found["codeFlows"][0]["threadFlows"][0]["locations"]
        .as_array()
        .expect("steps")
    {
        let words = step["location"]["message"]["text"].as_str().expect("words");
        assert!(!words.contains("](") && !words.contains("{0}"), "{words}");
    }
}

#[test]
fn at_a_limit_reports_say_so() {
    let folder = Folder::new();
    folder.file(
        "hard.c",
        "void reach_error(void); unsigned nondet(void);
        int main(void) {
            unsigned a = nondet(), b = nondet(), c = nondet(), n = 0;
            while (n < 1000000) { a = a * b + c; b = b * c + a; c = c * a + b; n++; }
            if (a * a + b * b == c * c + 1 && a * b * c == 12345) reach_error();
            return 0;
        }",
    );
    let output = folder.check(&with_all(&["hard.c", "--memory-limit", "1"]));
    assert_eq!(output.status.code(), Some(5), "{}", stderr(&output));
    let arguments = with_all(&["hard.c"]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_cegar"));
    let command = command.current_dir(folder.0.path());
    let output = command
        .arg("check")
        .args(&arguments)
        .args(["--time-limit", "1"])
        .output();
    assert_eq!(output.expect("cegar runs").status.code(), Some(5));
    let answer = folder.json("r.json");
    assert_eq!(answer["verdict"], "unknown");
    assert_eq!(answer["limit"], "time");
    assert!(answer["phase"].is_string(), "{answer}");
    let sarif = folder.json("r.sarif");
    let found = result(&sarif);
    assert_eq!(found["kind"], "open");
    assert_eq!(found["properties"]["phase"], answer["phase"]);
    assert_eq!(found["properties"]["reason"], answer["reason"]);
    let invocation = &sarif["runs"][0]["invocations"][0];
    assert_eq!(invocation["exitCode"], 5);
    assert_eq!(
        invocation["toolExecutionNotifications"][0]["level"],
        "warning"
    );
    let (text, _) = parse(&folder.text("r.html"));
    assert!(text.contains("don't know") && text.contains("the time limit of 1 s is reached"));
}

#[test]
fn a_program_that_cannot_be_read_leaves_no_earlier_answer() {
    let folder = Folder::new();
    folder.file("a.c", "int main(void) { return 0; }");
    let arguments = with_all(&["a.c"]);
    assert_eq!(folder.check(&arguments).status.code(), Some(5));
    assert_eq!(folder.json("r.json")["verdict"], "not applicable");
    folder.file("a.c", "int main(void)\n{ return <; }");
    assert_eq!(folder.check(&arguments).status.code(), Some(2));
    let problems = &folder.json("r.json")["problems"];
    assert_eq!(folder.json("r.json")["verdict"], "error");
    assert_eq!(problems[0]["place"]["line"], 2);
    let sarif = folder.json("r.sarif");
    let run = &sarif["runs"][0];
    assert_eq!(run["results"].as_array().map(Vec::len), Some(0));
    let invocation = &run["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    assert_eq!(invocation["exitCode"], 2);
    let said = &invocation["toolExecutionNotifications"][0];
    assert_eq!(said["level"], "error");
    assert_eq!(said["message"]["text"], problems[0]["message"]);
    check_places(said, run, folder.0.path());
    let (text, _) = parse(&folder.text("r.html"));
    assert!(
        text.contains("no answer") && text.contains("a.c:2:"),
        "{text}"
    );

    // What the front end does not say itself.
    for arguments in [
        &["a.c", "--entry", "absent"][..],
        &["a.c", "--property", "absent"],
        &["a.c", "--predicates", "absent"],
        &["absent.c"],
    ] {
        folder.file("a.c", "int main(void) { return 0; }");
        let output = folder.check(&with_all(arguments));
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        let problems = &folder.json("r.json")["problems"];
        assert!(problems[0]["message"].is_string(), "{problems}");
        let sarif = folder.json("r.sarif");
        let said = &sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"];
        let said = said.as_array().expect("notifications");
        assert!(
            said.iter().any(|said| said["level"] == "error"),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_report_that_cannot_be_written_is_refused_at_once() {
    let folder = Folder::new();
    let source = folder.file("a.c", LOCKS);
    let refused = |report: &str, code: i32, words: &str| {
        let output = folder.check(&["a.c", "--report", report]);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(output.stdout.is_empty());
        assert!(said.contains(words), "{said}");
    };
    refused("html=absent/r.html", 2, "cannot write absent/r.html");
    refused("sarif=.", 2, "cannot write .");
    refused("json=a.c", 2, "the run reads it");
    refused("html=./a.c", 2, "the run reads it");
    folder.file("other.h", "int f(void);");
    refused("json=other.h", 2, "its name is that of a source");
    refused("pdf=r", 1, "there are: html, json, sarif");
    refused("html", 1, "write KIND=FILE");
    refused("html=", 1, "write KIND=FILE");
    refused("html=-", 1, "a report goes to a file");
    assert_eq!(std::fs::read_to_string(source).expect("still there"), LOCKS);
    let output = folder.check(&["a.c", "--report", "html=r", "--report", "sarif=./r"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("another report goes there"));
    let output = folder.check(&["a.c", "--report", "html=/dev/full"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot write /dev/full"));
    assert!(!output.stdout.is_empty(), "the answer is told nevertheless");
}

#[test]
fn a_long_loop_is_folded_and_its_end_is_told() {
    let folder = Folder::new();
    folder.file(
        "a.c",
        "int nondet_int(void);\nvoid reach_error(void);\nint main(void)\n{\n    int i;\n    \
         for (i = 0; i < 5000; i++)\n        if (nondet_int() == 3 && i == 4000)\n            \
         reach_error();\n    return 0;\n}\n",
    );
    let output = folder.check(&with_all(&["a.c"]));
    assert_eq!(output.status.code(), Some(10), "{}", stderr(&output));
    let rows = folder.json("r.json")["story"].as_array().map(Vec::len);
    let rows = rows.expect("a story");
    assert!(rows > 8000, "{rows}");
    let page = folder.text("r.html");
    let (text, _) = parse(&page);
    assert!(page.len() < 120_000, "{}", page.len());
    assert!(text.contains("more times"), "{text}");
    assert!(
        page.contains(&format!("data-step=\"{rows}\"")),
        "the last step is there"
    );
    let sarif = folder.json("r.sarif");
    let flow = &result(&sarif)["codeFlows"][0]["threadFlows"][0]["locations"];
    assert_eq!(flow.as_array().map(Vec::len), Some(rows));
}

#[test]
fn many_values_at_one_place_are_counted() {
    let folder = Folder::new();
    let many: String = (0..300).map(|n| format!("extern int v{n};\n")).collect();
    let sum: String = (0..300)
        .map(|n| format!("    if (v{n} > 5) return 0;\n"))
        .collect();
    folder.file(
        "a.c",
        format!("void reach_error(void);\n{many}int main(void)\n{{\n{sum}    reach_error();\n}}\n"),
    );
    let output = folder.check(&with_all(&["a.c"]));
    assert_eq!(output.status.code(), Some(10), "{}", stderr(&output));
    let story = folder.json("r.json");
    let remarks = story["story"][0]["remarks"].as_array();
    let values = remarks.map(|all| {
        all.iter()
            .filter(|remark| remark["kind"] == "input")
            .count()
    });
    let (text, _) = parse(&folder.text("r.html"));
    let counted = format!(
        "and {} more; --json has them",
        values.expect("remarks") - 12
    );
    assert!(text.contains(&counted), "{counted}");
}

#[test]
fn a_large_file_is_shown_around_the_story() {
    let folder = Folder::new();
    let padding: String = (0..20_000)
        .map(|n| format!("typedef int t{n};\n"))
        .collect();
    folder.file(
        "b.h",
        "static inline void check(int x)\n{\n    if (x > 5)\n        reach_error();\n}\n",
    );
    let text = format!(
        "void reach_error(void);\nint nondet_int(void);\n#include \"b.h\"\n{padding}int main(void)\n{{\n    \
         check(nondet_int());\n    return 0;\n}}\n{padding}"
    );
    folder.file("a.c", text);
    let output = folder.check(&with_all(&["a.c"]));
    assert_eq!(output.status.code(), Some(10), "{}", stderr(&output));
    let page = folder.text("r.html");
    assert!(page.len() < 40_000, "{}", page.len());
    let (text, _) = parse(&page);
    assert!(
        text.contains("… 19999 lines …") && text.contains("… 19996 lines …"),
        "{text}"
    );
    // Both files are there, the one that is met first before the other.
    let (a, b) = (page.find("<h3>a.c</h3>"), page.find("<h3>b.h</h3>"));
    assert!(a.is_some() && a < b, "{a:?} {b:?}");
    let sarif = folder.json("r.sarif");
    check_places(&sarif, &sarif["runs"][0], folder.0.path());
}

#[test]
fn what_is_missing_is_told_in_reports() {
    let folder = Folder::new();
    folder.file("a.c", LOCKS);
    folder.file("broken.json", "[{\"file\": 7}]");
    for (arguments, words) in [
        (&["a.c", "--predicates", "p.txt"][..], "cannot read p.txt"),
        (
            &["--compile-commands", "cc.json"][..],
            "cannot read cc.json",
        ),
        (
            &["--compile-commands", "broken.json"][..],
            "broken.json: the compilation database is malformed",
        ),
    ] {
        let output = folder.check(&with_all(&[arguments, &["--property", "mutex"]].concat()));
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
        let message = &folder.json("r.json")["problems"][0]["message"];
        assert!(
            message.as_str().is_some_and(|m| m.contains(words)),
            "{message}"
        );
        let sarif = folder.json("r.sarif");
        let said = &sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"][0];
        let text = said["message"]["text"].as_str().expect("words");
        assert!(text.contains(words), "{text}");
        assert!(parse(&folder.text("r.html")).0.contains(words));
    }
}

/// The program is what the database lists.
#[test]
fn a_compilation_database_does_not_name_the_program() {
    let folder = Folder::new();
    folder.file("a.c", LOCKS);
    let root = folder.0.path().display().to_string();
    let entry = serde_json::json!([{ "directory": root, "file": "a.c", "command": "cc -c a.c" }]);
    folder.file("cc.json", entry.to_string());
    let output = folder.check(&with_all(&[
        "--compile-commands",
        "cc.json",
        "--property",
        "mutex",
    ]));
    assert_eq!(output.status.code(), Some(10), "{}", stderr(&output));
    let sarif = folder.json("r.sarif");
    let id = &sarif["runs"][0]["automationDetails"]["id"];
    assert_eq!(id, "cegar/mutex/main/a.c/");
    let (text, _) = parse(&folder.text("r.html"));
    assert!(!text.contains("Program: cc.json"), "{text}");
}
