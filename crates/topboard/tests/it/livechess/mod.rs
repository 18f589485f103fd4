//! The interface of LiveChess in the whole program, and those who ask it.

mod client;
mod interface;
mod ntfy;
mod odd_clients;
mod strict;
mod unruly;

use std::{fs, path::Path};

/// The usual starting position.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Writes a configuration with the interface at this port, and these lines more in its section.
fn with_livechess(config: &Path, port: u16, more: &str) {
    let text = fs::read_to_string(config).expect("it was written");
    let section = format!("[livechess]\nport = {port}\n{more}");
    fs::write(config, format!("{section}{text}")).expect("the folder can be written");
}
