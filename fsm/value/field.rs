//! Elements of finite fields.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Zero};
use std::fmt;
use std::sync::Arc;

/// An element of a finite field of prime size.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ff {
    size: Arc<BigUint>,
    value: BigUint,
}

impl Ff {
    /// The names that APIs have for elements. They are written as in Murxla.
    pub const NAMES: [&'static str; 3] = ["ff.zero", "ff.one", "ff.negone"];

    /// The element `value` modulo `size`. `None` if the size is 0.
    #[must_use]
    pub fn new(size: &Arc<BigUint>, value: &BigInt) -> Option<Self> {
        if size.is_zero() {
            return None;
        }
        let rest = value.mod_floor(&BigInt::from(BigUint::clone(size)));
        Some(Self {
            size: Arc::clone(size),
            value: rest.magnitude().clone(),
        })
    }

    /// The element with this name, such as `ff.one`.
    #[must_use]
    pub fn named(size: &Arc<BigUint>, name: &str) -> Option<Self> {
        let value = match name {
            "ff.zero" => 0,
            "ff.one" => 1,
            "ff.negone" => -1,
            _ => return None,
        };
        Self::new(size, &BigInt::from(value))
    }

    /// The number of elements of the field.
    #[must_use]
    pub fn size(&self) -> &Arc<BigUint> {
        &self.size
    }

    /// The element as a number less than the size.
    #[must_use]
    pub fn value(&self) -> &BigUint {
        &self.value
    }

    /// The element of the same field with this number.
    #[must_use]
    pub fn with(&self, value: &BigInt) -> Option<Self> {
        Self::new(&self.size, value)
    }
}

impl fmt::Display for Ff {
    /// The notation of cvc5: `#f3m7` is 3 modulo 7.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#f{}m{}", self.value, self.size)
    }
}

/// The bases of the primality test. They give the correct result for all numbers below 2^81
/// (Sorenson and Webster, Math. Comp. 86, 2017). The only greater composite numbers known to pass
/// were constructed to pass.
const WITNESSES: [u32; 13] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];

/// Whether the number is prime, by the test of Miller and Rabin.
#[must_use]
pub fn is_prime(n: &BigUint) -> bool {
    let two = BigUint::from(2u32);
    if *n <= two {
        return *n == two;
    }
    let below = n - 1u32;
    let twos = below.trailing_zeros().unwrap_or(0);
    let odd = &below >> twos;
    twos > 0
        && WITNESSES.into_iter().map(BigUint::from).all(|base| {
            if base >= *n {
                return true;
            }
            let mut power = base.modpow(&odd, n);
            if power.is_one() || power == below {
                return true;
            }
            (1..twos).any(|_| {
                power = power.modpow(&two, n);
                power == below
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes() {
        let found: Vec<u32> = (0..60).filter(|n| is_prime(&BigUint::from(*n))).collect();
        let primes = [
            2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59,
        ];
        assert_eq!(found, primes);
        // A Mersenne prime, a product of two primes, and a composite that passes for the bases up
        // to 7.
        assert!(is_prime(&((BigUint::one() << 127) - 1u32)));
        assert!(!is_prime(&(BigUint::from(1_000_003u32) * 1_000_033u32)));
        assert!(!is_prime(&BigUint::from(3_215_031_751u32)));
    }
}
