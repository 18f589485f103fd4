//! Puts the memory map where the linker looks for it.

use std::{env, fs, path::PathBuf};

fn main() {
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where"));
    fs::write(folder.join("memory.x"), include_bytes!("memory.x")).expect("cargo's folder can be written");
    println!("cargo:rustc-link-search={}", folder.display());
    println!("cargo:rerun-if-changed=memory.x");
    println!("cargo:rerun-if-changed=build.rs");
}
