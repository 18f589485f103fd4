//! The bodies of the journal: one line of JSON each. A boundary file: deriving serde here is a promise.
//!
//! ```text
//! {"journal":1,"program":"topboard 0.1.0","epoch":"5f3a91c2"}            the first line of a book
//! {"t":0,"start":"topboard 0.1.0","wall_ms":1795245600000}               the program started (again)
//! {"t":0,"setup":{"event":…,"edition":"ru20",…,"tables":[…]}}            the hall as configured
//! {"t":3,"opened":[1,"/dev/ttyACM0"]}   {"t":9,"lost":1}                 a port came, went
//! {"t":4,"opened":[2,"/dev/ttyUSB0"],"maker":"certabo"}                 the board on it is no DGT board
//! {"t":1290,"rx":[1,"8e05341b"]}                                         bytes of link 1, before they were decoded
//! {"t":5400041,"again":"0:2:67:67 41:2 41:2"}                            bytes of link 2 that had come before (stream.rs)
//! {"t":2000,"table":1,"command":{"cmd":"result","result":"1-0"}}         a person's word
//! {"t":2001,"pub":{"table":1,"game":1,"rev":5,"from":8,"plies":[…],…}}   what the world was told
//! {"t":60000,"wall_ms":1795245660012,"synced":true}                      the time of day at journal time t
//! {"t":61000,"wall_ms":1795281661012,"synced":true,"stepped_ms":36000000}     and when it jumped
//! {"t":0,"key":"8a88e3dd…64 digits"}                                     the public key of who writes from here on
//! {"t":60000,"signed":{"seq":812,"head":"…","key":"…","sig":"…"}}        its signature under the record before
//! {"journal":1,…,"segment":[2,70314,"c1f0…"]}                            the first line of the book's second file
//! {"journal":1,…,"erased":{"to":90325,…}}                                what stood here was erased (`journal::tombstone`)
//! {"safe":70310}                                                         up to this record all was synced by now
//! {"salvaged":{"by":…,"line":812,"why":…}}                               what stands behind it is unproven (recover)
//! {"t":9000,"held":{"since":4000,"bytes":70112,"why":"disk full"}}       from then to here the disk took nothing
//! ```
//!
//! `t` is journal time in milliseconds. Unknown keys are ignored and unknown kinds survive as [`Body::Other`], so that
//! an old reader can fold a newer book; a known kind with an unreadable value is an error, never a guess. A reader from
//! before `maker` takes every board for a DGT board and hears noise from the others.

mod lines;
mod settings;

use crate::links::stream::{self, Again};
use crate::setup::HallSetup;
use crate::{Input, LinkNo, Publication, TableNo, WallTime, WallTrust};
use board::{Maker, Millis};
use game::Command;
use journal::{Chain, Opening, PublicKey, SignedHead, Tombstone, hex};
use lines::{PublicationLine, SetupLine};
use serde::{Deserialize, Serialize};
pub use settings::SettingsLine;

/// The version of the book's bodies that this program writes, and the only one it reads.
pub const VERSION: u32 = 1;

