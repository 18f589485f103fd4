//! A draft matched with the players of a tournament. Spelling is forgiven, guesses are not made: where a name may be
//! somebody's, a person is asked.
//!
//! A player is found by, in this order: what a person answered, the FIDE number, the number alone where there is no
//! name, the name as it is written, the name in one spelling, the name carried over from another alphabet, and a given
//! name that is abbreviated. Of several, the starting number, the rating, the team, the federation and the date of birth
//! decide; if they do not, a person is asked. Names that differ by a slip of the pen are always asked about.

use super::draft::{Answer, DraftPlayer};
use super::readers::gather::complete;
use super::rounds::{chosen, header, made};
use super::{Draft, Import, ImportFault, Problem, Proposal, spelling};
use crate::{Entrant, PLAYERS_MAX, PlayerNo, RoundNo, Tournament};
use std::collections::{BTreeMap, BTreeSet};

/// The largest number of names that are compared letter by letter in one import.
pub const NEAR_MAX: usize = 100_000;
/// The largest number of players who are proposed for one name.
const PROPOSED_MAX: usize = 5;

/// Makes an import of a draft.
pub(super) fn import(
    draft: &Draft,
    known: &Tournament,
    round: Option<RoundNo>,
) -> Result<Import, Vec<Problem>> {
    let mut problems = draft.problems();
    let mut import = Import { trf: draft.trf.clone(), ..Import::default() };
    if !draft.has_errors() {
        let places = Matching::new(known).all(draft, &mut import, &mut problems);
        let mut listed: Vec<_> = draft.players.iter().zip(&places).collect();
        if listed.iter().all(|(player, _)| player.number.is_some()) {
            listed.sort_by_key(|(player, _)| player.number);
        }
        import.listed = listed.into_iter().filter_map(|(_, number)| *number).collect();
        for (number, told) in chosen(draft, &places, known, round, &mut problems) {
            let made = made(told, &places, draft, known.rounds.get(&number), number, &mut problems);
            import.rounds.insert(number, made);
        }
        import.header = header(&draft.header, known);
    }
    if problems.iter().any(Problem::is_error) {
        return Err(problems);
    }
    import.warnings = problems;
    Ok(import)
}

/// The players of a tournament, by everything that finds them.
struct Matching<'a> {
    players: &'a BTreeMap<PlayerNo, Entrant>,
    by_id: BTreeMap<u32, PlayerNo>,
    by_name: BTreeMap<&'a str, Vec<PlayerNo>>,
    by_key: BTreeMap<String, Vec<PlayerNo>>,
    by_sound: BTreeMap<String, Vec<PlayerNo>>,
    by_word: BTreeMap<String, Vec<PlayerNo>>,
    keys: BTreeMap<PlayerNo, String>,
    tries: usize,
}

/// Who a player of a draft is.
enum Who {
    /// The player of this number; `true` if the name has to be shown because it is written otherwise.
    Is(PlayerNo, bool),
    /// Nobody who is known.
    New,
    /// Perhaps one of these.
    Perhaps(ImportFault, Vec<PlayerNo>),
}

