//! What a tree of processes uses, as `/proc` tells.

use libc::pid_t;

/// Kilobytes of memory that the descendants of a process have in use together. What they share counts once, where
/// counting it more often would make a difference to `limit`.
pub(super) fn memory(root: pid_t, limit: u64) -> u64 {
    let tree = descendants(root);
    let resident = total(&tree, "status", "VmRSS:");
    if resident <= limit || tree.len() < 2 {
        return resident;
    }
    match total(&tree, "smaps_rollup", "Pss:") {
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

/// The number behind a field such as `VmRSS:`.
pub(super) fn kilobytes(text: &str, field: &str) -> Option<u64> {
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
