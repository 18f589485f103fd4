//! The start of a game (PL09 2, RU20 and FIDE 2, 7.1 to 7.3): pieces set up wrongly, a board turned by a quarter, or
//! colours reversed.
//!
//! Before the first move the finding is a note to the arbiter; afterwards it is a violation whose remedy depends on the
//! number of moves made. A board turned by half a turn is no irregularity: the program reads it the other way round.

use crate::{
    Form, Incident, Kind, Outcome, Phrase, Remedy, RuleId, Value, Window,
    finding::Finding,
    ledger::Ledger,
    observer::{Observer, Report},
    profile::parameters::Reversed,
    seen::{differences::differences, scene::Scene},
    text::Difference,
};
use board::{Contents, Orientation, Reading};
use game::{JoinedMidgame, PlyNo, Standing};
use shakmaty::{Color, Square};

/// The observer of games that began wrongly.
#[derive(Debug, Clone, Default)]
pub(crate) struct Start {
    /// The squares that were wrong before the first move and have not been touched since.
    wrong: Vec<Difference>,
    /// Set while it is unknown which way round the board stands.
    sides_unknown: bool,
    /// Set while the board is turned by a quarter, and its squares are read the other way round.
    is_across: bool,
    /// The agreed start position, if the game began from another position that stood on the board. It is then too late
    /// to put anything right. `None` otherwise.
    agreed: Option<Standing>,
}

