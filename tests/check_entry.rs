//! `cegar check --entry`: functions with parameters, of which nothing is known, and `main` with arguments.
//!
//! Every function of the programs is a case: what its name ends with says what the answer must be.

use std::path::{Path, PathBuf};
use std::process::Command;

const SPEC: &str = r#"
state { int held = 0; }
acquire.call { if (held) abort "twice"; held = 1; }
release.call { if (!held) abort "not held"; held = 0; }
$main.exit { if (held) abort "still held"; }
"#;

const DECLARATIONS: &str = r"
void acquire(void);
void release(void);
struct list { struct list *next, *prev; };
struct request { int id; struct list link; int busy; struct request *after; };
struct device { int flags; struct list queue; struct request *current; char name[8]; int (*op)(struct device *); };
#define container_of(p, T, m) ((T *)((char *)(p) - __builtin_offsetof(T, m)))
";

/// A folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("check-entry-{name}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("lock.spec"), SPEC).expect("a file");
    folder
}

/// The exit code and what is printed.
fn check(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_cegar"))
        .current_dir(folder)
        .args(["check", "program.c", "--time-limit", "60"])
        .args(arguments)
        .output()
        .expect("cegar runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code(), text)
}

/// Starts in every function of a program whose name ends in `_good` or `_bad`.
#[track_caller]
fn cases(name: &str, program: &str) -> Vec<(String, String)> {
    let folder = folder(name);
    std::fs::write(folder.join("program.c"), format!("{DECLARATIONS}{program}")).expect("a file");
    let words = program.split(|c: char| !c.is_alphanumeric() && c != '_');
    let mut answers: Vec<(String, String)> = Vec::new();
    for word in words.filter(|w| w.ends_with("_good") || w.ends_with("_bad")) {
        if answers.iter().any(|(known, _)| known == word) {
            continue;
        }
        let (code, text) = check(&folder, &["--entry", word, "--property", "lock.spec"]);
        let expected = if word.ends_with("_good") { 0 } else { 10 };
        assert_eq!(code, Some(expected), "{name}, {word}\n{text}");
        answers.push((word.to_owned(), text));
    }
    assert!(!answers.is_empty());
    answers
}

#[track_caller]
fn told(answers: &[(String, String)], case: &str, what: &[&str]) {
    let (_, text) = answers
        .iter()
        .find(|(name, _)| name == case)
        .expect("a case");
    for what in what {
        assert!(text.contains(what), "{case}: {what}\n{text}");
    }
}

#[test]
fn members_of_objects_from_outside() {
    let answers = cases(
        "members",
        r"
int dispatch_bad(struct device *d, struct request *r)
{
    acquire();
    if (r->id == 17 && r->after && r->after->busy < 0 && d->current == r)
        return -1;
    release();
    return 0;
}
int flags_good(struct device *d, struct request *r)
{
    if (d->flags & 1) acquire();
    r->busy = 5;
    if (d->flags & 1) release();
    return 0;
}
int flags_bad(struct device *d, struct request *r)
{
    if (d->flags & 1) acquire();
    d->flags = r->busy;
    if (d->flags & 1) release();
    return 0;
}
int context_bad(void *context)
{
    struct device *d = context;
    acquire();
    if (d->flags == 9 && d->name[2] == 'k') return 0;
    release();
    return 0;
}
int context_good(void *context)
{
    struct device *d = context;
    if (d->flags > 3) acquire();
    if (d->flags > 3) release();
    return 0;
}",
    );
    told(
        &answers,
        "dispatch_bad",
        &[
            "the argument d is a pointer to an object; the argument r is a pointer to an object",
            "r->after->busy < 0 is true; r->after->busy is -",
            "d->current == r is true",
        ],
    );
    told(
        &answers,
        "flags_good",
        &[
            "argument: d, r: null or any other address",
            "memory outside: objects that the program is given",
        ],
    );
}

#[test]
fn parameters_may_be_equal_or_null() {
    let answers = cases(
        "alias",
        r"
int same_bad(struct device *a, struct device *b)
{
    a->flags = 1;
    b->flags = 0;
    acquire();
    if (a->flags) release();
    return 0;
}
int same_good(struct device *a, struct device *b)
{
    if (a == b) return 0;
    a->flags = 1;
    b->flags = 0;
    acquire();
    if (a->flags) release();
    return 0;
}
int different_bad(struct device *a, struct device *b)
{
    acquire();
    if (a == b) release();
    return 0;
}
int null_bad(struct device *d) { acquire(); if (!d) return -1; release(); return 0; }
int null_good(struct device *d) { if (!d) return -1; acquire(); release(); return 0; }
int not_null_bad(struct device *d) { acquire(); if (d) return -1; release(); return 0; }
int into_bad(struct device *d, int *count)
{
    d->flags = 1;
    *count = 0;
    acquire();
    if (d->flags) release();
    return 0;
}
struct port { int on; int off; int mode; };
int elements_bad(struct port *a, struct port *b)
{
    a[1].on = 1;
    b->on = 0;
    acquire();
    if (a[1].on || a == b) release();
    return 0;
}
static void put(int *at, int value) { *at = value; }
int apart_good(struct port *a, struct port *b, struct device *d)
{
    int on = a->on;
    put(&b->off, 3);
    put(&d->flags, 4);
    if (a->on != on) acquire();
    return 0;
}
int apart_bad(struct port *a, struct port *b, struct device *d)
{
    int on = a->on;
    put(&d->flags, 4);
    put(&b->on, 3);
    if (a->on != on) acquire();
    return 0;
}
int stored_bad(struct device *d)
{
    struct request own;
    own.busy = 0;
    d->current = &own;
    d->current->busy = 1;
    if (own.busy) acquire();
    return 0;
}
int stored_good(struct device *d)
{
    struct request own;
    own.busy = 1;
    d->current = &own;
    d->current->busy = 0;
    if (own.busy) acquire();
    return 0;
}",
    );
    told(
        &answers,
        "same_bad",
        &["the argument b is the same pointer as a"],
    );
    told(&answers, "null_bad", &["the argument d is NULL"]);
    told(
        &answers,
        "elements_bad",
        &["the argument b is a pointer to 12 bytes behind a"],
    );
    told(&answers, "into_bad", &["the argument count is"]);
}

#[test]
fn lists_and_members_that_lead_to_their_structure() {
    let answers = cases(
        "lists",
        r"
static void finish(struct request *r) { r->busy = 0; }
int walk_good(struct device *d)
{
    if (d->flags & 1) acquire();
    for (struct list *l = d->queue.next; l != &d->queue; l = l->next) {
        struct request *r = container_of(l, struct request, link);
        r->busy = 1;
        finish(r);
    }
    if (d->flags & 1) release();
    return 0;
}
int walk_bad(struct device *d)
{
    if (d->flags & 1) acquire();
    for (struct list *l = d->queue.next; l != &d->queue; l = l->next) {
        struct request *r = container_of(l, struct request, link);
        if (r->id == 7) d->flags = 0;
    }
    if (d->flags & 1) release();
    return 0;
}
int member_bad(struct list *l)
{
    struct request *r = container_of(l, struct request, link);
    acquire();
    if (r->id == 42 && r->busy == 3) return 1;
    release();
    return 0;
}
int before_the_member_bad(struct list *l)
{
    struct request *r = container_of(l, struct request, link);
    acquire();
    if (r->id == 42) return 1;
    release();
    return 0;
}
int chain_bad(struct request *first, int n, char *name)
{
    int found = 0;
    for (struct request *r = first; r; r = r->after)
        if (r->id == n && name[2] == 'x') { acquire(); found++; }
    if (found) release();
    return 0;
}",
    );
    told(&answers, "member_bad", &["r->id == 42 is true"]);
    told(&answers, "chain_bad", &["[lock] violated: twice"]);
}

#[test]
fn arrays_bytes_values_and_functions_from_outside() {
    let answers = cases(
        "others",
        r"
struct pair { int a; int b; struct device *d; };
union word { int number; char bytes[4]; };
struct packet { union word head; int size; };
int value_bad(struct pair p)
{
    acquire();
    if (p.a == 3 && p.b > p.a && p.d->flags == 5) return 1;
    release();
    return 0;
}
int value_good(struct pair p) { if (p.a == 3) acquire(); if (p.a == 3) release(); return 0; }
int array_bad(int *table, int n)
{
    acquire();
    if (n == 3 && table[n] == 17 && table[n - 1] == 16) return 0;
    release();
    return 0;
}
int array_good(int *table, int n)
{
    if (table[n] == 17) acquire();
    if (table[n] == 17) release();
    return 0;
}
int bytes_bad(struct device *d)
{
    char *p = (char *)d;
    acquire();
    d->flags = 1;
    p[0] = 0;
    if (d->flags) release();
    return 0;
}
static void clear(void *at, int n) { char *p = at; while (n-- > 0) *p++ = 0; }
int cleared_bad(struct device *d)
{
    acquire();
    d->flags = 1;
    clear(d, 4);
    if (d->flags) release();
    return 0;
}
int union_bad(struct packet *p)
{
    p->head.number = 1;
    p->head.bytes[0] = 0;
    acquire();
    if (p->head.number) release();
    return 0;
}
int into_union_bad(struct packet *p, int *number)
{
    int before = *number;
    p->head.bytes[0] = 1;
    if (*number != before) acquire();
    return 0;
}
int cast_bad(struct packet *p)
{
    struct pair *q = (struct pair *)p;
    p->size = 1;
    q->b = 0;
    acquire();
    if (p->size) release();
    return 0;
}
int op_bad(struct device *d)
{
    acquire();
    if (d->op(d) < 0) return 1;
    release();
    return 0;
}
int op_good(struct device *d) { acquire(); d->op(d); release(); return 0; }",
    );
    told(&answers, "value_bad", &["p.b is "]);
    told(&answers, "array_bad", &["the argument n is 3"]);
    told(
        &answers,
        "op_good",
        &["call through a pointer: may call a function"],
    );
}

#[test]
fn machines_are_told_the_inputs() {
    let folder = folder("json");
    let program = "int probe_bad(struct device *d, int n) { acquire(); if (d->flags == n && n > 3) return 1; release(); return 0; }";
    std::fs::write(folder.join("program.c"), format!("{DECLARATIONS}{program}")).expect("a file");
    let arguments = ["--entry", "probe_bad", "--property", "lock.spec", "--json"];
    let (code, text) = check(&folder, &arguments);
    assert_eq!(code, Some(10), "{text}");
    let answer: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let inputs = answer["inputs"].as_array().expect("a list");
    let names: Vec<&str> = inputs.iter().filter_map(|i| i["name"].as_str()).collect();
    assert_eq!(names, ["d", "n", "d->flags"]);
    assert_eq!(inputs[0]["value"], "a pointer to an object");
    assert_eq!(inputs[1]["value"], inputs[2]["value"]);
}

const MAIN: &str = r#"
extern void __VERIFIER_error(void);
int main(int argc, char **argv)
{
    int n = 0;
#if CASE == 1
    if (argc > 1 && argv[1][0] == 'x' && argv[1][1] == '\0') __VERIFIER_error();
#elif CASE == 2
    if (argc < 1) __VERIFIER_error();
#elif CASE == 3
    if (!argv[0] || argv[argc]) __VERIFIER_error();
#elif CASE == 4
    for (int i = 1; i < argc; i++) if (argv[i][0] == '-') n++;
    if (n > 1) __VERIFIER_error();
#elif CASE == 5
    if (argc > 2 && argv[1] == argv[2]) __VERIFIER_error();
#elif CASE == 6
    if (argc > 2 && !argv[1]) __VERIFIER_error();
#elif CASE == 7
    if (argc == 3) __VERIFIER_error();
#elif CASE == 8
    for (n = 0; n < 3; n++) ;
    if (n != 3) __VERIFIER_error();
#endif
    return 0;
}
"#;

#[test]
fn a_program_is_started_as_systems_do_it() {
    let folder = folder("main");
    std::fs::write(folder.join("program.c"), MAIN).expect("a file");
    let expected: [(i32, &str); 8] = [
        (
            10,
            "the argument argc is 2; the argument argv is {\"\", \"x\", NULL}",
        ),
        (0, "argument: argc: as a process is started"),
        (0, "argument: argc, argv: as a process is started"),
        (10, "the argument argv is {"),
        (5, ""),
        (5, ""),
        (10, "the argument argc is 3"),
        (0, ""),
    ];
    for (n, (expected, said)) in (1..).zip(expected) {
        let (code, text) = check(&folder, &[&format!("-DCASE={n}")]);
        assert_eq!(code, Some(expected), "{n}\n{text}");
        assert!(text.contains(said), "{n}\n{text}");
        let silent = n == 8 && text.contains("argument");
        assert!(!silent, "{text}");
    }
}
