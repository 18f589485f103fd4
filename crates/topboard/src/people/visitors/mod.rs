//! The spectators of a closed event: how they come in, and who is in.
//!
//! ```text
//!  link (#enter=KEY, so many uses, until a time) ─┐
//!  name and password of a spectator ──────────────┼──▶ login, in a cookie: HttpOnly, SameSite=Lax
//!  topboard link --program ───────────────────────┴──▶ login, in the address of a program: http://pgn:SECRET@host/games.pgn
//! ```
//! A program that fetches games logs in by HTTP's basic authentication. Its secret is a header then: no address, log or proxy
//! has it, as would be with a part of the query; and programs that can be given nothing but an address send it, too.

mod invitations;

use super::{
    caller::Caller,
    cookie::Cookie,
    device::device,
    logins::{Admission, Keeper, Known, Listed, Logins, SPECTATORS, wall_ms},
    passwords::{
        doorkeeper::{Answer, Doorkeeper},
        refused::Refused,
    },
    person::{Person, Role, name_of},
};
use crate::{connections::addresses, tls::Tls};
use axum::http::{HeaderMap, HeaderValue, header};
use base64::{Engine, engine::general_purpose::STANDARD};
use invitations::Invitations;
use serde_json::{Value, json};
use std::{
    net::{IpAddr, SocketAddr},
    path::Path,
    sync::Arc,
    time::Instant,
};

/// The number of uses of a link for which none is said.
const USES: u32 = 1;
/// The time for which a link is good if none is said, in hours.
const HOURS: u32 = 72;
/// The name that a program gives with its secret. Any other would do.
const PROGRAM: &str = "pgn";

/// The spectators of a closed event.
#[derive(Debug)]
pub struct Visitors {
    pub(crate) logins: Arc<Logins>,
    invitations: Invitations,
    cookie: Cookie,
    doorkeeper: Arc<Doorkeeper>,
    address: SocketAddr,
    tls: Option<Arc<Tls>>,
}

/// What somebody who invites spectators may choose.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Choice {
    /// How often the link may be used.
    pub(crate) uses: Option<u32>,
    /// For how many hours it is good.
    pub(crate) hours: Option<u32>,
    /// Whether it is for a program.
    pub(crate) is_program: bool,
}

impl Visitors {
    /// Returns the spectators of the public listener at this address, and the keeper of their logins, which the caller has to
    /// run.
    pub fn at(
        address: SocketAddr,
        tls: Option<Arc<Tls>>,
        data: &Path,
        doorkeeper: Arc<Doorkeeper>,
    ) -> (Arc<Visitors>, Keeper) {
        let (logins, keeper) = Logins::of_folder(data, &SPECTATORS, wall_ms());
        let (invitations, cookie) = (Invitations::of_folder(data), Cookie::of_spectators(address.port()));
        (Arc::new(Visitors { logins, invitations, cookie, doorkeeper, address, tls }), keeper)
    }

    /// Returns the login that a request belongs to, and whether it may be answered now.
    pub(crate) fn admit(&self, headers: &HeaderMap, caller: Caller) -> Admission {
        let basic = basic(headers);
        let secrets = self.cookie.secrets(headers, caller.scheme).chain(basic.as_deref());
        self.logins.admit(secrets, caller.address, wall_ms(), Instant::now())
    }

    /// Lets in whoever has the key of a link. Returns the cookies for the browser.
    pub(crate) async fn by_key(
        &self,
        key: &str,
        caller: Caller,
        headers: &HeaderMap,
    ) -> Result<Vec<HeaderValue>, Refused> {
        let name = self.invitations.take(key, wall_ms()).await.ok_or(Refused::UsedUp)?;
        self.begin(name, caller, headers)
    }

    /// Lets in a spectator who has a password. Returns the cookies for the browser.
    pub(crate) async fn by_password(
        &self,
        name: &str,
        password: String,
        caller: Caller,
        headers: &HeaderMap,
    ) -> Result<Vec<HeaderValue>, Refused> {
        let is_for = |person: &Person| person.role == Role::Spectator;
        match self.doorkeeper.ask(name, password, caller.address, is_for).await {
            Answer::Welcome(person) => self.begin(person.name.unwrap_or_default(), caller, headers),
            Answer::Refused(refused) => Err(refused),
        }
    }

    fn begin(&self, name: String, caller: Caller, headers: &HeaderMap) -> Result<Vec<HeaderValue>, Refused> {
        let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
        self.logins.leave(self.cookie.secrets(headers, caller.scheme));
        let person = Person { name: Some(name), role: Role::Spectator };
        let secret =
            self.logins.begin(person, device(agent), caller.address, wall_ms()).ok_or(Refused::Later(1))?;
        Ok(self.cookie.given(&secret, caller.scheme))
    }

    /// Makes a link for spectators, or the address for a program. Returns it by each address of the listener; `Err` says why
    /// there is none.
    pub(crate) async fn invite(&self, name: &str, choice: Choice) -> Result<Vec<String>, String> {
        let links = addresses::links(self.address, self.tls.as_deref()).into_iter();
        if choice.is_program {
            let person = Person { name: Some(name_of(name)?), role: Role::Spectator };
            let local = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
            let secret = self.logins.begin(person, "program".to_owned(), local, wall_ms());
            let secret = secret.ok_or("the system gives no random numbers; try again")?;
            let with =
                |link: String| link.replacen("://", &format!("://{PROGRAM}:{secret}@"), 1) + "games.pgn";
            return Ok(links.map(with).collect());
        }
        let (uses, hours) = (choice.uses.unwrap_or(USES), choice.hours.unwrap_or(HOURS));
        let key = self.invitations.make(name, uses, hours, wall_ms()).await?;
        Ok(links.map(|link| format!("{link}#enter={key}")).collect())
    }

    /// Lists the logins, the oldest first.
    pub(crate) fn list(&self) -> Vec<Listed> {
        self.logins.list()
    }

    /// Lists the links that are good.
    pub(crate) fn links(&self) -> Vec<Value> {
        let shown = |link: invitations::Invitation| {
            json!({
                "link": link.id, "name": link.name, "left": link.left, "uses": link.uses, "expires_ms": link.expires_ms,
            })
        };
        self.invitations.list(wall_ms()).into_iter().map(shown).collect()
    }

    /// Ends a login, or a link with all logins of those for whom it was made. Returns whose it was.
    pub(crate) async fn end(&self, id: &str) -> Option<Person> {
        if let Some(Known { person, .. }) = self.logins.end(id) {
            return Some(person);
        }
        let link = self.invitations.end(id).await?;
        self.logins.end_all_of(&link.name);
        Some(Person { name: Some(link.name), role: Role::Spectator })
    }
}

/// Returns the secret that a program gives as a password.
fn basic(headers: &HeaderMap) -> Option<String> {
    let (scheme, coded) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    let text = String::from_utf8(STANDARD.decode(coded.trim()).ok()?).ok()?;
    let (_, secret) = text.split_once(':')?;
    scheme.eq_ignore_ascii_case("basic").then(|| secret.to_owned())
}
