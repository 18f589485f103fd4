//! Requests to servers of others: one connection, one question, one answer, within a time. It is the only client of the Web in
//! this program. Redirects are not followed: what is sent is for the host that the organiser named. What is secret in a question
//! stands in no error and in no answer.

mod question;
mod roots;
pub mod token;

pub use question::{WebAnswer, WebQuestion};
pub use roots::Roots;

use crate::config::broadcast::WebAddress;
use axum::{
    body::{self, Body},
    http::{Request, header},
};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use std::{path::PathBuf, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    task::JoinSet,
    time::timeout,
};
use tokio_rustls::TlsConnector;

/// The type of forms.
pub const FORM: &str = "application/x-www-form-urlencoded";
/// How the program names itself.
const AGENT: &str = concat!("topboard/", env!("CARGO_PKG_VERSION"));

/// A server of the Web, and how it is reached.
#[derive(Debug, Clone)]
pub struct WebServer {
    /// Says whether the line is encrypted.
    pub is_encrypted: bool,
    /// The name or number of the host.
    pub host: String,
    /// The port.
    pub port: u16,
    /// What stands in the header Host.
    pub authority: String,
    /// A file with root certificates that are trusted besides the system's.
    pub roots: Option<PathBuf>,
}

impl From<&WebAddress> for WebServer {
    fn from(address: &WebAddress) -> WebServer {
        let WebAddress { is_encrypted, host, port, authority, path: _, roots } = address.clone();
        WebServer { is_encrypted, host, port, authority, roots }
    }
}

/// Asks one server. Clones share what is known of its certificates.
#[derive(Debug, Clone)]
pub struct WebClient {
    server: WebServer,
    roots: Arc<Roots>,
    patience: Duration,
}

impl WebClient {
    /// Prepares questions to a server, each of which has so long from the first byte to the end of the answer.
    pub fn new(server: impl Into<WebServer>, patience: Duration) -> WebClient {
        let server = server.into();
        let roots = Arc::new(Roots::with(server.roots.clone()));
        WebClient { server, roots, patience }
    }

    /// Fails if the server cannot be asked at all, with what to do: this computer knows no certificates, or the file with them
    /// cannot be used.
    pub async fn prepare(&self) -> Result<(), String> {
        if self.server.is_encrypted { self.roots.tls().await.map(drop) } else { Ok(()) }
    }

    /// Asks, and returns the answer. `Err` says why there is none.
    pub async fn ask(&self, question: WebQuestion) -> Result<WebAnswer, String> {
        let WebQuestion { method, path, headers, body, secrets, answer_max } = question;
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, &self.server.authority)
            .header(header::USER_AGENT, AGENT)
            .header(header::CONNECTION, "close");
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let request =
            request.body(Body::from(body)).map_err(|_| "the request cannot be written".to_owned())?;
        let hidden = |text: String| secrets.iter().fold(text, |text, secret| text.replace(secret, "…"));
        let answer = timeout(self.patience, self.talk(request, answer_max)).await;
        let late = || format!("there was no answer within {} s", self.patience.as_secs());
        let mut answer = answer.map_err(|_| late())?.map_err(hidden)?;
        answer.text = hidden(answer.text);
        Ok(answer)
    }

    async fn talk(&self, request: Request<Body>, answer_max: usize) -> Result<WebAnswer, String> {
        let WebServer { is_encrypted, host, port, .. } = &self.server;
        let stream = TcpStream::connect((&**host, *port)).await.map_err(|error| error.to_string())?;
        if !is_encrypted {
            return exchange(stream, request, answer_max).await;
        }
        let name = ServerName::try_from(host.clone());
        let name = name.map_err(|_| "the host has no name for a certificate".to_owned())?;
        let tls = self.roots.tls().await?;
        match TlsConnector::from(tls).connect(name, stream).await {
            Ok(stream) => exchange(stream, request, answer_max).await,
            Err(error) => {
                self.roots.forget();
                Err(error.to_string())
            }
        }
    }
}

/// Asks over an open line.
async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Body>,
    answer_max: usize,
) -> Result<WebAnswer, String> {
    let (mut sender, connection) =
        http1::handshake(TokioIo::new(stream)).await.map_err(|error| error.to_string())?;
    // The line ends with this function, whatever ends that.
    let mut line = JoinSet::new();
    line.spawn(connection);
    let answer = sender.send_request(request).await.map_err(|error| error.to_string())?;
    let (head, body) = answer.into_parts();
    let retry_after = head.headers.get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
    let retry_after_s = retry_after.and_then(|value| value.trim().parse().ok());
    let mut text = String::new();
    if answer_max > 0 {
        let bytes = body::to_bytes(Body::new(body), answer_max).await;
        let bytes = bytes.map_err(|error| format!("the answer broke off or is too long ({error})"))?;
        text = String::from_utf8_lossy(&bytes).into_owned();
    }
    Ok(WebAnswer { status: head.status.as_u16(), retry_after_s, text })
}