/// One record's body. Closed: a kind of input has its kind of record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// The first line of a book, and of each of its files.
    Journal {
        /// Who wrote it: name and version.
        program: String,
        /// Drawn once for each book: sequences of different epochs do not compare.
        epoch: String,
        /// The place in the book of the file that this line begins; none for the first.
        segment: Option<Opening>,
    },
    /// The records of a file were erased; this stands in their place.
    Erased {
        /// What is kept of them.
        tombstone: Box<Tombstone>,
        /// The body as it stands, with its signature.
        text: String,
    },
    /// The program started: every link of the run before is gone.
    Start {
        /// When.
        t_ms: Millis,
        /// Name and version.
        program: String,
        /// The time of day, in milliseconds since 1970, where it is known.
        wall_ms: Option<u64>,
    },
    /// The hall was set up.
    Setup {
        /// When.
        t_ms: Millis,
        /// As configured.
        setup: Box<HallSetup>,
    },
    /// A port was opened.
    Opened {
        /// When.
        t_ms: Millis,
        /// The device.
        link: LinkNo,
        /// Its path.
        port: String,
        /// Whose protocol its board speaks.
        maker: Maker,
    },
    /// A port was lost.
    Lost {
        /// When.
        t_ms: Millis,
        /// The device.
        link: LinkNo,
    },
    /// Bytes came from a device.
    Bytes {
        /// When.
        t_ms: Millis,
        /// The device.
        link: LinkNo,
        /// As they came.
        bytes: Vec<u8>,
    },
    /// Bytes that devices had said before came again.
    Again {
        /// When the first of them came.
        t_ms: Millis,
        /// Which, and when.
        run: Vec<Again>,
    },
    /// A person said something.
    Command {
        /// When.
        t_ms: Millis,
        /// The table.
        table: TableNo,
        /// What.
        command: Command,
    },
    /// What the world was told.
    Published {
        /// When: the hall had been advanced to here.
        t_ms: Millis,
        /// What.
        publication: Box<Publication>,
    },
    /// The time of day at a journal time.
    Wall {
        /// The journal time.
        t_ms: Millis,
        /// The time of day, with its trust.
        wall: WallTime,
    },
    /// The key that signs from here on (`journal::signature`).
    Key {
        /// When.
        t_ms: Millis,
        /// The public key.
        key: PublicKey,
    },
    /// A signature under the head before this record, and so under every record before it.
    Signed {
        /// When.
        t_ms: Millis,
        /// What was signed, and the signature.
        signed: Box<SignedHead>,
    },
    /// Every record up to this one was synced when this was written (`journal::mark`).
    Safe {
        /// The number of that record.
        seq: u64,
    },
    /// The disk took nothing for a while: the records of that time were held in memory and written late.
    Held {
        /// When it took them.
        t_ms: Millis,
        /// How.
        hold: Hold,
    },
    /// A kind this program does not know. The fold passes over it.
    Other {
        /// When, if it says so.
        t_ms: Option<Millis>,
        /// The body as it stands.
        text: String,
    },
}

/// A time in which the disk took nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    /// Since when, in journal time.
    #[serde(rename = "since")]
    pub since_ms: Millis,
    /// How many bytes waited at the end.
    pub bytes: u64,
    /// What the system said.
    pub why: String,
    /// Since when no board was read, because no more fitted into memory: what the boards said from then on is lost.
    #[serde(rename = "unread_since", default, skip_serializing_if = "Option::is_none")]
    pub unread_since_ms: Option<Millis>,
}

impl Body {
    /// The record of an input.
    pub fn from_input(t_ms: Millis, input: &Input) -> Body {
        match input {
            Input::Start { program, wall_ms } => {
                Body::Start { t_ms, program: program.clone(), wall_ms: *wall_ms }
            }
            Input::Setup(setup) => Body::Setup { t_ms, setup: setup.clone() },
            Input::Opened { link, port, maker } => {
                Body::Opened { t_ms, link: *link, port: port.clone(), maker: *maker }
            }
            Input::Lost { link } => Body::Lost { t_ms, link: *link },
            Input::Bytes { link, bytes } => Body::Bytes { t_ms, link: *link, bytes: bytes.clone() },
            Input::Again(run) => Body::Again { t_ms, run: run.clone() },
            Input::Command { table, command } => {
                Body::Command { t_ms, table: *table, command: command.clone() }
            }
        }
    }

    /// The input this record holds; none for marks, annotations and publications.
    pub fn into_input(self) -> Option<Input> {
        match self {
            Body::Start { program, wall_ms, .. } => Some(Input::Start { program, wall_ms }),
            Body::Setup { setup, .. } => Some(Input::Setup(setup)),
            Body::Opened { link, port, maker, .. } => Some(Input::Opened { link, port, maker }),
            Body::Lost { link, .. } => Some(Input::Lost { link }),
            Body::Bytes { link, bytes, .. } => Some(Input::Bytes { link, bytes }),
            Body::Again { run, .. } => Some(Input::Again(run)),
            Body::Command { table, command, .. } => Some(Input::Command { table, command }),
            Body::Journal { .. }
            | Body::Erased { .. }
            | Body::Published { .. }
            | Body::Wall { .. }
            | Body::Key { .. }
            | Body::Signed { .. }
            | Body::Safe { .. }
            | Body::Held { .. }
            | Body::Other { .. } => None,
        }
    }

