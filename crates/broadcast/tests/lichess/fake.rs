//! A Lichess that is stricter than the real one, written from its published rules: what it refuses, counts and keeps.
//!
//! * A token has scopes, and its owner pushes to rounds of their own broadcasts alone.
//! * Two pushes within a second are one too many: 429, and whoever asks again within a minute broke the rule.
//! * A push has up to a hundred games. An empty one fails all; a game that cannot be read, or has an illegal move, is refused
//!   alone, and nothing of it is applied.
//! * A game is found by its GameId, or by event, site, round, board and players.
//! * Whose a token is and what it may is told to whoever has it. To whom a round is open is told to a token with the right to ask
//!   alone; a token without it is refused where a stranger is answered.
//! * Tags are added and replaced, never removed. A changed move begins a new main line; no move is ever taken away.

use super::pgn::{self, Sent};
use board::Millis;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The least time between two pushes.
const PACE_MS: Millis = 1_000;
/// How long whoever asked too often has to wait.
const PENALTY_MS: Millis = 60_000;
const GAMES_MAX: usize = 100;

/// A game of a round.
#[derive(Debug, Clone, Default)]
pub(crate) struct Chapter {
    pub(crate) tags: BTreeMap<String, String>,
    /// The moves of the main line in SAN.
    pub(crate) moves: Vec<String>,
    /// How often a move was changed.
    pub(crate) variations: usize,
}

/// A round.
#[derive(Debug, Clone, Default)]
pub(crate) struct Round {
    pub(crate) owner: String,
    /// With `syncUrl` the games are read from an address, so that nobody can push.
    pub(crate) form: BTreeMap<String, String>,
    pub(crate) chapters: Vec<Chapter>,
    /// Official broadcasts do not tell who made them.
    pub(crate) is_official: bool,
}

/// Someone with a token.
#[derive(Debug, Clone, Default)]
pub(crate) struct User {
    pub(crate) name: String,
    pub(crate) scopes: Vec<String>,
    /// When the token ends, in milliseconds since 1970.
    pub(crate) expires_ms: Option<u64>,
}

/// An answer of HTTP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: String,
}

fn reply(status: u16, body: &Value) -> Reply {
    Reply { status, body: body.to_string() }
}

fn error(status: u16, why: &str) -> Reply {
    reply(status, &json!({ "error": why }))
}

/// The server.
#[derive(Debug, Default)]
pub(crate) struct FakeLichess {
    pub(crate) users: BTreeMap<String, User>,
    pub(crate) rounds: BTreeMap<String, Round>,
    /// The forms of broadcasts by their ids, with the owner.
    pub(crate) broadcasts: BTreeMap<String, (String, BTreeMap<String, String>)>,
    /// When pushes arrived.
    pub(crate) arrivals: Vec<Millis>,
    /// What was done against the rules.
    pub(crate) violations: Vec<String>,
    penalty_until_ms: Option<Millis>,
}

impl FakeLichess {
    /// Creates a server with one user, who has this token and the right to push.
    pub(crate) fn new(token: &str) -> FakeLichess {
        let mut fake = FakeLichess::default();
        let user =
            User { name: "organiser".to_owned(), scopes: vec!["study:write".to_owned()], expires_ms: None };
        fake.users.insert(token.to_owned(), user);
        fake
    }

    /// Adds a round that belongs to the user.
    pub(crate) fn add_round(&mut self, id: &str) {
        let round = Round { owner: "organiser".to_owned(), ..Round::default() };
        self.rounds.insert(id.to_owned(), round);
    }

    /// Tells everybody to wait a minute, as the server does when it has too much to do.
    pub(crate) fn limit(&mut self, now_ms: Millis) -> Reply {
        self.penalty_until_ms = Some(now_ms + PENALTY_MS);
        error(429, "Too many requests. Try again later.")
    }

