//! A home-made board on the bench: `topboard boards` and `topboard sensor` with the simulated one.

use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

/// A running `topboard sim`, ended with the test.
struct Sim {
    child: Child,
    port: String,
}

impl Sim {
    fn of(maker: &str) -> Sim {
        let mut child = Command::new(env!("CARGO_BIN_EXE_topboard"))
            .args(["sim", "--maker", maker, "--seed", "7"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut port = String::new();
        let output = child.stdout.take().expect("it was asked for");
        BufReader::new(output).read_line(&mut port).expect("it says its port");
        Sim { child, port: port.trim().to_owned() }
    }
}

impl Drop for Sim {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn check(arguments: &[&str], code: i32, wanted: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_topboard")).args(arguments).output().expect("it starts");
    let said =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert_eq!(output.status.code(), Some(code), "{arguments:?} said {said}");
    for word in wanted {
        assert!(said.contains(word), "{arguments:?} said {said}");
    }
}

#[test]
fn a_home_made_board_is_told_apart_asked_and_refuses_what_it_cannot_do() {
    let sim = Sim::of("home");
    check(&["boards", "--json", &sim.port], 0, &["Topboard sensor board", "0000000000000007"]);
    check(&["sensor", &sim.port, "health"], 0, &["sensors             switches", "dead sensors        none"]);
    check(&["sensor", &sim.port, "calibrate-empty"], 2, &["there is nothing to calibrate"]);
    check(&["sensor", &sim.port, "update"], 2, &["hold BOOTSEL"]);
}

#[test]
fn another_makers_board_is_not_spoken_to() {
    let sim = Sim::of("dgt");
    check(&["sensor", &sim.port, "health"], 2, &["no home-made board answers on this port"]);
}
