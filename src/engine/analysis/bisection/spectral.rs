//! A lower bound from the second eigenvalue, certified against rounding.
//!
//! With L the Laplacian of the node links and M the diagonal of endpoints per node, a set with `s` of `H` endpoints has
//! at least `theta s (H - s) / H` of capacity leaving it whenever `x'Lx >= theta x'Mx` for all `x` with `1'Mx = 0`
//! (M. Fiedler, "Algebraic connectivity of graphs", 1973). The Lanczos method finds theta from above, which proves
//! nothing. The proof is a Cholesky decomposition of `L - theta M + c (M1)(M1)'` that runs to its end: then the
//! smallest eigenvalue is no less than minus a rounding term (S. M. Rump, "Verification of positive definiteness", BIT
//! 46, 2006), which is taken off many times over. Better than flows on large random graphs.

use super::budget::Budget;
use super::lattice::Lattice;
use super::plain::Plain;
use super::tabu::SplitMix;

/// Graphs with more nodes than this are not tried.
const MOST_NODES: usize = 1024;
/// Lanczos steps.
const STEPS: usize = 100;
/// The rounding term may take off at most this share of a unit.
const TAKEN_OFF: f64 = 0.01;

/// The bound, in units; `None` if a node has no endpoints, the graph is large, or the certificate fails.
///
/// # Complexity
/// O(nodes^3 / 6) a decomposition, at most three.
pub(super) fn spectral_bound(plain: &Plain, budget: &mut Budget) -> Option<i64> {
    let n = plain.n();
    let heaviest = plain
        .links
        .iter()
        .map(|list| list.iter().map(|link| link.1).sum::<i64>())
        .max()?;
    if !(3..=MOST_NODES).contains(&n) || plain.rates.iter().any(Vec::is_empty) || heaviest > 1 << 40 {
        return None;
    }
    budget.take((STEPS * (2 * STEPS * n + 4 * plain.n_links())) as u64)?;
    let estimate = second_eigenvalue(plain)?;
    for shrink in [0.99999, 0.995, 0.97] {
        budget.take((n * n * n / 6 + n * n) as u64)?;
        let theta = Dyadic::below(estimate * shrink)?;
        if let Some(slack) = certified(plain, theta.value()) {
            return (slack < TAKEN_OFF).then(|| bound(plain, &theta));
        }
    }
    None
}

/// A number with few bits, so that its products with endpoint counts are exact: `mantissa / 2^shift`.
struct Dyadic {
    mantissa: i128,
    shift: u32,
}

impl Dyadic {
    fn below(value: f64) -> Option<Self> {
        let (mut scaled, mut shift) = (value, 0);
        while scaled < f64::from(1 << 20) && shift < 40 {
            scaled *= 2.0;
            shift += 1;
        }
        (1.0..1e15).contains(&scaled).then_some(Self {
            mantissa: scaled as i128,
            shift,
        })
    }

    fn value(&self) -> f64 {
        self.mantissa as f64 / (1_u64 << self.shift) as f64
    }
}

/// `theta s (H - s) / H`, less what rounding may have cost, as a bound on the bisection.
fn bound(plain: &Plain, theta: &Dyadic) -> i64 {
    let total = plain.endpoints as usize;
    let denominator = total as i128 * (1_i128 << theta.shift) * 100;
    Lattice::new(plain).least(plain, |s| {
        let numerator = theta.mantissa * (s * (total - s)) as i128 * 100 - denominator / 100;
        (numerator + denominator - 1).div_euclid(denominator)
    })
}

/// Decomposes `L - theta M + c (M1)(M1)'`: what rounding may take off any cut, in units; `None` if it is not positive.
fn certified(plain: &Plain, theta: f64) -> Option<f64> {
    let n = plain.n();
    let endpoints: Vec<f64> = plain.rates.iter().map(|list| list.len() as f64).collect();
    let total = f64::from(plain.endpoints);
    let c = 2.0 * theta / total;
    let mut rows: Vec<Vec<f64>> = Vec::with_capacity(n);
    let mut terms = 0.0;
    for (i, list) in plain.links.iter().enumerate() {
        let mut row: Vec<f64> = endpoints[..=i]
            .iter()
            .map(|other| c * (endpoints[i] * other))
            .collect();
        let degree: f64 = list.iter().map(|link| link.1 as f64).sum();
        for &(to, weight) in list.iter().filter(|link| (link.0 as usize) < i) {
            row[to as usize] -= weight as f64;
        }
        row[i] += degree - theta * endpoints[i];
        terms += 2.0 * degree + theta * endpoints[i] + c * endpoints[i] * total;
        rows.push(row);
    }
    for i in 0..n {
        let (above, rest) = rows.split_at_mut(i);
        let row = &mut rest[0];
        for (j, pivot_row) in above.iter().enumerate() {
            row[j] = (row[j] - dot(&row[..j], &pivot_row[..j])) / pivot_row[j];
        }
        let pivot = row[i] - dot(&row[..i], &row[..i]);
        if pivot <= 0.0 || !pivot.is_finite() {
            return None;
        }
        row[i] = pivot.sqrt();
    }
    // Rump's term is about n u times the trace, and every entry is off by a few u; a cut's vector is at most one in
    // each place, so its square is at most n.
    Some(16.0 * f64::EPSILON * (n as f64 + 10.0) * terms * n as f64)
}

