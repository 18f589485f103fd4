//! The illegal move: `illegal-move-completed` once the clock was pressed, `illegal-move-uncompleted` before.
//!
//! A position no rule allows is a fact; whether it is an illegal move in the sense of the Laws depends on the press
//! (RU20 and FIDE 7.5.1: completed as soon as the player pressed; PL09 7.4(a)). What follows differs by edition and
//! discipline, and is only ever proposed.

use crate::{Discipline, Edition, Incident, Kind, Profile, Remedy};
use board::Millis;
use game::{Irregular, Played};
use shakmaty::{CastlingMode, Color, uci::UciMove};

/// The incident for a position no legal move explains. It has no number yet.
pub fn incident(profile: Profile, mode: CastlingMode, t_ms: Millis, irregular: &Irregular) -> Incident {
    let by = irregular.by;
    let legal: Vec<String> =
        irregular.legal.iter().map(|&mv| UciMove::from_move(mv, mode).to_string()).collect();
    let penalty = Penalty::of(profile);
    let move_no = irregular.ply.div_ceil(2);
    let shape = shape(&irregular.played);
    let (rule, kind, articles, opponent_ms, text) = if irregular.pressed {
        let due = if legal.is_empty() { "" } else { " A legal move with the touched piece is due." };
        let text = format!(
            "{} completed an illegal move at move {move_no}{shape}. Put the position before it back.{due} {}",
            name(by),
            penalty.text(!by),
        );
        ("illegal-move-completed", Kind::Violation, completed_articles(profile), penalty.opponent_ms(), text)
    } else {
        let text = format!(
            "The board shows no legal move by {} at move {move_no}{shape}, and the clock was not pressed: not an \
             illegal move yet.",
            name(by),
        );
        ("illegal-move-uncompleted", Kind::Info, uncompleted_articles(profile), None, text)
    };
    Incident {
        no: 0,
        t_ms,
        ply: irregular.ply,
        rule,
        kind,
        by,
        articles: articles.iter().map(|article| format!("{} {article}", tag(profile.edition))).collect(),
        remedy: Some(Remedy { opponent_ms, restore_fen: irregular.before_fen.clone(), legal }),
        text,
        closed_ms: None,
    }
}

/// What a first illegal move costs (laws.md B.0).
enum Penalty {
    /// The opponent gets so many minutes more.
    Minutes(u32),
    /// So many minutes, but only if the opponent claims (PL09 A.4(c)).
    MinutesOnClaim(u32),
    /// The opponent may claim the win before his own move (PL09 B.3(c)).
    WinOnClaim,
    /// One minute or two: the text of 2023 does not say which under B.2, the arbiter does.
    ArbiterSays,
}

impl Penalty {
    fn of(profile: Profile) -> Penalty {
        match (profile.edition, profile.discipline, profile.supervised) {
            (Edition::Pl09, Discipline::Standard, _) | (Edition::Pl09, _, true) => Penalty::Minutes(2),
            (Edition::Pl09, Discipline::Rapid, false) => Penalty::MinutesOnClaim(2),
            (Edition::Pl09, Discipline::Blitz, false) => Penalty::WinOnClaim,
            // By the letter of RU20 also in blitz: 14.4 leads over 13.4.2 to 7.5.5.
            (Edition::Ru20, _, _) | (Edition::Fide23, Discipline::Standard, _) => Penalty::Minutes(2),
            (Edition::Fide23, Discipline::Blitz, true) => Penalty::ArbiterSays,
            (Edition::Fide23, Discipline::Rapid, _) | (Edition::Fide23, Discipline::Blitz, false) => {
                Penalty::Minutes(1)
            }
        }
    }

    fn opponent_ms(&self) -> Option<u32> {
        match *self {
            Penalty::Minutes(minutes) | Penalty::MinutesOnClaim(minutes) => Some(minutes * 60_000),
            Penalty::WinOnClaim | Penalty::ArbiterSays => None,
        }
    }

