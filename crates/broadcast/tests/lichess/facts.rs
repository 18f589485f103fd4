//! What the strict Lichess says of a token and of rounds is read as it is meant.

use super::fake::{FakeLichess, User};
use broadcast::lichess::{RoundFacts, TokenFacts, account_of_answer};

const TOKEN: &str = "lip_x";

fn facts(fake: &mut FakeLichess, scopes: &[&str]) -> TokenFacts {
    let scopes = scopes.iter().map(|scope| (*scope).to_owned()).collect();
    let user = User { name: "anna".to_owned(), scopes, expires_ms: Some(7) };
    fake.users.insert(TOKEN.to_owned(), user);
    let told = fake.post(0, "/api/token/test", None, TOKEN);
    TokenFacts::parse(&told.body).flatten().expect("it is known")
}

#[test]
fn a_token_its_owner_and_whose_a_round_is() {
    let mut fake = FakeLichess::new("another");
    fake.add_round("round001");
    fake.add_round("round002");
    fake.rounds.get_mut("round002").expect("it is there").owner = "anna".to_owned();
    assert_eq!(TokenFacts::parse(&fake.post(0, "/api/token/test", None, TOKEN).body), Some(None));
    assert_eq!(fake.get("/api/account", Some(TOKEN)).map(|reply| reply.status), Some(401));
    let weak = facts(&mut fake, &["study:write"]);
    assert_eq!(
        (&*weak.user, weak.expires_ms, weak.may_push(), weak.may_ask()),
        ("anna", Some(7), true, false)
    );
    let account = fake.get("/api/account", Some(TOKEN)).expect("an answer");
    assert_eq!(account_of_answer(&account.body).as_deref(), Some("ANNA"));

    let ask = |fake: &FakeLichess, id: &str, token| {
        fake.get(&format!("/api/broadcast/-/-/{id}"), token).expect("an answer")
    };
    assert_eq!(ask(&fake, "round001", Some(TOKEN)).status, 403, "this token may not ask");
    assert_eq!(ask(&fake, "round009", None).status, 404);
    let is_ours = |fake: &FakeLichess, id: &str, token, facts: &TokenFacts| {
        RoundFacts::parse(&ask(fake, id, token).body, facts).expect("a round").is_ours
    };
    assert_eq!(is_ours(&fake, "round002", None, &weak), Some(true));
    assert_eq!(is_ours(&fake, "round001", None, &weak), None, "it may be a contributor's");
    let strong = facts(&mut fake, &["study:read", "study:write"]);
    assert_eq!(is_ours(&fake, "round001", Some(TOKEN), &strong), Some(false));
    fake.rounds.get_mut("round002").expect("it is there").is_official = true;
    assert_eq!(is_ours(&fake, "round002", Some(TOKEN), &strong), Some(true));
    assert_eq!(is_ours(&fake, "round002", None, &weak), None);
}
