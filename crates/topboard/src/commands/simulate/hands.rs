//! Hands at a simulated board that do what they are told: one deed a line, in the order of the lines. Whoever rehearses an
//! event writes the deeds down, or types them; the board, its clock and its cable behave as those of any simulated table.

use crate::{
    commands::simulate::{device_of, offer, open},
    devices::pty::Pty,
    terminal::failure::{Failure, Outcome},
};
use board::{Device, Maker, Millis, dgt::ClockState};
use shakmaty::{Board, ByColor, Color, Piece, Square};
use sim::{SimClock, What};
use std::{
    collections::VecDeque,
    fs,
    io::{self, BufRead, Write},
    path::{Path, PathBuf},
    str::FromStr,
    thread,
    time::Duration,
};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};

/// The deeds, for whoever writes one that does not exist.
const DEEDS: &str = "lift e2; put e4 P; setup [PLACEMENT]; clock WHITE_MS BLACK_MS white; run white; press; stop; unplug; plug; \
                         reboot; mute; speak; wait MS; say WORD";

/// The interval at which a board is polled while nothing is due.
const IDLE_MS: Millis = 100;

/// The greatest number of deeds that wait for their turn: whoever writes more waits until some are done.
const WAITING_MAX: usize = 1024;

/// Something that hands do.
#[derive(Debug, Clone, PartialEq)]
enum Deed {
    /// An act on the board or the clock.
    Act(What),
    /// All pieces stand so from now on.
    SetUp(Box<Board>),
    /// Both times are set and stand; the lever says that this side is on the move.
    Clock(ByColor<u32>, Color),
    /// Whose time runs presses the clock.
    Press,
    /// The cable is pulled.
    Unplug,
    /// The cable is put back. The board had no current meanwhile, and its port is a new one.
    Plug,
    /// The current fails for a moment.
    Reboot,
    /// The board falls silent, or speaks again.
    Mute(bool),
    /// Nothing is done for this time.
    Wait(Millis),
    /// This word is printed, so that the writer knows that everything before it is done.
    Say(String),
}

impl FromStr for Deed {
    type Err = String;

    fn from_str(line: &str) -> Result<Deed, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        Ok(match words[..] {
            ["lift", square] => Deed::Act(What::Lift(read(square, "a square such as e2")?)),
            ["put", square, piece] => {
                let letter = piece.chars().next().filter(|_| piece.chars().count() == 1);
                let piece = letter.and_then(Piece::from_char);
                let piece = piece.ok_or_else(|| {
                    format!("{line:?} names no piece; write P for a white pawn, p for a black one")
                })?;
                Deed::Act(What::Place(read(square, "a square such as e4")?, piece))
            }
            ["setup"] => Deed::SetUp(Box::default()),
            ["setup", placement] => {
                Deed::SetUp(Box::new(read(placement, "a placement as a FEN begins with")?))
            }
            ["clock", white, black, turn] => {
                let ms = |text| read(text, "a time in milliseconds");
                Deed::Clock(ByColor { white: ms(white)?, black: ms(black)? }, read(turn, "white or black")?)
            }
            ["run", side] => Deed::Act(What::RunClock(read(side, "white or black")?)),
            ["stop"] => Deed::Act(What::StopClock),
            ["press"] => Deed::Press,
            ["unplug"] => Deed::Unplug,
            ["plug"] => Deed::Plug,
            ["reboot"] => Deed::Reboot,
            ["mute"] => Deed::Mute(true),
            ["speak"] => Deed::Mute(false),
            ["wait", ms] => Deed::Wait(Millis::from(read::<u32>(ms, "a time in milliseconds")?)),
            ["say", word] => Deed::Say(word.to_owned()),
            _ => return Err(format!("{line:?} is no deed; write one of: {DEEDS}")),
        })
    }
}

/// Reads a word of a deed.
fn read<T: FromStr>(text: &str, what: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text:?} is not {what}"))
}

/// A board that hands are told to move on.
struct Table {
    device: Device,
    clock: SimClock,
    lever: Color,
    /// The near end of the cable; nothing while it is pulled.
    pty: Option<Pty>,
    link: Option<PathBuf>,
}

