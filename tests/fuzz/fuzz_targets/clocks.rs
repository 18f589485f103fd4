//! Any levels on a clock's two wires, any frames of a DGT3000, any bytes as a calibration: no panic, and what is understood
//! is said the same way again.
#![no_main]

use board::dgt3000::{
    Device, Session,
    frame::{self, Message},
};
use libfuzzer_sys::fuzz_target;
use sensor::{Calibration, ClockFrame, levels::CALIBRATION_LEN, two_wire::BusListener};

fuzz_target!(|data: &[u8]| {
    let mut listener = BusListener::new([frame::EVERYBODY, frame::HOST]);
    // Four samples of both wires a byte.
    for pair in data.iter().flat_map(|byte| [0, 2, 4, 6].map(|at| byte >> at)) {
        let _ = listener.sample(pair & 1 == 1, pair & 2 == 2);
        if let Some(heard) = listener.take() {
            let to = heard.bytes().first().map(|byte| byte >> 1);
            assert!(matches!(to, Some(frame::EVERYBODY | frame::HOST)), "{heard:?}");
        }
    }
    let mut session = Session::new(0);
    let mut clock = Device::new(5_400, 5_400);
    let mut t = 0;
    for part in data.split(|byte| *byte == 0xff).take(256) {
        t += 90;
        // As it came, and as the data of a frame that is whole: else few inputs would get past the checksum.
        let framed = part.split_first().map(|(command, rest)| {
            frame::emit(frame::HOST, frame::CLOCK, *command, &rest[..rest.len().min(24)])
        });
        for heard in [Some(part.to_vec()), framed].into_iter().flatten() {
            if let Some(Message::Time { left_s, right_s, .. }) = Message::parse(&heard) {
                assert!(left_s.max(right_s) < 36_000, "no clock shows ten hours");
            }
            let _ = ClockFrame::new(&heard);
            session.handle_frame(t, &heard);
        }
        session.advance(t);
        while let Some(said) = session.poll_transmit() {
            clock.handle_frame(t, &said);
        }
        clock.handle_frame(t, part);
        while let Some(said) = clock.poll_transmit() {
            session.handle_frame(t, &said);
        }
        while session.poll_news().is_some() {}
    }
    if let Some(learnt) = data.first_chunk::<CALIBRATION_LEN>().and_then(Calibration::parse) {
        assert_eq!(
            Some(learnt.emit().as_slice()),
            data.get(..CALIBRATION_LEN),
            "what is kept is what was read"
        );
    }
});
