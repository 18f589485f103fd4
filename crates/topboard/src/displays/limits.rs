//! What an order about a display may say. A refusal says which value would do.

use super::json::{DisplayOrder, Report, Setup};

/// The greatest length of a message, in characters: more cannot be read from afar.
const MESSAGE_MAX: usize = 240;
/// The greatest length of a place or a title, in characters.
const TITLE_MAX: usize = 60;
/// The greatest number of tables that one screen shows in turn.
const TABLES_MAX: usize = 400;
/// The greatest number of pinned boards.
const PINS_MAX: usize = 12;
/// The greatest number of boards that a screen says it shows.
const SHOWN_MAX: usize = 150;
/// The longest countdown, in seconds: a day.
const COUNTDOWN_MAX_S: u32 = 86_400;

/// Returns why an order cannot be carried out as it is written.
pub(super) fn complaint(order: &DisplayOrder) -> Option<String> {
    match order {
        DisplayOrder::Adopt { place } => line(place, "place", TITLE_MAX),
        DisplayOrder::Assign { setup } => of_setup(setup),
        DisplayOrder::Countdown { title, in_s } => {
            let is_long = *in_s > COUNTDOWN_MAX_S;
            let long =
                || format!("in_s is {in_s}: a countdown lasts {COUNTDOWN_MAX_S} s at most, which is a day");
            line(title, "title", TITLE_MAX).or_else(|| is_long.then(long))
        }
        DisplayOrder::Identify | DisplayOrder::Forget => None,
    }
}

fn of_setup(setup: &Setup) -> Option<String> {
    let range = |name: &str, value: f64, from: f64, to: f64, unit: &str| {
        (!(from..=to).contains(&value)).then(|| format!("{name} is {value}: give {from} to {to} {unit}"))
    };
    let many = |name: &str, count: usize, most: usize| {
        (count > most).then(|| format!("{name} has {count} tables: {most} are the most"))
    };
    let message = setup.message.chars().count();
    range("inches", f64::from(setup.inches), 10.0, 400.0, "inches, the diagonal of the screen")
        .or_else(|| range("metres", setup.metres, 0.5, 60.0, "metres, from the screen to the farthest seat"))
        .or_else(|| range("turn_s", f64::from(setup.turn_s), 5.0, 300.0, "seconds"))
        .or_else(|| {
            range("start", f64::from(setup.start.unwrap_or(0)), 0.0, 959.0, "as the positions are numbered")
        })
        .or_else(|| many("tables", setup.tables.len(), TABLES_MAX))
        .or_else(|| many("pins", setup.pins.len(), PINS_MAX))
        .or_else(|| {
            (message > MESSAGE_MAX)
                .then(|| format!("message has {message} characters: {MESSAGE_MAX} are the most"))
        })
        .or_else(|| (setup.message.chars().any(is_unseen)).then(|| unseen("message")))
        .or_else(|| setup.tournament.as_ref().and_then(|key| line(key, "tournament", TITLE_MAX)))
}

/// Returns why a text of one line will not do.
fn line(text: &str, name: &str, most: usize) -> Option<String> {
    let count = text.trim().chars().count();
    match count {
        0 => Some(format!("{name} is empty: write what people call it")),
        _ if count > most => Some(format!("{name} has {count} characters: {most} are the most")),
        _ => text.chars().any(|sign| is_unseen(sign) || sign == '\n').then(|| unseen(name)),
    }
}

fn unseen(name: &str) -> String {
    format!("{name} has a control character: write it without")
}

/// Returns whether a character is none that is seen, but for the end of a line.
fn is_unseen(sign: char) -> bool {
    sign.is_control() && sign != '\n'
        || matches!(sign, '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns whether a screen's word of itself is one that a page says.
pub(super) fn is_credible(report: &Report) -> bool {
    let is_size = |pixels: u32| (1..=100_000).contains(&pixels);
    let reach = report.reach_metres.unwrap_or(1.0);
    report.tables.len() <= SHOWN_MAX
        && is_size(report.width)
        && is_size(report.height)
        && (0.0..=1_000.0).contains(&reach)
}
