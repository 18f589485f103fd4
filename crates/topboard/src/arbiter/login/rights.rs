//! The table of rights: which role may do what, route by route and command by command. Nothing else in the program
//! decides this. A route that is not in [`ROUTES`] is refused to everybody.

use crate::people::person::Role;
use game::{OrderJson, Undoable};
use laws::{Form, Language, Value as Put};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tournament::EventOrderJson;

/// A right. Each has its line in [`Right::roles`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Right {
    /// To see what is for arbiters alone: incidents and hints, claims, rulings, counts, notes. Who may not follows the
    /// operator's feed.
    Matters,
    /// To see what the pages show, to log out, and to let in another device of one's own. What an order needs besides is the
    /// order's own right.
    Work,
    /// To say which board stands where, and which tables are open.
    Boards,
    /// To settle which moves were played, and to begin a game.
    Moves,
    /// To begin and end rounds, and to see how they are broadcast.
    Rounds,
    /// To adopt the displays in the hall, and to say what they show.
    Displays,
    /// To enter players and pairings, and to take an order about the event back.
    Pairings,
    /// To confirm the results that boards prove.
    Proposals,
    /// To enter results, and to adjourn games.
    Results,
    /// To rule on incidents, and to enter claims, offers and reports of players.
    Rulings,
    /// To give orders to clocks.
    Clocks,
    /// To write notes into the record, and to have the state of a table recorded.
    Notes,
    /// To open result sheets and reports on the tournament.
    Papers,
    /// To open the report of a case, and the review of a game.
    Cases,
    /// To make links for other people who may do no more than oneself.
    Links,
    /// To see who is logged in, and to end logins.
    People,
}

use Right::{
    Boards, Cases, Clocks, Displays, Links, Matters, Moves, Notes, Pairings, Papers, People, Proposals,
    Results, Rounds, Rulings, Work,
};
use Role::{Arbiter, ChiefArbiter, Guest, Operator, Organiser};

/// Every route that needs a login; the way in and the way out, `POST` and `DELETE /api/v1/session`, do not. `/commands`
/// and `/event` are open to every role: the order itself decides there ([`of_command`], [`of_event`]), and so does the
/// person for whom a link is made ([`may_invite`]).
const ROUTES: [(&str, &str, Right); 27] = [
    ("GET", "/api/v1/logins/mine", Work),
    ("GET", "/ws/arbiter", Work),
    ("GET", "/api/v1/arbiter/snapshot", Work),
    ("GET", "/api/v1/arbiter/round", Work),
    ("GET", "/api/v1/arbiter/result-sheet", Papers),
    ("GET", "/api/v1/tables/{table}/games/{game}/case", Cases),
    ("GET", "/api/v1/tables/{table}/games/{game}/case/{from_ms}/{to_ms}", Cases),
    ("GET", "/api/v1/tables/{table}/games/{game}/review", Cases),
    ("POST", "/api/v1/tables/{table}/commands", Work),
    ("POST", "/api/v1/tables/{table}/freeze", Notes),
    ("POST", "/api/v1/tables/{table}/moves", Work),
    ("GET", "/api/v1/event", Work),
    ("POST", "/api/v1/event", Work),
    ("GET", "/api/v1/event/ready", Work),
    ("GET", "/api/v1/event/{key}/rounds/{round}/sheet", Papers),
    ("GET", "/api/v1/event/{key}/trf", Papers),
    ("POST", "/api/v1/event/import", Pairings),
    ("POST", "/api/v1/event/round-robin", Pairings),
    ("POST", "/api/v1/event/ratings", Pairings),
    ("GET", "/api/v1/broadcast", Rounds),
    ("GET", "/api/v1/broadcast/check", Rounds),
    ("GET", "/api/v1/displays", Displays),
    ("POST", "/api/v1/displays/{display}", Displays),
    ("GET", "/api/v1/errands/{errand}", Work),
    ("POST", "/api/v1/links", Work),
    ("GET", "/api/v1/logins", People),
    ("DELETE", "/api/v1/logins/{login}", People),
];

