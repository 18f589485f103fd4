//! Lichess before a round: whose the token is, what it may, and whether every round is there and can be pushed to.

use super::{
    is_open,
    trial::{Part, Trial},
};
use crate::{
    broadcast::{
        carrier::Fault,
        http::{WebAnswer, token::Token},
        lichess::{CREDENTIAL, Http, Ids, LichessState},
    },
    config::lichess::LichessChoice,
};
use broadcast::{
    bulletin::{Bulletin, BulletinRound},
    check::Obstacle,
    lichess::{HoldKind, LichessAnswer, RoundFacts, RoundText, TokenFacts, account_of_answer, name_of},
};
use laws::{Form, Value as Put};
use std::{
    collections::BTreeMap,
    path::PathBuf,
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tokio::time::sleep;

/// The least time between two pushes, with some to spare.
const PACE: Duration = Duration::from_millis(1_200);
/// The most rounds that are asked about.
const ROUNDS_MAX: usize = 64;
/// The type of a list of tokens, and of games.
const PLAIN: &str = "text/plain; charset=utf-8";
const DAY_MS: u64 = 86_400_000;

const ACCOUNT: Form = Form {
    en: "the token is of {0}; rounds that can be pushed to: {1}",
    pl: "token należy do {0}; rundy, do których można wysyłać: {1}",
    ru: "токен принадлежит {0}; туры, в которые можно отправлять: {1}",
};
const UNSAID: Form = Form {
    en: "whether they are the owner's Lichess does not say of: {0}; it tells a token that has study:read, too",
    pl: "Lichess nie mówi, czy należą do właściciela tokenu: {0}; powie to tokenowi, który ma też prawo study:read",
    ru: "Lichess не говорит, принадлежат ли они владельцу токена: {0}; он скажет это токену, у которого есть и право study:read",
};
const ENDS: Form = Form {
    en: "days until the token ends: {0}",
    pl: "dni do wygaśnięcia tokenu: {0}",
    ru: "дней до окончания токена: {0}",
};
const TAKEN: Form = Form {
    en: "round {0}: games taken: {1}",
    pl: "runda {0}: przyjęte partie: {1}",
    ru: "тур {0}: принято партий: {1}",
};

/// Goes the way to Lichess.
pub(super) struct LichessTrial {
    pub(super) choice: LichessChoice,
    pub(super) data: PathBuf,
}

/// Someone who can ask Lichess.
struct Caller {
    http: Http,
    token: Token,
}

/// Returns the names of the rounds that are on in a bulletin.
pub(super) fn names(bulletin: &Bulletin) -> Vec<String> {
    bulletin.on().map(|round| name_of(&round.key, &round.round)).collect()
}

/// Returns the texts of these rounds by their names.
pub(super) fn texts<'a>(rounds: impl Iterator<Item = &'a BulletinRound>) -> BTreeMap<String, RoundText> {
    rounds.map(|round| (name_of(&round.key, &round.round), RoundText::of(round))).collect()
}

/// Returns why nothing can be pushed beside the pushes of the running program, which Lichess counts with ours.
pub(super) fn hindrance(state: &LichessState) -> Option<Fault> {
    if state.pushes.hold().is_some_and(|hold| hold.kind == HoldKind::Limited) {
        return Some(Fault::new(Obstacle::Limited, "it asked the running program for a pause"));
    }
    let is_live = state.pushes.rounds().any(|(_, round)| round.is_on && round.wanted.is_some());
    let why = "a round is being pushed; two pushes at once make Lichess ask for a pause";
    is_live.then(|| Fault::new(Obstacle::Unsendable, why))
}

impl LichessTrial {
    /// Tries everything but a push. `wanted` are the rounds that begin next.
    pub(super) async fn tried(&self, wanted: &[String]) -> Trial {
        self.asked(wanted).await.unwrap_or_else(Trial::failed)
    }

