//! The measurement of many readers, small: its servers serve, its clients hear everything, and it ends what it started.

use serde_json::Value;
use std::process::Command;

#[test]
fn readers_hear_all_that_is_published() {
    let output = Command::new(env!("CARGO_BIN_EXE_topboard"))
        .args(["--json", "bench", "fanout", "--clients", "20", "--repeats", "1", "--seconds", "0.5"])
        .args(["--servers", "limit,topboard"])
        .output()
        .expect("the program starts");
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let lines: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.iter().map(|line| &line["server"]).collect::<Vec<_>>(), ["limit", "topboard"]);
    for line in &lines {
        assert!(line["delivered_percent"].as_f64().is_some_and(|part| part > 99.0), "{line}");
        for figure in ["cpu_us", "p50_ms", "p99_ms", "kb_whole"] {
            assert!(line[figure].as_f64().is_some_and(|figure| figure > 0.0), "{figure}: {line}");
        }
    }
}
