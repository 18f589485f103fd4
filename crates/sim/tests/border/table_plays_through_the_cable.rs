//! A simulated table talks to the real session of a DGT board; only bytes go between them.

use board::dgt::{DeviceOptions, Session};
use board::{BoardEvent, Millis, Reading};
use game::{Finished, Score, Scribe, Tags, Terms};
use shakmaty::Board;
use sim::{SimOptions, SimTable, TableGame, Tempo, games};

/// Plays everything. Returns all events of the session, and the table at its end.
fn run(options: SimOptions) -> (Vec<(Millis, BoardEvent)>, SimTable) {
    let mut table = SimTable::new(options);
    let mut host = Session::new();
    host.handle_open(0);
    let mut events = Vec::new();
    let mut now = 0;
    let mut end = None;
    while end.is_none_or(|end| now <= end) {
        loop {
            let down: Vec<Vec<u8>> = std::iter::from_fn(|| host.poll_transmit()).collect();
            let up: Vec<Vec<u8>> = std::iter::from_fn(|| table.poll_transmit()).collect();
            if down.is_empty() && up.is_empty() {
                break;
            }
            down.iter().for_each(|bytes| table.handle_bytes(now, bytes));
            up.iter().for_each(|bytes| host.handle_bytes(now, bytes));
        }
        events.extend(std::iter::from_fn(|| host.poll_event()));
        if let (None, true) = (end, table.finished()) {
            end = Some(now + 3_000);
        }
        let next = [table.next_deadline(), host.next_deadline()].into_iter().flatten().min();
        now = next.unwrap_or(now + 100).max(now + 1);
        table.advance(now);
        host.advance(now);
        assert!(now < 86_400_000, "a table does not finish");
    }
    (events, table)
}

/// Checks that every position of the game is seen, in order, and the last one before its end.
fn positions_seen(game: &TableGame, readings: &mut impl Iterator<Item = Board>) {
    let mut standing = game.truth.start.clone();
    let mut wanted = vec![standing.board().clone()];
    for played in &game.truth.plies {
        let game::Played::Legal(mv) = *played else { panic!("the showcase is legal") };
        standing = standing.play(mv);
        wanted.push(standing.board().clone());
    }
    let count = wanted.len();
    for (ply, board) in wanted.into_iter().enumerate() {
        assert!(readings.any(|seen| seen == board), "ply {ply} of {count} was never seen");
    }
}

fn readings(events: &[(Millis, BoardEvent)]) -> Vec<Board> {
    let mut reading = Reading::empty();
    let mut all = Vec::new();
    for (_, event) in events {
        match event {
            BoardEvent::Reading(whole) => reading = whole.clone(),
            BoardEvent::Square { square, contents } => reading.set(*square, *contents),
            BoardEvent::Turned(_) => reading = reading.rotated(),
            _ => continue,
        }
        all.push(reading.known());
    }
    all
}

fn check(options: SimOptions) {
    let (events, table) = run(options.clone());
    assert_eq!(table.truth().len(), options.games.len());
    let mut seen = readings(&events).into_iter();
    for (game, intended) in table.truth().iter().zip(&options.games) {
        assert!(game.over && game.begun);
        assert_eq!(game.uci(), intended.uci());
        positions_seen(game, &mut seen);
    }
    let presses = events.iter().filter(|event| matches!(event.1, BoardEvent::Press(_))).count();
    let plies: usize = options.games.iter().map(|game| game.moves.len()).sum();
    assert_eq!(presses, plies, "presses seen");
}

#[test]
fn the_showcase_is_seen_ply_by_ply_at_several_speeds() {
    for speed_percent in [100, 500, 800] {
        check(SimOptions { seed: 5, games: games::showcase(), speed_percent, ..SimOptions::default() });
    }
}

#[test]
fn a_rotated_board_shows_the_same_games() {
    let device = DeviceOptions { rotated: true, ..DeviceOptions::default() };
    let games = games::showcase().split_off(5);
    check(SimOptions { seed: 6, games, tempo: Tempo::Rapid, device, ..SimOptions::default() });
}

#[test]
fn hands_wait_for_the_host_and_pause_when_told() {
    let games = games::showcase().split_off(6);
    let mut table = SimTable::new(SimOptions { games, ..SimOptions::default() });
    table.advance(600_000);
    assert!(!table.truth().iter().any(|game| game.begun), "nobody listens yet");
    table.handle_bytes(600_000, &[0x4b]);
    table.advance(640_000);
    let plies = table.truth()[0].plies;
    assert!(plies > 0);
    table.pause(640_000);
    table.advance(900_000);
    assert_eq!(table.truth()[0].plies, plies);
    table.resume(900_000);
    table.advance(940_000);
    assert!(table.truth()[0].plies > plies);
}

/// Whole evenings through hands, cable and scribe: the demonstration must show what is played.
#[test]
fn the_score_of_every_game_is_what_was_played() {
    for (seed, speed_percent) in [(0, 100), (1, 300), (2, 500), (3, 800)] {
        let mut games = games::showcase();
        games.extend(games::real());
        let (events, table) = run(SimOptions { seed, games, speed_percent, ..SimOptions::default() });
        let mut scribe = Scribe::new(Terms::default(), Tags::default());
        for (t, event) in &events {
            scribe.handle_board(*t, event);
            while scribe.poll_event().is_some() {}
        }
        scribe.advance(events.last().map_or(0, |event| event.0) + 20_000);
        let finished = scribe.finished().iter().map(Finished::score);
        let scores: Vec<Score> = finished.chain([scribe.score().clone()]).collect();
        assert_eq!(scores.len(), table.truth().len(), "games at {speed_percent} %, seed {seed}");
        for (score, game) in scores.into_iter().zip(table.truth()) {
            let moves: Vec<String> = (0..score.plies.len()).map(|index| score.report_move(index)).collect();
            assert_eq!(moves, game.uci(), "{speed_percent} %, seed {seed}");
            assert_eq!(score.proposed, Some(game.truth.outcome), "{speed_percent} %, seed {seed}");
        }
    }
}
