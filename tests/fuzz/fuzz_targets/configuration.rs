//! Any text as topboard.toml or as the wiring of a board on a Raspberry Pi: a set-up, or a complaint that names a line.
//! Never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use topboard::{config::Config, devices::pins::wiring::Wiring};

fuzz_target!(|text: &str| {
    let _ = Config::parse("fuzz", text);
    if let Err(complaint) = Wiring::parse("fuzz", text) {
        assert!(complaint.starts_with("fuzz, line "), "{complaint}");
    }
});
