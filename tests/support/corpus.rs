//! The tasks of `corpus/drivers` and `corpus/rules`.

use std::path::{Path, PathBuf};

/// A program, its property, and the verdict that is expected of it.
pub(crate) struct Task {
    pub(crate) folder: PathBuf,
    pub(crate) name: String,
    pub(crate) file: String,
    pub(crate) property: String,
    pub(crate) code: i32,
    pub(crate) violation: Option<String>,
}

/// All of them, in order.
pub(crate) fn tasks() -> Vec<Task> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut tasks = Vec::new();
    for folder in folders(&corpus.join("drivers")) {
        let text = std::fs::read_to_string(folder.join("task.toml")).expect("a task has its file");
        let field = |name: &str| {
            let line = text
                .lines()
                .find_map(|l| l.strip_prefix(name)?.trim().strip_prefix('='))?;
            Some(line.trim().trim_matches('"').to_owned())
        };
        let wanted = |name: &str| field(name).unwrap_or_else(|| panic!("{folder:?} has no {name}"));
        let property = wanted("property");
        tasks.push(task(&folder, &wanted("correct"), &property, 0, None));
        tasks.push(task(
            &folder,
            &wanted("broken"),
            &property,
            10,
            field("violation"),
        ));
    }
    for folder in folders(&corpus.join("rules")) {
        let rule = name_of(&folder);
        tasks.push(task(&folder, "good.c", &rule, 0, None));
        tasks.push(task(&folder, "bad.c", &rule, 10, None));
    }
    tasks
}

fn task(folder: &Path, file: &str, property: &str, code: i32, violation: Option<String>) -> Task {
    let kind = folder.parent().map(name_of).unwrap_or_default();
    Task {
        folder: folder.to_owned(),
        name: format!("{kind}/{}/{file}", name_of(folder)),
        file: file.to_owned(),
        property: property.to_owned(),
        code,
        violation,
    }
}

fn folders(path: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(path).expect("the corpus is there");
    let mut found: Vec<PathBuf> = entries
        .flatten()
        .map(|e| e.path())
        .filter(|p| p.is_dir())
        .collect();
    found.sort();
    found
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_default()
}
