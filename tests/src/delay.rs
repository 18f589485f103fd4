//! The delay, on every journal of the golden set: whatever the journal holds by now, the spectators' bytes are those of a
//! journal that ends where the delay begins. Feed, clocks, games as PGN, rounds and signed heads are compared.

use crate::golden::Golden;
use board::Millis;
use game::pgn;
use hall::{Body, Fold, TableNo};
use relay::{DELAY_MAX_MS, DelayedHall, EventView, HallFeed, Released, Spectators};
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
    /// Every update, as it was sent.
    sent: Vec<String>,
}

impl Faces {
    fn new(delay_ms: Millis) -> Faces {
        Faces {
            hall: DelayedHall::new(delay_ms),
            feed: HallFeed::new("e", EventView::default()),
            games: BTreeMap::new(),
            rounds: String::new(),
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
                self.games.insert((news.table, game), pgn::write(&score, false));
            }
        }
        if let Some(rounds) = released.take_rounds() {
            self.rounds = format!("{:?} {:?}", rounds.event(), rounds.signed());
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
