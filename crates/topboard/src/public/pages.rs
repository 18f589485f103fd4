//! The files of the web pages, from the folder `web/`. A release build contains them; a debug build reads them from the
//! disk.

mod modules;
mod packed;
pub(crate) mod wall;
mod weight;

use crate::{
    connections::frame::Frame,
    public::{gazette, offline_page},
};
use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header},
};
use rust_embed::{Embed, EmbeddedFile};
use std::{convert::Infallible, sync::Arc};

#[derive(Embed)]
#[folder = "../../web"]
pub(crate) struct Web;

/// The content security policy of public pages: they load from this server alone.
pub const POLICY: &str = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// The folder of the arbiter's page. Nothing in it is sent to a spectator.
const ARBITER: &str = "arbiter/";
/// The folder of the operator's console, whose page is the staff's alone.
const CONSOLE: &str = "console/";
/// The folder of the monitors' document. Nobody else is sent it.
const MONITORS: &str = "monitors/";
/// The folder of the page of displays, which is for the screens in the hall.
const WALL: &str = "wall/";
/// The folder of the files that the arbiter's page and the public pages share.
const SHARED: &str = "shared/";

/// Returns whether a part of the query says this, such as `moves=no`.
pub(crate) fn says(uri: &Uri, part: &str) -> bool {
    uri.query().is_some_and(|query| query.split('&').any(|said| said == part))
}

/// Returns whether the reader wants to know results: `?results=no` says that they do not.
pub(crate) fn wants_results(uri: &Uri) -> bool {
    !says(uri, "results=no")
}

/// Returns the response to a spectator who asks for this path.
pub fn file(uri: &Uri, asked: &HeaderMap) -> Response<Body> {
    match uri.path().trim_start_matches('/') {
        // The address may lead elsewhere one day.
        "" if uri.path() == "/" => led(StatusCode::TEMPORARY_REDIRECT, "live", uri),
        "live" => packed::page(uri, asked),
        // The page names its files from the folder that it is in.
        "live/" => led(StatusCode::PERMANENT_REDIRECT, "../live", uri),
        // Here was a page of all boards. The one of spectators reads its addresses, too: `?table=3`, `?notation=polish`, `#3`.
        "boards" => led(StatusCode::PERMANENT_REDIRECT, "live", uri),
        name if name.starts_with(packed::FOLDER) => packed::file(&name[packed::FOLDER.len()..], asked),
        name => named(name, asked),
    }
}

/// Leads to another address, for now or for good, with what this one asks for.
pub(crate) fn led(how: StatusCode, to: &str, uri: &Uri) -> Response<Body> {
    let address = uri.query().map_or_else(|| to.to_owned(), |query| format!("{to}?{query}"));
    let mut response = plain(how, "");
    if how == StatusCode::TEMPORARY_REDIRECT {
        set(&mut response, header::CACHE_CONTROL, "no-cache");
    }
    // What a request could name is a value of a header again.
    if let Ok(address) = HeaderValue::try_from(address) {
        response.headers_mut().insert(header::LOCATION, address);
    }
    response
}

/// Returns the file at a path that has no leading slash.
fn named(path: &str, asked: &HeaderMap) -> Response<Body> {
    match path {
        "verify" | "verify.html" => offline_page::verify(),
        "rounds" | "rounds/" => get("rounds/index.html", asked),
        "overlay" | "embed" => framed(get("overlay/index.html", asked)),
        // HTML files are served only at the addresses matched above, to which links lead.
        name if [ARBITER, CONSOLE, MONITORS, WALL].iter().any(|folder| name.starts_with(folder))
            || name.ends_with(".html") =>
        {
            missing()
        }
        name => get(name, asked),
    }
}

/// Returns a document or a drawing that stands beside the page of displays.
pub(crate) fn beside_wall(name: &str, asked: &HeaderMap) -> Response<Body> {
    match name {
        "openapi.json" => get("wall/openapi.json", asked),
        "icon.svg" => get("shared/icon.svg", asked),
        _ => missing(),
    }
}

/// Lets the page of anybody show this page in a frame.
fn framed(mut page: Response<Body>) -> Response<Body> {
    let policy = "default-src 'self'; base-uri 'none'; form-action 'none'";
    page.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    page
}

/// Returns the response to an arbiter who asks for this path.
pub fn arbiter_file(path: &str, asked: &HeaderMap) -> Response<Body> {
    match path.trim_start_matches('/') {
        "" => get("arbiter/index.html", asked),
        "rounds" | "rounds/" => get("arbiter/rounds/index.html", asked),
        "review" | "review/" => get("arbiter/review/index.html", asked),
        "console" | "console/" => get("console/index.html", asked),
        "screens" | "screens/" => get("arbiter/screens/index.html", asked),
        "verify" | "verify.html" => offline_page::verify(),
        "openapi.json" => get("arbiter/openapi.json", asked),
        name if [ARBITER, CONSOLE, SHARED].iter().any(|folder| name.starts_with(folder)) => get(name, asked),
        _ => missing(),
    }
}

/// Returns the document that describes the listener for monitors.
pub(crate) async fn for_monitors(asked: HeaderMap) -> Response<Body> {
    get("monitors/openapi.json", &asked)
}

/// Returns the response to a monitor that asks for something else.
pub(crate) async fn nothing_for_monitors() -> Response<Body> {
    plain(StatusCode::NOT_FOUND, "There is no such address here; /openapi.json lists them.\n")
}

