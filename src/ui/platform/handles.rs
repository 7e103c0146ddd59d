//! The browser's handles under plain names: each stops what it stands for when it is dropped.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::ResizeObserver;

pub(in crate::ui) use web_sys::{Element, HtmlInputElement as FileInput};

pub(in crate::ui) use gloo::events::EventListener as Listener;
pub(in crate::ui) use gloo::file::File;
pub(in crate::ui) use gloo::file::callbacks::FileReader as Reader;
pub(in crate::ui) use gloo::render::AnimationFrame as Frame;
pub(in crate::ui) use gloo::timers::callback::{Interval as Pulse, Timeout as Wait};

/// Watches the size of an element.
pub(in crate::ui) struct Resize {
    observer: ResizeObserver,
    _call: Closure<dyn FnMut()>,
}

impl Drop for Resize {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Calls back when an element's size changes; `None` if the browser cannot watch it.
pub(in crate::ui) fn on_resize(element: &Element, call: impl FnMut() + 'static) -> Option<Resize> {
    let call = Closure::<dyn FnMut()>::new(call);
    let observer = ResizeObserver::new(call.as_ref().unchecked_ref()).ok()?;
    observer.observe(element);
    Some(Resize {
        observer,
        _call: call,
    })
}
