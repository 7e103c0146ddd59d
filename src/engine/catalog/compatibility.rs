//! Which module fits which cage, and which optics understand each other.

use super::Evidence::{self, Default, Primary, Read};
use super::Source::{self, Page, Sonic};
use super::{Cage, Connector};

/// Whether a module fits a cage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Made for it.
    Yes,
    /// It fits and runs at the module's rate; the rest of the port is stranded.
    AtModuleRate,
    /// Only with a mechanical adapter or a hybrid cable.
    Adapter,
    /// It does not go in.
    No,
    /// One of the two is not known.
    Unknown,
}

/// One published rule of compatibility.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompatibilityRule {
    /// The module, or one end.
    pub a: &'static str,
    /// The cage, or the other end.
    pub b: &'static str,
    /// What happens.
    pub verdict: &'static str,
    /// On what condition, and at what cost.
    pub condition: &'static str,
    /// Where it was read.
    pub source: Source,
    /// How it is known.
    pub evidence: Evidence,
}

/// Whether a module of one form fits a cage of another.
pub fn module_fits(module: Cage, cage: Cage) -> Fit {
    let (module_family, cage_family) = (family(module), family(cage));
    if module == cage {
        return Fit::Yes;
    }
    if module_family == Family::Other || cage_family == Family::Other {
        return Fit::Unknown;
    }
    match (module_family, cage_family) {
        (Family::Qsfp(m), Family::Qsfp(c)) | (Family::Sfp(m), Family::Sfp(c)) if m < c => Fit::AtModuleRate,
        (Family::Osfp(m), Family::Osfp(c)) if m < c => Fit::AtModuleRate,
        (Family::Qsfp(_) | Family::Sfp(_), Family::Osfp(_)) | (Family::Sfp(_), Family::Qsfp(_)) => {
            Fit::Adapter
        }
        _ => Fit::No,
    }
}

/// Mechanical families, each in order of what takes what: a later cage takes an earlier module.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Sfp(u8),
    Qsfp(u8),
    Osfp(u8),
    Other,
}

const fn family(cage: Cage) -> Family {
    match cage {
        Cage::Sfp28 => Family::Sfp(0),
        Cage::SfpDd => Family::Sfp(1),
        Cage::QsfpPlus => Family::Qsfp(0),
        Cage::Qsfp28 => Family::Qsfp(1),
        Cage::Qsfp56 => Family::Qsfp(2),
        Cage::Qsfp112 => Family::Qsfp(3),
        Cage::QsfpDd => Family::Qsfp(4),
        Cage::QsfpDd800 => Family::Qsfp(5),
        Cage::Osfp => Family::Osfp(0),
        Cage::Osfp1600 => Family::Osfp(1),
        Cage::Backplane | Cage::Unknown => Family::Other,
    }
}

impl Connector {
    /// Whether two fibre ends meet: same ferrule, same polish (an angled MPO never meets a flat one).
    pub fn mates_with(self, other: Self) -> bool {
        self == other
    }
}

/// The published rules, for the page and the report.
pub fn rules() -> &'static [CompatibilityRule] {
    RULES
}

const fn rule(
    [a, b, verdict, condition]: [&'static str; 4],
    source: Source,
    evidence: Evidence,
) -> CompatibilityRule {
    CompatibilityRule {
        a,
        b,
        verdict,
        condition,
        source,
        evidence,
    }
}

const FLUXLIGHT: Source =
    Page("https://blog.fluxlight.com/2022/11/14/400g-transceivers-and-cables-faqs-pt-2/");
const FLEXOPTIX: Source = Page("https://www.flexoptix.net/en/blog/2018/06/the-400g-overview/");
const FLAT_TOP: Source =
    Page("https://docs.nvidia.com/networking/display/MMA4Z00NS400T/Connectivity+Scenarios");
const QSFP112: Source = Page("https://docs.nvidia.com/networking/display/MMA1Z00NS400T/Overview");

const RULES: &[CompatibilityRule] = &[
    rule(
        [
            "QSFP28 module",
            "QSFP56 cage",
            "fits",
            "port set to 4 x 25G NRZ (100G)",
        ],
        Sonic("mellanox/x86_64-mlnx_msn3700-r0"),
        Primary,
    ),
    rule(
        [
            "QSFP28 module",
            "QSFP-DD cage",
            "fits",
            "takes 4 of 8 lanes: the other half of the port is stranded",
        ],
        Sonic("dell/x86_64-dellemc_z9332f_d1508-r0"),
        Primary,
    ),
    rule(
        [
            "QSFP28 module",
            "OSFP cage",
            "adapter",
            "mechanical adapter or hybrid cable",
        ],
        FLUXLIGHT,
        Read,
    ),
    rule(
        ["QSFP-DD module", "QSFP28 cage", "no", "longer, eight lanes"],
        FLUXLIGHT,
        Read,
    ),
    rule(
        [
            "OSFP flat-top",
            "OSFP switch cage",
            "no",
            "flat-top modules are for NICs; switches take finned twin-port ones",
        ],
        FLAT_TOP,
        Primary,
    ),
    rule(
        ["any module", "BlueField-3", "QSFP112 only", ""],
        QSFP112,
        Primary,
    ),
    rule(
        [
            "400G DR4",
            "4 x 100G DR1",
            "yes",
            "breakout from MPO-12 to four LC",
        ],
        FLEXOPTIX,
        Read,
    ),
    rule(
        [
            "400G FR4, LR4",
            "100G CWDM4, LR4",
            "no",
            "100G PAM4 a wavelength against 25G NRZ; FR4 has no breakout",
        ],
        FLEXOPTIX,
        Read,
    ),
    rule(
        [
            "400G SR8",
            "100G SR4",
            "no",
            "50G PAM4 against 25G NRZ; SR8 breaks out to 2 x 200G SR4 or 8 x 50G",
        ],
        Page("https://community.fs.com/blog/400g-qsfp-dd-transceiver-types-overview.html"),
        Read,
    ),
    rule(
        [
            "100G SR4",
            "400G port",
            "in 100G mode",
            "the port is set to 1 x 100G with a QSFP28 module",
        ],
        Sonic("dell/x86_64-dellemc_z9332f_d1508-r0"),
        Primary,
    ),
    rule(
        [
            "MPO-12 UPC",
            "MPO-12 APC",
            "no",
            "400G and faster SR4 use angled polish; it must match",
        ],
        FLAT_TOP,
        Primary,
    ),
    rule(
        [
            "OM4 trunk of 100 m",
            "SR4 at 100G a lane",
            "shorter reach",
            "100 m at 25G and 50G lanes, 50 m at 100G lanes",
        ],
        FLAT_TOP,
        Primary,
    ),
    rule(
        [
            "25G NRZ SerDes",
            "50G PAM4 SerDes",
            "at 25G NRZ",
            "newer SerDes fall back for four-lane 100G",
        ],
        Page("https://www.linleygroup.com/newsletters/newsletter_detail.php?num=5799&year=2017&tag=3"),
        Read,
    ),
    rule(
        [
            "RS(528,514) end",
            "RS(544,514) end",
            "no",
            "FEC must match: change both ends in one window",
        ],
        Page("IEEE 802.3 clauses 91 and 134"),
        Default,
    ),
    rule(
        [
            "DAC with autonegotiation",
            "forced-speed peer",
            "link may stay down",
            "copper needs link training at both ends",
        ],
        Page("IEEE 802.3 clauses 73 and 136"),
        Default,
    ),
];
