//! What is served beside the pages where there is TLS: the root for phones, and the way to https for whoever comes without.
//!
//! The page with the root is served plain as well: a phone that does not know the root yet could not open it otherwise.
//! Whoever changes it on its way gives the phone another root; so people compare the fingerprint with the one that the
//! program prints.

mod words;

use self::words::{ALL, Words};
use super::{Paper, Scheme, Tls};
use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use rustls::pki_types::{CertificateDer, pem::PemObject};
use sha2::{Digest, Sha256};
use std::{
    fmt::Write,
    net::{IpAddr, SocketAddr},
};

/// The address of the page about the root.
const PAGE: &str = "/certificate";
/// The address of the root itself.
const ROOT: &str = "/certificate/root.crt";

const STYLE: &str = "body{font:1.1rem/1.5 sans-serif;max-width:40rem;margin:1rem auto;padding:0 1rem;color:#111;background:#fff}\
    code{display:block;padding:.5rem;background:#eee;overflow-wrap:anywhere}";

/// How a request came.
#[derive(Debug, Clone, Copy)]
pub struct Came {
    /// Whether the connection is encrypted.
    pub scheme: Scheme,
    /// The other end of the connection.
    pub from: SocketAddr,
}

impl Tls {
    /// Answers a request that is for the root, or that came without TLS from elsewhere. `None` if the pages are to answer.
    /// The request names one host.
    pub fn aside(&self, came: Came, uri: &Uri, headers: &HeaderMap) -> Option<Response<Body>> {
        if let Some((pem, paper)) = &self.root {
            match uri.path() {
                PAGE => return Some(page(paper, uri, headers)),
                ROOT => return Some(file(pem)),
                _ => {}
            }
        }
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let is_local = came.from.ip().to_canonical().is_loopback() && is_loopback(host);
        (came.scheme == Scheme::Http && !is_local).then(|| elsewhere(host, uri))
    }
}

/// Returns whether a host is this computer to itself.
fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Sends a browser to the same page over TLS.
fn elsewhere(host: &str, uri: &Uri) -> Response<Body> {
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let to = Uri::builder().scheme(Scheme::Https.name()).authority(host).path_and_query(path).build();
    let to = to.ok().filter(|to| to.authority().is_some_and(|named| !named.as_str().contains('@')));
    let Some(to) = to.and_then(|to| HeaderValue::try_from(to.to_string()).ok()) else {
        return plain(StatusCode::BAD_REQUEST, "This address is served over https.\n");
    };
    let mut response = plain(StatusCode::PERMANENT_REDIRECT, "This address is served over https.\n");
    response.headers_mut().insert(header::LOCATION, to);
    response
}

fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    answer(status, "text/plain; charset=utf-8", Body::from(text))
}

/// Returns an answer that nobody keeps: TLS may be off tomorrow, and the root another one.
fn answer(status: StatusCode, kind: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// Returns the root in the form and under the type that phones install.
fn file(pem: &str) -> Response<Body> {
    let der = CertificateDer::from_pem_slice(pem.as_bytes()).map(|root| root.to_vec()).unwrap_or_default();
    let mut response = answer(StatusCode::OK, "application/x-x509-ca-cert", Body::from(der));
    let name = HeaderValue::from_static("attachment; filename=\"topboard-root.crt\"");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    response
}

fn page(paper: &Paper, uri: &Uri, headers: &HeaderMap) -> Response<Body> {
    let words = language(uri, headers);
    let (from, to) = paper.days();
    let days = words.days.replace("{0}", &from).replace("{1}", &to);
    let mut text = format!(
        "<!doctype html><html lang=\"{}\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{}</title><style>{STYLE}</style><p>",
        words.code, words.title,
    );
    for Words { code, name, .. } in &ALL {
        let _ = write!(text, "<a href=\"?lang={code}\" lang=\"{code}\">{name}</a> ");
    }
    let _ = write!(
        text,
        "<h1>{}</h1><p>{}<p>{}<code>{}</code><p>{days}<p><a href=\"{ROOT}\">{}</a><ul>",
        words.title, words.why, words.compare, paper.fingerprint, words.take,
    );
    for way in words.ways {
        let _ = write!(text, "<li>{way}");
    }
    let _ = write!(text, "</ul><p><a href=\"/\">{}</a></html>", words.after);
    let mut response = answer(StatusCode::OK, "text/html; charset=utf-8", Body::from(text));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        STANDARD.encode(Sha256::digest(STYLE))
    );
    let policy = HeaderValue::try_from(policy).expect("a policy is made of plain letters");
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// Returns the words of the language in the address (`?lang=pl`), or of the first known one that the reader names; otherwise
/// English.
fn language(uri: &Uri, headers: &HeaderMap) -> &'static Words {
    let chosen = uri.query().into_iter().flat_map(|query| query.split('&'));
    let chosen = chosen.filter_map(|part| part.strip_prefix("lang="));
    let liked =
        headers.get(header::ACCEPT_LANGUAGE).and_then(|liked| liked.to_str().ok()).unwrap_or_default();
    let liked = liked.split(',').filter_map(|one| one.trim().split([';', '-']).next());
    let known = |code: &str| ALL.iter().find(|words| words.code.eq_ignore_ascii_case(code));
    chosen.chain(liked).find_map(known).unwrap_or(&ALL[0])
}
