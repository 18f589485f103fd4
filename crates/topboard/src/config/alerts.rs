//! The section `[alerts]`: where the operator is told of trouble. Part of the boundary file.

use super::{Mistake, broadcast::WebAddress};
use board::Millis;
use broadcast::alert::AlertKind;
use laws::Language;
use serde::Deserialize;
use std::{collections::BTreeMap, path::PathBuf};
use toml::Spanned;

/// The fewest letters of a topic that has nothing but its name to keep others out.
const TOPIC_MIN: usize = 16;
/// The most letters of a topic.
const TOPIC_MAX: usize = 64;
/// The most letters of a title.
const TITLE_MAX: usize = 60;
/// The longest time for which a trouble is not told, in seconds.
const AFTER_MAX_S: u64 = 86_400;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AlertsSection {
    url: Spanned<String>,
    token_file: Option<PathBuf>,
    roots: Option<PathBuf>,
    #[serde(default)]
    insecure: bool,
    title: Option<Spanned<String>>,
    kinds: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    after_seconds: BTreeMap<Spanned<String>, Spanned<u64>>,
}

/// Where the operator is told of trouble, and of which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlertsChoice {
    /// The address of the topic. Its path is a secret.
    pub address: WebAddress,
    /// The file with the token; `None` if the topic asks for none.
    pub token_file: Option<PathBuf>,
    /// The title of the messages.
    pub title: String,
    /// The kinds that are told, each with the time for which a trouble lasts before that, in milliseconds.
    pub holds_ms: BTreeMap<AlertKind, Millis>,
    /// The language of the messages.
    pub language: Language,
}

impl AlertsSection {
    pub(super) fn check(self, language: Language) -> Result<AlertsChoice, Mistake> {
        let holds_ms = self.holds_ms()?;
        let AlertsSection { url, token_file, roots, insecure, title, .. } = self;
        let address = WebAddress::parse(url.get_ref()).map_err(|why| Mistake::at(&url, why))?;
        if !address.is_private() && !insecure {
            let what = "without encryption everybody on the way can change what is sent; write https://, or insecure = true";
            return Err(Mistake::at(&url, what));
        }
        let topic = address.path.rsplit('/').next().unwrap_or_default();
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || ['-', '_'].contains(&letter);
        if topic.is_empty() || topic.len() > TOPIC_MAX || !topic.chars().all(is_plain) {
            let what =
                "the address ends with a topic of letters, digits, - and _, such as https://ntfy.sh/TOPIC";
            return Err(Mistake::at(&url, what));
        }
        if token_file.is_none() && topic.len() < TOPIC_MIN {
            let what = format!(
                "whoever guesses the topic reads the alerts: give it {TOPIC_MIN} letters and digits or more that were drawn by lot, \
                 or a topic that asks for a token, and token_file"
            );
            return Err(Mistake::at(&url, what));
        }
        let is_title = |title: &str| {
            let letters = title.chars().count();
            (1..=TITLE_MAX).contains(&letters) && !title.chars().any(char::is_control)
        };
        let title = match title {
            None => "Topboard".to_owned(),
            Some(title) if is_title(title.get_ref()) => title.into_inner(),
            Some(title) => {
                return Err(Mistake::at(&title, format!("a title is a line of 1 to {TITLE_MAX} letters")));
            }
        };
        Ok(AlertsChoice { address: WebAddress { roots, ..address }, token_file, title, holds_ms, language })
    }

