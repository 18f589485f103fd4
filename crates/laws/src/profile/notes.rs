//! The notes for the arbiter before the first round: the organiser's settings, and the points on which the edition's
//! text is silent or contradicts itself.

use super::Profile;
use crate::{Discipline, Form, Phrase, TimeControl, Value};

const ILLEGAL: Form = Form {
    en: "Settled by the organiser: an illegal move gives the opponent {0} ({1}).",
    pl: "Ustalone przez organizatora: za nieprawidłowe posunięcie przeciwnik dostaje {0} ({1}).",
    ru: "Установлено организатором: за невозможный ход соперник получает {0} ({1}).",
};
const CLAIM: Form = Form {
    en: "Settled by the organiser: a wrong claim of a draw gives the opponent {0} ({1}).",
    pl: "Ustalone przez organizatora: za niesłuszną reklamację remisu przeciwnik dostaje {0} ({1}).",
    ru: "Установлено организатором: за неверное требование ничьей соперник получает {0} ({1}).",
};
const ANNOUNCED: Form = Form {
    en: "Settled by the organiser: the rules for games without increment were announced.",
    pl: "Ustalone przez organizatora: ogłoszono przepisy dla partii bez dodawania czasu.",
    ru: "Установлено организатором: объявлены правила для партий без добавления времени.",
};
const BOTH_FLAGS: Form = Form {
    en: "Settled by the organiser: if both flags are down and nobody knows which fell first, the game is drawn.",
    pl: "Ustalone przez organizatora: gdy opadły obie chorągiewki i nie wiadomo, która pierwsza, partia jest remisowa.",
    ru: "Установлено организатором: если упали оба флажка и неизвестно, какой первым, — ничья.",
};
const DEFAULT_TIME: Form = Form {
    en: "Settled by the organiser: who arrives more than {0} after the start loses.",
    pl: "Ustalone przez organizatora: kto przybędzie później niż {0} po rozpoczęciu, przegrywa.",
    ru: "Установлено организатором: опоздавший больше чем на {0} проигрывает.",
};
const NO_DEFAULT_TIME: Form = Form {
    en: "No default time was settled: by the text who is absent at the start loses.",
    pl: "Nie ustalono dopuszczalnego spóźnienia: według tekstu nieobecny na początku przegrywa.",
    ru: "Допустимое опоздание не установлено: по тексту отсутствующий в начале проигрывает.",
};
const NO_DRAW: Form = Form {
    en: "Settled by the organiser: no draw by agreement before move {0}.",
    pl: "Ustalone przez organizatora: bez remisu za zgodą przed posunięciem {0}.",
    ru: "Установлено организатором: без ничьей по соглашению до хода {0}.",
};
const DWELL: Form = Form {
    en: "No text says how long a piece must rest to count as released: here {0} ms, and it is never more than a hint.",
    pl: "Żaden tekst nie mówi, jak długo bierka musi stać, by uznać ją za puszczoną: tu {0} ms, zawsze tylko wskazówka.",
    ru: "Ни один текст не говорит, сколько фигура должна стоять, чтобы считаться отпущенной: здесь {0} мс, и это лишь подсказка.",
};

const CLASS: Form = Form {
    en: "By its time control this is {0} ({1}), but the event is set up as {2}: look at `discipline` in the configuration.",
    pl: "Według tempa są to {0} ({1}), a turniej ustawiono jako {2}: sprawdź `discipline` w konfiguracji.",
    ru: "По контролю времени это {0} ({1}), а турнир настроен как {2}: проверьте `discipline` в настройках.",
};
const STANDARD: Form =
    Form { en: "standard play", pl: "szachy klasyczne", ru: "классические шахматы" };
const RAPID: Form = Form { en: "rapid", pl: "szachy szybkie", ru: "быстрые шахматы" };
const BLITZ: Form = Form { en: "blitz", pl: "szachy błyskawiczne", ru: "блиц" };

