//! The program: reads the command line, carries it out, and ends with an exit code (docs/formats/report.md, "Exit
//! codes").

use clap::{CommandFactory, Parser, error::ErrorKind};
use std::process::ExitCode;
use topboard::{
    bench,
    cli::{BenchWhat, Cli, Verb},
    commands::{
        archive, boards, broadcast, certificate, demo, erase, export, import, init, link, password, ratings,
        ready, reconstruct, recover, relay, replay, run, sensor, simulate, verify,
    },
    terminal::{
        failure::{Failure, Outcome},
        log,
        log_options::LogOptions,
        stdout,
    },
};

/// The exit code for wrong usage of the command line.
const USAGE: u8 = 64;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    log::start(&LogOptions { quiet: cli.log.quiet || is_show(&cli), ..cli.log });
    match dispatch(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            match &failure {
                Failure::Input(_) | Failure::Environment(_) | Failure::Usage(_) => {
                    stdout::remark_line(format_args!("topboard: {failure}"));
                }
                Failure::Stopped => tracing::info!("{failure}; nothing was written"),
                // The finding was printed by the command itself.
                Failure::Finding(_) => {}
            }
            ExitCode::from(&failure)
        }
    }
}

fn dispatch(cli: &Cli) -> Outcome {
    let json = cli.log.json;
    match &cli.verb {
        Verb::Demo(options) => wait(demo::command(options)),
        Verb::Init(options) => init::command(options),
        Verb::Run(options) => wait(run::command(options)),
        Verb::Relay(options) => wait(relay::command(options)),
        Verb::Link(options) => link::command(options),
        Verb::Password(options) => password::command(options),
        Verb::Certificate(options) => certificate::command(options),
        Verb::Ready(options) => ready::command(options, json),
        Verb::Broadcast(options) => wait(broadcast::command(options, json)),
        Verb::Boards(options) => wait(boards::command(options, json)),
        Verb::Reconstruct(options) => reconstruct::command(options),
        Verb::Replay(options) => replay::command(options, json),
        Verb::Verify(options) => verify::command(options, json),
        Verb::Recover(options) => recover::command(options, json),
        Verb::Export(options) => export::command(options),
        Verb::Archive(options) => archive::command(options),
        Verb::Erase(options) => erase::command(options),
        Verb::Import(options) => import::command(options),
        Verb::Ratings(options) => ratings::command(options, json),
        Verb::Sensor(options) => wait(sensor::command(options)),
        Verb::Sim(options) => wait(simulate::command(options)),
        Verb::Bench(options) => match &options.what {
            BenchWhat::Accuracy(options) => bench::accuracy::command(options, json),
            BenchWhat::Bus(options) => bench::bus::command(options, json),
            BenchWhat::Fanout(options) => wait(bench::fanout::command(options, json)),
            BenchWhat::Rejoin(options) => wait(bench::fanout::rejoin::command(options, json)),
            BenchWhat::Journal(options) => wait(bench::journal::command(options, json)),
            BenchWhat::Latency(options) => wait(bench::latency::command(options, json)),
            BenchWhat::Ratings(options) => bench::ratings::command(options, json),
            BenchWhat::Reconstruct(options) => bench::reconstruct::command(options, json),
            BenchWhat::Unwinnable(options) => bench::unwinnable::command(options, json),
            BenchWhat::Laws(options) => bench::laws::command(options, json),
            BenchWhat::Orders(options) => bench::orders::command(options, json),
        },
    }
}

/// Returns whether the command plays simulated games for show (`demo`, `bench`) and `-v` was not given. Events of such
/// games are then not logged.
fn is_show(cli: &Cli) -> bool {
    matches!(cli.verb, Verb::Demo(_) | Verb::Bench(_)) && cli.log.verbose == 0
}

/// Runs an asynchronous command to its end, and returns its outcome.
fn wait(command: impl Future<Output = Outcome>) -> Outcome {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|error| {
        Failure::Environment(format!("the system gives no threads ({error}); free memory and try again"))
    })?;
    let outcome = runtime.block_on(command);
    // Opening a port may block a thread for long. The shutdown does not wait for it, since the port is no longer
    // needed.
    runtime.shutdown_background();
    outcome
}

fn usage(error: &clap::Error) -> ExitCode {
    // A failure to write to standard error does not change the exit code.
    let _ = error.print();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => ExitCode::SUCCESS,
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => ExitCode::from(USAGE),
        _ => {
            if error.kind() == ErrorKind::InvalidSubcommand {
                stdout::remark_line(format_args!("\nThe commands: {}", names()));
            }
            ExitCode::from(USAGE)
        }
    }
}

fn names() -> String {
    let command = Cli::command();
    command.get_subcommands().map(|verb| verb.get_name().to_owned()).collect::<Vec<_>>().join(", ")
}
