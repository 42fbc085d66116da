//! Files with errors, and the messages they must give.

use crate::tools::{files, parse};

#[test]
fn messages_are_the_expected_ones() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut wrong = Vec::new();
    for file in files("reject") {
        let text = std::fs::read(&file).expect("readable");
        let name = file
            .file_name()
            .and_then(|name| name.to_str())
            .expect("a plain name");
        let found = parse(name, &text).messages();
        let expectation = file.with_extension("txt");
        if update {
            std::fs::write(&expectation, &found).expect("writable");
        }
        let expected = std::fs::read_to_string(&expectation).unwrap_or_default();
        if found != expected {
            wrong.push(format!(
                "{name}:\n--- expected\n{expected}--- found\n{found}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_without_errors_is_still_there() {
    let text = "int a;\nint f(void) { return 1 +; }\nint b;\nint g(void) { return a b; }\nint c;\n";
    let outcome = parse("some.i", text.as_bytes());
    assert_eq!(outcome.parsed.diagnostics.error_count(), 2);
    assert_eq!(outcome.printed(), "int a;\nint b;\nint c;\n");
}
