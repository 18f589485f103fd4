//! The arbiter's reports on an adjourned game, and the answer to each.

use super::{
    Adjournment, Stage, Step,
    sealed::{self, Written},
    text,
};
use crate::{
    Kind, Outcome, Phrase, Remedy, RuleId, Value,
    ledger::Ledger,
    observer::Report,
    profile::Edition,
    seen::{differences::differences, scene::Scene},
};
use board::Time;
use shakmaty::Color;

/// The greatest difference at which two times count as equal, in milliseconds, because clocks show whole seconds.
const SAME_MS: u32 = 1_000;
/// The lateness that PL09 10 allows at a resumption, in minutes, unless the event's rules say otherwise.
const PL09_LATE_MIN: u64 = 60;

impl Adjournment {
    /// Answers a report about an adjournment; other reports are ignored.
    pub(super) fn report(&mut self, scene: &Scene, report: &Report, ledger: &mut Ledger) {
        let Report { rule, by, words } = *report;
        let sealer = self.sealer(scene);
        match rule {
            RuleId::AdjournEarly => self.early(scene, words, ledger),
            RuleId::AdjournEnvelope => self.envelope(scene, words, ledger),
            RuleId::AdjournSetup => self.setup(scene, ledger),
            RuleId::AdjournOpen => {
                self.take(scene, rule, Step::Open, text::OPEN.with([Value::Side(!sealer)]), ledger)
            }
            RuleId::AdjournReplierAbsent => {
                let phrase = text::REPLIER_ABSENT.with([Value::Side(!sealer)]);
                self.take(scene, rule, Step::ReplierAbsent, phrase, ledger);
            }
            RuleId::AdjournSealerAbsent => {
                let phrase = text::SEALER_ABSENT.with([Value::Side(sealer)]);
                self.take(scene, rule, Step::SealerAbsent, phrase, ledger);
            }
            RuleId::AdjournBothAbsent => {
                let form = match scene.profile.edition {
                    Edition::Pl09 => &text::BOTH_ABSENT_SILENT,
                    Edition::Ru20 | Edition::Fide23 => &text::BOTH_ABSENT,
                };
                self.note(scene, rule).says(form.with([Value::Side(!sealer)])).raise(ledger);
            }
            RuleId::AdjournSealedInvalid => self.written(scene, words, ledger),
            RuleId::AdjournLate => {
                if let (Some(by), Ok(minutes)) = (by, words.trim().parse()) {
                    self.late(scene, by, minutes, ledger);
                }
            }
            RuleId::AdjournMissingEnvelope => self.missing(scene, sealer, words, ledger),
            RuleId::AdjournConcluded => {
                self.take(scene, rule, Step::Conclude, text::CONCLUDED.plain(), ledger)
            }
            RuleId::AdjournClockError => {
                if let Some(by) = by {
                    self.clock_error(scene, by, ledger);
                }
            }
            // Every other rule belongs to another observer.
            _ => {}
        }
    }

    /// Takes a step and reports what is to be done next, in the sentence `phrase`.
    fn take(&mut self, scene: &Scene, rule: RuleId, step: Step, phrase: Phrase, ledger: &mut Ledger) {
        if self.step(scene, rule, step, ledger) {
            self.note(scene, rule).says(phrase).raise(ledger);
        }
    }

    /// Notes that the envelope with its seven items is in custody.
    fn envelope(&mut self, scene: &Scene, words: &str, ledger: &mut Ledger) {
        if !self.step(scene, RuleId::AdjournEnvelope, Step::Envelope, ledger) {
            return;
        }
        if let Some(sheet) = &mut self.sheet {
            words.clone_into(&mut sheet.resumption);
            let items = sheet.items();
            self.note(scene, RuleId::AdjournEnvelope).says_all(items).raise(ledger);
        }
    }

    /// Deducts the minutes to the end of the session from the sealer's time if they seal early (PL09 1(b), RU20 18.1.2,
    /// FIDE I.1.2).
    fn early(&mut self, scene: &Scene, words: &str, ledger: &mut Ledger) {
        let Ok(minutes) = words.trim().parse::<u32>() else { return };
        let by = scene.score.standing().turn();
        let deducted_ms = minutes.saturating_mul(60_000);
        self.deducted_ms = Some(deducted_ms);
        let mut phrases = vec![text::DEDUCT.with([Value::Side(by), Value::minutes(minutes.into())])];
        if let Some(left) = scene.left_now().map(|left| left[by]) {
            let remains = left.since(Time::exact(deducted_ms.into()));
            phrases.push(text::REMAINS.with([Value::Reading(remains), Value::Reading(left)]));
        }
        self.note(scene, RuleId::AdjournEarly).says_all(phrases).raise(ledger);
    }

