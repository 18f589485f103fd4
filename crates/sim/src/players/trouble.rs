//! The rates of mishaps at a table: the usual rates of blitz and classical play, scaled by a percentage.

use crate::{Ppm, Tempo};

/// The rates of mishaps at a table. All of them are caused by people, none by sensors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trouble {
    /// The rate of adjusting, fumbling, hovering, bumping and knocking over, in percent of the usual rate.
    pub clumsy_percent: u32,
    /// The rate of forgotten, late and early presses, and of replies begun before the press, in percent of the usual
    /// rate.
    pub press_percent: u32,
    /// The rate of illegal moves, in percent of the usual rate.
    pub illegal_percent: u32,
    /// The share of plies that are taken back by agreement.
    pub takeback_ppm: Ppm,
    /// The share of games after which the kings are put in the centre.
    pub kings_ppm: Ppm,
    /// The share of games that are analysed on the board afterwards.
    pub analysis_ppm: Ppm,
    /// The share of games for which the pieces are set up wrongly at first, with knight and bishop, or king and
    /// queen, exchanged. In reality it is 0.5 to 1 %.
    pub setup_ppm: Ppm,
    /// The share of wrong set-ups that nobody notices, so that play begins from a wrong starting position.
    pub setup_stays_ppm: Ppm,
    /// The share of promotions to a queen in which no queen is at hand and the clock is not stopped: a rook is turned
    /// upside down, or the pawn is left standing and serves as a queen. In reality it is 1 to 3 %.
    pub makeshift_ppm: Ppm,
    /// The share of plies during which somebody else touches the board: they lean over, point, or knock something
    /// over. Nobody has counted such plies; between rounds people are known to touch boards often.
    pub outsiders_ppm: Ppm,
    /// The share of captures after which the player presses with the captured piece still held low over a square.
    pub hover_ppm: Ppm,
    /// The share of moves in which the player presses while the piece is still over a square beside its target.
    pub early_touch_ppm: Ppm,
    /// The share of moves after which nobody presses, beside those of `press_percent`.
    pub forgotten_ppm: Ppm,
    /// The share of games in which two pieces are set up exchanged and put right after the clock was started, before
    /// one of the first four plies.
    pub put_right_late_ppm: Ppm,
}

impl Trouble {
    /// Returns play without mishaps: legal moves, made with all gestures, each followed by a press. The acts end with
    /// the last move.
    pub fn clean() -> Trouble {
        Trouble {
            clumsy_percent: 0,
            press_percent: 0,
            illegal_percent: 0,
            takeback_ppm: 0,
            kings_ppm: 0,
            analysis_ppm: 0,
            setup_ppm: 0,
            setup_stays_ppm: 0,
            makeshift_ppm: 0,
            outsiders_ppm: 0,
            hover_ppm: 0,
            early_touch_ppm: 0,
            forgotten_ppm: 0,
            put_right_late_ppm: 0,
        }
    }

    /// Returns the mishaps of an ordinary game without irregularities.
    pub fn usual() -> Trouble {
        Trouble {
            clumsy_percent: 100,
            press_percent: 100,
            kings_ppm: 750_000,
            analysis_ppm: 550_000,
            ..Trouble::clean()
        }
    }

    /// Returns six times the usual mishaps.
    pub fn clumsy() -> Trouble {
        Trouble { clumsy_percent: 600, ..Trouble::usual() }
    }

    /// Returns the usual mishaps with an illegal move in most games: noticed before the press, claimed after it, or
    /// never noticed.
    pub fn illegal() -> Trouble {
        Trouble { illegal_percent: 3_000, ..Trouble::usual() }
    }

    /// Returns the usual mishaps with a move taken back in most games.
    pub fn takebacks() -> Trouble {
        Trouble { takeback_ppm: 20_000, ..Trouble::usual() }
    }

    /// Returns the usual mishaps with a wrong set-up for every game, in which the pieces first stand as the last game
    /// left them. Three in ten wrong set-ups stay uncorrected.
    pub fn setups() -> Trouble {
        Trouble { setup_ppm: 1_000_000, setup_stays_ppm: 300_000, ..Trouble::usual() }
    }

    /// Returns the usual mishaps at a table where no queen is ever at hand.
    pub fn makeshift() -> Trouble {
        Trouble { makeshift_ppm: 1_000_000, ..Trouble::usual() }
    }

    /// Returns the usual mishaps with somebody else touching the board about once a game, and before every game.
    pub fn outsiders() -> Trouble {
        Trouble { outsiders_ppm: 12_000, ..Trouble::usual() }
    }

    /// Returns the usual mishaps, with the captured piece held over the board at the press in every fifth capture.
    pub fn hovering() -> Trouble {
        Trouble { hover_ppm: 200_000, ..Trouble::usual() }
    }

    /// Returns the usual mishaps, with an early press over a wrong square about once a game.
    pub fn early_touches() -> Trouble {
        Trouble { early_touch_ppm: 15_000, ..Trouble::usual() }
    }

    /// Returns the usual mishaps, with one press in fifty forgotten.
    pub fn forgotten() -> Trouble {
        Trouble { forgotten_ppm: 20_000, ..Trouble::usual() }
    }

    /// Returns the usual mishaps, with two pieces exchanged in every array and put right after the clock was started.
    pub fn put_right_late() -> Trouble {
        Trouble { put_right_late_ppm: 1_000_000, ..Trouble::usual() }
    }

    /// Returns the mishaps for demonstrations: the usual ones without unusual presses. The kings are put in the centre
    /// after every game, and nothing needs an arbiter.
    pub fn demo() -> Trouble {
        Trouble { press_percent: 0, kings_ppm: 1_000_000, analysis_ppm: 0, ..Trouble::usual() }
    }

    /// Returns the scaled rate of a mishap, from its known rates in classical and blitz games.
    pub(crate) fn mishap(&self, tempo: Tempo, classical: Ppm, blitz: Ppm) -> Ppm {
        scaled(tempo.rate(classical, blitz), self.clumsy_percent)
    }

    /// Returns the scaled rate of an unusual press, from its known rates in classical and blitz games.
    pub(crate) fn mispress(&self, tempo: Tempo, classical: Ppm, blitz: Ppm) -> Ppm {
        scaled(tempo.rate(classical, blitz), self.press_percent)
    }

    /// Returns the scaled rate of an illegal move, from its known rates in classical and blitz games.
    pub(crate) fn unlawful(&self, tempo: Tempo, classical: Ppm, blitz: Ppm) -> Ppm {
        scaled(tempo.rate(classical, blitz), self.illegal_percent)
    }
}

fn scaled(rate: Ppm, percent: u32) -> Ppm {
    (u64::from(rate) * u64::from(percent) / 100).min(1_000_000) as Ppm
}
