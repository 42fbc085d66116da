//! Where handlers run, for callers that run them beside the program.

use super::{spec, woven};
use frontend::property::{Checked, HookPoint};

fn handlers(checked: &Checked, name: &str) -> Vec<usize> {
    let func = checked.compiled.program.function_named(name);
    let func = func.expect("the program has it");
    checked
        .hooks
        .functions
        .get(&func)
        .cloned()
        .unwrap_or_default()
}

#[test]
fn handlers_of_functions() {
    let rule = spec(
        "opaque; state { int n; }
         lock.call { n = $1; }
         [lock, raw_lock].return { if ($return) abort \"no\"; }
         work.exit { n = 0; }",
    );
    let checked = woven(
        &rule,
        "int raw_lock(unsigned char); static int lock(unsigned char c) { return raw_lock(c); }
         void work(int n) { lock(n); }
         int main(void) { work(300); return 0; }",
    );
    let points: Vec<HookPoint> = checked.hooks.handlers.iter().map(|h| h.point).collect();
    assert_eq!(
        points,
        [HookPoint::Call, HookPoint::Return, HookPoint::Exit]
    );
    assert_eq!(checked.hooks.handlers[0].arguments, [1]);
    assert!(checked.hooks.handlers[1].result && !checked.hooks.handlers[0].result);
    assert_eq!(handlers(&checked, "lock"), [0, 1]);
    assert_eq!(handlers(&checked, "raw_lock"), [1]);
    assert_eq!(handlers(&checked, "work"), [2]);
    assert!(handlers(&checked, "main").is_empty());
    let id = |name| {
        checked
            .compiled
            .program
            .function_named(name)
            .expect("it is there")
    };
    // What `lock` calls is no event, and the rule sees all bits of what it is called with.
    assert_eq!(checked.hooks.opaque[&id("lock")], [0, 1, 2]);
    assert!(checked.hooks.opaque[&id("work")].is_empty());
    assert!(checked.hooks.narrowed.contains(&id("lock")));
    assert!(!checked.hooks.narrowed.contains(&id("raw_lock")));
}
