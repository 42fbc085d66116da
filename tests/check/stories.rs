//! How the story of a bug reads.

use super::{answer, corpus, folder, text_of, with_lock};

#[test]
fn a_story_goes_through_calls_with_decisions_inputs_and_the_state() {
    let text = answer(&with_lock("recursion.c", &["-DBROKEN"]));
    let expected = "\
bug: lock is held at the end (lock) at recursion.c:31
  recursion.c:30  even(nondet_int());  nondet_int() returns 1
  recursion.c:10    acquire();         [lock] locked = true
  recursion.c:11    if (depth > 0)     depth > 0 is true
  recursion.c:12    odd(depth - 1);
  recursion.c:19      release();       [lock] locked = false
  recursion.c:20      if (depth > 0)   depth > 0 is false
  recursion.c:24      acquire();       [lock] locked = true
  recursion.c:31  return 0;            [lock] violated: lock is held at the end
";
    assert_eq!(text, expected);
}

#[test]
fn a_story_folds_loops_and_reads_negations_right() {
    let text = answer(&["loop.c"]);
    assert!(text.contains("… 13 more times\n"), "{text}");
    assert!(
        text.contains("sum > 5 is true; nondet_int() returns 7; "),
        "{text}"
    );
    assert!(text.lines().count() < 10, "{text}");
}

#[test]
fn a_story_says_which_object_is_followed() {
    for (driver, rule, words) in [
        ("array-of-locks", "spinlock", "[spinlock] follows &table[0]"),
        ("serial-ports", "spinlock", "[spinlock] follows &ports[1]"),
        ("usb-probe", "urb", "[urb] follows the object of this call"),
    ] {
        let file = format!("../drivers/{driver}/bad.c");
        let text = answer(&[&file, "--property", rule]);
        assert_eq!(text.matches(words).count(), 1, "{text}");
        assert_eq!(text.matches("] follows ").count(), 1, "{text}");
    }
}

/// Calls of which nothing is said, and cases that do not fit, are left out.
#[test]
fn a_story_through_headers_is_the_drivers_own() {
    let bad = corpus().join("drivers/inline-headers/bad.c");
    let text = answer(&[text_of(&bad), "--property", "spinlock"]);
    assert!(!text.contains("kernel.h"), "{text}");
    assert!(!text.contains("no case fits"), "{text}");
    assert!(text.contains("goes to 2"), "{text}");
    assert!(text.contains("[spinlock] follows &port.lock"), "{text}");
}

#[test]
fn a_number_is_followed_by_its_value() {
    let folder = folder("number");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("irq.c");
    let code = "
        int request_irq(int irq, void *f, long flags, char *name, void *d); int any(void);
        int main(void) {
            while (any()) request_irq(7, 0, 0, 0, 0);
            switch (any()) { case 1: return 1; case 2: return 2; }
            return 0;
        }";
    std::fs::write(&file, code).expect("a file");
    let text = answer(&[text_of(&file), "--property", "irq"]);
    assert!(text.contains("[irq] follows 7"), "{text}");
    assert!(text.contains("any() returns 1; into the loop"), "{text}");
}

/// Macros are told as they are called, also over several lines; what is only a part of one, as what it is.
#[test]
fn conditions_are_told_as_they_are_written() {
    let folder = folder("macros");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("macros.c");
    let code = "#include <stddef.h>
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
#define PENDING ((int)0x103L)
#define BOTH(a, b) ((a) > 3 && (b) > 4)
#define FOR(i, n) for (i = 0; i < (n); i++)
void reach_error(void);
int nondet_int(void);
struct node { int x; };
struct dev { int id; struct node node; } the;
int main(void)
{
    struct node *n = &the.node;
    int i, sum = 0, status = nondet_int(), a = nondet_int(), b = nondet_int();
    the.id = nondet_int();
    if (container_of(n, struct dev, node)->id != 17)
        return 0;
    if (container_of(n, struct dev,
                     node)->id == 18)
        return 1;
    if (status != PENDING)
        return 2;
    if (!BOTH(a, b))
        return 3;
    FOR(i, 2)
        sum += i;
    if (sum)
        reach_error();
    return 0;
}
";
    std::fs::write(&file, code).expect("written");
    let text = answer(&[text_of(&file)]);
    for words in [
        " container_of(n, struct dev, node)->id != 17 is false\n",
        " container_of(n, struct dev, node)->id == 18 is false\n",
        " status != PENDING is false\n",
        "(a) > 3 is true",
        "(b) > 4 is true",
        " i < (2) is true: into the loop",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    assert!(
        !text.contains("__builtin") && !text.contains("# "),
        "{text}"
    );
}

#[test]
fn variables_from_elsewhere_are_told_where_they_are_used() {
    let folder = folder("elsewhere");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("elsewhere.c");
    let declared: String = (0..300).map(|n| format!("extern int e{n};\n")).collect();
    let other: String = (0..300).map(|n| format!("s += e{n};")).collect();
    let code = format!(
        "{declared}extern int used;
         void reach_error(void);
         int main(int argc, char **argv) {{ int s = 0;
           if (used == 4) reach_error();
           if (argc > 3) {{ {other} if (s == 7) reach_error(); }}
           return 0; }}"
    );
    std::fs::write(&file, code).expect("written");
    let text = answer(&[text_of(&file)]);
    assert!(text.contains("used, defined elsewhere, holds 4"), "{text}");
    assert_eq!(text.matches("defined elsewhere").count(), 1, "{text}");
}
