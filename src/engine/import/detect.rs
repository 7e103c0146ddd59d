//! What a file is: its first characters tell, and its name where they do not.

/// A kind of file that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Our own design file.
    Design,
    /// GraphML, with `kind` on nodes and `gbps` on edges.
    GraphMl,
    /// A containerlab topology (`*.clab.yml`).
    Containerlab,
    /// The `topology.txt` of the HPCC simulator and of SimAI.
    Hpcc,
}

impl Format {
    /// All of them in one phrase.
    pub const LIST: &'static str =
        "a Fabricad design, GraphML, containerlab YAML, an HPCC or SimAI topology.txt";

    /// The name people use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Design => "Fabricad design",
            Self::GraphMl => "GraphML",
            Self::Containerlab => "containerlab",
            Self::Hpcc => "HPCC topology",
        }
    }
}

/// What this text is, if it is anything known.
pub(super) fn detect(name: &str, text: &str) -> Option<Format> {
    let body = text.trim_start();
    match body.as_bytes().first()? {
        // JSON is YAML too, and containerlab reads either.
        b'{' if !body.contains("\"format\"") && body.contains("\"topology\"") => {
            return Some(Format::Containerlab);
        }
        b'{' | b'[' => return Some(Format::Design),
        b'<' => return Some(Format::GraphMl),
        _ => {}
    }
    if is_hpcc_header(body.lines().next()?) {
        return Some(Format::Hpcc);
    }
    if text.lines().any(|line| line.starts_with("topology:")) {
        return Some(Format::Containerlab);
    }
    by_name(name)
}

fn by_name(name: &str) -> Option<Format> {
    let name = name.to_ascii_lowercase();
    let ends = |suffixes: &[&str]| suffixes.iter().any(|suffix| name.ends_with(suffix));
    if ends(&[".json", ".fabricad"]) {
        Some(Format::Design)
    } else if ends(&[".graphml", ".xml"]) {
        Some(Format::GraphMl)
    } else if ends(&[".yml", ".yaml"]) {
        Some(Format::Containerlab)
    } else if ends(&["topology.txt"]) {
        Some(Format::Hpcc)
    } else {
        None
    }
}

/// `nodes switches links`, or SimAI's `nodes gpus_per_server nvswitches switches links gpu_type`.
fn is_hpcc_header(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().take(7).collect();
    let number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    match words.len() {
        3 => words.iter().all(number),
        5 | 6 => words[..5].iter().all(number),
        _ => false,
    }
}

/// What to call a design that does not say: the file's name without folders and endings.
pub(super) fn title(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = file
        .split('.')
        .find(|part| !part.is_empty())
        .unwrap_or("imported");
    stem.chars().filter(|c| !c.is_control()).take(100).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides_before_the_name() {
        let cases = [
            ("a.json", "<graphml/>", Some(Format::GraphMl)),
            ("a.txt", "10 1 9\n9\n", Some(Format::Hpcc)),
            ("a", "28 8 2 10 48 A100\n", Some(Format::Hpcc)),
            ("a.xml", "# lab\nname: x\ntopology:\n", Some(Format::Containerlab)),
            ("a.yml", "{\"topology\": {}}", Some(Format::Containerlab)),
            ("a.yml", "{\"format\": \"fabricad\"}", Some(Format::Design)),
            ("a.yaml", "name: x\n", Some(Format::Containerlab)),
            ("notes.txt", "hello\n", None),
        ];
        for (name, text, expected) in cases {
            assert_eq!(detect(name, text), expected, "{name} {text:?}");
        }
    }

    #[test]
    fn a_title_is_the_bare_name() {
        let said = ["x/y/clos02.clab.yml", "c:\\a\\topology.txt", "", "."].map(title);
        assert_eq!(said, ["clos02", "topology", "imported", "imported"]);
    }
}
