//! A request to Lichess: one connection, one question, one answer. Redirects are not followed: the token is for one host.

use super::{Base, Token};
use axum::{
    body::{self, Body},
    http::{HeaderMap, Request, StatusCode, header},
};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::ServerName,
    version::{TLS12, TLS13},
};
use std::{sync::Arc, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    task::{JoinSet, spawn_blocking},
    time::timeout,
};
use tokio_rustls::TlsConnector;

/// The longest time from the first byte to the end of the answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// The greatest length of an answer, in bytes. A longer one counts as none.
const ANSWER_MAX: usize = 1 << 20;
/// The type of games.
pub(super) const GAMES: &str = "text/plain; charset=utf-8";
/// The type of a form.
pub const FORM: &str = "application/x-www-form-urlencoded";
/// How the program names itself.
const AGENT: &str = concat!("topboard/", env!("CARGO_PKG_VERSION"));

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpAnswer {
    /// The status.
    pub status: u16,
    /// The header Retry-After, if it is a number of seconds.
    pub retry_after_s: Option<u64>,
    /// The body, without the token.
    pub text: String,
}

/// Makes requests to a Lichess.
#[derive(Clone)]
pub struct Http {
    base: Base,
    tls: Option<TlsConnector>,
}

impl Http {
    /// Prepares requests to this address. `Err` says why there can be none.
    pub async fn to(base: Base) -> Result<Http, String> {
        let tls = if base.is_encrypted {
            let tls = spawn_blocking(connector).await.map_err(|error| error.to_string())?;
            Some(tls?)
        } else {
            None
        };
        Ok(Http { base, tls })
    }

    /// Sends a body of this type, and reads the answer. `Err` says why there is none.
    pub async fn post(
        &self,
        path: &str,
        token: &Token,
        kind: &'static str,
        body: Body,
    ) -> Result<HttpAnswer, String> {
        let request = Request::post(path)
            .header(header::HOST, &self.base.authority)
            .header(header::AUTHORIZATION, token.header())
            .header(header::CONTENT_TYPE, kind)
            .header(header::ACCEPT, "application/json")
            .header(header::USER_AGENT, AGENT)
            .header(header::CONNECTION, "close")
            .body(body)
            .map_err(|_| "the request cannot be written".to_owned())?;
        let answer = timeout(PATIENCE, self.ask(request)).await;
        let answer = answer.map_err(|_| format!("there was no answer within {} s", PATIENCE.as_secs()))?;
        let (status, headers, text) = answer.map_err(|why| token.hide_in(&why))?;
        let retry_after = headers.get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
        Ok(HttpAnswer {
            status: status.as_u16(),
            retry_after_s: retry_after.and_then(|value| value.trim().parse().ok()),
            text: token.hide_in(&text),
        })
    }

    async fn ask(&self, request: Request<Body>) -> Result<(StatusCode, HeaderMap, String), String> {
        let address = (self.base.host.as_str(), self.base.port);
        let stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
        match &self.tls {
            None => talk(stream, request).await,
            Some(tls) => {
                let name = ServerName::try_from(self.base.host.clone())
                    .map_err(|_| "the host has no name for a certificate".to_owned())?;
                let stream = tls.connect(name, stream).await;
                talk(stream.map_err(|error| error.to_string())?, request).await
            }
        }
    }
}

/// Asks over an open line.
async fn talk(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Body>,
) -> Result<(StatusCode, HeaderMap, String), String> {
    let (mut sender, connection) =
        http1::handshake(TokioIo::new(stream)).await.map_err(|error| error.to_string())?;
    // It ends with this function, whatever ends that.
    let mut line = JoinSet::new();
    line.spawn(connection);
    let answer = sender.send_request(request).await.map_err(|error| error.to_string())?;
    let (head, body) = answer.into_parts();
    let bytes = body::to_bytes(Body::new(body), ANSWER_MAX).await;
    let bytes = bytes.map_err(|error| format!("the answer broke off or is too long ({error})"))?;
    Ok((head.status, head.headers, String::from_utf8_lossy(&bytes).into_owned()))
}

/// Trusts the certificates that this computer trusts.
fn connector() -> Result<TlsConnector, String> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        return Err("this computer knows no certificates; install its package ca-certificates".to_owned());
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_protocol_versions(&[&TLS13, &TLS12])
        .map_err(|error| error.to_string())?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}
