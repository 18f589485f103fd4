//! The arbiter's listener lets in the holder of a link, from its own page, and nobody else.

use crate::{
    arbiter_client::{Answer, Arbiter, ask, enter, parts},
    rig::{Hall, config, folder},
};
use serde_json::json;
use std::time::Instant;

/// The parts of paths that change, and a value for each.
pub(crate) const PARTS: [(&str, &str); 9] = [
    ("{table}", "1"),
    ("{game}", "2"),
    ("{from_ms}", "3"),
    ("{to_ms}", "4"),
    ("{login}", "5"),
    ("{errand}", "6"),
    ("{key}", "K"),
    ("{round}", "7"),
    ("{display}", "amber-river-lantern"),
];

/// Every route of the arbiter's listener, with its method.
const ROUTES: [(&str, &str); 35] = [
    ("GET", "/api/v1/broadcast"),
    ("GET", "/api/v1/broadcast/check"),
    ("POST", "/api/v1/session"),
    ("DELETE", "/api/v1/session"),
    ("POST", "/api/v1/links"),
    ("GET", "/api/v1/displays"),
    ("POST", "/api/v1/displays/amber-river-lantern"),
    ("GET", "/api/v1/logins"),
    ("GET", "/api/v1/logins/mine"),
    ("DELETE", "/api/v1/logins/5"),
    ("GET", "/api/v1/errands/6"),
    ("GET", "/api/v1/arbiter/snapshot"),
    ("GET", "/api/v1/arbiter/round"),
    ("GET", "/api/v1/event"),
    ("POST", "/api/v1/event"),
    ("POST", "/api/v1/event/import"),
    ("POST", "/api/v1/event/ratings"),
    ("POST", "/api/v1/event/round-robin"),
    ("GET", "/api/v1/event/ready"),
    ("GET", "/api/v1/event/K/trf"),
    ("GET", "/api/v1/event/K/rounds/7/sheet"),
    ("GET", "/api/v1/arbiter/result-sheet"),
    ("GET", "/api/v1/tables/1/games/2/case"),
    ("GET", "/api/v1/tables/1/games/2/case/3/4"),
    ("GET", "/api/v1/tables/1/games/2/review"),
    ("GET", "/ws/arbiter"),
    ("POST", "/api/v1/tables/1/commands"),
    ("POST", "/api/v1/tables/1/freeze"),
    ("POST", "/api/v1/tables/1/moves"),
    ("GET", "/arbiter/index.html"),
    ("GET", "/arbiter/page.js"),
    ("GET", "/arbiter/page.css"),
    ("GET", "/arbiter/openapi.json"),
    ("GET", "/console"),
    ("GET", "/console/page.js"),
];

fn hall(name: &str) -> Hall {
    Hall::start(&config(&folder(name), &[]))
}

