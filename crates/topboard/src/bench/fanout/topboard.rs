//! The public listener of this program, with all its limits, and an audience without a delay. Records are read as a
//! follower reads them from a journal; there are no boards.

use super::loader::stamp;
use crate::{
    connections::{descriptors::Descriptors, guests::Guests, time_limits::Patience},
    journal_files::disk_health::Health,
    mainloop::{readers::Appended, run_clock::RunClock},
    public::{
        audience,
        server::{self, PublicState},
    },
    terminal::{
        failure::{Failure, Outcome},
        stdout::say,
    },
};
use game::ClockFace;
use hall::{Body, PublicLink, PublicPly, Publication, TableNo};
use relay::{DelayedHall, EventView, HallFeed};
use shakmaty::{ByColor, Color};
use std::{future::pending, sync::Arc};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    sync::watch,
};

/// The plies of a change of the only table, which make its frame some 300 bytes long.
const CORRECTED: usize = 8;
/// The plies of a game, where games go on.
const GAME_PLIES: usize = 120;

/// Serves until the process is killed. Each line of the publisher, which is a stamp and more, changes a table.
pub(super) async fn serve(tables: TableNo) -> Outcome {
    let viewers = server::bind(super::HERE).await?;
    let control = server::bind(super::HERE).await?;
    let place = |listener: &tokio::net::TcpListener| listener.local_addr().map_err(|error| broken(&error));
    let (viewers_at, control_at) = (place(&viewers)?, place(&control)?);
    let clock = RunClock::after(0, None, None);
    let (health, well) = watch::channel(Health::Well);
    let (stop, stopped) = watch::channel(false);
    let feed = HallFeed::new("bench", EventView::default());
    let audience = (DelayedHall::new(0), feed);
    let (records, doors) = audience::open(audience, clock, None, well.clone(), stopped.clone());
    let most = Descriptors::raise().public(None, None, usize::from(tables));
    let public = PublicState::new(doors, well, Guests::new(most));
    tokio::spawn(server::run(viewers, public, Patience::USUAL, stopped));
    let mut hall = Hall::new(tables);
    for _ in 0..tables {
        let record = hall.change(stamp(), clock.now_ms());
        records.send(Arc::new([record])).await.map_err(|_| ended())?;
    }
    say!("{viewers_at} {control_at}");
    let (publisher, _) = control.accept().await.map_err(|error| broken(&error))?;
    let mut lines = BufReader::new(publisher).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let digits: String = line.chars().filter(char::is_ascii_digit).take(16).collect();
        let record = hall.change(digits.parse().unwrap_or_default(), clock.now_ms());
        records.send(Arc::new([record])).await.map_err(|_| ended())?;
    }
    // What is on its way is still sent when the publisher has gone.
    pending::<()>().await;
    drop((health, stop));
    Ok(())
}

/// The tables, which change in turn.
#[derive(Debug)]
struct Hall {
    tables: TableNo,
    changes: u64,
}

impl Hall {
    fn new(tables: TableNo) -> Hall {
        Hall { tables: tables.max(1), changes: 0 }
    }

    /// Returns the record of the next change. The clock's reading is its stamp. One table alone is corrected again and
    /// again; several play games.
    fn change(&mut self, stamp: u64, now_ms: u64) -> Appended {
        let turn = self.changes / u64::from(self.tables);
        let table = 1 + TableNo::try_from(self.changes % u64::from(self.tables)).unwrap_or_default();
        self.changes += 1;
        let number = usize::try_from(turn).unwrap_or_default();
        let (game, from, plies) = match self.tables {
            1 => (1, 0, CORRECTED),
            _ => (u32::try_from(1 + number / GAME_PLIES).unwrap_or(u32::MAX), number % GAME_PLIES, 1),
        };
        let publication = Publication {
            table,
            game,
            rev: turn + 1,
            players: ByColor::default(),
            start_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            from,
            plies: (from..from + plies).map(ply).collect(),
            clock: Some(ClockFace {
                left_ms: ByColor { black: 5_391_000, white: 5_419_000 },
                running: Some(Color::Black),
                read_ms: stamp,
            }),
            result: None,
            link: PublicLink::Live,
        };
        let body = Body::Published { t_ms: now_ms, publication: Box::new(publication) };
        Appended { seq: self.changes, body, read_at: None }
    }
}

/// Returns a ply of two knights that go to and fro.
fn ply(number: usize) -> PublicPly {
    let (san, uci, pieces) = match number % 4 {
        0 => ("Nf3", "g1f3", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -"),
        1 => ("Nc6", "b8c6", "r1bqkbnr/pppppppp/2n5/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq -"),
        2 => ("Ng1", "f3g1", "r1bqkbnr/pppppppp/2n5/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -"),
        _ => ("Nb8", "c6b8", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"),
    };
    PublicPly {
        san: san.to_owned(),
        uci: uci.to_owned(),
        fen: format!("{pieces} {} {}", number + 1, number / 2 + 1),
        check: false,
        irregular: false,
        provisional: false,
        left_ms: Some(5_391_000),
        spent_ms: Some(14_000),
    }
}

fn ended() -> Failure {
    Failure::Environment("the audience ended; report what the log says".to_owned())
}

fn broken(error: &std::io::Error) -> Failure {
    Failure::Environment(format!("the hall cannot be served ({error}); try again"))
}
