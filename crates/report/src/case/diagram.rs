//! Diagrams: positions as inline SVG with the program's own pieces, readable in grey and by a screen reader.

use super::html::{Html, escape};
use board::{Contents, Reading};
use shakmaty::{Board, Color, File, Piece, Rank, Square};

/// The side of a square in units of the drawing. The symbols of the pieces are drawn in this size.
const SIDE: u32 = 100;
/// The margin for the names of files and ranks, in units of the drawing.
const MARGIN: u32 = 60;

/// Draws a position of the game. The squares in `differs`, where the board read something else, are framed.
pub(super) fn position(html: &mut Html, title: &str, board: &Board, differs: &[Square]) {
    let piece = |square| board.piece_at(square).map_or(Contents::Empty, Contents::Piece);
    draw(html, title, piece, differs);
}

/// Draws a reading of the board. The squares in `differs`, where the reading differs from the game, are framed.
pub(super) fn reading(html: &mut Html, title: &str, reading: &Reading, differs: &[Square]) {
    draw(html, title, |square| reading.at(square), differs);
}

/// Returns the squares on which the board's reading differs from the game's position. If the board senses only
/// occupancy, only occupancy is compared.
pub(super) fn differences(board: &Board, reading: &Reading) -> Vec<Square> {
    let differs = |square: &Square| match (reading.at(*square), board.piece_at(*square)) {
        (Contents::Empty, expected) => expected.is_some(),
        (Contents::Occupied, expected) => expected.is_none(),
        (Contents::Piece(seen), expected) => expected != Some(seen),
    };
    Square::ALL.into_iter().filter(differs).collect()
}

/// Returns the contents of a square in words.
pub(super) fn contents(contents: Contents) -> String {
    match contents {
        Contents::Empty => "empty".to_owned(),
        Contents::Occupied => "a piece".to_owned(),
        Contents::Piece(piece) => name(piece),
    }
}

/// Returns the name of a piece in words.
pub(super) fn name(piece: Piece) -> String {
    let role = match piece.role {
        shakmaty::Role::Pawn => "pawn",
        shakmaty::Role::Knight => "knight",
        shakmaty::Role::Bishop => "bishop",
        shakmaty::Role::Rook => "rook",
        shakmaty::Role::Queen => "queen",
        shakmaty::Role::King => "king",
    };
    format!("{} {role}", piece.color.fold_wb("white", "black"))
}

fn draw(html: &mut Html, title: &str, at: impl Fn(Square) -> Contents, differs: &[Square]) {
    let whole = 8 * SIDE + MARGIN;
    html.raw(&format!(
        "<svg class=\"board\" viewBox=\"0 0 {whole} {whole}\" role=\"img\" aria-label=\"{}\">\n",
        escape(title)
    ));
    for square in Square::ALL {
        let (x, y) = place(square);
        let shade = if square.is_light() { "light" } else { "dark" };
        html.raw(&format!(
            "<rect class=\"{shade}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>"
        ));
        match at(square) {
            Contents::Empty => {}
            Contents::Occupied => {
                html.raw(&format!(
                    "<circle class=\"unknown\" cx=\"{}\" cy=\"{}\" r=\"30\"/>",
                    x + 50,
                    y + 50
                ));
            }
            Contents::Piece(piece) => {
                let color = piece.color.fold_wb('w', 'b');
                let role = piece.role.of(Color::White).char();
                html.raw(&format!(
                    "<use href=\"#{color}{role}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>"
                ));
            }
        }
    }
    for &square in differs {
        let (x, y) = place(square);
        html.raw(&format!(
            "<rect class=\"differs\" x=\"{}\" y=\"{}\" width=\"84\" height=\"84\"/>",
            x + 8,
            y + 8
        ));
    }
    for (index, (file, rank)) in File::ALL.into_iter().zip(Rank::ALL).enumerate() {
        let at = u32::try_from(index).unwrap_or(0) * SIDE + SIDE / 2;
        html.raw(&format!("<text x=\"{}\" y=\"{}\">{file}</text>", MARGIN + at, 8 * SIDE + 45));
        html.raw(&format!("<text x=\"30\" y=\"{}\">{rank}</text>", 8 * SIDE - at + 14));
    }
    html.raw("\n</svg>\n");
}

fn place(square: Square) -> (u32, u32) {
    (MARGIN + u32::from(square.file()) * SIDE, (7 - u32::from(square.rank())) * SIDE)
}
