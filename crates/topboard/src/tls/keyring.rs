//! The certificate that is shown to whoever connects. It can be replaced while connections come.

use super::paper::Paper;
use rustls::{
    server::{ClientHello, ResolvesServerCert},
    sign::CertifiedKey,
};
use std::sync::{Arc, PoisonError, RwLock};

/// A certificate with its key.
#[derive(Debug, Clone)]
pub(super) struct Shown {
    pub(super) key: Arc<CertifiedKey>,
    /// What the certificate says.
    pub(super) paper: Paper,
}

/// The certificate of the moment.
#[derive(Debug)]
pub(super) struct Keyring(RwLock<Shown>);

impl Keyring {
    pub(super) fn of(shown: Shown) -> Keyring {
        Keyring(RwLock::new(shown))
    }

    pub(super) fn shown(&self) -> Shown {
        // No code panics while it holds the lock.
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn replace(&self, shown: Shown) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = shown;
    }
}

impl ResolvesServerCert for Keyring {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner).key))
    }
}
