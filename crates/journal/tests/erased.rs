//! Journals with erased records: the rest proves itself, and no tombstone can be forged, changed or moved.

use ed25519_dalek::{Signer, SigningKey};
use journal::{
    Audit, Audited, Chain, Expected, Finding, KnownHead, Opening, Reader, SignedHead, Tombstone, Verdict,
    Writer, signature,
};
use std::collections::BTreeSet;

fn key(seed: u8) -> SigningKey {
    SigningKey::from_bytes(&[seed; 32])
}

fn public(key: &SigningKey) -> [u8; 32] {
    key.verifying_key().to_bytes()
}

/// A journal of three files, as their bytes, with the chain at each border. Every file announces the key and ends with
/// a signature.
struct Journal {
    files: Vec<Vec<u8>>,
    borders: Vec<Chain>,
}

fn journal(key: &SigningKey) -> Journal {
    let mut writer = Writer::new();
    let (mut files, mut borders) = (Vec::new(), vec![writer.chain()]);
    for number in 1..=3u32 {
        let mut lines = Vec::new();
        let head = writer.chain().head_hex();
        let opening = match number {
            1 => String::new(),
            later => format!(",\"segment\":[{later},{},\"{head}\"]", writer.chain().seq()),
        };
        let mut bodies = vec![format!("{{\"journal\":1,\"program\":\"test\",\"epoch\":\"5f3a\"{opening}}}")];
        bodies.push(signature::key_body(u64::from(number), &public(key)));
        bodies.extend((0..5).map(|n| format!("{{\"t\":{},\"rx\":[1,\"8e05\"]}}", number * 1000 + n)));
        for body in &bodies {
            writer.append(body, &mut lines).expect("it is short");
        }
        let (seq, head) = (writer.chain().seq(), writer.chain().head());
        let signature = key.sign(&signature::message(seq, &head)).to_bytes();
        let signed = SignedHead { seq, head, key: public(key), signature };
        writer.append(&signed.emit(9000), &mut lines).expect("it is short");
        files.push(lines);
        borders.push(writer.chain());
    }
    Journal { files, borders }
}

impl Journal {
    /// Returns the tombstone of a file, not yet signed.
    fn stone(&self, file: usize, key: &SigningKey) -> Tombstone {
        Tombstone {
            epoch: "5f3a".to_owned(),
            segment: u32::try_from(file + 1).expect("small"),
            before: self.borders[file],
            after: self.borders[file + 1],
            bytes: self.files[file].len() as u64,
            event: "Zażółć \"Open\"".to_owned(),
            round: (file + 1).to_string(),
            t_ms: (1000, 2000),
            wall_ms: Some(1_795_281_661_012),
            synced: Some(true),
            by: "A. Nowak".to_owned(),
            why: "kept for a year, \"erased\":{ then".to_owned(),
            keys: BTreeSet::from([public(key)]),
            key: public(key),
        }
    }

    /// Returns the journal with these files erased.
    fn without(&self, erased: &[usize], key: &SigningKey) -> Vec<Vec<u8>> {
        let mut files = self.files.clone();
        for &file in erased {
            files[file] = line(&self.stone(file, key), key);
        }
        files
    }

    fn known(&self, border: usize) -> KnownHead {
        KnownHead { seq: Some(self.borders[border].seq()), head: self.borders[border].head(), key: None }
    }
}

/// Returns the line of a tombstone.
fn line(stone: &Tombstone, key: &SigningKey) -> Vec<u8> {
    let body = stone.emit(&key.sign(&stone.message()).to_bytes()).expect("its texts are short");
    let mut line = Vec::new();
    Writer::resume(stone.before).append(&body, &mut line).expect("it is one line");
    line
}

fn audit(files: &[Vec<u8>], expected: Expected) -> Audited {
    let mut audit = Audit::of_segment(expected);
    for file in files {
        audit.next_file();
        file.chunks(61).for_each(|piece| audit.push(piece));
    }
    audit.finish()
}

fn check(files: &[Vec<u8>], expected: Expected, wanted: Finding) {
    let found = audit(files, expected);
    assert_eq!(found.finding, wanted, "{found:?}");
}

