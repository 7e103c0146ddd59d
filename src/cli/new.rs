//! `fabricad new`: a design from a template.

use super::text::{Page, Table, counted};
use super::{Failure, files};
use crate::engine::document::Design;
use crate::engine::topology::generate::{Parameter, ParameterDomain, Recipe};
use clap::Args;
use serde::Serialize;

/// Make a design from a template.
#[derive(Debug, Args)]
pub(super) struct New {
    /// The template: one of those that --list shows
    #[arg(required_unless_present = "list")]
    template: Option<String>,
    /// Set a parameter of the template; may be given many times
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = key_value)]
    set: Vec<(String, String)>,
    /// What to call the design
    #[arg(long)]
    name: Option<String>,
    /// Write the design to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Show the templates and their parameters (of one template, if it is named)
    #[arg(long)]
    list: bool,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// A template for scripts.
#[derive(Serialize)]
struct TemplateView {
    template: &'static str,
    name: &'static str,
    description: &'static str,
    parameters: Vec<ParameterView>,
}

#[derive(Serialize)]
struct ParameterView {
    key: &'static str,
    label: &'static str,
    help: &'static str,
    value: String,
    unit: &'static str,
    min: Option<u32>,
    max: Option<u32>,
    choices: Vec<&'static str>,
}

impl New {
    /// The design or the list of templates, as text.
    pub(super) fn run(&self) -> Result<String, Failure> {
        let recipes = match &self.template {
            Some(key) => vec![Recipe::named(key).map_err(|error| Failure::Input(error.to_string()))?],
            None => Recipe::defaults(),
        };
        if self.list {
            return if self.json {
                listed_json(&recipes)
            } else {
                Ok(listed(&recipes))
            };
        }
        let Some(mut recipe) = recipes.into_iter().next() else {
            return Err(Failure::Fault("there are no templates".to_owned()));
        };
        let wrong = |what: String| Failure::Input(format!("{}: {what}", recipe_key(&self.template)));
        for (key, value) in &self.set {
            recipe.set(key, value).map_err(|error| wrong(error.to_string()))?;
        }
        let blueprint = recipe.build().map_err(|error| wrong(error.to_string()))?;
        let mut design = Design::from_blueprint(&blueprint);
        if let Some(name) = &self.name {
            design.name.clone_from(name);
        }
        files::deliver(&design, self.output.as_deref(), self.json, &[])
    }
}

fn recipe_key(template: &Option<String>) -> &str {
    template.as_deref().unwrap_or("new")
}

fn key_value(text: &str) -> Result<(String, String), String> {
    let (key, value) = text
        .split_once('=')
        .ok_or_else(|| "write KEY=VALUE, such as servers=64".to_owned())?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

fn listed(recipes: &[Recipe]) -> String {
    let mut page = Page::new();
    for recipe in recipes {
        page.title(&format!("{}: {}", recipe.key(), recipe.name()));
        page.list([recipe.description()]);
        let mut table = Table::new(&["parameter", "default", "values", "what it is"]);
        let mut lists = Vec::new();
        for parameter in recipe.parameters() {
            table.row([
                parameter.key.to_owned(),
                parameter.value.to_string(),
                values(&parameter),
                parameter.help.to_owned(),
            ]);
            if let ParameterDomain::Choice(choices) = &parameter.domain {
                lists.push(format!("{}: {}", parameter.key, choices.join(", ")));
            }
        }
        page.table(&table);
        if recipes.len() == 1 {
            page.list(lists);
        }
    }
    if recipes.len() > 1 {
        page.line("");
        page.line("fabricad new TEMPLATE --list shows the choices of one template.");
    }
    page.finish()
}

/// What a parameter may be; long lists of models are only counted here.
fn values(parameter: &Parameter) -> String {
    match &parameter.domain {
        ParameterDomain::Number { min, max, unit } => format!("{min} to {max} {unit}").trim_end().to_owned(),
        ParameterDomain::Choice(choices) if choices.len() <= 2 => choices.join(", "),
        ParameterDomain::Choice(choices) => counted(choices.len() as u64, "choice"),
    }
}

fn listed_json(recipes: &[Recipe]) -> Result<String, Failure> {
    let views: Vec<TemplateView> = recipes
        .iter()
        .map(|recipe| TemplateView {
            template: recipe.key(),
            name: recipe.name(),
            description: recipe.description(),
            parameters: recipe.parameters().into_iter().map(view).collect(),
        })
        .collect();
    files::json(&views)
}

fn view(parameter: Parameter) -> ParameterView {
    let (min, max, unit, choices) = match parameter.domain {
        ParameterDomain::Number { min, max, unit } => (Some(min), Some(max), unit, Vec::new()),
        ParameterDomain::Choice(choices) => (None, None, "", choices),
    };
    ParameterView {
        key: parameter.key,
        label: parameter.label,
        help: parameter.help,
        value: parameter.value.to_string(),
        unit,
        min,
        max,
        choices,
    }
}
