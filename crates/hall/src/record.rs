//! The bodies of the journal's records, each one line of JSON. A boundary file: deriving serde here is a promise.
//!
//! ```text
//! {"journal":1,"program":"topboard 0.1.0","epoch":"5f3a91c2"}            the first line of a journal
//! {"t":0,"start":"topboard 0.1.0","wall_ms":1795245600000}               the program started (again)
//! {"t":0,"setup":{"event":…,"edition":"ru20",…,"tables":[…]}}            the hall as configured
//! {"t":3,"opened":[1,"/dev/ttyACM0"]}   {"t":9,"lost":1}                 a port was opened, was lost
//! {"t":4,"opened":[2,"/dev/ttyUSB0"],"maker":"certabo"}                 the board on it is no DGT board
//! {"t":1290,"rx":[1,"8e05341b"]}                                         bytes of link 1, before they are decoded
//! {"t":5400041,"again":"0:2:67:67 41:2 41:2"}                            repeated bytes of link 2 (`codec`)
//! {"t":2000,"table":1,"command":{"cmd":"result","result":"1-0"}}         a person's command
//! {"t":2000,"event":{"do":"open","key":"A","round":1}}                  an order about the event (`tournament`)
//! {"t":2001,"pub":{"table":1,"game":1,"rev":5,"from":8,"plies":[…],…}}   what was published
//! {"t":60000,"wall_ms":1795245660012,"synced":true}                      the time of day at journal time t
//! {"t":61000,"wall_ms":1795281661012,"synced":true,"stepped_ms":36000000} and when it jumped
//! {"t":0,"key":"8a88e3dd…64 digits"}                                     the public key that signs from here on
//! {"t":60000,"signed":{"seq":812,"head":"…","key":"…","sig":"…"}}        a signature that covers all earlier records
//! {"journal":1,…,"segment":[2,70314,"c1f0…"]}                            the first line of the journal's second file
//! {"journal":1,…,"erased":{"to":90325,…}}                                erased records (`journal::tombstone`)
//! {"safe":70310}                                                         every record up to this one had been synced
//! {"salvaged":{"by":…,"line":812,"why":…}}                               later records are unproven (`recover`)
//! {"t":9000,"held":{"since":4000,"bytes":70112,"why":"disk full"}}       from `since` to `t` the disk accepted no data
//! ```
//!
//! `t` is journal time in milliseconds. Unknown keys are ignored and records of unknown kinds are kept as
//! [`Body::Other`], so that an old program can fold a newer journal. A known kind with an unreadable value is an
//! error; its meaning is never guessed. A program older than the key `maker` takes every board for a DGT board, and
//! finds only noise in the bytes of others.

pub mod codec;
mod lines;
mod settings;
mod stream;

use crate::setup::HallSetup;
use crate::{Input, LinkNo, Publication, TableNo, WallTime, WallTrust};
use board::{Maker, Millis};
use codec::Again;
use game::CommandJson;
use journal::{Chain, Opening, PublicKey, SignedHead, Tombstone, hex};
use lines::{PublicationLine, SetupLine};
use serde::{Deserialize, Serialize};
pub use settings::SettingsLine;
use tournament::EventCommandJson;

/// The version of the bodies that this program writes, and the only one it reads.
pub const VERSION: u32 = 1;

/// The body of a record. The set is closed: each kind of input has its own kind of record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// The first line of a journal, and of each of its files.
    Journal {
        /// The name and version of the program that wrote the file.
        program: String,
        /// A random name, drawn once for each journal. Record numbers of journals with different epochs cannot be compared.
        epoch: String,
        /// The place in the journal of the file that this line begins; `None` for the first file.
        segment: Option<Opening>,
    },
    /// The tombstone in the place of a file's erased records.
    Erased {
        /// The facts about the erased records that remain.
        tombstone: Box<Tombstone>,
        /// The body as written, with its signature.
        text: String,
    },
    /// The program started, so no link of its earlier run is open any more.
    Start {
        /// The journal time.
        t_ms: Millis,
        /// The name and version of the program.
        program: String,
        /// The time of day, in milliseconds since 1970; `None` if unknown.
        wall_ms: Option<u64>,
    },
    /// The hall was set up.
    Setup {
        /// The journal time.
        t_ms: Millis,
        /// The set-up as configured.
        setup: Box<HallSetup>,
    },
    /// A port was opened.
    Opened {
        /// The journal time.
        t_ms: Millis,
        /// The number of the device on the port.
        link: LinkNo,
        /// The path of the port.
        port: String,
        /// The maker whose protocol the board speaks.
        maker: Maker,
    },
    /// A port was lost.
    Lost {
        /// The journal time.
        t_ms: Millis,
        /// The number of the device on the port.
        link: LinkNo,
    },
    /// Bytes came from a device.
    Bytes {
        /// The journal time.
        t_ms: Millis,
        /// The number of the device.
        link: LinkNo,
        /// The bytes, unchanged.
        bytes: Vec<u8>,
    },
    /// Devices repeated earlier bytes. [`codec::Expander`] returns the bytes.
    Again {
        /// The journal time at which the first repetition came.
        t_ms: Millis,
        /// The repetitions, with their times.
        run: Vec<Again>,
    },
    /// A person gave a command.
    Command {
        /// The journal time.
        t_ms: Millis,
        /// The number of the table.
        table: TableNo,
        /// The command.
        command: CommandJson,
    },
    /// A person gave an order about the event.
    Event {
        /// The journal time.
        t_ms: Millis,
        /// The order.
        command: Box<EventCommandJson>,
    },
    /// A change of a table was published.
    Published {
        /// The journal time to which the hall had been advanced.
        t_ms: Millis,
        /// The publication.
        publication: Box<Publication>,
    },
    /// A note of the time of day at a journal time.
    Wall {
        /// The journal time.
        t_ms: Millis,
        /// The time of day, and whether it can be trusted.
        wall: WallTime,
    },
    /// A public key; later signatures are made with its private key (`journal::signature`).
    Key {
        /// The journal time.
        t_ms: Millis,
        /// The public key.
        key: PublicKey,
    },
    /// A signature of the journal's head before this record. It covers every earlier record.
    Signed {
        /// The journal time.
        t_ms: Millis,
        /// The signed head with its signature.
        signed: Box<SignedHead>,
    },
    /// A mark: every record up to `seq` had been synced when the mark was written (`journal::mark`).
    Safe {
        /// The number of the last record that was synced.
        seq: u64,
    },
    /// The disk accepted no data for a while. The records of that time were held in memory and written later.
    Held {
        /// The journal time at which the disk accepted data again.
        t_ms: Millis,
        /// The length of the hold and the reason for it.
        hold: Hold,
    },
    /// A record of a kind that this program does not know. The fold skips it.
    Other {
        /// The journal time, if the record has one.
        t_ms: Option<Millis>,
        /// The body as written.
        text: String,
    },
}

