//! What the world knows of one table, and what it has to be told when the score says something else.
//!
//! Only fully known legal moves are told, up to the first ply that is none: what follows a standing illegal move is
//! not a game in the sense of PGN, so the public line ends before it (laws.md, B.9). A provisional ply is told as
//! provisional; an asked one is no ply yet. The result is the confirmed one, never a proposal.

use crate::{PublicLink, PublicPly, Publication, TableNo};
use game::{Played, Player, PlyState, ResultEntry, Score};
use shakmaty::{ByColor, CastlingMode, Color, Position, san::SanPlus};

/// What the world was told of a table so far: all publications applied in order.
#[derive(Debug, Default)]
pub(crate) struct Told {
    game: u32,
    rev: u64,
    plies: Vec<PublicPly>,
    /// What each ply was made from; shorter than `plies` where a book said something that is not believed now.
    basis: Vec<Basis>,
    start_fen: String,
    result: Option<ResultEntry>,
    link: PublicLink,
    players: ByColor<Player>,
}

/// What a public ply is made from, cheap to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Basis {
    played: Played,
    provisional: bool,
    left_ms: Option<u32>,
    spent_ms: Option<u32>,
}

impl Told {
    /// What the world has to be told now, if anything; from then on it counts as told.
    pub(crate) fn update(
        &mut self,
        table: TableNo,
        game: u32,
        score: &Score,
        players: &ByColor<Player>,
        link: PublicLink,
    ) -> Option<Publication> {
        let new_game = game != self.game;
        let basis: Vec<Basis> = (0..score.plies.len()).map_while(|index| Basis::of(score, index)).collect();
        let from = if new_game {
            0
        } else {
            self.basis.iter().zip(&basis).take_while(|(told, now)| told == now).count()
        };
        let same = !new_game
            && from == basis.len()
            && from == self.plies.len()
            && self.result == score.result
            && self.link == link
            && self.players == *players;
        if same {
            return None;
        }
        if new_game {
            self.start_fen = score.start.fen();
            self.game = game;
        }
        let plies: Vec<PublicPly> =
            basis[from..].iter().enumerate().map(|(index, basis)| basis.ply(score, from + index)).collect();
        self.plies.truncate(from);
        self.plies.extend_from_slice(&plies);
        self.basis = basis;
        self.result = score.result;
        self.link = link;
        self.players = players.clone();
        self.rev += 1;
        Some(Publication {
            table,
            game,
            rev: self.rev,
            from,
            plies,
            start_fen: self.start_fen.clone(),
            result: score.result,
            clock: score.clock,
            link,
            players: players.clone(),
        })
    }

    /// Whether the world was told these plies of this game, with these times.
    pub(crate) fn is_told(&self, game: u32, score: &Score) -> bool {
        let now = (0..score.plies.len()).map_while(|index| Basis::of(score, index));
        game == self.game && self.basis.len() == self.plies.len() && now.eq(self.basis.iter().copied())
    }

    /// The world was told this, whatever is believed now. Plies that `score` tells in the same words need not be told
    /// again.
    pub(crate) fn adopt(&mut self, publication: &Publication, game: u32, score: &Score) {
        let from = if publication.game == self.game { publication.from } else { 0 };
        self.game = publication.game;
        self.rev = publication.rev;
        self.plies.truncate(from);
        self.plies.extend_from_slice(&publication.plies);
        self.basis = if game == self.game {
            let believed = (0..score.plies.len()).map_while(|index| Basis::of(score, index)).enumerate();
            let told = believed.zip(&self.plies);
            told.take_while(|((index, basis), told)| basis.ply(score, *index) == **told)
                .map(|((_, basis), _)| basis)
                .collect()
        } else {
            Vec::new()
        };
        self.start_fen.clone_from(&publication.start_fen);
        self.result = publication.result;
        self.link = publication.link;
        self.players.clone_from(&publication.players);
    }
}

impl Basis {
    fn of(score: &Score, index: usize) -> Option<Basis> {
        let ply = &score.plies[index];
        ply.played.legal()?;
        Some(Basis {
            played: ply.played,
            provisional: ply.state == PlyState::Provisional,
            left_ms: ply.left_ms,
            spent_ms: game::pgn::spent_ms(score, index),
        })
    }

    fn ply(self, score: &Score, index: usize) -> PublicPly {
        let before = score.after(index);
        let after = score.after(index + 1);
        let san = match (self.played.legal(), before.position()) {
            (Some(mv), Some(position)) => SanPlus::from_move(position.clone(), mv).to_string(),
            // A legal move comes from a position; were it otherwise, the squares still say what was played.
            _ => self.played.report(score.start.mode()),
        };
        PublicPly {
            san,
            uci: highlight(&self.played, score.start.mode()),
            fen: after.fen(),
            check: after.position().is_some_and(Position::is_check),
            provisional: self.provisional,
            left_ms: self.left_ms,
            spent_ms: self.spent_ms,
        }
    }
}

/// The squares to highlight, `e2e4`, with the new piece of a promotion. Castling shows the king's two squares,
/// also in Chess960, where UCI itself would name the rook's.
fn highlight(played: &Played, mode: CastlingMode) -> String {
    match (played.squares(), played.legal()) {
        ((Some(from), Some(to)), Some(mv)) => {
            let promotion = mv.promotion().map(|role| role.of(Color::Black).char());
            format!("{from}{to}{}", promotion.map(String::from).unwrap_or_default())
        }
        _ => played.report(mode),
    }
}