/// Does what standard input says until it ends, and then lets the board stand.
pub(super) async fn obey(maker: Maker, seed: u64, link: Option<&Path>) -> Outcome {
    let mut table = Table {
        device: Device::with_board(maker, device_of(maker, seed), &Board::new()),
        clock: SimClock::new(0, 0),
        lever: Color::White,
        pty: None,
        link: link.map(Path::to_owned),
    };
    table.plug()?;
    let start = Instant::now();
    let now = move || Millis::try_from(start.elapsed().as_millis()).unwrap_or(Millis::MAX);
    let mut deeds = Some(written(|| io::stdin().lock()));
    let mut waiting: VecDeque<Deed> = VecDeque::new();
    let mut rested_ms = 0;
    let mut buffer = [0; 1024];
    loop {
        let t = now();
        table.device.advance(t);
        while rested_ms <= t
            && let Some(deed) = waiting.pop_front()
        {
            match deed {
                Deed::Wait(ms) => rested_ms = t.max(rested_ms) + ms,
                deed => table.perform(t, deed)?,
            }
        }
        table.transmit();
        let act_ms = if waiting.is_empty() { Millis::MAX } else { rested_ms };
        let due_ms = table.device.next_deadline().unwrap_or(Millis::MAX).min(act_ms).min(t + IDLE_MS);
        tokio::select! {
            heard = hear(table.pty.as_ref(), &mut buffer) => {
                let length = heard.map_err(|error| Failure::Environment(format!("the pseudo-terminal fails ({error})")))?;
                table.device.handle_bytes(now(), &buffer[..length]);
            }
            deed = next(&mut deeds), if waiting.len() < WAITING_MAX => waiting.extend(deed),
            () = sleep_until(start + Duration::from_millis(due_ms)) => {}
        }
    }
}

/// Returns what the host says; waits for ever while the cable is pulled. Cancel-safe.
async fn hear(pty: Option<&Pty>, buffer: &mut [u8]) -> io::Result<usize> {
    match pty {
        Some(pty) => pty.read(buffer).await,
        None => std::future::pending().await,
    }
}

/// Reads deeds as they are written. A slip is told, and what is behind it is done.
fn written<R: BufRead>(open: impl FnOnce() -> R + Send + 'static) -> mpsc::Receiver<Deed> {
    let (told, deeds) = mpsc::channel(WAITING_MAX);
    // A read of standard input cannot be called off: this thread ends with the program.
    thread::spawn(move || {
        // What is no UTF-8 is a slip like any other.
        let lines = open().split(b'\n').map_while(Result::ok);
        let lines = lines.map(|line| String::from_utf8_lossy(&line).into_owned());
        for line in lines.filter(|line| !line.trim().is_empty()) {
            match line.parse() {
                Ok(deed) => {
                    if told.blocking_send(deed).is_err() {
                        return;
                    }
                }
                Err(why) => tracing::warn!("{why}"),
            }
        }
    });
    deeds
}

/// Returns the next deed; waits for ever once there is none. Cancel-safe.
async fn next(deeds: &mut Option<mpsc::Receiver<Deed>>) -> Option<Deed> {
    match deeds {
        Some(open) => {
            let deed = open.recv().await;
            if deed.is_none() {
                *deeds = None;
            }
            deed
        }
        None => std::future::pending().await,
    }
}

impl Table {
    fn perform(&mut self, t: Millis, deed: Deed) -> Outcome {
        match deed {
            Deed::Act(What::Lift(square)) => self.device.set_square(t, square, board::Contents::Empty),
            Deed::Act(What::Place(square, piece)) => {
                self.device.set_square(t, square, board::Contents::Piece(piece));
            }
            Deed::Act(act) => self.handle_clock(t, act),
            Deed::SetUp(placement) => {
                for square in Square::ALL {
                    let contents =
                        placement.piece_at(square).map_or(board::Contents::Empty, board::Contents::Piece);
                    self.device.set_square(t, square, contents);
                }
            }
            Deed::Clock(left_ms, turn) => {
                self.lever = turn;
                self.handle_clock(t, What::SetClock { left_ms });
            }
            Deed::Press => {
                if let Some(side) = self.clock.running() {
                    self.handle_clock(t, What::Press(side));
                }
            }
            Deed::Unplug => self.unplug(),
            Deed::Plug => {
                self.device.reboot(t);
                self.plug()?;
            }
            Deed::Reboot => self.device.reboot(t),
            Deed::Mute(muted) => self.device.mute(muted),
            Deed::Wait(_) => {}
            Deed::Say(word) => {
                // Nobody may be reading.
                let _ = writeln!(io::stdout(), "{word}").and_then(|()| io::stdout().flush());
            }
        }
        Ok(())
    }

