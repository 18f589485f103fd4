//! The sections of the page, one function each, in their order on the page.

use super::gather::side;
use super::html::Html;
use super::{Case, Handled, Limited, Stand, diagram, words};
use board::{Millis, Time};
use game::{PlyNo, ResultEntry};
use laws::{Incident, Language, Window as Open};
use shakmaty::{ByColor, Color, Square};

pub(super) fn game(html: &mut Html, case: &Case) {
    let window = &case.window;
    html.raw("<section>\n").element("h2", "Game").raw("\n<dl class=\"facts\">\n");
    let mut fact = |name: &str, value: &str| {
        if !value.is_empty() {
            html.element("dt", name).element("dd", value).raw("\n");
        }
    };
    for color in [Color::White, Color::Black] {
        let player = &case.players[color];
        let elo = player.elo.map(|elo| format!(" ({elo})")).unwrap_or_default();
        let title = if player.title.is_empty() { String::new() } else { format!("{} ", player.title) };
        fact(side(color), &format!("{title}{}{elo}", case.name(color)));
    }
    let hall = &case.hall;
    fact("Event", &hall.event);
    fact("Site, date, round", &joined(&[&hall.site, &hall.date, &hall.round]));
    fact("Table, game", &format!("{}, game {} of the table", case.table(), window.game));
    fact("Time control", if hall.time_control.is_empty() { "not known" } else { &hall.time_control });
    fact("Rules", &words::profile(&hall.profile));
    fact("Board", case.board.as_deref().unwrap_or("none was seen"));
    fact("Result confirmed", &ResultEntry::shown(case.result));
    let times = &window.times;
    fact(
        "Span",
        &format!(
            "{} to {} (journal time {} to {})",
            times.show(window.from_ms),
            times.show(window.to_ms),
            journal_time(window.from_ms),
            journal_time(window.to_ms)
        ),
    );
    fact("Time of day", &times.trust(window.from_ms, window.to_ms));
    fact(
        "Errors",
        &format!(
            "a square is read at most {} ms late (scan {} ms, settling {} ms, link {} ms), a press at most {} ms late; a \
         clock shows up to {} ms less than it has",
            case.timing.scan_ms + case.timing.settle_ms + case.timing.link_ms,
            case.timing.scan_ms,
            case.timing.settle_ms,
            case.timing.link_ms,
            case.timing.press_ms + case.timing.link_ms,
            case.timing.quantum_ms
        ),
    );
    html.raw("</dl>\n</section>\n");
}

pub(super) fn positions(html: &mut Html, case: &Case) {
    html.raw("<section class=\"positions\">\n").element("h2", "Position before, and at the end").raw("\n");
    stand(html, case, "The game before", &case.before);
    stand(html, case, "The game at the end", &case.after);
    if let Some(reading) = &case.after.reading {
        let differs = diagram::differences(case.after.standing.board(), reading);
        html.raw("<figure>\n");
        diagram::reading(html, "What the board read at the end", reading, &differs);
        html.raw("<figcaption>").element("strong", "What the board read at the end.").raw(" ");
        html.text(&told(&differs)).raw("</figcaption></figure>\n");
    }
    html.raw("</section>\n");
}

fn stand(html: &mut Html, case: &Case, title: &str, stand: &Stand) {
    let differs = stand
        .reading
        .as_ref()
        .map(|reading| diagram::differences(stand.standing.board(), reading))
        .unwrap_or_default();
    let fen = stand.standing.fen();
    html.raw("<figure>\n");
    diagram::position(html, &format!("{title}: {fen}"), stand.standing.board(), &differs);
    html.raw("<figcaption>")
        .element("strong", &format!("{title}, {}.", case.window.times.show(stand.t_ms)))
        .raw(" ");
    html.text(&format!("{} to move, after ply {}. ", side(stand.standing.turn()), stand.plies));
    match stand.clock {
        Some((left_ms, running)) => {
            // A running time is computed from the last reading up to this instant, so it has a different error than a
            // reading.
            let left = ByColor::new_with(|color| {
                let (timing, ms) = (case.timing, left_ms[color]);
                if running == Some(color) { timing.of_running(ms) } else { timing.of_reading(ms) }
            });
            let running = running.map_or("both stand".to_owned(), |color| format!("{}'s runs", side(color)));
            html.text(&format!(
                "Clock: White {}, Black {}; {running}. ",
                time_left(left.white),
                time_left(left.black)
            ));
        }
        None => {
            html.text("The clock was not read. ");
        }
    }
    if stand.reading.is_some() {
        html.text(&told(&differs));
    } else {
        html.text("The board was not read then.");
    }
    html.raw("<br>").element("code", &fen).raw("</figcaption></figure>\n");
}

