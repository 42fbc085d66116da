//! How the cost of the front end grows with the size of the text: `growth [LINES…]`.
//!
//! Writes driver-like C of about so many lines (device structures, operation tables, locks, lists,
//! error paths, `ioctl` switches), takes it from text to sliced program, and prints the CPU time of
//! each stage. CPU time is read from `/proc`, so that other work on the machine does not count.

use analysis::passes::slice;
use analysis::points_to;
use frontend::{Config, Input, compile};
use std::fmt::Write as _;
use std::io::Write as _;

/// Lines unless told otherwise.
const SIZES: [usize; 6] = [5_000, 10_000, 20_000, 40_000, 80_000, 160_000];

fn main() -> std::io::Result<()> {
    let given: Vec<usize> = std::env::args()
        .skip(1)
        .filter_map(|a| a.parse().ok())
        .collect();
    let sizes = if given.is_empty() {
        SIZES.to_vec()
    } else {
        given
    };
    let mut out = std::io::stdout();
    writeln!(
        out,
        "lines\tedges\tsliced\tcompile\tanalyse\treduce\ttotal\tns/line"
    )?;
    for size in sizes {
        writeln!(out, "{}", measure(&program(size)))?;
    }
    Ok(())
}

/// One line of the table; seconds.
fn measure(text: &str) -> String {
    let lines = text.lines().count();
    let input = Input::Text {
        name: "growth.i".into(),
        text: text.as_bytes().to_vec(),
    };
    let start = cpu_seconds();
    let compiled = match compile(&[input], &Config::default()) {
        Ok(compiled) => compiled,
        Err(failure) => return failure.diagnostics.render(&failure.sources),
    };
    let lowered = cpu_seconds();
    let program = &compiled.program;
    let _analyses = analysis::analyse(program, points_to::Config::default());
    let analysed = cpu_seconds();
    let criterion = slice::Criterion::errors(program);
    let reduced = analysis::reduce(program, &criterion, slice::Config::default());
    let end = cpu_seconds();
    let edges = |p: &ir::Program| -> usize { p.defined().map(|(_, _, cfg)| cfg.num_edges()).sum() };
    // Slicing analyses on its own: from text to slice the second stage is not needed.
    let total = (lowered - start) + (end - analysed);
    format!(
        "{lines}\t{}\t{}\t{:.3}\t{:.3}\t{:.3}\t{total:.3}\t{:.0}",
        edges(program),
        edges(&reduced.program),
        lowered - start,
        analysed - lowered,
        end - analysed,
        total * 1e9 / lines as f64
    )
}

/// What this thread has used; 0 where the system does not tell.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|n| n.parse().ok());
    nanoseconds.map_or(0.0, |n: f64| n / 1e9)
}

/// A program of about so many lines.
fn program(lines: usize) -> String {
    let mut text = String::from(HEADER);
    let per_device = device(0).lines().count();
    let devices = (lines.saturating_sub(HEADER.lines().count()) / (per_device + 1)).max(1);
    for n in 0..devices {
        text += &device(n);
    }
    text += "int main(void)\n{\n\tint choice = __VERIFIER_nondet_int();\n\tswitch (choice) {\n";
    for n in 0..devices {
        let _ = writeln!(text, "\tcase {n}: return drive_{n}(choice);");
    }
    text += "\tdefault: return 0;\n\t}\n}\n";
    text
}

fn device(n: usize) -> String {
    DEVICE.replace("@N", &n.to_string())
}

const HEADER: &str = "\
typedef unsigned long size_t;
extern void *kmalloc(size_t, unsigned);
extern void kfree(const void *);
extern int printk(const char *, ...);
extern void *memset(void *, int, size_t);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct list_head { struct list_head *next, *prev; };
struct lock { int held; };
struct request { struct list_head link; int code; int status; void *data; };
struct device;
struct operations {
	int (*open)(struct device *);
	int (*ioctl)(struct device *, unsigned, unsigned long);
	void (*release)(struct device *);
};
static void lock(struct lock *l) { if (l->held) reach_error(); l->held = 1; }
static void unlock(struct lock *l) { if (!l->held) reach_error(); l->held = 0; }
static void list_add(struct list_head *new, struct list_head *head)
{
	new->next = head->next;
	new->prev = head;
	head->next->prev = new;
	head->next = new;
}
static void list_del(struct list_head *entry)
{
	entry->next->prev = entry->prev;
	entry->prev->next = entry->next;
}
struct device {
	struct lock lock;
	struct list_head requests;
	const struct operations *ops;
	unsigned flags;
	int users, errors, pending;
	unsigned char registers[64];
	char name[16];
};
";

const DEVICE: &str = "\
static struct device device_@N = { .flags = 0x10u, .name = \"device-@N\" };
static int reset_@N(struct device *d)
{
	int i, sum = 0;
	for (i = 0; i < 64; i++) {
		sum += d->registers[i];
		d->registers[i] = (unsigned char)(i ^ d->flags);
	}
	if (sum > 4096) {
		d->errors++;
		printk(\"device-@N: %d\\n\", sum);
		return -5;
	}
	return sum;
}
static struct request *submit_@N(struct device *d, int code)
{
	struct request *r = kmalloc(sizeof *r, 0xd0u);
	if (!r)
		return 0;
	memset(r, 0, sizeof *r);
	r->code = code;
	r->data = d;
	lock(&d->lock);
	list_add(&r->link, &d->requests);
	d->pending++;
	unlock(&d->lock);
	return r;
}
static void complete_@N(struct device *d, struct request *r)
{
	lock(&d->lock);
	list_del(&r->link);
	d->pending--;
	unlock(&d->lock);
	kfree(r);
}
static int open_@N(struct device *d)
{
	lock(&d->lock);
	if (d->users && !(d->flags & 0x10u)) {
		unlock(&d->lock);
		return -16;
	}
	d->users++;
	unlock(&d->lock);
	return reset_@N(d) < 0 ? -5 : 0;
}
static int ioctl_@N(struct device *d, unsigned command, unsigned long argument)
{
	struct request *r;
	int status = -22;
	switch (command & 0xffu) {
	case 0:
		status = d->errors;
		break;
	case 1:
		d->flags |= (unsigned)argument & 0xfu;
		status = 0;
		break;
	case 2 ... 5:
		r = submit_@N(d, (int)argument);
		if (!r) {
			status = -12;
			goto out;
		}
		status = r->code + (int)command;
		complete_@N(d, r);
		break;
	case 6:
		if (argument >= 64 || (d->flags >> 3 & 1))
			goto out;
		status = d->registers[argument];
		/* fall through */
	default:
		d->pending = d->pending ? d->pending - 1 : 0;
	}
out:
	if (status < 0)
		d->errors += -status;
	return status;
}
static void release_@N(struct device *d)
{
	lock(&d->lock);
	if (--d->users == 0)
		d->flags &= ~0xfu;
	unlock(&d->lock);
}
static const struct operations ops_@N = { .open = open_@N, .ioctl = ioctl_@N, .release = release_@N };
static int drive_@N(int command)
{
	struct device *d = &device_@N;
	int status;
	d->requests.next = d->requests.prev = &d->requests;
	d->ops = &ops_@N;
	status = d->ops->open(d);
	if (status)
		return status;
	while (__VERIFIER_nondet_int()) {
		status = d->ops->ioctl(d, (unsigned)command, (unsigned long)__VERIFIER_nondet_int());
		if (status < 0)
			break;
		command++;
	}
	d->ops->release(d);
	return status;
}
";
