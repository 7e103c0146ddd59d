//! Files that are no design are refused with a sentence that says what is wrong and where.

use fabricad::engine::document::{OpenError, open, save};

const GOOD: &str = r#"{
  "format": "fabricad", "version": 1, "name": "two boxes", "next_node": 2, "next_link": 1,
  "nodes": [
    { "id": 0, "name": "gpu-1", "kind": "server", "model": "m", "gpus": 1, "nics": 1,
      "ports": [ { "count": 1, "gbps": 100, "cage": "qsfp28", "layer": "ethernet" } ], "x": 0, "y": 0 },
    { "id": 1, "name": "leaf-1", "kind": "switch", "model": "m", "layer": "ethernet",
      "ports": [ { "count": 2, "gbps": 100, "cage": "qsfp28", "layer": "ethernet" } ], "x": 0, "y": 100 }
  ],
  "links": [
    { "id": 0, "a": [0, 0], "b": [1, 1], "gbps": 100, "medium": "dac", "connector": "fixed",
      "polarity": "not_applicable", "length_m": 2.5 }
  ]
}"#;

fn refusal(text: &str) -> String {
    open(text).expect_err("this file is not a design").to_string()
}

#[test]
fn a_good_file_opens_and_is_written_back_to_the_same_design() {
    let design = open(GOOD).expect("a good file");
    assert_eq!(design.topology().n_links(), 1);
    assert_eq!(open(&save(&design)).expect("our own file"), design);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let cases = [
        (String::new(), "the file is empty"),
        ("hello".to_owned(), "line 1, column 1: expected value"),
        ("[1, 2]".to_owned(), "this is not a Fabricad design"),
        ("{\"a\": 1}".to_owned(), "its \"format\" is not \"fabricad\""),
        (
            GOOD.replace("\"version\": 1", "\"version\": 7"),
            "format version 7; this program reads up to 1",
        ),
        (GOOD.replace("\"version\": 1, ", ""), "it has no \"version\""),
        (
            GOOD.replace("[1, 1]", "[9, 1]"),
            "cable 0: it ends at device 9, which is not in the file",
        ),
        (
            GOOD.replace("[1, 1]", "[1, 2]"),
            "cable 0: it ends at port 2 of \"leaf-1\"",
        ),
        (
            GOOD.replace("[1, 1]", "[0, 0]"),
            "cable 0: both its ends are on one device",
        ),
        (
            GOOD.replace("\"id\": 1, \"name\"", "\"id\": 0, \"name\""),
            "two devices have the id 0",
        ),
        (
            GOOD.replace("\"gpus\": 1, ", ""),
            "device 0 (\"gpu-1\"): it needs the field \"gpus\"",
        ),
        (GOOD.replace("\"gpus\": 1", "\"gpus\": -1"), "line 4"),
        (
            GOOD.replace("\"length_m\": 2.5", "\"length_m\": 1e99"),
            "is not a length",
        ),
        (
            GOOD.replace("\"gbps\": 100, \"medium\"", "\"gbps\": 0, \"medium\""),
            "0 Gb/s is not a rate",
        ),
        (
            GOOD.replace("\"rail\"", "\"x\"")
                .replace("\"y\": 100", "\"why\": 100"),
            "unknown field `why`",
        ),
        (GOOD.replace("\"dac\"", "\"string\""), "unknown variant `string`"),
    ];
    for (text, expected) in &cases {
        let said = refusal(text);
        assert!(said.contains(expected), "{said:?} does not say {expected:?}");
    }
}

#[test]
fn a_file_cut_short_anywhere_is_refused_without_a_panic() {
    for end in (1..GOOD.len()).filter(|&end| GOOD.is_char_boundary(end)) {
        assert!(open(&GOOD[..end]).is_err(), "cut at {end}");
    }
    let said = refusal(&GOOD[..GOOD.len() - 40]);
    assert!(
        said.starts_with("the file is cut short: it ends at line"),
        "{said}"
    );
}

#[test]
fn a_file_over_50_mb_is_refused_unread() {
    let text = " ".repeat(50_000_001);
    assert_eq!(
        open(&text).expect_err("too large"),
        OpenError::TooLarge { bytes: 50_000_001 }
    );
}
