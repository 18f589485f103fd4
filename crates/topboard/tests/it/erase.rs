//! A round erased from a journal: what is left verifies, goes on, and says what is gone; a kill costs nothing.

use crate::{
    rig::{Hall as Program, config, folder, games_of, until},
    seat::{Seat, game},
};
use board::Maker;
use game::{CommandJson as Said, OrderJson, Player};
use hall::{BoardChoice, Body, Hall, HallSetup, Stamp, TableSetup, WallTime};
use shakmaty::ByColor;
use sim::{Rng, Trouble};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread::sleep,
    time::Duration,
};
use topboard::{
    commands::simulate::device,
    journal_files::{
        signing::signing_key::Key,
        storage::{FOLDER, Folder, file_name},
        writer::{self, JournalWriter},
    },
};

fn topboard(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_topboard")).args(arguments).output().expect("the program starts")
}

fn check(arguments: &[&str], code: i32, part: &str) -> String {
    let output = topboard(arguments);
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    assert!(said.contains(part), "{arguments:?} does not say {part:?}: {said}");
    said
}

fn setup(round: u64) -> Body {
    let player = |name: &str| Player { name: format!("{name} {round}"), ..Player::default() };
    let table = TableSetup {
        table: 1,
        board: BoardChoice::Any,
        players: ByColor { white: player("Alicja"), black: player("Bogdan") },
        clock: true,
        clock_port: None,
        chess960: false,
        fen: None,
        stands: hall::Stands::default(),
    };
    let setup = HallSetup {
        event: "Spring \"Open\"".to_owned(),
        round: round.to_string(),
        tables: vec![table],
        ..HallSetup::default()
    };
    Body::Setup { t_ms: round * 10_000, setup: Box::new(setup) }
}

/// A hall and its journal.
struct Writing {
    journal: JournalWriter,
    hall: Hall,
}

impl Writing {
    /// Writes an input and what the hall publishes of it.
    fn feed(&mut self, body: &Body) {
        let seq = self.journal.append(body);
        let (t_ms, input) = (body.t_ms().unwrap_or_default(), body.clone().into_input());
        if let Some(input) = input {
            self.hall.handle(Stamp { seq, t_ms }, &input).expect("it can be done");
        }
        while let Some(output) = self.hall.poll() {
            let hall::Output::Publish(publication) = output else { continue };
            self.journal
                .append(&Body::Published { t_ms: self.hall.now_ms(), publication: Box::new(publication) });
        }
    }
}

/// Makes a journal of three rounds with two files each. The first file alone tells the key; every file is signed.
fn rounds(data: &Path) -> PathBuf {
    let key = Key::of_folder(data).expect("it can be made");
    let storage = Folder::lock(data).expect("nobody else has it");
    let journal = JournalWriter::open_on(storage, 1 << 20, |_, _| ()).expect("it can be begun").journal;
    let mut writing = Writing { journal, hall: Hall::new() };
    writing.feed(&Body::Key { t_ms: 0, key: key.public() });
    for round in 1..=3 {
        if round > 1 {
            writing.journal.begin_segment();
        }
        let t_ms = round * 10_000;
        writing.feed(&setup(round));
        writing.feed(&Body::Opened { t_ms, link: 1, port: "p".to_owned(), maker: Maker::Dgt });
        for n in 0..20 {
            writing.feed(&Body::Bytes { t_ms: t_ms + n, link: 1, bytes: vec![round as u8; 30] });
        }
        let text = format!("Alicja {round} said so");
        let command = Said {
            order: OrderJson::Note { text },
            game: None,
            author: Some("A. Nowak".to_owned()),
            login: None,
            staged: None,
        };
        writing.feed(&Body::Command { t_ms: t_ms + 100, table: 1, command });
        writing.journal.sign(t_ms + 100, &key);
        writing.journal.begin_segment();
        for n in 0..20 {
            writing.feed(&Body::Bytes { t_ms: t_ms + 200 + n, link: 1, bytes: vec![round as u8; 30] });
        }
        writing.feed(&Body::Wall { t_ms: t_ms + 300, wall: WallTime::untrusted(1_795_281_661_012) });
        writing.journal.sign(t_ms + 300, &key);
    }
    assert!(writing.journal.close(), "the disk takes it");
    data.join(FOLDER)
}

fn file(data: &Path, segment: u32) -> PathBuf {
    data.join(FOLDER).join(file_name(segment))
}

const WHO: [&str; 4] = ["--by", "A. Nowak", "--why", "kept for a year"];

