//! What Lichess says of a token, of its owner and of a round, before anything is pushed. Whatever stands in an answer is taken.

use super::answer::told;
use serde_json::Value;

/// The right to push.
const PUSH: &str = "study:write";
/// The right to be told whether one may push to a round.
const ASK: &str = "study:read";

/// What Lichess knows of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenFacts {
    /// The name of its owner, as Lichess compares it.
    pub user: String,
    /// When it ends, in milliseconds since 1970; `None` if it does not.
    pub expires_ms: Option<u64>,
    scopes: String,
}

/// What Lichess knows of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundFacts {
    /// The name of the broadcast, with that of the round.
    pub name: String,
    /// Says whether whoever asked may push to it; `None` if Lichess does not say.
    pub is_ours: Option<bool>,
}

impl TokenFacts {
    /// Reads the answer about one token; `None` inside if Lichess does not know it, and outside if this is no such answer. The
    /// token itself may have been taken out of the answer.
    pub fn parse(text: &str) -> Option<Option<TokenFacts>> {
        let answer: Value = serde_json::from_str(text).ok()?;
        let known = answer.as_object()?.values().next()?;
        if known.is_null() {
            return Some(None);
        }
        let text = |name: &str| known.get(name).and_then(Value::as_str);
        let user = told(text("userId")?);
        let expires_ms = known.get("expires").and_then(Value::as_u64);
        Some(Some(TokenFacts { user, expires_ms, scopes: text("scopes")?.to_owned() }))
    }

    /// Returns whether its owner may push with it.
    pub fn may_push(&self) -> bool {
        self.has(PUSH)
    }

    /// Returns whether Lichess tells its owner to which rounds they may push.
    pub fn may_ask(&self) -> bool {
        self.has(ASK)
    }

    fn has(&self, scope: &str) -> bool {
        self.scopes.split(',').any(|one| one.trim() == scope)
    }
}

impl RoundFacts {
    /// Reads the answer about a round, which the owner of a token asked for; `None` if it is no such answer.
    pub fn parse(text: &str, owner: &TokenFacts) -> Option<RoundFacts> {
        let answer: Value = serde_json::from_str(text).ok()?;
        let name = |part: &str| answer.get(part)?.get("name")?.as_str();
        let name = told(&format!("{}: {}", name("tour")?, name("round")?));
        let of_tour = |key: &str| answer.get("tour").and_then(|tour| tour.get(key));
        let may_write = answer.get("study").and_then(|study| study.get("writeable")).and_then(Value::as_bool);
        let made_by = of_tour("communityOwner").and_then(|user| user.get("id")).and_then(Value::as_str);
        let is_ours = match made_by {
            Some(user) if user == owner.user => Some(true),
            // To a stranger no round is open, whoever asks as one.
            _ => may_write.filter(|_| owner.may_ask()),
        };
        Some(RoundFacts { name, is_ours })
    }
}

/// Returns the name of the account that an answer tells of.
pub fn account_of_answer(text: &str) -> Option<String> {
    let answer: Value = serde_json::from_str(text).ok()?;
    answer.get("username").and_then(Value::as_str).map(told)
}

#[cfg(test)]
mod tests {
    use super::{RoundFacts, TokenFacts, account_of_answer};

    fn token(scopes: &str) -> TokenFacts {
        let text = format!(r#"{{"…":{{"userId":"anna","scopes":"{scopes}","expires":null}}}}"#);
        TokenFacts::parse(&text).flatten().expect("it is one")
    }

    #[test]
    fn a_token_has_an_owner_and_rights() {
        let both = token("study:read, study:write");
        assert!(both.may_push() && both.may_ask() && both.expires_ms.is_none());
        let other = token("study:writer,challenge:write");
        assert!(!other.may_push() && !other.may_ask());
        assert_eq!(TokenFacts::parse(r#"{"…":null}"#), Some(None));
        let ends = r#"{"…":{"userId":"anna","scopes":"","expires":1358509698620}}"#;
        assert_eq!(TokenFacts::parse(ends).flatten().and_then(|it| it.expires_ms), Some(1_358_509_698_620));
        for odd in ["", "{}", "[]", "null", "<html>", r#"{"…":7}"#, r#"{"…":{"userId":"anna"}}"#] {
            assert_eq!(TokenFacts::parse(odd), None, "{odd}");
        }
        assert_eq!(account_of_answer(r#"{"id":"anna","username":"Anna"}"#).as_deref(), Some("Anna"));
        assert_eq!(account_of_answer(r#"{"error":"x"}"#), None);
    }

    #[test]
    fn whose_a_round_is_is_known_or_not() {
        let round = |more: &str, scopes: &str| {
            let text = format!(
                r#"{{"tour":{{"name":"Open"{more}}},"round":{{"name":"1"}},"study":{{"writeable":false}}}}"#
            );
            RoundFacts::parse(&text, &token(scopes)).expect("it is one")
        };
        assert_eq!(round("", "study:write").is_ours, None, "whoever asks as a stranger is not told");
        assert_eq!(round("", "study:read,study:write").is_ours, Some(false));
        let own = r#","communityOwner":{"id":"anna"}"#;
        assert_eq!(round(own, "study:write").is_ours, Some(true));
        assert_eq!(round("", "").name, "Open: 1");
        assert_eq!(RoundFacts::parse("{}", &token("")), None);
    }
}