impl<'a> Matching<'a> {
    fn new(known: &'a Tournament) -> Matching<'a> {
        let mut matching = Matching {
            players: &known.players,
            by_id: BTreeMap::new(),
            by_name: BTreeMap::new(),
            by_key: BTreeMap::new(),
            by_sound: BTreeMap::new(),
            by_word: BTreeMap::new(),
            keys: BTreeMap::new(),
            tries: 0,
        };
        for (number, entrant) in &known.players {
            let name = &entrant.player.name;
            if let Some(id) = entrant.player.fide_id {
                matching.by_id.insert(id, *number);
            }
            matching.by_name.entry(name).or_default().push(*number);
            let key = spelling::key(name);
            for word in key.split(' ').filter(|word| word.len() > 1) {
                matching.by_word.entry(word.to_owned()).or_default().push(*number);
            }
            matching.by_key.entry(key.clone()).or_default().push(*number);
            matching.keys.insert(*number, key);
            matching.by_sound.entry(spelling::sound(name)).or_default().push(*number);
        }
        matching
    }

    /// Finds all players of a draft. Returns the number of each; who is new gets one.
    fn all(
        &mut self,
        draft: &Draft,
        import: &mut Import,
        problems: &mut Vec<Problem>,
    ) -> Vec<Option<PlayerNo>> {
        let mut places = vec![None; draft.players.len()];
        let mut taken: BTreeMap<PlayerNo, usize> = BTreeMap::new();
        let mut new = Vec::new();
        for (place, player) in draft.players.iter().enumerate() {
            match self.who(player) {
                Who::Is(number, is_other) => {
                    places[place] = Some(number);
                    if let Some(first) = taken.insert(number, place) {
                        let names = [first, place].map(|it| draft.players[it].entrant.player.name.clone());
                        let [one, other] = names;
                        let proposal = Some(Proposal::TellApart);
                        problems.push(Problem::of_line(
                            player.line(),
                            ImportFault::SamePlayer(one, other),
                            proposal,
                        ));
                    }
                    self.completed(player, number, is_other, import, problems);
                }
                Who::New if player.entrant.player.name.is_empty() => {
                    let fault = player.number.map_or(ImportFault::NoName, ImportFault::NoSuchPlayer);
                    problems.push(Problem::of_line(player.line(), fault, Some(Proposal::PutRight)));
                }
                Who::New => new.push(place),
                Who::Perhaps(fault, mut numbers) => {
                    numbers.truncate(PROPOSED_MAX);
                    let name = |number: PlayerNo| {
                        self.players.get(&number).map(|it| (number, it.player.name.clone()))
                    };
                    let proposal = Proposal::IsThis(numbers.into_iter().filter_map(name).collect());
                    problems.push(Problem::of_line(player.line(), fault, Some(proposal)));
                }
            }
        }
        self.enter(draft, &new, &mut places, import, problems);
        places
    }

    /// Gives numbers to new players: those of the file where they are free, otherwise the next.
    fn enter(
        &self,
        draft: &Draft,
        new: &[usize],
        places: &mut [Option<PlayerNo>],
        import: &mut Import,
        problems: &mut Vec<Problem>,
    ) {
        if self.players.len() + new.len() > PLAYERS_MAX {
            return problems.push(Problem::of_file(ImportFault::TooManyPlayers, Some(Proposal::Split)));
        }
        let is_late = !self.players.is_empty();
        let wanted =
            |place: usize| draft.players[place].number.filter(|number| !self.players.contains_key(number));
        let mut last = self.players.keys().next_back().copied().unwrap_or(0);
        for place in new.iter().copied() {
            if let Some(number) = wanted(place) {
                import.add.insert(number, draft.players[place].entrant.clone());
                places[place] = Some(number);
                last = last.max(number);
            }
        }
        for place in new.iter().copied() {
            if places[place].is_none() {
                last += 1;
                import.add.insert(last, draft.players[place].entrant.clone());
                places[place] = Some(last);
            }
            if let (true, Some(number)) = (is_late, places[place]) {
                let player = &draft.players[place];
                let fault = ImportFault::LateEntry(player.entrant.player.name.clone(), number);
                problems.push(Problem::of_line(player.line(), fault, Some(Proposal::LookAtNames)));
            }
        }
    }

    /// Notes what the file knows more of a player, and what it says otherwise.
    fn completed(
        &self,
        told: &DraftPlayer,
        number: PlayerNo,
        is_other: bool,
        import: &mut Import,
        problems: &mut Vec<Problem>,
    ) {
        let Some(known) = self.players.get(&number) else { return };
        let mut note = |fault| problems.push(Problem::of_line(told.line(), fault, Some(Proposal::KeptOurs)));
        let (name, file) = (&known.player.name, &told.entrant.player);
        if is_other && !file.name.is_empty() {
            note(ImportFault::TakenFor(file.name.clone(), name.clone(), number));
        }
        let shown = |rating: Option<u16>| rating.map(|it| it.to_string()).unwrap_or_default();
        let details = [
            (shown(known.player.elo), shown(file.elo)),
            (known.player.title.clone(), file.title.clone()),
            (known.player.federation.clone(), file.federation.clone()),
            (known.player.team.clone(), file.team.clone()),
        ];
        for (ours, theirs) in details {
            if !ours.is_empty() && !theirs.is_empty() && spelling::folded(&ours) != spelling::folded(&theirs)
            {
                note(ImportFault::DetailDiffers(name.clone(), ours, theirs));
            }
        }
        let mut whole = known.clone();
        complete(&mut whole, &told.entrant);
        if whole != *known {
            import.complete.insert(number, whole);
        }
    }

    fn who(&mut self, player: &DraftPlayer) -> Who {
        let told = &player.entrant.player;
        match player.answer {
            Some(Answer::Is(number)) if self.players.contains_key(&number) => return Who::Is(number, false),
            Some(Answer::Is(number)) => return Who::Perhaps(ImportFault::NoSuchPlayer(number), Vec::new()),
            Some(Answer::New) => return Who::New,
            None => {}
        }
        if let Some(number) = told.fide_id.and_then(|id| self.by_id.get(&id)) {
            let known = self.players.get(number).map_or("", |it| it.player.name.as_str());
            let is_other = spelling::key(known) != spelling::key(&told.name);
            return Who::Is(*number, is_other);
        }
        if told.name.is_empty() {
            let known = player.number.filter(|number| self.players.contains_key(number));
            return known.map_or(Who::New, |number| Who::Is(number, false));
        }
        let (key, sound) = (spelling::key(&told.name), spelling::sound(&told.name));
        let same = [
            (self.by_name.get(told.name.as_str()), false),
            (self.by_key.get(&key), false),
            (self.by_sound.get(&sound), true),
        ];
        for (found, is_other) in same {
            if let Some(found) = found.filter(|_| !key.is_empty() || !is_other) {
                return self.one_of(player, found, is_other);
            }
        }
        let (short, near) = self.alike(&told.name, &key);
        if !short.is_empty() {
            return self.one_of(player, &short, true);
        }
        // A number of the tournament with another name: somebody was replaced, or the file is of another tournament.
        let numbered = player.number.filter(|number| self.players.contains_key(number));
        let near: Vec<PlayerNo> =
            numbered.into_iter().chain(near.into_iter().filter(|it| Some(*it) != numbered)).collect();
        if near.is_empty() { Who::New } else { Who::Perhaps(ImportFault::WhoIsThis(told.name.clone()), near) }
    }

    /// Returns the players whose names abbreviate a name or are abbreviated by it, and those whose names are near it.
    fn alike(&mut self, name: &str, key: &str) -> (Vec<PlayerNo>, Vec<PlayerNo>) {
        if self.tries > NEAR_MAX {
            return (Vec::new(), Vec::new());
        }
        let words = key.split(' ').filter_map(|word| self.by_word.get(word));
        let candidates: BTreeSet<PlayerNo> = words.flatten().copied().take(PLAYERS_MAX).collect();
        let (mut short, mut near) = (Vec::new(), Vec::new());
        for number in candidates {
            self.tries += 1;
            if self.tries > NEAR_MAX {
                break;
            }
            let Some(known) = self.players.get(&number).map(|it| it.player.name.as_str()) else { continue };
            if spelling::abbreviates(name, known) {
                short.push(number);
            } else if self.keys.get(&number).is_some_and(|known| spelling::is_near(key, known)) {
                near.push(number);
            }
        }
        (short, near)
    }

    /// Returns which of several players is meant, if what else is known of them decides it.
    fn one_of(&self, told: &DraftPlayer, found: &[PlayerNo], is_other: bool) -> Who {
        let of = |number: &PlayerNo| self.players.get(number);
        let differs = |number: &&PlayerNo| {
            let ids = (told.entrant.player.fide_id, of(number).and_then(|it| it.player.fide_id));
            matches!(ids, (Some(one), Some(other)) if one != other)
        };
        let free: Vec<PlayerNo> = found.iter().filter(|number| !differs(number)).copied().collect();
        let name = || told.entrant.player.name.clone();
        let best = free.iter().map(|number| self.likeness(told, *number)).max();
        let mut likely = free.iter().filter(|number| Some(self.likeness(told, **number)) == best);
        match (likely.next(), likely.next()) {
            (Some(number), None) => Who::Is(*number, is_other),
            (Some(_), Some(_)) => Who::Perhaps(ImportFault::WhoIsThis(name()), free.clone()),
            (None, _) => {
                let known = found.first().and_then(of).map_or(String::new(), |it| it.player.name.clone());
                Who::Perhaps(ImportFault::OtherIdentity(name(), known), found.to_vec())
            }
        }
    }

    /// Returns how much of what the file says of a player fits the player of a number.
    fn likeness(&self, told: &DraftPlayer, number: PlayerNo) -> u32 {
        let Some(known) = self.players.get(&number) else { return 0 };
        let (one, other) = (&told.entrant, known);
        let same =
            |one: &str, other: &str| !one.is_empty() && spelling::folded(one) == spelling::folded(other);
        let marks = [
            told.number == Some(number),
            one.player.name == other.player.name,
            one.player.elo.is_some() && one.player.elo == other.player.elo,
            same(&one.player.team, &other.player.team),
            same(&one.player.federation, &other.player.federation),
            same(&one.born, &other.born),
        ];
        // A number weighs more than all the rest, a name as it is written more than what can be common to many.
        let weights = [16, 8, 2, 2, 1, 4];
        marks.iter().zip(weights).filter(|(is_same, _)| **is_same).map(|(_, weight)| weight).sum()
    }
}
