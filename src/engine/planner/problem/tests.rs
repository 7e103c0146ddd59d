//! Small instances with their exact optimum, and random ones against plain enumeration.

use super::*;
use proptest::prelude::*;

/// A problem given by tables of closures: everything is cheap.
struct Small<W> {
    sizes: Vec<u16>,
    crew: u16,
    worth: W,
}

impl<W: Fn(&[u16], &[u16]) -> Option<Worth>> Problem for Small<W> {
    fn sizes(&self) -> &[u16] {
        &self.sizes
    }
    fn places(&self, _class: usize) -> u16 {
        1
    }
    fn crew(&self) -> u16 {
        self.crew
    }
    fn worth(&mut self, done: &[u16], window: &[u16]) -> Option<Worth> {
        (self.worth)(done, window)
    }
    fn allows(&mut self, _done: &[u16], _window: &[u16]) -> bool {
        true
    }
}

const WIDE: Limits = Limits {
    width: usize::MAX,
    windows: u64::MAX,
    steps: usize::MAX,
    work: u64::MAX,
    count_plans: true,
};

fn search<P: Problem>(problem: P, limits: Limits) -> Found {
    let mut search = Search::new(problem, limits);
    while !search.advance(1) {}
    search.into_parts().1
}

/// Windows, loss, cost, number of optimal plans; `None` without a plan.
fn optimum(found: &Found) -> Option<(usize, u128, u64, u128)> {
    assert!(found.complete);
    let path = found.path.as_ref()?;
    Some((path.len(), found.total.loss, found.total.cost, found.plans))
}

/// Four leaves, four spines, 100G between each pair: every spine is replaced in place (4 h, cost 5, 10 a window).
fn four_spines(floor: u64) -> Small<impl Fn(&[u16], &[u16]) -> Option<Worth>> {
    let worth = move |_: &[u16], window: &[u16]| {
        let spines = u64::from(4 - window[0]);
        let bisection = 200 * spines;
        let lost = u128::from(800 - bisection);
        (bisection >= floor).then(|| Worth {
            loss: lost * 4,
            cost: 10 + 5 * u64::from(window[0]),
        })
    };
    Small {
        sizes: vec![4],
        crew: 4,
        worth,
    }
}

#[test]
fn spines_go_one_by_one_at_three_quarters_and_in_pairs_at_one_half() {
    // Losses in Gb/s x h of 800: 4 h of the whole.
    assert_eq!(optimum(&search(four_spines(600), WIDE)), Some((4, 3200, 60, 24)));
    assert_eq!(optimum(&search(four_spines(400), WIDE)), Some((2, 3200, 40, 6)));
}

#[test]
fn a_floor_of_nine_tenths_cannot_hold_and_the_start_is_the_witness() {
    let found = search(four_spines(720), WIDE);
    assert_eq!(optimum(&found), None);
    assert_eq!(found.furthest_state, vec![0]);
}

/// Four rails of a leaf (class r) and the NICs on it (class 4 + r); both drain the rail; NICs not before their leaf.
fn rails() -> Small<impl Fn(&[u16], &[u16]) -> Option<Worth>> {
    let worth = |done: &[u16], window: &[u16]| {
        let mut capacity = 0;
        for rail in 0..4 {
            let leaf = done[rail] == 1;
            if window[4 + rail] == 1 && !leaf && window[rail] == 0 {
                return None;
            }
            let drained = window[rail] == 1 || window[4 + rail] == 1;
            capacity += match (drained, leaf && done[4 + rail] == 1) {
                (true, _) => 0,
                (false, true) => 400,
                (false, false) => 100,
            };
        }
        let hours: u16 = if window[4..].contains(&1) { 6 } else { 4 };
        let cost = 10 + 6 * window[..4].iter().sum::<u16>() + 8 * window[4..].iter().sum::<u16>();
        let lost = 400_u128.saturating_sub(capacity);
        (capacity >= 300).then(|| Worth {
            loss: lost * u128::from(hours),
            cost: u64::from(cost),
        })
    };
    Small {
        sizes: vec![1; 8],
        crew: 2,
        worth,
    }
}

#[test]
fn a_rail_is_upgraded_whole_before_two_at_once_are_drained() {
    // 1.5 h of 400 Gb/s lost, once.
    assert_eq!(optimum(&search(rails(), WIDE)), Some((4, 600, 96, 84)));
}

