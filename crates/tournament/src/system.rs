//! How a tournament is played, and how equal players are told apart.

/// The system of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum System {
    /// A Swiss system for individual players.
    #[default]
    Swiss,
    /// Everybody plays everybody, once or twice.
    RoundRobin,
    /// A Swiss system for teams.
    TeamSwiss,
    /// Every team plays every team.
    TeamRoundRobin,
}

/// A tie-break (RU20 39; FIDE C.07).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TieBreak {
    /// The results of the tied players against each other.
    DirectEncounter,
    /// The number of games won over the board.
    Wins,
    /// The number of games played with Black over the board.
    GamesAsBlack,
    /// The number of games won with Black over the board.
    WinsAsBlack,
    /// Buchholz: the sum of the opponents' scores.
    Buchholz,
    /// Buchholz without the lowest score.
    BuchholzCut1,
    /// Buchholz without the two lowest scores.
    BuchholzCut2,
    /// Buchholz without the lowest and the highest score.
    BuchholzMedian,
    /// Sonneborn-Berger: the scores of defeated opponents, and half of the scores of those drawn with.
    SonnebornBerger,
    /// Koya: the points against players who made at least half of the points.
    Koya,
    /// The sum of the scores after each round.
    Progress,
    /// The average rating of the opponents.
    AverageRating,
    /// In a team tournament: the match points, two for a win and one for a draw.
    MatchPoints,
    /// In a team tournament: the points of all boards.
    GamePoints,
}

impl System {
    /// All systems.
    pub const ALL: [System; 4] =
        [System::Swiss, System::RoundRobin, System::TeamSwiss, System::TeamRoundRobin];

    /// Returns the name used in commands and journals.
    pub fn name(self) -> &'static str {
        match self {
            System::Swiss => "swiss",
            System::RoundRobin => "round-robin",
            System::TeamSwiss => "team-swiss",
            System::TeamRoundRobin => "team-round-robin",
        }
    }

    /// Returns the system of this name.
    pub fn parse(name: &str) -> Option<System> {
        System::ALL.into_iter().find(|system| system.name() == name)
    }

    /// Returns whether teams play.
    pub fn is_of_teams(self) -> bool {
        matches!(self, System::TeamSwiss | System::TeamRoundRobin)
    }

    /// Returns the tie-breaks that RU20 40.3 recommends, first the one that counts first.
    pub fn usual_tie_breaks(self) -> &'static [TieBreak] {
        use TieBreak::{BuchholzCut1, DirectEncounter, GamePoints, Koya, MatchPoints, SonnebornBerger, Wins};
        match self {
            System::Swiss => &[
                DirectEncounter,
                Wins,
                TieBreak::GamesAsBlack,
                BuchholzCut1,
                TieBreak::Buchholz,
                SonnebornBerger,
            ],
            System::RoundRobin => &[DirectEncounter, Wins, SonnebornBerger, Koya],
            System::TeamSwiss => {
                &[GamePoints, MatchPoints, DirectEncounter, BuchholzCut1, TieBreak::Buchholz, SonnebornBerger]
            }
            System::TeamRoundRobin => &[GamePoints, MatchPoints, DirectEncounter, SonnebornBerger],
        }
    }
}

impl TieBreak {
    /// All tie-breaks.
    pub const ALL: [TieBreak; 14] = [
        TieBreak::DirectEncounter,
        TieBreak::Wins,
        TieBreak::GamesAsBlack,
        TieBreak::WinsAsBlack,
        TieBreak::Buchholz,
        TieBreak::BuchholzCut1,
        TieBreak::BuchholzCut2,
        TieBreak::BuchholzMedian,
        TieBreak::SonnebornBerger,
        TieBreak::Koya,
        TieBreak::Progress,
        TieBreak::AverageRating,
        TieBreak::MatchPoints,
        TieBreak::GamePoints,
    ];

    /// Returns the name used in commands and journals.
    pub fn name(self) -> &'static str {
        match self {
            TieBreak::DirectEncounter => "direct-encounter",
            TieBreak::Wins => "wins",
            TieBreak::GamesAsBlack => "games-as-black",
            TieBreak::WinsAsBlack => "wins-as-black",
            TieBreak::Buchholz => "buchholz",
            TieBreak::BuchholzCut1 => "buchholz-cut-1",
            TieBreak::BuchholzCut2 => "buchholz-cut-2",
            TieBreak::BuchholzMedian => "buchholz-median",
            TieBreak::SonnebornBerger => "sonneborn-berger",
            TieBreak::Koya => "koya",
            TieBreak::Progress => "progress",
            TieBreak::AverageRating => "average-rating",
            TieBreak::MatchPoints => "match-points",
            TieBreak::GamePoints => "game-points",
        }
    }

    /// Returns the tie-break of this name.
    pub fn parse(name: &str) -> Option<TieBreak> {
        TieBreak::ALL.into_iter().find(|tie_break| tie_break.name() == name)
    }
}
