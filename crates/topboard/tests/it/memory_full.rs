//! The disk takes nothing for so long that the memory for the journal is full.
//!
//! Promised: the boards are not read any more, and the operator is told. When the disk takes everything again, nothing
//! that was read is missing, the journal says from when the boards were not heard, and they are asked anew.

use crate::faulty::Faulty;
use crate::{on_disk::Running, rig::until};
use hall::HallSetup;
use std::time::Duration;
use topboard::journal_files::disk_health::{Health, WAITING_MAX};

/// The bytes a port may give at once; in hexadecimal digits they take twice the space.
const PIECE: usize = 64 << 10;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_are_not_read_while_no_more_fits_into_memory() {
    let disk = Faulty::new(sim::Disk::new(1));
    let mut running = Running::start(&disk, "memory-full", &HallSetup::default()).await;
    until("the board is spoken to", || running.to_board.try_recv().is_ok()).await;

    disk.disk().read_only = true;
    // A byte takes two hexadecimal digits, so a fifth more than fits is sent.
    let pieces = usize::try_from(WAITING_MAX).expect("small") / PIECE * 6 / 10;
    let board = running.board.clone();
    let feeder = tokio::spawn(async move {
        for _ in 0..pieces {
            board.say(PIECE).await;
        }
    });
    until("the operator is told", || matches!(*running.health.borrow(), Health::Deaf { .. })).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!feeder.is_finished(), "what does not fit is not taken");
    while running.to_board.try_recv().is_ok() {}

    disk.disk().read_only = false;
    until("all is taken", || feeder.is_finished() && *running.health.borrow() == Health::Well).await;
    until("the board is asked anew", || running.to_board.try_recv().is_ok()).await;
    until("the last pieces are taken, too", || running.board.is_heard()).await;
    let written = running.close().await;
    assert_eq!(written.bytes, pieces * PIECE, "what was read is in the journal");
    assert!(
        written.holds.iter().any(|hold| hold.unread_since_ms.is_some() && hold.why.contains("Read-only")),
        "{written:?}"
    );
    assert!(written.opened >= 2, "the board was asked anew");
}
