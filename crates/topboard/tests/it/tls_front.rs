//! TLS in front of a server that speaks none: the certificate is shown, and the bytes are passed on.

use rustls::{
    ServerConfig,
    crypto::ring,
    pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer},
};
use std::sync::Arc;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
};
use tokio_rustls::TlsAcceptor;

/// Serves what is behind this address under the name `localhost`. Returns the port, and the certificate to be trusted, as PEM.
/// Must be called within a Tokio runtime.
pub(crate) async fn front(behind: String) -> (u16, String) {
    let own = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).expect("a certificate");
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(own.signing_key.serialize_der()));
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("ring knows them")
        .with_no_client_auth()
        .with_single_cert(vec![own.cert.der().clone()], key)
        .expect("they belong together");
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let port = listener.local_addr().expect("it is bound").port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (acceptor, behind) = (acceptor.clone(), behind.clone());
            tokio::spawn(async move {
                // Whoever does not believe the certificate says nothing behind it.
                let mut outside = acceptor.accept(stream).await?;
                let mut inside = TcpStream::connect(behind).await?;
                copy_bidirectional(&mut outside, &mut inside).await
            });
        }
    });
    (port, own.cert.pem())
}