fn told(differs: &[Square]) -> String {
    if differs.is_empty() {
        return "The board read the same.".to_owned();
    }
    let names: Vec<String> = differs.iter().map(Square::to_string).collect();
    format!("The board read otherwise on {} (framed).", names.join(", "))
}

pub(super) fn touches(html: &mut Html, case: &Case) {
    let rows = rows(&case.touches, |touch| {
        let (place, mut what) = words::handled(&touch.what);
        if let Handled::Gap(gap_ms) = touch.what {
            let word = |t_ms: Millis| case.timing.of_word(t_ms);
            let span = word(touch.time.t_ms).since(word(touch.time.t_ms.saturating_sub(gap_ms)));
            what.push_str(&format!(" ({})", span.error()));
        }
        vec![
            match touch.place {
                (first, last) if first == last => first.to_string(),
                (first, last) => format!("{first}–{last}, order unknown"),
            },
            case.window.times.show(touch.time.t_ms),
            touch.time.to_string(),
            place,
            what,
            touch.seq.to_string(),
        ]
    });
    html.raw("<section>\n").element("h2", "Touches and presses").raw("\n").table(
        "In the order they were read. Where a place is a range, the sensors cannot tell the order within it: what one \
         scan sees has none.",
        &["Place", "Time of day", "Journal time", "Square", "What", "Record"],
        &rows,
        "Nothing was touched.",
    );
    left_out(html, &case.touches);
    html.raw("</section>\n");
}

pub(super) fn moves(html: &mut Html, case: &Case) {
    let rows = rows(&case.moves, |entry| {
        let dots = entry.number.1.fold_wb(".", "…");
        let about = if entry.estimated { " (estimated)" } else { "" };
        vec![
            format!("{}{dots}", entry.number.0),
            entry.text.clone(),
            format!("{}{about}", entry.touched),
            entry.made.to_string(),
            entry.pressed.map_or("no press".to_owned(), |time| time.to_string()),
            entry.left_ms.map_or("–".to_owned(), |ms| time_left(case.timing.of_running(ms))),
            words::state(entry.state).to_owned(),
            words::reason(entry.reason).to_owned(),
        ]
    });
    html.raw("<section>\n").element("h2", "Moves").raw("\n").table(
        "As they are believed at the end of the book. Times are journal times.",
        &["Move", "Played", "First touched", "Came to rest", "Pressed", "Left", "State", "Why"],
        &rows,
        "No move was made.",
    );
    left_out(html, &case.moves);
    html.raw("</section>\n");
}

pub(super) fn clocks(html: &mut Html, case: &Case) {
    let rows = rows(&case.clocks, |shown| {
        vec![
            case.window.times.show(shown.t_ms),
            case.timing.of_word(shown.t_ms).to_string(),
            time_left(case.timing.of_reading(shown.left_ms.white)),
            time_left(case.timing.of_reading(shown.left_ms.black)),
            shown.running.map_or("none", side).to_owned(),
            words::listed(shown.why).to_owned(),
        ]
    });
    html.raw("<section>\n").element("h2", "Clock").raw("\n").table(
        "The clock's own readings. It is conclusive unless it is evidently faulty.",
        &["Time of day", "Journal time", "White", "Black", "Running", "Why listed"],
        &rows,
        "The clock was not read.",
    );
    left_out(html, &case.clocks);
    html.raw("</section>\n");
}

pub(super) fn incidents(html: &mut Html, case: &Case) {
    html.raw("<section>\n").element("h2", "Incidents").raw("\n");
    if case.incidents.items.is_empty() {
        html.element("p class=\"none\"", "The program found nothing the arbiter should know.");
    }
    for incident in &case.incidents.items {
        one_incident(html, case, incident);
    }
    left_out(html, &case.incidents);
    html.raw("</section>\n");
}

