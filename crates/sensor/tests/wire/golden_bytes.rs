//! The bytes of each version. They are never edited: a board in a cupboard may speak them for ever.

use sensor::{
    CalibrationStep, ClockFrame, Deframer, Health, Identity, Occupancy, Refusal, Report, Request, State,
};

const ARRAY: Occupancy = Occupancy(0xffff_0000_0000_ffff);

fn body_of(bytes: &[u8]) -> Vec<u8> {
    let mut deframer = Deframer::new();
    let bodies: Vec<Vec<u8>> =
        bytes.iter().filter_map(|&byte| deframer.push(byte).map(<[u8]>::to_vec)).collect();
    assert_eq!((bodies.len(), deframer.noise()), (1, 0), "one frame and nothing else: {bytes:02x?}");
    bodies.into_iter().next().expect("there is one")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn check_report(report: Report, golden: &str) {
    assert_eq!(hex(report.emit().bytes()), golden, "{report:?}");
    assert_eq!(Report::parse(&body_of(report.emit().bytes())), Some(report));
}

fn check_request(request: Request, golden: &str) {
    assert_eq!(hex(request.emit().bytes()), golden, "{request:?}");
    assert_eq!(Request::parse(&body_of(request.emit().bytes())), Some(request));
}

#[test]
fn version_1_reports() {
    let identity = Identity {
        version: 1,
        firmware: [0, 1, 2],
        unit: [0xe6, 0x61, 0x38, 0x52, 0x83, 0x1b, 0x4a, 0x29],
        boot: 0x0102_0304,
        has_lever: true,
        is_analogue: false,
        is_calibrated: true,
        is_jig: false,
        is_raw: false,
        has_clock: false,
        scan_ms: 8,
        settle_ms: 30,
    };
    check_report(
        Report::Identity(identity),
        "000701544f504201160102e6613852831b4a290403020105081ee976da0d00",
    );
    let state = State { is_past: true, lever: true, seq: 77, age_ms: 1_000, lost: 0, occupied: ARRAY };
    check_report(Report::State(state), "000402034d010103e803010101010103ffff01010107ffff5497477300");
    let health = Health {
        dead: Occupancy(1),
        stuck: Occupancy(1 << 63),
        is_wiring_faulty: true,
        was_watchdog: false,
        scans: 0x0001_0000,
        scan_max_us: 730,
        late: 2,
        noise: 3,
    };
    check_report(
        Report::Health(health),
        "00030301010101010101010101010101010380010101020104da020201010203010105b107a56900",
    );
    let levels = [2048, 2049, 0, 4095, 1, 2, 3, 4];
    check_report(
        Report::Levels { rank: 7, levels, limits: [200; 8] },
        "00030407040801080104ff0f0102020203020402c802c802c802c802c802c802c802c80521c89a4800",
    );
    let clock = ClockFrame::new(&[0x00, 0x10, 0x07, 0x05, 0x40]).expect("it is short");
    check_report(Report::Clock(clock), "0002070910070540d4653af200");
    check_report(
        Report::Identity(Identity { is_raw: true, has_clock: true, ..identity }),
        "000701544f504201160102e6613852831b4a290403020135081e7993b12900",
    );
    check_report(Report::Done { request: 0x14 }, "00070514c732742600");
    check_report(Report::Refused { request: 0x15, reason: Refusal::Unable }, "00080615030e12705500");
}

#[test]
fn version_1_requests() {
    check_request(Request::AskIdentity, "000610e9ffb5cf00");
    check_request(
        Request::Resume { version: 1, boot: 0x0102_0304, seq: 77 },
        "00081101040302014d010105df8ae99000",
    );
    check_request(Request::Ack { seq: 0 }, "00021201010105ff3302dc00");
    check_request(Request::AskHealth, "00061353aebc5600");
    check_request(Request::Calibrate(CalibrationStep::Empty), "00021405aac5776f00");
    check_request(Request::Calibrate(CalibrationStep::Array), "000714013cf5701800");
    check_request(Request::Calibrate(CalibrationStep::Forget), "0007140286a4798100");
    check_request(Request::Jig { on: true }, "000715017dc46b0100");
    let clock = ClockFrame::new(&[0x10, 0x20, 0x05, 0x0d, 0x46]).expect("it is short");
    check_request(Request::Clock(clock), "000b171020050d463ff3194300");
    check_request(Request::Update, "000a16424f4f545309be7800");
}

#[test]
fn a_longer_body_of_a_newer_board_is_read_by_its_known_part() {
    let state = Report::State(State { seq: 5, occupied: ARRAY, ..State::default() });
    let mut body = body_of(state.emit().bytes());
    body.extend([9, 9, 9]);
    assert_eq!(Report::parse(&body), Some(state));
}

#[test]
fn what_means_nothing_is_told_apart() {
    for body in
        [&b""[..], &[0x00], &[0x01], b"\x01TOPX\x01", &[0x02, 0], &[0x04, 8], &[0x05], &[0x07], &[0x99, 1, 2]]
    {
        assert_eq!(Report::parse(body), None, "{body:02x?}");
    }
    for body in [&b""[..], &[0x00], &[0x11, 1], &[0x14, 3], &[0x15], b"\x16BOOS", &[0x17; 34], &[0x99]] {
        assert_eq!(Request::parse(body), None, "{body:02x?}");
    }
}
