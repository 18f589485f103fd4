//! Words and signs of pairing lists: results, byes, titles, rounds and dates, in the languages of the programs that
//! write them.

use crate::import::spelling::folded;
use crate::{RoundNo, Sex, System, Unpaired};
use game::ResultEntry;
use game::result::Points;

/// A result that a list gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The game has no result yet.
    Open,
    /// The game has a result.
    Is(ResultEntry),
}

/// Reads a result: PGN's tokens, `1 - 0`, `1:0`, `0,5-0,5`, `+ - -`, `1-0 F`. `None` for anything else.
pub(super) fn outcome(text: &str) -> Option<Outcome> {
    if text.len() > 40 {
        return None;
    }
    let text: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let text = text.replace("½", "1/2").replace(['–', '—', '−', '‑'], "-").replace(',', ".").to_lowercase();
    // Programs mark a forfeit with a letter behind the score: forfeit, Kampflos, kontumacja, walkover.
    let forfeit = ["forfeit", "f", "k", "wo", "w.o.", "vo", "(f)", "(k)", "(wo)", "ff"]
        .iter()
        .find_map(|mark| text.strip_suffix(mark).filter(|score| score.ends_with(['0', '1', '-', '+'])));
    let score = forfeit.unwrap_or(&text);
    let score = score.replace("0.5", "1/2").replace("1.0", "1").replace("0.0", "0").replace('=', "1/2");
    match &*score {
        "" | "*" | "-" | ":" | "..." | "?" | "?-?" | "x" | "vs" | "vs." => return Some(Outcome::Open),
        "+--" | "+:-" | "+/-" | "1--" | "+-" | "+-0" => return Some(forfeited(true, false)),
        "--+" | "-:+" | "-/+" | "--1" | "-+" | "0-+" => return Some(forfeited(false, true)),
        "---" | "-:-" | "-/-" | "--" => return Some(forfeited(false, false)),
        "1/2" | "1/21/2" | "remis" | "draw" => return Some(Outcome::Is(played(Points::Half, Points::Half))),
        _ => {}
    }
    let entry = ResultEntry::parse(&score.replace(':', "-"))?;
    Some(match entry {
        ResultEntry::Played { white, black } if forfeit.is_some() => {
            forfeited(white == Points::One, black == Points::One)
        }
        entry => Outcome::Is(entry),
    })
}

/// Reads the points of one player, as a column of its own gives them.
pub(super) fn points(text: &str) -> Option<Points> {
    match text.trim() {
        "1" | "1.0" | "1,0" => Some(Points::One),
        "0" | "0.0" | "0,0" => Some(Points::None),
        "½" | "0.5" | "0,5" | "1/2" | "=" | ".5" | ",5" => Some(Points::Half),
        _ => None,
    }
}

/// Returns the result of two points that stand in columns of their own.
pub(super) fn of_points(white: &str, black: &str) -> Option<Outcome> {
    match (white.trim(), black.trim()) {
        ("", "") => Some(Outcome::Open),
        ("+", "-") => Some(forfeited(true, false)),
        ("-", "+") => Some(forfeited(false, true)),
        ("-", "-") => Some(forfeited(false, false)),
        (white, black) => outcome(&format!("{white}-{black}")).filter(|_| points(white).is_some()),
    }
}

fn played(white: Points, black: Points) -> ResultEntry {
    ResultEntry::Played { white, black }
}

fn forfeited(white: bool, black: bool) -> Outcome {
    Outcome::Is(ResultEntry::Forfeit { white, black })
}

/// What stands in the place of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoPlayer {
    /// Nobody: the opponent has no game, for this reason.
    Bye(Unpaired),
    /// Somebody who is not known yet.
    Hole,
}

/// The words for a bye that the pairing allocates, folded.
const BYES: [&str; 23] = [
    "bye",
    "pab",
    "spielfrei",
    "freilos",
    "wolny",
    "wolna",
    "wolny los",
    "pauza",
    "pauzuje",
    "pauzy",
    "svobodny",
    "svobodna",
    "svoboden",
    "vykhodnoy",
    "propusk",
    "libre",
    "descansa",
    "descanso",
    "exempt",
    "exempte",
    "full point bye",
    "pairing allocated bye",
    "bez pary",
];
/// The words for a bye of half a point, folded.
const HALVES: [&str; 4] = ["half point bye", "half bye", "hpb", "bye 1 2"];
/// The words for an absence, folded.
const ABSENCES: [&str; 11] = [
    "not paired",
    "zero point bye",
    "zpb",
    "nicht ausgelost",
    "nie kojarzony",
    "nieobecny",
    "nieobecna",
    "absent",
    "ausente",
    "otsutstvuyet",
    "no emparejado",
];
/// The words for a player who is not known, folded.
const HOLES: [&str; 7] = ["tba", "tbd", "nn", "n n", "unknown", "vacant", "vakant"];

