//! Dates and time controls as PGN writes them.

/// `2026.11.21`, `2026.??.??`; empty is unknown.
pub fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    let is_part = |part: &str, length: usize| {
        part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'?')
    };
    text.is_empty()
        || matches!(parts[..], [year, month, day] if is_part(year, 4) && is_part(month, 2) && is_part(day, 2))
}

/// PGN's TimeControl: periods divided by colons, each `?`, `-`, seconds, moves/seconds or `*seconds`, with an
/// increment; a product such as `90*60` is taken for seconds.
pub fn is_time_control(text: &str) -> bool {
    let is_number =
        |text: &str| !text.is_empty() && text.len() <= 7 && text.bytes().all(|b| b.is_ascii_digit());
    let is_time = |text: &str| text.split('*').all(is_number) && text.matches('*').count() <= 1;
    let is_period = |period: &str| {
        let (moves, rest) =
            period.split_once('/').map_or((None, period), |(moves, rest)| (Some(moves), rest));
        let (time, increment) =
            rest.split_once('+').map_or((rest, None), |(time, increment)| (time, Some(increment)));
        moves.is_none_or(is_number)
            && is_time(time.strip_prefix('*').unwrap_or(time))
            && increment.is_none_or(is_number)
    };
    matches!(text, "" | "?" | "-") || text.split(':').all(is_period)
}

#[cfg(test)]
mod tests {
    use super::{is_date, is_time_control};

    #[test]
    fn time_controls_are_those_of_pgn() {
        for good in ["", "?", "-", "90*60+30", "40/5400+30:1800+30", "180+2", "*60", "40/7200:20/3600:900"] {
            assert!(is_time_control(good), "{good}");
        }
        for bad in ["90 min", "90+", "/90", "+30", "5400+30:", "x", "1*2*3"] {
            assert!(!is_time_control(bad), "{bad}");
        }
    }

    #[test]
    fn dates_are_those_of_pgn() {
        for good in ["", "2026.11.21", "2026.??.??", "????.??.??"] {
            assert!(is_date(good), "{good}");
        }
        for bad in ["21.11.2026", "2026-11-21", "2026.11", "2026.11.2x"] {
            assert!(!is_date(bad), "{bad}");
        }
    }
}
