//! Scenarios: what hands do and what must come out (tests/scenarios/README.md describes the file).

use shakmaty::{Color, Piece, Square};

/// One section of a scenario file.
#[derive(Debug, Clone, Default)]
pub struct Scenario {
    /// The name: what the scenario shows.
    pub name: String,
    /// The start position; empty for the normal array.
    pub position: String,
    /// The placement on the board when it comes to life; empty for the start position.
    pub stands: String,
    /// The side whose time runs then, if the scenario says so.
    pub runs: Option<Color>,
    /// Set if the clock stands then, until somebody presses it.
    pub waits: bool,
    /// Set if it runs only with a clock (`true`) or only without (`false`).
    pub clock: Option<bool>,
    /// The edition and the discipline, as the sensor log's header names them.
    pub profile: Vec<(String, String)>,
    /// Set if the board stands the wrong way round.
    pub rotated: bool,
    /// Set if the board senses occupancy only.
    pub occupancy: bool,
    /// The time of one scan of all squares, in milliseconds, if the scenario says so.
    pub scan_ms: Option<u32>,
    /// The acts, each with the time since its predecessor, in milliseconds.
    pub acts: Vec<(u64, Act)>,
    /// The expectations.
    pub expectations: Vec<String>,
}

/// An act that the sensors see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// The square reads this.
    Square(Square, Option<Piece>),
    /// This side presses the clock.
    Press(Color),
    /// Somebody stops both times.
    Stop,
    /// The link is lost: nothing is heard.
    Lost,
    /// The link is back: the board is read.
    Back,
}

/// The time between two acts, unless the scenario waits.
const STEP_MS: u64 = 300;

/// Parses a file. `Err` names the line.
pub fn parse(text: &str) -> Result<Vec<Scenario>, String> {
    let mut scenarios = Vec::new();
    let mut builder: Option<Builder> = None;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "scenario" {
            scenarios.extend(builder.take().map(|done| done.scenario));
            builder = Some(Builder::new(rest));
            continue;
        }
        let open = builder.as_mut().ok_or(format!("line {}: a file begins with scenario NAME", index + 1))?;
        open.line(word, rest.trim()).map_err(|why| format!("line {}: {why}", index + 1))?;
    }
    scenarios.extend(builder.map(|done| done.scenario));
    Ok(scenarios)
}

struct Builder {
    scenario: Scenario,
    side: Color,
    hand: Option<Piece>,
    wait_ms: u64,
    board: shakmaty::Board,
}

impl Builder {
    fn new(name: &str) -> Builder {
        Builder {
            scenario: Scenario { name: name.to_owned(), ..Scenario::default() },
            side: Color::White,
            hand: None,
            wait_ms: STEP_MS,
            board: shakmaty::Board::new(),
        }
    }

    fn line(&mut self, word: &str, rest: &str) -> Result<(), String> {
        match word {
            "position" => {
                let placement = rest.split(' ').next().unwrap_or_default();
                self.board = shakmaty::Board::from_ascii_board_fen(placement.as_bytes())
                    .map_err(|error| error.to_string())?;
                self.side = if rest.contains(" b ") { Color::Black } else { Color::White };
                self.scenario.position = rest.to_owned();
            }
            "stands" => {
                self.board = shakmaty::Board::from_ascii_board_fen(rest.as_bytes())
                    .map_err(|error| error.to_string())?;
                self.scenario.stands = rest.to_owned();
            }
            "runs" if rest == "nobody" => self.scenario.waits = true,
            "runs" => {
                let color = match rest {
                    "white" => Color::White,
                    "black" => Color::Black,
                    other => return Err(format!("runs {other}: say runs white, runs black or runs nobody")),
                };
                (self.scenario.runs, self.side) = (Some(color), color);
            }
            "clock" => self.scenario.clock = Some(rest == "yes"),
            "edition" | "discipline" => self.scenario.profile.push((word.to_owned(), rest.to_owned())),
            "rotated" => self.scenario.rotated = true,
            "occupancy" => self.scenario.occupancy = true,
            "scan" => {
                let scan_ms =
                    rest.parse().map_err(|_| format!("scan {rest}: say scan 600, in milliseconds"))?;
                self.scenario.scan_ms = Some(scan_ms);
            }
            "hands" => rest.split_whitespace().try_for_each(|act| self.hands(act))?,
            "lift" => self.hands(&format!("-{rest}"))?,
            "place" => match rest.split_once(' ') {
                Some((piece, square)) => self.hands(&format!("+{piece}{square}"))?,
                None => {
                    let piece = self.hand.ok_or("nothing was lifted that could be placed")?;
                    self.hands(&format!("+{}{rest}", piece.char()))?;
                }
            },
            "press" => {
                self.hands(&format!("!{}", rest.chars().next().map_or(String::new(), String::from)))?
            }
            "wait" => self.hands(&format!("~{rest}"))?,
            "expect" => self.scenario.expectations.push(rest.to_owned()),
            other => {
                return Err(format!("{other} is not a word of a scenario; see tests/scenarios/README.md"));
            }
        }
        Ok(())
    }

    fn hands(&mut self, word: &str) -> Result<(), String> {
        let mut letters = word.chars();
        let kind = letters.next().unwrap_or(' ');
        let rest = letters.as_str();
        match kind {
            '-' => {
                let square = square(rest)?;
                self.hand = self.board.remove_piece_at(square);
                self.act(Act::Square(square, None));
            }
            '+' => {
                let piece =
                    letters.next().and_then(Piece::from_char).ok_or(format!("{word}: no such piece"))?;
                let square = square(letters.as_str())?;
                self.board.set_piece_at(square, piece);
                self.side = piece.color;
                self.act(Act::Square(square, Some(piece)));
            }
            '!' => {
                if rest == "0" {
                    self.act(Act::Stop);
                    return Ok(());
                }
                let by = match rest {
                    "w" => Color::White,
                    "b" => Color::Black,
                    "" => self.side,
                    other => return Err(format!("!{other}: say !w, !b or !0")),
                };
                self.act(Act::Press(by));
            }
            '(' => self.act(Act::Lost),
            ')' => self.act(Act::Back),
            '~' => self.wait_ms += rest.parse::<u64>().map_err(|_| format!("{word}: say ~500"))?,
            '=' => self.wait_ms = rest.parse().map_err(|_| format!("{word}: say =20"))?,
            _ => return Err(format!("{word}: an act begins with - + ! ( ) ~ or =")),
        }
        Ok(())
    }

    fn act(&mut self, act: Act) {
        self.scenario.acts.push((self.wait_ms, act));
        self.wait_ms = STEP_MS;
    }
}

fn square(name: &str) -> Result<Square, String> {
    name.parse().map_err(|_| format!("{name} is not a square"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_signs_say_the_same() {
        let short = parse("scenario a\nhands -e2 ~700 +Pe4 !").expect("reads");
        let long = parse("scenario a\nlift e2\nwait 700\nplace e4\npress").expect("reads");
        assert_eq!(short[0].acts, long[0].acts);
        assert_eq!(short[0].acts[1].0, 1000);
        let quick = parse("scenario a\nhands -e2 =20 +Pe4 !").expect("reads");
        assert_eq!(quick[0].acts.iter().map(|act| act.0).collect::<Vec<_>>(), [300, 20, 300]);
    }

    #[test]
    fn a_mistake_names_its_line() {
        let error = parse("scenario a\nhands -e9").expect_err("e9 is no square");
        assert!(error.starts_with("line 2:"), "{error}");
    }
}
