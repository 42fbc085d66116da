//! How long the families of the papers take: by engine, and with each optimisation switched off.
//!
//! `cargo bench -p checker --bench families [FILTER]`. The table of docs/benchmarks.md comes from
//! `cargo run --release -p checker --example benchmarks`, which runs the same cases.

#[path = "../examples/benchmarks/cases.rs"]
mod cases;

use cases::Case;
use checker::families::{Property, Version};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;

/// Cases that take well under a second.
fn small() -> Vec<Case> {
    vec![
        cases::tn(100),
        cases::tn(1000),
        cases::quicksort(3, 6, Version::Faulty, Property::Termination),
        cases::quicksort(3, 6, Version::Corrected, Property::Termination),
        cases::quicksort(3, 4, Version::Corrected, Property::Sorted),
        cases::random(1, 100),
        cases::random(1, 1000),
        cases::driver(1, 300, 60, true),
    ]
}

fn families(criterion: &mut Criterion) {
    for case in small() {
        let program = case.program();
        let mut group = criterion.benchmark_group(case.name.as_str());
        group
            .sample_size(10)
            .warm_up_time(Duration::from_millis(500));
        for (name, config) in cases::configs() {
            group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
                bencher.iter(|| {
                    let session = checker::Session::new(black_box(&program), &[], &config);
                    session.and_then(|session| session.check(&case.query))
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, families);
criterion_main!(benches);
