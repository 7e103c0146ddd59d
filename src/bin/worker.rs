//! The page's worker.

fn main() {
    fabricad::worker::register();
}
