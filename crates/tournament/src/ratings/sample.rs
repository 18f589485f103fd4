//! A generated list, for tests and measurements: as long as one likes, and the same for the same seed.

use super::{ListEntry, Ratings};
use crate::{Entrant, PlayerNo, Sex};
use game::Player;
use std::{collections::BTreeMap, fmt::Write};

/// The formats in which a sample is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SampleFormat {
    /// The combined list of fixed width.
    FixedWidth,
    /// The combined list in XML.
    Xml,
}

/// A list of generated people.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// The seed of all of them.
    pub seed: u64,
    /// The number of entries.
    pub rows: u32,
    /// The format.
    pub format: SampleFormat,
}

const SYLLABLES: [&str; 24] = [
    "ba", "ko", "mar", "ni", "sz", "ov", "ska", "ler", "an", "dre", "wi", "pe", "tor", "lin", "ga", "ru",
    "es", "mi", "hal", "jo", "ek", "va", "ser", "ti",
];
const GIVEN: [&str; 16] = [
    "Anna", "Jan", "Maria", "Piotr", "Elena", "Ivan", "Li", "Ahmed", "Sofia", "Juan", "Ines", "Karl", "Olga",
    "Tomasz", "Ravi", "Mei Ling",
];
const FEDERATIONS: [&str; 12] =
    ["POL", "GER", "IND", "ESP", "FRA", "USA", "RUS", "UKR", "TUR", "BRA", "ITA", "CZE"];
const TITLES: [&str; 8] = ["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"];

impl Sample {
    /// Returns the entry of this number, counted from 0.
    pub fn entry(&self, row: u32) -> ListEntry {
        let mut dice = Dice(self.seed.wrapping_mul(0x0100_0000_01B3) ^ (u64::from(row) << 20));
        let mut name = dice.name();
        name.push_str(", ");
        // Half of the people have one of a few usual names.
        let given = if dice.below(2) == 0 { dice.name() } else { dice.one_of(&GIVEN).to_owned() };
        name.push_str(&given);
        if dice.below(8) == 0 {
            name.push(' ');
            name.push_str(dice.one_of(&GIVEN));
        }
        let sex = if dice.below(5) == 0 { Sex::Female } else { Sex::Male };
        let strength = 1400 + dice.below(700) + dice.below(400) + dice.below(300);
        let mut rating = |unrated| {
            let rating = strength + dice.below(80);
            (dice.below(unrated) != 0).then(|| u16::try_from(rating).unwrap_or(u16::MAX))
        };
        let ratings = Ratings { standard: rating(3), rapid: rating(2), blitz: rating(2) };
        let has_title = strength > 2300 && dice.below(2) == 0;
        ListEntry {
            fide_id: row.wrapping_mul(13).wrapping_add(100_000),
            name,
            federation: dice.one_of(&FEDERATIONS).to_owned(),
            sex: Some(sex),
            title: if has_title { dice.one_of(&TITLES).to_owned() } else { String::new() },
            ratings,
            born: (dice.below(20) != 0).then(|| u16::try_from(1940 + dice.below(78)).unwrap_or(0)),
            is_inactive: dice.below(3) == 0,
        }
    }