/// The inner product, in four strands.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (whole_a, whole_b) = (a.chunks_exact(4), b.chunks_exact(4));
    let tail: f64 = whole_a
        .remainder()
        .iter()
        .zip(whole_b.remainder())
        .map(|(x, y)| x * y)
        .sum();
    for (x, y) in whole_a.zip(whole_b) {
        for (sum, (x, y)) in sums.iter_mut().zip(x.iter().zip(y)) {
            *sum += x * y;
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + tail
}

/// The least eigenvalue of `M^-1/2 L M^-1/2` beyond that of `M^1/2 1`, from above (Lanczos, orthogonalised twice).
fn second_eigenvalue(plain: &Plain) -> Option<f64> {
    let n = plain.n();
    let root: Vec<f64> = plain
        .rates
        .iter()
        .map(|list| (list.len() as f64).sqrt())
        .collect();
    let mut basis: Vec<Vec<f64>> = vec![root.clone()];
    normalise(&mut basis[0])?;
    let mut random = SplitMix::new(3);
    let mut next: Vec<f64> = (0..n)
        .map(|_| (random.next() >> 11) as f64 / (1_u64 << 53) as f64 - 0.5)
        .collect();
    let (mut diagonal, mut beside) = (Vec::new(), Vec::new());
    for _ in 0..STEPS.min(n - 1) {
        for _ in 0..2 {
            for vector in &basis {
                let along = dot(&next, vector);
                next.iter_mut().zip(vector).for_each(|(x, v)| *x -= along * v);
            }
        }
        let Some(norm) = normalise(&mut next) else { break };
        if !diagonal.is_empty() {
            if norm < 1e-9 {
                break;
            }
            beside.push(norm);
        }
        let image = apply(plain, &root, &next);
        diagonal.push(dot(&image, &next));
        basis.push(std::mem::replace(&mut next, image));
    }
    least_of_tridiagonal(&diagonal, &beside)
}

/// `M^-1/2 L M^-1/2 x`.
fn apply(plain: &Plain, root: &[f64], x: &[f64]) -> Vec<f64> {
    let scaled: Vec<f64> = x.iter().zip(root).map(|(x, root)| x / root).collect();
    plain
        .links
        .iter()
        .enumerate()
        .map(|(v, list)| {
            list.iter()
                .map(|&(to, weight)| weight as f64 * (scaled[v] - scaled[to as usize]))
                .sum::<f64>()
                / root[v]
        })
        .collect()
}

/// Scales to length one; the old length, `None` if it was zero.
fn normalise(x: &mut [f64]) -> Option<f64> {
    let norm = dot(x, x).sqrt();
    if norm < 1e-12 {
        return None;
    }
    x.iter_mut().for_each(|x| *x /= norm);
    Some(norm)
}

/// The least eigenvalue of a symmetric tridiagonal matrix by bisection on Sturm's count.
fn least_of_tridiagonal(diagonal: &[f64], beside: &[f64]) -> Option<f64> {
    let has_below = |limit: f64| {
        let mut pivot = 1.0;
        diagonal.iter().enumerate().any(|(i, &entry)| {
            let off = if i == 0 {
                0.0
            } else {
                beside[i - 1] * beside[i - 1]
            };
            pivot = entry - limit - off / pivot;
            pivot < 0.0
        })
    };
    let (mut low, mut high) = (0.0, diagonal.iter().copied().fold(f64::INFINITY, f64::min));
    if !high.is_finite() {
        return None;
    }
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if has_below(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    (low > 0.0).then_some(low)
}

#[cfg(test)]
mod tests {
    use super::super::problem::{EndpointType, Problem};
    use super::*;

    /// Nodes with `p` endpoints each and unit links.
    fn plain(n: usize, p: u32, linked: impl Fn(usize, usize) -> bool) -> Plain {
        let list = |v: usize| {
            (0..n)
                .filter(|&u| u != v && linked(u.min(v), u.max(v)))
                .map(|u| (u as u32, 1))
                .collect()
        };
        let types = (0..n)
            .map(|v| EndpointType {
                links: vec![(v as u32, 1)],
                count: p,
            })
            .collect();
        Plain::new(&Problem {
            links: (0..n).map(list).collect(),
            types,
            endpoints: n as u32 * p,
        })
    }

    fn answer(plain: &Plain) -> Option<i64> {
        spectral_bound(plain, &mut Budget::new(1_000_000_000))
    }

    #[test]
    fn it_is_tight_where_the_eigenvalue_is() {
        // A hypercube's second eigenvalue is 2, a complete graph's is n.
        let cube = |u: usize, v: usize| (u ^ v).is_power_of_two();
        assert_eq!(answer(&plain(32, 5, cube)), Some(16));
        assert_eq!(answer(&plain(64, 1, cube)), Some(32));
        assert_eq!(answer(&plain(10, 3, |_, _| true)), Some(15));
    }

    #[test]
    fn it_never_claims_more_than_the_value() {
        // Rings: the bisection is 2, the eigenvalue bound far below.
        for n in [4, 8, 50] {
            let bound = answer(&plain(n, 1, |u, v| v == u + 1 || (u == 0 && v == n - 1)));
            assert!(
                bound.is_some_and(|bound| (1..=2).contains(&bound)),
                "{n}: {bound:?}"
            );
        }
        // Two parts: nothing is certified, or nothing is claimed.
        assert!(answer(&plain(8, 1, |u, v| (u < 4) == (v < 4))).is_none_or(|bound| bound == 0));
    }
}
