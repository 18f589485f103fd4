//! What hands do on a board that is no play: before the clock is started, and after the game.

mod cleared;
mod gone_through;
#[path = "../told/mod.rs"]
mod told;
mod warm_up;

use board::{BoardEvent, ClockReading, Contents, Millis, Reading};
use game::{Scribe, Standing, Tags, Terms};
use shakmaty::{ByColor, Color};

struct Table {
    scribe: Scribe,
    t: Millis,
}

impl Table {
    /// Makes a table at which the array stands, beside a clock that stands unless there is none.
    fn new(has_clock: bool, is_only_game: bool) -> Table {
        let mut scribe = Scribe::new(Terms { clock: has_clock, ..Terms::default() }, Tags::default());
        scribe.play_one_game(is_only_game);
        let mut table = Table { scribe, t: 1_000 };
        table.show(&BoardEvent::Reading(Reading::from_board(Standing::initial().board())));
        if has_clock {
            table.run(None);
        }
        table
    }

    /// Starts the clock and plays, with a press after each move.
    fn play(&mut self, all: &str) {
        self.run(Some(Color::White));
        for (by, mv) in Color::ALL.into_iter().cycle().zip(all.split(' ')) {
            self.carry(mv);
            self.show(&BoardEvent::Press(by));
            self.run(Some(!by));
        }
    }

    fn show(&mut self, event: &BoardEvent) {
        self.t += 400;
        self.scribe.handle_board(self.t, event);
    }

    /// Shows a clock on which the time of `running` runs.
    fn run(&mut self, running: Option<Color>) {
        let left_ms = ByColor { white: 300_000, black: 300_000 };
        self.show(&BoardEvent::Clock(ClockReading { left_ms, running, lever: None }));
    }

    /// Carries a piece from one square to another, and waits.
    fn carry(&mut self, squares: &str) {
        let [from, to] = [&squares[..2], &squares[2..]].map(|name| name.parse().expect("a square"));
        let piece = self.scribe.reading().at(from);
        self.show(&BoardEvent::Square { square: from, contents: Contents::Empty });
        self.show(&BoardEvent::Square { square: to, contents: piece });
        self.wait(2_000);
    }

    fn wait(&mut self, ms: Millis) {
        self.t += ms;
        self.scribe.advance(self.t);
    }
}
