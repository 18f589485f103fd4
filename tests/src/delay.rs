//! The delay, on every journal of the golden set: whatever the journal holds by now, the spectators' bytes are those of a
//! journal that ends where the delay begins. Feed, clocks, games as PGN, rounds and signed heads are compared.

use crate::golden::Golden;
use board::Millis;
use game::{ResultEntry, pgn};
use hall::{Body, Fold, TableNo};
use relay::{DELAY_MAX_MS, DelayedHall, EventView, HallFeed, Released, Spectators, rounds::PublicRounds};
use serde_json::Value;
use std::collections::BTreeMap;

/// Instants at which each journal is looked at.
const LOOKS: usize = 24;

/// All that spectators are served.
struct Faces {
    hall: DelayedHall<Spectators>,
    feed: HallFeed<Spectators>,
    games: BTreeMap<(TableNo, u32), String>,
    rounds: String,
    /// The event with its results taken out, and the pairings with their results.
    event: (String, Vec<(String, Option<ResultEntry>)>),
    /// The number of pairings whose results are said to be ahead of the delay.
    ahead: usize,
    /// Every update, as it was sent.
    sent: Vec<String>,
}

impl Faces {
    fn new(delay_ms: Millis) -> Faces {
        Faces::of(DelayedHall::new(delay_ms))
    }

    fn of(hall: DelayedHall<Spectators>) -> Faces {
        Faces {
            hall,
            feed: HallFeed::new("e", EventView::default()),
            games: BTreeMap::new(),
            rounds: String::new(),
            event: Default::default(),
            ahead: 0,
            sent: Vec::new(),
        }
    }

    fn take(&mut self, records: &[(Millis, u64, Body)]) {
        for (_, seq, body) in records {
            self.hall.take(*seq, body.clone());
        }
    }

    /// Lets the spectators' clock show `shown_ms`, when it is `now_ms` in the hall.
    fn show(&mut self, now_ms: Millis, shown_ms: Millis) {
        let mut released: Released<Spectators> = self.hall.release(now_ms);
        for news in released.take_games() {
            self.games.retain(|(table, game), _| *table != news.table || news.kept.contains(game));
            for (game, score) in news.changed {
                self.games.insert((news.table, game), pgn::write(&score, pgn::Twin::default()));
            }
        }
        if let Some(rounds) = released.take_rounds() {
            self.rounds = format!("{:?} {:?}", rounds.event(), rounds.signed());
            let boards = PublicRounds::released(&rounds, 0).tournaments.into_iter();
            let boards = boards.flat_map(|tournament| tournament.rounds).flat_map(|round| round.boards);
            self.ahead = boards.filter(|board| board.ahead).count();
            let mut event = rounds.event().clone();
            let rounds = event.tournaments.values_mut().flat_map(|tournament| tournament.rounds.values_mut());
            let pairings = rounds.flat_map(|round| round.pairings.values_mut());
            let results =
                pairings.map(|pairing| (format!("{:?}", pairing.players), pairing.result.take())).collect();
            self.event = (format!("{event:?}"), results);
        }
        self.sent.extend(self.feed.publish(&released, shown_ms));
    }

    /// Returns all that can be asked for, but how far it is behind. The number of the last update depends on how many
    /// changes went into one.
    fn served(&self, shown_ms: Millis, with_games: bool) -> (Value, Vec<&String>, &str) {
        let mut snapshot: Value = serde_json::from_str(&self.feed.snapshot(shown_ms)).expect("JSON");
        snapshot["seq"] = Value::Null;
        if let Some(event) = snapshot["event"].as_object_mut() {
            event.remove("delay_ms");
        }
        (snapshot, self.games.values().filter(|_| with_games).collect(), &self.rounds)
    }
}

/// Returns the records of a journal, each with its time.
fn timed(golden: Golden) -> Vec<(Millis, u64, Body)> {
    let mut last_ms = 0;
    let timed = |(seq, body): (u64, Body)| {
        last_ms = body.t_ms().unwrap_or(last_ms);
        (last_ms, seq, body)
    };
    golden.records.into_iter().map(timed).collect()
}

