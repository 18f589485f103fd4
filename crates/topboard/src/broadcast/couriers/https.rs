//! Requests to a server of others: one connection, one question, one answer. Redirects are not followed: what is sent is for the
//! host that the organiser named.

use crate::config::broadcast::WebAddress;
use axum::{
    body::Body,
    http::{HeaderName, HeaderValue, Method, Request, header},
};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, ServerName, pem::PemObject},
    version::{TLS12, TLS13},
};
use std::{path::PathBuf, sync::Arc};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    task::{JoinSet, spawn_blocking},
};
use tokio_rustls::TlsConnector;

/// How the program names itself.
const AGENT: &str = concat!("topboard/", env!("CARGO_PKG_VERSION"));

/// Sends a body, and returns the status of the answer. `Err` says why there is none.
pub(super) async fn send(
    address: &WebAddress,
    method: Method,
    path: &str,
    headers: Vec<(HeaderName, HeaderValue)>,
    body: String,
) -> Result<u16, String> {
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::HOST, &address.authority)
        .header(header::USER_AGENT, AGENT)
        .header(header::CONNECTION, "close");
    for (name, value) in headers {
        request = request.header(name, value);
    }
    let request = request.body(Body::from(body)).map_err(|_| "the request cannot be written".to_owned())?;
    let stream = TcpStream::connect((&*address.host, address.port)).await;
    let stream = stream.map_err(|error| error.to_string())?;
    if !address.is_encrypted {
        return ask(stream, request).await;
    }
    let config = tls(address.roots.clone()).await?;
    let name = ServerName::try_from(address.host.clone());
    let name = name.map_err(|_| "the host has no name for a certificate".to_owned())?;
    let stream = TlsConnector::from(config).connect(name, stream).await;
    ask(stream.map_err(|error| error.to_string())?, request).await
}

async fn ask(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Body>,
) -> Result<u16, String> {
    let (mut sender, connection) =
        http1::handshake(TokioIo::new(stream)).await.map_err(|error| error.to_string())?;
    // The line ends with this function.
    let mut line = JoinSet::new();
    line.spawn(connection);
    let answer = sender.send_request(request).await.map_err(|error| error.to_string())?;
    Ok(answer.status().as_u16())
}

/// Returns what checks certificates: those that this computer trusts, and those of a file.
pub(super) async fn tls(roots: Option<PathBuf>) -> Result<Arc<ClientConfig>, String> {
    let made = spawn_blocking(move || {
        let mut store = RootCertStore::empty();
        store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if let Some(file) = roots {
            let said =
                |why: String| format!("{} has no certificates that can be used ({why})", file.display());
            let read = CertificateDer::pem_file_iter(&file).map_err(|error| said(error.to_string()))?;
            for certificate in read {
                let certificate = certificate.map_err(|error| said(error.to_string()))?;
                store.add(certificate).map_err(|error| said(error.to_string()))?;
            }
        }
        if store.is_empty() {
            return Err("this computer knows no certificates; install its package ca-certificates".to_owned());
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_protocol_versions(&[&TLS13, &TLS12])
            .map_err(|error| error.to_string())?;
        Ok(Arc::new(config.with_root_certificates(store).with_no_client_auth()))
    });
    made.await.map_err(|error| error.to_string())?
}
