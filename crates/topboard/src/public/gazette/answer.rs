//! An edition sent over HTTP: which form the reader accepts, which edition it has, and which part of the text it wants
//! (RFC 9110).
//!
//! There is no `Last-Modified` header: the time of day may jump, and two editions may fall into one second. The entity
//! tag alone identifies an edition.

use super::{Coding, Edition};
use crate::public::pages;
use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header},
};
use futures_util::stream;
use std::{convert::Infallible, ops::Range};

/// Returns the response to a request with these headers: an edition of this content type. For a HEAD request the server
/// leaves the body out.
pub(crate) fn answer(edition: &Edition, kind: &'static str, asked: &HeaderMap) -> Response<Body> {
    let part = word(asked, header::RANGE).filter(|_| is_range_due(edition, asked));
    // A part is always taken from the plain text: a piece from the middle of compressed bytes cannot be used.
    let coding = if part.is_some() { Coding::Identity } else { coding(asked) };
    let tag = edition.tag(coding);
    if pages::is_known(asked, &tag) {
        return with_head(StatusCode::NOT_MODIFIED, Body::empty(), kind, &tag, coding);
    }
    let pieces = edition.pieces(coding);
    let length = pieces.iter().map(Bytes::len).sum::<usize>();
    let Some(wanted) = part.and_then(|part| range(part, length)) else {
        return with_length(with_head(StatusCode::OK, body(pieces), kind, &tag, coding), length);
    };
    let Some(wanted) = wanted else {
        let mut response = pages::plain(
            StatusCode::RANGE_NOT_SATISFIABLE,
            "The text is shorter than that; ask without Range.\n",
        );
        set(&mut response, header::CONTENT_RANGE, &format!("bytes */{length}"));
        return response;
    };
    let (from, until) = (wanted.start, wanted.end);
    let body = body(cut(pieces, wanted));
    let response = with_head(StatusCode::PARTIAL_CONTENT, body, kind, &tag, coding);
    let mut response = with_length(response, until - from);
    set(&mut response, header::CONTENT_RANGE, &format!("bytes {from}-{}/{length}", until - 1));
    response
}

fn word(asked: &HeaderMap, name: HeaderName) -> Option<&str> {
    asked.get(name)?.to_str().ok()
}

/// Returns whether a part may be sent. If the request has `If-Range`, it must give the tag of the plain text.
fn is_range_due(edition: &Edition, asked: &HeaderMap) -> bool {
    word(asked, header::IF_RANGE).is_none_or(|tag| tag.trim() == edition.tag(Coding::Identity))
}

/// Returns the form that the reader prefers; of equally preferred forms the smallest. A reader that states no
/// preference gets plain text.
fn coding(asked: &HeaderMap) -> Coding {
    let named = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let named: Vec<(String, u32)> = named.flat_map(|value| value.split(',')).filter_map(liking).collect();
    let any = named.iter().find(|(name, _)| name == "*").map_or(0, |(_, liking)| *liking);
    let of = |wanted: &[&str]| {
        named.iter().find(|(name, _)| wanted.contains(&name.as_str())).map_or(any, |(_, liking)| *liking)
    };
    let (brotli, gzip) = (of(&["br"]), of(&["gzip", "x-gzip"]));
    match (brotli, gzip) {
        (0, 0) => Coding::Identity,
        _ if gzip > brotli => Coding::Gzip,
        _ => Coding::Brotli,
    }
}

/// Parses a preference such as `gzip;q=0.5` into a name in lower case and a weight in thousandths.
fn liking(text: &str) -> Option<(String, u32)> {
    let mut parts = text.split(';').map(str::trim);
    let name = parts.next().filter(|name| !name.is_empty())?.to_ascii_lowercase();
    let told = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
    let liking = told.map_or(Some(1.0), |text| text.trim().parse::<f32>().ok())?;
    Some((name, (liking.clamp(0.0, 1.0) * 1000.0) as u32))
}

