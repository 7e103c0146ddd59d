//! The report's look: one column of text, figures that line up, ink on paper when printed.

/// The style element.
pub(super) const SHEET: &str = "<style>
:root {
  color-scheme: light dark;
  --page: #ffffff; --soft: #f6f8fa; --text: #17202a; --quiet: #586472; --rule: #d9dfe6; --strong-rule: #b9c2cd;
  --accent: #2456c6; --bad: #b3261e; --bad-soft: #fdecea; --warn: #8a4b00; --warn-soft: #fdf1e0; --info: #35507a;
  --info-soft: #eaf0f9; --good: #15703a;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #14191f; --soft: #1b222a; --text: #e8edf2; --quiet: #9fabb8; --rule: #2b343e; --strong-rule: #43505e;
    --accent: #82adff; --bad: #ff8a80; --bad-soft: #3a1f1f; --warn: #f5b95c; --warn-soft: #352814; --info: #a9c4f0;
    --info-soft: #1d2a3d; --good: #5fd38d;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 15px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 48px 32px 64px; }
header { border-bottom: 2px solid var(--text); padding-bottom: 20px; margin-bottom: 24px; }
header p { margin: 0; color: var(--quiet); }
.kicker { font-size: 12px; font-weight: 600; letter-spacing: .08em; text-transform: uppercase; color: var(--accent); }
h1 { font-size: 32px; line-height: 1.2; letter-spacing: -.015em; margin: 4px 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 21px; letter-spacing: -.01em; margin: 56px 0 12px; padding-top: 16px; border-top: 1px solid var(--rule); }
h3 { font-size: 15px; margin: 28px 0 8px; }
p { margin: 0 0 12px; max-width: 76ch; overflow-wrap: anywhere; }
ul { margin: 0 0 12px; padding-left: 20px; max-width: 80ch; }
li { overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: 2px; }
.note { color: var(--quiet); font-size: 13.5px; }
.lead { font-size: 17px; }
.none { color: var(--quiet); font-style: italic; }
nav ol { display: flex; flex-wrap: wrap; gap: 4px 20px; list-style: none; margin: 20px 0 0; padding: 0; font-size: 13.5px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 1px; margin: 0 0 16px; border: 1px solid var(--rule); border-radius: 10px; overflow: hidden; }
.tiles > div { box-shadow: 0 0 0 1px var(--rule); padding: 14px 15px 12px; }
.tiles dt { font-size: 12.5px; color: var(--quiet); }
.tiles dd { margin: 0; font-size: 12.5px; color: var(--quiet); line-height: 1.4; overflow-wrap: anywhere; }
.tiles .figure { font-size: 22px; font-weight: 650; letter-spacing: -.01em; color: var(--text); line-height: 1.35;
  font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; margin: 0 0 16px; }
table { border-collapse: collapse; width: 100%; font-size: 13.5px; line-height: 1.4; }
caption { text-align: left; color: var(--quiet); padding-bottom: 6px; font-size: 13.5px; }
th { text-align: left; font-weight: 600; color: var(--quiet); border-bottom: 1px solid var(--strong-rule);
  padding: 6px 12px 6px 0; vertical-align: bottom; }
td { border-bottom: 1px solid var(--rule); padding: 6px 12px 6px 0; vertical-align: top; overflow-wrap: break-word; }
td { max-width: 46ch; }
.n + :not(.n) { padding-left: 14px; }
th:last-child, td:last-child { padding-right: 0; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
tfoot td { font-weight: 650; border-bottom: 0; border-top: 1px solid var(--strong-rule); }
.evidence { display: inline-block; min-width: 19px; padding: 0 5px; border-radius: 5px; text-align: center;
  font-size: 11.5px; font-weight: 650; line-height: 18px; text-decoration: none; cursor: help; }
.evidence.read { background: var(--info-soft); color: var(--info); }
.evidence.default { background: var(--warn-soft); color: var(--warn); }
.source { color: var(--quiet); font-size: 12.5px; }
.source a { color: inherit; }
.findings { list-style: none; padding: 0; max-width: none; }
.findings li { display: grid; grid-template-columns: 76px 1fr; gap: 12px; padding: 9px 0; border-bottom: 1px solid var(--rule); }
.findings p { margin: 0; max-width: 90ch; }
.severity { justify-self: start; align-self: start; padding: 0 9px; border-radius: 99px; font-size: 12px; font-weight: 650;
  line-height: 21px; margin-top: 1px; }
.severity.error { background: var(--bad-soft); color: var(--bad); }
.severity.warning { background: var(--warn-soft); color: var(--warn); }
.severity.info { background: var(--info-soft); color: var(--info); }
.exact { color: var(--good); font-weight: 600; }
figure { margin: 16px 0 24px; }
figcaption { font-size: 13.5px; color: var(--quiet); margin-bottom: 8px; max-width: 90ch; }
figcaption strong { color: var(--text); display: block; font-size: 15px; }
.drawing { border: 1px solid var(--rule); border-radius: 10px; overflow: hidden; }
.drawing svg, .chart-figure svg { display: block; width: 100%; height: auto; }
.chart-figure svg { max-width: 840px; }
details { margin: 4px 0 16px; }
summary { cursor: pointer; color: var(--accent); font-size: 13.5px; margin-bottom: 6px; }
ol.windows { list-style: none; padding: 0; margin: 0; }
.windows > li { border: 1px solid var(--rule); border-radius: 10px; padding: 14px 16px 6px; margin-bottom: 10px; }
.windows h4 { margin: 0 0 6px; font-size: 14px; }
.windows h4 span { color: var(--quiet); font-weight: 400; }
.windows h4 .binds { color: var(--warn); font-weight: 600; }
footer { margin-top: 56px; padding-top: 16px; border-top: 1px solid var(--rule); color: var(--quiet); font-size: 12.5px; }
@media (max-width: 640px) {
  main { padding: 28px 16px 40px; }
  h1 { font-size: 25px; }
  .findings li { grid-template-columns: 1fr; gap: 4px; }
}
@page { margin: 16mm 14mm; }
@media print {
  body { font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
  nav { display: none; }
  h2, h3, figcaption, caption { break-after: avoid; }
  tr, .drawing, .tiles > div, .findings li, .windows > li { break-inside: avoid; }
  main, section, figure, details, .scroll { min-width: 0; max-width: 100%; }
  .scroll { overflow: visible; }
  table { table-layout: auto; max-width: 100%; font-size: 7.5pt; line-height: 1.3; }
  caption { font-size: 8.5pt; }
  th, td { min-width: 0; max-width: none; padding: 3px 6px 3px 0; white-space: normal; overflow-wrap: anywhere; }
  th { overflow-wrap: break-word; }
  .word { overflow-wrap: normal; }
  .n + :not(.n) { padding-left: 6px; }
  .n { white-space: normal; overflow-wrap: break-word; }
  .source { font-size: 7pt; }
  .evidence { font-size: 7pt; line-height: 12px; min-width: 12px; padding: 0 3px; }
  thead { display: table-header-group; }
  svg { max-width: 100%; height: auto; }
  .tiles { grid-template-columns: repeat(3, 1fr); }
  .tiles .figure { font-size: 14pt; }
  a { color: inherit; text-decoration: none; }
  details > summary { list-style: none; color: var(--quiet); font-size: 8.5pt; break-after: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
</style>
";
