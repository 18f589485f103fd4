//! The border of the journal: what is written is read back, and damage is found and located.

use journal::{AppendError, Chain, LINE_MAX, Opening, Reader, Record, Verdict, Writer};

const BODIES: [&str; 5] = [
    r#"{"journal":1,"program":"topboard 0.1.0","epoch":"5f3a"}"#,
    r#"{"t":0,"opened":[1,"ttyACM0"]}"#,
    r#"{"t":12,"rx":[1,"8e05341b"]}"#,
    r#"{"t":12,"rx":[1,"8e05341b"]}"#,
    r#"{"t":90,"note":"zażółć gęślą jaźń"}"#,
];

fn journal() -> Vec<u8> {
    let mut writer = Writer::new();
    let mut bytes = Vec::new();
    for body in BODIES {
        writer.append(body, &mut bytes).expect("a short body fits");
    }
    bytes
}

/// Returns the end of each line, as offsets.
fn line_ends(bytes: &[u8]) -> Vec<usize> {
    (1..=bytes.len()).filter(|&end| bytes[end - 1] == b'\n').collect()
}

fn read_in_chunks(bytes: &[u8], chunk: usize) -> (Vec<Record>, Verdict, Chain) {
    let mut reader = Reader::new();
    let mut records = Vec::new();
    for part in bytes.chunks(chunk.max(1)) {
        reader.push(part);
        records.extend(std::iter::from_fn(|| reader.poll_record()));
    }
    let (verdict, chain) = reader.finish();
    (records, verdict, chain)
}

fn read(bytes: &[u8]) -> (Vec<Record>, Verdict) {
    let (records, verdict, _) = read_in_chunks(bytes, bytes.len());
    (records, verdict)
}

/// Checks that the damage is in this line, and that only the records before it were read.
fn check_damaged(bytes: &[u8], line: usize, what: &str) {
    let (records, verdict) = read(bytes);
    match verdict {
        Verdict::Damaged { line: found, offset, .. } => {
            assert_eq!(found, line as u64, "{what}");
            let ends = line_ends(bytes);
            assert_eq!(offset, if line == 1 { 0 } else { ends[line - 2] as u64 }, "{what}");
        }
        other => panic!("{what}: {other:?}"),
    }
    assert_eq!(records.len(), line - 1, "{what}");
}

#[test]
fn what_was_written_is_read_however_it_is_split() {
    let bytes = journal();
    for chunk in 1..=bytes.len() {
        let (records, verdict, chain) = read_in_chunks(&bytes, chunk);
        assert_eq!(verdict, Verdict::Whole);
        assert_eq!(records.iter().map(|record| record.body.as_str()).collect::<Vec<_>>(), BODIES);
        assert_eq!(records.iter().map(|record| record.seq).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
        assert_eq!(records[1].offset, line_ends(&bytes)[0] as u64);
        assert_eq!(chain.seq(), 5);
    }
}

#[test]
fn an_empty_journal_is_whole() {
    assert_eq!(read(b""), (Vec::new(), Verdict::Whole));
}

#[test]
fn a_flipped_bit_is_found_in_its_line() {
    let bytes = journal();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut bad = bytes.clone();
            bad[at] ^= 1 << bit;
            let line = line_ends(&bytes).iter().take_while(|&&end| end <= at).count() + 1;
            if at + 1 == bytes.len() {
                // Without the last line feed, the line counts as not finished.
                assert!(matches!(read(&bad).1, Verdict::Torn { .. }));
            } else {
                check_damaged(&bad, line, &format!("byte {at}, bit {bit}"));
            }
        }
    }
}

#[test]
fn a_dropped_doubled_or_moved_line_is_found() {
    let bytes = journal();
    let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    for index in 0..lines.len() {
        let mut doubled = lines.clone();
        doubled.insert(index, lines[index]);
        check_damaged(&doubled.concat(), index + 2, "doubled");
        if index + 1 < lines.len() {
            let mut dropped = lines.clone();
            dropped.remove(index);
            check_damaged(&dropped.concat(), index + 1, "dropped");
            let mut swapped = lines.clone();
            swapped.swap(index, index + 1);
            check_damaged(&swapped.concat(), index + 1, "swapped");
        }
    }
}

