//! The hall as a page without scripts, at `/live/plain`: for text browsers, old televisions and paper-like screens. It says
//! what `/text` says, asks for itself again every half minute unless a slow reader stops that, and follows the wish of
//! whoever wants no results.

use super::{Live, text::language};
use crate::public::pages;
use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header},
};
use std::fmt::Write;

/// The time in seconds after which the page asks for itself again.
const AGAIN_S: u32 = 30;
/// The address of a table's text, as the last word of a line in the text.
const TABLE: &str = "/text/";
const TABLES: &str = "/text";

/// The words of the page that are not in the text.
struct Words {
    code: &'static str,
    with_results: &'static str,
    without_results: &'static str,
    refreshed: &'static str,
    still: &'static str,
    games: &'static str,
    notice: &'static str,
}

/// The first is English.
static WORDS: [Words; 6] = [
    Words {
        code: "en",
        with_results: "With results",
        without_results: "Without results",
        refreshed: "Anew every half minute",
        still: "Never anew by itself",
        games: "The games as PGN",
        notice: "For information only – no claims (Laws 6.12.2).",
    },
    Words {
        code: "pl",
        with_results: "Z wynikami",
        without_results: "Bez wyników",
        refreshed: "Odświeżaj co pół minuty",
        still: "Nie odświeżaj",
        games: "Partie jako PGN",
        notice: "Tylko do informacji – nie można na tym opierać reklamacji (Przepisy 6.12.2).",
    },
    Words {
        code: "ru",
        with_results: "С результатами",
        without_results: "Без результатов",
        refreshed: "Обновлять каждые полминуты",
        still: "Не обновлять",
        games: "Партии в PGN",
        notice: "Только для сведения: основанием для заявлений не служит (Правила, 6.12.2).",
    },
    Words {
        code: "de",
        with_results: "Mit Ergebnissen",
        without_results: "Ohne Ergebnisse",
        refreshed: "Jede halbe Minute neu",
        still: "Nie von selbst neu",
        games: "Die Partien als PGN",
        notice: "Nur zur Information – keine Grundlage für Reklamationen (Regeln 6.12.2).",
    },
    Words {
        code: "fr",
        with_results: "Avec les résultats",
        without_results: "Sans les résultats",
        refreshed: "Renouveler toutes les demi-minutes",
        still: "Ne pas renouveler",
        games: "Les parties en PGN",
        notice: "À titre d’information seulement – aucune réclamation possible (Règles 6.12.2).",
    },
    Words {
        code: "es",
        with_results: "Con resultados",
        without_results: "Sin resultados",
        refreshed: "Renovar cada medio minuto",
        still: "No renovar",
        games: "Las partidas en PGN",
        notice: "Solo a título informativo: no sirve de base para reclamaciones (Leyes 6.12.2).",
    },
];

/// What a reader wants of the page.
#[derive(Clone, Copy)]
struct Wish {
    with_results: bool,
    /// Whether the page is to stay as it is until somebody asks for it.
    is_still: bool,
}

impl Wish {
    /// Returns the address of the page, as an attribute says it.
    fn address(self, language: &str) -> String {
        let results = if self.with_results { "" } else { "&amp;results=no" };
        let refresh = if self.is_still { "&amp;refresh=no" } else { "" };
        format!("plain?lang={language}{results}{refresh}")
    }
}

