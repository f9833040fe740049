//! Floating-point numbers and rounding modes of the theory FloatingPoint of SMT-LIB 2.7: the
//! formats of IEEE 754-2019, generalised to all widths, with a single NaN.

use super::Bv;
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use std::fmt;

/// The format `(_ FloatingPoint exponent significand)`. Both widths are at least 2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Format {
    /// The width of the exponent in bits.
    pub exponent: u32,
    /// The width of the significand in bits, including the hidden bit.
    pub significand: u32,
}

impl Format {
    /// The greatest width of exponents that is computed with. Numbers of wider formats would be too
    /// large.
    pub const MAX_EXPONENT: u32 = 15;

    /// The format of these widths.
    #[must_use]
    pub fn new(exponent: u32, significand: u32) -> Self {
        Self {
            exponent,
            significand,
        }
    }

    /// The width of a number in bits.
    #[must_use]
    pub fn width(self) -> u32 {
        self.exponent.saturating_add(self.significand)
    }

    /// The bits of +∞. The bits of all finite non-negative numbers are less.
    #[must_use]
    pub fn infinity(self) -> BigUint {
        ((BigUint::one() << self.exponent) - 1u32) << self.fraction()
    }

    /// The number of values, including the single NaN. `None` if it exceeds 64 bits.
    #[must_use]
    pub fn size(self) -> Option<u64> {
        let exponents = 1u64.checked_shl(self.exponent)?.checked_sub(1)?;
        let finite = exponents.checked_mul(1u64.checked_shl(self.significand)?)?;
        finite.checked_add(3)
    }

    /// The width of the significand without the hidden bit.
    #[must_use]
    pub fn fraction(self) -> u32 {
        self.significand.saturating_sub(1)
    }

    /// The exponent of the lowest bit of a subnormal number. Only for formats up to `MAX_EXPONENT`.
    #[must_use]
    pub fn lowest(self) -> i64 {
        let bias = (1i64 << (self.exponent.clamp(1, 32) - 1)) - 1;
        1 - bias - i64::from(self.fraction())
    }
}

/// A floating-point number, represented by the bits of IEEE 754's interchange formats.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fp {
    format: Format,
    bits: BigUint,
}

impl Fp {
    /// The names of special values in traces.
    pub const NAMES: [&'static str; 5] = ["nan", "+oo", "-oo", "+zero", "-zero"];

    /// The number with these bits. Bits beyond the width of the format are ignored, and all NaNs
    /// become the single one.
    #[must_use]
    pub fn new(format: Format, bits: BigUint) -> Self {
        let bits = Bv::new(format.width(), bits);
        let magnitude = Bv::new(format.width().saturating_sub(1), bits.unsigned().clone());
        if *magnitude.unsigned() > format.infinity() {
            return Self::nan(format);
        }
        Self {
            format,
            bits: bits.unsigned().clone(),
        }
    }

    /// The number with this sign and the bits of its absolute value.
    #[must_use]
    pub fn signed(format: Format, negative: bool, magnitude: BigUint) -> Self {
        let sign = BigUint::from(negative) << format.width().saturating_sub(1);
        Self::new(format, magnitude | sign)
    }

    /// NaN, with the bits of the quiet NaN that most machines use.
    #[must_use]
    pub fn nan(format: Format) -> Self {
        let quiet = BigUint::one() << format.fraction().saturating_sub(1);
        Self {
            format,
            bits: format.infinity() | quiet,
        }
    }

    /// +∞ or −∞.
    #[must_use]
    pub fn infinity(format: Format, negative: bool) -> Self {
        Self::signed(format, negative, format.infinity())
    }

    /// +0 or −0.
    #[must_use]
    pub fn zero(format: Format, negative: bool) -> Self {
        Self::signed(format, negative, BigUint::zero())
    }

    /// The special value with this name.
    #[must_use]
    pub fn named(format: Format, name: &str) -> Option<Self> {
        Some(match Self::NAMES.iter().position(|n| *n == name)? {
            0 => Self::nan(format),
            n @ (1 | 2) => Self::infinity(format, n == 2),
            n => Self::zero(format, n == 4),
        })
    }

    /// The name of a special value in traces and APIs. `None` for normal and subnormal numbers.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        let negative = usize::from(self.is_negative());
        if self.is_nan() {
            Some(Self::NAMES[0])
        } else if self.is_infinite() {
            Some(Self::NAMES[1 + negative])
        } else {
            self.is_zero().then_some(Self::NAMES[3 + negative])
        }
    }

    /// The number with these binary digits. There must be as many as the format is wide.
    #[must_use]
    pub fn parse(format: Format, digits: &str) -> Option<Self> {
        let fits = digits.len() == format.width() as usize;
        let bits = BigUint::parse_bytes(digits.as_bytes(), 2).filter(|_| fits)?;
        digits
            .bytes()
            .all(|digit| digit.is_ascii_digit())
            .then(|| Self::new(format, bits))
    }

