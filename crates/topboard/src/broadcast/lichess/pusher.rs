//! The games of each round, pushed to Lichess while the hall runs. When and what is [`Pushes`]'s to say.

use super::{CREDENTIAL, Http, Ids, http::GAMES, pause::Pause, state::LichessState, words::hold_words};
use crate::{
    broadcast::http::{WebAnswer, token::Token},
    config::lichess::LichessChoice,
    public::{
        audience::Doors,
        bulletin::{BulletinDesk, BulletinEdition},
    },
};
use board::Millis;
use broadcast::lichess::{HoldKind, PushHold, PushNews, PushOutcome, PushText, Pushes};
use relay::Spectators;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use tokio::{
    sync::watch,
    task::spawn_blocking,
    time::{Instant, sleep},
};

/// The time between two looks at the games.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// The time between two looks at the file of ids, which `topboard broadcast lichess create` writes.
const IDS_EVERY: Duration = Duration::from_secs(5);

/// Pushes until `stop` is set. Must be called within a Tokio runtime.
pub fn start(
    choice: LichessChoice,
    data: &Path,
    doors: &Doors<Spectators>,
    mut stop: watch::Receiver<bool>,
) -> watch::Receiver<Arc<LichessState>> {
    let state = LichessState {
        base: choice.base.to_string(),
        pushes: Pushes::new(0),
        ids_fault: String::new(),
        began: Instant::now(),
    };
    let (told, known) = watch::channel(Arc::new(state.clone()));
    let pusher = Pusher {
        choice,
        data: data.to_owned(),
        desk: Arc::clone(&doors.desk),
        seen: None,
        ids: BTreeMap::new(),
        ids_read: None,
        http: None,
        paused: false,
        state,
        told,
    };
    tokio::spawn(async move {
        tokio::select! {
            () = pusher.run() => {}
            // An error means that the sender of `stop` is gone. A push that is on its way is left.
            _ = stop.wait_for(|stop| *stop) => {}
        }
    });
    known
}

/// Pushes, and tells what came of it.
struct Pusher {
    choice: LichessChoice,
    data: PathBuf,
    desk: Arc<BulletinDesk<Spectators>>,
    seen: Option<Arc<BulletinEdition>>,
    /// The ids that are known, and when they were looked at.
    ids: BTreeMap<String, String>,
    ids_read: Option<Instant>,
    http: Option<Http>,
    /// True while a pause is written down.
    paused: bool,
    state: LichessState,
    told: watch::Sender<Arc<LichessState>>,
}

impl Pusher {
    async fn run(mut self) {
        self.resume();
        loop {
            let is_new = self.read_ids() | self.look().await;
            let now_ms = self.state.now_ms();
            match self.state.pushes.take(now_ms) {
                Some(push) => self.push(&push).await,
                None if is_new => self.tell(),
                None => sleep(LOOK_EVERY).await,
            }
        }
    }

    /// Goes on with the pause that Lichess asked for before the program was started.
    fn resume(&mut self) {
        let left_ms = match Pause::read(&self.data) {
            Ok(pause) => {
                self.paused = pause.is_some();
                pause.and_then(Pause::left_ms)
            }
            Err(fault) => {
                tracing::warn!(
                    event = "lichess-held",
                    reason = fault,
                    "{fault}; it counts as no pause, and is written anew"
                );
                self.paused = true;
                None
            }
        };
        if let Some(left_ms) = left_ms {
            let now_ms = self.state.now_ms();
            log(&self.state.pushes.resume(now_ms, left_ms), now_ms);
            self.tell();
        }
    }

    /// Writes a pause down, or that it is over.
    async fn remember(&mut self, now_ms: Millis) {
        let hold = self.state.pushes.hold().filter(|hold| hold.kind == HoldKind::Limited);
        let pause = hold.map(|hold| Pause::of(hold.until_ms.saturating_sub(now_ms)));
        if pause.is_none() && !self.paused {
            return;
        }
        let data = self.data.clone();
        let written = spawn_blocking(move || match pause {
            Some(pause) => pause.write(&data),
            None => Pause::forget(&data),
        });
        match written.await.unwrap_or_else(|error| Err(error.into())) {
            Ok(()) => self.paused = pause.is_some(),
            Err(error) => tracing::warn!(
                event = "lichess-held",
                "the pause of Lichess cannot be written down ({error}); do not start the program anew before it is over"
            ),
        }
    }