#[test]
fn spectators_are_served_what_the_journal_said_before_the_delay_and_nothing_else() {
    let (mut moves, mut alike) = (0, 0);
    for golden in Golden::all() {
        let name = golden.name.clone();
        let records = timed(golden);
        // The games of a journal that another version wrote are folded as this version would play them, and brought into
        // line at the next record. What waits between the two depends on when one looks.
        let mut fold = Fold::new();
        records.iter().for_each(|(_, seq, body)| fold.feed(*seq, body.clone()));
        let is_alike = fold.finish().divergent == 0;
        alike += usize::from(is_alike);
        let last_ms = records.last().map_or(0, |(t_ms, ..)| *t_ms);
        for delay_ms in [1, 20_000, 900_000, DELAY_MAX_MS] {
            let mut live = Faces::new(delay_ms);
            let mut taken = 0;
            for look in 0..=LOOKS {
                // The last looks come when the delay has gone by.
                let now_ms = (last_ms + delay_ms) * look as Millis / LOOKS as Millis;
                let shown_ms = now_ms.saturating_sub(delay_ms);
                let by_now = records.partition_point(|(t_ms, ..)| *t_ms <= now_ms);
                live.take(&records[taken..by_now]);
                taken = by_now;
                live.show(now_ms, shown_ms);
                let old = match now_ms.checked_sub(delay_ms) {
                    Some(shown_ms) => records.partition_point(|(t_ms, ..)| *t_ms <= shown_ms),
                    None => 0,
                };
                let mut ideal = Faces::new(0);
                ideal.take(&records[..old]);
                ideal.show(shown_ms, shown_ms);
                let place = format!("{name}, {delay_ms} ms behind, at {now_ms} ms");
                assert_eq!(live.served(shown_ms, is_alike), ideal.served(shown_ms, is_alike), "{place}");
                // A restart reads the whole journal at once.
                let mut restarted = Faces::new(delay_ms);
                restarted.take(&records[..by_now]);
                restarted.show(now_ms, shown_ms);
                let after = restarted.served(shown_ms, is_alike);
                assert_eq!(after, ideal.served(shown_ms, is_alike), "{place}, after a restart");
            }
            moves += live.sent.iter().filter(|update| update.contains("\"san\"")).count();
        }
    }
    assert!(moves > 100 && alike > 5, "{moves} moves were published, {alike} journals are this version's");
}

/// Takes the results out of a snapshot, and returns them by table and game.
fn take_results(snapshot: &mut Value) -> BTreeMap<(u64, u64), Value> {
    let number = |table: &Value, key: &str| table[key].as_u64().expect("a number");
    let tables = snapshot["tables"].as_array_mut().expect("a list").iter_mut();
    let of_table = |table: &mut Value| {
        let key = (number(table, "table"), number(table, "game"));
        table.as_object_mut().expect("an object").remove("score");
        (key, table["result"].take())
    };
    tables.map(of_table).collect()
}

#[test]
fn results_at_once_are_ahead_of_the_delay_and_nothing_else_is() {
    const DELAY_MS: Millis = 20_000;
    let (mut ahead, mut pairings, mut told_ahead) = (0, 0, 0);
    for golden in Golden::all() {
        let name = golden.name.clone();
        let records = timed(golden);
        let last_ms = records.last().map_or(0, |(t_ms, ..)| *t_ms);
        let mut early = Faces::of(DelayedHall::new(DELAY_MS).with_results_at_once());
        let (mut late, mut now) = (Faces::new(DELAY_MS), Faces::new(0));
        let (mut taken, mut by_game) = (0, BTreeMap::new());
        for look in 0..=8 * LOOKS {
            let now_ms = (last_ms + DELAY_MS) * look as Millis / (8 * LOOKS) as Millis;
            let by_now = records.partition_point(|(t_ms, ..)| *t_ms <= now_ms);
            for (_, _, body) in &records[taken..by_now] {
                if let Body::Published { publication, .. } = body {
                    let key = (u64::from(publication.table), u64::from(publication.game));
                    by_game.insert(key, publication.result.map_or("*", ResultEntry::pgn));
                }
            }
            for faces in [&mut early, &mut late, &mut now] {
                faces.take(&records[taken..by_now]);
                faces.show(now_ms, now_ms.saturating_sub(DELAY_MS));
            }
            taken = by_now;
            let (mut shown, games, _) = early.served(0, true);
            let (mut behind, games_behind, _) = late.served(0, true);
            let (results, before) = (take_results(&mut shown), take_results(&mut behind));
            let place = format!("{name} at {now_ms} ms");
            assert_eq!((&shown, games), (&behind, games_behind), "{place}");
            let expected: BTreeMap<_, Value> =
                results.keys().map(|key| (*key, by_game.get(key).copied().unwrap_or("*").into())).collect();
            assert_eq!(results, expected, "{place}");
            assert_eq!(early.event.0, late.event.0, "{place}");
            if look % 8 == 0 {
                let mut restarted = Faces::of(DelayedHall::new(DELAY_MS).with_results_at_once());
                restarted.take(&records[..by_now]);
                restarted.show(now_ms, now_ms.saturating_sub(DELAY_MS));
                let (mut again, ..) = restarted.served(0, false);
                assert_eq!((take_results(&mut again), again), (expected, shown), "{place}, after a restart");
                assert_eq!(early.event, restarted.event, "{place}, after a restart");
            }
            ahead += usize::from(results != before);
            // A pairing that is still the same has the result that it has now.
            for (pairing, now) in
                early.event.1.iter().zip(&now.event.1).filter(|(early, now)| early.0 == now.0)
            {
                assert_eq!(pairing, now, "{place}");
            }
            let both = early.event.1.iter().zip(&late.event.1);
            let are_ahead = both.filter(|(early, late)| early.1.is_some() && late.1.is_none()).count();
            // Of a round that the audience does not know yet nothing is told.
            assert!(early.ahead <= are_ahead && late.ahead == 0, "{place}: {} of {are_ahead}", early.ahead);
            told_ahead += usize::from(early.ahead > 0);
            if early.event.1 != late.event.1 {
                pairings += 1;
            }
        }
    }
    assert!(told_ahead > 0, "no round says that a result is ahead");
    assert!(ahead > 3 && pairings > 0, "{ahead} looks at results before their moves, {pairings} at rounds");
}
