//! Displaced pieces (PL09 7.3 to 7.6, RU20 and FIDE 7.4 and 7.6): pieces that stand on squares where the game does not
//! have them, and that no move explains.
//!
//! The observer looks for displaced pieces after a press, once hands have had time to finish, and on a board that has
//! been quiet for a long time. A board on which a piece is only *missing* proves nothing: the piece may be in a hand,
//! or off centre. If it stays missing, the arbiter is told to look (`unread`).

mod flicker;
mod under_way;
mod unread;

use crate::{
    Form, Kind, Remedy, RuleId, Value,
    finding::{Finding, cause::Cause, touch::hands_for},
    ledger::Ledger,
    observer::Observer,
    seen::{
        differences::{differences, differs, is_arrival},
        hands::squares_of,
        presser::{self, Presser},
        scene::{Scene, legal_moves, sans},
        trail::Running,
    },
    text::Difference,
};
use board::{ClockReading, Contents, Millis};
use flicker::Flicker;
use game::{Ending, Irregular, Played, PlyNo, PlyState};
use shakmaty::{Color, Move, Square};
use unread::Unread;

/// The observer of displaced pieces.
#[derive(Debug, Clone, Default)]
pub(crate) struct Displaced {
    check_ms: Option<Millis>,
    /// The player who pressed after the squares last changed; `None` if nobody has pressed since then.
    pressed: Option<Color>,
    seen_press_ms: Millis,
    /// The displaced squares of the open incident, as last reported; `told` says who pressed first after the
    /// displacement.
    squares: Vec<Square>,
    told: Option<Presser>,
    /// The number of times that pieces were displaced in this game.
    cases: u32,
    /// Set if pieces were moved while both clocks were stopped: the board is checked only when a clock runs again.
    put_off: bool,
    /// The squares that change all the time.
    flicker: Flicker,
    unread: Unread,
}

/// The time from a press to the check of the board, in milliseconds: players press before they have let go of the
/// piece.
const AFTER_PRESS_MS: Millis = 1_500;
/// The time without change after which the board is checked without a press, in milliseconds. Before that a piece may
/// be rolling, or its player may be thinking with the piece in the hand.
const QUIET_MS: Millis = 6_000;
/// The greatest number of differing squares that is reported. If there are more, the board is being set up or cleared.
const SQUARES_MAX: usize = 10;

const DISPLACED: Form = Form {
    en: "Pieces stand elsewhere than the game says: {0}.",
    pl: "Bierki stoją inaczej, niż wynika z partii: {0}.",
    ru: "Фигуры стоят не так, как следует из партии: {0}.",
};
const UNPROVED: Form = Form {
    en: "The link was lost before: moves made meanwhile may be missing in the record.",
    pl: "Wcześniej utracono łączność: w zapisie może brakować posunięć wykonanych w tym czasie.",
    ru: "До этого связь прерывалась: в записи могут отсутствовать ходы, сделанные за это время.",
};
const EXPLAINED: Form = Form {
    en: "It could be {0} with {1} displaced.",
    pl: "Możliwe: {0} i przesunięte {1}.",
    ru: "Возможно: {0}, а {1} смещены.",
};
const BEFORE: Form = Form {
    en: "The last position that is certain is the one after ply {0}. Put it right; if the position before the displacement \
         cannot be found, play goes on from the last one that can.",
    pl: "Ostatnia pewna pozycja jest po półruchu {0}. Należy ją odtworzyć; jeśli pozycji sprzed przesunięcia nie da się ustalić, gra \
         toczy się od ostatniej możliwej do ustalenia.",
    ru: "Последняя достоверная позиция — после полухода {0}. Её следует восстановить; если позицию до смещения не установить, игра \
         продолжается с последней, которую можно установить.",
};
const WHOSE: Form = Form {
    en: "They were moved so close to a press that it is not known on whose time.",
    pl: "Przesunięto je tak blisko przełączenia zegara, że nie wiadomo, na czyim czasie.",
    ru: "Их сместили так близко к нажатию на часы, что неизвестно, на чьём времени.",
};
const OWN_TIME: Form = Form {
    en: "{0} pressed with pieces displaced: they are to be put right on {0}'s own time. Either player may stop the clock and call \
         the arbiter.",
    pl: "{0} przełączyły zegar przy przesuniętych bierkach: ustawia się je na czas {0:gen}. Każdy z graczy może zatrzymać zegar i \
         wezwać sędziego.",
    ru: "{0} нажали на часы при смещённых фигурах: их ставят на место за счёт времени {0:gen}. Любой игрок может остановить часы и \
         позвать арбитра.",
};
const PUT_RIGHT: Form =
    Form {
        en: "They were put right.", pl: "Ustawiono je na miejsce.", ru: "Их поставили на место."
    };
