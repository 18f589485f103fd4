//! Single moves: look-alike letters, every accepted spelling, and errors that point at the character.

use game::notation::{Form, Letters, Tongue, Why};
use shakmaty::{CastlingMode, Chess, fen::Fen, uci::UciMove};

const EN: Form = Form::Short(Letters::English);
const PL: Form = Form::Short(Letters::Polish);
const RU: Form = Form::Short(Letters::Russian);

/// White can promote, capture en passant and move either of two knights to f3.
const RICH: &str = "5n2/2P3P1/6k1/3pP3/4n3/8/1B1N4/R2QK1NR w KQ d6 0 1";
const BLACK: &str = "4k3/8/8/8/8/5N2/4p2p/2R1K3 b - - 0 1";

fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("a FEN");
    fen.into_position(CastlingMode::Standard).expect("a position")
}

#[track_caller]
fn reads(form: Form, fen: &str, text: &str, uci: &str) {
    let position = position(fen);
    match form.read(&position, text) {
        Ok(mv) => assert_eq!(UciMove::from_standard(mv).to_string(), uci, "{text}"),
        Err(misread) => panic!("{text}: {misread}"),
    }
}

#[track_caller]
fn refuses(form: Form, fen: &str, text: &str, found: &str, why: Why, expected: &str) {
    let misread = form.read(&position(fen), text).expect_err(text);
    assert_eq!((misread.found.as_str(), misread.why), (found, why), "{text}: {misread}");
    assert!(misread.expected.contains(expected), "{text}: {misread}");
    let chars: String = text.chars().skip(misread.chars.start).take(misread.chars.len()).collect();
    assert_eq!(chars, found, "{text}: the characters are those of the bytes");
}

#[test]
fn letters_that_look_alike_are_the_same() {
    let before_e5 = "4k3/8/8/4p3/8/2B2N2/8/R2RK3 w - - 0 1";
    for (text, uci) in [
        ("Схе5", "c3e5"),
        ("Cxe5", "c3e5"),
        ("Ce5", "c3e5"),
        ("Кхе5", "f3e5"),
        ("Kxe5", "f3e5"),
        ("Kрe2", "e1e2"),
        ("Кpe2", "e1e2"),
        ("КРе2", "e1e2"),
        ("Kре1-е2", "e1e2"),
    ] {
        reads(RU, before_e5, text, uci);
    }
    reads(RU, "3nk3/8/8/8/8/8/8/R2QK3 w - - 0 1", "Фхd8", "d1d8");
    reads(RU, "4k3/8/8/8/8/8/8/3nK2R b - - 0 1", "Кf2", "d1f2");
    reads(RU, "4k3/8/8/8/8/8/4K3/R2n4 w - - 0 1", "Лхd1", "a1d1");
    reads(EN, "4k3/8/8/8/8/8/8/3BK3 w - - 0 1", "Вс2", "d1c2");
    reads(PL, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "Нс2", "d1c2");
}

#[test]
fn promotions_are_read_in_every_way() {
    for text in ["c8H", "c8=H", "c8(H)", "c8/H", "c7c8H", "c7-c8=H", "C8H"] {
        reads(PL, RICH, text, "c7c8q");
    }
    for (text, uci) in [("gxf8Q", "g7f8q"), ("gf8N", "g7f8n"), ("gf8=R!", "g7f8r"), ("g:f8(B)(=)", "g7f8b")] {
        reads(EN, RICH, text, uci);
    }
    for (text, uci) in [("gхf8К", "g7f8n"), ("gf8Ф", "g7f8q"), ("g7xf8С", "g7f8b"), ("g8Л+", "g7g8r")] {
        reads(RU, RICH, text, uci);
    }
    reads(RU, "4kn2/6P1/8/8/8/8/8/4K3 w - - 0 1", "gxf8К", "g7f8n");
    reads(RU, "4k3/8/8/8/8/8/4K2p/8 b - - 0 1", "h2-h1K", "h2h1n");
    reads(Form::Numeric, "4k3/8/8/8/8/8/4K2p/8 b - - 0 1", "82814", "h2h1n");
    reads(Form::Numeric, "8/k3P3/8/8/8/8/4K3/8 w - - 0 1", "57581", "e7e8q");
}

