//! The pages: the files of `web/`, inside the program in a release build, read from the disk in a debug build.

use crate::public::offline_page;
use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use rust_embed::{Embed, EmbeddedFile};

#[derive(Embed)]
#[folder = "../../web"]
pub(crate) struct Web;

/// The content policy of pages: they load from here and nowhere else.
pub const POLICY: &str = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// The folder of the arbiter's page: no spectator gets anything of it.
const ARBITER: &str = "arbiter/";
/// The folder that the arbiter's page and the public ones share.
const SHARED: &str = "shared/";

/// Answers a spectator with the file of this path.
pub fn file(path: &str, asked: &HeaderMap) -> Response<Body> {
    match path.trim_start_matches('/') {
        "" | "index.html" => get("hall/index.html", asked),
        "verify" | "verify.html" => offline_page::verify(),
        // HTML files are served only at the addresses that links lead to, as matched above.
        name if name.starts_with(ARBITER) || name.ends_with(".html") => missing(),
        name => get(name, asked),
    }
}

/// Answers an arbiter with the file of this path.
pub fn arbiter_file(path: &str, asked: &HeaderMap) -> Response<Body> {
    match path.trim_start_matches('/') {
        "" => get("arbiter/index.html", asked),
        "verify" | "verify.html" => offline_page::verify(),
        "openapi.json" => get("arbiter/openapi.json", asked),
        name if name.starts_with(ARBITER) || name.starts_with(SHARED) => get(name, asked),
        _ => missing(),
    }
}

fn get(name: &str, asked: &HeaderMap) -> Response<Body> {
    // A debug build reads the folder itself, where `./arbiter` and `x/../arbiter` are `arbiter`.
    if name.split('/').any(|part| part.is_empty() || part.starts_with('.')) {
        return missing();
    }
    match content_type(name).zip(Web::get(name)) {
        Some((kind, file)) => found(kind, &file, asked),
        None => missing(),
    }
}

/// Returns the drawing that holds the pieces: the symbols `wK` to `bP`.
pub fn pieces() -> String {
    let file = Web::get("shared/pieces.svg").expect("the pieces are among the files of the pages");
    String::from_utf8_lossy(&file.data).into_owned()
}

/// Answers a request that tries to send something to a public page. Such pages can only be read.
pub fn not_taken(path: &str) -> Response<Body> {
    if file(path, &HeaderMap::new()).status() == StatusCode::NOT_FOUND {
        return missing();
    }
    let mut response = plain(StatusCode::METHOD_NOT_ALLOWED, "This is a page; ask for it with GET.\n");
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    response
}

/// Answers that there is no such page.
pub fn missing() -> Response<Body> {
    plain(StatusCode::NOT_FOUND, "There is no such page here; go to /\n")
}

/// Returns a short answer in plain text.
pub fn plain(status: StatusCode, text: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    set(&mut response, header::CONTENT_TYPE, "text/plain; charset=utf-8");
    response
}

fn found(kind: &'static str, file: &EmbeddedFile, asked: &HeaderMap) -> Response<Body> {
    let hash = file.metadata.sha256_hash();
    let tag: String =
        hash[..8].iter().map(|byte| format!("{byte:02x}")).fold("\"".to_owned(), |tag, byte| tag + &byte)
            + "\"";
    let is_known = asked
        .get(header::IF_NONE_MATCH)
        .and_then(|known| known.to_str().ok())
        .is_some_and(|known| known.split(',').any(|known| known.trim().trim_start_matches("W/") == tag));
    let mut response = if is_known {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        response
    } else {
        Response::new(Body::from(file.data.clone().into_owned()))
    };
    set(&mut response, header::CONTENT_TYPE, kind);
    set(&mut response, header::CACHE_CONTROL, "no-cache");
    set(&mut response, header::CONTENT_SECURITY_POLICY, POLICY);
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

fn set(response: &mut Response<Body>, name: header::HeaderName, value: &'static str) {
    response.headers_mut().insert(name, HeaderValue::from_static(value));
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
}

/// Returns the type of a page's file; files of other kinds are not pages.
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
