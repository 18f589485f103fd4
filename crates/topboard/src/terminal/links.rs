//! Links to pages, as the terminal shows them: one a line, and one of them as a QR code for a phone.

use crate::tls::Tls;
use qrcodegen::{QrCode, QrCodeEcc};
use std::io::{self, IsTerminal, Write};

/// The width of the light border that a reader needs around a QR code, in modules (ISO/IEC 18004, 6.3.8).
const QUIET: i32 = 4;
/// White letters on black, whatever colours the terminal has; and its own colours again.
const COLORS: (&str, &str) = ("\u{1b}[97;40m", "\u{1b}[0m");

/// Prints the links to a page, one a line. `what` says which page it is.
pub fn say_links(what: &str, links: impl Iterator<Item = String>, remark: &str) {
    let mut out = io::stdout();
    for (index, link) in links.enumerate() {
        let before = if index == 0 { what.to_owned() } else { format!("{:>1$}", "or", what.len()) };
        let _ = writeln!(out, "{before} {link}{remark}");
    }
}

/// Prints the fingerprint by which people know the certificate, and where phones get the root.
pub fn say_fingerprint(tls: &Tls) {
    let fingerprint = tls.known_by().fingerprint;
    let _ = match tls.is_own() {
        true => writeln!(
            io::stdout(),
            "The root certificate for phones is at /certificate of each page; its fingerprint (SHA-256) is\n{fingerprint}"
        ),
        false => writeln!(io::stdout(), "The certificate's fingerprint (SHA-256) is\n{fingerprint}"),
    };
}

/// Prints the link that a phone can open as a QR code: on a terminal, or wherever somebody asked for it. A link that
/// only this computer can open has no code.
pub fn show_code(links: &[String], is_asked: bool) {
    let is_terminal = io::stdout().is_terminal();
    if !is_terminal && !is_asked {
        return;
    }
    match links.iter().find(|link| !is_of_this_computer(link)) {
        Some(link) => {
            let colors = if is_terminal { COLORS } else { ("", "") };
            let _ = write!(io::stdout(), "{}", code(link, colors));
        }
        None => {
            let _ = writeln!(
                io::stdout(),
                "No phone can open it, so there is no code: set listen under [arbiter] in topboard.toml, such as \
                 \"0.0.0.0:8081\"."
            );
        }
    }
}

fn is_of_this_computer(link: &str) -> bool {
    let host = link.split_once("://").map_or(link, |(_, host)| host);
    host.starts_with("127.") || host.starts_with("[::1]") || host.starts_with("localhost")
}

/// Returns a text as a QR code in half blocks: two rows of modules a line. A light module is a block in the colour of
/// letters, as terminals are dark by default.
fn code(text: &str, (begin, end): (&str, &str)) -> String {
    let Ok(code) = QrCode::encode_text(text, QrCodeEcc::Low) else { return String::new() };
    let reach = -QUIET..code.size() + QUIET;
    let is_light = |x, y| !code.get_module(x, y);
    let mut lines = String::new();
    for y in reach.clone().step_by(2) {
        lines.push_str(begin);
        // The row below the last one is outside the code, and therefore light.
        lines.extend(reach.clone().map(|x| match (is_light(x, y), is_light(x, y + 1)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        }));
        lines.push_str(end);
        lines.push('\n');
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{code, is_of_this_computer};

    #[test]
    fn a_phone_reads_the_code() {
        let link = "http://192.168.100.200:8081/#enter=0123456789abcdef0123456789abcdef";
        let text = code(link, ("", ""));
        let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let (width, height, scale) = (rows[0].len(), rows.len() * 2, 4);
        assert!(width <= 80, "it fits into a terminal: {width}");
        let mut image = rqrr::PreparedImage::prepare_from_greyscale(width * scale, height * scale, |x, y| {
            let (x, y) = (x / scale, y / scale);
            let is_light = match rows[y / 2][x] {
                '█' => true,
                '▀' => y.is_multiple_of(2),
                '▄' => !y.is_multiple_of(2),
                _ => false,
            };
            if is_light { 255 } else { 0 }
        });
        let grids = image.detect_grids();
        assert_eq!(grids.len(), 1);
        assert_eq!(grids[0].decode().expect("it is read").1, link);
    }

    #[test]
    fn a_link_of_this_computer_has_no_code() {
        for link in [
            "http://127.0.0.1:8081/#enter=0",
            "http://[::1]:8081/",
            "http://localhost/",
            "https://127.0.0.1:8081/",
        ] {
            assert!(is_of_this_computer(link), "{link}");
        }
        for link in ["http://192.168.1.7:8081/#enter=0", "https://192.168.1.7:8081/#enter=0"] {
            assert!(!is_of_this_computer(link), "{link}");
        }
    }
}
