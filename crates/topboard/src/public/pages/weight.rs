//! The weight of a page: its files as they go over the line. Scripts and styles lose the comments that are for people who
//! read the source, which is a third of them, and texts are compressed. Nobody has to build anything for it.

use crate::public::gazette::Edition;
use rust_embed::EmbeddedFile;
use std::{
    borrow::Cow,
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

/// The editions of the files that were asked for. Each is made once; of a file that changed, the last one is kept.
static MADE: Mutex<BTreeMap<String, Made>> = Mutex::new(BTreeMap::new());

struct Made {
    hash: [u8; 32],
    edition: Arc<Edition>,
}

/// Returns a text file in all forms in which it is sent.
pub(super) fn edition(name: &str, file: &EmbeddedFile) -> Arc<Edition> {
    let hash = file.metadata.sha256_hash();
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(made) = made.get(name).filter(|made| made.hash == hash) {
        return Arc::clone(&made.edition);
    }
    let text = String::from_utf8_lossy(&file.data);
    let edition = Arc::new(Edition::of_text(&light(name, &text)));
    made.insert(name.to_owned(), Made { hash, edition: Arc::clone(&edition) });
    edition
}

/// Returns what a browser needs of a file.
pub(super) fn light<'a>(name: &str, text: &'a str) -> Cow<'a, str> {
    if name.ends_with(".js") || name.ends_with(".css") {
        lines(text).filter(|(is_needed, _)| *is_needed).map(|(_, line)| line).collect::<String>().into()
    } else {
        text.into()
    }
}

/// Returns each line with its end, or what is behind a comment that it begins with, and whether that is more than a
/// comment. A comment behind code stays.
fn lines(text: &str) -> impl Iterator<Item = (bool, &str)> {
    let mut is_within = false;
    text.split_inclusive('\n').map(move |line| {
        let words = line.trim();
        let begins = !is_within && words.starts_with("/*");
        let is_comment = is_within || begins || words.starts_with("//");
        if let Some((_, rest)) = line.split_once("*/").filter(|_| is_within || begins) {
            is_within = false;
            return (!rest.trim().is_empty(), rest);
        }
        is_within |= begins;
        (!is_comment, line)
    })
}

#[cfg(test)]
mod tests {
    use super::{super::Web, light, lines};

    #[test]
    fn whole_lines_of_comment_go_and_nothing_else() {
        let text = "// for people\n/** @type {number}\n * of moves */\nlet a = 1; // stays\n/* on\n\n   and on\n */\n\
            /** @param {string} b */\nf(`\n  text // stays\n`);\n";
        assert_eq!(light("x.js", text), "let a = 1; // stays\nf(`\n  text // stays\n`);\n");
        assert_eq!(light("x.svg", "// stays\n"), "// stays\n");
        assert_eq!(light("x.css", "/* a\n b */ p { color: red }\n"), " p { color: red }\n");
    }

    #[test]
    fn no_line_that_goes_is_within_a_text_of_a_script() {
        let mut gone = 0;
        for name in Web::iter().filter(|name| name.ends_with(".js")) {
            let file = Web::get(&name).expect("it was listed");
            let text = String::from_utf8(file.data.into_owned()).expect("scripts are UTF-8");
            let mut quotes = 0;
            for (is_needed, line) in lines(&text) {
                if is_needed {
                    quotes += line.matches('`').count();
                } else {
                    assert!(quotes % 2 == 0, "{name}: {line}");
                    gone += 1;
                }
            }
        }
        assert!(gone > 500, "only {gone} lines of comment");
    }
}
