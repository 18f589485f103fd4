//! Law scenarios: what sensors and people do at a table, and what the arbiter must then be told, edition by edition.
//! tests/laws/README.md describes the file.

pub mod expect;
pub mod log;

use shakmaty::{Board, Color, Piece, Square};

/// One section of a file.
#[derive(Debug, Clone, Default)]
pub struct LawScenario {
    /// The number in the specification and what the scenario shows: `S19 a first illegal move`.
    pub name: String,
    /// The start position; empty for the normal array.
    pub position: String,
    /// The placement that the board shows at first, if it differs from the position.
    pub placement: Option<Board>,
    /// Moves played cleanly before the scenario begins, in SAN.
    pub game: Vec<String>,
    /// The time control in PGN's notation; empty for 90 minutes.
    pub time_control: String,
    /// The organiser's settings, as in the header of a sensor log; empty for none.
    pub settings: Vec<(String, String)>,
    /// Set for Chess960 castling.
    pub chess960: bool,
    /// Set if there is no clock at the table.
    pub without_clock: bool,
    /// Set if nothing is heard of the clock before the scenario begins.
    pub clock_later: bool,
    /// The boards it is for.
    pub boards: Boards,
    /// The time the board takes to look at every square, in milliseconds; 50 if missing.
    pub scan_ms: Option<u32>,
    /// More keys of the sensor log's header.
    pub header: Vec<(String, String)>,
    /// The presses by White and by Black before the scenario begins, whose moves no sensor sees.
    pub presses: (u32, u32),
    /// The rules that it proves by what is not said.
    pub about: Vec<String>,
    /// The acts, with their times from the beginning of the scenario.
    pub acts: Vec<(u64, Act)>,
    /// The expectations, profile by profile.
    pub under: Vec<Under>,
}

/// The boards a scenario is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Boards {
    /// Boards that know pieces, and boards that sense only occupancy.
    #[default]
    Both,
    /// Boards that know pieces.
    Piece,
    /// Boards that sense only occupancy.
    Occupancy,
}

/// An act in a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// The square reads this.
    Square(Square, Option<Piece>),
    /// This side presses the clock.
    Press(Color),
    /// Somebody stops both times.
    Stop,
    /// This side's flag falls.
    Flag(Color),
    /// The clock is read: White's time, Black's time, the running side.
    Clock(u64, u64, Option<Color>),
    /// The link was lost for this long, in milliseconds.
    Gap(u64),
    /// A person gives a command, in JSON.
    Command(String),
    /// Nothing happens until now.
    Wait,
}

/// The expectations under some profiles.
#[derive(Debug, Clone, Default)]
pub struct Under {
    /// The profiles: `ru20`, `pl09/rapid`, `fide23/blitz-sup`.
    pub profiles: Vec<String>,
    /// The kind of board it is limited to; both otherwise.
    pub boards: Boards,
    /// The lines after `expect`.
    pub expectations: Vec<String>,
}

/// Parses a file. `Err` names the line.
pub fn parse(text: &str) -> Result<Vec<LawScenario>, String> {
    let mut scenarios: Vec<LawScenario> = Vec::new();
    let mut side = Color::White;
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        if word == "scenario" {
            scenarios.push(LawScenario { name: rest.to_owned(), ..LawScenario::default() });
            side = Color::White;
            continue;
        }
        let at = |why: String| format!("line {}: {why}", index + 1);
        let open = scenarios.last_mut().ok_or(at("a file begins with scenario NAME".to_owned()))?;
        read_line(open, &mut side, word, rest).map_err(at)?;
    }
    Ok(scenarios)
}

fn read_line(open: &mut LawScenario, side: &mut Color, word: &str, rest: &str) -> Result<(), String> {
    if let Some(t_ms) = seconds(word) {
        let act = read_act(open, side, rest)?;
        open.acts.push((t_ms, act));
        return Ok(());
    }
    match word {
        "position" => open.position = rest.to_owned(),
        "board" => open.placement = Some(placement(rest)?),
        "game" => open.game = rest.split_whitespace().map(str::to_owned).collect(),
        "control" => open.time_control = rest.to_owned(),
        "settings" => {
            for setting in rest.split_whitespace() {
                let (key, value) = setting.split_once('=').ok_or(format!("{setting}: say key=value"))?;
                open.settings.push((key.to_owned(), value.to_owned()));
            }
        }
        "scan" => {
            open.scan_ms = Some(rest.parse().map_err(|_| format!("{rest}: say milliseconds: scan 250"))?)
        }
        "chess960" => open.chess960 = true,
        "no-clock" => open.without_clock = true,
        "clock-later" => open.clock_later = true,
        "header" => {
            let (key, value) = rest.split_once(' ').ok_or("say a key and a value: header board 2")?;
            open.header.push((key.to_owned(), value.to_owned()));
        }
        "presses" => {
            let counts = rest
                .split_once(' ')
                .and_then(|(white, black)| Some((white.parse().ok()?, black.parse().ok()?)));
            open.presses = counts.ok_or("say how many by White and by Black: presses 40 40")?;
        }
        "about" => {
            for rule in rest.split_whitespace() {
                laws::RuleId::parse(rule).ok_or(format!("{rule} is not a rule"))?;
                open.about.push(rule.to_owned());
            }
        }
        "boards" => open.boards = boards(rest)?,
        "under" => {
            let (list, only) = rest.split_once(" on ").unwrap_or((rest, "both"));
            let profiles = list.split(',').map(|profile| profile.trim().to_owned()).collect();
            open.under.push(Under { profiles, boards: boards(only)?, expectations: Vec::new() });
        }
        "expect" => {
            let under =
                open.under.last_mut().ok_or("say under which profiles first: under ru20, pl09/rapid")?;
            under.expectations.push(rest.to_owned());
        }
        other => return Err(format!("{other} is not a word of a law scenario; see tests/laws/README.md")),
    }
    Ok(())
}

