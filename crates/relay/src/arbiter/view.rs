//! The state of tables and incidents, as messages of the arbiter's feed.

use super::message::{
    AdjournmentView, ArbiterPly, ArbiterTable, AskedView, EarlierView, IllegalView, InHandView, IncidentView,
    LooksView, MoveName, RemedyView, RepeatedView, RoundView, RulingView, StagedView, StepView, TimingView,
};
use crate::feed::views::{clock_view, link_view, odd, player_view};
use board::Timing;
use game::notation::{Form, spell};
use game::{CommandJson, Finished, NO_MOVE, Played, PlyNo, ResultEntry, Score, Standing};
use hall::{StagedDecision, Table};
use laws::{
    Counts, Incident, Language, Outcome, Phrase, Status,
    adjourn::{Adjournment, Stage},
    reports::{round_check::Unready, steps::Step},
};
use shakmaty::{CastlingMode, KnownOutcome, uci::UciMove};
use std::collections::BTreeMap;

/// Returns the state of a table, as its arbiter sees it.
pub(super) fn table(table: &Table, timing: Timing) -> ArbiterTable {
    let score = table.score();
    let players = table.players();
    ArbiterTable {
        table: table.number(),
        game: table.game_number(),
        white: player_view(&players.white),
        black: player_view(&players.black),
        start: position(table, &score.start),
        fen: position(table, score.standing()),
        moves: (0..score.plies.len()).map(|index| ply(score, index)).collect(),
        clock: score.clock.as_ref().map(clock_view),
        timing: errors(timing),
        result: score.result.map_or("*", ResultEntry::pgn),
        score: odd(score.result),
        played_on: table.is_played_on(),
        proposed: score.proposed.map(KnownOutcome::as_str),
        revisions: score.revisions,
        asked: asked_at(table),
        earlier: table
            .earlier()
            .rev()
            .filter(|(_, game)| is_worth_a_line(game))
            .take(EARLIER_MAX)
            .map(earlier)
            .collect(),
        illegal: illegal(table.watch().counts()),
        adjournment: adjournment(table.watch().adjournment()),
        round: round(table),
        desks: in_hand(table),
        staged: table.staged().iter().map(|decision| staged(table, decision)).collect(),
        link: link_view(table.public_link()),
        fault: table.fault().map(str::to_owned),
    }
}

/// The greatest number of earlier games that are shown. What is still unsettled in older games has to be corrected in
/// the PGN.
const EARLIER_MAX: usize = 8;

/// Returns whether the game has moves or a result. If the pieces are set up twice, a game remains that has neither.
fn is_worth_a_line(game: &Finished) -> bool {
    game.packed().plies() > 0 || game.packed().head().result.is_some()
}

fn earlier((number, game): (u32, &Finished)) -> EarlierView {
    let score = game.packed().head();
    EarlierView {
        game: number,
        white: player_view(&score.tags.players.white),
        black: player_view(&score.tags.players.black),
        start: score.start.fen(),
        plies: game.packed().plies(),
        result: score.result.map_or("*", ResultEntry::pgn),
        score: odd(score.result),
        proposed: score.proposed.map(KnownOutcome::as_str),
        asked: game
            .asked()
            .map(|question| asked(&game.score(), game.asked_ms(), question, game.may_be_none())),
    }
}

pub(crate) fn errors(timing: Timing) -> TimingView {
    TimingView {
        square_early_ms: timing.of_square(0).early_ms,
        press_early_ms: timing.of_press(0).early_ms,
        clock_late_ms: timing.of_reading(0).late_ms,
    }
}

/// Returns the position as FEN; empty for draughts, because the moves of draughts are not followed.
fn position(table: &Table, standing: &Standing) -> String {
    if table.watch().is_chess() { standing.fen() } else { String::new() }
}

