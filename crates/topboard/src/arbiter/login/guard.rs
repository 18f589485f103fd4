//! Checks every request before it is handled: its host name must be one that nobody can rebind, and changes must come
//! from the arbiter's own page.
//!
//! A browser in the hall also visits other pages. Such a page could name a host of its own that resolves to this
//! address (DNS rebinding: the browser would take us for that page's server), or send a form here with the arbiter's
//! cookie (CSRF). `SameSite=Strict` does not stop a page on another port of the same address, so the port counts in
//! `Origin`.

use crate::tls::Scheme;
use axum::http::{HeaderMap, Method, StatusCode, header};
use std::net::{IpAddr, Ipv6Addr};

/// The types of a body. A browser asks first before another page may send one of them.
const TYPES: [&str; 2] = ["application/json", "application/octet-stream"];

/// The type of the body of a form.
const FORM: &str = "application/x-www-form-urlencoded";

/// The reason why a request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The host is missing, or is not a name of this program.
    Host,
    /// The request comes from another page.
    Origin,
    /// The body is neither JSON nor a file: a form on any page could send such a body.
    Type,
}

impl Refusal {
    pub(crate) fn status(self) -> StatusCode {
        match self {
            Refusal::Host | Refusal::Origin => StatusCode::FORBIDDEN,
            Refusal::Type => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        }
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            Refusal::Host => {
                "this address is not known by that name; open it by its address, or add the name to hosts in [arbiter]"
            }
            Refusal::Origin => "this request comes from another page; open the arbiter's page itself",
            Refusal::Type => "send JSON as application/json, or a file as application/octet-stream",
        }
    }
}

/// Checks whether the request may be handled.
pub(crate) fn check(
    method: &Method,
    path: &str,
    headers: &HeaderMap,
    hosts: &[String],
    scheme: Scheme,
) -> Result<(), Refusal> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST).filter(|host| is_ours(host, hosts)).ok_or(Refusal::Host)?;
    let changes = !matches!(*method, Method::GET | Method::HEAD);
    let is_socket = path.starts_with("/ws/");
    // Every browser names the origin of a request that changes something or opens a socket. A client that names no
    // origin is not a browser.
    let is_foreign = |origin: &str| {
        // A page that came over https may have come through a proxy that speaks plain with us. What came over TLS came so.
        let from = origin.strip_prefix("https://");
        let from = from.or_else(|| origin.strip_prefix("http://").filter(|_| scheme == Scheme::Http));
        from.is_none_or(|from| !from.eq_ignore_ascii_case(host))
    };
    let origin = headers.contains_key(header::ORIGIN).then(|| text(header::ORIGIN).unwrap_or("null"));
    if (changes || is_socket) && origin.is_some_and(is_foreign) {
        return Err(Refusal::Origin);
    }
    let kind = text(header::CONTENT_TYPE).and_then(|kind| kind.split(';').next()).map(str::trim);
    // The form for a password works without a script. Its origin was compared above.
    let is_form = path == super::password::PATH && kind.is_some_and(|kind| kind.eq_ignore_ascii_case(FORM));
    let is_guarded = |kind: &str| TYPES.iter().any(|known| kind.eq_ignore_ascii_case(known));
    if *method == Method::POST && !is_form && !kind.is_some_and(is_guarded) {
        return Err(Refusal::Type);
    }
    Ok(())
}

/// Returns whether a host is a name of this program, or any address. An address cannot be rebound, because only names
/// are looked up.
fn is_ours(host: &str, hosts: &[String]) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => return rest.split(']').next().is_some_and(|ip| ip.parse::<Ipv6Addr>().is_ok()),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || hosts.iter().any(|known| known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::{Refusal, Scheme, check};
    use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};

    fn asked(method: Method, path: &str, headers: &[(&'static str, &'static str)]) -> Result<(), Refusal> {
        asked_over(Scheme::Http, method, path, headers)
    }

    fn asked_over(
        scheme: Scheme,
        method: Method,
        path: &str,
        headers: &[(&'static str, &'static str)],
    ) -> Result<(), Refusal> {
        let headers: HeaderMap = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect();
        check(&method, path, &headers, &["hall.example".to_owned()], scheme)
    }

    #[test]
    fn a_host_is_an_address_or_a_name_we_go_by() {
        for host in [
            "127.0.0.1:8081",
            "192.168.1.7:8081",
            "[::1]:8081",
            "localhost:8081",
            "LOCALHOST",
            "Hall.Example:80",
        ] {
            assert_eq!(asked(Method::GET, "/", &[("host", host)]), Ok(()), "{host}");
        }
        for host in ["evil.example:8081", "127.0.0.1.evil.example", "", "localhost.evil.example", "[evil]"] {
            assert_eq!(asked(Method::GET, "/", &[("host", host)]), Err(Refusal::Host), "{host}");
        }
        assert_eq!(asked(Method::GET, "/", &[]), Err(Refusal::Host));
    }

    #[test]
    fn changes_and_sockets_come_from_the_page_itself() {
        let host = ("host", "127.0.0.1:8081");
        let json = ("content-type", "application/json; charset=utf-8");
        for origin in ["http://127.0.0.1:8081", "https://127.0.0.1:8081"] {
            assert_eq!(asked(Method::POST, "/api", &[host, json, ("origin", origin)]), Ok(()));
            assert_eq!(asked(Method::GET, "/ws/arbiter", &[host, ("origin", origin)]), Ok(()));
        }
        let over_tls =
            |origin| asked_over(Scheme::Https, Method::DELETE, "/api", &[host, ("origin", origin)]);
        assert_eq!(over_tls("https://127.0.0.1:8081"), Ok(()));
        assert_eq!(over_tls("http://127.0.0.1:8081"), Err(Refusal::Origin), "a plain page is another page");
        // The hall's own page has another port at the arbiter's address.
        for origin in
            ["http://127.0.0.1:8080", "http://localhost:8081", "http://evil.example", "null", "file://"]
        {
            assert_eq!(
                asked(Method::POST, "/api", &[host, json, ("origin", origin)]),
                Err(Refusal::Origin),
                "{origin}"
            );
            assert_eq!(
                asked(Method::GET, "/ws/arbiter", &[host, ("origin", origin)]),
                Err(Refusal::Origin),
                "{origin}"
            );
            assert_eq!(asked(Method::DELETE, "/api", &[host, ("origin", origin)]), Err(Refusal::Origin));
        }
        assert_eq!(asked(Method::POST, "/api", &[host, json]), Ok(()), "no browser leaves it out");
        assert_eq!(
            asked(Method::POST, "/api", &[host, ("content-type", "application/octet-stream")]),
            Ok(())
        );
        for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
            assert_eq!(asked(Method::POST, "/api", &[host, ("content-type", kind)]), Err(Refusal::Type));
        }
        assert_eq!(asked(Method::POST, "/api", &[host]), Err(Refusal::Type));
        let form = ("content-type", "application/x-www-form-urlencoded");
        assert_eq!(asked(Method::POST, "/enter", &[host, form, ("origin", "http://127.0.0.1:8081")]), Ok(()));
        for origin in ["http://127.0.0.1:8080", "null"] {
            assert_eq!(
                asked(Method::POST, "/enter", &[host, form, ("origin", origin)]),
                Err(Refusal::Origin)
            );
        }
    }
}
