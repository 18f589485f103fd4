//! The modules of a page as one script, so that a phone asks once and not once a module. Nobody has to build anything for
//! it, and the files in `web/` stay what a debugger shows and a type checker reads.
//!
//! ```text
//! import { a, b as c } from "…";             const $1 = (() => {
//! export const d = a + c;              ──▶   const { a, b: c } = $0;
//!                                            const d = a + c;
//!                                            return { d };
//!                                            })();
//! ```
//! Each module keeps a scope of its own. It runs once, after the modules that it imports, as the standard says. What
//! would not mean the same as before is refused: circles, `export let`, `import.meta`, a module that is loaded later.

use super::weight;
use std::collections::{BTreeMap, BTreeSet};

/// What a script is made of.
type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The modules of a page, in the order in which they run.
pub(super) struct Joined<'a> {
    read: Read<'a>,
    script: String,
    /// The places of modules that are in the script; `None` while what they import is being put into it.
    places: BTreeMap<String, Option<usize>>,
    /// The number of modules that are in an earlier script, and those of them that are imported here.
    earlier: usize,
    imported: BTreeSet<usize>,
}

impl<'a> Joined<'a> {
    /// Joins the module `entry` and all that it imports. `read` returns the text of a file.
    ///
    /// # Errors
    /// A sentence for whoever wrote the module, if it is missing or cannot be joined.
    pub(super) fn of(entry: &str, read: Read<'a>) -> Result<Joined<'a>, String> {
        let (script, places) = (String::new(), BTreeMap::new());
        let mut joined = Joined { read, script, places, earlier: 0, imported: BTreeSet::new() };
        joined.add(entry)?;
        Ok(joined)
    }

    /// Returns the script. A later one may import its modules.
    pub(super) fn script(&self) -> String {
        let all: Vec<String> = (0..self.count()).map(|place| format!("${place}")).collect();
        format!("{}export {{ {} }};\n", self.script, all.join(", "))
    }

    /// Returns the script of a module that is loaded later, and all that it imports and the first script, at this
    /// address, has not.
    ///
    /// # Errors
    /// As [`Joined::of`].
    pub(super) fn later(&self, entry: &str, address: &str) -> Result<String, String> {
        let (script, places, earlier) = (String::new(), self.places.clone(), self.count());
        let mut later = Joined { read: self.read, script, places, earlier, imported: BTreeSet::new() };
        let place = later.add(entry)?;
        let imported: Vec<String> = later.imported.iter().map(|place| format!("${place}")).collect();
        let exports = exports_of(&later.script);
        Ok(format!(
            "import {{ {} }} from {address:?};\n{}export const {{ {exports} }} = ${place};\n",
            imported.join(", "),
            later.script
        ))
    }

    fn count(&self) -> usize {
        self.places.values().flatten().count()
    }

    /// Adds a module, unless it is there. Returns its place.
    fn add(&mut self, name: &str) -> Result<usize, String> {
        match self.places.get(name) {
            Some(Some(place)) => {
                if *place < self.earlier {
                    self.imported.insert(*place);
                }
                return Ok(*place);
            }
            Some(None) => return Err(format!("{name} imports itself by way of others")),
            None => {}
        }
        self.places.insert(name.to_owned(), None);
        let text = (self.read)(name).ok_or_else(|| format!("{name} is not there"))?;
        let text = weight::light(name, &text);
        if text.lines().any(|line| line.starts_with("await ")) {
            return Err(format!("{name} waits, and so would all modules that it could be joined with"));
        }
        let text = bare(&text);
        let (mut body, mut exports) = (String::new(), Vec::new());
        let mut rest = &*text;
        while !rest.is_empty() {
            let line = rest.split_inclusive('\n').next().unwrap_or(rest);
            let taken = if line.starts_with("import ") {
                let end = rest.find(";\n").map_or(rest.len(), |end| end + 2);
                body.push_str(&self.import(name, &rest[..end])?);
                end
            } else {
                body.push_str(inner(name, line, &mut exports)?);
                line.len()
            };
            rest = &rest[taken..];
        }
        let place = self.count();
        self.places.insert(name.to_owned(), Some(place));
        let exports = exports.join(", ");
        self.script.push_str(&format!("const ${place} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"));
        Ok(place)
    }

    /// Returns what stands for an import, after adding what is imported.
    fn import(&mut self, name: &str, statement: &str) -> Result<String, String> {
        let unread = || format!("{name}: {statement:?} is no import of names from a file beside it");
        let (names, from) = statement
            .strip_prefix("import {")
            .and_then(|rest| rest.trim_end().strip_suffix("\";"))
            .and_then(|rest| rest.split_once("} from \""))
            .ok_or_else(unread)?;
        let place = self.add(&beside(name, from).ok_or_else(unread)?)?;
        Ok(format!("const {{{}}} = ${place};\n", names.replace(" as ", ": ")))
    }
}

/// Returns the names that the last module of a script exports.
fn exports_of(script: &str) -> &str {
    let last = script.rsplit_once("return { ").map_or("", |(_, last)| last);
    last.split_once(" };").map_or("", |(names, _)| names)
}

/// Returns a module without empty lines, without the types of values, which stand within lines, and without what lines begin
/// with. The lines of a text between backquotes stay as they are.
fn bare(text: &str) -> String {
    let mut is_text = false;
    let mut bare = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let mut rest = if is_text { line } else { line.trim_start() };
        while let Some((before, (_, after))) =
            rest.split_once("/** @type ").and_then(|(before, rest)| Some((before, rest.split_once("*/")?)))
        {
            bare.push_str(before);
            rest = after.strip_prefix(' ').unwrap_or(after);
        }
        bare.push_str(rest);
        is_text ^= line.matches('`').count() % 2 == 1;
    }
    bare
}

