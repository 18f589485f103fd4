//! Tests of the readers of pairings: what organisers have, and what they give by mistake.

use super::{Answer, CodePage, Draft, Format, Hint, ImportFault, Problem, Proposal, read};
use crate::{Entrant, Round, RoundNo, RoundState, Tournament, Unpaired};
use game::text::Language;

fn of(text: &str) -> Draft {
    read(text.as_bytes(), Hint::default())
}

/// Writes the pairings of a draft: `round.board white/black result`, names or numbers.
fn told(draft: &Draft) -> Vec<String> {
    let name = |seat: Option<usize>| {
        seat.map_or("?".to_owned(), |place| {
            let player = &draft.players[place];
            match player.number {
                Some(number) if player.entrant.player.name.is_empty() => format!("#{number}"),
                _ => player.entrant.player.name.clone(),
            }
        })
    };
    let mut lines = Vec::new();
    for (number, round) in &draft.rounds {
        let number = number.map_or("?".to_owned(), |number| number.to_string());
        for (board, pairing) in &round.pairings {
            let result = game::ResultEntry::shown(pairing.result);
            let (white, black) = (name(pairing.players.white), name(pairing.players.black));
            lines.push(format!("{number}.{board} {white}/{black} {result}"));
        }
        for (player, reason) in &round.unpaired {
            lines.push(format!("{number} {} {}", name(Some(*player)), reason.name()));
        }
    }
    lines
}

fn faults(draft: &Draft) -> Vec<ImportFault> {
    draft.problems().into_iter().map(|problem| problem.fault).collect::<Vec<_>>()
}

fn errors(draft: &Draft) -> Vec<(usize, ImportFault)> {
    draft.problems().into_iter().filter(Problem::is_error).map(|it| (it.line, it.fault)).collect()
}

const PGN: &str = "[Event \"City Open\"]\n[Site \"Kraków\"]\n[Date \"2026.11.21\"]\n[Round \"2.1\"]\n[White \"Nowak, Anna\"]\n\
    [Black \"Levy, Dan\"]\n[WhiteElo \"2105\"]\n[WhiteFideId \"1123456\"]\n[BlackTitle \"IM\"]\n[Result \"*\"]\n\n*\n\n\
    [Event \"City Open\"]\n[Round \"2.2\"]\n[White \"Lis, Ewa\"]\n[Black \"\"]\n[Result \"*\"]\n\n*\n\n\
    [Event \"City Open\"]\n[Round \"1\"]\n[Board \"1\"]\n[White \"Levy, Dan\"]\n[Black \"Lis, Ewa\"]\n[Result \"1/2-1/2\"]\n\n\
    1. e4 {[%clk 1:00:00]\n[Round \"9\"]} e5 1/2-1/2\n";

#[test]
fn pairings_are_read_from_pgn() {
    let draft = of(PGN);
    assert_eq!(
        told(&draft),
        ["1.1 Levy, Dan/Lis, Ewa 1/2-1/2", "2.1 Nowak, Anna/Levy, Dan *", "2.2 Lis, Ewa/? *"]
    );
    assert_eq!(draft.format, Some(Format::Pgn));
    assert_eq!((draft.header.name.as_str(), draft.header.city.as_str()), ("City Open", "Kraków"));
    assert_eq!(draft.rounds[&Some(2)].date, "2026.11.21");
    let anna = &draft.players[0].entrant.player;
    assert_eq!((anna.elo, anna.fide_id), (Some(2105), Some(1_123_456)));
    assert_eq!(faults(&draft), [ImportFault::EmptySeat(2)]);
}

