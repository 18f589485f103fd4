//! One board's evening: hands and links in trouble; an arbiter who rules, claims, adjourns and writes; and a reader of
//! everything the public is given meanwhile.

use super::{
    allowed::{self, EPOCH, NAMES, TIME_CONTROL},
    shown::Shown,
};
use board::{Maker, Millis, dgt::DeviceOptions};
use game::{GameEvent, Player};
use hall::{BoardChoice, Hall, HallSetup, Input, LinkNo, Notice, Output, Stamp, TableNo, TableSetup};
use laws::{Discipline, Edition, Incident, Profile, RuleId};
use relay::{EventView, HallFeed, Screens};
use serde_json::Value;
use shakmaty::ByColor;
use sim::{Game, GameKind, Rng, SimOptions, SimTable, Tempo, Trouble, games};
use std::collections::{BTreeMap, BTreeSet};

const TABLE: TableNo = 1;
const LINK: LinkNo = 0;
const PORT: &str = "board";
/// The mark of what people write for the arbiter alone.
const SECRET: &str = "xyzzy";
/// The number of games that a table has in one evening.
const GAMES: usize = 8;
/// The greatest number of plies of a game. Games are cut short because trouble comes in every turn, and then more of
/// them end.
const PLIES_MAX: u64 = 16;
/// The usual time between two slips of the cable (from half of it to twice), and the length of a slip.
const UNPLUGGED_EVERY_MS: u64 = 60_000;
const UNPLUGGED_MS: u64 = 6_000;
/// The interval of games of which one is adjourned, and the number of plies after which it is.
const ADJOURNED_EVERY: u32 = 3;
const ADJOURNED_AFTER: usize = 4;
/// The greatest length of an evening.
const EVENING_MAX_MS: u64 = 3 * 3_600_000;
/// The rules whose incidents a ruling can let stand.
const ILLEGAL: [RuleId; 7] = [
    RuleId::IllegalMoveCompleted,
    RuleId::IllegalMoveUncompleted,
    RuleId::IllegalMoveFoundLate,
    RuleId::CastlingIllegal,
    RuleId::CastlingRookMissing,
    RuleId::PromotionNotReplaced,
    RuleId::KingCaptured,
];
/// The number of times that the arbiter speaks in a game.
const WORDS: usize = 4;

/// The result of an evening.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) games: usize,
    pub(super) frames: usize,
    /// Games whose end the public did not see, because they were adjourned.
    pub(super) frozen: usize,
    /// Games with an illegal move that was let stand.
    pub(super) released: usize,
    /// Games of which the feed showed an illegal move, if only until it was put right.
    pub(super) irregular: usize,
    /// The rules that the arbiter was told of.
    pub(super) told: BTreeSet<RuleId>,
    pub(super) leaks: BTreeSet<String>,
}

pub(super) struct Evening {
    hall: Hall,
    board: SimTable,
    feed: HallFeed<Screens>,
    rng: Rng,
    seq: u64,
    plugged: bool,
    /// The instant at which the cable slips, or is put back.
    cable_ms: Millis,
    /// The incidents that the arbiter rules on next.
    rulings: Vec<u32>,
    /// How often the arbiter may still speak in this game: what they say is told again, and they would answer
    /// themselves for ever.
    words_left: usize,
    /// The adjourned games, by number, with the number of plies that everybody may see.
    frozen: BTreeMap<u32, usize>,
    /// The moves that the feed has shown.
    shown: Shown,
    /// The incidents of illegal moves, which a ruling can let stand.
    illegal: BTreeSet<u32>,
    found: Found,
}

