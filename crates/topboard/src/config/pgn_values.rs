//! Dates and time controls as PGN writes them, and the mistakes that people make with them.

/// Returns whether a time control gives nobody a second.
pub fn is_no_time(control: &str) -> bool {
    control.bytes().any(|byte| byte.is_ascii_digit())
        && control.split(':').all(|period| {
            let time = period.split_once('/').map_or(period, |(_, time)| time);
            time.split(['+', 'd', 'b']).all(|part| part.split('*').any(|factor| factor.parse() == Ok(0)))
        })
}

/// Returns whether a text is a PGN date: `2026.11.21`, `2026.??.??`, or empty for unknown.
pub fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    let is_part = |part: &str, length: usize| {
        part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'?')
    };
    text.is_empty()
        || matches!(parts[..], [year, month, day]
            if is_part(year, 4) && is_part(month, 2) && is_part(day, 2) && is_day(year, month, day))
}

/// Returns whether there is a day with these digits. What is unknown may be anything.
fn is_day(year: &str, month: &str, day: &str) -> bool {
    let number = |text: &str| text.parse::<u32>().ok();
    let is_leap = number(year).is_none_or(|year| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    let most = match number(month) {
        None | Some(1 | 3 | 5 | 7 | 8 | 10 | 12) => 31,
        Some(4 | 6 | 9 | 11) => 30,
        Some(2) if is_leap => 29,
        Some(2) => 28,
        Some(_) => return false,
    };
    number(day).is_none_or(|day| (1..=most).contains(&day))
}

/// The greatest number in a time control that was more likely meant in minutes than in seconds: 150 minutes are two and
/// a half hours.
const MINUTES_MAX: u32 = 150;

/// Returns the time control to write instead, if the numbers are so small that minutes were meant. PGN counts in
/// seconds, but people count in minutes: `90+30` is a minute and a half. A product such as `1*90+30` says that seconds
/// are meant.
pub fn minutes_for_seconds(control: &str) -> Option<String> {
    let mut small = None;
    let meant: Vec<String> = control
        .split(':')
        .map(|period| {
            let from = period.find('/').map_or(0, |at| at + 1);
            let length = period[from..].find(['+', 'd', 'b']).unwrap_or(period.len() - from);
            let (moves, base, rest) =
                (&period[..from], &period[from..from + length], &period[from + length..]);
            match base.parse::<u32>() {
                Ok(seconds) if (1..=MINUTES_MAX).contains(&seconds) => {
                    small = small.or(Some(seconds));
                    format!("{moves}{base}*60{rest}")
                }
                _ => period.to_owned(),
            }
        })
        .collect();
    let small = small?;
    Some(format!(
        "{small} is {small} seconds here; for minutes write {}, for seconds 1*{small}",
        meant.join(":")
    ))
}

#[cfg(test)]
mod tests {
    use super::{is_date, is_no_time, minutes_for_seconds};

    #[test]
    fn minutes_written_as_seconds_are_told() {
        for (control, meant) in [
            ("90+30", "for minutes write 90*60+30,"),
            ("3+2", "for minutes write 3*60+2,"),
            ("15", "for minutes write 15*60,"),
            ("40/90+30:30+30", "for minutes write 40/90*60+30:30*60+30,"),
            ("40/5400+30:30+30", "30 is 30 seconds here; for minutes write 40/5400+30:30*60+30,"),
            ("90d10", "for minutes write 90*60d10,"),
        ] {
            let why = minutes_for_seconds(control).expect("it is too little");
            assert!(why.contains(meant), "{why}");
        }
        for control in ["", "?", "-", "90*60+30", "180+2", "5400d10", "1*60+1", "40/5400+30:1800+30", "300"] {
            assert_eq!(minutes_for_seconds(control), None, "{control}");
        }
    }

    #[test]
    fn a_game_of_no_time_is_found() {
        for none in ["0", "0+0", "40/0:0", "0*60"] {
            assert!(is_no_time(none), "{none}");
        }
        for some in ["", "?", "-", "0+3", "180+2", "40/0:300", "1*60"] {
            assert!(!is_no_time(some), "{some}");
        }
    }

    #[test]
    fn dates_are_those_of_pgn() {
        for good in ["", "2026.11.21", "2026.??.??", "????.??.??", "2028.02.29", "????.02.29", "2026.??.31"] {
            assert!(is_date(good), "{good}");
        }
        for bad in [
            "21.11.2026",
            "2026-11-21",
            "2026.11",
            "2026.11.2x",
            "2026.02.31",
            "2026.02.29",
            "2026.13.01",
            "2026.11.00",
        ] {
            assert!(!is_date(bad), "{bad}");
        }
    }
}