#[test]
fn a_table_of_any_program_is_read() {
    for text in [
        "Board;White;Black;Result\n1;Nowak, Anna;Levy, Dan;1-0\n2;Lis, Ewa;Kos, Jan;\n3;Byk, Ula;bye;\n",
        "Stół\tBiałe\tElo\tCzarne\tElo\tWynik\n1\tNowak, Anna\t2105\tLevy, Dan\t2400\t1:0\n2\tLis, Ewa\t\tKos, Jan\t\t\n3\tByk, Ula\t\twolny\t\t\n",
        "Доска,Белые,Чёрные,Результат\n1,\"Nowak, Anna\",\"Levy, Dan\",1-0\n2,\"Lis, Ewa\",\"Kos, Jan\",\n3,\"Byk, Ula\",свободен,\n",
        "City Open\nBo.;No.;;Name;Rtg;Pts.;Result;Pts.;;Name;Rtg;No.\n1;4;IM;Nowak, Anna;2105;1;1 - 0;½;;Levy, Dan;2400;1\n\
         2;2;;Lis, Ewa;2000;0;;0;;Kos, Jan;1900;3\n3;5;;Byk, Ula;1000;0;1;;;spielfrei;;\n",
        "White surname|White first name|Black surname|Black first name|Res\nNowak|Anna|Levy|Dan|1-0\nLis|Ewa|Kos|Jan|\nByk|Ula|Bye||\n",
        "1;Nowak, Anna;2105;1-0;Levy, Dan;2400\n2;Lis, Ewa;2000;;Kos, Jan;1900\n3;Byk, Ula;1000;;bye;\n",
    ] {
        let draft = of(text);
        assert_eq!(
            told(&draft),
            ["?.1 Nowak, Anna/Levy, Dan 1-0", "?.2 Lis, Ewa/Kos, Jan *", "? Byk, Ula pairing-bye"],
            "{text}{:?}",
            draft.problems()
        );
        assert_eq!(draft.format, Some(Format::Table), "{text}");
        assert_eq!(errors(&draft), [], "{text}");
    }
}

#[test]
fn rounds_stand_in_a_column_or_in_a_line_above() {
    let draft = of("Round;Bo;White;Black\n1;1;A, A;B, B\n2;1;B, B;A, A\n");
    assert_eq!(told(&draft), ["1.1 A, A/B, B *", "2.1 B, B/A, A *"]);
    let draft = of("Open;;;\nRunda 3;;;\nBo;White;Black;Res\n1;Ab, A;Bc, B;\nRunda 4;;;\n1;Bc, B;Ab, A;\n");
    assert_eq!(told(&draft), ["3.1 Ab, A/Bc, B *", "4.1 Bc, B/Ab, A *"]);
    assert_eq!(draft.header.name, "Open");
}

#[test]
fn a_list_of_players_is_read() {
    let draft = of(
        "Nr;Nazwisko;Imię;Tytuł;Elo;FIDE ID;Klub;Ur.\n1;Nowak;Anna;m;2105;1123456;Hetman;1999\n2;Kos;Jan;;;;;\n",
    );
    assert_eq!((draft.players.len(), draft.rounds.len()), (2, 0));
    let anna = &draft.players[0];
    assert_eq!((anna.number, anna.entrant.player.title.as_str()), (Some(1), "IM"));
    assert_eq!((anna.entrant.player.team.as_str(), anna.entrant.born.as_str()), ("Hetman", "1999"));
    let typed = of("1. Nowak, Anna (2105)\n2. GM Kos, Jan\n");
    assert_eq!(typed.players[1].entrant.player.title, "GM");
    assert_eq!(typed.players[0].entrant.player.elo, Some(2105));
}

#[test]
fn a_match_of_teams_is_numbered_through_and_turned() {
    let draft = of(
        "Board;Home;Guest;Result\n1.1;Ab, A;Xy, X;1-0\n1.2;Bc, B;Yz, Y;1-0\n2.1;Cd, C;Zu, Z;\n2.2;De, D;Uv, U;\n",
    );
    assert_eq!(
        told(&draft),
        ["?.1 Ab, A/Xy, X 1-0", "?.2 Yz, Y/Bc, B 0-1", "?.3 Cd, C/Zu, Z *", "?.4 Uv, U/De, D *"]
    );
    assert!(faults(&draft).contains(&ImportFault::ColoursOfMatch));
    assert_eq!(draft.header.boards_of_match, 2);
}

