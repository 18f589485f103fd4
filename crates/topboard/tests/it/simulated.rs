//! `topboard sim` for every maker in the README, read by the real program: every promised board exists and plays its
//! game.

use crate::rig::{Hall, config, folder, games_of, until};
use board::Maker;
use rustix::process::Signal;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0";
const SANS: [&str; 10] = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"];

/// Returns the names in the column `maker` of the README's table of boards.
fn readme_makers() -> Vec<Maker> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let text = fs::read_to_string(path).expect("the README is there");
    let rows = text.lines().skip_while(|line| !line.starts_with("| board | `maker` |")).skip(2);
    let cells = rows.take_while(|line| line.starts_with('|')).filter_map(|row| row.split('|').nth(2));
    let mut makers: Vec<Maker> = cells
        .flat_map(|cell| cell.split(','))
        .map(|name| Maker::parse(name.trim().trim_matches('`')).unwrap_or_else(|| panic!("no maker {name}")))
        .collect();
    makers.sort_unstable();
    makers.dedup();
    makers
}

/// A running `topboard sim`.
struct Simulated {
    child: Child,
    maker: Maker,
    link: PathBuf,
    seed: u16,
}

impl Simulated {
    fn start(folder: &Path, maker: Maker, seed: u16) -> Simulated {
        // A port with this prefix is taken for a human interface device.
        let prefix = if maker.facts().hid.is_some() { "hidraw" } else { "board-" };
        let link = folder.join(format!("{prefix}{seed}"));
        let child = Command::new(env!("CARGO_BIN_EXE_topboard"))
            .args(["sim", "--speed", "1.5", "--maker", maker.name(), "--seed", &seed.to_string(), "--pgn"])
            .arg(folder.join("game.pgn"))
            .arg("--link")
            .arg(&link)
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        Simulated { child, maker, link, seed }
    }

    fn path(&self) -> String {
        self.link.to_string_lossy().into_owned()
    }

    /// Returns the port that a table names.
    fn port(&self) -> String {
        match self.maker {
            Maker::DgtBus => format!("{}#{:05}", self.path(), self.seed),
            _ => self.path(),
        }
    }

    /// Returns whether the configuration must name the maker, as the README says.
    fn is_named(&self) -> bool {
        matches!(self.maker, Maker::DgtBus | Maker::Novag | Maker::Pegasus | Maker::SquareOff)
    }
}

impl Drop for Simulated {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_maker_of_the_readme_is_simulated_and_read() {
    let makers = readme_makers();
    assert_eq!(makers, Maker::ALL, "the README names every maker");
    let help =
        Command::new(env!("CARGO_BIN_EXE_topboard")).args(["sim", "--help"]).output().expect("it starts");
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    let folder = folder("simulated");
    fs::write(folder.join("game.pgn"), GAME).expect("the folder can be written");
    let mut boards = Vec::new();
    // Every third board stands the other way round; some of these cannot tell before the first move.
    for (maker, seed) in makers.into_iter().zip((1..).filter(|seed| seed % 3 != 0)) {
        assert!(help.contains(maker.name()), "{} in {help}", maker.name());
        boards.push(Simulated::start(&folder, maker, seed));
    }
    until("every board has its port", || boards.iter().all(|board| board.link.exists())).await;
    let ports: Vec<String> = boards.iter().map(Simulated::port).collect();
    let file = config(&folder, &ports);
    let named: Vec<String> = boards
        .iter()
        .filter(|board| board.is_named())
        .map(|board| format!("{:?} = {:?}", board.path(), board.maker.name()))
        .collect();
    let devices = format!("discover = false\nmakers = {{ {} }}\n", named.join(", "));
    let text = fs::read_to_string(&file).expect("it was written").replace("discover = false\n", &devices);
    fs::write(&file, text).expect("the folder can be written");
    let mut hall = Hall::start(&file);
    let sans = SANS.map(str::to_owned).to_vec();
    let wanted: Vec<(u16, Vec<String>)> =
        (1..).zip(&boards).map(|(table, _)| (table, sans.clone())).collect();
    // Ten programs play; a busy machine may need long for that.
    until("every game was played", || games_of(&hall.get("/all-games.pgn")) == wanted).await;
    assert!(!hall.log().contains("no such port"), "a board on a bus is no port: {}", hall.log());
    assert_eq!(hall.signal(Signal::TERM), Some(0));
}
