//! Records that were not signed in time: a journal whose every line fits, and that still proves nothing.

use ed25519_dalek::{Signer, SigningKey};
use journal::{Accepted, Audit, Audited, Expected, Finding, KnownHead, SignedHead, Writer, signature};

/// A journal in the making.
#[derive(Default)]
struct Journal {
    writer: Writer,
    lines: Vec<u8>,
}

impl Journal {
    /// Begins a journal with its first line, its key, and a record of each of these times.
    fn begun(times: &[u64]) -> Journal {
        let mut journal = Journal::default();
        journal.append(r#"{"journal":1,"program":"topboard 0.1.0","epoch":"5f3a"}"#);
        journal.append(&signature::key_body(0, &key().verifying_key().to_bytes()));
        journal.grow(times);
        journal
    }

    fn append(&mut self, body: &str) {
        self.writer.append(body, &mut self.lines).expect("a short body fits");
    }

    fn grow(&mut self, times: &[u64]) {
        times.iter().for_each(|t| self.append(&format!(r#"{{"t":{t},"rx":[1,"8e0534"]}}"#)));
    }

    fn sign(&mut self, t_ms: u64) {
        let (seq, head) = (self.writer.chain().seq(), self.writer.chain().head());
        let signature = key().sign(&signature::message(seq, &head)).to_bytes();
        let signed = SignedHead { seq, head, key: key().verifying_key().to_bytes(), signature };
        self.append(&signed.emit(t_ms));
    }

    fn audit(&self, beside: Option<KnownHead>) -> Audited {
        let mut audit = Audit::new(Expected::default()).beside(beside);
        audit.push(&self.lines);
        audit.finish()
    }

    fn known(&self) -> KnownHead {
        KnownHead { seq: Some(self.writer.chain().seq()), head: self.writer.chain().head(), key: None }
    }
}

fn key() -> SigningKey {
    SigningKey::from_bytes(&[7; 32])
}

#[test]
fn a_minute_may_stand_unsigned_and_no_more() {
    let mut journal = Journal::begun(&[0, 50_000]);
    journal.sign(50_000);
    journal.grow(&[51_000, 111_000]);
    let found = journal.audit(None);
    assert_eq!(found.finding, Finding::Whole);
    assert_eq!(found.unsigned.map(|open| (open.from, open.to, open.ms())), Some((6, 7, 60_000)));
    // Notes of the time of day are worth no signature, however late they are.
    journal.append(r#"{"t":900000,"wall_ms":1795281661012,"synced":true}"#);
    assert_eq!(journal.audit(None).finding, Finding::Whole);
    journal.grow(&[111_001]);
    let Finding::Unproven { stretch, .. } = journal.audit(None).finding else {
        panic!("it is more than a minute")
    };
    assert_eq!((stretch.from, stretch.to, stretch.ms()), (6, 9, 60_001));
    // A pause in which nothing was written is no stretch.
    let mut paused = Journal::begun(&[0, 30_000]);
    paused.sign(30_000);
    paused.grow(&[9_000_000, 9_060_000]);
    assert_eq!(paused.audit(None).finding, Finding::Whole);
}

#[test]
fn what_was_signed_long_after_it_was_written_is_unproven() {
    for (last, is_whole) in [(90_000, true), (90_001, false)] {
        let mut journal = Journal::begun(&[0, 40_000, last]);
        journal.sign(last);
        journal.grow(&[last + 1]);
        let found = journal.audit(None);
        assert_eq!(found.finding == Finding::Whole, is_whole, "{found:?}");
        assert_eq!(found.signatures, 1);
    }
}

#[test]
fn an_unsigned_chain_without_its_first_line_is_cut() {
    let mut journal = Journal::default();
    journal.grow(&[0, 1000]);
    assert!(matches!(journal.audit(None).finding, Finding::Cut { record: 0, .. }));
    assert_eq!(Journal::begun(&[0, 1000]).audit(None).finding, Finding::Whole);
}

#[test]
fn a_head_beside_a_journal_tells_of_its_end_and_of_another_journal() {
    let mut journal = Journal::begun(&[0, 1000]);
    journal.sign(1000);
    let known = journal.known();
    assert_eq!(journal.audit(Some(known)).finding, Finding::Whole);
    journal.grow(&[2000]);
    assert_eq!(journal.audit(Some(known)).finding, Finding::Whole, "an older head is no less true");
    assert!(matches!(Journal::begun(&[0, 1000]).audit(Some(known)).finding, Finding::Cut { record: 4, .. }));
    let other = Journal::begun(&[0, 1001, 1002, 1003]).audit(Some(known));
    assert!(matches!(other.finding, Finding::Altered { record: 5, .. }) && other.is_line_sound, "{other:?}");
}

#[test]
fn what_somebody_accepted_is_told_and_heals_nothing() {
    let mut journal = Journal::begun(&[0, 200_000]);
    let said = Accepted { by: "A. Nowak".to_owned(), found: vec!["records 3 to 4".to_owned()] };
    journal.append(&said.emit(200_000));
    journal.sign(200_000);
    let found = journal.audit(None);
    assert!(matches!(found.finding, Finding::Unproven { .. }), "{found:?}");
    assert_eq!(found.accepted, [(5, said)]);
}
