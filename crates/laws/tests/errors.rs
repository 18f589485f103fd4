//! The same stamps under the delays of another maker's board: what is told of an order is what its error bears out.

use board::{BoardEvent, ClockReading, Contents, Maker, Millis, Reading, Sensing, Timing};
use game::{Scribe, Standing, Tags, Terms};
use laws::{Discipline, Edition, Incident, Kind, Language, Profile, RuleId, Watch};
use shakmaty::{ByColor, CastlingMode, Color, Square};

const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1";
const FLAG_MS: Millis = 10_000;

/// What is told of White's flag when his mate stands on the board so long after it, by a board of this maker.
fn flag(maker: Maker, mate_after_ms: Millis) -> Incident {
    let start = Standing::from_fen(MATE_IN_ONE, CastlingMode::Standard).expect("a position");
    let reading = Reading::from_board(start.board());
    let terms = Terms { start, ..Terms::default() };
    let profile = Profile::new(Edition::Fide23, Discipline::Standard, false);
    let mut watch = Watch::new(profile, &terms, "5400");
    watch.sense(Sensing::Piece, Timing::of(maker));
    let mut scribe = Scribe::new(terms, Tags::default());
    let rook = Contents::Piece(Color::White.rook());
    let left_ms = ByColor { white: 10_000, black: 600_000 };
    let mate_ms = FLAG_MS + mate_after_ms;
    let heard = [
        (0, BoardEvent::Reading(reading)),
        (0, BoardEvent::Clock(ClockReading { left_ms, running: Some(Color::White), lever: None })),
        (FLAG_MS, BoardEvent::Flag(Color::White)),
        (mate_ms, BoardEvent::Square { square: Square::E1, contents: Contents::Empty }),
        (mate_ms, BoardEvent::Square { square: Square::E8, contents: rook }),
    ];
    for (t_ms, event) in heard {
        watch.handle_board(t_ms, &event, scribe.score());
        scribe.handle_board(t_ms, &event);
        pass_on(&mut watch, &mut scribe);
    }
    scribe.advance(mate_ms + 20_000);
    pass_on(&mut watch, &mut scribe);
    let told = std::iter::from_fn(|| watch.poll_incident());
    told.filter(|incident| incident.rule == RuleId::FlagFall).last().expect("the flag fell")
}

fn pass_on(watch: &mut Watch, scribe: &mut Scribe) {
    while let Some((t_ms, event)) = scribe.poll_event() {
        watch.handle_event(t_ms, &event, scribe.score());
    }
}

#[test]
fn an_order_is_told_where_the_error_of_the_board_bears_it_out() {
    let check = |maker: Maker, mate_after_ms: Millis, kind: Kind, says: &str| {
        let told = flag(maker, mate_after_ms);
        let text = told.text(Language::English);
        assert!(
            told.kind == kind && text.contains(says),
            "{maker:?}, {mate_after_ms} ms: {:?}: {text}",
            told.kind
        );
        assert_eq!(told.remedy, None, "{maker:?}: an order of a mate and a flag is for the arbiter");
    };
    // A DGT board is 232 ms late at most, one of Certabo 932.
    check(Maker::Dgt, 600, Kind::Violation, "White mated 0.6 s (−0.3/+1.1 s) after the flag");
    check(
        Maker::Dgt,
        200,
        Kind::Hint,
        "Re8 came 0.2 s (−0.3/+1.1 s) after the flag. That is within the error",
    );
    check(
        Maker::Certabo,
        600,
        Kind::Hint,
        "Re8 came 0.6 s (−1.0/+1.1 s) after the flag. That is within the error",
    );
    check(Maker::Certabo, 1_000, Kind::Violation, "White mated 1.0 s (−1.0/+1.1 s) after the flag");
}
