//! The disk takes nothing for so long that the memory for the journal is full.
//!
//! Promised: the boards are not read any more, and the operator is told; when the disk takes it all, nothing of what
//! was read is missing, the book says from when the boards were not heard, and they are asked anew.

use crate::rig::{folder, until};
use board::Maker;
use hall::{Body, HallSetup};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{mpsc, watch},
    time::Instant,
};
use topboard::{
    book::{Book, Opened, WAITING_MAX},
    faulty::Faulty,
    keeping::Health,
    key::Key,
    mainloop::{DeviceInput, DeviceWord, MainLoop, Parts},
    reading,
    stamp::RunClock,
    wall::WallSource,
};

/// As much as a port may give at once; in hexadecimal digits it is twice as long.
const PIECE: usize = 64 << 10;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_are_not_read_while_no_more_fits_into_memory() {
    let disk = Faulty::new(sim::Disk::new(1));
    let Opened { book, folded, .. } = Book::open_on(disk.clone(), u64::MAX, |_| {}).expect("it opens");
    let (hub, _releases) = mpsc::channel(256);
    let (inputs, from_devices) = mpsc::channel(16);
    let (_asks, asked) = mpsc::channel(1);
    let (stop, stopped) = watch::channel(false);
    let (health, told) = watch::channel(Health::Well);
    let parts = Parts {
        hall: folded.hall,
        book,
        clock: RunClock::after(0, None, None),
        hub,
        arbiters: None,
        inputs: from_devices,
        asks: asked,
        sync_delay: Duration::from_millis(20),
        health,
        key: Key::of_folder(&folder("memory-full")).expect("it can be made"),
        wall: WallSource::system(),
    };
    let main_loop = tokio::spawn(MainLoop::new(parts, &HallSetup::default()).run(stopped));
    let (board, mut to_board) = mpsc::channel(64);
    let port: Arc<str> = "board".into();
    let send = |word| inputs.send(DeviceInput { port: Arc::clone(&port), word });
    send(DeviceWord::Opened(Maker::Dgt, board)).await.expect("the loop runs");
    until("the board is spoken to", || to_board.try_recv().is_ok()).await;

    disk.disk().read_only = true;
    // Two hexadecimal digits a byte: a fifth more than fits is sent.
    let pieces = usize::try_from(WAITING_MAX).expect("small") / PIECE * 6 / 10;
    let feeder = tokio::spawn({
        let (inputs, port) = (inputs.clone(), Arc::clone(&port));
        async move {
            for _ in 0..pieces {
                let word = DeviceWord::Bytes { bytes: vec![0x41; PIECE], read_at: Instant::now() };
                inputs.send(DeviceInput { port: Arc::clone(&port), word }).await.expect("the loop runs");
            }
        }
    });
    until("the operator is told", || matches!(*told.borrow(), Health::Deaf { .. })).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!feeder.is_finished(), "what does not fit is not taken");
    while to_board.try_recv().is_ok() {}

    disk.disk().read_only = false;
    until("all is taken", || feeder.is_finished() && *told.borrow() == Health::Well).await;
    until("the board is asked anew", || to_board.try_recv().is_ok()).await;
    stop.send_replace(true);
    main_loop.await.expect("it ends").expect("all is safe");
    let mut bytes = 0;
    let mut held = Vec::new();
    let mut opened = 0;
    let reading = reading::read(&mut disk.clone(), |read| {
        match reading::parse(&read)? {
            Body::Bytes { bytes: piece, .. } => bytes += piece.len(),
            Body::Held { hold, .. } => held.push(hold),
            Body::Opened { .. } => opened += 1,
            _ => {}
        }
        Ok(())
    });
    assert_eq!(reading.expect("it can be read").verdict, journal::Verdict::Whole);
    assert_eq!(bytes, pieces * PIECE, "what was read is in the book");
    assert!(
        held.iter().any(|hold| hold.unread_since_ms.is_some() && hold.why.contains("Read-only")),
        "{held:?}"
    );
    assert!(opened >= 2, "the board was asked anew");
}
