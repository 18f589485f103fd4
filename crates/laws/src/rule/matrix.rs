//! The matrix of the rules: for each rule, the articles of each edition, what sensors see, what the arbiter is shown,
//! and what cannot be sensed. `docs/laws.md` is generated from the matrix.

use super::RuleId;
use crate::{Edition, Language};

mod adjourned;
mod blind;
mod clock;
mod draughts;
mod ending;
mod illegal;
mod moves;
mod screens;
mod setup;
mod touch;

/// The page of a rule: everything that the matrix says about the rule.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    titles: [&'static str; 3],
    articles: [&'static [&'static str]; 3],
    /// The articles of the draughts rules; empty for a rule of chess.
    pub warc: &'static [&'static str],
    /// The evidence: what sensors or a person's command show.
    pub sensed: &'static str,
    /// The report: what the arbiter is shown.
    pub shown: &'static str,
    /// The gap: what cannot be sensed, and why; empty if nothing is missing.
    pub unseen: &'static str,
}

const fn page(
    titles: [&'static str; 3],
    articles: [&'static [&'static str]; 3],
    sensed: &'static str,
    shown: &'static str,
    unseen: &'static str,
) -> Page {
    Page { titles, articles, warc: &[], sensed, shown, unseen }
}

/// Creates the page of a draughts rule.
const fn warc(
    titles: [&'static str; 3],
    articles: &'static [&'static str],
    sensed: &'static str,
    shown: &'static str,
    unseen: &'static str,
) -> Page {
    Page { titles, articles: [&[]; 3], warc: articles, sensed, shown, unseen }
}

/// The sections of the matrix, in the order of the rules.
const SECTIONS: [&[(RuleId, Page)]; 10] = [
    moves::PAGES,
    illegal::PAGES,
    touch::PAGES,
    setup::PAGES,
    clock::PAGES,
    ending::PAGES,
    screens::PAGES,
    adjourned::PAGES,
    blind::PAGES,
    draughts::PAGES,
];

impl RuleId {
    /// Returns the page of the rule.
    pub fn page(self) -> &'static Page {
        let found = SECTIONS.iter().flat_map(|pages| pages.iter()).find(|(rule, _)| *rule == self);
        &found.expect("every rule has a page: a test reads them all").1
    }
}

impl Page {
    /// Returns the rule's name for people. The rule's [name](RuleId::name) is for programs.
    pub fn title(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.titles[0],
            Language::Polish => self.titles[1],
            Language::Russian => self.titles[2],
        }
    }

    /// Returns the articles of an edition, without its tag; empty if the edition has no such rule.
    pub fn articles(&self, edition: Edition) -> &'static [&'static str] {
        match edition {
            Edition::Pl09 => self.articles[0],
            Edition::Ru20 => self.articles[1],
            Edition::Fide23 => self.articles[2],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{RuleId, SECTIONS};
    use crate::Language;
    use std::collections::BTreeSet;

    #[test]
    fn every_rule_has_one_page_and_the_order_is_that_of_the_rules() {
        let pages: Vec<RuleId> =
            SECTIONS.iter().flat_map(|pages| pages.iter().map(|(rule, _)| *rule)).collect();
        assert_eq!(pages, RuleId::ALL);
    }
    #[test]
    fn every_rule_has_a_name_of_its_own_in_every_language() {
        for language in Language::ALL {
            let titles: BTreeSet<&str> = RuleId::ALL.iter().map(|rule| rule.page().title(language)).collect();
            assert_eq!(titles.len(), RuleId::ALL.len(), "{language:?}: two rules share a name");
        }
        for rule in RuleId::ALL {
            let [english, polish, russian] = Language::ALL.map(|language| rule.page().title(language));
            assert!(english.is_ascii() && english != polish, "{rule}: {english}, {polish}");
            assert!(!english.is_empty() && !polish.is_empty() && !russian.is_empty(), "{rule}");
            assert!(!russian.chars().any(|sign| sign.is_ascii_alphabetic()), "{rule}: {russian}");
        }
    }
}
