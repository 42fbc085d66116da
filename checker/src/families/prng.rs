//! Random numbers that stay the same for ever: SplitMix64 (Steele, Lea, Flood, *Fast splittable pseudorandom number
//! generators*, 2014), written out here so that no library's update changes a program of a family.

/// SplitMix64.
pub struct Prng(pub u64);

impl Prng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * u64::from(bound)) >> 32) as u32
    }

    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len() as u32) as usize]
    }

    /// Some distinct elements, in random order.
    pub fn some<'a>(&mut self, from: &'a [String], count: usize) -> Vec<&'a str> {
        let mut rest: Vec<&str> = from.iter().map(String::as_str).collect();
        let take = count.min(rest.len());
        (0..take)
            .map(|_| rest.swap_remove(self.below(rest.len() as u32) as usize))
            .collect()
    }
}