#[test]
fn a_pasted_list_is_read() {
    let draft = of(
        "Runda 2\n1. Nowak, Anna (2105) - Levy, Dan\n2. GM Lis-Kos, Ewa 1-0 Kos, Jan\n3) Byk, Ula - wolny\n\
                    4. Żak Adam – Duda Piotr  ½-½\n5. A. Mak vs B. Mak\n6. Iwan\tPiotr\n",
    );
    assert_eq!(
        told(&draft),
        [
            "2.1 Nowak, Anna/Levy, Dan *",
            "2.2 Lis-Kos, Ewa/Kos, Jan 1-0",
            "2.4 Żak Adam/Duda Piotr 1/2-1/2",
            "2.5 A. Mak/B. Mak *",
            "2.6 Iwan/Piotr *",
            "2 Byk, Ula pairing-bye"
        ]
    );
    assert_eq!(errors(&draft), []);
    for (line, expected) in [
        ("1 Nowak – Kowalski", "?.1 Nowak/Kowalski *"),
        ("Nowak vs Kowalski", "?.1 Nowak/Kowalski *"),
        ("1. 12 - 5", "?.1 #12/#5 *"),
        ("12 - 5", "?.1 #12/#5 *"),
        ("12 Nowak - 5 Kowalski", "?.1 Nowak/Kowalski *"),
        ("1\tNowak, Anna\tKos, Jan\t0-1", "?.1 Nowak, Anna/Kos, Jan 0-1"),
        ("1. Nowak - -", "? Nowak pairing-bye"),
        ("1. Nowak, Anna bye", "? Nowak, Anna pairing-bye"),
        ("Nowak, Anna (bye)", "? Nowak, Anna pairing-bye"),
        ("3 Nowak Anna wolny", "? Nowak Anna pairing-bye"),
        ("Новак, Анна half-point bye", "? Новак, Анна half-bye"),
        ("Nowak, Anna not paired", "? Nowak, Anna zero-bye"),
        ("1. Nowak -", "?.1 Nowak/? *"),
        ("1. Nowak - Kos + - -", "?.1 Nowak/Kos +/-"),
    ] {
        assert_eq!(told(&of(line)), [expected], "{line}");
    }
    let draft = of("1. Nowak, Anna - Kos, Jan\n2. Lis, Ewa bye\n");
    assert_eq!(told(&draft), ["?.1 Nowak, Anna/Kos, Jan *", "? Lis, Ewa pairing-bye"]);
    // Somebody is called Bye.
    let draft = of("1. Nowak, Anna\n2. Anna Bye\n");
    assert_eq!(
        draft.players.iter().map(|it| &*it.entrant.player.name).collect::<Vec<_>>(),
        ["Nowak, Anna", "Anna Bye"]
    );
    assert_eq!(of("12 Nowak - 5 Kowalski").players[0].number, Some(12));
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (text, line, fault) in [
        ("", 0, ImportFault::Empty),
        (" \n\t\n", 0, ImportFault::Empty),
        ("Bo;White;Black\n1;Ab, A;Ab, A\n", 2, ImportFault::AgainstThemself("Ab, A".into())),
        ("Bo;White;Black\n1;Ab, A;Bc, B\n2;AB A;Cd, C\n", 3, ImportFault::TwiceInRound("Ab, A".into())),
        ("Bo;White;Black\n1;Ab, A;Bc, B\n1;De, D;Cd, C\n", 3, ImportFault::BoardTwice(1)),
        ("Bo;White;Black\n0;Ab, A;Bc, B\n", 2, ImportFault::NotABoard("0".into())),
        ("Bo;White;Black\n70000;Ab, A;Bc, B\n", 2, ImportFault::NotABoard("70000".into())),
        ("Rd;White;Black\n0;Ab, A;Bc, B\n", 2, ImportFault::NotARound("0".into())),
        ("Rd;White;Black\n1000;Ab, A;Bc, B\n", 2, ImportFault::NotARound("1000".into())),
        ("Bo;White;Black;Res\n1;Ab, A;Bc, B;2-0\n", 2, ImportFault::NotAResult("2-0".into())),
        ("1. Nowak - Kos - Lis\n", 1, ImportFault::SeveralSeparators),
        ("1. Nowak - Kos\nNowak Kos\n", 2, ImportFault::LineNotUnderstood),
        ("lorem ipsum dolor\n", 1, ImportFault::LineNotUnderstood),
        ("[Event \"X\"]\n[Round \"1.1\"]\n[White \"Nowak\"]\n", 1, ImportFault::CutOff),
        ("<!DOCTYPE html><html><body>", 0, ImportFault::NotText("HTML")),
        ("PK\u{3}\u{4}xl/workbook", 0, ImportFault::Spreadsheet),
    ] {
        let draft = of(text);
        assert_eq!(errors(&draft), [(line, fault)], "{text:?}");
        assert!(draft.against(&Tournament::default(), None).is_err(), "nothing is half imported");
    }
    let control = of("1. Ev\u{1b}[2Jil, A - Lis, B\n");
    assert!(matches!(errors(&control)[..], [(1, ImportFault::Name(_))]), "{control:?}");
    let long = of(&format!("1. {} - Lis, B\n", "x".repeat(10_000)));
    assert!(matches!(errors(&long)[..], [(1, ImportFault::Name(_))]));
}

