//! Bytes lost, added and changed on the cable, and streams cut anywhere.

use crate::world::{Damage, Dice, Hands, Weather, World, options};
use board::dgt::{DeviceOptions, Interpreter};
use board::{BoardEvent, Millis};
use shakmaty::Color;

/// Plays from plugging in to the end of a short game.
fn play(world: &mut World, seed: u64) {
    world.plug();
    world.run(2000);
    world.set_clock(60, 60, Some(Color::White), Color::White);
    world.fidget(&mut Dice(seed), 12);
    world.run(20_000);
}

fn played(seed: u64, prepare: impl FnOnce(&mut World)) -> World {
    let mut world = World::new(options(), &shakmaty::Board::default());
    prepare(&mut world);
    play(&mut world, seed);
    world
}

#[test]
fn a_game_of_hands_is_followed() {
    for seed in 1..60 {
        played(seed, |_| {}).check_truth(&format!("seed {seed}"));
    }
}

#[test]
fn pieces_of_any_size_give_the_same_events() {
    for seed in 1..20 {
        let whole = played(seed, |_| {});
        for piece_len in [1, 2, 3, 7] {
            let pieces = played(seed, |world| world.up.weather = vec![Weather::Pieces(piece_len)]);
            assert_eq!(pieces.heard.events, whole.heard.events, "seed {seed}, pieces of {piece_len}");
            assert_eq!(pieces.sent(), whole.sent(), "seed {seed}, pieces of {piece_len}");
        }
    }
}

#[test]
fn a_stream_cut_in_two_anywhere_gives_the_same_events() {
    let world = played(3, |_| {});
    let bytes: Vec<u8> = world.up.said.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
    let hear = |pieces: &[&[u8]]| -> Vec<(Millis, BoardEvent)> {
        let mut interpreter = Interpreter::new();
        for piece in pieces {
            interpreter.handle_bytes(5, piece);
        }
        std::iter::from_fn(|| interpreter.poll_event()).collect()
    };
    let whole = hear(&[&bytes]);
    assert!(whole.len() > 20, "something is said");
    for cut in 0..=bytes.len() {
        assert_eq!(hear(&[&bytes[..cut], &bytes[cut..]]), whole, "cut at {cut}");
    }
    let single: Vec<&[u8]> = bytes.chunks(1).collect();
    assert_eq!(hear(&single), whole);
}

/// Damages each byte of one direction once, in every way, and expects the truth in the end.
fn damage_each(seed: u64, to_host: bool) {
    let clean = played(seed, |_| {});
    let count = if to_host { clean.up.count } else { clean.down.count };
    let mut dice = Dice(seed);
    for at in 0..count {
        let bits = 1 + dice.below(255) as u8;
        let other = dice.below(256) as u8;
        for damage in [Damage::Delete, Damage::Insert(other), Damage::Flip(bits), Damage::Flip(0x80)] {
            let world = played(seed, |world| {
                let wire = if to_host { &mut world.up } else { &mut world.down };
                wire.weather = vec![Weather::Bytes(vec![(at, damage)])];
            });
            world.check_truth(&format!("seed {seed}, byte {at}, {damage:?}"));
        }
    }
}

#[test]
fn any_damaged_byte_from_the_board_heals() {
    damage_each(11, true);
}

#[test]
fn any_damaged_byte_to_the_board_heals() {
    damage_each(12, false);
}

/// The number of the next byte from the board that begins with this id, found with a copy of the world.
fn frame_start(world: &World, from: usize, id: u8) -> usize {
    let mut count = 0;
    for (_, bytes) in &world.up.said {
        if count >= from && bytes[0] == id {
            return count;
        }
        count += bytes.len();
    }
    panic!("no message {id:02x} after byte {from}");
}

#[test]
fn a_cut_update_costs_a_dump_and_no_time() {
    for offset in 0..5 {
        let mut world = World::live(options());
        let at = world.up.count + offset;
        world.up.weather = vec![Weather::Bytes(vec![(at, Damage::Delete)])];
        world.put(shakmaty::Square::E2, None);
        world.run(1000);
        world.check_truth(&format!("byte {offset} of the update was lost a second ago"));
    }
}

#[test]
fn a_shifted_dump_is_not_believed() {
    let script = |damage: Option<(usize, Damage)>| {
        let mut world = World::live(options());
        let from = world.up.count;
        world.up.weather = vec![Weather::Bytes(damage.into_iter().collect())];
        world.put(shakmaty::Square::E2, None);
        world.run(4000);
        (world, from)
    };
    let (clean, from) = script(None);
    let start = frame_start(&clean, from, 0x86);
    for offset in 3..67 {
        for damage in [Damage::Insert(0), Damage::Insert(9), Damage::Delete] {
            let (world, _) = script(Some((start + offset, damage)));
            let odd = world.heard.events.iter().filter_map(|(_, event)| match event {
                BoardEvent::Reading(reading) => Some(reading),
                _ => None,
            });
            for reading in odd {
                let wrong = shakmaty::Square::ALL
                    .into_iter()
                    .filter(|&square| reading.at(square) != world.device.truth().at(square));
                assert!(wrong.count() <= 6, "byte {offset} of the dump, {damage:?}");
            }
            world.check_truth("in the end");
        }
    }
}

#[test]
fn a_damaged_message_is_no_new_identity() {
    // An update whose id becomes that of a version, by the bits that differ between 8e and 93.
    let mut world = World::live(options());
    world.up.weather = vec![Weather::Bytes(vec![(world.up.count, Damage::Flip(0x8e ^ 0x93))])];
    world.put(shakmaty::Square::E2, None);
    world.run(20_000);
    assert_eq!(world.session.identity().version, Some((1, 8)));
    world.check_truth("after the impostor");
}

#[test]
fn a_noisy_cable_never_breaks_anything() {
    for seed in 1..40 {
        let mut world = World::live(DeviceOptions { answer_delay_ms: 20, ..options() });
        world.set_clock(600, 600, Some(Color::White), Color::White);
        let mut dice = Dice(seed * 977);
        for _ in 0..15 {
            let at = world.up.count + dice.below(40) as usize;
            let damage = match dice.below(3) {
                0 => Damage::Delete,
                1 => Damage::Insert(dice.below(256) as u8),
                _ => Damage::Flip(1 + dice.below(255) as u8),
            };
            world.up.weather = vec![Weather::Bytes(vec![(at, damage)])];
            world.fidget(&mut dice, 2);
        }
        world.up.weather.clear();
        world.run(20_000);
        world.check_truth(&format!("seed {seed}"));
    }
}

#[test]
fn any_bytes_at_all_are_no_panic() {
    let mut dice = Dice(99);
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..400)
            .map(|_| match dice.below(4) {
                0 => 0x86 + dice.below(13) as u8,
                1 => 0,
                _ => dice.below(256) as u8,
            })
            .collect();
        let mut interpreter = Interpreter::new();
        interpreter.handle_bytes(0, &bytes);
        let mut world = World::live(options());
        world.session.handle_bytes(world.t, &bytes);
        world.run(20_000);
        world.check_truth("after garbage");
    }
}
