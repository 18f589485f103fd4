//! What the world knows of one table, and what it has to be told when the score says something else.
//!
//! Only fully known legal moves are told, up to the first ply that is none: what follows a standing illegal move is
//! not a game in the sense of PGN, so the public line ends before it (docs/laws-sources.md, "PGN and public output"). A
//! provisional ply is told as provisional; an asked one is no ply yet. The result is the confirmed one, never a proposal.

use crate::{PublicLink, PublicPly, Publication, TableNo};
use board::Millis;
use game::{Played, Player, Ply, PlyState, ResultEntry, Score};
use shakmaty::{ByColor, CastlingMode, Color, Position, san::SanPlus};
use std::borrow::Cow;

/// What the world was told of a table so far: all publications applied in order.
#[derive(Debug, Default)]
pub(crate) struct Told {
    game: u32,
    rev: u64,
    plies: Vec<PublicPly>,
    /// What each ply was made from; shorter than `plies` where a book said something that is not believed now.
    basis: Vec<Basis>,
    /// The score of the scribe in which all of this was found as it was told.
    found: Option<Found>,
    start_fen: String,
    result: Option<ResultEntry>,
    link: PublicLink,
    players: ByColor<Player>,
}

/// What says that a score is still the one it was: its game, how often its plies were changed, when its first ply began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Found {
    game: u32,
    changes: u64,
    clock_started_ms: Option<Millis>,
}

/// What a public ply is made from, cheap to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Basis {
    played: Played,
    provisional: bool,
    left_ms: Option<u32>,
    spent_ms: Option<u32>,
}

/// A game as it is believed now, to be told.
pub(crate) struct Believed<'a> {
    /// Which of the table.
    pub(crate) game: u32,
    /// The scribe's own score, or a copy made for the public.
    pub(crate) score: Cow<'a, Score>,
}

impl Believed<'_> {
    /// How it stands; none for a copy, whose changes nobody counts.
    fn found(&self) -> Option<Found> {
        let Cow::Borrowed(score) = self.score else { return None };
        let (changes, clock_started_ms) = (score.plies.changes(), score.clock_started_ms);
        Some(Found { game: self.game, changes, clock_started_ms })
    }
}

impl Found {
    fn is_same_but_for_changes(self, other: Found) -> bool {
        self.game == other.game && self.clock_started_ms == other.clock_started_ms
    }
}

impl Told {
    /// What the world has to be told now, if anything; from then on it counts as told.
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
        let from = if new_game { 0 } else { self.told_of(score, found) };
        let now: Vec<Basis> = believed(score, from).collect();
        // Until something is told of a game, it may turn out to begin from another position than was thought.
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
        // Most often a ply is told again because it became final, or its time was read.
        let mut is_known = !new_game;
        let mut plies = Vec::with_capacity(now.len());
        for (index, basis) in (from..).zip(&now) {
            is_known = is_known && self.basis.get(index).is_some_and(|told| told.played == basis.played);
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

    /// Whether the world was told these plies of this game, with these times.
    pub(crate) fn is_told(&mut self, game_now: &Believed) -> bool {
        let (game, score) = (game_now.game, &*game_now.score);
        let found = game_now.found();
        if found.is_some() && self.found == found {
            return true;
        }
        let is_told = game == self.game
            && self.basis.len() == self.plies.len()
            && self.told_of(score, found) == self.plies.len()
            && believed(score, self.plies.len()).next().is_none();
        if is_told {
            self.found = found;
        }
        is_told
    }

    /// How many plies of this score were told as they are, before the first that was not.
    fn told_of(&self, score: &Score, now: Option<Found>) -> usize {
        // What was told so and not touched since need not be compared.
        let known = match (self.found, now) {
            (Some(found), Some(now)) if found.is_same_but_for_changes(now) => {
                score.plies.unchanged_since(found.changes).min(self.basis.len())
            }
            _ => 0,
        };
        let both = self.basis.iter().zip(&score.plies).enumerate().skip(known);
        let same = both.take_while(|(index, (told, now))| {
            told.left_ms == now.left_ms
                && told.provisional == (now.state == PlyState::Provisional)
                && told.spent_ms == game::pgn::spent_ms(score, *index)
                && told.played == now.played
        });
        known + same.count()
    }

    /// The world was told this, whatever is believed now. Plies that `score` tells in the same words need not be told
    /// again.
    pub(crate) fn adopt(&mut self, publication: &Publication, game: u32, score: &Score) {
        let from = if publication.game == self.game { publication.from } else { 0 };
        self.found = None;
        self.game = publication.game;
        self.rev = publication.rev;
        self.plies.truncate(from);
        self.plies.extend_from_slice(&publication.plies);
        self.basis = if game == self.game {
            let told = believed(score, 0).enumerate().zip(&self.plies);
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

/// What the public plies of a score are made from: up to the first ply that is none.
fn believed(score: &Score, from: usize) -> impl Iterator<Item = Basis> {
    score.line_from(from).map(|(index, ply, _)| Basis::of(score, index, ply))
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

    /// The same ply of the same line as it was told before.
    fn again(self, told: &PublicPly) -> PublicPly {
        let Basis { played: _, provisional, left_ms, spent_ms } = self;
        PublicPly { provisional, left_ms, spent_ms, ..told.clone() }
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
