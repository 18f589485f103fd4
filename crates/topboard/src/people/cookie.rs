//! The cookie that holds the secret of a login.
//!
//! A browser sends a cookie to every port of a host, so the cookie's name contains the listener's port: two programs on
//! one computer keep their cookies apart. The cookie goes only to the paths that need a login, not with the pages.
//!
//! Over TLS the cookie is `Secure` and says so in its name: no page that came plain can put one of its own in its place. The
//! stronger prefix `__Host-` would send it with every path.

use super::logins::AGE_MAX;
use crate::tls::Scheme;
use axum::http::{HeaderMap, HeaderValue, header};

/// The paths that an arbiter's cookie is sent to.
const PATHS: [&str; 2] = ["/api/v1", "/ws/arbiter"];

/// The cookie of one listener.
#[derive(Debug)]
pub(crate) struct Cookie {
    name: String,
    paths: &'static [&'static str],
    /// Which requests that come from other pages have the cookie, too.
    same_site: &'static str,
}

impl Cookie {
    /// Returns the cookie of the arbiter's listener at this port.
    pub(crate) fn of_port(port: u16) -> Cookie {
        Cookie { name: format!("topboard_arbiter_{port}"), paths: &PATHS, same_site: "Strict" }
    }

    /// Returns the cookie of the spectators of a closed event. A link from another page leads them to the boards as well.
    pub(crate) fn of_spectators(port: u16) -> Cookie {
        Cookie { name: format!("topboard_spectator_{port}"), paths: &["/"], same_site: "Lax" }
    }

    /// Returns the values of `Set-Cookie` that give the secret to a browser.
    pub(crate) fn given(&self, secret: &str, scheme: Scheme) -> Vec<HeaderValue> {
        self.set(secret, AGE_MAX.as_secs(), scheme)
    }

    /// Returns the values of `Set-Cookie` that remove the cookie from a browser.
    pub(crate) fn taken(&self, scheme: Scheme) -> Vec<HeaderValue> {
        self.set("", 0, scheme)
    }

    /// Returns the secrets in the cookies of a request.
    pub(crate) fn secrets<'headers>(
        &self,
        headers: &'headers HeaderMap,
        scheme: Scheme,
    ) -> impl Iterator<Item = &'headers str> {
        let wanted = self.name(scheme);
        let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
        cookies
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|cookie| cookie.trim().split_once('='))
            .filter_map(move |(name, value)| (name == wanted).then_some(value))
    }

    fn name(&self, scheme: Scheme) -> String {
        match scheme {
            Scheme::Http => self.name.clone(),
            Scheme::Https => format!("__Secure-{}", self.name),
        }
    }

    fn set(&self, secret: &str, age_s: u64, scheme: Scheme) -> Vec<HeaderValue> {
        let Cookie { paths, same_site, .. } = self;
        let name = self.name(scheme);
        let secure = if scheme == Scheme::Https { "; Secure" } else { "" };
        let value = |path| {
            format!("{name}={secret}; Path={path}; Max-Age={age_s}; HttpOnly; SameSite={same_site}{secure}")
                .try_into()
                .ok()
        };
        paths.iter().filter_map(value).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Cookie, Scheme};
    use axum::http::{HeaderMap, header};

    #[test]
    fn a_cookie_is_of_one_listener() {
        let headers = HeaderMap::from_iter([(
            header::COOKIE,
            "other=1; topboard_arbiter_8081=abc; topboard_arbiter_8082=def; __Secure-topboard_arbiter_8081=ghi".parse().expect("a header"),
        )]);
        for (port, secrets) in [(8081, vec!["abc"]), (8082, vec!["def"]), (80, vec![])] {
            assert_eq!(Cookie::of_port(port).secrets(&headers, Scheme::Http).collect::<Vec<_>>(), secrets);
        }
        let secure = Cookie::of_port(8081);
        assert_eq!(secure.secrets(&headers, Scheme::Https).collect::<Vec<_>>(), ["ghi"]);
        for cookie in secure.given("abc", Scheme::Https).iter().chain(&secure.taken(Scheme::Https)) {
            let cookie = cookie.to_str().expect("text");
            assert!(
                cookie.starts_with("__Secure-topboard_arbiter_8081=") && cookie.ends_with("; Secure"),
                "{cookie}"
            );
        }
        let plain = (secure.given("abc", Scheme::Http), secure.taken(Scheme::Http));
        for cookie in plain.0.iter().chain(&plain.1) {
            let cookie = cookie.to_str().expect("text");
            assert!(cookie.starts_with("topboard_arbiter_8081=") && !cookie.contains("Path=/;"), "{cookie}");
            assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
        }
    }
}
