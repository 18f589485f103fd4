//! The host that a request names: one, whichever version of HTTP it comes in.

use axum::http::{HeaderMap, HeaderValue, Request, Uri, Version, header};

/// Requires exactly one host of a request (RFC 9112, 3.2; RFC 9113, 8.3.1). HTTP/2 has it in `:authority`: it is put where
/// HTTP/1.1 has it, so nothing behind has to know the version.
pub(super) fn settle<B>(request: &mut Request<B>) -> Result<(), &'static str> {
    if request.version() == Version::HTTP_2 {
        settle_authority(request)?;
    }
    check_host(request.version(), request.headers())
}

fn settle_authority<B>(request: &mut Request<B>) -> Result<(), &'static str> {
    let parts = request.uri().clone().into_parts();
    if let Some(authority) = &parts.authority {
        let named = HeaderValue::try_from(authority.as_str()).map_err(|_| "The host cannot be read.\n")?;
        if request.headers().get_all(header::HOST).iter().any(|host| *host != named) {
            return Err("A request names one host, in :authority or in Host.\n");
        }
        request.headers_mut().insert(header::HOST, named);
    }
    let path = parts.path_and_query.ok_or("A request names the path it is for.\n")?;
    *request.uri_mut() = Uri::from(path);
    Ok(())
}

fn check_host(version: Version, headers: &HeaderMap) -> Result<(), &'static str> {
    let mut hosts = headers.get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, _) if version < Version::HTTP_11 => Ok(()),
        (None, _) => Err("A request names the host it is for, in a Host header.\n"),
        (Some(_), Some(_)) => Err("A request names one host, in one Host header.\n"),
        (Some(host), None) if host.to_str().is_ok_and(|host| !host.trim().is_empty()) => Ok(()),
        (Some(_), None) => Err("The Host header is empty or cannot be read.\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::settle;
    use axum::http::{Request, Version, header};

    #[test]
    fn a_host_is_named_once_in_either_version() {
        let asked = |version, uri: &str, hosts: &[&str]| {
            let mut request = Request::builder().version(version).uri(uri);
            for host in hosts {
                request = request.header(header::HOST, *host);
            }
            let mut request = request.body(()).expect("a request");
            settle(&mut request).map(|()| {
                let host =
                    request.headers().get(header::HOST).map(|host| host.to_str().expect("text").to_owned());
                (host.unwrap_or_default(), request.uri().to_string())
            })
        };
        let told = |host: &str, uri: &str| Ok((host.to_owned(), uri.to_owned()));
        let (one, two) = (Version::HTTP_11, Version::HTTP_2);
        assert_eq!(asked(one, "/a?b", &["hall:1"]), told("hall:1", "/a?b"));
        assert_eq!(asked(two, "https://hall:1/a?b", &[]), told("hall:1", "/a?b"));
        assert_eq!(asked(two, "https://hall:1/a?b", &["hall:1"]), told("hall:1", "/a?b"));
        assert_eq!(asked(two, "/a", &["hall:1"]), told("hall:1", "/a"));
        for (version, uri, hosts) in [
            (one, "/", &[][..]),
            (one, "/", &["a", "a"]),
            (two, "/", &[]),
            (two, "/", &["a", "a"]),
            (two, "https://a/", &["b"]),
            (two, "https://a/", &["a", "b"]),
            (one, "/", &[" "]),
        ] {
            assert!(asked(version, uri, hosts).is_err(), "{uri} {hosts:?}");
        }
    }
}
