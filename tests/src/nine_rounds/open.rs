//! The open itself: the arbiter, the hands between games, and what is noted on the way.

use super::script::{self, ELECTRONIC, EXCHANGES, PLAYERS, Paired, Pairer, ROUNDS, Scripted, WITHDRAWN};
use crate::live_hall::LiveHall;
use board::{Contents, DeviceOptions, Maker, Millis};
use game::{Proof, pgn};
use hall::{BoardChoice, HallSetup, TableNo, TableSetup};
use serde_json::json;
use shakmaty::{ByColor, Square};
use sim::{Rng, SimOptions, SimTable, Tempo, Trouble};
use std::collections::BTreeMap;
use tournament::{BoardNo, PlayerNo, RoundNo};

/// The greatest length of a round.
pub(super) const ROUND_MAX_MS: Millis = 1_200_000;

/// The open, with all that is to be compared at its end.
pub(super) struct Open {
    pub(super) live: LiveHall,
    pub(super) rng: Rng,
    pairer: Pairer,
    pub(super) names: BTreeMap<PlayerNo, String>,
    /// The games by round and board.
    pub(super) script: BTreeMap<(RoundNo, BoardNo), Scripted>,
    /// Who really sat at a board, as the arbiter's last word has it.
    pub(super) seats: BTreeMap<(RoundNo, BoardNo), (PlayerNo, PlayerNo)>,
    pub(super) unpaired: BTreeMap<(RoundNo, PlayerNo), &'static str>,
    pub(super) results: BTreeMap<(RoundNo, BoardNo), &'static str>,
    /// The names that the table of a board should show.
    pub(super) shown: BTreeMap<TableNo, (RoundNo, String, String)>,
    /// The games of a round as they were when it was signed.
    pub(super) signed: BTreeMap<RoundNo, BTreeMap<BoardNo, String>>,
    /// The number of games that each table may have begun.
    pub(super) begun: BTreeMap<TableNo, usize>,
    /// The names that each round's tables showed when it was signed.
    signed_names: BTreeMap<(RoundNo, BoardNo), (String, String)>,
    /// The moves that each game's publications tell, by table and game.
    pub(super) published: BTreeMap<(TableNo, u32), Vec<String>>,
}

impl Open {
    pub(super) fn new(seed: u64) -> Open {
        let mut rng = Rng::new(seed);
        let mut script = BTreeMap::new();
        for round in 1..=ROUNDS {
            for board in 1..=PLAYERS / 2 {
                let scripted = script::draw_game(round, board, puts_kings(board), &mut rng);
                script.insert((round, board), scripted);
            }
        }
        let boards = (1..=ELECTRONIC).map(|table| (u32::from(table), board_of(table, seed, &script)));
        let confirm_after_ms = [(Proof::Checkmate, 0), (Proof::Stalemate, 0)].into();
        let tables = (1..=ELECTRONIC).map(|table| TableSetup {
            table,
            board: BoardChoice::Serial(serial(table)),
            players: ByColor::default(),
            clock: true,
            clock_port: None,
            chess960: false,
            fen: None,
            stands: hall::Stands::default(),
        });
        let setup = HallSetup { confirm_after_ms, tables: tables.collect(), ..HallSetup::default() };
        let mut live = LiveHall::new(setup, boards.collect());
        let now = live.t_ms;
        live.boards.values_mut().for_each(|board| board.let_begin(now, 0));
        Open {
            live,
            rng,
            pairer: Pairer::default(),
            names: (1..=PLAYERS).map(|no| (no, format!("Surname{no:02}, Given"))).collect(),
            script,
            seats: BTreeMap::new(),
            unpaired: BTreeMap::new(),
            results: BTreeMap::new(),
            shown: BTreeMap::new(),
            signed: BTreeMap::new(),
            begun: BTreeMap::new(),
            signed_names: BTreeMap::new(),
            published: BTreeMap::new(),
        }
    }

    pub(super) fn play(mut self) -> Open {
        self.order(&json!({"do": "event", "name": "Nine rounds", "site": "Here"}));
        self.enter_players(1);
        self.order(&json!({"do": "enter", "key": "A", "rounds_planned": ROUNDS, "time_control": "180+2"}));
        for round in 1..=ROUNDS {
            if round == 2 {
                self.enter_players(2);
            }
            self.between(round);
            let moved = self.begin(round);
            self.hold(round, moved);
            self.order(&json!({"do": "close", "key": "A", "round": round}));
            let games = self.games_of(round);
            self.signed.insert(round, games);
            let names = self
                .shown
                .iter()
                .map(|(board, (_, white, black))| ((round, *board), (white.clone(), black.clone())));
            self.signed_names.extend(names);
            if round == WITHDRAWN.0 {
                self.order(&json!({"do": "withdraw", "key": "A", "player": WITHDRAWN.1, "after": round}));
            }
        }
        self.run(60_000);
        self
    }

