//! `topboard demo`: simulated boards on pseudo-terminals. Only the boards are simulated: the driver, the main loop, the
//! journal and the pages are those of `run`.
//!
//! The players play an open of nine rounds. A simulated arbiter enters it, opens and ends its rounds, and confirms the
//! results, with orders that a person could give. Without rounds each table plays one game after the other.

mod open;

use crate::{
    cli::DemoOptions,
    commands::{
        run::{Listeners, Running, Start, bind_arbiter},
        simulate::{self, RoomNews, SimBoard},
    },
    config::{ArbiterChoice, Config, DeviceChoice, open_table},
    devices::ports_runtime::PortsRuntime,
    journal_files::writer::Care,
    mainloop::Ask,
    public::server,
    safe_files::scratch::Scratch,
    terminal::{
        failure::{Failure, Outcome},
        shutdown::Orders,
    },
};
use board::Maker;
use game::{CommandJson, OrderJson};
use hall::{BoardChoice, TableNo, TableSetup};
use laws::Discipline;
use open::{Open, Progress, TableNews};
use sim::{Game, SimTable, Tempo, Trouble, games};
use std::net::SocketAddr;
use tokio::{
    net::TcpListener,
    sync::{mpsc, oneshot, watch},
};

/// The usual port of the public pages.
const PORT: u16 = 8080;
/// The greatest number of news items of one table that may wait for its simulated arbiter.
const NEWS_MAX: usize = 16;
/// The number of times that the games of a table without rounds are repeated: enough for a day.
const REPEATED: usize = 100;
/// The author of the simulated arbiter's orders.
const AUTHOR: &str = "demo";

/// Shows a hall until an order to end comes.
pub async fn command(options: &DemoOptions) -> Outcome {
    let scratch;
    let folder = match &options.data {
        Some(folder) => folder.clone(),
        None => {
            scratch = Scratch::new("demo")?;
            scratch.path().to_owned()
        }
    };
    let mut orders = Orders::listen()?;
    let listener = listen(options.port).await?;
    let arbiter_listener = listen_arbiter(options.arbiter_port).await?;
    let screen_listener = match options.screens_port {
        Some(port) => Some(listen(Some(port)).await?),
        None => None,
    };
    let mut config = Config { folder, devices: DeviceChoice::default(), ..Config::default() };
    config.setup.event = "Topboard demo".to_owned();
    config.setup.site = "Simulated boards".to_owned();
    config.setup.round = "1".to_owned();
    config.setup.profile.discipline = Discipline::Blitz;
    config.setup.time_control = Tempo::Blitz.time_control();
    config.setup.tables.clear();
    // Whoever asks for certain games wants no rounds.
    let rounds = if options.games.is_some() { 0 } else { options.rounds };
    let (begin, may_begin) = watch::channel(0);
    let mut boards = Vec::new();
    // The boards' own ends of the ports are not the hall's, so they have another runtime than its drivers.
    let room = PortsRuntime::start()?;
    for table in 1..=options.tables {
        let pty = {
            let _here = room.enter();
            simulate::open()?
        };
        let port = pty.path().to_owned();
        let free = program(table, options.games);
        // The players of rounds are named by their pairings.
        let first = free.first().filter(|_| rounds == 0);
        let players = first.map(|game| game.players.clone()).unwrap_or_default();
        config.devices.ports.push(port.clone());
        // The maker is configured, because the hall fills sooner if the boards need not be asked for it.
        config.devices.makers.insert(port.clone(), Maker::Dgt);
        config.setup.tables.push(TableSetup { board: BoardChoice::Port(port), players, ..open_table(table) });
        boards.push((table, pty, free));
    }
    if rounds > 0 {
        config.setup.round.clear();
    }
    let listeners = Listeners {
        pages: listener,
        arbiter: Some(arbiter_listener),
        screens: screen_listener,
        metrics: None,
        livechess: None,
    };
    let start = Start { stop: orders.flag(), ..Start::default() };
    let mut running = Running::start_as(&start, &config, listeners, Care::Synced, None)?;
    // Whoever finds the pages answering finds the links printed.
    running.say_addresses(false);
    let mut tasks = Vec::new();
    let (of_tables, all_told) = mpsc::channel(NEWS_MAX);
    // A demo that was killed goes on with the round that it was in.
    let progress = Progress::of(&running.asks).await;
    for (table, pty, free) in boards {
        let (news, told) = mpsc::channel(NEWS_MAX);
        let played = progress.played(table);
        let games =
            open::games_of(table, options.tables, rounds).into_iter().skip(played).chain(free).collect();
        let board = SimBoard::new(pty, play(options, table, games)).with_news(news);
        if rounds > 0 {
            let board = board.with_rounds(may_begin.clone()).having_played(played);
            tasks.push(room.spawn(board.run()));
            tasks.push(tokio::spawn(pass_on(table, told, of_tables.clone())));
        } else {
            tasks.push(room.spawn(board.run()));
            tasks.push(tokio::spawn(arbiter(table, told, running.asks.clone())));
        }
    }
    if rounds > 0 {
        let open = Open::new(options.tables, rounds, running.asks.clone(), begin);
        tasks.push(tokio::spawn(open.hold(progress, all_told)));
    }
    let outcome = tokio::select! {
        outcome = running.ended() => outcome,
        () = orders.given() => running.stop().await,
    };
    for task in tasks {
        task.abort();
    }
    outcome
}