    /// The journal time of the record, of a tombstone that of the last record it stands for; none for the first line of a file and for marks.
    pub fn t_ms(&self) -> Option<Millis> {
        match self {
            Body::Journal { .. } | Body::Safe { .. } => None,
            Body::Erased { tombstone, .. } => Some(tombstone.t_ms.1),
            Body::Start { t_ms, .. }
            | Body::Setup { t_ms, .. }
            | Body::Opened { t_ms, .. }
            | Body::Lost { t_ms, .. }
            | Body::Bytes { t_ms, .. }
            | Body::Again { t_ms, .. }
            | Body::Command { t_ms, .. }
            | Body::Published { t_ms, .. }
            | Body::Wall { t_ms, .. }
            | Body::Key { t_ms, .. }
            | Body::Signed { t_ms, .. }
            | Body::Held { t_ms, .. } => Some(*t_ms),
            Body::Other { t_ms, .. } => *t_ms,
        }
    }

    /// The body as it is written. The same body always gives the same bytes.
    pub fn emit(&self) -> String {
        let mut line = Line { t: self.t_ms(), ..Line::default() };
        match self {
            Body::Journal { program, epoch, segment } => {
                line.segment =
                    segment.map(|opening| (opening.number, opening.after.seq(), opening.after.head_hex()));
                line.journal = Some(VERSION);
                line.program = Some(program.clone());
                line.epoch = Some(epoch.clone());
            }
            Body::Start { program, wall_ms, .. } => {
                line.start = Some(program.clone());
                line.wall_ms = *wall_ms;
            }
            Body::Setup { setup, .. } => line.setup = Some(SetupLine::of(setup)),
            Body::Opened { link, port, maker, .. } => {
                line.opened = Some((*link, port.clone()));
                line.maker = (*maker != Maker::Dgt).then(|| maker.name().to_owned());
            }
            Body::Lost { link, .. } => line.lost = Some(*link),
            Body::Bytes { link, bytes, .. } => line.rx = Some((*link, hex::emit(bytes))),
            Body::Again { run, .. } => line.again = Some(stream::emit(run)),
            Body::Command { table, command, .. } => {
                line.table = Some(*table);
                line.command = Some(command.clone());
            }
            Body::Published { publication, .. } => line.publication = Some(PublicationLine::of(publication)),
            Body::Wall { wall, .. } => line.note_wall(wall),
            Body::Key { t_ms, key } => return journal::signature::key_body(*t_ms, key),
            Body::Signed { t_ms, signed } => return signed.emit(*t_ms),
            Body::Safe { seq } => return journal::mark::emit(*seq),
            Body::Held { hold, .. } => line.held = Some(hold.clone()),
            Body::Erased { text, .. } | Body::Other { text, .. } => return text.clone(),
        }
        serde_json::to_string(&line).expect("a line is made of numbers and text")
    }