/// A period during which the disk accepted no data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    /// The journal time at which the period began.
    #[serde(rename = "since")]
    pub since_ms: Millis,
    /// The number of bytes that waited to be written when the period ended.
    pub bytes: u64,
    /// The system's message that gives the reason.
    pub why: String,
    /// The journal time since which no board was read, because memory was full. What the boards sent after it is lost.
    #[serde(rename = "unread_since", default, skip_serializing_if = "Option::is_none")]
    pub unread_since_ms: Option<Millis>,
}

impl Body {
    /// Returns the record of an input.
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
            Input::Command { table, command } => {
                Body::Command { t_ms, table: *table, command: command.clone() }
            }
            Input::Event(command) => Body::Event { t_ms, command: command.clone() },
        }
    }

    /// Returns the input that this record holds in full; `None` for repetitions, marks, annotations and publications.
    pub fn into_input(self) -> Option<Input> {
        match self {
            Body::Start { program, wall_ms, .. } => Some(Input::Start { program, wall_ms }),
            Body::Setup { setup, .. } => Some(Input::Setup(setup)),
            Body::Opened { link, port, maker, .. } => Some(Input::Opened { link, port, maker }),
            Body::Lost { link, .. } => Some(Input::Lost { link }),
            Body::Bytes { link, bytes, .. } => Some(Input::Bytes { link, bytes }),
            Body::Command { table, command, .. } => Some(Input::Command { table, command }),
            Body::Event { command, .. } => Some(Input::Event(command)),
            Body::Journal { .. }
            | Body::Again { .. }
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

    /// Returns the journal time of the record. A tombstone gives the time of the last record it replaces; marks,
    /// and the first line of a file, have no time.
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
            | Body::Event { t_ms, .. }
            | Body::Published { t_ms, .. }
            | Body::Wall { t_ms, .. }
            | Body::Key { t_ms, .. }
            | Body::Signed { t_ms, .. }
            | Body::Held { t_ms, .. } => Some(*t_ms),
            Body::Other { t_ms, .. } => *t_ms,
        }
    }

    /// Returns the body as text. Equal bodies always give equal bytes.
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
            Body::Again { run, .. } => line.again = Some(codec::emit(run)),
            Body::Command { table, command, .. } => {
                line.table = Some(*table);
                line.command = Some(command.clone());
            }
            Body::Event { command, .. } => line.event = Some(command.clone()),
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

    /// Parses a body. `Err` says what is wrong with it.
    pub fn parse(text: &str) -> Result<Body, String> {
        if let Some(bytes) = parse_bytes(text) {
            return Ok(bytes);
        }
        if let Some(tombstone) = Tombstone::parse(text) {
            return Ok(Body::Erased { tombstone: Box::new(tombstone?), text: text.to_owned() });
        }
        // serde would also accept a JSON array, as the values of a struct's fields in order. Only an object is a
        // record.
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
            Body::Again { t_ms, run: codec::parse(&run)? }
        } else if let Some(publication) = line.publication {
            Body::Published { t_ms, publication: Box::new(publication.read()?) }
        } else if let (Some(table), Some(command)) = (line.table, line.command) {
            Body::Command { t_ms, table, command }
        } else if let Some(command) = line.event {
            Body::Event { t_ms, command }
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
    let head =
        journal::opening::head_bytes(&head).ok_or("the head of the journal before is not 64 digits")?;
    Ok(Opening { number, after: Chain::resume(head, seq) })
}

/// Parses a record of bytes in exactly the form that this program writes, which nearly all records have. Any other
/// text gives `None` and is parsed as general JSON instead.
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

/// Parses the number at the beginning of a text, in JSON's notation. Returns the number and the rest of the text.
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
    command: Option<CommandJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<Box<EventCommandJson>>,
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
