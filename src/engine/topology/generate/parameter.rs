//! Parameters that describe themselves: one list for the form, the command line and the checks.

use crate::engine::catalog::{self, LinkLayer, NvlinkScope};
use thiserror::Error;

/// A parameter as a form shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The word that [`super::Recipe::set`] takes.
    pub key: &'static str,
    /// The label of the field.
    pub label: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// Its value now.
    pub value: ParameterValue,
    /// What values it can have.
    pub domain: ParameterDomain,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterValue {
    /// A whole number.
    Number(u32),
    /// One of the choices.
    Choice(String),
}

/// What values a parameter can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterDomain {
    /// A whole number, ends included, in a unit (empty for a count).
    Number {
        /// The least.
        min: u32,
        /// The greatest.
        max: u32,
        /// The unit to show.
        unit: &'static str,
    },
    /// One of these.
    Choice(Vec<&'static str>),
}

impl std::fmt::Display for ParameterValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Choice(choice) => f.write_str(choice),
        }
    }
}

/// Why a template cannot be built. Each is a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecipeError {
    /// No template has this key.
    #[error("there is no template \"{key}\"; the templates are {known}")]
    UnknownTemplate {
        /// What was asked for.
        key: String,
        /// The keys there are.
        known: String,
    },
    /// The template has no such parameter.
    #[error("this template has no parameter \"{key}\"; its parameters are {known}")]
    UnknownParameter {
        /// What was asked for.
        key: String,
        /// The keys there are.
        known: String,
    },
    /// Not a whole number.
    #[error("{label} must be a whole number, not \"{text}\"")]
    NotANumber {
        /// The parameter.
        label: &'static str,
        /// What was given.
        text: String,
    },
    /// A number outside the parameter's limits.
    #[error("{label} must be between {min} and {max}, not {value}")]
    OutOfRange {
        /// The parameter.
        label: &'static str,
        /// What was given.
        value: u64,
        /// The least.
        min: u32,
        /// The greatest.
        max: u32,
    },
    /// Not one of the choices.
    #[error("{label} \"{text}\" is not one of the choices: {known}")]
    UnknownChoice {
        /// The parameter.
        label: &'static str,
        /// What was given.
        text: String,
        /// The choices there are.
        known: String,
    },
    /// A device has too few ports for what is asked of it.
    #[error("a {ports}-port {role} ({model}) cannot take {wanted}")]
    TooFewPorts {
        /// The ports it has.
        ports: u32,
        /// What it is: leaf, spine, switch.
        role: &'static str,
        /// Its model.
        model: String,
        /// What it was to take.
        wanted: String,
    },
    /// Two parameters that do not fit together.
    #[error("{0}")]
    DoesNotFit(String),
    /// More than a design can hold.
    #[error(
        "this would be {devices} devices and {cables} cables; a design holds at most {max_devices} devices and \
         {max_cables} cables"
    )]
    TooLarge {
        /// Devices it would have.
        devices: u64,
        /// Cables it would have.
        cables: u64,
        /// The limit of devices.
        max_devices: u64,
        /// The limit of cables.
        max_cables: u64,
    },
}

/// A parameter with the place where its value lives.
pub(super) struct Field<'a> {
    pub(super) key: &'static str,
    pub(super) label: &'static str,
    pub(super) help: &'static str,
    pub(super) slot: Slot<'a>,
}

/// Where a value lives and what it may be.
pub(super) enum Slot<'a> {
    Number {
        value: &'a mut u32,
        min: u32,
        max: u32,
        unit: &'static str,
    },
    Choice {
        value: &'a mut String,
        choices: Vec<&'static str>,
    },
}

/// A template's parameters, listed once.
pub(super) trait Describe {
    /// Its fields in the order of a form.
    fn fields(&mut self) -> Vec<Field<'_>>;
}

impl<'a> Field<'a> {
    /// A count from `min` to `max`.
    pub(super) fn count(
        key: &'static str,
        label: &'static str,
        help: &'static str,
        value: &'a mut u32,
        (min, max): (u32, u32),
    ) -> Self {
        Self {
            key,
            label,
            help,
            slot: Slot::Number {
                value,
                min,
                max,
                unit: "",
            },
        }
    }

