//! TLS with the real program: a certificate authority of its own, certificates in files, who comes without TLS, an arbiter's
//! login over https, and what is said of a certificate that cannot be used.

use crate::{
    arbiter_client::{Arbiter, ask, parts},
    rig::{Hall, PATIENCE, config, folder, until},
    tls_client::{Client, ask_2, cookies},
};
use futures_util::StreamExt;
use rcgen::{CertificateParams, KeyPair, PKCS_ECDSA_P256_SHA256, date_time_ymd};
use serde_json::json;
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
};
use tokio::time::timeout;

/// Writes a configuration with these lines under `[server]`.
fn encrypted(folder: &Path, lines: &str) -> PathBuf {
    let path = config(folder, &[]);
    let text = fs::read_to_string(&path).expect("it was written");
    fs::write(&path, text.replacen("[server]\n", &format!("[server]\n{lines}\n"), 1))
        .expect("it can be written");
    path
}

/// Returns the exit code and what the program says on both outputs.
fn say(arguments: &[&str], config: &Path) -> (Option<i32>, String, String) {
    let ended =
        Command::new(env!("CARGO_BIN_EXE_topboard")).args(arguments).arg("--config").arg(config).output();
    let ended = ended.expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (ended.status.code(), text(&ended.stdout), text(&ended.stderr))
}

#[tokio::test]
async fn who_has_the_root_is_served_and_who_comes_plain_is_led_to_it() {
    let config = encrypted(&folder("tls-own"), "tls = \"own\"\nnames = [\"hall.example\"]");
    let (code, _, why) = say(&["certificate"], &config);
    assert!(code == Some(1) && why.contains("topboard run"), "{why}");
    let hall = Hall::start(&config);
    let (_, root, _) = say(&["certificate", "--root"], &config);
    let (_, told, _) = say(&["certificate"], &config);
    let fingerprint =
        told.lines().find(|line| line.matches(':').count() == 31).expect("a fingerprint").to_owned();
    assert!(told.contains("hall.example") && told.contains("127.0.0.1"), "{told}");

    let client = Client::trusting(&root, &hall.address);
    for name in ["127.0.0.1", "localhost", "hall.example"] {
        let answer =
            client.ask(name, "GET /healthz HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n").await;
        assert!(answer.status == 200 && answer.body.starts_with("ok\n"), "{answer:?}");
    }
    let mut second = client.http_2(&mut h2::client::Builder::new()).await;
    let answer = ask_2(&mut second, client.request("GET", "/live", &[]), "").await;
    assert!(answer.status() == 200 && answer.body().contains("<html"), "{answer:?}");
    let mut feed = client.follow("/ws/hall", &[]).await.expect("the feed is open");
    let frame = timeout(PATIENCE, feed.next()).await.expect("it comes").expect("a frame").expect("a frame");
    assert!(frame.to_text().expect("text").contains("\"kind\":\"snapshot\""), "{frame}");

    // Another root, and a name that the certificate is not for.
    let stranger = KeyPair::generate_for(&PKCS_ECDSA_P256_SHA256).expect("a key");
    let stranger = CertificateParams::default().self_signed(&stranger).expect("a certificate").pem();
    assert!(Client::trusting(&stranger, &hall.address).connect("127.0.0.1", &[]).await.is_err());
    assert!(client.connect("elsewhere.example", &[]).await.is_err());

    let plain = |path: &str, host: &str| ask(&hall.address, "GET", path, &[("Host", host)], "");
    let led = plain("/rounds/?a=b", "pi.local:8080");
    assert_eq!(
        (led.status, led.header("location")),
        (308, Some("https://pi.local:8080/rounds/?a=b")),
        "{led:?}"
    );
    assert_eq!(led.header("cache-control"), Some("no-store"), "tomorrow it may be otherwise");
    let foreign = ask(&hall.address, "POST", "/", &[("Host", "a@b")], "");
    assert_eq!((foreign.status, foreign.header("location")), (400, None), "{foreign:?}");
    assert_eq!(plain("/healthz", &hall.address).status, 200, "this computer to itself");
    for (language, word) in [
        ("en", "fingerprint"),
        ("pl", "odcisk"),
        ("ru", "отпечаток"),
        ("de", "Fingerabdruck"),
        ("fr", "empreinte"),
        ("es", "huella"),
    ] {
        let page = plain(&format!("/certificate?lang={language}"), "pi.local");
        assert!(page.body.contains(&fingerprint) && page.body.contains(word), "{page:?}");
        assert!(page.body.contains(&format!("<html lang=\"{language}\">")), "{page:?}");
        assert!(!page.body.contains("{0}") && !page.body.contains("{1}"), "days: {page:?}");
        assert_eq!(page.body.matches("href=\"?lang=").count(), 6, "{page:?}");
    }
    let secure =
        ask_2(&mut second, client.request("GET", "/certificate", &[("accept-language", "pl-PL")]), "").await;
    assert!(secure.body().contains("odcisk"), "{secure:?}");
    let file = ask_2(&mut second, client.request("GET", "/certificate/root.crt", &[]), "").await;
    assert_eq!(file.headers()["content-type"], "application/x-x509-ca-cert");
}

