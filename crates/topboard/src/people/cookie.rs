//! The cookie that holds the secret of a login.
//!
//! A browser sends a cookie to every port of a host, so the cookie's name contains the listener's port: two programs on
//! one computer keep their cookies apart. The cookie goes only to the paths that need a login, not with the pages.

use super::logins::AGE_MAX;
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
    pub(crate) fn given(&self, secret: &str) -> Vec<HeaderValue> {
        self.set(secret, AGE_MAX.as_secs())
    }

    /// Returns the values of `Set-Cookie` that remove the cookie from a browser.
    pub(crate) fn taken(&self) -> Vec<HeaderValue> {
        self.set("", 0)
    }

    /// Returns the secrets in the cookies of a request.
    pub(crate) fn secrets<'headers>(
        &self,
        headers: &'headers HeaderMap,
    ) -> impl Iterator<Item = &'headers str> {
        let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
        cookies
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|cookie| cookie.trim().split_once('='))
            .filter_map(|(name, value)| (name == self.name).then_some(value))
    }

    fn set(&self, secret: &str, age_s: u64) -> Vec<HeaderValue> {
        let Cookie { name, paths, same_site } = self;
        let value = |path| {
            format!("{name}={secret}; Path={path}; Max-Age={age_s}; HttpOnly; SameSite={same_site}")
                .try_into()
                .ok()
        };
        paths.iter().filter_map(value).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Cookie;
    use axum::http::{HeaderMap, header};

    #[test]
    fn a_cookie_is_of_one_listener() {
        let headers = HeaderMap::from_iter([(
            header::COOKIE,
            "other=1; topboard_arbiter_8081=abc; topboard_arbiter_8082=def".parse().expect("a header"),
        )]);
        for (port, secrets) in [(8081, vec!["abc"]), (8082, vec!["def"]), (80, vec![])] {
            assert_eq!(Cookie::of_port(port).secrets(&headers).collect::<Vec<_>>(), secrets);
        }
        for cookie in Cookie::of_port(8081).given("abc").iter().chain(&Cookie::of_port(8081).taken()) {
            let cookie = cookie.to_str().expect("text");
            assert!(cookie.starts_with("topboard_arbiter_8081=") && !cookie.contains("Path=/;"), "{cookie}");
            assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
        }
    }
}
