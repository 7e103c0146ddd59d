//! What was found, worst first.

use super::ReportInput;
use super::page::Page;
use crate::engine::export::markup::escape;
use crate::engine::topology::Severity;

pub(super) fn write(page: &mut Page, input: &ReportInput<'_>) {
    let findings = &input.analysis.findings;
    if findings.is_empty() {
        page.paragraph(
            "Nothing wrong was found: cabling, rates, optics, rails, uplinks and NVLink were checked.",
        );
        return;
    }
    page.raw("<ul class=\"findings\">\n");
    for finding in findings {
        let class = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        };
        page.raw(&format!(
            "<li><span class=\"severity {class}\">{}</span><div><p>{}</p>",
            finding.severity.name(),
            escape(&finding.message)
        ));
        if let Some(hint) = &finding.hint {
            page.raw(&format!("<p class=\"note\">{}</p>", escape(hint)));
        }
        page.raw("</div></li>\n");
    }
    page.raw("</ul>\n");
}
