//! A client that speaks TLS: HTTP/1.1 byte by byte, HTTP/2 frame by frame, and a WebSocket.

use crate::{arbiter_client::Answer, rig::PATIENCE};
use axum::{
    body::Bytes,
    http::{Request, Response, header},
};
use h2::{RecvStream, client::SendRequest};
use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, ServerName, pem::PemObject},
};
use std::{io, net::SocketAddr, sync::Arc};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::{TlsConnector, client::TlsStream};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::client::IntoClientRequest};

/// A client that trusts one root.
#[derive(Clone)]
pub(crate) struct Client {
    roots: Arc<RootCertStore>,
    address: SocketAddr,
}

impl Client {
    /// Returns a client of this address that trusts the root in this text.
    pub(crate) fn trusting(pem: &str, address: &str) -> Client {
        let mut roots = RootCertStore::empty();
        let root = CertificateDer::from_pem_slice(pem.as_bytes()).expect("a certificate");
        roots.add(root).expect("a root");
        Client { roots: Arc::new(roots), address: address.parse().expect("an address") }
    }

    /// Connects with these protocols, as to the computer of this name.
    pub(crate) async fn connect(&self, name: &str, protocols: &[&str]) -> io::Result<TlsStream<TcpStream>> {
        let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("ring knows them")
            .with_root_certificates(Arc::clone(&self.roots))
            .with_no_client_auth();
        config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
        let stream = TcpStream::connect(self.address).await?;
        let name = ServerName::try_from(name.to_owned()).expect("a name");
        TlsConnector::from(Arc::new(config)).connect(name, stream).await
    }

    /// Returns the certificate that is shown.
    pub(crate) async fn shown(&self) -> Option<Vec<u8>> {
        let stream = self.connect("127.0.0.1", &[]).await.ok()?;
        let (_, session) = stream.get_ref();
        session.peer_certificates().and_then(|chain| chain.first()).map(|leaf| leaf.to_vec())
    }

    /// Sends a request over HTTP/1.1, and reads the answer to its end.
    pub(crate) async fn ask(&self, name: &str, request: &str) -> Answer {
        let mut stream = self.connect(name, &["http/1.1"]).await.expect("the root is known");
        stream.write_all(request.as_bytes()).await.expect("it is heard");
        let mut bytes = Vec::new();
        let _ = timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.expect("it is answered");
        let answer = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    /// Connects over HTTP/2 with these settings.
    pub(crate) async fn http_2(&self, settings: &mut h2::client::Builder) -> SendRequest<Bytes> {
        let stream = self.connect("127.0.0.1", &["h2", "http/1.1"]).await.expect("the root is known");
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]), "it speaks HTTP/2");
        let (client, connection) = settings.handshake(stream).await.expect("it speaks HTTP/2");
        tokio::spawn(connection);
        client.ready().await.expect("there is room")
    }

    /// Opens a WebSocket over TLS.
    pub(crate) async fn follow(
        &self,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<WebSocketStream<TlsStream<TcpStream>>, Box<tokio_tungstenite::tungstenite::Error>> {
        let stream = self.connect("127.0.0.1", &["http/1.1"]).await.expect("the root is known");
        let mut request = format!("wss://{}{path}", self.address).into_client_request().expect("an address");
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a header"));
        }
        client_async(request, stream).await.map(|(feed, _)| feed).map_err(Box::new)
    }

    /// Returns a request of HTTP/2 to this address.
    pub(crate) fn request(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Request<()> {
        let mut request = Request::builder().method(method).uri(format!("https://{}{path}", self.address));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(()).expect("a request")
    }
}

/// Sends a request over HTTP/2, and returns the answer with its body.
pub(crate) async fn ask_2(
    client: &mut SendRequest<Bytes>,
    request: Request<()>,
    body: &str,
) -> Response<String> {
    let (answer, mut stream) = client.send_request(request, body.is_empty()).expect("it is heard");
    if !body.is_empty() {
        stream.send_data(Bytes::from(body.to_owned()), true).expect("it is heard");
    }
    let (head, body) = timeout(PATIENCE, answer).await.expect("it answers").expect("an answer").into_parts();
    Response::from_parts(head, read(body).await)
}

async fn read(mut body: RecvStream) -> String {
    let mut bytes = Vec::new();
    while let Some(Ok(piece)) = timeout(PATIENCE, body.data()).await.expect("it goes on") {
        let _ = body.flow_control().release_capacity(piece.len());
        bytes.extend_from_slice(&piece);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the cookies of an answer, as a browser sends them back.
pub(crate) fn cookies(answer: &Response<String>) -> (String, String) {
    let set: Vec<&str> =
        answer.headers().get_all(header::SET_COOKIE).iter().map(|set| set.to_str().expect("text")).collect();
    let first = set.first().copied().unwrap_or_default();
    (first.split(';').next().unwrap_or_default().to_owned(), set.join("\n"))
}