impl Evening {
    pub(super) fn new(seed: u64) -> Evening {
        let mut rng = Rng::new(seed);
        let edition = *rng.pick(&Edition::ALL).expect("there are some");
        let disciplines = [Discipline::Standard, Discipline::Rapid, Discipline::Blitz];
        let discipline = *rng.pick(&disciplines).expect("there are some");
        let profile = Profile::new(edition, discipline, rng.chance(250_000));
        let maker = *rng.pick(&MAKERS).expect("there are some");
        let trouble = *rng.pick(&troubles()).expect("there are some");
        let tempo = *rng.pick(&[Tempo::Scramble, Tempo::Scramble, Tempo::Blitz]).expect("there are some");
        let mut hands = rng.fork(1);
        let mut evening = Evening {
            hall: Hall::new(),
            board: SimTable::new(SimOptions {
                seed,
                games: (0..GAMES).map(|_| short(&mut hands)).collect(),
                tempo,
                trouble,
                maker,
                device: DeviceOptions { serial: "00100".to_owned(), ..DeviceOptions::default() },
                wait_for_host: false,
                start_delay_ms: 5_000,
                pause_between_games_ms: 500,
                speed_percent: 200,
            }),
            feed: HallFeed::new(EPOCH, event()),
            cable_ms: 0,
            rng,
            seq: 0,
            plugged: true,
            rulings: Vec::new(),
            words_left: WORDS,
            frozen: BTreeMap::new(),
            shown: Shown::default(),
            illegal: BTreeSet::new(),
            found: Found::default(),
        };
        evening.cable_ms = evening.next_slip(0);
        evening.input(0, &Input::Setup(Box::new(setup(profile))));
        evening.input(0, &Input::Opened { link: LINK, port: PORT.to_owned(), maker });
        evening
    }

    /// Plays every game, and then reads all that is kept of them.
    pub(super) fn play(mut self) -> Found {
        let mut last_ms = 0;
        while !self.board.finished() {
            let due = [self.board.next_deadline(), self.hall.next_deadline(), Some(self.cable_ms)];
            let Some(t) = due.into_iter().flatten().min() else { break };
            last_ms = t;
            assert!(t < EVENING_MAX_MS, "the evening does not end");
            self.hall.advance(t);
            self.drain(t);
            if self.cable_ms <= t {
                self.slip(t);
            }
            self.board.advance(t);
            while let Some(bytes) = self.board.poll_transmit() {
                if self.plugged {
                    self.input(t, &Input::Bytes { link: LINK, bytes });
                }
            }
            self.adjourn(t);
            self.rule(t);
        }
        let snapshot = self.feed.snapshot(last_ms);
        self.look_at(&snapshot);
        self.look_at_games(usize::MAX);
        self.count();
        self.found
    }

    /// Pulls the cable, or puts it back.
    fn slip(&mut self, t: Millis) {
        self.plugged = !self.plugged;
        let maker = self.hall.link(LINK).map(hall::Link::maker).expect("it was opened");
        let input = match self.plugged {
            true => Input::Opened { link: LINK, port: PORT.to_owned(), maker },
            false => Input::Lost { link: LINK },
        };
        self.cable_ms = if self.plugged { self.next_slip(t) } else { t + UNPLUGGED_MS };
        self.input(t, &input);
    }

    fn next_slip(&mut self, t: Millis) -> Millis {
        t + self.rng.between(UNPLUGGED_EVERY_MS / 2, UNPLUGGED_EVERY_MS * 2)
    }

