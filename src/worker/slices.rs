//! Turns of the worker's event loop, and its clock.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel};

/// Asks the event loop for another turn after the messages that already wait.
///
/// A message channel, since a timer of zero is stretched to four milliseconds once it is nested.
pub(super) struct Turn {
    channel: Option<MessageChannel>,
    _on_turn: Closure<dyn FnMut()>,
}

impl Turn {
    pub(super) fn new(on_turn: impl FnMut() + 'static) -> Self {
        let on_turn = Closure::<dyn FnMut()>::new(on_turn);
        // A worker without message channels does not exist; should it, jobs would wait rather than break.
        let channel = MessageChannel::new().ok();
        if let Some(channel) = &channel {
            channel
                .port1()
                .set_onmessage(Some(on_turn.as_ref().unchecked_ref()));
        }
        Self {
            channel,
            _on_turn: on_turn,
        }
    }

    pub(super) fn ask(&self) {
        if let Some(channel) = &self.channel {
            // Posting `null` cannot fail to be cloned.
            let _ = channel.port2().post_message(&JsValue::NULL);
        }
    }
}

/// Milliseconds since the worker started.
pub(super) fn now_ms() -> f64 {
    js_sys::global()
        .dyn_into::<DedicatedWorkerGlobalScope>()
        .ok()
        .and_then(|scope| scope.performance())
        .map_or(0.0, |clock| clock.now())
}
