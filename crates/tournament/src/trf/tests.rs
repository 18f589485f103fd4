//! Tests of reports: what is read from them, and that they are written again as they were.

use super::{Flavour, Ranks, Trf, write};
use crate::import::{Draft, Hint, ImportFault, Problem, read};
use crate::{Entrant, Pairing, Round, RoundState, Sex, System, TieBreak, Tournament, Unpaired};
use game::ResultEntry;

/// Numbers that look random and are the same in every run.
struct Seeded(u64);

impl Seeded {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

const RESULTS: [&str; 8] = ["1-0", "0-1", "1/2-1/2", "+/-", "-/+", "-/-", "0-0", "1/2-0"];

/// Makes a tournament whose rounds are paired at random, the last one without results.
fn tournament(seed: u64) -> Tournament {
    let mut seeded = Seeded(seed);
    let players = 4 + seeded.below(40) as u16;
    let rounds = 1 + seeded.below(9) as u16;
    let mut tournament = Tournament {
        name: "City Open".into(),
        city: "Łódź".into(),
        federation: "POL".into(),
        dates: ("2026.11.21".into(), "2026.11.29".into()),
        arbiters: vec!["IA Nowak, Anna".into(), "FA Kos, Jan".into(), "NA Lis, Ewa".into()],
        system: System::Swiss,
        rounds_planned: rounds + 1,
        time_control: "5400+30".into(),
        tie_breaks: vec![TieBreak::DirectEncounter, TieBreak::BuchholzCut1, TieBreak::Koya],
        ..Tournament::default()
    };
    for number in 1..=players {
        let mut entrant = Entrant::named(&format!("Żak-Müller {number}, Paweł"));
        entrant.sex = [None, Some(Sex::Male), Some(Sex::Female)][seeded.below(3) as usize];
        entrant.born = ["", "1999", "1999/05/17"][seeded.below(3) as usize].into();
        entrant.player.title = ["", "GM", "WFM"][seeded.below(3) as usize].into();
        entrant.player.elo = [None, Some(1400 + seeded.below(1400) as u16)][seeded.below(2) as usize];
        entrant.player.fide_id = [None, Some(seeded.below(99_999_999) as u32 + 1)][seeded.below(2) as usize];
        entrant.player.federation = ["", "POL"][seeded.below(2) as usize].into();
        tournament.players.insert(number, entrant);
    }
    for number in 1..=rounds {
        let mut round = Round { date: format!("2026.11.{:02}", 20 + number), ..Round::default() };
        let mut order: Vec<u16> = (1..=players).collect();
        for place in (1..order.len()).rev() {
            order.swap(place, seeded.below(place as u64 + 1) as usize);
        }
        for _ in 0..seeded.below(3) {
            let reason = Unpaired::ALL[seeded.below(4) as usize];
            round.unpaired.extend(order.pop().map(|player| (player, reason)));
        }
        if order.len() % 2 == 1 {
            round.unpaired.extend(order.pop().map(|player| (player, Unpaired::PairingBye)));
        }
        for (board, pair) in (1..).zip(order.chunks(2)) {
            let mut pairing = Pairing::new(Some(pair[0]), Some(pair[1]));
            if number < rounds {
                let result = RESULTS[seeded.below(RESULTS.len() as u64) as usize];
                pairing.result = ResultEntry::parse(result);
                pairing.unrated = !result.contains('/') && seeded.below(4) == 0;
            }
            round.pairings.insert(board, pairing);
        }
        round.state = if number < rounds { RoundState::Ended } else { RoundState::Planned };
        tournament.rounds.insert(number, round);
    }
    tournament
}

fn imported(text: &str) -> Tournament {
    let draft = read(text.as_bytes(), Hint::default());
    let import =
        draft.against(&Tournament::default(), None).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
    import.applied_to(&Tournament::default())
}

type Game = ((Option<u16>, Option<u16>), Option<ResultEntry>, bool);

/// The games of a round without their boards, which a report does not have.
fn games(round: &Round) -> Vec<Game> {
    let game = |it: &Pairing| ((it.players.white, it.players.black), it.result, it.unrated);
    let mut games: Vec<Game> = round.pairings.values().map(game).collect();
    games.sort_by_key(|(players, ..)| *players);
    games
}

#[test]
fn a_tournament_comes_back_from_its_report() {
    for seed in 0..60 {
        let before = tournament(seed);
        for flavour in [Flavour::Trf16, Flavour::Trf26] {
            let text = write(&before, flavour, &Ranks::new());
            let after = imported(&text);
            assert_eq!(after.players, before.players, "seed {seed}");
            assert_eq!(after.rounds.len(), before.rounds.len(), "seed {seed}");
            for (number, round) in &before.rounds {
                let read = &after.rounds[number];
                assert_eq!(games(read), games(round), "seed {seed}, round {number}\n{text}");
                assert_eq!(
                    (&read.unpaired, &read.date),
                    (&round.unpaired, &round.date),
                    "seed {seed}, round {number}"
                );
                assert_eq!(read.state, round.state, "seed {seed}, round {number}");
            }
            let whole = Tournament { rounds: after.rounds.clone(), ..before.clone() };
            let expected = match flavour {
                Flavour::Trf26 => whole,
                Flavour::Trf16 => Tournament { tie_breaks: Vec::new(), ..whole },
            };
            assert_eq!(after, expected, "seed {seed}");
            // Once the boards are in the order of the format, nothing changes any more.
            assert_eq!(write(&after, flavour, &Ranks::new()), text, "seed {seed}");
            assert_eq!(Trf::parse(&text).rewritten(&after, &Ranks::new()), text, "seed {seed}");
            assert_eq!(Trf::parse(&text).text(), text);
        }
    }
}

const REPORT: &str = "### made by hand\r012 City Open\r022 Łódź\r042 21.11.2026\r052 2026/11/29\r062 4\r092 Individual: Swiss\r\
    102 IA Nowak, Anna\r122 90 min + 30 s\rXXR 5\rXXC white1\r132                                                                                        \
    26/11/21  26/11/22\r\
    001    1 m  g Łoś, Jan                          2400 POL     1123456 1999        1.5    1     4 w 1     2 b =  0000 - H\r\
    001    2    m Kos, Ewa                          2300 POL     1123457             1.5    2     3 b +     1 w =  \r\
    POL    2      Kos, Ewa                          2250 MAZ        4711\r\
    001    3      Lis, Ada                                                           0.0    4     2 w -     4 b    \r\
    001    4      Byk, Ula                                                           0.0    3     1 b 0     3 w    \r\
    250 00.0 01.0 001 002 0001 0002\r240 Z 004 0003\r";

#[test]
fn a_report_of_a_round_in_progress_is_read_and_written_back() {
    let draft = read(REPORT.as_bytes(), Hint::default());
    let warnings: Vec<ImportFault> = draft.problems().into_iter().map(|it| it.fault).collect();
    assert_eq!(warnings, [ImportFault::PointsDiffer(3, 4), ImportFault::BoardsDerived(2)]);
    let mut after = imported(REPORT);
    assert_eq!(after.players[&1].player.title, "GM");
    assert_eq!((after.rounds_planned, after.rounds[&2].date.as_str()), (5, "2026.11.22"));
    let second = &after.rounds[&2];
    assert_eq!(second.pairings[&1].players.white, Some(2));
    assert_eq!((second.pairings[&2].players.black, second.pairings[&2].result), (Some(3), None));
    assert_eq!(after.rounds[&3].unpaired[&1], Unpaired::HalfBye);
    assert_eq!(after.rounds[&4].unpaired[&3], Unpaired::ZeroBye);
    let trf = Trf::parse(REPORT);
    assert_eq!(trf.rewritten(&after, &Ranks::new()), REPORT);
    let round = after.rounds.get_mut(&2).expect("it was read");
    round.pairings.get_mut(&2).expect("it has two boards").result = ResultEntry::parse("1-0");
    after.city = "Kraków".into();
    let written = trf.rewritten(&after, &Ranks::new());
    assert!(
        written.contains("3 w 1\r") && written.contains("4 b 0\r") && written.contains("022 Kraków\r"),
        "{written}"
    );
    assert!(
        written.contains("XXC white1\rPOL") || written.contains("XXC white1\r132"),
        "what is not understood stays"
    );
    assert_eq!(imported(&written).rounds[&2].pairings[&2].result, ResultEntry::parse("1-0"));
}

#[test]
fn teams_and_withdrawn_players_are_written() {
    let mut before = tournament(7);
    for (number, entrant) in &mut before.players {
        entrant.player.team = if number % 2 == 0 { "Hetman Łódź".into() } else { "Wieża".into() };
    }
    before.system = System::TeamSwiss;
    let text = write(&before, Flavour::Trf16, &Ranks::new());
    assert_eq!(text.matches("013 ").count(), 2);
    let after = imported(&text);
    assert_eq!((after.players.clone(), after.system), (before.players.clone(), System::TeamSwiss));
    let text = write(&before, Flavour::Trf26, &Ranks::new());
    assert_eq!(imported(&text).players, before.players);
    let mut after = imported(&text);
    let last = *after.rounds.keys().next_back().expect("it has rounds");
    let round = after.rounds.get_mut(&last).expect("it is there");
    let gone = round.pairings.pop_first().and_then(|(_, it)| it.players.white).expect("it has players");
    after.players.get_mut(&gone).expect("they play").withdrawn_after = Some(last - 1);
    let text = write(&after, Flavour::Trf16, &Ranks::from([(gone, 99)]));
    let line =
        text.lines().find(|line| line.starts_with(&format!("001 {gone:>4}"))).expect("they have a line");
    assert!(line.ends_with("0000 - Z") && line[60..].contains("   99  "), "{line}");
}

#[test]
fn contradictions_are_errors() {
    let line = |number: u16, cell: &str| {
        format!(
            "001 {number:>4}      Player {number}                                                           1.0 {number:>4}  {cell}\n"
        )
    };
    let of =
        |first: &str, second: &str| read((line(1, first) + &line(2, second)).as_bytes(), Hint::default());
    let errors = |draft: &Draft| -> Vec<ImportFault> {
        draft.problems().into_iter().filter(Problem::is_error).map(|problem| problem.fault).collect()
    };
    assert_eq!(errors(&of("   2 w 1", "   1 b 0")), []);
    for (first, second, fault) in [
        ("   2 w 1", "   1 b 1", ImportFault::Contradiction(1, 2, 1)),
        ("   2 w +", "   1 b 0", ImportFault::Contradiction(1, 2, 1)),
        ("   2 w 1", "   1 b  ", ImportFault::Contradiction(1, 2, 1)),
        ("   2 w 1", "   1 w 0", ImportFault::OneColour(1, 2, 1)),
        ("   2 w 1", "        ", ImportFault::OneSided(1, 2, 1)),
        ("   1 w 1", "        ", ImportFault::AgainstThemself("1".into())),
        ("   9 w 1", "        ", ImportFault::NoSuchPlayer(9)),
        ("   2 w x", "        ", ImportFault::NotAResult("x".into())),
        ("   2 w H", "        ", ImportFault::NotAResult("H".into())),
        ("   z w 1", "        ", ImportFault::NotANumber("z".into())),
        ("   2", "   1", ImportFault::CutOff),
    ] {
        let found = errors(&of(first, second));
        assert!(found.contains(&fault), "{first} {second} {found:?}");
    }
    assert_eq!(
        errors(&read((line(1, "") + &line(1, "")).as_bytes(), Hint::default())),
        [ImportFault::NumberTwice(1)]
    );
    let cut = read("012 X\n001    1\n".as_bytes(), Hint { file_name: "x.trf", ..Hint::default() });
    assert_eq!(errors(&cut), [ImportFault::CutOff]);
}

#[test]
fn the_order_of_boards_and_how_teams_stand_are_read_and_written() {
    // Two teams of two in one match: player 4 sits at board 1 of the second team.
    let mut before =
        crate::Tournament { system: System::TeamSwiss, boards_of_match: 2, ..Default::default() };
    for (number, team) in [(1, "Ash"), (2, "Ash"), (3, "Birch"), (4, "Birch")] {
        let mut entrant = crate::Entrant::named(&format!("Player, Number{number}"));
        entrant.player.team = team.to_owned();
        before.players.insert(number, entrant);
    }
    let mut round = crate::Round { state: crate::RoundState::Ended, ..crate::Round::default() };
    for (board, white, black, result) in [(1, 1, 4, "1-0"), (2, 3, 2, "1/2-1/2")] {
        let mut pairing = Pairing::new(Some(white), Some(black));
        pairing.result = ResultEntry::parse(result);
        round.pairings.insert(board, pairing);
    }
    before.rounds.insert(1, round);
    let text = write(&before, Flavour::Trf26, &Ranks::new());
    let line = |tag: &str| text.lines().filter(|line| line.starts_with(tag)).collect::<Vec<_>>();
    // Columns 55 to 60 have the match points, 62 to 67 the game points, 69 to 71 the rank, 74 and on the players.
    let [ash, birch] = line("310")[..] else { panic!("{text}") };
    assert_eq!(
        (&ash[54..60], &ash[61..67], &ash[68..71], &ash[73..]),
        ("   2.0", "   1.5", "  1", "   1    2")
    );
    assert_eq!((&birch[54..60], &birch[61..67], &birch[68..71]), ("   0.0", "   0.5", "  2"));
    assert_eq!(line("300"), ["300 001 002 001 0004 0003"]);
    let seats = |text: &str| {
        let after = imported(text);
        assert_eq!(after.boards_of_match, 2);
        after.rounds[&1].pairings.values().map(|it| (it.players.white, it.players.black)).collect::<Vec<_>>()
    };
    assert_eq!(seats(&text), [(Some(1), Some(4)), (Some(3), Some(2))]);
    // A team whose line has another order sits so, in every round that says nothing else.
    let turned = text.replace("   1    2\r\n", "   2    1\r\n");
    assert_ne!(turned, text);
    assert_eq!(seats(&turned), [(Some(3), Some(2)), (Some(1), Some(4))]);
    let of_round = format!("{turned}300 001 001 002 0001 0002\r\n");
    assert_eq!(seats(&of_round), [(Some(1), Some(4)), (Some(3), Some(2))]);
    assert_eq!(
        Trf::parse(&of_round).rewritten(&imported(&of_round), &Ranks::new()),
        of_round,
        "the order stays"
    );
}
