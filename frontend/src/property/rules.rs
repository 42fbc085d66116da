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
    Linux: "mutex";
};

/// All rules.
pub fn all() -> &'static [Rule] {
    RULES
}

/// The rule of a name.
pub fn find(name: &str) -> Option<Rule> {
    RULES.iter().find(|rule| rule.name == name).copied()
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
