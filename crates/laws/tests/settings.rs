//! Tests that the organiser's settings change what the arbiter is told (scenarios S91, S98, S127).

use board::{BoardEvent, ClockReading, Millis};
use game::{Command, Order, PlyNo, ResultEntry, Scribe, Tags, Terms};
use laws::{Discipline, Edition, Incident, Outcome, Profile, RuleId, Watch, profile::Settings};
use shakmaty::{ByColor, Color};

/// A table under given settings, with its scribe.
struct Table {
    watch: Watch,
    scribe: Scribe,
}

impl Table {
    fn new(settings: Settings, control: &str) -> Table {
        let profile = Profile { settings, ..Profile::new(Edition::Ru20, Discipline::Standard, false) };
        let terms = Terms::default();
        let tags = Tags { time_control: control.to_owned(), ..Tags::default() };
        let watch = Watch::new(profile, &terms, control);
        let mut table = Table { watch, scribe: Scribe::new(terms, tags) };
        table.pass_on();
        table
    }

    fn hear(&mut self, t_ms: Millis, event: &BoardEvent) {
        self.watch.handle_board(t_ms, event, self.scribe.score());
        self.scribe.handle_board(t_ms, event);
        self.pass_on();
    }

    fn say(&mut self, t_ms: Millis, order: Order) {
        let command = Command { order, game: None, author: None, staged: None };
        self.scribe.handle_command(t_ms, &command).expect("the game can obey");
        self.watch.check(&command).expect("the watch allows it");
        self.watch.handle_command(t_ms, &command, self.scribe.score());
        self.pass_on();
    }

    fn report(&mut self, t_ms: Millis, rule: RuleId, by: Option<Color>) {
        let rule = rule.name().to_owned();
        self.say(t_ms, Order::Report { rule, by, text: None });
    }

    fn pass_on(&mut self) {
        while let Some((t_ms, event)) = self.scribe.poll_event() {
            self.watch.handle_event(t_ms, &event, self.scribe.score());
        }
    }

    /// Returns the last report under this rule.
    fn told(&mut self, rule: RuleId) -> Option<Incident> {
        std::iter::from_fn(|| self.watch.poll_incident()).filter(|incident| incident.rule == rule).last()
    }
}

fn outcome(incident: &Incident) -> Option<Outcome> {
    incident.remedy.as_ref().and_then(|remedy| remedy.outcome)
}

fn both_flags(settings: Settings, control: &str) -> Option<Outcome> {
    let mut table = Table::new(settings, control);
    let left_ms = ByColor { white: 600_000, black: 600_000 };
    table.hear(0, &BoardEvent::Clock(ClockReading { left_ms, running: Some(Color::White), lever: None }));
    table.hear(500_000, &BoardEvent::Flag(Color::White));
    table.hear(500_000, &BoardEvent::Flag(Color::Black));
    outcome(&table.told(RuleId::BothFlagsFallen).expect("both flags are down"))
}

#[test]
fn both_flags_count_as_the_guidelines_say_once_they_were_announced() {
    let announced = Settings { quickplay_announced: true, ..Settings::default() };
    assert_eq!(both_flags(announced, "600"), Some(Outcome::Draw));
    assert_eq!(both_flags(announced, "40/600:600"), None, "an earlier period: the game goes on");
    assert_eq!(both_flags(Settings::default(), "600"), None, "not regulated");
}

#[test]
fn who_comes_before_the_default_time_does_not_lose() {
    let arrive = |default_time_min, minutes: Millis| {
        let mut table = Table::new(Settings { default_time_min, ..Settings::default() }, "5400");
        table.report(1_000, RuleId::WhiteClockStart, None);
        table.report(1_000 + minutes * 60_000, RuleId::DefaultTime, Some(Color::White));
        outcome(&table.told(RuleId::DefaultTime).expect("somebody came"))
    };
    assert_eq!(arrive(Some(30), 25), None);
    assert_eq!(arrive(Some(30), 30), None, "at the default time is not after it");
    assert_eq!(arrive(Some(30), 31), Some(Outcome::Wins(Color::Black)));
    assert_eq!(arrive(None, 1), Some(Outcome::Wins(Color::Black)), "the default time is zero unless stated");
}

#[test]
fn a_draw_before_the_agreed_move_is_told() {
    let agree = |no_draw_before_move| {
        let mut table = Table::new(Settings { no_draw_before_move, ..Settings::default() }, "5400");
        let moves = ["e2e4", "e7e5", "g1f3", "g8f6"].map(|mv| mv.parse().expect("UCI")).to_vec();
        table.say(1_000, Order::Correct { from_ply: PlyNo::FIRST, moves });
        table.say(2_000, Order::Result(ResultEntry::parse("1/2-1/2")));
        table.told(RuleId::DrawRestriction).is_some()
    };
    assert!(agree(Some(30)));
    assert!(!agree(None));
}
