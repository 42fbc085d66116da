//! How long the families of the papers take: by engine, and with each optimisation switched off.
//!
//! `cargo bench -p checker --bench families [FILTER]`. The table of docs/benchmarks.md comes from
//! `cargo run --release -p checker --example benchmarks`, which runs the same cases.

#[path = "../examples/benchmarks/cases.rs"]
mod cases;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;

fn families(criterion: &mut Criterion) {
    for case in cases::small() {
        let program = case.program();
        let mut group = criterion.benchmark_group(case.name.as_str());
        group
            .sample_size(10)
            .warm_up_time(Duration::from_millis(500));
        for (name, config) in cases::configs() {
            group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
                bencher.iter(|| checker::check(black_box(&program), &case.query, &config));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, families);
criterion_main!(benches);