const PROMPT: Form = Form {
    en: "Before the game: pieces are set up wrongly: {0}.",
    pl: "Przed partią: bierki są źle ustawione: {0}.",
    ru: "Перед партией: фигуры расставлены неверно: {0}.",
};
const FOUND: Form = Form {
    en: "The game began from a wrong position: {0}.",
    pl: "Partia rozpoczęła się z niewłaściwej pozycji: {0}.",
    ru: "Партия началась из неправильной позиции: {0}.",
};
const TAKEN_UP: Form = Form {
    en: "The game was taken up from what stands on the board. What was played before, the number of the move, castling and en \
         passant are not known.",
    pl: "Partię podjęto od pozycji na szachownicy. Wcześniejsze posunięcia, numer posunięcia, prawo do roszady i bicia w \
         przelocie nie są znane.",
    ru: "Партия начата с позиции, стоящей на доске. Сделанные раньше ходы, номер хода, право на рокировку и взятие на проходе \
         неизвестны.",
};
const TELL: Form = Form {
    en: "A game is under way and the board cannot tell its position: enter it with its FEN.",
    pl: "Partia trwa, a szachownica nie potrafi podać pozycji: należy ją wprowadzić jako FEN.",
    ru: "Партия идёт, а доска не может сообщить позицию: введите её в виде FEN.",
};
const SIDES: Form = Form {
    en: "Pieces stand on the board and nothing tells which way round it stands. Nothing is shown of it until a pawn is moved or \
         its position is entered with its FEN.",
    pl: "Na szachownicy stoją bierki i nic nie mówi, jak jest obrócona. Nic z niej nie jest pokazywane, dopóki nie ruszy się \
         pionek albo pozycja nie zostanie wprowadzona jako FEN.",
    ru: "На доске стоят фигуры, и ничто не говорит, как она повёрнута. Ничего с неё не показывается, пока не пойдёт пешка или \
         позиция не будет введена в виде FEN.",
};
const SIDES_KNOWN: Form = Form {
    en: "It is known now which way round the board stands.",
    pl: "Wiadomo już, jak obrócona jest szachownica.",
    ru: "Теперь известно, как повёрнута доска.",
};
const CANCEL: Form = Form {
    en: "The game is cancelled and a new one is played.",
    pl: "Partię unieważnia się i rozgrywa nową.",
    ru: "Партия отменяется и играется новая.",
};
const CANCEL_UNTIL: Form = Form {
    en: "The game is cancelled and a new one is played, until each side has completed {0} moves.",
    pl: "Partię unieważnia się i rozgrywa nową, dopóki każda strona nie wykona {0} posunięć.",
    ru: "Партия отменяется и играется новая, пока каждая сторона не завершит {0} ходов.",
};
const TOO_LATE: Form = Form {
    en: "Each side has completed {0} moves: no claim is possible, the game goes on.",
    pl: "Każda strona wykonała już {0} posunięć: reklamacja nie jest możliwa, gra toczy się dalej.",
    ru: "Каждая сторона завершила {0} ходов: претензии не принимаются, игра продолжается.",
};
const NO_CASTLING: Form = Form {
    en: "{0} may not castle with the misplaced king.",
    pl: "{0} nie mogą roszować źle ustawionym królem.",
    ru: "{0} не могут рокировать неправильно поставленным королём.",
};
const NO_CASTLING_ROOK: Form = Form {
    en: "{0} may not castle with the misplaced rook ({1}); with the other rook castling stays allowed.",
    pl: "{0} nie mogą roszować źle ustawioną wieżą ({1}); drugą wieżą wolno.",
    ru: "{0} не могут рокировать неправильно поставленной ладьёй ({1}); другой ладьёй можно.",
};
const SET_RIGHT: Form = Form {
    en: "The pieces were set up rightly.",
    pl: "Bierki ustawiono prawidłowo.",
    ru: "Фигуры расставлены верно.",
};
const PUT_RIGHT: Form = Form {
    en: "The pieces were put right after the start. The score tells the game from the right array, with the same moves.",
    pl: "Bierki ustawiono prawidłowo po rozpoczęciu partii. Zapis podaje partię od właściwej pozycji, z tymi samymi posunięciami.",
    ru: "Фигуры расставлены верно уже после начала. Партия записана от правильной расстановки, с теми же ходами.",
};
const TURNED: Form = Form {
    en: "The board is turned by a quarter: the pieces stand along the files. Move the position to a board that lies rightly, and \
         play on.",
    pl: "Szachownica jest obrócona o ćwierć obrotu: bierki stoją wzdłuż kolumn. Pozycję przenosi się na prawidłowo ułożoną \
         szachownicę i gra toczy się dalej.",
    ru: "Доска повёрнута на четверть: фигуры стоят вдоль вертикалей. Позицию переносят на правильно лежащую доску и продолжают \
         игру.",
};
const REVERSED_GO_ON: Form = Form {
    en: "Colours are reversed; completed moves: White {0}, Black {1}. The game goes on, unless the arbiter decides otherwise.",
    pl: "Zamieniono kolory; wykonane posunięcia: białe {0}, czarne {1}. Gra toczy się dalej, chyba że sędzia zdecyduje inaczej.",
    ru: "Перепутаны цвета; завершено ходов: белые {0}, чёрные {1}. Игра продолжается, если арбитр не решит иначе.",
};
const REVERSED_CANCEL: Form = Form {
    en: "Colours are reversed; completed moves: White {0}, Black {1}, fewer than {2} by one side: a new game with the right colours.",
    pl: "Zamieniono kolory; wykonane posunięcia: białe {0}, czarne {1}, mniej niż {2} jednej ze stron: nowa partia z właściwymi \
         kolorami.",
    ru: "Перепутаны цвета; завершено ходов: белые {0}, чёрные {1}, менее {2} у одной из сторон: новая партия правильными цветами.",
};

impl Observer for Start {
    fn reading(&mut self, scene: &Scene, ledger: &mut Ledger) {
        self.know_sides(scene, ledger);
        if scene.score.plies.is_empty() && self.agreed.is_none() {
            self.read(scene, ledger);
        }
    }

    fn square(&mut self, scene: &Scene, square: Square, _contents: Contents, ledger: &mut Ledger) {
        self.wrong.retain(|(known, ..)| *known != square);
        if scene.score.plies.is_empty() && self.agreed.is_none() {
            self.set_right(scene, ledger);
        }
    }

