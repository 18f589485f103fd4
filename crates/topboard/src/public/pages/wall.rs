//! The page of the screens in the hall, with all that it needs within it: its modules as one script, its style sheets as one,
//! and the pieces. A screen that comes back asks once, and has the whole of a page or nothing of it.

use super::{POLICY, guarded, modules::Joined, packed::read, plain, weight};
use crate::public::gazette::{self, Edition};
use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

const PAGE: &str = "wall/index.html";
const SCRIPT: &str = "wall/main.js";
/// The style sheet of all pages, and that of this one, which continues it.
const SHEETS: [&str; 2] = ["shared/base.css", "wall/wall.css"];
const PIECES: &str = "shared/pieces.svg";
/// What the script and the sheet stand in place of.
const SCRIPT_HERE: &str = "<script type=\"module\" src=\"wall/main.js\"></script>";
const SHEET_HERE: &str = "<link rel=\"stylesheet\" href=\"wall/wall.css\">";
/// What the pieces stand behind.
const PIECES_HERE: &str = "<body>\n";

static WALL: LazyLock<Result<Wall, String>> = LazyLock::new(Wall::new);

/// The page, and what is said of it.
struct Wall {
    page: Edition,
    /// The content security policy: this script, this sheet, and this server alone.
    policy: HeaderValue,
    digest: String,
}

/// Returns the page of displays. Its addresses count from the root of the server.
pub(crate) fn page(asked: &HeaderMap) -> Response<Body> {
    match &*WALL {
        Ok(wall) => {
            let mut response = guarded(gazette::answer(&wall.page, "text/html; charset=utf-8", asked));
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, wall.policy.clone());
            response
        }
        Err(why) => plain(StatusCode::INTERNAL_SERVER_ERROR, format!("{why}\n")),
    }
}

/// Returns what names this version of the page; another version has another name.
pub(crate) fn digest() -> &'static str {
    WALL.as_ref().map_or("", |wall| &wall.digest)
}

impl Wall {
    fn new() -> Result<Wall, String> {
        let there = |name: &str| read(name).ok_or_else(|| format!("{name} is not there"));
        let sheets = SHEETS.iter().map(|name| Ok(weight::light(name, &there(name)?).into_owned()));
        let sheet = sheets.collect::<Result<String, String>>()?;
        let script = Joined::of(SCRIPT, &read)?.script();
        for (text, end) in [(&script, "</script"), (&script, "<!--"), (&sheet, "</style")] {
            if text.contains(end) {
                return Err(format!("{end} within a script or a sheet would end it"));
            }
        }
        let pieces = there(PIECES)?.replacen("<svg ", "<svg class=\"sprite\" aria-hidden=\"true\" ", 1);
        let mut page = there(PAGE)?;
        for (here, what) in [
            (PIECES_HERE, format!("{PIECES_HERE}{pieces}")),
            (SCRIPT_HERE, format!("<script type=\"module\">{script}</script>")),
            (SHEET_HERE, format!("<style>{sheet}</style>")),
        ] {
            if !page.contains(here) {
                return Err(format!("{PAGE} has no {here}"));
            }
            page = page.replacen(here, &what, 1);
        }
        let digest = journal::hex::emit(&Sha256::digest(&page)[..8]);
        let page = page.replacen("<html ", &format!("<html data-files=\"{digest}\" "), 1);
        let [script, sheet] = [script, sheet].map(|text| STANDARD.encode(Sha256::digest(text)));
        let policy = format!("{POLICY}; script-src 'sha256-{script}'; style-src 'sha256-{sheet}'")
            .replace("base-uri 'none'", "base-uri 'self'")
            .replace("frame-ancestors 'self'", "frame-ancestors 'none'");
        let policy = HeaderValue::from_str(&policy).map_err(|error| error.to_string())?;
        Ok(Wall { page: Edition::of_text(&page), policy, digest })
    }
}

#[cfg(test)]
mod tests {
    use super::{PIECES, WALL, digest, page, read};
    use crate::public::gazette::{Coding, Edition};
    use axum::http::HeaderMap;

    /// The most bytes of the page, the pieces not counted.
    const WEIGHT_MAX: usize = 30_000;

    #[test]
    fn a_screen_loads_one_light_page() {
        let wall = WALL.as_ref().expect("the page can be made");
        let pieces = Edition::of_text(&read(PIECES).expect("there are pieces"));
        for coding in [Coding::Gzip, Coding::Brotli] {
            let weigh = |edition: &Edition| edition.pieces(coding).concat().len();
            let (all, pieces) = (weigh(&wall.page), weigh(&pieces));
            assert!(all - pieces <= WEIGHT_MAX, "{coding:?}: {all} bytes, {pieces} of them pieces");
        }
    }

    #[test]
    fn the_page_asks_for_no_other_file_and_names_its_version() {
        let wall = WALL.as_ref().expect("the page can be made");
        let text = String::from_utf8(wall.page.pieces(Coding::Identity).concat()).expect("pages are UTF-8");
        assert!(!text.contains(" src=") && !text.contains("rel=\"stylesheet\""), "{text}");
        assert!(text.contains(&format!("data-files=\"{}\"", digest())) && digest().len() == 16);
        let answer = page(&HeaderMap::new());
        let policy = answer.headers()["content-security-policy"].to_str().expect("letters");
        assert!(!policy.contains("unsafe") && policy.matches("sha256-").count() == 2, "{policy}");
    }
}
