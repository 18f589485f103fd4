//! Times as they are written in a sentence. A time given by a person or a rule is exact; a measured time is followed by
//! its error.
//!
//! ```text
//!   2:00                          named: a penalty, a time control
//!   1:29:55 (−0.0/+1.0 s)         what a clock showed: whole seconds, and it has more than it shows
//!   2.0 s (−0.1/+1.1 s)           from one event to another: tenths
//! ```
//! Invariant: the true time lies within the error that is written after the time. The error includes what was cut off
//! to write whole seconds or tenths, and is rounded up.

use super::Language;
use board::Time;
use shakmaty::{ByColor, Color};

/// Writes an exact time, given in seconds: `2:00`, `1:05:00`.
pub(super) fn named(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// Writes a time that a clock showed.
pub(super) fn reading(time: Time, language: Language) -> String {
    let shown = time.in_steps(1_000);
    format!("{} ({})", named(shown.t_ms / 1_000), error(shown, language))
}

/// Writes the times that a clock showed for both sides. If both errors are equal, the error is written once.
pub(super) fn readings(times: ByColor<Time>, language: Language) -> String {
    let shown = times.map(|time| time.in_steps(1_000));
    let errors = shown.map(|time| error(time, language));
    let [white, black] = Color::ALL.map(|color| {
        let time = named(shown[color].t_ms / 1_000);
        format!("{} {time}", super::side(color, language, ""))
    });
    if errors.white == errors.black {
        format!("{white}, {black} ({} {})", both(language), errors.white)
    } else {
        format!("{white} ({}), {black} ({})", errors.white, errors.black)
    }
}

/// Writes the time between two events.
pub(super) fn span(time: Time, language: Language) -> String {
    let shown = time.in_steps(100);
    let (seconds, tenth) = (shown.t_ms / 1_000, shown.t_ms / 100 % 10);
    let length =
        if seconds < 60 { format!("{seconds}.{tenth} s") } else { format!("{}.{tenth}", named(seconds)) };
    format!("{} ({})", in_signs(length, language), error(shown, language))
}

fn error(time: Time, language: Language) -> String {
    in_signs(time.error(), language)
}

/// Replaces the decimal point and the letter for seconds by the signs of the language.
fn in_signs(text: String, language: Language) -> String {
    match language {
        Language::English => text,
        Language::Polish => text.replace('.', ","),
        Language::Russian => text.replace('.', ",").replace('s', "с"),
    }
}

fn both(language: Language) -> &'static str {
    match language {
        Language::English => "both",
        Language::Polish => "oba",
        Language::Russian => "оба",
    }
}

#[cfg(test)]
mod tests {
    use super::{named, reading, readings, span};
    use crate::text::Language;
    use board::{Time, Timing};
    use shakmaty::ByColor;

    #[test]
    fn a_measured_time_has_its_error_behind_it_in_every_language() {
        let told = |tell: &dyn Fn(Language) -> String, texts: [&str; 3]| {
            assert_eq!(Language::ALL.map(tell), texts);
        };
        let timing = Timing::DGT;
        told(
            &|language| reading(timing.of_reading(5_395_000), language),
            ["1:29:55 (−0.0/+1.0 s)", "1:29:55 (−0,0/+1,0 s)", "1:29:55 (−0,0/+1,0 с)"],
        );
        let mate = timing.of_square(12_000).since(timing.of_flag(10_000));
        told(
            &|language| span(mate, language),
            ["2.0 s (−0.3/+1.1 s)", "2,0 s (−0,3/+1,1 s)", "2,0 с (−0,3/+1,1 с)"],
        );
        let lost = timing.of_word(65_250).since(timing.of_word(0));
        told(
            &|language| span(lost, language),
            ["1:05.2 (−0.0/+0.1 s)", "1:05,2 (−0,0/+0,1 s)", "1:05,2 (−0,0/+0,1 с)"],
        );
    }

    #[test]
    fn both_times_of_a_clock_share_an_error_where_it_is_the_same() {
        let check = |times: ByColor<Time>, language: Language, text: &str| {
            assert_eq!(readings(times, language), text);
        };
        let timing = Timing::DGT;
        let stand = ByColor { white: timing.of_reading(4_796_000), black: timing.of_reading(4_200_000) };
        check(stand, Language::English, "White 1:19:56, Black 1:10:00 (both −0.0/+1.0 s)");
        check(stand, Language::Polish, "białe 1:19:56, czarne 1:10:00 (oba −0,0/+1,0 s)");
        check(stand, Language::Russian, "белые 1:19:56, чёрные 1:10:00 (оба −0,0/+1,0 с)");
        let runs = ByColor { white: timing.of_running(4_796_400), ..stand };
        check(runs, Language::English, "White 1:19:56 (−0.0/+1.4 s), Black 1:10:00 (−0.0/+1.0 s)");
    }

    #[test]
    fn what_is_named_is_exact() {
        for (seconds, text) in [(0, "0:00"), (120, "2:00"), (3_900, "1:05:00")] {
            assert_eq!(named(seconds), text);
        }
    }
}