    /// Reads a body. `Err` says what is wrong with it.
    pub fn parse(text: &str) -> Result<Body, String> {
        if let Some(bytes) = parse_bytes(text) {
            return Ok(bytes);
        }
        if let Some(tombstone) = Tombstone::parse(text) {
            return Ok(Body::Erased { tombstone: Box::new(tombstone?), text: text.to_owned() });
        }
        // A list would pass for a record whose parts come in order.
        if !text.starts_with('{') {
            return Err("is not a JSON object".to_owned());
        }
        let line: Line = serde_json::from_str(text).map_err(|error| format!("cannot be read: {error}"))?;
        if let Some(version) = line.journal {
            if version != VERSION {
                return Err(format!(
                    "the journal has version {version}, but this program reads version {VERSION}"
                ));
            }
            return Ok(Body::Journal {
                program: line.program.unwrap_or_default(),
                epoch: line.epoch.unwrap_or_default(),
                segment: line.segment.map(opening).transpose()?,
            });
        }
        if let Some(seq) = journal::mark::parse(text.as_bytes()) {
            return Ok(Body::Safe { seq });
        }
        let Some(t_ms) = line.t else {
            return Ok(Body::Other { t_ms: None, text: text.to_owned() });
        };
        let wall = line.wall();
        Ok(if let Some((link, digits)) = line.rx {
            Body::Bytes { t_ms, link, bytes: hex::read(&digits)? }
        } else if let Some(run) = line.again {
            Body::Again { t_ms, run: stream::parse(&run)? }
        } else if let Some(publication) = line.publication {
            Body::Published { t_ms, publication: Box::new(publication.read()?) }
        } else if let (Some(table), Some(command)) = (line.table, line.command) {
            Body::Command { t_ms, table, command }
        } else if let Some((link, port)) = line.opened {
            let maker = line.maker.as_deref().map_or(Some(Maker::Dgt), Maker::parse);
            Body::Opened { t_ms, link, port, maker: maker.ok_or("the board's maker is not known")? }
        } else if let Some(link) = line.lost {
            Body::Lost { t_ms, link }
        } else if let Some(setup) = line.setup {
            Body::Setup { t_ms, setup: Box::new(setup.read()?) }
        } else if let Some(program) = line.start {
            Body::Start { t_ms, program, wall_ms: line.wall_ms }
        } else if let Some(hold) = line.held {
            Body::Held { t_ms, hold }
        } else if let Some(wall) = wall {
            Body::Wall { t_ms, wall }
        } else if let Some(key) = journal::signature::parse_key(text) {
            Body::Key { t_ms, key: key? }
        } else if let Some(signed) = SignedHead::parse(text) {
            Body::Signed { t_ms, signed: Box::new(signed?) }
        } else {
            Body::Other { t_ms: Some(t_ms), text: text.to_owned() }
        })
    }
}

fn opening((number, seq, head): (u32, u64, String)) -> Result<Opening, String> {
    let head = journal::opening::head_bytes(&head).ok_or("the head of the book before is not 64 digits")?;
    Ok(Opening { number, after: Chain::resume(head, seq) })
}

/// Nearly every record of a book: bytes, exactly as this program writes them. Anything else goes the long way.
fn parse_bytes(text: &str) -> Option<Body> {
    let (t_ms, rest) = parse_number(text.as_bytes().strip_prefix(b"{\"t\":")?)?;
    let (link, rest) = parse_number(rest.strip_prefix(b",\"rx\":[")?)?;
    let digits = rest.strip_prefix(b",\"")?.strip_suffix(b"\"]}")?;
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    let nibble = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let mut bytes = Vec::with_capacity(digits.len() / 2);
    for pair in digits.chunks_exact(2) {
        bytes.push(nibble(pair[0])? << 4 | nibble(pair[1])?);
    }
    Some(Body::Bytes { t_ms, link: LinkNo::try_from(link).ok()?, bytes })
}

/// The number that a text begins with, written as JSON writes it, and what follows.
fn parse_number(text: &[u8]) -> Option<(u64, &[u8])> {
    let length = text.iter().take_while(|digit| digit.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(length);
    if digits.is_empty() || digits.len() > 1 && digits[0] == b'0' {
        return None;
    }
    let more = |number: u64, digit: &u8| number.checked_mul(10)?.checked_add(u64::from(digit - b'0'));
    Some((digits.iter().try_fold(0, more)?, rest))
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Line {
    #[serde(skip_serializing_if = "Option::is_none")]
    t: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rx: Option<(LinkNo, String)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    again: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    journal: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    epoch: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    segment: Option<(u32, u64, String)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wall_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    synced: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stepped_ms: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    setup: Option<SetupLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opened: Option<(LinkNo, String)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maker: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<LinkNo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<TableNo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<Command>,
    #[serde(rename = "pub", skip_serializing_if = "Option::is_none")]
    publication: Option<PublicationLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    held: Option<Hold>,
}

impl Line {
    fn note_wall(&mut self, wall: &WallTime) {
        self.wall_ms = Some(wall.wall_ms);
        self.stepped_ms = wall.stepped_ms;
        self.synced = wall.trust.map(|trust| match trust {
            WallTrust::Synced => true,
            WallTrust::Unsynced => false,
        });
    }

    fn wall(&self) -> Option<WallTime> {
        let trust = self.synced.map(|is| if is { WallTrust::Synced } else { WallTrust::Unsynced });
        Some(WallTime { wall_ms: self.wall_ms?, trust, stepped_ms: self.stepped_ms })
    }
}