/// Answers with all tables, or with the one that the address names (`?table=12`).
pub(crate) fn plain<A>(live: &Live<A>, now_ms: u64, uri: &Uri, asked: &HeaderMap) -> Response<Body> {
    let language = language(uri, asked);
    let wish = Wish { with_results: pages::wants_results(uri), is_still: pages::says(uri, "refresh=no") };
    let table = uri.query().into_iter().flat_map(|query| query.split('&'));
    let table = table.filter_map(|part| part.strip_prefix("table=")).next();
    let text = match table {
        None => Some(live.slots.page(now_ms, language, wish.with_results)),
        Some(table) => table.parse().ok().and_then(|table| live.slots.table_page(table, now_ms, language)),
    };
    let status = if text.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let text = text.unwrap_or_else(|| format!("404\n\n{TABLES}\n"));
    let mut response = Response::new(Body::from(page(&text, language.code, wish)));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, pages::POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::VARY, "Accept-Language"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Returns a text as a page: its first line is the head, each block of lines a part of its own.
fn page(text: &str, language: &str, wish: Wish) -> String {
    let words = WORDS.iter().find(|words| words.code == language).unwrap_or(&WORDS[0]);
    let here = wish.address(words.code);
    let refresh = if wish.is_still {
        String::new()
    } else {
        format!("<meta http-equiv=\"refresh\" content=\"{AGAIN_S}\">\n")
    };
    let (title, rest) = text.split_once('\n').unwrap_or((text, ""));
    let title = escaped(if title.is_empty() { "Topboard" } else { title });
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
        <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
        {refresh}<title>{title}</title>\n\
        <link rel=\"icon\" href=\"../shared/icon.svg\" type=\"image/svg+xml\">\n\
        <link rel=\"stylesheet\" href=\"plain.css\">\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n",
        words.code
    );
    for block in rest.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
        let mut lines = block.lines();
        let is_table = block.lines().count() > 1;
        page.push_str("<section>\n");
        if let Some(head) = lines.next().filter(|_| is_table) {
            writeln!(page, "<h2>{}</h2>", escaped(&head.replacen(": ", " ", 1))).expect("a text takes all");
        }
        for line in if is_table { lines } else { block.lines() } {
            writeln!(page, "<p>{}</p>", linked(line, &here)).expect("a text takes all");
        }
        page.push_str("</section>\n");
    }
    let results = if wish.with_results { words.without_results } else { words.with_results };
    let refresh = if wish.is_still { words.refreshed } else { words.still };
    let others = [
        (Wish { with_results: !wish.with_results, ..wish }.address(words.code), results),
        (Wish { is_still: !wish.is_still, ..wish }.address(words.code), refresh),
        (format!("../games.pgn{}", if wish.with_results { "" } else { "?results=no" }), words.games),
    ];
    let links = others.map(|(address, label)| format!("<a href=\"{address}\">{label}</a>")).join(" · ");
    write!(page, "</main>\n<footer>\n<p>{links}</p>\n<p>{}</p>\n</footer>\n</body>\n</html>\n", words.notice)
        .expect("a text takes all");
    page
}

/// Returns a line; where it names the address of a text, a link to the same page of this kind.
fn linked(line: &str, here: &str) -> String {
    let (label, value) = line.split_once(": ").unwrap_or((line, line));
    let is_number = |table: &str| !table.is_empty() && table.bytes().all(|digit| digit.is_ascii_digit());
    if let Some(table) = value.strip_prefix(TABLE).filter(|table| is_number(table)) {
        return format!("<a href=\"{here}&amp;table={table}\">{}</a>", escaped(label));
    }
    if value == TABLES {
        return format!("<a href=\"{here}\">{}</a>", escaped(label));
    }
    // A name of any direction of writing leaves the words beside it in their order.
    if label == value { escaped(line) } else { format!("{}: <bdi>{}</bdi>", escaped(label), escaped(value)) }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::{WORDS, Wish, page};
    use relay::PageWords;

    #[test]
    fn the_page_speaks_the_languages_of_its_text() {
        let of_text: Vec<&str> = PageWords::all().iter().map(|words| words.code).collect();
        assert_eq!(WORDS.each_ref().map(|words| words.code)[..], of_text);
    }

    #[test]
    fn a_text_becomes_a_page_and_a_name_stays_a_name() {
        let text = "Open & <Cup>\nRound: 3\n\nTable: 1\nWhite: <script>alert(1)</script>, 1:02\nAll moves: /text/1\n\n\
            Table: 2\nNothing new is known of this board.\n\n";
        let page = page(text, "pl", Wish { with_results: false, is_still: false });
        for wanted in [
            "<html lang=\"pl\">",
            "<title>Open &amp; &lt;Cup&gt;</title>",
            "<section>\n<p>Round: <bdi>3</bdi></p>\n</section>",
            "<h2>Table 1</h2>\n<p>White: <bdi>&lt;script&gt;alert(1)&lt;/script&gt;, 1:02</bdi></p>\n",
            "<p><a href=\"plain?lang=pl&amp;results=no&amp;table=1\">All moves</a></p>",
            "<h2>Table 2</h2>\n<p>Nothing new is known of this board.</p>",
            "<a href=\"plain?lang=pl\">Z wynikami</a> · <a href=\"plain?lang=pl&amp;results=no&amp;refresh=no\">",
            "<a href=\"../games.pgn?results=no\">",
            "content=\"30\"",
        ] {
            assert!(page.contains(wanted), "{wanted} in {page}");
        }
        assert!(!page.contains("<script"), "{page}");
    }

    #[test]
    fn an_address_in_a_name_leads_nowhere() {
        let page =
            page("Open\n\nTable: 1\nWhite: /text/../x\n", "en", Wish { with_results: true, is_still: true });
        assert!(page.contains("<p>White: <bdi>/text/../x</bdi></p>"), "{page}");
        assert!(!page.contains("http-equiv"), "whoever reads slowly keeps the page: {page}");
    }
}
