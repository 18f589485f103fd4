//! A computer without a battery for its clock: it starts ten hours in the past, is put right in mid-game, and starts in
//! 1970 the next time. Promised: the journal says so, and nothing but annotations changes.

use crate::{
    rig::{config, folder, games_of, until},
    seat::{Deed, Seat, game},
};
use hall::{Body, Fold, WallTime, WallTrust};
use std::{
    fs,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{SystemTime, UNIX_EPOCH},
};
use topboard::{
    commands::run::{Listeners, Running, Start},
    config::Config,
    journal_files::writer::{Care, read_at},
    mainloop::wall_clock::WallSource,
    public::{games, server},
};

const TEN_HOURS_MS: i64 = 36_000_000;

/// Returns a clock that is ten hours late until it is put right.
fn late_clock(is_right: &Arc<AtomicBool>) -> WallSource {
    let is_right = Arc::clone(is_right);
    WallSource::from_fn(move || {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is after 1970");
        let now_ms = i64::try_from(now.as_millis()).expect("it is before the year 292278994");
        let (late_ms, trust) = match is_right.load(Ordering::Relaxed) {
            true => (0, WallTrust::Synced),
            false => (TEN_HOURS_MS, WallTrust::Unsynced),
        };
        let wall_ms = u64::try_from(now_ms - late_ms).ok()?;
        Some(WallTime { trust: Some(trust), ..WallTime::untrusted(wall_ms) })
    })
}

async fn start(config: &Config, wall: WallSource) -> Running {
    let pages = server::bind(config.listen).await.expect("there is a free port");
    let start = Start { wall, ..Start::default() };
    Running::start_as(
        &start,
        config,
        Listeners { pages, arbiter: None, screens: None, metrics: None, livechess: None },
        Care::Synced,
        None,
    )
    .expect("it starts")
}

fn bodies(journal: &Path) -> Vec<Body> {
    let mut bodies = Vec::new();
    read_at(journal, |_, body| bodies.push(body)).expect("it is readable");
    bodies
}

/// Returns the games of a journal. Every publication in it must be published again.
fn folded(bodies: impl Iterator<Item = Body>) -> String {
    let mut fold = Fold::new();
    bodies.zip(1..).for_each(|(body, seq)| fold.feed(seq, body));
    let folded = fold.finish();
    assert_eq!(folded.divergent, 0, "{:?}", folded.divergences);
    games::of_hall(&folded.hall).to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_jumps_ten_hours_changes_nothing_but_annotations() {
    let folder = folder("wall-jump");
    let seat = Seat::new(&folder, 1, game(0, 16));
    let text = fs::read_to_string(config(&folder, std::slice::from_ref(&seat.port))).expect("it was written");
    let config = Config::parse("topboard.toml", &text).expect("it is a configuration");
    let journal = folder.join("data/journal/hall.journal");

    let is_right = Arc::new(AtomicBool::new(false));
    let running = start(&config, late_clock(&is_right)).await;
    seat.does(Deed::HoldAt(8));
    until("half the game is played", || seat.progress().held).await;
    is_right.store(true, Ordering::Relaxed);
    until("the jump is noted", || {
        fs::read_to_string(&journal).is_ok_and(|text| text.contains("\"stepped_ms\":3"))
    })
    .await;
    seat.does(Deed::Go);
    until("the game is played", || seat.progress().finished).await;
    until("the last move is in the journal", || {
        let game = games_of(&folded(bodies(&journal).into_iter()));
        game.first().is_some_and(|(_, moves)| moves.len() == seat.wanted.len())
    })
    .await;
    running.stop().await.expect("it ends in order");

    let records = bodies(&journal);
    let jumps: Vec<WallTime> = records
        .iter()
        .filter_map(|body| if let Body::Wall { wall, .. } = body { Some(*wall) } else { None })
        .filter(|wall| wall.stepped_ms.is_some())
        .collect();
    assert!(
        matches!(jumps[..], [WallTime { trust: Some(WallTrust::Synced), stepped_ms: Some(ms), .. }]
            if (ms - TEN_HOURS_MS).abs() < 1000),
        "{jumps:?}"
    );
    let times: Vec<u64> = records.iter().filter_map(Body::t_ms).collect();
    assert!(
        times.is_sorted() && times.last().is_some_and(|&t_ms| t_ms < 600_000),
        "journal time does not jump"
    );

    // Other annotations in the journal change neither the games nor the publications.
    let games = folded(records.iter().cloned());
    assert_eq!(games_of(&games), [(1, seat.wanted.clone())]);
    let other = |mut body: Body| {
        if let Body::Wall { t_ms, wall } = &mut body {
            *wall = WallTime::untrusted(7 * *t_ms);
        } else if let Body::Start { wall_ms, .. } = &mut body {
            *wall_ms = None;
        }
        body
    };
    assert_eq!(folded(records.iter().cloned().map(other)), games);

    // The next start believes itself in 1970; journal time goes on from where the journal ends.
    let running = start(&config, WallSource::from_fn(|| Some(WallTime::untrusted(5000)))).await;
    running.stop().await.expect("it ends in order");
    let times: Vec<u64> = bodies(&journal).iter().filter_map(Body::t_ms).collect();
    assert!(times.is_sorted() && times.last().is_some_and(|&t_ms| t_ms < 600_000), "{:?}", times.last());
    assert_eq!(folded(bodies(&journal).into_iter()), games);
}