fn read_act(open: &LawScenario, side: &mut Color, rest: &str) -> Result<Act, String> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    Ok(match words[..] {
        ["lift", at] => Act::Square(square(at)?, None),
        ["place", piece, at] => {
            let piece =
                piece.chars().next().and_then(Piece::from_char).ok_or(format!("{piece}: no such piece"))?;
            *side = piece.color;
            Act::Square(square(at)?, Some(piece))
        }
        ["press"] => Act::Press(*side),
        ["press", by] => Act::Press(color(by)?),
        ["stop"] => Act::Stop,
        ["flag", by] => Act::Flag(color(by)?),
        ["clock", white, black, runs] => {
            let runs = if runs == "none" { None } else { Some(color(runs)?) };
            Act::Clock(clock_time(white)?, clock_time(black)?, runs)
        }
        ["gap", length] => Act::Gap(seconds(length).ok_or(format!("{length}: say seconds"))?),
        ["wait"] => Act::Wait,
        ["claim", by, kind] => {
            Act::Command(format!(r#"{{"cmd":"claim","by":"{}","kind":"{kind}"}}"#, name(color(by)?)))
        }
        ["claim", by, kind, mv] => Act::Command(format!(
            r#"{{"cmd":"claim","by":"{}","kind":"{kind}","move":"{mv}"}}"#,
            name(color(by)?)
        )),
        ["rule", number, decision] => {
            Act::Command(format!(r#"{{"cmd":"rule","incident":{number},"decision":"{decision}"}}"#))
        }
        ["restore", ply] => Act::Command(format!(r#"{{"cmd":"restore","ply":{ply}}}"#)),
        ["result", result] => Act::Command(format!(r#"{{"cmd":"result","result":"{result}"}}"#)),
        ["draw-offer", by] => Act::Command(format!(r#"{{"cmd":"draw-offer","by":"{}"}}"#, name(color(by)?))),
        ["report", rule] => Act::Command(format!(r#"{{"cmd":"report","rule":"{rule}"}}"#)),
        ["report", rule, by] => {
            Act::Command(format!(r#"{{"cmd":"report","rule":"{rule}","by":"{}"}}"#, name(color(by)?)))
        }
        ["command", ..] => Act::Command(rest.trim_start_matches("command").trim().to_owned()),
        _ => {
            return Err(format!(
                "{rest:?} in {} is nothing that happens; see tests/laws/README.md",
                open.name
            ));
        }
    })
}

/// Parses seconds with a fraction, as milliseconds.
fn seconds(word: &str) -> Option<u64> {
    let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(fraction) || fraction.len() > 3 {
        return None;
    }
    let ms: u64 = format!("{fraction:0<3}").parse().ok()?;
    Some(whole.parse::<u64>().ok()? * 1000 + ms)
}

/// Parses `1:29:57` or `0:00.6`, as milliseconds.
fn clock_time(text: &str) -> Result<u64, String> {
    let mut ms = 0;
    for part in text.split(':') {
        ms = ms * 60 + seconds(part).ok_or(format!("{text}: say h:mm:ss"))?;
    }
    Ok(ms)
}

fn boards(text: &str) -> Result<Boards, String> {
    match text {
        "both" => Ok(Boards::Both),
        "piece" => Ok(Boards::Piece),
        "occupancy" => Ok(Boards::Occupancy),
        other => Err(format!("{other}: say piece, occupancy or both")),
    }
}

fn placement(text: &str) -> Result<Board, String> {
    Board::from_ascii_board_fen(text.as_bytes()).map_err(|error| error.to_string())
}

fn square(name: &str) -> Result<Square, String> {
    name.parse().map_err(|_| format!("{name} is not a square"))
}

fn color(name: &str) -> Result<Color, String> {
    match name {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        other => Err(format!("{other}: say white or black")),
    }
}

fn name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}
