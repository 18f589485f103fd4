//! A tournament whose games are known beforehand: what is public of it at any time.

use crate::day::Lots;
use board::Millis;
use broadcast::bulletin::{Bulletin, BulletinSources, Seat};
use game::Player;
use relay::EventView;
use serde_json::json;
use shakmaty::{ByColor, Chess, Position, san::SanPlus};
use std::fmt::Write;

/// The time between the beginnings of two rounds.
const ROUND_MS: Millis = 2 * 3_600_000;

/// A game as it ends.
#[derive(Debug, Clone)]
pub(crate) struct OurGame {
    pub(crate) id: String,
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) moves: Vec<String>,
    pub(crate) result: String,
    round: u16,
    board: u16,
    /// When each move was made.
    made_ms: Vec<Millis>,
    /// A ply that was first read as another move, that move, and when it was put right.
    misread: Option<(usize, String, Millis)>,
    /// When the name of White was put right.
    named_ms: Millis,
    over_ms: Millis,
}

/// The tournament.
#[derive(Debug)]
pub(crate) struct SimulatedEvent {
    games: Vec<OurGame>,
    rounds: u16,
    /// When anything changes.
    changes: Vec<Millis>,
}

impl SimulatedEvent {
    pub(crate) fn of(seed: u64, rounds: u16, boards: u16) -> SimulatedEvent {
        let mut lots = Lots::of(seed);
        let mut games = Vec::new();
        for round in 1..=rounds {
            for board in 1..=boards {
                games.push(game(&mut lots, round, board));
            }
        }
        let mut changes: Vec<Millis> = (0..rounds).map(|round| Millis::from(round) * ROUND_MS).collect();
        for game in &games {
            changes.extend(&game.made_ms);
            changes.extend([game.named_ms, game.over_ms]);
            changes.extend(game.misread.as_ref().map(|(.., at_ms)| *at_ms));
        }
        changes.sort_unstable();
        SimulatedEvent { games, rounds, changes }
    }

    pub(crate) fn end_ms(&self) -> Millis {
        self.changes.last().copied().unwrap_or(0)
    }

    /// Returns how often something had changed.
    pub(crate) fn version(&self, at_ms: Millis) -> usize {
        self.changes.partition_point(|change_ms| *change_ms <= at_ms)
    }

    pub(crate) fn games(&self, round: u16) -> Vec<&OurGame> {
        self.games.iter().filter(|game| game.round == round).collect()
    }

    /// Returns what is public of the event as it was at this time.
    pub(crate) fn bulletin(&self, at_ms: Millis) -> Bulletin {
        let mut text = String::new();
        self.games
            .iter()
            .filter(|game| game.moves_at(at_ms) > 0)
            .for_each(|game| game.write(&mut text, at_ms));
        let rounds = (1..=self.rounds).filter(|round| Millis::from(*round - 1) * ROUND_MS <= at_ms);
        let rounds: Vec<_> = rounds
            .map(|round| {
                let ended = Millis::from(round) * ROUND_MS <= at_ms;
                let boards: Vec<_> = self
                    .games(round)
                    .iter()
                    .map(|game| {
                        let (white, black) = (game.white_at(at_ms), &game.black);
                        json!({"board": game.board, "table": game.board, "white": {"name": white}, "black": {"name": black},
                               "result": game.result_at(at_ms)})
                    })
                    .collect();
                json!({"round": round, "date": "2026.11.21", "ended": ended, "boards": boards})
            })
            .collect();
        let rounds = json!({"event": "Day", "tournaments": [{"key": "A", "name": "Day", "rounds": rounds}]})
            .to_string();
        let seat = |table| Seat { table, players: ByColor::<Player>::default(), is_chess: true, start: None };
        let seats: Vec<Seat> = (1..=99).map(seat).collect();
        let event = EventView::default();
        Bulletin::of(BulletinSources { games: &text, rounds: &rounds, event: &event, seats: &seats })
    }

