//! `topboard broadcast alert`: says what operators are told of, and sends a test, so that somebody can see it arrive.

use crate::{
    broadcast::alerts::Messenger,
    cli::AlertOptions,
    commands::run,
    terminal::{
        failure::{Failure, Outcome},
        stdout::{remark, say},
    },
};
use broadcast::alert::{AlertMessage, alarms::AlertOutcome};

/// Carries out the command.
pub(super) async fn command(options: &AlertOptions) -> Outcome {
    let config = run::load(options.config.as_deref())?;
    let choice = config.alerts.ok_or_else(|| {
        Failure::Input(
            "the configuration has no section [alerts]; it says which topic the alerts go to".to_owned(),
        )
    })?;
    let service = &choice.address.authority;
    if !options.test {
        for (kind, hold_ms) in &choice.holds_ms {
            say!("{}: told after {} s", kind.name(), hold_ms / 1_000);
        }
        remark!("alerts go to a topic of {service}; nothing was sent, add --test to send a message");
        return Ok(());
    }
    match Messenger::new(&choice).send(&AlertMessage::Test).await {
        AlertOutcome::Taken => {
            remark!("{service} took the message; it is on every telephone that follows the topic");
            Ok(())
        }
        AlertOutcome::Pause(_) => Err(Failure::Environment(format!(
            "{service} has taken too many messages from here and asks for a pause; try again in a minute"
        ))),
        AlertOutcome::Refused(why) => Err(Failure::Input(format!("{service}: {why}"))),
        AlertOutcome::Away(why) => Err(Failure::Environment(format!(
            "{service} does not answer as it should: {why}; look at the line to the outside"
        ))),
    }
}