#[test]
fn a_cut_is_torn_unless_it_is_at_the_end_of_a_line() {
    let bytes = journal();
    let ends = line_ends(&bytes);
    for cut in 0..bytes.len() {
        let kept = ends.iter().copied().take_while(|&end| end <= cut).last().unwrap_or(0);
        let expected = if kept == cut {
            Verdict::Whole
        } else {
            Verdict::Torn { kept_bytes: kept as u64, cut_bytes: (cut - kept) as u64 }
        };
        assert_eq!(read(&bytes[..cut]).1, expected, "cut at {cut}");
    }
}

#[test]
fn nul_bytes_after_a_power_cut_are_a_torn_tail_of_any_length() {
    let bytes = journal();
    for count in [1, 17, LINE_MAX + 5, 3 * LINE_MAX] {
        for cut in [bytes.len(), bytes.len() - 3] {
            let mut tail = bytes[..cut].to_vec();
            tail.resize(cut + count, 0);
            let kept = line_ends(&tail).last().copied().expect("some lines are whole");
            let expected = Verdict::Torn { kept_bytes: kept as u64, cut_bytes: (tail.len() - kept) as u64 };
            assert_eq!(read(&tail).1, expected);
            assert_eq!(read_in_chunks(&tail, 4096).1, expected);
        }
    }
}

/// Returns a journal whose lines from 6 on were written but not synced when the power failed. `mark` says what was
/// safe by then.
fn journal_with_tail(mark: Option<u64>) -> (Vec<u8>, usize) {
    let mut bytes = journal();
    let safe = bytes.len();
    let mut writer = Writer::resume(read_in_chunks(&bytes, 64).2);
    for n in 0..400 {
        let body = format!("{{\"t\":{n},\"rx\":[1,\"8e05341b\"]}}");
        writer.append(&body, &mut bytes).expect("a short body fits");
    }
    if let Some(seq) = mark {
        writer.append(&journal::mark::emit(seq), &mut bytes).expect("a short body fits");
    }
    (bytes, safe)
}

#[test]
fn pages_that_were_never_written_are_a_torn_tail_unless_a_mark_says_they_were_safe() {
    const PAGE: usize = 4096;
    for (mark, torn) in [(None, true), (Some(5), true), (Some(6), false), (Some(405), false)] {
        let (bytes, safe) = journal_with_tail(mark);
        // The page in which the safe bytes end may hold them although the rest of the page was not written.
        for hole in [safe..PAGE, PAGE..2 * PAGE, 2 * PAGE..3 * PAGE] {
            let mut bad = bytes.clone();
            bad[hole.clone()].fill(0);
            let kept = line_ends(&bytes).into_iter().take_while(|&end| end <= hole.start).last();
            let (kept, line) = (kept.expect("some"), line_ends(&bytes[..hole.start]).len() as u64 + 1);
            let torn = torn || mark.is_some_and(|seq| seq < line);
            for chunk in [1, 64, bad.len()] {
                let verdict = read_in_chunks(&bad, chunk).1;
                let expected =
                    Verdict::Torn { kept_bytes: kept as u64, cut_bytes: (bad.len() - kept) as u64 };
                match verdict {
                    Verdict::Damaged { line: found, .. } => {
                        assert!(!torn && found == line, "{hole:?} {mark:?}")
                    }
                    other => assert!(torn && other == expected, "{hole:?} {mark:?}: {other:?}"),
                }
            }
        }
        // Bytes that do not look like a page are damage, with or without a mark.
        let mut bad = bytes.clone();
        bad[safe + 40] = 0;
        assert!(matches!(read(&bad).1, Verdict::Damaged { line: 6, .. }));
    }
}