fn erase<'a>(name: &'a str, round: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["erase", name, "--round", round], &WHO[..], more].concat()
}

/// Returns the text of all files, packed ones unpacked.
fn text(data: &Path) -> String {
    let mut text = String::new();
    writer::read_at(&data.join(FOLDER), |_, body| text.push_str(&body.emit())).expect("it can be read");
    text
}

#[test]
fn a_round_is_erased_with_its_archives_and_the_rest_verifies() {
    let data = folder("erase");
    rounds(&data);
    let name = data.to_string_lossy().into_owned();
    let key = journal::hex::emit(&Key::of_folder(&data).expect("there").public());
    let head = |said: &str| said.split("head ").nth(1).expect("it names the head")[..64].to_owned();
    let whole = head(&check(&["verify", &name, "--key", &key], 0, "whole"));
    check(&["archive", "--keep", &file(&data, 3).to_string_lossy()], 0, ".gz: ");
    check(&["archive", &file(&data, 4).to_string_lossy()], 0, ".gz: ");
    let listed = check(&["erase", &name], 0, "round \"3\": 2 files");
    assert!(listed.contains("--round"), "{listed}");
    check(&["erase", &name, "--round", "2"], 64, "--by NAME");
    check(&erase(&name, "2", &[]), 64, "nothing was erased");
    check(&erase(&name, "9", &["--yes"]), 1, "has no round \"9\"");
    assert!(text(&data).contains("Alicja 2"));
    check(&erase(&name, "2", &["--yes"]), 0, "2 files");
    assert!(!text(&data).contains("Alicja 2") && text(&data).contains("Alicja 3"));
    assert!(file(&data, 3).exists() && file(&data, 4).exists());
    for segment in [3, 4] {
        let packed = format!("{}.gz", file(&data, segment).display());
        assert!(!Path::new(&packed).exists(), "{packed}");
    }
    let said = check(&["verify", &name, "--key", &key], 0, "whole");
    assert_eq!(head(&said), whole, "the rest has the same head");
    assert_eq!(said.matches("Round 2 of Spring \"Open\" (records ").count(), 2, "{said}");
    assert!(said.contains("by A. Nowak: kept for a year. The key "), "{said}");
    check(&["verify", &file(&data, 3).to_string_lossy()], 0, "whole, records ");
    check(&["verify", &name, "--json"], 0, "\"by\":\"A. Nowak\"");
    // Every other command sees the erasure and says so.
    check(&["replay", &name], 0, "round 2 of Spring \"Open\" (records ");
    check(&["export", &name, "--csv", "-"], 0, "nothing of it is exported");
    let case =
        check(&["export", &name, "--case", "--table", "1", "--from", "30000", "--to", "30100"], 0, "Remark");
    assert!(case.contains("was erased on "), "{case}");
    let copy = data.join("copy.journal");
    check(&["recover", &name, "--out", &copy.to_string_lossy()], 0, "Not lost but erased: round 2");
    assert_eq!(head(&check(&["verify", &copy.to_string_lossy(), "--key", &key], 0, "whole")), whole);
    check(&["archive", &name], 0, ".gz: ");
    assert!(file(&data, 3).exists(), "a tombstone is not packed");
    check(&["verify", &name], 0, "whole");
    check(&erase(&name, "2", &["--yes"]), 0, "Nothing is left of it");
    // Only the first file told the key: its tombstone passes it on.
    check(&erase(&name, "1", &["--yes"]), 0, "2 files");
    assert_eq!(head(&check(&["verify", &name, "--key", &key], 0, "signed up to record ")), whole);
    check(&["verify", &name], 0, "whole");
}

#[test]
fn the_last_round_goes_only_when_it_is_over_and_the_hall_goes_on() {
    let folder = folder("erase-last");
    let config = config(&folder, &[]);
    let data = folder.join("data");
    rounds(&data);
    let name = data.to_string_lossy().into_owned();
    let said = check(&erase(&name, "3", &["--yes"]), 1, "may be in play");
    assert!(said.contains("--over"), "{said}");
    for round in ["3", "1", "2"] {
        check(&erase(&name, round, &["--yes", "--over"]), 0, "It is erased");
    }
    assert!(file(&data, 7).exists(), "the hall has a file to go on in");
    assert!(!text(&data).contains("Alicja"));
    check(&["verify", &name], 0, "whole");
    let mut hall = Program::start(&config);
    check(&erase(&name, "3", &["--yes"]), 2, "in use by another topboard");
    assert_eq!(hall.signal(rustix::process::Signal::TERM), Some(0), "{}", hall.log());
    let said = check(&["verify", &name], 0, "whole");
    assert_eq!(said.matches("(records ").count(), 6, "{said}");
    check(&["replay", &name], 0, "");
    let index = fs::read_to_string(data.join(FOLDER).join("index")).expect("it is there");
    assert_eq!(index.matches("\"erased\":true").count(), 6, "{index}");
}

