//! What would be refused is found before the round, each flaw by its name, and nothing is found of a round that is in order.

use broadcast::{
    bulletin::Seat,
    check::{Setting, Taker, flaws, plan},
};
use game::{Player, text::Language};
use hall::readiness::Severity;
use relay::EventView;
use shakmaty::ByColor;
use std::collections::BTreeSet;
use tournament::{Entrant, Event, Pairing, Round, Tournament};

/// An event of two rounds with four players in pairs, in order.
fn event() -> Event {
    let names = ["Nowak, Anna", "Lis, Jan", "Kot, Ola", "Mazur, Piotr"];
    let player = |(number, name): (u16, &&str)| {
        let fide_id = Some(1_100_000 + u32::from(number));
        let player = Player { name: (*name).to_owned(), fide_id, ..Player::default() };
        (number, Entrant { player, ..Entrant::default() })
    };
    let pairing = |white, black| {
        let players = ByColor { white: Some(white), black: Some(black) };
        Pairing { players, ..Pairing::default() }
    };
    let pairings = [(1, pairing(1, 2)), (2, pairing(3, 4))].into();
    let round = Round { date: "2026.11.21".to_owned(), pairings, ..Round::default() };
    let tournament = Tournament {
        name: "Open".to_owned(),
        time_control: "5400+30".to_owned(),
        first_table: 1,
        players: (1..).zip(&names).map(player).collect(),
        rounds: [(1, round)].into(),
        ..Tournament::default()
    };
    Event {
        name: "Festival".to_owned(),
        site: "Kraków".to_owned(),
        tournaments: [("A".to_owned(), tournament)].into(),
        ..Event::default()
    }
}

fn setting() -> Setting {
    Setting {
        listen: "0.0.0.0:8080".parse().expect("an address"),
        delay_minutes: 15,
        wanted_delay_minutes: 15,
        results_at_once: false,
        is_closed: false,
        unknown_starts: Vec::new(),
    }
}

/// Returns the kinds of flaws for these takers.
fn kinds(event: &Event, setting: &Setting, takers: &[Taker]) -> Vec<&'static str> {
    let seat = |table| Seat { table, players: ByColor::default(), is_chess: true, start: None };
    let seats: Vec<Seat> = (1..=2).map(seat).collect();
    let bulletin = plan(event, &EventView::default(), &seats, None);
    let takers: BTreeSet<Taker> = takers.iter().copied().collect();
    let flaws = flaws(&bulletin, setting, &takers);
    for flaw in &flaws {
        for language in Language::ALL {
            let said = flaw.phrase().text(language) + &flaw.what_to_do().text(language);
            assert!(!said.contains(['{', '}']), "{said}");
        }
    }
    let looks = flaws.iter().skip_while(|flaw| flaw.severity() == Severity::Stop);
    assert!(looks.clone().all(|flaw| flaw.severity() == Severity::Look), "what stops the round comes first");
    flaws.iter().map(|flaw| flaw.kind()).collect()
}

fn of_event(change: impl Fn(&mut Event)) -> Vec<&'static str> {
    let mut event = event();
    change(&mut event);
    kinds(&event, &setting(), &Taker::ALL)
}

fn of_tournament(change: impl Fn(&mut Tournament)) -> Vec<&'static str> {
    of_event(|event| change(event.tournaments.get_mut("A").expect("it is there")))
}

fn named(name: &str, fide_id: Option<u32>) -> Vec<&'static str> {
    of_tournament(|tournament| {
        let player = &mut tournament.players.get_mut(&1).expect("it is there").player;
        (player.name, player.fide_id) = (name.to_owned(), fide_id);
    })
}

#[test]
fn a_round_that_is_in_order_has_no_flaw() {
    assert_eq!(kinds(&event(), &setting(), &Taker::ALL), [""; 0]);
}

#[test]
fn names_and_numbers_that_are_not_taken_are_found() {
    assert_eq!(named("", None), ["no-name"]);
    assert_eq!(named("X", None), ["short-name", "no-fide-id"]);
    assert_eq!(named("Unknown", None), ["short-name", "no-fide-id"]);
    assert_eq!(named("Ł", Some(5)), [""; 0]);
    assert_eq!(named("BYE", Some(5)), ["bye"]);
    assert_eq!(named("Nowak \"A\", Anna", Some(5)), ["quoted-name"]);
    assert_eq!(named("Nowak, Anna", Some(0)), ["no-fide-id"]);
    assert_eq!(named("Nowak, Anna", Some(1_100_002)), ["fide-id-twice"]);
    assert_eq!(named("Lis, Jan", Some(1_100_002)), ["paired-twice"]);
}

