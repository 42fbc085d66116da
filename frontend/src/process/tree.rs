//! What a tree of processes uses, as `/proc` tells.

use libc::pid_t;

/// What the descendants of a process use together.
pub(super) struct Usage {
    pub(super) processes: usize,
    pub(super) kilobytes: u64,
    /// Processor time so far, in ticks; those that have ended and were waited for included.
    pub(super) ticks: u64,
}

/// Memory that processes share counts once, where counting it more often would make a difference to `limit`.
pub(super) fn usage(root: pid_t, limit: u64) -> Usage {
    let tree = descendants(root);
    Usage {
        processes: tree.len(),
        kilobytes: memory(&tree, limit),
        ticks: tree.iter().filter_map(|&pid| ticks(pid)).sum(),
    }
}

/// User and system time of a process and of those of its children that it has waited for.
fn ticks(pid: pid_t) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program stands in parentheses, and may have anything in it.
    let (_, fields) = text.rsplit_once(')')?;
    let times = fields.split_whitespace().skip(11).take(4);
    Some(times.filter_map(|time| time.parse::<u64>().ok()).sum())
}

fn memory(tree: &[pid_t], limit: u64) -> u64 {
    let resident = total(tree, "status", "VmRSS:");
    if resident <= limit || tree.len() < 2 {
        return resident;
    }
    match total(tree, "smaps_rollup", "Pss:") {
        0 => resident,
        proportional => proportional,
    }
}

fn total(tree: &[pid_t], file: &str, field: &str) -> u64 {
    let one = |&pid: &pid_t| {
        let text = std::fs::read_to_string(format!("/proc/{pid}/{file}")).ok()?;
        kilobytes(&text, field)
    };
    tree.iter().filter_map(one).sum()
}

/// The number behind a field such as `VmRSS:` of what the system tells.
pub fn kilobytes(text: &str, field: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(field))?;
    line.split_whitespace().next()?.parse().ok()
}

fn descendants(root: pid_t) -> Vec<pid_t> {
    let mut found = children(root);
    let mut next = 0;
    while let Some(&pid) = found.get(next) {
        found.extend(children(pid));
        next += 1;
    }
    found
}

/// The children of a process, whichever of its threads started them.
pub(super) fn children(pid: pid_t) -> Vec<pid_t> {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    let lists = threads
        .filter_map(Result::ok)
        .filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| {
            let pids = list.split_whitespace().filter_map(|pid| pid.parse().ok());
            pids.collect::<Vec<pid_t>>()
        })
        .collect()
}
