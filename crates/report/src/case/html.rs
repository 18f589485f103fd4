//! Safe HTML: text is escaped when it is added to the page, and nowhere else.
//!
//! Invariant: no text from a board, a journal or a person becomes a tag or an attribute, or changes the direction of
//! writing.

use std::fmt::Write;

/// A page in the making.
#[derive(Debug, Default)]
pub(super) struct Html(String);

impl Html {
    /// Adds markup without escaping it. The markup must be written by this crate.
    pub(super) fn raw(&mut self, markup: &str) -> &mut Html {
        self.0.push_str(markup);
        self
    }

    /// Adds text of any origin, escaped.
    pub(super) fn text(&mut self, text: &str) -> &mut Html {
        self.0.push_str(&escape(text));
        self
    }

    /// Adds an element with text in it.
    pub(super) fn element(&mut self, tag: &str, text: &str) -> &mut Html {
        let name = tag.split(' ').next().unwrap_or(tag);
        let _ = write!(self.0, "<{tag}>{}</{name}>", escape(text));
        self
    }

    /// Adds a table with a caption, columns and rows of text. If there are no rows, the sentence `none` replaces the
    /// table.
    pub(super) fn table(
        &mut self,
        caption: &str,
        columns: &[&str],
        rows: &[Vec<String>],
        none: &str,
    ) -> &mut Html {
        if rows.is_empty() {
            return self.element("p class=\"none\"", none);
        }
        self.raw("<table>").element("caption", caption).raw("<thead><tr>");
        for column in columns {
            self.element("th scope=\"col\"", column);
        }
        self.raw("</tr></thead>\n<tbody>\n");
        for row in rows {
            self.raw("<tr>");
            for (index, cell) in row.iter().enumerate() {
                self.element(if index == 0 { "th scope=\"row\"" } else { "td" }, cell);
            }
            self.raw("</tr>\n");
        }
        self.raw("</tbody></table>\n")
    }

    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// Escapes text for use between tags and in quoted attributes. Invisible characters that affect a browser (control
/// characters, marks of direction) become the replacement character `U+FFFD`.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(character),
            '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                escaped.push('\u{fffd}');
            }
            control if control.is_control() => escaped.push('\u{fffd}'),
            plain => escaped.push(plain),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{Html, escape};

    #[test]
    fn nothing_of_a_persons_becomes_markup() {
        let check = |text: &str, wanted: &str| assert_eq!(escape(text), wanted);
        check("O'Neil & \"Söhne\" <b>", "O&#39;Neil &amp; &quot;Söhne&quot; &lt;b&gt;");
        check("</script><script>alert(1)</script>", "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
        check("a\u{202e}b\u{0}c\u{7f}", "a\u{fffd}b\u{fffd}c\u{fffd}");
        let mut html = Html::default();
        html.table("<c>", &["<h>"], &[vec!["<r>".to_owned(), "<d>".to_owned()]], "");
        let page = html.finish();
        assert!(!page.contains("<c>") && !page.contains("<h>") && !page.contains("<r>"), "{page}");
        assert!(page.contains("<th scope=\"col\">&lt;h&gt;</th>"), "{page}");
    }
}
