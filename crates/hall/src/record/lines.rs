//! The JSON forms of the set-up and of the publication, field by field. The hall's own types do not derive serde; the
//! types of this file mirror them, and only these promise a form. Part of the boundary file.

use crate::record::SettingsLine;
use crate::setup::{BoardChoice, HallSetup, Lamps, Stands, TableSetup};
use crate::{PublicLink, PublicPly, Publication, TableNo};
use board::{Millis, Orientation};
use game::{ClockFace, INFERENCE, Player, Proof, ResultEntry};
use laws::{Discipline, Edition, Profile, profile::Draughts};
use serde::{Deserialize, Serialize};
use shakmaty::{ByColor, Color};
use std::collections::BTreeMap;

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct SetupLine {
    #[serde(skip_serializing_if = "String::is_empty")]
    event: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    site: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    date: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    round: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    time_control: String,
    /// The kind of draughts; left out for chess.
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<String>,
    edition: String,
    discipline: String,
    supervised: bool,
    #[serde(skip_serializing_if = "SettingsLine::is_empty")]
    settings: SettingsLine,
    /// The organiser's choice of when lamps may be used; left out if they always stay dark.
    #[serde(skip_serializing_if = "Option::is_none")]
    lamps: Option<String>,
    /// The times after which proved results count, in milliseconds, by the names of the proofs.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    confirm_after_ms: BTreeMap<String, Millis>,
    /// Left out by programs that end the public line before every irregular ply.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    publishes_released: bool,
    /// The number of the rules by which the program that wrote this inferred moves; older programs left it out.
    #[serde(skip_serializing_if = "Option::is_none")]
    inference: Option<u32>,
    tables: Vec<TableLine>,
}

