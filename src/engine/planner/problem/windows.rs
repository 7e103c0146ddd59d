//! Which windows are tried from a state: all of them where they are few, else a spread of good ones.

use super::{Counts, Problem};

/// The number of windows from a state that the crew can do; `None` if more than `most`. O(classes x crew^2).
pub(super) fn count_windows<P: Problem>(problem: &P, done: &[u16], most: u64) -> Option<u64> {
    let crew = usize::from(problem.crew());
    let mut by_places = vec![0_u64; crew + 1];
    by_places[0] = 1;
    for class in 0..done.len() {
        let places = usize::from(problem.places(class).max(1));
        let remaining = usize::from(problem.remaining(done, class)).min(crew / places);
        if remaining == 0 {
            continue;
        }
        let before = by_places.clone();
        for used in 1..=remaining {
            for free in 0..=crew - used * places {
                by_places[free + used * places] =
                    by_places[free + used * places].saturating_add(before[free]);
            }
        }
        if by_places.iter().fold(0_u64, |sum, n| sum.saturating_add(*n)) > most {
            return None;
        }
    }
    Some(by_places.iter().sum::<u64>() - 1)
}

/// Every window that the crew can do.
pub(super) fn every_window<P: Problem>(problem: &P, done: &[u16]) -> Vec<Counts> {
    let mut windows = Vec::new();
    let mut window = vec![0; done.len()];
    let classes = open_classes(problem, done);
    extend(problem, done, &classes, problem.crew(), &mut window, &mut windows);
    windows
}

fn open_classes<P: Problem>(problem: &P, done: &[u16]) -> Vec<usize> {
    (0..done.len())
        .filter(|&class| problem.remaining(done, class) > 0)
        .collect()
}

fn extend<P: Problem>(
    problem: &P,
    done: &[u16],
    classes: &[usize],
    free: u16,
    window: &mut Counts,
    windows: &mut Vec<Counts>,
) {
    let Some((&class, rest)) = classes.split_first() else {
        if window.iter().any(|&n| n > 0) {
            windows.push(window.clone());
        }
        return;
    };
    let places = problem.places(class).max(1);
    for n in 0..=problem.remaining(done, class).min(free / places) {
        window[class] = n;
        extend(problem, done, rest, free - n * places, window, windows);
    }
    window[class] = 0;
}

/// At most about `most` windows: for each class to start with, the fullest window that the cheap rules allow, filled
/// up class after class, and every smaller one on the way to it.
///
/// A problem of many classes is mostly irregular: no symmetry is left to exploit, and full windows are what counts.
pub(super) fn some_windows<P: Problem>(problem: &mut P, done: &[u16], most: u64) -> Vec<Counts> {
    let classes = open_classes(problem, done);
    let mut windows = std::collections::BTreeSet::new();
    let mut tried = 0_u64;
    for first in 0..classes.len() {
        let mut window = vec![0; done.len()];
        let mut free = problem.crew();
        for &class in classes[first..].iter().chain(&classes[..first]) {
            let places = problem.places(class).max(1);
            while free >= places && window[class] < problem.remaining(done, class) && tried < most {
                tried += 1;
                window[class] += 1;
                if problem.worth(done, &window).is_none() {
                    window[class] -= 1;
                    break;
                }
                free -= places;
                windows.insert(window.clone());
            }
            if free == 0 || tried >= most {
                break;
            }
        }
    }
    windows.into_iter().collect()
}