const RESTORED_LATER: Form = Form {
    en: "{1} was displaced while {0}'s time was running and put back after that; who did it cannot be seen.",
    pl: "{1} przesunięto, gdy biegł czas {0:gen}, a odstawiono na miejsce później; nie widać, kto to zrobił.",
    ru: "{1} сместили, когда шло время {0:gen}, а вернули на место позже; кто это сделал, не видно.",
};
const RESTORED: Form = Form {
    en: "{0} displaced {1} and put it back in the same turn.",
    pl: "{0} przesunęły {1} i w tym samym posunięciu odstawiły na miejsce.",
    ru: "{0} сместили {1} и за тот же ход вернули на место.",
};

impl Observer for Displaced {
    fn square(&mut self, scene: &Scene, square: Square, _contents: Contents, ledger: &mut Ledger) {
        self.pressed = None;
        self.check_ms = Some(scene.t_ms + QUIET_MS);
        self.flicker.note(scene, square, ledger);
        self.put_right(scene, ledger);
    }

    fn reading(&mut self, scene: &Scene, ledger: &mut Ledger) {
        self.check_ms = Some(scene.t_ms + QUIET_MS);
        self.put_right(scene, ledger);
    }

    fn clock(&mut self, scene: &Scene, reading: &ClockReading, _ledger: &mut Ledger) {
        if reading.running.is_some() && self.put_off {
            self.put_off = false;
            self.check_ms = Some(scene.t_ms + QUIET_MS);
        }
    }

    fn gap(&mut self, scene: &Scene, gap_ms: Millis, ledger: &mut Ledger) {
        doubt(scene, ledger, gap_ms);
    }

    fn after_board_event(&mut self, scene: &Scene, _ledger: &mut Ledger) {
        if let Some(press) = scene.trail.presses().next_back().filter(|press| press.t_ms > self.seen_press_ms)
        {
            self.seen_press_ms = press.t_ms;
            self.pressed = Some(press.by);
            self.check_ms = Some(scene.t_ms + AFTER_PRESS_MS);
        }
    }

    fn ply(&mut self, scene: &Scene, ply: PlyNo, _played: &Played, state: PlyState, ledger: &mut Ledger) {
        if state >= PlyState::Final {
            restored(scene, ledger, ply);
        }
        self.put_right(scene, ledger);
    }

    fn superseded(&mut self, scene: &Scene, _ply: PlyNo, ledger: &mut Ledger) {
        self.put_right(scene, ledger);
    }

    fn irregular(&mut self, scene: &Scene, _irregular: &Irregular, ledger: &mut Ledger) {
        self.put_right(scene, ledger);
    }

    fn irregular_closed(&mut self, scene: &Scene, _ply: PlyNo, _ending: Ending, ledger: &mut Ledger) {
        self.put_right(scene, ledger);
    }

    fn advance(&mut self, scene: &Scene, ledger: &mut Ledger) {
        self.check_ms = None;
        self.check(scene, ledger);
    }

    fn next_deadline(&self) -> Option<Millis> {
        self.check_ms
    }
}