fn one_incident(html: &mut Html, case: &Case, incident: &Incident) {
    let page = incident.rule.page();
    html.raw("<article>\n")
        .element(
            "h3",
            &format!("Incident {}: {} ({})", incident.no, incident.rule.name(), incident.kind.name()),
        )
        .raw("\n")
        .element("p", &incident.text(Language::English))
        .raw("\n<dl class=\"facts\">\n");
    let mut fact = |name: &str, value: &str| {
        html.element("dt", name).element("dd", value).raw("\n");
    };
    if !incident.articles.is_empty() {
        fact("Articles", &incident.articles.join(", "));
    }
    fact(
        "Found",
        &format!(
            "{}, journal time {}, ply {}, move {}",
            case.window.times.show(incident.t_ms),
            journal_time(incident.t_ms),
            PlyNo::or_zero(incident.ply),
            case.move_of(PlyNo::or_zero(incident.ply))
        ),
    );
    if let Some(again) = incident.repeated {
        let (wall, journal) = (case.window.times.show(again.last_ms), journal_time(again.last_ms));
        fact(
            "Last found",
            &format!("{wall}, journal time {journal}, ply {}", PlyNo::or_zero(again.last_ply)),
        );
    }
    fact("By", incident.by.map_or("nobody in particular", side));
    fact("The arbiter said", words::said(incident.status));
    match incident.window {
        Open::Always => {}
        Open::Open => fact("Can be acted on", "until the opponent's next move"),
        Open::Closed { t_ms } => fact("Can be acted on", &format!("no longer since {}", journal_time(t_ms))),
    }
    if let Some(t_ms) = incident.closed_ms {
        fact("Over", &format!("{}, journal time {}", case.window.times.show(t_ms), journal_time(t_ms)));
    }
    if let Some(remedy) = &incident.remedy {
        if let Some(ms) = remedy.opponent_ms {
            fact("Time for the opponent", &format!("{}:{:02}", ms / 60_000, ms / 1000 % 60));
        }
        if let Some(fen) = &remedy.restore_fen {
            fact("Position to restore", fen);
        }
        if !remedy.legal.is_empty() {
            fact("Legal moves of the touched piece", &remedy.legal.join(", "));
        }
        if let Some((square, piece)) = remedy.place {
            fact("To stand on", &format!("{square}: {}", diagram::name(piece)));
        }
        if let Some(outcome) = remedy.outcome {
            fact("By the letter", outcome.name());
        }
        if let Some(counter) = remedy.move_counter {
            fact("Move counter", &counter.to_string());
        }
    }
    if !page.unseen.is_empty() {
        fact("Not to be sensed", page.unseen);
    }
    html.raw("</dl>\n</article>\n");
}

pub(super) fn opinions(html: &mut Html, case: &Case) {
    let rows = rows(&case.opinions, |(t_ms, event)| {
        vec![case.window.times.show(*t_ms), journal_time(*t_ms), words::event(event, case.mode)]
    });
    html.raw("<section>\n").element("h2", "What the program made of it").raw("\n").table(
        "What it took back, could not tell, or found no rule for, when it did so.",
        &["Time of day", "Journal time", "What"],
        &rows,
        "It changed its mind about nothing.",
    );
    left_out(html, &case.opinions);
    html.raw("</section>\n");
}

pub(super) fn unseen(html: &mut Html, _case: &Case) {
    html.raw("<section>\n").element("h2", "What no sensor here can see").raw("\n<ul>\n");
    for sentence in [
        "A piece that was touched and not lifted; whether \"j'adoube\" was said; whether a touch was meant.",
        "Which hand moved a piece or pressed the clock, and when a hand let go.",
        "A draw offer, a claim, a resignation: only what a person entered.",
        "The order of what one scan saw.",
    ] {
        html.element("li", sentence).raw("\n");
    }
    html.raw("</ul>\n</section>\n");
}

pub(super) fn records(html: &mut Html, case: &Case) {
    html.raw("<section class=\"records\">\n").element("h2", "Records").raw("\n").element(
        "p",
        "The lines of the book about this table, each with its number: check, then what was written. `rx` are the bytes \
         of the board in hexadecimal digits, before anything was made of them.",
    );
    html.raw("\n<pre>");
    for record in &case.records.items {
        let line = match (&record.line, record.concealed) {
            (Some(line), false) => line.clone(),
            (Some(line), true) => format!("(names taken out)  {line}"),
            (None, _) => "(kept back: a person wrote it, and it may hold a name)".to_owned(),
        };
        html.text(&format!("{:>7}  {line}\n", record.seq));
    }
    html.raw("</pre>\n");
    left_out(html, &case.records);
    html.raw("</section>\n");
}

pub(super) fn rows<T>(list: &Limited<T>, row: impl Fn(&T) -> Vec<String>) -> Vec<Vec<String>> {
    list.items.iter().map(row).collect()
}

pub(super) fn left_out<T>(html: &mut Html, list: &Limited<T>) {
    if list.left_out > 0 {
        html.element(
            "p class=\"none\"",
            &format!("{} more are left out here; name a shorter span to see them.", list.left_out),
        );
    }
}

/// Returns a time left as a clock displays it, followed by its error: `1:29:57 −0.0/+1.0 s`.
fn time_left(left: Time) -> String {
    let shown = left.in_steps(1_000);
    let seconds = shown.t_ms / 1_000;
    format!("{}:{:02}:{:02} {}", seconds / 3600, seconds / 60 % 60, seconds % 60, shown.error())
}

pub(super) fn journal_time(t_ms: Millis) -> String {
    let seconds = t_ms / 1000;
    format!("{}:{:02}:{:02}.{}", seconds / 3600, seconds / 60 % 60, seconds % 60, t_ms % 1000 / 100)
}

fn joined(parts: &[&str]) -> String {
    parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(", ")
}
