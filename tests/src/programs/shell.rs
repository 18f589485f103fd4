//! The programs that a shell script calls, read without running anything. It knows as much of the language as the
//! repository's scripts use.
//!
//! A word is kept without its quotes and with its `$names` as they are written; the contents of `$(…)` are read as
//! commands.

use std::{collections::BTreeSet, iter::Peekable, vec::IntoIter};

/// A word in the place of a program, and its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) line: usize,
    pub(super) program: String,
}

/// The words before a command that are no command.
const KEYWORDS: [&str; 14] =
    ["if", "then", "elif", "else", "fi", "while", "until", "do", "done", "esac", "!", "{", "}", "time"];
/// The commands that the shell carries out itself.
const BUILTINS: &str = ": . [ alias break cd command compgen continue declare echo eval exit export false jobs kill local printf \
                        pwd read readonly return set shift shopt test trap true type ulimit umask unset wait";
/// The commands that are given a command to call, with the number of their own words before it; `None`: it follows
/// `--`.
const CALLERS: [(&str, Option<usize>); 12] = [
    ("exec", Some(0)),
    ("nice", Some(0)),
    ("env", Some(0)),
    ("sudo", Some(0)),
    ("xargs", Some(0)),
    ("timeout", Some(0)),
    ("umockdev-run", None),
    // Functions of the repository's scripts.
    ("as_root", Some(0)),
    ("may_skip", Some(1)),
    ("arm64", Some(0)),
    ("promise", Some(1)),
    ("beside", Some(1)),
];

/// Returns every call in a script, in the order of the text, without what the shell or the script itself defines.
pub(super) fn calls(script: &str) -> Vec<Call> {
    let mut reader = Reader {
        rest: script.chars().collect::<Vec<_>>().into_iter().peekable(),
        line: 1,
        calls: Vec::new(),
        functions: BTreeSet::new(),
        documents: Vec::new(),
    };
    reader.commands(None);
    let Reader { mut calls, functions, .. } = reader;
    calls.retain(|call| !functions.contains(&call.program));
    calls
}

struct Reader {
    rest: Peekable<IntoIter<char>>,
    line: usize,
    calls: Vec<Call>,
    functions: BTreeSet<String>,
    /// The ends of the here-documents that begin on the next line, and whether `$(…)` in them is carried out.
    documents: Vec<(String, bool)>,
}

/// A word: its text, and whether any of it was in quotes.
#[derive(Debug, Default)]
struct Word {
    text: String,
    quoted: bool,
}

impl Reader {
    fn next(&mut self) -> Option<char> {
        let next = self.rest.next();
        self.line += usize::from(next == Some('\n'));
        next
    }

    /// Takes the next character if it is `wanted`.
    fn take(&mut self, wanted: char) -> bool {
        self.rest.peek() == Some(&wanted) && self.next().is_some()
    }

    /// Reads commands until `close`, or to the end of the text.
    fn commands(&mut self, close: Option<char>) {
        let mut words: Vec<Word> = Vec::new();
        while let Some(&next) = self.rest.peek() {
            if Some(next) == close {
                self.next();
                break;
            }
            match next {
                ' ' | '\t' => {
                    self.next();
                }
                '#' => {
                    while self.rest.peek().is_some_and(|next| *next != '\n') {
                        self.next();
                    }
                }
                '\n' | ';' | '|' | '&' => {
                    self.next();
                    let is_next_case = next == ';' && self.take(';');
                    self.command(std::mem::take(&mut words));
                    if next == '\n' {
                        self.documents_end();
                    }
                    if is_next_case {
                        self.pattern();
                    }
                }
                '<' | '>' => self.redirection(),
                '(' => self.bracket(words.pop()),
                ')' => {
                    self.next();
                }
                _ => self.add_word(&mut words),
            }
        }
        self.command(words);
    }

    /// Reads what a bracket opens; `before` is then the name of a function or of an array.
    fn bracket(&mut self, before: Option<Word>) {
        self.next();
        match before {
            None if self.take('(') => self.arithmetic(),
            None => self.commands(Some(')')),
            Some(name) if self.take(')') => {
                self.functions.insert(name.text);
            }
            Some(_) => self.array(),
        }
    }

    /// Reads the next word of a command, or past what only looks like one.
    fn add_word(&mut self, words: &mut Vec<Word>) {
        let word = self.word();
        let is_split_line = word.text.is_empty() && !word.quoted;
        let is_digits = word.text.bytes().all(|byte| byte.is_ascii_digit());
        if is_split_line || is_digits && matches!(self.rest.peek(), Some('<' | '>')) {
            return;
        }
        if words.is_empty() && word.text == "[[" {
            self.condition();
        } else if !words.is_empty() || word.quoted || !KEYWORDS.contains(&word.text.as_str()) {
            words.push(word);
        }
        if words.len() == 3 && words[0].text == "case" && words[2].text == "in" {
            words.clear();
            self.pattern();
        }
    }

    /// Reads one word, carrying out nothing; the contents of `$(…)` are read as commands.
    fn word(&mut self) -> Word {
        let mut word = Word::default();
        while let Some(&next) = self.rest.peek() {
            match next {
                ' ' | '\t' | '\n' | ';' | '|' | '&' | '<' | '>' | '(' | ')' => break,
                '\\' => {
                    self.next();
                    word.text.extend(self.next().filter(|next| *next != '\n'));
                }
                '\'' => {
                    self.next();
                    word.quoted = true;
                    while self.rest.peek().is_some_and(|next| *next != '\'') {
                        word.text.extend(self.next());
                    }
                    self.next();
                }
                '"' => {
                    self.next();
                    word.quoted = true;
                    self.quoted(&mut word.text);
                }
                '$' => self.expansion(&mut word.text),
                // Commands in backticks are not read, so a backtick is noted as a call; scripts use `$(…)`.
                '`' => {
                    self.next();
                    self.note("`");
                }
                _ => word.text.extend(self.next()),
            }
        }
        word
    }