    fn holds_ms(&self) -> Result<BTreeMap<AlertKind, Millis>, Mistake> {
        let parse = |name: &Spanned<String>| {
            let known = || AlertKind::ALL.map(AlertKind::name).join(", ");
            let kind = AlertKind::parse(name.get_ref());
            kind.ok_or_else(|| {
                Mistake::at(name, format!("there is no such kind of trouble; write one of {}", known()))
            })
        };
        let kinds = match &self.kinds {
            None => AlertKind::ALL.into_iter().filter(|kind| kind.is_usual()).collect(),
            Some(names) => names.iter().map(parse).collect::<Result<Vec<_>, _>>()?,
        };
        let mut holds_ms: BTreeMap<AlertKind, Millis> =
            kinds.into_iter().map(|kind| (kind, kind.usual_hold_ms())).collect();
        for (name, seconds) in &self.after_seconds {
            let hold_ms = holds_ms.get_mut(&parse(name)?);
            let hold_ms =
                hold_ms.ok_or_else(|| Mistake::at(name, "this kind is not told; name it in kinds"))?;
            if *seconds.get_ref() > AFTER_MAX_S {
                return Err(Mistake::at(
                    seconds,
                    format!("a trouble is told after {AFTER_MAX_S} seconds at most"),
                ));
            }
            *hold_ms = seconds.get_ref() * 1_000;
        }
        Ok(holds_ms)
    }
}

#[cfg(test)]
mod tests {
    use crate::config::{Config, DEFAULT_TEXT};
    use broadcast::alert::AlertKind;

    fn parse(lines: &str) -> Result<Config, String> {
        Config::parse("x", &format!("[alerts]\n{lines}\n")).map_err(|complaint| complaint.to_string())
    }

    #[test]
    fn the_printed_section_is_one_and_says_what_is_usual() {
        let section: String = DEFAULT_TEXT
            .lines()
            .skip_while(|line| !line.starts_with("# [alerts]"))
            .take_while(|line| !line.is_empty())
            .map(|line| format!("{}\n", line.trim_start_matches("# ")))
            .collect();
        let printed = Config::parse("x", &section).expect("the example is a configuration").alerts;
        let printed = printed.expect("the section is there");
        let usual = parse("url = \"https://ntfy.sh/abcdefghijklmnop\"").expect("it is one").alerts;
        let usual = usual.expect("the section is there");
        assert_eq!((printed.title, printed.holds_ms), (usual.title, usual.holds_ms));
        assert!(!format!("{:?}", usual.address).contains("abcdefghijklmnop"), "the topic is a secret");
    }

    #[test]
    fn what_cannot_be_right_is_refused() {
        const GOOD: &str = "url = \"https://ntfy.sh/abcdefghijklmnop\"\n";
        let some = parse(&format!("{GOOD}kinds = [\"silent\"]\nafter_seconds = {{ silent = 5 }}"))
            .expect("it is one");
        let holds_ms = some.alerts.expect("the section is there").holds_ms;
        assert_eq!(holds_ms, [(AlertKind::Silent, 5_000)].into());
        assert!(
            parse("url = \"https://ntfy.sh/hall\"\ntoken_file = \"x\"").is_ok(),
            "the token keeps others out"
        );
        for (lines, why) in [
            ("url = \"https://ntfy.sh/hall\"".to_owned(), "drawn by lot"),
            ("url = \"https://ntfy.sh/\"".to_owned(), "ends with a topic"),
            ("url = \"https://ntfy.sh/abcdefghijklmnop?up=1\"".to_owned(), "ends with a topic"),
            ("url = \"http://ntfy.sh/abcdefghijklmnop\"".to_owned(), "https://"),
            (format!("{GOOD}title = \"\""), "a title is"),
            (format!("{GOOD}title = \"a\\nTags: b\""), "a title is"),
            (format!("{GOOD}kinds = [\"noise\"]"), "one of disk, fault"),
            (format!("{GOOD}after_seconds = {{ noise = 1 }}"), "one of disk, fault"),
            (format!("{GOOD}after_seconds = {{ king-move = 1 }}"), "name it in kinds"),
            (format!("{GOOD}after_seconds = {{ silent = 100000 }}"), "at most"),
        ] {
            let said = parse(&lines).expect_err(&lines);
            assert!(said.contains(why), "{lines}: {said}");
        }
    }
}
