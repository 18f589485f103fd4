//! The questions: what they ask, and by what rules of the configuration an answer is checked.

use crate::{cli::InitOptions, config::Config};

/// A question about the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    Name,
    Site,
    TimeControl,
    Boards,
    Language,
}

impl Question {
    pub(super) const ALL: [Question; 5] =
        [Question::Name, Question::Site, Question::TimeControl, Question::Boards, Question::Language];

    /// Returns the question.
    pub(super) fn text(self) -> &'static str {
        match self {
            Question::Name => "Name of the event",
            Question::Site => "Place, as Gdansk POL",
            Question::TimeControl => "Time control in seconds, 90*60+30 for 90 minutes and 30 seconds a move",
            Question::Boards => "Number of electronic boards",
            Question::Language => "Language of the arbiter's page: en, pl or ru",
        }
    }

    /// Returns the option that answers the question on the command line.
    pub(super) fn option(self) -> &'static str {
        match self {
            Question::Name => "--name",
            Question::Site => "--site",
            Question::TimeControl => "--time-control",
            Question::Boards => "--boards",
            Question::Language => "--language",
        }
    }

    /// Returns the answer among the options.
    pub(super) fn given(self, options: &InitOptions) -> Option<&str> {
        match self {
            Question::Name => options.name.as_deref(),
            Question::Site => options.site.as_deref(),
            Question::TimeControl => options.time_control.as_deref(),
            Question::Boards => options.boards.as_deref(),
            Question::Language => options.language.as_deref(),
        }
    }

    /// Returns the answer that is usual everywhere.
    pub(super) fn usual(self) -> &'static str {
        match self {
            Question::Name => "Chess tournament",
            Question::Site => "",
            Question::TimeControl => "90*60+30",
            Question::Boards => "1",
            Question::Language => "en",
        }
    }

    /// Returns the line of the configuration that an answer becomes, and the section that it belongs to.
    pub(super) fn line(self, answer: &str) -> (&'static str, String) {
        let quoted = toml::Value::from(answer);
        match self {
            Question::Name => ("[event]", format!("name = {quoted}")),
            Question::Site => ("[event]", format!("site = {quoted}")),
            Question::TimeControl => ("[event]", format!("time_control = {quoted}")),
            Question::Boards => ("[hall]", format!("open_tables = {answer}")),
            Question::Language => ("[arbiter]", format!("language = {quoted}")),
        }
    }

    /// Checks an answer as a line of the configuration. `Err` says what is wrong.
    pub(super) fn check(self, answer: &str) -> Result<(), String> {
        // Other text than digits could be any TOML.
        if self == Question::Boards && !answer.bytes().all(|letter| letter.is_ascii_digit()) {
            return Err("write a number, as 8".to_owned());
        }
        let (section, line) = self.line(answer);
        Config::parse("answer", &format!("{section}\n{line}\n"))
            .map(|_| ())
            .map_err(|why| why.what().to_owned())
    }
}
