//! A certificate authority of the hall's own: a root that a phone installs once, and the certificates made with it.
//!
//! Invariants:
//! * The root's key is in one file, which only its owner may read; with any other the program does not start.
//! * A root that is there is never replaced: phones have it.
//! * The root vouches only for what its name constraints permit (names.rs), and for nothing that issues certificates.
//! * The key of a certificate is made with it and never leaves the memory.

use super::{
    keyring::Shown,
    names::{Names, Permitted, host},
    paper::{Paper, Seconds, day},
};
use crate::{
    safe_files::{private, regular},
    terminal::failure::Failure,
};
use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer,
    KeyPair, KeyUsagePurpose, NameConstraints, PKCS_ECDSA_P256_SHA256, SanType, date_time_ymd,
};
use rustls::{
    crypto::ring::sign::any_supported_type,
    pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, pem::PemObject},
    sign::CertifiedKey,
};
use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

/// The name of the root's file in the data folder.
pub const ROOT_NAME: &str = "root.crt";
/// The name of the file of the root's key in the data folder.
const KEY_NAME: &str = "root.key";
/// The greatest length of either file, in bytes.
const BYTES_MAX: u64 = 16 << 10;

const DAY: Seconds = 24 * 60 * 60;
/// The years for which a root is good.
const ROOT_DAYS: Seconds = 3652;
/// The days for which a certificate is good; browsers of today take 398 at most.
const LEAF_DAYS: Seconds = 397;
/// The days by which a certificate begins earlier: the clocks of phones and of this computer differ.
const BEFORE_DAYS: Seconds = 30;
/// The days before its end at which a certificate is made anew.
const RENEW_DAYS: Seconds = 120;
/// The first day of 2026. A clock that says less is wrong: a computer without a battery begins in the past.
const EARLIEST: Seconds = 1_767_225_600;

/// The authority of a data folder.
pub(super) struct Authority {
    issuer: Issuer<'static, KeyPair>,
    /// The root as a file that a phone installs.
    pub(super) pem: String,
    /// What the root says.
    pub(super) paper: Paper,
}

/// Returns whether a certificate of the authority has to be made anew: for other names, or because it is near its end or not
/// good yet.
pub(super) fn is_due(paper: &Paper, names: &Names, now: Seconds) -> bool {
    paper.names != *names || now < paper.not_before || now > paper.not_after - RENEW_DAYS * DAY
}

impl Authority {
    /// Returns the authority of this data folder. If there is none, one is made that may vouch for these names.
    pub(super) fn of_folder(data: &Path, configured: &[String], now: Seconds) -> Result<Authority, Failure> {
        let wanted = Names::configured(configured);
        let found = match (read(&data.join(KEY_NAME))?, read(&data.join(ROOT_NAME))?) {
            (Some(key), Some(pem)) => Authority::read(data, &key, pem)?,
            (None, Some(_)) => return Err(unusable(&data.join(KEY_NAME), "it is missing")),
            // A root's key alone is left where the power failed while the root was made: no phone has seen it.
            (_, None) => Authority::make(data, &wanted, &Names::of_computer(configured), now)?,
        };
        if now > found.paper.not_after {
            let path = data.join(ROOT_NAME);
            return Err(Failure::Input(format!(
                "the root certificate {} ended on {}; delete it and {KEY_NAME}, start again and install the new one on every \
                 phone (if the clock of this computer is wrong, set it instead)",
                path.display(),
                day(found.paper.not_after)
            )));
        }
        let permitted = found.paper.permitted.only(&wanted);
        if let Some(name) = wanted.texts().iter().find(|name| !permitted.texts().contains(name)) {
            return Err(Failure::Input(format!(
                "the root certificate {} was made before {name} was configured and cannot vouch for it; take the name out, \
                 or delete {ROOT_NAME} and {KEY_NAME} there and install the new root on every phone",
                data.join(ROOT_NAME).display()
            )));
        }
        Ok(found)
    }

    /// Makes a certificate for those of the names that the root may vouch for.
    pub(super) fn leaf(&self, names: &Names, now: Seconds) -> Result<Shown, Failure> {
        let names = self.paper.permitted.only(names);
        let mut params = CertificateParams::default();
        params.distinguished_name = called("Topboard".to_owned());
        let dns = names.names.iter().filter_map(|name| name.as_str().try_into().ok().map(SanType::DnsName));
        params.subject_alt_names =
            dns.chain(names.addresses.iter().copied().map(SanType::IpAddress)).collect();
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        params.use_authority_key_identifier_extension = true;
        let from = now.max(EARLIEST) - BEFORE_DAYS * DAY;
        date(&mut params, from, (from + LEAF_DAYS * DAY).min(self.paper.not_after));
        let key = KeyPair::generate_for(&PKCS_ECDSA_P256_SHA256).map_err(|error| not_made(&error))?;
        let certificate = params.signed_by(&key, &self.issuer).map_err(|error| not_made(&error))?;
        let paper = Paper::read(certificate.der()).ok_or_else(|| not_made(&"it cannot be read"))?;
        let secret = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let secret = any_supported_type(&secret).map_err(|error| not_made(&error))?;
        Ok(Shown { key: CertifiedKey::new(vec![certificate.der().clone()], secret).into(), paper })
    }

