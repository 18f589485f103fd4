//! The bodies of the journal as text: version 1 is read and written as it always was, and nothing is guessed.

use hall::record::Body;
use hall::{BoardChoice, Fold, PublicLink, WallTime, codec::Again};

/// A sample with bodies of every kind, one a line. It is never edited: a journal of version 1 stays readable.
const GOLDEN: &str = include_str!("../../testdata/version-1.bodies");

fn golden() -> Vec<Body> {
    GOLDEN.lines().map(|line| Body::parse(line).expect("version 1 is readable")).collect()
}

#[test]
fn each_kind_is_written_as_it_was_read() {
    for line in GOLDEN.lines() {
        assert_eq!(Body::parse(line).expect("version 1 is readable").emit(), line);
    }
}

/// Kinds of records that came later, under version 1: an old program passes over them.
#[test]
fn later_kinds_are_written_as_they_were_read() {
    let head = "0123456789abcdef".repeat(4);
    for line in [
        format!(
            r#"{{"journal":1,"program":"topboard 0.1.0","epoch":"5f3a91c2","segment":[2,70314,"{head}"]}}"#
        ),
        r#"{"safe":70310}"#.to_owned(),
        r#"{"t":60000,"wall_ms":1795245660012,"synced":true}"#.to_owned(),
        r#"{"t":60000,"wall_ms":1795281660012,"synced":false,"stepped_ms":-36000000}"#.to_owned(),
        format!(r#"{{"t":0,"key":"{head}"}}"#),
        format!(r#"{{"t":60000,"signed":{{"seq":8,"head":"{head}","key":"{head}","sig":"{head}{head}"}}}}"#),
        r#"{"t":9000,"held":{"since":4000,"bytes":70112,"why":"No space left on device"}}"#.to_owned(),
        r#"{"t":9000,"held":{"since":4000,"bytes":70112,"why":"x","unread_since":5000}}"#.to_owned(),
        concat!(
            r#"{"t":1,"setup":{"edition":"ru20","discipline":"blitz","supervised":false,"#,
            r#""settings":{"illegal_bonus_min":1,"quickplay_announced":true,"dwell_ms":700},"tables":[]}}"#
        )
        .to_owned(),
        concat!(
            r#"{"t":1,"setup":{"time_control":"50/7200:25/3600","variant":"draughts-100","edition":"fide23","#,
            r#""discipline":"standard","supervised":false,"tables":[]}}"#
        )
        .to_owned(),
        concat!(
            r#"{"t":5,"pub":{"table":1,"game":1,"rev":5,"from":0,"start":"8/8/8/8/8/8/8/8 w - - 0 1","#,
            r#""score":"0-1/2","link":"live","white":{},"black":{}}}"#
        )
        .to_owned(),
    ] {
        let body = Body::parse(&line).expect("it is readable");
        assert!(!matches!(body, Body::Other { .. }), "{line}");
        assert_eq!(body.emit(), line);
    }
    assert!(Body::parse(r#"{"journal":1,"segment":[2,70314,"c1f0"]}"#).is_err());
    let mad = r#"{"t":1,"setup":{"edition":"ru20","discipline":"blitz","settings":{"dwell_ms":9}}}"#;
    assert!(Body::parse(mad).is_err_and(|why| why.contains("dwell_ms is 9; write 100 to 5000")));
}

#[test]
fn what_the_sample_says_is_what_is_read() {
    let bodies = golden();
    let Body::Setup { setup, t_ms: 1 } = &bodies[2] else { panic!("{:?}", bodies[2]) };
    assert_eq!((setup.site.as_str(), setup.profile.supervised), ("Kraków", true));
    assert_eq!(setup.tables[0].board, BoardChoice::Serial("0012345".to_owned()));
    assert_eq!(setup.tables[0].players.white.fide_id, Some(1_100_000));
    assert!(setup.tables[1].chess960 && !setup.tables[1].clock);
    assert_eq!(bodies[4], Body::Bytes { t_ms: 1290, link: 1, bytes: vec![0x8e, 0x05, 0x34, 0x1b] });
    let Body::Published { publication, .. } = &bodies[6] else { panic!("{:?}", bodies[6]) };
    assert_eq!((publication.rev, publication.plies.len()), (5, 2));
    assert!(publication.plies[0].provisional && publication.plies[1].check);
    let Body::Published { publication, .. } = &bodies[7] else { panic!("{:?}", bodies[7]) };
    assert_eq!(publication.link, PublicLink::Lost { since_ms: 1200 });
    assert_eq!(bodies[11], Body::Wall { t_ms: 60_000, wall: WallTime::untrusted(1_795_245_660_012) });
    assert!(matches!(&bodies[12], Body::Other { t_ms: Some(60_001), .. }));
    assert!(matches!(&bodies[13], Body::Other { t_ms: None, .. }));
}

#[test]
fn inputs_survive_the_paper() {
    for body in golden() {
        let Some(t_ms) = body.t_ms() else { continue };
        if let Some(input) = body.clone().into_input() {
            let again = Body::from_input(t_ms, &input);
            assert_eq!(again, body);
            assert_eq!(Body::parse(&again.emit()), Ok(body));
        }
    }
}

#[test]
fn a_run_of_repetitions_is_one_short_record() {
    let again = |after_ms, link, length, back| Again { after_ms, link, length, back };
    let run = vec![again(0, 2, 67, 67), again(41, 2, 67, 67), again(3, 5, 30, 1283), again(38, 2, 67, 67)];
    let body = Body::Again { t_ms: 5_400_041, run };
    let text = r#"{"t":5400041,"again":"0:2:67:67 41:2 3:5:30:1283 38:2"}"#;
    assert_eq!(body.emit(), text);
    assert_eq!(Body::parse(text).as_ref(), Ok(&body));
}

#[test]
fn unknown_keys_are_passed_over_and_bad_values_are_not() {
    assert_eq!(Body::parse(r#"{"t":5,"lost":2,"mood":"good"}"#), Ok(Body::Lost { t_ms: 5, link: 2 }));
    for bad in [
        "",
        "[]",
        "{\"t\":5",
        r#"{"t":-5,"lost":2}"#,
        r#"{"t":5,"lost":"two"}"#,
        r#"{"t":5,"rx":[1,"8"]}"#,
        r#"{"t":5,"rx":[1,"zz"]}"#,
        r#"{"t":5,"again":""}"#,
        r#"{"t":5,"again":"0:3"}"#,
        r#"{"t":5,"again":"0:3:99999:1"}"#,
        r#"{"t":5,"key":"8a88"}"#,
        r#"{"t":5,"signed":{"seq":8}}"#,
        r#"{"journal":2}"#,
        r#"{"t":5,"pub":{"table":1}}"#,
        r#"{"t":5,"table":1,"command":{"cmd":"dance"}}"#,
        r#"{"t":5,"setup":{"edition":"fide1900","discipline":"standard","supervised":false,"tables":[]}}"#,
    ] {
        assert!(Body::parse(bad).is_err(), "{bad}");
    }
}

#[test]
fn a_fold_of_the_sample_passes_over_what_it_does_not_know() {
    let mut fold = Fold::new();
    for (body, seq) in golden().into_iter().zip(1..) {
        fold.feed(seq, body);
    }
    let folded = fold.finish();
    assert_eq!(folded.epoch.as_deref(), Some("5f3a91c2"));
    assert_eq!(folded.last_t_ms, 60_001);
    assert_eq!(folded.wall, Some((60_000, WallTime::untrusted(1_795_245_660_012))));
    assert_eq!(folded.hall.tables().count(), 3);
    // The three publications of the sample are made up, so this hall never makes them. The sample lacks what this
    // hall says of its three tables at their set-up, and so differs
    // three more times. Later differences have causes that are already counted.
    assert_eq!(folded.divergent, 6);
}