/// Parses a header `Range` such as `bytes=0-99`, `bytes=100-` or `bytes=-100`. Returns `Some(None)` if the text has no
/// such bytes, and `None` for anything else, including several ranges: the standard allows a server to ignore those.
fn range(text: &str, length: usize) -> Option<Option<Range<usize>>> {
    let (from, to) = text.strip_prefix("bytes=")?.trim().split_once('-')?;
    let number = |text: &str| {
        let is_number = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
        is_number.then(|| text.parse::<usize>().unwrap_or(usize::MAX))
    };
    let wanted = match (number(from), number(to)) {
        (Some(from), Some(to)) if from <= to => from..to.saturating_add(1).min(length),
        (Some(from), None) if to.is_empty() => from..length,
        (None, Some(last)) if from.is_empty() => length.saturating_sub(last)..length,
        _ => return None,
    };
    Some(Some(wanted).filter(|wanted| wanted.start < wanted.end))
}

/// Returns those bytes of the pieces that are in the wanted range.
fn cut(pieces: Vec<Bytes>, wanted: Range<usize>) -> Vec<Bytes> {
    let mut at = 0;
    let mut within = Vec::new();
    for piece in pieces {
        let (from, until) = (at, at + piece.len());
        at = until;
        let (start, end) = (wanted.start.max(from), wanted.end.min(until));
        if start < end {
            within.push(piece.slice(start - from..end - from));
        }
    }
    within
}

fn body(pieces: Vec<Bytes>) -> Body {
    Body::from_stream(stream::iter(pieces.into_iter().map(Ok::<Bytes, Infallible>)))
}

fn with_head(
    status: StatusCode,
    body: Body,
    kind: &'static str,
    tag: &str,
    coding: Coding,
) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    set(&mut response, header::CONTENT_TYPE, kind);
    set(&mut response, header::CACHE_CONTROL, "no-cache");
    set(&mut response, header::VARY, "Accept-Encoding");
    set(&mut response, header::ACCEPT_RANGES, "bytes");
    set(&mut response, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    // Pages of any origin may read the games: everything in them is public.
    set(&mut response, header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    set(&mut response, header::ETAG, tag);
    match coding {
        Coding::Identity => {}
        Coding::Gzip => set(&mut response, header::CONTENT_ENCODING, "gzip"),
        Coding::Brotli => set(&mut response, header::CONTENT_ENCODING, "br"),
    }
    response
}

fn with_length(mut response: Response<Body>, length: usize) -> Response<Body> {
    response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    response
}

fn set(response: &mut Response<Body>, name: HeaderName, value: &str) {
    let value = HeaderValue::from_str(value).expect("numbers and words of ours");
    response.headers_mut().insert(name, value);
}

#[cfg(test)]
mod tests {
    use super::{coding, range};
    use crate::public::gazette::Coding;
    use axum::http::{HeaderMap, HeaderValue, header};

    #[test]
    fn a_reader_gets_the_form_it_likes_best() {
        for (said, wanted) in [
            ("", Coding::Identity),
            ("identity", Coding::Identity),
            ("gzip, deflate, br, zstd", Coding::Brotli),
            ("gzip", Coding::Gzip),
            ("GZIP;q=1.0, br;q=0.5", Coding::Gzip),
            ("br;q=0, gzip;q=0.001", Coding::Gzip),
            ("br;q=0", Coding::Identity),
            ("*", Coding::Brotli),
            ("*;q=0.1, br;q=0", Coding::Gzip),
            ("br;q=x, gzip", Coding::Gzip),
        ] {
            let mut asked = HeaderMap::new();
            asked.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(said));
            assert_eq!(coding(&asked), wanted, "{said:?}");
        }
        assert_eq!(coding(&HeaderMap::new()), Coding::Identity);
    }

    #[test]
    fn a_part_is_what_the_standard_says() {
        for (said, wanted) in [
            ("bytes=0-9", Some(Some(0..10))),
            ("bytes=90-", Some(Some(90..100))),
            ("bytes=-10", Some(Some(90..100))),
            ("bytes=-1000", Some(Some(0..100))),
            ("bytes=99-99999999999999999999", Some(Some(99..100))),
            ("bytes=100-", Some(None)),
            ("bytes=-0", Some(None)),
            ("bytes=5-4", None),
            ("bytes=0-1,5-6", None),
            ("bytes=-", None),
            ("lines=0-9", None),
            ("bytes=+1-5", None),
        ] {
            assert_eq!(range(said, 100), wanted, "{said}");
        }
        assert_eq!(range("bytes=0-", 0), Some(None));
    }
}