    /// A cable length in whole metres.
    pub(super) fn metres(key: &'static str, label: &'static str, value: &'a mut u32) -> Self {
        let help = "Decides the cable: copper as far as it reaches, then multimode, then single mode";
        Self {
            key,
            label,
            help,
            slot: Slot::Number {
                value,
                min: 1,
                max: 10_000,
                unit: "m",
            },
        }
    }

    /// One of a list of words.
    pub(super) fn choice(
        key: &'static str,
        label: &'static str,
        help: &'static str,
        value: &'a mut String,
        choices: Vec<&'static str>,
    ) -> Self {
        Self {
            key,
            label,
            help,
            slot: Slot::Choice { value, choices },
        }
    }

    /// What a form shows of it.
    pub(super) fn into_parameter(self) -> Parameter {
        let (value, domain) = match self.slot {
            Slot::Number {
                value,
                min,
                max,
                unit,
            } => (
                ParameterValue::Number(*value),
                ParameterDomain::Number { min, max, unit },
            ),
            Slot::Choice { value, choices } => (
                ParameterValue::Choice(value.clone()),
                ParameterDomain::Choice(choices),
            ),
        };
        Parameter {
            key: self.key,
            label: self.label,
            help: self.help,
            value,
            domain,
        }
    }

    fn assign(self, text: &str) -> Result<(), RecipeError> {
        match self.slot {
            Slot::Number { value, min, max, .. } => {
                let Ok(number) = text.trim().parse::<u64>() else {
                    return Err(RecipeError::NotANumber {
                        label: self.label,
                        text: shorten(text),
                    });
                };
                if number < u64::from(min) || number > u64::from(max) {
                    return Err(RecipeError::OutOfRange {
                        label: self.label,
                        value: number,
                        min,
                        max,
                    });
                }
                *value = number as u32;
            }
            Slot::Choice { value, choices } => {
                let wanted = text.trim();
                let Some(choice) = choices.iter().find(|choice| choice.eq_ignore_ascii_case(wanted)) else {
                    let known = choices.join(", ");
                    return Err(RecipeError::UnknownChoice {
                        label: self.label,
                        text: shorten(text),
                        known,
                    });
                };
                (*choice).clone_into(value);
            }
        }
        Ok(())
    }
}

/// Sets the field of this key.
pub(super) fn set(recipe: &mut dyn Describe, key: &str, text: &str) -> Result<(), RecipeError> {
    let fields = recipe.fields();
    let known: Vec<&str> = fields.iter().map(|field| field.key).collect();
    let known = known.join(", ");
    let wanted = key.trim().to_ascii_lowercase().replace(['_', ' '], "-");
    match fields.into_iter().find(|field| field.key == wanted) {
        Some(field) => field.assign(text),
        None => Err(RecipeError::UnknownParameter {
            key: shorten(key),
            known,
        }),
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(60).collect()
}

/// Switch models of a layer that have at least four ports.
pub(super) fn switch_models(layer: LinkLayer) -> Vec<&'static str> {
    catalog::switches()
        .filter(|sheet| sheet.layer == layer && sheet.n_ports() >= 4)
        .map(|s| s.model)
        .collect()
}

/// Server models; those of rack-scale domains where `rack_scale`, else the others.
pub(super) fn server_models(rack_scale: bool) -> Vec<&'static str> {
    catalog::platforms()
        .iter()
        .filter(|sheet| matches!(sheet.nvlink_scope, NvlinkScope::Rack(_)) == rack_scale)
        .map(|sheet| sheet.model)
        .collect()
}

/// The fields of the switches: leaf model, uplinks, spines, spine model.
pub(super) fn switch_fields<'a>(
    layer: LinkLayer,
    (leaf, spine): (&'a mut String, &'a mut String),
    (uplinks, spines): (&'a mut u32, &'a mut u32),
) -> [Field<'a>; 4] {
    let models = switch_models(layer);
    let uplinks_help = "Cables from each leaf to the spines together";
    [
        Field::choice(
            "leaf",
            "Leaf model",
            "The switch next to the servers",
            leaf,
            models.clone(),
        ),
        Field::count("uplinks", "Uplinks per leaf", uplinks_help, uplinks, (1, 576)),
        Field::count(
            "spines",
            "Spines",
            "Switches that join the leaves",
            spines,
            (1, 576),
        ),
        Field::choice(
            "spine",
            "Spine model",
            "The switch above the leaves",
            spine,
            models,
        ),
    ]
}
