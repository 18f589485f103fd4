//! Boards over Bluetooth LE: the real program, a bus of our own with a service shaped like BlueZ, simulated boards.
//!
//! Promised: the games in `/games.pgn` are the games that were played, even when boards go out of reach, send rubbish,
//! or the service dies in mid-game; the journal and its sensor logs give these games too. No gadget is touched that was
//! not named. Whatever is missing is reported in a sentence that says what to do.

use crate::{
    other_makers::check_logs,
    private_bus::Bus,
    radio::{Adapter, BlueZ, Gadget},
    rig::{Hall, Seen, Viewer, check_journal, config, folder, until},
    seat::{Deed, Seat, game},
};
use board::{Maker, chesslink, chessnut, pegasus};
use rustix::process::Signal;
use std::{path::Path, process::Command, sync::Arc};

/// One byte in five thousand is lost, doubled or changed.
const FAULTS_PPM: u32 = 200;

fn program(bus: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
    command.env("DBUS_SYSTEM_BUS_ADDRESS", bus);
    command
}

fn start(config: &Path, bus: &Bus) -> Hall {
    let mut command = program(&bus.address);
    command.args(["run", "--quiet", "--config"]).arg(config);
    Hall::start_as(command, config)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_over_bluetooth_play_their_games() {
    let folder = folder("bluetooth");
    let bus = Bus::start(&folder).await;
    let (nordic, chip, own) = (&pegasus::SERVICE, &chesslink::SERVICE, &chessnut::SERVICE);
    // One is paired, one was renamed by its owner, one is found only by a search.
    let (pegasus, pegasus_air) = Gadget::new(1, "DGT_PEGASUS_00001", nordic, true);
    let (squareoff, squareoff_air) = Gadget::new(2, "Anna's board", nordic, false);
    let (chesslink, chesslink_air) = Gadget::new(3, "MILLENNIUM CHESS", chip, false);
    let (chessnut, chessnut_air) = Gadget::new(4, "Chessnut Air", own, false);
    let known = [&pegasus, &chesslink, &chessnut].map(Arc::clone);
    let others = [Arc::clone(&squareoff)];
    let on_air = |no, port, plies, maker, faults_ppm, aerial| {
        Seat::on_air(port, no, game(no, plies), maker, faults_ppm, aerial)
    };
    let seats = [
        on_air(1, pegasus.port(), 16, Maker::Pegasus, FAULTS_PPM, pegasus_air),
        on_air(2, "bluetooth:Anna's board".to_owned(), 16, Maker::SquareOff, FAULTS_PPM, squareoff_air),
        on_air(3, chesslink.port(), 20, Maker::ChessLink, FAULTS_PPM, chesslink_air),
        on_air(4, chessnut.port(), 20, Maker::Chessnut, FAULTS_PPM / 10, chessnut_air),
    ];
    let ports: Vec<String> = seats.iter().map(|seat| seat.port.clone()).collect();
    seats.iter().for_each(|seat| seat.does(Deed::HoldAt(0)));
    // The service is not there yet when the program starts.
    let mut hall = start(&config(&folder, &ports), &bus);
    until("it is told that there is no service", || hall.log().contains("install bluez, or start it")).await;
    let service = BlueZ::start(&bus, Adapter::On, &known, &others).await;
    let viewer = Viewer::of(&hall);
    let all_live = || viewer.tables().len() == seats.len() && viewer.tables().values().all(Seen::is_live);
    let all_lost =
        || viewer.tables().values().all(|seen| seen.links.last().is_some_and(|state| state == "lost"));
    until("every board is live", all_live).await;

    for seat in &seats {
        seat.does(Deed::GoTo(5));
    }
    until("every table made five plies", || seats.iter().all(|seat| seat.progress().held)).await;
    seats.iter().for_each(|seat| seat.does(Deed::Unplug));
    until("every loss is told", all_lost).await;
    seats.iter().for_each(|seat| seat.does(Deed::Plug));
    until("every board is back", all_live).await;

    for (gadget, seat) in [&pegasus, &squareoff, &chesslink, &chessnut].into_iter().zip(&seats) {
        let rubbish: Vec<u8> = (0..=255).rev().step_by(3).collect();
        gadget.notify(&rubbish).await;
        seat.does(Deed::GoTo(10));
    }
    until("every table made ten plies", || seats.iter().all(|seat| seat.progress().held)).await;
    service.die().await;
    until("the loss of the service is told", all_lost).await;
    let service = BlueZ::start(&bus, Adapter::On, &known, &others).await;
    until("every board is back", all_live).await;
    seats.iter().for_each(|seat| seat.does(Deed::Go));
    until("every game was played", || seats.iter().all(|seat| seat.progress().finished)).await;
    let wanted: Vec<(u16, Vec<String>)> =
        (1..).zip(&seats).map(|(no, seat)| (no, seat.wanted.clone())).collect();
    hall.expect_games(&wanted).await;
    let published = hall.get("/all-games.pgn");
    viewer.task.abort();
    assert_eq!(hall.signal(Signal::TERM), Some(0));
    let journal = folder.join("data/journal/hall.journal");
    check_journal(&journal, &published);
    check_logs(&folder, &journal, &wanted);
    service.die().await;
}

/// Runs `topboard boards` and waits for it without holding up the service in this process.
async fn boards(bus: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = program(bus);
    command.args(["boards", "--seconds", "2"]).args(arguments);
    let output = tokio::task::spawn_blocking(move || command.output().expect("it starts")).await;
    let output = output.expect("nothing panics");
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (output.status.code(), said.concat())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_is_missing_is_told() {
    let folder = folder("bluetooth-missing");
    let (board, _aerial) = Gadget::new(1, "DGT_PEGASUS_00001", &pegasus::SERVICE, false);
    let port = board.port();
    let check = async |bus: &str, wanted: &str| {
        let (code, said) = boards(bus, &[&port]).await;
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(wanted), "{wanted:?} is not in {said}");
    };
    check("unix:path=/nowhere/bus", "install and start dbus and bluez").await;
    let bus = Bus::start(&folder).await;
    check(&bus.address, "systemctl start bluetooth").await;
    for (adapter, wanted) in [(Adapter::Missing, "plug one in"), (Adapter::Off, "bluetoothctl power on")] {
        let service = BlueZ::start(&bus, adapter, &[Arc::clone(&board)], &[]).await;
        check(&bus.address, wanted).await;
        service.die().await;
    }
    let service = BlueZ::start(&bus, Adapter::On, &[], &[]).await;
    check(&bus.address, "no such Bluetooth board is seen; switch it on").await;
    service.die().await;
    assert_eq!(board.connections(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_in_reach_are_listed_and_strangers_left_alone() {
    let folder = folder("bluetooth-listed");
    let bus = Bus::start(&folder).await;
    let (squareoff, air) = Gadget::new(2, "Squareoff Pro", &pegasus::SERVICE, false);
    let (watch, mut watch_air) = Gadget::new(9, "Somebody's watch", &pegasus::SERVICE, false);
    let seat = Seat::on_air(squareoff.port(), 1, game(1, 8), Maker::SquareOff, 0, air);
    seat.does(Deed::HoldAt(0));
    let service = BlueZ::start(&bus, Adapter::On, &[Arc::clone(&watch)], &[Arc::clone(&squareoff)]).await;
    let (code, said) = boards(&bus.address, &["--json"]).await;
    assert_eq!(code, Some(0), "{said}");
    let line = |port: &str| said.lines().find(|line| line.contains(port)).unwrap_or_default().to_owned();
    assert!(line(&squareoff.port()).contains("\"protocol\":\"squareoff\""), "{said}");
    assert!(line(&squareoff.port()).contains("\"battery_percent\":80"), "{said}");
    assert!(line(&watch.port()).contains("was not asked"), "{said}");
    assert_eq!(watch.connections(), 0, "nobody may connect to somebody's watch");
    // A named device is asked, for ever: a watch says nothing that a board would.
    let (code, said) = boards(&bus.address, &[&watch.port()]).await;
    assert_eq!((code, watch.connections()), (Some(2), 1), "{said}");
    let first = watch_air.read().await;
    assert_eq!(first, [0x4d], "the version: the safe first question");
    service.die().await;
}
