//! `topboard init`: asks what an event needs, and writes its `topboard.toml`.
//!
//! Each answer is checked by the configuration itself: the line that it would become is read as a configuration. A file
//! that is there already is only replaced after somebody was asked.

mod file;
mod question;

use crate::{
    cli::InitOptions,
    config::Config,
    devices::port,
    safe_files::atomic_file::Draft,
    terminal::{
        failure::{Failure, Outcome},
        stdout::say,
    },
};
use question::Question;
use std::{
    io::{self, BufRead, IsTerminal, Write},
    path::Path,
};

/// The answers, in the order of [`Question::ALL`].
type Answers = [String; Question::ALL.len()];

/// Asks on a terminal for what the options do not say, and writes the configuration.
pub fn command(options: &InitOptions) -> Outcome {
    let path = options.config.as_deref().unwrap_or(Path::new("topboard.toml"));
    let stdin = io::stdin();
    let asks = !options.yes && stdin.is_terminal();
    if !options.yes && !asks {
        return Err(Failure::Usage(
            "nobody can be asked here; give the answers as options, and --yes for the defaults of the others"
                .to_owned(),
        ));
    }
    let (mut lines, mut out) = (stdin.lock(), io::stdout());
    if path.exists() && !(asks && may_replace(path, &mut lines, &mut out)?) {
        return Err(Failure::Input(format!(
            "{} is there already and was left as it is; name another file with --config",
            path.display()
        )));
    }
    let answers = answers(options, asks, &mut lines, &mut out)?;
    let text = file::text(&answers);
    Config::parse(&path.display().to_string(), &text).map_err(|why| Failure::Input(why.to_string()))?;
    write(path, &text)?;
    say!("{} is written.", path.display());
    say!("Plug the boards in: `topboard boards` lists them. `topboard run` starts the hall.");
    Ok(())
}

fn may_replace(path: &Path, lines: &mut impl BufRead, out: &mut impl Write) -> Result<bool, Failure> {
    let answer = said(lines, out, &format!("{} is there already. Replace it? [no]: ", path.display()))?;
    Ok(matches!(answer.to_lowercase().as_str(), "y" | "yes" | "t" | "tak" | "д" | "да"))
}

