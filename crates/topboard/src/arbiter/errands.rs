//! Errands: orders of an arbiter and their outcomes. Each order is answered in time and never carried out twice.
//!
//! ```text
//!  POST with a key ──known──▶ the same errand: its outcome, once there is one
//!        │ new
//!        ▼
//!  under way ──ANSWER_WITHIN, and no outcome──▶ 202, and the name to ask by: GET /api/v1/errands/NAME
//!        │ safe in the journal, or refused
//!        ▼
//!  over: 200 or 409, for whoever asks again
//! ```
//! The key is the value of the header `Idempotency-Key`. Without that header, an order is known by the digest of its
//! words until it has an outcome, so an order repeated before its first answer is carried out once. Nobody sees another
//! login's errands.
//!
//! Limits: [`PENDING_MAX`] errands of a login under way, [`ERRANDS_MAX`] errands in all; the oldest finished errand is
//! forgotten first.

use super::requests::answer;
use crate::people::secret::Hash;
use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use journal::hex;
use serde_json::{Value, json};
use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{sync::watch, time::timeout};

/// The time after which an order without an outcome is answered with status 202.
const ANSWER_WITHIN: Duration = Duration::from_millis(1500);
/// The greatest number of orders that one login may have under way.
const PENDING_MAX: usize = 64;
/// The greatest number of errands that are remembered.
const ERRANDS_MAX: usize = 2048;
/// The greatest length of a key, in characters.
const NAME_MAX: usize = 64;
/// The header that names an order.
const KEY: &str = "idempotency-key";

/// The outcome of an order.
pub(super) type Outcome = (StatusCode, Value);

/// An order: the login it belongs to and its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Order {
    login: String,
    name: String,
    /// The digest of the words of the order.
    words: Hash,
    /// True if the sender gave no key. The name is then made from the digest of the order's words.
    is_nameless: bool,
}

/// The reason why a request is not accepted as an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoOrder {
    /// The key is malformed.
    Name,
    /// The key belongs to another order.
    Another,
    /// Too many orders are under way.
    TooMany,
}

/// The errands under way and the finished ones that are remembered.
#[derive(Debug, Default)]
pub(super) struct Errands(Mutex<VecDeque<Errand>>);

#[derive(Debug)]
struct Errand {
    order: Order,
    outcome: watch::Receiver<Option<Outcome>>,
}

impl Order {
    /// Returns the order that a request of this login makes, given its headers and the digest of its words.
    pub(super) fn of(login: &str, headers: &HeaderMap, words: Hash) -> Result<Order, NoOrder> {
        let (name, is_nameless) = match headers.get(KEY) {
            Some(key) => (key.to_str().map_err(|_| NoOrder::Name)?.to_owned(), false),
            None => (format!("words-{}", hex::emit(&words[..16])), true),
        };
        let is_name = (1..=NAME_MAX).contains(&name.len())
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_');
        if is_name {
            Ok(Order { login: login.to_owned(), name, words, is_nameless })
        } else {
            Err(NoOrder::Name)
        }
    }
}

impl Errands {
    /// Carries out this order, unless it is under way or done already. Answers with the order's outcome, or says that
    /// there is no outcome yet.
    pub(super) async fn give(
        &self,
        order: Order,
        doing: impl Future<Output = Outcome> + Send + 'static,
    ) -> Result<Response<Body>, NoOrder> {
        let name = order.name.clone();
        let outcome = self.taken(order, doing)?;
        Ok(waited(&name, outcome).await)
    }

    /// Returns the outcome of an earlier order, or `None` when the order is not known.
    pub(super) async fn ask(&self, login: &str, name: &str) -> Option<Response<Body>> {
        let is_it = |errand: &&Errand| errand.order.login == login && errand.order.name == name;
        let outcome = self.lock().iter().rev().find(is_it).map(|errand| errand.outcome.clone())?;
        Some(waited(name, outcome).await)
    }

