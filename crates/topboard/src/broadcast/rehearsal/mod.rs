//! The rehearsal before a round: what would be refused of it, and whether every destination of the configuration takes games.
//!
//! ```text
//!  Event ──▶ plan ──▶ Bulletin ──▶ flaws ─────▶ listed: what would be refused
//!                         └──▶ files, rounds ──▶ Trial: a destination each, all at once
//! ```
//! The running program rehearses itself: it has the configuration, the secrets, the user and the line with which the games will
//! go. Nothing that spectators see comes of it, unless whoever asks wants the first files sent.

mod lichess_trial;
mod listed;
mod question;
mod trial;

pub use question::CheckQuestion;

use super::{
    carrier::{Carrier, Fault},
    lichess::LichessState,
};
use crate::{
    config::{
        Config,
        broadcast::{CourierChoice, PutChoice, SftpLogin, Target},
        lichess::LichessChoice,
    },
    safe_files::regular,
};
use broadcast::{
    bulletin::{Bulletin, Seat},
    check::{Obstacle, Setting, plan},
    courier::{TreeFile, WhichRounds, files},
    tree::Leaf,
};
use lichess_trial::LichessTrial;
use relay::EventView;
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::{sync::Semaphore, task::JoinSet, time::timeout};
use tournament::{Event, RoundState};
use trial::Trial;

/// The longest time that one destination may take.
const TRIAL_MAX: Duration = Duration::from_secs(90);
/// The least and the greatest length of the file with which a folder is tried, in bytes.
const PROBE: (usize, usize) = (4_096, 1 << 20);
/// How its name begins, behind which is the number of the destination: two of them may be one folder. Whoever watches a folder
/// passes names with a dot over.
const PROBE_NAME: &str = ".topboard-check";
/// What stands in it.
const PROBE_LINE: &str = "Topboard looked whether it can write here. This file can be deleted.\n";

/// What is rehearsed: how the running program is set up, as far as a broadcast depends on it.
#[derive(Debug)]
pub struct Rehearsal {
    setting: Setting,
    event: EventView,
    seats: Vec<Seat>,
    couriers: Vec<CourierChoice>,
    lichess: Option<LichessChoice>,
    data: PathBuf,
    /// Holds the permit to try the destinations.
    turn: Semaphore,
}

/// The rounds of which the first files can be sent: those that begin next.
struct Sendable {
    bulletin: Bulletin,
    keys: BTreeSet<String>,
}

impl Rehearsal {
    /// Prepares the rehearsals of a program with this configuration, whose public pages are at this address.
    pub fn of(config: &Config, listen: SocketAddr) -> Rehearsal {
        let tables = config.setup.tables.iter();
        let unknown_starts = tables.clone().filter(|table| table.chess960 && table.fen.is_none());
        let is_chess = config.setup.profile.draughts.is_none();
        let seats = tables.map(|table| Seat {
            table: table.table,
            players: table.players.clone(),
            is_chess,
            start: table.fen.clone(),
        });
        Rehearsal {
            setting: Setting {
                listen,
                delay_minutes: config.delay_ms / 60_000,
                wanted_delay_minutes: 0,
                results_at_once: config.results_at_once,
                is_closed: config.is_closed,
                unknown_starts: unknown_starts.map(|table| table.table).collect(),
            },
            event: EventView::of(&config.setup),
            seats: seats.collect(),
            couriers: config.couriers.clone(),
            lichess: config.lichess.clone(),
            data: config.folder.clone(),
            turn: Semaphore::new(1),
        }
    }

    /// Lists what would be refused, as JSON. `Err` says why there is no list.
    pub fn listed(&self, event: &Event, question: &CheckQuestion) -> Result<Value, String> {
        let bulletin = self.plan(event, question)?;
        let setting = Setting { wanted_delay_minutes: event.delay_minutes.into(), ..self.setting.clone() };
        Ok(listed::listed(&bulletin, &setting, &question.takers()))
    }

    /// Tries all destinations at once, and says of each whether it is fine, as JSON. `Err` says why none was tried.
    pub async fn tried(&self, event: &Event, question: &CheckQuestion) -> Result<Value, String> {
        let _turn = self.turn()?;
        let bulletin = self.plan(event, question)?;
        let mut trials = JoinSet::new();
        for (index, choice) in self.couriers.iter().cloned().enumerate() {
            let bytes =
                files(&bulletin, choice.files, WhichRounds::On).iter().map(|file| file.text.len()).sum();
            trials.spawn(in_time(index, choice.target.to_string(), try_courier(choice.target, index, bytes)));
        }
        if let Some(lichess) = self.at_lichess() {
            let names: Vec<String> = lichess_trial::names(&bulletin);
            let deed = async move { lichess.tried(&names).await };
            trials.spawn(in_time(self.couriers.len(), self.lichess_name(), deed));
        }
        Ok(told(trials).await)
    }