#[test]
fn the_public_listener_has_nothing_of_the_arbiters() {
    let hall = hall("arbiter-public");
    let arbiter = Arbiter::enter(&hall);
    for (method, path) in ROUTES {
        let upgrade = if path.starts_with("/ws/") { "websocket" } else { "" };
        let headers = [
            ("Cookie", arbiter.cookie.as_str()),
            ("Content-Type", "application/json"),
            ("Upgrade", upgrade),
            ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        let public = ask(&hall.address, method, path, &headers, "{}");
        assert_eq!(public.status, 404, "{method} {path}: {public:?}");
        for odd in [format!("/{path}"), path.replace("/arbiter", "/./arbiter"), format!("{path}/")] {
            let public = ask(&hall.address, method, &odd, &headers, "{}");
            assert!(
                public.status == 404 || public.body.contains("id=\"grid\""),
                "{method} {odd}: {public:?}"
            );
        }
        let answer = ask(&arbiter.address, method, path, &headers[..2], "{}");
        let has_no_address = answer.body.contains("no such address");
        assert!(!has_no_address, "the listener has it: {method} {path}: {answer:?}");
        if path.starts_with("/api") && path != "/api/v1/session" || path.starts_with("/ws") {
            let stranger = ask(&arbiter.address, method, path, &headers[1..2], "{}");
            assert_eq!(stranger.status, 401, "{method} {path}: {stranger:?}");
        }
    }
    // The public's routes are not served here either.
    for path in ["/ws/hall", "/api/v1/hall/snapshot", "/all-games.pgn", "/rounds/main.js"] {
        assert_eq!(arbiter.get(path).status, 404, "{path}");
    }
    let public = hall.get("/openapi.json");
    assert!(!public.contains("arbiter/snapshot") && !public.contains("/commands"));
}

#[test]
fn what_the_openapi_file_says_is_there() {
    let hall = hall("arbiter-openapi");
    let arbiter = Arbiter::enter(&hall);
    let file = arbiter.get("/openapi.json").json();
    let paths = file["paths"].as_object().expect("paths");
    // Each listener describes itself at one path and has its form of the way in at another, so they are not the arbiter's alone.
    for (path, operations) in
        paths.iter().filter(|(path, _)| !["/openapi.json", "/enter"].contains(&path.as_str()))
    {
        for method in operations.as_object().expect("operations").keys().filter(|key| *key != "parameters") {
            let method = method.to_uppercase();
            let path = PARTS.iter().fold(path.clone(), |path, (name, value)| path.replace(name, value));
            assert!(ROUTES.contains(&(method.as_str(), path.as_str())), "{method} {path} is not in ROUTES");
        }
    }
    let api = ROUTES.iter().filter(|(_, path)| path.starts_with("/api") || path.starts_with("/ws"));
    for (method, path) in api {
        // No value is the beginning of another within a path.
        let named = PARTS.iter().fold(format!("{path}/"), |path, (name, value)| {
            path.replace(&format!("/{value}/"), &format!("/{name}/"))
        });
        let known = &paths[named.trim_end_matches('/')];
        assert!(known.get(method.to_lowercase()).is_some(), "{method} {path} is not in the file");
    }
}

#[test]
fn a_link_opens_once() {
    let hall = hall("arbiter-link");
    let (address, key) = parts(&hall.link);
    assert_eq!(key.len(), 32, "128 bits: {key}");
    assert!(address.starts_with("127.0.0.1:"), "loopback unless configured: {address}");
    assert_eq!(enter(&address, "0".repeat(32).as_str()).status, 401);
    let entered = enter(&address, &key);
    let cookie = entered.header("set-cookie").expect("a session").to_owned();
    let port = address.rsplit(':').next().expect("a port");
    for part in [&format!("topboard_arbiter_{port}="), "HttpOnly", "SameSite=Strict", "Path=/api/v1;"] {
        assert!(cookie.contains(part), "of this listener alone, and only where it is needed: {cookie}");
    }
    let again = enter(&address, &key);
    assert_eq!(again.status, 401, "{again:?}");
    assert!(again.json()["error"].as_str().is_some_and(|why| why.contains("used already")));
    assert!(!hall.log().contains(&key), "the key is in no log");

    // A logged-in arbiter can let another browser in, and leave.
    let cookie = cookie.split(';').next().expect("a value").to_owned();
    let post = |path: &str, method: &str| {
        let origin = format!("http://{address}");
        let headers =
            [("Cookie", cookie.as_str()), ("Content-Type", "application/json"), ("Origin", origin.as_str())];
        ask(&address, method, path, &headers, "{}")
    };
    let link = post("/api/v1/links", "POST").json()["link"].as_str().expect("a link").to_owned();
    let (_, other) = parts(&link);
    assert_ne!(other, key);
    assert_eq!(enter(&address, &other).status, 200);
    assert_eq!(post("/api/v1/session", "DELETE").status, 200);
    assert_eq!(post("/api/v1/links", "POST").status, 401, "left is left");
}

#[test]
fn wrong_keys_are_counted_and_the_right_one_opens_all_the_same() {
    let hall = hall("arbiter-guess");
    let (address, key) = parts(&hall.link);
    let start = Instant::now();
    let tried: Vec<Answer> = (0..1000).map(|try_| enter(&address, &format!("guess{try_}"))).collect();
    assert!(tried[..5].iter().all(|tried| tried.status == 401), "{tried:?}");
    assert!(tried.iter().all(|tried| [401, 429].contains(&tried.status)), "nothing else comes of guessing");
    let refused = tried.iter().find(|tried| tried.status == 429).expect("too many from one address");
    assert!(refused.header("retry-after").is_some(), "{refused:?}");
    // Ten at once, and one more for each six seconds that the tries took.
    let most = 12 + usize::try_from(start.elapsed().as_secs() / 6).expect("small");
    let told = hall.log().matches("a key that is not good").count();
    assert!((5..=most).contains(&told), "the log is not filled with it: {told}");
    assert_eq!(tried.iter().filter(|tried| tried.status == 401).count(), told);
    assert_eq!(enter(&address, &key).status, 200, "nobody can lock the arbiter out");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_pages_are_refused() {
    let hall = hall("arbiter-csrf");
    let arbiter = Arbiter::enter(&hall);
    let note = json!({"cmd": "note", "text": "x", "author": "Judge"}).to_string();
    let own = format!("http://{}", arbiter.address);
    let post = |headers: &[(&str, &str)], body: &str| {
        let headers: Vec<(&str, &str)> =
            [("Cookie", arbiter.cookie.as_str())].iter().chain(headers).copied().collect();
        ask(&arbiter.address, "POST", "/api/v1/tables/1/commands", &headers, body).status
    };
    let json = ("Content-Type", "application/json");
    let public = format!("http://{}", hall.address);
    for origin in [public.as_str(), "http://evil.example", "null", "http://localhost"] {
        assert_eq!(post(&[json, ("Origin", origin)], &note), 403, "{origin}");
        let refused = arbiter.feed(origin, &arbiter.cookie).await;
        assert!(refused.is_err(), "the feed opened for {origin}");
    }
    // DNS rebinding: the browser believes that this is evil.example.
    let rebound = [json, ("Host", "evil.example"), ("Origin", "http://evil.example")];
    assert_eq!(post(&rebound, &note), 403);
    let shell = ask(&arbiter.address, "GET", "/", &[("Host", "evil.example")], "");
    assert_eq!(shell.status, 403);
    // A form cannot send JSON.
    assert_eq!(post(&[("Content-Type", "text/plain"), ("Origin", &own)], &note), 415);
    let guessed = format!("{}=guess", arbiter.cookie.split('=').next().expect("a name"));
    assert!(arbiter.feed(&own, &guessed).await.is_err());
    // The page itself may.
    assert_eq!(post(&[json, ("Origin", &own)], &note), 200);
    assert!(arbiter.feed(&own, &arbiter.cookie).await.is_ok());

    let page = arbiter.get("/");
    assert_eq!(page.status, 200);
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
    assert_eq!(page.header("referrer-policy"), Some("same-origin"));
    assert!(!page.body.contains("http://") && !page.body.contains("https://"), "nothing from elsewhere");
}

#[test]
fn bodies_and_haste_have_limits() {
    let hall = hall("arbiter-limits");
    let arbiter = Arbiter::enter(&hall);
    let long = json!({"cmd": "note", "text": "x".repeat(70 << 10)});
    let long = arbiter.says(1, long);
    assert!(
        long.status == 413 && long.json()["error"].as_str().is_some_and(|why| why.len() > 20),
        "{long:?}"
    );
    let statuses: Vec<u16> = (0..120).map(|_| arbiter.get("/api/v1/arbiter/snapshot").status).collect();
    assert!(statuses.contains(&429), "{statuses:?}");
    assert!(statuses[..30].iter().all(|status| *status == 200), "{statuses:?}");
}

#[test]
fn every_refusal_is_json_that_says_why() {
    let hall = hall("arbiter-refusals");
    let arbiter = Arbiter::enter(&hall);
    let json = ("Content-Type", "application/json");
    for (method, path, status, why) in [
        ("GET", "/nowhere", 404, "no such address"),
        ("POST", "/nowhere", 405, "another method"),
        ("POST", "/api/v1/tables/one/commands", 400, "whole numbers"),
        ("POST", "/api/v1/tables/70000/commands", 400, "whole numbers"),
        ("GET", "/api/v1/tables/1/games/x/case", 400, "whole numbers"),
        ("PUT", "/api/v1/tables/1/commands", 405, "another method"),
        ("DELETE", "/api/v1/links", 405, "another method"),
        ("DELETE", "/api/v1/logins/none", 404, "no such login"),
        ("GET", "/ws/arbiter", 426, "WebSocket"),
    ] {
        let refused = ask(&arbiter.address, method, path, &[("Cookie", &arbiter.cookie), json], "{}");
        assert_eq!(refused.status, status, "{method} {path}: {refused:?}");
        assert_eq!(refused.header("content-type"), Some("application/json"), "{method} {path}: {refused:?}");
        let said = refused.json()["error"].as_str().unwrap_or_default().to_owned();
        assert!(said.contains(why), "{method} {path}: {said}");
        assert_eq!(refused.header("allow").is_some(), status == 405, "{refused:?}");
    }
}
