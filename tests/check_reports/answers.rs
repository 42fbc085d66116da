//! A bug, a proof and a rule that does not apply, in every report.

use super::{Folder, LOCKS, check_places, parse, result, stderr, with_all};

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