impl Displaced {
    fn check(&mut self, scene: &Scene, ledger: &mut Ledger) {
        let over = scene.score.result.is_some() || scene.score.proposed.is_some();
        // Before the first move, wrong squares are a matter of the set-up. While a position is being restored, no piece
        // counts as displaced.
        let quiet =
            over || scene.score.plies.is_empty() || ledger.any(|found| found.rule == RuleId::RestorePosition);
        let standing = scene.score.standing();
        let reading = scene.trail.reading();
        let found = differences(reading, standing);
        if !quiet && !scene.is_behind() {
            self.unread.look(scene, ledger);
        }
        if quiet
            || !found.iter().any(|(square, ..)| is_arrival(reading, standing, *square))
            || found.len() > SQUARES_MAX
        {
            return;
        }
        if self.started_wrong(scene, ledger, &found)
            || under_way::is_a_move(reading, standing)
            || under_way::is_begun(reading, standing, &found, self.pressed)
            || scene.is_behind()
        {
            return;
        }
        let squares: Vec<Square> = found.iter().map(|(square, ..)| *square).collect();
        if moved_while_standing(scene, &squares) {
            self.put_off = true;
            return;
        }
        let fresh: Vec<Square> =
            squares.iter().copied().filter(|square| !self.squares.contains(square)).collect();
        let told = self.told.filter(|_| self.squares.iter().any(|square| squares.contains(square)));
        let presser = match told {
            // The player who pressed first stays in the report: a later press by the opponent only gives time back.
            Some(told @ (Presser::Of(_) | Presser::Unknown)) if fresh.is_empty() => told,
            _ => presser::of(scene, if fresh.is_empty() { &squares } else { &fresh }),
        };
        if self.squares == squares && told == Some(presser) {
            return;
        }
        if told.is_none_or(|told| told != Presser::Nobody && told != presser) {
            self.cases += 1;
        }
        self.squares = squares;
        self.told = Some(presser);
        self.tell(scene, found, presser, ledger);
    }

    fn tell(&self, scene: &Scene, found: Vec<Difference>, presser: Presser, ledger: &mut Ledger) {
        let by = presser.known().filter(|_| !scene.is_clock_turned);
        let ply = scene.last_made();
        // Moves made while the link was lost may be missing from the record, so it is not certain that pieces were
        // displaced.
        let unproved = scene.trail.is_unproved();
        let kind = if unproved { Kind::Hint } else { Kind::Violation };
        let certain = self.certain(scene);
        let restore_fen = Some(scene.score.after(certain).fen());
        Finding::new(scene, RuleId::DisplacedPiece, kind, ply)
            .by(by)
            .cause(Cause::Displaced(self.cases))
            .says(DISPLACED.with([Value::Differences(found)]))
            .says_all((presser == Presser::Unknown).then(|| WHOSE.plain()))
            .says_all(unproved.then(|| UNPROVED.plain()))
            .says_all(self.explanations(scene, by))
            .says(BEFORE.with([Value::Number(certain as u64)]))
            .remedy(Remedy { restore_fen, ..Remedy::default() })
            .raise(ledger);
        if let Some(by) = by.filter(|_| !unproved) {
            let finding = Finding::new(scene, RuleId::DisplacedOwnTime, Kind::Hint, ply).by(by);
            finding.says(OWN_TIME.with([Value::Side(by)])).once().raise(ledger);
        }
    }

    /// Returns whether the squares have differed in this way since before the first move. If so, the start position was
    /// wrong, which another rule covers.
    fn started_wrong(&self, scene: &Scene, ledger: &Ledger, found: &[Difference]) -> bool {
        ledger.any(|incident| incident.rule == RuleId::StartPosition)
            && found.iter().all(|(square, ..)| {
                !scene.trail.changes(scene.score.began_ms, scene.t_ms).any(|change| change.square == *square)
            })
    }

    /// Returns the number of plies after which the position is certain, because they were made before the displaced
    /// squares changed. The last ply never counts, since it may have been made together with the displacement. All
    /// plies count if the trail holds no change of these squares.
    fn certain(&self, scene: &Scene) -> usize {
        let plies = scene.score.plies.len();
        let began = scene.turn_began_ms(scene.last_ply());
        let since = self.squares.iter().filter_map(|square| {
            let changes = scene.trail.changes(0, scene.t_ms).filter(|change| change.square == *square);
            changes.last().map(|change| change.t_ms)
        });
        match since.min() {
            Some(t_ms) if t_ms > began => plies.saturating_sub(1),
            Some(t_ms) => scene.score.plies.iter().take_while(|ply| ply.made_ms < t_ms).count(),
            None => plies,
        }
    }

