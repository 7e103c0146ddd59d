//! The window onto the world: pan and zoom as pure arithmetic.

use crate::engine::document::Point;

/// A place on the canvas in CSS pixels, from its top left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ScreenPoint {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// A place in the world, in world units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WorldPoint {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl WorldPoint {
    /// The nearest whole place.
    pub fn round(self) -> Point {
        Point::new(self.x.round() as i32, self.y.round() as i32)
    }
}

impl From<Point> for WorldPoint {
    fn from(point: Point) -> Self {
        Self {
            x: f64::from(point.x),
            y: f64::from(point.y),
        }
    }
}

/// What part of the world is on the canvas, and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// The world place at the canvas's top left corner.
    pub origin: WorldPoint,
    /// CSS pixels a world unit.
    pub scale: f64,
    /// Width and height of the canvas in CSS pixels.
    pub size: (f64, f64),
}

impl Default for Viewport {
    fn default() -> Self {
        Self {
            origin: WorldPoint { x: -400.0, y: -300.0 },
            scale: 1.0,
            size: (800.0, 600.0),
        }
    }
}

impl Viewport {
    /// The smallest scale: a fabric of thousands of devices fits.
    pub const MIN_SCALE: f64 = 0.02;
    /// The largest scale: single ports of a 64-port switch can be hit.
    pub const MAX_SCALE: f64 = 4.0;

    /// World place under a canvas place.
    pub fn world_from_screen(&self, at: ScreenPoint) -> WorldPoint {
        WorldPoint {
            x: self.origin.x + at.x / self.scale,
            y: self.origin.y + at.y / self.scale,
        }
    }

    /// Canvas place of a world place.
    pub fn screen_from_world(&self, at: WorldPoint) -> ScreenPoint {
        ScreenPoint {
            x: (at.x - self.origin.x) * self.scale,
            y: (at.y - self.origin.y) * self.scale,
        }
    }

    /// The middle of the canvas, in the world.
    pub fn centre(&self) -> WorldPoint {
        self.world_from_screen(ScreenPoint {
            x: self.size.0 / 2.0,
            y: self.size.1 / 2.0,
        })
    }

    /// Moves the picture by canvas pixels.
    pub fn pan(&mut self, dx: f64, dy: f64) {
        if dx.is_finite() && dy.is_finite() {
            self.origin.x -= dx / self.scale;
            self.origin.y -= dy / self.scale;
            let limit = 2.0 * f64::from(Point::LIMIT);
            self.origin.x = self.origin.x.clamp(-limit, limit);
            self.origin.y = self.origin.y.clamp(-limit, limit);
        }
    }

    /// Zooms by a factor; the world place under `at` stays where it is.
    pub fn zoom(&mut self, factor: f64, at: ScreenPoint) {
        if !(factor.is_finite() && factor > 0.0) {
            return;
        }
        let anchor = self.world_from_screen(at);
        self.scale = (self.scale * factor).clamp(Self::MIN_SCALE, Self::MAX_SCALE);
        self.origin = WorldPoint {
            x: anchor.x - at.x / self.scale,
            y: anchor.y - at.y / self.scale,
        };
    }

    /// Shows all of a box of the world with a margin; a single device is not blown up beyond its own size.
    pub fn fit(&mut self, (min, max): (WorldPoint, WorldPoint)) {
        const MARGIN: f64 = 28.0;
        let (width, height) = (f64::max(max.x - min.x, 1.0), f64::max(max.y - min.y, 1.0));
        let room = (
            f64::max(self.size.0 - 2.0 * MARGIN, 50.0),
            f64::max(self.size.1 - 2.0 * MARGIN, 50.0),
        );
        self.scale = f64::min(room.0 / width, room.1 / height).clamp(Self::MIN_SCALE, 1.25);
        self.origin = WorldPoint {
            x: f64::midpoint(min.x, max.x) - self.size.0 / self.scale / 2.0,
            y: f64::midpoint(min.y, max.y) - self.size.1 / self.scale / 2.0,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zooming_keeps_the_place_under_the_pointer() {
        let mut view = Viewport::default();
        let at = ScreenPoint { x: 123.0, y: 456.0 };
        let before = view.world_from_screen(at);
        view.zoom(2.5, at);
        let after = view.world_from_screen(at);
        assert!((before.x - after.x).abs() < 1e-9 && (before.y - after.y).abs() < 1e-9);
    }

    #[test]
    fn nonsense_leaves_the_view_alone() {
        let mut view = Viewport::default();
        let before = view;
        view.zoom(f64::NAN, ScreenPoint::default());
        view.zoom(-1.0, ScreenPoint::default());
        view.pan(f64::INFINITY, 0.0);
        assert_eq!(view, before);
    }
}