#[test]
fn whatever_is_erased_the_rest_is_whole_and_ends_with_the_same_head() {
    let key = key(1);
    let journal = journal(&key);
    let expected = Expected { key: Some(public(&key)), head: Some(journal.known(3)) };
    for erased in [&[0][..], &[1], &[2], &[0, 1], &[1, 2], &[0, 2], &[0, 1, 2]] {
        let files = journal.without(erased, &key);
        for expected in [Expected::default(), expected] {
            let found = audit(&files, expected);
            assert_eq!(found.finding, Finding::Whole, "{erased:?}: {found:?}");
            assert_eq!((found.records, found.head), (24, journal.borders[3].head()));
            let ranges: Vec<_> =
                found.erased.iter().map(|stone| (stone.first_seq(), stone.last_seq())).collect();
            let wanted: Vec<_> =
                erased.iter().map(|&file| (file as u64 * 8 + 1, file as u64 * 8 + 8)).collect();
            assert_eq!(ranges, wanted);
            assert_eq!(found.signatures, 3 - erased.len() as u64);
        }
        // The files are checked as one, and then each alone.
        check(&[files.concat()], expected, Finding::Whole);
        for file in &files {
            check(std::slice::from_ref(file), Expected::default(), Finding::Whole);
        }
        let mut reader = Reader::of_segment();
        reader.push(&files.concat());
        let seqs: Vec<u64> = std::iter::from_fn(|| reader.poll_record()).map(|record| record.seq).collect();
        assert_eq!(seqs.len(), 24 - 7 * erased.len());
        assert_eq!((reader.opening(), seqs.last()), (None, Some(&24)), "{erased:?}");
        assert_eq!(reader.finish(), (Verdict::Whole, journal.borders[3]));
    }
}

#[test]
fn a_tombstone_is_read_as_it_was_written() {
    let key = key(1);
    let stone = journal(&key).stone(1, &key);
    for stone in [
        stone.clone(),
        Tombstone { wall_ms: None, synced: None, keys: BTreeSet::new(), ..stone.clone() },
        Tombstone { round: String::new(), event: String::new(), ..stone.clone() },
    ] {
        let body = stone.emit(&key.sign(&stone.message()).to_bytes()).expect("its texts are short");
        assert_eq!(Tombstone::parse(&body), Some(Ok(stone.clone())));
        assert_eq!(Opening::find(&body), Some(Opening { number: 2, after: stone.before }));
        // The signed bytes are the body without its last 139 bytes: other programs check it like this.
        assert_eq!(stone.message(), format!("topboard erased 1\n{}", &body[..body.len() - 139]).into_bytes());
    }
    let long = Tombstone { why: "x".repeat(401), ..stone };
    assert!(long.emit(&[0; 64]).is_err());
    for other in [
        "{\"journal\":1,\"program\":\"test\",\"epoch\":\"5f3a\"}",
        "{\"t\":5,\"note\":\"{\\\"journal\\\":1,\\\"erased\\\":{\"}",
        "{\"journal\":1,\"program\":\"\\\",\\\"erased\\\":{\"}",
    ] {
        assert_eq!(Tombstone::parse(other), None, "{other}");
    }
}

#[test]
fn every_changed_byte_of_a_tombstone_is_found_in_its_place() {
    let key = key(1);
    let files = journal(&key).without(&[1], &key);
    for at in 0..files[1].len() - 1 {
        for bit in [0, 3, 6] {
            let mut files = files.clone();
            files[1][at] ^= 1 << bit;
            let finding = audit(&files, Expected::default()).finding;
            assert!(matches!(finding, Finding::Altered { record: 9, .. }), "byte {at}: {finding:?}");
        }
        let mut cut = files.clone();
        cut[1].truncate(at);
        let finding = audit(&cut, Expected::default()).finding;
        assert!(matches!(finding, Finding::Altered { record: 9, .. }), "{at} bytes: {finding:?}");
    }
}