    /// Returns sentences on the moves that would explain most of the difference, each with the squares that would still
    /// be displaced.
    fn explanations(&self, scene: &Scene, by: Option<Color>) -> Vec<crate::Phrase> {
        let reading = scene.trail.reading();
        let plies = scene.score.plies.len();
        // The score may or may not contain the move of the player who pressed.
        let pressed = by.or(self.pressed);
        let made = plies > 0 && pressed.is_some_and(|by| by == scene.score.mover(plies - 1));
        let bases = if made { [plies - 1, plies] } else { [plies, plies.saturating_sub(1)] };
        let mut told: Vec<crate::Phrase> = Vec::new();
        for base in bases {
            let standing = scene.score.after(base);
            let before = differences(reading, standing).len();
            let mut found: Vec<(usize, Move, Vec<Square>)> = legal_moves(standing)
                .into_iter()
                .filter_map(|mv| {
                    let left = differences(reading, &standing.play(mv));
                    let squares: Vec<Square> = left.iter().map(|(square, ..)| *square).collect();
                    (left.len() + 1 < before && left.len() <= 4).then_some((left.len(), mv, squares))
                })
                .collect();
            let least = found.iter().map(|(left, ..)| *left).min().unwrap_or(0);
            found.retain(|(left, ..)| *left == least);
            let phrases = found.into_iter().map(|(_, mv, squares)| {
                EXPLAINED.with([Value::Moves(sans(standing, &[mv])), Value::Squares(squares)])
            });
            told.extend(phrases.take(4));
            if !told.is_empty() {
                break;
            }
        }
        told
    }

    fn put_right(&mut self, scene: &Scene, ledger: &mut Ledger) {
        self.unread.heal(scene, ledger);
        if self.squares.is_empty() {
            return;
        }
        let (reading, standing) = (scene.trail.reading(), scene.score.standing());
        let wrong = |square: &Square| differs(reading, standing, *square).is_some();
        if !self.squares.iter().any(wrong) {
            self.squares.clear();
            self.told = None;
            let meant = |incident: &crate::Incident| incident.rule == RuleId::DisplacedPiece;
            ledger.close(scene.t_ms, meant, Some(PUT_RIGHT.plain()));
        }
    }
}

/// Turns the findings made while the link was lost into hints: a board without changes proves nothing while its link is
/// lost.
fn doubt(scene: &Scene, ledger: &mut Ledger, lost_ms: Millis) {
    let since_ms = scene.t_ms.saturating_sub(lost_ms);
    let meant = |incident: &crate::Incident| {
        incident.rule == RuleId::DisplacedPiece
            && incident.kind == Kind::Violation
            && incident.t_ms >= since_ms
    };
    ledger.change(meant, |incident| {
        incident.kind = Kind::Hint;
        incident.phrases.push(UNPROVED.plain());
    });
}

/// Returns whether all these squares changed while both clocks were stopped. If so, the arbiter is moving the pieces,
/// or the game is over.
fn moved_while_standing(scene: &Scene, squares: &[Square]) -> bool {
    scene.trail.stands_since().is_some_and(|since| {
        squares
            .iter()
            .all(|square| scene.trail.changes(since, scene.t_ms).any(|change| change.square == *square))
    })
}

/// Reports a piece that was put on another square and brought back before the move of a turn was made. It was displaced by
/// the mover only if it left its square on the mover's time.
fn restored(scene: &Scene, ledger: &mut Ledger, ply: PlyNo) {
    let by = scene.score.mover(ply.index());
    let hands = hands_for(scene, ply, by, ledger);
    let moved = squares_of(&scene.score.plies[ply.index()].played, by);
    let came_back = hands.rests.iter().filter(|rest| rest.until_ms.is_some()).find_map(|rest| {
        let piece = rest.piece?;
        hands.lifts.iter().find(|lift| {
            lift.piece == piece
                && lift.t_ms <= rest.from_ms
                && lift.back_ms.is_some_and(|back| back > rest.from_ms)
                && !moved.contains(lift.square)
                && rest.lasted_ms().is_some_and(|ms| ms >= 200)
        })
    });
    if let Some(lift) = came_back {
        let finding = Finding::new(scene, RuleId::DisplacedRestored, Kind::Info, ply);
        let values = |side: Color| [Value::Side(side), Value::Piece(lift.piece, lift.square)];
        match lift.time {
            Running::Of(side) if side != by => {
                let known = |incident: &crate::Incident| {
                    incident.rule == RuleId::DisplacedPiece && incident.closed_ms >= Some(lift.t_ms)
                };
                if !ledger.all().any(known) {
                    finding.says(RESTORED_LATER.with(values(side))).once().raise(ledger);
                }
            }
            Running::Nobody => {}
            Running::Of(_) | Running::Unknown => {
                finding.by(by).says(RESTORED.with(values(by))).once().raise(ledger);
            }
        }
    }
}
