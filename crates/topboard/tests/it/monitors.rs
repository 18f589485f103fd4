//! What monitors are told: figures in the form of Prometheus, whether the program lives, whether it can serve. Spectators
//! are told none of it.

use crate::{
    broker::Broker,
    logins::free_port,
    rig::{Hall, PATIENCE, config, folder, until},
};
use std::{collections::BTreeMap, fs, io::Read, io::Write, net::TcpStream};
use tokio::net::TcpListener;
use tokio_tungstenite::connect_async;
use topboard::{
    commands::run::{Listeners, Running},
    config::Config,
    journal_files::writer::Care,
};

async fn listener() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").await.expect("there is a free port")
}

/// Returns the figures, each by its name and labels. Every line has the form that OpenMetrics demands.
fn figures(text: &str) -> BTreeMap<String, f64> {
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.last(), Some(&"# EOF"), "{text}");
    let mut figures = BTreeMap::new();
    for line in &lines[..lines.len() - 1] {
        if let Some(comment) = line.strip_prefix("# ") {
            assert!(["HELP ", "TYPE ", "UNIT "].iter().any(|word| comment.starts_with(word)), "{line}");
            continue;
        }
        let (name, value) = line.rsplit_once(' ').expect("a name and a value");
        assert!(name.starts_with("topboard_"), "{line}");
        figures.insert(name.to_owned(), value.parse().expect("a number"));
    }
    figures
}

/// Returns the status of an answer.
fn status(address: &str, path: &str) -> u16 {
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    write!(stream, "GET {path} HTTP/1.0\r\nHost: test\r\n\r\n").expect("it takes a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers in text");
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn monitors_read_figures_and_spectators_do_not() {
    let folder = folder("monitors");
    let text = fs::read_to_string(config(&folder, &[])).expect("it was written");
    let text = text.replace("[server]\n", "[server]\ndelay_minutes = 15\n");
    let config = Config::parse("topboard.toml", &text).expect("it is sound");
    let (pages, metrics) = (listener().await, listener().await);
    let [public, monitors] = [&pages, &metrics].map(|one| one.local_addr().expect("bound").to_string());
    let listeners =
        Listeners { pages, arbiter: None, screens: None, metrics: Some(metrics), livechess: None };
    let running = Running::start(&config, listeners, Care::Synced, None).expect("it starts");
    let read = || figures(&Hall::get_at(&monitors, "/metrics"));
    let first = read();
    assert!(!first.keys().any(|name| name.contains("broker")), "there is none");
    assert_eq!(first["topboard_audience_delay_seconds{audience=\"spectators\"}"], 900.0, "{first:?}");
    assert_eq!(first["topboard_audience_viewers{audience=\"spectators\"}"], 0.0);
    assert_eq!(first["topboard_journal_held"], 0.0);
    assert!(first["topboard_journal_records_total"] >= first["topboard_journal_safe_records_total"]);
    assert!(first["topboard_memory_resident_bytes"] > 1e6, "{first:?}");
    let viewer = connect_async(format!("ws://{public}/ws/hall")).await.expect("a feed");
    until("the viewer is counted", || read()["topboard_audience_viewers{audience=\"spectators\"}"] == 1.0)
        .await;
    drop(viewer);
    for path in ["/livez", "/readyz"] {
        assert_eq!(status(&monitors, path), 200, "{path}");
    }
    for path in ["/metrics", "/livez", "/readyz"] {
        assert_eq!(status(&public, path), 404, "spectators read {path}");
    }
    assert_eq!(status(&monitors, "/ws/hall"), 404, "monitors read what is published elsewhere");
    running.stop().await.expect("it ends");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn monitors_are_told_of_the_line_to_the_broker() {
    let folder = folder("monitors-broker");
    let mut broker = Broker::start(&folder);
    let config = config(&folder, &["/dev/no-board-here".to_owned()]);
    let monitors = format!("127.0.0.1:{}", free_port());
    let text = fs::read_to_string(&config).expect("it was written");
    let text = text.replacen("[server]\n", &format!("[server]\nmetrics = {monitors:?}\n"), 1);
    fs::write(&config, format!("{}{text}", broker.section("hall = \"main\"\n"))).expect("it can be written");
    let _hall = Hall::start(&config);
    let read = || figures(&Hall::get_at(&monitors, "/metrics"));
    until("the broker takes what is told", || read()["topboard_broker_connected"] == 1.0).await;
    let told = read()["topboard_broker_messages_total"];
    until("each second it takes a beat", || read()["topboard_broker_messages_total"] > told + 1.0).await;
    assert!(read()["topboard_broker_told_age_seconds"] < 3.0);
    broker.kill();
    until("it is away", || read()["topboard_broker_connected"] == 0.0).await;
    let told = read()["topboard_broker_messages_total"];
    until("the last it took is long ago", || read()["topboard_broker_told_age_seconds"] > 1.0).await;
    assert_eq!(read()["topboard_broker_messages_total"], told, "nothing counts twice");
    broker.begin();
    until("it is back", || read()["topboard_broker_connected"] == 1.0).await;
}
