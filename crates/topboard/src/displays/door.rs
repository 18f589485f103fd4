//! What a screen in the hall reaches beside the feed: its page, its name, and what it is to show.
//!
//! The page is kept by the browser, whole. So a screen that loses its power shows the last picture although the program is not
//! there yet.

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

/// For how long a browser shows the page without asking, in seconds: 30 days. A page that learns of another version asks.
const KEPT: &str = "max-age=2592000";

/// The door for screens. It is opened at the screens' listener only ([`crate::displays::run`]).
#[derive(Debug, Clone)]
pub(crate) struct ScreenDoor {
    displays: Arc<Registry>,
    /// The address of the staff's page of screens; `None` if there is none.
    console: Option<Arc<str>>,
}

impl ScreenDoor {
    /// Opens the door to these displays. `console` is the staff's address, to which a display's code leads.
    pub(crate) fn of(displays: Arc<Registry>, console: Option<&str>) -> ScreenDoor {
        ScreenDoor { displays, console: console.map(Arc::from) }
    }

    /// Returns the routes.
    pub(crate) fn routes(self) -> Router {
        Router::new()
            .route("/", get(async |uri: Uri| pages::led(StatusCode::TEMPORARY_REDIRECT, "hall/", &uri)))
            .route("/hall/", get(page))
            .route("/hall/{display}", get(named))
            .route("/api/v1/displays", post(begin))
            .route("/api/v1/displays/{display}", post(look))
            .route("/api/v1/displays/{display}/code.svg", get(code))
            .with_state(self)
    }

    fn look(&self, display: &str, report: Report, now_ms: u64) -> Result<Told, NoDisplay> {
        self.displays.look(display, report, pages::wall::digest(), now_ms)
    }
}

/// Answers with the page of a display.
async fn page(asked: HeaderMap) -> Response<Body> {
    let mut response = pages::wall::page(&asked);
    if response.status() != StatusCode::INTERNAL_SERVER_ERROR {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(KEPT));
    }
    response
}

/// Answers with a display's page, or with what stands beside it.
async fn named(Path(display): Path<String>, asked: HeaderMap) -> Response<Body> {
    if display.contains('.') { pages::beside_wall(&display, &asked) } else { page(asked).await }
}

/// Takes in a browser that has no name yet, and what it says of itself. Its name is in what it is told to show.
async fn begin(State(door): State<ScreenDoor>, body: Bytes) -> Response<Body> {
    let now = wall_ms();
    let begun = |report| door.displays.begin(now).and_then(|name| door.look(&name, report, now));
    told(StatusCode::CREATED, report(&body).and_then(begun))
}

/// Takes what a display says of itself, and says what it is to show.
async fn look(State(door): State<ScreenDoor>, Path(display): Path<String>, body: Bytes) -> Response<Body> {
    told(StatusCode::OK, report(&body).and_then(|report| door.look(&display, report, wall_ms())))
}

fn report(body: &[u8]) -> Result<Report, NoDisplay> {
    serde_json::from_slice(body).map_err(|_| NoDisplay::Report)
}

fn told(status: StatusCode, told: Result<Told, NoDisplay>) -> Response<Body> {
    told.map_or_else(|why| refuse(&why), |told| answer(status, &json!(told)))
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