    /// The format.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// All bits, as an unsigned number.
    #[must_use]
    pub fn bits(&self) -> &BigUint {
        &self.bits
    }

    /// The bits without the sign.
    #[must_use]
    pub fn magnitude(&self) -> BigUint {
        let width = self.format.width().saturating_sub(1);
        Bv::new(width, self.bits.clone()).unsigned().clone()
    }

    /// The bits of the sign, the exponent, and the significand without the hidden bit.
    #[must_use]
    pub fn fields(&self) -> [Bv; 3] {
        let Format {
            exponent: width, ..
        } = self.format;
        let fraction = self.format.fraction();
        [
            Bv::new(1, self.is_negative().into()),
            Bv::new(width, &self.bits >> fraction),
            Bv::new(fraction, self.bits.clone()),
        ]
    }

    /// All binary digits. The sign is first.
    #[must_use]
    pub fn binary(&self) -> String {
        Bv::new(self.format.width(), self.bits.clone()).binary()
    }

    /// Whether it is not a number.
    #[must_use]
    pub fn is_nan(&self) -> bool {
        self.magnitude() > self.format.infinity()
    }

    /// Whether it is +∞ or −∞.
    #[must_use]
    pub fn is_infinite(&self) -> bool {
        self.magnitude() == self.format.infinity()
    }

    /// Whether it is +0 or −0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.magnitude().is_zero()
    }

    /// Whether it is a number without the hidden bit, except zero.
    #[must_use]
    pub fn is_subnormal(&self) -> bool {
        !self.is_zero() && self.magnitude() < BigUint::one() << self.format.fraction()
    }

    /// Whether it is a number with the hidden bit.
    #[must_use]
    pub fn is_normal(&self) -> bool {
        let magnitude = self.magnitude();
        magnitude >= BigUint::one() << self.format.fraction() && magnitude < self.format.infinity()
    }

    /// Whether the sign bit is set. NaN has none.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.bits
            .bit(u64::from(self.format.width().saturating_sub(1)))
    }

    /// The significand and exponent of the absolute value of a finite number, which is significand
    /// · 2^exponent. `None` for formats that are not computed with.
    #[must_use]
    pub fn parts(&self) -> Option<(BigUint, i64)> {
        if self.format.exponent > Format::MAX_EXPONENT {
            return None;
        }
        let [_, exponent, fraction] = self.fields();
        let lowest = self.format.lowest();
        let fraction = fraction.unsigned().clone();
        match exponent.unsigned().to_i64()? {
            0 => Some((fraction, lowest)),
            exponent => {
                let hidden = BigUint::one() << self.format.fraction();
                Some((fraction | hidden, lowest + exponent - 1))
            }
        }
    }
}

impl fmt::Display for Fp {
    /// The notation of SMT-LIB: `(fp #b0 #b01111 #b0000000000)` or `(_ NaN 5 11)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.name() {
            let name = if self.is_nan() { "NaN" } else { name };
            let Format {
                exponent,
                significand,
            } = self.format;
            return write!(f, "(_ {name} {exponent} {significand})");
        }
        let [sign, exponent, fraction] = self.fields().map(|field| field.binary());
        write!(f, "(fp #b{sign} #b{exponent} #b{fraction})")
    }
}

/// A rounding mode.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Rm {
    /// To the nearest number, ties to even.
    Rne,
    /// To the nearest number, ties away from zero.
    Rna,
    /// Toward +∞.
    Rtp,
    /// Toward −∞.
    Rtn,
    /// Toward zero.
    Rtz,
}

impl Rm {
    /// All rounding modes with their short and long names in SMT-LIB.
    pub const ALL: [(Rm, &'static str, &'static str); 5] = [
        (Rm::Rne, "RNE", "roundNearestTiesToEven"),
        (Rm::Rna, "RNA", "roundNearestTiesToAway"),
        (Rm::Rtp, "RTP", "roundTowardPositive"),
        (Rm::Rtn, "RTN", "roundTowardNegative"),
        (Rm::Rtz, "RTZ", "roundTowardZero"),
    ];

    /// The names in traces, in the same order.
    pub const NAMES: [&'static str; 5] = ["rne", "rna", "rtp", "rtn", "rtz"];

    /// The short name in SMT-LIB, `RNE`.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The long name in SMT-LIB, `roundNearestTiesToEven`.
    #[must_use]
    pub fn long_name(self) -> &'static str {
        Self::ALL[self as usize].2
    }

    /// The mode with this name, `rne` or `RNE`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let place = Self::NAMES
            .iter()
            .position(|n| n.eq_ignore_ascii_case(name));
        place.map(|place| Self::ALL[place].0)
    }
}