    /// Checks that a text holds no more moves and results than there were at this time.
    pub(crate) fn check_not_ahead(&self, text: &str, at_ms: Millis) {
        for sent in crate::pgn::split(text) {
            let sent = crate::pgn::read(&sent).expect("what is sent can be read");
            let ours = self.games.iter().find(|game| sent.tags.get("GameId") == Some(&game.id));
            let ours = ours.expect("it is a game of ours");
            assert!(sent.moves.len() <= ours.moves_at(at_ms), "{} is ahead at {at_ms}", ours.id);
            let is_told = sent.tags["Result"] != "*";
            assert!(!is_told || ours.over_ms <= at_ms, "the result of {} is ahead at {at_ms}", ours.id);
        }
    }
}

fn game(lots: &mut Lots, round: u16, board: u16) -> OurGame {
    let begun_ms = Millis::from(round - 1) * ROUND_MS;
    let (mut position, mut moves, mut made_ms) = (Chess::default(), Vec::new(), Vec::new());
    let (mut at_ms, mut misread) = (begun_ms, None);
    for ply in 0..10 + usize::try_from(lots.below(50)).expect("small") {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mut draw = || legal[usize::try_from(lots.below(legal.len() as u64)).expect("small")];
        let (mv, other) = (draw(), draw());
        at_ms += 5_000 + lots.below(100_000);
        let san = |mv| SanPlus::from_move(position.clone(), mv).to_string();
        if misread.is_none() && mv != other && lots.below(30) == 0 {
            misread = Some((ply, san(other), at_ms + 30_000 + lots.below(600_000)));
        }
        moves.push(san(mv));
        made_ms.push(at_ms);
        position.play_unchecked(mv);
    }
    let over_ms = at_ms + lots.below(120_000);
    // What was misread ends the line until it is put right, and is put right before the round is over.
    let misread = misread.map(|(ply, san, right_ms)| (ply, san, right_ms.min(over_ms)));
    OurGame {
        id: format!("2026.11.21-A-{round}-{board}"),
        white: format!("White {round}.{board}"),
        black: format!("Black {round}.{board}"),
        moves,
        result: ["1-0", "0-1", "1/2-1/2"][usize::try_from(lots.below(3)).expect("small")].to_owned(),
        round,
        board,
        made_ms,
        misread,
        named_ms: begun_ms + lots.below(3_600_000),
        over_ms,
    }
}

impl OurGame {
    fn moves_at(&self, at_ms: Millis) -> usize {
        self.made_ms.partition_point(|made_ms| *made_ms <= at_ms)
    }

    fn white_at(&self, at_ms: Millis) -> &str {
        if self.named_ms <= at_ms { &self.white } else { "Whyte" }
    }

    fn result_at(&self, at_ms: Millis) -> &str {
        if self.over_ms <= at_ms { &self.result } else { "*" }
    }

    fn write(&self, out: &mut String, at_ms: Millis) {
        let (round, board, result) = (self.round, self.board, self.result_at(at_ms));
        let mut moves: Vec<&str> = self.moves[..self.moves_at(at_ms)].iter().map(String::as_str).collect();
        if let Some((ply, other, _)) =
            self.misread.as_ref().filter(|(ply, _, right_ms)| *ply < moves.len() && at_ms < *right_ms)
        {
            moves.truncate(*ply);
            moves.push(other);
        }
        let _ = write!(
            out,
            "[Event \"Day\"]\n[Site \"?\"]\n[Date \"2026.11.21\"]\n[Round \"{round}.{board}\"]\n[White \"{}\"]\n[Black \"{}\"]\n\
             [Result \"{result}\"]\n[Board \"{board}\"]\n[GameId \"{}\"]\n\n",
            self.white_at(at_ms),
            self.black,
            self.id
        );
        for (ply, san) in moves.iter().enumerate() {
            let dots = if ply % 2 == 0 { "." } else { "..." };
            let _ = writeln!(out, "{}{dots} {san} {{[%clk 1:00:00]}}", ply / 2 + 1);
        }
        let _ = write!(out, "{result}\n\n");
    }
}
