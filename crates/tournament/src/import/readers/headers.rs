//! The names of columns, in the languages of the programs that write tables.

use crate::import::spelling::folded;
use shakmaty::{ByColor, Color};

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::import) enum Kind {
    Board,
    Round,
    Result,
    Number,
    Name,
    Surname,
    Given,
    Title,
    Rating,
    Federation,
    FideId,
    Team,
    Points,
    Sex,
    Born,
    /// The result of one side, where both have a column of their own.
    Half,
}

impl Kind {
    /// Returns whether each player of a pairing has such a column.
    fn is_of_player(self) -> bool {
        !matches!(self, Kind::Board | Kind::Round | Kind::Result)
    }
}

/// The columns of a table, by their place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::import) struct Columns {
    pub(in crate::import) board: Option<usize>,
    pub(in crate::import) round: Option<usize>,
    pub(in crate::import) result: Option<usize>,
    /// The columns of each player. In a list of players, all are White's.
    pub(in crate::import) sides: ByColor<Vec<(Kind, usize)>>,
    /// True for a table of pairings, false for a list of players.
    pub(in crate::import) are_pairings: bool,
    /// True if the sides are teams, so that the colours go by board.
    pub(in crate::import) are_teams: bool,
    /// The columns that are not known, by their place.
    pub(in crate::import) unknown: Vec<usize>,
}

impl Columns {
    /// Returns the place of a column of a side.
    pub(in crate::import) fn of(&self, color: Color, kind: Kind) -> Option<usize> {
        self.sides[color].iter().find(|(known, _)| *known == kind).map(|(_, place)| *place)
    }

    fn has_name(&self, color: Color) -> bool {
        self.of(color, Kind::Name)
            .or(self.of(color, Kind::Surname))
            .or(self.of(color, Kind::Number))
            .is_some()
    }
}

/// The words of each kind, folded, with commas between them.
const WORDS: [(Kind, &str); 15] = [
    (
        Kind::Board,
        "board, bo, bd, brd, br, brett, table, tbl, tisch, stol, stolik, st, nr stolu, \
         szachownica, szach, sz, deska, doska, nomer doski, tablero, mesa, echiquier, ech, t, \
         plansza, board no, boardno, table no, nr szachownicy",
    ),
    (Kind::Round, "round, rd, runda, rnd, tur, runde, ronda, ronde, round no"),
    (Kind::Result, "result, res, wynik, rezultat, ergebnis, erg, resultado, resultat, score, wyn, rez"),
    (
        Kind::Number,
        "no, nr, snr, sno, start no, startno, startnr, st no, numer, nr startowy, nr st, nomer, \
         num, numero, rk, rank, lp, n, starting rank, start rank, nst, start nr, \
         startovyy nomer, start number, seed, pairing no, id no start",
    ),
    (
        Kind::Name,
        "name, names, player, players, nazwisko i imie, imie i nazwisko, zawodnik, zawodnicy, \
         nazwisko imie, igrok, igroki, fio, familiya imya, familiya i imya, uchastnik, spieler, \
         jugador, jugadores, joueur, nom prenom, nom et prenom, full name, apellidos y nombre, \
         player name, fullname, teilnehmer, spielername",
    ),
    (
        Kind::Surname,
        "surname, last name, lastname, family name, familyname, nazwisko, familiya, nachname, \
         apellido, apellidos, nom, nom de famille",
    ),
    (
        Kind::Given,
        "first name, firstname, given name, givenname, given names, forename, given, imie, \
         imiona, imya, vorname, nombre, nombres, prenom",
    ),
    (Kind::Title, "title, tytul, tyt, titel, zvanie, titulo, tit, titre, kat, fide title"),
    (
        Kind::Rating,
        "rating, rtg, elo, ranking, rank fide, reyting, rat, rtgi, irtg, elo fide, fide elo, \
         rating fide, fide rating, rtg fide, wertung, elo i, rtg int, std, elo std",
    ),
    (
        Kind::Federation,
        "fed, federation, federacja, federatsiya, foederation, foderation, verband, pays, pais, \
         country, kraj, strana, land, federacion, fide fed",
    ),
    (
        Kind::FideId,
        "fide id, fideid, id fide, idfide, fide no, fideno, fide number, fide nr, id, kod fide, \
         fide kod, fide code, code fide, ident number, identno, id no, fide id no, numer fide, \
         nr fide, fide identnummer, nomer fide",
    ),
    (
        Kind::Team,
        "team, club, club city, klub, druzyna, komanda, verein, verein ort, mannschaft, equipo, \
         equipe, klub miejscowosc, klub miasto, clubname, team name, gorod, club ville",
    ),
    (Kind::Points, "pts, points, pkt, punkty, ochki, punkte, puntos, pt, pkte, ptos, pp, och"),
    (Kind::Sex, "sex, gender, plec, pol, geschlecht, sexo, sexe"),
    (
        Kind::Born,
        "birth, born, birth date, birthdate, date of birth, birthday, birth year, year of birth, \
         b year, ur, rok ur, rok urodzenia, data urodzenia, data ur, data rozhdeniya, \
         god rozhdeniya, geburtsjahr, geburtsdatum, geb, dob, yob, fecha nacimiento, \
         date de naissance, naissance",
    ),
];

