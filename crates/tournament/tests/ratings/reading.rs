//! Both formats, in every generation.

use super::{COMBINED, line, read, read_in};
use tournament::{
    Sex,
    ratings::{
        ListEntry, ListReader, RatingKind, Ratings,
        sample::{Sample, SampleFormat},
    },
};

#[test]
fn a_combined_list_is_read_by_its_columns() {
    let list = format!(
        "{COMBINED}\
         1100010        Nowak, Anna                                                  \
         POL F   WIM  WIM  FA,NI          AFM 2101  4   20 \
         2050  0   20 0     0   20 1999  wi\r\n\
         \r\n\
         1100028        Suresh                                                       \
         IND M                                1502  0   40 \
         \x20            1490  0   40           \r\n"
    );
    let (entries, tally) = read(list).expect("a list");
    assert_eq!(tally.entries, 2);
    assert_eq!(
        entries[0],
        ListEntry {
            fide_id: 1_100_010,
            name: "Nowak, Anna".to_owned(),
            federation: "POL".to_owned(),
            sex: Some(Sex::Female),
            title: "WIM".to_owned(),
            ratings: Ratings { standard: Some(2101), rapid: Some(2050), blitz: None },
            born: Some(1999),
            is_inactive: true,
        }
    );
    assert_eq!(entries[1].ratings, Ratings { standard: Some(1502), rapid: None, blitz: Some(1490) });
    assert_eq!((entries[1].born, entries[1].title.as_str(), entries[1].is_inactive), (None, "", false));
}

#[test]
fn the_only_rating_of_a_list_is_of_the_kind_that_was_said() {
    let list = "ID Number      Name                                                         \
                Fed Sex Tit  WTit OTit           \
                FOA NOV26 Gms K  B-day Flag\n\
                1100010        Nowak, Anna                                                  \
                POL F   WIM  WIM                     2101  4   20 1999  w\n";
    let xml = "<playerslist><player><fideid>7</fideid><name>A, B</name><rating>2101</rating></player></playerslist>";
    for list in [list, xml] {
        let mut ratings = Ratings::default();
        let mut reader = ListReader::new(RatingKind::Rapid);
        reader.feed(list.as_bytes(), &mut |entry| ratings = entry.ratings).expect("a list");
        reader.finish(&mut |_| {}).expect("whole");
        assert_eq!(ratings, Ratings { standard: None, rapid: Some(2101), blitz: None });
    }
}

#[test]
fn a_list_of_2011_is_read() {
    let list = "ID number Name                              TitlFed  Mar11 GamesBorn  Flag\n\
                1100010   Nowak, Anna                       wm  POL  2101   4   1999  w\n\
                1100028   Kowal, Jan                        g   POL  2601   0   1980  i\n";
    let (entries, _) = read(list).expect("a list");
    assert_eq!((entries[0].title.as_str(), entries[0].sex), ("WIM", Some(Sex::Female)));
    assert_eq!((entries[1].title.as_str(), entries[1].is_inactive), ("GM", true));
    assert_eq!((entries[1].federation.as_str(), entries[1].born), ("POL", Some(1980)));
}

#[test]
fn names_with_marks_are_read_however_they_are_encoded() {
    let expected = "Núñez Wójcik, Zoë";
    let by_characters = format!("{COMBINED}{}", line(7, expected, "ESP", [2000, 0, 0], 1990));
    // The line of a program that counts bytes: four letters take two each.
    let shorter = line(7, expected, "ESP", [2000, 0, 0], 1990).replacen(
        &format!("{}ESP", " ".repeat(44)),
        &format!("{}ESP", " ".repeat(40)),
        1,
    );
    let by_bytes = format!("{COMBINED}{shorter}");
    let (windows, ..) = encoding_rs::WINDOWS_1252.encode(&by_characters);
    let marked = [b"\xEF\xBB\xBF", by_characters.as_bytes()].concat();
    let xml = format!(
        "<playerslist><player><fideid>7</fideid><name>{expected}</name><country>ESP</country>\
         <rating>2000</rating><rapid_rating/><birthday>1990</birthday></player></playerslist>"
    );
    let latin = format!("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>{xml}");
    let (latin, ..) = encoding_rs::WINDOWS_1252.encode(&latin);
    for list in [by_characters.as_bytes(), by_bytes.as_bytes(), &windows, &marked, xml.as_bytes(), &latin] {
        let (entries, _) = read(list).expect("a list");
        let entry = &entries[0];
        assert_eq!((entry.name.as_str(), entry.federation.as_str()), (expected, "ESP"));
        assert_eq!((entry.ratings.standard, entry.born), (Some(2000), Some(1990)));
    }
}

#[test]
fn xml_is_read_with_its_references_and_without_what_it_does_not_need() {
    let list = "<?xml version='1.0'?>\n<!-- </player> -->\n<playerslist>\n<player><fideid> 7 </fideid>\
                <name>O&apos;Neil &amp; S&#243;n, <![CDATA[<J>]]></name><country>IRL</country><sex>F</sex><title></title>\
                <w_title>WFM</w_title><more><name>no</name></more><rating>0</rating><rapid_rating>1800</rapid_rating>\
                <birthday>2001/02/03</birthday><flag>w</flag></player><player/><player><fideid></fideid>\
                <name>x</name></player></playerslist>\n<!-- end -->";
    let (entries, tally) = read(list).expect("a list");
    assert_eq!(entries[0].name, "O'Neil & Són, <J>");
    assert_eq!(entries[0].ratings, Ratings { standard: None, rapid: Some(1800), blitz: None });
    assert_eq!((entries[0].title.as_str(), entries[0].born), ("WFM", Some(2001)));
    assert_eq!((tally.entries, tally.skipped, tally.first_skipped), (1, 1, Some(4)));
}

#[test]
fn generated_lists_are_read_as_they_were_made() {
    for format in [SampleFormat::FixedWidth, SampleFormat::Xml] {
        let sample = Sample { seed: 7, rows: 1200, format };
        let list: String = sample.pieces().collect();
        for pieces in [1000, 64 << 10] {
            let (entries, tally) = read_in(pieces, list.as_bytes()).expect("a list");
            assert_eq!(tally.entries, 1200);
            for (row, entry) in (0..).zip(&entries) {
                assert_eq!(*entry, sample.entry(row));
            }
        }
    }
}

/// Lists with some bytes changed, exchanged or gone, read whole and in pieces: what comes out is the same.
#[test]
fn damaged_lists_are_read_alike_in_any_pieces() {
    let mut dice = 1_u64;
    let mut roll = move |limit: usize| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(dice >> 33).expect("31 bits") % limit
    };
    for format in [SampleFormat::FixedWidth, SampleFormat::Xml] {
        let sample = Sample { seed: 3, rows: 4, format };
        let whole = sample.pieces().collect::<String>().into_bytes();
        for _ in 0..3000 {
            let mut list = whole.clone();
            for _ in 0..1 + roll(3) {
                let at = roll(list.len());
                match roll(4) {
                    0 => list[at] = b"<>/&!-;[]\n\r \xFF\0x"[roll(15)],
                    1 => drop(list.splice(at..at, *b"<!--")),
                    2 => drop(list.drain(at..(at + 1 + roll(40)).min(list.len()))),
                    _ => list[at..].reverse(),
                }
            }
            let text = String::from_utf8_lossy(&list);
            assert_eq!(read_in(usize::MAX, &list), read_in(1 + roll(9), &list), "{text}");
        }
    }
}
