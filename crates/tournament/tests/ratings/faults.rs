//! What is no list, or only half of one.

use super::{COMBINED, line, read};
use tournament::ratings::FaultKind;

/// Returns the line and the kind of the fault.
fn fault(list: impl AsRef<[u8]>) -> (u64, FaultKind) {
    let fault = read(list).expect_err("no list");
    (fault.line, fault.what)
}

#[test]
fn other_files_are_refused() {
    for list in [
        &b"Dear arbiter,\n\nthe list follows.\n"[..],
        b"<!DOCTYPE html><html><body>404</body></html>",
        b"<html><body>404</body></html>",
        b"<playerslists></playerslists>",
        b"PK\x05\x06 or so\n",
        b"\x7FELF\n",
    ] {
        let (line, what) = fault(list);
        assert_eq!(line, 1);
        assert!(matches!(what, FaultKind::NotAList | FaultKind::NotText), "{what:?}");
    }
    for list in [&b""[..], b"\xEF\xBB\xBF", b"\r\n \n"] {
        assert_eq!(fault(list), (1, FaultKind::Empty));
    }
    assert_eq!(fault(vec![b' '; 5000]).1, FaultKind::NotAList);
    assert_eq!(fault(vec![b'x'; 5000]).1, FaultKind::TooLong(1024));
    assert_eq!(fault(vec![0; 5000]).1, FaultKind::TooLong(1024));
    assert_eq!(fault([b"<".as_slice(), &[b'x'; 100_000]].concat()).1, FaultKind::NotAList);
    assert_eq!(fault(format!("{}{COMBINED}", " ".repeat(2000))), (1, FaultKind::NotAList));
    for list in [b"\xFF\xFEI\0D\0", b"\xFE\xFF\0I\0D"] {
        assert_eq!(fault(list), (1, FaultKind::Encoding("UTF-16".to_owned())));
    }
    for half_a_mark in [b"\xFF<", b"\xFE<", b"\xEF<"] {
        assert_eq!(fault(half_a_mark), (1, FaultKind::NotAList));
    }
    assert_eq!(fault("ID Number  Name  Sex SRtng\n").1, FaultKind::NoColumn("Fed"));
}

#[test]
fn a_list_that_ends_too_early_is_told_from_a_whole_one() {
    let whole = format!(
        "{COMBINED}{}{}",
        line(7, "A, B", "POL", [1, 2, 3], 1990),
        line(8, "C, D", "POL", [1, 2, 3], 1990)
    );
    assert_eq!(read(&whole).expect("whole").1.entries, 2);
    // The year of birth is the last that counts; blanks behind it may be missing.
    assert_eq!(read(whole.trim_end()).expect("whole").1.entries, 2);
    let last = COMBINED.len() + whole[COMBINED.len()..].find('\n').expect("two lines") + 1;
    for cut in last + 1..whole.trim_end().len() {
        assert_eq!(fault(&whole[..cut]), (3, FaultKind::Truncated), "{cut}");
    }
    assert_eq!(fault(COMBINED), (1, FaultKind::Truncated));
    let xml = "<?xml version=\"1.0\"?>\n<playerslist>\n<player><fideid>7</fideid><name>A, B</name></player>\n</playerslist>";
    assert_eq!(read(xml).expect("whole").1.entries, 1);
    for cut in xml.find("<player>").expect("one")..xml.len() {
        assert_eq!(fault(&xml[..cut]).1, FaultKind::Truncated, "{cut}");
    }
    assert_eq!(fault(&xml[..xml.find("\n</player").expect("one")]).0, 3);
}

#[test]
fn broken_lists_say_where() {
    let row = line(7, "A, B", "POL", [1, 2, 3], 1990);
    let mut binary = format!("{COMBINED}{row}{row}").into_bytes();
    binary[COMBINED.len() + row.len() + 20] = 7;
    assert_eq!(fault(binary), (3, FaultKind::NotText));
    assert_eq!(fault(format!("{COMBINED}{row}{}", "x".repeat(2000))), (3, FaultKind::TooLong(1024)));
    let (_, tally) = read(format!("{COMBINED}{row}no number\n{row}\nneither\n")).expect("a list");
    assert_eq!((tally.entries, tally.skipped, tally.first_skipped), (2, 2, Some(3)));
    assert!(matches!(
        fault(format!("{COMBINED}{}", "no number\n".repeat(2000))),
        (1002, FaultKind::TooManySkipped(1001))
    ));

    let entry = "<player><fideid>7</fideid><name>A, B</name></player>\n";
    let list = |second: &str| format!("<playerslist>\n{entry}{second}\n</playerslist>");
    for (second, kind) in [
        ("<player><fideid>7</name></player>", "Markup"),
        ("<player><name>&nbsp;</name></player>", "Entity"),
        ("<player><name>&#7;</name></player>", "Entity"),
        ("<!DOCTYPE x [<!ENTITY a \"b\">]><player></player>", "DocumentType"),
        ("</player>", "Markup"),
        ("<person></person><player></player>", "Markup"),
    ] {
        let (line, what) = fault(list(second));
        assert!(format!("{what:?}").starts_with(kind), "{second}: {what:?}");
        assert_eq!(line, 3, "{second}");
    }
    assert_eq!(fault(list("<!-- </player>")), (4, FaultKind::Truncated));
    let mut bytes = list("<player><name>xx</name></player>").into_bytes();
    let at = bytes.iter().position(|byte| *byte == b'x').expect("it is there");
    bytes[at] = 0xFF;
    assert_eq!(fault(bytes), (3, FaultKind::NotText));
    assert_eq!(
        fault("<?xml version='1.0' encoding='EBCDIC'?><playerslist></playerslist>").1,
        FaultKind::Encoding("EBCDIC".to_owned())
    );
    let long = list(&format!("<player><name>{}", "x".repeat(200_000)));
    assert!(matches!(fault(long).1, FaultKind::TooLong(_)));
}
