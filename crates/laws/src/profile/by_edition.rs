//! The parameters of each edition and discipline, as the text of the edition gives them. The organiser's settings take
//! precedence over the text.

use super::parameters::{
    BothFlags, FlagDuty, Given, IllegalWindow, ImpossiblePosition, Parameters, Reversed, TimeClaim,
    TouchRuling, UnreplacedPawn,
};
use super::{Discipline, Edition, Profile};
use crate::Form;

/// The doubt about RU20 in blitz: the Russian text has no counterpart to article B.2 of FIDE's appendix.
const RU_BLITZ: Form = Form {
    en: "By the letter of this text it is 2 minutes also in blitz: article 14.2 is missing in it. FIDE 2018 has 1 minute; \
         check the regulations of the event.",
    pl: "Według litery tego tekstu także w blitzu są to 2 minuty: brakuje w nim art. 14.2. FIDE 2018 przewiduje 1 minutę; \
         proszę sprawdzić regulamin zawodów.",
    ru: "По букве этого текста и в блице добавляются 2 минуты: пункта 14.2 в нём нет. В правилах ФИДЕ 2018 года — 1 минута; \
         проверьте положение о соревновании.",
};
/// The doubt about FIDE 2023 in blitz: B.2 says that the standard rules apply, but only B.3 mentions the penalty of one
/// minute.
const F23_BLITZ_SUP: Form = Form {
    en: "Under B.2 the text does not say whether it is 1 or 2 minutes: the one minute stands in B.3 only. The arbiter \
         decides, best before the first round.",
    pl: "Przy B.2 tekst nie mówi, czy jest to 1, czy 2 minuty: jedna minuta jest wymieniona tylko w B.3. Decyduje sędzia, \
         najlepiej przed pierwszą rundą.",
    ru: "При B.2 текст не говорит, 1 минута или 2: одна минута названа только в B.3. Решает арбитр, лучше всего до первого \
         тура.",
};
/// The condition in RU20 19: the guidelines for games without increment must have been announced.
const GUIDELINES: Form = Form {
    en: "Only if it was announced before the event that the rules for games without increment apply.",
    pl: "Tylko jeśli przed zawodami ogłoszono, że obowiązują przepisy dla partii bez dodawania czasu.",
    ru: "Только если до начала соревнования объявлено, что действуют правила для партий без добавления времени.",
};
/// The doubt about RU20 13.4.1.1: the condition is printed as the opposite of what must be meant.
const RU_SETTING: Form = Form {
    en: "The text allows a later change that would favour the schedule; FIDE's wording is that the schedule would \
         otherwise suffer.",
    pl: "Tekst dopuszcza późniejszą zmianę korzystną dla harmonogramu; według FIDE chodzi o to, by harmonogram nie ucierpiał.",
    ru: "В тексте — «если это благоприятно повлияет на расписание»; у ФИДЕ — если иначе расписание пострадает.",
};

fn given<T>(value: T, articles: &'static [&'static str]) -> Given<T> {
    Given { value, articles, doubt: None }
}

impl<T> Given<T> {
    fn in_doubt(self, doubt: &'static Form) -> Given<T> {
        Given { doubt: Some(doubt), ..self }
    }
}

