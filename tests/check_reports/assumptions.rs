//! What an answer leaves open is in every report, and text of the program stays text.

use super::{Folder, LOCKS, parse, result, stderr, with_all};

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