/// Returns the answers: those of the options, and those of a person or the defaults for the others.
fn answers(
    options: &InitOptions,
    asks: bool,
    lines: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<Answers, Failure> {
    let mut answers = Answers::default();
    for (answer, question) in answers.iter_mut().zip(Question::ALL) {
        *answer = match question.given(options) {
            Some(given) => {
                let given = given.trim();
                question
                    .check(given)
                    .map_err(|why| Failure::Input(format!("{}: {why}", question.option())))?;
                given.to_owned()
            }
            None if asks => ask(question, lines, out)?,
            None => default(question),
        };
    }
    Ok(answers)
}

/// Asks until the answer can be used.
fn ask(question: Question, lines: &mut impl BufRead, out: &mut impl Write) -> Result<String, Failure> {
    let default = default(question);
    loop {
        let shown = if default.is_empty() { "none" } else { &default };
        let said = said(lines, out, &format!("{} [{shown}]: ", question.text()))?;
        if said.is_empty() {
            return Ok(default);
        }
        match question.check(&said) {
            Ok(()) => return Ok(said),
            Err(why) => {
                let _ = writeln!(out, "  {why}");
            }
        }
    }
}

/// Returns the line that a person says to a question.
fn said(lines: &mut impl BufRead, out: &mut impl Write, question: &str) -> Result<String, Failure> {
    // A terminal that shows nothing may still be read.
    let _ = write!(out, "{question}").and_then(|()| out.flush());
    let mut line = String::new();
    match lines.read_line(&mut line) {
        Ok(0) => Err(Failure::Stopped),
        Ok(_) => Ok(line.trim().to_owned()),
        Err(error) => Err(Failure::Environment(format!(
            "the answer cannot be read ({error}); give the answers as options"
        ))),
    }
}

/// Returns the usual answer. For the number of boards it is the number of ports on which one may be.
fn default(question: Question) -> String {
    match question {
        Question::Boards => port::present().len().max(1).to_string(),
        Question::Name | Question::Site | Question::TimeControl | Question::Language => {
            question.usual().to_owned()
        }
    }
}

fn write(path: &Path, text: &str) -> Outcome {
    let written = Draft::create(path).and_then(|mut draft| {
        draft.write_all(text.as_bytes())?;
        draft.finish()
    });
    written.map_err(|error| {
        Failure::Environment(format!(
            "{} cannot be written ({error}); go to a folder of yours, or name another file with --config",
            path.display()
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::{answers, file, question::Question};
    use crate::{cli::InitOptions, config::Config, terminal::failure::Failure};
    use laws::{Discipline, Language};

    fn asked(options: &InitOptions, said: &str) -> (Result<super::Answers, Failure>, String) {
        let mut out = Vec::new();
        let answers = answers(options, true, &mut said.as_bytes(), &mut out);
        (answers, String::from_utf8(out).expect("questions are text"))
    }

    #[test]
    fn five_answers_become_a_configuration() {
        let (answers, shown) =
            asked(&InitOptions::default(), "Open \"Wiosna\"\nGdańsk POL\n15*60+10\n12\npl\n");
        let text = file::text(&answers.expect("they are good"));
        let config = Config::parse("topboard.toml", &text).expect("it is a configuration");
        assert_eq!(
            (config.setup.event.as_str(), config.setup.site.as_str()),
            ("Open \"Wiosna\"", "Gdańsk POL")
        );
        assert_eq!((config.setup.time_control.as_str(), config.setup.tables.len()), ("15*60+10", 12));
        assert_eq!(config.setup.profile.discipline, Discipline::Rapid, "it follows from the time control");
        assert_eq!(config.arbiter.language, Language::Polish);
        assert_eq!(config.setup.confirm_after_ms, Config::default().setup.confirm_after_ms);
        assert_eq!(shown.matches("]: ").count(), 5, "{shown}");
    }

    #[test]
    fn a_bad_answer_is_asked_for_again_by_the_rules_of_the_configuration() {
        let (answers, shown) = asked(&InitOptions::default(), "\n\n90+30\n90*60+30\n0\nmany\n3\nde\nru\n");
        let answers = answers.expect("they are good in the end");
        assert_eq!(answers[2..], ["90*60+30", "3", "ru"]);
        assert!(shown.contains("for minutes write 90*60+30"), "{shown}");
        assert!(shown.contains("from 1 to 1000 tables"), "{shown}");
        assert!(shown.contains("expected one of `en`, `pl`, `ru`"), "{shown}");
    }

    #[test]
    fn what_is_given_is_not_asked_and_what_is_bad_is_refused() {
        let given = |time_control: &str| InitOptions {
            name: Some("Club".to_owned()),
            site: Some(String::new()),
            time_control: Some(time_control.to_owned()),
            boards: Some("4".to_owned()),
            ..InitOptions::default()
        };
        let (answers, shown) = asked(&given("3*60+2"), "\n");
        assert_eq!(answers.expect("they are good"), ["Club", "", "3*60+2", "4", "en"]);
        assert_eq!(shown.matches("]: ").count(), 1, "{shown}");
        let (refused, _) = asked(&given("3+2"), "\n");
        assert!(
            matches!(refused, Err(Failure::Input(why)) if why.starts_with("--time-control: 3 is 3 seconds here"))
        );
    }

    #[test]
    fn an_end_in_the_middle_writes_nothing() {
        assert_eq!(asked(&InitOptions::default(), "Open\n").0, Err(Failure::Stopped));
    }

    #[test]
    fn every_default_can_be_used_and_no_line_is_too_wide() {
        for question in Question::ALL {
            assert_eq!(question.check(&super::default(question)), Ok(()), "{question:?}");
        }
        let text = file::text(&Question::ALL.map(super::default));
        assert!(text.lines().all(|line| line.chars().count() <= 125), "{text}");
    }
}
