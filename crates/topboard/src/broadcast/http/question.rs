//! What is asked of a server, and what it answers.

use super::token::Token;
use axum::http::{HeaderName, HeaderValue, Method, header};

/// A question. It does not print, for it may hold secrets.
pub struct WebQuestion {
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) headers: Vec<(HeaderName, HeaderValue)>,
    pub(super) body: Vec<u8>,
    pub(super) secrets: Vec<String>,
    pub(super) answer_max: usize,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebAnswer {
    /// The status.
    pub status: u16,
    /// The header Retry-After, if it is a number of seconds.
    pub retry_after_s: Option<u64>,
    /// The body, without secrets; empty if nobody wanted it.
    pub text: String,
}

impl WebQuestion {
    /// Creates a question with a body of this type. Of the answer, its head alone is read.
    pub fn new(method: Method, path: &str, kind: &'static str, body: impl Into<Vec<u8>>) -> WebQuestion {
        WebQuestion {
            method,
            path: path.to_owned(),
            headers: vec![(header::CONTENT_TYPE, HeaderValue::from_static(kind))],
            body: body.into(),
            secrets: Vec::new(),
            answer_max: 0,
        }
    }

    /// Adds a header.
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> WebQuestion {
        self.headers.push((name, value));
        self
    }

    /// Adds the name and the password of whoever asks, or whatever else proves who that is.
    pub fn authorized(mut self, mut value: HeaderValue, secrets: Vec<String>) -> WebQuestion {
        value.set_sensitive(true);
        self.secrets.extend(secrets.into_iter().filter(|secret| !secret.is_empty()));
        self.header(header::AUTHORIZATION, value)
    }

    /// Adds a token.
    pub fn with_token(self, token: &Token) -> WebQuestion {
        let value = HeaderValue::from_str(&format!("Bearer {}", token.reveal()));
        let value = value.expect("a token is letters and digits that can be seen");
        self.authorized(value, vec![token.reveal().to_owned()])
    }

    /// Has the body of the answer read, too; a longer one counts as no answer.
    pub fn wanting_answer(mut self, bytes_max: usize) -> WebQuestion {
        self.answer_max = bytes_max;
        self
    }
}
