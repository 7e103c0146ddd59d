//! The page.

fn main() {
    fabricad::ui::mount();
}
