//! The published state of one table, and the next publication when the score differs from it.
//!
//! The public sees legal moves that are fully known. The line ends before the first irregular ply, and goes on through
//! it once the arbiter has let the ply stand (docs/laws-sources.md, "PGN and public output"). Of the ruling itself
//! nothing is published: the ply has its squares, the position after it, and a mark that it is no legal move. A
//! provisional ply is published as provisional; a ply about which a question is open is not published yet. The
//! published result is the confirmed result, never a proposal.

use crate::{PublicLink, PublicPly, Publication, TableNo};
use board::Millis;
use game::{Played, Player, Ply, PlyState, ResultEntry, Score};
use shakmaty::{ByColor, Color, Move, Position, san::SanPlus};
use std::borrow::Cow;

/// The published state of a table: all its publications so far, applied in order.
#[derive(Debug, Default)]
pub(crate) struct Published {
    game: u32,
    rev: u64,
    plies: Vec<PublicPly>,
    /// The basis of each published ply. The list is shorter than `plies` if the journal holds plies that the score does
    /// not have.
    basis: Vec<Basis>,
    /// The state of the scribe's score when it was last found to equal the published one.
    found: Option<Found>,
    start_fen: String,
    result: Option<ResultEntry>,
    link: PublicLink,
    players: ByColor<Player>,
}

/// The state of a score, cheap to compare: its game, the number of changes of its plies, and when its clock was
/// started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Found {
    game: u32,
    changes: u64,
    clock_started_ms: Option<Millis>,
    with_released: bool,
}

/// The facts from which a public ply is made, cheap to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Basis {
    played: Played,
    provisional: bool,
    left_ms: Option<u32>,
    spent_ms: Option<u32>,
}

/// The current best guess of a game, from which a publication is made.
pub(crate) struct Believed<'a> {
    /// The number of the game at its table.
    pub(crate) game: u32,
    /// The scribe's own score, or a copy made for the public.
    pub(crate) score: Cow<'a, Score>,
    /// Says whether an irregular ply is public once the arbiter let it stand.
    pub(crate) with_released: bool,
}

impl Believed<'_> {
    /// Returns the state of the scribe's score; `None` for a copy, whose changes are not counted.
    fn found(&self) -> Option<Found> {
        let Cow::Borrowed(score) = self.score else { return None };
        let (changes, clock_started_ms) = (score.plies.changes(), score.clock_started_ms);
        Some(Found { game: self.game, changes, clock_started_ms, with_released: self.with_released })
    }

    /// Returns whether the world may see a ply, if it sees all plies before it.
    fn is_public(&self, ply: &Ply) -> bool {
        !ply.is_irregular() || self.with_released && ply.released
    }

    /// Returns, for each public ply, the basis on which it is published, from ply `from` up to the first ply that is
    /// not public.
    fn line_from(&self, from: usize) -> impl Iterator<Item = Basis> {
        let later = self.score.plies.iter().enumerate().skip(from);
        later
            .take_while(|(_, ply)| self.is_public(ply))
            .map(|(index, ply)| Basis::of(&self.score, index, ply))
    }
}

impl Found {
    fn is_same_but_for_changes(self, other: Found) -> bool {
        Found { changes: other.changes, ..self } == other
    }
}

