//! Which paths a Rust file names: a small reader of Rust text, enough for imports and paths, not a parser.
//!
//! Comments and literals are blanked; `use` trees are spread out; `self::`, `super::` and inline modules are resolved
//! against the file's own module. Linear in the text.

/// A path that a file names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// Line, from 1.
    pub(crate) line: usize,
    /// Segments. Inside this package they start with `crate`.
    pub(crate) path: Vec<String>,
    /// Written with `super::`.
    pub(crate) through_super: bool,
}

/// The module that a file under `src/` is, without `crate`: `src/engine/sim/pfc.rs` is `engine::sim::pfc`.
pub(crate) fn module_of(file: &str) -> Vec<String> {
    let inner = file.trim_start_matches("src/").trim_end_matches(".rs");
    let inner = inner.trim_end_matches("/mod");
    if inner == "lib" {
        Vec::new()
    } else {
        inner.split('/').map(str::to_owned).collect()
    }
}

/// `text` with comments, strings and characters turned into blanks; lines stay where they are.
fn code_only(text: &str) -> String {
    let source: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    while at < source.len() {
        let end = literal_or_comment_end(&source, at);
        if end > at {
            code.extend(
                source[at..end]
                    .iter()
                    .map(|c| if *c == '\n' { '\n' } else { ' ' }),
            );
            at = end;
        } else {
            code.push(source[at]);
            at += 1;
        }
    }
    code
}

/// Where the comment or literal that starts at `at` ends; `at` if none starts there.
fn literal_or_comment_end(source: &[char], at: usize) -> usize {
    let peek = |offset: usize| source.get(at + offset).copied().unwrap_or('\0');
    let in_word = at > 0 && is_word(source[at - 1]);
    match (peek(0), peek(1)) {
        ('/', '/') => find(source, at, |s, i| s[i] == '\n'),
        ('/', '*') => block_comment_end(source, at),
        ('"', _) => string_end(source, at + 1),
        ('b', '"') if !in_word => string_end(source, at + 2),
        ('r', '"' | '#') if !in_word => raw_string_end(source, at, at + 1),
        ('b', 'r') if !in_word && matches!(peek(2), '"' | '#') => raw_string_end(source, at, at + 2),
        ('\'', '\\') => find(source, at + 3, |s, i| s[i] == '\'') + 1,
        ('\'', _) if peek(2) == '\'' => at + 3,
        _ => at,
    }
}

fn find(source: &[char], from: usize, hit: impl Fn(&[char], usize) -> bool) -> usize {
    (from..source.len())
        .find(|i| hit(source, *i))
        .unwrap_or(source.len())
}

fn block_comment_end(source: &[char], at: usize) -> usize {
    let (mut depth, mut i) = (0_usize, at);
    while i + 1 < source.len() {
        match (source[i], source[i + 1]) {
            ('/', '*') => (depth, i) = (depth + 1, i + 2),
            ('*', '/') if depth == 1 => return i + 2,
            ('*', '/') => (depth, i) = (depth - 1, i + 2),
            _ => i += 1,
        }
    }
    source.len()
}

fn string_end(source: &[char], mut i: usize) -> usize {
    while i < source.len() {
        match source[i] {
            '\\' => i += 2,
            '"' => return i + 1,
            _ => i += 1,
        }
    }
    source.len()
}

