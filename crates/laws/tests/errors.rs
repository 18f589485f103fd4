//! Equal stamps under the delays of different makers' boards: an order is reported only as far as the errors allow.

use board::{BoardEvent, ClockReading, Contents, Maker, Millis, Reading, Sensing, Timing};
use game::{Scribe, Standing, Tags, Terms};
use laws::{Discipline, Edition, Incident, Kind, Language, Profile, RuleId, Watch};
use shakmaty::{ByColor, CastlingMode, Color, Piece, Square};

const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1";
const FLAG_MS: Millis = 10_000;

/// Returns the report on White's flag, when a board of this maker reports a piece that goes from square to square and
/// its clock a press.
fn flag(
    maker: Maker,
    (fen, control): (&str, &str),
    (piece, from, to, made_ms): (Piece, Square, Square, Millis),
    pressed_ms: Option<Millis>,
) -> Incident {
    let start = Standing::from_fen(fen, CastlingMode::Standard).expect("a position");
    let reading = Reading::from_board(start.board());
    let terms = Terms { start, ..Terms::default() };
    let profile = Profile::new(Edition::Fide23, Discipline::Standard, false);
    let mut watch = Watch::new(profile, &terms, control);
    watch.sense(Sensing::Piece, Timing::of(maker));
    let mut scribe = Scribe::new(terms, Tags::default());
    let left_ms = ByColor { white: 10_000, black: 600_000 };
    let mut heard = vec![
        (0, BoardEvent::Reading(reading)),
        (0, BoardEvent::Clock(ClockReading { left_ms, running: Some(Color::White), lever: None })),
        (FLAG_MS, BoardEvent::Flag(Color::White)),
        (made_ms, BoardEvent::Square { square: from, contents: Contents::Empty }),
        (made_ms, BoardEvent::Square { square: to, contents: Contents::Piece(piece) }),
    ];
    heard.extend(pressed_ms.map(|t_ms| (t_ms, BoardEvent::Press(Color::White))));
    heard.sort_by_key(|(t_ms, _)| *t_ms);
    for (t_ms, event) in heard {
        watch.handle_board(t_ms, &event, scribe.score());
        scribe.handle_board(t_ms, &event);
        pass_on(&mut watch, &mut scribe);
    }
    scribe.advance(made_ms + 20_000);
    pass_on(&mut watch, &mut scribe);
    let of_flag =
        |incident: &Incident| matches!(incident.rule, RuleId::FlagFall | RuleId::FlagFallMovesCheck);
    std::iter::from_fn(|| watch.poll_incident()).filter(of_flag).last().expect("the flag fell")
}

fn pass_on(watch: &mut Watch, scribe: &mut Scribe) {
    while let Some((t_ms, event)) = scribe.poll_event() {
        watch.handle_event(t_ms, &event, scribe.score());
    }
}

fn check(told: &Incident, kind: Kind, says: &str) {
    let text = told.text(Language::English);
    assert!(told.kind == kind && text.contains(says), "{:?}: {text}\nnot {kind:?}: {says}", told.kind);
    assert_eq!(told.remedy, None, "what was first is for the arbiter: {text}");
}

#[test]
fn a_mate_and_a_flag_have_an_order_where_the_error_of_the_board_bears_it_out() {
    let mate = |maker: Maker, after_ms: Millis, kind: Kind, says: &str| {
        let hand = (Color::White.rook(), Square::E1, Square::E8, FLAG_MS + after_ms);
        check(&flag(maker, (MATE_IN_ONE, "5400"), hand, None), kind, says);
    };
    // A DGT board is 232 ms late at most, a Certabo board 932.
    mate(Maker::Dgt, 600, Kind::Violation, "White mated 0.6 s (−0.3/+1.1 s) after the flag");
    mate(
        Maker::Dgt,
        200,
        Kind::Hint,
        "Re8 came 0.2 s (−0.3/+1.1 s) after the flag. That is within the error",
    );
    mate(
        Maker::Certabo,
        600,
        Kind::Hint,
        "Re8 came 0.6 s (−1.0/+1.1 s) after the flag. That is within the error",
    );
    mate(Maker::Certabo, 1_000, Kind::Violation, "White mated 1.0 s (−1.0/+1.1 s) after the flag");
}

#[test]
fn a_press_and_a_flag_have_an_order_where_the_clock_tells_both_alike() {
    let start = Standing::initial().fen();
    let press = |maker: Maker, pressed_ms: Millis, kind: Kind, says: &str| {
        let hand = (Color::White.pawn(), Square::E2, Square::E4, 7_000);
        check(&flag(maker, (&start, "1/10:600"), hand, Some(pressed_ms)), kind, says);
    };
    press(Maker::Dgt, 9_500, Kind::Info, "completed 1. The requirement is met.");
    press(Maker::Dgt, FLAG_MS, Kind::Hint, "The clock told the press after e4 and the flag at once");
    // The lever reports at once; the clock beside it reports its fallen flag with its next times.
    press(
        Maker::Home,
        9_500,
        Kind::Hint,
        "The press after e4 came 0.5 s (−1.1/+0.1 s) before the flag. That is within the error",
    );
    press(Maker::Home, 8_800, Kind::Info, "completed 1. The requirement is met.");
}