    /// Returns the channel on which the outcome of this order will appear. Begins the order unless it is known.
    fn taken(
        &self,
        order: Order,
        doing: impl Future<Output = Outcome> + Send + 'static,
    ) -> Result<watch::Receiver<Option<Outcome>>, NoOrder> {
        let mut errands = self.lock();
        let is_same = |errand: &&Errand| errand.order.login == order.login && errand.order.name == order.name;
        if let Some(errand) = errands.iter().rev().find(is_same) {
            if errand.order.words != order.words {
                return Err(NoOrder::Another);
            }
            // An order without a key that is repeated after its outcome is a new order.
            if !(order.is_nameless && errand.is_over()) {
                return Ok(errand.outcome.clone());
            }
        }
        let pending = errands.iter().filter(|errand| errand.order.login == order.login && !errand.is_over());
        if pending.count() >= PENDING_MAX {
            return Err(NoOrder::TooMany);
        }
        if errands.len() >= ERRANDS_MAX {
            let oldest = errands.iter().position(Errand::is_over).ok_or(NoOrder::TooMany)?;
            errands.remove(oldest);
        }
        let (told, outcome) = watch::channel(None);
        // A task of its own: the order is carried out even if the request is dropped.
        tokio::spawn(async move { told.send_replace(Some(doing.await)) });
        errands.push_back(Errand { order, outcome: outcome.clone() });
        Ok(outcome)
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Errand>> {
        // No code panics while it holds the lock. Even if it did, the list would be whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Errand {
    fn is_over(&self) -> bool {
        self.outcome.borrow().is_some() || self.outcome.has_changed().is_err()
    }
}

async fn waited(name: &str, mut outcome: watch::Receiver<Option<Outcome>>) -> Response<Body> {
    let over = timeout(ANSWER_WITHIN, outcome.wait_for(Option::is_some)).await;
    match over.map(|over| over.ok().and_then(|over| over.clone())) {
        Ok(Some((status, value))) => answer(status, &value),
        Ok(None) => answer(StatusCode::SERVICE_UNAVAILABLE, &json!({ "error": "the program is ending" })),
        Err(_) => under_way(name),
    }
}

fn under_way(name: &str) -> Response<Body> {
    let word = "it is taken and is not yet safe in the journal, or the clock has not answered; do not say it again, ask \
                for its outcome";
    let mut response =
        answer(StatusCode::ACCEPTED, &json!({ "waiting": true, "errand": name, "word": word }));
    if let Ok(place) = HeaderValue::try_from(format!("/api/v1/errands/{name}")) {
        response.headers_mut().insert(header::LOCATION, place);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::{ANSWER_WITHIN, Errands, KEY, NoOrder, Order, PENDING_MAX};
    use axum::http::{HeaderMap, StatusCode};
    use serde_json::json;
    use std::{
        future::pending,
        sync::{
            Arc,
            atomic::{AtomicU32, Ordering},
        },
    };
    use tokio::sync::oneshot;

    fn order(login: &str, key: Option<&str>, words: u8) -> Result<Order, NoOrder> {
        let headers = key.map(|key| (KEY.parse().expect("a name"), key.parse().expect("a header")));
        Order::of(login, &HeaderMap::from_iter(headers), [words; 32])
    }

    /// Returns a signal that lets the order run at once.
    fn at_once() -> oneshot::Receiver<()> {
        oneshot::channel().1
    }

    /// Counts a call, then waits for permission to finish.
    async fn doing(count: Arc<AtomicU32>, may: oneshot::Receiver<()>) -> super::Outcome {
        count.fetch_add(1, Ordering::Relaxed);
        let _ = may.await;
        (StatusCode::OK, json!({ "done": true }))
    }

    #[tokio::test]
    async fn an_order_is_answered_in_time_and_done_once() {
        for key in [Some("k-1"), None] {
            let (errands, count) = (Errands::default(), Arc::new(AtomicU32::new(0)));
            let (may, waits) = oneshot::channel();
            let started = std::time::Instant::now();
            let it = || order("a", key, 1).expect("an order");
            let first = errands.give(it(), doing(Arc::clone(&count), waits)).await.expect("taken");
            assert_eq!(first.status(), StatusCode::ACCEPTED);
            assert!(started.elapsed() >= ANSWER_WITHIN);
            let again = errands.give(it(), doing(Arc::clone(&count), at_once())).await.expect("known");
            assert_eq!((again.status(), count.load(Ordering::Relaxed)), (StatusCode::ACCEPTED, 1), "{key:?}");
            may.send(()).expect("it waits");
            let name = it().name;
            assert_eq!(errands.ask("a", &name).await.expect("it is known").status(), StatusCode::OK);
            assert!(errands.ask("b", &name).await.is_none(), "it is another's");
            // An order with a key keeps its outcome. An order without a key, repeated after its outcome, is a new
            // order.
            let later = errands.give(it(), doing(Arc::clone(&count), at_once())).await.expect("taken");
            assert_eq!(later.status(), StatusCode::OK);
            assert_eq!(count.load(Ordering::Relaxed), if key.is_some() { 1 } else { 2 });
        }
    }

    #[tokio::test]
    async fn a_key_is_of_one_order_and_few_are_under_way() {
        let errands = Errands::default();
        assert_eq!(order("a", Some(""), 1), Err(NoOrder::Name));
        assert_eq!(order("a", Some("k/1"), 1), Err(NoOrder::Name));
        let named = |words| order("a", Some("k"), words).expect("an order");
        errands.give(named(1), pending()).await.expect("taken");
        assert_eq!(errands.give(named(2), pending()).await.err(), Some(NoOrder::Another));
        for words in 1..u8::try_from(PENDING_MAX).expect("small") {
            errands.taken(order("a", None, words).expect("an order"), pending()).expect("taken");
        }
        let more = |login| errands.taken(order(login, None, 200).expect("an order"), pending()).is_ok();
        assert!(!more("a") && more("b"));
    }
}
