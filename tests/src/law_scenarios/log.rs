//! The sensor log of a law scenario under one profile, with a clock that follows the time control.

use super::{Act, LawScenario};
use game::Standing;
use shakmaty::{Board, ByColor, CastlingMode, CastlingSide, Color, Move, Piece, Role, Square, san::San};
use std::fmt::Write;

/// The time on the clock if the scenario does not say: far from zero.
const BASE_MS: u64 = 90 * 60_000;
/// The time that each ply of the game before the scenario takes.
const PLY_MS: u64 = 3_000;
/// The time in which the board looks at all squares if the scenario does not say.
const SCAN_MS: u32 = 50;
/// The pause after the first readings of board and clock, and again before the first act.
const BEFORE_MS: u64 = 5_000;

/// Writes the sensor log, and returns it with the time in it at which the scenario begins.
pub fn log(scenario: &LawScenario, profile: &str, occupancy: bool) -> Result<(String, u64), String> {
    let (draughts, chess) = match profile.strip_prefix("warc-") {
        Some(squares) => (Some(format!("draughts-{squares}")), "fide23"),
        None => (None, profile),
    };
    let (edition, discipline, supervised) = parts(chess);
    let sensing = if occupancy { "occupancy" } else { "piece" };
    let mode = if scenario.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
    let start = match &*scenario.position {
        "" => Standing::initial(),
        fen => Standing::from_fen(fen, mode).map_err(|why| why.to_string())?,
    };
    let variant = draughts.as_deref().unwrap_or(if scenario.chess960 { "chess960" } else { "standard" });
    let mut more: String =
        scenario.header.iter().map(|(key, value)| format!(r#","{key}":"{value}""#)).collect();
    let settled: Vec<String> =
        scenario.settings.iter().map(|(key, value)| format!(r#""{key}":{value}"#)).collect();
    if !settled.is_empty() {
        let _ = write!(more, r#","settings":{{{}}}"#, settled.join(","));
    }
    let mut out = format!(
        r#"{{"sensorlog":1,"sensing":"{sensing}","start":"{}","variant":"{variant}","edition":"{edition}","discipline":"{discipline}","supervised":{supervised},"clock":{},"scan_ms":{},"time_control":"{}"{more}}}"#,
        start.fen(),
        !scenario.without_clock,
        scenario.scan_ms.unwrap_or(SCAN_MS),
        scenario.time_control,
    );
    out.push('\n');
    let placement = scenario.placement.clone().unwrap_or_else(|| start.board().clone());
    let control = laws::TimeControl::parse(&scenario.time_control)?;
    let period = control.as_ref().and_then(|control| control.periods.first().copied());
    let base_ms = period.map_or(BASE_MS, |period| u64::from(period.base_s) * 1000);
    let mut pen = Pen {
        out,
        occupancy,
        clock: !scenario.without_clock && !scenario.clock_later,
        left_ms: ByColor { white: base_ms, black: base_ms },
        increment_ms: period.map_or(0, |period| u64::from(period.increment_s) * 1000),
        running: None,
        now_ms: 0,
    };
    pen.placement(&placement);
    pen.read(0);
    let turn = start.turn();
    pen.now_ms = 1_000;
    pen.running = Some(turn);
    pen.read(1_000);
    let mut t_ms = BEFORE_MS;
    let mut standing = start;
    for word in &scenario.game {
        standing = pen.play(t_ms, &standing, word)?;
        t_ms += PLY_MS;
    }
    let (white, black) = scenario.presses;
    for index in 0..white + black {
        pen.press(t_ms, if index % 2 == 0 { turn } else { !turn });
        t_ms += PLY_MS;
    }
    let begin = t_ms + BEFORE_MS;
    pen.clock = !scenario.without_clock;
    for (at, act) in &scenario.acts {
        pen.act(begin + at, act);
    }
    Ok((pen.out, begin))
}

/// Splits a profile into edition, discipline, and whether there are arbiters enough.
fn parts(profile: &str) -> (&str, &str, bool) {
    let (edition, discipline) = profile.split_once('/').unwrap_or((profile, "standard"));
    match discipline.strip_suffix("-sup") {
        Some(discipline) => (edition, discipline, true),
        None => (edition, discipline, false),
    }
}

struct Pen {
    out: String,
    occupancy: bool,
    clock: bool,
    left_ms: ByColor<u64>,
    increment_ms: u64,
    running: Option<Color>,
    now_ms: u64,
}

impl Pen {
    fn line(&mut self, t: u64, rest: &str) {
        let _ = writeln!(self.out, r#"{{"t":{t},{rest}}}"#);
    }

    fn placement(&mut self, board: &Board) {
        let rest = if self.occupancy {
            format!(r#""occupied":"{:016x}""#, board.occupied().0)
        } else {
            format!(r#""board":"{}""#, board.board_fen())
        };
        self.line(0, &rest);
    }

    fn square(&mut self, t: u64, square: Square, piece: Option<Piece>) {
        let is = match (piece, self.occupancy) {
            (None, _) => String::new(),
            (Some(_), true) => "*".to_owned(),
            (Some(piece), false) => piece.char().to_string(),
        };
        self.line(t, &format!(r#""sq":"{square}","is":"{is}""#));
    }

    /// Takes the time that has passed off the running side.
    fn pass(&mut self, t: u64) {
        if let Some(side) = self.running {
            self.left_ms[side] = self.left_ms[side].saturating_sub(t.saturating_sub(self.now_ms));
        }
        self.now_ms = t;
    }

    fn read(&mut self, t: u64) {
        if !self.clock {
            return;
        }
        self.pass(t);
        let running = self.running.map_or("null", |color| color.fold_wb("\"white\"", "\"black\""));
        let ByColor { white, black } = self.left_ms;
        self.line(t, &format!(r#""clock":{{"white_ms":{white},"black_ms":{black},"running":{running}}}"#));
    }

    fn press(&mut self, t: u64, by: Color) {
        if !self.clock {
            return;
        }
        self.pass(t);
        self.line(t, &format!(r#""press":"{}""#, by.fold_wb("white", "black")));
        self.left_ms[by] += self.increment_ms;
        self.running = Some(!by);
        self.read(t);
    }

    fn act(&mut self, t: u64, act: &Act) {
        match act {
            Act::Square(square, piece) => self.square(t, *square, *piece),
            Act::Press(by) => self.press(t, *by),
            Act::Stop => {
                self.pass(t);
                self.running = None;
                self.read(t);
            }
            Act::Flag(by) => {
                self.pass(t);
                self.left_ms[*by] = 0;
                self.line(t, &format!(r#""flag":"{}""#, by.fold_wb("white", "black")));
            }
            Act::Clock(white, black, runs) => {
                self.now_ms = t;
                self.left_ms = ByColor { white: *white, black: *black };
                self.running = *runs;
                self.read(t);
            }
            Act::Gap(length) => self.line(t, &format!(r#""gap_ms":{length}"#)),
            Act::Command(command) => self.line(t, &format!(r#""command":{command}"#)),
            Act::Wait => self.read(t),
        }
    }

    /// Plays a clean move, with its press.
    fn play(&mut self, t: u64, standing: &Standing, word: &str) -> Result<Standing, String> {
        let position = standing.position().ok_or("the game before the scenario cannot go on")?;
        let san: San = word.parse().map_err(|_| format!("{word} is not SAN"))?;
        let mv = san.to_move(position).map_err(|_| format!("{word} is not legal in {}", standing.fen()))?;
        let after = standing.play(mv);
        let hand = hand(mv, standing.turn(), after.board());
        for (index, (square, piece)) in hand.into_iter().enumerate() {
            self.square(t + 300 * index as u64, square, piece);
        }
        self.press(t + 2_000, standing.turn());
        Ok(after)
    }
}

/// Returns the squares a move changes, in the order in which a hand does it.
fn hand(mv: Move, by: Color, after: &Board) -> Vec<(Square, Option<Piece>)> {
    let mut hand = Vec::new();
    if let Move::Castle { king, rook } = mv {
        let side = if rook > king { CastlingSide::KingSide } else { CastlingSide::QueenSide };
        hand.push((king, None));
        hand.push((side.king_to(by), Some(by.king())));
        hand.push((rook, None));
        hand.push((side.rook_to(by), Some(by.rook())));
        return hand;
    }
    if let Move::EnPassant { from, to } = mv {
        hand.push((Square::from_coords(to.file(), from.rank()), None));
    }
    if mv.is_capture() && !mv.is_en_passant() {
        hand.push((mv.to(), None));
    }
    hand.extend(mv.from().map(|from| (from, None)));
    let piece = after.piece_at(mv.to()).unwrap_or(Piece { color: by, role: Role::Queen });
    hand.push((mv.to(), Some(piece)));
    hand
}
