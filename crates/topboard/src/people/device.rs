//! A description of the browser named in the header `User-Agent`, in words that people know, such as `Firefox ·
//! Windows`.

/// The greatest length of the name of an unknown program, in characters.
const NAME_MAX: usize = 40;

/// Marks in `User-Agent` that reveal a program, each with the program's name. The first match wins: each program also
/// claims to be some of the programs further down in this list.
const PROGRAMS: [(&str, &str); 8] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
/// Marks in `User-Agent` that reveal an operating system, each with the system's name. The first match wins.
const SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
    ("X11", "Unix"),
];

/// Returns a description of a `User-Agent`. The description holds names alone, so it is the same in every language. An
/// empty header gives an empty description.
pub(crate) fn device(agent: &str) -> String {
    let known = |names: &[(&str, &'static str)]| {
        names.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name)
    };
    let words: Vec<&str> = [known(&PROGRAMS), known(&SYSTEMS)].into_iter().flatten().collect();
    if !words.is_empty() {
        return words.join(" · ");
    }
    // An unknown program is described by its name, without characters that could control a terminal or a file.
    let name = agent.split(['/', ' ']).next().unwrap_or_default();
    name.chars().filter(char::is_ascii_graphic).take(NAME_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::device;

    #[test]
    fn a_browser_is_told_in_words() {
        for (agent, words) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0",
                "Firefox · Windows",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0 Safari/537.36 Edg/128.0",
                "Edge · Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0 Mobile Safari/537.36",
                "Chrome · Android",
            ),
            (
                "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/604.1",
                "Safari · iPad",
            ),
            ("curl/8.9.1", "curl"),
            ("\u{1b}[2Jevil\u{202e}/1", "[2Jevil"),
            ("", ""),
        ] {
            assert_eq!(device(agent), words, "{agent}");
        }
    }
}