#[test]
fn nothing_is_erased_from_a_journal_that_cannot_be_vouched_for() {
    let data = folder("erase-refused");
    rounds(&data);
    let name = data.to_string_lossy().into_owned();
    let sound = fs::read(file(&data, 2)).expect("there");
    let mut bad = sound.clone();
    bad[50] ^= 1;
    fs::write(file(&data, 2), &bad).expect("it can be written");
    check(&erase(&name, "1", &["--yes"]), 1, "not whole");
    fs::write(file(&data, 2), &sound).expect("it can be written");
    let seed = fs::read(data.join("evidence.key")).expect("there");
    fs::remove_file(data.join("evidence.key")).expect("it can be removed");
    check(&erase(&name, "1", &["--yes"]), 1, "put evidence.key back");
    fs::write(data.join("evidence.key"), "22".repeat(32)).expect("it can be written");
    check(&erase(&name, "1", &["--yes"]), 1, "never signed in it");
    fs::write(data.join("evidence.key"), seed).expect("it can be written");
    check(&["erase", &name, "--round", "1", "--by", &"x".repeat(500), "--why", "y", "--yes"], 1, "say less");
    assert!(text(&data).contains("Alicja 1"));
    check(&["erase", "/nowhere"], 1, "give the folder");
}

/// Copies the journal's folder and its key.
fn copy(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to.join(FOLDER)).expect("the folder can be written");
    fs::copy(from.join("evidence.key"), to.join("evidence.key")).expect("it is there");
    for entry in fs::read_dir(from.join(FOLDER)).expect("it is there") {
        let entry = entry.expect("it can be read");
        fs::copy(entry.path(), to.join(FOLDER).join(entry.file_name())).expect("the folder can be written");
    }
}

/// Checks the state after a kill: the journal is whole, every file of the round is whole or a tombstone, and the
/// command finishes.
fn check_after_kill(data: &Path, head: &str, what: &str) {
    let name = data.to_string_lossy().into_owned();
    let said = check(&["verify", &name], 0, "whole");
    let stones = said.matches("(records ").count();
    let left = text(data).matches("said so").count();
    // The first file of the round holds the note.
    assert!(stones <= 2 && left >= 2 && (left == 3 || stones >= 1), "{what}: {stones} tombstones: {said}");
    check(&erase(&name, "2", &["--yes"]), 0, "");
    let said = check(&["verify", &name], 0, "whole");
    assert!(said.contains(head) && said.matches("(records ").count() == 2, "{what}: {said}");
    assert_eq!(text(data).matches("said so").count(), 2, "{what}");
    let packed = fs::read_dir(data.join(FOLDER)).expect("it is there").flatten();
    let packed: Vec<_> =
        packed.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "gz")).collect();
    assert!(packed.is_empty(), "{what}: {packed:?}");
}