/// The right that a command to a table needs.
pub(crate) fn of_command(order: &OrderJson) -> Right {
    match order {
        OrderJson::Start { .. }
        | OrderJson::Correct { .. }
        | OrderJson::Choose { .. }
        | OrderJson::Promote { .. }
        | OrderJson::Restore { .. } => Moves,
        OrderJson::Undo { of, .. } => of_undone(*of),
        OrderJson::Result { .. } | OrderJson::Adjourn => Results,
        OrderJson::Claim { .. }
        | OrderJson::Rule { .. }
        | OrderJson::DrawOffer { .. }
        | OrderJson::Report { .. }
        | OrderJson::Prepare { .. }
        | OrderJson::Drop => Rulings,
        OrderJson::Clock(_) => Clocks,
        OrderJson::Note { .. } => Notes,
    }
}

/// The right that taking an order back needs: that of the order.
fn of_undone(of: Undoable) -> Right {
    match of {
        Undoable::Start | Undoable::Correct | Undoable::Choose | Undoable::Promote | Undoable::Restore => {
            Moves
        }
        Undoable::Result => Results,
        Undoable::Clock => Clocks,
    }
}

/// The right that an order about the event needs.
pub(crate) fn of_event(order: &EventOrderJson) -> Right {
    match order {
        EventOrderJson::Table { .. }
        | EventOrderJson::Gate { .. }
        | EventOrderJson::Board { .. }
        | EventOrderJson::Boards { .. }
        | EventOrderJson::FindBoard { .. } => Boards,
        EventOrderJson::Open(_) | EventOrderJson::Close(_) => Rounds,
        EventOrderJson::ConfirmProved => Proposals,
        EventOrderJson::Result { .. } | EventOrderJson::Adjourned { .. } => Results,
        EventOrderJson::Event { .. }
        | EventOrderJson::Enter { .. }
        | EventOrderJson::Remove { .. }
        | EventOrderJson::Withdraw { .. }
        | EventOrderJson::Complete { .. }
        | EventOrderJson::Unpair(_)
        | EventOrderJson::SwapColors(_)
        | EventOrderJson::SwapBoards { .. }
        | EventOrderJson::Undo
        | EventOrderJson::State { .. } => Pairings,
    }
}

impl Right {
    /// All rights, in the order in which pages name them.
    pub(crate) const ALL: [Right; 16] = [
        Work, Matters, Boards, Moves, Rounds, Displays, Pairings, Proposals, Results, Rulings, Clocks, Notes,
        Papers, Cases, Links, People,
    ];

    /// Returns the roles that have the right.
    pub(crate) fn roles(self) -> &'static [Role] {
        match self {
            Work => &[Operator, Organiser, Arbiter, ChiefArbiter, Guest],
            Proposals => &[Operator, Organiser, Arbiter, ChiefArbiter],
            Boards | Links => &[Operator, ChiefArbiter],
            Moves => &[Operator, Arbiter, ChiefArbiter],
            Rounds | Displays => &[Operator, Organiser, ChiefArbiter],
            Pairings => &[Organiser, ChiefArbiter],
            Results | Papers => &[Organiser, Arbiter, ChiefArbiter],
            Matters | Rulings | Clocks | Notes | Cases => &[Arbiter, ChiefArbiter],
            People => &[ChiefArbiter],
        }
    }

    /// Returns the right's name, as a page learns it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Work => "work",
            Matters => "matters",
            Boards => "boards",
            Moves => "moves",
            Rounds => "rounds",
            Displays => "displays",
            Pairings => "pairings",
            Proposals => "proposals",
            Results => "results",
            Rulings => "rulings",
            Clocks => "clocks",
            Notes => "notes",
            Papers => "papers",
            Cases => "cases",
            Links => "links",
            People => "people",
        }
    }

    /// Returns whether log and journal say who used the right: to open a paper or a case changes nothing, so there is no
    /// order to tell of it.
    pub(crate) fn is_looking(self) -> bool {
        matches!(self, Papers | Cases)
    }
}