    fn turned(&mut self, scene: &Scene, orientation: Orientation, ledger: &mut Ledger) {
        let was_across = std::mem::replace(&mut self.is_across, orientation.is_quarter());
        if self.is_across {
            Finding::new(scene, RuleId::BoardOrientation, Kind::Violation, None)
                .says(TURNED.plain())
                .raise(ledger);
        } else if was_across {
            let meant = |incident: &Incident| incident.rule == RuleId::BoardOrientation;
            ledger.close(scene.t_ms, meant, Some(SET_RIGHT.plain()));
        }
    }

    fn sides_unknown(&mut self, scene: &Scene, ledger: &mut Ledger) {
        self.sides_unknown = true;
        prompt(scene, SIDES.plain(), ledger);
    }

    fn wrong_setup(&mut self, scene: &Scene, ledger: &mut Ledger) {
        self.read(scene, ledger);
    }

    fn joined_midgame(&mut self, scene: &Scene, fact: &JoinedMidgame, ledger: &mut Ledger) {
        // The game was either set up wrongly, or joined in its middle.
        self.agreed = Some(fact.agreed.clone());
        let found = differences(&Reading::from_board(scene.score.start.board()), &fact.agreed);
        let exchanged = |(_, expected, stands): &Difference| *stands != Contents::Empty && expected.is_some();
        if !found.is_empty() && found.iter().all(exchanged) {
            self.wrong = found;
            prompt(scene, PROMPT.with([Value::Differences(self.wrong.clone())]), ledger);
        } else {
            prompt(scene, TAKEN_UP.plain(), ledger);
        }
    }

    fn put_right(&mut self, scene: &Scene, ledger: &mut Ledger) {
        self.agreed = None;
        self.wrong.clear();
        let meant = |incident: &Incident| incident.rule == RuleId::StartPosition;
        ledger.close(scene.t_ms, meant, Some(PUT_RIGHT.plain()));
    }

    fn position_needed(&mut self, scene: &Scene, ledger: &mut Ledger) {
        prompt(scene, TELL.plain(), ledger);
    }

    fn decided(&mut self, scene: &Scene, _ply: PlyNo, ledger: &mut Ledger) {
        if !self.wrong.is_empty() {
            self.judge(scene, ledger);
        }
    }

    fn reported(&mut self, scene: &Scene, report: &Report, ledger: &mut Ledger) {
        if report.rule == RuleId::ColoursReversed {
            reversed(scene, ledger);
        }
    }
}

impl Start {
    /// Closes the incident that asks which way round the board stands, because it is known now.
    fn know_sides(&mut self, scene: &Scene, ledger: &mut Ledger) {
        if std::mem::take(&mut self.sides_unknown) {
            let meant = |incident: &Incident| incident.rule == RuleId::StartPosition;
            ledger.close(scene.t_ms, meant, Some(SIDES_KNOWN.plain()));
        }
    }

    /// Examines a reading of the board before the first move.
    fn read(&mut self, scene: &Scene, ledger: &mut Ledger) {
        let reading = scene.trail.reading();
        let standing = scene.score.standing();
        if is_turned(reading, standing) {
            let finding = Finding::new(scene, RuleId::BoardOrientation, Kind::Violation, None);
            return finding.says(TURNED.plain()).raise(ledger);
        }
        let found = differences(reading, standing);
        // A piece that has not been put up yet is no mistake.
        let misplaced = |(_, expected, stands): &Difference| *stands != Contents::Empty || expected.is_none();
        if found.is_empty() || found.len() > 12 || !found.iter().all(misplaced) {
            self.wrong.clear();
            return;
        }
        self.wrong = found;
        prompt(scene, PROMPT.with([Value::Differences(self.wrong.clone())]), ledger);
    }

    fn set_right(&mut self, scene: &Scene, ledger: &mut Ledger) {
        let (reading, standing) = (scene.trail.reading(), scene.score.standing());
        if differences(reading, standing).is_empty() {
            let meant = |incident: &Incident| {
                let is_of_board = incident.rule == RuleId::BoardOrientation && !self.is_across;
                incident.rule == RuleId::StartPosition || is_of_board
            };
            ledger.close(scene.t_ms, meant, Some(SET_RIGHT.plain()));
        }
    }

