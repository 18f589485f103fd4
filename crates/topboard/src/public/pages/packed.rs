//! The page of spectators, packed for phones: each request costs a phone a way there and back.
//!
//! | address | what |
//! |---|---|
//! | `/live` | the page, and in it its style sheets and the words of one language |
//! | `/packed/live-DIGEST` | its modules, joined ([`super::modules`]) |
//! | `/packed/later-DIGEST` | those that nobody needs before the first touch |
//! | `/packed/flags-DIGEST` | the flags, for the first federation |
//! | `/packed/results-DIGEST` | those of standings, crosstable and players, and their style sheet |
//! | `/packed/pieces-DIGEST` | the pieces |
//!
//! A browser keeps a file for good that has the digest of its text in its name, and never asks for it again; a changed file
//! has another name. The page itself is asked for each time, and is nothing but a tag where it has not changed. The policy of
//! the page names the digest of its style sheet: no other is taken.

use super::{POLICY, Web, guarded, missing, modules::Joined, plain, set, weight};
use crate::public::gazette::{self, Edition};
use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

/// The folder of packed files, as addresses name it.
pub(super) const FOLDER: &str = "packed/";
const SCRIPT: &str = "live/main.js";
/// The scripts that import from the first one when they are wanted, and their names among the packed files.
const LATER: [(&str, &str); 3] = [
    ("live/later.js", "later.js"),
    ("live/results/results.js", "results.js"),
    ("live/list/flags.js", "flags.js"),
];
/// The style sheet of a later script, and its name.
const RESULTS_SHEET: (&str, &str) = ("live/results/results.css", "results.css");
const PIECES: &str = "shared/pieces.svg";
const WORDS: &str = "live/words/";
/// The place of the words in the page.
const WORDS_HERE: &str = "<script type=\"application/json\" id=\"words\">{}</script>";
/// The language of whoever names none that the page speaks.
const ENGLISH: &str = "en";
/// How long a file is kept whose name says what is in it.
const FOR_GOOD: &str = "public, max-age=31536000, immutable";

/// The page as it was packed last, and the digest of all that it was made of.
static PACKED: Mutex<Option<([u8; 32], Arc<Packed>)>> = Mutex::new(None);

/// A page and its files.
struct Packed {
    /// The page in each language.
    pages: BTreeMap<String, Edition>,
    /// The content security policy of the pages.
    policy: String,
    /// The files by their names without digest: content type, digest and text.
    files: BTreeMap<String, (&'static str, String, Edition)>,
}

/// Returns the page of spectators, in the language that the reader prefers.
pub(super) fn page(uri: &Uri, asked: &HeaderMap) -> Response<Body> {
    let packed = match packed() {
        Ok(packed) => packed,
        Err(why) => return plain(StatusCode::INTERNAL_SERVER_ERROR, format!("{why}\n")),
    };
    let language = language(uri, asked, |language| packed.pages.contains_key(language));
    let mut response = gazette::answer(&packed.pages[language], "text/html; charset=utf-8", asked);
    set(&mut response, header::VARY, "Accept-Encoding, Accept-Language");
    let mut response = guarded(response);
    let policy = HeaderValue::from_str(&packed.policy).expect("a policy is made of plain letters");
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// Returns a packed file. One of an older page is told as it is now, and is not kept. Only a script that imports from the
/// first one has to be of the same page: it would import, and so begin, another page beside it. Then there is none, and the
/// page asks for itself anew.
pub(super) fn file(name: &str, asked: &HeaderMap) -> Response<Body> {
    let named = name.rsplit_once('.').and_then(|(name, kind)| {
        let (name, digest) = name.rsplit_once('-')?;
        Some((format!("{name}.{kind}"), digest))
    });
    let (Ok(packed), Some((name, digest))) = (packed(), named) else { return missing() };
    let Some((kind, current, edition)) = packed.files.get(&name) else { return missing() };
    if LATER.iter().any(|(_, later)| *later == name) && digest != current {
        return missing();
    }
    let mut response = gazette::answer(edition, kind, asked);
    set(&mut response, header::CACHE_CONTROL, if digest == current { FOR_GOOD } else { "no-cache" });
    guarded(response)
}

/// Returns the packed page. A release build packs once, a debug build whenever a file has changed.
fn packed() -> Result<Arc<Packed>, String> {
    let mut digest = Sha256::new();
    for name in
        Web::iter().filter(|name| ["live/", "shared/", "rounds/"].iter().any(|it| name.starts_with(it)))
    {
        let hash = Web::get(&name).map(|file| file.metadata.sha256_hash());
        digest.update(name.as_bytes());
        digest.update(hash.unwrap_or_default());
    }
    let digest = digest.finalize().into();
    let mut kept = PACKED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, packed)) = kept.as_ref().filter(|(known, _)| *known == digest) {
        return Ok(Arc::clone(packed));
    }
    let packed = Arc::new(pack()?);
    *kept = Some((digest, Arc::clone(&packed)));
    Ok(packed)
}