#[derive(Serialize, Deserialize)]
struct TableLine {
    table: TableNo,
    board: BoardLine,
    #[serde(default)]
    white: PlayerLine,
    #[serde(default)]
    black: PlayerLine,
    clock: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock_port: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    chess960: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    /// The name of the orientation that the organiser gave for the board; left out if it is to be found out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stands: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    clock_turned: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum BoardLine {
    Serial(String),
    Port(String),
    Any,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct PlayerLine {
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fide_id: Option<u32>,
    #[serde(skip_serializing_if = "String::is_empty")]
    team: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    federation: String,
}

#[derive(Serialize, Deserialize)]
pub(super) struct PublicationLine {
    table: TableNo,
    game: u32,
    rev: u64,
    from: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    plies: Vec<PlyLine>,
    start: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// A score that PGN has no token for, such as `0-0` or `+/-`. An older program reads only the result's token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<ClockLine>,
    #[serde(default)]
    link: LinkLine,
    #[serde(default)]
    white: PlayerLine,
    #[serde(default)]
    black: PlayerLine,
}

#[derive(Serialize, Deserialize)]
struct PlyLine {
    san: String,
    uci: String,
    fen: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    check: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    irregular: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    provisional: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    left_ms: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    spent_ms: Option<u32>,
}

#[derive(Serialize, Deserialize)]
struct ClockLine {
    white_ms: u32,
    black_ms: u32,
    running: Option<ColorLine>,
    read_ms: Millis,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ColorLine {
    White,
    Black,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LinkLine {
    #[default]
    Absent,
    Live,
    Lost(Millis),
}

impl SetupLine {
    pub(super) fn of(setup: &HallSetup) -> SetupLine {
        SetupLine {
            event: setup.event.clone(),
            site: setup.site.clone(),
            date: setup.date.clone(),
            round: setup.round.clone(),
            time_control: setup.time_control.clone(),
            variant: setup.profile.draughts.map(|draughts| draughts.name().to_owned()),
            edition: setup.profile.edition.name().to_owned(),
            discipline: setup.profile.discipline.name().to_owned(),
            supervised: setup.profile.supervised,
            settings: SettingsLine::of(&setup.profile.settings),
            lamps: (setup.lamps != Lamps::Never).then(|| setup.lamps.name().to_owned()),
            confirm_after_ms: setup
                .confirm_after_ms
                .iter()
                .map(|(proof, after_ms)| (proof.name().to_owned(), *after_ms))
                .collect(),
            publishes_released: setup.publishes_released,
            inference: setup.inference,
            tables: setup.tables.iter().map(TableLine::of).collect(),
        }
    }

    pub(super) fn read(self) -> Result<HallSetup, String> {
        let edition = Edition::parse(&self.edition)
            .ok_or_else(|| format!("no edition is called {:?}: use pl09, ru20 or fide23", self.edition))?;
        let discipline = Discipline::parse(&self.discipline).ok_or_else(|| {
            format!("no discipline is called {:?}: use standard, rapid or blitz", self.discipline)
        })?;
        let draughts = self.variant.map(|name| {
            Draughts::parse(&name)
                .ok_or_else(|| format!("no variant is called {name:?}: use draughts-100 or draughts-64"))
        });
        let lamps = match self.lamps {
            None => Lamps::Never,
            Some(name) => Lamps::parse(&name)
                .ok_or_else(|| format!("lamps are not lit {name:?}: use never, before-games or always"))?,
        };
        let proof = |(name, after_ms): (String, Millis)| {
            Proof::parse(&name).map(|proof| (proof, after_ms)).ok_or_else(|| {
                format!(
                    "no proof of a result is called {name:?}: use {}",
                    Proof::ALL.map(Proof::name).join(", ")
                )
            })
        };
        if let Some(number) = self.inference.filter(|number| *number > INFERENCE) {
            return Err(format!(
                "moves are inferred by rules {number}, which a later program has: replay the journal with that one"
            ));
        }
        Ok(HallSetup {
            lamps,
            confirm_after_ms: self.confirm_after_ms.into_iter().map(proof).collect::<Result<_, _>>()?,
            publishes_released: self.publishes_released,
            inference: self.inference,
            event: self.event,
            site: self.site,
            date: self.date,
            round: self.round,
            time_control: self.time_control,
            profile: Profile {
                draughts: draughts.transpose()?,
                settings: self.settings.read()?,
                ..Profile::new(edition, discipline, self.supervised)
            },
            tables: self.tables.into_iter().map(TableLine::read).collect::<Result<_, _>>()?,
        })
    }
}

impl TableLine {
    fn of(table: &TableSetup) -> TableLine {
        TableLine {
            table: table.table,
            board: match &table.board {
                BoardChoice::Serial(serial) => BoardLine::Serial(serial.clone()),
                BoardChoice::Port(port) => BoardLine::Port(port.clone()),
                BoardChoice::Any => BoardLine::Any,
            },
            white: PlayerLine::of(&table.players.white),
            black: PlayerLine::of(&table.players.black),
            clock: table.clock,
            clock_port: table.clock_port.clone(),
            chess960: table.chess960,
            fen: table.fen.clone(),
            stands: table.stands.board.map(|orientation| orientation.name().to_owned()),
            clock_turned: table.stands.is_clock_turned,
        }
    }

    fn read(self) -> Result<TableSetup, String> {
        let known = "use normal, rotated, left or right";
        let parse =
            |name: String| Orientation::parse(&name).ok_or(format!("no board stands {name:?}: {known}"));
        let board = self.stands.map(parse);
        Ok(TableSetup {
            stands: Stands { board: board.transpose()?, is_clock_turned: self.clock_turned },
            table: self.table,
            board: match self.board {
                BoardLine::Serial(serial) => BoardChoice::Serial(serial),
                BoardLine::Port(port) => BoardChoice::Port(port),
                BoardLine::Any => BoardChoice::Any,
            },
            players: ByColor { white: self.white.read(), black: self.black.read() },
            clock: self.clock,
            clock_port: self.clock_port,
            chess960: self.chess960,
            fen: self.fen,
        })
    }
}

impl PlayerLine {
    fn of(player: &Player) -> PlayerLine {
        PlayerLine {
            name: player.name.clone(),
            title: player.title.clone(),
            elo: player.elo,
            fide_id: player.fide_id,
            team: player.team.clone(),
            federation: player.federation.clone(),
        }
    }

    fn read(self) -> Player {
        Player {
            name: self.name,
            title: self.title,
            elo: self.elo,
            fide_id: self.fide_id,
            team: self.team,
            federation: self.federation,
        }
    }
}

impl PublicationLine {
    pub(super) fn of(publication: &Publication) -> PublicationLine {
        PublicationLine {
            table: publication.table,
            game: publication.game,
            rev: publication.rev,
            from: publication.from,
            plies: publication.plies.iter().map(PlyLine::of).collect(),
            start: publication.start_fen.clone(),
            result: publication.result.and_then(ResultEntry::outcome).map(|outcome| outcome.to_string()),
            score: publication.result.filter(|result| result.is_odd()).map(|result| result.to_string()),
            clock: publication.clock.as_ref().map(ClockLine::of),
            link: match publication.link {
                PublicLink::Absent => LinkLine::Absent,
                PublicLink::Live => LinkLine::Live,
                PublicLink::Lost { since_ms } => LinkLine::Lost(since_ms),
            },
            white: PlayerLine::of(&publication.players.white),
            black: PlayerLine::of(&publication.players.black),
        }
    }

    pub(super) fn read(self) -> Result<Publication, String> {
        let result = self
            .score
            .or(self.result)
            .map(|text| ResultEntry::parse(&text).ok_or_else(|| format!("{text:?} is not a result")))
            .transpose()?;
        Ok(Publication {
            table: self.table,
            game: self.game,
            rev: self.rev,
            from: self.from,
            plies: self.plies.into_iter().map(PlyLine::read).collect(),
            start_fen: self.start,
            result,
            clock: self.clock.map(ClockLine::read),
            link: match self.link {
                LinkLine::Absent => PublicLink::Absent,
                LinkLine::Live => PublicLink::Live,
                LinkLine::Lost(since_ms) => PublicLink::Lost { since_ms },
            },
            players: ByColor { white: self.white.read(), black: self.black.read() },
        })
    }
}

impl PlyLine {
    fn of(ply: &PublicPly) -> PlyLine {
        PlyLine {
            san: ply.san.clone(),
            uci: ply.uci.clone(),
            fen: ply.fen.clone(),
            check: ply.check,
            irregular: ply.irregular,
            provisional: ply.provisional,
            left_ms: ply.left_ms,
            spent_ms: ply.spent_ms,
        }
    }

    fn read(self) -> PublicPly {
        PublicPly {
            san: self.san,
            uci: self.uci,
            fen: self.fen,
            check: self.check,
            irregular: self.irregular,
            provisional: self.provisional,
            left_ms: self.left_ms,
            spent_ms: self.spent_ms,
        }
    }
}

impl ClockLine {
    fn of(face: &ClockFace) -> ClockLine {
        ClockLine {
            white_ms: face.left_ms.white,
            black_ms: face.left_ms.black,
            running: face.running.map(|color| match color {
                Color::White => ColorLine::White,
                Color::Black => ColorLine::Black,
            }),
            read_ms: face.read_ms,
        }
    }

    fn read(self) -> ClockFace {
        ClockFace {
            left_ms: ByColor { white: self.white_ms, black: self.black_ms },
            running: self.running.map(|color| match color {
                ColorLine::White => Color::White,
                ColorLine::Black => Color::Black,
            }),
            read_ms: self.read_ms,
        }
    }
}