    /// Answers a POST.
    pub(crate) fn post(&mut self, now_ms: Millis, path: &str, token: Option<&str>, body: &str) -> Reply {
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        let is_push = matches!(parts[..], ["api", "broadcast", "round", _, "push"]);
        if is_push {
            let is_early = self.arrivals.last().is_some_and(|last_ms| now_ms < last_ms + PACE_MS);
            self.arrivals.push(now_ms);
            if self.penalty_until_ms.is_some_and(|until_ms| now_ms < until_ms) {
                self.violations.push(format!("{now_ms}: a push within the minute after 429"));
                return self.limit(now_ms);
            }
            if is_early {
                self.violations.push(format!("{now_ms}: two pushes within a second"));
                return self.limit(now_ms);
            }
        }
        if parts == ["api", "token", "test"] {
            return self.told_of(body);
        }
        let Some(user) = token.and_then(|token| self.users.get(token)).cloned() else {
            return error(401, "No such token");
        };
        if !user.scopes.iter().any(|scope| scope == "study:write") {
            return error(403, "Missing scope: study:write");
        }
        match parts[..] {
            ["api", "broadcast", "round", id, "push"] => self.push(&user, id, body),
            ["broadcast", "new"] => self.create(&user, body),
            ["broadcast", id, "new"] => self.create_round(&user, id, body),
            _ => error(404, "Not found"),
        }
    }

    /// Answers a GET; `None` for a path that is no question about accounts and rounds.
    pub(crate) fn get(&self, path: &str, token: Option<&str>) -> Option<Reply> {
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        if !matches!(parts[..], ["api", "account"] | ["api", "broadcast", "-", "-", _]) {
            return None;
        }
        let user = token.map(|token| self.users.get(token));
        let may_ask = |user: &User| user.scopes.iter().any(|scope| scope == "study:read");
        Some(match (user, &parts[..]) {
            (Some(None), _) | (None, ["api", "account"]) => error(401, "No such token"),
            (Some(Some(user)), ["api", "account"]) => {
                reply(200, &json!({ "id": user.name, "username": user.name.to_uppercase() }))
            }
            (Some(Some(user)), _) if !may_ask(user) => error(403, "Missing scope: study:read"),
            (user, _) => self.round(parts[4], user.flatten()),
        })
    }

    fn round(&self, id: &str, asked_by: Option<&User>) -> Reply {
        let Some(round) = self.rounds.get(id) else { return error(404, "No such round") };
        let mut told = json!({
            "tour": { "name": "Open" }, "round": { "id": id, "name": "Round" },
            "study": { "writeable": asked_by.is_some_and(|user| user.name == round.owner) }, "games": [],
        });
        if !round.is_official {
            told["tour"]["communityOwner"] = json!({ "id": round.owner, "name": round.owner });
        }
        reply(200, &told)
    }

    /// Says of each token whose it is and what it may.
    fn told_of(&self, tokens: &str) -> Reply {
        let one = |token: &str| {
            let told = self.users.get(token).map(|user| {
                json!({ "userId": user.name, "scopes": user.scopes.join(","), "expires": user.expires_ms })
            });
            (token.to_owned(), told.unwrap_or(Value::Null))
        };
        reply(200, &Value::Object(tokens.split(',').map(one).collect()))
    }

    fn push(&mut self, user: &User, id: &str, body: &str) -> Reply {
        let Some(round) = self.rounds.get_mut(id) else { return error(404, "No such round") };
        if round.owner != user.name {
            return error(403, "You cannot contribute to this broadcast");
        }
        if round.form.contains_key("syncUrl") {
            return error(200, "The round has an upstream URL, and cannot be pushed to");
        }
        let texts = pgn::split(body);
        if texts.len() > GAMES_MAX {
            return error(400, "Too many games");
        }
        if let Some(index) = texts.iter().position(|text| text.trim().is_empty()) {
            return error(400, &format!("empty PGN at index {index}"));
        }
        let games: Vec<Value> = texts.iter().map(|text| round.take(text)).collect();
        reply(200, &json!({ "games": games }))
    }

    fn create(&mut self, user: &User, body: &str) -> Reply {
        let form = form(body);
        if !name_is_good(&form) {
            return error(400, "name: the minimum length is 3");
        }
        let id = format!("tour{:04}", self.broadcasts.len());
        let told = json!({ "tour": { "id": id, "name": form["name"] }, "rounds": [] });
        self.broadcasts.insert(id, (user.name.clone(), form));
        reply(200, &told)
    }

