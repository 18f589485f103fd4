//! The bulletin: all games that everybody may read, by tournament, round and board, as the programs of others want them. A
//! board whose game has not begun has a game without moves.
//!
//! It is made of texts alone that everybody may read already: `games.pgn`, `/api/v1/rounds` and who sits at which table. So
//! nothing can be in it that is not public, and a node makes the same bulletin as its halls.

mod game;
mod rounds;

pub use game::BulletinGame;

use crate::start_number;
use ::game::{
    Player, PublicScore, ResultEntry, Score, Standing, Tags,
    pgn::{self, Twin},
};
pub(crate) use game::tag;
use relay::EventView;
use rounds::{Name, Rounds, Tournament};
use shakmaty::{ByColor, CastlingMode};
use std::collections::BTreeMap;

/// What a bulletin is made of.
#[derive(Debug, Clone, Copy)]
pub struct BulletinSources<'a> {
    /// The text of `games.pgn` with all games.
    pub games: &'a str,
    /// The text of `/api/v1/rounds`.
    pub rounds: &'a str,
    /// The event of the hall.
    pub event: &'a EventView,
    /// The tables of the hall.
    pub seats: &'a [Seat],
}

/// A table of the hall, with its players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// The number of the table.
    pub table: u16,
    /// The players.
    pub players: ByColor<Player>,
    /// False where draughts is played.
    pub is_chess: bool,
    /// The position from which the next game starts, as FEN; `None` once that game has begun, and for draughts.
    pub start: Option<String>,
}

impl Seat {
    /// Returns whether the table is set for these players: those who are named on both sides are the same.
    fn is_of(&self, players: &ByColor<Player>) -> bool {
        let is_same = |here: &Player, there: &Player| {
            here.name.is_empty() || there.name.is_empty() || here.name == there.name
        };
        is_same(&self.players.white, &players.white) && is_same(&self.players.black, &players.black)
    }
}

/// All games, by round.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bulletin {
    /// The name of the event.
    pub event: String,
    /// The place of the event.
    pub site: String,
    /// The rounds: of each tournament, in the order of their keys, those that have begun; then those of games that belong to no
    /// tournament.
    pub rounds: Vec<BulletinRound>,
}

/// A round with its games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BulletinRound {
    /// The key of the tournament; empty without one.
    pub key: String,
    /// The name of the journal that it is kept in; empty if it is not known.
    pub journal: String,
    /// The name of the tournament, or of the event.
    pub name: String,
    /// The place.
    pub site: String,
    /// The time control, as in PGN's tag TimeControl.
    pub time_control: String,
    /// The number of rounds of the tournament; 0 if unknown.
    pub rounds_planned: u16,
    /// The number or name of the round; empty if it has none.
    pub round: String,
    /// The date, such as `2026.11.21`.
    pub date: String,
    /// The time at which it was to begin, such as `15:00`.
    pub starts_at: String,
    /// Says whether this round is the one that is on, or was the last.
    pub is_on: bool,
    /// Says whether the round is over.
    pub is_over: bool,
    /// The boards, in their order.
    pub boards: Vec<BulletinBoard>,
}

/// A board of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulletinBoard {
    /// The number of the board.
    pub board: u16,
    /// The table of the hall, if it is known.
    pub table: Option<u16>,
    /// Says whether the board is electronic.
    pub is_electronic: bool,
    /// The players.
    pub players: ByColor<Player>,
    /// The result of the pairing: `*` while it has none.
    pub result: String,
    /// The games on it in this round, oldest first; at least one, which is without moves before the first begins. A second one
    /// was begun anew, or goes on after an illegal move that stands.
    pub games: Vec<BulletinGame>,
    /// Says whether the first game has begun.
    pub is_begun: bool,
}

impl Bulletin {
    /// Makes the bulletin. Rounds that cannot be read count as none.
    pub fn of(sources: BulletinSources) -> Bulletin {
        let rounds: Rounds = serde_json::from_str(sources.rounds).unwrap_or_default();
        let mut of_board: BTreeMap<(String, Option<u16>), Vec<BulletinGame>> = BTreeMap::new();
        for game in BulletinGame::all(sources.games) {
            of_board.entry((game.round.clone(), game.board)).or_default().push(game);
        }
        let mut bulletin = Bulletin {
            event: if rounds.event.is_empty() { sources.event.name.clone() } else { rounds.event.clone() },
            site: if rounds.site.is_empty() { sources.event.site.clone() } else { rounds.site.clone() },
            rounds: Vec::new(),
        };
        for tournament in &rounds.tournaments {
            for round in &tournament.rounds {
                let made = bulletin.of_tournament(tournament, round, &mut of_board, sources);
                bulletin.rounds.push(made);
            }
        }
        let others: Vec<BulletinGame> = of_board.into_values().flatten().collect();
        let has_rounds = !bulletin.rounds.is_empty();
        let others = without_tournament(others, sources, has_rounds);
        let of_journal = |round| BulletinRound { journal: rounds.journal.clone(), ..round };
        bulletin.rounds.extend(others.into_iter().map(of_journal));
        bulletin.mark();
        bulletin
    }

