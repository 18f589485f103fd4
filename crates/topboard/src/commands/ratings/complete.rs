//! `topboard ratings --complete`: completes the players of the running program from a rating list. The list is read here,
//! and the program is given one order.

use crate::{
    cli::RatingsOptions,
    commands::knock,
    event::completion::{CompletionPlan, Incomplete, values},
    terminal::{
        failure::{Failure, Outcome},
        plural::counted,
        stdout::{remark, say},
    },
};
use serde_json::Value;

/// Says what would change and what somebody has to decide, and enters the changes.
pub(super) fn command(options: &RatingsOptions, json: bool) -> Outcome {
    let folder = knock::folder(options.data.as_deref(), options.config.as_deref())?;
    let event = knock::event(&folder)?;
    let incomplete = Incomplete::of(&event, options.tournament.as_deref(), options.kind)
        .map_err(|refusal| Failure::Input(refusal.to_string()))?;
    let plan = incomplete.compare(&options.list)?;
    let told = plan.to_json();
    if json {
        say!("{told}");
    } else {
        print(&plan, &told);
    }
    let Some(order) = plan.order() else {
        remark!("nothing changes");
        return Ok(());
    };
    if !options.yes {
        remark!("nothing was changed; add --yes to enter this, and --by with your name");
        return Ok(());
    }
    knock::order(&folder, order, &options.by)?;
    remark!("entered; it can be taken back on the page of rounds");
    Ok(())
}

fn print(plan: &CompletionPlan, told: &Value) {
    for (player, changes) in plan.changes() {
        let said: Vec<String> = changes
            .into_iter()
            .map(|change| {
                let (before, after) = values(change);
                let before = if before.is_empty() { String::new() } else { format!("{before} -> ") };
                format!("{} {before}{after}", change.field())
            })
            .collect();
        say!("{player:>4}  {:<30} {}", plan.of.name(player), said.join(", "));
    }
    for doubt in told["doubts"].as_array().into_iter().flatten() {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let why = match doubt["kind"].as_str().unwrap_or_default() {
            "not-found" => "not in the list",
            "proposed" => "perhaps one of these; enter the right identity number, and compare again",
            "unknown-id" => "the list does not have this identity number",
            "other-name" => "the identity number is that of somebody else",
            "twice" => "another player is the same entry; put one of them right",
            _ => "has no rating of this kind",
        };
        say!("{:>4}? {:<30} {why}", text(&doubt["player"]), text(&doubt["name"]));
        for found in doubt["candidates"].as_array().into_iter().flatten() {
            let part = |key: &str| if found[key].is_null() { "-".to_owned() } else { text(&found[key]) };
            let [id, name, title, federation, rating, born] =
                ["fide_id", "name", "title", "federation", "rating", "born"].map(part);
            say!("      {id:>9}  {name:<40} {title:<4} {federation:<4} {rating:>5} {born:>5}");
        }
        if let Some(more @ 1..) = doubt["more"].as_u64() {
            say!("      and {more} more");
        }
    }
    let doubts = told["doubts"].as_array().map_or(0, Vec::len) as u64;
    let entries = plan.tally.entries;
    remark!(
        "{} found among {entries} entries, {} to decide",
        counted(plan.completed.found as u64, "player"),
        counted(doubts, "matter")
    );
}