#[test]
fn who_changes_a_tombstone_and_mends_its_check_is_found_by_its_signature() {
    let key = key(1);
    let journal = journal(&key);
    let stone = journal.stone(1, &key);
    let signature = key.sign(&stone.message()).to_bytes();
    let forged: [Tombstone; 7] = [
        Tombstone { by: "somebody else".to_owned(), ..stone.clone() },
        Tombstone { why: "no reason".to_owned(), ..stone.clone() },
        Tombstone { round: "7".to_owned(), ..stone.clone() },
        Tombstone { bytes: 1, ..stone.clone() },
        Tombstone { wall_ms: Some(5), ..stone.clone() },
        Tombstone { keys: BTreeSet::new(), ..stone.clone() },
        Tombstone { key: public(&self::key(2)), ..stone.clone() },
    ];
    for forged in forged {
        let body = forged.emit(&signature).expect("its texts are short");
        let mut files = journal.files.clone();
        files[1].clear();
        Writer::resume(forged.before).append(&body, &mut files[1]).expect("it is one line");
        let finding = audit(&files, Expected::default()).finding;
        assert!(matches!(finding, Finding::Altered { record: 9, .. }), "{forged:?}: {finding:?}");
    }
}

#[test]
fn a_tombstone_by_a_foreign_key_is_foreign_wherever_it_stands() {
    let (key, other) = (key(1), key(2));
    let journal = journal(&key);
    for erased in [0, 1, 2] {
        let mut stone = journal.stone(erased, &other);
        // A forged tombstone may well claim that the erased records announced the true key.
        stone.keys.insert(public(&key));
        let mut files = journal.files.clone();
        files[erased] = line(&stone, &other);
        let foreign = Finding::Foreign { record: erased as u64 * 8 + 1, key: public(&other) };
        check(&files, Expected::default(), foreign);
        check(&files, Expected { key: Some(public(&key)), head: None }, foreign);
    }
}

#[test]
fn a_tombstone_joins_nothing_but_what_it_stood_between() {
    let key = key(1);
    let journal = journal(&key);
    let files = journal.without(&[1], &key);
    let altered = |files: &[Vec<u8>], record: u64| {
        let finding = audit(files, Expected::default()).finding;
        assert!(
            matches!(finding, Finding::Altered { record: at, .. } if at == record),
            "{record}: {finding:?}"
        );
    };
    altered(&[files[0].clone(), files[2].clone()], 9);
    altered(&[files[0].clone(), files[1].clone(), files[1].clone()], 17);
    altered(&[files[0].clone(), files[0].clone()], 9);
    // The holder of the key could write any end into it, but the later records do not go on from there.
    let mut stone = journal.stone(1, &key);
    stone.after = Chain::resume([7; 32], 16);
    altered(&[files[0].clone(), line(&stone, &key), files[2].clone()], 17);
    // Changed records before the tombstone are found, too.
    let mut changed = files.clone();
    changed[0][30] ^= 1;
    altered(&changed, 1);
    // A tombstone with another last number would change the numbers that later signatures sign.
    stone.after = Chain::resume(journal.borders[2].head(), 15);
    altered(&[files[0].clone(), line(&stone, &key), files[2].clone()], 23);
}

#[test]
fn a_head_that_was_erased_is_said_to_be_and_one_that_is_left_is_compared() {
    let key = key(1);
    let journal = journal(&key);
    let files = journal.without(&[1], &key);
    let with = |head: KnownHead| Expected { key: None, head: Some(head) };
    for border in [1, 2, 3] {
        check(&files, with(journal.known(border)), Finding::Whole);
        check(&files, with(KnownHead { seq: None, ..journal.known(border) }), Finding::Whole);
    }
    let inside = KnownHead { seq: Some(12), head: [9; 32], key: None };
    check(&files, with(inside), Finding::Erased { from: 9, to: 16 });
    let wrong = KnownHead { seq: Some(16), head: [9; 32], key: None };
    assert!(matches!(audit(&files, with(wrong)).finding, Finding::Altered { .. }));
    // Nothing overflows, whatever number a tombstone claims.
    for to in [u64::MAX, 1 << 53] {
        let mut stone = journal.stone(1, &key);
        stone.after = Chain::resume([7; 32], to);
        let finding = audit(&[files[0].clone(), line(&stone, &key)], Expected::default()).finding;
        assert!(matches!(finding, Finding::Altered { record: 9, .. }), "{finding:?}");
    }
    let later = KnownHead { seq: Some(25), head: [9; 32], key: None };
    assert!(matches!(audit(&files, with(later)).finding, Finding::Cut { record: 24, .. }));
}