    fn text(&self, opponent: Color) -> String {
        let opponent = name(opponent);
        match self {
            Penalty::Minutes(minutes) => format!("{opponent} gets {minutes}:00 more."),
            Penalty::MinutesOnClaim(minutes) => {
                format!(
                    "If {opponent} claims before completing a move of his own, he gets {minutes}:00 more."
                )
            }
            Penalty::WinOnClaim => format!("{opponent} may claim the win before making a move of his own."),
            Penalty::ArbiterSays => format!("{opponent} gets 1:00 or 2:00 more, as the arbiter decides."),
        }
    }
}

fn completed_articles(profile: Profile) -> &'static [&'static str] {
    match (profile.edition, profile.discipline, profile.supervised) {
        (Edition::Pl09, Discipline::Standard, _) => &["7.4(a)", "7.4(b)"],
        (Edition::Pl09, Discipline::Rapid, true) => &["7.4(a)", "7.4(b)", "A.3"],
        (Edition::Pl09, Discipline::Blitz, true) => &["7.4(a)", "7.4(b)", "B.2"],
        (Edition::Pl09, Discipline::Rapid, false) => &["7.4(a)", "7.4(b)", "A.4(c)"],
        (Edition::Pl09, Discipline::Blitz, false) => &["B.3(c)"],
        (Edition::Ru20, Discipline::Standard, _) => &["7.5.1", "7.5.5"],
        (Edition::Ru20, Discipline::Rapid, true) => &["7.5.1", "7.5.5", "13.3.1"],
        (Edition::Ru20, Discipline::Blitz, true) => &["7.5.1", "7.5.5", "14.3.1"],
        (Edition::Ru20, Discipline::Rapid, false) => &["7.5.1", "7.5.5", "13.4.2"],
        (Edition::Ru20, Discipline::Blitz, false) => &["7.5.1", "7.5.5", "14.4", "13.4.2"],
        (Edition::Fide23, Discipline::Standard, _) => &["7.5.1", "7.5.5"],
        (Edition::Fide23, Discipline::Rapid, true) => &["7.5.1", "7.5.5", "A.3", "A.4"],
        (Edition::Fide23, Discipline::Blitz, true) => &["7.5.1", "7.5.5", "B.2"],
        (Edition::Fide23, Discipline::Rapid, false) => &["7.5.1", "7.5.5", "A.3", "A.5.2"],
        (Edition::Fide23, Discipline::Blitz, false) => &["7.5.1", "7.5.5", "B.3", "A.3", "A.5.2"],
    }
}

fn uncompleted_articles(profile: Profile) -> &'static [&'static str] {
    match profile.edition {
        Edition::Pl09 => &["4.6", "7.4(a)"],
        Edition::Ru20 | Edition::Fide23 => &["7.5.1"],
    }
}

fn tag(edition: Edition) -> &'static str {
    match edition {
        Edition::Pl09 => "PL09",
        Edition::Ru20 => "RU20",
        Edition::Fide23 => "F23",
    }
}

fn name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