/// Returns the right that a route needs; `None` for a route that is not in the table.
pub(crate) fn of_route(method: &str, path: &str) -> Option<Right> {
    // The router answers HEAD as it answers GET.
    let method = if method == "HEAD" { "GET" } else { method };
    ROUTES.iter().find(|(known, route, _)| (*known, *route) == (method, path)).map(|(.., right)| *right)
}

/// Returns the methods that a route takes, as the header `Allow` lists them.
pub(crate) fn methods(path: &str) -> String {
    let known = ROUTES.iter().filter(|(_, route, _)| *route == path);
    let methods: Vec<&str> = known
        .flat_map(|(method, ..)| if *method == "GET" { vec!["GET", "HEAD"] } else { vec![*method] })
        .collect();
    methods.join(",")
}

/// Returns whether a role may do this, or the refusal, which says which roles may.
pub(crate) fn check(role: Role, right: Right) -> Result<(), Value> {
    if right.roles().contains(&role) { Ok(()) } else { Err(refusal(right.roles(), role)) }
}

/// Returns whether a role sees what is for arbiters alone.
pub(crate) fn sees_matters(role: Role) -> bool {
    check(role, Matters).is_ok()
}

/// Returns the names of the rights of a role.
pub(crate) fn names(role: Role) -> Vec<&'static str> {
    Right::ALL.into_iter().filter(|right| check(role, *right).is_ok()).map(Right::name).collect()
}

/// Returns whether a role may make a link for somebody else of that role: nobody gives what they do not have.
pub(crate) fn may_invite(role: Role, other: Role) -> Result<(), Value> {
    let covers = |role: Role| {
        let has = |role: Role, right: &Right| right.roles().contains(&role);
        has(role, &Links) && Right::ALL.iter().all(|right| has(role, right) || !has(other, right))
    };
    if covers(role) {
        return Ok(());
    }
    let may: Vec<Role> = Role::ALL.into_iter().filter(|role| covers(*role)).collect();
    Err(refusal(&may, role))
}

const REFUSED: Form = Form {
    en: "this may be done by: {0}; this login: {1}",
    pl: "to może zrobić: {0}; to logowanie: {1}",
    ru: "это может сделать: {0}; этот вход: {1}",
};

const NOT_PLAIN: Form = Form {
    en: "only an arbiter can settle the moves of this game now",
    pl: "o ruchach tej partii może teraz rozstrzygnąć tylko sędzia",
    ru: "ходы этой партии сейчас может решить только арбитр",
};

/// Returns the refusal of whoever may settle moves, but not those of a game that only an arbiter can settle.
pub(crate) fn not_plain() -> Value {
    let words: BTreeMap<&str, String> = Language::ALL
        .into_iter()
        .map(|language| (language.code(), NOT_PLAIN.plain().clause(language)))
        .collect();
    json!({ "error": words["en"], "words": words })
}

fn refusal(may: &[Role], role: Role) -> Value {
    let said = |role: Role, language: Language| role.words().plain().clause(language);
    let text = |language: Language| {
        let may: Vec<String> = may.iter().map(|role| said(*role, language)).collect();
        REFUSED.with([Put::Words(may.join(", ")), Put::Words(said(role, language))]).clause(language)
    };
    let words: BTreeMap<&str, String> =
        Language::ALL.into_iter().map(|language| (language.code(), text(language))).collect();
    json!({ "error": words["en"], "words": words })
}

#[cfg(test)]
mod tests {
    use super::{ROUTES, Right, Role, check, may_invite, methods, of_command, of_event, of_route};

    /// The table in the document of commands, and in that of orders about the event.
    const DOCUMENTS: [(&str, &str); 2] = [
        ("cmd", include_str!("../../../../../docs/formats/commands.md")),
        ("do", include_str!("../../../../../docs/formats/event.md")),
    ];