    /// Looks at the games. Returns whether there are others.
    async fn look(&mut self) -> bool {
        let Some(edition) = self.desk.now().await else { return false };
        if self.seen.as_ref().is_some_and(|seen| Arc::ptr_eq(seen, &edition)) {
            return false;
        }
        let before = self.state.pushes.without_id().to_vec();
        self.state.pushes.show(&edition.bulletin);
        let without = self.state.pushes.without_id();
        for round in without.iter().filter(|round| !before.contains(round)) {
            tracing::warn!(
                event = "lichess-held",
                round,
                "round {round} has no id at Lichess and is not pushed; set it under rounds in [lichess], or let topboard broadcast \
                 lichess create make the round"
            );
        }
        self.seen = Some(edition);
        true
    }

    /// Looks at the ids; those of the configuration count before those of the file. While something is wrong with the file, what
    /// it said before counts. Returns whether there are others.
    fn read_ids(&mut self) -> bool {
        if self.ids_read.is_some_and(|read| read.elapsed() < IDS_EVERY) {
            return false;
        }
        self.ids_read = Some(Instant::now());
        let (read, fault) = match Ids::read(&self.data) {
            Ok(ids) => (Some(ids.rounds), String::new()),
            Err(fault) => (None, fault),
        };
        let is_other = fault != self.state.ids_fault;
        if is_other && !fault.is_empty() {
            tracing::warn!(event = "lichess-held", reason = fault, "{fault}; put the file right");
        }
        self.state.ids_fault = fault;
        let mut ids = read.unwrap_or_else(|| self.ids.clone());
        ids.extend(self.choice.rounds.clone());
        if self.ids == ids {
            return is_other;
        }
        self.state.pushes.set_rounds(&ids);
        self.ids = ids;
        self.seen = None;
        true
    }

    async fn push(&mut self, push: &PushText) {
        let answer = self.ask(push).await;
        let heard = match &answer {
            Ok(WebAnswer { status, retry_after_s, text }) => {
                PushOutcome::Answer { status: *status, retry_after_s: *retry_after_s, text }
            }
            Err(Unanswered::Unsent(why)) => PushOutcome::Unsent(why),
            Err(Unanswered::Away(why)) => PushOutcome::Nothing(why),
        };
        // Which fraction of a microsecond it is, nobody chose.
        let jitter = self.state.began.elapsed().subsec_nanos().to_le_bytes()[0];
        let now_ms = self.state.now_ms();
        for news in self.state.pushes.heard(now_ms, heard, jitter) {
            log(&news, now_ms);
        }
        self.remember(now_ms).await;
        self.tell();
    }

    async fn ask(&mut self, push: &PushText) -> Result<WebAnswer, Unanswered> {
        // It is read for each push: whoever puts another token there need not start anything anew.
        let token = Token::read(self.choice.token_file.as_deref(), CREDENTIAL).map_err(Unanswered::Unsent)?;
        let http = match self.http.clone() {
            Some(http) => http,
            None => Http::to(self.choice.base.clone()).await.map_err(Unanswered::Away)?,
        };
        self.http = Some(http.clone());
        let path = format!("/api/broadcast/round/{}/push", push.id);
        http.post(&path, &token, GAMES, push.text.as_bytes()).await.map_err(Unanswered::Away)
    }

    fn tell(&self) {
        self.told.send_replace(Arc::new(self.state.clone()));
    }
}

/// Why there is no answer.
enum Unanswered {
    /// Nothing was sent.
    Unsent(String),
    /// Nobody answered.
    Away(String),
}

fn log(news: &PushNews, now_ms: Millis) {
    match news {
        PushNews::Well { round, games } => {
            tracing::info!(event = "lichess", round, "Lichess shows round {round} ({games} games)");
        }
        PushNews::Held { round, hold: PushHold { kind, said, until_ms } } => {
            let of = round.as_ref().map_or(String::new(), |round| format!("round {round}: "));
            let words = &hold_words(*kind)["en"];
            let seconds = until_ms.saturating_sub(now_ms) / 1_000;
            let kind = kind.name();
            tracing::warn!(
                event = "lichess-held",
                round,
                kind,
                reason = said,
                "{of}{words} ({said}); tried again in {seconds} s"
            );
        }
        PushNews::GameRefused { round, board, why } => tracing::warn!(
            event = "lichess-refused",
            round,
            board,
            reason = why,
            "round {round}: Lichess does not take the game on board {board} ({why}); the others are shown"
        ),
        PushNews::LeftOut { round, boards } => {
            let boards = boards.iter().map(u16::to_string).collect::<Vec<_>>().join(", ");
            tracing::warn!(
                event = "lichess-left-out",
                round,
                "round {round}: Lichess shows 100 games of a round, so the games on these boards are left out: {boards}"
            );
        }
    }
}
