//! An event of draughts: the clocks, the counts of moves and people's commands are followed, the pieces are not.

use crate::rig::{Rig, fold, setup};
use hall::{BoardChoice, Body, Input, Refusal, Stamp};
use laws::{Incident, Kind, RuleId, profile::Draughts};
use shakmaty::Board;

/// Gives a person's command at table 1.
fn says(rig: &mut Rig, text: &str) -> Result<(), Refusal> {
    let command = serde_json::from_str(text).expect("a command");
    let input = Input::Command { table: 1, command };
    rig.write(&Body::from_input(rig.t_ms, &input));
    let said = rig.hall.handle(Stamp { seq: rig.journal.len() as u64, t_ms: rig.t_ms }, &input);
    rig.drain();
    said
}

#[test]
fn a_table_of_draughts_is_followed_by_its_clock_and_by_what_people_say() {
    let mut event = setup(&[BoardChoice::Any]);
    event.profile.draughts = Some(Draughts::SixtyFour);
    event.time_control = "300".to_owned();
    let mut rig = Rig::new(event);
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);

    // Each press is a move, whatever lies on the board.
    rig.play(1, "e2e4 e7e5 g1f3");
    let told = rig.published();
    assert!(told.iter().all(|told| told.plies.is_empty() && told.start_fen.is_empty()), "{told:?}");
    let clock = rig.hall.table(1).and_then(|table| table.score().clock);
    assert!(clock.is_some_and(|clock| clock.running.is_some()), "{clock:?}");

    assert_eq!(says(&mut rig, r#"{"cmd":"draw-offer","by":"white"}"#), Ok(()));
    let refused = says(&mut rig, r#"{"cmd":"restore","ply":1}"#).expect_err("nobody follows moves");
    assert_eq!(refused, Refusal::Laws(laws::Refusal::Draughts));
    let incidents: Vec<Incident> = rig.incidents.into_iter().map(|(_, incident)| incident).collect();
    let offer = incidents.iter().find(|incident| incident.rule == RuleId::DrDrawOffer);
    let offer = offer.unwrap_or_else(|| panic!("{incidents:?}"));
    assert_eq!((offer.kind, offer.articles[0].as_str()), (Kind::Violation, "WARC 5.1"));
    let strangers: Vec<_> =
        incidents.iter().filter(|incident| !incident.rule.name().starts_with("dr-")).collect();
    assert!(strangers.is_empty(), "{strangers:?}");

    // The journal knows which game it was.
    let folded = fold(&rig.journal).finish();
    assert_eq!(folded.divergent, 0, "{:?}", folded.divergences);
    let profile = folded.hall.setup().expect("it was set up").profile;
    assert_eq!(profile.draughts, Some(Draughts::SixtyFour));
}
