//! Windows: the bytes that a queue pair may have unacknowledged, from the round trip of its path.

use super::core::Core;
use super::network::Network;
use super::packet::NIL;
use super::scenario::Window;

/// Sets the windows of all queue pairs. O(flows times hops).
pub(super) fn set_windows(core: &mut Core, network: &Network, rule: Window) {
    let (global, scaled) = match rule {
        Window::None => return,
        Window::Global => (true, false),
        Window::Pair => (false, false),
        Window::GlobalScaled => (true, true),
        Window::PairScaled => (false, true),
    };
    let products: Vec<u64> = core
        .pairs
        .iter()
        .map(|pair| {
            let path = core.paths[core.next_path[pair.group as usize] as usize].forward;
            product(core, network, path)
        })
        .collect();
    let largest = products.iter().copied().max().unwrap_or(0);
    for (pair, own) in core.pairs.iter_mut().zip(products) {
        pair.full_window = if global { largest } else { own };
        pair.window = pair.full_window;
        pair.window_follows_rate = scaled;
    }
}

/// Bandwidth-delay product of a path in bytes: the base round trip is twice all delays and one full payload a hop, in
/// whole nanoseconds; the rate is the lowest on the way.
fn product(core: &Core, network: &Network, path: u32) -> u64 {
    let (mut round_trip_ns, mut lowest) = (0_u64, u64::MAX);
    for hop in &core.hops[path as usize..] {
        if hop.out == NIL {
            break;
        }
        let link = &network.links[hop.out as usize / 2];
        let payload_ns = u128::from(core.rules.mtu) * 8_000_000_000 / u128::from(link.rate.as_bps().max(1));
        round_trip_ns = round_trip_ns
            .saturating_add(link.delay.as_ns().saturating_mul(2))
            .saturating_add(u64::try_from(payload_ns).unwrap_or(u64::MAX));
        lowest = lowest.min(link.rate.as_bps());
    }
    let bytes = u128::from(round_trip_ns) * u128::from(lowest) / 8_000_000_000;
    u64::try_from(bytes).unwrap_or(u64::MAX).max(core.rules.mtu)
}
