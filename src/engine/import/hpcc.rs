//! The `topology.txt` of the HPCC simulator (Li et al., SIGCOMM 2019), and SimAI's variant of it.
//!
//! HPCC: `nodes switches links`, the switches' ids, then `a b rate delay error_rate` for each link. SimAI: `nodes
//! gpus_per_server nvswitches switches links gpu_type`, the ids of the NVSwitches, then those of the switches, then links
//! as above. Ids count from zero; a port's number is the order in which its link appears. Numbers are separated by any
//! white space, as the simulators read them.

use super::sketch::{Device, Role, Sketch};
use super::{ImportError, MAX_CABLES, MAX_DEVICES, Place, counted, parse_delay, parse_rate};
use crate::engine::units::{BitRate, Length};

/// Light in glass and signals in copper take about 5 ns a metre: the cable that a delay stands for.
const PS_PER_MM: u64 = 5;
/// The longest cable of a design: 100 km.
const MAX_LENGTH: Length = Length::from_metres(100_000);

/// Reads a topology file.
pub(super) fn read(text: &str, name: String, notes: &mut Vec<String>) -> Result<Sketch, ImportError> {
    let mut words = Words::of(text);
    let header = Header::read(text, &mut words)?;
    let mut sketch = Sketch {
        name,
        keeps_port_order: true,
        ..Sketch::default()
    };
    let roles = roles(&header, &mut words)?;
    for (id, (role, place)) in roles.into_iter().enumerate() {
        sketch.add_device(device(id, role, place, &header.gpu))?;
    }
    let (mut lossy, mut delayed) = (0, 0);
    for _ in 0..header.links {
        let link = link(&mut words, header.nodes)?;
        lossy += usize::from(link.error_rate > 0.0);
        delayed += usize::from(link.length > Length::ZERO);
        sketch.add_cable(link.ends, link.rate, Some(link.length), link.place)?;
    }
    if delayed > 0 {
        notes.push("Cable lengths were made from the delays, at 5 ns a metre.".to_owned());
    }
    if lossy > 0 {
        notes.push(format!(
            "Packet error rates were left out, as a design has none: {}.",
            counted(lossy, "link")
        ));
    }
    if let Some((word, place)) = words.next() {
        notes.push(format!(
            "What follows the last link ({word:?}, {place}) was left out: the first line announces {} links.",
            header.links
        ));
    }
    Ok(sketch)
}

/// The first line.
struct Header {
    nodes: usize,
    nvswitches: usize,
    switches: usize,
    links: usize,
    gpu: String,
}

impl Header {
    fn read(text: &str, words: &mut Words<'_>) -> Result<Self, ImportError> {
        let first = text.trim_start().lines().next().unwrap_or_default();
        let is_simai = first.split_whitespace().count() > 3;
        let nodes = words.count("the number of nodes", MAX_DEVICES, "devices")?;
        if is_simai {
            words.count("the GPUs per server", usize::MAX, "")?;
        }
        let nvswitches = if is_simai {
            words.count("the number of NVSwitches", nodes, "devices")?
        } else {
            0
        };
        let switches = words.count("the number of switches", nodes, "devices")?;
        let links = words.count("the number of links", MAX_CABLES, "cables")?;
        let gpu = if first.split_whitespace().count() > 5 {
            words.need("the type of GPU")?.0.to_owned()
        } else {
            "host".to_owned()
        };
        Ok(Self {
            nodes,
            nvswitches,
            switches,
            links,
            gpu,
        })
    }
}

fn device(id: usize, role: Role, place: Place, gpu: &str) -> Device {
    let (name, model) = match role {
        Role::Host => (format!("host-{id}"), gpu),
        Role::Switch => (format!("switch-{id}"), "switch"),
        Role::Nvswitch => (format!("nvswitch-{id}"), "NVSwitch"),
    };
    Device {
        name,
        model: model.to_owned(),
        role,
        rail: None,
        place,
    }
}

