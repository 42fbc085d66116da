//! Lets the targets find the Z3 library that `./setup` fetched.

fn main() {
    let root = std::env::var("CARGO_MANIFEST_DIR").expect("set by cargo");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{root}/../third_party/z3/lib");
    println!("cargo:rerun-if-changed=build.rs");
}
