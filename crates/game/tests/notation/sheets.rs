//! The sample game of the Laws as each edition and language prints it (PL09 C.13, RU20 17.12), including misprints.

use game::notation::{Form, Letters, Tongue, Why, sheet};
use shakmaty::{Chess, EnPassantMode, fen::Fen};

const AFTER: &str = "r1bqr1k1/ppp1bppp/2nn4/6B1/8/4QN2/PPPN1PPP/1K1R1B1R b - - 9 11";
/// The end position with 8.Qd3 in place of 8.Qe3+, as in the third form of RU20.
const AFTER_QD3: &str = "r1bqr1k1/ppp1bppp/2nn4/6B1/8/3Q1N2/PPPN1PPP/1K1R1B1R b - - 9 11";

const PL: Form = Form::Short(Letters::Polish);
const RU: Form = Form::Short(Letters::Russian);
const EN: Form = Form::Short(Letters::English);

#[track_caller]
fn check(form: Form, text: &str, fen: &str, draw_offer: bool) -> sheet::Sheet {
    let read = sheet::read(form, &Chess::default(), text);
    assert_eq!(read.misread, None, "{}: {}", form.name(), read.misread.as_ref().expect("it is there"));
    assert_eq!(Fen::from_position(&read.after, EnPassantMode::Legal).to_string(), fen, "{}", form.name());
    let offers: Vec<usize> = (0..read.plies.len()).filter(|&ply| read.plies[ply].draw_offer).collect();
    assert_eq!(offers, if draw_offer { vec![20] } else { vec![] }, "{}", form.name());
    read
}

#[test]
fn v1_the_misprint_of_2009_is_found_and_named() {
    let text = "1.e4 e5 2.Sf3 Sf6 3.d4 exd4 4.e5 Se4 5.Hxd4 d5 6.exd6 e.p. Sxd6 7.Gg5 Sc6 8.He3+ Ge7 9.Sb2 0-0 \
                10.0-0-0 We8 11.Kb1 (=).";
    let read = sheet::read(PL, &Chess::default(), text);
    assert_eq!(read.plies.len(), 16);
    assert_eq!(
        Fen::from_position(&read.after, EnPassantMode::Legal).to_string(),
        "r1bqk2r/ppp1bppp/2nn4/6B1/8/4QN2/PPP2PPP/RN2KB1R w KQkq - 4 9"
    );
    let misread = read.misread.expect("no knight reaches b2");
    assert_eq!((misread.found.as_str(), misread.why), ("Sb2", Why::Illegal));
    assert_eq!(&text[misread.bytes.clone()], "Sb2");
    assert!(misread.expected.contains("Sbd2"), "{misread}");
}

#[test]
fn v2_polish() {
    let text = "1.e4 e5 2.Sf3 Sf6 3.d4 exd4 4.e5 Se4 5.Hxd4 d5 6.exd6 e.p. Sxd6 7.Gg5 Sc6 8.He3+ Ge7 9.Sbd2 0-0 \
                10.0-0-0 We8 11.Kb1 (=).";
    check(PL, text, AFTER, true);
}

#[test]
fn v3a_polish_with_colons() {
    let text = "1.e4 e5 2.Sf3 Sf6 3.d4 e:d4 4.e5 Se4 5.H:d4 d5 6.e:d6 e.p. S:d6 7.Gg5 Sc6 8.He3+ Ge7 9.Sbd2 0-0 \
                10.0-0-0 We8 11.Kb1 (=)";
    check(PL, text, AFTER, true);
}

#[test]
fn v3b_polish_without_signs_and_with_en_dashes() {
    let text = "1.e4 e5 2.Sf3 Sf6 3.d4 ed4 4.e5 Se4 5.H:d4 d5 6.ed6 S:d6 7.Gg5 Sc6 8.He3 Ge7 9.Sbd2 0–0 \
                10.0–0–0 We8 11.Kb1";
    check(PL, text, AFTER, false);
}

