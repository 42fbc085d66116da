//! What a tree of processes uses, as `/proc` tells.

use libc::pid_t;

use crate::limits::kilobytes;

/// What the descendants of a process use together.
pub(super) struct Usage {
    pub(super) processes: usize,
    pub(super) kilobytes: u64,
}

/// Memory that processes share counts once, where counting it more often would make a difference to `limit`.
pub(super) fn usage(root: pid_t, limit: u64) -> Usage {
    let tree = descendants(root);
    Usage {
        processes: tree.len(),
        kilobytes: memory(&tree, limit),
    }
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
