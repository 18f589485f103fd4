//! What must be true when an open is over.

use super::open::Open;
use super::script::{ELECTRONIC, Ending, ROUNDS};
use game::{ResultEntry, Score};
use shakmaty::CastlingMode;
use std::fmt::Write as _;
use std::process::Command;
use tournament::{BoardNo, Event, RoundNo, Standings};

/// Results, points, tie-breaks and ranks are those that another program computes from the results of the script.
pub(super) fn standings(open: &Open, seed: u64) {
    let event = open.live.hall.event();
    let tournament = &event.tournaments["A"];
    for ((round, board), pair) in &open.seats {
        let pairing = &tournament.rounds[round].pairings[board];
        assert_eq!(
            (pairing.players.white, pairing.players.black),
            (Some(pair.0), Some(pair.1)),
            "{round}.{board}"
        );
        let expected = open.results.get(&(*round, *board)).unwrap_or(&open.script[&(*round, *board)].result);
        assert_eq!(
            pairing.result,
            ResultEntry::parse(expected),
            "the result of board {board} in round {round}"
        );
    }
    assert_eq!(written(event), computed(event, seed));
}

/// Writes the standings of an event in the form of tests/tournament/standings.py.
fn written(event: &Event) -> String {
    let mut text = String::new();
    for (key, tournament) in &event.tournaments {
        let standings = Standings::now(tournament);
        writeln!(text, "tournament {key} after round {}", standings.after).expect("a string takes all");
        let names = standings.tie_breaks.iter().map(|it| it.name());
        let head: Vec<&str> = ["rank", "player", "points"].into_iter().chain(names).collect();
        writeln!(text, "{}", head.join("\t")).expect("a string takes all");
        for row in &standings.rows {
            let rank = row.rank.map_or(".".to_owned(), |rank| rank.to_string());
            let mut cells = vec![
                format!("{rank}{}", if row.is_shared { "=" } else { "" }),
                row.player.to_string(),
                row.points(),
            ];
            cells.extend(
                row.values.iter().map(|value| value.map_or(".".to_owned(), |value| value.to_string())),
            );
            writeln!(text, "{}", cells.join("\t")).expect("a string takes all");
        }
    }
    text
}

fn computed(event: &Event, seed: u64) -> String {
    let file = std::env::temp_dir().join(format!("nine-rounds-{}-{seed}.json", std::process::id()));
    let json = serde_json::to_string(&event.to_json()).expect("an event can be written");
    std::fs::write(&file, json).expect("the folder takes it");
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tournament/standings.py");
    let done = Command::new("python3").arg(program).arg(&file).output().expect("it can be started");
    std::fs::remove_file(&file).expect("it was written");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("it prints text")
}

/// Every electronic game has the moves of its hands and no others, the names of its round, and the confirmed result.
/// What was told of it is the same.
pub(super) fn games(open: &Open) {
    let event = open.live.hall.event();
    for table in open.live.hall.tables() {
        let games = table.games();
        let stray: Vec<&Score> =
            games.iter().filter(|game| game.tags.round.is_empty() && !game.plies.is_empty()).collect();
        assert!(stray.is_empty(), "table {}: {stray:?}", table.number());
        for round in 1..=ROUNDS {
            let board = table.number();
            let of_round: Vec<&Score> =
                games.iter().filter(|game| game.tags.round == round.to_string()).collect();
            let [game] = of_round[..] else {
                panic!("table {board}: {} games of round {round}", of_round.len())
            };
            let what = format!("table {board}, round {round}, {:?}", open.script[&(round, board)].ending);
            let moves: Vec<String> =
                game.plies.iter().map(|ply| ply.played.report(CastlingMode::Standard)).collect();
            assert_eq!(moves, hands(open, round, board), "{what}");
            assert_eq!(
                open.published.get(&(board, game.number)).cloned().unwrap_or_default(),
                moves,
                "{what}"
            );
            let pairing = &event.tournaments["A"].rounds[&round].pairings[&board];
            assert_eq!(game.result, pairing.result, "{what}");
            assert_eq!(pairing.game.map(|it| (it.table, it.game)), Some((board, game.number)), "{what}");
            assert_eq!(
                (game.tags.board.as_str(), game.tags.date.as_str()),
                (board.to_string().as_str(), format!("2026.12.{round:02}").as_str())
            );
            if !moves.is_empty() {
                assert!(
                    game.plies.iter().all(|ply| ply.state >= game::PlyState::Final),
                    "{what}: a ply is not final"
                );
            }
        }
    }
}

/// Returns the moves that the hands made at a table in a round.
fn hands(open: &Open, round: RoundNo, board: BoardNo) -> Vec<String> {
    if open.script[&(round, board)].game.is_none() {
        return Vec::new();
    }
    let before = (1..round).filter(|round| open.script[&(*round, board)].game.is_some()).count();
    let link = u32::from(open.link_of(round, board));
    open.live.boards[&link].truth()[before].uci()
}

/// What was signed at the end of a round is still so, except for the two results that came later, and for names that were put
/// right.
pub(super) fn signed(open: &Open) {
    for round in 1..=ROUNDS {
        let now = open.games_of(round);
        let signed = &open.signed[&round];
        assert_eq!(now.len(), signed.len(), "round {round}");
        for (board, before) in signed {
            let later = matches!((round, board), (2, 6) | (4, 10));
            let named = open.named_now(round, *board, before);
            if later {
                assert_ne!(now[board], named, "the result of round {round} was corrected");
                assert_eq!(without_result(&now[board]), without_result(&named));
            } else {
                assert_eq!(now[board], named, "round {round}, board {board}");
            }
            let names = open.signed_names(round, *board);
            for name in [names.0, names.1] {
                assert!(before.contains(&format!("\"{name}\"]")), "{name} is not in\n{before}");
            }
            assert!(before.contains(&format!("[Round \"{round}")), "{before}");
        }
    }
}

/// Returns a PGN without its result, and without the comments: when a game has its result, the clock as it stands says how
/// long the last move took.
fn without_result(pgn: &str) -> String {
    let text = pgn.replace("1-0", "*").replace("0-1", "*").replace("1/2-1/2", "*");
    let moves = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
    moves.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// A journal that is folded again gives the same event, and everything was told.
pub(super) fn journal(open: &Open) {
    let mut folded = open.live.fold().finish();
    assert_eq!(folded.divergent, 0, "{:?}", folded.divergences);
    assert_eq!(folded.hall.event(), open.live.hall.event());
    while let Some(output) = folded.hall.poll() {
        assert!(!matches!(output, hall::Output::Publish(_)), "{output:?} was never told");
    }
    for (one, other) in folded.hall.tables().zip(open.live.hall.tables()) {
        let written =
            |table: &hall::Table| table.games().iter().map(game::pgn::write_whole).collect::<Vec<_>>();
        assert_eq!(written(one), written(other));
    }
}

/// An open in which nothing happened proves nothing.
pub(super) fn eventful(open: &Open) {
    let count = |is_meant: &dyn Fn(Ending) -> bool| {
        let electronic = open.seats.keys().filter(|(_, board)| *board <= ELECTRONIC);
        electronic.filter(|at| is_meant(open.script[at].ending)).count()
    };
    assert!(count(&|ending| ending == Ending::Mate) >= 10);
    assert!(count(&|ending| ending == Ending::Kings) >= 10);
    assert!(count(&|ending| ending == Ending::Told("time")) >= 5);
    assert!(count(&|ending| ending == Ending::Told("agreement")) >= 10);
}