/// The words of a side, folded; each stands in front of or behind what the column holds. `true` for words that name
/// teams.
const SIDES: [(Color, bool, &str); 4] = [
    (
        Color::White,
        false,
        "whites, white, biale, bialy, bialych, belye, belyy, belykh, weiss, blancas, blanco, \
         blancs, blanc",
    ),
    (
        Color::Black,
        false,
        "blacks, black, czarne, czarny, czarnych, chernye, chernyy, chernykh, schwarz, negras, \
         negro, noirs, noir",
    ),
    (Color::White, true, "home, gospodarze, heim, khozyaeva, team a"),
    (Color::Black, true, "guest, away, goscie, gast, team b"),
];

/// A name of a column: what it holds, and of which side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Named {
    kind: Kind,
    side: Option<Color>,
    is_team: bool,
}

/// Reads the name of a column.
fn named(text: &str) -> Option<Named> {
    if matches!(text.trim(), "#" | "№" | "№№") {
        return Some(Named { kind: Kind::Number, side: None, is_team: false });
    }
    if text.len() > 60 {
        return None;
    }
    let words = folded(text);
    if let Some(kind) = kind(&words) {
        return Some(Named { kind, side: None, is_team: false });
    }
    let sides = SIDES
        .iter()
        .flat_map(|(color, is_team, list)| list.split(", ").map(move |word| (word, color, is_team)));
    sides.into_iter().find_map(|(word, color, is_team)| {
        let rest = words.strip_prefix(word).or_else(|| words.strip_suffix(word))?.trim();
        // `Whiting` is no side; `WhiteElo` is one, and so is `White player`.
        let kind = match rest {
            "" => Kind::Name,
            // The result of one side has a column of its own.
            rest => match kind(rest)? {
                Kind::Result => Kind::Half,
                kind => kind,
            },
        };
        kind.is_of_player().then_some(Named { kind, side: Some(*color), is_team: *is_team })
    })
}

fn kind(words: &str) -> Option<Kind> {
    WORDS.iter().find(|(_, known)| known.split(", ").any(|word| word == words)).map(|(kind, _)| *kind)
}

/// Reads a row as the names of columns. `None` if they do not make a table of pairings or a list of players.
pub(in crate::import) fn columns<'a>(cells: impl Iterator<Item = &'a str>) -> Option<Columns> {
    let mut columns = Columns::default();
    let mut open: Vec<(Kind, usize)> = Vec::new();
    let mut known = 0;
    for (place, cell) in cells.enumerate() {
        let Some(Named { kind, side, is_team }) = named(cell) else {
            if !cell.trim().is_empty() && cell.trim() != "-" {
                columns.unknown.push(place);
            }
            continue;
        };
        known += 1;
        columns.are_teams |= is_team;
        match (kind, side) {
            (Kind::Board, _) if columns.board.is_none() => columns.board = Some(place),
            (Kind::Round, _) if columns.round.is_none() => columns.round = Some(place),
            (Kind::Result, _) if columns.result.is_none() => columns.result = Some(place),
            (kind, Some(side)) => columns.sides[side].push((kind, place)),
            (kind, None) => open.push((kind, place)),
        }
    }
    share_out(&mut columns, &open);
    let [white, black] = Color::ALL.map(|color| columns.has_name(color));
    // A list has one name a line; a single number beside boards is no list.
    let has_list = columns.of(Color::White, Kind::Name).or(columns.of(Color::White, Kind::Surname)).is_some();
    columns.are_pairings = white && black;
    (known >= 2 && (columns.are_pairings || (has_list && !black))).then_some(columns)
}