/// Reads what can stand in the place of a name; `None` for a name.
pub(super) fn no_player(text: &str) -> Option<NoPlayer> {
    let trimmed = text.trim();
    if trimmed.is_empty() || trimmed == "?" {
        return Some(NoPlayer::Hole);
    }
    if trimmed.chars().all(|letter| matches!(letter, '-' | '–' | '—' | '.' | '_')) {
        return Some(NoPlayer::Bye(Unpaired::PairingBye));
    }
    if trimmed.chars().count() > 40 {
        return None;
    }
    let word = folded(trimmed);
    let has = |words: &[&str]| words.contains(&word.as_str());
    if has(&BYES) {
        Some(NoPlayer::Bye(Unpaired::PairingBye))
    } else if has(&HALVES) {
        Some(NoPlayer::Bye(Unpaired::HalfBye))
    } else if has(&ABSENCES) {
        Some(NoPlayer::Bye(Unpaired::ZeroBye))
    } else if has(&HOLES) {
        Some(NoPlayer::Hole)
    } else {
        None
    }
}

/// The titles of FIDE, with those of candidates, arena titles, and the national classes that lists mix with them.
const TITLES: [&str; 12] = ["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "AGM", "AIM", "AFM", "ACM"];

/// Reads a title of FIDE, also as `g`, `m`, `wf` and as `WG`. `None` for a text that is none.
pub(crate) fn title(text: &str) -> Option<&'static str> {
    let upper = text.trim().trim_end_matches('.').to_ascii_uppercase();
    let long = match upper.as_str() {
        "G" => "GM",
        "M" => "IM",
        "F" => "FM",
        "C" => "CM",
        "WG" => "WGM",
        "WM" => "WIM",
        "WF" => "WFM",
        "WC" => "WCM",
        other => other,
    };
    TITLES.into_iter().find(|title| *title == long)
}

/// Reads a sex.
pub(super) fn sex(text: &str) -> Option<Sex> {
    match folded(text).as_str() {
        "m" | "man" | "male" => Some(Sex::Male),
        "w" | "f" | "k" | "zh" | "female" | "woman" => Some(Sex::Female),
        _ => None,
    }
}

/// The words for a round, folded.
const ROUNDS: [&str; 8] = ["round", "runda", "rundy", "tur", "runde", "ronda", "ronde", "rd"];

/// Returns the text that stands for the number of a round in a line such as `Round 3` or `3. Runde, 21.11.2026`;
/// `None` for a line that names no round.
pub(super) fn round_of_title(line: &str) -> Option<String> {
    if line.chars().count() > 200 {
        return None;
    }
    let words = folded(line);
    let words: Vec<&str> = words.split(' ').collect();
    let at = words.iter().position(|word| ROUNDS.contains(word))?;
    let number = |word: Option<&&str>| {
        word.filter(|word| word.len() <= 6 && word.bytes().all(|byte| byte.is_ascii_digit()))
            .map(|word| (*word).to_owned())
    };
    number(words.get(at + 1)).or_else(|| number(words.get(at.checked_sub(1)?)))
}

/// Reads the number of a round.
pub(crate) fn round(text: &str) -> Option<RoundNo> {
    text.trim().parse().ok().filter(|round| (1..=crate::ROUNDS_MAX).contains(round))
}

/// Reads a date in the order of most lists, and returns it as in PGN: `2026.11.21`. Days and months may be unknown.
pub(crate) fn date(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.trim().split(['.', '/', '-']).map(str::trim).collect();
    let [first, month, last] = parts[..] else { return None };
    let (year, day) = if first.len() == 4 {
        (first, last)
    } else if last.len() == 4 {
        (last, first)
    } else {
        return None;
    };
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let within = |part: &str, most: u8| {
        part == "??" || (digits(part) && part.parse().is_ok_and(|number: u8| (1..=most).contains(&number)))
    };
    let fits = (digits(year) || year == "????") && within(month, 12) && within(day, 31);
    fits.then(|| format!("{year}.{month:0>2}.{day:0>2}"))
}

