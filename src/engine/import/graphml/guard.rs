//! What is refused before an XML file is parsed: shapes on which the parser would need quadratic time or memory.
//!
//! The parser compares each attribute of an element with all others, and copies the namespaces in scope from element to
//! element; both are cheap for any real file and ruinous for a hostile one.

use super::super::place::Lines;
use crate::engine::import::ImportError;

/// The most attributes of one element.
const MAX_ATTRIBUTES: usize = 256;
/// The most namespace declarations of one file.
const MAX_NAMESPACES: usize = 1_000;

/// Refuses elements with more than 256 attributes and files with more than 1,000 namespace declarations. O(n).
pub(super) fn check(text: &str) -> Result<(), ImportError> {
    let bytes = text.as_bytes();
    let (mut at, mut namespaces) = (0, 0);
    while let Some(open) = find(bytes, at, b'<') {
        let rest = &text[open..];
        let closed = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
            .into_iter()
            .find(|(begin, _)| rest.starts_with(begin));
        if let Some((begin, end)) = closed {
            let body = &rest[begin.len()..];
            at = match body.find(end) {
                Some(n) => open + begin.len() + n + end.len(),
                None => bytes.len(),
            };
            continue;
        }
        let tag = tag(bytes, open);
        namespaces += tag.namespaces;
        if tag.attributes > MAX_ATTRIBUTES || namespaces > MAX_NAMESPACES {
            let what = if tag.attributes > MAX_ATTRIBUTES {
                format!("an element has more than {MAX_ATTRIBUTES} attributes")
            } else {
                format!("the file declares more than {MAX_NAMESPACES} namespaces")
            };
            return Err(ImportError::at(Lines::of(text).place(open), what));
        }
        at = tag.end;
    }
    Ok(())
}

struct Tag {
    end: usize,
    attributes: usize,
    namespaces: usize,
}

/// Counts what stands between a `<` and the `>` that closes it, quoted text aside.
fn tag(bytes: &[u8], open: usize) -> Tag {
    let mut tag = Tag {
        end: bytes.len(),
        attributes: 0,
        namespaces: 0,
    };
    let mut at = open + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' | b'\'' => match find(bytes, at + 1, byte) {
                Some(close) => at = close,
                None => return tag,
            },
            b'=' => tag.attributes += 1,
            b'x' if bytes[at..].starts_with(b"xmlns") => tag.namespaces += 1,
            b'>' => {
                tag.end = at + 1;
                return tag;
            }
            _ => {}
        }
        at += 1;
    }
    tag
}

fn find(bytes: &[u8], from: usize, byte: u8) -> Option<usize> {
    let rest = bytes.get(from..)?;
    rest.iter().position(|&b| b == byte).map(|n| from + n)
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn quotes_comments_and_cdata_do_not_confuse_the_count() {
        let eq = "=".repeat(500);
        let text = format!("<a b='>{eq}'><!-- don't {eq} --><![CDATA[<{eq}]]><?pi {eq}?>{eq}</a>");
        assert_eq!(check(&text), Ok(()));
    }

    #[test]
    fn a_flood_of_attributes_or_namespaces_is_refused_with_its_place() {
        let flood: String = (0..300).map(|i| format!("a{i}='' ")).collect();
        let said = check(&format!("<x>\n<y {flood}/></x>")).expect_err("too many");
        assert_eq!(
            said.to_string(),
            "line 2, column 1: an element has more than 256 attributes"
        );
        let nested: String = (0..1_001).map(|i| format!("<a xmlns:n{i}='u{i}'>")).collect();
        assert!(check(&nested).is_err());
    }
}