    /// Adjourns some games while the hands play on: nobody may see the moves.
    fn adjourn(&mut self, t: Millis) {
        let table = self.hall.table(TABLE).expect("it is set up");
        let (game, plies) = (table.game_number(), table.score().plies.len());
        if game % ADJOURNED_EVERY == 0 && plies >= ADJOURNED_AFTER && !self.frozen.contains_key(&game) {
            self.say(t, r#"{"cmd":"adjourn","author":"xyzzy"}"#);
            let table = self.hall.table(TABLE).expect("it is set up");
            self.frozen.insert(game, table.score().plies.len());
        }
    }

    /// Lets the arbiter claim for the players, rule, and write what nobody else may read.
    fn rule(&mut self, t: Millis) {
        for no in std::mem::take(&mut self.rulings) {
            let decision = ["confirm", "dismiss", "stands"][no as usize % 3];
            if decision == "stands" && self.illegal.contains(&no) {
                self.shown.release();
            }
            self.say(
                t,
                &format!(r#"{{"cmd":"rule","incident":{no},"decision":"{decision}","author":"{SECRET}"}}"#),
            );
            self.say(t, &format!(r#"{{"cmd":"note","text":"{SECRET}"}}"#));
            self.say(t, &format!(r#"{{"cmd":"report","rule":"colours-reversed","text":"{SECRET}"}}"#));
            self.say(t, r#"{"cmd":"claim","by":"black","kind":"illegal"}"#);
            self.say(t, r#"{"cmd":"claim","by":"white","kind":"touch"}"#);
            self.say(t, r#"{"cmd":"draw-offer","by":"white"}"#);
            // What is prepared is never announced here, so no irregular ply may be shown for its sake.
            for order in [
                format!(r#"{{"cmd":"rule","incident":{no},"decision":"stands"}}"#),
                r#"{"cmd":"result","result":"0-0"}"#.to_owned(),
                r#"{"cmd":"restore","ply":1}"#.to_owned(),
            ] {
                self.say(t, &format!(r#"{{"cmd":"prepare","order":{order},"author":"{SECRET}"}}"#));
            }
            let last = self.hall.table(TABLE).and_then(|table| table.staged().last()).map(|one| one.no);
            if let Some(no) = last {
                self.say(t, &format!(r#"{{"cmd":"drop","staged":{no}}}"#));
            }
        }
    }

    /// Gives a command; one that cannot be carried out is refused, as it should be.
    fn say(&mut self, t: Millis, command: &str) {
        let command = serde_json::from_str(command).expect("a command");
        self.input(t, &Input::Command { table: TABLE, command });
    }

    fn input(&mut self, t_ms: Millis, input: &Input) {
        self.seq += 1;
        let _ = self.hall.handle(Stamp { seq: self.seq, t_ms }, input);
        self.drain(t_ms);
    }

    fn drain(&mut self, t_ms: Millis) {
        let mut is_told = false;
        while let Some(output) = self.hall.poll() {
            match output {
                Output::Transmit(transmit) if self.plugged => self.board.handle_bytes(t_ms, &transmit.bytes),
                Output::Publish(publication) => {
                    is_told = true;
                    allowed::publication(&publication, &mut self.found.leaks);
                    if let Some(frame) = self.feed.apply(&publication, t_ms) {
                        self.look_at(&frame);
                    }
                }
                Output::ClockRead(clock) if clock.is_public => {
                    if let Some(frame) = self.feed.clock(clock.table, clock.face, t_ms) {
                        self.look_at(&frame);
                    }
                }
                Output::Incident(_, incident) => self.note_incident(&incident),
                Output::GameEvent(_, _, GameEvent::Began { .. }) => {
                    self.words_left = WORDS;
                    self.illegal.clear();
                }
                Output::Notice(Notice::TableFaulted { why, .. } | Notice::LinkFaulted { why, .. }) => {
                    self.found.leaks.insert(format!("a mistake of ours was met: {why}"));
                }
                Output::Obeyed(..) => is_told = true,
                _ => {}
            }
        }
        if is_told {
            self.look_at_games(2);
        }
    }

    /// Notes an incident, and decides whether the arbiter rules on it.
    fn note_incident(&mut self, incident: &Incident) {
        if ILLEGAL.contains(&incident.rule) {
            self.illegal.insert(incident.no);
        }
        let is_due = self.found.told.insert(incident.rule)
            || incident.closed_ms.is_none() && incident.no.is_multiple_of(2);
        if is_due && self.words_left > 0 {
            self.words_left -= 1;
            self.rulings.push(incident.no);
        }
    }

    /// Reads a frame of the hall feed, as a page does.
    fn look_at(&mut self, frame: &str) {
        self.found.frames += 1;
        let frame = allowed::frame(frame, &mut self.found.leaks);
        if let Some((game, plies)) = self.shown.take(&frame) {
            let limit = self.frozen.get(&game);
            if limit.is_some_and(|&limit| plies > limit) {
                let leak = format!("a frame shows ply {plies} of a game adjourned after {limit:?}");
                self.found.leaks.insert(leak);
            }
        }
        if let Value::Null = frame["kind"] {
            self.found.leaks.insert("a frame has no kind".to_owned());
        }
    }

    /// Reads the last games as the public may download them now.
    fn look_at_games(&mut self, last: usize) {
        let table = self.hall.table(TABLE).expect("it is set up");
        let games = table.public_games();
        for score in games.iter().rev().take(last).filter(|score| score.is_begun()) {
            let again = score.number() > 1;
            let pgn = game::pgn::write(score, game::pgn::Twin { name: again, id: again, table: None });
            allowed::pgn(&pgn, &mut self.found.leaks);
            self.shown.look_at(score.number(), &pgn, &mut self.found.leaks);
        }
    }

    /// Counts the results of the evening.
    fn count(&mut self) {
        let table = self.hall.table(TABLE).expect("it is set up");
        let begun = |score: &&game::Score| !score.plies.is_empty();
        self.found.games = table.games().iter().filter(begun).count();
        self.found.released = self.shown.released();
        self.found.irregular = self.shown.irregular();
        let played_on = |score: &&game::Score| {
            self.frozen.get(&score.number).is_some_and(|&limit| score.plies.len() > limit)
        };
        self.found.frozen = table.games().iter().filter(played_on).count();
    }
}

/// The boards. Those that stream, or that sense only occupancy, take longer to follow: one evening in nine is theirs.
const MAKERS: [Maker; 27] = {
    let mut makers = [Maker::Dgt; 27];
    (makers[0], makers[1], makers[2]) = (Maker::ChessLink, Maker::Certabo, Maker::Sentio);
    makers
};

/// The troubles: illegal moves most often, then everything else that goes wrong. What people do after a game takes
/// longer than a short game.
fn troubles() -> [Trouble; 10] {
    let illegal = Trouble { illegal_percent: 20_000, ..Trouble::illegal() };
    let all = [
        illegal,
        illegal,
        illegal,
        Trouble { clumsy_percent: 600, press_percent: 600, ..illegal },
        Trouble::clumsy(),
        Trouble::takebacks(),
        Trouble::setups(),
        Trouble::makeshift(),
        Trouble::outsiders(),
        Trouble::usual(),
    ];
    all.map(|trouble| Trouble { analysis_ppm: 50_000, ..trouble })
}

/// Draws a game of any kind, cut short.
fn short(rng: &mut Rng) -> Game {
    let kind = if rng.chance(150_000) { GameKind::Promotions } else { GameKind::Mixed };
    let mut game = games::draw(kind, rng);
    game.moves.truncate(rng.between(5, PLIES_MAX) as usize);
    game
}

fn event() -> EventView {
    let [name, site, date, round, ..] = NAMES.map(str::to_owned);
    EventView { name, site, date, round, time_control: TIME_CONTROL.to_owned(), delay_ms: 0 }
}

fn setup(profile: Profile) -> HallSetup {
    let [event, site, date, round, white, black] = NAMES.map(str::to_owned);
    let player = |name: String| Player { name, ..Player::default() };
    HallSetup {
        event,
        site,
        date,
        round,
        time_control: TIME_CONTROL.to_owned(),
        profile,
        publishes_released: true,
        tables: vec![TableSetup {
            table: TABLE,
            board: BoardChoice::Port(PORT.to_owned()),
            players: ByColor { white: player(white), black: player(black) },
            clock: true,
            clock_port: None,
            chess960: false,
            fen: None,
            stands: hall::Stands::default(),
        }],
        ..HallSetup::default()
    }
}
