//! The drawing, and the models that are in it.

use super::ReportInput;
use super::page::{Cell, Column, Page};
use crate::engine::export::svg::{DrawingOptions, drawing};
use crate::engine::report::text;
use crate::engine::topology::Node;
use std::collections::BTreeMap;

pub(super) fn write(page: &mut Page, input: &ReportInput<'_>) {
    page.raw("<figure class=\"drawing\">\n");
    page.raw(&drawing(input.design, &DrawingOptions::default()));
    page.raw("</figure>\n");
    let mut models: BTreeMap<&str, (u64, &Node)> = BTreeMap::new();
    for (_, node) in input.design.topology().nodes() {
        models
            .entry(&node.model)
            .and_modify(|(count, _)| *count += 1)
            .or_insert((1, node));
    }
    if models.is_empty() {
        return;
    }
    page.table(
        "Devices by model",
        &[
            Column::Words("Model"),
            Column::Figures("Devices"),
            Column::Words("Ports of one"),
            Column::Figures("GPUs of one"),
        ],
        models.into_iter().map(|(model, (count, node))| {
            vec![
                Cell::text(model),
                Cell::text(text::count(count)),
                Cell::text(ports(node)),
                Cell::text(match node.gpus() {
                    0 => "–".to_owned(),
                    gpus => gpus.to_string(),
                }),
            ]
        }),
    );
}

fn ports(node: &Node) -> String {
    let groups: Vec<String> = node
        .ports
        .iter()
        .map(|group| {
            format!(
                "{} × {} {} ({})",
                group.count,
                text::rate(group.rate),
                group.layer.name(),
                group.cage.name()
            )
        })
        .collect();
    if groups.is_empty() {
        "none".to_owned()
    } else {
        groups.join(", ")
    }
}