#[test]
fn v4_russian_first_form_with_a_king_of_two_alphabets() {
    let text = "1.e4 e5 2. Кf3 Кf6 3. d4 exd4 4. e5 Кe4 5. Фxd4 d5 6. exd6 e.p. Кxd6 7. Сg5 Кc6 8. Фe3+ Сe7 \
                9. Кbd2 0-0 10. 0-0-0 Лe8 11. Kрb1 (=)";
    check(RU, text, AFTER, true);
}

#[test]
fn v5_russian_second_form_without_signs_and_dots() {
    let text = "1. e4 e5 2. Кf3 Кf6 3. d4 ed4 4. e5 Кe4 5. Фd4 d5 6. ed6 Кd6 7. Сg5 Кc6 8. Фe3 Сe7 9 Кbd2 0-0 \
                10. 0-0-0 Лe8 11. Kрb1 (=)";
    check(RU, text, AFTER, true);
}

#[test]
fn v6_russian_third_form_is_another_game() {
    let text = "1. e2e4 e7e5 2.Кg1f3 Кg8f6 3. d2d4 e5xd4 4. e4e5 Кf6e4 5. Фd1xd4 d7d5 6. e5xd6 e.p. Кe4xd6 \
                7. Сc1g5 Кb8c6 8. Фd4d3 Сf8e7 9. Кb1d2 0-0 10. 0-0-0 Лf8e8 11. Kрс1b1 (=)";
    check(RU, text, AFTER_QD3, true);
    check(Form::Long(Letters::Russian), text, AFTER_QD3, true);
}

#[test]
fn v7_english() {
    let text = "1.e4 e5 2. Nf3 Nf6 3. d4 exd4 4. e5 Ne4 5. Qxd4 d5 6. exd6 e.p. Nxd6 7. Bg5 Nc6 8. Qe3+ Be7 \
                9. Nbd2 0-0 10. 0-0-0 Re8 11. Kb1 (=)";
    check(EN, text, AFTER, true);
}

#[test]
fn v8_figurines_of_either_colour() {
    let text = "1.e4 e5 2.♘f3 ♞f6 3.d4 exd4 4.e5 ♞e4 5.♕xd4 d5 6.exd6 e.p. ♞xd6 7.♗g5 ♞c6 8.♕e3+ ♝e7 9.♘bd2 0-0 \
                10.0-0-0 ♜e8 11.♔b1";
    check(Form::Short(Letters::Figurine), text, AFTER, false);
    let swapped: String = text
        .chars()
        .map(|c| match c {
            '♞' => '♘',
            '♘' => '♞',
            '♝' => '♗',
            '♜' => '♖',
            other => other,
        })
        .collect();
    check(Form::Short(Letters::Figurine), &swapped, AFTER, false);
}

#[test]
fn v9_numbers_of_correspondence_play() {
    let text = "1. 5254 5755 2. 7163 7866 3. 4244 5544 4. 5455 6654 5. 4144 4745 6. 5546 5446 7. 3175 2836 \
                8. 4453 6857 9. 2142 5878 10. 5131 6858 11. 3121";
    check(Form::Numeric, text, AFTER, false);
}

#[test]
fn v10_the_form_of_pgn_goes_round() {
    let text = "1. e4 e5 2. Nf3 Nf6 3. d4 exd4 4. e5 Ne4 5. Qxd4 d5 6. exd6 Nxd6 7. Bg5 Nc6 8. Qe3+ Be7 9. Nbd2 O-O \
                10. O-O-O Re8 11. Kb1 {(=)} *";
    let read = check(Form::San, text, AFTER, true);
    assert_eq!(sheet::write(Form::San, &Chess::default(), &read.plies, Some("*")), text);
}

