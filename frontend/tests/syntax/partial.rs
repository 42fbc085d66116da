//! A text with errors in some of its functions.

use crate::tools::parse;

#[test]
fn what_is_without_errors_is_still_there() {
    let text = "int a;\nint f(void) { return 1 +; }\nint b;\nint g(void) { return a b; }\nint c;\n";
    let outcome = parse("some.i", text.as_bytes());
    assert_eq!(outcome.parsed.diagnostics.error_count(), 2);
    assert_eq!(outcome.printed(), "int a;\nint b;\nint c;\n");
}
