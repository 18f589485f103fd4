//! A round in progress: when games begin, what the arbiter enters, and what is corrected meanwhile.

use super::open::{Open, ROUND_MAX_MS};
use super::script::{ELECTRONIC, EXCHANGES, Ending, Scripted, is_exchanged};
use board::Millis;
use hall::TableNo;
use serde_json::json;
use shakmaty::Square;
use tournament::{BoardNo, RoundNo};

/// The time after the beginning of a round at which games with an exchange begin.
const TOGETHER_MS: Millis = 20_000;

/// What the arbiter or the hands do at an instant of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Deed {
    Begin(TableNo),
    Enter(BoardNo),
    ConfirmProved,
    Cut,
    PutBack(TableNo, Square, Square),
    /// A result of round 2 is corrected.
    Correct,
    /// The game that was adjourned in round 4 has its result.
    Resume,
}

impl Open {
    /// Lets a round be played until every board has its result.
    pub(super) fn hold(&mut self, round: RoundNo, moved: Vec<(TableNo, Square, Square)>) {
        let start = self.live.t_ms;
        let boards: Vec<BoardNo> =
            self.seats.keys().filter(|(at, _)| *at == round).map(|(_, board)| *board).collect();
        let mut deeds: Vec<(Millis, Deed)> = Vec::new();
        for &board in &boards {
            let is_played = self.script[&(round, board)].game.is_some();
            let deed = if is_played { Deed::Begin(board) } else { Deed::Enter(board) };
            let drawn_ms = self.rng.between(15_000, 60_000);
            // Games whose players are exchanged in the middle have to be under way together.
            let after_ms = if is_exchanged(round, board) { TOGETHER_MS } else { drawn_ms };
            deeds.push((start + after_ms, deed));
        }
        let put_back = moved.into_iter().map(|(table, from, to)| Deed::PutBack(table, from, to));
        deeds.extend(put_back.map(|deed| (start + 4_000, deed)));
        match round {
            4 => deeds.push((start + 60_000, Deed::Correct)),
            5 => deeds.push((start + 80_000, Deed::Resume)),
            6 => deeds.push((start + 70_000, Deed::Cut)),
            _ => {}
        }
        let mut playing: Vec<BoardNo> = boards.clone();
        let mut exchanges: Vec<_> = EXCHANGES.into_iter().filter(|(at, ..)| *at == round).collect();
        let mut is_renamed = round != 3;
        while !deeds.is_empty() || !boards.iter().all(|board| self.is_settled(round, *board)) {
            assert!(
                self.live.t_ms < start + ROUND_MAX_MS,
                "round {round} does not end: {deeds:?}, {playing:?}, without a result {:?}",
                boards.iter().filter(|board| !self.is_settled(round, **board)).collect::<Vec<_>>()
            );
            self.run(1_000);
            let now = self.live.t_ms;
            let due: Vec<Deed> = deeds.extract_if(.., |(at, _)| *at <= now).map(|(_, deed)| deed).collect();
            due.into_iter().for_each(|deed| self.carry_out(round, deed));
            for board in playing.extract_if(.., |board| self.is_over(round, *board)).collect::<Vec<_>>() {
                match self.script[&(round, board)].ending {
                    Ending::Kings => deeds.push((now + 15_000, Deed::ConfirmProved)),
                    Ending::Mate => {}
                    Ending::Told(_) | Ending::Forfeit | Ending::Adjourned => {
                        deeds.push((now + self.rng.between(1_000, 90_000), Deed::Enter(board)));
                    }
                }
            }
            exchanges.retain(|&(_, one, other)| !self.exchange(round, one, other));
            if !is_renamed && self.is_in_play(round, 2) {
                self.rename(round, 2);
                is_renamed = true;
            }
        }
        assert!(exchanges.is_empty() && is_renamed, "round {round}: {exchanges:?}, renamed {is_renamed}");
    }