/// Four leaves of two hosts at 200G, two spines, 100G a pair that rises to 400G when both ends are done.
fn mixed_generations() -> Small<impl Fn(&[u16], &[u16]) -> Option<Worth>> {
    let worth = |done: &[u16], window: &[u16]| {
        let new = |class: usize| done[class] == 1;
        let up = |class: usize| window[class] == 0;
        let leaves: Vec<usize> = (0..4).filter(|&l| up(l)).collect();
        let link = |leaf: usize, spine: usize| if new(leaf) && new(spine) { 400 } else { 100 };
        let (n, mut least) = (leaves.len(), u128::MAX);
        // Hosts run at their leaf's port rate: 100G before, 200G after.
        let host = |leaf: usize| if new(leaf) { 200_u128 } else { 100 };
        for side in 0..1_u32 << n {
            let inside = |i: usize| side >> i & 1 == 1;
            let mut cut = 0;
            for spine in (4..6).filter(|&s| up(s)) {
                let toward = |which: bool| -> u128 {
                    (0..n)
                        .filter(|&i| inside(i) == which)
                        .map(|i| link(leaves[i], spine))
                        .sum()
                };
                cut += toward(true).min(toward(false));
            }
            let excess = (2 * side.count_ones() as i64) - n as i64;
            let mut movable: Vec<u128> = (0..n)
                .filter(|&i| inside(i) == (excess > 0))
                .flat_map(|i| [host(leaves[i]); 2])
                .collect();
            movable.sort_unstable();
            least = least.min(cut + movable.iter().take(excess.unsigned_abs() as usize).sum::<u128>());
        }
        let floor = least >= 200;
        let lost = 400_u128.saturating_sub(least);
        let cost = 10 + 6 * window[..4].iter().sum::<u16>() + 7 * window[4..].iter().sum::<u16>();
        floor.then(|| Worth {
            loss: lost * 4,
            cost: u64::from(cost),
        })
    };
    Small {
        sizes: vec![1; 6],
        crew: 2,
        worth,
    }
}

#[test]
fn mixed_generations_take_three_windows_in_72_ways() {
    let found = search(mixed_generations(), WIDE);
    assert_eq!(optimum(&found), Some((3, 1600, 68, 72)));
}

#[test]
fn a_narrow_search_says_that_it_is_not_complete() {
    let narrow = Limits {
        width: 1,
        windows: 2,
        steps: 4,
        work: u64::MAX,
        count_plans: false,
    };
    let found = search(four_spines(600), narrow);
    assert!(!found.complete);
    assert_eq!(found.path.map(|path| path.len()), Some(4));
    assert_eq!(found.least_windows, 1);
}

/// What a window is worth.
type Judge<'a> = dyn Fn(&[u16], &[u16]) -> Option<Worth> + 'a;

/// All sequences of windows, the plain way: one operation a class.
fn brute_force(n: usize, crew: u32, worth: &Judge<'_>) -> Option<(usize, u128, u64, u128)> {
    let spread = |mask: u32| -> Counts { (0..n).map(|i| (mask >> i & 1) as u16).collect() };
    fn visit(
        (done, full, crew): (u32, u32, u32),
        spread: &dyn Fn(u32) -> Counts,
        worth: &Judge<'_>,
        so_far: (usize, u128, u64),
        best: &mut Option<(usize, u128, u64, u128)>,
    ) {
        if done == full {
            let ways = match best {
                Some(b) if (b.0, b.1, b.2) < so_far => return,
                Some(b) if (b.0, b.1, b.2) == so_far => b.3,
                _ => 0,
            };
            *best = Some((so_far.0, so_far.1, so_far.2, ways + 1));
            return;
        }
        for window in 1..=full {
            if window & done != 0 || window & !full != 0 || window.count_ones() > crew {
                continue;
            }
            if let Some(w) = worth(&spread(done), &spread(window)) {
                let next = (so_far.0 + 1, so_far.1 + w.loss, so_far.2 + w.cost);
                visit((done | window, full, crew), spread, worth, next, best);
            }
        }
    }
    let mut best = None;
    visit((0, (1 << n) - 1, crew), &spread, worth, (0, 0, 0), &mut best);
    best
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Capacities old and new, a crew, a floor and an order of some operations: equal to plain enumeration.
    #[test]
    fn random_small_migrations_equal_plain_enumeration(
        parts in prop::collection::vec((1_u128..5, 1_u128..9, 1_u64..4, 0_usize..6), 1..6),
        crew in 1_u16..4,
        floor in 0_u128..14,
    ) {
        let n = parts.len();
        let table = parts.clone();
        let worth = move |done: &[u16], window: &[u16]| {
            for (i, part) in table.iter().enumerate() {
                if window[i] == 1 && part.3 < i && done[part.3] == 0 {
                    return None;
                }
            }
            let start: u128 = table.iter().map(|p| p.0).sum();
            let capacity: u128 = table.iter().enumerate()
                .filter(|(i, _)| window[*i] == 0)
                .map(|(i, p)| if done[i] == 1 { p.0 + p.1 } else { p.0 })
                .sum();
            let hours = table.iter().enumerate().filter(|(i, _)| window[*i] == 1).map(|(_, p)| p.2).max().unwrap_or(0);
            (capacity >= floor).then(|| Worth {
                loss: start.saturating_sub(capacity) * u128::from(hours),
                cost: 1,
            })
        };
        let expected = brute_force(n, u32::from(crew), &worth);
        let found = search(Small { sizes: vec![1; n], crew, worth }, WIDE);
        prop_assert_eq!(optimum(&found), expected);
    }
}
