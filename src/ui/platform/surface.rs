//! A drawing surface: a 2D canvas behind the few strokes that the painter needs.

use gloo::utils::window;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// A canvas in CSS pixels, sharp on any screen.
pub(in crate::ui) struct Surface {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    ratio: f64,
}

/// How a text stands on its point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::ui) enum Align {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
}

impl Surface {
    /// A surface on a canvas; `None` if the browser gives no 2D context.
    pub(in crate::ui) fn new(canvas: HtmlCanvasElement) -> Option<Self> {
        let context = canvas.get_context("2d").ok().flatten()?.dyn_into().ok()?;
        Some(Self {
            canvas,
            context,
            ratio: 1.0,
        })
    }

    /// Device pixels a CSS pixel.
    pub(in crate::ui) fn ratio(&self) -> f64 {
        self.ratio
    }

    /// Fits the canvas to its size in CSS pixels and wipes it.
    pub(in crate::ui) fn begin(&mut self, (width, height): (f64, f64)) {
        self.ratio = window().device_pixel_ratio().clamp(0.5, 4.0);
        let (w, h) = (
            (width * self.ratio).round() as u32,
            (height * self.ratio).round() as u32,
        );
        if self.canvas.width() != w || self.canvas.height() != h {
            self.canvas.set_width(w);
            self.canvas.set_height(h);
        }
        // Finite numbers: neither call can fail.
        let _ = self
            .context
            .set_transform(self.ratio, 0.0, 0.0, self.ratio, 0.0, 0.0);
        self.context.clear_rect(0.0, 0.0, width, height);
    }

    /// Strokes many lines in one colour and width. One path: the rasteriser likes it best.
    pub(in crate::ui) fn lines(
        &self,
        lines: &[(f64, f64, f64, f64)],
        colour: &str,
        width: f64,
        dash: &[f64],
    ) {
        if lines.is_empty() {
            return;
        }
        self.set_dash(dash);
        self.context.set_stroke_style_str(colour);
        self.context.set_line_width(width);
        self.context.begin_path();
        for &(x1, y1, x2, y2) in lines {
            self.context.move_to(x1, y1);
            self.context.line_to(x2, y2);
        }
        self.context.stroke();
        self.set_dash(&[]);
    }

    fn set_dash(&self, dash: &[f64]) {
        let list: js_sys::Array = dash
            .iter()
            .map(|&length| wasm_bindgen::JsValue::from_f64(length))
            .collect();
        // A list of finite numbers cannot be refused.
        let _ = self.context.set_line_dash(&list);
    }

    /// Everything drawn from here on is this opaque, 0 to 1.
    pub(in crate::ui) fn fade(&self, opacity: f64) {
        self.context.set_global_alpha(opacity);
    }

    /// A rounded box, filled and, where a colour is given, outlined.
    pub(in crate::ui) fn rounded(
        &self,
        (x, y, w, h): (f64, f64, f64, f64),
        radius: f64,
        fill: &str,
        outline: Option<(&str, f64)>,
    ) {
        self.context.begin_path();
        if self.context.round_rect_with_f64(x, y, w, h, radius).is_err() {
            self.context.rect(x, y, w, h);
        }
        if !fill.is_empty() {
            self.context.set_fill_style_str(fill);
            self.context.fill();
        }
        if let Some((colour, width)) = outline {
            self.context.set_stroke_style_str(colour);
            self.context.set_line_width(width);
            self.context.stroke();
        }
    }

    /// Many plain boxes in one colour.
    pub(in crate::ui) fn boxes(&self, boxes: &[(f64, f64, f64, f64)], colour: &str) {
        self.context.set_fill_style_str(colour);
        for &(x, y, w, h) in boxes {
            self.context.fill_rect(x, y, w, h);
        }
    }

    /// A disc, filled and outlined.
    pub(in crate::ui) fn disc(
        &self,
        (x, y): (f64, f64),
        radius: f64,
        fill: &str,
        outline: Option<(&str, f64)>,
    ) {
        self.context.begin_path();
        // A radius that is never negative cannot fail.
        let _ = self
            .context
            .arc(x, y, radius.max(0.0), 0.0, std::f64::consts::TAU);
        self.context.set_fill_style_str(fill);
        self.context.fill();
        if let Some((colour, width)) = outline {
            self.context.set_stroke_style_str(colour);
            self.context.set_line_width(width);
            self.context.stroke();
        }
    }

    /// A line of text; `weight` is a CSS font weight, `size` in CSS pixels. It stands vertically centred on `y`.
    pub(in crate::ui) fn text(
        &self,
        text: &str,
        (x, y): (f64, f64),
        size: f64,
        weight: u16,
        colour: &str,
        align: Align,
    ) {
        self.context.set_font(&format!(
            "{weight} {size:.1}px Inter, system-ui, -apple-system, 'Segoe UI', sans-serif"
        ));
        self.context
            .set_text_align(if align == Align::Middle { "center" } else { "left" });
        self.context.set_text_baseline("middle");
        self.context.set_fill_style_str(colour);
        // Finite places: it cannot fail.
        let _ = self.context.fill_text(text, x, y);
    }

    /// How wide the last font would draw a text, in CSS pixels.
    pub(in crate::ui) fn width_of(&self, text: &str) -> f64 {
        self.context
            .measure_text(text)
            .map_or(0.0, |metrics| metrics.width())
    }
}