impl Profile {
    /// Returns what the arbiter should know about these rules, one sentence each. For draughts the list is empty: its
    /// rules leave no choice that affects a sensor.
    pub fn notes(&self, control: Option<&TimeControl>) -> Vec<Phrase> {
        if self.draughts.is_some() {
            return Vec::new();
        }
        let (settings, rules) = (&self.settings, self.parameters());
        let minutes = Value::minutes;
        let article = |articles: &[&str]| Value::Article(articles.first().copied().unwrap_or("–").to_owned());
        let mut notes: Vec<Phrase> =
            control.and_then(|control| self.other_class(control)).into_iter().collect();
        match settings.illegal_bonus_min {
            Some(count) => {
                notes.push(ILLEGAL.with([minutes(count.into()), article(rules.illegal_bonus_min.articles)]));
            }
            None => notes.extend(rules.illegal_bonus_min.doubt.map(Form::plain)),
        }
        match settings.claim_bonus_min {
            Some(count) => {
                notes.push(CLAIM.with([minutes(count.into()), article(rules.claim_bonus_min.articles)]));
            }
            // A doubt that two parameters share is mentioned once.
            None if rules.claim_bonus_min.doubt != rules.illegal_bonus_min.doubt => {
                notes.extend(rules.claim_bonus_min.doubt.map(Form::plain));
            }
            None => {}
        }
        notes.extend(rules.setting_moves.doubt.map(Form::plain));
        if settings.quickplay_announced {
            notes.push(ANNOUNCED.plain());
        } else {
            notes.extend(rules.quickplay.doubt.map(Form::plain));
        }
        if settings.both_flags_draw {
            notes.push(BOTH_FLAGS.plain());
        }
        notes.push(match settings.default_time_min {
            Some(count) => DEFAULT_TIME.with([minutes(count.into())]),
            None => NO_DEFAULT_TIME.plain(),
        });
        notes.extend(settings.no_draw_before_move.map(|number| NO_DRAW.with([Value::Number(number.into())])));
        notes.push(DWELL.with([Value::Number(self.dwell_ms())]));
        notes
    }

    /// Returns a sentence if the time control belongs to a discipline that is not the one configured for the event.
    fn other_class(&self, control: &TimeControl) -> Option<Phrase> {
        let class = control.discipline(self.edition);
        if class == self.discipline {
            return None;
        }
        let name = |discipline| match discipline {
            Discipline::Standard => Value::Phrase(Box::new(STANDARD.plain())),
            Discipline::Rapid => Value::Phrase(Box::new(RAPID.plain())),
            Discipline::Blitz => Value::Phrase(Box::new(BLITZ.plain())),
        };
        // Standard play has no article of its own: everything that is neither rapid nor blitz is standard play.
        let of_text = |discipline| Profile { discipline, ..*self }.parameters().class.articles;
        let articles = [of_text(class), of_text(self.discipline)].concat();
        let article = Value::Article(articles.first().copied().unwrap_or("–").to_owned());
        Some(CLASS.with([name(class), article, name(self.discipline)]))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Discipline, Edition, Language, Profile, TimeControl, profile::Settings, text::text};

    #[test]
    fn a_time_control_of_another_class_is_told() {
        let told = |edition, discipline, control: &str| {
            let control = TimeControl::parse(control).expect("it reads");
            text(&Profile::new(edition, discipline, false).notes(control.as_ref()), Language::English)
        };
        let found = told(Edition::Fide23, Discipline::Standard, "180+2");
        assert!(
            found.starts_with(
                "By its time control this is blitz (article B.1), but the event is set up as standard play"
            ),
            "{found}"
        );
        let found = told(Edition::Ru20, Discipline::Blitz, "90*60+30");
        assert!(found.starts_with("By its time control this is standard play (article 14.1)"), "{found}");
        for (edition, discipline, control) in [
            (Edition::Pl09, Discipline::Blitz, "720"),
            (Edition::Fide23, Discipline::Rapid, "720"),
            (Edition::Ru20, Discipline::Standard, "?"),
        ] {
            assert!(!told(edition, discipline, control).contains("time control"), "{control}");
        }
    }

    #[test]
    fn what_is_settled_takes_the_place_of_the_doubt() {
        let by_letter = Profile::new(Edition::Ru20, Discipline::Blitz, false);
        let settings = Settings { illegal_bonus_min: Some(1), ..Settings::default() };
        let settled = Profile { settings, ..by_letter };
        let told = |profile: Profile| text(&profile.notes(None), Language::English);
        assert!(told(by_letter).contains("14.2 is missing"), "{}", told(by_letter));
        let found = told(settled);
        assert!(found.contains("an illegal move gives the opponent 1:00 (article 7.5.5)"), "{found}");
        assert!(!found.contains("14.2"), "{found}");
    }
}