#[test]
fn every_problem_has_a_sentence_in_every_language() {
    let draft = of("Bo;White;Black;Res\n1;Ab, A;Ab, A;\n3;Bc, B;Cd, C;7-0\n4;De, D;;\n");
    for problem in draft.problems() {
        for language in Language::ALL {
            let told = problem.told(language);
            assert!(told.len() > 20 && !told.contains('{'), "{told}");
        }
    }
    let ask = Proposal::IsThis(vec![(12, "Kos, Jan".into()), (3, "Kos, Ewa".into())]);
    assert_eq!(
        ask.phrase().text(Language::English),
        "Say who it is: no. 12 \"Kos, Jan\", no. 3 \"Kos, Ewa\", or a new player"
    );
}

#[test]
fn the_largest_files_are_read_and_larger_ones_refused_early() {
    let mut text = String::from("Bo;White;Black\n");
    for board in 1..=2000 {
        text.push_str(&format!("{board};Surname{board}, Given;Other{board}, Given\n"));
    }
    let draft = of(&text);
    assert_eq!((draft.players.len(), errors(&draft)), (4000, vec![]));
    let import = draft.against(&Tournament::default(), Some(1)).expect("it is whole");
    let after = import.applied_to(&Tournament::default());
    assert_eq!(after.players.len(), 4000);
    // Every name once more, each with a slip of the pen: a question for each, and no endless comparing.
    let slips = of(&text.replace("Surname", "Surnaem"));
    let problems = slips.against(&after, Some(2)).expect_err("it has to be asked");
    assert!(problems.iter().filter(|it| matches!(it.fault, ImportFault::WhoIsThis(_))).count() > 10);
    assert_eq!(errors(&of(&"1. A - B\n".repeat(1_000_000)))[0].1, ImportFault::TooManyLines(1_000_000));
    assert!(matches!(errors(&of(&"x".repeat(50_000)))[0].1, ImportFault::LineTooLong(_)));
    let many = of(&"1. A - A\n".repeat(10_000));
    assert!(many.problems().len() <= 2 * super::LISTED_MAX + 1);
    assert!(faults(&many).iter().any(|fault| matches!(fault, ImportFault::AndMore(_))));
}

fn club() -> Tournament {
    let mut tournament = Tournament::default();
    for (number, name, id) in [
        (1, "Wiśniewska-Łoś, Anna", 0),
        (2, "Иванов, Юрий", 0),
        (3, "Kowalski, Jan", 1_000_001),
        (4, "Kowalski, Jerzy", 0),
        (5, "Nowak, Anna", 0),
        (6, "Nowak, Anna", 0),
        (7, "Müller, Hans", 0),
    ] {
        let mut entrant = Entrant::named(name);
        entrant.player.fide_id = (id > 0).then_some(id);
        entrant.player.elo = Some(1500 + number);
        tournament.players.insert(number, entrant);
    }
    tournament
}

#[test]
fn names_are_found_again_in_other_spellings() {
    for (name, number, is_told) in [
        ("ANNA WISNIEWSKA LOS", 1, false),
        ("Ivanov, Yury", 2, true),
        ("Kowalski Jan", 3, false),
        ("Kowalski, Je.", 4, true),
        ("Mueller, Hans", 7, true),
        ("Nowak, Anna (1506)", 6, false),
    ] {
        let draft = of(&format!("1. {name} - bye\n"));
        let import =
            draft.against(&club(), Some(1)).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        assert_eq!(import.rounds[&1].unpaired.get(&number), Some(&Unpaired::PairingBye), "{name}");
        let shown = import.warnings.iter().any(|it| matches!(it.fault, ImportFault::TakenFor(..)));
        assert_eq!((import.add.len(), shown), (0, is_told), "{name}");
    }
}