    /// Returns what stands before the first entry.
    pub fn head(&self) -> &'static str {
        match self.format {
            SampleFormat::FixedWidth => {
                "ID Number      Name                                                         \
                 Fed Sex Tit  WTit OTit           \
                 FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag\r\n"
            }
            SampleFormat::Xml => "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<playerslist>\n",
        }
    }

    /// Returns what stands behind the last entry.
    pub fn tail(&self) -> &'static str {
        match self.format {
            SampleFormat::FixedWidth => "",
            SampleFormat::Xml => "</playerslist>\n",
        }
    }

    /// Appends an entry as the list has it.
    pub fn write(&self, entry: &ListEntry, list: &mut String) {
        let number = |number: Option<u16>| number.unwrap_or(0);
        let Ratings { standard, rapid, blitz } = entry.ratings;
        let (standard, rapid, blitz) = (number(standard), number(rapid), number(blitz));
        let ListEntry { fide_id, name, federation, title, .. } = entry;
        let is_female = entry.sex == Some(Sex::Female);
        let sex = entry.sex.map_or("", |_| if is_female { "F" } else { "M" });
        let womens_title = if title.starts_with('W') { title } else { "" };
        let born = number(entry.born);
        let flag = [if is_female { "w" } else { "" }, if entry.is_inactive { "i" } else { "" }].concat();
        // To write into a text cannot fail.
        let _ = match self.format {
            SampleFormat::FixedWidth => write!(
                list,
                "{fide_id:<15}{name:<61}{federation:<4}{sex:<4}{title:<5}{womens_title:<5}{:<15}{:<4}{standard:<6}0   20 \
                 {rapid:<6}0   20 {blitz:<6}0   20 {born:<6}{flag:<4}\r\n",
                "", "",
            ),
            SampleFormat::Xml => {
                let name = name.replace('&', "&amp;").replace('<', "&lt;");
                write!(
                    list,
                    "<player>\n<fideid>{fide_id}</fideid>\n<name>{name}</name>\n<country>{federation}</country>\n\
                     <sex>{sex}</sex>\n<title>{title}</title>\n<w_title>{womens_title}</w_title>\n<o_title></o_title>\n\
                     <foa_title></foa_title>\n<rating>{standard}</rating>\n<games>0</games>\n<k>20</k>\n\
                     <rapid_rating>{rapid}</rapid_rating>\n<rapid_games>0</rapid_games>\n<rapid_k>20</rapid_k>\n\
                     <blitz_rating>{blitz}</blitz_rating>\n<blitz_games>0</blitz_games>\n<blitz_k>20</blitz_k>\n\
                     <birthday>{born}</birthday>\n<flag>{flag}</flag>\n</player>\n"
                )
            }
        };
    }

    /// Returns the whole list in pieces of some hundred entries.
    pub fn pieces(self) -> impl Iterator<Item = String> {
        let bodies = (0..self.rows).step_by(500).map(move |first| {
            let mut piece = String::new();
            for row in first..self.rows.min(first + 500) {
                self.write(&self.entry(row), &mut piece);
            }
            piece
        });
        [self.head().to_owned()].into_iter().chain(bodies).chain([self.tail().to_owned()])
    }

    /// Returns players who are in the list, spread over it: in turns one known by number, one by name, federation and
    /// year, one by a name alone, and one whose name has a slip.
    pub fn players(&self, count: PlayerNo) -> BTreeMap<PlayerNo, Entrant> {
        let apart = (self.rows / u32::from(count.max(1))).max(1);
        let player = |number: PlayerNo| {
            let entry = self.entry(u32::from(number - 1) * apart % self.rows.max(1));
            let (mut name, born) = (entry.name, entry.born.map_or(String::new(), |year| year.to_string()));
            let mut player = Player::default();
            let mut entrant = Entrant::default();
            match number % 4 {
                0 => player.fide_id = Some(entry.fide_id),
                1 => (player.federation, entrant.born) = (entry.federation, born),
                2 => {}
                _ => {
                    name.insert(2, 'q');
                    (player.federation, entrant.born) = (entry.federation, born);
                }
            }
            player.name = name;
            entrant.player = player;
            (number, entrant)
        };
        (1..=count).map(player).collect()
    }
}

/// Numbers that look random (SplitMix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % limit
    }

    fn name(&mut self) -> String {
        let mut name: String = (0..2 + self.below(3)).map(|_| self.one_of(&SYLLABLES)).collect();
        name[..1].make_ascii_uppercase();
        name
    }

    fn one_of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        let at = self.below(words.len() as u64);
        words[usize::try_from(at).unwrap_or(0)]
    }
}