    /// Compares the pieces with the stored position square by square, and the clocks with the stored times. The set-up
    /// is right only if all are equal (PL09 5, RU20 18.5, FIDE I.5).
    fn setup(&mut self, scene: &Scene, ledger: &mut Ledger) {
        let Some(sheet) = &self.sheet else { return };
        let different = differences(scene.trail.reading(), &sheet.position);
        let times = sheet.resumes_with_ms();
        let mut phrases: Vec<Phrase> = Vec::new();
        let pieces_right = different.is_empty();
        if !pieces_right {
            phrases.push(text::PIECES_DIFFER.with([Value::Differences(different)]));
        }
        let clocks_right = match (times, scene.trail.clock()) {
            (Some(right), Some(shown)) => {
                Color::ALL.into_iter().all(|color| right[color].abs_diff(shown.left_ms[color]) <= SAME_MS)
            }
            (None, _) | (_, None) => {
                phrases.push(text::NO_CLOCK.plain());
                true
            }
        };
        if let (false, Some(right)) = (clocks_right, times) {
            // The stored times are readings of the clock, so they have the error of a reading.
            let right = right.map(|ms| scene.timing.of_reading(ms));
            phrases.push(text::CLOCKS_DIFFER.with([Value::Readings(right)]));
        }
        let right = pieces_right && clocks_right;
        if !self.step(scene, RuleId::AdjournSetup, Step::Setup { right }, ledger) {
            return;
        }
        if right {
            phrases.insert(0, text::GREEN.plain());
        }
        let kind = if right { Kind::Info } else { Kind::Violation };
        self.finding(scene, RuleId::AdjournSetup, kind).says_all(phrases).raise(ledger);
    }

    /// Judges the sealed move as the arbiter typed it from the opened envelope.
    fn written(&mut self, scene: &Scene, words: &str, ledger: &mut Ledger) {
        let rule = RuleId::AdjournSealedInvalid;
        let Some(sheet) = self.sheet.as_ref().filter(|_| self.stage == Stage::Opened) else {
            return self.note(scene, rule).says(self.refused()).raise(ledger);
        };
        let Some(position) = sheet.position.position() else { return };
        let sealer = sheet.sealer;
        let quoted = [Value::Words(words.to_owned())];
        let bad = match sealed::read(position, words) {
            Written::Move(_, san) => {
                let phrase = text::WRITTEN_WELL.with([Value::Moves(vec![san])]);
                return self.note(scene, rule).says(phrase).raise(ledger);
            }
            Written::Ambiguous => text::AMBIGUOUS.with(quoted),
            Written::Illegal => text::ILLEGAL.with(quoted),
            Written::Unreadable => text::UNREADABLE.with(quoted),
        };
        self.finding(scene, rule, Kind::Violation)
            .says_all([bad, text::SEALER_LOSES.with([Value::Side(sealer)])])
            .outcome(Outcome::Wins(!sealer))
            .raise(ledger);
    }

    /// Judges a late arrival at the resumption. PL09 allows an hour; the later editions allow the default time (PL09
    /// 10, RU20 18.10, FIDE I.10).
    fn late(&mut self, scene: &Scene, by: Color, minutes: u64, ledger: &mut Ledger) {
        let by_text = match scene.profile.edition {
            Edition::Pl09 => PL09_LATE_MIN,
            Edition::Ru20 | Edition::Fide23 => 0,
        };
        let allowed = scene.profile.settings.default_time_min.map_or(by_text, u64::from);
        let is_late = minutes > allowed;
        let form = if is_late { &text::LATE } else { &text::NOT_LATE };
        let phrase = form.with([Value::Side(by), Value::minutes(minutes), Value::minutes(allowed)]);
        let finding = self.note(scene, RuleId::AdjournLate).says(phrase);
        finding.outcome(is_late.then_some(Outcome::Wins(!by))).raise(ledger);
    }

    /// Handles a lost envelope: the game goes on from the stored position, or a new game is played if the position is
    /// lost too (PL09 11, RU20 18.12, FIDE I.12).
    fn missing(&mut self, scene: &Scene, sealer: Color, words: &str, ledger: &mut Ledger) {
        let rule = RuleId::AdjournMissingEnvelope;
        if words.trim() == "annulled" || self.sheet.is_none() {
            if self.step(scene, rule, Step::Annul, ledger) {
                let finding = self.note(scene, rule).says(text::ANNULLED.plain());
                finding.outcome(Outcome::NewGame).raise(ledger);
            }
            return;
        }
        let restore_fen = self.sheet.as_ref().map(|sheet| sheet.position.fen());
        let remedy = Remedy { restore_fen, ..Remedy::default() };
        let phrase = text::MISSING.with([Value::Side(sealer)]);
        self.note(scene, rule).says(phrase).remedy(remedy).raise(ledger);
        // Without an envelope, the sealer makes their move on the board as if the envelope had been opened.
        if matches!(self.stage, Stage::SetupChecked | Stage::ReplierAbsent | Stage::SealerAbsent) {
            self.step(scene, rule, Step::Open, ledger);
        }
    }

    /// Judges a complaint about the times on the clocks. They can be corrected until the complaining player has made
    /// their first move after the resumption (PL09 12, RU20 18.13, FIDE I.13).
    fn clock_error(&mut self, scene: &Scene, by: Color, ledger: &mut Ledger) {
        let moved = (self.plies..scene.score.plies.len()).any(|index| scene.score.mover(index) == by);
        let form = if moved { &text::CLOCK_ERROR_LATE } else { &text::CLOCK_ERROR };
        self.note(scene, RuleId::AdjournClockError).says(form.with([Value::Side(by)])).raise(ledger);
    }
}