#[test]
fn text_after_many_nul_bytes_is_a_hole_only_where_sectors_are() {
    let (mut bytes, end) = (journal(), journal().len());
    bytes.resize(4 * LINE_MAX, 0);
    bytes.extend_from_slice(b"more\n");
    let torn = Verdict::Torn { kept_bytes: end as u64, cut_bytes: (bytes.len() - end) as u64 };
    assert_eq!(read(&bytes).1, torn);
    assert_eq!(read_in_chunks(&bytes, 4096).1, torn);
    bytes.insert(end, 0);
    assert!(matches!(read(&bytes).1, Verdict::Damaged { line: 6, .. }));
    assert!(matches!(read_in_chunks(&bytes, 4096).1, Verdict::Damaged { line: 6, .. }));
}

#[test]
fn a_segment_is_read_alone_and_after_the_one_before_it() {
    let first = journal();
    let after = read_in_chunks(&first, 64).2;
    let opening = format!(r#"{{"journal":1,"epoch":"5f3a","segment":[2,5,"{}"]}}"#, after.head_hex());
    assert_eq!(Opening::find(&opening), Some(Opening { number: 2, after }));
    for bad in [&opening[1..], &opening.replace("[2", "[x"), &opening.replace(",5,", ",5,6,"), BODIES[0]] {
        assert_eq!(Opening::find(bad), None, "{bad}");
    }
    let mut writer = Writer::resume(after);
    let mut second = Vec::new();
    writer.append(&opening, &mut second).expect("a short body fits");
    writer.append(BODIES[2], &mut second).expect("a short body fits");

    let mut alone = Reader::of_segment();
    alone.push(&second);
    assert_eq!(alone.poll_record().map(|record| record.seq), Some(6));
    assert_eq!(alone.opening().map(|opening| opening.number), Some(2));
    assert_eq!(alone.finish(), (Verdict::Whole, writer.chain()));
    check_damaged(&second, 1, "a segment is not a journal");

    let mut whole = Reader::new();
    whole.push(&first);
    while whole.poll_record().is_some() {}
    whole.next_file();
    whole.push(&second);
    assert_eq!(whole.finish(), (Verdict::Whole, writer.chain()));

    let mut lone = Reader::of_segment();
    lone.push(&first);
    assert_eq!(lone.finish(), (Verdict::Whole, after));
}

#[test]
fn an_overlong_line_is_damage_and_is_never_written() {
    let mut bytes = journal();
    let before = bytes.len();
    bytes.resize(before + LINE_MAX, b'x');
    assert!(matches!(read_in_chunks(&bytes, 4096).1, Verdict::Damaged { line: 6, .. }));

    let mut writer = Writer::new();
    let mut lines = Vec::new();
    assert_eq!(writer.append(&"x".repeat(LINE_MAX - 17), &mut lines), Err(AppendError::TooLong));
    assert_eq!(writer.append("a\nb", &mut lines), Err(AppendError::LineFeed));
    assert_eq!((lines.len(), writer.chain()), (0, Chain::new()));
    assert_eq!(writer.append(&"x".repeat(LINE_MAX - 18), &mut lines), Ok(1));
    assert_eq!(lines.len(), LINE_MAX);
    assert_eq!(read(&lines).1, Verdict::Whole);
}

#[test]
fn a_writer_resumed_from_a_reader_writes_the_same_bytes() {
    let whole = journal();
    for kept in 0..=BODIES.len() {
        let cut = if kept == 0 { 0 } else { line_ends(&whole)[kept - 1] };
        let (_, _, chain) = read_in_chunks(&whole[..cut], 7);
        assert_eq!(chain.seq(), kept as u64);
        let mut writer = Writer::resume(chain);
        let mut bytes = whole[..cut].to_vec();
        for body in &BODIES[kept..] {
            writer.append(body, &mut bytes).expect("a short body fits");
        }
        assert_eq!(bytes, whole);
    }
}

/// The bytes of version 1. This sample is never edited: a journal written by the first program stays readable.
#[test]
fn version_1_is_read_and_written_as_it_always_was() {
    let golden = include_bytes!("../testdata/version-1.journal");
    let (_, verdict, chain) = read_in_chunks(golden, 64);
    assert_eq!(verdict, Verdict::Whole);
    assert_eq!(chain.head_hex(), include_str!("../testdata/version-1.head").trim_end());
    assert_eq!(golden.as_slice(), journal());
}
