//! The programs that code starts: by Rust's `Command::new`, Node's child processes, Python's `subprocess`, and by
//! scripts in strings.

use super::shell::{self, Call};

/// The names in a start that are no program of the system: the program under test, the running interpreter, a file of
/// ours, the Python beside the programs that `./check` installs, a server that a measurement compares ours with if it is there, the running tests. The pages' `Program` is started by itself or by
/// the words of a test's constant `SHELL`, which is read as a start.
const OURS: [&str; 8] = [
    "env!(\"CARGO_BIN_EXE_topboard\")",
    "BIN",
    "process.execPath",
    "build",
    "clients.join(\"bin/python3\"",
    "this.command[0",
    "compared",
    "these_tests",
];

/// Returns every start in a file of code. A name that is not spelled out where it is used is given as written.
pub(super) fn starts(path: &str, text: &str) -> Vec<Call> {
    let kind = path.rsplit('.').next().unwrap_or_default();
    let mut found = match kind {
        "rs" => started_by(text, &["Command::new("]),
        "js" | "mjs" if text.contains("node:child_process") => started_by(
            text,
            &[
                "spawn(",
                "spawnSync(",
                "execFile(",
                "execFileSync(",
                "exec(",
                "execSync(",
                "fork(",
                "SHELL = ",
            ],
        ),
        "js" | "mjs" => started_by(text, &["SHELL = "]),
        _ if text.contains("import subprocess") => started_by(
            text,
            &["subprocess.run(", "subprocess.Popen(", "subprocess.check_output(", "subprocess.call("],
        ),
        _ => Vec::new(),
    };
    found.retain(|call| !OURS.contains(&call.program.as_str()));
    // A program may also be named by its full path.
    for (number, line) in text.lines().enumerate() {
        for place in ["\"/usr/bin/", "\"/bin/", "\"/sbin/", "\"/usr/sbin/"] {
            let named = line.split(place).skip(1).filter_map(|rest| rest.split('"').next());
            found.extend(named.map(|name| Call { line: number + 1, program: name.to_owned() }));
        }
    }
    if ["rs", "js", "mjs"].contains(&kind) {
        found.extend(scripts(text));
    }
    found
}

/// Returns what follows one of these words: a quoted name without its quotes, otherwise the expression.
fn started_by(text: &str, words: &[&str]) -> Vec<Call> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for word in words {
            for (at, _) in line.match_indices(word) {
                // Longer words may end with `word`, and a pattern's `.exec(` starts nothing.
                let before = line[..at].chars().next_back();
                if before.is_some_and(|before| before.is_alphanumeric() || ['.', '_'].contains(&before)) {
                    continue;
                }
                let rest = line[at + word.len()..].trim_start_matches('[');
                let program = match rest.strip_prefix(['"', '\'']) {
                    Some(name) => name.split(['"', '\'']).next(),
                    None if rest.starts_with("env!(") => rest.split_inclusive(')').next(),
                    None => rest.split([',', ']', ')', ' ']).next(),
                };
                let program = program.unwrap_or_default();
                found.push(Call { line: number + 1, program: program.to_owned() });
            }
        }
    }
    found
}

/// Returns the calls of scripts that code gives to a shell: the script, or its name, follows `"sh", "-c", `.
fn scripts(text: &str) -> Vec<Call> {
    let mut found = Vec::new();
    for (at, start) in text.match_indices(concat!("\"sh\", ", "\"-c\", ")) {
        let argument = &text[at + start.len()..];
        let script = if argument.starts_with(['"', '\'', 'r']) {
            literal(argument)
        } else {
            let name: String =
                argument.chars().take_while(|next| next.is_alphanumeric() || *next == '_').collect();
            [format!("const {name}: &str = "), format!("let {name} = ")]
                .iter()
                .find_map(|head| text.split(head.as_str()).nth(1))
                .and_then(literal)
        };
        let line = text[..at].lines().count();
        match script {
            Some(script) => {
                found.extend(shell::calls(&script).into_iter().map(|call| Call { line, ..call }));
            }
            None => found.push(Call { line, program: "a script that cannot be read".to_owned() }),
        }
    }
    found
}

/// Returns the text of the string that begins here.
fn literal(code: &str) -> Option<String> {
    if let Some(raw) = code.strip_prefix("r#\"") {
        return raw.split("\"#").next().map(str::to_owned);
    }
    let mut text = String::new();
    let mut rest = code.chars();
    let quote = rest.next().filter(|first| ['"', '\''].contains(first))?;
    loop {
        match rest.next()? {
            next if next == quote => return Some(text),
            '\\' => text.extend(rest.next().filter(|next| *next != '\n')),
            next => text.push(next),
        }
    }
}
