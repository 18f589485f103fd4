//! The names of games: their players, event and date.

use crate::{Player, Scribe, Tags};
use board::Millis;
use shakmaty::ByColor;

impl Scribe {
    /// Corrects the players, date and event of the game on the board.
    pub fn rename(&mut self, tags: Tags) {
        self.next_tags = None;
        self.score.tags = tags;
    }

    /// Corrects the players of the earlier game with this number.
    pub fn rename_earlier(&mut self, number: u32, players: &ByColor<Player>) {
        let game = self.finished.iter_mut().find(|game| game.packed().head().number == number);
        game.into_iter().for_each(|game| game.rename(players.clone()));
    }

    /// Sets the players and event of the next game. The next game begins at once if the game on the board is over.
    /// Otherwise the game on the board keeps its own names until the pieces are put back.
    pub fn name_next(&mut self, t: Millis, tags: Tags) {
        self.next_tags = Some(tags);
        if self.over.is_some() || self.score.result.is_some() {
            let tags = self.tags_of_next();
            self.begin(t, self.terms.start.clone(), tags);
        }
    }

    /// Returns the tags of the next game: those of the present game unless others were set.
    pub(crate) fn tags_of_next(&mut self) -> Tags {
        self.next_tags.take().unwrap_or_else(|| self.score.tags.clone())
    }
}
