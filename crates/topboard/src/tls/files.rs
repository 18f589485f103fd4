//! A certificate and its key in files, as an authority or a tool like certbot leaves them.

use super::{
    keyring::Shown,
    paper::{Paper, Seconds, day},
};
use crate::safe_files::regular;
use rustls::{
    InconsistentKeys,
    crypto::ring::sign::any_supported_type,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    sign::CertifiedKey,
};
use std::{
    fs, io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The greatest length of either file, in bytes.
const BYTES_MAX: u64 = 256 << 10;

/// Where a certificate and its key are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files {
    /// The certificate and those between it and a known root.
    pub certificate: PathBuf,
    /// The private key.
    pub key: PathBuf,
}

/// What tells one state of the files from another: their numbers, lengths and times of change.
pub(super) type Stamp = Vec<(u64, u64, i64, i64)>;

impl Files {
    /// Reads the files. `Err` is a sentence that says what is wrong and what to do.
    pub(super) fn load(&self) -> Result<Shown, String> {
        let (path, pem) = (&self.certificate, text(&self.certificate, "the certificate")?);
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem.as_bytes()).collect();
        let chain = chain.map_err(|_| no_pem(path, "a certificate"))?;
        let first = chain.first().ok_or_else(|| no_pem(path, "a certificate"))?;
        let paper = Paper::read(first).ok_or_else(|| no_pem(path, "a certificate"))?;
        if paper.names.texts().is_empty() {
            return Err(format!(
                "the certificate {} names no address, and browsers want one; take one that is made for this computer's name",
                path.display()
            ));
        }
        let pem = text(&self.key, "the key")?;
        if pem.contains("ENCRYPTED") {
            return Err(format!(
                "the key {} is locked with a password, and nobody is there to type it; unlock it (openssl pkey -in it -out new)",
                self.key.display()
            ));
        }
        let key =
            PrivateKeyDer::from_pem_slice(pem.as_bytes()).map_err(|_| no_pem(&self.key, "a private key"))?;
        let key = any_supported_type(&key).map_err(|_| {
            format!(
                "the key {} is of a kind that cannot be used; take an ECDSA P-256 or an RSA key",
                self.key.display()
            )
        })?;
        let key = CertifiedKey::new(chain, key);
        match key.keys_match() {
            Ok(()) | Err(rustls::Error::InconsistentKeys(InconsistentKeys::Unknown)) => {}
            Err(_) => {
                return Err(format!(
                    "the key {} does not belong to the certificate {}; give the key with which it was asked for, and the \
                     certificate of this computer as the first in its file",
                    self.key.display(),
                    path.display()
                ));
            }
        }
        Ok(Shown { key: Arc::new(key), paper })
    }

    /// Reads what the certificate says.
    pub fn paper(&self) -> Result<Paper, String> {
        self.load().map(|shown| shown.paper)
    }

    /// Returns the state of the files, which differs once they were written anew.
    pub(super) fn stamp(&self) -> Stamp {
        let stamp = |path: &PathBuf| {
            let found = fs::metadata(path).ok()?;
            Some((found.ino(), found.len(), found.mtime(), found.mtime_nsec()))
        };
        [&self.certificate, &self.key].into_iter().map(|path| stamp(path).unwrap_or_default()).collect()
    }

    /// Says what is wrong with the days of the certificate, and what to do; `None` if it is good.
    pub(super) fn trouble(&self, paper: &Paper, now: Seconds) -> Option<String> {
        let path = self.certificate.display();
        if now > paper.not_after {
            let ended = day(paper.not_after);
            return Some(format!(
                "the certificate {path} ended on {ended}; renew it, browsers no longer accept it"
            ));
        }
        (now < paper.not_before).then(|| {
            format!(
                "the certificate {path} begins on {}, and the clock of this computer says {}; set the clock if it is wrong, \
                 browsers go by their own",
                day(paper.not_before),
                day(now)
            )
        })
    }
}

fn text(path: &Path, what: &str) -> Result<String, String> {
    regular::read_text(path, BYTES_MAX).map_err(|error| {
        let path = path.display();
        match error.kind() {
            io::ErrorKind::NotFound => {
                format!("{what} {path} is not there; put it there, or correct tls under [server]")
            }
            io::ErrorKind::PermissionDenied => {
                format!(
                    "{what} {path} may not be read by the user who runs the program; give them the right to"
                )
            }
            _ => format!("{what} {path} cannot be read ({error}); give a file in PEM"),
        }
    })
}

fn no_pem(path: &Path, what: &str) -> String {
    format!(
        "{} holds no {} in PEM, which begins with -----BEGIN; if it is in DER, openssl can turn it into PEM",
        path.display(),
        what.trim_start_matches("a ")
    )
}
