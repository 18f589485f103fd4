//! The journal as evidence: every change of a signed journal, of an excerpt and of a page around it is found and named.

use ed25519_dalek::{Signer, SigningKey};
use journal::{
    Audit, Audited, Chain, ChainLink, Excerpt, ExcerptCutter, Expected, Finding, KnownHead, SignedHead,
    Writer, excerpt, hex, seal, signature,
};

fn key(seed: u8) -> SigningKey {
    SigningKey::from_bytes(&[seed; 32])
}

fn public(key: &SigningKey) -> [u8; 32] {
    key.verifying_key().to_bytes()
}

fn sign(key: &SigningKey, chain: &Chain) -> SignedHead {
    let (seq, head) = (chain.seq(), chain.head());
    let signature = key.sign(&signature::message(seq, &head)).to_bytes();
    SignedHead { seq, head, key: public(key), signature }
}

/// Returns ten bodies: records 4 and 8 are signatures, the last two records are not signed for.
fn bodies(key: &SigningKey) -> Vec<String> {
    let mut writer = Writer::new();
    let mut lines = Vec::new();
    let mut bodies = Vec::new();
    for n in 1..=10u64 {
        let body = match n {
            1 => r#"{"journal":1,"program":"topboard 0.1.0","epoch":"5f3a"}"#.to_owned(),
            2 => signature::key_body(0, &public(key)),
            4 | 8 => sign(key, &writer.chain()).emit(n * 1000),
            6 => r#"{"t":6000,"note":"</script><b>zażółć</b>"}"#.to_owned(),
            n => format!(r#"{{"t":{},"rx":[1,"8e0534{n:02x}"]}}"#, n * 1000),
        };
        writer.append(&body, &mut lines).expect("a short body fits");
        bodies.push(body);
    }
    bodies
}

fn journal(bodies: &[String]) -> Vec<u8> {
    let mut writer = Writer::new();
    let mut bytes = Vec::new();
    for body in bodies {
        writer.append(body, &mut bytes).expect("a short body fits");
    }
    bytes
}

fn audit(bytes: &[u8], expected: Expected) -> Audited {
    let mut audit = Audit::new(expected);
    audit.push(bytes);
    audit.finish()
}

fn head_of(bytes: &[u8]) -> KnownHead {
    let found = audit(bytes, Expected::default());
    KnownHead { seq: Some(found.records), head: found.head, key: None }
}

fn cut(bodies: &[String], from: u64, to: u64) -> Option<Excerpt> {
    let mut cutter = ExcerptCutter::new(from..=to);
    bodies.iter().for_each(|body| cutter.feed(body));
    cutter.finish()
}

fn page(excerpt: &Excerpt, key: Option<&SigningKey>) -> String {
    let page = format!("<!doctype html>\n<p>advisory</p>\n{}\n", excerpt.element());
    let signature =
        key.map(|key| (public(key), key.sign(&signature::page_message(&seal::digest(&page))).to_bytes()));
    let end = seal::end(&page, signature.as_ref());
    page + &end
}

fn check_page(page: &str, expected: Expected) -> Finding {
    seal::audit(page, expected).expect("it is a report").audited.finding
}

#[test]
fn a_signed_journal_is_whole_and_says_how_far_it_is_signed() {
    let key = key(1);
    let bytes = journal(&bodies(&key));
    let expected = Expected { key: Some(public(&key)), head: Some(head_of(&bytes)) };
    let found = audit(&bytes, expected);
    assert_eq!(found.finding, Finding::Whole);
    assert_eq!((found.records, found.signatures, found.signed_seq), (10, 2, 7));
    assert!(found.keys.contains(&public(&key)));
    for piece in [1, 7, 64] {
        let mut audit = Audit::new(expected);
        bytes.chunks(piece).for_each(|bytes| audit.push(bytes));
        assert_eq!(audit.finish(), found);
    }
}

#[test]
fn another_key_is_foreign_and_none_is_unsigned() {
    let bytes = journal(&bodies(&key(1)));
    let other = Expected { key: Some(public(&key(2))), head: None };
    assert_eq!(audit(&bytes, other).finding, Finding::Foreign { record: 4, key: public(&key(1)) });
    assert_eq!(audit(&journal(&bodies(&key(1))[..3]), other).finding, Finding::Unsigned);
    // A key that the journal never announced signs nothing in it.
    let mut untold = bodies(&key(1));
    let mut chain = Chain::new();
    untold[..3].iter().for_each(|body| _ = chain.extend(body.as_bytes()));
    untold[3] = sign(&key(3), &chain).emit(4000);
    assert_eq!(
        audit(&journal(&untold), Expected::default()).finding,
        Finding::Foreign { record: 4, key: public(&key(3)) }
    );
}

/// A changed body with a new chain behind it is found at the next signature, and so is a forged signature there.
#[test]
fn a_journal_that_was_chained_anew_is_altered_at_its_next_signature() {
    let mut forged = bodies(&key(1));
    forged[4] = forged[4].replace("8e0534", "8e0535");
    let found = audit(&journal(&forged), Expected::default());
    assert!(matches!(found.finding, Finding::Altered { record: 8, .. }), "{found:?}");
    assert_eq!((found.records, found.signed_seq), (7, 3));

    let mut chain = Chain::new();
    forged[..7].iter().for_each(|body| _ = chain.extend(body.as_bytes()));
    let mut signed = sign(&key(2), &chain);
    signed.key = public(&key(1));
    forged[7] = signed.emit(8000);
    let found = audit(&journal(&forged), Expected::default());
    assert!(matches!(found.finding, Finding::Altered { record: 8, .. }), "{found:?}");
}

#[test]
fn a_known_head_finds_a_cut_journal_and_one_written_anew() {
    let bodies = bodies(&key(1));
    let bytes = journal(&bodies);
    let known = head_of(&bytes);
    for kept in 0..10 {
        for known in [known, KnownHead { seq: None, ..known }] {
            let found = audit(&journal(&bodies[..kept]), Expected { key: None, head: Some(known) });
            assert!(
                matches!(found.finding, Finding::Cut { record, .. } if record == kept as u64),
                "{found:?}"
            );
        }
    }
    let mut anew = bodies[..7].to_vec();
    anew.extend((0..5).map(|n| format!(r#"{{"t":9000,"note":{n}}}"#)));
    let found = audit(&journal(&anew), Expected { key: None, head: Some(known) });
    assert!(matches!(found.finding, Finding::Altered { record: 10, .. }), "{found:?}");
}

#[test]
fn a_known_head_is_read_as_it_is_printed() {
    let head = KnownHead { seq: Some(990), head: [0xab; 32], key: Some([7; 32]) };
    for head in [head, KnownHead { key: None, ..head }, KnownHead { key: None, seq: None, ..head }] {
        let text = head.to_string();
        assert_eq!(KnownHead::parse(&text), Some(head));
        assert_eq!(KnownHead::parse(&format!(" {}\n", text.to_ascii_lowercase())), Some(head));
        assert!(text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || "-:".contains(c)));
    }
    for bad in ["", "abc", "TOPBOARD-HEAD:1:x:00", "TOPBOARD-HEAD:2:1:00", &"g".repeat(64), &"0".repeat(63)] {
        assert_eq!(KnownHead::parse(bad), None, "{bad}");
    }
}

#[test]
fn an_excerpt_goes_on_to_the_next_signature_and_proves_itself() {
    let key = key(1);
    let bodies = bodies(&key);
    for (from, to, signed) in [(1, 1, Some(3)), (5, 6, Some(7)), (2, 7, Some(7)), (8, 8, None), (9, 10, None)]
    {
        let excerpt = cut(&bodies, from, to).expect("these records are there");
        assert_eq!(excerpt.signature.map(|signed| signed.seq), signed, "{from} to {to}");
        let found = Excerpt::find(&excerpt.element()).expect("it is read as it was written");
        assert_eq!(found, excerpt);
        let audited = found.audit(Expected { key: signed.map(|_| public(&key)), head: None });
        assert_eq!(audited.finding, Finding::Whole, "{from} to {to}");
        // Record 8 is itself a signature, of everything before it.
        assert_eq!(audited.signed_seq, signed.unwrap_or(if from == 8 { 7 } else { 0 }));
    }
    assert_eq!(cut(&bodies, 5, 11), None);
    #[expect(clippy::reversed_empty_ranges, reason = "a range that holds nothing gives no excerpt")]
    let nothing = ExcerptCutter::new(6..=5).finish();
    assert_eq!(nothing, None);
    let unsigned = cut(&bodies, 9, 10).expect("they are there");
    let expected = Expected { key: Some(public(&key)), head: None };
    assert_eq!(unsigned.audit(expected).finding, Finding::Unsigned);
}

#[test]
fn an_excerpt_that_was_touched_is_named_by_its_record() {
    let bodies = bodies(&key(1));
    let whole = cut(&bodies, 3, 6).expect("they are there");
    type Touch = fn(&mut Excerpt);
    let altered: [(u64, Touch); 6] = [
        (5, |it| {
            let ChainLink::Line(line) = &mut it.records[2] else { return };
            *line = line.replace("8e", "8f");
        }),
        (4, |it| drop(it.records.remove(1))),
        (4, |it| it.records.swap(1, 2)),
        (5, |it| it.records.insert(1, it.records[1].clone())),
        (3, |it| it.head_before[0] ^= 1),
        (6, |it| it.head_after[0] ^= 1),
    ];
    for (record, touch) in altered {
        let mut touched = whole.clone();
        touch(&mut touched);
        let finding = touched.audit(Expected::default()).finding;
        assert!(
            matches!(finding, Finding::Altered { record: at, .. } if at == record),
            "{record}: {finding:?}"
        );
    }
    let unproven: [Touch; 5] = [
        |it| drop(it.later_links.pop()),
        |it| drop(it.records.pop()),
        |it| it.from_seq -= 1,
        |it| it.to_seq += 9,
        |it| it.signature.as_mut().expect("it is signed").signature[5] ^= 1,
    ];
    for (n, touch) in unproven.into_iter().enumerate() {
        let mut touched = whole.clone();
        touch(&mut touched);
        let finding = touched.audit(Expected::default()).finding;
        assert!(matches!(finding, Finding::Altered { .. } | Finding::Cut { .. }), "{n}: {finding:?}");
    }
}

/// Record 6 must not be shown. The signature in 8 reaches record 7, and the one in 4 reaches the records before 4.
/// Nothing reaches 4 and 5.
#[test]
fn an_excerpt_with_a_record_withheld_says_how_far_it_is_proven() {
    let key = key(1);
    let bodies = bodies(&key);
    for (from, to, unreached) in [(5, 7, 1), (3, 7, 2), (6, 7, 0), (2, 10, 5)] {
        let mut cutter = ExcerptCutter::new(from..=to);
        for (body, seq) in bodies.iter().zip(1..) {
            if seq == 6 {
                cutter.feed_withheld(body, Some("{\"t\":6000}".to_owned()));
            } else {
                cutter.feed(body);
            }
        }
        let excerpt = cutter.finish().expect("these records are there");
        let element = excerpt.element();
        assert!(!element.contains("zażółć"), "{element}");
        let found = Excerpt::find(&element).expect("it is read as it was written");
        assert_eq!(found, excerpt);
        let audited = found.audit(Expected::default());
        assert_eq!((audited.finding, audited.withheld), (Finding::Whole, 1), "{from} to {to}");
        assert_eq!(audited.unreached, unreached, "{from} to {to}");
        // Lines that a signature reaches cannot be changed, nor can the head with which they begin.
        let last = excerpt.records.len() - 1;
        let mut touched = excerpt.clone();
        if let ChainLink::Line(line) = &mut touched.records[last] {
            *line = line.replace("8e", "8f").replace("signed", "sighed");
        }
        if touched != excerpt {
            let finding = touched.audit(Expected::default()).finding;
            assert!(matches!(finding, Finding::Altered { .. }), "{from} to {to}: {finding:?}");
        }
        for link in 0..=last {
            let mut touched = excerpt.clone();
            if let ChainLink::Withheld { head, .. } = &mut touched.records[link] {
                head[3] ^= 1;
                let finding = touched.audit(Expected::default()).finding;
                assert!(matches!(finding, Finding::Altered { .. }), "{from} to {to}: {finding:?}");
            }
        }
    }
}

#[test]
fn every_changed_byte_of_a_page_is_found() {
    let key = key(1);
    let excerpt = cut(&bodies(&key), 5, 6).expect("they are there");
    for signer in [None, Some(&key)] {
        let page = page(&excerpt, signer);
        assert_eq!(check_page(&page, Expected::default()), Finding::Whole);
        for at in 0..page.len() {
            let mut bytes = page.clone().into_bytes();
            bytes[at] ^= 1;
            let Ok(touched) = String::from_utf8(bytes) else { continue };
            match seal::audit(&touched, Expected::default()) {
                Ok(found) => assert_ne!(found.audited.finding, Finding::Whole, "byte {at}"),
                Err(_) => assert!(!touched.contains(&page[20..]), "byte {at}"),
            }
        }
        for kept in (0..page.len()).filter(|&kept| page.is_char_boundary(kept)) {
            match seal::audit(&page[..kept], Expected::default()) {
                Ok(found) => assert!(matches!(found.audited.finding, Finding::Torn { .. }), "{kept}"),
                Err(_) => assert!(!page[..kept].contains(excerpt::ELEMENT_TYPE), "{kept}"),
            }
        }
    }
}

/// Huge numbers in a page or a file are refused or counted, and nothing overflows.
#[test]
fn numbers_at_the_end_of_the_range_do_no_harm() {
    let excerpt = cut(&bodies(&key(1)), 5, 6).expect("they are there");
    for seq in [0, (1 << 53) - 1, 1 << 53, u64::MAX - 1, u64::MAX] {
        let claimed = Excerpt { from_seq: seq, to_seq: seq, ..excerpt.clone() };
        if let Ok(found) = seal::audit(&page(&claimed, None), Expected::default()) {
            assert_ne!(found.audited.finding, Finding::Whole);
        }
        let head = "0".repeat(64);
        let line = format!("0123456789abcdef {{\"journal\":1,\"segment\":[2,{seq},\"{head}\"]}}\n");
        let mut audit = Audit::of_segment(Expected::default());
        audit.push(line.as_bytes());
        assert!(matches!(audit.finish().finding, Finding::Altered { .. }));
    }
}

#[test]
fn a_page_sealed_by_another_key_is_foreign() {
    let excerpt = cut(&bodies(&key(1)), 5, 6).expect("they are there");
    let page = page(&excerpt, Some(&key(2)));
    assert!(matches!(check_page(&page, Expected::default()), Finding::Foreign { .. }));
}

/// The signed bytes are fixed for good, because other programs check them, too.
#[test]
fn what_is_signed_never_changes() {
    assert_eq!(
        signature::message(7, &[0xab; 32]),
        format!("topboard journal head 1\n7\n{}\n", "ab".repeat(32)).into_bytes()
    );
    let signed = sign(&key(1), &Chain::resume([0xab; 32], 7));
    // Another program computed this from RFC 8032 with a seed of thirty-two bytes 01.
    assert_eq!(hex::emit(&signed.key), "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c");
    assert!(signed.is_genuine());
    assert_eq!(SignedHead::parse(&signed.emit(5)), Some(Ok(signed)));
    assert!(signed.emit(5).starts_with(r#"{"t":5,"signed":{"seq":7,"head":"abab"#));
}
