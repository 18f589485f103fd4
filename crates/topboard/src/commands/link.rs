//! `topboard link`: gets a new link for the arbiter from the running program, without use of its terminal.

use crate::{
    cli::LinkOptions,
    commands::knock,
    terminal::{
        failure::{Failure, Outcome},
        stdout::say,
    },
};

/// Asks the running program for a link and prints it.
pub fn command(options: &LinkOptions) -> Outcome {
    let folder = knock::folder(options.data.as_deref(), options.config.as_deref())?;
    let links = knock::ask(&folder, "link")?;
    if links.is_empty() {
        return Err(Failure::Environment(
            "the program gave no link; ask as the user it runs as (sudo -u USER topboard link …)".to_owned(),
        ));
    }
    say!("The arbiter's page is at one of these (the link opens once):");
    links.lines().for_each(|link| say!("{link}"));
    Ok(())
}