impl Profile {
    /// Returns the parameters that follow from this profile.
    pub fn parameters(&self) -> Parameters {
        Parameters {
            class: self.class(),
            illegal_bonus_min: self.illegal_bonus(),
            illegal_limit: self.illegal_limit(),
            illegal_window: self.illegal_window(),
            press_without_move: self.since_2018(&["7.5.3", "7.5.5"]),
            two_hands: self.since_2018(&["4.1", "7.5.4"]),
            unreplaced_pawn: match self.edition {
                Edition::Pl09 => given(UnreplacedPawn::Restored, &["7.4(a)"]),
                Edition::Ru20 | Edition::Fide23 => given(UnreplacedPawn::Queen, &["7.5.2"]),
            },
            impossible_position: self.impossible_position(),
            start_moves: self.moves_until_too_late(
                [&["7.1(a)"], &["7.2.1"], &["7.2.1"]],
                &["A.5.1.2"],
                &["13.4.1.2"],
            ),
            orientation_moves: self.moves_until_too_late(
                [&["7.1(b)"], &["7.2.2"], &["7.2.2"]],
                &["A.5.1.2"],
                &["13.4.1.2"],
            ),
            setting_moves: self.setting_moves(),
            reversed: match self.edition {
                Edition::Pl09 => given(Reversed::Continue, &["7.2"]),
                Edition::Ru20 | Edition::Fide23 => given(Reversed::NewGameBelow(10), &["7.3"]),
            },
            claim_bonus_min: self.claim_bonus(),
            automatic_draws: match self.edition {
                Edition::Pl09 => given(false, &[]),
                Edition::Ru20 | Edition::Fide23 => given(true, &["9.6.1", "9.6.2"]),
            },
            flag: self.flag(),
            time_claim: self.time_claim(),
            both_flags: self.both_flags(),
            recording: self.recording(),
            touch: match self.edition {
                Edition::Pl09 if !self.standard_rules() => given(TouchRuling::ClaimOnly, &["A.4(b)"]),
                Edition::Pl09 => given(TouchRuling::Arbiter, &["4.7"]),
                Edition::Ru20 | Edition::Fide23 => given(TouchRuling::Arbiter, &["4.8"]),
            },
            quickplay: self.quickplay(),
        }
    }

    fn class(&self) -> Given<Discipline> {
        let articles: &[&str] = match (self.edition, self.discipline, self.supervised) {
            (_, Discipline::Standard, _) => &[],
            (Edition::Pl09, Discipline::Rapid, false) => &["A.1"],
            (Edition::Pl09, Discipline::Rapid, true) => &["A.1", "A.3"],
            (Edition::Pl09, Discipline::Blitz, false) => &["B.1"],
            (Edition::Pl09, Discipline::Blitz, true) => &["B.1", "B.2"],
            (Edition::Ru20, Discipline::Rapid, false) => &["13.1"],
            (Edition::Ru20, Discipline::Rapid, true) => &["13.1", "13.3.1"],
            (Edition::Ru20, Discipline::Blitz, false) => &["14.1"],
            (Edition::Ru20, Discipline::Blitz, true) => &["14.1", "14.3.1"],
            (Edition::Fide23, Discipline::Rapid, false) => &["A.1"],
            (Edition::Fide23, Discipline::Rapid, true) => &["A.1", "A.4"],
            (Edition::Fide23, Discipline::Blitz, false) => &["B.1"],
            (Edition::Fide23, Discipline::Blitz, true) => &["B.1", "B.2"],
        };
        given(self.discipline, articles)
    }

    fn illegal_bonus(&self) -> Given<Option<u8>> {
        let by_text = match (self.edition, self.discipline, self.supervised) {
            (Edition::Pl09, Discipline::Blitz, false) => given(None, &["B.3(c)"]),
            (Edition::Pl09, _, _) => given(Some(2), &["7.4(b)"]),
            (Edition::Ru20, Discipline::Blitz, false) => {
                given(Some(2), &["7.5.5", "14.4", "13.4.2"]).in_doubt(&RU_BLITZ)
            }
            (Edition::Ru20, Discipline::Rapid, false) => given(Some(2), &["7.5.5", "13.4.2"]),
            (Edition::Ru20, _, _) | (Edition::Fide23, Discipline::Standard, _) => given(Some(2), &["7.5.5"]),
            (Edition::Fide23, Discipline::Rapid, _) => given(Some(1), &["7.5.5", "A.3"]),
            (Edition::Fide23, Discipline::Blitz, false) => given(Some(1), &["7.5.5", "B.3", "A.3"]),
            (Edition::Fide23, Discipline::Blitz, true) => {
                given(None, &["7.5.5", "B.2"]).in_doubt(&F23_BLITZ_SUP)
            }
        };
        match self.settings.illegal_bonus_min {
            Some(minutes) => Given { value: Some(minutes), doubt: None, ..by_text },
            None => by_text,
        }
    }

    fn illegal_limit(&self) -> Given<u8> {
        match (self.edition, self.discipline, self.supervised) {
            (Edition::Pl09, Discipline::Blitz, false) => given(1, &["B.3(c)"]),
            (Edition::Pl09, _, _) => given(3, &["7.4(b)"]),
            (Edition::Ru20 | Edition::Fide23, _, _) => given(2, &["7.5.5"]),
        }
    }

