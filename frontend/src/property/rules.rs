//! The built-in rules: specifications that come with the tool, for drivers of Windows and Linux.
//!
//! A rule is a file under `rules/`; it opens with a comment whose first line is its summary, and the
//! rest its documentation. `corpus/rules` has a program that obeys and one that violates each.

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    pub name: &'static str,
    /// The operating system whose drivers it is for.
    pub system: System,
    /// The specification.
    pub text: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum System {
    Linux,
    Windows,
}

macro_rules! rules {
    ($($system:ident: $($name:literal)*;)*) => {
        &[$($(Rule {
            name: $name,
            system: System::$system,
            text: include_str!(concat!("rules/", $name, ".spec")),
        },)*)*]
    };
}

const RULES: &[Rule] = rules! {
    Linux: "alloc_spinlock" "bitops" "cdev" "chrdev" "class" "clk" "clk_reference" "debugfs"
        "device_register" "dma_coherent" "dma_map" "dma_pool" "driver" "firmware" "gpio" "hwmon"
        "i2c_client" "ida" "input_device" "interrupt" "io_region" "ioremap" "irq" "irq_flags"
        "irq_line" "kmem_cache" "kobject" "kthread" "memory" "misc_device" "mmio" "module" "mutex"
        "napi" "netdev" "notifier" "of_node" "pci_device" "platform_device" "pm_runtime"
        "pm_runtime_enable" "probe_result" "rcu" "regulator" "reset_control" "rtnl" "rwlock"
        "semaphore" "sleep_atomic" "spinlock" "srcu" "tasklet" "timer" "unset_function" "urb"
        "usb_device" "usblock" "wait_queue" "watchdog" "work" "workqueue";
    Windows: "cancel_spin_lock" "complete_once" "critical_region" "fast_mutex" "irp_forward" "irql"
        "ke_spin_lock" "object_reference" "passive_level" "pending" "pool" "remove_lock";
};

/// All rules.
pub fn all() -> &'static [Rule] {
    RULES
}

/// The rule of a name.
pub fn find(name: &str) -> Option<Rule> {
    RULES.iter().find(|rule| rule.name == name).copied()
}

/// Names that are less like each other are not taken for one another.
const MIN_NAME_SIMILARITY: f64 = 0.8;

/// How many rules are worth a look in place of one that does not exist.
const MAX_SUGGESTED_RULES: usize = 3;

/// The question whether one of the rules was meant whose names are like this one.
pub fn did_you_mean(name: &str) -> Option<String> {
    let likeness = |rule: &Rule| (strsim::jaro_winkler(name, rule.name), rule.name);
    let mut near: Vec<(f64, &str)> = RULES.iter().map(likeness).collect();
    near.retain(|&(likeness, _)| likeness >= MIN_NAME_SIMILARITY);
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    let names: Vec<&str> = near
        .iter()
        .take(MAX_SUGGESTED_RULES)
        .map(|&(_, name)| name)
        .collect();
    match names.split_last() {
        None => None,
        Some((last, [])) => Some(format!("did you mean {last}?")),
        Some((last, others)) => Some(format!("did you mean {} or {last}?", others.join(", "))),
    }
}

impl System {
    pub fn name(self) -> &'static str {
        match self {
            Self::Linux => "Linux",
            Self::Windows => "Windows",
        }
    }
}

impl Rule {
    /// What messages call its text.
    pub fn file_name(&self) -> String {
        format!("<rule {}>", self.name)
    }

    /// One line that says what it is about.
    pub fn summary(&self) -> &'static str {
        let first = self.text.lines().next().unwrap_or_default();
        first.trim_start_matches('/').trim()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::Property;

    #[test]
    fn every_rule_is_read_and_documented() {
        for rule in all() {
            let mut none = |_: &str| Err(std::io::ErrorKind::NotFound.into());
            let text = rule.text.as_bytes();
            if let Err(failure) = Property::parse_spec(rule.name, text, &mut none) {
                panic!("{}", failure.diagnostics.render(&failure.sources));
            }
            assert!(rule.text.starts_with("// "), "{}", rule.name);
            assert!(rule.summary().ends_with('.'), "{}", rule.name);
            assert!(rule.text.contains("\n//\n// "), "{}", rule.name);
        }
    }
}