#[tokio::test]
async fn an_arbiter_logs_in_over_https() {
    let config = encrypted(&folder("tls-arbiter"), "tls = \"own\"");
    let hall = Hall::start(&config);
    assert!(hall.link.starts_with("https://"), "{}", hall.link);
    let (address, key) = parts(&hall.link);
    let client = Client::trusting(&say(&["certificate", "--root"], &config).1, &address);
    let mut second = client.http_2(&mut h2::client::Builder::new()).await;
    let (origin, key) = (format!("https://{address}"), json!({ "key": key }).to_string());
    let json = ("content-type", "application/json");
    let plain_origin = format!("http://{address}");
    for (headers, status) in [
        (vec![json, ("origin", plain_origin.as_str())], 403),
        (vec![json, ("origin", origin.as_str()), ("host", "evil.example")], 400),
    ] {
        let refused = ask_2(&mut second, client.request("POST", "/api/v1/session", &headers), &key).await;
        assert_eq!(refused.status(), status, "{refused:?}");
    }
    let enter = client.request("POST", "/api/v1/session", &[json, ("origin", &origin)]);
    let entered = ask_2(&mut second, enter, &key).await;
    let (cookie, set) = cookies(&entered);
    assert_eq!(entered.status(), 200, "{entered:?}");
    assert!(set.lines().count() == 2 && set.lines().all(|line| line.ends_with("; Secure")), "{set}");
    assert!(cookie.starts_with("__Secure-topboard_arbiter_"), "{cookie}");
    let mine = |cookie: &str| client.request("GET", "/api/v1/logins/mine", &[("cookie", cookie)]);
    assert_eq!(ask_2(&mut second, mine(&cookie), "").await.status(), 200);
    // A page that came plain could have put this one there.
    let tossed = cookie.trim_start_matches("__Secure-").to_owned();
    assert_eq!(ask_2(&mut second, mine(&tossed), "").await.status(), 401);
    let headers = [("origin", origin.as_str()), ("cookie", cookie.as_str())];
    let mut feed = client.follow("/ws/arbiter", &headers).await.expect("the feed is open");
    assert!(timeout(PATIENCE, feed.next()).await.expect("it comes").is_some_and(|frame| frame.is_ok()));
    assert!(client.follow("/ws/arbiter", &[("origin", &plain_origin), ("cookie", &cookie)]).await.is_err());
    // HTTP/2 opens no WebSocket.
    let no_socket = ask_2(&mut second, client.request("GET", "/ws/arbiter", &headers), "").await;
    assert_eq!(no_socket.status(), 426, "{no_socket:?}");
    // `topboard link` gives https as well, and this computer may come plain.
    let (_, link, _) = say(&["link"], &config);
    assert!(link.contains("https://127.0.0.1:"), "{link}");
    assert!(!Arbiter::by(&link).cookie.starts_with("__Secure-"));
}

/// A certificate for 127.0.0.1 in files.
struct Pair {
    certificate: PathBuf,
    key: PathBuf,
}

impl Pair {
    fn in_folder(folder: &Path) -> Pair {
        Pair { certificate: folder.join("hall.pem"), key: folder.join("hall.key") }
    }

    /// Writes a new certificate that is good in these years. Returns it.
    fn write(&self, from: i32, to: i32) -> String {
        let key = KeyPair::generate_for(&PKCS_ECDSA_P256_SHA256).expect("a key");
        let mut params = CertificateParams::new(["127.0.0.1".to_owned()]).expect("an address");
        (params.not_before, params.not_after) = (date_time_ymd(from, 1, 1), date_time_ymd(to, 1, 1));
        let pem = params.self_signed(&key).expect("a certificate").pem();
        fs::write(&self.certificate, &pem).expect("it can be written");
        fs::write(&self.key, key.serialize_pem()).expect("it can be written");
        pem
    }