#[test]
fn one_game_written_in_every_form_is_the_same_game() {
    let text = "1.e4 e5 2.Sf3 Sf6 3.d4 ed4 4.e5 Se4 5.Hd4 d5 6.ed6 Sd6 7.Gg5 Sc6 8.He3 Ge7 9.Sbd2 0-0 10.0-0-0 We8 \
                11.Kb1";
    let plies = check(PL, text, AFTER, false).plies;
    for form in game::notation::FORMS {
        let written = sheet::write(form, &Chess::default(), &plies, None);
        check(form, &written, AFTER, false);
    }
    let polish = sheet::write(PL, &Chess::default(), &plies, None);
    assert!(polish.ends_with("8. He3+ Ge7 9. Sbd2 0-0 10. 0-0-0 We8 11. Kb1"), "{polish}");
    let spoken = sheet::write(Form::Spoken(Tongue::Polish), &Chess::default(), &plies[..4], None);
    assert_eq!(
        spoken,
        "1. Pion Ewa dwa Ewa cztery, Pion Ewa siedem Ewa pięć, 2. Skoczek Gustaw jeden Feliks trzy, Skoczek Gustaw \
         osiem Feliks sześć,"
    );
}

#[test]
fn the_sample_of_article_59() {
    let read = sheet::read(Form::Numeric, &Chess::default(), "01. 4244 4745 02. 7163 7776 03. 3234");
    assert_eq!(read.misread, None);
    let san = sheet::write(Form::San, &Chess::default(), &read.plies, None);
    assert_eq!(san, "1. d4 d5 2. Nf3 g6 3. c4");
}

#[test]
fn a_lost_move_shows_in_the_numbers() {
    for (text, found, expected) in [
        ("1.e4 e5 3.Sf3", "3.", "2, the number of the next move"),
        ("7.e4 e5 8.Sf3 Sc6 8.Gb5", "8.", "9, the number of the next move"),
        ("1.e4 2.e5", "2.", "1, the number of the next move"),
    ] {
        let misread = sheet::read(PL, &Chess::default(), text).misread.expect("a number does not follow");
        assert_eq!((misread.found.as_str(), misread.why), (found, Why::Number), "{text}");
        assert_eq!(misread.expected, expected, "{text}");
    }
    let good = sheet::read(PL, &Chess::default(), "7.e4 7...e5 8.Sf3 {dobry ruch} Sc6 9 Gb5 1/2-1/2");
    assert_eq!((good.misread, good.plies.len()), (None, 5));
    assert!(good.result.is_some_and(|result| result == shakmaty::KnownOutcome::Draw));
}

#[test]
fn black_may_begin_and_the_place_of_white_is_marked() {
    let fen: Fen = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 15".parse().expect("a FEN");
    let start: Chess = fen.into_position(shakmaty::CastlingMode::Standard).expect("a position");
    for (form, text) in
        [(EN, "15. _ 0-0-0 16. 0-0"), (EN, "15... 0-0-0 16. 0-0"), (Form::Numeric, "15. _ 5838 16. 5171")]
    {
        let read = sheet::read(form, &start, text);
        assert_eq!((read.misread, read.plies.len()), (None, 2), "{text}");
    }
    let plies = sheet::read(EN, &start, "15... 0-0-0 16. 0-0").plies;
    assert_eq!(sheet::write(RU, &start, &plies, Some("*")), "15... 0-0-0 16. 0-0 *");
}

#[test]
fn a_sheet_has_limits() {
    let long = "{".to_owned() + &"x".repeat(sheet::TEXT_MAX) + "}";
    let misread = sheet::read(EN, &Chess::default(), &long).misread.expect("it is too long");
    assert_eq!(misread.why, Why::TooLong);
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(1_001);
    let read = sheet::read(EN, &Chess::default(), &shuffle);
    assert_eq!(read.plies.len(), sheet::PLIES_MAX);
    assert_eq!(read.misread.map(|misread| misread.why), Some(Why::TooLong));
}
