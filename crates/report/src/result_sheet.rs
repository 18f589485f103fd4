//! The result sheet: one page to print and sign, with the journal's head as a QR code.
//!
//! Paper outlives disks. The signed sheet can prove later that records are missing from the end of the journal, or that
//! the journal was replaced by another: `topboard verify JOURNAL --head "text of the code"`, or the page `/verify`.

use crate::case::escape;
use game::ResultEntry;
use hall::{Hall, Table};
use journal::KnownHead;
use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;
use tournament::{Event, HowEnded, PlayerNo, RoundNo, RoundVersion, SignedRounds};

/// The width of the light border that a reader needs around a QR code, in modules (ISO/IEC 18004, 6.3.8).
const QUIET: i32 = 4;

/// Returns the result sheet of these tables as HTML. `head` is the journal's signed head that the sheet carries, and
/// `unsigned` is the number of records after it.
pub fn page(hall: &Hall, tables: &[&Table], head: &KnownHead, unsigned: u64) -> String {
    let setup = hall.setup();
    let event = setup.map_or("", |setup| &setup.event);
    let about: Vec<&str> = setup
        .into_iter()
        .flat_map(|setup| [&setup.site, &setup.date, &setup.time_control])
        .map(String::as_str)
        .collect();
    let round = setup.map_or("", |setup| &setup.round);
    let rows = tables.iter().map(|table| row(table)).collect();
    let heads = ["Table", "White", "Result", "Black", "Moves"];
    sheet(&Sheet { event, round, about: &about, heads, rows }, head, unsigned)
}

/// Returns the result sheet of a round as HTML; `None` if the event has no such round. `head` is the journal's signed
/// head that the sheet carries, and `unsigned` is the number of records after it.
pub fn page_of_round(
    event: &Event,
    signed: &SignedRounds,
    key: &str,
    round: RoundNo,
    head: &KnownHead,
    unsigned: u64,
) -> Option<String> {
    let tournament = event.tournaments.get(key)?;
    let played = tournament.rounds.get(&round)?;
    let name = |player: Option<PlayerNo>| {
        let entrant = player.and_then(|player| tournament.players.get(&player));
        entrant.map_or("?".to_owned(), |entrant| escape(&entrant.player.name))
    };
    let view = RoundVersion::of(event, signed, key, round, false);
    let corrections = view.map(|view| view.corrections()).unwrap_or_default();
    let mut rows = String::new();
    for (board, pairing) in &played.pairings {
        let result = match pairing.result {
            None if pairing.adjourned => "adjourned".to_owned(),
            result => shown(result),
        };
        // What was signed stays readable beside what it became.
        let corrected = corrections.iter().find(|it| (it.round, it.board) == (round, *board));
        let was = corrected.map(|it| format!("<del>{}</del> ", shown(it.was))).unwrap_or_default();
        let (white, black) = (name(pairing.players.white), name(pairing.players.black));
        let how = pairing.how.map_or("", HowEnded::name).replace('-', " ");
        // Writing into a string does not fail.
        let _ = writeln!(
            rows,
            "<tr><td>{board}</td><td>{white}</td><td>{was}{result}</td><td>{black}</td><td>{how}</td></tr>"
        );
    }
    for (player, why) in &played.unpaired {
        let (name, why) = (name(Some(*player)), why.name().replace('-', " "));
        let _ = writeln!(rows, "<tr><td></td><td>{name}</td><td>{why}</td><td></td><td></td></tr>");
    }
    let title = if tournament.name.is_empty() { &event.name } else { &tournament.name };
    let about = [event.site.as_str(), played.date.as_str(), tournament.time_control.as_str()];
    let heads = ["Board", "White", "Result", "Black", "Ended by"];
    let content = Sheet { event: title, round: &round.to_string(), about: &about, heads, rows };
    Some(sheet(&content, head, unsigned))
}

fn shown(result: Option<ResultEntry>) -> String {
    ResultEntry::shown(result).replace("1/2", "½")
}

/// The content of a sheet: texts as people wrote them, and rows in HTML.
struct Sheet<'a> {
    event: &'a str,
    round: &'a str,
    about: &'a [&'a str],
    heads: [&'static str; 5],
    rows: String,
}

fn sheet(content: &Sheet, head: &KnownHead, unsigned: u64) -> String {
    let Sheet { event, round, about, heads, rows } = content;
    let code = head.to_string();
    let mut title = escape(if event.is_empty() { "Results" } else { event });
    if !round.is_empty() {
        title += &format!(", round {}", escape(round));
    }
    let about: Vec<&str> = about.iter().copied().filter(|part| !part.is_empty()).collect();
    let heads: String = heads.iter().map(|head| format!("<th>{head}</th>")).collect();
    let later = match unsigned {
        0 => String::new(),
        count => format!(" {count} records came after it; a sheet printed later proves them, too."),
    };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Results: {title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p>{}</p>\n<table>\n<thead><tr>{heads}</tr></thead>\
         \n<tbody>\n{rows}</tbody>\n</table>\n\
         <div class=\"end\">\n<section>\n{}\n<div><p>This code names the hall's journal up to record {}.{later} Keep the sheet: with it \
         <code>topboard verify</code> or the page <code>/verify</code> tells whether anything is missing from that \
         journal or was changed.</p>\n<p class=\"code\">{}</p></div>\n</section>\n<p class=\"sign\"><span>Arbiter</span>\
         <span>Date and time</span></p>\n</div>\n</body>\n</html>\n",
        escape(&about.join(" · ")),
        svg(&code),
        head.seq.unwrap_or_default(),
        // A line may break after each part of the code's text.
        code.replace(':', ":<wbr>"),
    )
}

