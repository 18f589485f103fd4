//! The options of the commands by which people come in: links, passwords, and the certificate that their browsers trust.

mod certificate;
mod link;
mod password;

pub use certificate::CertificateOptions;
pub use link::LinkOptions;
pub use password::PasswordOptions;
