//! A mistake in a configuration, with its line, what was expected, and an example.

use std::{fmt, io};

/// Returns why a file of settings cannot be read, and what to do: only one that is not there may be written by this command.
pub fn unread(name: &str, error: &io::Error, command: &str) -> String {
    let advice = match error.kind() {
        io::ErrorKind::NotFound => format!("`{command} --print-config > {name}` writes one to begin with"),
        io::ErrorKind::InvalidData => "save it as text in UTF-8".to_owned(),
        io::ErrorKind::IsADirectory => "name a file in it".to_owned(),
        _ => "check who may read it, or name another file with --config".to_owned(),
    };
    format!("{name} cannot be read ({error}); {advice}")
}

/// A mistake in a configuration, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    name: String,
    line: usize,
    what: String,
    /// The key in this line.
    key: String,
    example: &'static str,
}

impl Complaint {
    /// Creates a complaint from an error of the TOML parser, with the line and an example.
    pub fn of_toml(name: &str, text: &str, error: &toml::de::Error) -> Complaint {
        let at = error.span().map_or(text.len(), |span| span.start);
        let complaint = Complaint::new(name, text, at, error.message());
        let what = plain(&complaint.what, &complaint.key);
        Complaint { what, ..complaint }
    }

    /// Returns what is wrong, without the place and the example.
    pub fn what(&self) -> &str {
        &self.what
    }

    /// Creates a complaint about a mistake at this byte of the text.
    pub fn new(name: &str, text: &str, at: usize, what: &str) -> Complaint {
        let before = &text.as_bytes()[..at.min(text.len())];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let what = what.lines().collect::<Vec<_>>().join(", ");
        let key = text.lines().nth(line - 1).map_or("", |line| line.split('=').next().unwrap_or("").trim());
        Complaint {
            name: name.to_owned(),
            line,
            example: example(text, line, &what),
            key: key.to_owned(),
            what,
        }
    }
}

/// The numbers that a key takes, where its type allows more.
const RANGES: &[(&str, &str)] = &[
    ("number", "1 to 1000"),
    ("open_tables", "1 to 1000"),
    ("first", "1 to 1000"),
    ("port", "1 to 65535"),
    ("sync_delay_ms", "0 to 1000"),
    ("delay_minutes", "0 to 60"),
    ("farewell_seconds", "0 to 60"),
    ("connections", "32 or more"),
    ("connections_each", "32 or more"),
];

/// Returns what the parser of TOML says without the names that the program has for kinds of values.
fn plain(what: &str, key: &str) -> String {
    let range = |usual: &str| {
        let own = RANGES.iter().find(|(of, _)| *of == key).map_or(usual, |(_, range)| range);
        format!("expected a whole number, {own}")
    };
    let words = [
        ("expected u8", range("0 to 255")),
        ("expected a nonzero u16", range("1 to 65535")),
        ("expected u16", range("0 to 65535")),
        ("expected u32", range("0 to 4294967295")),
        ("expected u64", range("0 or more")),
        ("expected usize", range("0 or more")),
        ("expected f64", "expected a number".to_owned()),
        ("expected a sequence", "expected a list in brackets".to_owned()),
        ("expected a map", "expected a section, or pairs in braces".to_owned()),
        ("unknown variant", "unknown word".to_owned()),
    ];
    words.iter().fold(what.to_owned(), |what, (from, to)| what.replace(from, to))
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}: {}; for example: {}", self.name, self.line, self.what, self.example)
    }
}

