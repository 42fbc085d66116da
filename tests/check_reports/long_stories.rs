//! What becomes of stories and files that are too long to be shown whole.

use super::{Folder, check_places, parse, result, stderr, with_all};

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
