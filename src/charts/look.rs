//! How a chart is drawn: its colours, and the place it is made for.

use crate::engine::export::Appearance;

/// Where a chart is read; its words keep their size, so a narrow place gets a smaller drawing, not a smaller print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Across a page of a report: 720 CSS pixels.
    #[default]
    Page,
    /// In a side panel: 340 CSS pixels.
    Panel,
}

/// Colours and place of a chart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Light, dark, or what the reader's system says.
    pub appearance: Appearance,
    /// Where it is read.
    pub place: Place,
}

impl Look {
    /// For a side panel.
    pub const fn panel(appearance: Appearance) -> Self {
        Self {
            appearance,
            place: Place::Panel,
        }
    }

    /// Width and height in CSS pixels, before more rows of a legend.
    pub(super) const fn size(self) -> (i32, i32) {
        match self.place {
            Place::Page => (720, 340),
            Place::Panel => (340, 230),
        }
    }

    /// Space for marks and words around the plot area, in CSS pixels: left, right, top, bottom.
    pub(super) const fn margins(self) -> (i32, i32, i32, i32) {
        match self.place {
            Place::Page => (64, 22, 52, 50),
            Place::Panel => (56, 22, 50, 48),
        }
    }

    /// The most marks along the horizontal axis.
    pub(super) const fn most_marks(self) -> usize {
        match self.place {
            Place::Page => 12,
            Place::Panel => 5,
        }
    }
}

impl From<Appearance> for Look {
    fn from(appearance: Appearance) -> Self {
        Self {
            appearance,
            place: Place::Page,
        }
    }
}
