//! The numbers of Chess960's starting positions, as Scharnagl gave them.

/// The number of the usual starting position.
pub(crate) const USUAL: u16 = 518;

/// Returns the number of the position that a FEN says; `None` if it is no starting position.
pub(crate) fn of(fen: &str) -> Option<u16> {
    let mut ranks = fen.split(' ').next()?.split('/');
    let (first, last) = (ranks.next()?, ranks.next_back()?);
    let is_start = fen.contains("/pppppppp/8/8/8/8/PPPPPPPP/") && first.to_ascii_uppercase() == last;
    (0..960).find(|number| is_start && rank(*number) == last)
}

/// Returns White's pieces in the position of a number: bishops, queen, knights, and the rest around the king.
fn rank(number: u16) -> String {
    let digit = |divisor: u16, count: u16| usize::from(number / divisor % count);
    let mut squares = [None; 8];
    squares[2 * digit(1, 4) + 1] = Some('B');
    squares[2 * digit(4, 4)] = Some('B');
    let mut place = |among: usize, piece: char| {
        if let Some(square) = squares.iter_mut().filter(|square| square.is_none()).nth(among) {
            *square = Some(piece);
        }
    };
    place(digit(16, 6), 'Q');
    let pairs = (0..5).flat_map(|one| (one + 1..5).map(move |other| (one, other)));
    let (one, other) = pairs.clone().nth(digit(96, 10)).unwrap_or((0, 1));
    // The second first: its place is counted as if the first were still free.
    place(other, 'N');
    place(one, 'N');
    ['R', 'K', 'R'].into_iter().for_each(|piece| place(0, piece));
    squares.iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::{USUAL, of, rank};
    use std::collections::BTreeSet;

    #[test]
    fn numbers_are_scharnagls() {
        for (number, pieces) in [(0, "BBQNNRKR"), (USUAL, "RNBQKBNR"), (959, "RKRNNQBB")] {
            assert_eq!(rank(number), pieces);
        }
        assert_eq!((0..960).map(rank).collect::<BTreeSet<_>>().len(), 960, "each is another");
        let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(of(usual), Some(USUAL));
        assert_eq!(of(&usual.replace("PPPP/", "PPP1/")), None);
        assert_eq!(of("8/8/8/8/8/8/8/8"), None);
        assert_eq!(of(""), None);
    }
}
