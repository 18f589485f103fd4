//! Bad lines, pulled cables, silent and rebooting boards: the belief is soon right again.

use crate::cable::{Cable, Damage, Ends, TELLING_SQUARES, Weather};
use board::{Ailment, BoardEvent, LinkState, Maker};
use shakmaty::{Color, Square};

/// A small mixed walk over the board, identical each time.
fn walk(cable: &mut Cable) {
    for (square, piece) in [
        (Square::E2, None),
        (Square::E4, Some(Color::White.pawn())),
        (Square::G8, None),
        (Square::F6, Some(Color::Black.knight())),
        (Square::E4, None),
        (Square::E5, Some(Color::White.pawn())),
    ] {
        cable.put(square, piece);
        cable.run(350);
    }
}

#[test]
fn one_bad_byte_anywhere_heals() {
    for maker in TELLING_SQUARES {
        // Every byte of a few reports is damaged in each way.
        let step = if maker == Maker::Certabo { 37 } else { 7 };
        for offset in (0..400).step_by(step) {
            for damage in [Damage::Delete, Damage::Double, Damage::Flip(0x01), Damage::Flip(0x40)] {
                let mut cable = Cable::live(maker);
                let at = cable.up.count + offset;
                cable.up.weather = vec![Weather::Bytes(vec![(at, damage)])];
                walk(&mut cable);
                while cable.up.count <= at {
                    cable.run(500);
                }
                // Some boards tell only changes and are asked for all squares after two seconds of quiet.
                cable.run(4500);
                cable.check_truth(&format!("{damage:?} at {offset}"));
            }
        }
    }
}

#[test]
fn every_hundredth_byte_bad_is_borne() {
    for maker in [Maker::ChessLink, Maker::Sentio] {
        let mut cable = Cable::live(maker);
        let kinds = [Damage::Delete, Damage::Double, Damage::Flip(0x02), Damage::Flip(0x10)];
        let damages = (0..600).map(|n| (cable.up.count + n * 101, kinds[n % kinds.len()])).collect();
        cable.up.weather = vec![Weather::Bytes(damages)];
        for _ in 0..4 {
            walk(&mut cable);
        }
        cable.run(40_000);
        cable.check_truth("after the bad time");
        let wrong = cable
            .heard
            .events
            .iter()
            .filter(|(_, event)| matches!(event, BoardEvent::Link(LinkState::Doubtful)));
        assert_eq!(wrong.count(), 0, "{maker:?}: the link was never doubted");
    }
}

#[test]
fn cutting_the_bytes_elsewhere_changes_nothing() {
    for maker in TELLING_SQUARES {
        let events = |piece_len| {
            let mut cable = Cable::live(maker);
            cable.up.weather = vec![Weather::Pieces(piece_len)];
            walk(&mut cable);
            cable.run(2500);
            cable.heard.events
        };
        let whole = events(usize::MAX);
        assert_eq!(whole, events(1), "{maker:?}");
        assert_eq!(whole, events(7), "{maker:?}");
    }
}

#[test]
fn a_pulled_cable_is_a_gap_and_what_changed_meanwhile_is_seen() {
    for maker in TELLING_SQUARES {
        let mut cable = Cable::live(maker);
        cable.unplug();
        assert_eq!(cable.session.state(), LinkState::Down);
        let count = cable.heard.events.len();
        walk(&mut cable);
        cable.plug();
        cable.run(4000);
        cable.check_truth("after the gap");
        let events = cable.since(count);
        let at = |wanted: fn(&BoardEvent) -> bool| events.iter().position(wanted).expect("it is told");
        let gap = at(|event| matches!(event, BoardEvent::Gap { gap_ms } if *gap_ms > 2000));
        let reading = at(|event| matches!(event, BoardEvent::Reading(_)));
        let live = at(|event| matches!(event, BoardEvent::Link(LinkState::Live)));
        assert!(gap < reading && reading < live, "{maker:?}: {events:?}");
    }
}

#[test]
fn a_silent_board_is_doubted_and_comes_back() {
    for maker in TELLING_SQUARES {
        let mut cable = Cable::live(maker);
        cable.device.mute(true);
        for state in [LinkState::Doubtful, LinkState::Waking] {
            let begin = cable.t;
            while cable.session.state() != state {
                assert!(cable.t < begin + 9000, "{maker:?} is {state:?} after {} ms", cable.t - begin);
                cable.run(100);
            }
        }
        walk(&mut cable);
        cable.device.mute(false);
        cable.run(6000);
        cable.check_truth("it speaks again");
        cable.device.reboot(cable.t);
        walk(&mut cable);
        cable.run(6000);
        cable.check_truth("after a reboot");
    }
}

#[test]
fn a_board_that_only_talks_is_followed_again_when_it_talks_again() {
    for maker in TELLING_SQUARES {
        let mut cable = Cable::live(maker);
        cable.down.weather = vec![Weather::Cut];
        walk(&mut cable);
        cable.check_truth("it talks");
        cable.run(60_000);
        let tells_all = maker.repeats() || maker == Maker::Chessnut;
        assert_eq!(
            cable.session.state() == LinkState::Live,
            tells_all,
            "{maker:?}: silent and without an answer"
        );
        let count = cable.heard.events.len();
        cable.put(Square::D7, None);
        cable.run(8000);
        cable.put(Square::D5, Some(Color::Black.pawn()));
        cable.run(2000);
        cable.check_truth("it talks again");
        let deaf = Some(Ailment::Deaf { is_followed: true });
        assert_eq!(cable.session.ailment(), deaf.filter(|_| !tells_all), "{maker:?}");
        let is_gap = |event: &BoardEvent| matches!(event, BoardEvent::Gap { .. });
        assert_eq!(
            cable.since(count).iter().any(is_gap),
            !tells_all,
            "{maker:?}: nothing proves it missed nothing"
        );
        cable.down.weather.clear();
        cable.run(8000);
        assert_eq!(cable.session.ailment(), None, "{maker:?} hears again");
        cable.unplug();
        cable.down.weather = vec![Weather::Cut];
        cable.plug();
        cable.put(Square::D5, None);
        cable.run(10_000);
        if !tells_all {
            assert_eq!(cable.session.reading(), None, "{maker:?}: another board may be there");
        }
    }
}

#[test]
fn chesslink_without_parity_is_followed_and_told() {
    let mut cable = Cable::live(Maker::ChessLink);
    assert_eq!(cable.session.ailment(), None);
    let count = cable.heard.events.len();
    cable.up.weather = vec![Weather::SevenBit];
    walk(&mut cable);
    cable.check_truth("judged by the check alone");
    assert_eq!(cable.session.ailment(), Some(Ailment::NoParity));
    // One bad byte: the check shows it.
    for bits in [0x01, 0x10, 0x40] {
        let damage = vec![(cable.up.count + 5, Damage::Flip(bits))];
        cable.up.weather = vec![Weather::SevenBit, Weather::Bytes(damage)];
        cable.run(200);
        cable.check_truth("after one bad byte");
    }
    let links = cable.since(count).into_iter().filter(|event| matches!(event, BoardEvent::Link(_)));
    assert_eq!(links.count(), 0, "the link was never doubted");
    cable.up.weather.clear();
    cable.run(200);
    assert_eq!(cable.session.ailment(), None, "another adapter was taken");
    // The adapter may take the parity away from the beginning.
    cable.unplug();
    cable.up.weather = vec![Weather::SevenBit];
    cable.plug();
    cable.run(3000);
    cable.check_truth("woken without parity");
    assert_eq!(cable.session.ailment(), Some(Ailment::NoParity));
}
