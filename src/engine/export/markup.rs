//! Text made safe for SVG and HTML.

/// Text as it may stand between tags or in a quoted attribute of XML and HTML.
///
/// The five special characters become entities; characters that XML cannot hold become U+FFFD, so that no name, however
/// hostile, ends an element, an attribute or the whole document. O(characters).
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\u{0}'..='\u{8}'
            | '\u{b}'
            | '\u{c}'
            | '\u{e}'..='\u{1f}'
            | '\u{7f}'
            | '\u{fffe}'
            | '\u{ffff}' => {
                safe.push('\u{fffd}');
            }
            // Marks that turn the reading direction would let a name rearrange the sentence around it.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => safe.push('\u{fffd}'),
            other => safe.push(other),
        }
    }
    safe
}

/// At most `limit` characters, the last one an ellipsis where something was cut.
pub fn shortened(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(limit.saturating_sub(1)).collect();
    cut.truncate(cut.trim_end().len());
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_ends_an_element_survives() {
        assert_eq!(
            escape(r#"<script>"a" & 'b'</script>"#),
            "&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;"
        );
        assert_eq!(escape("a\u{0}b\u{202e}c\u{fffe}"), "a\u{fffd}b\u{fffd}c\u{fffd}");
    }

    #[test]
    fn a_long_name_is_cut_between_characters() {
        assert_eq!(shortened("leaf-1", 6), "leaf-1");
        assert_eq!(shortened("größer als", 5), "größ…");
    }
}