    #[test]
    fn the_chief_arbiter_may_do_everything_and_nobody_else_may() {
        for role in Role::ALL {
            let has_all = Right::ALL.iter().all(|right| check(role, *right).is_ok());
            assert_eq!(has_all, role == Role::ChiefArbiter, "{role:?}");
        }
        let said = check(Role::Operator, Right::Rulings).expect_err("it is the arbiter's");
        assert_eq!(said["error"], "this may be done by: arbiter, chief arbiter; this login: operator");
        assert!(said["words"]["pl"].as_str().is_some_and(|words| words.contains("sędzia główny")), "{said}");
    }

    #[test]
    fn a_guest_may_look_and_give_no_order() {
        for right in Right::ALL {
            assert_eq!(check(Role::Guest, right).is_ok(), right == Right::Work, "{right:?}");
        }
    }

    #[test]
    fn nobody_gives_away_more_than_they_have() {
        for (role, other, may) in [
            (Role::ChiefArbiter, Role::ChiefArbiter, true),
            (Role::ChiefArbiter, Role::Operator, true),
            (Role::Operator, Role::Operator, true),
            (Role::Operator, Role::Arbiter, false),
            (Role::Operator, Role::ChiefArbiter, false),
            (Role::Arbiter, Role::Arbiter, false),
            (Role::Organiser, Role::Operator, false),
            (Role::Operator, Role::Guest, true),
            (Role::Guest, Role::Guest, false),
        ] {
            assert_eq!(may_invite(role, other).is_ok(), may, "{role:?} {other:?}");
        }
    }

    #[test]
    fn a_route_is_there_once_and_what_is_not_there_is_nobodys() {
        for (method, path, right) in ROUTES {
            assert_eq!(ROUTES.iter().filter(|one| (one.0, one.1) == (method, path)).count(), 1, "{path}");
            assert_eq!(of_route(method, path), Some(right));
        }
        assert_eq!(of_route("HEAD", "/api/v1/logins"), Some(Right::People));
        assert_eq!(of_route("PUT", "/api/v1/logins"), None);
        assert_eq!(methods("/api/v1/event"), "GET,HEAD,POST");
    }

    /// The documents have a line `| right | roles | commands |` for each right that commands need.
    #[test]
    fn the_documents_say_who_may_give_which_command() {
        let mut named = 0;
        for (tag, text) in DOCUMENTS {
            for line in text.lines() {
                let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
                let [right, roles, orders] = cells[..] else { continue };
                let Some(right) = Right::ALL.into_iter().find(|known| known.name() == right) else {
                    continue;
                };
                let may: Vec<String> = right.roles().iter().map(|role| role.words().en.to_owned()).collect();
                assert_eq!(roles, may.join(", "), "{line}");
                for order in orders.split(", ").map(|order| order.trim_matches('`')) {
                    let text = sample(tag, order);
                    let needs = match tag {
                        "cmd" => of_command(&serde_json::from_str(&text).expect(order)),
                        _ => of_event(&serde_json::from_str(&text).expect(order)),
                    };
                    assert_eq!(needs, right, "{order}");
                    named += 1;
                }
            }
        }
        // 15 commands and 19 orders; `state` is the program's own.
        assert_eq!(named, 34, "every order is in one line");
    }

    fn sample(tag: &str, order: &str) -> String {
        format!(
            r#"{{"{tag}":"{order}","result":"*","from_ply":1,"moves":[],"ply":1,"move":"x","piece":"Q","by":"white",
            "kind":"time","incident":1,"decision":"confirm","rule":"x","text":"x","order":{{"cmd":"adjourn"}},"{}":"times","key":"A","round":1,
            "board":1,"boards":{{}},"with":2,"player":1,"players":{{}},"adjourned":true,"table":1}}"#,
            if tag == "cmd" { "do" } else { "cmd" }
        )
    }
}
