//! Twenty DGT boards on one cable in bus mode, behind one port: the real program, the real driver, a bad line.
//!
//! Promised: the games in `/games.pgn` are the games that were played, each at the table that names its board's serial
//! number, including the moves made while the cable was out; the journal, folded again, publishes the same.

use crate::rig::{Hall, Viewer, check_journal, folder, until};
use board::{
    Contents,
    dgt::{
        ClockState,
        bus::{Slave, Strand},
    },
};
use rustix::process::Signal;
use shakmaty::{Board, ByColor, Color, Piece, Role, Square};
use std::{
    fs,
    path::Path,
    process::Command,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::time::{Instant, sleep_until};
use topboard::devices::pty::Pty;

const BOARDS: u16 = 20;
const FIRST: u16 = 1001;
/// One answer in this many is garbled on the way.
const GARBLE_EVERY: usize = 40;

/// The moves that every pair of players makes.
const MOVES: [(Square, Square, Piece); 8] = [
    (Square::E2, Square::E4, man(Color::White, Role::Pawn)),
    (Square::E7, Square::E5, man(Color::Black, Role::Pawn)),
    (Square::G1, Square::F3, man(Color::White, Role::Knight)),
    (Square::B8, Square::C6, man(Color::Black, Role::Knight)),
    (Square::B1, Square::C3, man(Color::White, Role::Knight)),
    (Square::G8, Square::F6, man(Color::Black, Role::Knight)),
    (Square::D2, Square::D4, man(Color::White, Role::Pawn)),
    (Square::E5, Square::D4, man(Color::Black, Role::Pawn)),
];
const SANS: [&str; 8] = ["e4", "e5", "Nf3", "Nc6", "Nc3", "Nf6", "d4", "exd4"];

/// A wish of somebody in the hall for all boards.
#[derive(Debug, Clone, Copy, Default)]
struct Wish {
    plies: usize,
    unplugged: bool,
}

const fn man(color: Color, role: Role) -> Piece {
    Piece { color, role }
}

/// The boards, their players, and the line.
struct Room {
    pty: Pty,
    strand: Strand,
    wish: Arc<Mutex<Wish>>,
    plies: Arc<Mutex<usize>>,
    answers: usize,
}

impl Room {
    fn new(pty: Pty) -> Room {
        let boards = (FIRST..FIRST + BOARDS).map(|address| Slave::new(address, &Board::new())).collect();
        Room { pty, strand: Strand::new(boards), wish: Arc::default(), plies: Arc::default(), answers: 0 }
    }

    /// Plays each ply on all boards within a second and a half: lift, place, press.
    async fn run(mut self) {
        let start = Instant::now();
        let now = || start.elapsed().as_millis() as u64;
        let mut buffer = [0; 1024];
        let (mut made, mut stage, mut next_ms) = (0, 0, 0);
        self.press_all(0, Color::White, 0);
        loop {
            let t = now();
            let wish = *self.wish.lock().expect("nobody panics holding it");
            self.strand.advance(t);
            if made < wish.plies && t >= next_ms {
                let (from, to, piece) = MOVES[made];
                for address in FIRST..FIRST + BOARDS {
                    let board = self.strand.board(address).expect("it is there");
                    match stage {
                        0 => board.set_square(t, from, Contents::Empty),
                        1 => board.set_square(t, to, Contents::Piece(piece)),
                        _ => {}
                    }
                }
                if stage == 2 {
                    made += 1;
                    self.press_all(t, !piece.color, made as u32);
                    *self.plies.lock().expect("nobody panics holding it") = made;
                }
                stage = (stage + 1) % 3;
                next_ms = t + 500;
            }
            while let Some(mut bytes) = self.strand.poll_transmit() {
                self.answers += 1;
                if self.answers.is_multiple_of(GARBLE_EVERY) {
                    bytes[2] ^= 0x10;
                }
                if !wish.unplugged {
                    self.pty.write(&bytes);
                }
            }
            let due = self.strand.next_deadline().map_or(t + 20, |due| due.clamp(t, t + 20));
            tokio::select! {
                read = self.pty.read(&mut buffer) => {
                    let length = read.expect("the pseudo-terminal works");
                    if !wish.unplugged {
                        self.strand.handle_bytes(now(), &buffer[..length]);
                    }
                }
                () = sleep_until(start + Duration::from_millis(due)) => {}
            }
        }
    }

    fn press_all(&mut self, t: u64, running: Color, plies: u32) {
        let left_ms = ByColor { white: 5_400_000 - plies * 1000, black: 5_400_000 - plies * 1000 };
        for board in &mut self.strand.boards {
            board.set_clock(t, ClockState { left_ms, running: Some(running), lever: running });
        }
    }
}

fn write_config(folder: &Path, port: &str) -> std::path::PathBuf {
    let mut text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\n[data]\nfolder = {:?}\n[devices]\ndiscover = false\nports = [{port:?}]\n\
         makers = {{ {port:?} = \"dgt-bus\" }}\n",
        folder.join("data")
    );
    for table in 1..=BOARDS {
        // The first board sits at the last table: the serial number counts, not the order in which boards are found.
        text.push_str(&format!("[[table]]\nnumber = {table}\nserial = \"{}\"\n", FIRST + BOARDS - table));
    }
    let path = folder.join("topboard.toml");
    fs::write(&path, text).expect("the folder can be written");
    path
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_boards_on_one_cable_play_their_games() {
    let folder = folder("bus");
    let room = Room::new(Pty::open().expect("a pseudo-terminal"));
    let (wish, plies) = (Arc::clone(&room.wish), Arc::clone(&room.plies));
    let port = room.pty.path().to_owned();
    let wants = |wanted: Wish| *wish.lock().expect("nobody panics holding it") = wanted;
    let made = || *plies.lock().expect("nobody panics holding it");
    tokio::spawn(room.run());
    check_listing(&port);
    let mut hall = Hall::start(&write_config(&folder, &port));
    let viewer = Viewer::of(&hall);
    until("every board is live", || {
        viewer.tables().len() == usize::from(BOARDS)
            && viewer.tables().values().all(crate::rig::Seen::is_live)
    })
    .await;
    wants(Wish { plies: 4, unplugged: false });
    until("four plies are made", || made() == 4).await;
    // Nobody hears the boards any more, and two plies are played.
    wants(Wish { plies: 4, unplugged: true });
    until("the boards are missed", || {
        viewer.tables().values().all(|seen| seen.links.last().is_some_and(|state| state == "lost"))
    })
    .await;
    wants(Wish { plies: 6, unplugged: true });
    until("six plies are made", || made() == 6).await;
    // Nobody could tell what came first if a board was read again only after the next moves.
    wants(Wish { plies: 6, unplugged: false });
    until("the boards are heard again", || {
        viewer.tables().values().all(|seen| seen.links.last().is_some_and(|state| state == "live"))
    })
    .await;
    wants(Wish { plies: 8, unplugged: false });
    until("all plies are made", || made() == 8).await;
    let sans = SANS.map(str::to_owned).to_vec();
    let wanted: Vec<(u16, Vec<String>)> = (1..=BOARDS).map(|table| (table, sans.clone())).collect();
    hall.expect_games(&wanted).await;
    let published = hall.get("/all-games.pgn");
    viewer.task.abort();
    assert_eq!(hall.signal(Signal::TERM), Some(0));
    check_journal(&folder.join("data/journal/hall.journal"), &published);
}

/// Checks that `topboard boards --bus` lists all boards.
fn check_listing(port: &str) {
    let output = Command::new(env!("CARGO_BIN_EXE_topboard"))
        .args(["boards", "--bus", "--json", "--seconds", "20", port])
        .output()
        .expect("the program starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text} {}", String::from_utf8_lossy(&output.stderr));
    for address in FIRST..FIRST + BOARDS {
        assert!(text.contains(&format!("\"serial\":\"{address:05}\"")), "{address} in {text}");
    }
}