#[test]
fn castling_is_read_in_every_alphabet() {
    let both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for text in ["0-0", "O-O", "o-o", "О-О", "0–0", "0—0", "O‑O", "0-0+", "0-0!?", " 0-0 (=)"] {
        reads(PL, both, text, "e1g1");
    }
    for text in ["0-0-0", "O-O-O", "0–0–0", "О-О-О", "0-O-о"] {
        reads(RU, both, text, "e1c1");
    }
    reads(Form::Numeric, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "5838", "e8c8");
}

#[test]
fn mate_check_and_en_passant_signs_are_tolerated() {
    let mate = "7k/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
    for text in ["Wa8X", "Wa8x", "Wa8Х", "Wa8#", "Wa8++", "Wa8"] {
        reads(PL, mate, text, "a1a8");
    }
    for text in ["exd6 e.p.", "exd6e.p.", "ed6 ep", "e5d6", "exd6 е.р.", "e×d6", "e:d6", "Exd6", "Е5d6"] {
        reads(RU, RICH, text, "e5d6");
    }
}

#[test]
fn more_of_the_origin_may_be_told_than_is_needed() {
    for text in ["Sdf3", "Sd2f3", "Sd2-f3", "S2f3"] {
        reads(PL, RICH, text, "d2f3");
    }
    for text in ["Hd1e2", "Hd1-e2", "He2", "Pe6", "Se2"] {
        let uci = match text {
            "Pe6" => "e5e6",
            "Se2" => "g1e2",
            _ => "d1e2",
        };
        reads(PL, RICH, text, uci);
    }
    // A capital letter is a file where it makes no sense as a piece.
    reads(PL, "4k3/8/8/8/8/8/4P1P1/4K3 w - - 0 1", "G4", "g2g4");
    reads(EN, "4k3/8/8/8/8/8/4P1P1/4K3 w - - 0 1", "E2-E4", "e2e4");
    reads(RU, "4k3/8/8/8/8/8/2P5/4K3 w - - 0 1", "С4", "c2c4");
}

#[test]
fn announcements_are_those_of_annex_e() {
    let start = Chess::default();
    let mv = UciMove::from_ascii(b"g1f3").expect("UCI").to_move(&start).expect("legal");
    for (tongue, words) in [
        (Tongue::Polish, "Skoczek Gustaw jeden Feliks trzy"),
        (Tongue::English, "Knight Gustav one Felix three"),
        (Tongue::German, "Springer Gustav eins Felix drei"),
        (Tongue::Russian, "Конь Густав один Феликс три"),
    ] {
        assert_eq!(Form::Spoken(tongue).write(&start, mv), words);
    }
    let both = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (tongue, short, long) in [
        (Tongue::Polish, "krótka roszada", "długa roszada"),
        (Tongue::English, "short castling", "long castling"),
        (Tongue::German, "kurze Rochade", "lange Rochade"),
        (Tongue::Russian, "короткая рокировка", "длинная рокировка"),
    ] {
        for (uci, words) in [("e1g1", short), ("e1c1", long)] {
            let mv = uci.parse::<UciMove>().expect("UCI").to_move(&both).expect("legal");
            assert_eq!(Form::Spoken(tongue).write(&both, mv), words);
            assert_eq!(Form::Spoken(tongue).read(&both, words).as_ref(), Ok(&mv));
            let turned: Vec<&str> = words.rsplit(' ').collect();
            assert_eq!(Form::Spoken(tongue).read(&both, &turned.join(" ")), Ok(mv));
        }
    }
}