#[test]
fn a_kill_at_any_instant_leaves_the_records_or_the_tombstone() {
    let base = folder("erase-kill");
    let (whole, data) = (base.join("whole"), base.join("data"));
    fs::create_dir_all(&whole).expect("the folder can be written");
    rounds(&whole);
    check(&["archive", "--keep", &file(&whole, 3).to_string_lossy()], 0, ".gz: ");
    check(&["archive", &file(&whole, 4).to_string_lossy()], 0, ".gz: ");
    let said = check(&["verify", &whole.to_string_lossy()], 0, "whole");
    let head = said.split("head ").nth(1).expect("it names the head")[..64].to_owned();
    let done = base.join("done");
    copy(&whole, &done);
    check(&erase(&done.to_string_lossy(), "2", &["--yes"]), 0, "It is erased");
    let seed = std::env::var("TOPBOARD_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    eprintln!("TOPBOARD_SEED={seed}");
    let mut rng = Rng::new(seed);
    let mut unfinished = 0;
    for kill in 0..40 {
        copy(&whole, &data);
        let mut child = Command::new(env!("CARGO_BIN_EXE_topboard"))
            .args(erase(&data.to_string_lossy(), "2", &["--yes"]))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        sleep(Duration::from_micros(rng.below(60_000)));
        let _ = child.kill();
        unfinished += usize::from(!child.wait().expect("it ends").success());
        check_after_kill(&data, &head, &format!("kill {kill}"));
    }
    eprintln!("{unfinished} of 40 kills came before the end");
    // States that a kill can leave behind, made by hand: between any two steps, and within each write.
    let stone = fs::read(file(&done, 3)).expect("there");
    let fresh = |data: &Path| PathBuf::from(format!("{}.new", file(data, 3).display()));
    for length in [0, 1, stone.len() / 2, stone.len() - 1, stone.len()] {
        copy(&whole, &data);
        fs::write(fresh(&data), &stone[..length]).expect("it can be written");
        check_after_kill(&data, &head, &format!("{length} bytes written"));
    }
    copy(&whole, &data);
    fs::write(file(&data, 3), &stone).expect("it can be written");
    check_after_kill(&data, &head, "renamed, the archive is still there");
    // The last round: killed when the file behind it was begun, and before anything was erased.
    copy(&whole, &done);
    check(&erase(&done.to_string_lossy(), "3", &["--yes", "--over"]), 0, "It is erased");
    copy(&whole, &data);
    fs::copy(file(&done, 7), file(&data, 7)).expect("it can be copied");
    let name = data.to_string_lossy().into_owned();
    check(&["verify", &name], 0, "whole");
    check(&erase(&name, "3", &["--yes"]), 0, "It is erased");
    assert!(!file(&data, 8).exists() && !text(&data).contains("Alicja 3"));
    let last = |data: &Path| fs::read(file(data, 7)).expect("there");
    assert_eq!(last(&data), last(&done));
    check(&["verify", &name], 0, "whole");
}

/// Plays a round on new boards to its end. Returns the games that the program then tells of.
async fn play(base: &Path, round: &str, first: u16) -> String {
    let room = base.join(round);
    fs::create_dir_all(&room).expect("the folder can be written");
    // Kings in the centre end each game: a game still in play would stay with its round in the next file, too.
    let trouble = Trouble { kings_ppm: 1_000_000, ..Trouble::clean() };
    let seat = |no: u16| Seat::troubled(&room, no, game(no + first, 14), device(no.into()), trouble);
    let seats: Vec<Seat> = (1..=2).map(seat).collect();
    let ports: Vec<String> = seats.iter().map(|seat| seat.port.clone()).collect();
    let config = config(base, &ports);
    let mut text = fs::read_to_string(&config).expect("it was just written");
    for (no, port) in (1..).zip(&ports) {
        let name = |side: &str| format!("{{ name = \"{side} of {round}-{no}\" }}");
        let names = format!("port = {port:?}\nwhite = {}\nblack = {}", name("White"), name("Black"));
        text = text.replace(&format!("port = {port:?}"), &names);
    }
    fs::write(&config, format!("[event]\nname = \"Spring Open\"\nround = {round:?}\n{text}"))
        .expect("it can be written");
    let mut program = Program::start(&config);
    until("the round was played", || seats.iter().all(|seat| seat.progress().finished)).await;
    // The last moves settle.
    tokio::time::sleep(Duration::from_secs(3)).await;
    let games = program.get("/all-games.pgn");
    assert_eq!(program.signal(rustix::process::Signal::TERM), Some(0), "{}", program.log());
    games
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hall_whose_first_round_was_erased_goes_on_from_the_second() {
    let base = folder("erase-played");
    play(&base, "1", 0).await;
    let played = play(&base, "2", 20).await;
    let data = base.join("data");
    let name = data.to_string_lossy().into_owned();
    check(&["replay", &name], 0, "White of 1-1");
    copy(&data, &base.join("before"));
    check(&erase(&name, "1", &["--yes"]), 0, "It is erased");
    check(&["verify", &name], 0, "whole");
    assert!(!text(&data).contains("of 1-"), "no name of the first round is left");
    check(&["replay", &name], 0, "White of 2-1");
    // The games of the second round are the last of each table.
    let last = |table: u16| games_of(&played).into_iter().rfind(|(no, _)| *no == table).expect("it played");
    let exported = String::from_utf8_lossy(&topboard(&["export", &name, "--pgn", "-"]).stdout).into_owned();
    assert_eq!(games_of(&exported), [last(1), last(2)]);
    let mut program = Program::start(&base.join("topboard.toml"));
    assert_eq!(program.get("/all-games.pgn"), exported);
    assert_eq!(program.signal(rustix::process::Signal::TERM), Some(0), "{}", program.log());
    check(&["verify", &name], 0, "whole");
    check(&["replay", &name], 0, "White of 2-1");
}