    fn carry_out(&mut self, round: RoundNo, deed: Deed) {
        match deed {
            Deed::Begin(table) if table <= ELECTRONIC => {
                let begun = self.begun.entry(table).or_default();
                *begun += 1;
                let (begun, now) = (*begun, self.live.t_ms);
                self.live.board(u32::from(self.link_of(round, table))).let_begin(now, begun);
            }
            Deed::Begin(_) => {}
            Deed::Cut => {
                self.live.cut_power();
                self.look();
            }
            Deed::ConfirmProved => self.order(&json!({"do": "confirm-proved", "author": "arbiter"})),
            Deed::Correct => {
                let was_won = self.script[&(2, 6)].result == "1-0";
                self.result(2, 6, if was_won { "0-1" } else { "1-0" }, None);
            }
            Deed::Resume => {
                let result = self.script[&(4, 10)].result;
                self.result(4, 10, result, Some("arbiter"));
            }
            Deed::PutBack(table, from, to) => self.carry(table, from, to),
            Deed::Enter(board) => {
                let Scripted { ending, result, .. } = self.script[&(round, board)];
                match ending {
                    Ending::Adjourned => {
                        self.order(&json!({"do": "adjourned", "key": "A", "round": round, "board": board, "adjourned": true}));
                    }
                    Ending::Told(how) => self.result(round, board, result, Some(how)),
                    Ending::Forfeit => self.result(round, board, result, Some("forfeit")),
                    Ending::Mate | Ending::Kings => {}
                }
            }
        }
    }

    fn result(&mut self, round: RoundNo, board: BoardNo, result: &'static str, how: Option<&str>) {
        self.results.insert((round, board), result);
        let order =
            json!({"do": "result", "key": "A", "round": round, "board": board, "result": result, "how": how});
        if (round, board) == (8, 5) {
            self.live.order_and_cut(&order.to_string());
            self.look();
        } else {
            self.order(&order);
        }
    }

    /// Exchanges players or colours once both games are under way. Returns whether it was done.
    fn exchange(&mut self, round: RoundNo, one: BoardNo, other: BoardNo) -> bool {
        if !self.is_in_play(round, one) || !self.is_in_play(round, other) {
            return false;
        }
        if one == other {
            self.live
                .order(&json!({"do": "swap-colors", "key": "A", "round": round, "board": one}).to_string());
        } else {
            self.live.order(
                &json!({"do": "swap-boards", "key": "A", "round": round, "board": one, "with": other})
                    .to_string(),
            );
        }
        for board in [one, other] {
            let (white, black) = self.seats[&(round, board)];
            self.shown.insert(board, (round, self.names[&white].clone(), self.names[&black].clone()));
        }
        self.look();
        true
    }

    /// Corrects the name of White at a board whose game is under way.
    fn rename(&mut self, round: RoundNo, board: BoardNo) {
        let (white, black) = self.seats[&(round, board)];
        let name = format!("Corrected{white:02}, Given");
        let elo = 2500 - 20 * white;
        let order =
            json!({"do": "enter", "key": "A", "players": {white.to_string(): {"name": name, "elo": elo}}});
        self.live.order(&order.to_string());
        self.names.insert(white, name);
        self.shown.insert(board, (round, self.names[&white].clone(), self.names[&black].clone()));
        self.look();
    }

    /// Returns the number of the board that stands on a table.
    pub(super) fn link_of(&self, round: RoundNo, table: TableNo) -> u16 {
        match (round >= 5, table) {
            (true, 9 | 10) => 19 - table,
            _ => table,
        }
    }

    /// Returns whether the game has some moves, and a good many to come.
    fn is_in_play(&self, round: RoundNo, board: BoardNo) -> bool {
        let link = u32::from(self.link_of(round, board));
        let game = self.live.boards[&link].truth().last();
        let begun = self.begun.get(&board).copied().unwrap_or(0);
        game.is_some_and(|game| {
            game.begun && !game.over && game.plies >= 4 && game.plies + 2 < game.truth.plies.len()
        }) && self.live.boards[&link].truth().len() == begun
    }

    /// Returns whether the hands have ended the game of a board.
    fn is_over(&self, round: RoundNo, board: BoardNo) -> bool {
        let Some(begun) = self.begun.get(&board).filter(|_| self.script[&(round, board)].game.is_some())
        else {
            return false;
        };
        let link = u32::from(self.link_of(round, board));
        self.live.boards[&link]
            .truth()
            .get(begun - 1)
            .is_some_and(|game| game.over && *begun == self.games_by(round, board))
    }

    /// Returns the number of games that a table has in the rounds up to this one.
    fn games_by(&self, round: RoundNo, board: BoardNo) -> usize {
        (1..=round)
            .filter(|round| {
                self.script[&(*round, board)].game.is_some() && self.seats.contains_key(&(*round, board))
            })
            .count()
    }

    fn is_settled(&self, round: RoundNo, board: BoardNo) -> bool {
        let pairing = &self.live.hall.event().tournaments["A"].rounds[&round].pairings[&board];
        pairing.result.is_some() || pairing.adjourned
    }
}