#[test]
fn announcements_are_read_as_people_say_them() {
    let normal = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (tongue, text, uci) in [
        (Tongue::Polish, "skoczek feliks 3", "g1f3"),
        (Tongue::Polish, "Ewa dwa, Ewa cztery", "e2e4"),
        (Tongue::Polish, "Ewa cztery", "e2e4"),
        (Tongue::Polish, "gustaw jeden - feliks trzy", "g1f3"),
        (Tongue::English, "Knight Felix drei", "g1f3"),
        (Tongue::German, "SPRINGER GUSTAV EINS FELIX DREI", "g1f3"),
        (Tongue::Russian, "конь феликс три", "g1f3"),
    ] {
        reads(Form::Spoken(tongue), normal, text, uci);
    }
    reads(Form::Spoken(Tongue::Polish), RICH, "Pion Cesar siedem Cesar osiem Hetman", "c7c8q");
    let spoken = Form::Spoken(Tongue::Polish);
    refuses(spoken, RICH, "Pion Cesar osiem", "", Why::PromotionMissing, "the piece the pawn becomes");
    refuses(spoken, RICH, "Skoczek Fritz trzy", "Fritz", Why::Unreadable, "a file from Anna to Hektor");
    refuses(spoken, RICH, "Skoczek Feliks", "", Why::Unreadable, "the rank");
    refuses(spoken, RICH, "Skoczek Feliks trzy", "Skoczek Feliks trzy", Why::Ambiguous, "Gustaw jeden");
    refuses(spoken, RICH, "krótka Ewa", "Ewa", Why::Unreadable, "krótka roszada");
    refuses(spoken, RICH, "Knight Feliks trzy", "Knight", Why::Unreadable, "in polish");
    refuses(spoken, RICH, "Skoczek Gustaw jeden Feliks trzy Hetman już", "już", Why::Unreadable, "the end");
}

#[test]
fn a_misread_points_at_the_character_and_says_what_was_expected() {
    for (form, text, found, why, expected) in [
        (PL, "", "", Why::Unreadable, "a piece, a file"),
        (PL, "Sf9", "9", Why::Unreadable, "a rank from 1 to 8"),
        (PL, "Sf", "", Why::Unreadable, "a rank from 1 to 8"),
        (PL, "i4", "i", Why::Unreadable, "a piece, a file from a to h"),
        (PL, "Nf3", "N", Why::OtherLanguage, "S: this letter is english"),
        (PL, "Фd4", "Ф", Why::OtherLanguage, "H: this letter is russian"),
        (EN, "♘f3w", "w", Why::Unreadable, "a sign such as +"),
        (EN, "c8H", "H", Why::OtherLanguage, "Q, R, B or N"),
        (EN, "c8K", "K", Why::Illegal, "Q, R, B or N"),
        (EN, "c8(Q", "", Why::Unreadable, ")"),
        (EN, "c8", "", Why::PromotionMissing, "c8Q, c8R, c8B, c8N"),
        (EN, "e6Q", "Q", Why::Illegal, "no promotion"),
        (EN, "0-x", "x", Why::Unreadable, "0-0"),
        (EN, "Nf3", "Nf3", Why::Ambiguous, "Ngf3, Ndf3"),
        (EN, "Nh4", "Nh4", Why::Illegal, "White's knight"),
        (EN, "Qxe2", "x", Why::NotSo, "e2 is empty"),
        (EN, "gxf8Q e.p.", "e.p.", Why::NotSo, "not en passant"),
        (EN, "0-0", "0-0", Why::Illegal, "castling is not possible"),
        (RU, "Кf3 ждём", "ж", Why::Unreadable, "a sign such as +"),
        (Form::Numeric, "5a54", "a", Why::Unreadable, "a digit from 1 to 8"),
        (Form::Numeric, "525", "", Why::Unreadable, "a digit from 1 to 8"),
        (Form::Numeric, "3738", "", Why::PromotionMissing, "37381"),
        (Form::Numeric, "37389", "9", Why::Unreadable, "1 to 4"),
        (Form::Numeric, "5254", "5254", Why::Illegal, "no piece on that square"),
        (Form::Numeric, "4188", "4188", Why::Illegal, "a legal move from that square: 41"),
    ] {
        refuses(form, RICH, text, found, why, expected);
    }
    refuses(RU, BLACK, "h1Кр", "Кр", Why::Illegal, "Ф, Л, С or К");
    let misread = RU.read(&position(RICH), "Кf3 ждём").expect_err("it is no sign");
    assert_eq!((misread.bytes, misread.chars), (5..7, 4..5));
    assert_eq!(
        PL.read(&position(RICH), "Sf9").expect_err("no such rank").to_string(),
        "at character 3, \"9\", expected a rank from 1 to 8, or the file the piece goes to"
    );
}

#[test]
fn every_form_has_a_name_that_is_read_back() {
    for form in game::notation::FORMS {
        assert_eq!(Form::parse(&form.name()), Some(form));
    }
    assert_eq!(Form::parse("klingon"), None);
}