/// Returns a line as it stands within a scope, and notes what it exports.
fn inner<'a>(name: &str, line: &'a str, exports: &mut Vec<String>) -> Result<&'a str, String> {
    // A module of its own can be loaded later by an address that the page tells.
    let is_later = ["import(\"", "import('", "import(`"].iter().any(|import| line.contains(import));
    if is_later || line.contains("import.meta") {
        return Err(format!("{name}: {line:?} cannot be joined with other modules"));
    }
    let Some(inner) = line.strip_prefix("export ") else { return Ok(line) };
    if inner.trim_end() == "{};" {
        return Ok("\n");
    }
    let words = inner.strip_prefix("async ").unwrap_or(inner);
    let named = ["const ", "function ", "class "].iter().find_map(|kind| words.strip_prefix(kind));
    let end = |word: &str| {
        word.find(|sign: char| !(sign.is_alphanumeric() || sign == '_' || sign == '$')).unwrap_or(word.len())
    };
    match named.map(|word| &word[..end(word)]) {
        Some(word) if !word.is_empty() => exports.push(word.to_owned()),
        // The others of the page would never see a later value of a variable.
        _ => return Err(format!("{name}: {line:?} exports no constant, function or class by its name")),
    }
    Ok(inner)
}

/// Returns the name of a file that another one names by a relative path.
fn beside(name: &str, path: &str) -> Option<String> {
    let mut folders: Vec<&str> = name.split('/').collect();
    folders.pop();
    for part in path.strip_prefix("./").unwrap_or(path).split('/') {
        if part == ".." {
            folders.pop()?;
        } else {
            folders.push(part);
        }
    }
    path.starts_with('.').then(|| folders.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{Joined, bare, beside};

    fn of(files: &[(&str, &str)]) -> Result<String, String> {
        let read = |name: &str| files.iter().find(|(it, _)| *it == name).map(|(_, text)| (*text).to_owned());
        Joined::of("live/main.js", &read).map(|joined| joined.script())
    }

    #[test]
    fn every_module_runs_once_after_those_that_it_imports_and_keeps_its_names() {
        let script = of(&[
            (
                "live/main.js",
                "// Begins.\nimport { a } from \"./a.js\";\nimport {\n  b as other,\n} from \"../shared/b.js\";\nf(a, other);\n",
            ),
            (
                "live/a.js",
                "import { b } from \"../shared/b.js\";\nconst own = 1;\nexport const a = b + own;\n",
            ),
            (
                "shared/b.js",
                "const own = 2;\nexport const b = own;\nexport async function c() {}\nexport {};\n",
            ),
        ]);
        let wanted = "const $0 = (() => {\nconst own = 2;\nconst b = own;\nasync function c() {}\n\nreturn { b, c };\n})();\n\
            const $1 = (() => {\nconst { b } = $0;\nconst own = 1;\nconst a = b + own;\nreturn { a };\n})();\n\
            const $2 = (() => {\nconst { a } = $1;\nconst {\nb: other,\n} = $0;\nf(a, other);\nreturn {  };\n})();\n\
            export { $0, $1, $2 };\n";
        assert_eq!(script.as_deref(), Ok(wanted));
    }

    #[test]
    fn what_would_mean_something_else_is_refused() {
        for (text, words) in [
            ("export let a = 1;\n", "exports no constant"),
            ("export default 1;\n", "exports no constant"),
            ("export const { a } = b;\n", "exports no constant"),
            ("import * as b from \"./b.js\";\n", "no import of names"),
            ("import { b } from \"b\";\n", "no import of names"),
            ("import { b } from \"./b.js\";\n", "live/b.js is not there"),
            ("import { a } from \"./main.js\";\n", "imports itself"),
            ("f(await import(\"./b.js\"));\n", "cannot be joined"),
            ("f(import.meta.url);\n", "cannot be joined"),
            ("await f();\n", "waits"),
        ] {
            let refused = of(&[("live/main.js", text)]).expect_err(text);
            assert!(refused.contains(words), "{text}: {refused}");
        }
        let types = "f(/** @type {import(\"./b.js\").B} */ (a));\n";
        assert!(of(&[("live/main.js", types)]).is_ok(), "the type of a value is a comment");
    }

    #[test]
    fn a_later_script_shares_the_modules_of_the_first() {
        let files = [
            ("live/main.js", "import { a } from \"./a.js\";\nimport { b } from \"./b.js\";\nf(a, b);\n"),
            ("live/a.js", "export const a = {};\n"),
            ("live/b.js", "export const b = {};\n"),
            ("live/later.js", "import { c } from \"./c.js\";\nexport class Later {}\nexport const d = c;\n"),
            ("live/c.js", "import { b } from \"./b.js\";\nexport const c = b;\n"),
        ];
        let read = |name: &str| files.iter().find(|(it, _)| *it == name).map(|(_, text)| (*text).to_owned());
        let first = Joined::of("live/main.js", &read).expect("it can be joined");
        let wanted = "import { $1 } from \"./live-1.js\";\n\
            const $3 = (() => {\nconst { b } = $1;\nconst c = b;\nreturn { c };\n})();\n\
            const $4 = (() => {\nconst { c } = $3;\nclass Later {}\nconst d = c;\nreturn { Later, d };\n})();\n\
            export const { Later, d } = $4;\n";
        assert_eq!(first.later("live/later.js", "./live-1.js").as_deref(), Ok(wanted));
    }

    #[test]
    fn types_and_the_room_before_lines_go_and_texts_stay() {
        let text = "  f(/** @type {A} */ (a), /** @type {B} */ b);\n  g(`\n    text\n  `);\n  h();\n";
        assert_eq!(bare(text), "f((a), b);\ng(`\n    text\n  `);\nh();\n");
    }

    #[test]
    fn a_path_is_read_from_the_file_that_names_it() {
        assert_eq!(beside("a/b/c.js", "./d.js").as_deref(), Some("a/b/d.js"));
        assert_eq!(beside("a/b/c.js", "../../d/e.js").as_deref(), Some("d/e.js"));
        assert_eq!(beside("a.js", "../b.js"), None);
        assert_eq!(beside("a.js", "b.js"), None);
    }
}