    async fn asked(&self, wanted: &[String]) -> Result<Trial, Fault> {
        let caller = self.caller().await?;
        let account = good(caller.http.get("/api/account", Some(&caller.token)).await)?;
        let account = account_of_answer(&account).ok_or_else(strange)?;
        let facts = caller.token_facts().await?;
        let mut trial = Trial::default();
        trial.said.extend(days_left(&facts)?.map(|days| ENDS.with([Put::Number(days)])));
        let ids = self.ids()?;
        let (mut ours, mut unsaid) = (0, Vec::new());
        let mut names: Vec<&String> = ids.keys().collect();
        names.sort_by_key(|name| !wanted.contains(name));
        for name in names.into_iter().take(ROUNDS_MAX) {
            match caller.round(&ids[name], &facts).await {
                Ok(RoundFacts { is_ours: Some(false), name: title }) => {
                    let why = format!("{account} may not push to {title}");
                    trial.parts.push(part(name, Fault::new(Obstacle::Owner, why)));
                }
                Ok(RoundFacts { is_ours, .. }) => {
                    ours += 1;
                    unsaid.extend(is_ours.is_none().then(|| name.clone()));
                }
                Err(fault) if fault.obstacle == Obstacle::Round => trial.parts.push(part(name, fault)),
                Err(fault) => return Err(fault),
            }
        }
        for name in wanted.iter().filter(|name| !ids.contains_key(*name)) {
            let fault = Fault::new(Obstacle::Unnamed, "the round has no id at Lichess, and is not pushed");
            trial.parts.push(part(name, fault));
        }
        trial.said.insert(0, ACCOUNT.with([Put::Words(account), Put::Number(ours)]));
        if !unsaid.is_empty() {
            trial.said.push(UNSAID.with([Put::Words(unsaid.join(", "))]));
        }
        Ok(trial)
    }

    /// Pushes rounds, and tells of each game that was not taken.
    pub(super) async fn sent(&self, texts: BTreeMap<String, RoundText>, hindrance: Option<Fault>) -> Trial {
        if let Some(fault) = hindrance {
            return Trial::failed(fault);
        }
        self.pushed(texts).await.unwrap_or_else(Trial::failed)
    }

    async fn pushed(&self, texts: BTreeMap<String, RoundText>) -> Result<Trial, Fault> {
        let (caller, ids) = (self.caller().await?, self.ids()?);
        let mut trial = Trial::default();
        for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            let Some(id) = ids.get(&name) else {
                let fault =
                    Fault::new(Obstacle::Unnamed, "the round has no id at Lichess, and was not pushed");
                trial.parts.push(part(&name, fault));
                continue;
            };
            // The running program may have pushed a moment ago, and Lichess counts from there, too.
            sleep(PACE).await;
            match caller.push(id, &text).await {
                Ok(answers) => {
                    let taken = answers.iter().filter(|answer| answer.is_ok()).count();
                    trial.said.push(TAKEN.with([Put::Words(name.clone()), Put::Number(taken as u64)]));
                    for (board, answer) in text.boards.iter().zip(answers) {
                        let fault = answer.err().map(|why| Fault::new(Obstacle::Refused, why));
                        let round = name.clone();
                        let refused = |fault| Part { round, board: Some(*board), fault };
                        trial.parts.extend(fault.map(refused));
                    }
                }
                Err(fault) if matches!(fault.obstacle, Obstacle::Limited | Obstacle::Away) => {
                    return Err(fault);
                }
                Err(fault) => trial.parts.push(part(&name, fault)),
            }
        }
        Ok(trial)
    }

    async fn caller(&self) -> Result<Caller, Fault> {
        let file = self.choice.token_file.as_deref();
        let of_file = |why: String| {
            let is_open = file.is_some_and(is_open);
            Fault::new(if is_open { Obstacle::Open } else { Obstacle::Secret }, why)
        };
        let token = Token::read(file, CREDENTIAL).map_err(of_file)?;
        let http = Http::to(self.choice.base.clone()).await.map_err(Fault::of(Obstacle::Untrusted))?;
        Ok(Caller { http, token })
    }

    /// Returns the ids of rounds as the running program has them.
    fn ids(&self) -> Result<BTreeMap<String, String>, Fault> {
        let mut ids = Ids::read(&self.data).map_err(Fault::of(Obstacle::Round))?.rounds;
        ids.extend(self.choice.rounds.clone());
        Ok(ids)
    }
}

