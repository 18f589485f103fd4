//! The farewell of a listener for which others stand in: its clients leave one after the other, so that they do not all
//! come to the others at once.

use std::{
    hash::{BuildHasher, RandomState},
    time::Duration,
};
use tokio::{sync::watch, time::sleep};

/// When the clients of a listener leave. By default they stay until the program ends.
#[derive(Debug, Clone, Default)]
pub struct Farewell(Option<Order>);

#[derive(Debug, Clone)]
struct Order {
    is_given: watch::Receiver<bool>,
    within: Duration,
}

impl Farewell {
    /// Lets each client leave at a random moment `within` this time after `is_given` was set.
    pub fn new(is_given: watch::Receiver<bool>, within: Duration) -> Farewell {
        Farewell(Some(Order { is_given, within }))
    }

    /// Waits until the clients have to leave, which may be never. Returns the time within which they do.
    pub(crate) async fn given(self) -> Duration {
        let Some(Order { mut is_given, within }) = self.0 else { return std::future::pending().await };
        // An error means that the program ends at once.
        let _ = is_given.wait_for(|given| *given).await;
        within
    }

    /// Waits for the moment at which one client has to leave.
    pub(crate) async fn turn(self) {
        sleep(share(self.given().await)).await;
    }
}

/// Draws a part of a time, from nothing to all of it.
pub(crate) fn share(whole: Duration) -> Duration {
    let drawn = RandomState::new().hash_one(whole);
    whole.mul_f64(drawn as f64 / u64::MAX as f64)
}

#[cfg(test)]
mod tests {
    use super::{Farewell, share};
    use std::time::Duration;
    use tokio::{sync::watch, time::timeout};

    const WHOLE: Duration = Duration::from_secs(4);

    #[test]
    fn shares_are_spread_over_the_whole() {
        let mut quarters = [0; 4];
        for _ in 0..400 {
            let share = share(WHOLE);
            assert!(share <= WHOLE);
            quarters[(share.as_millis() / 1000).min(3) as usize] += 1;
        }
        assert!(quarters.iter().all(|count| *count > 40), "{quarters:?}");
    }

    #[tokio::test]
    async fn nobody_leaves_before_the_order() {
        const WHOLE: Duration = Duration::from_millis(40);
        let (give, is_given) = watch::channel(false);
        let turn = tokio::spawn(Farewell::new(is_given, WHOLE).turn());
        let stays = Farewell::default().turn();
        assert!(timeout(5 * WHOLE, stays).await.is_err(), "without an order nobody leaves");
        assert!(!turn.is_finished());
        give.send_replace(true);
        turn.await.expect("it ends");
    }
}