    fn create_round(&mut self, user: &User, tour: &str, body: &str) -> Reply {
        let form = form(body);
        match self.broadcasts.get(tour) {
            None => return error(404, "No such broadcast"),
            Some((owner, _)) if *owner != user.name => return error(403, "Not yours"),
            Some(_) if !name_is_good(&form) => return error(400, "name: the minimum length is 3"),
            Some(_) => {}
        }
        let id = format!("rnd{:05}", self.rounds.len());
        let told = json!({ "round": { "id": id, "name": form["name"] }, "tour": { "id": tour }, "study": { "writeable": true } });
        let round = Round { owner: user.name.clone(), form, ..Round::default() };
        self.rounds.insert(id, round);
        reply(200, &told)
    }

    /// Returns the games of a round, as everybody gets them.
    pub(crate) fn games(&self, id: &str) -> Option<String> {
        let texts = self.rounds.get(id)?.chapters.iter().map(|chapter| {
            let mut text = String::new();
            for (name, value) in &chapter.tags {
                text.push_str(&format!("[{name} \"{value}\"]\n"));
            }
            let result = chapter.tags.get("Result").map_or("*", String::as_str);
            let moves: Vec<String> = chapter
                .moves
                .iter()
                .enumerate()
                .map(|(ply, san)| if ply % 2 == 0 { format!("{}. {san}", ply / 2 + 1) } else { san.clone() })
                .collect();
            format!("{text}\n{} {result}\n", moves.join(" "))
        });
        Some(texts.collect::<Vec<_>>().join("\n\n"))
    }
}

impl Round {
    /// Takes a game, or says why not.
    fn take(&mut self, text: &str) -> Value {
        let sent = match pgn::read(text) {
            Ok(sent) => sent,
            Err((tags, why)) => return json!({ "tags": tags, "error": why }),
        };
        let told = json!({ "tags": sent.tags, "moves": sent.moves.len() });
        let found = self.chapters.iter().position(|chapter| is_same(&chapter.tags, &sent.tags));
        let at = found.unwrap_or_else(|| {
            self.chapters.push(Chapter::default());
            self.chapters.len() - 1
        });
        self.chapters[at].apply(sent);
        told
    }
}

impl Chapter {
    fn apply(&mut self, sent: Sent) {
        let is_kept = |value: &str| !["", "?", "unknown"].contains(&value);
        self.tags.extend(sent.tags.into_iter().filter(|(_, value)| is_kept(value)));
        let common = self.moves.iter().zip(&sent.moves).take_while(|(old, new)| old == new).count();
        if common == sent.moves.len() {
            return;
        }
        if common < self.moves.len() {
            self.variations += 1;
        }
        self.moves = sent.moves;
    }
}

fn is_same(chapter: &BTreeMap<String, String>, sent: &BTreeMap<String, String>) -> bool {
    if let (Some(old), Some(new)) = (chapter.get("GameId"), sent.get("GameId")) {
        return old == new;
    }
    ["Event", "Site", "Round", "Board", "White", "Black"]
        .iter()
        .all(|tag| chapter.get(*tag) == sent.get(*tag))
}

fn name_is_good(form: &BTreeMap<String, String>) -> bool {
    form.get("name").is_some_and(|name| (3..=80).contains(&name.chars().count()))
}

/// Reads a form, or the object of JSON that some clients send in its place.
fn form(body: &str) -> BTreeMap<String, String> {
    if let Ok(Value::Object(fields)) = serde_json::from_str(body) {
        let text = |value: Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        return fields
            .into_iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| (name, text(value)))
            .collect();
    }
    let decode = |text: &str| {
        let mut bytes = Vec::new();
        let mut rest = text.bytes();
        while let Some(byte) = rest.next() {
            match byte {
                b'+' => bytes.push(b' '),
                b'%' => {
                    let digits: Vec<u8> = rest.by_ref().take(2).collect();
                    let digits = std::str::from_utf8(&digits).unwrap_or_default();
                    bytes.push(u8::from_str_radix(digits, 16).unwrap_or(b'?'));
                }
                other => bytes.push(other),
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let pairs = body.split('&').filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (decode(name), decode(value))).collect()
}