    fn handle_clock(&mut self, t: Millis, act: What) {
        if !self.clock.handle(t, act) {
            return;
        }
        // The lever of a clock that stands stays where it is.
        self.lever = self.clock.running().unwrap_or(self.lever);
        let left_ms =
            ByColor::new_with(|side| u32::try_from(self.clock.left_ms(t, side)).unwrap_or(u32::MAX));
        self.device.set_clock(t, ClockState { left_ms, running: self.clock.running(), lever: self.lever });
    }

    fn transmit(&mut self) {
        while let Some(bytes) = self.device.poll_transmit() {
            if let Some(pty) = &self.pty {
                pty.write(&bytes);
            }
        }
    }

    /// Puts a new pseudo-terminal behind the link in place of the old one, and prints its name.
    fn plug(&mut self) -> Outcome {
        self.unplug();
        let pty = open()?;
        offer(&pty, self.link.as_deref())?;
        self.pty = Some(pty);
        Ok(())
    }

    fn unplug(&mut self) {
        // Where no cable is plugged, what stands at the link's place is somebody else's.
        if self.pty.take().is_some()
            && let Some(link) = &self.link
        {
            // Somebody may have removed the link already.
            let _ = fs::remove_file(link);
        }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        self.unplug();
    }
}

#[cfg(test)]
mod tests {
    use super::{DEEDS, Deed, Table, device_of, written};
    use crate::safe_files::scratch::Scratch;
    use board::{Device, Maker};
    use shakmaty::{Board, ByColor, Color, Piece, Square};
    use sim::{SimClock, What};
    use std::{fs, io::Cursor};

    #[test]
    fn what_is_no_text_is_a_slip_and_what_is_behind_it_is_done() {
        let mut deeds = written(|| Cursor::new(b"lift e2\n\xff\xfe\n\npress".as_slice()));
        let done = std::iter::from_fn(|| deeds.blocking_recv()).collect::<Vec<_>>();
        assert_eq!(done, [Deed::Act(What::Lift(Square::E2)), Deed::Press]);
    }

    #[tokio::test]
    async fn what_stands_where_the_link_is_wanted_stays() {
        let scratch = Scratch::new("hands-link").expect("a folder");
        let link = scratch.path().join("board");
        fs::write(&link, "a score").expect("it is written");
        let mut table = Table {
            device: Device::with_board(Maker::Dgt, device_of(Maker::Dgt, 1), &Board::new()),
            clock: SimClock::new(0, 0),
            lever: Color::White,
            pty: None,
            link: Some(link.clone()),
        };
        assert!(table.plug().is_err());
        drop(table);
        assert_eq!(fs::read_to_string(&link).expect("it is there"), "a score");
    }

    #[test]
    fn a_deed_is_read_and_a_slip_is_told_with_what_there_is() {
        let read = |line: &str| line.parse::<Deed>();
        assert_eq!(read("lift e2"), Ok(Deed::Act(What::Lift(Square::E2))));
        let pawn = Piece::from_char('p').expect("it is one");
        assert_eq!(read(" put  e5 p "), Ok(Deed::Act(What::Place(Square::E5, pawn))));
        assert_eq!(
            read("clock 300000 0 black"),
            Ok(Deed::Clock(ByColor { white: 300_000, black: 0 }, Color::Black))
        );
        assert_eq!(read("run white"), Ok(Deed::Act(What::RunClock(Color::White))));
        for line in [
            "",
            "lift",
            "lift i9",
            "put e4 PP",
            "put e4 ♙",
            "clock 1 2",
            "clock -1 2 white",
            "run green",
            "wait 1.5",
            "setup 9",
            "jump",
        ] {
            let said = read(line).expect_err(line);
            assert!(
                said.contains(DEEDS) || said.contains("is not") || said.contains("no piece"),
                "{line}: {said}"
            );
        }
        // What the list names can be written, but for the words that stand for something.
        for deed in DEEDS.split("; ") {
            let line = deed
                .replace("[PLACEMENT]", "8/8/8/8/8/8/8/8")
                .replace("WHITE_MS", "1")
                .replace("BLACK_MS", "1");
            let line = line.replace("MS", "1");
            assert!(read(&line).is_ok(), "{line}");
        }
    }
}
