//! The hall as plain text, at `/text` and `/text/12`, in the language that the reader prefers.

use super::Live;
use crate::public::pages;
use axum::{
    body::Body,
    http::{HeaderMap, Response, StatusCode, Uri, header},
};
use relay::PageWords;

/// Answers with all tables, or with one.
pub(crate) fn text<A>(
    live: &Live<A>,
    now_ms: u64,
    table: Option<&str>,
    uri: &Uri,
    asked: &HeaderMap,
) -> Response<Body> {
    let language = language(uri, asked);
    let page = match table {
        None => Some(live.slots.page(now_ms, language, pages::wants_results(uri))),
        Some(table) => table.parse().ok().and_then(|table| live.slots.table_page(table, now_ms, language)),
    };
    match page {
        Some(page) => pages::public("text/plain; charset=utf-8", Body::from(page)),
        None => pages::plain(StatusCode::NOT_FOUND, "There is no such table; /text has them all.\n"),
    }
}

/// Returns the words of the language in the address (`?lang=pl`), or the first known one that the reader names; otherwise English.
pub(super) fn language(uri: &Uri, asked: &HeaderMap) -> &'static PageWords {
    let chosen = uri.query().into_iter().flat_map(|query| query.split('&'));
    let chosen = chosen.filter_map(|part| part.strip_prefix("lang="));
    let liked = asked.get(header::ACCEPT_LANGUAGE).and_then(|liked| liked.to_str().ok()).unwrap_or_default();
    let liked = liked.split(',').filter_map(|one| one.trim().split([';', '-']).next());
    chosen.chain(liked).find_map(PageWords::of).unwrap_or(&PageWords::all()[0])
}