    /// Judges a game that began from a wrong position and whose wrong squares are still unchanged.
    fn judge(&mut self, scene: &Scene, ledger: &mut Ledger) {
        let given = scene.parameters.start_moves;
        let each = scene.completed_by_each();
        let too_late = given.value.is_some_and(|limit| each >= limit);
        let finding = Finding::new(scene, RuleId::StartPosition, Kind::Violation, None)
            .cites(given.articles)
            .says(FOUND.with([Value::Differences(self.wrong.clone())]));
        let finding = match given.value {
            Some(limit) if too_late => finding
                .says(TOO_LATE.with([Value::Number(limit.into())]))
                .says_all(self.castling_lost(scene))
                .remedy(Remedy::default())
                .closed_at(scene.t_ms),
            Some(limit) => finding
                .says(CANCEL_UNTIL.with([Value::Number(limit.into())]))
                .outcome(Outcome::NewGame)
                .window(Window::Open),
            None => finding.says(CANCEL.plain()).outcome(Outcome::NewGame),
        };
        finding.raise(ledger);
        if too_late {
            self.wrong.clear();
        }
    }

    /// Returns the sentences that say who may not castle, because their king or rook did not start on its own square.
    fn castling_lost(&self, scene: &Scene) -> Vec<Phrase> {
        let setup = self.agreed.as_ref().unwrap_or(&scene.score.start).setup();
        let misplaced = |square: Square| self.wrong.iter().any(|(wrong, ..)| *wrong == square);
        let mut told = Vec::new();
        for color in Color::ALL {
            let Some(king) = setup.board.king_of(color) else { continue };
            if misplaced(king) {
                told.push(NO_CASTLING.with([Value::Side(color)]));
                continue;
            }
            let rooks = setup.castling_rights & setup.board.by_piece(color.rook());
            for rook in rooks.into_iter().filter(|rook| misplaced(*rook)) {
                told.push(NO_CASTLING_ROOK.with([Value::Side(color), Value::Squares(vec![rook])]));
            }
        }
        told
    }
}

/// Reports a wrong set-up to the arbiter before the first move.
fn prompt(scene: &Scene, phrase: Phrase, ledger: &mut Ledger) {
    Finding::new(scene, RuleId::StartPosition, Kind::Info, None).says(phrase).raise(ledger);
}

/// Returns whether the pieces are set up correctly on a board turned by a quarter, in either direction.
fn is_turned(reading: &Reading, standing: &Standing) -> bool {
    let seen = |square: Square, there: Square| {
        let expected = standing.board().piece_at(square);
        match reading.at(there) {
            Contents::Empty => expected.is_none(),
            Contents::Occupied => expected.is_some(),
            Contents::Piece(piece) => expected == Some(piece),
        }
    };
    [Square::rotate_90 as fn(Square) -> Square, Square::rotate_270]
        .into_iter()
        .any(|turn| Square::ALL.into_iter().all(|square| seen(square, turn(square))))
}

fn reversed(scene: &Scene, ledger: &mut Ledger) {
    let given = scene.parameters.reversed;
    let (white, black) = (scene.completed_by(Color::White), scene.completed_by(Color::Black));
    let values = |limit: u32| [white, black, limit].map(|count| Value::Number(count.into()));
    let (phrase, outcome) = match given.value {
        Reversed::NewGameBelow(limit) if white.min(black) < limit => {
            (REVERSED_CANCEL.with(values(limit)), Some(Outcome::NewGame))
        }
        Reversed::NewGameBelow(_) | Reversed::Continue => (REVERSED_GO_ON.with(values(0)), None),
    };
    Finding::new(scene, RuleId::ColoursReversed, Kind::Violation, scene.last_made())
        .cites_only(given.articles)
        .says(phrase)
        .remedy(Remedy { outcome, ..Remedy::default() })
        .raise(ledger);
}
