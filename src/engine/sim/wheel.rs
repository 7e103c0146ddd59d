//! The order of events: a timing wheel of two levels with a heap beyond, first in first out among equal times.
//!
//! Events are taken in order of (time, creation). Near events hang in slots of `2^shift` ps, ordered inside a slot;
//! events a little later hang in buckets of half the near wheel each, and a bucket is dealt out to the slots one
//! bucket before its time, so that what was created earlier is always hung up earlier; the rest waits in a heap.
//! Insertion and removal are O(1) for near events while a slot holds few; finding the next slot looks at two words.

use super::packet::{NIL, Node, Pool};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// log2 of the number of near slots.
const SLOT_BITS: u32 = 13;
/// Number of near slots.
const SLOTS: usize = 1 << SLOT_BITS;
/// log2 of the slots in a bucket: half the near wheel.
const BUCKET_BITS: u32 = SLOT_BITS - 1;
/// Number of buckets.
const BUCKETS: usize = 1 << 10;

/// A list of records, oldest first.
#[derive(Clone, Copy, Debug)]
struct List {
    head: u32,
    tail: u32,
}

const EMPTY: List = List { head: NIL, tail: NIL };

/// The events to come.
#[derive(Clone, Debug)]
pub(super) struct Wheel {
    shift: u32,
    /// Absolute number of the slot of the latest event taken.
    cursor: u64,
    slots: Vec<List>,
    occupied: BitSet,
    /// First bucket that has not been dealt out to the slots.
    next_bucket: u64,
    buckets: Vec<List>,
    filled: BitSet,
    /// (time, creation, record) of everything beyond the last bucket.
    beyond: BinaryHeap<Reverse<(u64, u64, u32)>>,
    created: u64,
    len: usize,
}

impl Wheel {
    /// An empty wheel whose slots are `2^shift` ps wide.
    pub(super) fn new(shift: u32) -> Self {
        Self {
            shift,
            cursor: 0,
            slots: vec![EMPTY; SLOTS],
            occupied: BitSet::new(SLOTS),
            next_bucket: 2,
            buckets: vec![EMPTY; BUCKETS],
            filled: BitSet::new(BUCKETS),
            beyond: BinaryHeap::new(),
            created: 0,
            len: 0,
        }
    }

    /// How many events are to come.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Hangs up a record at `time`, behind those of the same time. `time` is not before the latest event taken.
    #[inline]
    pub(super) fn push(&mut self, pool: &mut Pool, id: u32, time: u64) {
        self.len += 1;
        pool[id].time = time;
        if time >> self.shift >> BUCKET_BITS < self.next_bucket {
            self.hang_near(pool, id, time);
        } else {
            self.hang_far(pool, id, time);
        }
    }

    #[inline]
    fn hang_near(&mut self, pool: &mut Pool, id: u32, time: u64) {
        let index = (time >> self.shift) as usize & (SLOTS - 1);
        let slot = &mut self.slots[index];
        pool[id].next = NIL;
        if slot.tail == NIL {
            *slot = List { head: id, tail: id };
            self.occupied.insert(index);
        } else if pool[slot.tail].time <= time {
            pool[slot.tail].next = id;
            slot.tail = id;
        } else {
            insert_in_order(slot, pool, id, time);
        }
    }

    #[cold]
    fn hang_far(&mut self, pool: &mut Pool, id: u32, time: u64) {
        let bucket = time >> self.shift >> BUCKET_BITS;
        if bucket < self.next_bucket + BUCKETS as u64 {
            self.hang_in_bucket(pool, id, bucket);
        } else {
            self.created += 1;
            self.beyond.push(Reverse((time, self.created, id)));
        }
    }

    fn hang_in_bucket(&mut self, pool: &mut Pool, id: u32, bucket: u64) {
        let index = bucket as usize & (BUCKETS - 1);
        let list = &mut self.buckets[index];
        pool[id].next = NIL;
        if list.tail == NIL {
            list.head = id;
            self.filled.insert(index);
        } else {
            pool[list.tail].next = id;
        }
        list.tail = id;
    }

    /// Takes the earliest record; its time is in it. `None` when nothing is to come.
    #[inline]
    pub(super) fn pop(&mut self, pool: &mut Pool) -> Option<u32> {
        let mut index = self.cursor as usize & (SLOTS - 1);
        if self.slots[index].head == NIL {
            index = self.advance(pool)?;
        }
        let slot = &mut self.slots[index];
        let id = slot.head;
        let Node { next, .. } = pool[id];
        slot.head = next;
        if next == NIL {
            slot.tail = NIL;
            self.occupied.remove(index);
        }
        self.len -= 1;
        Some(id)
    }

