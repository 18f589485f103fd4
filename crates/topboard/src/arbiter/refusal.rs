//! Refusals by the router itself, in the words and the form of all other refusals: `{"error": why}`.

use super::{BODY_MAX, FILE_MAX, requests::refuse};
use axum::{
    body::Body,
    http::{Response, StatusCode, header},
};

/// A mark on a refusal that has its words already, as a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Worded;

/// Returns the response. If the response is a refusal that no handler has worded, a reason in words replaces its body.
pub(super) fn in_words(response: Response<Body>, is_socket: bool) -> Response<Body> {
    let status = response.status();
    let is_json = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    let is_worded = is_json || response.extensions().get::<Worded>().is_some();
    if is_worded || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let mut worded = refuse(status, &why(status, is_socket));
    for name in [header::ALLOW, header::UPGRADE, header::CONNECTION] {
        if let Some(value) = response.headers().get(&name) {
            worded.headers_mut().insert(name, value.clone());
        }
    }
    worded
}

fn why(status: StatusCode, is_socket: bool) -> String {
    match status {
        _ if is_socket => "this address is the feed: open it as a WebSocket, version 13".to_owned(),
        StatusCode::BAD_REQUEST => {
            "the address cannot be read: tables, games and times in it are whole numbers, a table's from 1"
                .to_owned()
        }
        StatusCode::NOT_FOUND => "there is no such address here; /openapi.json lists them".to_owned(),
        StatusCode::METHOD_NOT_ALLOWED => {
            "this address takes another method: see Allow, or /openapi.json".to_owned()
        }
        StatusCode::PAYLOAD_TOO_LARGE => {
            format!(
                "the body is too long: an order to a table has at most {BODY_MAX} bytes, a file or an order about the \
                 event {FILE_MAX}; `topboard import` takes longer files"
            )
        }
        _ => format!("the request was refused ({status}); /openapi.json says what can be asked"),
    }
}