    fn of_tournament(
        &self,
        tournament: &Tournament,
        round: &rounds::Round,
        of_board: &mut BTreeMap<(String, Option<u16>), Vec<BulletinGame>>,
        BulletinSources { event: hall, seats, .. }: BulletinSources,
    ) -> BulletinRound {
        let or = |one: &str, other: &str| if one.is_empty() { other.to_owned() } else { one.to_owned() };
        let number = round.round.to_string();
        let tags = Tags {
            event: or(&tournament.name, &self.event),
            site: or(&tournament.site, &self.site),
            date: or(&round.date, &hall.date),
            tournament: tournament.key.clone(),
            round: number.clone(),
            time_control: or(&tournament.time_control, &hall.time_control),
            ..Tags::default()
        };
        let boards = round.boards.iter().map(|board| {
            let players = ByColor { white: player(&board.white), black: player(&board.black) };
            let tags = Tags { board: board.board.to_string(), players, ..tags.clone() };
            let all = of_board.entry((number.clone(), Some(board.board))).or_default();
            let id = Id::of(&tags);
            let games = all.extract_if(.., |game| id.names(&game.id));
            let games: Vec<BulletinGame> = match round.ended {
                true => games.map(BulletinGame::without_clocks).collect(),
                false => games.collect(),
            };
            let seat = seats.iter().find(|seat| Some(seat.table) == board.table);
            let is_electronic = !games.is_empty() || seat.is_some();
            // Other players sit there until the table is set for this round.
            let own = seat.filter(|seat| !round.ended && seat.is_of(&tags.players));
            let start = own.and_then(|seat| seat.start.as_deref());
            // A result that does not wait for the delay comes before the game: the game has it with its last move.
            let written = if board.ahead { "*" } else { &*board.result };
            let mut of_board =
                BulletinBoard::of((board.board, board.table), is_electronic, (tags, start), written, games);
            of_board.result.clone_from(&board.result);
            of_board
        });
        BulletinRound {
            key: tournament.key.clone(),
            journal: tournament.journal.clone(),
            boards: boards.collect(),
            name: tags.event,
            site: tags.site,
            time_control: tags.time_control,
            rounds_planned: tournament.rounds_planned,
            round: number,
            date: tags.date,
            starts_at: round.starts_at.clone(),
            is_on: !round.ended,
            is_over: round.ended,
        }
    }

    /// Decides which rounds are on: those that are open; if there are none, of each tournament the last.
    fn mark(&mut self) {
        if self.rounds.iter().any(|round| round.is_on) {
            return;
        }
        let mut last = "";
        for round in self.rounds.iter_mut().rev().filter(|round| !round.key.is_empty()) {
            round.is_on = round.key != last;
            last = &round.key;
        }
    }

    /// Returns the round of a tournament; without a key that of the only one that has such a round, or of the first.
    pub fn round(&self, key: Option<&str>, round: &str) -> Option<&BulletinRound> {
        self.rounds.iter().find(|it| it.round == round && key.is_none_or(|key| it.key == key))
    }

    /// Returns the rounds that are on, or were the last ones.
    pub fn on(&self) -> impl Iterator<Item = &BulletinRound> {
        self.rounds.iter().filter(|round| round.is_on)
    }
}

impl BulletinRound {
    /// Returns the games on electronic boards, in the order of the boards.
    pub fn games(&self) -> impl Iterator<Item = &BulletinGame> {
        self.boards.iter().filter(|board| board.is_electronic).flat_map(|board| &board.games)
    }
}

impl BulletinBoard {
    fn of(
        (board, table): (u16, Option<u16>),
        is_electronic: bool,
        (tags, start): (Tags, Option<&str>),
        result: &str,
        mut games: Vec<BulletinGame>,
    ) -> BulletinBoard {
        let (players, is_begun) = (tags.players.clone(), !games.is_empty());
        if games.is_empty() {
            games = BulletinGame::all(&without_moves(tags, start, result));
        }
        BulletinBoard { board, table, is_electronic, players, result: result.to_owned(), games, is_begun }
    }
}

/// What the ids of a pairing's games begin with.
struct Id(String);

