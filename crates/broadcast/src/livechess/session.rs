//! One client of the WebSocket: its calls, and the feeds that it follows.
//!
//! Clients were written against one server, each against what it happened to see. So a call that can be understood is done,
//! any other is answered with an error, and no call ends the session.

use super::{
    Boards, Now,
    boards::ShownBoard,
    message::{BoardNews, EboardClock, Frame, MovesView, Refused, placement, text},
    moves_since::MovesSince,
};
use board::Millis;
use game::{ClockFace, Standing};
use serde::Serialize;
use serde_json::Value;
use shakmaty::CastlingMode;

/// The longest text that is read, in bytes. A longer one is refused.
const TEXT_MAX: usize = 1 << 10;
/// The greatest number of feeds of a client. At the limit, further ones are refused.
const FEEDS_MAX: usize = 256;
/// The greatest number of feeds of a client whose moves are worked out for it alone. At the limit, further ones have no
/// moves.
const FOLLOWERS_MAX: usize = 8;
/// The feeds that tell of a board. What the second one tells of in the original is not known.
const FEEDS: [&str; 2] = ["eboardevent", "liveviewer"];

/// A client.
#[derive(Debug, Default)]
pub struct Session {
    feeds: Vec<Feed>,
}

/// A feed that the client follows.
#[derive(Debug)]
struct Feed {
    id: Value,
    /// The serial number of the board; `None` until there is a first board.
    serial: Option<String>,
    is_flipped: bool,
    setup: Option<Setup>,
    /// What was told last; `None` before the snapshot.
    told: Option<Told>,
}

/// What a client set up: its own FEN, and the moves since.
#[derive(Debug)]
struct Setup {
    fen: String,
    start: Standing,
    /// `None` until the board is there.
    moves: Option<MovesSince>,
}

#[derive(Debug, PartialEq, Eq)]
struct Told {
    board: String,
    is_flipped: bool,
    clock: Option<ClockFace>,
    moves: Option<MovesView>,
}

/// Why a call is refused, in words for the client's author.
type Refusal = &'static str;

const NO_FEED: Refusal = "there is no feed of this id; subscribe to one first";

impl Session {
    /// Takes a text of the client, and returns the frames that answer it.
    pub fn handle_text(&mut self, said: &str, boards: &Boards, now: Now) -> Vec<String> {
        let read = if said.len() <= TEXT_MAX { serde_json::from_str::<Value>(said).ok() } else { None };
        let Some(Value::Object(request)) = read else {
            let why = "a call is an object of JSON of at most 1024 bytes with id, call and param";
            return vec![refuse(&Value::Null, why, now)];
        };
        let id = request.get("id").cloned().unwrap_or_default();
        let param = request.get("param").cloned().unwrap_or_default();
        let done = match request.get("call").and_then(Value::as_str) {
            Some("eboards") => return vec![answer(&id, boards.list(now), now)],
            Some("subscribe") => self.subscribe(&id, &param),
            Some("unsubscribe") => self.unsubscribe(&param),
            Some("call") => self.call(&param, boards),
            _ => Err("the calls are eboards, subscribe, unsubscribe and call"),
        };
        let mut frames = match done {
            Ok(()) => vec![answer(&id, Value::Null, now)],
            Err(why) => vec![refuse(&id, why, now)],
        };
        frames.extend(self.show(boards, now));
        frames
    }

    /// Returns the frame that answers a message that is no text.
    pub fn refuse_binary(now: Now) -> String {
        refuse(&Value::Null, "a call is a text message, and this one is binary", now)
    }

    /// Returns the frames that tell what changed since they were told last.
    pub fn show(&mut self, boards: &Boards, now: Now) -> Vec<String> {
        let mut own = self.feeds.iter().filter(|feed| feed.has_follower()).count();
        let mut frames = Vec::new();
        for feed in &mut self.feeds {
            let Some(board) = feed.board(boards) else { continue };
            let had = feed.has_follower();
            feed.follow(board, now.t_ms, own < FOLLOWERS_MAX);
            own += usize::from(!had && feed.has_follower());
            frames.extend(feed.news(board, now).map(|news| frame("feed", &feed.id, news, now)));
        }
        frames
    }

    /// Returns the journal time at which [`Session::show`] may have news although no board changes.
    pub fn next_deadline(&self) -> Option<Millis> {
        let moves = self.feeds.iter().filter_map(|feed| feed.setup.as_ref()?.moves.as_ref());
        moves.filter_map(MovesSince::next_deadline).min()
    }

    fn subscribe(&mut self, call: &Value, param: &Value) -> Result<(), Refusal> {
        let is_known = param.get("feed").and_then(Value::as_str).is_some_and(|feed| FEEDS.contains(&feed));
        if !is_known {
            return Err("the feed is eboardevent");
        }
        let serial = param.get("param").and_then(|param| param.get("serialnr")).and_then(serial);
        let id = param.get("id").unwrap_or(call).clone();
        let feed = Feed { id, serial, is_flipped: false, setup: None, told: None };
        self.feeds.retain(|other| !is_same(&other.id, &feed.id));
        if self.feeds.len() == FEEDS_MAX {
            return Err("there are 256 feeds on this connection; unsubscribe from some");
        }
        self.feeds.push(feed);
        Ok(())
    }

    fn unsubscribe(&mut self, param: &Value) -> Result<(), Refusal> {
        let index = self.find(param).ok_or(NO_FEED)?;
        self.feeds.remove(index);
        Ok(())
    }

