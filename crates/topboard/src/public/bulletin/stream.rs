//! The games of a round as one text that does not end: all of them at once, then each game that changes, whole. Overlays and
//! bots that follow a broadcast of Lichess follow a hall by another base address.
//!
//! A reader who takes nothing for a while skips what changed meanwhile and gets the latest of each game.

use super::{BulletinDesk, BulletinEdition, faces::Wanted};
use crate::{
    connections::listener::farewell::Farewell,
    public::{gazette, live::Live, pages},
};
use axum::{
    body::{Body, Bytes},
    http::{Response, StatusCode},
};
use futures_util::stream;
use relay::Onlookers;
use std::{collections::BTreeMap, convert::Infallible, pin::Pin, sync::Arc, time::Duration};
use tokio::{
    sync::{OwnedSemaphorePermit, watch},
    time::sleep,
};

/// The time after which an empty line says that the connection is alive.
const BEAT: Duration = Duration::from_secs(60);

/// An answer that ends with the login of who asked for it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Endless;

/// One reader.
struct Reader<A: Onlookers> {
    wanted: Wanted,
    with_results: bool,
    desk: Arc<BulletinDesk<A>>,
    known: Arc<BulletinEdition>,
    /// The text of each game as it was last sent, by its id.
    sent: BTreeMap<String, Arc<str>>,
    /// Resolves when there is nothing more to come, or the reader has to leave.
    over: Pin<Box<dyn Future<Output = ()> + Send>>,
    is_over: bool,
    _seat: OwnedSemaphorePermit,
}

/// Answers with the games of a round that goes on.
pub(crate) async fn answer<A: Onlookers>(
    desk: Arc<BulletinDesk<A>>,
    mut live: watch::Receiver<Arc<Live<A>>>,
    (seat, farewell): (OwnedSemaphorePermit, Farewell),
    id: &str,
    with_results: bool,
) -> Response<Body> {
    let wanted = Wanted::of_id(id);
    let Some(edition) = desk.first().await else { return gazette::early() };
    if wanted.games(&edition.bulletin).is_none() {
        return pages::plain(StatusCode::NOT_FOUND, super::NO_ROUND);
    }
    let over = Box::pin(async move {
        let ended = async { while live.changed().await.is_ok() {} };
        tokio::select! {
            () = ended => {}
            () = farewell.turn() => {}
        }
    });
    let (known, sent) = (Arc::default(), BTreeMap::new());
    let reader = Reader { wanted, with_results, desk, known, sent, over, is_over: false, _seat: seat };
    let chunks = stream::unfold(reader, |mut reader| async {
        let chunk = reader.chunk().await?;
        Some((Ok::<_, Infallible>(Bytes::from(chunk)), reader))
    });
    let mut response = pages::public(gazette::PGN, Body::from_stream(chunks));
    response.extensions_mut().insert(Endless);
    response
}

impl<A: Onlookers> Reader<A> {
    /// Waits for games that changed, and returns them; `None` after the end.
    async fn chunk(&mut self) -> Option<String> {
        while !self.is_over {
            tokio::select! {
                edition = self.desk.after(&self.known) => {
                    let text = self.news(&edition);
                    self.known = edition;
                    if !text.is_empty() {
                        return Some(text);
                    }
                }
                () = sleep(BEAT) => return Some("\n".to_owned()),
                () = &mut self.over => self.is_over = true,
            }
        }
        None
    }

    /// Returns the games that differ from what was sent, each with two empty lines behind it.
    fn news(&mut self, edition: &BulletinEdition) -> String {
        let mut text = String::new();
        for game in self.wanted.games(&edition.bulletin).into_iter().flatten() {
            let is_told = self.with_results || game.result == "*";
            if is_told && self.sent.get(&game.id) != Some(&game.text) {
                text += &game.text;
                text.push('\n');
                self.sent.insert(game.id.clone(), Arc::clone(&game.text));
            }
        }
        text
    }
}
