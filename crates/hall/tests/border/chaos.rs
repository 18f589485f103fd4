//! Random inputs at random moments: nothing panics, publications follow their rules, and the journal folds to them.

use crate::rig::{Rig, fold, published, setup};
use board::bench::Dice;
use hall::{BoardChoice, Body, HallSetup, Input};
use shakmaty::{Board, Square};

const COMMANDS: [&str; 12] = [
    r#"{"cmd":"start","white":"A","black":"B"}"#,
    r#"{"cmd":"start","fen":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}"#,
    r#"{"cmd":"start","fen":"nonsense"}"#,
    r#"{"cmd":"result","result":"1-0"}"#,
    r#"{"cmd":"result","result":"*"}"#,
    r#"{"cmd":"correct","from_ply":1,"moves":["d2d4","d7d5"]}"#,
    r#"{"cmd":"correct","from_ply":99,"moves":["d2d4"]}"#,
    r#"{"cmd":"choose","ply":1,"move":"e2e4"}"#,
    r#"{"cmd":"promote","ply":3,"piece":"N"}"#,
    r#"{"cmd":"restore","ply":1}"#,
    r#"{"cmd":"claim","by":"black","kind":"illegal"}"#,
    r#"{"cmd":"note","text":"rain"}"#,
];

/// The seed of a run, which is printed if the run panics anywhere.
struct Seed(u64);

impl Drop for Seed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("seed {}", self.0);
        }
    }
}

fn other_setup(dice: &mut Dice) -> HallSetup {
    let mut boards = vec![BoardChoice::Any, BoardChoice::Serial("222".to_owned()), BoardChoice::Any];
    if dice.below(2) == 0 {
        boards[0] = BoardChoice::Port("port2".to_owned());
    }
    boards.truncate(1 + dice.below(3) as usize);
    let mut setup = setup(&boards);
    if dice.below(2) == 0 {
        setup.tables[0].players.white.name = format!("N{}", dice.below(9));
    }
    if dice.below(3) == 0 {
        setup.tables[0].fen = Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned());
    }
    setup
}

fn step(rig: &mut Rig, dice: &mut Dice) {
    let link = 1 + dice.below(3);
    match dice.below(12) {
        0 => rig.input(Input::Lost { link }),
        1 => rig.open(link),
        2 => rig.input(Input::Bytes {
            link,
            bytes: (0..dice.below(40)).map(|_| dice.below(256) as u8).collect(),
        }),
        3 => {
            let command = COMMANDS[dice.below(COMMANDS.len() as u32) as usize];
            let command = serde_json::from_str(command).expect("a command");
            let _refused = rig.try_input(Input::Command { table: 1 + dice.below(4) as u16, command });
        }
        4 => {
            let setup = other_setup(dice);
            rig.input(Input::Setup(Box::new(setup)));
        }
        5 => {
            rig.press(link, if dice.below(2) == 0 { shakmaty::Color::White } else { shakmaty::Color::Black })
        }
        6 => {
            let t_ms = rig.t_ms;
            rig.device(link).reboot(t_ms);
        }
        7 => rig.input(Input::Start { program: "again".to_owned(), wall_ms: None }),
        _ => {
            let (from, to) = (Square::new(dice.below(64)), Square::new(dice.below(64)));
            let held = rig.boards.on[&link].1.truth().at(from);
            rig.put(link, from, board::Contents::Empty);
            rig.run(dice.below(400).into());
            rig.put(link, to, held);
        }
    }
    rig.run(dice.below(2_000).into());
}

/// Checks that what the world was told hangs together: revisions count up, and no change leaves a gap.
fn check_publications(journal: &[String], seed: u64) {
    let mut known: std::collections::BTreeMap<u16, (u32, u64, usize)> = std::collections::BTreeMap::new();
    for publication in published(journal) {
        let (game, rev, plies) = known.get(&publication.table).copied().unwrap_or_default();
        // A table that was taken out of the set-up and put back begins again.
        let begins = publication.rev == 1;
        assert!(begins || publication.rev == rev + 1, "seed {seed}: {publication:?} after {rev}");
        assert!(begins || publication.game >= game, "seed {seed}: {publication:?}");
        let kept = if begins || publication.game != game { 0 } else { plies };
        assert!(publication.from <= kept, "seed {seed}: {publication:?} after {plies} plies");
        let plies = publication.from + publication.plies.len();
        known.insert(publication.table, (publication.game, publication.rev, plies));
    }
}

#[test]
fn whatever_comes_nothing_panics_and_the_journal_folds_to_the_same() {
    for seed in 1..=40 {
        let _seed = Seed(seed);
        let mut dice = Dice(seed);
        let mut rig = Rig::new(setup(&[BoardChoice::Any, BoardChoice::Any]));
        for link in 1..=3 {
            rig.plug(link, &format!("{}", 111 * link), &Board::default());
        }
        rig.run(4_000);
        for _ in 0..60 {
            step(&mut rig, &mut dice);
        }
        assert_eq!(rig.hall.tables().filter_map(|table| table.fault()).next(), None, "seed {seed}");
        check_publications(&rig.journal, seed);
        let folded = fold(&rig.journal).finish();
        assert_eq!(folded.divergences.first(), None, "seed {seed}");
        for line in &rig.journal {
            assert_eq!(Body::parse(line).expect("readable").emit(), *line, "seed {seed}");
        }
    }
}