    fn lines(&self) -> String {
        format!("tls = {{ certificate = {:?}, key = {:?} }}", self.certificate, self.key)
    }
}

#[tokio::test]
async fn files_that_change_are_read_again_and_rubbish_in_them_ends_nothing() {
    let folder = folder("tls-files");
    let pair = Pair::in_folder(&folder);
    let first = pair.write(2020, 2040);
    let config = encrypted(&folder, &pair.lines());
    let hall = Hall::start(&config);
    assert!(Client::trusting(&first, &hall.address).shown().await.is_some());
    let second = pair.write(2021, 2041);
    let client = Client::trusting(&second, &hall.address);
    let end = tokio::time::Instant::now() + PATIENCE;
    while client.shown().await.is_none() {
        assert!(tokio::time::Instant::now() < end, "the new one is not shown: {}", hall.log());
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    fs::write(&pair.certificate, "rubbish").expect("it can be written");
    until("the rubbish is told", || hall.log().contains("the certificate that was shown until now stays"))
        .await;
    // One that ended is shown, for the operator has put it there, and said to have ended.
    pair.write(2019, 2020);
    until("its end is told", || hall.log().contains("ended on 2020-01-01")).await;
    assert_eq!(ask(&hall.address, "GET", "/healthz", &[], "").status, 200);
    assert_eq!(ask(&hall.address, "GET", "/certificate", &[], "").status, 404, "the root is somebody else's");
}

#[test]
fn a_certificate_that_cannot_be_used_is_told_in_a_sentence() {
    let folder = folder("tls-wrong");
    let pair = Pair::in_folder(&folder);
    let config = encrypted(&folder, &pair.lines());
    let refused = |words: &[&str]| {
        let (code, _, said) = say(&["run", "--quiet"], &config);
        assert_eq!(code, Some(1), "a restart does not mend it: {said}");
        for word in words {
            assert!(said.contains(word), "{word:?} is not in {said:?}");
        }
    };
    refused(&["hall.pem is not there", "correct tls"]);
    pair.write(2020, 2021);
    refused(&["hall.pem ended on 2021-01-01", "renew it"]);
    pair.write(2020, 2040);
    let key = fs::read_to_string(&pair.key).expect("it is there");
    pair.write(2020, 2040);
    fs::write(&pair.key, key).expect("it can be written");
    refused(&["hall.key does not belong to the certificate"]);
    fs::write(&pair.key, "no key").expect("it can be written");
    refused(&["hall.key holds no private key in PEM"]);
    fs::write(&pair.key, "-----BEGIN ENCRYPTED PRIVATE KEY-----").expect("it can be written");
    refused(&["hall.key is locked with a password"]);
    fs::remove_file(&pair.key).expect("it is there");
    refused(&["hall.key is not there"]);
    fs::write(&pair.certificate, [0x30, 0x82, 0x01]).expect("it can be written");
    refused(&["hall.pem", "PEM"]);
    for (lines, words) in
        [("tls = \"on\"", "tls is \"own\""), ("tls = \"own\"\nnames = [\"a b\"]", "letters, digits")]
    {
        let (code, _, said) = say(&["run", "--quiet"], &encrypted(&folder, lines));
        assert!(code == Some(1) && said.contains(words), "{said}");
    }
}

#[test]
fn the_key_of_a_root_is_its_owners_alone() {
    let folder = folder("tls-root-key");
    let config = encrypted(&folder, "tls = \"own\"");
    drop(Hall::start(&config));
    let key = folder.join("data/root.key");
    assert_eq!(fs::metadata(&key).expect("it is there").permissions().mode() & 0o777, 0o600);
    fs::set_permissions(&key, fs::Permissions::from_mode(0o640)).expect("it is ours");
    let (code, _, said) = say(&["run", "--quiet"], &config);
    assert!(code == Some(1) && said.contains("others than its owner can read it"), "{said}");
    fs::remove_file(&key).expect("it is ours");
    let (code, _, said) = say(&["run", "--quiet"], &config);
    assert!(code == Some(1) && said.contains("root.key cannot be used: it is missing"), "{said}");
}

#[test]
fn a_clock_that_is_behind_ends_nothing() {
    let folder = folder("tls-behind");
    let pair = Pair::in_folder(&folder);
    pair.write(2090, 2099);
    let hall = Hall::start(&encrypted(&folder, &pair.lines()));
    assert!(
        hall.log().contains("begins on 2090-01-01") && hall.log().contains("set the clock"),
        "{}",
        hall.log()
    );
}
