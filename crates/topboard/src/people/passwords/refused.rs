//! The refusal of a name and a password, in words that do not tell which of them is wrong.

use axum::{
    body::Body,
    http::{HeaderValue, Response, StatusCode, header},
};
use laws::{Form, Language};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const WRONG: Form = Form {
    en: "the name or the password is wrong",
    pl: "nazwa lub hasło jest nieprawidłowe",
    ru: "неверное имя или пароль",
};
const LATER: Form = Form {
    en: "too many tries; wait a minute and try again, or use a link",
    pl: "za dużo prób; odczekaj minutę i spróbuj ponownie albo użyj odnośnika",
    ru: "слишком много попыток; подождите минуту и попробуйте снова или откройте ссылку",
};
const USED_UP: Form = Form {
    en: "this link is used up, has expired or was ended; ask for another one",
    pl: "ten odnośnik został wykorzystany, wygasł albo zakończono jego ważność; poproś o inny",
    ru: "эта ссылка использована, истекла или отменена; попросите другую",
};
const BACK: Form = Form { en: "back", pl: "wróć", ru: "назад" };

/// The reason why somebody was not let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The name or the password is wrong.
    Wrong,
    /// The key of a link is not good any more.
    UsedUp,
    /// Nothing was compared; it may be tried again after so many seconds.
    Later(u32),
}

impl Refused {
    /// The refusal of a form that cannot be read.
    pub(crate) const UNREAD: Refused = Refused::Wrong;

    /// Returns the HTTP status.
    pub(crate) fn status(self) -> StatusCode {
        match self {
            Refused::Wrong | Refused::UsedUp => StatusCode::UNAUTHORIZED,
            Refused::Later(_) => StatusCode::TOO_MANY_REQUESTS,
        }
    }

    fn form(self) -> &'static Form {
        match self {
            Refused::Wrong => &WRONG,
            Refused::UsedUp => &USED_UP,
            Refused::Later(_) => &LATER,
        }
    }

    /// Returns the refusal for a program: in English, and in every language.
    pub(crate) fn words(self) -> Value {
        let said = |language: Language| (language.code(), self.form().plain().clause(language));
        let words: BTreeMap<&str, String> = Language::ALL.into_iter().map(said).collect();
        json!({ "error": words["en"], "words": words })
    }

    /// Returns the refusal as a page of its own, with a link back.
    pub(crate) fn page(self) -> Response<Body> {
        let mut response = page_of(self.form(), &BACK);
        *response.status_mut() = self.status();
        self.with_time(response)
    }

    /// Adds when it may be tried again.
    pub(crate) fn with_time(self, mut response: Response<Body>) -> Response<Body> {
        if let Refused::Later(seconds) = self {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// Returns a page that needs neither script nor style: a sentence in each language, and a link to the first page.
fn page_of(sentence: &'static Form, link: &'static Form) -> Response<Body> {
    let said = |form: &'static Form, language: Language| form.plain().text(language);
    let line = |language: Language| {
        format!(
            "<p lang=\"{0}\">{1} <a href=\"/\">{2}</a></p>\n",
            language.code(),
            said(sentence, language),
            said(link, language)
        )
    };
    let lines: String = Language::ALL.into_iter().map(line).collect();
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Topboard</title>\n{lines}</html>\n"
    );
    let mut response = Response::new(Body::from(page));
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