/// Returns the sheet's row for a table: its last game with a move or a result, or the game about to begin if there is
/// none.
fn row(table: &Table) -> String {
    let games = table.games();
    let game = games.iter().rev().find(|game| !game.plies.is_empty() || game.result.is_some());
    let players = game.and_then(|game| {
        let named = !game.tags.players.white.name.is_empty() || !game.tags.players.black.name.is_empty();
        named.then_some(&game.tags.players)
    });
    let players = players.unwrap_or(table.players()).as_ref().map(|player| player.name.as_str());
    let name = |name: &str| if name.is_empty() { "?".to_owned() } else { escape(name) };
    let result = shown(game.and_then(|game| game.result));
    let moves = game.map_or(0, |game| game.plies.len().div_ceil(2));
    format!(
        "<tr><td>{}</td><td>{}</td><td>{result}</td><td>{}</td><td>{moves}</td></tr>\n",
        table.number(),
        name(players.white),
        name(players.black)
    )
}

/// Returns the text as a QR code in SVG: one path, with a bar for each run of dark modules in a row.
fn svg(text: &str) -> String {
    let code =
        QrCode::encode_text(text, QrCodeEcc::Medium).expect("a head is far shorter than a code can hold");
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        let mut x = 0;
        while x < size {
            let run = (x..size).take_while(|&x| code.get_module(x, y)).count() as i32;
            if run > 0 {
                // Writing into a string does not fail.
                let _ = write!(path, "M{} {}h{run}v1h-{run}z", x + QUIET, y + QUIET);
            }
            x += run.max(1);
        }
    }
    let side = size + 2 * QUIET;
    format!(
        "<svg class=\"qr\" viewBox=\"0 0 {side} {side}\" role=\"img\" aria-label=\"QR code of the journal's head\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path d=\"{path}\"/></svg>"
    )
}

/// The style of the sheet. Twenty tables fit on one page of A4. With more, each page repeats the table's head, and code
/// and signature stay together on the last page.
const STYLE: &str = "\
@page{size:A4;margin:18mm}\
body{margin:0 auto;max-width:174mm;padding:4mm;color:#000;background:#fff;font:11pt/1.4 \"Liberation Sans\",sans-serif}\
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}\
th,td{padding:1.2mm 2mm;border-bottom:.3mm solid #666;text-align:left}\
thead{display:table-header-group}\
tr,.end{break-inside:avoid}\
section{display:flex;gap:6mm;align-items:center;margin-top:8mm}\
.qr{flex:none;width:42mm;height:42mm}\
.code{font:8pt/1.5 monospace;overflow-wrap:anywhere}\
.sign{display:flex;gap:10mm;margin-top:18mm}\
.sign span{flex:1;border-top:.3mm solid #000;padding-top:1mm}\
@media print{body{padding:0}h1{margin:0 0 2mm;font-size:17pt}th,td{padding:.8mm 2mm}}";

#[cfg(test)]
mod tests {
    use super::{QUIET, svg};
    use journal::KnownHead;

    /// Returns the modules of a drawing, read from its path as a browser would.
    fn modules(svg: &str) -> Vec<Vec<bool>> {
        let side: usize =
            svg.split("0 0 ").nth(1).and_then(|rest| rest.split(' ').next()).map(parse).expect("a box");
        let mut dark = vec![vec![false; side]; side];
        let path = svg.rsplit("d=\"").next().expect("a path");
        for bar in path.split('M').skip(1) {
            let (x, rest) = bar.split_once(' ').expect("x and y");
            let (y, rest) = rest.split_once('h').expect("a bar");
            let (run, _) = rest.split_once('v').expect("a length");
            for step in 0..parse(run) {
                dark[parse(y)][parse(x) + step] = true;
            }
        }
        dark
    }

    fn parse(number: &str) -> usize {
        number.parse().expect("a number")
    }

    #[test]
    fn another_program_reads_from_the_code_what_was_written() {
        let head = KnownHead { seq: Some(1_234_567), head: [0xa7; 32], key: Some([0x3c; 32]) };
        let dark = modules(&svg(&head.to_string()));
        // Some readers need more than one pixel for each module; paper gives that too.
        let (scale, side) = (4, dark.len());
        let mut image = rqrr::PreparedImage::prepare_from_greyscale(side * scale, side * scale, |x, y| {
            if dark[y / scale][x / scale] { 0 } else { 255 }
        });
        let grids = image.detect_grids();
        let (_, text) = grids.first().expect("a code is found").decode().expect("it is readable");
        assert_eq!(KnownHead::parse(&text), Some(head));
        let quiet = QUIET as usize;
        assert!(dark[..quiet].iter().flatten().all(|dark| !dark), "the border is light");
    }
}