    fn call(&mut self, param: &Value, boards: &Boards) -> Result<(), Refusal> {
        let method = param.get("method").and_then(Value::as_str);
        let index = self.find(param).ok_or(NO_FEED)?;
        let given = |key| param.get("param").and_then(|param| param.get(key));
        // A client is known that sends what flips a board by the other method.
        let flip = given("flip").and_then(Value::as_bool);
        match (method, given("fen").and_then(Value::as_str), flip) {
            (Some("unsubscribe"), ..) => {
                self.feeds.remove(index);
                Ok(())
            }
            (Some("setup"), Some(fen), _) => self.feeds[index].set_up(fen, boards),
            (Some("setup" | "flip"), _, Some(flip)) => {
                self.feeds[index].is_flipped = flip;
                Ok(())
            }
            (Some("setup"), ..) => Err("setup wants a fen"),
            (Some("flip"), ..) => Err("flip wants flip, true or false"),
            _ => Err("the methods of a feed are setup, flip and unsubscribe"),
        }
    }

    /// Returns the place of the feed that a call names. A client with one feed need not name it.
    fn find(&self, param: &Value) -> Option<usize> {
        match param.get("id").filter(|id| !id.is_null()) {
            Some(id) => self.feeds.iter().position(|feed| is_same(&feed.id, id)),
            None => (self.feeds.len() == 1).then_some(0),
        }
    }
}

impl Feed {
    /// Returns the board that the feed tells of; `None` while it is not there.
    fn board<'a>(&mut self, boards: &'a Boards) -> Option<&'a ShownBoard> {
        match &self.serial {
            Some(serial) => boards.by_serial(serial),
            None => {
                let first = boards.first()?;
                self.serial = Some(first.serial.clone());
                Some(first)
            }
        }
    }

    fn has_follower(&self) -> bool {
        self.setup.as_ref().and_then(|setup| setup.moves.as_ref()).is_some_and(MovesSince::is_own)
    }

    fn set_up(&mut self, fen: &str, boards: &Boards) -> Result<(), Refusal> {
        let line = self.board(boards).and_then(|board| board.line.clone());
        let mode = line.map_or(CastlingMode::Standard, |line| line.start.mode());
        let start = Standing::from_fen(fen, mode)
            .map_err(|_| "this fen is no position from which a game can be played")?;
        self.setup = Some(Setup { fen: fen.to_owned(), start, moves: None });
        // A set-up is always answered with the moves since, even if there is none.
        if let Some(told) = &mut self.told {
            told.moves = None;
        }
        Ok(())
    }

    fn follow(&mut self, board: &ShownBoard, t_ms: Millis, may_follow: bool) {
        let Some(setup) = &mut self.setup else { return };
        match &mut setup.moves {
            Some(moves) => moves.update(board, t_ms),
            None => setup.moves = Some(MovesSince::begin(setup.start.clone(), board, t_ms, may_follow)),
        }
    }

    /// Returns what is new for the client. Pieces and moves are told when the board lies still.
    fn news(&mut self, board: &ShownBoard, now: Now) -> Option<BoardNews> {
        let pieces = if self.is_flipped {
            let mut pieces = board.pieces.clone();
            pieces.rotate_180();
            pieces
        } else {
            board.pieces.clone()
        };
        let moves = self.setup.as_ref().and_then(|setup| {
            let moves = setup.moves.as_ref()?;
            let (start, san) = (setup.fen.clone(), moves.sans.clone());
            Some(MovesView { start, san, is_match: moves.end == pieces })
        });
        let is_flipped = self.is_flipped;
        let mut present = Told { board: placement(&pieces), is_flipped, clock: board.clock, moves };
        if let Some(told) = &self.told {
            if !board.is_resting() && told.moves.is_some() == present.moves.is_some() {
                present.moves.clone_from(&told.moves);
            }
            if *told == present {
                return None;
            }
        }
        let told = self.told.as_ref();
        let is_clock_new = told.is_none_or(|told| told.clock != present.clock);
        let is_board_new = told.is_none_or(|told| {
            (&told.board, told.is_flipped, &told.moves) != (&present.board, is_flipped, &present.moves)
        });
        let news = BoardNews {
            serialnr: board.serial.clone(),
            flipped: is_flipped,
            board: present.board.clone(),
            clock: is_clock_new.then(|| present.clock.as_ref().map(|clock| EboardClock::of(clock, now))),
            moves: present.moves.clone().filter(|_| is_board_new),
        };
        self.told = Some(present);
        Some(news)
    }
}

/// Returns a serial number, which some clients write as a number.
fn serial(value: &Value) -> Option<String> {
    match value {
        Value::String(serial) => Some(serial.clone()),
        Value::Number(serial) => Some(serial.to_string()),
        _ => None,
    }
}

/// Returns whether two ids are one. A client may name a feed by a number once and by the same number as a text later.
fn is_same(one: &Value, other: &Value) -> bool {
    let bare = |id: &Value| id.as_str().map_or_else(|| id.to_string(), str::to_owned);
    one == other || bare(one) == bare(other)
}

fn answer(id: &Value, param: impl Serialize, now: Now) -> String {
    frame("call", id, param, now)
}

fn refuse(id: &Value, message: Refusal, now: Now) -> String {
    frame("error", id, Refused { message }, now)
}

fn frame(response: &'static str, id: &Value, param: impl Serialize, now: Now) -> String {
    text(&Frame { response, id, param, time: now.wall_ms })
}