#[test]
fn tags_that_are_not_read_are_found() {
    let dated = |date: &str| {
        of_tournament(|tournament| {
            tournament.rounds.get_mut(&1).expect("it is there").date = date.to_owned();
        })
    };
    assert_eq!(dated(""), ["no-date"]);
    for date in ["21.11.2026", "2026-11-21", "2026.11.??", "2026.13.01", "2026.1.01"] {
        assert_eq!(dated(date), ["date"], "{date}");
    }
    let timed = |control: &str| of_tournament(|tournament| tournament.time_control = control.to_owned());
    assert_eq!(timed(""), ["no-time-control"]);
    assert_eq!(timed("40/6000+30:1800+30"), ["time-control"]);
    assert_eq!(timed("300"), [""; 0]);
    assert_eq!(of_event(|event| event.site.clear()), ["no-site"]);
    assert_eq!(of_tournament(|tournament| tournament.rounds.clear()), ["no-round"]);
    let unpaired = |tournament: &mut Tournament| {
        tournament.rounds.get_mut(&1).expect("it is there").pairings.clear();
    };
    assert_eq!(of_tournament(unpaired), ["no-pairings"]);
    assert_eq!(of_tournament(|tournament| tournament.first_table = 2), ["by-hand"]);
    let twins = |event: &mut Event| {
        let twin = event.tournaments["A"].clone();
        event.tournaments.insert("B".to_owned(), twin);
    };
    assert_eq!(of_event(twins), ["not-unique"]);
}

#[test]
fn more_games_than_lichess_takes_are_found() {
    let mut event = event();
    let tournament = event.tournaments.get_mut("A").expect("it is there");
    let pairings = &mut tournament.rounds.get_mut(&1).expect("it is there").pairings;
    for board in 3..=101 {
        let mut pairing = pairings[&1].clone();
        pairing.players = ByColor { white: Some(board * 2), black: Some(board * 2 + 1) };
        pairings.insert(board, pairing);
    }
    let seats: Vec<Seat> = (1..=101)
        .map(|table| Seat { table, players: ByColor::default(), is_chess: true, start: None })
        .collect();
    let bulletin = plan(&event, &EventView::default(), &seats, None);
    let found = |taker| {
        flaws(&bulletin, &setting(), &[taker].into()).iter().any(|flaw| flaw.kind() == "too-many-games")
    };
    assert!(found(Taker::LichessPush) && !found(Taker::ChessCom));
}

#[test]
fn a_setting_that_does_not_fit_is_found_for_whom_it_concerns() {
    let of = |change: fn(&mut Setting), takers: &[Taker]| {
        let mut setting = setting();
        change(&mut setting);
        kinds(&event(), &setting, takers)
    };
    assert_eq!(of(|it| it.delay_minutes = 10, &[Taker::LichessPush]), ["delay"]);
    let none = |it: &mut Setting| (it.delay_minutes, it.wanted_delay_minutes) = (0, 0);
    assert_eq!(of(none, &[]), ["no-delay"]);
    assert_eq!(of(|it| it.results_at_once = true, &[]), ["results-at-once"]);
    assert_eq!(of(|it| it.unknown_starts.push(3), &[Taker::ChessCom]), ["unknown-start"]);
    let loopback = |it: &mut Setting| it.listen = "[::1]:8081".parse().expect("an address");
    assert_eq!(of(loopback, &[Taker::LichessPull]), ["loopback", "port"]);
    assert_eq!(of(loopback, &[Taker::LichessPush]), [""; 0], "a push asks for no address");
    let private = |it: &mut Setting| it.listen = "192.168.1.5:443".parse().expect("an address");
    assert_eq!(of(private, &[Taker::LichessPull]), ["no-route"]);
    assert_eq!(of(|it| it.is_closed = true, &[Taker::LichessPull]), ["closed"]);
}

#[test]
fn a_round_that_is_open_is_looked_at_before_the_next_and_one_that_is_named_before_all() {
    let mut event = event();
    let tournament = event.tournaments.get_mut("A").expect("it is there");
    let first = tournament.rounds.get_mut(&1).expect("it is there");
    first.state = tournament::RoundState::Open;
    let second = Round { date: "soon".to_owned(), ..first.clone() };
    tournament.rounds.insert(2, second);
    let of = |named| {
        let bulletin = plan(&event, &EventView::default(), &[], named);
        bulletin.on().map(|round| round.round.clone()).collect::<Vec<_>>()
    };
    assert_eq!((of(None), of(Some(("A", 2)))), (vec!["1".to_owned()], vec!["2".to_owned()]));
}
