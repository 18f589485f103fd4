//! The client berserk of PyPI, which `./check` installs from tests/clients.txt, with the strict Lichess: what other programs take
//! the real one for, this one is; and our games are games to them.

use super::{pgn, program::TOKEN, server::Server};
use crate::{
    rig::{Hall, config, folder, games_of},
    seat::{Seat, game},
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn berserk_pushes_our_games_and_reads_them_back() {
    let server = Server::start(TOKEN);
    let folder = folder("berserk");
    let seat = Seat::new(&folder, 1, game(3, 12));
    let hall = Hall::start(&config(&folder, std::slice::from_ref(&seat.port)));
    hall.expect_games(&[(1, seat.wanted.clone())]).await;
    let file = folder.join("games.pgn");
    fs::write(&file, hall.get("/games.pgn")).expect("the folder can be written");

    let python = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("../clients/bin/python");
    let output = Command::new(python)
        .arg(Path::new("tests/it/lichess/with_berserk.py"))
        .args([&format!("http://{}", server.address), TOKEN])
        .arg(&file)
        .output()
        .expect("berserk is installed; ./check installs it");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said} {}", String::from_utf8_lossy(&output.stderr));
    let read: Vec<_> = said.split("===").filter(|text| !text.trim().is_empty()).collect();
    assert_eq!(read.len(), 1, "{said}");
    assert_eq!(pgn::read(read[0].trim_start()).expect("it can be read").moves, seat.wanted);
    assert_eq!(games_of(read[0])[0].1, seat.wanted);
    assert_eq!(server.state().fake.violations, [""; 0]);
}
