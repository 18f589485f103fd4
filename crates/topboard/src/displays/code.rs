//! A QR code as an SVG drawing, for a screen.

use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;

/// The width of the light border that a reader needs around a QR code, in modules (ISO/IEC 18004, 6.3.8).
const QUIET: i32 = 4;

/// Returns a text as a QR code; `None` if it is too long for one.
pub(super) fn drawing(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let size = code.size() + 2 * QUIET;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            // Writing to a string cannot fail.
            let _ = write!(path, "M{} {}h1v1h-1z", x + QUIET, y + QUIET);
        }
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{size}v{size}h-{size}z\"/><path fill=\"#000\" d=\"{path}\"/></svg>\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::drawing;

    #[test]
    fn a_phone_reads_the_code_from_the_screen() {
        let link = "https://192.168.100.200:8081/screens#amber-mountain-lantern";
        let svg = drawing(link).expect("it is short");
        let (_, rest) = svg.split_once("viewBox=\"0 0 ").expect("it has a size");
        let size: usize = rest.split(' ').next().expect("a number").parse().expect("a number");
        let mut dark = vec![false; size * size];
        let (_, path) = svg.rsplit_once("d=\"").expect("it has modules");
        for square in path.split('M').skip(1) {
            let (x, rest) = square.split_once(' ').expect("two numbers");
            let y: usize = rest.split('h').next().expect("a number").parse().expect("a number");
            dark[y * size + x.parse::<usize>().expect("a number")] = true;
        }
        let scale = 4;
        let mut image = rqrr::PreparedImage::prepare_from_greyscale(size * scale, size * scale, |x, y| {
            if dark[y / scale * size + x / scale] { 0 } else { 255 }
        });
        let grids = image.detect_grids();
        assert_eq!(grids.len(), 1);
        assert_eq!(grids[0].decode().expect("it is read").1, link);
        assert!(drawing(&"x".repeat(9_000)).is_none());
    }
}