fn pack() -> Result<Packed, String> {
    let page = read("live/index.html").ok_or("live/index.html is not there")?;
    let mut files = BTreeMap::new();
    let mut add = |name: &str, kind: &'static str, text: &str| {
        let digest: String = Sha256::digest(text)[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        let (stem, end) = name.rsplit_once('.').unwrap_or((name, ""));
        let address = format!("{FOLDER}{stem}-{digest}.{end}");
        files.insert(name.to_owned(), (kind, digest, Edition::of_text(text)));
        address
    };
    let (page, sheets) = without_sheets(&page);
    let sheets = sheets.iter().filter_map(|name| Some(weight::light(name, &read(name)?).into_owned()));
    let sheet: String = sheets.collect::<String>().lines().map(tight).collect();
    let joined = Joined::of(SCRIPT, &read)?;
    let script = add("live.js", "text/javascript; charset=utf-8", &joined.script());
    let beside = script.strip_prefix(FOLDER).unwrap_or(&script);
    let mut later = Vec::new();
    for (file, name) in LATER {
        let text = joined.later(file, &format!("./{beside}"))?;
        later.push((file, add(name, "text/javascript; charset=utf-8", &text)));
    }
    let (file, name) = RESULTS_SHEET;
    let text = read(file).ok_or("the style sheet of results is not there")?;
    later.push((file, add(name, "text/css; charset=utf-8", &weight::light(file, &text))));
    let pieces = add("pieces.svg", "image/svg+xml", &read(PIECES).ok_or("there are no pieces")?);
    let page = page
        .replace("</head>", &format!("<style>{sheet}</style>\n</head>"))
        .replace(SCRIPT, &script)
        .replace(PIECES, &pieces);
    let page = later.iter().fold(page, |page, (file, address)| page.replace(file, address));
    let mut pages = BTreeMap::new();
    for name in Web::iter().filter(|name| name.starts_with(WORDS)) {
        let Some((language, text)) = name[WORDS.len()..].strip_suffix(".json").zip(read(&name)) else {
            continue;
        };
        // No text in the words can end the element that they stand in.
        let words = WORDS_HERE.replace("{}", text.replace('<', "\\u003c").trim());
        let page = page.replace(WORDS_HERE, &words);
        let page = page.replace("<html lang=\"en\"", &format!("<html lang=\"{language}\""));
        pages.insert(language.to_owned(), Edition::of_text(&page));
    }
    let policy = format!("{POLICY}; style-src 'self' 'sha256-{}'", STANDARD.encode(Sha256::digest(&sheet)));
    if !pages.contains_key(ENGLISH) {
        return Err("there are no English words".to_owned());
    }
    Ok(Packed { pages, policy, files })
}

/// Returns a page without its links to style sheets, and the files that they name.
fn without_sheets(page: &str) -> (String, Vec<&str>) {
    let sheet = |line: &'_ str| -> Option<(usize, usize)> {
        let from =
            line.strip_prefix("<link rel=\"stylesheet\" href=\"").map(|rest| line.len() - rest.len())?;
        Some((from, from + line[from..].find('"')?))
    };
    let kept = page.split_inclusive('\n').filter(|line| sheet(line).is_none()).collect();
    (kept, page.lines().filter_map(|line| sheet(line).map(|(from, to)| &line[from..to])).collect())
}

/// Returns a line of a style sheet without the room that is for people who read it, and without its end where the next one may
/// follow at once. Lines with texts keep their room.
fn tight(line: &str) -> String {
    let mut line = line.trim().to_owned();
    if !line.contains('"') {
        for (roomy, tight) in [(" {", "{"), ("{ ", "{"), (": ", ":"), ("; }", "}"), ("; ", ";"), (", ", ",")]
        {
            line = line.replace(roomy, tight);
        }
    }
    if line.ends_with(['{', '}', ';', ',']) { line } else { line + "\n" }
}

pub(super) fn read(name: &str) -> Option<String> {
    Some(String::from_utf8_lossy(&Web::get(name)?.data).into_owned())
}

/// Returns the language in the address (`?lang=pl`), or of those that the reader names the one most liked that is spoken.
fn language<'a>(uri: &'a Uri, asked: &'a HeaderMap, is_spoken: impl Fn(&str) -> bool) -> &'a str {
    let bare = |wish: &'a str| wish.trim().split(['-', '_']).next().unwrap_or_default();
    let chosen = uri
        .query()
        .into_iter()
        .flat_map(|query| query.split('&'))
        .filter_map(|part| part.strip_prefix("lang="));
    let liked = asked
        .get(header::ACCEPT_LANGUAGE)
        .and_then(|liked: &HeaderValue| liked.to_str().ok())
        .unwrap_or_default();
    let mut liked: Vec<(&str, f32)> = liked
        .split(',')
        .map(|wish| {
            let (language, weight) = wish.split_once(';').unwrap_or((wish, ""));
            (language, weight.trim().strip_prefix("q=").map_or(1.0, |weight| weight.parse().unwrap_or(0.0)))
        })
        .filter(|(_, weight)| *weight > 0.0)
        .collect();
    liked.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let wishes = chosen.chain(liked.into_iter().map(|(language, _)| language));
    wishes.map(bare).find(|language| is_spoken(language)).unwrap_or(ENGLISH)
}

