//! What a screen in the hall reaches beside the feed: its page, its name, and what it is to show.
//!
//! The page and its modules are kept by the browser, under addresses that change with their contents. So a screen that loses
//! its power shows the last picture although the program is not there yet.

use super::{
    NoDisplay, Registry, code,
    json::{Report, Told},
};
use crate::{people::logins::wall_ms, public::pages};
use axum::{
    Router,
    body::{Body, Bytes},
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header},
    routing::{get, post},
};
use serde_json::{Value, json};
use std::sync::Arc;

/// The content security policy of the page: it loads from this server alone, and its addresses count from the server's root.
const POLICY: &str = "default-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";
/// For how long a browser shows the page without asking, in seconds: 30 days. A page that learns of another version asks.
const KEPT: &str = "max-age=2592000";
/// For how long it keeps a file whose address changes with what is in it.
const KEPT_FOR_EVER: &str = "max-age=31536000, immutable";
/// The page's modules in its text, and the folder that the address of the kept ones begins with.
const FILES: &str = "\"kept/";

/// The door for screens. It is opened at the screens' listener only ([`crate::displays::run`]).
#[derive(Debug, Clone)]
pub(crate) struct ScreenDoor {
    displays: Arc<Registry>,
    /// What names the page's files.
    files: Arc<str>,
    /// The address of the staff's page of screens; `None` if there is none.
    console: Option<Arc<str>>,
}

impl ScreenDoor {
    /// Opens the door to these displays. `console` is the staff's address, to which a display's code leads.
    pub(crate) fn of(displays: Arc<Registry>, console: Option<&str>) -> ScreenDoor {
        ScreenDoor { displays, files: pages::digest().into(), console: console.map(Arc::from) }
    }

    /// Returns the routes.
    pub(crate) fn routes(self) -> Router {
        Router::new()
            .route("/", get(async |uri: Uri| pages::led(StatusCode::TEMPORARY_REDIRECT, "hall/", &uri)))
            .route("/hall/", get(page))
            .route("/hall/{display}", get(named))
            .route("/kept/{files}/{*file}", get(kept))
            .route("/api/v1/displays", post(begin))
            .route("/api/v1/displays/{display}", post(look))
            .route("/api/v1/displays/{display}/code.svg", get(code))
            .with_state(self)
    }
}

/// Answers with the page of a display.
async fn page(State(door): State<ScreenDoor>) -> Response<Body> {
    let text = pages::wall().replace(FILES, &format!("{FILES}{}/", door.files));
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, KEPT),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Answers with a display's page, or with the document that describes the door.
async fn named(state: State<ScreenDoor>, Path(display): Path<String>, asked: HeaderMap) -> Response<Body> {
    match &*display {
        "openapi.json" => pages::screen_file("wall/openapi.json", &asked),
        file if file.contains('.') => pages::missing(),
        _ => page(state).await,
    }
}

/// Answers with a file that never changes at its address.
async fn kept(
    State(door): State<ScreenDoor>,
    Path((files, file)): Path<(String, String)>,
    asked: HeaderMap,
) -> Response<Body> {
    if *files != *door.files {
        return pages::missing();
    }
    let mut response = pages::screen_file(&file, &asked);
    if response.status() != StatusCode::NOT_FOUND {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(KEPT_FOR_EVER));
    }
    response
}

/// Takes in a browser that has no name yet.
async fn begin(State(door): State<ScreenDoor>) -> Response<Body> {
    match door.displays.begin(wall_ms()) {
        Ok(display) => answer(StatusCode::CREATED, &json!({ "display": display })),
        Err(why) => refuse(&why),
    }
}

/// Takes what a display says of itself, and says what it is to show.
async fn look(State(door): State<ScreenDoor>, Path(display): Path<String>, body: Bytes) -> Response<Body> {
    let Ok(report) = serde_json::from_slice::<Report>(&body) else { return refuse(&NoDisplay::Report) };
    match door.displays.look(&display, report, &door.files, wall_ms()) {
        Ok(told) => answer(StatusCode::OK, &of(&told)),
        Err(why) => refuse(&why),
    }
}

fn of(told: &Told) -> Value {
    json!(told)
}

/// Answers with the code by which a phone finds the display at the console.
async fn code(State(door): State<ScreenDoor>, Path(display): Path<String>) -> Response<Body> {
    let link = door.console.as_ref().map(|console| format!("{console}screens#{display}"));
    let Some(drawing) =
        link.filter(|_| super::words::is_name(&display)).and_then(|link| code::drawing(&link))
    else {
        return pages::missing();
    };
    let mut response = Response::new(Body::from(drawing));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

fn refuse(why: &NoDisplay) -> Response<Body> {
    let (status, words) = match why {
        NoDisplay::Full => (
            StatusCode::SERVICE_UNAVAILABLE,
            "there are too many displays; have the operator forget some, or wait a minute",
        ),
        NoDisplay::NoName => {
            (StatusCode::SERVICE_UNAVAILABLE, "the system has no randomness for a name; try again")
        }
        NoDisplay::Report => {
            (StatusCode::UNPROCESSABLE_ENTITY, "this is not what a page of this version says; load it again")
        }
        _ => (StatusCode::NOT_FOUND, "no display has this name; open /hall/ for a new one"),
    };
    answer(status, &json!({ "error": words }))
}

fn answer(status: StatusCode, value: &Value) -> Response<Body> {
    let mut response = Response::new(Body::from(value.to_string()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
