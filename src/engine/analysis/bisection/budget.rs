//! What every argument is given, an amount of work, and what it gives back where it succeeds.

/// A counted amount of work that is left.
pub(super) struct Budget(u64);

impl Budget {
    /// A budget of so many operations.
    pub(super) const fn new(operations: u64) -> Self {
        Self(operations)
    }

    /// A share of what is left, beside it.
    pub(super) const fn part(&self, of: u64) -> Self {
        Self(self.0 / of)
    }

    /// Takes this much, or nothing if there is not enough.
    pub(super) fn take(&mut self, operations: u64) -> Option<()> {
        self.0 = self.0.checked_sub(operations)?;
        Some(())
    }
}

/// A proved minimum and the sides of the nodes that give it.
pub(super) struct Found {
    /// The value, in units.
    pub lower: i64,
    /// Whether each node stands on side A.
    pub sides: Vec<bool>,
}