impl Caller {
    async fn token_facts(&self) -> Result<TokenFacts, Fault> {
        let answer = self.http.post("/api/token/test", &self.token, PLAIN, self.token.reveal()).await;
        let facts = TokenFacts::parse(&good(answer)?).ok_or_else(strange)?;
        let facts = facts.ok_or_else(|| Fault::new(Obstacle::Login, "it does not know the token"))?;
        if facts.may_push() {
            Ok(facts)
        } else {
            let why = format!("the token of {} has not the right study:write", facts.user);
            Err(Fault::new(Obstacle::Scope, why))
        }
    }

    async fn round(&self, id: &str, facts: &TokenFacts) -> Result<RoundFacts, Fault> {
        // A token without this right is refused where a stranger is answered.
        let token = facts.may_ask().then_some(&self.token);
        let answer = good(self.http.get(&format!("/api/broadcast/-/-/{id}"), token).await)?;
        RoundFacts::parse(&answer, facts).ok_or_else(strange)
    }

    async fn push(&self, id: &str, text: &RoundText) -> Result<Vec<Result<u64, String>>, Fault> {
        let path = format!("/api/broadcast/round/{id}/push");
        let answer = self.http.post(&path, &self.token, PLAIN, text.text.as_bytes()).await;
        match LichessAnswer::parse(&good(answer)?) {
            LichessAnswer::Games(answers) if answers.len() == text.boards.len() => Ok(answers),
            LichessAnswer::Games(answers) => {
                let why = format!("it answered for {} of {} games", answers.len(), text.boards.len());
                Err(Fault::new(Obstacle::Refused, why))
            }
            LichessAnswer::Refused(why) => Err(Fault::new(Obstacle::Refused, why)),
            LichessAnswer::Unreadable => Err(strange()),
        }
    }
}

fn part(round: &str, fault: Fault) -> Part {
    Part { round: round.to_owned(), board: None, fault }
}

/// Returns how many days a token still lasts; `None` if it does not end.
fn days_left(facts: &TokenFacts) -> Result<Option<u64>, Fault> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now_ms = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
    match facts.expires_ms.map(|ends_ms| ends_ms.saturating_sub(now_ms) / DAY_MS) {
        Some(0) => Err(Fault::new(Obstacle::Login, "the token ends within a day; make a new one")),
        left => Ok(left),
    }
}

/// Returns the text of an answer that is none of refusal.
fn good(answer: Result<WebAnswer, String>) -> Result<String, Fault> {
    let WebAnswer { status, text, .. } = answer.map_err(Fault::of_web)?;
    let said = match LichessAnswer::parse(&text) {
        LichessAnswer::Refused(why) => format!("{status}: {why}"),
        _ => format!("the answer was {status}"),
    };
    match status {
        200 => Ok(text),
        401 => Err(Fault::new(Obstacle::Login, said)),
        403 => Err(Fault::new(Obstacle::Owner, said)),
        404 => Err(Fault::new(Obstacle::Round, said)),
        429 => Err(Fault::new(Obstacle::Limited, said)),
        408 | 500.. => Err(Fault::new(Obstacle::Away, said)),
        _ => Err(Fault::new(Obstacle::Refused, said)),
    }
}

fn strange() -> Fault {
    Fault::new(Obstacle::Away, "the answer is none of Lichess; a network may ask for a login")
}