    fn illegal_window(&self) -> Given<IllegalWindow> {
        if self.standard_rules() {
            let articles: &[&str] = match self.edition {
                Edition::Pl09 => &["7.4(a)"],
                Edition::Ru20 | Edition::Fide23 => &["7.5.1"],
            };
            return given(IllegalWindow::DuringGame, articles);
        }
        match (self.edition, self.discipline) {
            (Edition::Pl09, Discipline::Blitz) => given(IllegalWindow::ClaimUntilReplyMade, &["B.3(c)"]),
            (Edition::Pl09, _) => given(IllegalWindow::ClaimUntilReplyCompleted, &["A.4(c)"]),
            (Edition::Ru20, Discipline::Blitz) => given(IllegalWindow::UntilReplyMade, &["14.4", "13.4.2"]),
            (Edition::Ru20, _) => given(IllegalWindow::UntilReplyMade, &["13.4.2"]),
            (Edition::Fide23, Discipline::Blitz) => given(IllegalWindow::UntilReplyMade, &["B.3", "A.5.2"]),
            (Edition::Fide23, _) => given(IllegalWindow::UntilReplyMade, &["A.5.2"]),
        }
    }

    /// Returns a parameter that is true in the later editions and false in the edition of 2009, because the rule was
    /// introduced in 2018.
    fn since_2018(&self, articles: &'static [&'static str]) -> Given<bool> {
        match self.edition {
            Edition::Pl09 => given(false, &["13.4"]),
            Edition::Ru20 | Edition::Fide23 => given(true, articles),
        }
    }

    fn impossible_position(&self) -> Given<ImpossiblePosition> {
        if self.standard_rules() {
            return given(ImpossiblePosition::IllegalMove, self.illegal_window().articles);
        }
        match (self.edition, self.discipline) {
            (Edition::Pl09, Discipline::Blitz) => given(ImpossiblePosition::ClaimOnly, &["B.3(b)", "B.3(c)"]),
            (Edition::Pl09, _) => given(ImpossiblePosition::Intervene, &["A.4(c)"]),
            (Edition::Ru20, Discipline::Blitz) => {
                given(ImpossiblePosition::WaitThenDraw, &["14.4", "13.4.4"])
            }
            (Edition::Ru20, _) => given(ImpossiblePosition::WaitThenDraw, &["13.4.4"]),
            (Edition::Fide23, Discipline::Blitz) => {
                given(ImpossiblePosition::WaitThenDraw, &["B.3", "A.5.4"])
            }
            (Edition::Fide23, _) => given(ImpossiblePosition::WaitThenDraw, &["A.5.4"]),
        }
    }

    /// Returns the number of moves until which a mistake can be put right. If the standard rules apply, there is no
    /// limit. Otherwise PL09 allows three moves, the later editions ten.
    fn moves_until_too_late(
        &self,
        standard: [&'static [&'static str]; 3],
        fide: &'static [&'static str],
        ru: &'static [&'static str],
    ) -> Given<Option<u32>> {
        let always = standard[match self.edition {
            Edition::Pl09 => 0,
            Edition::Ru20 => 1,
            Edition::Fide23 => 2,
        }];
        match (self.standard_rules(), self.edition) {
            (true, _) => given(None, always),
            (false, Edition::Pl09) => given(Some(3), &["A.4(a)"]),
            (false, Edition::Ru20) => given(Some(10), ru),
            (false, Edition::Fide23) => given(Some(10), fide),
        }
    }

    fn setting_moves(&self) -> Given<Option<u32>> {
        let found =
            self.moves_until_too_late([&["6.10(b)"], &["6.10.2"], &["6.10.2"]], &["A.5.1.1"], &["13.4.1.1"]);
        match (self.standard_rules(), self.edition) {
            (false, Edition::Ru20) => found.in_doubt(&RU_SETTING),
            (true, _) | (false, Edition::Pl09 | Edition::Fide23) => found,
        }
    }

    fn claim_bonus(&self) -> Given<u8> {
        let by_text = match (self.edition, self.discipline, self.supervised) {
            (Edition::Pl09, _, _) => given(3, &["9.5(b)"]),
            (Edition::Ru20, _, _) | (Edition::Fide23, Discipline::Standard, _) => given(2, &["9.5.3"]),
            (Edition::Fide23, Discipline::Rapid, _) => given(1, &["9.5.3", "A.3"]),
            (Edition::Fide23, Discipline::Blitz, false) => given(1, &["9.5.3", "B.3", "A.3"]),
            (Edition::Fide23, Discipline::Blitz, true) => {
                given(2, &["9.5.3", "B.2"]).in_doubt(&F23_BLITZ_SUP)
            }
        };
        match self.settings.claim_bonus_min {
            Some(minutes) => Given { value: minutes, doubt: None, ..by_text },
            None => by_text,
        }
    }

    fn flag(&self) -> Given<FlagDuty> {
        match (self.standard_rules(), self.edition) {
            (true, _) => given(FlagDuty::MayCall, &["6.8"]),
            (false, Edition::Pl09) => given(FlagDuty::Silent, &["A.4(d)(1)"]),
            (false, Edition::Ru20) => given(FlagDuty::MustCall, &["13.4.5"]),
            (false, Edition::Fide23) => given(FlagDuty::MustCall, &["A.5.5"]),
        }
    }

    fn time_claim(&self) -> Given<TimeClaim> {
        match (self.standard_rules(), self.edition) {
            (true, _) => given(TimeClaim::Observed, &["6.8", "6.9"]),
            (false, Edition::Pl09) => given(TimeClaim::BothClocksStopped, &["A.4(d)(2)"]),
            (false, Edition::Ru20) => given(TimeClaim::MayStop, &["13.4.3"]),
            (false, Edition::Fide23) => given(TimeClaim::MayStop, &["A.5.3"]),
        }
    }

    fn both_flags(&self) -> Given<BothFlags> {
        let by_text = self.both_flags_by_text();
        match by_text.value {
            BothFlags::NotRegulated if self.settings.both_flags_draw => {
                Given { value: BothFlags::Draw, ..by_text }
            }
            BothFlags::NotRegulated
            | BothFlags::DrawInLastPeriod
            | BothFlags::Draw
            | BothFlags::Guidelines => by_text,
        }
    }

    fn both_flags_by_text(&self) -> Given<BothFlags> {
        match (self.edition, self.discipline) {
            (Edition::Pl09, _) if self.standard_rules() => given(BothFlags::DrawInLastPeriod, &["6.11"]),
            (Edition::Pl09, _) => given(BothFlags::Draw, &["A.4(d)(3)"]),
            (Edition::Ru20, Discipline::Blitz) => given(BothFlags::NotRegulated, &["19.2.2"]),
            (Edition::Fide23, Discipline::Blitz) => given(BothFlags::NotRegulated, &["III.2.2"]),
            (Edition::Ru20, _) => given(BothFlags::Guidelines, &["19.3.1"]).in_doubt(&GUIDELINES),
            (Edition::Fide23, _) => given(BothFlags::Guidelines, &["III.3.1"]).in_doubt(&GUIDELINES),
        }
    }

    fn recording(&self) -> Given<bool> {
        match (self.discipline, self.edition) {
            (Discipline::Standard, _) => given(true, &["8.1"]),
            (_, Edition::Pl09 | Edition::Fide23) => given(false, &["A.2"]),
            (_, Edition::Ru20) => given(false, &["13.2"]),
        }
    }

    fn quickplay(&self) -> Given<bool> {
        let announced = self.settings.quickplay_announced;
        match (self.edition, self.discipline) {
            (Edition::Pl09, Discipline::Blitz) => given(false, &["B.3(b)"]),
            (Edition::Pl09, _) => given(true, &["10.2"]),
            (Edition::Ru20, Discipline::Blitz) => given(false, &["19.2.2"]),
            (Edition::Ru20, _) => given(announced, &["19.1", "19.2.1"]).in_doubt(&GUIDELINES),
            (Edition::Fide23, Discipline::Blitz) => given(false, &["III.2.2"]),
            (Edition::Fide23, _) => given(announced, &["III.1", "III.2.1"]).in_doubt(&GUIDELINES),
        }
    }
}