/// Binds the requested port; without one the usual port or, if that is taken, any free one.
async fn listen(port: Option<u16>) -> Result<TcpListener, Failure> {
    let local = |port| SocketAddr::from(([127, 0, 0, 1], port));
    match port {
        Some(port) => server::bind(local(port)).await.map_err(|_| {
            Failure::Environment(format!("port {port} is taken; give another, or none to get a free one"))
        }),
        None => match server::bind(local(PORT)).await {
            Ok(listener) => Ok(listener),
            Err(_) => server::bind(local(0)).await,
        },
    }
}

/// Binds the arbiter's address: the requested port; without one the usual port or, if that is taken, any free one.
async fn listen_arbiter(port: Option<u16>) -> Result<TcpListener, Failure> {
    let usual = Config::default().arbiter;
    let choice = match port {
        Some(port) => {
            ArbiterChoice { listen: SocketAddr::from(([127, 0, 0, 1], port)), is_given: true, ..usual }
        }
        None => usual,
    };
    bind_arbiter(&choice, false).await
}

/// Returns the games that a table plays: those of the showcase, with a different first game for each table.
fn program(table: TableNo, games: Option<usize>) -> Vec<Game> {
    let showcase = games::showcase();
    let first = usize::from(table - 1) % showcase.len().max(1);
    let round = games.unwrap_or(showcase.len()).max(1);
    showcase.iter().cycle().skip(first).take(round).cycle().take(round * REPEATED).cloned().collect()
}

fn play(options: &DemoOptions, table: TableNo, games: Vec<Game>) -> SimTable {
    SimTable::new(sim::SimOptions {
        // This seed alone determines everything that happens at the table.
        seed: options.seed.wrapping_mul(1000).wrapping_add(u64::from(table)),
        games,
        device: simulate::device(u64::from(table)),
        trouble: if options.illegal { Trouble::illegal() } else { Trouble::demo() },
        speed_percent: simulate::percent(options.speed),
        ..sim::SimOptions::default()
    })
}

/// Passes the news of a table on to the arbiter of the rounds.
async fn pass_on(table: TableNo, mut told: mpsc::Receiver<RoomNews>, to: mpsc::Sender<TableNews>) {
    while let Some(news) = told.recv().await {
        if to.send((table, news)).await.is_err() {
            return;
        }
    }
}

/// Plays the arbiter of a table without rounds until the hall ends: confirms the results that the players agreed on, and
/// names the players.
async fn arbiter(table: TableNo, mut told: mpsc::Receiver<RoomNews>, asks: mpsc::Sender<Ask>) {
    let mut is_first = true;
    while let Some(news) = told.recv().await {
        // The players of the first game are named in the setup.
        if matches!(news, RoomNews::Began(_)) && std::mem::take(&mut is_first) {
            continue;
        }
        if let Some(order) = open::order_for(news)
            && !give(&asks, table, order).await
        {
            return;
        }
    }
}

/// Gives a command for a table. Returns whether anybody takes commands.
async fn give(asks: &mpsc::Sender<Ask>, table: TableNo, order: OrderJson) -> bool {
    let command = Box::new(CommandJson {
        order,
        game: None,
        author: Some(AUTHOR.to_owned()),
        login: None,
        staged: None,
    });
    let (answer, done) = oneshot::channel();
    asks.send(Ask::Command { table, command, answer }).await.is_ok() && done.await.is_ok()
}
