//! What is served beside the pages where there is TLS: the root for phones, and the way to https for whoever comes without.
//!
//! The page with the root is served plain as well: a phone that does not know the root yet could not open it otherwise.
//! Whoever changes it on its way gives the phone another root; so people compare the fingerprint with the one that the
//! program prints.

use super::{Paper, Scheme, Tls};
use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use laws::{Form, Language, Value};
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

const TITLE: Form =
    Form {
        en: "The certificate of this hall", pl: "Certyfikat tej sali", ru: "Сертификат этого зала"
    };
const WHY: Form = Form {
    en: "Your phone does not know this hall's computer yet. Install its root certificate once, and the pages open without \
         a warning. It can vouch for addresses inside a hall's network only, not for other sites.",
    pl: "Twój telefon nie zna jeszcze komputera tej sali. Zainstaluj raz jego certyfikat główny, a strony otworzą się bez \
         ostrzeżenia. Certyfikat poświadcza tylko adresy w sieci sali, a nie inne witryny.",
    ru: "Ваш телефон ещё не знает компьютера этого зала. Установите один раз его корневой сертификат, и страницы будут \
         открываться без предупреждения. Он удостоверяет только адреса в сети зала, а не другие сайты.",
};
const COMPARE: Form = Form {
    en: "First compare the fingerprint (SHA-256) with the one that the arbiter or the organiser has. If a single digit \
         differs, do not install it:",
    pl: "Najpierw porównaj odcisk (SHA-256) z tym, który ma sędzia lub organizator. Jeśli różni się choć jeden znak, nie \
         instaluj certyfikatu:",
    ru: "Сначала сравните отпечаток (SHA-256) с тем, что есть у судьи или организатора. Если отличается хоть один знак, не \
         устанавливайте сертификат:",
};
const DAYS: Form = Form {
    en: "It is good from {0} to {1}.",
    pl: "Jest ważny od {0} do {1}.",
    ru: "Он действует с {0} по {1}.",
};
const TAKE: Form = Form {
    en: "Load the certificate", pl: "Pobierz certyfikat", ru: "Загрузить сертификат"
};
const IOS: Form = Form {
    en: "On an iPhone or iPad: load it with Safari and allow the profile. Settings, Profile Downloaded: install it. Then \
         Settings, General, About, Certificate Trust Settings: switch it on.",
    pl: "Na iPhonie i iPadzie: pobierz go w Safari i zezwól na profil. Ustawienia, Pobrano profil: zainstaluj. Potem Ustawienia, \
         Ogólne, To urządzenie, Ustawienia zaufania certyfikatów: włącz go.",
    ru: "На iPhone и iPad: загрузите его в Safari и разрешите профиль. Настройки, Профиль загружен: установите. Затем \
         Настройки, Основные, Об этом устройстве, Доверие сертификатам: включите его.",
};
const ANDROID: Form = Form {
    en: "Android: load it. Settings, Security, More security settings, Encryption and credentials, Install a certificate, \
         CA certificate; then choose the file.",
    pl: "Android: pobierz go. Ustawienia, Zabezpieczenia, Więcej ustawień zabezpieczeń, Szyfrowanie i dane logowania, \
         Zainstaluj certyfikat, Certyfikat CA; potem wybierz plik.",
    ru: "Android: загрузите его. Настройки, Безопасность, Другие настройки безопасности, Шифрование и учётные данные, \
         Установить сертификат, Сертификат ЦС; затем выберите файл.",
};
const WINDOWS: Form = Form {
    en: "Windows: open the file, Install Certificate, place it in Trusted Root Certification Authorities.",
    pl: "Windows: otwórz plik, Zainstaluj certyfikat, umieść go w magazynie Zaufane główne urzędy certyfikacji.",
    ru: "Windows: откройте файл, «Установить сертификат», поместите его в «Доверенные корневые центры сертификации».",
};
const FIREFOX: Form = Form {
    en: "Firefox on a computer: Settings, Privacy and Security, View Certificates, Authorities, Import; trust it for \
         websites.",
    pl: "Firefox na komputerze: Ustawienia, Prywatność i bezpieczeństwo, Wyświetl certyfikaty, Organy certyfikacji, \
         Importuj; zaufaj przy identyfikacji witryn.",
    ru: "Firefox на компьютере: Настройки, Приватность и защита, Просмотр сертификатов, Центры сертификации, Импортировать; \
         доверять при идентификации сайтов.",
};
const AFTER: Form =
    Form { en: "Go on to the pages", pl: "Przejdź do stron", ru: "Перейти к страницам" };

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
    let language = language(uri, headers);
    let say = |form: &'static Form| form.plain().text(language);
    let (from, to) = paper.days();
    let days = DAYS.with([Value::Words(from), Value::Words(to)]).text(language);
    let mut text = format!(
        "<!doctype html><html lang=\"{0}\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{1}</title><style>{STYLE}</style><p><a href=\"?lang=en\">English</a> <a href=\"?lang=pl\">Polski</a> \
         <a href=\"?lang=ru\">Русский</a><h1>{1}</h1><p>{2}<p>{3}<code>{4}</code><p>{5}\
         <p><a href=\"{ROOT}\">{6}</a><ul>",
        language.code(),
        say(&TITLE),
        say(&WHY),
        say(&COMPARE),
        paper.fingerprint,
        days,
        say(&TAKE),
    );
    for way in [&IOS, &ANDROID, &WINDOWS, &FIREFOX] {
        let _ = write!(text, "<li>{}", say(way));
    }
    let _ = write!(text, "</ul><p><a href=\"/\">{}</a></html>", say(&AFTER));
    let mut response = answer(StatusCode::OK, "text/html; charset=utf-8", Body::from(text));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        STANDARD.encode(Sha256::digest(STYLE))
    );
    let policy = HeaderValue::try_from(policy).expect("a policy is made of plain letters");
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// Returns the language in the address (`?lang=pl`), or the first known one that the reader names; otherwise English.
fn language(uri: &Uri, headers: &HeaderMap) -> Language {
    let chosen = uri.query().into_iter().flat_map(|query| query.split('&'));
    let chosen = chosen.filter_map(|part| part.strip_prefix("lang="));
    let liked =
        headers.get(header::ACCEPT_LANGUAGE).and_then(|liked| liked.to_str().ok()).unwrap_or_default();
    let liked = liked.split(',').filter_map(|one| one.trim().split([';', '-']).next());
    chosen.chain(liked).find_map(Language::parse).unwrap_or_default()
}