    /// Sends the first files of the rounds that begin next to all destinations at once, and says what was answered, as JSON. `state`
    /// is how rounds are pushed to Lichess now. `Err` says why nothing was sent.
    pub async fn sent(
        &self,
        event: &Event,
        question: &CheckQuestion,
        state: Option<&LichessState>,
    ) -> Result<Value, String> {
        let _turn = self.turn()?;
        let Sendable { bulletin, keys } = self.sendable(event, question)?;
        let mut trials = JoinSet::new();
        for (index, choice) in self.couriers.iter().cloned().enumerate() {
            let mut files = files(&bulletin, choice.files, WhichRounds::On);
            // The list of a tournament's rounds would lack those that are over.
            files.retain(|file| keys.contains(&file.key) && file.leaf != Leaf::Tournament);
            trials.spawn(in_time(index, choice.target.to_string(), send_by_courier(choice.target, files)));
        }
        if let Some(lichess) = self.at_lichess() {
            let rounds = bulletin.on().filter(|round| keys.contains(&round.key));
            let texts = lichess_trial::texts(rounds);
            let hindrance = state.and_then(lichess_trial::hindrance);
            let deed = async move { lichess.sent(texts, hindrance).await };
            trials.spawn(in_time(self.couriers.len(), self.lichess_name(), deed));
        }
        Ok(told(trials).await)
    }

    fn turn(&self) -> Result<tokio::sync::SemaphorePermit<'_>, String> {
        self.turn.try_acquire().map_err(|_| "another check goes on; ask again when it has ended".to_owned())
    }

    /// Returns the bulletin of the rounds that are asked about.
    fn plan(&self, event: &Event, question: &CheckQuestion) -> Result<Bulletin, String> {
        let named = question.named(event)?;
        let named = named.as_ref().map(|(key, round)| (key.as_str(), *round));
        Ok(plan(event, &self.event, &self.seats, named))
    }

    /// Returns what can be sent before a round. What is open is the couriers' and the pusher's, who know its moves.
    fn sendable(&self, event: &Event, question: &CheckQuestion) -> Result<Sendable, String> {
        let named = question.named(event)?;
        if let Some((key, round)) = &named
            && event.tournaments[key].next_round() != Some(*round)
        {
            return Err(format!("round {round} of tournament {key} is not the one that begins next"));
        }
        let is_named = |key: &String| named.as_ref().is_none_or(|(named, _)| named == key);
        let mut keys = BTreeSet::new();
        for (key, tournament) in event.tournaments.iter().filter(|(key, _)| is_named(key)) {
            let is_open = tournament.rounds.values().any(|round| round.state == RoundState::Open);
            if !is_open && tournament.next_round().is_some() {
                keys.insert(key.clone());
            }
        }
        if keys.is_empty() {
            let why = "no round begins next: what is open goes by itself, and what is over has gone; ask without --send";
            return Err(why.to_owned());
        }
        // The folders are those of all tournaments, as they will be when the rounds have begun.
        Ok(Sendable { bulletin: plan(event, &self.event, &self.seats, None), keys })
    }

    fn at_lichess(&self) -> Option<LichessTrial> {
        let choice = self.lichess.clone()?;
        Some(LichessTrial { choice, data: self.data.clone() })
    }

    fn lichess_name(&self) -> String {
        self.lichess.as_ref().map_or_else(String::new, |choice| format!("Lichess ({})", choice.base))
    }
}

/// Ends a trial that takes too long.
async fn in_time(index: usize, name: String, deed: impl Future<Output = Trial>) -> (usize, String, Trial) {
    let late = || Fault::new(Obstacle::Away, format!("it took longer than {} s", TRIAL_MAX.as_secs()));
    let trial = timeout(TRIAL_MAX, deed).await.unwrap_or_else(|_| Trial::failed(late()));
    (index, name, trial)
}

/// Waits for all trials, and tells them in the order of the configuration.
async fn told(trials: JoinSet<(usize, String, Trial)>) -> Value {
    let mut all = trials.join_all().await;
    all.sort_by_key(|(index, ..)| *index);
    json!({
        "fine": all.iter().all(|(_, _, trial)| trial.is_fine()),
        "destinations": all.iter().map(|(_, name, trial)| trial.to_json(name)).collect::<Vec<_>>(),
    })
}

/// Goes the way to a destination, with a file as long as what it gets first.
async fn try_courier(target: Target, index: usize, bytes: usize) -> Trial {
    let text = PROBE_LINE.repeat(bytes.clamp(PROBE.0, PROBE.1).div_ceil(PROBE_LINE.len()));
    let mut trial = match Carrier::new(&target).rehearse(&format!("{PROBE_NAME}-{}", index + 1), &text).await
    {
        Ok(is_gone) => Trial::rehearsed(&target, is_gone),
        Err(fault) => return Trial::failed(fault),
    };
    if let Some(file) = secret(&target).filter(|file| is_open(file)) {
        let file = file.display();
        trial.fault =
            Some(Fault::new(Obstacle::Open, format!("others may read {file}; say chmod 600 {file}")));
    }
    trial
}

async fn send_by_courier(target: Target, files: Vec<TreeFile>) -> Trial {
    let mut carrier = Carrier::new(&target);
    for (file, sequence) in files.iter().zip(1..) {
        if let Err(fault) = carrier.bring(file, sequence).await {
            return Trial::failed(fault);
        }
    }
    Trial::brought(files.len())
}

/// Returns the file with the secret of a destination.
fn secret(target: &Target) -> Option<&Path> {
    match target {
        Target::Folder(_) => None,
        Target::Ftp(ftp) => Some(&ftp.password),
        Target::Sftp(sftp) => match &sftp.login {
            SftpLogin::Password(file) | SftpLogin::Key(file) => Some(file),
        },
        Target::Put(PutChoice { login, .. }) => login.as_ref().map(|(_, file)| &**file),
        Target::Webhook(hook) => Some(&hook.secret),
    }
}

/// Returns whether other users may read a file.
fn is_open(file: &Path) -> bool {
    !regular::open_to_others([file.to_owned()]).is_empty()
}