impl Id {
    fn of(tags: &Tags) -> Id {
        Id(PublicScore::of(&Score::new(1, Standing::initial(), tags.clone(), 0), None).id())
    }

    /// Returns whether a game is the pairing's: the first one, a further one (`-2`) or a part of one (`.2`).
    fn names(&self, id: &str) -> bool {
        id.strip_prefix(&*self.0).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.']))
    }
}

/// Returns the rounds of games that belong to no tournament, by event and round in the order of the tables; and if there is no
/// tournament the round that is on, with a game of every table.
fn without_tournament(
    others: Vec<BulletinGame>,
    sources: BulletinSources,
    has_rounds: bool,
) -> Vec<BulletinRound> {
    let BulletinSources { event, seats, .. } = sources;
    let mut rounds: Vec<BulletinRound> = Vec::new();
    let mut of_round: BTreeMap<String, BTreeMap<Option<u16>, Vec<BulletinGame>>> = BTreeMap::new();
    for game in others {
        of_round.entry(game.round.clone()).or_default().entry(game.board).or_default().push(game);
    }
    if !has_rounds {
        let here = of_round
            .entry(if event.round.is_empty() { "?".to_owned() } else { event.round.clone() })
            .or_default();
        for seat in seats.iter().filter(|seat| seat.is_chess) {
            here.entry(Some(seat.table)).or_default();
        }
    }
    for (round, of_board) in of_round {
        let is_on = !has_rounds && (round == event.round || (round == "?" && event.round.is_empty()));
        let boards = of_board.into_iter().map(|(board, games)| {
            let seat = seats.iter().find(|seat| Some(seat.table) == board);
            let players = match games.last() {
                Some(game) => named(&game.text),
                None => seat.map(|seat| seat.players.clone()).unwrap_or_default(),
            };
            let result = games.last().map_or("*".to_owned(), |game| game.result.clone());
            let number = board.unwrap_or_default();
            let tags = Tags {
                event: event.name.clone(),
                site: event.site.clone(),
                date: event.date.clone(),
                round: event.round.clone(),
                board: number.to_string(),
                time_control: event.time_control.clone(),
                players,
                ..Tags::default()
            };
            let start = seat.and_then(|seat| seat.start.as_deref());
            BulletinBoard::of((number, board), true, (tags, start), &result, games)
        });
        let boards: Vec<BulletinBoard> = boards.collect();
        let first = boards.first().and_then(|board| board.games.first());
        let of =
            |name: &str| first.and_then(|game| tag(&game.text, name)).filter(|text| !text.starts_with('?'));
        rounds.push(BulletinRound {
            name: event.name.clone(),
            site: of("Site").unwrap_or_default(),
            time_control: of("TimeControl").unwrap_or_default(),
            round: if round == "?" { String::new() } else { round },
            date: of("Date").unwrap_or_default(),
            is_on,
            is_over: !is_on,
            boards,
            ..BulletinRound::default()
        });
    }
    rounds
}

/// Returns the players that the tags of a game name.
fn named(text: &str) -> ByColor<Player> {
    let of = |side: &str| {
        let of = |what: &str| tag(text, &format!("{side}{what}"));
        Player {
            name: of("").filter(|name| name != "?").unwrap_or_default(),
            title: of("Title").unwrap_or_default(),
            elo: of("Elo").and_then(|elo| elo.parse().ok()),
            fide_id: of("FideId").and_then(|id| id.parse().ok()),
            team: of("Team").unwrap_or_default(),
            federation: String::new(),
        }
    };
    ByColor { white: of("White"), black: of("Black") }
}

fn player(name: &Option<Name>) -> Player {
    let Name { name, title, elo, fide_id, federation, team } = name.clone().unwrap_or_default();
    Player { name, title, elo, fide_id, team, federation }
}

/// Returns the text of a game in which no move was made. It starts from this position, if that is known to be another than the
/// usual one.
fn without_moves(tags: Tags, start: Option<&str>, result: &str) -> String {
    let start = start.filter(|fen| start_number::of(fen) != Some(start_number::USUAL));
    let standing = start.and_then(|fen| {
        let is_drawn = start_number::of(fen).is_some();
        let mode = if is_drawn { CastlingMode::Chess960 } else { CastlingMode::Standard };
        Standing::from_fen(fen, mode).ok()
    });
    let mut score = Score::new(1, standing.unwrap_or_else(Standing::initial), tags, 0);
    score.result = ResultEntry::parse(result);
    let text = pgn::write(&PublicScore::of(&score, None), Twin::default());
    format!("{}\n\n", text.trim_end())
}
