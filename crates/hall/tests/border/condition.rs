//! How boards are, for the people who look after them: silence is told when it begins and when it ends, not while it lasts, and
//! a player who thinks for an hour silences no board.

use crate::rig::{Rig, fold, setup};
use board::{DeviceOptions, Maker, SensorHealth, homemade};
use hall::{BoardChoice, BoardCondition, Output};
use shakmaty::{Bitboard, Board, Square};

fn condition(rig: &Rig) -> BoardCondition {
    let link = rig.hall.table(1).and_then(|table| table.link()).expect("it has a board");
    rig.hall.link(link).expect("it is known").condition()
}

/// Returns how often whoever looks after the table was told of a change, and forgets it.
fn told(rig: &mut Rig) -> usize {
    let changed = rig.outputs.iter().filter(|output| **output == Output::ArbiterTableChanged(1)).count();
    rig.outputs.clear();
    changed
}

#[test]
fn thinking_for_an_hour_is_no_silence_and_a_hung_board_is_told_once() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, "e2e4");
    rig.run(2_000);
    told(&mut rig);
    rig.run(3_600_000);
    assert_eq!((condition(&rig).silent_since_ms, told(&mut rig)), (None, 0));

    let before = rig.hall.now_ms();
    rig.device(1).mute(true);
    rig.run(5_000);
    let since = condition(&rig).silent_since_ms.expect("nothing is heard of it");
    assert!(since.abs_diff(before) <= 1_500, "heard last at {since}, muted at {before}");
    told(&mut rig);
    rig.run(60_000);
    assert_eq!(condition(&rig).silent_since_ms, Some(since), "the silence has one beginning");
    assert!(told(&mut rig) <= 1, "at most that it was given up");
    rig.device(1).mute(false);
    rig.run(30_000);
    assert_eq!(condition(&rig).silent_since_ms, None);
    assert!(told(&mut rig) >= 1);
}

#[test]
fn what_a_board_says_of_its_sensors_is_told_when_it_changes_and_again_after_a_restart() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.add(1, Maker::Home, DeviceOptions { scan_ms: 8, clock: true, ..DeviceOptions::default() });
    rig.run(70_000);
    told(&mut rig);
    rig.run(130_000);
    assert_eq!(told(&mut rig), 0, "saying the same again is no news");
    let device: &mut dyn std::any::Any = &mut **rig.device(1);
    let device: &mut homemade::Device = device.downcast_mut().expect("a home-made board");
    let dead = Bitboard::from(Square::A1);
    device.set_sensor_health(SensorHealth { dead, stuck: Bitboard::EMPTY, is_wiring_faulty: false });
    rig.run(61_000);
    assert_eq!((condition(&rig).sensors.map(|health| health.dead), told(&mut rig)), (Some(dead), 1));
    let folded = fold(&rig.journal);
    let link = folded.hall().links().find(|link| link.table() == Some(1)).expect("it is there");
    assert_eq!(link.condition(), condition(&rig), "a fold of the journal knows as much");
}