/// Raw strings; `r#name` is an identifier, not a string.
fn raw_string_end(source: &[char], at: usize, hashes_from: usize) -> usize {
    let quote = find(source, hashes_from, |s, i| s[i] != '#');
    if source.get(quote) != Some(&'"') {
        return at;
    }
    let n_hashes = quote - hashes_from;
    let closes = |s: &[char], i: usize| {
        s[i] == '"' && s[i + 1..].len() >= n_hashes && s[i + 1..=i + n_hashes].iter().all(|c| *c == '#')
    };
    (find(source, quote + 1, closes) + 1 + n_hashes).min(source.len())
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Words, `::`, and single marks, each with its line.
fn tokens(code: &str) -> Vec<(usize, String)> {
    let mut tokens: Vec<(usize, String)> = Vec::new();
    for (index, line) in code.lines().enumerate() {
        let chars: Vec<char> = line.chars().collect();
        let mut at = 0;
        while at < chars.len() {
            let from = at;
            if is_word(chars[at]) {
                at = find(&chars, at, |s, i| !is_word(s[i]));
            } else if chars[at..].starts_with(&[':', ':']) {
                at += 2;
            } else {
                at += 1;
                if chars[from].is_whitespace() {
                    continue;
                }
            }
            tokens.push((index + 1, chars[from..at].iter().collect()));
        }
    }
    tokens
}

/// Every path that `text`, the file at `file`, names. Paths of this package start with `crate`; bins name it by
/// `fabricad::`, which is the same.
pub(crate) fn named_by(file: &str, text: &str) -> Vec<Named> {
    let mut reader = Reader {
        tokens: tokens(&code_only(text)),
        at: 0,
        module: module_of(file),
        named: Vec::new(),
    };
    reader.read();
    reader.named
}

struct Reader {
    tokens: Vec<(usize, String)>,
    at: usize,
    module: Vec<String>,
    named: Vec<Named>,
}

impl Reader {
    fn token(&self, offset: usize) -> &str {
        self.tokens
            .get(self.at + offset)
            .map_or("", |(_, token)| token.as_str())
    }

    fn read(&mut self) {
        let mut depth = 0_usize;
        let mut inline: Vec<usize> = Vec::new();
        while self.at < self.tokens.len() {
            match (self.token(0), self.token(1)) {
                ("{", _) => depth += 1,
                ("}", _) => {
                    depth = depth.saturating_sub(1);
                    if inline.last() == Some(&depth) {
                        inline.pop();
                        self.module.pop();
                    }
                }
                ("pub", "(") => {
                    while self.at < self.tokens.len() && self.token(0) != ")" {
                        self.at += 1;
                    }
                }
                ("mod", name) if self.token(2) == "{" => {
                    inline.push(depth);
                    self.module.push(name.to_owned());
                    self.at += 1;
                }
                ("use", _) => {
                    self.at += 1;
                    self.tree(&[]);
                    continue;
                }
                (word, "::") if starts_path(word) => {
                    self.tree(&[]);
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Reads one path or `use` tree after `prefix` and notes each leaf.
    fn tree(&mut self, prefix: &[String]) {
        let line = self.tokens.get(self.at).map_or(0, |(line, _)| *line);
        let mut path = prefix.to_vec();
        if self.token(0) == "::" {
            self.at += 1;
        }
        loop {
            match self.token(0) {
                "{" => return self.group(&path),
                word if word == "*" || starts_path(word) => path.push(word.to_owned()),
                _ => break,
            }
            self.at += 1;
            if self.token(0) != "::" {
                break;
            }
            self.at += 1;
        }
        if self.token(0) == "as" {
            self.at += 2;
        }
        self.note(line, &path);
    }

    fn group(&mut self, prefix: &[String]) {
        self.at += 1;
        while self.at < self.tokens.len() && self.token(0) != "}" {
            if self.token(0) == "," {
                self.at += 1;
            } else {
                let before = self.at;
                self.tree(prefix);
                self.at = self.at.max(before + 1);
            }
        }
        self.at += 1;
    }

    fn note(&mut self, line: usize, written: &[String]) {
        let through_super = written.iter().any(|segment| segment == "super");
        let mut path = match written.first().map(String::as_str) {
            None => return,
            Some("self" | "super") => [vec!["crate".to_owned()], self.module.clone()].concat(),
            Some("fabricad") => vec!["crate".to_owned()],
            Some(_) => Vec::new(),
        };
        for segment in written {
            match segment.as_str() {
                "super" => drop(path.pop()),
                "self" | "fabricad" => {}
                _ => path.push(segment.clone()),
            }
        }
        self.named.push(Named {
            line,
            path,
            through_super,
        });
    }
}

fn starts_path(word: &str) -> bool {
    word.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_')
}
