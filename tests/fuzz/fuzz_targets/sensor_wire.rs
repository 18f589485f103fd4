//! Any bytes on either end of a home-made board's cable: no panic, what is understood is said the same way again, and the
//! board still answers afterwards.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sensor::{Deframer, Frame, Identity, Occupancy, Report, Request, Station, message::VERSION};

fuzz_target!(|data: &[u8]| {
    let mut deframer = Deframer::new();
    // As it came, and as the body of a frame that is whole: else few inputs would get past the checksum.
    let framed = Frame::emit(data);
    for &byte in data.iter().chain(&[0]).chain(framed.bytes()) {
        let Some(body) = deframer.push(byte).map(<[u8]>::to_vec) else { continue };
        if let Some(report) = Report::parse(&body) {
            assert_eq!(read(report.emit()).as_deref().and_then(Report::parse), Some(report));
        }
        if let Some(request) = Request::parse(&body) {
            assert_eq!(read(request.emit()).as_deref().and_then(Request::parse), Some(request));
        }
    }
    let mut station: Station<16> =
        Station::new(Identity { version: VERSION, boot: 1, ..Identity::default() });
    station.handle_attached(0, true);
    for (t_ms, byte) in (0_u32..).zip(data.iter().chain(framed.bytes()).copied()) {
        station.handle_scan(t_ms, Occupancy(u64::from(byte)), byte & 1 == 1);
        station.handle_byte(t_ms, byte);
        for _ in 0..4 {
            station.poll_transmit(t_ms);
        }
    }
    while station.poll_transmit(100_000).is_some() {}
    station.handle_byte(100_000, 0);
    for &byte in Request::AskIdentity.emit().bytes() {
        station.handle_byte(100_000, byte);
    }
    let answers: Vec<Report> = std::iter::from_fn(|| station.poll_transmit(100_000))
        .filter_map(|frame| Report::parse(&read(frame)?))
        .collect();
    assert!(answers.iter().any(|report| matches!(report, Report::Identity(_))), "{answers:?}");
});

fn read(frame: Frame) -> Option<Vec<u8>> {
    let mut deframer = Deframer::new();
    frame.bytes().iter().filter_map(|&byte| deframer.push(byte).map(<[u8]>::to_vec)).last()
}