    /// Reads to the end of double quotes.
    fn quoted(&mut self, text: &mut String) {
        while let Some(&next) = self.rest.peek() {
            match next {
                '"' => {
                    self.next();
                    return;
                }
                '\\' => {
                    self.next();
                    text.extend(self.next());
                }
                '$' => self.expansion(text),
                _ => text.extend(self.next()),
            }
        }
    }

    /// Reads `$name`, `${…}`, `$((…))` or `$(…)`; the commands in `$(…)` are calls.
    fn expansion(&mut self, text: &mut String) {
        text.extend(self.next());
        if self.take('(') {
            text.push('(');
            if self.take('(') { self.arithmetic() } else { self.commands(Some(')')) }
        } else if self.take('{') {
            while let Some(&next) = self.rest.peek() {
                match next {
                    '}' => {
                        self.next();
                        return;
                    }
                    '$' => self.expansion(text),
                    _ => text.extend(self.next()),
                }
            }
        }
    }

    /// Reads to the end of `((…))`.
    fn arithmetic(&mut self) {
        let mut open = 2;
        while open > 0 {
            match self.next() {
                Some('(') => open += 1,
                Some(')') => open -= 1,
                Some(_) => {}
                None => return,
            }
        }
    }

    /// Reads the words of an array, to its end.
    fn array(&mut self) {
        while let Some(&next) = self.rest.peek() {
            match next {
                ')' => {
                    self.next();
                    return;
                }
                ' ' | '\n' => {
                    self.next();
                }
                _ => {
                    self.word();
                }
            }
        }
    }

    /// Reads to the end of `[[ … ]]`.
    fn condition(&mut self) {
        while self.rest.peek().is_some() && self.word().text != "]]" {
            if !matches!(self.rest.peek(), Some(']')) {
                self.next();
            }
        }
    }

    /// Reads the pattern of a branch of `case`, or its end.
    fn pattern(&mut self) {
        while self.rest.peek().is_some_and(|next| next.is_whitespace()) {
            self.next();
        }
        let mut pattern = String::new();
        while let Some(&next) = self.rest.peek() {
            if pattern == "esac" && (next.is_whitespace() || matches!(next, ';' | ')')) {
                return;
            }
            match next {
                ')' => {
                    self.next();
                    return;
                }
                '"' | '\'' | '$' | '\\' => pattern.push_str(&self.word().text),
                _ => pattern.extend(self.next()),
            }
        }
    }

    /// Reads a redirection with its target. The text of a here-document begins on the next line.
    fn redirection(&mut self) {
        let direction = self.next();
        if self.take('(') {
            self.commands(Some(')'));
            return;
        }
        let is_document = direction == Some('<') && self.take('<') && !self.take('<');
        while matches!(self.rest.peek(), Some('>' | '&' | '|' | ' ')) {
            self.next();
        }
        let word = self.word();
        if is_document {
            self.documents.push((word.text, !word.quoted));
        }
    }

    /// Reads the here-documents that begin on this line.
    fn documents_end(&mut self) {
        for (end, is_carried_out) in std::mem::take(&mut self.documents) {
            let mut line = String::new();
            while let Some(&next) = self.rest.peek() {
                if next == '\n' {
                    self.next();
                    if std::mem::take(&mut line) == end {
                        break;
                    }
                } else if next == '$' && is_carried_out {
                    self.expansion(&mut line);
                } else {
                    line.extend(self.next());
                }
            }
        }
    }

    /// Notes what a simple command calls.
    fn command(&mut self, words: Vec<Word>) {
        let words: Vec<String> =
            words.into_iter().map(|word| word.text).skip_while(|text| is_assignment(text)).collect();
        let Some((first, others)) = words.split_first() else { return };
        match first.as_str() {
            // The list of tools that a script says it needs.
            "for" if others.first().is_some_and(|name| name == "tool") => {
                others.iter().skip(2).for_each(|tool| self.note(tool));
            }
            "for" => {}
            "trap" | "eval" => self.script(others.first()),
            "sh" | "bash" if others.first().is_some_and(|option| option.ends_with('c')) => {
                self.script(others.get(1))
            }
            _ => {
                if !BUILTINS.split(' ').any(|own| own == first) && first != "exec" {
                    self.note(first);
                }
                self.passed(first, others);
            }
        }
    }

    /// Notes what a command is given to call.
    fn passed(&mut self, first: &str, others: &[String]) {
        let Some((_, before)) = CALLERS.iter().find(|(name, _)| *name == first) else { return };
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let is_option = |word: &&String| word.starts_with('-') || is_assignment(word) || is_number(word);
        let start = match before {
            Some(before) => others.iter().take_while(is_option).count() + before,
            None => others.iter().take_while(|word| *word != "--").count() + 1,
        };
        let passed = others.iter().skip(start);
        let words = passed.cloned().map(|text| Word { text, quoted: true }).collect();
        self.command(words);
    }

    fn note(&mut self, program: &str) {
        self.calls.push(Call { line: self.line, program: program.to_owned() });
    }

    /// Reads the script that a word holds.
    fn script(&mut self, text: Option<&String>) {
        let inner = text.map(|text| calls(text)).unwrap_or_default();
        self.calls.extend(inner.into_iter().map(|call| Call { line: self.line, ..call }));
    }
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        let name = name.trim_end_matches('+').split('[').next().unwrap_or_default();
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}
