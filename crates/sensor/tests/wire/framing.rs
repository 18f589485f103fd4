//! Frames however the bytes are cut, damaged or mixed with noise.

use sensor::{Deframer, Frame, frame::BODY_MAX, frame::FRAME_MAX};

fn bodies(deframer: &mut Deframer, bytes: &[u8]) -> Vec<Vec<u8>> {
    bytes.iter().filter_map(|&byte| deframer.push(byte).map(<[u8]>::to_vec)).collect()
}

/// Bodies of all lengths, with zeros in every place.
fn samples() -> Vec<Vec<u8>> {
    let mut list = Vec::new();
    for len in 1..=BODY_MAX {
        list.push(vec![0; len]);
        list.push(vec![0xff; len]);
        list.push((0..len).map(|index| (index % 3) as u8).collect());
    }
    list
}

fn check(bytes: &[u8], wanted: &[&[u8]], noise: u32) {
    let mut deframer = Deframer::new();
    assert_eq!(bodies(&mut deframer, bytes), wanted, "{bytes:02x?}");
    assert_eq!(deframer.noise(), noise, "noise of {bytes:02x?}");
    assert!(!deframer.is_inside() || bytes.last() != Some(&0));
}

#[test]
fn every_body_comes_back_whole_and_alone() {
    for body in samples() {
        let frame = Frame::emit(&body);
        assert!(frame.bytes().len() <= FRAME_MAX && FRAME_MAX <= 64, "one packet of USB");
        let inside = &frame.bytes()[1..frame.bytes().len() - 1];
        assert!(!inside.contains(&0), "a zero only ends");
        check(frame.bytes(), &[&body], 0);
    }
}

#[test]
fn two_in_one_with_and_without_the_zero_between() {
    let (one, two) = (Frame::emit(b"one"), Frame::emit(b"two"));
    check(&[one.bytes(), two.bytes()].concat(), &[b"one", b"two"], 0);
    check(&[one.bytes(), &two.bytes()[1..]].concat(), &[b"one", b"two"], 0);
}

#[test]
fn a_short_frame_says_nothing_until_its_rest_comes() {
    let frame = Frame::emit(b"patience");
    for cut in 0..frame.bytes().len() {
        let (head, rest) = frame.bytes().split_at(cut);
        let mut deframer = Deframer::new();
        assert!(bodies(&mut deframer, head).is_empty());
        assert_eq!(bodies(&mut deframer, rest), [b"patience"], "cut at {cut}");
    }
}

#[test]
fn an_oversized_frame_is_skipped_to_its_end() {
    let good = Frame::emit(b"good");
    for len in [FRAME_MAX - 1, FRAME_MAX, 1_000, 100_000] {
        let mut bytes = vec![7; len];
        bytes.push(0);
        bytes.extend_from_slice(good.bytes());
        check(&bytes, &[b"good"], len as u32);
    }
    assert_eq!(Frame::emit(&[1; 500]), Frame::emit(&[1; BODY_MAX]), "what is too long is cut, never a panic");
}

#[test]
fn garbage_then_good() {
    let good = Frame::emit(b"good");
    let dgt_flush = [0x40; 127];
    let dgt_dump = [&[0x86, 0, 67][..], &[1; 64]].concat();
    let modem = b"ATI\r";
    for garbage in [&dgt_flush[..], &dgt_dump, modem, &[0xff; 3], &[1]] {
        let mut deframer = Deframer::new();
        let bytes = [garbage, good.bytes()].concat();
        assert_eq!(bodies(&mut deframer, &bytes), [b"good"], "after {garbage:02x?}");
        assert!(deframer.noise() > 0);
    }
}

#[test]
fn no_changed_lost_or_added_byte_makes_another_body() {
    let (frame, next) = (Frame::emit(b"\x02\x00squares\x00"), Frame::emit(b"next"));
    let whole = b"\x02\x00squares\x00".to_vec();
    let heals = |bytes: &[u8]| {
        let got = bodies(&mut Deframer::new(), &[bytes, next.bytes()].concat());
        assert!(got.iter().all(|body| *body == whole || body == b"next"), "{bytes:02x?} gave {got:02x?}");
        assert_eq!(got.last().map(Vec::as_slice), Some(&b"next"[..]), "{bytes:02x?} hid the next");
    };
    for at in 0..frame.bytes().len() {
        for bit in 0..8 {
            let mut changed = frame.bytes().to_vec();
            changed[at] ^= 1 << bit;
            heals(&changed);
        }
        let mut lost = frame.bytes().to_vec();
        lost.remove(at);
        heals(&lost);
        for added in [0, 1, 0x40, 0xff] {
            let mut longer = frame.bytes().to_vec();
            longer.insert(at, added);
            heals(&longer);
        }
    }
}

#[test]
fn a_new_link_forgets_half_a_frame() {
    let frame = Frame::emit(b"whole");
    let mut deframer = Deframer::new();
    bodies(&mut deframer, &frame.bytes()[..5]);
    assert!(deframer.is_inside());
    deframer.clear();
    assert_eq!(bodies(&mut deframer, frame.bytes()), [b"whole"]);
}
