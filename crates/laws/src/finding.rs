//! Findings: what observers hand to the ledger. A finding is built in one expression:
//!
//! ```text
//! Finding::new(scene, RuleId::TwoHands, Kind::Hint, ply).by(color).says(CASTLING.with(values)).raise(ledger);
//! ```

pub(crate) mod cause;
pub(crate) mod penalty;
pub(crate) mod touch;

use crate::{
    Audience, Kind, Outcome, Phrase, Remedy, RuleId, Window, finding::cause::Cause, ledger::Ledger,
    seen::scene::Scene,
};
use board::Millis;
use game::PlyNo;
use shakmaty::Color;

/// A finding of an observer, from which the ledger makes an incident. It has no number yet.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    /// The instant at which the finding is made.
    pub(crate) t_ms: Millis,
    pub(crate) rule: RuleId,
    pub(crate) kind: Kind,
    pub(crate) ply: Option<PlyNo>,
    pub(crate) by: Option<Color>,
    pub(crate) articles: Vec<String>,
    pub(crate) remedy: Option<Remedy>,
    pub(crate) phrases: Vec<Phrase>,
    pub(crate) window: Window,
    pub(crate) audience: Audience,
    /// Set if the finding counts as an illegal move once the arbiter confirms it.
    pub(crate) counts: bool,
    /// Set if a closed incident about an act stays closed when the act is found again.
    pub(crate) once: bool,
    /// The cause of the finding; `None` if only a single act causes it.
    pub(crate) cause: Option<Cause>,
    /// The tag of the edition, which is put before the articles cited.
    tag: &'static str,
}

impl Finding {
    /// Creates a finding about a ply, or about no ply if `ply` is `None`. The finding cites the articles that the rule
    /// has in the edition of the event.
    pub(crate) fn new(scene: &Scene, rule: RuleId, kind: Kind, ply: impl Into<Option<PlyNo>>) -> Finding {
        let finding =
            Finding { t_ms: scene.t_ms, tag: scene.profile.tag(), ..Finding::bare(rule, kind, ply) };
        finding.cites(scene.profile.articles(rule))
    }

    /// Creates a finding without an instant and without articles.
    pub(crate) fn bare(rule: RuleId, kind: Kind, ply: impl Into<Option<PlyNo>>) -> Finding {
        Finding {
            t_ms: 0,
            rule,
            kind,
            ply: ply.into(),
            by: None,
            articles: Vec::new(),
            remedy: None,
            phrases: Vec::new(),
            window: Window::Always,
            audience: Audience::Arbiter,
            counts: false,
            once: false,
            cause: None,
            tag: "",
        }
    }

    /// Sets the player whose act the finding is about.
    pub(crate) fn by(self, by: impl Into<Option<Color>>) -> Finding {
        Finding { by: by.into(), ..self }
    }

    /// Adds a sentence to the finding.
    pub(crate) fn says(self, phrase: Phrase) -> Finding {
        self.says_all([phrase])
    }

    /// Adds sentences to the finding.
    pub(crate) fn says_all(mut self, phrases: impl IntoIterator<Item = Phrase>) -> Finding {
        self.phrases.extend(phrases);
        self
    }

    /// Cites further articles. The ledger removes repeated articles.
    pub(crate) fn cites(mut self, articles: &[&str]) -> Finding {
        self.articles.extend(articles.iter().map(|article| format!("{} {article}", self.tag)));
        self
    }

    /// Cites these articles instead of the articles of the rule.
    pub(crate) fn cites_only(self, articles: &[&str]) -> Finding {
        Finding { articles: Vec::new(), ..self }.cites(articles)
    }

    /// Sets the remedy.
    pub(crate) fn remedy(self, remedy: impl Into<Option<Remedy>>) -> Finding {
        Finding { remedy: remedy.into(), ..self }
    }

    /// Makes an end of the game the only remedy. If `outcome` is `None`, there is no remedy.
    pub(crate) fn outcome(self, outcome: impl Into<Option<Outcome>>) -> Finding {
        let outcome = outcome.into();
        self.remedy(outcome.map(|outcome| Remedy { outcome: Some(outcome), ..Remedy::default() }))
    }

    /// Sets the time window in which the finding can be acted on.
    pub(crate) fn window(self, window: Window) -> Finding {
        Finding { window, ..self }
    }

    /// Sets who may see the finding, and when.
    pub(crate) fn audience(self, audience: Audience) -> Finding {
        Finding { audience, ..self }
    }

    /// Sets whether the finding counts as an illegal move once the arbiter confirms it.
    pub(crate) fn counts(self, counts: bool) -> Finding {
        Finding { counts, ..self }
    }

    /// Keeps a closed incident about the act closed when the act is found again.
    pub(crate) fn once(self) -> Finding {
        Finding { once: true, ..self }
    }

    /// Sets the cause of the finding, if one cause may lead to several findings.
    pub(crate) fn cause(self, cause: impl Into<Option<Cause>>) -> Finding {
        Finding { cause: cause.into(), ..self }
    }

    /// Closes the finding at this instant, which is also the time at which it is made: it is too late to act.
    pub(crate) fn closed_at(self, t_ms: Millis) -> Finding {
        Finding { t_ms, window: Window::Closed { t_ms }, ..self }
    }

    /// Hands the finding to the ledger.
    pub(crate) fn raise(self, ledger: &mut Ledger) {
        ledger.raise(self);
    }
}
