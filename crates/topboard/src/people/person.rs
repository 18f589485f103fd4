//! A person at the arbiter's listener: their name and their role. Every key and every login is made for one.

use game::names;
use laws::Form;

/// The greatest length of a person's name, in characters.
pub(crate) const NAME_MAX: usize = 80;

const OPERATOR: Form = Form { en: "operator", pl: "operator transmisji", ru: "оператор" };
const ORGANISER: Form = Form { en: "organiser", pl: "organizator", ru: "организатор" };
const ARBITER: Form = Form { en: "arbiter", pl: "sędzia", ru: "арбитр" };
const GUEST: Form = Form { en: "guest", pl: "gość", ru: "гость" };
const SPECTATOR: Form = Form { en: "spectator", pl: "widz", ru: "зритель" };
const CHIEF_ARBITER: Form =
    Form { en: "chief arbiter", pl: "sędzia główny", ru: "главный арбитр" };

/// A role. What a role may do is in rights.rs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Looks after boards, tables and what they transmit.
    Operator,
    /// Runs the event: players, pairings, rounds.
    Organiser,
    /// Decides at the tables.
    Arbiter,
    /// May do everything, and says who else may do what.
    ChiefArbiter,
    /// Sees what operators see, and may do nothing.
    Guest,
    /// Looks on at a closed event, and has no right at the arbiter's listener.
    Spectator,
}

impl Role {
    /// All roles.
    pub(crate) const ALL: [Role; 6] =
        [Role::Operator, Role::Organiser, Role::Arbiter, Role::ChiefArbiter, Role::Guest, Role::Spectator];

    /// Returns the role's name on the wire, on the command line and in the file of logins.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Role::Operator => "operator",
            Role::Organiser => "organiser",
            Role::Arbiter => "arbiter",
            Role::ChiefArbiter => "chief-arbiter",
            Role::Guest => "guest",
            Role::Spectator => "spectator",
        }
    }

    /// Returns the role of this name.
    pub(crate) fn parse(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }

    /// Returns the role in the words of people.
    pub(crate) fn words(self) -> &'static Form {
        match self {
            Role::Operator => &OPERATOR,
            Role::Organiser => &ORGANISER,
            Role::Arbiter => &ARBITER,
            Role::ChiefArbiter => &CHIEF_ARBITER,
            Role::Guest => &GUEST,
            Role::Spectator => &SPECTATOR,
        }
    }
}

/// A person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Person {
    /// The name; `None` for a login that was given to nobody by name. Its orders name their author themselves.
    pub(crate) name: Option<String>,
    /// The role.
    pub(crate) role: Role,
}

impl Person {
    /// Whoever opens a link without a name. Such a login may do what every login could before there were roles.
    pub(crate) const UNNAMED: Person = Person { name: None, role: Role::ChiefArbiter };

    /// Reads a person as somebody named them; without a role they are an arbiter. `Err` says what is wrong.
    pub(crate) fn read(name: &str, role: Option<&str>) -> Result<Person, String> {
        let role = match role {
            None => Role::Arbiter,
            Some(role) => Role::parse(role).ok_or_else(|| {
                let known = Role::ALL.map(Role::name).join(", ");
                format!("{role:?} is no role; name one of {known}")
            })?,
        };
        Ok(Person { name: Some(name_of(name)?), role })
    }

    /// Returns the name for a log; the role if there is no name.
    pub(crate) fn told(&self) -> String {
        match &self.name {
            Some(name) => format!("{name} ({})", self.role.words().en),
            None => format!("{} without a name", self.role.words().en),
        }
    }
}

/// Returns the name of a person without the spaces around it. `Err` says why it is no name.
pub(crate) fn name_of(name: &str) -> Result<String, String> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > NAME_MAX {
        return Err(format!("a name has 1 to {NAME_MAX} characters"));
    }
    if name.chars().any(names::is_unseen) {
        return Err("the name holds a character that nobody sees; write it again without it".to_owned());
    }
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{NAME_MAX, Person, Role};

    #[test]
    fn a_person_has_a_name_that_can_be_shown_and_a_known_role() {
        let anna = |role| Person { name: Some("Anna Nowak".to_owned()), role };
        assert_eq!(Person::read(" Anna Nowak ", None), Ok(anna(Role::Arbiter)));
        for role in Role::ALL {
            assert_eq!(Person::read("Anna Nowak", Some(role.name())), Ok(anna(role)));
        }
        let long = "x".repeat(NAME_MAX + 1);
        for (name, role) in [
            ("", None),
            (" ", None),
            (&*long, None),
            ("Anna\tNowak", None),
            ("A\u{202e}", None),
            ("Anna", Some("king")),
        ] {
            assert!(Person::read(name, role).is_err(), "{name:?} {role:?}");
        }
    }
}
