//! Renews the certificate while the program runs: when its files change, before one of the program's own ends, and when
//! the computer gets other addresses. A certificate that cannot be renewed is told, and the old one stays.

use super::{
    Tls, TlsChoice,
    authority::{Authority, is_due},
    files::{Files, Stamp},
    keyring::Shown,
    names::Names,
    now,
    paper::{Paper, Seconds, day},
};
use crate::terminal::failure::Failure;
use std::{path::Path, sync::Arc, time::Duration};
use tokio::{sync::watch, time::sleep};

/// The time between two looks at files, addresses and days.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// The seconds between two warnings of one certificate.
const TELL_EVERY: Seconds = 60 * 60;
/// The days before its end from which on the operator is warned of a certificate in files.
const WARN_DAYS: Seconds = 10;

/// Where certificates come from.
#[derive(Debug)]
pub(super) enum Source {
    /// The authority, and the names that the configuration gives.
    Own(Box<Authority>, Vec<String>),
    /// The files, and their state when they were read first.
    Files(Files, Stamp),
}

impl Source {
    /// Opens the source that the configuration chose, and returns its first certificate.
    pub(super) fn open(
        choice: &TlsChoice,
        data: &Path,
        now: Seconds,
    ) -> Result<Option<(Source, Shown)>, Failure> {
        match choice {
            TlsChoice::Plain => Ok(None),
            TlsChoice::Own(configured) => {
                let authority = Authority::of_folder(data, configured, now)?;
                if now < authority.paper.not_before {
                    let (says, made) = (day(now), day(authority.paper.not_before));
                    tracing::warn!(
                        "the clock of this computer says {says}, and the root certificate is good from {made} on; set the clock"
                    );
                }
                let shown = authority.leaf(&Names::of_computer(configured), now)?;
                Ok(Some((Source::Own(Box::new(authority), configured.clone()), shown)))
            }
            TlsChoice::Files(files) => {
                let stamp = files.stamp();
                let shown = files.load().map_err(Failure::Input)?;
                match files.trouble(&shown.paper, now) {
                    Some(trouble) if now > shown.paper.not_after => return Err(Failure::Input(trouble)),
                    // A clock that is behind is set by the network later; the boards need not wait for it.
                    Some(trouble) => tracing::warn!("{trouble}"),
                    None => {}
                }
                Ok(Some((Source::Files(files.clone(), stamp), shown)))
            }
        }
    }

    /// Returns the root as a file and as people read it, where it is the program's own.
    pub(super) fn root(&self) -> Option<(String, Paper)> {
        match self {
            Source::Own(authority, _) => Some((authority.pem.clone(), authority.paper.clone())),
            Source::Files(..) => None,
        }
    }

    /// Returns the state of the files when they were read first; nothing where there are none.
    fn stamp(&self) -> Stamp {
        match self {
            Source::Own(..) => Stamp::new(),
            Source::Files(_, stamp) => stamp.clone(),
        }
    }

    /// Returns a certificate that is to be shown from now on; `None` if that which is shown may stay.
    fn look(&self, shown: &Paper, seen: &mut Stamp, now: Seconds) -> Result<Option<Shown>, String> {
        match self {
            Source::Own(authority, configured) => {
                let names = authority.paper.permitted.only(&Names::of_computer(configured));
                if !is_due(shown, &names, now) {
                    return Ok(None);
                }
                authority.leaf(&names, now).map(Some).map_err(|error| error.to_string())
            }
            Source::Files(files, _) => {
                let stamp = files.stamp();
                if *seen == stamp {
                    return Ok(None);
                }
                // Files that are half written are looked at again when the rest is there.
                *seen = stamp;
                files.load().map(Some)
            }
        }
    }

    /// Says what the operator has to do about the certificate that is shown; `None` if nothing.
    fn trouble(&self, paper: &Paper, now: Seconds) -> Option<String> {
        let Source::Files(files, _) = self else { return None };
        let is_near = now > paper.not_after - WARN_DAYS * 24 * 60 * 60;
        let near = || {
            format!(
                "the certificate {} ends on {}; renew it",
                files.certificate.display(),
                day(paper.not_after)
            )
        };
        files.trouble(paper, now).or_else(|| is_near.then(near))
    }
}

/// Renews the certificate until `stop` is set.
pub async fn run(tls: Arc<Tls>, mut stop: watch::Receiver<bool>) {
    let mut told: Option<Seconds> = None;
    let mut seen = tls.source.stamp();
    loop {
        tokio::select! {
            // An error means that the sender of `stop` is gone.
            _ = stop.wait_for(|stop| *stop) => return,
            () = sleep(LOOK_EVERY) => {}
        }
        let (now, paper) = (now(), tls.keyring.shown().paper);
        match tls.source.look(&paper, &mut seen, now) {
            Ok(None) => {}
            Ok(Some(shown)) => {
                let (names, (_, end)) = (shown.paper.names.texts().join(", "), shown.paper.days());
                tracing::info!("a new certificate is shown; it is good until {end}, for {names}");
                told = None;
                tls.keyring.replace(shown);
            }
            Err(why) => tracing::warn!("the certificate that was shown until now stays: {why}"),
        }
        if told.is_none_or(|told| (now - told).abs() >= TELL_EVERY)
            && let Some(trouble) = tls.source.trouble(&tls.keyring.shown().paper, now)
        {
            tracing::warn!("{trouble}");
            told = Some(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Source, Stamp};
    use crate::{safe_files::scratch::Scratch, tls::TlsChoice};

    #[test]
    fn a_certificate_of_its_own_is_renewed_before_its_end_and_after_a_wrong_clock() {
        const DAY: i64 = 24 * 60 * 60;
        // The first day of 2027.
        const NOW: i64 = 1_798_761_600;
        let scratch = Scratch::new("keeper").expect("a folder can be made");
        let choice = TlsChoice::Own(vec!["hall.example".to_owned()]);
        let open = |now| Source::open(&choice, scratch.path(), now).map(|opened| opened.expect("it is on"));
        // The clock of a computer without a battery says 1970.
        let (source, early) = open(1_000).expect("it opens");
        let look = |paper, then| source.look(paper, &mut Stamp::new(), then).expect("it is made");
        assert!(early.paper.not_before > 1_000, "it is good for phones whose clocks are right");
        let shown = look(&early.paper, NOW).expect("the clock was set, and the first one is near its end");
        for (days, is_new) in [(0, false), (200, false), (250, true), (8 * 365, true)] {
            let then = NOW + days * DAY;
            let renewed = look(&shown.paper, then);
            assert_eq!(renewed.is_some(), is_new, "after {days} days");
            let paper = renewed.map_or_else(|| shown.paper.clone(), |shown| shown.paper);
            assert!(paper.not_before <= then && then <= paper.not_after, "{paper:?}");
            assert!(paper.not_after - paper.not_before <= 397 * DAY);
            assert_eq!(paper.names, shown.paper.names);
        }
        let (again, _) = open(NOW).expect("it opens");
        assert_eq!(again.root(), source.root(), "the root stays");
        let other = TlsChoice::Own(vec!["elsewhere.example".to_owned()]);
        let why = Source::open(&other, scratch.path(), NOW).expect_err("phones do not trust it").to_string();
        assert!(why.contains("elsewhere.example") && why.contains("root.crt"), "{why}");
        let why = open(NOW + 11 * 366 * DAY).expect_err("it ended").to_string();
        assert!(why.contains("ended on"), "{why}");
    }
}
