//! The key that signs the journal. It is made on the first run, kept in the data folder, and shown to nobody.
//!
//! Invariants:
//! * The private key is in one file, which only its owner may read. Nothing prints the key, and no record holds it.
//! * A file that is not a key is never replaced: somebody may still need its contents.

use crate::{safe_files::regular, terminal::failure::Failure};
use ed25519_dalek::{Signer, SigningKey};
use journal::{Chain, PublicKey, SignedHead, hex, seal::PageSignature, signature};
use std::{
    fs::{self, File},
    io::{self, Write},
    os::unix::fs::PermissionsExt,
    path::Path,
};

/// The name of the key's file in the data folder.
pub const KEY_NAME: &str = "evidence.key";
/// The greatest length of a file that is read as a key, in bytes.
const BYTES_MAX: u64 = 4096;

/// A private key.
pub struct Key(SigningKey);

impl Key {
    /// Returns the key of this data folder. If there is none, one is made.
    pub fn of_folder(data: &Path) -> Result<Key, Failure> {
        match Key::find(data)? {
            Some(key) => Ok(key),
            None => Key::make(data, &data.join(KEY_NAME)),
        }
    }

    /// Returns the key of this data folder; `None` if there is none.
    pub fn find(data: &Path) -> Result<Option<Key>, Failure> {
        let path = data.join(KEY_NAME);
        match regular::read_text(&path, BYTES_MAX) {
            Ok(text) => {
                let seed = hex::parse(text.trim()).ok_or_else(|| not_a_key(&path))?;
                warn_if_open(&path);
                Ok(Some(Key(SigningKey::from_bytes(&seed))))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Err(not_a_key(&path)),
            Err(error) => Err(unusable(&path, &error)),
        }
    }

    /// Returns the key from the journal's folder or the data folder around it; `None` if neither holds a usable key.
    pub fn near(journal: &Path) -> Option<Key> {
        let folder = if journal.is_dir() { journal } else { journal.parent()? };
        let texts = [folder.to_owned(), folder.join("..")]
            .map(|data| regular::read_text(&data.join(KEY_NAME), BYTES_MAX));
        let seed = texts.into_iter().flatten().find_map(|text| hex::parse(text.trim()))?;
        Some(Key(SigningKey::from_bytes(&seed)))
    }

    /// Returns the public key.
    pub fn public(&self) -> PublicKey {
        self.0.verifying_key().to_bytes()
    }

    /// Signs the head of a journal whose chain is in this state.
    pub fn sign(&self, chain: &Chain) -> SignedHead {
        let (seq, head) = (chain.seq(), chain.head());
        let signature = self.0.sign(&signature::message(seq, &head)).to_bytes();
        SignedHead { seq, head, key: self.public(), signature }
    }

    /// Signs a message. Its format must say what it is for, so that the signature fits nothing else.
    pub fn sign_bytes(&self, message: &[u8]) -> [u8; 64] {
        self.0.sign(message).to_bytes()
    }

    /// Signs the page with this digest. Returns the public key and the signature.
    pub fn sign_page(&self, sha256: &[u8; 32]) -> PageSignature {
        (self.public(), self.0.sign(&signature::page_message(sha256)).to_bytes())
    }

    fn make(data: &Path, path: &Path) -> Result<Key, Failure> {
        let mut seed = [0; 32];
        rustix::rand::getrandom(&mut seed, rustix::rand::GetRandomFlags::empty())
            .map_err(io::Error::from)
            .and_then(|length| if length == seed.len() { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) })
            .map_err(|error| {
                Failure::Environment(format!(
                    "the system gives no random numbers ({error}), so no key can be made; start again in a minute"
                ))
            })?;
        // The file gets its name only when the whole key is safe: a power cut leaves no half-written key.
        let fresh = path.with_extension("key.new");
        let written = fs::create_dir_all(data)
            .and_then(|()| regular::make(&fresh))
            .and_then(|mut file| {
                file.write_all(format!("{}\n", hex::emit(&seed)).as_bytes())?;
                file.sync_all()
            })
            .and_then(|()| fs::rename(&fresh, path))
            .and_then(|()| File::open(data)?.sync_all());
        written.map_err(|error| unusable(path, &error))?;
        let key = Key(SigningKey::from_bytes(&seed));
        tracing::info!("{} was made; keep a copy of it as carefully as the journal", path.display());
        Ok(key)
    }
}

/// Prints only the public key, even as part of a struct that holds the private key.
impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Key({})", hex::emit(&self.public()))
    }
}

fn warn_if_open(path: &Path) {
    if fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 0o077 != 0) {
        tracing::warn!("{} can be read by others; `chmod 600 {}`", path.display(), path.display());
    }
}

fn not_a_key(path: &Path) -> Failure {
    Failure::Input(format!(
        "{} is not a key; put the right file back, or move it away to have a new key made",
        path.display()
    ))
}

fn unusable(path: &Path, error: &io::Error) -> Failure {
    Failure::Environment(format!(
        "{} cannot be used ({error}); check the disk and who may read and write there",
        path.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::{KEY_NAME, Key};
    use crate::{safe_files::scratch::Scratch, terminal::failure::Failure};
    use journal::Chain;
    use std::{fs, os::unix::fs::PermissionsExt};

    #[test]
    fn a_key_is_made_once_and_only_its_owner_may_read_it() {
        let scratch = Scratch::new("key").expect("a folder can be made");
        let data = scratch.path().join("data");
        let key = Key::of_folder(&data).expect("it is made");
        let again = Key::of_folder(&data).expect("it is there");
        assert_eq!(key.public(), again.public());
        assert!(key.sign(&Chain::new()).is_genuine());
        let file = data.join(KEY_NAME);
        let mode = fs::metadata(&file).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert!(!format!("{key:?}").contains(fs::read_to_string(&file).expect("it is text").trim()));
        fs::create_dir(data.join("journal")).expect("it can be made");
        for near in ["journal", "journal/hall.journal"] {
            assert_eq!(Key::near(&data.join(near)).map(|key| key.public()), Some(key.public()), "{near}");
        }

        fs::write(&file, "not a key").expect("it can be written");
        assert!(matches!(Key::of_folder(&data), Err(Failure::Input(why)) if why.contains("move it away")));
        assert_eq!(fs::read_to_string(&file).expect("it stays"), "not a key");
    }
}
