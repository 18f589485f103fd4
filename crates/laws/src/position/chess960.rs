//! The start positions of Chess960: a test whether a position is one of the 960.

use shakmaty::{Board, Color, File, Rank, Role, Square};

/// The rule that a wrong Chess960 start position breaks (PL09 F.2; FIDE Guidelines II).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrongArray {
    /// The king does not stand between the rooks.
    KingNotBetweenRooks,
    /// The bishops stand on squares of one colour.
    BishopsOnOneColour,
    /// Black's pieces do not mirror White's.
    NotMirrored,
    /// The first rank does not hold the usual pieces, or the pawns are not on the second rank.
    Pieces,
}

/// Checks a start position of Chess960. `Ok` means that it is one of the 960; `Err` gives the rule that it breaks.
pub fn chess960_array(board: &Board) -> Result<(), WrongArray> {
    let role = |color: Color, file: File| {
        let rank = color.fold_wb(Rank::First, Rank::Eighth);
        board
            .piece_at(Square::from_coords(file, rank))
            .filter(|piece| piece.color == color)
            .map(|piece| piece.role)
    };
    let row: Vec<Option<Role>> = File::ALL.into_iter().map(|file| role(Color::White, file)).collect();
    let files = |wanted: Role| -> Vec<usize> {
        row.iter().enumerate().filter(|(_, role)| **role == Some(wanted)).map(|(file, _)| file).collect()
    };
    let counts = [(Role::King, 1), (Role::Queen, 1), (Role::Rook, 2), (Role::Bishop, 2), (Role::Knight, 2)];
    let pawns = Color::ALL.into_iter().all(|color| {
        let rank = color.fold_wb(Rank::Second, Rank::Seventh);
        File::ALL
            .into_iter()
            .all(|file| board.piece_at(Square::from_coords(file, rank)) == Some(color.pawn()))
    });
    if !pawns
        || board.occupied().count() != 32
        || counts.iter().any(|(role, count)| files(*role).len() != *count)
    {
        return Err(WrongArray::Pieces);
    }
    if File::ALL.into_iter().any(|file| role(Color::White, file) != role(Color::Black, file)) {
        return Err(WrongArray::NotMirrored);
    }
    let (king, rooks, bishops) = (files(Role::King), files(Role::Rook), files(Role::Bishop));
    if !(rooks[0] < king[0] && king[0] < rooks[1]) {
        return Err(WrongArray::KingNotBetweenRooks);
    }
    if bishops[0] % 2 == bishops[1] % 2 {
        return Err(WrongArray::BishopsOnOneColour);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{WrongArray, chess960_array};
    use shakmaty::Board;

    fn check(row: &str, expected: Result<(), WrongArray>) {
        let placement = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{row}", row.to_lowercase());
        let board = Board::from_ascii_board_fen(placement.as_bytes()).expect("a placement");
        assert_eq!(chess960_array(&board), expected, "{row}");
    }

    #[test]
    fn only_the_960_arrays_pass() {
        check("RNBQKBNR", Ok(()));
        check("RNBBNKRQ", Ok(()));
        check("KRNBQBNR", Err(WrongArray::KingNotBetweenRooks));
        check("RBKBNQNR", Err(WrongArray::BishopsOnOneColour));
        check("RNBQKBNQ", Err(WrongArray::Pieces));
        let board =
            Board::from_ascii_board_fen(b"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR").expect("a placement");
        assert_eq!(chess960_array(&board), Err(WrongArray::NotMirrored));
    }
}
