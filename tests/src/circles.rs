//! Circles of imports among the files of a crate. What imports each other in a circle can only be understood at once.

use crate::repository::{none, read, tracked};
use std::collections::{BTreeMap, BTreeSet};

/// The most files that may import each other.
const FILES_MAX: usize = 3;
/// The larger circles: the crate, the modules, the reason.
const KNOWN: [(&str, &[&str], &str); 5] = [
    (
        "board",
        &["device", "full_scan::scanner_device", "inquiry", "maker", "makers", "session"],
        "one closed enum: a maker's row holds its session, device and questions, whose types name the makers",
    ),
    (
        "game",
        &[
            "commands::aside",
            "follow::presses",
            "follow::replacement_times",
            "follow::scribe",
            "gaps::bridge",
            "gaps::join_midgame",
            "lines::doubt",
            "lines::transposition",
            "record::finished",
        ],
        "one machine: the scribe's methods are with the subject they are about",
    ),
    (
        "hall",
        &[
            "hall",
            "links::cable",
            "output",
            "tables::due",
            "tables::games",
            "tables::planned",
            "tables::staged",
            "tables::table",
        ],
        "one machine: the hall's methods are with the subject they are about",
    ),
    (
        "topboard",
        &[
            "arbiter",
            "bench::accuracy",
            "bench::journal",
            "bench::sqlite",
            "cli",
            "commands::archive",
            "commands::erase",
            "commands::export",
            "commands::verify",
            "connections::hub",
            "connections::socket",
            "mainloop",
        ],
        "two circles, joined by the clocks in the main loop's folder and by the case report that the arbiter orders: \
         a command and its options, the main loop and those it tells",
    ),
    (
        "tournament",
        &["import", "trf::document", "trf::draft", "trf::player", "trf::record", "trf::write"],
        "one reader: a report is a file like any other, and is written with the lines that were read",
    ),
];

/// A module's path within its crate; the crate itself is the empty path.
type Name = Vec<String>;

/// The files of one crate, each with its text as far as the program has it.
struct Crate(BTreeMap<Name, String>);

#[test]
fn no_circle_of_files_is_large() {
    let crates: BTreeSet<String> = tracked()
        .iter()
        .filter_map(|path| Some(path.strip_prefix("crates/")?.split_once("/src/")?.0.to_owned()))
        .collect();
    let mut found = Vec::new();
    for name in &crates {
        let circles = Crate::read(name).circles();
        found.extend(circles.into_iter().map(|circle| (name.as_str(), circle)));
    }
    let is_known = |name: &str, circle: &[String]| {
        KNOWN.iter().any(|(known, modules, _)| *known == name && circle.iter().eq(modules.iter()))
    };
    let mut bad: Vec<String> = found
        .iter()
        .filter(|(name, circle)| !is_known(name, circle))
        .map(|(name, circle)| {
            format!("{name}: {} import each other; {FILES_MAX} is the most", circle.join(", "))
        })
        .collect();
    let gone = KNOWN.iter().filter(|(name, modules, _)| {
        !found.iter().any(|(other, circle)| other == name && circle.iter().eq(modules.iter()))
    });
    bad.extend(gone.map(|(name, modules, _)| format!("{name}: {} are no circle now", modules.join(", "))));
    none(&bad);
}

impl Crate {
    fn read(name: &str) -> Crate {
        let folder = format!("crates/{name}/src/");
        let mut files = BTreeMap::new();
        for path in tracked() {
            let Some(module) = path.strip_prefix(&folder).and_then(|path| path.strip_suffix(".rs")) else {
                continue;
            };
            let (Some(text), false) = (read(&path), module == "main" || module.ends_with("tests")) else {
                continue;
            };
            let mut parts: Name = module.split('/').map(str::to_owned).collect();
            if parts.last().is_some_and(|last| last == "mod") || module == "lib" {
                parts.pop();
            }
            files.insert(parts, code(&text));
        }
        Crate(files)
    }

    /// Returns the sets of more than [`FILES_MAX`] modules that import each other.
    fn circles(&self) -> BTreeSet<Vec<String>> {
        let mut arrows: BTreeMap<Name, BTreeSet<Name>> = BTreeMap::new();
        for (module, text) in self.0.iter().filter(|(module, _)| self.has_code(module)) {
            let imports = imports(text).into_iter().filter_map(|path| self.resolve(module, &path, 0));
            let whole = self.whole(module);
            let others = imports.map(|import| self.whole(&import)).filter(|import| *import != whole);
            let others: BTreeSet<Name> = others.collect();
            arrows.entry(whole).or_default().extend(others);
        }
        let reached: BTreeMap<&Name, BTreeSet<&Name>> =
            arrows.keys().map(|from| (from, reachable(from, &arrows))).collect();
        let circle = |from: &&Name| -> Vec<String> {
            let mutual =
                reached[*from].iter().filter(|to| reached.get(**to).is_some_and(|back| back.contains(*from)));
            mutual.map(|module| module.join("::")).collect()
        };
        reached.keys().map(circle).filter(|circle| circle.len() > FILES_MAX).collect()
    }

