//! The truth about a generated program: what happens with every combination of its inputs, by gcc's executable.

use std::path::Path;
use std::process::Command;

/// What can happen.
#[derive(Debug, Default)]
pub(crate) struct Truth {
    /// The values at each point of observation, sorted.
    pub(crate) values: Vec<Vec<i32>>,
    pub(crate) lock_misused: bool,
}

/// `None` if there are too many combinations.
pub(crate) fn of(text: &str, points: usize, folder: &Path) -> Option<Truth> {
    let mut program = String::from(
        "#include <stdlib.h>\nint input(int);\nvoid observe(int, int), acquire(void), release(void);\n",
    );
    for point in 0..points {
        program += &format!("#define CHECK_{point}(e) observe({point}, (int)(e))\n");
    }
    program += text;
    let (source, made) = (folder.join("truth.c"), folder.join("truth"));
    std::fs::write(&source, program).expect("a file can be written");
    let harness = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts/harness.c");
    let compiled = Command::new("gcc")
        .args([
            "-std=gnu11",
            "-O1",
            "-w",
            "-fwrapv",
            "-fno-strict-aliasing",
            "-o",
        ])
        .arg(&made)
        .args([&source, &harness])
        .output()
        .expect("gcc runs");
    let said = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{said}\n{text}");
    let run = Command::new(&made).output().expect("the program runs");
    match run.status.code() {
        Some(0) => Some(read(&String::from_utf8_lossy(&run.stdout), points)),
        Some(3 | 4) => None,
        code => panic!("{code:?}\n{text}"),
    }
}

fn read(seen: &str, points: usize) -> Truth {
    let mut truth = Truth {
        values: vec![Vec::new(); points],
        lock_misused: false,
    };
    for line in seen.lines() {
        match line.split_once(' ') {
            Some((point, value)) => {
                let point: usize = point.parse().expect("the number of a point");
                truth.values[point].push(value.parse().expect("a value"));
            }
            None => truth.lock_misused = true,
        }
    }
    truth.values.iter_mut().for_each(|v| v.sort_unstable());
    truth
}