    fn enter_players(&mut self, round: RoundNo) {
        let players: BTreeMap<String, serde_json::Value> = Pairer::entered(round)
            .into_iter()
            .map(|no| (no.to_string(), json!({"name": self.names[&no], "elo": 2500 - 20 * no})))
            .collect();
        self.order(&json!({"do": "enter", "key": "A", "players": players}));
    }

    /// Lets the hands clear the boards, and move pieces that are nobody's game. Every third round opens before all
    /// pieces are set up.
    fn between(&mut self, round: RoundNo) {
        self.run(10_000);
        if round.is_multiple_of(3) {
            return;
        }
        let end = self.live.t_ms + ROUND_MAX_MS;
        while !self.live.boards.values().all(SimTable::is_waiting) {
            assert!(self.live.t_ms < end, "the pieces are set up before round {round}");
            self.run(1_000);
        }
        self.run(3_000);
        if round == 5 {
            self.exchange_boards();
        }
        for (table, from, to) in [(2, Square::E2, Square::E4), (13, Square::G8, Square::F6)] {
            self.carry(table, from, to);
            self.run(5_000);
            self.carry(table, to, from);
        }
        self.run(3_000);
    }

    /// Carries the boards of tables 9 and 10 to each other's tables, and tells the program by touching them.
    fn exchange_boards(&mut self) {
        for (table, link) in [(10, 9_u16), (9, 10)] {
            self.order(&json!({"do": "find-board", "table": table}));
            self.run(500);
            self.carry(link, Square::D2, Square::D3);
            self.run(3_000);
            self.carry(link, Square::D3, Square::D2);
            self.run(3_000);
        }
        for (table, link) in [(10, 9_u16), (9, 10)] {
            let found = self.live.hall.table(table).expect("it is set up").link();
            assert_eq!(found, Some(link.into()), "the board of table {table}");
        }
    }

    pub(super) fn carry(&mut self, link: u16, from: Square, to: Square) {
        let now = self.live.t_ms;
        let device = self.live.board(u32::from(link)).device();
        let held = device.truth().at(from);
        device.set_square(now, from, Contents::Empty);
        self.run(600);
        let now = self.live.t_ms;
        self.live.board(u32::from(link)).device().set_square(now, to, held);
    }

    /// Enters the pairings and opens a round. Returns the pieces that still stand wrongly, with their tables.
    fn begin(&mut self, round: RoundNo) -> Vec<(TableNo, Square, Square)> {
        let Paired { pairs, unpaired } = self.pairer.pair(round, &self.halves());
        let mut seated = pairs.clone();
        for (at, one, other) in EXCHANGES {
            match (at == round, seated.get(&one).copied(), seated.get(&other).copied()) {
                (true, Some((white, black)), _) if one == other => _ = seated.insert(one, (black, white)),
                (true, Some(first), Some(second)) => {
                    seated.insert(one, second);
                    seated.insert(other, first);
                }
                _ => {}
            }
        }
        self.seats.extend(seated.iter().map(|(board, pair)| ((round, *board), *pair)));
        self.unpaired.extend(unpaired.iter().map(|(player, why)| ((round, *player), *why)));
        let written: BTreeMap<String, _> = pairs
            .iter()
            .map(|(board, (white, black))| (board.to_string(), json!({"white": white, "black": black})))
            .collect();
        let unpaired: BTreeMap<String, _> =
            unpaired.iter().map(|(player, why)| (player.to_string(), why)).collect();
        let date = format!("2026.12.{round:02}");
        let rounds = json!({round.to_string(): {"date": date, "pairings": written, "unpaired": unpaired}});
        self.order(&json!({"do": "enter", "key": "A", "rounds": rounds}));
        // Pieces that stand wrongly when the round opens, and are put right before the game.
        let mut moved = Vec::new();
        if round.is_multiple_of(2) {
            for (table, from, to) in [(6, Square::E2, Square::E4), (12, Square::B8, Square::C6)] {
                self.carry(table, from, to);
                moved.push((table, to, from));
            }
        }
        self.live.begin_file();
        self.look();
        for (board, (white, black)) in &pairs {
            if *board <= ELECTRONIC {
                let names = (round, self.names[white].clone(), self.names[black].clone());
                self.shown.insert(*board, names);
            }
        }
        let open = json!({"do": "open", "key": "A", "round": round});
        if round == 7 {
            self.live.order_and_cut(&open.to_string());
            self.look();
        } else {
            self.order(&open);
        }
        moved
    }