impl Published {
    /// Returns the next publication, which then counts as published; `None` if nothing has changed since the last
    /// publication.
    pub(crate) fn update(
        &mut self,
        table: TableNo,
        game_now: &Believed,
        link: PublicLink,
        is_chess: bool,
    ) -> Option<Publication> {
        let (game, score) = (game_now.game, &*game_now.score);
        let players = &score.tags.players;
        let found = game_now.found();
        let new_game = game != self.game;
        let from = if new_game { 0 } else { self.told_of(game_now, found) };
        let now: Vec<Basis> = game_now.line_from(from).collect();
        // While nothing of a game has been published, its starting position may still change.
        let start_fen = (from == 0).then(|| if is_chess { score.start.fen() } else { String::new() });
        let start_fen = start_fen.filter(|fen| *fen != self.start_fen);
        let same = !new_game
            && start_fen.is_none()
            && now.is_empty()
            && from == self.plies.len()
            && self.result == score.result
            && self.link == link
            && self.players == *players;
        self.found = found;
        if same {
            return None;
        }
        self.game = game;
        if let Some(fen) = start_fen {
            self.start_fen = fen;
        }
        // Most plies that are published again have only become final, or have only got their times.
        let mut is_known = !new_game;
        let mut plies = Vec::with_capacity(now.len());
        for (index, basis) in (from..).zip(&now) {
            is_known = is_known && self.is_told_as(index, &score.plies[index]);
            plies.push(if is_known { basis.again(&self.plies[index]) } else { basis.ply(score, index) });
        }
        self.basis.truncate(from);
        self.basis.extend(now);
        self.plies.truncate(from);
        self.plies.extend_from_slice(&plies);
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

    /// Returns whether exactly these plies of this game, with these times, have been published.
    pub(crate) fn is_told(&mut self, game_now: &Believed) -> bool {
        let found = game_now.found();
        if found.is_some() && self.found == found {
            return true;
        }
        let is_told = game_now.game == self.game
            && self.basis.len() == self.plies.len()
            && self.told_of(game_now, found) == self.plies.len()
            && game_now.line_from(self.plies.len()).next().is_none();
        if is_told {
            self.found = found;
        }
        is_told
    }

    /// Returns the number of plies at the beginning of this game that have been published unchanged.
    fn told_of(&self, game_now: &Believed, now: Option<Found>) -> usize {
        let score = &*game_now.score;
        // Plies that have been published and have not changed since need not be compared.
        let known = match (self.found, now) {
            (Some(found), Some(now)) if found.is_same_but_for_changes(now) => {
                // The time spent on a ply depends on whether its press was for one of the two plies behind it.
                score.plies.unchanged_since(found.changes).saturating_sub(2).min(self.basis.len())
            }
            _ => 0,
        };
        let both = self.basis.iter().zip(&score.plies).enumerate().skip(known);
        let same = both.take_while(|(index, (told, now))| {
            game_now.is_public(now)
                && told.left_ms == now.left_ms
                && told.provisional == (now.state == PlyState::Provisional)
                && told.spent_ms == game::pgn::spent_ms(score, *index)
                && self.is_told_as(*index, now)
        });
        known + same.count()
    }

    /// Returns whether the published ply with this index is this ply, if all plies before it are. The squares of an
    /// irregular ply do not determine the position after it, so that position is compared as well.
    fn is_told_as(&self, index: usize, now: &Ply) -> bool {
        self.basis.get(index).is_some_and(|told| told.played == now.played)
            && (!now.is_irregular() || self.plies[index].fen == now.after.fen())
    }

    /// Takes over a publication from the journal, even if this version of the program would decide otherwise. Plies of
    /// the game on the board that would be published in the same form are not published again.
    pub(crate) fn adopt(&mut self, publication: &Publication, game_now: &Believed) {
        let from = if publication.game == self.game { publication.from } else { 0 };
        self.found = None;
        self.game = publication.game;
        self.rev = publication.rev;
        self.plies.truncate(from);
        self.plies.extend_from_slice(&publication.plies);
        self.basis = if game_now.game == self.game {
            let told = game_now.line_from(0).enumerate().zip(&self.plies);
            told.take_while(|((index, basis), told)| basis.ply(&game_now.score, *index) == **told)
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
    fn of(score: &Score, index: usize, ply: &Ply) -> Basis {
        Basis {
            played: ply.played,
            provisional: ply.state == PlyState::Provisional,
            left_ms: ply.left_ms,
            spent_ms: game::pgn::spent_ms(score, index),
        }
    }

    /// Returns a published ply with the certainty and the times of this basis.
    fn again(self, told: &PublicPly) -> PublicPly {
        let Basis { played: _, provisional, left_ms, spent_ms } = self;
        PublicPly { provisional, left_ms, spent_ms, ..told.clone() }
    }

    fn ply(self, score: &Score, index: usize) -> PublicPly {
        let before = score.after(index);
        let after = score.after(index + 1);
        let check = after.position().is_some_and(Position::is_check);
        let san = match (self.played.legal(), before.position()) {
            (Some(mv), Some(position)) => SanPlus::from_move(position.clone(), mv).to_string(),
            // A legal move comes from a position, so only an irregular ply is written by its squares. Whether it is
            // mate is not said: it ends no game.
            _ => format!("{}{}", squares(&self.played, "-"), if check { "+" } else { "" }),
        };
        PublicPly {
            san,
            uci: highlight(&self.played),
            fen: after.fen(),
            check,
            irregular: self.played.legal().is_none(),
            provisional: self.provisional,
            left_ms: self.left_ms,
            spent_ms: self.spent_ms,
        }
    }
}

/// Returns the squares to highlight, such as `e2e4`, with the new piece of a promotion. Castling shows the king's two
/// squares, also in Chess960, where UCI itself would name the rook's square.
fn highlight(played: &Played) -> String {
    let promotion = played.legal().and_then(Move::promotion).map(|role| role.of(Color::Black).char());
    format!("{}{}", squares(played, ""), promotion.map(String::from).unwrap_or_default())
}

/// Returns the squares that the piece came from and went to, with a text between them; `--` if either is unknown.
fn squares(played: &Played, between: &str) -> String {
    match played.squares() {
        (Some(from), Some(to)) => format!("{from}{between}{to}"),
        _ => "--".to_owned(),
    }
}