    /// Moves the cursor to the next occupied slot and answers its index.
    #[inline]
    fn advance(&mut self, pool: &mut Pool) -> Option<usize> {
        if self.len == 0 {
            return None;
        }
        let from = self.cursor as usize & (SLOTS - 1);
        let index = match self.occupied.next_from(from) {
            Some(index) => index,
            None => self.refill(pool)?,
        };
        let here = self.cursor as usize & (SLOTS - 1);
        self.cursor += (index.wrapping_sub(here) & (SLOTS - 1)) as u64;
        let bucket = self.cursor >> BUCKET_BITS;
        while self.next_bucket < bucket + 2 {
            self.deal_out(pool);
        }
        Some(index)
    }

    /// With no near event left: jumps to the next bucket that holds some and deals it out.
    #[cold]
    fn refill(&mut self, pool: &mut Pool) -> Option<usize> {
        let from = self.next_bucket as usize & (BUCKETS - 1);
        let target = match self.filled.next_from(from) {
            Some(index) => self.next_bucket + (index.wrapping_sub(from) & (BUCKETS - 1)) as u64,
            None => self.beyond.peek()?.0.0 >> self.shift >> BUCKET_BITS,
        };
        self.next_bucket = target;
        self.admit_beyond(pool);
        self.deal_out(pool);
        self.cursor = target << BUCKET_BITS;
        self.occupied.next_from(self.cursor as usize & (SLOTS - 1))
    }

    /// Deals the next bucket out to the slots.
    fn deal_out(&mut self, pool: &mut Pool) {
        let index = self.next_bucket as usize & (BUCKETS - 1);
        let mut id = std::mem::replace(&mut self.buckets[index], EMPTY).head;
        self.filled.remove(index);
        self.next_bucket += 1;
        while id != NIL {
            let Node { next, time, .. } = pool[id];
            self.hang_near(pool, id, time);
            id = next;
        }
        self.admit_beyond(pool);
    }

    /// Takes from the heap what the buckets now reach.
    fn admit_beyond(&mut self, pool: &mut Pool) {
        let end = self.next_bucket + BUCKETS as u64;
        while let Some(&Reverse((time, _, id))) = self.beyond.peek() {
            let bucket = time >> self.shift >> BUCKET_BITS;
            if bucket >= end {
                return;
            }
            self.beyond.pop();
            self.hang_in_bucket(pool, id, bucket);
        }
    }
}

/// Hangs a record into a slot before the first later one.
fn insert_in_order(slot: &mut List, pool: &mut Pool, id: u32, time: u64) {
    let mut before = NIL;
    let mut at = slot.head;
    while at != NIL && pool[at].time <= time {
        before = at;
        at = pool[at].next;
    }
    pool[id].next = at;
    if before == NIL {
        slot.head = id;
    } else {
        pool[before].next = id;
    }
}

/// A set of small numbers as bits, with a second level of words, for finding the next member round the clock.
#[derive(Clone, Debug)]
struct BitSet {
    words: Vec<u64>,
    summary: Vec<u64>,
}

impl BitSet {
    /// An empty set for numbers below `n`, a multiple of 64.
    fn new(n: usize) -> Self {
        Self {
            words: vec![0; n / 64],
            summary: vec![0; (n / 64).div_ceil(64)],
        }
    }

    #[inline]
    fn insert(&mut self, i: usize) {
        self.words[i >> 6] |= 1 << (i & 63);
        self.summary[i >> 12] |= 1 << (i >> 6 & 63);
    }

    #[inline]
    fn remove(&mut self, i: usize) {
        let word = &mut self.words[i >> 6];
        *word &= !(1 << (i & 63));
        if *word == 0 {
            self.summary[i >> 12] &= !(1 << (i >> 6 & 63));
        }
    }

    /// The first member at or after `from`, else the first of all.
    #[inline]
    fn next_from(&self, from: usize) -> Option<usize> {
        let word = self.words[from >> 6] & (!0 << (from & 63));
        if word != 0 {
            return Some((from & !63) + word.trailing_zeros() as usize);
        }
        self.next_word((from >> 6) + 1).or_else(|| self.next_word(0))
    }

    /// The first member in or after word `from`.
    #[inline]
    fn next_word(&self, from: usize) -> Option<usize> {
        let mut mask = !0_u64 << (from & 63);
        for (i, &summary) in self.summary.iter().enumerate().skip(from >> 6) {
            let hit = summary & mask;
            if hit != 0 {
                let word = i * 64 + hit.trailing_zeros() as usize;
                return Some(word * 64 + self.words[word].trailing_zeros() as usize);
            }
            mask = !0;
        }
        None
    }
}

#[cfg(test)]
mod tests;
