//! A whole table of protocol 2, read back into the state it was written from.

use super::message::{Clock, Link, Person, WholeTable};
use crate::{
    limits::{PLIES_MAX, shown, shown_player},
    message::{ClockView, LinkView, MoveView, PlayerView, TableView},
    slots::slot::USUAL_START,
};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, FromSetup, Position, fen::Fen, san::SanPlus, uci::UciMove,
};

impl WholeTable {
    /// Returns the table; `None` if it cannot be understood. Its times are of the hall's clock, and its revision is that
    /// of protocol 2.
    pub(super) fn view(self) -> Option<TableView> {
        let start = self.st.clone().unwrap_or_else(|| USUAL_START.to_owned());
        if !start.is_empty() {
            start.parse::<Fen>().ok()?;
        }
        let moves = self.moves(&start)?;
        Some(TableView {
            table: self.b,
            game: self.g,
            rev: self.r,
            white: player(self.w),
            black: player(self.bl),
            start,
            moves,
            clock: self.c.map_or(Some(None), |clock| view_of(&clock).map(Some))?,
            result: result(self.res.as_deref().unwrap_or("*"))?,
            score: self.sc.as_deref().map(shown),
            link: self.k.map_or(Some(LinkView::Live), |link| link.view())?,
        })
    }

    fn moves(&self, start: &str) -> Option<Vec<MoveView>> {
        let words: Vec<&str> = self.m.split(' ').filter(|word| !word.is_empty()).collect();
        if words.len() % 2 == 1 || words.len() / 2 > PLIES_MAX {
            return None;
        }
        let mut moves: Vec<MoveView> = Vec::with_capacity(words.len() / 2);
        // What was last known of the time of each side.
        let mut before = [0_i64, 0];
        for (number, ply) in words.chunks_exact(2).enumerate() {
            let spent_ms = self.u.get(number).copied().flatten();
            let added = self.a.get(number).copied().flatten();
            let left = match added {
                Some(added) => {
                    let gained = added.checked_sub(i64::from(spent_ms.unwrap_or_default()))?;
                    before[number % 2] = before[number % 2].checked_add(gained)?;
                    Some(u32::try_from(before[number % 2]).ok()?)
                }
                None => None,
            };
            let stands = moves.last().map_or(start, |ply| ply.fen.as_str());
            let (uci, fen) = match self.x.get(&number) {
                Some(fen) => (ply[0].to_owned(), fen.parse::<Fen>().ok()?.to_string()),
                None => played(stands, ply[1])?,
            };
            moves.push(MoveView {
                san: shown(ply[1]),
                uci,
                fen,
                check: ply[1].ends_with(['+', '#']),
                irregular: self.ir.contains(&number),
                provisional: self.pv.contains(&number),
                left_ms: left,
                spent_ms,
            });
        }
        Some(moves)
    }
}

/// Returns the squares of a legal move, the king's for castling, and the position after it.
fn played(before: &str, san: &str) -> Option<(String, String)> {
    let setup = before.parse::<Fen>().ok()?.into_setup();
    let mode = CastlingMode::detect(&setup);
    let position = Chess::from_setup(setup, mode).ok()?;
    let mv = san.parse::<SanPlus>().ok()?.san.to_move(&position).ok()?;
    let after = position.play(mv).ok()?;
    let uci = UciMove::from_move(mv, CastlingMode::Standard).to_string();
    Some((uci, Fen::from_position(&after, EnPassantMode::Legal).to_string()))
}

fn player(person: Person) -> PlayerView {
    let Person { n, t, e, f, m } = person;
    shown_player(PlayerView { name: n, title: t, elo: e, federation: f, team: m })
}

/// Returns a clock; `None` if it cannot be understood.
pub(super) fn view_of((white_ms, black_ms, running, read_ms): &Clock) -> Option<ClockView> {
    let running = match running.as_deref() {
        None => None,
        Some("w") => Some("white"),
        Some("b") => Some("black"),
        Some(_) => return None,
    };
    Some(ClockView { white_ms: *white_ms, black_ms: *black_ms, running, read_ms: *read_ms })
}

fn result(text: &str) -> Option<&'static str> {
    ["*", "1-0", "0-1", "1/2-1/2"].into_iter().find(|known| *known == text)
}

impl Link {
    fn view(&self) -> Option<LinkView> {
        match self {
            Link::Is(state) if state == "live" => Some(LinkView::Live),
            Link::Is(state) if state == "absent" => Some(LinkView::Absent),
            Link::Since(state, since_ms) if state == "lost" => {
                Some(LinkView::Lost { since_ms: *since_ms, held: false })
            }
            Link::Since(state, since_ms) if state == "held" => {
                Some(LinkView::Lost { since_ms: *since_ms, held: true })
            }
            Link::Is(_) | Link::Since(..) => None,
        }
    }
}
