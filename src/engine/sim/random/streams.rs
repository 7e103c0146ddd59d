//! The random streams of the reference model: MRG32k3a (L'Ecuyer, Operations Research 47(1), 1999), one stream a draw.
//!
//! ns-3 gives every random variable a stream of its own, 2^127 numbers apart, and every run of a program a substream,
//! 2^76 apart. Its RDMA model makes a new variable for each draw, so the `k`-th draw is the first number of stream `k`:
//! between draws the state jumps by a whole stream. Used by the `Hpcc` profile only.

/// Modulus of the first component.
const M1: u64 = 4_294_967_087;
/// Modulus of the second component.
const M2: u64 = 4_294_944_443;

type Vector = [u64; 3];
type Matrix = [[u64; 3]; 3];

/// One step of the first component: `x(n) = 1403580 x(n-2) - 810728 x(n-3)`.
const STEP1: Matrix = [[0, 1, 0], [0, 0, 1], [M1 - 810_728, 1_403_580, 0]];
/// One step of the second: `y(n) = 527612 y(n-1) - 1370589 y(n-3)`.
const STEP2: Matrix = [[0, 1, 0], [0, 0, 1], [M2 - 1_370_589, 0, 527_612]];
/// Streams of the reference model that come before the first draw: two, and six a node.
const STREAMS_BEFORE: u64 = 2;
const STREAMS_A_NODE: u64 = 6;

/// The generator, at the start of the stream of the next draw.
#[derive(Clone, Debug)]
pub(in crate::engine::sim) struct Streams {
    first: Vector,
    second: Vector,
    jump1: Matrix,
    jump2: Matrix,
}

impl Streams {
    /// The streams of run number `run` of a network of `n_nodes` hosts and switches.
    pub(in crate::engine::sim) fn new(run: u64, n_nodes: u64) -> Self {
        let streams = STREAMS_BEFORE + STREAMS_A_NODE * n_nodes;
        let start = |step: &Matrix, jump: &Matrix, m: u64| {
            let run = power(&power_of_two(step, 76, m), run, m);
            let skip = power(jump, streams, m);
            apply(&skip, apply(&run, [1, 1, 1], m), m)
        };
        let (jump1, jump2) = (power_of_two(&STEP1, 127, M1), power_of_two(&STEP2, 127, M2));
        Self {
            first: start(&STEP1, &jump1, M1),
            second: start(&STEP2, &jump2, M2),
            jump1,
            jump2,
        }
    }

    /// The next draw, in (0, 1).
    #[inline]
    pub(in crate::engine::sim) fn next_unit(&mut self) -> f64 {
        let p1 = apply(&STEP1, self.first, M1)[2];
        let p2 = apply(&STEP2, self.second, M2)[2];
        self.skip();
        let difference = if p1 > p2 { p1 - p2 } else { p1 + M1 - p2 };
        difference as f64 * (1.0 / (M1 as f64 + 1.0))
    }

    /// Leaves a stream out.
    #[inline]
    pub(in crate::engine::sim) fn skip(&mut self) {
        self.first = apply(&self.jump1, self.first, M1);
        self.second = apply(&self.jump2, self.second, M2);
    }
}

/// Products of two numbers below 2^32 fit 64 bits; three of them are reduced one by one.
#[inline]
fn apply(matrix: &Matrix, v: Vector, m: u64) -> Vector {
    let row = |r: &Vector| (r[0] * v[0] % m + r[1] * v[1] % m + r[2] * v[2] % m) % m;
    [row(&matrix[0]), row(&matrix[1]), row(&matrix[2])]
}

fn multiply(a: &Matrix, b: &Matrix, m: u64) -> Matrix {
    let column = |j: usize| apply(a, [b[0][j], b[1][j], b[2][j]], m);
    let columns = [column(0), column(1), column(2)];
    let mut product = [[0; 3]; 3];
    for (j, column) in columns.iter().enumerate() {
        for (i, row) in product.iter_mut().enumerate() {
            row[j] = column[i];
        }
    }
    product
}

/// `a` to the power `2^exponent`.
fn power_of_two(a: &Matrix, exponent: u32, m: u64) -> Matrix {
    (0..exponent).fold(*a, |square, _| multiply(&square, &square, m))
}

fn power(a: &Matrix, mut exponent: u64, m: u64) -> Matrix {
    let (mut result, mut square) = ([[1, 0, 0], [0, 1, 0], [0, 0, 1]], *a);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply(&square, &result, m);
        }
        square = multiply(&square, &square, m);
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jumps_are_those_of_the_paper() {
        // L'Ecuyer, Simard, Chen, Kelton (2002): A1 to the power 2^76, first row.
        assert_eq!(
            power_of_two(&STEP1, 76, M1)[0],
            [82_758_667, 1_871_391_091, 4_127_413_238]
        );
        // And to 2^127.
        assert_eq!(
            power_of_two(&STEP1, 127, M1)[0],
            [2_427_906_178, 3_580_155_704, 949_770_784]
        );
    }

    #[test]
    fn draws_are_even_and_runs_differ() {
        let mut streams = Streams::new(1, 9);
        let mean = (0..10_000).map(|_| streams.next_unit()).sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.02, "{mean}");
        assert_ne!(Streams::new(1, 9).next_unit(), Streams::new(2, 9).next_unit());
    }
}