    pub(super) fn run(&mut self, ms: Millis) {
        self.live.run(ms);
        self.look();
    }

    pub(super) fn order(&mut self, order: &serde_json::Value) {
        self.live.order(&order.to_string());
        self.look();
    }

    /// Looks at what was published: the names are those of whoever sits there, and the moves those of the hands.
    pub(super) fn look(&mut self) {
        for told in std::mem::take(&mut self.live.told) {
            let names = (told.players.white.name.as_str(), told.players.black.name.as_str());
            let expected = self.shown.get(&told.table).map_or(("", ""), |(_, white, black)| (white, black));
            assert_eq!(names, expected, "table {}, game {}", told.table, told.game);
            let moves = self.published.entry((told.table, told.game)).or_default();
            moves.truncate(told.from);
            moves.extend(told.plies.into_iter().map(|ply| ply.uci));
        }
    }

    fn halves(&self) -> BTreeMap<PlayerNo, u32> {
        let mut halves: BTreeMap<PlayerNo, u32> = BTreeMap::new();
        for ((round, board), (white, black)) in &self.seats {
            let (one, other) =
                match self.live.hall.event().tournaments["A"].rounds[round].pairings[board].result {
                    Some(result) => {
                        (result.halves(shakmaty::Color::White), result.halves(shakmaty::Color::Black))
                    }
                    None => (0, 0),
                };
            *halves.entry(*white).or_default() += u32::from(one);
            *halves.entry(*black).or_default() += u32::from(other);
        }
        for ((_, player), why) in &self.unpaired {
            *halves.entry(*player).or_default() += if *why == "half-bye" { 1 } else { 2 };
        }
        halves
    }

    /// Returns the names on the score sheets of a board when its round was signed.
    pub(super) fn signed_names(&self, round: RoundNo, board: BoardNo) -> (&str, &str) {
        let (white, black) = &self.signed_names[&(round, board)];
        (white, black)
    }

    /// Returns a PGN that was signed, with the names that its players have now.
    pub(super) fn named_now(&self, round: RoundNo, board: BoardNo, pgn: &str) -> String {
        let (signed, (white, black)) = (self.signed_names(round, board), self.seats[&(round, board)]);
        let named = |pgn: &str, side: &str, before: &str, now: &str| {
            pgn.replace(&format!("[{side} \"{before}\"]"), &format!("[{side} \"{now}\"]"))
        };
        let pgn = named(pgn, "White", signed.0, &self.names[&white]);
        named(&pgn, "Black", signed.1, &self.names[&black])
    }

    /// Returns the public PGN of each game of a round, by table.
    pub(super) fn games_of(&self, round: RoundNo) -> BTreeMap<BoardNo, String> {
        let mut games = BTreeMap::new();
        for table in self.live.hall.tables() {
            for score in table.games().into_iter().filter(|score| score.tags.round == round.to_string()) {
                let public = table.public_game(score.number).expect("it is kept");
                if public.is_begun() {
                    let before = games.insert(table.number(), pgn::write(&public, pgn::Twin::default()));
                    assert!(before.is_none(), "table {} has two games of round {round}", table.number());
                }
            }
        }
        games
    }
}

fn puts_kings(board: BoardNo) -> bool {
    board.is_multiple_of(4)
}

fn serial(table: TableNo) -> String {
    format!("{:05}", 10_000 + table)
}

/// Creates the board of a table, whose players know every game that they will play there.
fn board_of(link: u16, seed: u64, script: &BTreeMap<(RoundNo, BoardNo), Scripted>) -> SimTable {
    // Before round 5 the boards of tables 9 and 10 are exchanged.
    let at = |round| match link {
        9 | 10 if round >= 5 => 19 - link,
        _ => link,
    };
    let games = (1..=ROUNDS).filter_map(|round| script[&(round, at(round))].game.clone()).collect();
    let kings_ppm = if puts_kings(link) { 1_000_000 } else { 0 };
    SimTable::new(SimOptions {
        seed: seed * 100 + u64::from(link),
        games,
        tempo: Tempo::Blitz,
        trouble: Trouble { kings_ppm, analysis_ppm: 400_000, ..Trouble::usual() },
        maker: Maker::Dgt,
        device: DeviceOptions {
            serial: serial(link),
            long_serial: None,
            rotated: link.is_multiple_of(5),
            ..DeviceOptions::default()
        },
        start_delay_ms: 1_500,
        wait_for_host: false,
        pause_between_games_ms: 3_000 + 4_000 * u64::from(link),
        speed_percent: 100,
    })
}