fn illegal(counts: Counts) -> IllegalView {
    IllegalView {
        white_suspected: counts.suspected.white,
        white_confirmed: counts.confirmed.white,
        black_suspected: counts.suspected.black,
        black_confirmed: counts.confirmed.black,
    }
}

fn adjournment(adjournment: &Adjournment) -> Option<AdjournmentView> {
    let items = |language: Language| {
        let sheet = adjournment.sheet()?;
        Some((language.code(), sheet.items().iter().map(|item| item.text(language)).collect()))
    };
    (adjournment.stage() != Stage::Playing).then(|| AdjournmentView {
        stage: adjournment.stage().name(),
        words: by_language(&adjournment.stage().words().plain()),
        envelope: Language::ALL.into_iter().filter_map(items).collect(),
    })
}

pub(crate) fn round(table: &Table) -> RoundView {
    let Some(check) = table.round_check() else {
        let state = if table.score().result.is_some() { "over" } else { "playing" };
        return RoundView { state, looks: None, todo: BTreeMap::new() };
    };
    let todo: Vec<Phrase> = check.unready.iter().map(Unready::phrase).collect();
    RoundView {
        state: if check.is_ready() { "ready" } else { "not-ready" },
        looks: Some(LooksView {
            pieces: check.pieces.name(),
            orientation: check.orientation.name(),
            clock: check.clock.name(),
            lever: check.lever.name(),
        }),
        todo: list_by_language(&todo),
    }
}

fn in_hand(table: &Table) -> Vec<InHandView> {
    let step = |step: Step| StepView {
        task: step.task.name(),
        done: step.done,
        text: by_language(&step.task.phrase()),
    };
    let in_hand = table.watch().in_hand(table.score()).into_iter();
    in_hand.map(|(no, steps)| InHandView { no, steps: steps.into_iter().map(step).collect() }).collect()
}

fn staged(table: &Table, decision: &StagedDecision) -> StagedView {
    let StagedDecision { no, game, order, author, prepared_ms, .. } = decision;
    let command =
        CommandJson { order: order.clone(), game: Some(*game), author: None, login: None, staged: Some(*no) };
    let why = table.fits(decision).err().map(|refusal| {
        let phrase = refusal.phrase();
        Language::ALL.map(|language| (language.code(), phrase.clause(language))).into()
    });
    let (no, t_ms, author) = (*no, *prepared_ms, author.clone());
    StagedView { no, t_ms, author, command, why: why.unwrap_or_default() }
}

/// Returns a sentence in every language, by the language's code.
fn by_language(phrase: &Phrase) -> BTreeMap<&'static str, String> {
    Language::ALL.map(|language| (language.code(), phrase.text(language))).into()
}

/// Returns sentences in every language, by the language's code.
pub(super) fn list_by_language(phrases: &[Phrase]) -> BTreeMap<&'static str, Vec<String>> {
    let told = |language: Language| phrases.iter().map(|phrase| phrase.text(language)).collect();
    Language::ALL.map(|language| (language.code(), told(language))).into()
}

/// Returns the number of the game that was on the table at this journal time.
pub(super) fn game_at(table: &Table, t_ms: u64) -> u32 {
    if t_ms >= table.score().began_ms {
        return table.game_number();
    }
    let later = table.finished().filter(|game| game.head().began_ms > t_ms).count();
    let before = u32::try_from(later + 1).unwrap_or(u32::MAX);
    table.game_number().saturating_sub(before).max(1)
}

