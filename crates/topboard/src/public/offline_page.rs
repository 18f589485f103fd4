//! The page that checks a journal, as a single file. A saved copy works on a computer without a network.
//!
//! A browser loads no module from a disk, so the style sheet and the modules are put into the page itself. The page's
//! content security policy lists their hashes: the page may run exactly these modules, and fetch nothing.

use crate::public::pages::Web;
use axum::{
    body::Body,
    http::{HeaderValue, Response, header},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha256};

const SHEET: &str = "<link rel=\"stylesheet\" href=\"verify.css\">";
const SCRIPT: &str = "<script type=\"module\" src=\"verify.js\"></script>";

/// The modules of the page. Each comes after the modules that it imports.
const MODULES: [&str; 13] = [
    "digest.js",
    "journal/hole.js",
    "unsigned.js",
    "heads.js",
    "journal/tombstone.js",
    "journal/line.js",
    "witness.js",
    "evidence.js",
    "journal/packed.js",
    "journal/files.js",
    "report.js",
    "verdict.js",
    "verify.js",
];

/// Returns the response with the page.
pub fn verify() -> Response<Body> {
    let sheet = text("verify.css");
    // All modules share one scope, where they find each other's exports by name.
    let script = MODULES.map(|module| without_borders(&text(module))).concat();
    let page = text("verify.html")
        .replace(SHEET, &format!("<style>{sheet}</style>"))
        .replace(SCRIPT, &format!("<script type=\"module\">{script}</script>"));
    let policy = format!(
        "default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
        hash(&sheet),
        hash(&script)
    );
    let mut response = Response::new(Body::from(page));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let policy = HeaderValue::from_str(&policy).expect("a policy is made of plain letters");
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// Returns a module without its imports and without the word `export`. Each import and export stands on a line of its
/// own.
fn without_borders(module: &str) -> String {
    let inner = |line: &str| match line.strip_prefix("export ") {
        Some(inner) => format!("{inner}\n"),
        None => format!("{line}\n"),
    };
    module.lines().filter(|line| !line.starts_with("import ")).map(inner).collect()
}

fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

fn text(name: &str) -> String {
    let file = Web::get(&format!("verify/{name}")).expect("the page's parts are in web/verify/");
    String::from_utf8_lossy(&file.data).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{MODULES, SCRIPT, SHEET, text, without_borders};

    #[test]
    fn the_parts_of_the_page_can_be_put_into_it() {
        let page = text("verify.html");
        assert!(page.matches(SHEET).count() == 1 && page.matches(SCRIPT).count() == 1);
        for module in MODULES {
            let inner = without_borders(&text(module));
            // An end tag of a script would end the page's script element early. Imports and exports are invalid in the
            // joined script.
            assert!(!inner.contains("</script"), "{module}");
            assert!(
                !inner.lines().any(|line| line.starts_with("export") || line.starts_with("import ")),
                "{module}"
            );
        }
    }
}