#[cfg(test)]
mod tests {
    use super::{STANDARD, file, language, packed, page, tight, without_sheets};
    use crate::public::gazette::{Coding, Edition};
    use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
    use base64::Engine;
    use sha2::{Digest, Sha256};

    /// The most bytes of a first load that are no pieces and no games: the script, and the page with its sheets and words.
    const WEIGHT_MAX: usize = 30_000;

    fn text(edition: &Edition, coding: Coding) -> Vec<u8> {
        edition.pieces(coding).concat()
    }

    #[test]
    fn the_page_names_its_files_by_what_is_in_them() {
        let packed = packed().expect("the page can be packed");
        for (language, page) in &packed.pages {
            let page = String::from_utf8(text(page, Coding::Identity)).expect("pages are UTF-8");
            for name in ["live.js", "later.js", "pieces.svg"] {
                let (stem, end) = name.split_once('.').expect("a name has an end");
                let digest = &packed.files[name].1;
                assert!(page.contains(&format!("packed/{stem}-{digest}.{end}")), "{language}: {name}");
                let kept = file(&format!("{stem}-{digest}.{end}"), &HeaderMap::new());
                assert_eq!(kept.headers()[header::CACHE_CONTROL], super::FOR_GOOD);
            }
            assert!(!page.contains("live/main") && !page.contains("shared/pieces"), "{language}: {page}");
            let words = super::read(&format!("live/words/{language}.json")).expect("its words are there");
            assert!(page.contains(words.trim()), "{language}");
            let sheet = page
                .split_once("<style>")
                .and_then(|(_, rest)| rest.split_once("</style>"))
                .expect("a sheet")
                .0;
            let digest = STANDARD.encode(Sha256::digest(sheet));
            assert!(packed.policy.contains(&format!("'sha256-{digest}'")), "the policy takes this sheet");
            assert!(page.contains(&format!("<html lang=\"{language}\"")));
        }
        let old = file("live-0123456789abcdef.js", &HeaderMap::new());
        assert_eq!(old.headers()[header::CACHE_CONTROL], "no-cache", "an older page goes on");
        for name in [
            "live.js",
            "later-0123456789abcdef.js",
            "live-.png",
            "../live/main-1.js",
            "words-xx-1.json",
            "live",
            "",
        ] {
            assert_eq!(file(name, &HeaderMap::new()).status(), StatusCode::NOT_FOUND, "{name}");
        }
    }

    #[test]
    fn a_line_of_style_loses_its_room_unless_it_has_a_text() {
        let line = "  header a:hover, p { inset: 0 calc(1px + 2px); color: red; }  ";
        assert_eq!(tight(line), "header a:hover,p{inset:0 calc(1px + 2px);color:red}");
        assert_eq!(tight("  q { content: \", \"; }"), "q { content: \", \"; }");
        assert_eq!(tight("  inset: 0"), "inset:0\n");
    }

    #[test]
    fn a_first_load_is_light() {
        let packed = packed().expect("the page can be packed");
        for coding in [Coding::Gzip, Coding::Brotli] {
            let weigh = |edition| text(edition, coding).len();
            let page = packed.pages.values().map(&weigh).max().unwrap_or_default();
            let parts = [page, weigh(&packed.files["live.js"].2)];
            let all: usize = parts.iter().sum();
            assert!(all <= WEIGHT_MAX, "{coding:?}: {parts:?} are {all} bytes");
        }
    }

    #[test]
    fn a_reader_gets_the_language_that_they_like_best() {
        let spoken = |language: &str| ["en", "pl", "de"].contains(&language);
        for (address, liked, wanted) in [
            ("/live", "", "en"),
            ("/live", "de-CH,de;q=0.9,en;q=0.5", "de"),
            ("/live", "en;q=0.2, pl;q=0.7, zz", "pl"),
            ("/live", "de;q=0, zz", "en"),
            ("/live", "de;q=x, pl;q=0.1", "pl"),
            ("/live?table=3&lang=pl", "de", "pl"),
            ("/live?lang=zz", "de", "de"),
        ] {
            let mut asked = HeaderMap::new();
            asked.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(liked));
            let uri: Uri = address.parse().expect("an address");
            assert_eq!(language(&uri, &asked, spoken), wanted, "{address} {liked}");
        }
        let german: Uri = "/live?lang=de".parse().expect("an address");
        assert_eq!(
            page(&german, &HeaderMap::new()).headers()[header::VARY],
            "Accept-Encoding, Accept-Language"
        );
    }

    #[test]
    fn style_sheets_are_found_in_the_page() {
        let page = "<p>\n<link rel=\"stylesheet\" href=\"a.css\">\n<link rel=\"icon\" href=\"b.svg\">\n";
        assert_eq!(
            without_sheets(page),
            ("<p>\n<link rel=\"icon\" href=\"b.svg\">\n".to_owned(), vec!["a.css"])
        );
    }
}