/// Gives the columns that name no side to one: of two, the first is White's. One alone belongs to the player whose name
/// is nearer before it.
fn share_out(columns: &mut Columns, open: &[(Kind, usize)]) {
    let place = |columns: &Columns, color| columns.of(color, Kind::Name).or(columns.of(color, Kind::Surname));
    let names: Vec<usize> =
        open.iter().filter(|(kind, _)| *kind == Kind::Name).map(|(_, place)| *place).collect();
    let surnames: Vec<usize> =
        open.iter().filter(|(kind, _)| *kind == Kind::Surname).map(|(_, place)| *place).collect();
    let black =
        place(columns, Color::Black).or_else(|| names.get(1).copied()).or_else(|| surnames.get(1).copied());
    let mut given: Vec<Kind> = Vec::new();
    for (index, (kind, place)) in open.iter().enumerate() {
        let is_first = !given.contains(kind);
        given.push(*kind);
        let has_second = open.iter().skip(index + 1).any(|(other, _)| other == kind);
        let side = match (is_first, has_second, black) {
            (false, ..) => Color::Black,
            (true, true, _) | (true, false, None) => Color::White,
            (true, false, Some(black)) if *place < black => Color::White,
            (true, false, Some(_)) => Color::Black,
        };
        columns.sides[side].push((*kind, *place));
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, columns};
    use shakmaty::Color;

    fn read(line: &str) -> super::Columns {
        columns(line.split(';')).unwrap_or_else(|| panic!("{line}"))
    }

    #[test]
    fn pairings_are_recognised_in_six_languages() {
        for line in [
            "Board;White;Black;Result",
            "Stół;Białe;Czarne;Wynik",
            "Доска;Белые;Чёрные;Результат",
            "Brett;Weiß;Schwarz;Ergebnis",
            "Mesa;Blancas;Negras;Resultado",
            "Échiquier;Blancs;Noirs;Résultat",
            "Bo.;Name;Name;Res.",
        ] {
            let columns = read(line);
            assert!(columns.are_pairings && columns.unknown.is_empty(), "{line}");
            assert_eq!((columns.board, columns.result), (Some(0), Some(3)), "{line}");
            assert_eq!(columns.of(Color::White, Kind::Name), Some(1), "{line}");
            assert_eq!(columns.of(Color::Black, Kind::Name), Some(2), "{line}");
        }
    }

    #[test]
    fn a_pairing_export_with_two_names_and_ratings_between_is_shared_out() {
        let columns = read("Bo.;No.;;Name;Rtg;Pts.;Result;Pts.;;Name;Rtg;No.");
        let of = |color| {
            [Kind::Number, Kind::Name, Kind::Rating, Kind::Points].map(|kind| columns.of(color, kind))
        };
        assert_eq!(of(Color::White), [Some(1), Some(3), Some(4), Some(5)]);
        assert_eq!(of(Color::Black), [Some(11), Some(9), Some(10), Some(7)]);
        let columns = read("White;WhiteElo;Black;Black FIDE ID;Elo");
        assert_eq!(columns.of(Color::White, Kind::Rating), Some(1));
        assert_eq!(columns.of(Color::Black, Kind::FideId), Some(3));
        assert_eq!(columns.of(Color::Black, Kind::Rating), Some(4));
    }

    #[test]
    fn a_list_of_players_has_one_name_a_line() {
        for line in ["Nr;Nazwisko;Imię;Elo;Klub", "No.;Name;FideID;FED;Rtg", "№;ФИО;Рейтинг;Город"]
        {
            let columns = read(line);
            assert!(!columns.are_pairings, "{line}");
        }
        assert_eq!(columns("Nowak;Kowalski;1-0".split(';')), None);
        assert_eq!(columns("Tournament;2026".split(';')), None);
    }
}