/// What each id is: hosts, but for those that the lists of switches name.
fn roles(header: &Header, words: &mut Words<'_>) -> Result<Vec<(Role, Place)>, ImportError> {
    let mut roles = vec![(Role::Host, Place::line(1)); header.nodes];
    let listed = [
        (Role::Nvswitch, header.nvswitches),
        (Role::Switch, header.switches),
    ];
    for (role, n) in listed {
        for _ in 0..n {
            let (id, place) = words.id("the id of a switch", header.nodes)?;
            if roles[id].0 != Role::Host {
                return Err(ImportError::at(
                    place,
                    format!("{id} is listed as a switch twice"),
                ));
            }
            roles[id] = (role, place);
        }
    }
    Ok(roles)
}

struct LinkLine {
    ends: (usize, usize),
    rate: BitRate,
    length: Length,
    error_rate: f64,
    place: Place,
}

fn link(words: &mut Words<'_>, nodes: usize) -> Result<LinkLine, ImportError> {
    let (a, place) = words.id("a link's first end", nodes)?;
    let (b, _) = words.id("a link's second end", nodes)?;
    let (word, at) = words.need("a link's rate")?;
    let Some(rate) = parse_rate(word) else {
        let what = format!("{word:?} is not a rate such as 100Gbps");
        return Err(ImportError::at(at, what));
    };
    let (word, at) = words.need("a link's delay")?;
    let Some(delay) = parse_delay(word) else {
        let what = format!("{word:?} is not a delay such as 0.001ms");
        return Err(ImportError::at(at, what));
    };
    let length = Length::from_mm(delay.as_ps() / PS_PER_MM);
    if length > MAX_LENGTH {
        let what = format!("a delay of {word} is more than the 500 us of a cable of 100 km");
        return Err(ImportError::at(at, what));
    }
    let (word, at) = words.need("a link's error rate")?;
    match word.parse::<f64>() {
        Ok(error_rate) if (0.0..=1.0).contains(&error_rate) => Ok(LinkLine {
            ends: (a, b),
            rate,
            length,
            error_rate,
            place,
        }),
        _ => Err(ImportError::at(
            at,
            format!("{word:?} is not an error rate from 0 to 1"),
        )),
    }
}

/// The words of the text, each with its line.
struct Words<'a> {
    words: Box<dyn Iterator<Item = (&'a str, Place)> + 'a>,
    last: Place,
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Self {
        let words = text.lines().enumerate().flat_map(|(i, line)| {
            line.split_whitespace()
                .map(move |word| (word, Place::line(i + 1)))
        });
        Self {
            words: Box::new(words),
            last: Place::line(1),
        }
    }

    fn next(&mut self) -> Option<(&'a str, Place)> {
        let next = self.words.next();
        if let Some((_, place)) = next {
            self.last = place;
        }
        next
    }

    fn need(&mut self, what: &str) -> Result<(&'a str, Place), ImportError> {
        let last = self.last;
        self.next()
            .ok_or_else(|| ImportError::at(last, format!("the file is cut short: {what} is missing")))
    }

    fn number(&mut self, what: &str) -> Result<(usize, Place), ImportError> {
        let (word, place) = self.need(what)?;
        match word.parse() {
            Ok(number) => Ok((number, place)),
            Err(_) => Err(ImportError::at(
                place,
                format!("{what} should stand here, not {word:?}"),
            )),
        }
    }

    fn count(&mut self, what: &str, limit: usize, things: &str) -> Result<usize, ImportError> {
        let (n, place) = self.number(what)?;
        if n > limit {
            return Err(ImportError::at(
                place,
                format!("{what} is {n}: more than {limit} {things}"),
            ));
        }
        Ok(n)
    }

    fn id(&mut self, what: &str, nodes: usize) -> Result<(usize, Place), ImportError> {
        let (id, place) = self.number(what)?;
        if id >= nodes {
            let what = format!("{what} is {id}, but the file has {nodes} nodes, from 0");
            return Err(ImportError::at(place, what));
        }
        Ok((id, place))
    }
}
