//! A server that takes notifications for phones, as ntfy does, over TLS.

use rcgen::{CertificateParams, KeyPair, PKCS_ECDSA_P256_SHA256};
use rustls::{
    ServerConfig,
    crypto::ring,
    pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer},
};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tokio_rustls::TlsAcceptor;

/// The server.
pub(super) struct Ntfy {
    port: u16,
    /// The file with the certificate that a client has to trust.
    pub(super) root: PathBuf,
    told: Arc<Mutex<Vec<String>>>,
}

impl Ntfy {
    /// Starts the server at a port of this computer.
    pub(super) async fn start(folder: &Path) -> Ntfy {
        let key = KeyPair::generate_for(&PKCS_ECDSA_P256_SHA256).expect("a key");
        let names = CertificateParams::new(["127.0.0.1".to_owned()]).expect("a name");
        let certificate = names.self_signed(&key).expect("a certificate");
        let root = folder.join("ntfy.pem");
        fs::write(&root, certificate.pem()).expect("the folder can be written");
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("ring knows them")
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], key)
            .expect("they belong together");
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let port = listener.local_addr().expect("it is bound").port();
        let told = Arc::new(Mutex::new(Vec::new()));
        let all = Arc::clone(&told);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // Whoever goes away is no matter.
                let _ = take(&acceptor, stream, &all).await;
            }
        });
        Ntfy { port, root, told }
    }

    /// Returns the address of a channel.
    pub(super) fn url(&self, channel: &str) -> String {
        format!("https://127.0.0.1:{}/{channel}", self.port)
    }

    /// Returns the notifications so far.
    pub(super) fn told(&self) -> Vec<String> {
        self.told.lock().expect("no panic holds it").clone()
    }
}

async fn take(acceptor: &TlsAcceptor, stream: TcpStream, told: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let mut stream = acceptor.accept(stream).await?;
    let (mut request, mut piece) = (String::new(), [0; 4096]);
    loop {
        let length = stream.read(&mut piece).await?;
        request += &String::from_utf8_lossy(&piece[..length]);
        let Some((head, body)) = request.split_once("\r\n\r\n") else { continue };
        let lines = head.lines().filter_map(|line| line.split_once(": "));
        let announced = lines.filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
        let announced = announced.filter_map(|(_, length)| length.parse().ok()).next().unwrap_or(0);
        if body.len() < announced && length > 0 {
            continue;
        }
        told.lock().expect("no panic holds it").push(body.to_owned());
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").await?;
        return stream.shutdown().await;
    }
}