/// A valid line for every key, by section.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("event", "name", "name = \"Spring Open\""),
    ("event", "site", "site = \"Gdansk POL\""),
    ("event", "date", "date = \"2026.11.21\""),
    ("event", "round", "round = \"3\""),
    ("event", "time_control", "time_control = \"90*60+30\""),
    ("event", "variant", "variant = \"chess\""),
    ("event", "edition", "edition = \"fide23\""),
    ("event", "discipline", "discipline = \"blitz\""),
    ("event", "supervised", "supervised = true"),
    ("rules", "illegal_bonus_min", "illegal_bonus_min = 1"),
    ("rules", "claim_bonus_min", "claim_bonus_min = 2"),
    ("rules", "quickplay_announced", "quickplay_announced = true"),
    ("rules", "both_flags_draw", "both_flags_draw = true"),
    ("rules", "default_time_min", "default_time_min = 30"),
    ("rules", "no_draw_before_move", "no_draw_before_move = 30"),
    ("rules", "dwell_ms", "dwell_ms = 500"),
    ("results", "checkmate", "checkmate = \"ask\""),
    ("results", "stalemate", "stalemate = \"at once\""),
    ("results", "dead_position", "dead_position = 10"),
    ("results", "kings", "kings = \"ask\""),
    ("server", "listen", "listen = \"0.0.0.0:8080\""),
    ("server", "delay_minutes", "delay_minutes = 15"),
    ("server", "results_at_once", "results_at_once = true"),
    ("server", "closed", "closed = false"),
    ("server", "screens", "screens = \"0.0.0.0:8082\""),
    ("server", "metrics", "metrics = \"127.0.0.1:9464\""),
    ("server", "tls", "tls = \"own\""),
    ("server", "names", "names = [\"hall.local\"]"),
    ("server", "connections", "connections = 20480"),
    ("server", "connections_each", "connections_each = 10240"),
    ("broker", "servers", "servers = [\"nats://10.0.0.5:4222\"]"),
    ("broker", "event", "event = \"open-2026\""),
    ("broker", "hall", "hall = \"main\""),
    ("broker", "credentials", "credentials = \"hall.creds\""),
    ("broker", "roots", "roots = \"ca.pem\""),
    ("broker", "replicas", "replicas = 3"),
    ("livechess", "port", "port = 1982"),
    ("livechess", "first", "first = 3"),
    ("livechess", "only", "only = \"3000012345\""),
    ("livechess", "listen", "listen = \"192.168.1.10:1982\""),
    ("livechess", "token_file", "token_file = \"livechess.token\""),
    ("lichess", "base", "base = \"https://lichess.org\""),
    ("lichess", "token_file", "token_file = \"lichess.token\""),
    ("lichess", "rounds", "rounds = { \"A-1\" = \"abcd1234\" }"),
    ("broadcast", "to", "to = \"folder\""),
    ("broadcast", "path", "path = \"livechess\""),
    ("broadcast", "url", "url = \"https://example.org/live\""),
    ("broadcast", "host", "host = \"ftp.example.org\""),
    ("broadcast", "port", "port = 2121"),
    ("broadcast", "fingerprint", "fingerprint = \"SHA256:…\""),
    ("broadcast", "key_file", "key_file = \"upload.key\""),
    ("broadcast", "user", "user = \"open\""),
    ("broadcast", "password_file", "password_file = \"upload.password\""),
    ("broadcast", "secret_file", "secret_file = \"webhook.secret\""),
    ("broadcast", "roots", "roots = \"ca.pem\""),
    ("broadcast", "insecure", "insecure = true"),
    ("broadcast", "files", "files = \"all\""),
    ("broadcast", "rounds", "rounds = \"all\""),
    ("broadcast", "every_seconds", "every_seconds = 5"),
    ("alerts", "url", "url = \"https://ntfy.sh/write-letters-drawn-by-lot-here\""),
    ("alerts", "token_file", "token_file = \"ntfy.token\""),
    ("alerts", "roots", "roots = \"ca.pem\""),
    ("alerts", "insecure", "insecure = true"),
    ("alerts", "title", "title = \"Topboard\""),
    ("alerts", "kinds", "kinds = [\"disk\", \"silent\"]"),
    ("alerts", "after_seconds", "after_seconds = { silent = 20, no-result = 120 }"),
    ("arbiter", "listen", "listen = \"127.0.0.1:8081\""),
    ("arbiter", "hosts", "hosts = [\"arbiter.hall\"]"),
    ("arbiter", "language", "language = \"pl\""),
    ("data", "folder", "folder = \"topboard-data\""),
    ("data", "sync_delay_ms", "sync_delay_ms = 20"),
    ("devices", "discover", "discover = true"),
    ("devices", "ports", "ports = [\"/dev/dgt/board-1\"]"),
    ("devices", "ignore", "ignore = [\"/dev/ttyUSB3\"]"),
    ("devices", "makers", "makers = { \"/dev/ttyS0\" = \"dgt-bus\" }"),
    ("devices", "lamps", "lamps = \"before-games\""),
    ("hall", "open_tables", "open_tables = 4"),
    ("table", "number", "number = 1"),
    ("table", "serial", "serial = \"3000012345\""),
    ("table", "port", "port = \"/dev/dgt/board-1\""),
    ("table", "clock", "clock = true"),
    ("table", "clock_port", "clock_port = \"pins:clock.toml\""),
    ("table", "chess960", "chess960 = false"),
    ("table", "fen", "fen = \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\""),
    ("table", "stands", "stands = \"rotated\""),
    ("table", "clock_turned", "clock_turned = true"),
    ("table", "white", "white = { name = \"Kowalska, Anna\", title = \"WGM\", elo = 2301 }"),
    ("table", "black", "black = { name = \"Nowak, Jan\", federation = \"POL\" }"),
];

const SECTIONS: &[(&str, &str)] = &[
    ("event", "[event]"),
    ("rules", "[rules]"),
    ("results", "[results]"),
    ("server", "[server]"),
    ("broker", "[broker]"),
    ("lichess", "[lichess]"),
    ("livechess", "[livechess]"),
    ("broadcast", "[[broadcast]]"),
    ("alerts", "[alerts]"),
    ("arbiter", "[arbiter]"),
    ("data", "[data]"),
    ("devices", "[devices]"),
    ("hall", "[hall]"),
    ("table", "[[table]]"),
];

/// Returns the valid line nearest to what was written: a line of the section, with the key that was written or the one
/// most similar to it.
fn example(text: &str, line: usize, what: &str) -> &'static str {
    let written: Vec<&str> = text.lines().take(line).collect();
    let here = written.last().map_or("", |line| line.trim());
    let missing = what.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
    if here.starts_with('[') && missing.is_none() {
        let word = here.trim_matches(['[', ']', ' ']);
        return nearest(word, SECTIONS.iter().copied()).unwrap_or("[event]");
    }
    let section = written
        .iter()
        .rev()
        .find_map(|line| line.trim().strip_prefix('['))
        .map(|rest| rest.trim_matches(['[', ']', ' ']))
        .unwrap_or("event");
    let key = missing.unwrap_or_else(|| here.split('=').next().unwrap_or("").trim());
    let keys =
        EXAMPLES.iter().filter(|(of, _, _)| section.starts_with(of)).map(|&(_, key, line)| (key, line));
    nearest(key, keys).unwrap_or("name = \"Spring Open\"")
}

fn nearest(word: &str, known: impl Iterator<Item = (&'static str, &'static str)>) -> Option<&'static str> {
    known.min_by_key(|(name, _)| distance(word, name)).map(|(_, line)| line)
}

/// Returns how many letters must be added, dropped or changed to turn one word into the other.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (above, letter) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = above + 1;
        for column in 1..=right.len() {
            let changed = diagonal + usize::from(right[column - 1] != letter);
            diagonal = row[column];
            row[column] = changed.min(row[column] + 1).min(row[column - 1] + 1);
        }
    }
    row[right.len()]
}