#[test]
fn a_soft_hyphen_makes_nobody_new() {
    let import =
        of("1. Kowal\u{ad}ski, Jan - Zych, E\u{200b}wa\n").against(&club(), Some(1)).expect("it is certain");
    let new: Vec<&str> = import.add.values().map(|entrant| entrant.player.name.as_str()).collect();
    assert_eq!(new, ["Zych, Ewa"]);
}

#[test]
fn where_it_is_not_certain_a_person_is_asked() {
    for (name, candidates) in [
        ("Kowalski, J.", vec![3, 4]),
        ("Nowak, Anna", vec![5, 6]),
        ("Kowalsk, Jan", vec![3]),
        ("Wiśniewska, Anna", vec![1]),
    ] {
        let mut draft = of(&format!("1. {name} - bye\n"));
        let problems = draft.against(&club(), Some(1)).expect_err(name);
        let asked = problems.iter().find_map(|it| match &it.proposal {
            Some(Proposal::IsThis(players)) => {
                Some(players.iter().map(|(number, _)| *number).collect::<Vec<_>>())
            }
            _ => None,
        });
        assert_eq!(asked, Some(candidates.clone()), "{name}");
        draft.answer(0, Answer::Is(candidates[0]));
        let import = draft.against(&club(), Some(1)).expect("it is answered");
        assert!(import.rounds[&1].unpaired.contains_key(&candidates[0]));
        draft.answer(0, Answer::New);
        let import = draft.against(&club(), Some(1)).expect("it is answered");
        assert_eq!(import.add.keys().copied().collect::<Vec<_>>(), [8], "a late entry gets the next number");
    }
}

#[test]
fn what_is_known_is_completed_and_never_replaced() {
    let draft =
        of("Bo;White;White FIDE ID;White Elo;White title;Black\n1;Kowalski, Jan;;1700;GM;Zych, Ewa\n");
    let import = draft.against(&club(), Some(1)).expect("it is certain");
    let jan = &import.complete[&3].player;
    assert_eq!((jan.fide_id, jan.elo, jan.title.as_str()), (Some(1_000_001), Some(1503), "GM"));
    assert!(import.warnings.iter().any(|it| matches!(it.fault, ImportFault::DetailDiffers(..))));
    assert!(import.warnings.iter().any(|it| it.fault == ImportFault::LateEntry("Zych, Ewa".into(), 8)));
    let other = of("Bo;White;White FIDE ID;Black\n1;Kowalski, Jan;999;Zych, Ewa\n");
    let problems = other.against(&club(), Some(1)).expect_err("the number is another's");
    assert!(problems.iter().any(|it| matches!(it.fault, ImportFault::OtherIdentity(..))));
    let both = of("1. Kowalski, Jan - KOWALSKI JAN A\n");
    assert!(both.against(&club(), Some(1)).is_err());
}

#[test]
fn a_confirmed_result_stays_and_a_round_keeps_its_games() {
    let first = of("1. Kowalski, Jan 1-0 Kowalski, Jerzy\n2. Müller, Hans - Иванов, Юрий\n");
    let mut tournament = first.against(&club(), Some(1)).expect("it is whole").applied_to(&club());
    assert_eq!(tournament.rounds[&1].state, RoundState::Open);
    let round = tournament.rounds.get_mut(&1).expect("it was imported");
    round.pairings.get_mut(&1).expect("it has two boards").table = Some(17);
    let again = of("1. Kowalski, Jan 0-1 Kowalski, Jerzy\n2. Müller, Hans 0-1 Иванов, Юрий\n");
    let import = again.against(&tournament, Some(1)).expect("it is whole");
    let pairings = &import.rounds[&1].pairings;
    assert_eq!(pairings[&1].result.map(|it| it.to_string()).as_deref(), Some("1-0"));
    assert_eq!((pairings[&1].table, pairings[&2].result.is_some()), (Some(17), true));
    assert!(import.warnings.iter().any(|it| matches!(it.fault, ImportFault::ResultDiffers(1, ..))));
    let wrong = of("Runda 5\n1. Kowalski, Jan - Kowalski, Jerzy\n").against(&tournament, Some(2));
    assert!(wrong.expect_err("another round").iter().any(|it| it.fault == ImportFault::OtherRound(5, 2)));
    // The pairings tell the round that the file does not name.
    let unnamed = again.against(&tournament, None).expect("it is whole");
    assert_eq!(unnamed.rounds.keys().copied().collect::<Vec<_>>(), [1]);
    assert!(unnamed.warnings.iter().any(|it| it.fault == ImportFault::RoundAssumed(1)));
}

