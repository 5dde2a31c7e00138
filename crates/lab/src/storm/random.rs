//! Random numbers that are the same everywhere: an attempt is known by seed, refactoring and number.

/// SplitMix64.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64, name: &str, index: usize) -> Self {
        let mut random = Self(seed);
        for byte in name.bytes() {
            random.0 ^= random.next() ^ u64::from(byte);
        }
        random.0 ^= (index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        random.next();
        random
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Less than `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// Less than two to the power of `bits`; small numbers are as likely as large ones.
    pub fn of_bits(&mut self, bits: usize) -> usize {
        let bits = self.below(bits);
        self.below(1 << bits)
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        if list.is_empty() {
            return None;
        }
        list.get(self.below(list.len()))
    }
}