fn get(name: &str, asked: &HeaderMap) -> Response<Body> {
    // A debug build reads the folder `web/` itself, where `./arbiter` and `x/../arbiter` would lead to `arbiter`. In any
    // build the embedded files take a backslash for a slash, so that a path could begin with another name than its folder's.
    if name.contains('\\') || name.split('/').any(|part| part.is_empty() || part.starts_with('.')) {
        return missing();
    }
    match content_type(name).zip(Web::get(name)) {
        Some((kind, file)) => found(name, kind, &file, asked),
        None => missing(),
    }
}

/// Returns the page at the door of a closed event.
pub(crate) fn closed() -> Response<Body> {
    get("closed/index.html", &HeaderMap::new())
}

/// Returns the SVG drawing that defines the pieces, as the symbols `wK` to `bP`.
pub fn pieces() -> String {
    let file = Web::get("shared/pieces.svg").expect("the pieces are among the files of the pages");
    String::from_utf8_lossy(&file.data).into_owned()
}

/// Returns the response to a request that tries to change a public page. Such pages can only be read.
pub fn not_taken(uri: &Uri) -> Response<Body> {
    if file(uri, &HeaderMap::new()).status() == StatusCode::NOT_FOUND {
        return missing();
    }
    readable()
}

/// Returns the response to whoever wants something else of a page than to read it.
pub(crate) fn readable() -> Response<Body> {
    let mut response = plain(StatusCode::METHOD_NOT_ALLOWED, "This is a page; ask for it with GET.\n");
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    response
}

/// Returns the response for a page that does not exist.
pub fn missing() -> Response<Body> {
    plain(StatusCode::NOT_FOUND, "There is no such page here; go to /\n")
}

/// Returns a response with a short plain text.
pub fn plain(status: StatusCode, text: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    set(&mut response, header::CONTENT_TYPE, "text/plain; charset=utf-8");
    response
}

/// Returns whether the reader says that it already has what has this entity tag.
pub(crate) fn is_known(asked: &HeaderMap, tag: &str) -> bool {
    let named = asked.get_all(header::IF_NONE_MATCH).iter().filter_map(|known| known.to_str().ok());
    named.flat_map(|known| known.split(',')).any(|known| {
        let known = known.trim();
        known == "*" || known.trim_start_matches("W/") == tag
    })
}

fn found(name: &str, kind: &'static str, file: &EmbeddedFile, asked: &HeaderMap) -> Response<Body> {
    let mut response = if kind.starts_with("text/") || kind == "image/svg+xml" {
        gazette::answer(&weight::edition(name, file), kind, asked)
    } else {
        as_it_is(file, asked)
    };
    set(&mut response, header::CONTENT_TYPE, kind);
    set(&mut response, header::CACHE_CONTROL, "no-cache");
    guarded(response)
}

/// Lets a file load from this server alone, and no page of another origin read it.
fn guarded(mut response: Response<Body>) -> Response<Body> {
    set(&mut response, header::CONTENT_SECURITY_POLICY, POLICY);
    response.headers_mut().remove(header::ACCESS_CONTROL_ALLOW_ORIGIN);
    response
}

fn as_it_is(file: &EmbeddedFile, asked: &HeaderMap) -> Response<Body> {
    let digest: String = file.metadata.sha256_hash()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{digest}\"");
    let is_known = is_known(asked, &tag);
    let mut response =
        Response::new(if is_known { Body::empty() } else { Body::from(file.data.clone().into_owned()) });
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// Returns a response that pages of any origin may show, as all that is public.
pub(crate) fn public(kind: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}

/// Returns a frame as the body of a response, without copying its bytes.
pub(crate) fn shared(frame: &Frame) -> Response<Body> {
    let pieces: Vec<_> = frame.pieces().to_vec();
    let pieces = pieces.into_iter().map(|piece| Ok::<_, Infallible>(Bytes::from_owner(Shared(piece))));
    let mut response = public("application/json", Body::from_stream(futures_util::stream::iter(pieces)));
    response.headers_mut().insert(header::CONTENT_LENGTH, frame.bytes().into());
    response
}

/// A piece of a frame's text that other responses share.
struct Shared(Arc<str>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

fn set(response: &mut Response<Body>, name: header::HeaderName, value: &'static str) {
    response.headers_mut().insert(name, HeaderValue::from_static(value));
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
}

/// Returns the content type of a page's file; `None` for files that are not part of a page.
fn content_type(name: &str) -> Option<&'static str> {
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("md") => "text/markdown; charset=utf-8",
        Some(_) | None => return None,
    };
    Some(kind)
}

#[cfg(test)]
mod tests {
    use super::file;
    use axum::http::{HeaderMap, StatusCode, header};

    #[test]
    fn addresses_that_lead_on_take_along_what_is_asked_for() {
        let answer = |address: &str| file(&address.parse().expect("an address"), &HeaderMap::new());
        for (address, to) in [("/", "live"), ("/?lang=pl&results=no", "live?lang=pl&results=no")] {
            let led = answer(address);
            assert_eq!(led.status(), StatusCode::TEMPORARY_REDIRECT, "{address}");
            assert_eq!(led.headers()[header::LOCATION], to);
            assert_eq!(
                led.headers()[header::CACHE_CONTROL],
                "no-cache",
                "the address may lead elsewhere one day"
            );
        }
        for (address, to) in [
            ("/boards", "live"),
            ("/boards?notation=polish&table=3", "live?notation=polish&table=3"),
            ("/live/?lang=pl", "../live?lang=pl"),
        ] {
            let led = answer(address);
            assert_eq!(led.status(), StatusCode::PERMANENT_REDIRECT, "{address}");
            assert_eq!(led.headers()[header::LOCATION], to);
        }
        for address in ["/live", "/rounds/"] {
            assert_eq!(answer(address).status(), StatusCode::OK, "{address}");
        }
    }
}