fn shape(played: &Played) -> String {
    match played.squares() {
        (Some(from), Some(to)) => format!(" ({from} to {to})"),
        (Some(from), None) => format!(" (from {from})"),
        (None, Some(to)) => format!(" (to {to})"),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::incident;
    use crate::{Discipline, Edition, Kind, Profile, Watch};
    use board::Reading;
    use game::{Ending, GameEvent, Irregular, Played};
    use shakmaty::{CastlingMode, Chess, Color, Position, Square, fen::Fen};

    /// 1. e4 e5 2. Bb4, which is impossible.
    fn bishop(pressed: bool) -> Irregular {
        let before = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        let position: Chess = before
            .parse::<Fen>()
            .expect("the FEN is sound")
            .into_position(CastlingMode::Standard)
            .expect("the position is legal");
        let legal = position.legal_moves().into_iter().filter(|mv| mv.from() == Some(Square::F1)).collect();
        Irregular {
            ply: 3,
            by: Color::White,
            played: Played::Irregular { from: Some(Square::F1), to: Some(Square::B4) },
            pressed,
            before_fen: before.to_owned(),
            after_fen: "rnbqkbnr/pppp1ppp/8/4p3/1B2P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2".to_owned(),
            seen: Reading::from_board(position.board()),
            legal,
        }
    }

    fn check(
        edition: Edition,
        discipline: Discipline,
        supervised: bool,
        minutes: Option<u32>,
        articles: &[&str],
    ) {
        let profile = Profile { edition, discipline, supervised };
        let found = incident(profile, CastlingMode::Standard, 2100, &bishop(true));
        assert_eq!(
            (found.rule, found.kind, found.by),
            ("illegal-move-completed", Kind::Violation, Color::White)
        );
        assert_eq!(found.articles, articles, "{profile:?}");
        let remedy = found.remedy.expect("the Laws have a remedy");
        assert_eq!(remedy.opponent_ms, minutes.map(|minutes| minutes * 60_000), "{profile:?}");
        let mut legal = remedy.legal;
        legal.sort();
        assert_eq!(legal, ["f1a6", "f1b5", "f1c4", "f1d3", "f1e2"]);
    }

    #[test]
    fn each_profile_has_its_own_penalty_and_articles() {
        use Discipline::{Blitz, Rapid, Standard};
        use Edition::{Fide23, Pl09, Ru20};
        check(Pl09, Standard, false, Some(2), &["PL09 7.4(a)", "PL09 7.4(b)"]);
        check(Pl09, Rapid, false, Some(2), &["PL09 7.4(a)", "PL09 7.4(b)", "PL09 A.4(c)"]);
        check(Pl09, Blitz, false, None, &["PL09 B.3(c)"]);
        check(Pl09, Blitz, true, Some(2), &["PL09 7.4(a)", "PL09 7.4(b)", "PL09 B.2"]);
        check(Ru20, Standard, false, Some(2), &["RU20 7.5.1", "RU20 7.5.5"]);
        check(Ru20, Rapid, false, Some(2), &["RU20 7.5.1", "RU20 7.5.5", "RU20 13.4.2"]);
        check(Ru20, Blitz, false, Some(2), &["RU20 7.5.1", "RU20 7.5.5", "RU20 14.4", "RU20 13.4.2"]);
        check(Fide23, Standard, false, Some(2), &["F23 7.5.1", "F23 7.5.5"]);
        check(Fide23, Rapid, false, Some(1), &["F23 7.5.1", "F23 7.5.5", "F23 A.3", "F23 A.5.2"]);
        check(Fide23, Blitz, false, Some(1), &["F23 7.5.1", "F23 7.5.5", "F23 B.3", "F23 A.3", "F23 A.5.2"]);
        check(Fide23, Blitz, true, None, &["F23 7.5.1", "F23 7.5.5", "F23 B.2"]);
    }

    #[test]
    fn without_a_press_it_is_for_the_record_only() {
        let found = incident(Profile::default(), CastlingMode::Standard, 5, &bishop(false));
        assert_eq!((found.rule, found.kind), ("illegal-move-uncompleted", Kind::Info));
        assert_eq!(found.remedy.expect("the position can be put back").opponent_ms, None);
    }

    #[test]
    fn a_press_later_is_the_same_incident_and_it_closes_once() {
        let mut watch = Watch::new(Profile::default(), CastlingMode::Standard);
        watch.handle_event(10, &GameEvent::Irregular(bishop(false)));
        watch.handle_event(20, &GameEvent::Irregular(bishop(true)));
        watch.handle_event(30, &GameEvent::IrregularClosed { ply: 3, ending: Ending::Restored });
        watch.handle_event(40, &GameEvent::IrregularClosed { ply: 3, ending: Ending::Restored });
        let told: Vec<_> = std::iter::from_fn(|| watch.poll_incident())
            .map(|incident| (incident.no, incident.rule, incident.t_ms, incident.closed_ms))
            .collect();
        assert_eq!(
            told,
            [
                (1, "illegal-move-uncompleted", 10, None),
                (1, "illegal-move-completed", 20, None),
                (1, "illegal-move-completed", 20, Some(30)),
            ]
        );
    }
}
