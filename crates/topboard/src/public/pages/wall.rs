//! The page of the screens in the hall, whose modules are one script and whose style sheets are one: a screen that comes back
//! asks twice, and not once a module.

use super::{modules::Joined, packed::read, weight};
use crate::public::gazette::Edition;
use std::sync::LazyLock;

/// The page's own script and style sheet, which stand for all that the page needs of their kind.
const SCRIPT: &str = "wall/main.js";
const SHEET: &str = "wall/wall.css";
/// The style sheet of all pages, which the page's own one continues.
const BASE: &str = "shared/base.css";

static JOINED_SCRIPT: LazyLock<Result<Edition, String>> =
    LazyLock::new(|| Ok(Edition::of_text(&Joined::of(SCRIPT, &read)?.script())));
static JOINED_SHEET: LazyLock<Edition> = LazyLock::new(|| {
    let sheets =
        [BASE, SHEET].into_iter().filter_map(|name| Some(weight::light(name, &read(name)?).into_owned()));
    Edition::of_text(&sheets.collect::<String>())
});

/// Returns the joined file that stands at a path, and its content type; `None` if the file at the path is its own.
pub(super) fn joined(path: &str) -> Option<(&'static Edition, &'static str)> {
    match path {
        // Modules that could not be joined are asked for one after the other.
        SCRIPT => Some((JOINED_SCRIPT.as_ref().ok()?, "text/javascript; charset=utf-8")),
        SHEET => Some((&JOINED_SHEET, "text/css; charset=utf-8")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{JOINED_SCRIPT, SCRIPT, SHEET, joined};
    use crate::public::gazette::Coding;

    /// The most bytes of the script and the style sheet.
    const WEIGHT_MAX: usize = 30_000;

    #[test]
    fn a_screen_loads_one_light_script_and_one_sheet() {
        assert_eq!(JOINED_SCRIPT.as_ref().err(), None);
        for coding in [Coding::Gzip, Coding::Brotli] {
            let parts = [SCRIPT, SHEET].map(|path| {
                joined(path).map_or(usize::MAX, |(edition, _)| edition.pieces(coding).concat().len())
            });
            let all: usize = parts.iter().sum();
            assert!(all <= WEIGHT_MAX, "{coding:?}: {parts:?} are {all} bytes");
        }
    }
}