/// Returns the rounds that an import without a round would enter, or the errors.
fn unnamed(text: &str, tournament: &Tournament) -> Result<Vec<RoundNo>, Vec<ImportFault>> {
    let errors = |problems: Vec<Problem>| {
        problems.into_iter().filter(Problem::is_error).map(|problem| problem.fault).collect::<Vec<_>>()
    };
    let import = of(text).against(tournament, None).map_err(errors)?;
    Ok(if import.changes(tournament) { import.rounds.keys().copied().collect() } else { Vec::new() })
}

#[test]
fn a_list_without_a_round_is_not_entered_twice() {
    let (list, next) = ("1. Ab, A - Bc, B\n2. Cd, C - De, D\n", "1. Ab, A - Cd, C\n2. De, D - Bc, B\n");
    let turned = "1. Bc, B - Ab, A\n2. Cd, C - De, D\n";
    let enter = |text: &str, round: RoundNo, known: &Tournament| {
        of(text).against(known, Some(round)).expect("it is whole").applied_to(known)
    };
    let mut known = enter(list, 1, &Tournament::default());
    assert_eq!(unnamed(list, &known), Ok(vec![]), "it is entered already");
    // Before a game has begun any other list may be a correction, and may be the next round of a round robin.
    let unclear = Err(vec![ImportFault::RoundUnclear(1, 2)]);
    assert_eq!([unnamed(turned, &known), unnamed(next, &known)], [unclear.clone(), unclear.clone()]);
    let corrected = enter(turned, 1, &known);
    assert_eq!((corrected.rounds.len(), corrected.players.len()), (1, 4));
    // In a round that is being played, or is over, only a list with one of its pairings may be its own.
    for state in [RoundState::Open, RoundState::Ended] {
        known.rounds.get_mut(&1).expect("it was entered").state = state;
        assert_eq!([unnamed(list, &known), unnamed(next, &known)], [Ok(vec![]), Ok(vec![2])], "{state:?}");
        assert_eq!(unnamed(turned, &known), unclear, "{state:?}");
        let both = "1. Bc, B - Ab, A\n2. De, D - Cd, C\n";
        assert_eq!(unnamed(both, &known), Ok(vec![2]), "the second cycle has other colours");
    }
    let planned = Round { date: "2026.11.28".into(), ..Round::default() };
    known.rounds.insert(2, planned.clone());
    known.rounds.insert(3, planned);
    assert_eq!(unnamed(next, &known), Ok(vec![2]));
    // What is over stays, and nobody is told that it was replaced.
    let late = of(turned).against(&known, Some(1)).expect("it is no error");
    assert!(!late.changes(&known));
    let told: Vec<_> = late.warnings.into_iter().map(|it| it.fault).collect();
    assert_eq!(told, [ImportFault::RoundOver(1)]);
}

#[test]
fn a_code_page_can_be_chosen() {
    let bytes = b"1. \xa3o\x9c, Anna - Kos, Jan\n";
    let guessed = read(bytes, Hint::default());
    assert_eq!(guessed.players[0].entrant.player.name, "Łoś, Anna");
    assert!(faults(&guessed).contains(&ImportFault::EncodingGuessed("windows-1250")));
    let chosen = read(bytes, Hint { code_page: Some(CodePage::WesternEurope), ..Hint::default() });
    assert_eq!(chosen.players[0].entrant.player.name, "£oœ, Anna");
    assert_eq!(faults(&chosen), []);
}
