//! The disk answers late and then takes everything, as a worn memory card does.
//!
//! Promised: the boards are read on and people's commands are taken. The operator is told after two seconds. Nothing is
//! published and no command is answered before its record is safe. Then everything is, and the journal says from when
//! to when the disk took nothing.

use crate::faulty::Faulty;
use crate::{on_disk::Running, rig::until};
use hall::{BoardChoice, HallSetup, TableSetup};
use shakmaty::ByColor;
use std::{sync::mpsc as blocking, thread, time::Duration};
use tokio::{sync::oneshot, time::sleep};
use topboard::{
    journal_files::disk_health::Health,
    mainloop::request::{Ask, Done},
};

/// Holds the disk, like a sync that does not end, until it is let go.
fn hold(disk: &Faulty) -> blocking::Sender<()> {
    let disk = disk.clone();
    let (release, released) = blocking::channel();
    let (held, is_held) = blocking::channel();
    thread::spawn(move || {
        let guard = disk.disk();
        held.send(()).expect("somebody waits for it");
        let _ = released.recv();
        drop(guard);
    });
    is_held.recv().expect("the disk is free");
    release
}

/// Returns a command for table 1, and where its answer will come.
fn said(text: &str) -> (Ask, oneshot::Receiver<Done>) {
    let (answer, answered) = oneshot::channel();
    let command = Box::new(serde_json::from_str(text).expect("a command"));
    (Ask::Command { table: 1, command, answer }, answered)
}

fn setup() -> HallSetup {
    let table = TableSetup {
        table: 1,
        board: BoardChoice::Any,
        players: ByColor::default(),
        clock: true,
        clock_port: None,
        chess960: false,
        fen: None,
        stands: hall::Stands::default(),
    };
    HallSetup { tables: vec![table], ..HallSetup::default() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_answers_late_delays_publications_and_nothing_else() {
    let disk = Faulty::new(sim::Disk::new(1));
    let mut running = Running::start(&disk, "slow-disk", &setup()).await;
    let (word, first) = said(r#"{"cmd":"note","text":"before","author":"Judge"}"#);
    running.asks.send(word).await.expect("the loop runs");
    assert!(first.await.expect("an answer").is_ok());
    // Everything so far has been told; from here on a release is news.
    sleep(Duration::from_millis(500)).await;
    while running.releases.try_recv().is_ok() {}

    let release = hold(&disk);
    let (word, mut answered) = said(r#"{"cmd":"result","result":"1-0","author":"Judge"}"#);
    running.asks.send(word).await.expect("the loop runs");
    for _ in 0..50 {
        running.board.say(100).await;
    }
    until(
        "the operator is told",
        || matches!(&*running.health.borrow(), Health::Holding { why, .. } if why.contains("has not answered for 2 s")),
    )
    .await;
    assert!(answered.try_recv().is_err(), "the command is not in the journal yet");
    while let Ok(told) = running.releases.try_recv() {
        assert!(told.released.publications().is_empty(), "published before it was safe: {told:?}");
    }

    release.send(()).expect("it waits for this");
    assert!(answered.await.expect("an answer").is_ok());
    until("the operator is told that it is over", || *running.health.borrow() == Health::Well).await;
    let mut results = Vec::new();
    let mut take = || {
        while let Ok(told) = running.releases.try_recv() {
            results.extend(told.released.publications().iter().filter_map(|publication| publication.result));
        }
        results.len()
    };
    until("the result is published", || take() > 0).await;
    sleep(Duration::from_millis(500)).await;
    assert_eq!(take(), 1, "the result is published once");
    let written = running.close().await;
    assert_eq!(written.bytes, 50 * 100, "what the board said meanwhile is in the journal");
    let [hold] = &written.holds[..] else { panic!("one record of it: {written:?}") };
    assert!(hold.why.contains("has not answered") && hold.unread_since_ms.is_none(), "{hold:?}");
}