    fn read(data: &Path, key: &str, pem: String) -> Result<Authority, Failure> {
        let [root_path, key_path] = paths(data);
        if !regular::open_to_others([key_path.clone()]).is_empty() {
            return Err(unusable(
                &key_path,
                "others than its owner can read it, so anybody may have a copy (chmod 600 if nobody has)",
            ));
        }
        let root = CertificateDer::from_pem_slice(pem.as_bytes())
            .map_err(|_| unusable(&root_path, "it is no certificate"))?;
        let paper = Paper::read(&root).ok_or_else(|| unusable(&root_path, "it is no certificate"))?;
        let key = KeyPair::from_pem(key).map_err(|_| unusable(&key_path, "it is no key"))?;
        let is_its = x509_parser::parse_x509_certificate(&root).is_ok_and(|(_, parsed)| {
            parsed.public_key().subject_public_key.data.as_ref() == key.public_key_raw()
        });
        if !is_its {
            return Err(unusable(&key_path, "it is the key of another root"));
        }
        let issuer =
            Issuer::from_ca_cert_der(&root, key).map_err(|_| unusable(&root_path, "it is no root"))?;
        Ok(Authority { issuer, pem, paper })
    }

    fn make(data: &Path, configured: &Names, own: &Names, now: Seconds) -> Result<Authority, Failure> {
        let [root_path, key_path] = paths(data);
        let mut params = CertificateParams::default();
        let host = host().unwrap_or_else(|| "hall".to_owned());
        let from = now.max(EARLIEST) - BEFORE_DAYS * DAY;
        // Two roots in the list of a phone can be told apart.
        params.distinguished_name = called(format!("Topboard {host} {}", day(now.max(EARLIEST))));
        params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
        let permitted_subtrees = Permitted::of(own, configured).subtrees();
        params.name_constraints = Some(NameConstraints { permitted_subtrees, excluded_subtrees: Vec::new() });
        date(&mut params, from, from + ROOT_DAYS * DAY);
        let key = KeyPair::generate_for(&PKCS_ECDSA_P256_SHA256).map_err(|error| not_made(&error))?;
        let root = params.self_signed(&key).map_err(|error| not_made(&error))?;
        // The root comes last: a root without its key would be of no use, and phones could have it already.
        regular::make_folder(data)
            .and_then(|()| private::replace(&key_path, key.serialize_pem().as_bytes()))
            .and_then(|()| private::replace(&root_path, root.pem().as_bytes()))
            .map_err(|error| {
                Failure::Environment(format!(
                    "{} cannot be written ({error}); make room or give another data folder",
                    root_path.display()
                ))
            })?;
        tracing::info!(
            "{} was made; keep a copy of it and of {KEY_NAME}, or every phone has to install another one",
            root_path.display()
        );
        Authority::read(data, &key.serialize_pem(), root.pem())
    }
}

impl std::fmt::Debug for Authority {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Authority({})", self.paper.fingerprint)
    }
}

/// Returns the root of this data folder, as a file and as people read it; `None` if there is none.
pub fn root(data: &Path) -> Result<Option<(String, Paper)>, Failure> {
    let path = data.join(ROOT_NAME);
    let Some(pem) = read(&path)? else { return Ok(None) };
    let paper = CertificateDer::from_pem_slice(pem.as_bytes()).ok().and_then(|root| Paper::read(&root));
    let paper = paper.ok_or_else(|| unusable(&path, "it is no certificate"))?;
    Ok(Some((pem, paper)))
}

/// Returns the paths of the root and of its key.
fn paths(data: &Path) -> [PathBuf; 2] {
    [data.join(ROOT_NAME), data.join(KEY_NAME)]
}

fn read(path: &Path) -> Result<Option<String>, Failure> {
    let bytes = private::read(path, BYTES_MAX);
    let text = bytes.and_then(|bytes| bytes.map(String::from_utf8).transpose().map_err(io::Error::other));
    text.map_err(|error| unusable(path, &error.to_string()))
}

fn called(name: String) -> DistinguishedName {
    let mut called = DistinguishedName::new();
    called.push(DnType::CommonName, name);
    called
}

fn date(params: &mut CertificateParams, from: Seconds, to: Seconds) {
    let moment = |at| date_time_ymd(1970, 1, 1) + Duration::from_secs(u64::try_from(at).unwrap_or_default());
    (params.not_before, params.not_after) = (moment(from), moment(to));
}

fn unusable(path: &Path, why: &str) -> Failure {
    Failure::Input(format!(
        "{} cannot be used: {why}; put it back from a copy, or delete {ROOT_NAME} and {KEY_NAME} there, start again and \
         install the new root on every phone",
        path.display()
    ))
}

fn not_made(error: &dyn std::fmt::Display) -> Failure {
    Failure::Environment(format!(
        "no certificate could be made ({error}); start again, or give certificate files in tls"
    ))
}