/// Returns an incident as its arbiter sees it, with the rulings made so far.
pub(super) fn incident(
    game: u32,
    incident: &Incident,
    until_ply: Option<PlyNo>,
    rulings: Vec<RulingView>,
) -> IncidentView {
    IncidentView {
        no: incident.no,
        game,
        t_ms: incident.t_ms,
        ply: PlyNo::or_zero(incident.ply),
        rule: incident.rule.name(),
        kind: incident.kind.name(),
        by: incident.by.map(|color| color.fold_wb("white", "black")),
        articles: incident.articles.clone(),
        remedy: incident.remedy.as_ref().map(|remedy| RemedyView {
            opponent_ms: remedy.opponent_ms,
            restore_fen: remedy.restore_fen.clone(),
            legal: legal(remedy.restore_fen.as_deref(), &remedy.legal),
            place: remedy.place.map(|(square, piece)| format!("{}{square}", piece.char())),
            outcome: remedy.outcome.map(Outcome::name),
            move_counter: remedy.move_counter,
        }),
        text: Language::ALL.map(|language| (language.code(), incident.text(language))).into(),
        status: incident.status.name(),
        window: incident.window.name(),
        closed_ms: incident.closed_ms,
        open: incident.closed_ms.is_none() && incident.status == Status::Suspected,
        until_ply: until_ply.map(PlyNo::get),
        repeated: incident.repeated.map(|repeated| RepeatedView {
            count: repeated.count,
            last_ms: repeated.last_ms,
            last_ply: PlyNo::or_zero(repeated.last_ply),
        }),
        rulings,
        unsaved: None,
    }
}

fn ply(score: &Score, index: usize) -> ArbiterPly {
    let played = &score.plies[index].played;
    let squares = match played.squares() {
        (Some(from), Some(to)) => format!("{from}{to}"),
        (Some(one), None) | (None, Some(one)) => one.to_string(),
        (None, None) => String::new(),
    };
    let (irregular, unknown_piece) = match played {
        Played::Legal(_) => (false, false),
        Played::Promotion { .. } => (false, true),
        Played::Irregular { .. } => (true, false),
    };
    ArbiterPly {
        san: spell(Form::San, score, index),
        uci: squares,
        irregular,
        unknown_piece,
        left_ms: score.plies[index].left_ms,
    }
}

fn asked_at(table: &Table) -> Option<AskedView> {
    let question = table.asked()?;
    Some(asked(table.score(), table.asked_ms(), question, table.may_be_none()))
}

fn asked(
    score: &Score,
    t_ms: Option<u64>,
    (ply, alternatives): (PlyNo, &[Played]),
    may_be_none: bool,
) -> AskedView {
    let mode = score.start.mode();
    let before = score.after(ply.index().min(score.plies.len()));
    let name = |played: &Played| {
        let uci = played.report(mode);
        let san = match (played.legal(), before.position()) {
            (Some(mv), Some(position)) => Form::San.write(position, mv),
            _ => uci.clone(),
        };
        MoveName { uci, san }
    };
    let none = may_be_none.then(|| MoveName { uci: NO_MOVE.to_owned(), san: NO_MOVE.to_owned() });
    AskedView {
        t_ms: t_ms.unwrap_or_default(),
        ply: ply.get(),
        alternatives: alternatives.iter().map(name).chain(none).collect(),
    }
}

/// Returns the question that is open at a table, if it is one of transmission alone: all that may have been played is legal,
/// and so is what was played before.
pub(crate) fn asked_among_legal(table: &Table) -> Option<AskedView> {
    table.is_plain(None).then(|| asked_at(table))?
}

/// Returns the legal moves of a remedy, each in UCI and in SAN. If the position to restore is unknown or not legal, UCI
/// stands in the place of SAN.
fn legal(restore_fen: Option<&str>, moves: &[String]) -> Vec<MoveName> {
    // In Chess960 mode the parser accepts the castling rights of standard FEN and of Chess960's FEN alike.
    let standing = restore_fen.and_then(|fen| Standing::from_fen(fen, CastlingMode::Chess960).ok());
    let san = |uci: &str| {
        let position = standing.as_ref()?.position()?;
        let mv = uci.parse::<UciMove>().ok()?.to_move(position).ok()?;
        Some(Form::San.write(position, mv))
    };
    moves
        .iter()
        .map(|uci| MoveName { uci: uci.clone(), san: san(uci).unwrap_or_else(|| uci.clone()) })
        .collect()
}