/// Reads the kind of a tournament from the words of its description.
pub(crate) fn system(text: &str) -> Option<System> {
    let words = folded(text);
    let has = |stems: &[&str]| stems.iter().any(|stem| words.contains(stem));
    let teams = has(&["team", "mannschaft", "druzyn", "komand", "equip"]);
    let everybody =
        has(&["round robin", "roundrobin", "berger", "kolow", "krugov", "jeder", "scheveningen", "liga"]);
    let swiss = has(&[
        "swiss",
        "szwajc",
        "shveytsar",
        "schweiz",
        "suizo",
        "suisse",
        "dutch",
        "dubov",
        "burstein",
        "baku",
    ]);
    match (teams, everybody, swiss) {
        (false, true, _) => Some(System::RoundRobin),
        (true, true, _) => Some(System::TeamRoundRobin),
        (false, false, true) => Some(System::Swiss),
        (true, false, true) => Some(System::TeamSwiss),
        (_, false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{NoPlayer, Outcome, date, no_player, of_points, outcome, round_of_title, system, title};
    use crate::{System, Unpaired};

    #[test]
    fn results_are_read_as_programs_write_them() {
        for (text, result) in [
            ("1-0", "1-0"),
            ("1 : 0", "1-0"),
            ("0 – 1", "0-1"),
            ("½ - ½", "1/2-1/2"),
            ("0,5-0,5", "1/2-1/2"),
            ("0.5:0.5", "1/2-1/2"),
            ("1.0-0.0", "1-0"),
            ("=-=", "1/2-1/2"),
            ("½", "1/2-1/2"),
            ("+ - -", "+/-"),
            ("- - +", "-/+"),
            ("- - -", "-/-"),
            ("+:-", "+/-"),
            ("1-0F", "+/-"),
            ("0 - 1 k", "-/+"),
            ("0-0", "0-0"),
            ("0-½", "0-1/2"),
        ] {
            let Some(Outcome::Is(entry)) = outcome(text) else { panic!("{text}") };
            assert_eq!(entry.to_string(), result, "{text}");
        }
        for open in ["", "*", "-", " : ", "vs"] {
            assert_eq!(outcome(open), Some(Outcome::Open), "{open}");
        }
        for bad in ["Nowak", "2-0", "1-1", "12", "1-", "k", "1½-½"] {
            assert_eq!(outcome(bad), None, "{bad}");
        }
        assert_eq!(of_points("1", "0"), outcome("1-0"));
        assert_eq!(of_points("-", "+"), outcome("-/+"));
        assert_eq!(of_points("", ""), Some(Outcome::Open));
        assert_eq!(of_points("1", ""), None);
    }

    #[test]
    fn nobody_has_a_word_in_every_language() {
        for word in
            ["bye", "BYE", "wolny", "spielfrei", "свободен", "-", "---", "Libre", "exempté", "Freilos"]
        {
            assert_eq!(no_player(word), Some(NoPlayer::Bye(Unpaired::PairingBye)), "{word}");
        }
        assert_eq!(no_player("half-point bye"), Some(NoPlayer::Bye(Unpaired::HalfBye)));
        assert_eq!(no_player("not paired"), Some(NoPlayer::Bye(Unpaired::ZeroBye)));
        assert_eq!(no_player("  "), Some(NoPlayer::Hole));
        assert_eq!(no_player("Byers, Jo"), None);
    }

    #[test]
    fn titles_rounds_dates_and_systems_are_read() {
        assert_eq!((title("gm"), title("wf"), title("Mr")), (Some("GM"), Some("WFM"), None));
        for line in ["Round 3 on 2026/11/21 at 15:00", "3. Runde", "Тур 3", "RUNDA 3", "Ronda 3:", "Ronde 3"]
        {
            assert_eq!(round_of_title(line).as_deref(), Some("3"), "{line}");
        }
        assert_eq!(round_of_title("Rounds of beer"), None);
        assert_eq!(round_of_title("Tournament 2026"), None);
        assert_eq!(date("2026/11/21").as_deref(), Some("2026.11.21"));
        assert_eq!(date("1.2.2026").as_deref(), Some("2026.02.01"));
        assert_eq!((date("2026/13/01"), date("yesterday")), (None, None));
        assert_eq!(system("Individual: Swiss-System (Dubov)"), Some(System::Swiss));
        assert_eq!(system("Team: Round-Robin"), Some(System::TeamRoundRobin));
        assert_eq!(system("Turniej kołowy"), Some(System::RoundRobin));
        assert_eq!(system("Cup"), None);
    }
}
