//! Whose certificates are believed: those that this computer trusts, and those of a file.

use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject},
    version::{TLS12, TLS13},
};
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};
use tokio::task::spawn_blocking;

/// What this computer trusts. It is looked up once, for it is a hundred files and more.
static OF_MACHINE: OnceLock<Arc<RootCertStore>> = OnceLock::new();

/// The certificates that are believed for one server.
#[derive(Debug, Default)]
pub struct Roots {
    file: Option<PathBuf>,
    made: Mutex<Option<Arc<ClientConfig>>>,
}

impl Roots {
    /// Believes what this computer trusts, and the certificates of this file.
    pub fn with(file: Option<PathBuf>) -> Roots {
        Roots { file, made: Mutex::default() }
    }

    /// Returns what checks certificates. `Err` says what to do about the files.
    pub async fn tls(&self) -> Result<Arc<ClientConfig>, String> {
        let known = self.made.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(made) = known {
            return Ok(made);
        }
        let machine = match OF_MACHINE.get() {
            Some(machine) => Arc::clone(machine),
            None => of_machine().await?,
        };
        let file = self.file.clone();
        let made = spawn_blocking(move || config(machine, file.as_deref()));
        let made = made.await.map_err(|error| error.to_string())??;
        *self.made.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&made));
        Ok(made)
    }

    /// Reads the file again before the next connection: a server that was not believed may have a new certificate, and the file,
    /// too.
    pub fn forget(&self) {
        *self.made.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

async fn of_machine() -> Result<Arc<RootCertStore>, String> {
    let read = spawn_blocking(|| {
        let mut store = RootCertStore::empty();
        store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        Arc::new(store)
    });
    let read = read.await.map_err(|error| error.to_string())?;
    // Where nothing is trusted yet, somebody will put that right while the program runs.
    if !read.is_empty() {
        let _ = OF_MACHINE.set(Arc::clone(&read));
    }
    Ok(read)
}

fn config(machine: Arc<RootCertStore>, file: Option<&Path>) -> Result<Arc<ClientConfig>, String> {
    let mut store = machine;
    if let Some(file) = file {
        let said = |why: String| format!("{} has no certificates that can be used ({why})", file.display());
        let all = Arc::make_mut(&mut store);
        for certificate in CertificateDer::pem_file_iter(file).map_err(|error| said(error.to_string()))? {
            let certificate = certificate.map_err(|error| said(error.to_string()))?;
            all.add(certificate).map_err(|error| said(error.to_string()))?;
        }
    }
    if store.is_empty() {
        return Err("this computer knows no certificates; install its package ca-certificates".to_owned());
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_protocol_versions(&[&TLS13, &TLS12])
        .map_err(|error| error.to_string())?;
    Ok(Arc::new(config.with_root_certificates(store).with_no_client_auth()))
}