    /// Whether a module is more than a list of others.
    fn has_code(&self, module: &[String]) -> bool {
        const ITEMS: [&str; 12] = [
            "fn ",
            "async fn ",
            "const ",
            "static ",
            "struct ",
            "enum ",
            "trait ",
            "impl",
            "type ",
            "macro_rules",
            "unsafe ",
            "extern ",
        ];
        !module.is_empty()
            && self.0.get(module).is_some_and(|text| {
                text.lines().any(|line| {
                    let line = match line.strip_prefix("pub(") {
                        Some(rest) => rest.split_once(") ").map_or("", |(_, item)| item),
                        None => line.strip_prefix("pub ").unwrap_or(line),
                    };
                    ITEMS.iter().any(|item| line.starts_with(item))
                })
            })
    }

    /// Returns the outermost module with code of its own around a module: the two are one.
    fn whole(&self, module: &[String]) -> Name {
        let around = (1..=module.len()).map(|length| &module[..length]).find(|outer| self.has_code(outer));
        around.unwrap_or(module).to_vec()
    }

    /// Returns the module that defines what a path in `from` names, also where other modules pass it on. `None` if the
    /// path leaves the crate or cannot be followed.
    fn resolve(&self, from: &[String], path: &[String], depth: usize) -> Option<Name> {
        let (mut module, mut rest) = (from.to_vec(), path);
        while let [first, others @ ..] = rest {
            match first.as_str() {
                "crate" => module.clear(),
                "super" => drop(module.pop()?),
                "self" => {}
                _ => break,
            }
            rest = others;
        }
        while let [first, others @ ..] = rest {
            let inner = [module.as_slice(), std::slice::from_ref(first)].concat();
            if !self.0.contains_key(&inner) {
                break;
            }
            (module, rest) = (inner, others);
        }
        let passed_on = rest.first().filter(|_| depth < 5).and_then(|name| {
            let text = self.0.get(&module)?;
            let paths = exports(text).into_iter().filter(|path| path.last() == Some(name) && path.len() > 1);
            paths.filter_map(|path| self.resolve(&module, &path, depth + 1)).next()
        });
        passed_on.or_else(|| self.has_code(&module).then_some(module))
    }
}

fn reachable<'a>(from: &Name, arrows: &'a BTreeMap<Name, BTreeSet<Name>>) -> BTreeSet<&'a Name> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&Name> = arrows[from].iter().collect();
    while let Some(next) = open.pop() {
        if reached.insert(next) {
            open.extend(arrows.get(next).into_iter().flatten());
        }
    }
    reached
}

/// Returns a source without its comments and its tests.
fn code(text: &str) -> String {
    let program = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = program.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Returns every path from the crate's root or from a module around, in a `use` or elsewhere.
fn imports(text: &str) -> Vec<Name> {
    let mut paths = Vec::new();
    for way in ["crate::", "super::"] {
        for (at, _) in text.match_indices(way) {
            // A path is read from its beginning.
            if !text[..at]
                .ends_with(|letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':')
            {
                paths.extend(tree(&text[at..]).0);
            }
        }
    }
    paths
}

/// Returns the paths that a module passes on.
fn exports(text: &str) -> Vec<Name> {
    let uses = text.match_indices("use ").filter(|(at, _)| {
        let line = &text[text[..*at].rfind('\n').map_or(0, |end| end + 1)..*at];
        line.is_empty() || line == "pub " || line.starts_with("pub(")
    });
    uses.flat_map(|(at, _)| tree(&text[at + 4..]).0).collect()
}

/// Returns the paths of one tree of imports, such as `a::{b, c::d}`, and what follows it.
fn tree(text: &str) -> (Vec<Name>, &str) {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        let mut paths = Vec::new();
        while !rest.trim_start().starts_with('}') && !rest.trim_start().is_empty() {
            let (inner, after) = tree(rest);
            paths.extend(inner);
            // What another name is given to, and what is no tree, ends with its comma.
            let end = after.find([',', '}']).unwrap_or(after.len());
            rest = after[end..].trim_start_matches(',');
        }
        return (paths, rest.trim_start().strip_prefix('}').unwrap_or_default());
    }
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    match rest.strip_prefix("::") {
        Some(inner) if !word.is_empty() => {
            let (paths, rest) = tree(inner);
            let joined = paths.into_iter().map(|path| [vec![word.to_owned()], path].concat());
            (joined.collect(), rest)
        }
        _ if word.is_empty() => (vec![Vec::new()], rest),
        _ => (vec![vec![word.to_owned()]], rest),
    }
}

#[test]
fn circles_are_found_through_what_modules_pass_on() {
    let file = |(module, text): &(&str, &str)| {
        let parts = module.split("::").filter(|part| !part.is_empty()).map(str::to_owned);
        (parts.collect(), code(text))
    };
    let house = [
        ("", "mod a;\nmod rooms;\npub use rooms::B;\n"),
        ("a", "use crate::{B, elsewhere::X};\nstruct A;\n"),
        ("rooms", "mod b;\nmod c;\nmod d;\npub use b::{self, B as Renamed, B};\n"),
        ("rooms::b", "// crate::a\nuse super::c::{C, Cs};\nstruct B;\n"),
        ("rooms::c", "struct C(\n    super::d::D,\n);\n#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n"),
        ("rooms::d", "pub(crate) struct D;\n"),
        ("rooms::d::inner", "use super::D;\nuse crate::a;\nstruct Inner;\n"),
    ];
    let house = Crate(house.iter().map(file).collect());
    let circle = ["a", "rooms::b", "rooms::c", "rooms::d"].map(str::to_owned).to_vec();
    assert_eq!(house.circles(), BTreeSet::from([circle]));
}
