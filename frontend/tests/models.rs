//! The models of library functions against the library: one C program that calls them all with
//! random arguments, run by the interpreter with our models and as gcc's executable.

use frontend::{Config, Input, compile};
use interp::{Exit, RunConfig, Script};
use ir::library::{LibraryEffect, effect};
use ir::types::DataModel;
use std::path::{Path, PathBuf};
use std::process::Command;

const SEEDS: u32 = 12;

fn program() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models/against_libc.c")
}

fn expected(exe: &Path, seed: u32) -> i32 {
    let status = Command::new(exe).arg(seed.to_string()).status();
    let code = status.expect("the executable runs").code();
    code.expect("the executable exits")
}

fn agree(model: DataModel, flag: &str) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let exe = dir.path().join("a.out");
    let built = Command::new("gcc")
        .args([flag, "-fno-builtin", "-o"])
        .arg(&exe)
        .arg(program())
        .status();
    assert!(built.expect("gcc runs").success());
    let config = Config {
        model,
        models: true,
        ..Config::default()
    };
    let compiled = compile(&[Input::File(program())], &config).expect("the program compiles");
    for entry in &compiled.program.ledger.entries {
        let primitive = effect(&entry.construct).is_some_and(LibraryEffect::is_primitive);
        assert!(primitive, "{} has no model", entry.construct);
    }
    for seed in 0..SEEDS {
        let run = RunConfig {
            args: vec!["a.out".into(), seed.to_string()],
            ..RunConfig::default()
        };
        let outcome = interp::run(&compiled.program, &run, &mut Script::default());
        assert_eq!(
            outcome.exit,
            Exit::Code(expected(&exe, seed)),
            "seed {seed}"
        );
    }
}

#[test]
fn models_do_what_the_library_does_lp64() {
    agree(DataModel::Lp64, "-m64");
}

#[test]
fn models_do_what_the_library_does_ilp32() {
    agree(DataModel::Ilp32, "-m32");
}
