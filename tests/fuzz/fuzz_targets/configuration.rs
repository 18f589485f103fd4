//! Any text as topboard.toml: a set-up, or a complaint that names a line. Never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = topboard::config::Config::parse("fuzz", text);
});
